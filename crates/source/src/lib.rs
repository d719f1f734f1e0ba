//! Converts documents of any format into pages of words with positions.
//!
//! Scanned books (PDF, page images, hOCR, ALTO, PAGE XML, FineReader's XML, DjVu, responses of OCR services,
//! archives and directories of these) and typed text have one model: [`Document`], [`Page`], [`Line`],
//! [`Word`]. Formats are recognised by content, not by name. This crate knows nothing about chess.
//!
//! ```
//! use scorebook_source::{Document, Form, Options};
//! let document = Document::from_bytes("note.txt", b"1 P-K4   P-K4\n\x0c2 Kt-KB3".to_vec(), &Options::default())?;
//! assert_eq!(document.form, Form::Text);
//! assert_eq!(document.pages.len(), 2);
//! let word = &document.pages[0].lines[0].words[2];
//! assert_eq!((word.text.as_str(), word.span.clone()), ("P-K4", 9..13));
//! # Ok::<(), scorebook_source::Error>(())
//! ```
//!
//! Large files are read page by page: [`Pages`] is an iterator with one page in memory.

mod build;
mod decoder;
mod document;
mod error;
mod form;
mod forms;
mod geometry;
mod grid;
mod image;
mod input;
mod leaders;
mod leftovers;
mod note;
mod ocr;
mod opened;
mod options;
mod order;
mod page;
mod printed;
mod shelf;
mod sniff;
mod tool;
mod xml;

pub use document::{Document, Pages};
pub use error::Error;
pub use form::Form;
pub use geometry::Area;
pub use grid::{Laid, Lay};
pub use image::ImageRef;
pub use leftovers::{hidden_prefix, mark_used, sweep};
pub use note::{Note, NoteKind};
pub use ocr::{Reading, readings};
pub use opened::{Opened, WholeFile, stop_reading};
pub use options::{Cache, Ocr, Options, Progress};
pub use order::{Block, Order, WordAt, orders, reading_order};
pub use page::{CharBox, Line, Page, Places, Word};
pub use printed::PrintedNumbers;
pub use shelf::{Holding, shelf};
pub use sniff::recognise;
pub use tool::remove_scratch;
