//! Withholds what is not a game: moves in prose, variations without their game, opening tables.
//!
//! A game begins at move 1 or from a given position and can be played with few doubts. A record with nothing
//! else in it is written in any case, since the user wants to know what is wrong with it.

use super::Proven;
use super::printed::LONG;
use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::finding::{Finding, Severity, code};
use crate::game::{Verdict, mover_at};
use crate::record::{Cell, Draft, MoveSense, Start};
use crate::text::Span;

/// A text of at most so many bytes with one game is a record of that game, not a book.
const RECORD: usize = 20_000;
/// A text with more than so many bytes per byte of moves is mostly prose.
const SPARSE: usize = 4;
/// A text with more bytes than this and no readable move is prose.
const PROSE: usize = 1_000;
/// A game with more than one doubt in so many half-moves is not reliable.
const MOST_DOUBTS: usize = 4;
/// Moves that stop being playable after fewer half-moves are not a game.
pub(super) const SHORTEST: usize = 6;
/// Fewer half-moves among other text are no game.
const FEWEST: usize = 3;
/// So many half-moves of a book are a line in its prose if nothing announces or ends them and they are in doubt.
const BRIEF: usize = 12;
/// Likeness from which a text is spelled as a move.
const LIKE: f32 = 0.5;
/// Layouts that take any text for a record.
const OF_ANY_TEXT: &[&str] = &["running", "plain", "pairs", "blocks", "columns", "digits"];
/// Number of printed move numbers that decide at which move the record begins.
const NUMBERS: usize = 4;

/// Why the moves are not a game that should be written, in words; `None` if they are one.
pub(super) fn fragment(proven: &Proven<'_>) -> Option<String> {
    let draft = proven.draft;
    if let Some(again) = draft.findings.iter().find(|finding| finding.code == &code::L333) {
        return Some(again.message.clone());
    }
    // The first moves among words are read where a text has nothing else, and told.
    if draft.findings.iter().any(|finding| finding.code == &code::L331) {
        return None;
    }
    let book = proven.layout == "book";
    let is_record = proven.written <= RECORD && !book;
    let alone = proven.among == 1 && is_record;
    // Tag pairs announce a game.
    let tagged =
        draft.tags.get("White").is_some() && proven.layout == "pgn" || matches!(draft.start, Start::Fen(..));
    if is_record && !tagged && proven.source.scan().is_none() && is_chance(proven) {
        let plies = proven.reading.game.line.plies.len();
        return Some(format!("{plies} half-moves, and most of the text around them is no score of chess"));
    }
    let is_told = || proven.findings.iter().any(|located| located.finding.severity >= Severity::Warning);
    if proven.layout == "pgn" && !tagged && is_bare(draft) && !is_told() {
        return Some("tag pairs that name neither players nor a result, and no move".to_owned());
    }
    let reading = &proven.reading;
    // A table of anything may have cells that look like moves: of a game some can be played, or it is a further page of one.
    let is_further =
        || draft.mainline.cells.first().and_then(|cell| cell.number).is_some_and(|first| first > 1);
    // So may data, but that names say what its values are.
    let is_table =
        matches!(proven.layout, "csv" | "json") && (!reading.game.line.plies.is_empty() || is_further());
    if tagged || is_table || proven.layout == "turbo" {
        return None;
    }
    // A person says that it is one.
    let is_said = |finding: &Finding| finding.code == &code::D101 && finding.ply.is_none();
    let has_moves = !reading.game.line.plies.is_empty();
    if reading.verdict == Verdict::Decided || has_moves && reading.findings.iter().any(is_said) {
        return None;
    }
    let whole = reading.game.line.plies.len();
    let plies = if whole >= LONG { whole } else { reading.held() };
    let begins = || {
        begins_at(proven).map(|number| format!("the moves begin at move {number}, and no position is given"))
    };
    if alone {
        // On a page of anything, some word can be misread as a move.
        let guessed = reading
            .findings
            .iter()
            .filter(|finding| finding.code.id.starts_with('M') && finding.ply.is_some());
        if proven.source.scan().is_some() && plies > 0 && plies < SHORTEST && guessed.count() >= plies {
            return Some(format!("none of its {plies} half-moves is printed as one"));
        }
        // A record by itself is withheld only if it is part of an essay.
        let score: usize = draft.mainline.cells.iter().map(|cell| cell.span.len()).sum();
        let sparse = score * SPARSE < proven.written;
        // Moves that follow on others are bent to those of a game that begins with them.
        let is_exact = matches!(reading.verdict, Verdict::Verified | Verdict::Settled);
        if !sparse && plies > 0 {
            return begins().filter(|_| !is_exact);
        }
        if sparse && (1..FEWEST).contains(&plies) && draft.tags.is_empty() && draft.ending.is_none() {
            return Some(format!("{plies} half-moves among other text"));
        }
        let prose = sparse && (score > 0 || proven.written > PROSE);
        return begins().or_else(|| (plies == 0 && prose).then(|| "no move could be read".to_owned()));
    }
    if plies == 0 {
        return Some("no move could be read".to_owned());
    }
    let is_named = draft.tags.get("White").or(draft.tags.get("Black")).is_some();
    if !is_named && draft.ending.is_none() && is_in_sentence(proven.source.text(), draft) {
        return Some(format!("{plies} half-moves in brackets within a sentence"));
    }
    // A letter has one move, and its place and date are no heading of a game.
    let score: usize = draft.mainline.cells.iter().map(|cell| cell.span.len()).sum();
    let is_sparse = is_record && score * SPARSE * proven.among < proven.written;
    if is_sparse && plies < FEWEST && !is_named && draft.ending.is_none() {
        return Some(format!("{plies} half-moves among other text"));
    }
    if let Some(why) = begins() {
        return Some(why);
    }
    let doubts = reading.findings.iter();
    let doubts =
        doubts.filter(|finding| finding.severity >= Severity::Warning && finding.code != &code::L320).count();
    let broken = reading.verdict == Verdict::Incomplete;
    if broken && plies < SHORTEST {
        return Some(format!("{plies} half-moves could be read, none after them"));
    }
    let unannounced = draft.tags.is_empty() && draft.ending.is_none();
    let sure = matches!(reading.verdict, Verdict::Verified | Verdict::Settled);
    if !sure && unannounced && plies <= BRIEF && proven.written > RECORD {
        return Some(format!("{plies} half-moves without a heading or an end, in doubt"));
    }
    let most = if book { MOST_DOUBTS } else { MOST_DOUBTS / 2 };
    (doubts * most > plies).then(|| format!("{doubts} of its {plies} half-moves are in doubt"))
}

/// Whether nothing but tags that say nothing of a game stands in a draft. What stands behind them as a comment may be one, and is told.
fn is_bare(draft: &Draft<'_>) -> bool {
    let says = |name: &str| draft.tags.get(name).is_some_and(|value| !value.starts_with(['?', '*']));
    draft.mainline.cells.is_empty()
        && draft.ending.is_none()
        && !["White", "Black", "Result"].into_iter().any(says)
}

/// Whether the few half-moves that were read are words of another text that happen to be moves: too few of them are sure, and most of
/// the text is neither moves nor a given position.
fn is_chance(proven: &Proven<'_>) -> bool {
    let (draft, reading) = (proven.draft, &proven.reading);
    // What is wrong with a position is told as well.
    let has_position = draft.start != Start::Array
        || proven.findings.iter().any(|located| [&code::L108, &code::L114].contains(&located.finding.code));
    if !OF_ANY_TEXT.contains(&proven.layout)
        || matches!(reading.verdict, Verdict::Verified | Verdict::Settled | Verdict::Decided)
        || has_position
    {
        return false;
    }
    let doubts =
        proven.findings.iter().filter(|located| located.finding.severity >= Severity::Warning).count();
    let sure = reading.game.line.plies.len().saturating_sub(doubts);
    let sense = NotationSense::new(NotationChoice::Auto);
    // What cannot be played is chess as well, where it is spelled as a move.
    let is_move = |cell: &&Cell<'_>| sense.likeness(&cell.text) >= LIKE;
    let ink = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
    let moves: usize = draft.mainline.cells.iter().filter(is_move).map(|cell| ink(&cell.text)).sum();
    let (readings, source) = (&proven.unit.readings, proven.source);
    sure < SHORTEST && moves * 3 < readings.ink(source) && !readings.is_score(source)
}

/// Whether all moves stand in brackets behind words of a sentence: `the Jerome Gambit (1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.Bxf7)`.
pub(super) fn is_in_sentence(text: &str, draft: &Draft<'_>) -> bool {
    /// Fewest words before the bracket.
    const WORDS: usize = 3;
    let cells = draft.mainline.cells.iter().map(|cell| cell.span);
    let Some(own) = cells.reduce(Span::join) else { return false };
    let before = text[..own.start].trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let behind = text[own.end..].trim_start_matches(['+', '#', '!', '?', '.', ' ']);
    let Some(before) = before.strip_suffix('(').filter(|_| behind.starts_with(')')) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count() >= WORDS
}

/// No game has fewer cells.
const FEW: usize = 16;

/// Whether moves of a book are no game for sure, so that a person need not decide anything in them: lines of contents,
/// examples, variations in prose. What may be a game that is badly read, or a part of a short record, is none of these.
pub(super) fn is_passage(proven: &Proven<'_>) -> bool {
    let (draft, reading) = (proven.draft, &proven.reading);
    let plies = reading.held();
    let announced = !draft.tags.is_empty() || draft.ending.is_some() && plies > 0;
    let decided = proven.findings.iter().any(|located| located.finding.code.id.starts_with('D'));
    let short = proven.written <= RECORD;
    if short || announced || decided || fragment(proven).is_none() {
        return false;
    }
    let doubts = reading.findings.iter().filter(|finding| finding.severity >= Severity::Warning).count();
    begins_at(proven).is_some() || draft.mainline.cells.len() < FEW || doubts * 2 > plies && plies < 2 * BRIEF
}

/// The number of the first move, if the record begins later than its game.
fn begins_at(proven: &Proven<'_>) -> Option<u32> {
    let reading = &proven.reading;
    let cells = &proven.draft.mainline.cells;
    let due = |ply: usize| mover_at(&reading.game.start, ply as u32 + 1).0;
    let read = reading.cells.iter().enumerate();
    let read = read.filter_map(|(ply, cell)| Some((cells.get((*cell)? as usize)?.number?, due(ply))));
    let mut numbers: Vec<(u32, u32)> = read.take(NUMBERS).collect();
    if numbers.is_empty() && proven.draft.unordered.is_none() {
        let printed = cells.iter().take(NUMBERS).enumerate();
        numbers = printed.filter_map(|(ply, cell)| Some((cell.number?, due(ply)))).collect();
    }
    let &(first, _) = numbers.first()?;
    // One number may be misprinted.
    let later = numbers.iter().filter(|(printed, due)| *printed > due.saturating_add(1)).count();
    (first > 1 && later * 2 > numbers.len()).then_some(first)
}

/// The finding that moves were withheld.
pub(super) fn withheld(proven: &Proven<'_>, why: &str) -> Finding {
    let message = format!("not a complete game: {why}; --fragments writes it anyway");
    let first = proven.reading.spans.iter().min().copied();
    let place = first.or_else(|| proven.draft.mainline.cells.first().map(|cell| cell.span));
    Finding::new(&code::L321, place.unwrap_or(proven.draft.span), message)
}
