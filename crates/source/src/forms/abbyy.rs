//! FineReader's XML, versions 6 to 10, as the Internet Archive keeps it in `_abbyy.gz`: every character with its place.

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::{Build, mean, percent};
use crate::form::Form;
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages, number};
use crate::{Area, CharBox, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry {
    form: Form::Abbyy,
    knows: |head| head.is_root("document") && (head.has("FineReader") || head.has("charParams")),
    open,
};

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let input = opening.input;
    let stream = input.open().map_err(|error| Error::io(&input.name, error))?;
    let handler = Abbyy { file: input.name.clone(), ..Abbyy::default() };
    Ok(Box::new(XmlPages::new(&input.name, stream, handler)))
}

#[derive(Default)]
struct Abbyy {
    file: Arc<str>,
    build: Option<Build>,
    ready: Option<Build>,
    /// The word in work.
    word: Word,
    /// The character in work, and where its tag begins.
    char: Option<(CharBox, Range<usize>)>,
    /// Another reading of the character in work.
    variant: Option<(String, f32)>,
    /// Another reading of the word that comes; its characters' shares.
    other: Option<(String, Vec<f32>)>,
    others: Vec<(String, f32)>,
    in_formatting: bool,
    /// A line's text that is not told by characters.
    bare: String,
    line: Option<(Area, Range<usize>)>,
}

impl Abbyy {
    fn build(&mut self) -> &mut Build {
        let file = &self.file;
        self.build.get_or_insert_with(|| Build::new(file, Places::Pixels))
    }

    fn end_word(&mut self) {
        let mut word = std::mem::take(&mut self.word);
        if word.chars.is_empty() {
            return;
        }
        word.text = word.chars.iter().map(|char| char.text.as_str()).collect();
        word.confidence = mean(word.chars.iter().filter_map(|char| char.confidence));
        self.build().word(word);
    }

    fn end_char(&mut self, end: usize) {
        let Some((mut char, span)) = self.char.take() else { return };
        char.text.retain(|c| !c.is_whitespace());
        if let Some((text, shares)) = &mut self.other {
            text.push_str(&char.text);
            shares.extend(char.confidence);
            return;
        }
        if char.text.is_empty() {
            return self.end_word();
        }
        if self.word.chars.is_empty() {
            self.word.span = span;
            self.word.alternatives = std::mem::take(&mut self.others);
        }
        self.word.span.end = end;
        self.word.chars.push(char);
    }

    fn end_line(&mut self, end: usize) {
        // FineReader says a hyphen at a line's end by the sign for "not".
        if let Some(last) = self.word.chars.last_mut().filter(|last| last.text == "¬") {
            "-".clone_into(&mut last.text);
        }
        self.end_word();
        let bare = std::mem::take(&mut self.bare);
        let line = self.line.take();
        if self.build().in_line() == 0 && !bare.trim().is_empty() {
            let (area, from) = line.map_or((None, end), |(area, span)| (Some(area), span.start));
            self.build().shared(&bare, area, from..end, None);
        }
        self.build().end_line();
    }
}

/// Left, top, right, bottom.
fn area(tag: &Tag<'_>, mut other: impl FnMut(&str, &str)) -> Option<Area> {
    let mut sides = [None; 4];
    tag.each(&mut |key, value| match key {
        "l" => sides[0] = number(value),
        "t" => sides[1] = number(value),
        "r" => sides[2] = number(value),
        "b" => sides[3] = number(value),
        _ => other(key, value),
    });
    Area::new(sides[0]?, sides[1]?, sides[2]?, sides[3]?)
}

impl Handler for Abbyy {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        match name {
            "charParams" => {
                let mut confidence = None;
                let area = area(tag, |key, value| {
                    if key == "charConfidence" {
                        confidence = number(value).and_then(percent);
                    }
                });
                self.char = Some((CharBox { area, confidence, ..CharBox::default() }, at));
            }
            "charRecVariant" => {
                let share = tag.get("charConfidence").as_deref().and_then(number).and_then(percent);
                self.variant = Some((String::new(), share.unwrap_or_default()));
            }
            "variantText" => self.other = Some((String::new(), Vec::new())),
            "line" => {
                let area = area(tag, |_, _| {});
                self.line = area.map(|area| (area, at));
                self.bare.clear();
                self.build().line(area);
            }
            "formatting" => self.in_formatting = true,
            "page" => {
                self.ready = self.build.take();
                let side = |name: &str| tag.get(name).as_deref().and_then(number);
                let size = side("width").zip(side("height"));
                self.build().page.size = size.map(|(width, height)| (width as u32, height as u32));
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((variant, _)) = &mut self.variant {
            variant.push_str(text.trim());
        } else if let Some((char, _)) = &mut self.char {
            char.text.push_str(text);
        } else if self.in_formatting && self.other.is_none() {
            self.bare.push_str(text);
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        match name {
            "charParams" => self.end_char(at.end),
            "charRecVariant" => {
                let variant = self.variant.take().filter(|(text, _)| !text.is_empty());
                if let (Some(variant), Some((char, _))) = (variant, &mut self.char) {
                    char.alternatives.push(variant);
                }
            }
            "charRecVariants" => {
                // What the character is read as comes behind its variants, in which it stands, too.
                if let Some((char, _)) = &mut self.char {
                    char.text.clear();
                }
            }
            "variantText" => {
                if let Some((text, shares)) = self.other.take().filter(|(text, _)| !text.is_empty()) {
                    self.others.push((text, mean(shares.into_iter()).unwrap_or_default()));
                }
            }
            "line" => self.end_line(at.end),
            "formatting" => self.in_formatting = false,
            "page" => {
                self.end_word();
                self.ready = self.ready.take().or_else(|| self.build.take());
            }
            _ => {}
        }
    }

    fn ready(&mut self, notes: &mut Notes) -> Option<Page> {
        let mut build = self.ready.take()?;
        tidy(&mut build.page);
        Some(build.finish(notes))
    }

    fn finish(&mut self, notes: &mut Notes) -> Option<Page> {
        self.end_word();
        let mut build = self.build.take()?;
        tidy(&mut build.page);
        Some(build.finish(notes))
    }
}

/// The reading that was taken is no alternative to itself.
fn tidy(page: &mut Page) {
    for word in page.lines.iter_mut().flat_map(|line| &mut line.words) {
        let text = &word.text;
        word.alternatives.retain(|(other, _)| other != text);
        for char in &mut word.chars {
            let text = &char.text;
            char.alternatives.retain(|(other, _)| other != text);
        }
    }
}
