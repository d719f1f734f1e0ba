//! The lines of a scanned book, each with what it is.

use crate::record::Ending;
use crate::record::book::line::{Kind as Plain, Line as PlainLine, ending, is_wordy};
use crate::text::Span;

use super::label::Label;
use super::row::{Segment, only_numbers, read};

/// What a line of a scan is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Nothing.
    Blank,
    /// A row of moves.
    Row(Vec<Segment>),
    /// Numbers only.
    Numbers(Vec<Label>),
    /// The heads of the columns.
    ColumnHead,
    /// How a game ended.
    End(Ending),
    /// A few words or signs that say nothing: page furniture, what is left of a diagram.
    Scrap,
    /// Running text.
    Prose,
}

/// A line with its place.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// An ending behind the moves of the row.
    pub ending: Option<Ending>,
}

/// Lines of prose are longer than this.
const PROSE: usize = 26;

/// A row that begins with a number and is no longer than this is one, whatever its words.
const ROW: usize = 44;

/// Labels all lines, given those of the plain reader.
#[must_use]
pub fn read_lines(text: &str, plain: &[PlainLine]) -> Vec<Line> {
    let mut lines: Vec<Line> = plain
        .iter()
        .map(|line| {
            let (kind, ending) = classify(&text[line.span.range()], &line.kind);
            Line { span: line.span, kind, ending }
        })
        .collect();
    demote_notes(text, &mut lines);
    lines
}

fn classify(line: &str, plain: &Plain) -> (Kind, Option<Ending>) {
    let body = line.trim();
    match plain {
        Plain::Blank => return (Kind::Blank, None),
        Plain::ColumnHead => return (Kind::ColumnHead, None),
        _ => {}
    }
    if let Some(numbers) = only_numbers(line) {
        return (Kind::Numbers(numbers), None);
    }
    if is_furniture(body) {
        return (Kind::Scrap, None);
    }
    if let Some((cut, found)) = said_end(line) {
        if line[..cut].trim().len() < 3 {
            return (Kind::End(found), None);
        }
        if let Some(segments) = read(&line[..cut]) {
            return (Kind::Row(segments), Some(found));
        }
    }
    let segments = read(line);
    let numbered = segments.as_ref().is_some_and(|segments| segments[0].label.is_some());
    if is_wordy(line) && !(numbered && body.len() < ROW) {
        return (if body.len() >= PROSE { Kind::Prose } else { end_or_scrap(body) }, None);
    }
    match segments {
        Some(segments) => (Kind::Row(segments), None),
        None => (end_or_scrap(body), None),
    }
}

fn end_or_scrap(body: &str) -> Kind {
    match ending(body) {
        Some(found) => Kind::End(found),
        None if body.len() >= PROSE && body.split_whitespace().count() >= 5 => Kind::Prose,
        None => Kind::Scrap,
    }
}

/// "White to make his 20th move.", "[1st hour.": what stands beside diagrams and clocks.
fn is_furniture(body: &str) -> bool {
    let lower = body.to_lowercase();
    body.len() < 60
        && (lower.contains("to make his")
            || lower.contains("to play")
            || lower.contains("position after")
            || lower.contains("hour"))
}

/// Where on the line it is said how the game ended, and how.
fn said_end(line: &str) -> Option<(usize, Ending)> {
    if line.len() > 70 {
        return None;
    }
    let words = line.split_whitespace().map(|word| word.as_ptr() as usize - line.as_ptr() as usize);
    // The whole rest must be about the end: "Resigns.^", "And White resigned."
    let starts: Vec<usize> = words.collect();
    for (index, &at) in starts.iter().enumerate() {
        let rest = line[at..].trim_end_matches(|c: char| !c.is_alphabetic());
        let first = rest.split_whitespace().next()?;
        let opens = first.starts_with(|c: char| c.is_alphabetic()) && first.len() > 2 || first == "I";
        let few = starts.len() - index <= 5 && !first.starts_with("Kt");
        if opens
            && few
            && read(rest).is_none()
            && let Some(found) = ending(rest)
        {
            return Some((at, found));
        }
    }
    None
}

/// Rows inside paragraphs of prose are notes.
fn demote_notes(text: &str, lines: &mut [Line]) {
    for paragraph in lines.split_mut(|line| matches!(line.kind, Kind::Blank)) {
        let prose = paragraph.iter().filter(|line| matches!(line.kind, Kind::Prose)).count();
        if prose == 0 || prose * 3 < paragraph.len() {
            // A row that is parted like a sentence is a note wherever it stands.
            for line in paragraph.iter_mut().filter(|line| is_sentence(text, line)) {
                line.kind = Kind::Prose;
            }
            continue;
        }
        for (index, line) in paragraph.iter_mut().enumerate() {
            let labelled = match &line.kind {
                Kind::Row(segments) => index > 0 && segments[0].label.is_some() && line.span.len() < 40,
                _ => false,
            };
            if matches!(line.kind, Kind::Row(_) | Kind::End(_)) && (!labelled || is_sentence(text, line)) {
                line.kind = Kind::Prose;
            }
        }
    }
}

fn is_sentence(text: &str, line: &Line) -> bool {
    let Kind::Row(_) = line.kind else { return false };
    let body = text[line.span.range()].trim();
    body.contains(';') && body.len() > 20
        || body.contains("&c")
        || body.contains(" or ")
        || body.contains(" if ")
}
