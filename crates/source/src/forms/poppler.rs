//! The XHTML that `pdftotext -bbox-layout` (or `-bbox`) writes: pages, blocks, lines, words, in points.

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::Build;
use crate::document::PageSource;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::{Input, Stream};
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages, number};
use crate::{Area, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry {
    form: Form::Poppler,
    knows: |head| head.is_root("html") && head.has("<doc>") && head.has("<page width="),
    open,
};

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let stream = opening.input.open().map_err(|error| Error::io(&opening.input.name, error))?;
    Ok(pages(&opening.input.name, stream, None))
}

/// The pages of a stream of such XHTML; `of` is the PDF that it was made from.
pub(crate) fn pages(file: &Arc<str>, stream: Stream, of: Option<&Input>) -> Box<dyn PageSource> {
    let handler = Poppler { file: file.clone(), of: of.cloned(), ..Poppler::default() };
    Box::new(XmlPages::new(file, stream, handler))
}

#[derive(Default)]
struct Poppler {
    file: Arc<str>,
    of: Option<Input>,
    build: Option<Build>,
    ready: Option<Build>,
    pages: u32,
    word: Option<Word>,
}

impl Poppler {
    fn build(&mut self) -> &mut Build {
        let file = &self.file;
        self.build.get_or_insert_with(|| Build::new(file, Places::Points))
    }
}

fn area(tag: &Tag<'_>) -> Option<Area> {
    let mut sides = [None; 4];
    tag.each(&mut |key, value| match key {
        "xMin" => sides[0] = number(value),
        "yMin" => sides[1] = number(value),
        "xMax" => sides[2] = number(value),
        "yMax" => sides[3] = number(value),
        _ => {}
    });
    Area::new(sides[0]?, sides[1]?, sides[2]?, sides[3]?)
}

impl Handler for Poppler {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        match name {
            "page" => {
                self.ready = self.build.take();
                self.pages += 1;
                let side = |name: &str| tag.get(name).as_deref().and_then(number);
                let size = side("width").zip(side("height"));
                let image = self.of.clone().map(|of| ImageRef::of(&of, self.pages));
                let page = &mut self.build().page;
                page.size = size.map(|(width, height)| (width.ceil() as u32, height.ceil() as u32));
                page.image = image;
            }
            "line" => {
                let area = area(tag);
                self.build().line(area);
            }
            "word" => self.word = Some(Word { span: at, area: area(tag), ..Word::default() }),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(word) = &mut self.word {
            word.text.push_str(text);
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        match name {
            "word" => {
                if let Some(mut word) = self.word.take() {
                    word.span.end = at.end;
                    self.build().word(word);
                }
            }
            "line" => self.build().end_line(),
            "page" => self.ready = self.ready.take().or_else(|| self.build.take()),
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
