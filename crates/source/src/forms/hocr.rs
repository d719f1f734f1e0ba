//! hOCR: HTML whose classes say what is a page, a line, a word, a character (<https://kba.github.io/hocr-spec/1.2/>).

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::{Build, mean, percent};
use crate::document::PageSource;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::{Input, Stream};
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages};
use crate::{Area, CharBox, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry {
    form: Form::Hocr,
    knows: |head| {
        head.root.is_some()
            && ["ocr_page", "ocr-system", "ocr-capabilities", "ocrx_word", "ocr_line"]
                .iter()
                .any(|class| head.has(class))
    },
    open,
};

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let stream = opening.input.open().map_err(|error| Error::io(&opening.input.name, error))?;
    Ok(pages(&opening.input.name, stream, Some(opening.input)))
}

/// The pages of a stream of hOCR.
pub(crate) fn pages(file: &Arc<str>, stream: Stream, beside: Option<&Input>) -> Box<dyn PageSource> {
    let handler = Hocr {
        file: file.clone(),
        beside: beside.cloned(),
        build: None,
        ready: None,
        open: Vec::new(),
        word: Word::default(),
        said: String::new(),
        place: None,
        char: None,
    };
    Box::new(XmlPages::new(file, stream, handler))
}

/// What an element that is open is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum ElementKind {
    Page,
    Line,
    Word,
    Char,
    /// Holds the choices for the character before.
    Choices,
    Choice,
    Other,
}

/// Elements nested deeper are no page.
const DEEPEST: usize = 256;

struct Hocr {
    file: Arc<str>,
    beside: Option<Input>,
    build: Option<Build>,
    ready: Option<Build>,
    open: Vec<(String, ElementKind)>,
    /// The word in work.
    word: Word,
    /// The text of the innermost word; of a line without words, its own.
    said: String,
    /// The place of the line in work.
    place: Option<(Area, Range<usize>)>,
    /// The character or choice in work.
    char: Option<CharBox>,
}

impl Handler for Hocr {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        let (mut class, mut title, mut id) = (String::new(), String::new(), String::new());
        tag.each(&mut |key, value| match key {
            "class" => value.clone_into(&mut class),
            "title" => value.clone_into(&mut title),
            "id" => value.clone_into(&mut id),
            _ => {}
        });
        let kind =
            class.split_whitespace().find_map(|class| kind(class, &id, &title)).unwrap_or(ElementKind::Other);
        let counts =
            kind != ElementKind::Other || matches!(name, "div" | "span" | "p" | "strong" | "em" | "b" | "i");
        if !counts {
            // A cell or a line's end parts words as a blank does.
            self.said.push(' ');
            return;
        }
        if self.build.is_some() && class.split_whitespace().any(|class| class == "ocr_par") {
            self.build().paragraph();
        }
        if self.open.len() < DEEPEST {
            self.open.push((name.to_owned(), kind));
        }
        match kind {
            ElementKind::Page => self.page(&title),
            ElementKind::Line => {
                self.said.clear();
                let place = bbox(&title);
                self.place = place.map(|place| (place, at));
                self.build().line(place);
            }
            ElementKind::Word => {
                self.said.clear();
                self.word = Word {
                    span: at,
                    area: bbox(&title),
                    confidence: number(&title, "x_wconf").and_then(percent),
                    ..Word::default()
                };
                self.many(&title);
            }
            ElementKind::Char => {
                let area = numbers(&title, "x_bboxes");
                let area = area.as_deref().and_then(|area| match area {
                    &[x0, y0, x1, y1] => Area::new(x0, y0, x1, y1),
                    _ => None,
                });
                let confidence = number(&title, "x_conf").and_then(percent);
                self.char = Some(CharBox { area, confidence, ..CharBox::default() });
                self.many(&title);
            }
            ElementKind::Choice => {
                let confidence = number(&title, "x_confs").and_then(percent);
                self.char = Some(CharBox { confidence, ..CharBox::default() });
            }
            ElementKind::Choices | ElementKind::Other => {}
        }
    }

    fn text(&mut self, text: &str) {
        let kinds = || self.open.iter().rev().map(|(_, kind)| *kind);
        match kinds().find(|kind| *kind != ElementKind::Other) {
            Some(ElementKind::Char | ElementKind::Choice) => {
                if let Some(char) = &mut self.char {
                    char.text.extend(text.chars().filter(|c| !c.is_whitespace()));
                }
            }
            // Between characters stand only the file's own line ends.
            Some(ElementKind::Word) if !self.word.chars.is_empty() && text.trim().is_empty() => {}
            Some(ElementKind::Word | ElementKind::Line) => self.said.push_str(text),
            _ => {}
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        // An element whose end is missing ends with the one around it.
        let Some(index) = self.open.iter().rposition(|(open, _)| open == name) else { return };
        while self.open.len() > index {
            if let Some((_, kind)) = self.open.pop() {
                self.close(kind, at.end);
            }
        }
    }

    fn ready(&mut self, notes: &mut Notes) -> Option<Page> {
        self.ready.take().map(|build| build.finish(notes))
    }

    fn finish(&mut self, notes: &mut Notes) -> Option<Page> {
        while let Some((_, kind)) = self.open.pop() {
            self.close(kind, self.word.span.end);
        }
        self.ready.take().or_else(|| self.build.take()).map(|build| build.finish(notes))
    }
}

impl Hocr {
    fn build(&mut self) -> &mut Build {
        let file = &self.file;
        self.build.get_or_insert_with(|| Build::new(file, Places::Pixels))
    }

    fn page(&mut self, title: &str) {
        self.ready = self.build.take();
        let beside = self.beside.clone();
        let build = self.build();
        if let Some(area) = bbox(title) {
            build.page.size = Some((area.x1.max(0.0) as u32, area.y1.max(0.0) as u32));
        }
        build.page.printed = property(title, "lpageno").map(|said| unquote(said).to_owned());
        build.page.image =
            property(title, "image").map(|said| ImageRef::named(unquote(said), beside.as_ref()));
    }

    /// Boxes of several characters that stand in one element.
    fn many(&mut self, title: &str) {
        let Some(boxes) = numbers(title, "x_bboxes").filter(|boxes| boxes.len() > 4) else { return };
        let confidences = numbers(title, "x_confs").unwrap_or_default();
        self.word.chars = boxes
            .chunks_exact(4)
            .enumerate()
            .map(|(index, sides)| CharBox {
                area: Area::new(sides[0], sides[1], sides[2], sides[3]),
                confidence: confidences.get(index).copied().and_then(percent),
                ..CharBox::default()
            })
            .collect();
    }

    fn close(&mut self, kind: ElementKind, end: usize) {
        match kind {
            ElementKind::Char => {
                let Some(char) = self.char.take().filter(|char| !char.text.is_empty()) else { return };
                self.said.push_str(&char.text);
                let boxes_wait = self.word.chars.iter().any(|char| char.text.is_empty());
                if char.area.is_some() || !boxes_wait {
                    self.word.chars.push(char);
                }
            }
            ElementKind::Choice => {
                let Some(choice) = self.char.take().filter(|char| !char.text.is_empty()) else { return };
                let Some(last) = self.word.chars.last_mut() else { return };
                let share = choice.confidence.unwrap_or_default();
                if choice.text != last.text && share > 0.0 {
                    last.alternatives.push((choice.text, share));
                }
            }
            ElementKind::Word => {
                let mut word = std::mem::take(&mut self.word);
                word.span.end = end;
                word.text = std::mem::take(&mut self.said).trim().to_owned();
                if word.chars.iter().all(|char| char.text.is_empty()) {
                    // One box for each character, or none for all.
                    let fits = word.chars.len() == word.text.chars().count();
                    word.chars.truncate(if fits { usize::MAX } else { 0 });
                    for (place, c) in word.chars.iter_mut().zip(word.text.chars()) {
                        place.text.push(c);
                    }
                }
                if word.confidence.is_none() {
                    word.confidence = mean(word.chars.iter().filter_map(|char| char.confidence));
                }
                self.build().word(word);
            }
            // Early programs say no words, only lines.
            ElementKind::Line => {
                let said = std::mem::take(&mut self.said);
                let place = self.place.take();
                if self.build().in_line() == 0 && !said.trim().is_empty() {
                    let (area, from) = place.map_or((None, end), |(area, span)| (Some(area), span.start));
                    self.build().shared(&said, area, from..end, None);
                }
                self.build().end_line();
            }
            ElementKind::Page => self.ready = self.ready.take().or_else(|| self.build.take()),
            ElementKind::Choices | ElementKind::Other => {}
        }
    }
}

fn kind(class: &str, id: &str, title: &str) -> Option<ElementKind> {
    match class {
        "ocr_page" => Some(ElementKind::Page),
        "ocr_line" | "ocrx_line" | "ocr_header" | "ocr_footer" | "ocr_caption" | "ocr_textfloat"
        | "ocr_pageno" => Some(ElementKind::Line),
        "ocrx_word" | "ocr_word" => Some(ElementKind::Word),
        "ocrx_cinfo" | "ocr_cinfo" if title.contains("x_bboxes") => Some(ElementKind::Char),
        "ocrx_cinfo" | "ocr_cinfo" if id.starts_with("lstm_choices") => Some(ElementKind::Choices),
        "ocrx_cinfo" | "ocr_cinfo" if title.contains("x_confs") => Some(ElementKind::Choice),
        "ocrx_cinfo" | "ocr_cinfo" => Some(ElementKind::Char),
        _ => None,
    }
}

/// What a title says of a property: `bbox 10 20 30 40; x_wconf 90`.
fn property<'t>(title: &'t str, name: &str) -> Option<&'t str> {
    title.split(';').find_map(|part| {
        let said = part.trim().strip_prefix(name)?;
        said.starts_with([' ', '\t', '\n']).then(|| said.trim())
    })
}

fn numbers(title: &str, name: &str) -> Option<Vec<f32>> {
    Some(property(title, name)?.split_whitespace().map_while(|number| number.parse().ok()).collect())
}

fn number(title: &str, name: &str) -> Option<f32> {
    numbers(title, name)?.first().copied()
}

fn bbox(title: &str) -> Option<Area> {
    match numbers(title, "bbox")?.as_slice() {
        &[x0, y0, x1, y1, ..] => Area::new(x0, y0, x1, y1),
        _ => None,
    }
}

fn unquote(said: &str) -> &str {
    said.trim_matches(['"', '\'', ' '])
}
