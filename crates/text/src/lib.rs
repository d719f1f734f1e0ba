//! Converts bytes to text and back: encodings, compression, scanned pages, markup, and the place of every
//! character in the original file.
//!
//! ```
//! use scorebook_text::{Source, Span};
//!
//! // A book in Latin-1; the sign of multiplication is one byte of the file and two of the text.
//! let source = Source::from_bytes("book.txt", b"1. P\xd7P\n2. K-K2".to_vec());
//! assert_eq!(source.encoding().name(), "Windows-1252");
//! let king = source.text().find("K-K2").unwrap();
//! assert_eq!(source.locate(king), (2, 4));
//! let span = Span::new(king, king + 4);
//! assert_eq!(source.original(span), Span::new(10, 14));
//! ```

mod counts;
mod file_bytes;
mod markup;
mod scan;
mod source;
pub mod told;

pub use file_bytes::FileBytes;
pub use markup::{is_braille, is_data, is_json, is_unread_braille, moves_in_rows};
pub use scan::{Scan, ScannedPage, ScannedWord};
pub use scorebook_charset::{Assumed, Charset};
pub use scorebook_core::text::{Span, characters, line_before};
pub use scorebook_source::{Opened, WholeFile};
pub use source::{Encoding, PageNumber, Source, bare_name, read_unpacked, unpacking};
