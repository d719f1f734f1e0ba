//! Games that the words above them say to begin from another array than chess, or to be played by other rules.
//!
//! The array of Chess960 is said by its letters (`NQRBBKNR`) or its number (`SP217`). Where a game is only said to be one of those,
//! it is read from the usual position, and that is told.

use std::sync::LazyLock;

use regex::Regex;
use scorebook_core::chess960;
use shakmaty::{Board, EnPassantMode, fen::Fen};

use crate::finding::{Finding, code};
use crate::record::{Draft, Start};
use crate::text::{Source, Span};

/// Lines above the first move that speak of the game.
const LINES: usize = 12;
/// Most words of a line that names the rules of a game; longer ones are prose, which names them for other reasons.
const WORDS: usize = 12;

/// Sets the start of games whose array is said, and tells of those that are read from another one than they may begin from.
pub(super) fn set(source: &Source, drafts: &mut [Draft<'_>]) {
    let mut from = 0;
    for draft in drafts {
        let Some(first) = draft.mainline.cells.first().map(|cell| cell.span.start) else { continue };
        let above = above(source.text(), from.min(first)..first);
        from = draft.mainline.cells.last().map_or(first, |cell| cell.span.end);
        if draft.start != Start::Array || draft.unordered.is_some() {
            continue;
        }
        let tagged = draft.tags.get("Variant").is_some_and(chess960::is_named);
        let text = &source.text()[above.start..above.end];
        let named = named(text).map(|place| Span::new(above.start + place.start, above.start + place.end));
        if let Some((board, place)) = said(text, tagged || named.is_some()) {
            if let Some(start) = chess960::start(board.clone()).filter(|_| board != Board::new()) {
                let place = Span::new(above.start + place.start, above.start + place.end);
                let fen = Fen::from_position(&start, EnPassantMode::Legal).to_string();
                draft.start = Start::Fen(fen, place);
            }
        } else if tagged || named.is_some() {
            let why = "the record says that this game is not one of chess from its usual array, and gives no other one that is known; \
                       its moves are read from the usual one, by the rules of chess";
            draft.findings.push(Finding::new(&code::L327, named.unwrap_or(Span::at(first)), why));
        }
    }
}

/// The last lines of a text before a game.
fn above(text: &str, gap: std::ops::Range<usize>) -> Span {
    let said = &text[gap.clone()];
    let start = said.rmatch_indices('\n').nth(LINES).map_or(0, |(at, _)| at + 1);
    Span::new(gap.start + start, gap.end)
}

/// Where a line says that its game is one of Chess960, or of a server's `wild` arrays and other rules.
fn named(text: &str) -> Option<Span> {
    static RULES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)\b(?:chess ?-?960|960 chess|fischer ?-?random|fischerandom|freestyle chess|wild ?[/(] ?(?:fr|\d+)",
            r"|(?:un)?rated (?:atomic|crazyhouse|bughouse|suicide|losers|giveaway|antichess|three-check|horde)\b)",
        ))
        .ok()
    });
    let rules = RULES.as_ref()?;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.split_whitespace().count() <= WORDS
            && let Some(found) = rules.find(line)
        {
            return Some(Span::new(at + found.start(), at + found.end()));
        }
        at += line.len();
    }
    None
}

/// The array that a text says: by its letters, or by its number where that can be nothing else.
fn said(text: &str, is_named: bool) -> Option<(Board, Span)> {
    static LETTERS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\b(?:[KQRBN]{8}|[kqrbn]{8})\b").ok());
    static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:\b(sp|spid)|\b(?:start(?:ing)? ?)?(?:position|pos|stellung|number|no|nr|id)|#)[-.: #]{0,2}(\d{1,3})\b").ok()
    });
    let letters = LETTERS
        .as_ref()?
        .find_iter(text)
        .find_map(|found| Some((chess960::of_rank(found.as_str())?, Span::new(found.start(), found.end()))));
    letters.or_else(|| {
        let found = NUMBER.as_ref()?.captures(text).filter(|found| is_named || found.get(1).is_some())?;
        let number = found.get(2)?;
        Some((chess960::numbered(number.as_str().parse().ok()?)?, Span::new(number.start(), number.end())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_said_by_letters_or_by_number() {
        for (text, rank) in [
            ("starting NQRBBKNR (SP217)", Some("nqrbbknr")),
            ("a game from SP 217", Some("nqrbbknr")),
            ("Chess960, position 217", Some("nqrbbknr")),
            ("position 217 on the list", None),
            ("NQRBKBNR", None),
        ] {
            let said = said(text, named(text).is_some());
            let rank = rank.map(|rank| chess960::of_rank(rank).unwrap());
            assert_eq!(said.map(|(board, _)| board), rank, "{text}");
        }
        assert!(named("Unrated wild(22) match, initial time: 3 minutes").is_some());
        assert!(named("Rated blitz match, initial time: 3 minutes").is_none());
    }
}
