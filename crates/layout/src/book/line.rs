//! One line of a book: its kind, and its labels and cells.

use std::sync::LazyLock;

use regex::Regex;

use super::ending::ending;
use super::row::{label, row};
use super::shape::{Shape, shape};
use crate::text::Span;
use crate::{Ending, MoveSense};

/// The kind of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum BookLineKind {
    /// Empty.
    Blank,
    /// Moves, with or without their numbers.
    Row(Vec<RowCell>),
    /// The heads of the columns: `WHITE  BLACK`.
    ColumnHead,
    /// Only move numbers.
    Numbers(Vec<u32>),
    /// How a game ended.
    End(Ending),
    /// A board drawn with characters, a picture's caption.
    Diagram,
    /// Anything else.
    Prose,
}

/// A cell on a row, with the number before it.
#[derive(Clone, Debug, PartialEq)]
pub struct RowCell {
    /// Its byte range in the source.
    pub span: Span,
    /// The number, if it can be read.
    pub number: Option<u32>,
    /// Whether dots replace White's move, so that the cell is Black's.
    pub leaders: bool,
    /// Its shape.
    pub shape: Shape,
}

/// A line of the source.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// Its byte range, without the line end.
    pub span: Span,
    /// Its kind.
    pub kind: BookLineKind,
    /// An ending on the same line as a move.
    pub ending: Option<Ending>,
}

/// A word on a line.
#[derive(Copy, Clone)]
pub(super) struct LineWord<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Number of spaces before it.
    pub(super) gap: usize,
}

/// Most bytes of a row; a longer line is a paragraph.
pub(super) const LONGEST_ROW: usize = 130;
/// Greatest move number; larger numbers are years and pages.
pub(super) const MOST_MOVES: u32 = 600;
/// Most words of a cell: `K. R. takes K. R. P. (dis. ch.)`.
pub(super) const LONGEST_CELL: usize = 11;

/// Reads every line of `text`.
pub fn read(text: &str, sense: &dyn MoveSense) -> Vec<BookLine> {
    let mut lines = Vec::new();
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let trimmed = raw.trim_end_matches(['\n', '\r', '\u{c}']);
        let lead = trimmed.len() - trimmed.trim_start_matches('\u{c}').len();
        let span = Span::new(start + lead, start + trimmed.len());
        let (kind, ending) = classify(&text[span.range()], span.start, sense);
        lines.push(BookLine { span, kind, ending });
        start += raw.len();
    }
    demote_notes(text, &mut lines);
    lines
}

/// Marks moves inside a paragraph as prose: if one of several adjacent lines is prose, rows that separate
/// their moves like a sentence ("29 Q-R3, P-R4; 30 Q-R4,") are prose too.
fn demote_notes(text: &str, lines: &mut [BookLine]) {
    let sentence = |line: &BookLine| match &line.kind {
        BookLineKind::Row(pieces) => pieces.iter().any(|piece| {
            let cell = &text[piece.span.range()];
            cell.contains(';') || cell.ends_with(',')
        }),
        _ => false,
    };
    for paragraph in lines.split_mut(|line| line.kind == BookLineKind::Blank) {
        if !paragraph.iter().any(|line| line.kind == BookLineKind::Prose && line.span.len() > WIDE_PROSE) {
            continue;
        }
        for line in paragraph.iter_mut().filter(|line| sentence(line)) {
            line.kind = BookLineKind::Prose;
            line.ending = None;
        }
    }
}

/// Shorter lines of prose can be headings or ends of games.
pub(super) const WIDE_PROSE: usize = 40;

/// The kind of one line. `offset` is its start in the source.
fn classify(line: &str, offset: usize, sense: &dyn MoveSense) -> (BookLineKind, Option<Ending>) {
    let body = line.trim();
    if body.is_empty() {
        return (BookLineKind::Blank, None);
    }
    if is_diagram(body) {
        return (BookLineKind::Diagram, None);
    }
    if is_column_head(body) {
        return (BookLineKind::ColumnHead, None);
    }
    if body.len() > LONGEST_ROW {
        return (BookLineKind::Prose, None);
    }
    if let Some(ending) = ending(body) {
        return (BookLineKind::End(ending), None);
    }
    let words = words(line);
    if let Some(numbers) = only_numbers(&words) {
        return (BookLineKind::Numbers(numbers), None);
    }
    if too_wordy(&words) {
        return (BookLineKind::Prose, None);
    }
    match row(line, &words, offset, sense) {
        Some((pieces, ending)) => (BookLineKind::Row(pieces), ending),
        None => (BookLineKind::Prose, None),
    }
}

fn words(line: &str) -> Vec<LineWord<'_>> {
    let mut words = Vec::new();
    let mut end = 0;
    for text in line.split_whitespace() {
        let at = text.as_ptr() as usize - line.as_ptr() as usize;
        let gap = line[end..at].chars().count();
        end = at + text.len();
        // `12.P-K4` and `3...B-Kt5`: split off the number.
        let head = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = text[head..].len() - text[head..].trim_start_matches(['.', '…']).len();
        let cut = head + dots;
        if head > 0 && head <= 3 && dots > 0 && cut < text.len() {
            words.push(LineWord { text: &text[..cut], at, gap });
            words.push(LineWord { text: &text[cut..], at: at + cut, gap: 0 });
        } else {
            words.push(LineWord { text, at, gap });
        }
    }
    words
}

/// Whether a word may occur in a row of moves; other long words indicate prose.
fn is_move_word(text: &str) -> bool {
    let word: String = text.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    word.len() < 4
        || text.len() <= 14 && shape(text) > Shape::None
        || [
            "takes", "takts", "castl", "check", "mate", "squar", "queen", "king", "rook", "bishop", "knight",
            "pawn", "becom", "resign", "wins", "doubl", "best", "side", "white", "black", "with", "drawn",
            "disc", "pass", "game", "interp", "moves", "retak", "threat",
        ]
        .iter()
        .any(|stem| word.starts_with(stem))
        || word.chars().filter(|c| "aeiou".contains(*c)).count() * 4 < word.len()
}

/// Whether a line has more long words than a row of moves can have.
#[must_use]
pub fn is_wordy(line: &str) -> bool {
    too_wordy(&words(line))
}

fn too_wordy(words: &[LineWord<'_>]) -> bool {
    let long = words.iter().filter(|word| !is_move_word(word.text)).count();
    long > 2 || long * 3 > words.len()
}

fn is_diagram(body: &str) -> bool {
    let bars = body.matches('|').count();
    let rules = body.matches(['-', '+', '=', '_', '─', '═']).count();
    bars >= 4
        || (rules >= 10 && rules * 4 > body.len() * 3)
        || body.starts_with("[Illustration")
        || body.starts_with("Diag")
        || (body.split_whitespace().count() >= 8
            && body.split_whitespace().all(|w| w.len() <= 2 && !w.contains(|c: char| c.is_ascii_digit()))
            && !body.contains("to"))
}

fn is_column_head(body: &str) -> bool {
    static HEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(?:w[h][il1]te?|bl[ai][co]k|weiss|schwarz|blancs|noirs|wnitf|w\.|b\.)\W*(?:\([^)]*\)?\W*)?(?:(?:white|bl[ai]ck)\W*(?:\([^)]*\)?\W*)?){0,3}$").expect("a pattern of ours")
    });
    let first = body.chars().find(|c| c.is_alphabetic());
    let may_be = first.is_some_and(|c| matches!(c.to_ascii_lowercase(), 'w' | 'b' | 's' | 'n'));
    may_be && body.len() < 90 && HEAD.is_match(body)
}

fn only_numbers(words: &[LineWord<'_>]) -> Option<Vec<u32>> {
    if words.len() > 8 {
        return None;
    }
    words.iter().map(|word| label(word.text).map(|(n, _)| n)).collect()
}
