//! Single-byte character sets: which one a record is in, how sure that is, and its text.
//!
//! A line that is UTF-8 is UTF-8. All other lines of a file are taken to be in one character set, which is detected
//! from all of them together; a line that cannot be in it is in another (people paste).
//!
//! ```
//! use scorebook_charset::{Charset, detect};
//! let found = detect(b"[White \"\xcd\xe5\xef\xee\xec\xed\xff\xf9\xe8\xe9\"]").unwrap();
//! assert_eq!(found.charset.name(), "Windows-1251");
//! assert!(found.charset.decode(b"\xcd\xe5\xef\xee").contains("Непо"));
//! assert!(detect("Müller".as_bytes()).is_none());
//! ```

mod detect;
mod table;

pub use detect::{Assumed, Detector, detect};
pub use table::Charset;
