//! A game with notes in words between its moves, as people annotate: moves in numbers, then a paragraph about
//! them, with moves of its own, then the game's next number.
//!
//! The numbers alone do not tell which moves are the game's, since notes are numbered as well; the
//! [`Board`](super::Board) does. The game is the way through the numbers that can be played and goes farthest,
//! where it re-enters at the beginning of a line or of a sentence.

mod draft;
mod exercises;
mod marks;
mod path;
#[cfg(test)]
mod tests;

pub use exercises::Exercises;

use super::heading::fen_on;
use super::restart::last_restart;
use super::segment::Segmenter;
use super::words::{Row, rows};
use super::{Board, Draft, Layout, MoveSense, Start, odds};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};
use marks::Mark;
pub(crate) use marks::is_novelty;
use path::{Found, Freedom};
use scorebook_lexicon::mark_of;

/// Moves with prose between them.
#[derive(Debug)]
pub struct Annotated;

/// Fewest half-moves of a game; fewer are an example in prose.
const SHORTEST: usize = 6;
/// Fewest half-moves that are told where a text has nothing else.
const FEWEST: usize = 3;

/// Of the moves and numbers of a game but few are misspelled: with more, the moves of notes would do as well as the game's.
const NOTED: Freedom = Freedom { slips: 2, within: true };
/// What is told may stand in the middle of a sentence, too.
const TOLD: Freedom = Freedom { slips: 0, within: true };

impl Layout for Annotated {
    fn name(&self) -> &'static str {
        "annotated"
    }

    fn title(&self) -> &'static str {
        "numbered moves with notes in words between them"
    }

    /// Never the first choice: it is tried where the others leave text over.
    fn sniff(&self, _: &Source, _: &dyn MoveSense) -> f32 {
        0.0
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let Some(mut searched) = Searched::of(source, sense, SHORTEST, NOTED) else { return Vec::new() };
        // Games without notes are read by other layouts, which also say what is wrong with them.
        let (text, marks) = (source.text(), &searched.marks);
        let is_noted = |found: &Found| has_notes(text, marks, found) || is_remarked(text, marks, found);
        if searched.games.iter().any(is_noted) { searched.drafts(source) } else { Vec::new() }
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}

/// The games of a text that can be played from its numbers.
struct Searched<'a, 's> {
    marks: Vec<Mark<'a>>,
    segmenter: Segmenter<'a, 's>,
    games: Vec<Found>,
}

impl<'a, 's> Searched<'a, 's> {
    /// Those of at least so many half-moves, and with that freedom; `None` if legality is not known.
    fn of(
        source: &'a Source,
        sense: &'s dyn MoveSense,
        shortest: usize,
        freedom: Freedom,
    ) -> Option<Searched<'a, 's>> {
        let board = sense.board(&Start::Array)?;
        let mut segmenter = Segmenter::new(source.text(), sense);
        let marks = marks::of(source.text(), &mut segmenter);
        let stated = stated(source.text(), sense);
        let games = path::games(source.text(), &marks, board, stated, shortest, freedom);
        Some(Searched { marks, segmenter, games })
    }

    /// Each as a draft, with the lines above it as its heading.
    fn drafts(&mut self, source: &'a Source) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut after = 0;
        for found in &self.games {
            let from = found.steps.first().map_or(after, |first| self.marks[first.start()].word.start);
            let above = draft::above(source.text(), after, from);
            drafts.push(draft::draft(source, &self.marks, found, &above, &mut self.segmenter));
            after = drafts.last().map_or(after, |draft| draft.span.end);
        }
        drafts
    }
}

/// The positions that lines of a text state, as FEN or as odds, and where these lines end.
fn stated(text: &str, sense: &dyn MoveSense) -> Vec<(usize, Box<dyn Board>)> {
    /// Most positions that are looked at.
    const MOST: usize = 64;
    /// A longer line, in bytes, is a passage.
    const LONGEST: usize = 200;
    let start = |row: Row<'_>| match fen_on(row) {
        Some((fen, place)) => Some(Start::Fen(fen, place)),
        None => odds::read(row.text).map(|fen| Start::Odds(fen, row.span())),
    };
    let lines = rows(text, 0).filter(|row| row.text.len() <= LONGEST);
    let stated = lines.filter_map(|row| Some((row.span().end, start(row)?))).take(MOST);
    stated.filter_map(|(end, start)| Some((end, sense.board(&start)?))).collect()
}

/// The first moves of games that stand anywhere in a text, in sentences too, and can be played as they are: what is left to read where the
/// layout of a text finds no game. Each is told.
pub fn beginnings<'a>(source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
    let Some(mut searched) = Searched::of(source, sense, FEWEST, TOLD) else { return Vec::new() };
    let mut found: Vec<Draft<'a>> = Vec::new();
    for mut draft in searched.drafts(source) {
        // What is said twice, or begins in the same way, is one.
        if found.iter().any(|other| begins_with(other, &draft)) {
            continue;
        }
        let first = draft.mainline.cells.first().map(|cell| cell.span).unwrap_or_default();
        let message = "the first moves of a game, among words; nothing says whether they are all of it";
        draft.findings.push(Finding::new(&code::L331, first, message));
        found.push(draft);
    }
    found
}

/// Whether a game begins with all moves of another one.
fn begins_with(whole: &Draft<'_>, part: &Draft<'_>) -> bool {
    let texts = |draft: &'_ Draft<'_>| -> Vec<String> {
        draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect()
    };
    texts(whole).starts_with(&texts(part))
}

/// A game that can be played from the numbers of a text, with notes or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// The places of its half-moves, at least one.
    pub half_moves: Vec<Span>,
    /// What stands behind them and may go on with the game, though it cannot be played.
    pub goes_on: Option<Span>,
}

/// The games that can be played from the numbers of a text.
pub fn playable(source: &Source, sense: &dyn MoveSense) -> Vec<Playable> {
    playable_from(source, sense, SHORTEST)
}

/// The same of at least so many half-moves: fewer than a game has may be the example of a sentence.
pub fn playable_from(source: &Source, sense: &dyn MoveSense, shortest: usize) -> Vec<Playable> {
    let Some(Searched { marks, games, .. }) = Searched::of(source, sense, shortest, Freedom::NONE) else {
        return Vec::new();
    };
    let place = |at: usize| marks[at].word.span();
    let game = |found: &Found| Playable {
        half_moves: found.steps.iter().map(|step| place(step.moved)).collect(),
        goes_on: found.goes_on.map(place),
    };
    games.iter().map(game).collect()
}

/// Whether a remark stands behind the last move, on its line or the next, and no more words of check or mate, which the position
/// would have to bear out.
fn is_remarked(text: &str, marks: &[Mark<'_>], found: &Found) -> bool {
    let Some(last) = found.steps.last().filter(|_| found.goes_on.is_none()) else { return false };
    let from = marks[last.moved].word.span().end;
    let behind = text.get(from..found.until).unwrap_or_default();
    let line = behind.match_indices('\n').nth(1).map_or(found.until, |(at, _)| from + at);
    let remark = text.get(from..line).unwrap_or_default();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    // A later sentence speaks of something else.
    let ends = |word: &str| word.ends_with(['.', '!', '?']) && word.chars().count() > 2;
    let sentence = remark.split_whitespace().position(ends).map_or(usize::MAX, |last| last + 1);
    let words = remark.split_whitespace().take(sentence);
    let marks = words.filter(|word| mark_of(&bare(word)).is_some()).count();
    marks == 0 && !draft::notes(text, Span::new(from, line)).is_empty()
}

/// Whether words or brackets stand between the moves of a game.
fn has_notes(text: &str, marks: &[Mark<'_>], found: &Found) -> bool {
    let between = found.steps.windows(2).map(|pair| (pair[0].moved + 1)..pair[1].start());
    let behind = found.steps.last().zip(found.goes_on).map(|(last, next)| (last.moved + 1)..next);
    between.chain(behind).any(|range| {
        // The move that may go on can stand before the last one.
        let note = marks.get(range).unwrap_or_default();
        let span = note.first().zip(note.last()).map(|(a, b)| a.word.span().join(b.word.span()));
        note.iter().any(|mark| mark.depth > 0)
            || span.is_some_and(|span| {
                let is_talk = || text.get(span.start..span.end).is_some_and(draft::is_plain_talk);
                !draft::notes(text, span).is_empty() || is_talk()
            })
    })
}
