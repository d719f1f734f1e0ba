//! Pages, lines, words, characters.

use std::ops::Range;
use std::sync::Arc;

use crate::{Area, ImageRef, Reading};

/// The unit of areas on a page.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Places {
    /// Unknown.
    #[default]
    None,
    /// Characters and lines: plain text, in which spaces show columns.
    Characters,
    /// Pixels of the page's image, or an unknown unit.
    Pixels,
    /// Points, 72 per inch.
    Points,
    /// Tenths of a millimetre.
    TenthsOfMillimetre,
    /// 1/1200 inch.
    Inch1200,
    /// Ten-thousandths of the page's width and height; shapes are distorted.
    Share,
}

impl Places {
    /// The unit's name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Places::None => "none",
            Places::Characters => "characters",
            Places::Pixels => "pixels",
            Places::Points => "points",
            Places::TenthsOfMillimetre => "0.1 mm",
            Places::Inch1200 => "1/1200 inch",
            Places::Share => "1/10000 of the page",
        }
    }
}

/// A page. Its lines are in the order of the file; for the order by positions, see
/// [`reading_order`](crate::reading_order).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Page {
    /// Its number in the document, from 1.
    pub scanned: u32,
    /// The number printed on it, where the form says it or the pages' heads and feet tell it.
    pub printed: Option<String>,
    /// Width and height, in the unit of `places`.
    pub size: Option<(u32, u32)>,
    /// In what areas are measured.
    pub places: Places,
    /// Its picture.
    pub image: Option<ImageRef>,
    /// The file or member whose bytes the words' spans count: unpacked where it was packed; where a program wrote the
    /// words, what it wrote.
    pub file: Arc<str>,
    /// Its lines, none empty.
    pub lines: Vec<Line>,
    /// Where a program read the page's picture: each of its readings, the first the one whose lines are above.
    pub readings: Vec<Reading>,
}

impl Page {
    /// Its words, line by line.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.lines.iter().flat_map(|line| &line.words)
    }
}

/// A line of words.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Line {
    /// Its words, at least one.
    pub words: Vec<Word>,
    /// Where it stands.
    pub area: Option<Area>,
    /// Whether the form says that a paragraph begins with it.
    pub opens: bool,
}

/// A word: characters without a blank.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Word {
    /// Its text, not empty.
    pub text: String,
    /// The bytes of [`Page::file`] that say it.
    pub span: Range<usize>,
    /// Where it stands.
    pub area: Option<Area>,
    /// How sure its reader is of it, from 0 to 1.
    pub confidence: Option<f32>,
    /// What its reader held possible instead, and how much so, from 0 to 1; 0 where it does not say.
    pub alternatives: Vec<(String, f32)>,
    /// Its characters one by one, where the form has them. Joined they are `text`.
    pub chars: Vec<CharBox>,
}

/// Most other readings of one word that are told.
const READINGS: usize = 8;

impl Word {
    /// What its reader held possible instead, as a whole or with one character replaced, the likeliest first; each with how
    /// much so, from 0 to 1; 0 where it does not say.
    #[must_use]
    pub fn readings(&self) -> Vec<(String, f32)> {
        let mut out: Vec<(String, f32)> = Vec::new();
        let mut add = |text: String, share: f32| {
            if text != self.text && !text.is_empty() && !text.contains(char::is_whitespace) {
                match out.iter_mut().find(|(other, _)| *other == text) {
                    Some((_, known)) => *known = known.max(share),
                    None => out.push((text, share)),
                }
            }
        };
        self.alternatives.iter().for_each(|(text, share)| add(text.clone(), *share));
        for (at, char) in self.chars.iter().enumerate() {
            // The share of a character is one beside that of the character that was taken.
            let beside = self.confidence.zip(char.confidence).filter(|(_, own)| *own > 0.0);
            let factor = beside.map_or(1.0, |(word, own)| word / own);
            for (other, share) in &char.alternatives {
                let texts = self.chars.iter().enumerate();
                let texts = texts.map(|(k, char)| if k == at { other.as_str() } else { &char.text });
                add(texts.collect(), (share * factor).min(1.0));
            }
        }
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out.truncate(READINGS);
        out
    }
}

/// A character as its reader saw it; a ligature is one box for each of its letters or one for all.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CharBox {
    /// What it is read as.
    pub text: String,
    /// Where it stands.
    pub area: Option<Area>,
    /// How sure its reader is, from 0 to 1.
    pub confidence: Option<f32>,
    /// What else it may be, and how much so, from 0 to 1; 0 where the reader does not say.
    pub alternatives: Vec<(String, f32)>,
}
