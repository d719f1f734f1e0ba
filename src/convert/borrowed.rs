//! Games whose first moves are printed with another one: `Moves 1 to 7 as in game 1`, and then their eighth.

use scorebook_layout::reference::{Reference, game_name, reference};
use shakmaty::Color;

use super::begin::number_before;
use crate::finding::{Finding, code};
use crate::record::{Cell, Draft};
use crate::text::{Source, Span, line_before};

/// Gives the games that begin at a later move the first moves of the game to which the text above them refers.
pub(super) fn lend(source: &Source, drafts: &mut [Draft<'_>]) {
    let text = source.text();
    // `The same to move 7, then`: these are no moves.
    for draft in drafts.iter_mut().filter(|draft| draft.unordered.is_none()) {
        let refers = |cell: &Cell<'_>| reference(line_at(text, cell.span.start)).is_some();
        let cells = &mut draft.mainline.cells;
        let first = cells.iter().take_while(|cell| refers(cell)).count();
        cells.drain(..first);
    }
    // The text above each game, behind the one before.
    let mut above: Vec<Span> = Vec::with_capacity(drafts.len());
    let mut last = 0;
    for draft in drafts.iter() {
        let own = || draft.mainline.cells.iter().map(|cell| cell.span);
        let first = own().map(|span| span.start).min().unwrap_or(draft.span.start);
        above.push(Span::new(last.min(first), first));
        last = own().map(|span| span.end).max().unwrap_or(last).max(last);
    }
    for at in 0..drafts.len() {
        let begins = first_half_move(text, &drafts[at]);
        let Some(half_moves) = begins.filter(|half_moves| *half_moves > 0) else { continue };
        let Some((said, place)) = last_reference(text, above[at]) else { continue };
        let lender = match &said.game {
            None => at.checked_sub(1),
            Some(name) => named(text, &above[..at], name),
        };
        let lent = lender.map(|lender| (lender, own_cells(&drafts[lender], half_moves)));
        let draft = &mut drafts[at];
        let moves = half_moves.div_ceil(2);
        let game = said.game.map_or("the game before".to_owned(), |name| format!("game {name}"));
        let mut refuse = |why: String| draft.findings.push(Finding::new(&code::L304, place, why));
        // `Moves 1 to 7 as in game 1`, and `the same up to move 8`.
        let next = half_moves / 2 + 1;
        let agrees = |said: u32| [next - 1, next].contains(&(said as usize));
        if let Some(said) = said.moves.filter(|said| !agrees(*said)) {
            refuse(format!("{said} moves are those of {game}, and the next move has another number"));
            continue;
        }
        let Some((lender, mut cells)) = lent.filter(|(_, cells)| cells.len() == half_moves) else {
            refuse(format!("the game continues {game}, which was not found or is too short"));
            continue;
        };
        let message = format!("the first {moves} moves are copied from game {} of this text", lender + 1);
        draft.findings.push(Finding::new(&code::L302, place, message));
        draft.borrowed = cells.len();
        draft.explained.push(place);
        cells.append(&mut draft.mainline.cells);
        draft.mainline.cells = cells;
    }
}

/// The line of a place.
fn line_at(text: &str, place: usize) -> &str {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// The half-moves before the first one of a draft, by the number in print; `None` where its order is uncertain.
fn first_half_move(text: &str, draft: &Draft<'_>) -> Option<usize> {
    let first = draft.mainline.cells.first().filter(|_| draft.unordered.is_none() && draft.borrowed == 0)?;
    let number = number_before(text, first.span.start).or(first.number)?;
    // `4... exd4`, `4. — exd4`
    let before = line_before(text, first.span.start).trim_end();
    let is_blacks = before.ends_with("...") || before.ends_with(['…', '—', '–', '-']);
    let is_blacks = is_blacks || first.side == Some(Color::Black);
    Some(2 * (number.checked_sub(1)? as usize) + usize::from(is_blacks))
}

/// The last reference in a part of the text.
fn last_reference(text: &str, above: Span) -> Option<(Reference, Span)> {
    let mut end = above.end;
    for line in text.get(above.range())?.rsplit('\n') {
        let start = end - line.len();
        if let Some(found) = reference(line) {
            return Some((found, Span::new(start, end)));
        }
        end = start.saturating_sub(1);
    }
    None
}

/// Which game has that number or letter in its heading; where none has any, the one in its place.
fn named(text: &str, above: &[Span], name: &str) -> Option<usize> {
    let names: Vec<Option<String>> = above
        .iter()
        .map(|above| {
            let lines = text.get(above.range()).unwrap_or_default().lines();
            lines.rev().filter(|line| reference(line).is_none()).find_map(game_name)
        })
        .collect();
    if names.iter().all(Option::is_none) {
        return name.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < above.len());
    }
    names.iter().rposition(|own| own.as_deref() == Some(name))
}

/// The first cells of a game, without what is said of them there.
fn own_cells<'a>(lender: &Draft<'a>, count: usize) -> Vec<Cell<'a>> {
    let bare = |cell: &Cell<'a>| Cell { comments: Vec::new(), variations: Vec::new(), ..cell.clone() };
    let known = if lender.unordered.is_none() { &lender.mainline.cells[..] } else { &[] };
    known.iter().take(count).map(bare).collect()
}
