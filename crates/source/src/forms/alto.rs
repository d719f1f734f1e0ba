//! ALTO XML, versions 2 to 4 (<https://www.loc.gov/standards/alto/>).

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::Build;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::Input;
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages, number};
use crate::{Area, CharBox, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry { form: Form::Alto, knows: |head| head.is_root("alto"), open };

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let input = opening.input;
    let stream = input.open().map_err(|error| Error::io(&input.name, error))?;
    Ok(Box::new(XmlPages::new(&input.name, stream, Alto::new(input))))
}

struct Alto {
    file: Arc<str>,
    beside: Input,
    places: Places,
    image: Option<String>,
    build: Option<Build>,
    ready: Option<Build>,
    word: Option<Word>,
    /// Confidences of the word's characters by its digits: 0 is sure, 9 is not.
    digits: String,
    /// What the text between tags is.
    said: Option<Said>,
    text: String,
}

#[derive(Copy, Clone, PartialEq)]
enum Said {
    Unit,
    Image,
    Alternative,
}

impl Alto {
    fn new(input: &Input) -> Alto {
        Alto {
            file: input.name.clone(),
            beside: input.clone(),
            places: Places::Pixels,
            image: None,
            build: None,
            ready: None,
            word: None,
            digits: String::new(),
            said: None,
            text: String::new(),
        }
    }

    fn build(&mut self) -> &mut Build {
        let (file, places) = (&self.file, self.places);
        self.build.get_or_insert_with(|| Build::new(file, places))
    }
}

/// The attributes that elements of ALTO share.
#[derive(Default)]
struct Attributes {
    sides: [Option<f32>; 4],
    content: String,
    confidence: Option<f32>,
    digits: String,
}

impl Attributes {
    fn of(tag: &Tag<'_>) -> Attributes {
        let mut said = Attributes::default();
        tag.each(&mut |key, value| match key {
            "HPOS" => said.sides[0] = number(value),
            "VPOS" => said.sides[1] = number(value),
            "WIDTH" => said.sides[2] = number(value),
            "HEIGHT" => said.sides[3] = number(value),
            "CONTENT" => value.clone_into(&mut said.content),
            "WC" | "GC" | "VC" => said.confidence = number(value),
            "CC" => value.clone_into(&mut said.digits),
            _ => {}
        });
        said
    }

    fn area(&self) -> Option<Area> {
        let [x, y, width, height] = self.sides;
        let (x, y) = (x?, y?);
        Area::new(x, y, x + width?, y + height?)
    }
}

impl Handler for Alto {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        match name {
            "MeasurementUnit" => self.say(Said::Unit),
            "fileName" => self.say(Said::Image),
            "ALTERNATIVE" => self.say(Said::Alternative),
            "Page" => {
                self.ready = self.build.take();
                let image = self.image.clone().map(|name| ImageRef::named(&name, Some(&self.beside)));
                let size = Attributes::of(tag).sides;
                let printed = tag.get("PRINTED_IMG_NR").filter(|number| !number.trim().is_empty());
                let page = &mut self.build().page;
                page.size = size[2].zip(size[3]).map(|(width, height)| (width as u32, height as u32));
                (page.printed, page.image) = (printed, image);
            }
            "TextLine" => {
                let area = Attributes::of(tag).area();
                self.build().line(area);
            }
            "String" => {
                let said = Attributes::of(tag);
                let area = said.area();
                self.digits = said.digits;
                self.word = Some(Word {
                    text: said.content,
                    span: at,
                    area,
                    confidence: said.confidence,
                    ..Word::default()
                });
            }
            "Glyph" => {
                let said = Attributes::of(tag);
                if let Some(word) = &mut self.word {
                    let area = said.area();
                    let (text, confidence) = (said.content, said.confidence);
                    word.chars.push(CharBox { text, area, confidence, alternatives: Vec::new() });
                }
            }
            "Variant" => {
                let said = Attributes::of(tag);
                let glyph = self.word.as_mut().and_then(|word| word.chars.last_mut());
                if let Some(glyph) = glyph.filter(|glyph| glyph.text != said.content) {
                    glyph.alternatives.push((said.content, said.confidence.unwrap_or_default()));
                }
            }
            // The hyphen at a line's end is an element of its own.
            "HYP" => {
                let said = Attributes::of(tag);
                let area = said.area();
                let hyphen = match said.content.as_str() {
                    "" | "\u{ad}" => "-",
                    other => other,
                };
                match self.build().last_word() {
                    Some(word) if !word.text.ends_with(hyphen) => {
                        word.text.push_str(hyphen);
                        word.area = word.area.zip(area).map(|(a, b)| a.join(b)).or(word.area);
                        word.span.end = at.end;
                        if !word.chars.is_empty() {
                            word.chars.push(CharBox { text: hyphen.to_owned(), area, ..CharBox::default() });
                        }
                    }
                    Some(_) => {}
                    None => {
                        self.build().word(Word { text: hyphen.to_owned(), span: at, area, ..Word::default() })
                    }
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.said.is_some() {
            self.text.push_str(text);
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        match name {
            "String" => {
                let Some(mut word) = self.word.take() else { return };
                word.span.end = at.end;
                let digits: Vec<f32> =
                    self.digits.chars().filter_map(|c| c.to_digit(10)).map(|d| d as f32).collect();
                if word.chars.is_empty() && digits.len() == word.text.chars().count() {
                    word.chars = word
                        .text
                        .chars()
                        .zip(digits)
                        .map(|(c, doubt)| CharBox {
                            text: c.to_string(),
                            confidence: Some(1.0 - doubt / 9.0),
                            ..CharBox::default()
                        })
                        .collect();
                }
                self.build().word(word);
            }
            "TextLine" => self.build().end_line(),
            "Page" => self.ready = self.ready.take().or_else(|| self.build.take()),
            "MeasurementUnit" | "fileName" | "ALTERNATIVE" => self.said_all(),
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

impl Alto {
    fn say(&mut self, said: Said) {
        self.said = Some(said);
        self.text.clear();
    }

    fn said_all(&mut self) {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        match self.said.take() {
            Some(Said::Unit) => {
                self.places = match text.as_str() {
                    "mm10" => Places::TenthsOfMillimetre,
                    "inch1200" => Places::Inch1200,
                    _ => Places::Pixels,
                }
            }
            Some(Said::Image) if self.image.is_none() && !text.is_empty() => self.image = Some(text),
            Some(Said::Alternative) if !text.is_empty() => {
                if let Some(word) = &mut self.word {
                    word.alternatives.push((text, 0.0));
                }
            }
            _ => {}
        }
    }
}
