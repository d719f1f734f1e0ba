//! Games that own their data: read, proven, or from an archive.

use shakmaty::{CastlingMode, Position};

use crate::archive::{Body, Stored, write_pgn};
use crate::convert::Proven;
use crate::corpus::check::CheckedGame;
use crate::finding::Finding;
use crate::game::{Game, Tags, Verdict};
use crate::international::Move16;
use crate::sink::pgn::result;

use super::movetext::{self, text};
use super::{Batch, Row, Shown, verdict};

/// A game without borrowed data, with the contents of a [`Row`].
#[derive(Clone, Debug, Default)]
pub struct Owned {
    /// Its byte offset in the decompressed source, if known.
    pub offset: Option<u64>,
    /// Its tag pairs.
    pub tags: Tags,
    /// Its movetext.
    pub movetext: String,
    /// The main line, as far as it is proven.
    pub moves: Vec<Move16>,
    /// Half-moves of the main line.
    pub plies: usize,
    /// Clocks, times, evaluations and depths.
    pub shown: Shown,
    /// The verdict.
    pub reading: Option<Verdict>,
    /// Its findings; their spans are offsets from `base`.
    pub findings: Vec<Finding>,
    /// The offset in the decompressed source at which these spans begin.
    pub base: u64,
}

impl Owned {
    /// A game that `convert` has read, as its PGN.
    #[must_use]
    pub fn read(proven: &Proven<'_>) -> Owned {
        let findings = proven.findings.iter().map(|located| {
            let mut finding = located.finding.clone();
            finding.span = proven.source.original(finding.span);
            finding
        });
        let offset = proven.source.original(proven.draft.span).start as u64;
        let game = Owned::converted(&proven.reading.game, offset, &proven.pgn);
        Owned { reading: Some(proven.reading.verdict), findings: findings.collect(), ..game }
    }

    /// A game that `convert` has read without a finding at this offset, as its `pgn`.
    #[must_use]
    pub fn converted(game: &Game, offset: u64, pgn: &str) -> Owned {
        let mut shown = Shown::beginning(game.start.turn().is_black());
        for (ply, made) in (1..).zip(&game.line.plies) {
            made.comments.iter().for_each(|words| shown.comment(ply, words));
        }
        let (mut tags, end) = movetext::tags(pgn.as_bytes());
        tags.set("Result", result(game.outcome));
        Owned {
            offset: Some(offset),
            tags,
            movetext: pgn[end..].trim().to_owned(),
            moves: game.moves().filter_map(|m| Move16::of(m, CastlingMode::Standard)).collect(),
            plies: game.line.plies.len(),
            shown,
            reading: Some(Verdict::Verified),
            findings: Vec::new(),
            base: 0,
        }
    }

    /// The contents of one game's text: tag pairs, movetext, clocks and evaluations.
    #[must_use]
    pub fn of_pgn(pgn: &str) -> Owned {
        let (tags, end) = movetext::tags(pgn.as_bytes());
        let shown = movetext::shown(pgn.as_bytes(), end, &tags);
        Owned { tags, movetext: pgn[end..].trim().to_owned(), shown, ..Owned::default() }
    }

    /// A game that was just proven, or `None` if it is not a game. The verifier must have kept its
    /// [moves](crate::verify::Options::moves).
    #[must_use]
    pub fn seen(seen: &CheckedGame<'_>) -> Option<Owned> {
        let report = seen.report;
        let game = seen.bytes.get(report.span.range()).filter(|_| report.is_game)?;
        let (tags, end) = movetext::tags(game);
        let shown = movetext::shown(game, end, &tags);
        Some(Owned {
            offset: Some(seen.offset + report.span.start as u64),
            tags,
            movetext: text(game[end..].trim_ascii()).into_owned(),
            moves: report.moves.clone(),
            plies: report.plies as usize,
            shown,
            reading: Some(verdict(report)),
            findings: report.findings.clone(),
            base: seen.offset,
        })
    }

    /// A game of an archive: verified if its moves are stored, since they were proven when packed; without a
    /// verdict if it is stored as text.
    ///
    /// # Errors
    /// If the moves cannot be written, because the archive is damaged.
    pub fn stored(game: &Stored) -> Result<Owned, String> {
        let mut pgn = Vec::new();
        write_pgn(game, &mut pgn)?;
        let (plies, reading) = match &game.body {
            Body::Moves(moves) => (moves.line.len(), Some(Verdict::Verified)),
            Body::Text(_) => (0, None),
        };
        let (_, end) = movetext::tags(&pgn);
        Ok(Owned {
            offset: None,
            tags: game.tags.clone(),
            movetext: text(pgn[end..].trim_ascii()).into_owned(),
            moves: game.line().to_vec(),
            plies,
            shown: game.shown(),
            reading,
            findings: Vec::new(),
            base: 0,
        })
    }

    /// Appends the game to a batch.
    pub fn push(&self, batch: &mut Batch, source: &str) {
        batch.push(&Row {
            source,
            offset: self.offset,
            tags: &self.tags,
            movetext: &self.movetext,
            moves: &self.moves,
            plies: self.plies,
            shown: &self.shown,
            reading: self.reading,
            findings: &self.findings,
            base: self.base,
        });
    }
}
