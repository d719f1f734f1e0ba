//! Rows of what `verify` has proven.

use crate::archive::Rules;
use crate::corpus::check::Seen;
use crate::game::{Tags, Verdict};
use crate::international::Word;
use crate::openings;
use crate::verify::GameReport;

use super::movetext::{shown, tags, text};
use super::{Batch, Row, Shown};

/// Puts games that were just proven into a batch. The verifier must have kept their
/// [moves](crate::verify::Options::moves).
#[derive(Debug, Default)]
pub struct Told {
    shown: Shown,
    classify: bool,
}

impl Told {
    /// The same, where `ECO` and `Opening` are [found by position](classify) if the game does not say them.
    #[must_use]
    pub fn classifying(classify: bool) -> Told {
        Told { classify, ..Told::default() }
    }

    /// Adds a game; what is no game, comments alone, is left out.
    pub fn push(&mut self, batch: &mut Batch, source: &str, seen: &Seen<'_>) {
        let report = seen.report;
        let (Some(game), true) = (seen.bytes.get(report.span.range()), report.is_game) else { return };
        let (mut tags, end) = tags(game);
        if self.classify {
            classify(&mut tags, &report.moves);
        }
        shown(game, end, &mut self.shown);
        batch.push(&Row {
            source,
            offset: Some(seen.offset + report.span.start as u64),
            tags: &tags,
            movetext: text(game[end..].trim_ascii()).as_ref(),
            moves: &report.moves,
            plies: report.plies as usize,
            shown: &self.shown,
            reading: Some(verdict(report)),
            findings: &report.findings,
            base: seen.offset,
        });
    }
}

/// Fills `ECO` and `Opening` where a game does not say them: by the last position with a name that the moves come
/// through, in whatever order. A game of a variant, or that begins elsewhere, is left as it is.
pub fn classify(tags: &mut Tags, moves: &[Word]) {
    let says = |name: &str| tags.get(name).is_some_and(|value| !matches!(value.trim(), "" | "?" | "-"));
    let (eco, name) = (says("ECO"), says("Opening"));
    if eco && name || tags.get("FEN").is_some() || Rules::of(tags) != Some(Rules::STANDARD) {
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

/// How a game that was proven reads: verified where nothing [breaks](crate::verify::breaks) it, repaired where
/// its mainline is proven all the same (a move in another notation, a wrong move in a variation), or else
/// incomplete.
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
