//! Boards printed before a game: it starts from them.

use scorebook_layout::diagram::{Diagram, Said, diagrams, numbered};
use scorebook_layout::turbo;
use shakmaty::{Board, Color, EnPassantMode, Position, fen::Fen};

use crate::corrections::masked;
use crate::finding::{Finding, code};
use crate::record::{Draft, MoveSense, Start};
use crate::text::{Source, Span};

/// Most lines between a board and the first move of the game that starts from it.
const MOST_LINES: usize = 4;

/// The boards of a text.
pub(super) fn printed(text: &str) -> Vec<Diagram> {
    diagrams(text)
}

/// The source without them, all places as they were: a row of a board is no row of moves.
pub(super) fn without(source: &Source, boards: &[Diagram]) -> Source {
    let spans: Vec<Span> = boards.iter().map(|board| board.span).collect();
    masked(source, &spans)
}

/// Sets the start of each game that a board stands right before.
pub(super) fn start(source: &Source, drafts: &mut [Draft<'_>], boards: &[Diagram], sense: &dyn MoveSense) {
    for board in boards.iter().filter(|board| board.has_men()) {
        let first = |draft: &Draft<'_>| draft.mainline.cells.first().map(|cell| cell.span.start);
        let behind = drafts.iter_mut().filter(|draft| first(draft).is_some_and(|at| at >= board.span.end));
        let Some(draft) = behind.min_by_key(|draft| first(draft)) else { continue };
        let between = Span::new(board.span.end, first(draft).unwrap_or(board.span.end));
        let is_near =
            source.slice(between).lines().filter(|line| !line.trim().is_empty()).count() <= MOST_LINES;
        if draft.start != Start::Array {
            continue;
        }
        if let Some(said) = &board.said {
            stand(draft, board, said);
            continue;
        }
        if !is_near {
            continue;
        }
        // A board that does not say who is to move is asked of the first number: `1... e5` is Black's.
        let told = draft.mainline.cells.first().and_then(|cell| cell.number.and(cell.side));
        let is_unsaid = board.turn.is_none();
        let board = &Diagram { turn: board.turn.or(told), ..board.clone() };
        match board.position() {
            Ok(position) => {
                let number = draft.mainline.cells.first().and_then(|cell| cell.number);
                let fen = numbered(&Fen::from_position(&position, EnPassantMode::Legal).to_string(), number);
                // An article shows before an opening what comes of it.
                if number == Some(1)
                    && !begins(draft, &Start::Fen(fen.clone(), board.span), sense)
                    && begins(draft, &Start::Array, sense)
                {
                    let why =
                        "the first moves cannot be played from this board, and can from the usual position";
                    draft.findings.push(Finding::new(&code::L120, board.span, why));
                    continue;
                }
                if position.castles().any() {
                    let why = "kings and rooks on their first squares are taken to be unmoved";
                    draft.findings.push(Finding::new(&code::L115, board.span, why));
                }
                if is_unsaid && position.turn().is_black() {
                    let why =
                        "the board does not say who is to move; by the number of the first move Black is";
                    draft.findings.push(Finding::new(&code::L116, board.span, why));
                } else if is_unsaid {
                    let why = "the board does not say who is to move; White is taken to be";
                    draft.findings.push(Finding::new(&code::L116, board.span, why));
                }
                draft.start = Start::Fen(fen, board.span);
            }
            Err(fault) => {
                let why = format!("the board before the game is no position to play from: {fault}");
                turbo::unplayable(draft, board.span, why);
            }
        }
        draft.span = draft.span.join(board.span);
        draft.explained.push(board.span);
    }
}

/// Whether the first two half-moves of a game can be played from a position.
fn begins(draft: &Draft<'_>, start: &Start, sense: &dyn MoveSense) -> bool {
    let first = draft.mainline.cells.iter().take(2);
    let mut texts = first.map(|cell| &cell.text);
    let after = sense.board(start).and_then(|board| texts.try_fold(board, |board, text| board.after(text)));
    after.is_some()
}

/// Sets the start of a game from the line of a server: it says who plays, and where the game stands. That is its start only
/// before the first move that the record has.
fn stand(draft: &mut Draft<'_>, board: &Diagram, said: &Said) {
    let first = draft.mainline.cells.first();
    let number = first.and_then(|cell| cell.number).unwrap_or(1);
    let side = first.and_then(|cell| cell.side).unwrap_or(Color::White);
    let [white, black] = &said.players;
    draft.tags.set_default("White", white);
    draft.tags.set_default("Black", black);
    draft.explained.push(board.span);
    if (number, Some(side)) == (said.number, board.turn) && board.board != Board::new() {
        draft.start = Start::Fen(said.fen.clone(), board.span);
        draft.span = draft.span.join(board.span);
    }
}
