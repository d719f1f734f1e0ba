//! Games of variants: read, proven and written by the crate `variants` instead of the chess decoder.
//!
//! In any layout, this includes each game whose tag `Variant` names rules other than chess, and every game if
//! the user has named rules.

mod courier;
mod prove;
mod sheet;
mod stones;
#[cfg(feature = "arrow")]
mod words;
mod write;

use std::sync::LazyLock;

use scorebook_variants::{Notation, Position, Rules};

use super::{Converted, Format, Plan, Text, Unit, locate};
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::position::StartKind;
use crate::sink::{Comments, Located};
use crate::text::{Source, Span};
use prove::{Proof, Said};
use sheet::VariantRecord;
pub use stones::StonesForm;
pub use stones::points::looks_like as is_list_of_points;

/// The rules by which games are read.
#[derive(Copy, Clone, Debug, Default)]
pub struct Variants {
    /// The rules in the user's files.
    pub own: &'static [Rules],
    /// The rules of games that name none; chess if `None`.
    pub usual: Option<&'static Rules>,
    /// The notation of the moves, if it is known.
    pub from: Option<Notation>,
}

impl Variants {
    /// The rules that a tag `Variant` means, unless that is chess.
    #[must_use]
    pub fn of_tag(&self, name: Option<&str>) -> Option<&'static Rules> {
        let Some(name) = name else { return self.usual };
        let own = Rules::called(name, self.own)
            .filter(|found| self.own.iter().any(|own| std::ptr::eq(own, *found)));
        own.or_else(|| match StartKind::named(name) {
            Some(_) => None,
            None => Rules::called(name, &[]),
        })
    }
}

/// A proven game of a variant.
pub struct Ruled {
    /// Its byte range in the source.
    pub span: Span,
    sheet: VariantRecord,
    proof: Proof,
}

impl Ruled {
    /// The tag of that name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.sheet.tags.get(name)
    }

    /// The positions of the main line, starting with the first.
    #[must_use]
    pub fn positions(&self) -> Vec<Position<'static>> {
        self.proof.positions()
    }
}

/// The records in a text that are games of variants, with their rules.
fn sheets(source: &Source, variants: &Variants) -> Vec<(VariantRecord, &'static Rules)> {
    let text = source.text();
    if stones::looks_like(text) {
        let with_rules = |mut sheet: VariantRecord| {
            let named = variants.usual.filter(|rules| rules.stones().is_some());
            if let Some(rules) = named {
                sheet.tags.set("Variant", rules.name.as_str());
            }
            let rules = named.or_else(|| variants.of_tag(sheet.tags.get("Variant")));
            Some((sheet, rules.or_else(|| Rules::named("gomoku"))?))
        };
        return stones::sheets(text).into_iter().filter_map(with_rules).collect();
    }
    if variants.usual.is_none() && !text.contains("[Variant ") {
        // A log whose turns have parts is one of orthodox chess where it names no other game.
        let rules = courier::has_parts(text).then(|| Rules::named("chess")).flatten();
        return rules.map(|rules| (courier::sheet(text), rules)).into_iter().collect();
    }
    let sheets = match variants.usual {
        Some(_) if variants.from == Some(Notation::Courier) || courier::looks_like(text) => {
            vec![courier::sheet(text)]
        }
        _ => sheet::sheets(text),
    };
    let with_rules = |sheet: VariantRecord| {
        let named = sheet.tags.get("Variant");
        let rules = variants.of_tag(named).or_else(|| unknown(named?).filter(|_| !sheet.is_chess()))?;
        Some((sheet, rules))
    };
    sheets.into_iter().filter_map(with_rules).collect()
}

/// What stands for the rules of a variant whose name nobody knows: none of its moves are read.
pub(super) fn unknown(name: &str) -> Option<&'static Rules> {
    static UNKNOWN: LazyLock<Option<Rules>> = LazyLock::new(|| {
        let why = "no rules of that name are known; --variants names a file that has them";
        Some(Rules { refused: Some(why.to_owned()), ..Rules::named("chess")?.clone() })
    });
    let is_known = StartKind::named(name).is_some() || Rules::called(name, &[]).is_some();
    UNKNOWN.as_ref().filter(|_| !is_known)
}

/// The byte ranges of the games of variants in a text.
#[must_use]
pub fn spans(source: &Source, variants: &Variants) -> Vec<Span> {
    sheets(source, variants).into_iter().map(|(sheet, _)| sheet.span).collect()
}

/// The games of variants in a text, in order.
#[must_use]
pub fn games(source: &Source, variants: &Variants) -> Vec<Ruled> {
    let read = |(sheet, rules): (VariantRecord, &'static Rules)| {
        let proof = prove::prove(&sheet, rules, variants.from);
        Ruled { span: sheet.span, sheet, proof }
    };
    sheets(source, variants).into_iter().map(read).collect()
}

/// The games of variants of a unit in the output format, each with the line on which it begins (from 1).
pub(super) fn convert(unit: &Unit, plan: &Plan, games: Vec<Ruled>) -> Vec<(usize, Converted)> {
    let convert = |game: Ruled| {
        let line = unit.source.locate(game.span.start).0;
        (line, spell(&unit.source, line, game, plan.format, plan.comments))
    };
    games.into_iter().map(convert).collect()
}

/// The findings on the games of variants of a unit, in order, for outputs that show games of chess alone, and one that says so.
#[must_use]
pub fn findings(source: &Source, variants: &Variants) -> Vec<Located> {
    let games = games(source, variants);
    let Some(first) = games.first() else { return Vec::new() };
    let mut names: Vec<&str> = games.iter().map(|game| game.proof.rules().name.as_str()).collect();
    names.dedup();
    let message = format!(
        "{} of {} is not shown on a page for games of chess; `scorebook convert` proves and writes it",
        if games.len() == 1 { "the game".to_owned() } else { format!("each of {} games", games.len()) },
        names.join(", ")
    );
    let told = locate(source, Finding::new(&code::L180, Span::at(first.span.start), message));
    let own = games.iter().flat_map(|game| &game.proof.findings);
    std::iter::once(told).chain(own.map(|finding| locate(source, finding.clone()))).collect()
}

/// Writes one game in the output format.
fn spell(source: &Source, line: usize, mut game: Ruled, format: Format, comments: Comments) -> Converted {
    let findings = std::mem::take(&mut game.proof.findings);
    let mut findings: Vec<Located> = findings.into_iter().map(|finding| locate(source, finding)).collect();
    let Ruled { sheet, mut proof, span } = game;
    if comments == Comments::None {
        proof.said.retain(|said| !matches!(said, Said::Comment(_)));
    }
    let remarks = if comments == Comments::All { findings.as_slice() } else { &[] };
    let pgn = write::pgn(&sheet, &proof, remarks);
    if let Err(why) = agrees(&pgn, &proof) {
        let message = format!("the written game cannot be read back: {why}");
        findings.push(locate(source, Finding::new(&code::R110, span, message)));
        proof.verdict = Verdict::Incomplete;
    }
    let text = match format {
        Format::Pgn => Text::Plain(pgn),
        Format::Json => Text::Json(write::json(&sheet, &proof, &findings, source.name(), line)),
        Format::Csv => Text::Rows(write::rows(&sheet, &proof, &findings, source.name())),
        #[cfg(feature = "arrow")]
        Format::Table => Text::Table(Box::new(row(source, span, &pgn, &proof, &findings))),
        Format::Ruled(notation) => Text::Plain(write::moves(&sheet, &proof, notation)),
        Format::Stones(form) if proof.rules().stones().is_some() => {
            if form == StonesForm::Psq && proof.has_more() {
                let message = "a .psq file has only moves and times: comments and variations are left out";
                findings.push(locate(source, Finding::new(&code::L183, span, message)));
            }
            Text::Plain(match form {
                StonesForm::Sgf => stones::sgf::write(&sheet, &proof),
                StonesForm::Psq => stones::psq::write(&sheet, &proof),
            })
        }
        Format::Stones(form) => {
            let message = format!(
                "{} is no game of stones, so {} has no words for it; PGN is written",
                proof.rules().name,
                form.name()
            );
            findings.push(locate(source, Finding::new(&code::L180, span, message)));
            Text::Plain(pgn)
        }
        Format::Moves(notation) => match Notation::named(notation.name()) {
            Some(notation) => Text::Plain(write::moves(&sheet, &proof, notation)),
            None => {
                let message =
                    format!("{} cannot be written in `{}`; SAN is used", proof.rules().name, notation.name());
                findings.push(locate(source, Finding::new(&code::L180, span, message)));
                Text::Plain(write::moves(&sheet, &proof, Notation::San))
            }
        },
    };
    Converted {
        text,
        findings,
        verdict: Some(proof.verdict),
        notation: proof.notation.name(),
        plies: proof.plies(),
        guessed: 0,
        moves: Vec::new(),
        start: Some(Span::at(span.start)),
        unread: false,
    }
}

/// The game as a row of a table, taken from its PGN.
#[cfg(feature = "arrow")]
fn row(source: &Source, span: Span, pgn: &str, proof: &Proof, findings: &[Located]) -> crate::table::Owned {
    let original = |located: &Located| {
        let mut finding = located.finding.clone();
        finding.span = source.original(finding.span);
        finding
    };
    crate::table::Owned {
        offset: Some(source.original(span).start as u64),
        moves: words::words(proof),
        plies: proof.plies(),
        reading: Some(proof.verdict),
        findings: findings.iter().map(original).collect(),
        ..crate::table::Owned::of_pgn(pgn)
    }
}

/// Checks that the PGN about to be written, read again, leads to the same position.
fn agrees(pgn: &str, proof: &Proof) -> Result<(), String> {
    let again = sheet::sheets(pgn).into_iter().next().ok_or("no game was read")?;
    let read = prove::prove(&again, proof.rules(), None);
    if read.plies() != proof.plies() {
        return Err(format!("{} half-moves were read, {} were written", read.plies(), proof.plies()));
    }
    match (read.positions().last(), proof.positions().last()) {
        (Some(read), Some(written)) if read.fen() != written.fen() => {
            Err("the moves lead to another position".to_owned())
        }
        _ => Ok(()),
    }
}

#[cfg(all(test, feature = "arrow"))]
mod tests {
    use super::*;
    use crate::corpus::check::{CheckedGame, Work};
    use crate::corpus::chunks::Chunks;
    use crate::corpus::supply::Supply;
    use crate::table::Owned;
    use crate::verify::Options;

    /// The rows that `verify` and `convert` make of the same games.
    fn rows(text: &str) -> (Vec<Owned>, Vec<Owned>) {
        let open = |_| Ok(Supply::Stream(Box::new(std::io::Cursor::new(text.as_bytes().to_vec()))));
        let options = Options { moves: true, ..Options::default() };
        let mut verified = Vec::new();
        for chunk in Chunks::new(1, &open, std::sync::Arc::default()) {
            let look = |seen: CheckedGame<'_>| verified.extend(Owned::seen(&seen));
            let _ = Work::new(chunk).report_each(&options, false, look);
        }
        let source = Source::from_bytes("a.pgn", text.as_bytes().to_vec());
        let converted = games(&source, &Variants::default()).into_iter().map(|game| {
            match spell(&source, 1, game, Format::Table, Comments::All).text {
                Text::Table(row) => *row,
                _ => panic!("a row was asked for"),
            }
        });
        (verified, converted.collect())
    }

    #[test]
    fn rows_are_those_of_verify() {
        let game = |variant: &str, moves: &str| {
            format!("[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n[Variant \"{variant}\"]\n\n{moves} *\n\n")
        };
        let text = [
            game("Atomic", "1. Nf3 {[%clk 0:01:00]} f6 2. Nd4 Nh6 3. e4 e5"),
            game("King of the Hill", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O"),
            game("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8"),
            game("Capablanca", "1. Nc3 Nh6 2. e4"),
        ]
        .concat();
        let (verified, converted) = rows(&text);
        assert_eq!((verified.len(), converted.len()), (4, 4));
        for (one, other) in verified.iter().zip(&converted) {
            assert_eq!((&one.moves, one.plies), (&other.moves, other.plies), "{}", one.movetext);
            assert_eq!((one.offset, &one.shown), (other.offset, &other.shown), "{}", one.movetext);
            for name in ["Event", "White", "Variant"] {
                assert_eq!(one.tags.get(name), other.tags.get(name));
            }
        }
        let lengths: Vec<usize> = converted.iter().map(|row| row.moves.len()).collect();
        assert_eq!(lengths, [6, 7, 5, 0], "no drop, and no move on another board, has 16 bits");
    }
}
