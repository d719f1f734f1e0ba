//! The answer of Amazon Textract: one, or a list of them. Its places are shares of the page.

use std::collections::btree_map::IntoIter;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Deserialize;

use super::json::{self, Json};
use super::{Entry, Opening, Source};
use crate::build::{Build, percent};
use crate::document::PageSource;
use crate::form::Form;
use crate::note::Notes;
use crate::{Area, Error, NoteKind, Page, Places, Word};

pub const ENTRY: Entry =
    Entry { form: Form::Textract, knows: |head| head.is_json() && head.has("\"BlockType\""), open };

/// A share of the page in the unit of [`Places::Share`].
const WHOLE: f32 = 10_000.0;

fn open(opening: &Opening<'_>, notes: &mut Notes) -> Source {
    let json = Json::open(opening.input, notes)?;
    let text = json.text();
    let mut broken = None;
    let answers = if text.trim_start().starts_with('[') {
        let (answers, error) = json::elements(text);
        broken = error;
        answers
    } else {
        vec![text]
    };
    let mut pages: BTreeMap<u32, Parts> = BTreeMap::new();
    for answer in answers {
        let (members, error) = json::members(answer);
        let list = members.iter().find(|(key, _)| key == "Blocks").map(|(_, list)| json::elements(list));
        let (blocks, error) = match list {
            Some((blocks, inner)) => (blocks, inner.or(error)),
            None => (json::elements_after(answer, "Blocks"), error),
        };
        broken = broken.or(error);
        for raw in blocks {
            match serde_json::from_str::<TextractBlock>(raw) {
                Ok(block) => pages.entry(block.page.unwrap_or(1)).or_default().take(block, json.place(raw)),
                Err(error) => broken = broken.or(Some(error.to_string())),
            }
        }
    }
    if let Some(why) = broken {
        notes.file(NoteKind::BrokenOff, &json.file, format!("truncated: {why}"));
    }
    // Pages that are blank have no blocks; they count all the same.
    let last = pages.keys().next_back().copied().unwrap_or(0).min(100_000);
    for page in 1..=last {
        pages.entry(page).or_default();
    }
    Ok(Box::new(Textract { json, pages: pages.into_iter() }))
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct TextractBlock {
    block_type: String,
    id: String,
    text: Option<String>,
    confidence: Option<f32>,
    geometry: Geometry,
    relationships: Option<Vec<Relationship>>,
    page: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Geometry {
    bounding_box: Bounds,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Bounds {
    left: Option<f32>,
    top: Option<f32>,
    width: Option<f32>,
    height: Option<f32>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Relationship {
    r#type: String,
    ids: Vec<String>,
}

impl Bounds {
    fn area(&self) -> Option<Area> {
        let (left, top) = (self.left?, self.top?);
        Area::new(left, top, left + self.width?, top + self.height?).map(|area| area.scaled(WHOLE))
    }
}

/// The blocks of a page.
#[derive(Default)]
struct Parts {
    lines: Vec<(TextractBlock, Range<usize>)>,
    words: HashMap<String, (Word, usize)>,
}

impl Parts {
    fn take(&mut self, block: TextractBlock, span: Range<usize>) {
        match block.block_type.as_str() {
            "LINE" => self.lines.push((block, span)),
            "WORD" => {
                let word = Word {
                    text: block.text.unwrap_or_default(),
                    span,
                    area: block.geometry.bounding_box.area(),
                    confidence: block.confidence.and_then(percent),
                    ..Word::default()
                };
                self.words.insert(block.id, (word, self.words.len()));
            }
            _ => {}
        }
    }
}

struct Textract {
    json: Json,
    pages: IntoIter<u32, Parts>,
}

impl PageSource for Textract {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        let (_, mut parts) = self.pages.next()?;
        let mut build = Build::new(&self.json.file, Places::Share);
        build.page.size = Some((WHOLE as u32, WHOLE as u32));
        for (line, span) in std::mem::take(&mut parts.lines) {
            let area = line.geometry.bounding_box.area();
            build.line(area);
            let ids = line.relationships.unwrap_or_default();
            let ids = ids
                .into_iter()
                .filter(|relation| relation.r#type == "CHILD")
                .flat_map(|relation| relation.ids);
            let words: Vec<Word> =
                ids.filter_map(|id| parts.words.remove(&id)).map(|(word, _)| word).collect();
            if words.is_empty() {
                let text = line.text.unwrap_or_default();
                build.shared(&text, area, span, line.confidence.and_then(percent));
            }
            for word in words {
                build.word(word);
            }
        }
        // Words that no line claims come last, each as it stands in the file.
        let mut rest: Vec<(Word, usize)> = parts.words.into_values().collect();
        rest.sort_by_key(|(_, order)| *order);
        build.end_line();
        for (word, _) in rest {
            build.word(word);
        }
        Some(Ok(build.finish(notes)))
    }
}
