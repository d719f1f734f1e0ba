//! Text of a record that no reading has accounted for: moves, numbered moves and results outside the cells that were
//! read and outside what is clearly not part of the score.
//!
//! A layout may lose moves without noticing: as a comment, as a note, after the last row that it recognises. So this
//! module goes through the text again, line by line, without a layout. Brackets are notes, lines of mostly words are
//! prose, and lines of only moves are neither.

mod figures;
mod gap;
mod judge;
mod tail;
#[cfg(test)]
mod tests;
mod word;

use crate::MoveSense;
use crate::segment::Segmenter;
use crate::text::Span;

/// A cell that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadCell {
    /// Its place.
    pub span: Span,
    /// The half-move that it is, from 1.
    pub ply: u32,
    /// Whether its number is printed with it.
    pub in_order: bool,
}

/// What is known about the text of one game.
#[derive(Copy, Clone, Debug)]
pub struct GameText<'p> {
    /// The whole text.
    pub text: &'p str,
    /// All text that may belong to this game: from the end of the previous game to the start of the next.
    pub region: Span,
    /// The part of it that the layout used.
    pub own: Span,
    /// The cells that were read, by place.
    pub read: &'p [ReadCell],
    /// Other text that is accounted for, by place: tag pairs, comments, variations, other games.
    pub explained: &'p [Span],
    /// The number of the next move.
    pub due: u32,
    /// The end of the words that end the game, if they stand behind its moves.
    pub end: Option<usize>,
    /// Whether the game's notation can read a text without letters.
    pub numeric: bool,
    /// Whether all cells were read.
    pub whole: bool,
}

/// Text that no reading has accounted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it stands.
    pub span: Span,
    /// What stands there.
    pub kind: LeftoverKind,
    /// Whether it comes after the last move that was read.
    pub behind: bool,
    /// How many moves it looks like, at least 1.
    pub moves: usize,
}

/// What the text is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeftoverKind {
    /// Texts that can be read as moves.
    Moves,
    /// A move number, and a text that cannot be read as a move.
    Numbered,
    /// A move that was read, but whose original text does not literally say it, or says more.
    Unlike,
    /// A move that was read as part of another game.
    Woven,
    /// A move that was read, but that the printed numbers contradict.
    Order,
    /// A text that is written as a move, and was put into a comment.
    Commented,
    /// A move that was read, although the words around it say that it was not played.
    Unplayed,
    /// A move that was read at the end of a game, in a sentence that follows it.
    Told,
    /// Words that say that the game ended, before moves that were read.
    Ended,
    /// A move whose letter is that of another piece elsewhere in the game.
    Letter,
    /// A sign of capture where nothing is taken.
    Capture,
    /// Words that say that the game was played at odds, which were not given.
    Odds,
    /// The number that is due, behind the last move, without a move.
    Lone,
}

/// Likeness from which a text counts as a move.
const LIKE: f32 = 0.5;
/// Most bytes of a note in brackets.
const LONGEST_NOTE: usize = 8_000;
/// A longer line, in bytes, is not examined word by word.
const LONGEST_LINE: usize = 4_000;
/// Bytes after the last move in which the game may continue.
const FAR: usize = 4_000;

/// Finds the text of a game that is not accounted for.
#[must_use]
pub fn left_over(print: &GameText<'_>, sense: &dyn MoveSense) -> Vec<Leftover> {
    let mut looker = Looker {
        print: *print,
        segmenter: Segmenter::new(print.text, sense),
        figures: figures::between(print),
        last: print.read.iter().map(|mark| mark.span.end).max().unwrap_or(0),
        found: Vec::new(),
    };
    let mut at = print.region.start;
    let mut read = print.read.iter().map(|mark| mark.span).peekable();
    let mut other = print.explained.iter().copied().peekable();
    loop {
        let next = match (read.peek(), other.peek()) {
            (Some(a), Some(b)) if a.start <= b.start => read.next(),
            (Some(_), None) => read.next(),
            (_, Some(_)) => other.next(),
            (None, None) => None,
        };
        let Some(span) = next else { break };
        // What accounts for text may reach beyond the region.
        let end = span.start.min(print.region.end);
        if end > at {
            looker.gap(Span::new(at, end));
        }
        at = at.max(span.end);
    }
    if at < print.region.end {
        looker.gap(Span::new(at, print.region.end));
    }
    // If other moves are also followed by digits, those after the last move are of the same kind.
    if print.whole && looker.figures == 0 {
        let known = |one: &Leftover| looker.found.iter().any(|other| other.span == one.span);
        let more: Vec<Leftover> = figures::behind(print).into_iter().filter(|one| !known(one)).collect();
        looker.found.extend(more);
        looker.found.extend(figures::torn_off(print));
    }
    if print.whole && !looker.found.iter().any(|found| found.behind) {
        let tail = looker.tail();
        looker.found.extend(tail);
    }
    looker.found
}

struct Looker<'p, 's> {
    print: GameText<'p>,
    segmenter: Segmenter<'p, 's>,
    /// How many moves are followed by numbers other than the next move number: times, evaluations.
    figures: usize,
    /// Where the last move that was read ends; 0 if there is none.
    last: usize,
    found: Vec<Leftover>,
}
