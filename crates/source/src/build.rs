//! Pages as they are put together, whatever their form.

use std::ops::Range;
use std::sync::Arc;

use crate::note::Notes;
use crate::{Area, Line, NoteKind, Page, Places, Word};

/// No page of paper has more words.
const MOST_WORDS: usize = 200_000;
/// No word has more characters.
const LONGEST_WORD: usize = 1024;

/// A page in the making.
#[derive(Debug, Default)]
pub(crate) struct Build {
    pub page: Page,
    words: usize,
    /// The line that words go to stands last in the page.
    is_open: bool,
    /// A paragraph begins with the next line that has words.
    opens: bool,
    dropped: usize,
    cut: usize,
    estimated: bool,
}

impl Build {
    pub fn new(file: &Arc<str>, places: Places) -> Build {
        Build { page: Page { file: file.clone(), places, ..Page::default() }, ..Build::default() }
    }

    /// Begins a line; the last one, if it stayed empty, is gone.
    pub fn line(&mut self, area: Option<Area>) {
        self.end_line();
        self.page.lines.push(Line { words: Vec::new(), area, opens: self.opens });
        self.is_open = true;
    }

    /// Begins a paragraph.
    pub fn paragraph(&mut self) {
        self.end_line();
        self.opens = true;
    }

    /// Ends the line: a word that comes now begins another.
    pub fn end_line(&mut self) {
        if self.page.lines.last().is_some_and(|line| line.words.is_empty()) {
            self.page.lines.pop();
        } else if self.is_open {
            self.opens = false;
        }
        self.is_open = false;
    }

    /// How many words the open line has.
    pub fn in_line(&self) -> usize {
        if self.is_open { self.page.lines.last().map_or(0, |line| line.words.len()) } else { 0 }
    }

    /// The last word of the open line.
    pub fn last_word(&mut self) -> Option<&mut Word> {
        if !self.is_open {
            return None;
        }
        self.page.lines.last_mut()?.words.last_mut()
    }

    /// Adds a word to the open line. Blanks in its text make several words of it, that share its area.
    pub fn word(&mut self, mut word: Word) {
        let text = word.text.trim();
        if text.is_empty() {
            return;
        }
        if text.contains(char::is_whitespace) {
            let (text, area, span) = (text.to_owned(), word.area, word.span.clone());
            let confidence = word.confidence;
            return self.shared(&text, area, span, confidence);
        }
        if text.len() != word.text.len() {
            word.text = text.to_owned();
        }
        // A soft hyphen at a line's end is printed.
        if word.text.ends_with('\u{ad}') {
            word.text.pop();
            word.text.push('-');
            if let Some(last) = word.chars.last_mut().filter(|last| last.text == "\u{ad}") {
                "-".clone_into(&mut last.text);
            }
        }
        if let Some((end, _)) = word.text.char_indices().nth(LONGEST_WORD) {
            word.text.truncate(end);
            word.chars.clear();
            self.cut += 1;
        }
        let joined = word.chars.iter().map(|char| char.text.as_str());
        if !word.chars.is_empty() && !joined.flat_map(str::chars).eq(word.text.chars()) {
            word.chars.clear();
        }
        word.confidence = word.confidence.map(|share| share.clamp(0.0, 1.0));
        // Of a word whose element has no end only the beginning is known.
        word.span.end = word.span.end.max(word.span.start);
        if word.area.is_none() {
            word.area = word.chars.iter().filter_map(|char| char.area).reduce(Area::join);
        }
        self.words += 1;
        if self.words > MOST_WORDS {
            self.dropped += 1;
            return;
        }
        if !self.is_open {
            self.line(None);
        }
        if let Some(line) = self.page.lines.last_mut() {
            line.words.push(word);
        }
    }

    /// Adds the words of a text whose place is known only as a whole: each takes its share by its length.
    pub fn shared(&mut self, text: &str, area: Option<Area>, span: Range<usize>, confidence: Option<f32>) {
        let length = text.trim().chars().count().max(1) as f32;
        let step = area.map(|area| area.width() / length);
        let (mut at, mut many) = (0, 0);
        for piece in text.trim().split(char::is_whitespace) {
            let long = piece.chars().count();
            let place = area.zip(step).map(|(area, step)| {
                let x0 = area.x0 + at as f32 * step;
                Area { x0, x1: x0 + long as f32 * step, ..area }
            });
            at += long + 1;
            if !piece.is_empty() {
                many += 1;
                self.word(Word {
                    text: piece.to_owned(),
                    span: span.clone(),
                    area: place,
                    confidence,
                    ..Word::default()
                });
            }
        }
        self.estimated |= many > 1 && area.is_some();
    }

    /// The page, its empty lines left out; whatever was not taken is told.
    pub fn finish(mut self, notes: &mut Notes) -> Page {
        self.end_line();
        let mut page = self.page;
        page.lines.retain(|line| !line.words.is_empty());
        for line in &mut page.lines {
            line.area =
                line.area.or_else(|| line.words.iter().filter_map(|word| word.area).reduce(Area::join));
        }
        let file = page.file.clone();
        if self.dropped > 0 {
            let message = format!("the page has {} words; {} were not read", self.words, self.dropped);
            notes.page(NoteKind::Limit, &file, message);
        }
        if self.cut > 0 {
            let message = format!("{} words of more than {LONGEST_WORD} characters were cut", self.cut);
            notes.page(NoteKind::Limit, &file, message);
        }
        if self.estimated {
            notes.page(
                NoteKind::Estimated,
                &file,
                "word positions are estimated from the positions of their lines",
            );
        }
        if page.words().all(|word| word.area.is_none()) {
            page.places = Places::None;
        }
        page
    }
}

/// A share of a hundred as one of one; none where the number says "unknown".
pub(crate) fn percent(number: f32) -> Option<f32> {
    (0.0..=100.0).contains(&number).then_some(number / 100.0)
}

/// The mean of what is known.
pub(crate) fn mean(shares: impl Iterator<Item = f32>) -> Option<f32> {
    let (mut sum, mut many) = (0.0, 0_u32);
    for share in shares {
        sum += share;
        many += 1;
    }
    (many > 0).then(|| sum / many as f32)
}
