//! The data of one row.

use scorebook_core::finding::Finding;
use scorebook_core::game::{Tags, Verdict};
use scorebook_core::international::Move16;

use super::Shown;

/// One game, to be added to a [`Batch`](super::Batch).
#[derive(Copy, Clone, Debug)]
pub struct Row<'a> {
    /// The name of its file.
    pub source: &'a str,
    /// Its byte offset in the decompressed text; `None` if there is no text.
    pub offset: Option<u64>,
    /// Its tag pairs.
    pub tags: &'a Tags,
    /// Its movetext, including comments.
    pub movetext: &'a str,
    /// The moves of the main line, as far as they are proven. Castling has the king's two squares; in
    /// Chess960 the king's and the rook's.
    pub moves: &'a [Move16],
    /// Half-moves of the main line, proven or not.
    pub plies: usize,
    /// Clocks, times, evaluations and depths.
    pub shown: &'a Shown,
    /// The verdict; `None` if nobody has tried to prove it.
    pub reading: Option<Verdict>,
    /// Its findings; their spans are offsets from `base`.
    pub findings: &'a [Finding],
    /// The offset in the decompressed text at which these spans begin.
    pub base: u64,
}
