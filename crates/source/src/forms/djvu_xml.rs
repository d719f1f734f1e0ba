//! DjVu XML, as `djvutoxml` and the Internet Archive (`_djvu.xml`) write it.

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::{Build, percent};
use crate::document::PageSource;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::{Input, Stream};
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages, number};
use crate::{Area, CharBox, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry { form: Form::DjvuXml, knows: |head| head.is_root("DjVuXML"), open };

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let stream = opening.input.open().map_err(|error| Error::io(&opening.input.name, error))?;
    Ok(pages(&opening.input.name, stream, None))
}

/// The pages of a stream of DjVu XML; `of` is the DjVu document that it was made from.
pub(crate) fn pages(file: &Arc<str>, stream: Stream, of: Option<&Input>) -> Box<dyn PageSource> {
    let handler = DjvuXml { file: file.clone(), of: of.cloned(), ..DjvuXml::default() };
    Box::new(XmlPages::new(file, stream, handler))
}

#[derive(Default)]
struct DjvuXml {
    file: Arc<str>,
    of: Option<Input>,
    build: Option<Build>,
    ready: Option<Build>,
    pages: u32,
    word: Option<Word>,
    char: Option<CharBox>,
    /// The text of a line without words.
    bare: String,
    line: Option<(Option<Area>, usize)>,
}

impl DjvuXml {
    fn build(&mut self) -> &mut Build {
        let file = &self.file;
        self.build.get_or_insert_with(|| Build::new(file, Places::Pixels))
    }
}

/// Left, bottom, right, top, and maybe the base line.
fn coords(value: &str) -> Option<Area> {
    let mut sides = value.split([',', ' ']).filter(|side| !side.is_empty()).map(number);
    let mut next = || sides.next().flatten();
    Area::new(next()?, next()?, next()?, next()?)
}

impl Handler for DjvuXml {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        let (mut area, mut confidence) = (None, None);
        if matches!(name, "WORD" | "LINE" | "CHARACTER") {
            tag.each(&mut |key, value| match key {
                "coords" => area = coords(value),
                "x-confidence" => confidence = number(value).and_then(percent),
                _ => {}
            });
        }
        match name {
            "OBJECT" => {
                self.ready = self.build.take();
                self.pages += 1;
                let side = |name: &str| tag.get(name).as_deref().and_then(number);
                let size = side("width").zip(side("height"));
                let image = self.of.clone().map(|of| ImageRef::of(&of, self.pages));
                let page = &mut self.build().page;
                page.size = size.map(|(width, height)| (width as u32, height as u32));
                page.image = image;
            }
            "LINE" => {
                self.line = Some((area, at.start));
                self.bare.clear();
                self.build().line(area);
            }
            "WORD" => self.word = Some(Word { span: at, area, confidence, ..Word::default() }),
            "CHARACTER" => self.char = Some(CharBox { area, confidence, ..CharBox::default() }),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(char) = &mut self.char {
            char.text.push_str(text.trim());
        } else if let Some(word) = &mut self.word {
            word.text.push_str(text);
        } else if self.line.is_some() {
            self.bare.push_str(text);
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        match name {
            "CHARACTER" => {
                let char = self.char.take().filter(|char| !char.text.is_empty());
                if let (Some(char), Some(word)) = (char, &mut self.word) {
                    word.text = word.text.trim().to_owned() + &char.text;
                    word.chars.push(char);
                }
            }
            "WORD" => {
                if let Some(mut word) = self.word.take() {
                    word.span.end = at.end;
                    self.build().word(word);
                }
            }
            "LINE" => {
                let bare = std::mem::take(&mut self.bare);
                if let Some((area, from)) = self.line.take()
                    && self.build().in_line() == 0
                {
                    self.build().shared(&bare, area, from..at.end, None);
                }
                self.build().end_line();
            }
            "OBJECT" => self.ready = self.ready.take().or_else(|| self.build.take()),
            _ => {}
        }
    }

    fn ready(&mut self, notes: &mut Notes) -> Option<Page> {
        self.ready.take().map(|build| build.finish(notes))
    }

    fn finish(&mut self, notes: &mut Notes) -> Option<Page> {
        if let Some(word) = self.word.take() {
            self.build().word(word);
        }
        self.build.take().map(|build| build.finish(notes))
    }
}
