//! XML and HTML, element by element, with the place of each in the file.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::decoder::Decoder;
use crate::document::PageSource;
use crate::input::Stream;
use crate::note::Notes;
use crate::{Error, NoteKind, Page};

/// An element that begins.
pub(crate) struct Tag<'t>(&'t BytesStart<'t>);

impl Tag<'_> {
    /// Its attributes, references resolved, in the order of the file.
    pub fn each(&self, take: &mut dyn FnMut(&str, &str)) {
        for attribute in self.0.html_attributes().with_checks(false).flatten() {
            let value = match attribute.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => value,
                // An entity that HTML knows and XML does not.
                Err(_) => Cow::Borrowed(attribute.value.as_ref()),
            };
            take(attribute.key.local_name().as_ref(), &value);
        }
    }

    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<String> {
        let mut found = None;
        self.each(&mut |key, value| {
            if key == name && found.is_none() {
                found = Some(value.to_owned());
            }
        });
        found
    }
}

/// A number of an attribute.
pub(crate) fn number(value: &str) -> Option<f32> {
    value.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

/// Makes pages of elements.
pub(crate) trait Handler: Send {
    /// An element begins; `at` are the bytes of its tag. One without content ends at once.
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>);
    /// Text, references resolved.
    fn text(&mut self, text: &str);
    /// An element ends.
    fn end(&mut self, name: &str, at: Range<usize>);
    /// A page that is ready.
    fn ready(&mut self, notes: &mut Notes) -> Option<Page>;
    /// The file has ended: the page in work, if it has any words.
    fn finish(&mut self, notes: &mut Notes) -> Option<Page>;
}

/// Reads pages from XML that need not be well formed.
pub(crate) struct XmlPages {
    file: Arc<str>,
    reader: Reader<Decoder<Stream>>,
    buffer: Vec<u8>,
    /// Not generic: the XML reader is compiled once.
    handler: Box<dyn Handler>,
    ended: bool,
}

impl XmlPages {
    pub fn new(file: &Arc<str>, stream: Stream, handler: impl Handler + 'static) -> XmlPages {
        let mut reader = Reader::from_reader(Decoder::new(stream));
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        config.expand_empty_elements = true;
        let handler = Box::new(handler);
        XmlPages { file: file.clone(), reader, buffer: Vec::new(), handler, ended: false }
    }

    /// Takes one event; what ends the file is told.
    fn step(&mut self, notes: &mut Notes) {
        self.buffer.clear();
        self.reader.get_mut().begin_element();
        let from = self.reader.get_ref().position();
        let event = self.reader.read_event_into(&mut self.buffer);
        let bytes = self.reader.get_ref();
        let at = || bytes.original(from)..bytes.original(bytes.position());
        match event {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                self.handler.start(tag.local_name().as_ref(), &Tag(&tag), at());
            }
            Ok(Event::End(tag)) => self.handler.end(tag.local_name().as_ref(), at()),
            Ok(Event::Text(text)) => self.handler.text(&text),
            Ok(Event::CData(text)) => self.handler.text(&text),
            Ok(Event::GeneralRef(name)) => {
                match (name.resolve_char_ref(), resolve_predefined_entity(&name)) {
                    (Ok(Some(c)), _) => self.handler.text(c.encode_utf8(&mut [0; 4])),
                    (_, Some(text)) => self.handler.text(text),
                    _ => self.handler.text(entity(&name)),
                }
            }
            Ok(Event::Eof) => self.end(None, notes),
            Err(error) => self.end(Some(error.to_string()), notes),
            Ok(_) => {}
        }
    }

    fn end(&mut self, error: Option<String>, notes: &mut Notes) {
        self.ended = true;
        let decoder = self.reader.get_ref();
        if let Some(why) = decoder.broken.clone().or(error) {
            let at = decoder.original(decoder.position());
            notes.file(NoteKind::BrokenOff, &self.file, format!("truncated at byte {at}: {why}"));
        }
        if decoder.stray > 0 {
            let message = format!("{} bytes do not belong to its encoding", decoder.stray);
            notes.file(NoteKind::Encoding, &self.file, message);
        }
    }
}

impl PageSource for XmlPages {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        loop {
            if let Some(page) = self.handler.ready(notes) {
                return Some(Ok(page));
            }
            if self.ended {
                return self.handler.finish(notes).map(Ok);
            }
            self.step(notes);
        }
    }
}

/// The few named characters of HTML that stand in scans; anything else is unreadable.
fn entity(name: &str) -> &'static str {
    match name {
        "nbsp" => " ",
        "shy" => "\u{ad}",
        "mdash" => "—",
        "ndash" => "–",
        "times" => "×",
        "frac12" => "½",
        "lsquo" => "‘",
        "rsquo" => "’",
        "ldquo" => "“",
        "rdquo" => "”",
        "hellip" => "…",
        "dagger" => "†",
        "ddagger" => "‡",
        "sect" => "§",
        "para" => "¶",
        _ => "~",
    }
}
