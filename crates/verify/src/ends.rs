//! How the game ended: tag, marker and final position must agree.

use shakmaty::{Color, KnownOutcome, Outcome, Position};

use super::line::LineState;
use super::tags::Name;
use super::walk::GameVerifier;
use crate::finding::{Code, Finding, Fix, code};
use crate::text::Span;

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
    /// The outcome that the final position proves: mate or stalemate.
    pub(super) fn proven_outcome(&self) -> Option<Outcome> {
        let LineState::Board(board) = &self.line.now else { return None };
        if board.has_move() {
            return None;
        }
        let known = match board.is_check() {
            true => KnownOutcome::Decisive { winner: !board.turn() },
            false => KnownOutcome::Draw,
        };
        Some(Outcome::Known(known))
    }

    pub(super) fn check_end(&mut self) {
        let Some(marker) = self.marker else { return };
        let said = marker.outcome;
        let proven = self.proven_outcome();
        let mut say = |code: &'static Code, message: String, fix: Option<Fix>| {
            let text = String::from_utf8_lossy(self.bytes.get(marker.span.range()).unwrap_or_default());
            let mut finding = Finding::new(code, marker.span, message).text(text);
            finding.fix = fix;
            let place = self.line.last_place().unwrap_or(self.line.place());
            self.ledger.push(place.mark(finding));
        };
        let set = |span: Span, outcome: Outcome| Fix { span, replacement: outcome.to_string(), safe: true };
        // Of tags that contradict each other none tells the result.
        let mut tags = self.tags.all(Name::Result).map(|tag| outcome(&tag.value(self.bytes)));
        let first = tags.next();
        let agreed = tags.all(|other| Some(other) == first);
        if let Some(tag) = self.tags.find(Name::Result)
            && let Some(tagged) = outcome(&tag.value(self.bytes))
            && tagged != said
        {
            // The final position decides; else whichever of the two says anything.
            let fix = match (proven, tagged, said) {
                (Some(proven), ..) if proven != tagged => Some(set(tag.token.value, proven)),
                (Some(_), ..) => None,
                (None, ..) if !agreed => None,
                (None, Outcome::Unknown, said) => Some(set(tag.token.value, said)),
                (None, tagged, Outcome::Unknown) => Some(set(marker.span, tagged)),
                (None, ..) => None,
            };
            let message = format!("the `Result` tag is {tagged}, but the game ends with {said}");
            say(&code::R301, message, fix);
        }
        let by_position = proven.filter(|proven| *proven != said).map(|proven| set(marker.span, proven));
        match &self.line.now {
            LineState::Board(board) => {
                if !board.has_move() {
                    if board.is_check() {
                        let mated = board.turn();
                        if winner(said) != Some(!mated) {
                            let side = mated.fold_wb("White", "Black");
                            let message = format!("{side} is checkmated, but the result is {said}");
                            say(&code::R302, message, by_position);
                        }
                    } else if said != Outcome::Known(KnownOutcome::Draw) {
                        let message = format!("the game ends in stalemate, but the result is {said}");
                        say(&code::R303, message, by_position);
                    }
                } else if board.men_count() <= 4
                    && winner(said).is_some()
                    && board.to_chess().is_insufficient_material()
                {
                    let message = format!("neither side has mating material, but the result is {said}");
                    say(&code::R304, message, None);
                }
            }
            LineState::Variant(position) => {
                let ruled = position.outcome();
                if ruled != Outcome::Unknown && ruled != said {
                    let message = format!("by the rules the result is {ruled}, but the result is {said}");
                    say(&code::R305, message, None);
                }
            }
            LineState::Ruled(position) => {
                if let Some(ruled) = position.outcome()
                    && outcome(ruled.result().as_bytes()) != Some(said)
                {
                    let (result, reason) = (ruled.result(), ruled.reason);
                    let message =
                        format!("by the rules the result is {result} ({reason}), but the result is {said}");
                    say(&code::R305, message, None);
                }
            }
            LineState::Kept(_) | LineState::Lost => {}
        }
    }
}
