//! Variations printed between the moves of a game, as notes often do: `6…B-Kt3 7 P-Q5 Kt-K2`, and then the
//! game continues with its own seventh move.
//!
//! They are recognised by their move numbers, which go back and later return to the number that the game
//! needs. Legality decides: a draft is changed only if the game is then read without a doubt and was not
//! before.

use rayon::prelude::*;
use scorebook_lexicon::{Phrase, is_phrase_behind, is_small, phrase_before};
use shakmaty::Color;

use super::readings::Readings;
use crate::decode::Options;
use crate::finding::{Finding, Severity, code};
use crate::game::Verdict;
use crate::record::{Cell, CellLine, Draft, Start};
use crate::text::{Source, Span};

/// Fewest moves of a variation.
const SHORTEST: usize = 2;

/// Attaches the variations of notes to the moves they replace; `None` if there are none.
pub(super) fn apart<'a>(
    source: &Source,
    drafts: &[Draft<'a>],
    options: Options,
    readings: &Readings,
) -> Option<Vec<Draft<'a>>> {
    let found: Vec<Option<Draft<'a>>> = drafts
        .par_iter()
        .map(|draft| {
            let other = taken_apart(source.text(), draft)?;
            let mut decoder = readings.decoder(options);
            let read = |reading: &crate::decode::Reading, draft: &Draft<'_>| {
                reading.game.line.plies.len() == draft.mainline.cells.len()
                    && matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
            };
            let (own, new) = (readings.decode(&mut decoder, draft), readings.decode(&mut decoder, &other));
            // An unplayable variation, or one of a single move, may as well be a slip among the game's own
            // moves.
            let lines = other.mainline.cells.iter().flat_map(|cell| &cell.variations);
            let is_named =
                |line: &CellLine<'_>| line.cells.first().is_some_and(|cell| is_named(source.text(), cell));
            let sound = lines.into_iter().all(|line| line.cells.len() >= SHORTEST || is_named(line))
                && new.findings.iter().all(|finding| finding.severity < Severity::Error);
            (!read(&own, draft) && read(&new, &other) && sound).then_some(other)
        })
        .collect();
    if found.iter().all(Option::is_none) {
        return None;
    }
    Some(found.into_iter().zip(drafts).map(|(found, own)| found.unwrap_or_else(|| own.clone())).collect())
}

/// Takes the variations out of a draft whose numbers go back; `None` if they do not, or if it is unclear what
/// belongs together.
fn taken_apart<'a>(text: &str, draft: &Draft<'a>) -> Option<Draft<'a>> {
    if draft.unordered.is_some() || draft.start != Start::Array {
        return None;
    }
    let cells = &draft.mainline.cells;
    if cells.iter().any(|cell| cell.decided.is_some()) {
        return None;
    }
    let mut main: Vec<Cell<'a>> = Vec::with_capacity(cells.len());
    let mut findings = draft.findings.clone();
    let mut at = 0;
    while at < cells.len() {
        let ply = main.len();
        let back =
            place(cells, at).filter(|back| !back.contains(&ply) && back.iter().all(|&back| back < ply));
        let Some(back) = back else {
            main.push(cells[at].clone());
            at += 1;
            continue;
        };
        let back = *back.first()?;
        // Without words before it, the number may just be misprinted.
        let is_noted = main.get(back.checked_sub(1)?).is_some_and(noted) || main.last().is_some_and(noted);
        if !is_noted && !is_named(text, &cells[at]) {
            return None;
        }
        if let Some(end) = comes_back(text, cells, at, back, ply) {
            // A variation of a note; the game continues after it.
            let variation = CellLine { comments: Vec::new(), cells: cells[at..end].to_vec() };
            let cell = main.get_mut(back).filter(|cell| cell.text != cells[at].text)?;
            findings.push(told(&variation));
            cell.variations.push(variation);
            at = end;
        } else {
            // The moves before this cell belong to the note; the game continues here.
            let variation = CellLine { comments: Vec::new(), cells: main.split_off(back) };
            let mut cell = cells[at].clone();
            // A row that is printed twice is not a variation.
            if variation.cells.first().is_none_or(|first| first.text == cell.text) {
                return None;
            }
            findings.push(told(&variation));
            cell.variations.push(variation);
            main.push(cell);
            at += 1;
        }
    }
    let mainline = CellLine { comments: draft.mainline.comments.clone(), cells: main };
    (findings.len() > draft.findings.len()).then(|| Draft { mainline, findings, ..draft.clone() })
}

/// Whether a note in words follows the move.
fn noted(cell: &Cell<'_>) -> bool {
    let word = |word: &&str| {
        let small = word.strip_prefix(char::is_uppercase).unwrap_or(word);
        word.len() >= 3 && small.chars().all(|c| is_small(c) || matches!(c, ',' | '.' | ';' | ':'))
    };
    cell.comments.iter().any(|comment| comment.split_whitespace().filter(word).count() >= 2)
}

/// Whether the sentence of a move ends behind it: with a point, or with more words.
fn is_over(text: &str, cell: &Cell<'_>, next: &Cell<'_>) -> bool {
    let gap = text.get(cell.span.end..next.span.start).unwrap_or_default();
    cell.text.ends_with(['.', ';'])
        || gap.starts_with(['.', ';'])
        || cell.comments.iter().any(|comment| comment.contains(char::is_alphabetic))
}

/// Whether words around a move say that it is only talked about: `8...h5 was possible`, `Better was 4. Bxc6`.
fn is_named(text: &str, cell: &Cell<'_>) -> bool {
    let before = text.get(..cell.span.start).unwrap_or_default();
    let behind = text.get(cell.span.end..).unwrap_or_default();
    phrase_before(before, &[Phrase::Before, Phrase::About]).is_some() || is_phrase_behind(behind)
}

/// The finding for a variation that was taken out of the main line.
fn told(variation: &CellLine<'_>) -> Finding {
    let spans = variation.cells.iter().map(|cell| cell.span);
    let span = spans.reduce(Span::join).unwrap_or_default();
    let texts: Vec<&str> = variation.cells.iter().map(|cell| &*cell.text).collect();
    let message = "the numbers go back here and come once more: this is read as a variation, not as the game";
    Finding::new(&code::L322, span, message).text(texts.join(" "))
}

/// The half-moves, from 0, that the number of a cell can mean, the likelier first; `None` without a number.
fn place(cells: &[Cell<'_>], at: usize) -> Option<Vec<usize>> {
    let cell = cells.get(at)?;
    let white = (cell.number? as usize).checked_sub(1)? * 2;
    Some(match cell.side {
        Some(Color::White) => vec![white],
        Some(Color::Black) => vec![white + 1],
        None => {
            // The next number follows directly, so this is Black's move.
            let next = cells.get(at + 1).and_then(|cell| cell.number);
            if next.is_some() && next == cell.number.map(|number| number.saturating_add(1)) {
                vec![white + 1, white]
            } else {
                vec![white, white + 1]
            }
        }
    })
}

/// The cell at which the game continues with half-move `ply`, after a variation that begins in cell `at` with
/// half-move `first`.
fn comes_back(text: &str, cells: &[Cell<'_>], at: usize, first: usize, ply: usize) -> Option<usize> {
    for index in at + 1..cells.len() {
        let own = first + (index - at);
        match place(cells, index) {
            // A variation as long as what it replaces: words behind it say that it is over.
            Some(places)
                if own == ply && places.contains(&ply) && is_over(text, &cells[index - 1], &cells[index]) =>
            {
                return Some(index);
            }
            Some(places) if places.contains(&own) => {}
            Some(places) if places.contains(&ply) => return Some(index),
            Some(_) => return None,
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(cells: &[(Option<u32>, &'static str)]) -> Draft<'static> {
        let cell = |&(number, text): &(Option<u32>, &'static str)| Cell {
            text: text.into(),
            number,
            comments: Vec::from_iter(text.contains('!').then(|| "a note of words".to_owned())),
            side: text.ends_with('b').then_some(Color::Black),
            ..Cell::default()
        };
        let mainline = CellLine { comments: Vec::new(), cells: cells.iter().map(cell).collect() };
        Draft { mainline, ..Draft::default() }
    }

    fn texts(cells: &[Cell<'_>]) -> String {
        let one = |cell: &Cell<'_>| {
            let variations = cell.variations.iter().map(|line| format!("({})", texts(&line.cells)));
            format!("{}{}", cell.text, variations.collect::<String>())
        };
        cells.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_variation_behind_its_move() {
        let cells = |noted| {
            let second = if noted { "a!b" } else { "ab" };
            let line =
                [(None, second), (Some(1), "xb"), (Some(2), "y"), (None, "yb"), (Some(2), "c"), (None, "cb")];
            [&[(Some(1), "a")][..], &line].concat()
        };
        assert_eq!(
            texts(&taken_apart("", &draft(&cells(true))).unwrap().mainline.cells),
            "a a!b(xb y yb) c cb"
        );
        assert!(taken_apart("", &draft(&cells(false))).is_none(), "no note, no variation");
    }

    #[test]
    fn a_variation_before_its_move() {
        let line = [
            (Some(1), "a"),
            (None, "a!b"),
            (Some(2), "x"),
            (None, "xb"),
            (Some(3), "y"),
            (Some(2), "c"),
            (None, "cb"),
            (Some(3), "d"),
            (None, "db"),
            (Some(4), "e"),
        ];
        assert_eq!(
            texts(&taken_apart("", &draft(&line)).unwrap().mainline.cells),
            "a a!b c(x xb y) cb d db e"
        );
    }

    #[test]
    fn numbers_that_only_rise() {
        let line = [(Some(1), "a"), (None, "a!b"), (Some(2), "c"), (Some(2), "cb")];
        assert!(taken_apart("", &draft(&line)).is_none());
    }
}
