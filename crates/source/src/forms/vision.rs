//! The answer of Google Vision's text detection: one response, or a list of them.

use std::collections::VecDeque;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{self, Json};
use super::{Entry, Opening, Source};
use crate::build::{Build, mean};
use crate::document::PageSource;
use crate::form::Form;
use crate::note::Notes;
use crate::{Area, CharBox, Error, NoteKind, Page, Places, Word};

pub const ENTRY: Entry = Entry {
    form: Form::Vision,
    knows: |head| head.is_json() && (head.has("\"textAnnotations\"") || head.has("\"fullTextAnnotation\"")),
    open,
};

fn open(opening: &Opening<'_>, notes: &mut Notes) -> Source {
    let json = Json::open(opening.input, notes)?;
    let mut broken = None;
    let mut pages = VecDeque::new();
    let answers = answers(json.text(), &mut broken);
    for answer in answers {
        let full = json::member(answer, "fullTextAnnotation").and_then(|full| json::member(full, "pages"));
        match full {
            Some(list) => {
                let (list, error) = json::elements(list);
                pages.extend(list.into_iter().map(|page| (json.place(page), true)));
                broken = broken.or(error);
            }
            None => pages.push_back((json.place(answer), false)),
        }
    }
    if pages.is_empty() {
        // One that breaks off within its only answer.
        pages.extend(
            json::elements_after(json.text(), "pages").into_iter().map(|page| (json.place(page), true)),
        );
        let rest = json::elements_after(json.text(), "textAnnotations");
        if let (true, Some(first), Some(last)) = (pages.is_empty(), rest.first(), rest.last()) {
            pages.push_back((json.place(first).start..json.place(last).end, false));
        }
    }
    if let Some(why) = broken {
        notes.file(NoteKind::BrokenOff, &json.file, format!("truncated: {why}"));
    }
    Ok(Box::new(Vision { json, pages }))
}

/// The answers in a file: its `responses`, the elements of its list, or itself.
fn answers<'t>(text: &'t str, broken: &mut Option<String>) -> Vec<&'t str> {
    if text.trim_start().starts_with('[') {
        let (list, error) = json::elements(text);
        *broken = error;
        return list;
    }
    let (members, error) = json::members(text);
    *broken = error;
    match members.iter().find(|(key, _)| key == "responses") {
        Some((_, list)) => json::elements(list).0,
        None if members.is_empty() => json::elements_after(text, "responses"),
        None => vec![text],
    }
}

struct Vision {
    json: Json,
    /// The places of the pages in the file, and whether each is of the full answer.
    pages: VecDeque<(Range<usize>, bool)>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct FullPage<'t> {
    width: f32,
    height: f32,
    #[serde(borrow)]
    blocks: Vec<FullBlock<'t>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct FullBlock<'t> {
    #[serde(borrow)]
    paragraphs: Vec<Paragraph<'t>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Paragraph<'t> {
    #[serde(borrow)]
    words: Vec<&'t RawValue>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct FullWord {
    bounding_box: Outline,
    confidence: Option<f32>,
    symbols: Vec<Symbol>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Symbol {
    bounding_box: Outline,
    confidence: Option<f32>,
    text: String,
    property: Property,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Property {
    detected_break: Option<Break>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Break {
    r#type: serde_json::Value,
    is_prefix: bool,
}

impl Break {
    /// What parts the symbol from the next: a blank, a line's end, or nothing.
    fn parts(&self) -> (bool, bool, bool) {
        match self.r#type.as_str().unwrap_or("SPACE") {
            "SPACE" | "SURE_SPACE" => (true, false, false),
            "HYPHEN" => (true, true, true),
            "EOL_SURE_SPACE" | "LINE_BREAK" => (true, true, false),
            _ => (false, false, false),
        }
    }
}

/// Corners; a coordinate of zero is left out.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Outline {
    vertices: Vec<Corner>,
    normalized_vertices: Vec<Corner>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Corner {
    x: f32,
    y: f32,
}

impl Outline {
    /// Where it is, on a page of a size.
    fn area(&self, (width, height): (f32, f32)) -> Option<Area> {
        let plain = self.vertices.iter().map(|corner| (corner.x, corner.y));
        let shares = self.normalized_vertices.iter().map(|corner| (corner.x * width, corner.y * height));
        Area::around(plain).or_else(|| Area::around(shares))
    }
}

impl PageSource for Vision {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        let (place, is_full) = self.pages.pop_front()?;
        let text = self.json.text().get(place)?;
        let mut build = Build::new(&self.json.file, Places::Pixels);
        let result = if is_full { self.full(text, &mut build) } else { self.words(text, &mut build) };
        if let Err(error) = result {
            notes.page(NoteKind::BrokenOff, &self.json.file, format!("the page cannot be read: {error}"));
        }
        Some(Ok(build.finish(notes)))
    }
}

impl Vision {
    fn full(&self, text: &str, build: &mut Build) -> serde_json::Result<()> {
        let page: FullPage<'_> = serde_json::from_str(text)?;
        build.page.size = Some((page.width as u32, page.height as u32));
        let size = (page.width, page.height);
        for block in &page.blocks {
            for paragraph in &block.paragraphs {
                let mut open: Option<Word> = None;
                for raw in &paragraph.words {
                    self.word(raw.get(), size, &mut open, build)?;
                }
                if let Some(word) = open {
                    build.word(finished(word));
                }
                build.end_line();
            }
        }
        Ok(())
    }

    /// Its words part at every hyphen and stop; joined where no blank is between them they are those of the page.
    fn word(
        &self,
        text: &str,
        size: (f32, f32),
        open: &mut Option<Word>,
        build: &mut Build,
    ) -> serde_json::Result<()> {
        let said: FullWord = serde_json::from_str(text)?;
        let span = self.json.place(text);
        let whole = said.bounding_box.area(size);
        for symbol in said.symbols {
            let pause = symbol.property.detected_break.as_ref();
            let (is_word, is_line, is_hyphen) = pause.map_or((false, false, false), Break::parts);
            let is_before = pause.is_some_and(|pause| pause.is_prefix);
            if is_before
                && is_word
                && let Some(word) = open.take()
            {
                build.word(finished(word));
                if is_line {
                    build.end_line();
                }
            }
            let word = open.get_or_insert_with(|| Word { span: span.clone(), ..Word::default() });
            word.span.end = span.end;
            word.chars.push(CharBox {
                area: symbol.bounding_box.area(size).or(whole),
                confidence: symbol.confidence.or(said.confidence),
                text: symbol.text,
                alternatives: Vec::new(),
            });
            if is_before || !is_word {
                continue;
            }
            if is_hyphen {
                word.chars.push(CharBox { text: "-".into(), ..CharBox::default() });
            }
            if let Some(word) = open.take() {
                build.word(finished(word));
            }
            if is_line {
                build.end_line();
            }
        }
        Ok(())
    }

    /// The plain answer: the first annotation is the whole text, each other one a word.
    fn words(&self, text: &str, build: &mut Build) -> serde_json::Result<()> {
        let list = match json::member(text, "textAnnotations") {
            Some(list) => json::elements(list).0,
            // The elements of a list that breaks off.
            None => {
                let mut rest = Vec::new();
                let mut stream = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
                let mut at = 0;
                while let Some(Ok(value)) = stream.next() {
                    rest.push(value.get());
                    at += stream.byte_offset();
                    let left = text.get(at..).unwrap_or_default();
                    let inner = left.trim_start().trim_start_matches(',');
                    at += left.len() - inner.len();
                    stream = serde_json::Deserializer::from_str(inner).into_iter();
                }
                rest
            }
        };
        let mut last: Option<Area> = None;
        for raw in list.into_iter().skip(1) {
            let said: Annotation = serde_json::from_str(raw)?;
            let area = said.bounding_poly.area((0.0, 0.0));
            // A word that does not stand beside the last one begins a line.
            let beside = last.zip(area).is_some_and(|(last, area)| {
                let middle = f32::midpoint(area.y0, area.y1);
                middle > last.y0 && middle < last.y1 && area.x0 > last.x0
            });
            if !beside {
                build.end_line();
            }
            last = area;
            let span = self.json.place(raw);
            build.word(Word { text: said.description, span, area, ..Word::default() });
        }
        Ok(())
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Annotation {
    description: String,
    bounding_poly: Outline,
}

fn finished(mut word: Word) -> Word {
    word.text = word.chars.iter().map(|char| char.text.as_str()).collect();
    word.confidence = mean(word.chars.iter().filter_map(|char| char.confidence));
    word
}
