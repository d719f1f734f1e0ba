//! What the writer of a letter or a notebook says of himself: which side was his, who was the other, who resigned.

use scorebook_heading::{are_same, is_name};
use scorebook_lexicon::{Person, addressee, claimed_side, is_farewell, is_first_person, is_given_name};
use shakmaty::Color;

use super::Unit;
use crate::record::{Draft, Ending};

/// Lines above a game and below it in which the writer speaks.
const ABOVE: usize = 15;
const BELOW: usize = 12;
/// Bytes before a statement of the end in which its subject stands.
const SUBJECT: usize = 40;

/// Gives drafts the players and the ends that the writer tells from his side.
pub(super) fn name(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let text = unit.source.text();
    let places: Vec<Option<(usize, usize)>> = drafts.iter().map(place).collect();
    let mut after = 0;
    for (at, draft) in drafts.iter_mut().enumerate() {
        let Some((first, last)) = places[at] else { continue };
        let next = places[at + 1..].iter().flatten().map(|place| place.0).find(|start| *start > last);
        let above = text.get(after.min(first)..first).unwrap_or_default();
        let below = text.get(last..next.unwrap_or(text.len())).unwrap_or_default();
        after = after.max(last);
        let claim = above.lines().rev().take(ABOVE).find_map(|line| Some((line, claimed_side(line)?)));
        if let Some((line, (person, side))) = claim {
            let own = if person == Person::Writer { side } else { !side };
            tell_players(draft, own, line, above, below);
            tell_end(draft, text, Some(own));
        } else {
            tell_end(draft, text, None);
        }
    }
}

/// Where the cells of a draft begin and end.
fn place(draft: &Draft<'_>) -> Option<(usize, usize)> {
    let spans = || draft.mainline.cells.iter().map(|cell| cell.span);
    Some((spans().map(|span| span.start).min()?, spans().map(|span| span.end).max()?))
}

/// Gives a game without players those of the letter: who signs it had the side `own`, to whom it is written the other; or the
/// opponent who stands before the claim, `v. Lamb (I have White)`.
fn tell_players(draft: &mut Draft<'_>, own: Color, line: &str, above: &str, below: &str) {
    let tag = |side: Color| side.fold_wb("White", "Black");
    if draft.tags.get("White").or(draft.tags.get("Black")).is_some() {
        return;
    }
    if let Some(opponent) = opponent(line) {
        draft.tags.set(tag(!own), opponent);
        return;
    }
    if let Some(reader) = above.lines().find_map(addressee) {
        draft.tags.set(tag(!own), reader);
        if let Some(writer) = signature(below) {
            draft.tags.set(tag(own), writer);
        }
    }
}

/// The opponent who is named before a claim: `p.12  v. Lamb (I have White)`.
fn opponent(line: &str) -> Option<&str> {
    const AGAINST: &[&str] =
        &["v.", "vs.", "v", "vs", "against", "gegen", "contre", "contra", "contro", "tegen", "mot", "mod"];
    let before = line.split(['(', '[']).next().unwrap_or(line);
    let against = before.split_whitespace().find(|word| AGAINST.contains(word))?;
    let at = against.as_ptr() as usize - line.as_ptr() as usize + against.len();
    let name = before.get(at..)?.split([',', ';', ':']).next()?.trim();
    is_name(name).then_some(name)
}

/// The name below `Yours sincerely`; a given name alone says less than the game may have elsewhere.
fn signature(below: &str) -> Option<&str> {
    let mut lines = below.lines().map(str::trim).filter(|line| !line.is_empty()).take(BELOW);
    lines.find(|line| is_farewell(line))?;
    let name = lines.next()?.trim_end_matches(['.', ',']);
    (is_name(name) && (name.contains(' ') || !is_given_name(name))).then_some(name)
}

/// Gives an end without a side that of its subject: the writer, of whom it is told which side was `own`, his opponent, or a player.
fn tell_end(draft: &mut Draft<'_>, text: &str, own: Option<Color>) {
    let Some((ending, span)) = &draft.ending else { return };
    if !matches!(ending, Ending::Resigns(None) | Ending::Wins(None) | Ending::Time(None)) {
        return;
    }
    let range = span.range();
    let Some(said) = text.get(range.clone()) else { return };
    let mut from = range.start.saturating_sub(SUBJECT);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    // The subject stands in the same sentence and behind the last move.
    let last = place(draft).map_or(0, |place| place.1).min(range.start);
    let before = text.get(from.max(last)..range.start).unwrap_or_default();
    let before = before.rsplit(['.', '!', '?', ';', '\n']).next().unwrap_or_default();
    let sentence = format!("{before}{said}");
    let named = |tag: &str| {
        let player = draft.tags.get(tag).filter(|player| !player.is_empty());
        let is_his =
            |word: &str| player.is_some_and(|player| word.chars().count() > 2 && are_same(word, player));
        sentence.split(|c: char| !c.is_alphabetic() && c != '-').any(is_his)
    };
    let side = match (named("White"), named("Black")) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (true, true) => None,
        (false, false) => own.and_then(|own| Some(if is_first_person(&sentence)? { own } else { !own })),
    };
    let Some(side) = side else { return };
    let told = match ending {
        Ending::Wins(_) => Ending::Wins(Some(side)),
        Ending::Time(_) => Ending::Time(Some(side)),
        _ => Ending::Resigns(Some(side)),
    };
    let place = *span;
    draft.ending = Some((told, place));
}
