//! The result: compares the record's statement with the final position.

use shakmaty::{Chess, Color, Outcome, Position};

use super::audit::Said;
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::record::{Draft, Ending, Start, marker};
use crate::sink::pgn::result;
use crate::text::Span;

/// Sets the outcome of the game and its `Result` tag. `printed` is a result on a line of its own, which says more than a
/// phrase; `given_up` is the result by words that say which side has lost, and `below` what is said some lines below, where nothing
/// nearer says how the game ended. Adds a finding if the record contradicts itself or the
/// final position `end`.
pub(super) fn settle(
    draft: &Draft<'_>,
    [printed, given_up]: [Option<(Outcome, Span)>; 2],
    below: Option<(Ending, Span)>,
    end: &Chess,
    reading: &mut Reading,
) {
    let tag = draft.tags.get("Result").and_then(|tag| marker(tag.trim()));
    let turn = turn(draft, end, reading);
    let said = draft.ending.as_ref().and_then(|(ending, span)| Some((ending.outcome(turn)?, *span)));
    let is_phrase = || draft.ending.as_ref().is_none_or(|(ending, _)| !matches!(ending, Ending::Marker(_)));
    let said = printed.filter(|_| is_phrase()).or(said);
    let below = below.filter(|_| said.is_none() && tag.is_none() && draft.ending.is_none());
    let said = said.or_else(|| below.and_then(|(ending, span)| Some((ending.outcome(turn)?, span))));
    if let Some((said, _)) = said
        && let Some((lost, place)) = given_up
        && said != lost
    {
        let message = format!("the record says {}, and that {} has lost", result(said), loser(lost));
        reading.findings.push(Finding::new(&code::R102, place, message).text(result(lost)));
    }
    let whole = has_kings(end) && reading.rest.is_none() && reading.verdict != Verdict::Incomplete;
    let (mut outcome, place) = match (said, tag) {
        // "Unfinished" and `*` do not contradict a tag.
        (Some((Outcome::Unknown, span)), Some(tag)) => (tag, span),
        (Some((said, span)), Some(tag)) => {
            if said != tag && tag != Outcome::Unknown {
                let message =
                    format!("the `Result` tag is {}, but the record ends with {}", result(tag), result(said));
                reading.findings.push(Finding::new(&code::R102, span, message).text(result(tag)));
            }
            (said, span)
        }
        (Some((said, span)), None) => (said, span),
        (None, tag) => (tag.unwrap_or(Outcome::Unknown), Span::at(draft.span.end)),
    };
    // If the game is incomplete, its last position says nothing about the result.
    if whole && let Outcome::Known(known) = end.outcome() {
        let by_rules = Outcome::Known(known);
        if outcome != by_rules {
            if outcome != Outcome::Unknown {
                let why = if end.is_checkmate() {
                    format!("{} is checkmated", name(end.turn()))
                } else if end.is_stalemate() {
                    format!("{} is stalemated", name(end.turn()))
                } else {
                    "neither side can mate".to_owned()
                };
                let message = format!(
                    "the record says {}, but {why}: the result is {}",
                    result(outcome),
                    result(by_rules)
                );
                let mated = end.is_checkmate() || end.is_stalemate();
                reading.findings.push(Finding::new(&code::R101, place, message).text(result(outcome)));
                if mated {
                    outcome = by_rules;
                }
            } else {
                outcome = by_rules;
            }
        }
    }
    reading.game.outcome = outcome;
    reading.game.tags.set("Result", result(outcome));
}

/// The result that the name of one of the players gives who is said to have resigned: `y Capablanca se rindió`.
pub(super) fn named_loser(text: &str, draft: &Draft<'_>) -> Option<(Outcome, Span)> {
    let (Ending::Resigns(None), span) = draft.ending.as_ref()? else { return None };
    let phrase = text.get(span.range())?.to_lowercase();
    let is_named = |tag: &str| {
        let family = draft.tags.get(tag)?.split(',').next()?.split_whitespace().last()?.to_lowercase();
        Some(phrase.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == family))
    };
    let side = match (is_named("White")?, is_named("Black")?) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return None,
    };
    Some((Ending::Resigns(Some(side)).outcome(None)?, *span))
}

/// Whose turn it is where the record ends: of a game that was not read to its end, as the cells say and not the last position.
fn turn(draft: &Draft<'_>, end: &Chess, reading: &Reading) -> Option<Color> {
    if reading.rest.is_none() {
        return Some(end.turn());
    }
    let last = draft.mainline.cells.last()?;
    let by_count = || {
        let is_plain = draft.unordered.is_none() && matches!(draft.start, Start::Array);
        is_plain.then(|| Color::from_white(draft.mainline.cells.len().is_multiple_of(2)))
    };
    last.side.map(|side| !side).or_else(by_count)
}

/// Adds a finding if the record has two results; the game keeps the one that [`settle`] gave it.
pub(super) fn tell_two((first, other, place): (Outcome, Outcome, Span), reading: &mut Reading) {
    let message = format!("the record has two results: {}, and {} beside it", result(first), result(other));
    reading.findings.push(Finding::new(&code::R102, place, message).text(result(other)));
}

/// Adds a finding if the heading has another result than the game was given; the end of the record says more.
pub(super) fn tell_above(said: Outcome, place: Span, reading: &mut Reading) {
    let own = reading.game.outcome;
    let is_told = reading.findings.iter().any(|finding| finding.code == &code::R102);
    if own != said && own != Outcome::Unknown && said != Outcome::Unknown && !is_told {
        let message = format!("the heading says {}, but the record ends with {}", result(said), result(own));
        reading.findings.push(Finding::new(&code::R102, place, message).text(result(said)));
    }
}

/// Adds a finding if words say mate, or stalemate, and the final position `end` is none.
pub(super) fn compare(said: Said, place: Span, end: &Chess, reading: &mut Reading) {
    let (is_so, words) = match said {
        Said::Mate => (end.is_checkmate(), "mate, and the king is not mated"),
        Said::Stalemate => (has_kings(end) && end.is_stalemate(), "stalemate, and there is a move"),
    };
    let is_told = || {
        reading
            .findings
            .iter()
            .any(|finding| finding.span.end >= place.start && finding.code.id.starts_with('M'))
    };
    if !is_so && reading.rest.is_none() && !is_told() {
        let message = format!("the record says {words}");
        reading.findings.push(Finding::new(&code::R101, place, message));
    }
}

/// A guessed game that ends in mate has its result.
pub(super) fn of_mate(end: &Chess, reading: &mut Reading) {
    if has_kings(end)
        && end.is_checkmate()
        && let Outcome::Known(known) = end.outcome()
    {
        reading.game.outcome = Outcome::Known(known);
        reading.game.tags.set("Result", result(reading.game.outcome));
    }
}

/// Whether both kings are on the board: illegal moves may capture one, and such a position has no outcome and no legal moves.
fn has_kings(position: &Chess) -> bool {
    Color::ALL.into_iter().all(|side| position.board().king_of(side).is_some())
}

/// The side that has lost; of a draw, none.
fn loser(outcome: Outcome) -> &'static str {
    outcome.winner().map_or("neither side", |winner| name(!winner))
}

fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}
