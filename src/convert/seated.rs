//! Gives games the players whom a sentence above them seats, as `scorebook_heading::seats` reads it, and takes from names what is none
//! of them.

use scorebook_heading::parts::{before_town, upto_other};
use scorebook_heading::seats::{
    Always, Seats, against, always_of, behind_side, marked, own_sheet, seats, turn,
};
use scorebook_heading::{are_same, is_name};
use scorebook_lexicon::{
    begins_with_farewell, ending_of, is_move_verb, mail_field, side_of, sides_of_letters,
    without_plural_title,
};
use shakmaty::Color;

use super::Unit;
use crate::finding::{Finding, code};
use crate::game::Tags;
use crate::record::Draft;

/// Lines above a game in which it is said who had which side.
const ABOVE: usize = 8;
/// Words above the first game in which it is said who has White in which.
const WORDS_ABOVE: usize = 80;
/// A longer text is no record.
const LONGEST: usize = 8 << 20;

/// Gives drafts the players whom a sentence above them seats.
pub(super) fn name(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let text = unit.source.text();
    if text.len() > LONGEST || text.contains("[White \"") {
        return;
    }
    let mut after = 0;
    let mut always: Option<Always> = None;
    for draft in drafts.iter_mut() {
        let spans = || draft.mainline.cells.iter().map(|cell| cell.span);
        let (Some(start), Some(end)) =
            (spans().map(|span| span.start).min(), spans().map(|span| span.end).max())
        else {
            continue;
        };
        let above = text.get(after.min(start)..start).unwrap_or_default();
        after = after.max(end);
        let mut lines: Vec<&str> =
            above.lines().rev().filter(|line| !line.trim().is_empty()).take(ABOVE).collect();
        lines.reverse();
        lines.retain(|line| mail_field(line).is_none());
        if !draft.is_delimited {
            let sentence =
                lines.iter().map(|line| line.trim_start_matches(['>', ' '])).collect::<Vec<_>>().join(" ");
            always = always.or_else(|| always_of(&sentence));
            let mut seats = own_sheet(&lines).unwrap_or_else(|| seats(&sentence));
            if let Some(Always::Side(side, player)) = &always {
                seats = against(&lines, *side, player).unwrap_or(seats);
            }
            seat(draft, seats);
            if draft.tags.get("Date").is_none()
                && let Some(date) = pgn_date(&sentence)
            {
                draft.tags.set("Date", date);
            }
        }
    }
}

/// The date of a PGN tag in a sentence, if there is one such: `The date was 1936.??.??`.
fn pgn_date(sentence: &str) -> Option<&str> {
    let is_part = |part: &str, length: usize| {
        part.len() == length && (part.bytes().all(|b| b.is_ascii_digit()) || part.bytes().all(|b| b == b'?'))
    };
    let is_date = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        matches!(parts[..], [year, month, day]
            if is_part(year, 4) && !year.contains('?') && is_part(month, 2) && is_part(day, 2))
    };
    let words = sentence.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"'));
    let mut dates = words.map(|word| word.trim_end_matches(['.', ':'])).filter(is_date);
    let date = dates.next()?;
    dates.all(|other| other == date).then_some(date)
}

/// Gives the games of a match, in which White's side goes round as a sentence above the first says, the players whom that game names.
pub(super) fn take_turns(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let text = unit.source.text();
    let Some((first, others)) = drafts.split_first_mut().filter(|_| text.len() <= LONGEST) else { return };
    let pair = first.tags.get("White").zip(first.tags.get("Black"));
    let Some((one, other)) = pair.map(|(one, other)| (one.to_owned(), other.to_owned())) else { return };
    let start = first.mainline.cells.iter().map(|cell| cell.span.start).min().unwrap_or(0);
    let above: Vec<&str> = text.get(..start).unwrap_or_default().split_whitespace().collect();
    let near = above.len().saturating_sub(WORDS_ABOVE);
    let Some(Always::Turns { player, odd }) = always_of(&above[near..].join(" ")) else { return };
    // The first game must be as the sentence says.
    let agrees = |names: &Seats| names.iter().flatten().map(String::as_str).eq([&*one, &*other]);
    if others.is_empty()
        || first.is_delimited
        || !turn(&player, odd, &one, &other).is_some_and(|pair| agrees(&pair))
    {
        return;
    }
    for (at, draft) in (1..).zip(others) {
        let is_named = draft.tags.get("White").or(draft.tags.get("Black")).is_some();
        if let Some(pair) = turn(&player, odd == (at % 2 == 0), &one, &other).filter(|_| !is_named) {
            seat(draft, pair);
        }
    }
}

/// Writes the players of a game that names none; where an order gave them the other colours, the sentence says it better.
fn seat(draft: &mut Draft<'_>, [white, black]: Seats) {
    match (draft.tags.get("White"), draft.tags.get("Black")) {
        (None, None) => {
            for (tag, player) in [("White", white), ("Black", black)] {
                if let Some(player) = player {
                    draft.tags.set(tag, player);
                }
            }
        }
        (Some(one), Some(other)) => {
            let (Some(white), Some(black)) = (white, black) else { return };
            if are_same(&white, other) && are_same(&black, one) && !are_same(&white, one) {
                let (one, other) = (one.to_owned(), other.to_owned());
                draft.tags.set("White", other);
                draft.tags.set("Black", one);
            }
        }
        _ => {}
    }
}

/// Takes from the players of a draft what is none of their names: the name of a side, `Blackburne (white)`, `Weiß Hagedorn`, `den Herren
/// Noa`.
pub(super) fn tidy(draft: &mut Draft<'_>) {
    let Some((white, black)) = draft.tags.get("White").zip(draft.tags.get("Black")) else { return };
    let (white, black) = (white.to_owned(), black.to_owned());
    // `Ahues against Helling decided it; Black: Ahues`: the order and a label seated one player twice.
    // The end of one letter and the beginning of the next: `Yours, Petersen`, `Dear Rossi`.
    let are_of_letters = begins_with_farewell(&white) || begins_with_farewell(&black);
    // `between my brother and me`: a sentence that does not say who had White.
    let are_unnamed = upto_other(&white).is_empty() || upto_other(&black).is_empty();
    // `W - B`: the heads of the columns.
    let bare = |name: &str| name.trim_end_matches('.').to_owned();
    let are_heads = sides_of_letters(&bare(&white), &bare(&black)).is_some();
    if white == black && is_name(&white) || are_of_letters || are_unnamed || are_heads {
        without(draft, &["White", "Black"]);
        return;
    }
    let (one, other) = (marked(&white), marked(&black));
    let pair = match (one, other) {
        ((white, Some(first)), (black, Some(second))) if first != second => {
            if first.is_white() {
                [white, black]
            } else {
                [black, white]
            }
        }
        _ => [&*white, &*black],
    };
    let led = pair.map(behind_side);
    let pair = match led {
        [Some((Color::White, one)), Some((Color::Black, other))] => [one, other],
        _ => pair,
    };
    // `Noa was the longest game of the`, `Noa last Saturday`
    let [one, other] = pair.map(without_plural_title).map(upto_other);
    // `Anderssen` and `Kieseritzky London`
    let [(white_alone, white_town), (black_alone, black_town)] =
        [before_town(one, other), before_town(other, one)];
    if let Some(town) = black_town.or(white_town)
        && draft.tags.get("Site").is_none()
    {
        let place = draft.mainline.cells.first().map(|cell| cell.span).unwrap_or_default();
        let message =
            format!("“{town}” behind a player is taken for the place, and not for a part of the name");
        let town = town.to_owned();
        draft.findings.push(Finding::new(&code::L326, place, message));
        draft.tags.set("Site", town);
    }
    let pair = [white_alone, black_alone];
    let is_side = |name: &str, side: Color| {
        let bare = name.trim_matches(|c: char| !c.is_alphanumeric());
        // `White gives`: what White does.
        side_of(bare) == Some(side) || is_move_verb(bare) || ending_of(bare).is_some()
    };
    let (no_white, no_black) = (is_side(pair[0], Color::White), is_side(pair[1], Color::Black));
    let told = [("White", pair[0], no_white, &white), ("Black", pair[1], no_black, &black)];
    let [one, other] = told.map(|(tag, name, is_none, old)| (tag, name.to_owned(), is_none, name != old));
    for (tag, name, is_none, changed) in [one, other] {
        if is_none {
            without(draft, &[tag]);
        } else if changed {
            draft.tags.set(tag, name);
        }
    }
}

/// Takes tags from a draft.
pub(super) fn without(draft: &mut Draft<'_>, tags: &[&str]) {
    let mut kept = Tags::default();
    draft.tags.iter().filter(|tag| !tags.contains(&&*tag.name)).for_each(|tag| kept.push(tag.clone()));
    draft.tags = kept;
}
