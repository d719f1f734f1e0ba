//! The international notation and the archive.
