//! What several tests share.

pub use scorebook_random::Random;
