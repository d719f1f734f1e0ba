//! The proof of a game: coverage, result, and a replay of the PGN text that is about to be written.

use shakmaty::{Chess, Move};

use super::asked::{self, Asked};
use super::audit::Coverage;
use super::sense::NotationSense;
use super::{Plan, Unit, decided, fragment, kept_notes, locate, outlook, result, ruled, says, together};
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::pass::{Passing, castling_mode};
use crate::position::{Case, StartKind, judge_start};
use crate::record::{Draft, Start};
use crate::sink::{self, Comments, Located, Record};
use crate::text::{Source, Span};

/// A game after decoding and proof.
pub struct Proven<'p> {
    /// The input.
    pub source: &'p Source,
    pub(super) unit: &'p Unit,
    /// Index among the games of its unit, from 0.
    pub at: usize,
    /// Number of games in its unit.
    pub among: usize,
    /// Bytes of the input that no printed board takes.
    pub(super) written: usize,
    /// Name of the layout that cut it.
    pub layout: &'p str,
    /// The cells and tag pairs that were decoded.
    pub draft: &'p Draft<'p>,
    /// The decoded game; its result is already checked against the final position.
    pub reading: Reading,
    /// All findings of this game.
    pub findings: Vec<Located>,
    /// For each ply, the byte range and the text of its cell.
    pub cells: Vec<(Span, String)>,
    /// The text after the last move that could be decoded, if there is any.
    pub rest: Option<String>,
    /// What is written as comments.
    pub comments: Comments,
    /// The game as PGN, the text that the proof replays.
    pub pgn: String,
    /// What a person is asked.
    pub asked: Vec<Asked>,
}

impl Proven<'_> {
    /// Whether it is no game for sure, but a passage of a book with moves in it.
    #[must_use]
    pub fn is_passage(&self) -> bool {
        fragment::is_passage(self)
    }

    /// Whether the reader of books can say what each legal move would cost, even if another reader has read the game.
    #[must_use]
    pub fn has_outlook(&self) -> bool {
        self.unit.printed.get().is_some() && self.reading.game.start == Chess::default()
    }

    /// What each legal move costs as the next one behind so many half-moves, by all that is printed there and behind.
    #[must_use]
    pub fn outlook(&self, before: usize) -> outlook::Outlook {
        outlook::outlook(self.unit, self.draft, &self.reading, before)
    }

    /// The moves of a position that a text clearly may say; `None` if it is unclear, or not of a printed book.
    #[must_use]
    pub fn says(&self, span: Span, position: &Chess) -> Option<Vec<Move>> {
        says::says(self.unit, span, position)
    }

    /// The place of its first move, or of its beginning if it has none.
    #[must_use]
    pub fn first_move(&self) -> Span {
        together::first(&self.reading).unwrap_or(Span::at(self.draft.span.start))
    }

    /// The record that the output formats write.
    #[must_use]
    pub fn record(&self) -> Record<'_> {
        Record {
            game: &self.reading.game,
            verdict: self.reading.verdict,
            notation: self.reading.notation,
            file: self.source.name(),
            line: self.source.locate(self.draft.span.start).0,
            findings: &self.findings,
            cells: &self.cells,
            guessed: &self.reading.guessed,
            chances: &self.reading.chances,
            chance: self.reading.chance,
            asked: &self.asked,
            rest: self.rest.as_deref(),
            comments: self.comments,
        }
    }
}

/// Checks coverage and result of a decoded game, writes it as PGN and replays that text. If the replay differs
/// from the decoded game, the game is incomplete and has finding R110.
pub(super) fn prove<'p>(
    unit: &'p Unit,
    at: usize,
    draft: &'p Draft<'p>,
    mut reading: Reading,
    coverage: &Coverage,
    plan: &Plan,
) -> Proven<'p> {
    let source = &unit.source;
    coverage.settle(source, at, draft, &mut reading, &NotationSense::new(plan.options.from));
    // Of first moves among words nobody knows whether they are all.
    let is_beginning = draft.findings.iter().any(|finding| finding.code == &code::L331);
    if is_beginning || begins_elsewhere(draft, &reading) {
        reading.verdict = reading.verdict.max(Verdict::Incomplete);
    }
    if draft.findings.iter().any(|finding| finding.code == &code::L332) {
        reading.verdict = reading.verdict.max(Verdict::Ambiguous);
    }
    let end = last_position(&reading);
    let printed = coverage.printed_result(source, draft, &reading);
    let printed = printed.or_else(|| result::named_loser(source.text(), draft));
    let given_up = coverage.given_up(source, draft, &reading);
    let below = coverage.said_below(source, draft, &reading);
    result::settle(draft, [printed, given_up], below, &end, &mut reading);
    if let Some(results) = coverage.two_results(source, draft, &reading) {
        result::tell_two(results, &mut reading);
    }
    if let Some((said, place)) = coverage.result_above(source, draft, &reading) {
        result::tell_above(said, place, &mut reading);
    }
    if let Some((said, place)) = coverage.said_mate(source, &reading) {
        result::compare(said, place, &end, &mut reading);
    }
    if castling_mode(&reading.game.start).is_chess960() {
        reading.game.tags.set_default("Variant", "Chess960");
    }
    let of_start = start_findings(draft);
    // The game is written without the rights that its position cannot have.
    if of_start.iter().any(|finding| finding.code.id == "P701") {
        reading.verdict = reading.verdict.max(Verdict::Repaired);
    }
    reading.findings.splice(0..0, of_start);
    let variant = draft.tags.get("Variant").filter(|name| ruled::unknown(name).is_some());
    if let Some(name) = variant.filter(|_| reading.verdict > Verdict::Settled) {
        let message = format!("the rules of {name} are not known: its moves were read as those of chess");
        reading.findings.insert(0, Finding::new(&code::T215, draft.span, message).text(name));
    }
    decided::settle(draft, &mut reading);
    if let Some(seen) = &unit.seen {
        seen.settle(&mut reading);
    }
    let end = if plan.options.guess {
        reading.go_on();
        let end = last_position(&reading);
        result::of_mate(&end, &mut reading);
        end
    } else {
        end
    };
    kept_notes::keep(source, coverage, at, draft, &mut reading);
    let findings = reading.findings.iter().map(|finding| locate(source, finding.clone())).collect();
    let cells = cells(source, draft, &reading);
    let rest = reading.rest.map(|span| rest(source, draft, &reading, span));
    let plies = reading.game.line.plies.len();
    let asked = asked::asked(source, draft, &reading.game.start, &reading.questions);
    let mut proven = Proven {
        source,
        unit,
        at,
        among: coverage.games(),
        written: source.text().len().saturating_sub(coverage.drawn()),
        layout: unit.layout.get().name(),
        draft,
        reading,
        findings,
        cells,
        rest,
        comments: plan.comments,
        pgn: String::new(),
        asked,
    };
    let mut pgn = String::new();
    sink::pgn::write(&proven.record(), &mut pgn);
    // No second reader plays an illegal move that is kept as written.
    if !proven.record().keeps_illegal()
        && let Err(why) = sink::proof::agrees(&pgn, &end, plies)
    {
        let message = format!("the second reader disagrees with the written game: {why}");
        proven.findings.push(locate(source, Finding::new(&code::R110, draft.span, message)));
        proven.reading.verdict = Verdict::Incomplete;
        pgn.clear();
        sink::pgn::write(&proven.record(), &mut pgn);
    }
    proven.pgn = pgn;
    proven
}

/// Whether the game that is written does not begin from the position that the record states: it cannot be read, or
/// nobody can play from it.
fn begins_elsewhere(draft: &Draft<'_>, reading: &Reading) -> bool {
    let codes = [&code::P901, &code::P902, &code::L108, &code::L114];
    draft.findings.iter().chain(&reading.findings).any(|finding| codes.contains(&finding.code))
}

/// Findings on a starting position given as FEN: is it legal and reachable?
fn start_findings(draft: &Draft<'_>) -> Vec<Finding> {
    let Start::Fen(fen, span) = &draft.start else { return Vec::new() };
    let kind = StartKind::named(draft.tags.get("Variant").unwrap_or_default());
    // A FEN that does not read has its own finding.
    let (Some(kind), Ok(case)) = (kind, Case::from_fen(fen)) else { return Vec::new() };
    // Rights that were assumed are no claim of the record, and a board of which men are lost says nothing of its moves.
    let is_assumed = draft.findings.iter().any(|finding| [&code::L114, &code::L115].contains(&finding.code));
    let findings = judge_start(&case, kind, *span)
        .into_iter()
        .filter(|finding| !is_assumed || finding.code.id != "P701");
    findings.map(|finding| finding.text(fen)).collect()
}

/// The position behind the last move.
pub(super) fn last_position(reading: &Reading) -> Chess {
    let mut position = reading.game.start.clone();
    for m in reading.game.moves() {
        position.play_or_pass(m);
    }
    position
}

/// For each ply, the byte range and the text of its cell.
fn cells(source: &Source, draft: &Draft<'_>, reading: &Reading) -> Vec<(Span, String)> {
    let cell = |(ply, span): (usize, &Span)| {
        let cell =
            reading.cells.get(ply).copied().flatten().and_then(|at| draft.mainline.cells.get(at as usize));
        (*span, cell.map_or_else(|| squeeze(source.slice(*span)), |cell| cell.text.to_string()))
    };
    reading.spans.iter().enumerate().map(cell).collect()
}

/// Most characters quoted of a torn page.
const MOST_QUOTED: usize = 400;

/// The undecoded rest: the cells after the last decoded one, in order; on a torn page, where the order of cells is
/// unknown, and behind guessed half-moves, the source text of `span`.
fn rest(source: &Source, draft: &Draft<'_>, reading: &Reading, span: Span) -> String {
    if draft.unordered.is_some() || !reading.guessed.is_empty() {
        let print = squeeze(source.slice(span));
        let end = print.char_indices().nth(MOST_QUOTED).map_or(print.len(), |(at, _)| at);
        return if end < print.len() { format!("{} …", &print[..end]) } else { print };
    }
    let read = reading.cells.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let texts: Vec<&str> = draft.mainline.cells.iter().skip(read).map(|cell| &*cell.text).collect();
    squeeze(&texts.join(" "))
}

/// The text on one line, with single spaces.
fn squeeze(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
