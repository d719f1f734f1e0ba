//! Games of PGN without a defect: straight from the lexer and the board to the writer.
//!
//! A game whose every token is what the export format would have has one meaning, which the readers of records find too, two
//! hundred times as slowly. Only what has a defect goes their way. The proof is the same for both: the second reader
//! replays the text that is about to be written.

use std::sync::OnceLock;

use scorebook_export::{CleanGame, CleanGames, MoveStyle, proofs};

use super::sense::NotationSense;
use super::trial::LONGEST;
use super::unit::UnitLayout;
use super::{
    Converted, Format, LayoutChoice, Plan, Text, Unit, convert as convert_unit, font, locate, not_of_chess,
};
use crate::decode::NotationChoice;
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::notation::san::SAN;
use crate::notation::{Notation, uci::Uci};
use crate::record::Layout;
use crate::record::pgn::{Pgn, are_words};
use crate::sink::{self, Comments, Record};
use crate::text::{Source, Span};

/// Whether the games of a source may go straight to the writer: `Some` if the plan asks for nothing that only the readers of
/// records know. The games are read later, or now if the layout of the source is not known yet.
pub(super) fn of(source: &Source, layout: Option<&UnitLayout>, plan: &Plan) -> Option<OnceLock<CleanGames>> {
    let layout_allows = match (&plan.layout, layout) {
        (_, Some(layout)) => is_plain(layout),
        (LayoutChoice::Auto, None) => true,
        (LayoutChoice::Named(layout), None) => layout.name() == Pgn.name(),
        (LayoutChoice::Table(_), None) => false,
    };
    let in_san = match plan.options.from {
        NotationChoice::Auto => true,
        NotationChoice::Notation(notation) => notation.name() == SAN.name,
    };
    let wanted = plan.direct
        && plan.comments != Comments::None
        && layout_allows
        && in_san
        && !plan.explain
        && plan.variants.usual.is_none();
    // Only a text as it stands in the file can be taken apart.
    if !wanted || !plan.decisions.of(source.name()).is_empty() || source.parts(&[]).is_none() {
        return None;
    }
    let games = OnceLock::new();
    if layout.is_none() {
        let clean = CleanGames::read(source.text());
        // Words above the first game, or below the last one, stay with it.
        let sense = NotationSense::new(plan.options.from);
        let are_words = |other: &Span| are_words(source.slice(*other), &sense);
        if source.text().len() <= LONGEST && clean.others().iter().any(are_words) {
            return None;
        }
        let _ = games.set(clean);
    }
    Some(games)
}

/// Whether a text is PGN for certain: all its games are without a defect, or most of a text that is too long to be read in
/// several layouts.
pub(super) fn is_pgn(games: &OnceLock<CleanGames>, text: &str) -> bool {
    let Some(games) = games.get() else { return false };
    let left: usize = games.others().iter().map(|other| other.len()).sum();
    !games.games().is_empty() && (left == 0 || text.len() > LONGEST && left * 2 < text.len())
}

/// Whether a layout is PGN and nothing else.
pub(super) fn is_plain(layout: &UnitLayout) -> bool {
    matches!(layout, UnitLayout::Named(layout) if layout.name() == Pgn.name())
}

/// Converts a unit: the games without a defect directly, the others as records are read, in the order of the text.
pub(super) fn convert(unit: &Unit, games: &OnceLock<CleanGames>, plan: &Plan) -> Vec<Converted> {
    let source = &unit.source;
    let clean = games.get_or_init(|| CleanGames::read(source.text()));
    let remarks = unit.remarks.iter().cloned().map(|finding| Converted::remark(locate(source, finding)));
    let mut done: Vec<(usize, Converted)> = remarks.map(|remark| (0, remark)).collect();
    let (texts, mut others) = write(source, clean, plan);
    done.extend(texts);
    others.extend(clean.others().iter().copied());
    if !others.is_empty() {
        others.sort_unstable();
        done.extend(by_readers(unit, clean, &others, plan));
        // Stable, so that what is said of one place keeps its order.
        done.sort_by_key(|(at, _)| *at);
    }
    done.into_iter().map(|(_, converted)| converted).collect()
}

/// The games without a defect with their places, and the places of those that the second reader reads differently.
fn write(source: &Source, clean: &CleanGames, plan: &Plan) -> (Vec<(usize, Converted)>, Vec<Span>) {
    let of = clean.of(source.text());
    let mut pgn = String::with_capacity(source.text().len() + clean.games().len() * 64);
    let mut ends = Vec::with_capacity(clean.games().len());
    for game in clean.games() {
        of.write(game, MoveStyle::San, &mut pgn);
        ends.push(pgn.len());
    }
    let agreed = proofs(&pgn, clean.games());
    let mut done = Vec::with_capacity(clean.games().len());
    let mut doubted = Vec::new();
    let mut start = 0;
    for ((game, end), agreed) in clean.games().iter().zip(ends).zip(agreed) {
        let written = &pgn[std::mem::replace(&mut start, end)..end];
        match agreed {
            Ok(()) => done.push((game.span.start, written_as(source, clean, game, written, plan))),
            Err(_) => doubted.push(game.span),
        }
    }
    (done, doubted)
}

/// A game in the output format; `pgn` is its text as it was replayed.
fn written_as(source: &Source, clean: &CleanGames, game: &CleanGame, pgn: &str, plan: &Plan) -> Converted {
    let of = clean.of(source.text());
    let mut findings = Vec::new();
    let text = match plan.format {
        Format::Pgn => Text::Plain(pgn.to_owned()),
        Format::Moves(notation) if notation.name() == Uci.name() => {
            let mut out = String::with_capacity(pgn.len());
            of.write(game, MoveStyle::Uci, &mut out);
            Text::Plain(out)
        }
        Format::Json => {
            let line = source.locate(game.span.start).0;
            Text::Json(sink::json::clean_line(&of, game, source.name(), line))
        }
        format => {
            let (whole, cells) = (of.game(game), of.cells(game));
            let record = Record {
                game: &whole,
                verdict: Verdict::Verified,
                notation: SAN.name,
                file: source.name(),
                line: source.locate(game.span.start).0,
                findings: &[],
                cells: &cells,
                guessed: &[],
                chances: &[],
                chance: None,
                asked: &[],
                rest: None,
                comments: plan.comments,
            };
            match format {
                Format::Csv => Text::Rows(sink::csv::rows(&record)),
                #[cfg(feature = "arrow")]
                Format::Table => {
                    let offset = source.original(game.span).start as u64;
                    Text::Table(Box::new(crate::table::Owned::converted(&whole, offset, pgn)))
                }
                Format::Moves(notation) => {
                    let mut out = String::new();
                    findings = sink::moves::write(&record, notation, &mut out);
                    Text::Plain(out)
                }
                Format::Pgn | Format::Json | Format::Ruled(_) | Format::Stones(_) => {
                    findings.extend(
                        not_of_chess(format)
                            .map(|words| locate(source, Finding::new(&code::L180, game.span, words))),
                    );
                    Text::Plain(pgn.to_owned())
                }
            }
        }
    };
    Converted {
        text,
        findings,
        verdict: Some(Verdict::Verified),
        notation: SAN.name,
        plies: game.plies,
        guessed: 0,
        moves: Vec::new(),
        start: Some(of.first_move(game)),
        unread: false,
    }
}

/// Converts the games at these places, with the text between them and the next, as records are read. Each comes with its
/// place in the unit.
fn by_readers(unit: &Unit, clean: &CleanGames, others: &[Span], plan: &Plan) -> Vec<(usize, Converted)> {
    let source = &unit.source;
    let mut starts: Vec<usize> = clean.games().iter().map(|game| game.span.start).collect();
    starts.extend(others.iter().map(|other| other.start));
    starts.sort_unstable();
    let with_gap = |other: &Span| {
        let next = starts.partition_point(|&start| start <= other.start);
        Span::new(other.start, starts.get(next).copied().unwrap_or(source.text().len()))
    };
    let parts: Vec<Span> = others.iter().map(with_gap).collect();
    let Some(rest) = source.parts(&parts) else { return Vec::new() };
    let mut remarks = Vec::new();
    let rest = match font::read(&rest, plan.options.from) {
        Some((spelled, finding)) => {
            remarks.push(finding);
            spelled
        }
        None => rest,
    };
    // Where no game is without a defect, nothing is cut out.
    let is_whole = rest.text() == source.text();
    let mut rest = Unit::of(rest, UnitLayout::Named(&Pgn), remarks);
    if is_whole {
        rest.whole = unit.whole;
        rest.readings = unit.readings.clone();
    }
    let placed = |converted: Converted| {
        let by_line = || converted.findings.first().and_then(|located| source.start_of(located.line));
        let place = converted.start.map(|start| rest.source.before_parts(start.start));
        (place.or_else(by_line).unwrap_or(0), converted)
    };
    convert_unit(&rest, plan).into_iter().map(placed).collect()
}
