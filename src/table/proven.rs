//! Table rows of games that `verify` has proven.

use crate::archive::VariantRules;
use crate::corpus::check::CheckedGame;
use crate::game::{Tags, Verdict};
use crate::international::Move16;
use crate::openings;
use crate::verify::GameReport;

use super::movetext::{shown, tags, text};
use super::{Batch, Row};

/// Appends proven games to a batch. The verifier must have kept their [moves](crate::verify::Options::moves).
#[derive(Debug, Default)]
pub struct Told {
    classify: bool,
}

impl Told {
    /// Like `default`, but fills missing `ECO` and `Opening` [by position](classify).
    #[must_use]
    pub fn classifying(classify: bool) -> Told {
        Told { classify }
    }

    /// Adds a game; comments without a game are skipped.
    pub fn push(&mut self, batch: &mut Batch, source: &str, seen: &CheckedGame<'_>) {
        let report = seen.report;
        let (Some(game), true) = (seen.bytes.get(report.span.range()), report.is_game) else { return };
        let (mut tags, end) = tags(game);
        if self.classify {
            classify(&mut tags, &report.moves);
        }
        let shown = shown(game, end, &tags);
        batch.push(&Row {
            source,
            offset: Some(seen.offset + report.span.start as u64),
            tags: &tags,
            movetext: text(game[end..].trim_ascii()).as_ref(),
            moves: &report.moves,
            plies: report.plies as usize,
            shown: &shown,
            reading: Some(verdict(report)),
            findings: &report.findings,
            base: seen.offset,
        });
    }
}

/// Fills missing `ECO` and `Opening` with the last named position that the moves reach, in any order. Games
/// of variants and games from another position stay unchanged.
pub fn classify(tags: &mut Tags, moves: &[Move16]) {
    let says = |name: &str| tags.get(name).is_some_and(|value| !matches!(value.trim(), "" | "?" | "-"));
    let (eco, name) = (says("ECO"), says("Opening"));
    if eco && name || tags.get("FEN").is_some() || VariantRules::of(tags) != Some(VariantRules::STANDARD) {
        return;
    }
    let Some(opening) = openings::classify_words(moves) else { return };
    if !eco {
        tags.set("ECO", opening.eco);
    }
    if !name {
        tags.set("Opening", opening.name);
    }
}

/// The verdict of a proven game: verified if no finding [breaks](crate::verify::breaks) it, repaired if its
/// main line is still proven (a move in another notation, a wrong move in a variation), otherwise incomplete.
#[must_use]
pub fn verdict(report: &GameReport) -> Verdict {
    match (report.proven, report.broken) {
        (true, false) => Verdict::Verified,
        (true, true) => Verdict::Repaired,
        (false, _) => Verdict::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Lexer;
    use crate::verify::{self, Options};

    fn classified(game: &str) -> (Option<String>, Option<String>) {
        let (mut tags, _) = tags(game.as_bytes());
        let mut lexer = Lexer::new(game.as_bytes());
        lexer.begin_game();
        let report = verify::game(&mut lexer, &Options { moves: true, ..Options::default() });
        classify(&mut tags, &report.moves);
        (tags.get("ECO").map(str::to_owned), tags.get("Opening").map(str::to_owned))
    }

    #[test]
    fn fills_only_what_is_not_said() {
        let both = |eco: &str, name: &str| (Some(eco.to_owned()), Some(name.to_owned()));
        assert_eq!(classified("1. c4 d5 2. d4 *"), both("D06", "Queen's Gambit"), "by transposition");
        assert_eq!(
            classified("[ECO \"A10\"]\n[Opening \"?\"]\n\n1. c4 d5 2. d4 *"),
            both("A10", "Queen's Gambit")
        );
        let fen =
            "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *";
        assert_eq!(classified(fen), (None, None));
        assert_eq!(classified("[Variant \"Atomic\"]\n\n1. e4 e5 *"), (None, None));
    }
}
