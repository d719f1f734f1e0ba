//! JSON whose values are looked at one by one, each with its place in the file. A file that breaks off gives what stands
//! before.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::input::Input;
use crate::note::Notes;
use crate::{Error, NoteKind};

/// A JSON file is held whole; no more of it than this.
const LARGEST: u64 = 1 << 30;

/// A file of JSON.
pub(crate) struct Json {
    pub file: Arc<str>,
    pub bytes: Vec<u8>,
}

impl Json {
    pub fn open(input: &Input, notes: &mut Notes) -> Result<Json, Error> {
        let (mut bytes, broken) = input.read_all(LARGEST).map_err(|error| Error::io(&input.name, error))?;
        if let Some(why) = broken {
            notes.file(NoteKind::BrokenOff, &input.name, format!("truncated: {why}"));
        }
        if bytes.starts_with(b"\xef\xbb\xbf") {
            // Blanks keep the places of what follows.
            bytes[..3].fill(b' ');
        }
        if std::str::from_utf8(&bytes).is_err() {
            notes.file(NoteKind::Encoding, &input.name, "bytes that are not UTF-8 were replaced");
            bytes = String::from_utf8_lossy(&bytes).into_owned().into_bytes();
        }
        Ok(Json { file: input.name.clone(), bytes })
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap_or_default()
    }

    /// Where a piece of this file's text stands in it.
    pub fn place(&self, piece: &str) -> Range<usize> {
        let start = (piece.as_ptr() as usize).saturating_sub(self.bytes.as_ptr() as usize);
        let start = start.min(self.bytes.len());
        start..(start + piece.len()).min(self.bytes.len())
    }
}

/// The elements of a list, or none where it is no list; what stands before an error is kept.
pub(crate) fn elements(text: &str) -> (Vec<&str>, Option<String>) {
    let found = RefCell::new(Vec::new());
    let mut reader = serde_json::Deserializer::from_str(text);
    let result = reader.deserialize_any(Collect { elements: Some(&found), members: None });
    (found.into_inner(), result.err().map(|error| error.to_string()))
}

/// The members of an object, or none where it is no object; what stands before an error is kept.
pub(crate) fn members(text: &str) -> (Vec<(String, &str)>, Option<String>) {
    let found = RefCell::new(Vec::new());
    let mut reader = serde_json::Deserializer::from_str(text);
    let result = reader.deserialize_any(Collect { elements: None, members: Some(&found) });
    (found.into_inner(), result.err().map(|error| error.to_string()))
}

/// A member of an object.
pub(crate) fn member<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    members(text).0.into_iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// What follows the key of a list that breaks off before its end: the elements that are whole.
pub(crate) fn elements_after<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let quoted = format!("\"{key}\"");
    let Some(at) = memchr::memmem::find(text.as_bytes(), quoted.as_bytes()) else { return Vec::new() };
    let rest = text[at + quoted.len()..].trim_start();
    rest.strip_prefix(':').map(|list| elements(list.trim_start()).0).unwrap_or_default()
}

#[derive(Copy, Clone)]
struct Collect<'c, 't> {
    elements: Option<&'c RefCell<Vec<&'t str>>>,
    members: Option<&'c RefCell<Vec<(String, &'t str)>>>,
}

impl<'t> Visitor<'t> for Collect<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.elements.is_some() { "a list" } else { "an object" })
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(value) = list.next_element::<&'t RawValue>()? {
            if let Some(found) = self.elements {
                found.borrow_mut().push(value.get());
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value::<&'t RawValue>()?;
            if let Some(found) = self.members {
                found.borrow_mut().push((key, value.get()));
            }
        }
        Ok(())
    }
}
