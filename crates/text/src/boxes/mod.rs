//! Pages of words in boxes, as scanning programs write them: hOCR and ALTO XML. The places of the words
//! keep columns beside each other that a bare text would tear apart.

mod alto;
mod hocr;
mod layout;

pub use layout::Laid;

use std::borrow::Cow;

use quick_xml::events::{Event, attributes::Attribute};
use quick_xml::{Reader, XmlVersion};

/// A rectangle on a page, in whatever unit its file measures; down is greater.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Place {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// The right edge.
    pub right: f32,
    /// The lower edge.
    pub bottom: f32,
}

impl Place {
    fn height(&self) -> f32 {
        self.bottom - self.top
    }

    fn middle(&self) -> f32 {
        f32::midpoint(self.top, self.bottom)
    }

    fn middle_across(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }

    fn join(self, other: Place) -> Place {
        Place {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// A word as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Its text, without blanks.
    pub text: String,
    /// Where it stands on the page.
    pub place: Place,
    /// The byte of the file at which it is said.
    pub offset: usize,
}

/// A page: its lines as the scanning program found them, each of one word or more.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Page {
    /// Its number, from 1: the one that the file gives it, else its place in the file.
    pub number: u32,
    /// Its lines.
    pub lines: Vec<Vec<Word>>,
}

/// What is read of a file of boxes.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Boxes {
    /// Its pages.
    pub pages: Vec<Page>,
    /// Why the rest of the file could not be read.
    pub broken: Option<String>,
}

/// Whether a file that begins so is hOCR or ALTO XML, and must be read as a whole.
#[must_use]
pub fn are_boxes(head: &[u8]) -> bool {
    format(head).is_some()
}

/// How much of a file is looked at to know it.
const HEAD: usize = 4096;

type Parse = fn(&str) -> Boxes;

fn format(head: &[u8]) -> Option<Parse> {
    let head = &head[..head.len().min(HEAD)];
    let body = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if !body.starts_with(b"<") {
        return None;
    }
    let has = |word: &[u8]| memchr::memmem::find(body, word).is_some();
    if has(b"<alto") || has(b":alto") {
        Some(alto::parse)
    } else if has(b"ocr_page") || has(b"ocr-system") || has(b"ocr-capabilities") {
        Some(hocr::parse)
    } else {
        None
    }
}

/// The boxes of a file, if it is one of the formats.
#[must_use]
pub fn read(text: &str) -> Option<Boxes> {
    format(text.as_bytes()).map(|parse| parse(text))
}

/// Hands every event of a reader on, with the byte at which it begins; returns what broke the file off.
fn events<'t>(mut reader: Reader<&'t [u8]>, mut take: impl FnMut(usize, Event<'t>)) -> Option<String> {
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        match reader.read_event() {
            Err(error) => return Some(error.to_string()),
            Ok(Event::Eof) => return None,
            Ok(event) => take(at, event),
        }
    }
}

/// The value of an attribute, its references resolved; nothing where there is none.
fn value(attribute: Option<Attribute<'_>>) -> String {
    let value =
        attribute.and_then(|found| found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned));
    value.unwrap_or_default()
}
