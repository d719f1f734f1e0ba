//! First moves that a text tells more than once: a lesson names its opening in a sentence and prints it below with more moves, code has a
//! game and the array of its first moves. One game is meant, and the longest of them is it.

use rustc_hash::FxHashMap;
use shakmaty::Move;

use super::readings::Readings;
use crate::decode::Options;
use crate::finding::{Finding, code};
use crate::record::{Draft, Start};
use crate::text::Source;

/// Most half-moves that are told again.
const LONGEST: usize = 24;
/// A text with more than so many bytes per byte of moves is mostly words; one of moves may be a list of openings.
const SPARSE: usize = 3;

/// Marks (L333) the drafts without players and end whose moves are the first ones of another, longer game of the text.
pub(super) fn mark(source: &Source, drafts: &mut [Draft<'_>], options: Options, readings: &Readings) {
    let score: usize =
        drafts.iter().flat_map(|draft| &draft.mainline.cells).map(|cell| cell.span.len()).sum();
    let may_be = drafts.iter().map(may_be_told_again).collect::<Vec<_>>();
    if drafts.len() < 2 || score * SPARSE > readings.ink(source) || !may_be.contains(&true) {
        return;
    }
    let mut decoder = readings.decoder(options);
    let moves: Vec<Vec<Move>> = drafts
        .iter()
        .map(|draft| match draft.start {
            Start::Array => readings.decode(&mut decoder, draft).game.moves().take(LONGEST + 1).collect(),
            _ => Vec::new(),
        })
        .collect();
    // By first moves: the first game that begins with them and goes on.
    let mut whole: FxHashMap<&[Move], usize> = FxHashMap::default();
    for (at, own) in moves.iter().enumerate() {
        for length in 1..own.len() {
            whole.entry(&own[..length]).or_insert(at);
        }
    }
    for at in (0..drafts.len()).filter(|&at| may_be[at]) {
        let Some(&whole) = whole.get(moves[at].as_slice()) else { continue };
        let place = |draft: &Draft<'_>| draft.mainline.cells.first().map_or(draft.span, |cell| cell.span);
        let (line, _) = source.locate(place(&drafts[whole]).start);
        let why = format!("the game on line {line} begins with these moves");
        let finding = Finding::new(&code::L333, place(&drafts[at]), why);
        drafts[at].findings.push(finding);
    }
}

/// Whether a draft has no players, no end, and few moves.
fn may_be_told_again(draft: &Draft<'_>) -> bool {
    let is_named = draft.tags.get("White").is_some() || draft.tags.get("Black").is_some();
    let is_short = (1..=LONGEST).contains(&draft.mainline.cells.len());
    !is_named && is_short && !draft.is_delimited && draft.ending.is_none() && draft.start == Start::Array
}
