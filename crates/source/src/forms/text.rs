//! Plain text. Form feeds part pages; blanks are all that tells of columns, and are kept as places in characters.

use std::io::BufRead;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::Build;
use crate::decoder::Decoder;
use crate::document::PageSource;
use crate::form::Form;
use crate::input::Stream;
use crate::note::Notes;
use crate::{Area, Error, NoteKind, Page, Places, Word};

pub const ENTRY: Entry = Entry {
    form: Form::Text,
    // An empty list or object of JSON is text of a kind, but no pages.
    knows: |head| head.is_text() && !(head.is_json() && is_foreign_json(&head.text)),
    open,
};

/// JSON whose first thing is a key or another list: data, not a page that happens to begin with a bracket, as PGN does.
fn is_foreign_json(text: &str) -> bool {
    let inner = text[1..].trim_start();
    match text.as_bytes().first() {
        Some(b'{') => inner.starts_with('"'),
        _ => inner.starts_with('{'),
    }
}

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let stream = opening.input.open().map_err(|error| Error::io(&opening.input.name, error))?;
    Ok(Box::new(Text::new(&opening.input.name, stream)))
}

/// A line that is longer is cut.
const LONGEST_LINE: usize = 1 << 20;
/// A text without form feeds is cut into pages of so many lines, so that one of any length can be read.
const MOST_LINES: u32 = 20_000;
/// Tab stops.
const TAB: usize = 8;

struct Text {
    file: Arc<str>,
    decoder: Decoder<Stream>,
    ended: bool,
    told: bool,
    /// Whether no page has been given yet.
    first: bool,
}

/// How a line ends.
#[derive(PartialEq)]
enum End {
    Line,
    Page,
    Text,
}

impl Text {
    fn new(file: &Arc<str>, stream: Stream) -> Text {
        Text { file: file.clone(), decoder: Decoder::new(stream), ended: false, told: false, first: true }
    }

    /// Reads a line into `line`, of which it says where each of its bytes stood.
    fn line(&mut self, line: &mut Vec<u8>) -> End {
        line.clear();
        loop {
            // The decoder tells its errors in another way.
            let Ok(ready) = self.decoder.fill_buf() else { return End::Text };
            if ready.is_empty() {
                return End::Text;
            }
            let room = LONGEST_LINE - line.len();
            let ready = &ready[..ready.len().min(room)];
            match memchr::memchr2(b'\n', b'\x0c', ready) {
                Some(at) => {
                    line.extend_from_slice(&ready[..at]);
                    let end = if ready[at] == b'\n' { End::Line } else { End::Page };
                    self.decoder.consume(at + 1);
                    return end;
                }
                None => {
                    let many = ready.len();
                    line.extend_from_slice(ready);
                    self.decoder.consume(many);
                    if line.len() == LONGEST_LINE {
                        return End::Line;
                    }
                }
            }
        }
    }
}

impl PageSource for Text {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        if self.ended {
            return None;
        }
        let mut build = Build::new(&self.file, Places::Characters);
        let (mut rows, mut widest, mut cut) = (0, 0, false);
        let mut line = Vec::new();
        loop {
            self.decoder.begin_element();
            let from = self.decoder.position();
            let end = self.line(&mut line);
            // A long line may be cut within a character.
            let text = String::from_utf8_lossy(&line);
            cut |= line.len() == LONGEST_LINE;
            build.line(None);
            for (start, column, word) in words(&text) {
                let long = word.chars().count();
                let x1 = column + long;
                widest = widest.max(x1);
                let bytes = |at: usize| self.decoder.original(from + at as u64);
                let area = Area { x0: column as f32, y0: rows as f32, x1: x1 as f32, y1: rows as f32 + 1.0 };
                build.word(Word {
                    text: word.to_owned(),
                    span: bytes(start)..bytes(start + word.len()),
                    area: Some(area),
                    ..Word::default()
                });
            }
            build.end_line();
            rows += 1;
            match end {
                End::Line if rows < MOST_LINES => {}
                End::Line => {
                    if !std::mem::replace(&mut self.told, true) {
                        let message = format!("it has no form feeds; it is split every {MOST_LINES} lines");
                        notes.file(NoteKind::Limit, &self.file, message);
                    }
                    break;
                }
                End::Page => break,
                End::Text => {
                    self.ended = true;
                    break;
                }
            }
        }
        if cut {
            let message = format!("a line of more than {} KB was cut", LONGEST_LINE >> 10);
            notes.page(NoteKind::Limit, &self.file, message);
        }
        if self.ended {
            if let Some(why) = &self.decoder.broken {
                notes.file(NoteKind::BrokenOff, &self.file, format!("truncated: {why}"));
            }
            if self.decoder.stray > 0 {
                let message =
                    format!("{} bytes are not UTF-8 and were decoded as Windows-1252", self.decoder.stray);
                notes.file(NoteKind::Encoding, &self.file, message);
            }
        }
        build.page.size = Some((widest as u32, rows));
        let page = build.finish(notes);
        // A form feed ends the last page as often as it parts two.
        if self.ended && page.lines.is_empty() && !self.first {
            return None;
        }
        self.first = false;
        Some(Ok(page))
    }
}

/// The words of a line: where each starts, in bytes and in columns, and its text.
fn words(line: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut rest = line.char_indices().peekable();
    let mut column = 0;
    std::iter::from_fn(move || {
        loop {
            let (start, c) = rest.next()?;
            let from = column;
            column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
            if c.is_whitespace() || c.is_control() {
                continue;
            }
            while rest.next_if(|(_, c)| !c.is_whitespace() && !c.is_control()).is_some() {
                column += 1;
            }
            let end = rest.peek().map_or(line.len(), |&(at, _)| at);
            return Some((start, from, &line[start..end]));
        }
    })
}
