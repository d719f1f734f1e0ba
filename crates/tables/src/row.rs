//! One game, as a row is made of it.

use scorebook_core::finding::Finding;
use scorebook_core::game::{Tags, Verdict};
use scorebook_core::international::Word;

use super::Shown;

/// One game. Whoever reads games fills it; [`Batch`](super::Batch) takes it.
#[derive(Copy, Clone, Debug)]
pub struct Row<'a> {
    /// The name of what it was read from.
    pub source: &'a str,
    /// Where it begins there, in bytes of the unpacked text; `None` where there is no text.
    pub offset: Option<u64>,
    /// Its tag pairs.
    pub tags: &'a Tags,
    /// Its movetext, comments and all.
    pub movetext: &'a str,
    /// The moves of the mainline, as far as they are proven; castling by the king's two squares, in Chess960 by
    /// the king's and the rook's.
    pub moves: &'a [Word],
    /// Half-moves of the mainline, proven or not.
    pub plies: usize,
    /// Clocks and evaluations.
    pub shown: &'a Shown,
    /// How its reading went; `None` where no one has tried to prove it.
    pub reading: Option<Verdict>,
    /// What was found in it, with places from `base` on.
    pub findings: &'a [Finding],
    /// What the places of the findings count from, in bytes of the unpacked text.
    pub base: u64,
}
