//! Labels the lines of a scanned book.

use rayon::prelude::*;

use crate::Ending;
use crate::book::ending::ending;
use crate::book::line::{BookLine, BookLineKind, is_wordy};
use crate::text::Span;

use super::boilerplate::Boilerplate;
use super::continuations;
use super::label::Label;
use super::row::{Segment, before_note, is_clean, only_numbers, read, worn_move};
use super::split_moves;
use super::title;

/// The kind of a line.
#[derive(Clone, Debug)]
pub enum ScanLineKind {
    /// Empty.
    Blank,
    /// A row of moves.
    Row(Vec<Segment>),
    /// Numbers only.
    Numbers(Vec<Label>),
    /// The heads of the columns.
    ColumnHead,
    /// How a game ended.
    End(Ending),
    /// A few words or signs without meaning: page furniture, parts of a diagram.
    Scrap,
    /// Running text.
    Prose,
}

/// A line of the source.
#[derive(Clone, Debug)]
pub struct ScanLine {
    /// Its byte range.
    pub span: Span,
    /// Its kind.
    pub kind: ScanLineKind,
    /// An ending after the moves of the row.
    pub ending: Option<Ending>,
}

/// Least bytes of a line of prose.
const PROSE: usize = 26;

/// A line that begins with a number and is at most so long is a row, whatever its words.
const ROW: usize = 44;

/// Most bytes of a row with one move.
const LONE: usize = 18;

/// Whether all of a row may be moves.
fn is_whole(segments: &[Segment]) -> bool {
    segments.iter().all(|s| s.pieces.iter().any(|piece| piece.from <= s.from && piece.to >= s.to))
}

/// Labels all lines, based on the labels of the plain reader.
#[must_use]
pub fn read_lines(text: &str, plain: &[BookLine]) -> Vec<ScanLine> {
    let stamps = Boilerplate::find(text, plain, |body| read(body).is_some() || ending(body).is_some());
    let mut lines: Vec<ScanLine> = plain
        .par_iter()
        .map(|line| {
            let body = stamps.without(&text[line.span.range()]);
            // A line that is only boilerplate stays as it is.
            let body = if body.trim().is_empty() { &text[line.span.range()] } else { body };
            let (kind, ending) = classify(body, &line.kind);
            ScanLine { span: Span::new(line.span.start, line.span.start + body.len()), kind, ending }
        })
        .collect();
    split_moves::join(text, &mut lines);
    continuations::join(text, &mut lines);
    demote_notes(text, &mut lines);
    keep_columns(text, &mut lines);
    lines
}

/// Marks lines as moves that are inside a column of moves, or between two numbered moves in Black's place,
/// even if they are badly misread.
fn keep_columns(text: &str, lines: &mut [ScanLine]) {
    let inked: Vec<usize> =
        (0..lines.len()).filter(|&at| !matches!(lines[at].kind, ScanLineKind::Blank)).collect();
    let lone = |line: &ScanLine, numbered: bool| match &line.kind {
        ScanLineKind::Row(segments) => {
            segments.len() == 1
                && segments[0].is_numbered() == numbered
                && segments[0].pieces.iter().all(|piece| piece.from == segments[0].pieces[0].from)
        }
        _ => false,
    };
    for at in 1..inked.len().saturating_sub(1) {
        let line = inked[at];
        let near = |other: usize, numbered: bool| {
            inked[other].abs_diff(line) <= 2 && lone(&lines[inked[other]], numbered)
        };
        let between = |numbered: bool| near(at - 1, numbered) && near(at + 1, numbered);
        if matches!(lines[line].kind, ScanLineKind::Scrap)
            && (between(false) || between(true))
            && let Some(segment) = worn_move(&text[lines[line].span.range()])
        {
            lines[line].kind = ScanLineKind::Row(vec![segment]);
        }
    }
}

fn classify(line: &str, plain: &BookLineKind) -> (ScanLineKind, Option<Ending>) {
    let body = line.trim();
    match plain {
        BookLineKind::Blank => return (ScanLineKind::Blank, None),
        BookLineKind::ColumnHead => return (ScanLineKind::ColumnHead, None),
        _ => {}
    }
    if let Some(numbers) = only_numbers(line) {
        return (ScanLineKind::Numbers(numbers), None);
    }
    // The initial of a name can look like a number: `I. Gunsberg v. J. Mason.`
    if is_furniture(body) || title::names_players(body) {
        return (ScanLineKind::Scrap, None);
    }
    if let Some((cut, found)) = said_end(line) {
        if line[..cut].trim().len() < 3 {
            return (ScanLineKind::End(found), None);
        }
        if let Some(segments) = read(&line[..cut]) {
            return (ScanLineKind::Row(segments), Some(found));
        }
    }
    let segments = read(line);
    let numbered = segments.as_ref().is_some_and(|segments| segments[0].is_numbered());
    // `BtoKs` is not a word.
    let short = segments.as_ref().is_some_and(|segments| body.len() < LONE && is_whole(segments));
    if is_wordy(line) && !(numbered && body.len() < ROW) && !short {
        if let Some(segments) = before_note(line) {
            return (ScanLineKind::Row(segments), None);
        }
        return (if body.len() >= PROSE { ScanLineKind::Prose } else { end_or_scrap(body) }, None);
    }
    match segments {
        Some(segments) => (ScanLineKind::Row(segments), None),
        None => (end_or_scrap(body), None),
    }
}

fn end_or_scrap(body: &str) -> ScanLineKind {
    match ending(body) {
        Some(found) => ScanLineKind::End(found),
        None if body.len() >= PROSE && body.split_whitespace().count() >= 5 => ScanLineKind::Prose,
        None => ScanLineKind::Scrap,
    }
}

/// "White to make his 20th move.", "[1st hour.": text beside diagrams and clocks.
fn is_furniture(body: &str) -> bool {
    let lower = body.to_lowercase();
    body.len() < 60
        && (lower.contains("to make his")
            || lower.contains("to play")
            || lower.contains("position after")
            || lower.contains("hour"))
}

/// The offset and the ending, if the line states one.
fn said_end(line: &str) -> Option<(usize, Ending)> {
    if line.len() > 70 {
        return None;
    }
    let words = line.split_whitespace().map(|word| word.as_ptr() as usize - line.as_ptr() as usize);
    // The whole rest of the line must be about the end: "Resigns.^", "And White resigned."
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

/// Marks rows inside paragraphs of prose as notes.
fn demote_notes(text: &str, lines: &mut [ScanLine]) {
    for paragraph in lines.split_mut(|line| matches!(line.kind, ScanLineKind::Blank)) {
        let prose = paragraph.iter().filter(|line| matches!(line.kind, ScanLineKind::Prose)).count();
        if prose == 0 || prose * 3 < paragraph.len() {
            // A row that is punctuated like a sentence is a note anywhere.
            for line in paragraph.iter_mut().filter(|line| is_sentence(text, line)) {
                line.kind = ScanLineKind::Prose;
            }
            continue;
        }
        let mut top = true;
        for line in paragraph {
            let labelled = match &line.kind {
                // Prose may follow directly after rows of the game, and numbered rows after prose.
                ScanLineKind::Row(segments) if top => is_games(&text[line.span.range()], segments),
                ScanLineKind::Row(segments) => segments[0].is_numbered() && line.span.len() < 40,
                _ => false,
            };
            top &= labelled;
            if matches!(line.kind, ScanLineKind::Row(_) | ScanLineKind::End(_))
                && (!labelled || is_sentence(text, line))
            {
                line.kind = ScanLineKind::Prose;
            }
        }
    }
}

/// Whether a row above prose belongs to the game: it is numbered and clean, or it consists of moves, each
/// after a legible number.
fn is_games(line: &str, segments: &[Segment]) -> bool {
    let sure = |segment: &Segment| {
        segment.label.is_some_and(|label| label.price == 0)
            && line[..segment.from].trim_end().ends_with(['.', ','])
    };
    segments[0].is_numbered() && is_clean(line, segments)
        || segments.iter().all(sure) && is_whole(segments) && line.trim().len() < ROW + 16
}

fn is_sentence(text: &str, line: &ScanLine) -> bool {
    let ScanLineKind::Row(_) = line.kind else { return false };
    let body = text[line.span.range()].trim();
    body.contains(';') && body.len() > 20
        || body.contains("&c")
        || body.contains(" or ")
        || body.contains(" if ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::line;
    use crate::testing::NoSense;

    /// One letter per non-empty line.
    fn kinds(text: &str) -> String {
        read_lines(text, &line::read(text, &NoSense))
            .iter()
            .filter_map(|line| match line.kind {
                ScanLineKind::Blank => None,
                ScanLineKind::Row(_) => Some('r'),
                ScanLineKind::Numbers(_) => Some('n'),
                ScanLineKind::ColumnHead => Some('h'),
                ScanLineKind::End(_) => Some('e'),
                ScanLineKind::Scrap => Some('s'),
                ScanLineKind::Prose => Some('p'),
            })
            .collect()
    }

    #[test]
    fn columns_heads_numbers_and_ends() {
        assert_eq!(kinds("WHITE\n\nBLACK\n\n1\n\nP to K 4\n\n2 Kt to K B 3\n\nResigns.\n"), "hhnrre");
        assert_eq!(kinds("BtoKs\n\nB toKs\n\nKtto Ksqr\n"), "rrr");
    }

    #[test]
    fn names_and_stamps_are_no_moves() {
        assert_eq!(kinds("I. BOWMAN V. J. Carter.\n1 P to K 4\n"), "sr");
        // Boilerplate on every page, also after a move.
        let stamp = "Bibl. Univ. Digitized 1901";
        let page = format!("1 P to K 4\n\n{stamp}\n\n");
        let text = format!("{}31. R. takes P. (ch.) {stamp}\n", page.repeat(8));
        assert_eq!(kinds(&text), format!("{}r", "rp".repeat(8)));
        assert_ne!(kinds(&format!("31. R. takes P. (ch.) {stamp}\n")), "r");
    }

    #[test]
    fn rows_right_above_prose_are_the_games() {
        let text = "10. Q. to Q's 2nd. 10. Kt. to Q. R's 4th.\nPurposing to get rid of the adverse Bishop, which commands\n\
                    the whole of the diagonal from here.\n";
        assert_eq!(kinds(text), "rpp");
        // The moves of a note are inside it.
        let text = "This was much better than the move that was expected here, for if\nP. to Q. R's 4th,\nBlack would \
                    then have moved the Queen away at once.\n";
        assert_eq!(kinds(text), "ppp");
    }

    #[test]
    fn what_is_worn_in_a_column_stays_in_it() {
        assert_eq!(kinds("P to K 3\nP*:dQ3<\nCastles\n"), "rrr");
        assert_eq!(kinds("P to K 3\n\n56\n\nCastles\n"), "rnr");
        assert_eq!(kinds("3 P to K 3\n\nQkB\n\n4 Castles\n"), "rrr");
        assert_eq!(kinds("THE CONGRESS\nP*:dQ3<\nCastles\n"), "ssr");
    }
}
