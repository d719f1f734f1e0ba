//! Checks a whole game against the rules: every move, every check mark, and the result.

use std::fmt;

use crate::game::Game;
use crate::geometry::Side;
use crate::moves::Move;
use crate::notation::Notation;
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::why::WhyNot;

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// A move cannot be read or is illegal. What follows it is not checked.
    Move(WhyNot),
    /// A move follows the end of the game.
    AfterEnd(Outcome),
    /// A check mark without check, or a mate mark without mate.
    FalseMark {
        /// The mark in the record.
        stands: &'static str,
        /// The correct mark, or none.
        belongs: &'static str,
    },
    /// A move gives check or mate but has no mark.
    NoMark(&'static str),
    /// The result contradicts the final position.
    Result {
        /// The result that is written.
        written: String,
        /// How the game ends on the board.
        outcome: Outcome,
    },
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordFault::Move(why) => why.fmt(f),
            RecordFault::AfterEnd(outcome) => {
                write!(f, "the game is over before this move: {}", outcome.reason)
            }
            RecordFault::FalseMark { stands, belongs: "" } => {
                write!(f, "“{stands}” stands here, but there is no check")
            }
            RecordFault::FalseMark { stands, belongs } => {
                write!(f, "“{stands}” stands here, where “{belongs}” belongs")
            }
            RecordFault::NoMark(belongs) => write!(f, "the mark “{belongs}” is missing"),
            RecordFault::Result { written, outcome } => {
                write!(
                    f,
                    "the result is {written}, but the game ends {}: {}",
                    outcome.result(),
                    outcome.reason
                )
            }
        }
    }
}

/// A fault and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedFault {
    /// The ply, from 1; for the result, the last ply.
    pub ply: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// The result of checking a record.
#[derive(Clone, Debug)]
pub struct Checked<'r> {
    /// The game as far as it is proven.
    pub game: Game<'r>,
    /// What is wrong, by ply.
    pub found: Vec<PlacedFault>,
    /// How the game ends, or could be claimed to; `None` if it could go on.
    pub outcome: Option<Outcome>,
}

/// The correct check mark of a move.
fn mark(game: &Game) -> &'static str {
    let position = game.position();
    match position.in_check(position.side()) {
        false => "",
        true if position.has_legal_move() => "+",
        true => "#",
    }
}

/// Checks a record. `moves` are the texts of the moves, without numbers; `result` is the result tag.
#[must_use]
pub fn check<'r>(
    start: Position<'r>,
    notation: Notation,
    moves: &[&str],
    result: Option<&str>,
) -> Checked<'r> {
    let mut game = Game::new(start);
    let mut found = Vec::new();
    let mut whole = true;
    for (index, text) in moves.iter().enumerate() {
        let ply = index + 1;
        let mv: Move = match game.position().parse_move(notation, text) {
            Ok(mv) => mv,
            Err(why) => {
                let fault = match why {
                    WhyNot::Over(outcome) => RecordFault::AfterEnd(outcome),
                    why => RecordFault::Move(why),
                };
                found.push(PlacedFault { ply, fault });
                whole = false;
                break;
            }
        };
        game.play(mv);
        if notation == Notation::San {
            let core = text.trim_end_matches(['!', '?']);
            let stands = if core.ends_with('#') { "#" } else { &core[core.trim_end_matches('+').len()..] };
            let belongs = mark(&game);
            match (stands, belongs) {
                ("", "") => {}
                ("", belongs) => found.push(PlacedFault { ply, fault: RecordFault::NoMark(belongs) }),
                (stands, belongs) if stands == belongs => {}
                // “++” is an old way to write a double check, or mate.
                ("#", belongs) => {
                    found.push(PlacedFault { ply, fault: RecordFault::FalseMark { stands: "#", belongs } })
                }
                (_, "") => found
                    .push(PlacedFault { ply, fault: RecordFault::FalseMark { stands: "+", belongs: "" } }),
                (_, "#") => found
                    .push(PlacedFault { ply, fault: RecordFault::FalseMark { stands: "+", belongs: "#" } }),
                _ => {}
            }
        }
    }
    let outcome = if whole { game.outcome() } else { None };
    // A draw that may be claimed need not have been; an end on the board is one.
    let certain = game.position().outcome().filter(|_| whole);
    if let (Some(outcome), Some(written)) = (certain, result)
        && written != outcome.result()
        && written != "*"
    {
        let fault = RecordFault::Result { written: written.to_string(), outcome };
        found.push(PlacedFault { ply: moves.len(), fault });
    }
    Checked { game, found, outcome }
}

impl Outcome {
    /// Whether the end requires a claim by a player.
    #[must_use]
    pub fn is_claim(&self) -> bool {
        matches!(
            self.reason,
            Reason::MoveCount
                | Reason::Counted
                | Reason::Repetition
                | Reason::RepetitionNotJudged
                | Reason::PerpetualCheck
                | Reason::MoveRepetition
                | Reason::OnlyPromotions
        )
    }

    /// The side that has lost, if one has.
    #[must_use]
    pub fn loser(&self) -> Option<Side> {
        self.winner().map(Side::other)
    }
}
