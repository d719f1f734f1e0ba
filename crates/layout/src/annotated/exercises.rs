//! Positions with the moves that are played from each: exercises and their solutions, the ends of games.
//!
//! A position is a FEN anywhere on a line, a board, or a list of the men. What stands behind it, up to the heading of the next one,
//! are moves that can be played from it, with any number, and words. Legality tells them apart, as in [annotated
//! games](super).

use shakmaty::Color;
use shakmaty::fen::Fen;

use super::marks::{self, Mark};
use super::path::{self, Found};
use super::{draft, has_notes};
use crate::diagram::{diagrams, numbered, start_fen};
use crate::finding::{Finding, code};
use crate::heading::{fen_on, tag_pair};
use crate::segment::Segmenter;
use crate::text::{Source, Span};
use crate::words::{Row, rows};
use crate::{Draft, Layout, MoveSense, Start};

/// Positions, each with the moves from it.
#[derive(Debug)]
pub struct Exercises;

/// Longest text, in bytes.
const LONGEST: usize = 1 << 18;
/// Most lines that stand before a position as its heading, and most bytes of one.
const HEADING: usize = 8;
const LINE: usize = 100;

impl Layout for Exercises {
    fn name(&self) -> &'static str {
        "exercises"
    }

    fn title(&self) -> &'static str {
        "positions (FEN, boards, lists of men), each with the moves from it"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let positions = positions(source.text());
        if positions.is_empty() || is_other(source.text()) {
            return 0.0;
        }
        let mut segmenter = Segmenter::new(source.text(), sense);
        let marks = marks::of(source.text(), &mut segmenter);
        // Boards stand between the moves of a game, too.
        let whole = sense.board(&Start::Array).map(|board| {
            path::games(source.text(), &marks, board, Vec::new(), super::SHORTEST, path::Freedom::NONE)
        });
        if whole.is_some_and(|games| !games.is_empty()) {
            return 0.0;
        }
        let solved = solved(source, &positions, &marks, sense);
        let found = || solved.iter().flatten().map(|one| &one.solved);
        // What is wrong with the moves of one position is told better where the moves alone are looked at.
        let is_clear = match positions.len() {
            1 => found().all(|one| one.found.goes_on.is_none() && one.is_needed(source.text())),
            _ => solved.iter().filter(|one| one.is_none()).count() * 2 < solved.len(),
        };
        if found().count() > 0 && is_clear { crate::CERTAIN } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let text = source.text();
        let positions = positions(text);
        let mut segmenter = Segmenter::new(text, sense);
        let marks = marks::of(text, &mut segmenter);
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut after = 0;
        let mut last: Option<Solved<'_>> = None;
        for one in solved(source, &positions, &marks, sense).into_iter().flatten() {
            let Placed { position, solved, places } = one;
            let own = &marks[places];
            let first = solved.found.steps[0];
            let from = own[first.start()].word.start;
            let above = above(text, after, from, position.span);
            let mut draft = draft::draft(source, own, &solved.found, &above, &mut segmenter);
            if solved.is_assumed {
                let side = if solved.turn.is_white() { "White" } else { "Black" };
                let why = format!(
                    "the position does not say who is to move; by the number of the first move {side} is"
                );
                draft.findings.push(Finding::new(&code::L116, position.span, why));
            }
            if !position.is_fen && solved.fen.split(' ').nth(2).is_some_and(|rights| rights != "-") {
                let why = "kings and rooks on their first squares are taken to be unmoved";
                draft.findings.push(Finding::new(&code::L115, position.span, why));
            }
            // A board does not say which move it is.
            let number = (position.fens.len() > 1 || !position.is_fen).then_some(first.number);
            draft.start = Start::Fen(numbered(&solved.fen, number), position.span);
            draft.span = draft.span.join(position.span);
            draft.explained.push(position.span);
            draft.explained.extend(above.iter().map(|row| row.span()));
            after = draft.span.end;
            let goes_on = !position.is_fen && last.is_some_and(|last| solved.goes_on_from(&last));
            if let Some(before) = drafts.last_mut().filter(|_| goes_on) {
                let why = "the game may go on here: behind this board the numbers do, so that it may show where the game stands";
                before.findings.push(Finding::new(&code::L306, position.span, why));
            }
            last = Some(solved);
            drafts.push(draft);
        }
        drafts
    }
}

/// Whether a text is in a form of its own, in which positions stand as well.
fn is_other(text: &str) -> bool {
    text.len() > LONGEST
        || text.trim_start().starts_with(['{', '<'])
        || text.lines().any(begins_with_tag_pair)
}

/// Whether a line is a tag pair, or begins with one: all of a game may stand on it.
fn begins_with_tag_pair(line: &str) -> bool {
    line.trim_start().split_inclusive(']').next().is_some_and(|first| tag_pair(first).is_some())
}

/// A position of a text.
struct Position {
    span: Span,
    /// Whether it is given as FEN.
    is_fen: bool,
    /// As FEN, for each side that may be to move.
    fens: Vec<(Color, String)>,
}

/// The positions of a text, in order.
fn positions(text: &str) -> Vec<Position> {
    let of_fen = |(fen, span): (String, Span)| {
        let turn = fen.parse::<Fen>().ok()?.as_setup().turn;
        Some(Position { span, is_fen: true, fens: vec![(turn, fen)] })
    };
    let mut found: Vec<Position> = rows(text, 0).filter_map(fen_on).filter_map(of_fen).collect();
    for board in diagrams(text) {
        let sides = board.turn.map_or(vec![Color::White, Color::Black], |turn| vec![turn]);
        let fens = sides.into_iter().filter_map(|turn| {
            let start = crate::diagram::Diagram { turn: Some(turn), ..board.clone() }.start()?;
            Some((turn, start_fen(&start)))
        });
        let fens: Vec<_> = fens.collect();
        if !fens.is_empty() {
            found.push(Position { span: board.span, is_fen: false, fens });
        }
    }
    found.sort_by_key(|position| position.span.start);
    found
}

/// A position with its moves, and the places of their marks.
struct Placed<'t> {
    position: &'t Position,
    solved: Solved<'t>,
    places: std::ops::Range<usize>,
}

/// Each position with its moves; nothing for one that has none. A board between the moves of a game, which shows where it stands, is left
/// out: the numbers go on behind it, and so do the moves from the position before.
fn solved<'t>(
    source: &'t Source,
    positions: &'t [Position],
    marks: &'t [Mark<'t>],
    sense: &dyn MoveSense,
) -> Vec<Option<Placed<'t>>> {
    let mut all: Vec<Option<Placed<'t>>> = Vec::new();
    for section in sections(source.text(), positions, marks) {
        let Some((position, places)) = section else {
            all.push(None);
            continue;
        };
        let own = solve(source, position, &marks[places.clone()], sense);
        if let Some(before) = all.iter_mut().rev().flatten().next()
            && !position.is_fen
            && own.as_ref().is_none_or(|own| own.goes_on_from(&before.solved))
            && let whole = (before.places.start..places.end)
            && let Some(longer) = solve(source, before.position, &marks[whole.clone()], sense)
            && longer.found.steps.len() > before.solved.found.steps.len()
        {
            (before.solved, before.places) = (longer, whole);
            continue;
        }
        all.push(own.map(|solved| Placed { position, solved, places }));
    }
    all
}

/// Each position with the places of the marks behind it, up to the next one; nothing for one behind which nothing stands.
fn sections<'t>(
    text: &'t str,
    positions: &'t [Position],
    marks: &'t [Mark<'t>],
) -> impl Iterator<Item = Option<(&'t Position, std::ops::Range<usize>)>> {
    positions.iter().enumerate().map(move |(at, position)| {
        // What stands before the next position on its line belongs to that.
        let line = |place: usize| text[..place].rfind('\n').map_or(0, |before| before + 1);
        let until = positions.get(at + 1).map_or(text.len(), |next| line(next.span.start));
        let from = marks.partition_point(|mark| mark.word.start < position.span.end);
        let to = marks.partition_point(|mark| mark.word.start < until);
        (from < to).then_some((position, from..to))
    })
}

/// The moves from a position.
struct Solved<'m> {
    marks: &'m [Mark<'m>],
    found: Found,
    turn: Color,
    fen: String,
    /// Whether only the number of the first move says who is to move.
    is_assumed: bool,
}

impl Solved<'_> {
    /// Whether the number of the first move is the one that is due behind another game.
    fn goes_on_from(&self, before: &Solved<'_>) -> bool {
        let due = before.found.steps.last().map_or(0, |last| last.number);
        due > 1 && self.found.steps.first().is_some_and(|first| (due..=due + 1).contains(&first.number))
    }

    /// Whether it takes more than a plain reader to find the moves: there are words between them, or before the first one.
    fn is_needed(&self, text: &str) -> bool {
        let first = self.found.steps[0].start();
        first > 0 || has_notes(text, self.marks, &self.found)
    }
}

fn solve<'m>(
    source: &Source,
    position: &Position,
    marks: &'m [Mark<'m>],
    sense: &dyn MoveSense,
) -> Option<Solved<'m>> {
    let ways = position.fens.iter().filter_map(|(turn, fen)| {
        let board = sense.board(&Start::Fen(fen.clone(), position.span))?;
        let found = path::from_position(source.text(), marks, board, *turn)?;
        Some((found, *turn, fen.clone()))
    });
    let is_assumed = position.fens.len() > 1;
    // What begins in brackets was not played.
    let text = source.text();
    let is_aside = |found: &Found| {
        let first = found.steps.first().and_then(|first| marks.get(first.start()));
        let before = first.and_then(|mark| text.get(position.span.end..mark.word.start)).unwrap_or_default();
        ['(', '[']
            .iter()
            .zip([')', ']'])
            .any(|(open, close)| before.rfind(*open).is_some_and(|at| !before[at..].contains(close)))
    };
    let ways = ways.filter(|(found, ..)| !is_aside(found));
    let best = ways.reduce(|best, next| if next.0.steps.len() > best.0.steps.len() { next } else { best });
    best.map(|(found, turn, fen)| Solved { marks, found, turn, fen, is_assumed })
}

/// The short lines between byte `after` and the first move at `from`, without the position; what stands in brackets beside it, the
/// players mostly, is a line of its own.
fn above(text: &str, after: usize, from: usize, position: Span) -> Vec<Row<'_>> {
    let parts = [Span::new(after, position.start.max(after)), Span::new(position.end.min(from), from)];
    let mut lines: Vec<Row<'_>> = Vec::new();
    for part in parts {
        let Some(own) = text.get(part.start..part.end) else { continue };
        let short = rows(own, part.start).filter(|row| !row.is_blank() && row.text.len() <= LINE);
        for row in short {
            let inside = row.text.split_once('(').and_then(|(before, rest)| {
                let (inside, _) = rest.split_once(')')?;
                inside.contains(['-', '–', '—']).then_some((before.len(), inside))
            });
            match inside {
                Some((before, inside)) => {
                    lines.push(Row { text: inside, start: row.start + before + 1 });
                }
                None => lines.push(row),
            }
        }
    }
    lines.drain(..lines.len().saturating_sub(HEADING));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_all_forms() {
        let text =
            "1. A-B\n8/8/8/8/8/4k3/8/4K2R w K - 0 18\n18. O-O\n\n#2 (C-D) 8/8/8/8/8/4k3/8/4K2R b - - 0 1\n";
        let fens: Vec<_> =
            positions(text).iter().map(|one| (one.fens[0].0, text[one.span.range()].len())).collect();
        assert_eq!(fens, [(Color::White, 31), (Color::Black, 30)]);
    }
}
