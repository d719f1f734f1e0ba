//! How the game ended: tag, marker and final position must agree.

use shakmaty::{Color, KnownOutcome, Outcome, Position};

use super::line::LineState;
use super::tags::Name;
use super::walk::GameVerifier;
use crate::finding::{Code, Finding, code};

/// The outcome that a tag value denotes.
pub(super) fn outcome(value: &[u8]) -> Option<Outcome> {
    Some(match value {
        b"1-0" => Outcome::Known(KnownOutcome::Decisive { winner: Color::White }),
        b"0-1" => Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }),
        b"1/2-1/2" => Outcome::Known(KnownOutcome::Draw),
        b"*" => Outcome::Unknown,
        _ => return None,
    })
}

fn winner(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner),
        _ => None,
    }
}

impl GameVerifier<'_, '_, '_> {
    pub(super) fn check_end(&mut self) {
        let Some(marker) = self.marker else { return };
        let said = marker.outcome;
        let mut say = |code: &'static Code, message: String| {
            let text = String::from_utf8_lossy(self.bytes.get(marker.span.range()).unwrap_or_default());
            let finding = Finding::new(code, marker.span, message).text(text);
            let place = self.line.last_place().unwrap_or(self.line.place());
            self.ledger.push(place.mark(finding));
        };
        if let Some(tag) = self.tags.raw(self.bytes, Name::Result)
            && let Some(tagged) = outcome(&tag)
            && tagged != said
        {
            say(&code::R301, format!("the `Result` tag is {tagged}, but the game ends with {said}"));
        }
        match &self.line.now {
            LineState::Board(board) => {
                if !board.has_move() {
                    if board.is_check() {
                        let mated = board.turn();
                        if winner(said) != Some(!mated) {
                            let side = mated.fold_wb("White", "Black");
                            say(&code::R302, format!("{side} is checkmated, but the result is {said}"));
                        }
                    } else if said != Outcome::Known(KnownOutcome::Draw) {
                        say(&code::R303, format!("the game ends in stalemate, but the result is {said}"));
                    }
                } else if board.men_count() <= 4
                    && winner(said).is_some()
                    && board.to_chess().is_insufficient_material()
                {
                    say(&code::R304, format!("neither side has mating material, but the result is {said}"));
                }
            }
            LineState::Variant(position) => {
                let ruled = position.outcome();
                if ruled != Outcome::Unknown && ruled != said {
                    say(&code::R305, format!("by the rules the result is {ruled}, but the result is {said}"));
                }
            }
            LineState::Ruled(position) => {
                if let Some(ruled) = position.outcome()
                    && outcome(ruled.result().as_bytes()) != Some(said)
                {
                    let (result, reason) = (ruled.result(), ruled.reason);
                    say(
                        &code::R305,
                        format!("by the rules the result is {result} ({reason}), but the result is {said}"),
                    );
                }
            }
            LineState::Lost => {}
        }
    }
}
