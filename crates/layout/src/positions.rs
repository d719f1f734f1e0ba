//! Logs of boards and of programs: a line a position, as FEN, with a time or other words around it. The moves are those that lead from
//! each position to the next.
//!
//! A position that is said twice is one, and the usual starting position begins another game.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

use super::words::{Row, rows};
use super::{Cell, Draft, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// Lines with positions.
#[derive(Debug)]
pub struct Positions;

/// Fewest moves of a log: two positions of a list may be a move apart by chance.
const FEWEST: usize = 3;
/// Fields of a FEN.
const FIELDS: usize = 6;

impl Layout for Positions {
    fn name(&self) -> &'static str {
        "positions"
    }

    fn title(&self) -> &'static str {
        "a line a position, as FEN: logs of boards and programs"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        // A cheap look first: most texts have no FEN.
        let has_board = |row: Row<'_>| row.text.matches('/').count() >= 7 && position(&row).is_some();
        if !rows(source.text(), 0).any(has_board) {
            return 0.0;
        }
        let moves: usize = self.cut(source, sense).iter().map(|draft| draft.mainline.cells.len()).sum();
        let lines = rows(source.text(), 0).filter(|row| position(row).is_some()).count();
        if moves >= FEWEST && moves * 2 >= lines { 0.99 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut last: Option<Chess> = None;
        for row in rows(source.text(), 0) {
            let Some((position, place)) = position(&row) else { continue };
            let step = last.as_ref().map(|last| Step::between(last, &position));
            match (step, drafts.last_mut()) {
                (Some(Step::None), Some(draft)) => {
                    draft.explained.push(row.span());
                    continue;
                }
                (Some(Step::Move { san, before, after }), Some(draft)) => {
                    // The move is said by the position, and has no text of its own.
                    let (side, number) = before;
                    draft.mainline.cells.push(Cell {
                        text: san.to_string().into(),
                        span: Span::at(place.end),
                        side: Some(side),
                        number: Some(number),
                        ..Cell::default()
                    });
                    draft.explained.push(row.span());
                    draft.span.end = row.span().end;
                    // A line may leave out the rights to castle and the number.
                    last = Some(after);
                    continue;
                }
                (step, before) => {
                    if let (Some(Step::Unreachable), Some(before)) = (step, before)
                        && !is_usual(&position)
                    {
                        let why =
                            "no legal move leads from the position before to this one: lines may be missing";
                        before.findings.push(Finding::new(&code::L118, place, why));
                    }
                    drafts.push(begun(&position, &row, place));
                }
            }
            last = Some(if is_usual(&position) { Chess::default() } else { position });
        }
        drafts.retain(|draft| !draft.mainline.cells.is_empty());
        drafts
    }
}

/// What leads from a position to the next one.
enum Step {
    /// Nothing: it is the same.
    None,
    /// A move, the side that makes it with its number, and the position behind it.
    Move { san: SanPlus, before: (Color, u32), after: Chess },
    /// No legal move.
    Unreachable,
}

impl Step {
    fn between(last: &Chess, next: &Chess) -> Step {
        if last.board() == next.board() && last.turn() == next.turn() {
            return Step::None;
        }
        let leads = |mv: &shakmaty::Move| {
            let mut after = last.clone();
            after.play_unchecked(*mv);
            after.board() == next.board() && after.turn() == next.turn()
        };
        match last.legal_moves().into_iter().find(leads) {
            Some(mv) => {
                let mut after = last.clone();
                let san = SanPlus::from_move_and_play_unchecked(&mut after, mv);
                Step::Move { san, before: (last.turn(), last.fullmoves().get()), after }
            }
            None => Step::Unreachable,
        }
    }
}

/// A game that begins with a position.
fn begun<'a>(position: &Chess, row: &Row<'a>, place: Span) -> Draft<'a> {
    let start = if is_usual(position) {
        Start::Array
    } else {
        Start::Fen(Fen::from_position(position, EnPassantMode::Legal).to_string(), place)
    };
    Draft {
        start,
        span: row.span(),
        explained: vec![row.span()],
        is_delimited: true,
        notation: Some("san".to_owned()),
        ..Draft::default()
    }
}

fn is_usual(position: &Chess) -> bool {
    let usual = Chess::default();
    position.board() == usual.board() && position.turn() == usual.turn()
}

/// The legal position that a line says, and its place: a board, the side to move, and perhaps the other fields of a FEN.
fn position(row: &Row<'_>) -> Option<(Chess, Span)> {
    let words: Vec<_> = row.words().collect();
    let at = words.iter().position(|word| word.text.matches('/').count() == 7)?;
    let board = words[at].text.trim_matches(['"', '\'', ',', ';']);
    let fields = &words[at + 1..words.len().min(at + FIELDS)];
    let whole = |count: usize| {
        let mut fen = board.to_owned();
        for field in fields.get(..count)? {
            fen.push(' ');
            fen.push_str(field.text.trim_matches(['"', '\'', ',', ';']));
        }
        let position = fen.parse::<Fen>().ok()?.into_position::<Chess>(CastlingMode::Standard).ok()?;
        let last = words[at + count].span();
        Some((position, words[at].span().join(last)))
    };
    [5, 3, 1].into_iter().find_map(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    const LOG: [&str; 4] = [
        "00:00 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "00:01 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "00:37 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "01:14 rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ];

    fn games(lines: &[&str]) -> Vec<String> {
        let source = Source::from_bytes("log", lines.join("\n").into());
        let moves = |draft: &Draft<'_>| {
            let texts: Vec<_> = draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect();
            texts.join(" ")
        };
        Positions.cut(&source, &Shapes).iter().map(moves).collect()
    }

    #[test]
    fn each_position_is_a_move() {
        assert_eq!(games(&LOG), ["e4 e5 Nf3"]);
        let source = Source::from_bytes("log", LOG.join("\n").into());
        assert!(Positions.sniff(&source, &Shapes) > 0.9);
        // Said twice; a game of its own; a line that is lost.
        assert_eq!(games(&[LOG[0], LOG[1], LOG[1], LOG[2]]), ["e4 e5"]);
        assert_eq!(games(&[LOG[0], LOG[1], LOG[0], LOG[1], LOG[2]]), ["e4", "e4 e5"]);
        assert_eq!(games(&[LOG[0], LOG[1], LOG[3]]), ["e4"]);
    }

    #[test]
    fn positions_that_have_nothing_to_do_with_each_other_are_no_log() {
        let lines = ["8/8/8/8/8/4k3/8/4K2R w K - 0 1", LOG[3], "8/8/8/8/8/5k2/8/5K2 w - - 0 1"].join("\n");
        let source = Source::from_bytes("list", lines.into());
        assert!(Positions.sniff(&source, &Shapes) < 0.1);
    }
}
