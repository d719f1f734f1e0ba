//! Which layout a short record has, where the likeliest does not read it to the end: legality is the best
//! judge of layout.
//!
//! A page of a book by itself looks like the table that it holds, and its worn numbers and torn rows would
//! then end the game; a column head looks like a move, a line of players like a game. So what the likeliest
//! layout does not read to the end is read in the others too, and the one is taken that reads most games
//! whole and loses none. In another plain layout only games without a doubt count: a wrong order of moves can
//! nearly always be bent until it goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::sense::Likeness;
use crate::decode::{Decoder, Options, Reading};
use crate::finding::Severity;
use crate::game::Verdict;
use crate::record::Layout;
use crate::text::Source;

/// Longer sources are not read twice, nor those in which a layout sees a longer game than was ever played.
const LONGEST: usize = 1 << 18;
const LONGEST_GAME: usize = 1200;
/// The layouts that may be tried for each other. Tables and Turbo listings have marks of their own.
const TRIED: &[&str] = &["pgn", "pairs", "blocks", "columns", "running", "book"];

/// The layout that reads `source` further than the first of `ranked`, if it is another.
pub(super) fn better(
    source: &Source,
    ranked: &[(&'static dyn Layout, f32)],
    options: Options,
    sense: &Likeness,
) -> Option<&'static dyn Layout> {
    let tried = |layout: &dyn Layout| TRIED.contains(&layout.name());
    let (first, others) = ranked.split_first()?;
    if !tried(first.0) || source.text().len() > LONGEST || has_tags(source) {
        return None;
    }
    let tally = |layout: &dyn Layout| {
        // A defect of ours in one layout leaves the others.
        catch_unwind(AssertUnwindSafe(|| Tally::of(source, layout, options, sense))).ok().flatten()
    };
    let mut best = tally(first.0)?;
    let mut chosen = None;
    for (layout, _) in others.iter().filter(|(layout, _)| tried(*layout)) {
        if best.is_clean() {
            break;
        }
        let plain = layout.name() != "book";
        if let Some(other) = tally(*layout).filter(|other| other.beats(&best, plain)) {
            (best, chosen) = (other, Some(*layout));
        }
    }
    chosen
}

/// Whether a line is a tag pair: such a record says itself that it is PGN.
fn has_tags(source: &Source) -> bool {
    source.text().lines().any(|line| line.starts_with('[') && line.trim_end().ends_with("\"]"))
}

/// A game with more doubts than one in so many half-moves is not read, but bent until it goes on.
const MOST_DOUBTS: usize = 4;

/// What a layout makes of a source.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: usize,
    /// Games that are not read to the end, or only against the print.
    broken: usize,
    /// Half-moves of the other games.
    whole: usize,
    /// Half-moves of games without a doubt.
    clear: usize,
    /// Half-moves of all games, those aside that may have been bent.
    sound: usize,
    /// Findings that a person must look at.
    doubts: usize,
}

impl Tally {
    fn of(source: &Source, layout: &dyn Layout, options: Options, sense: &Likeness) -> Option<Tally> {
        let drafts = layout.cut(source, sense);
        if drafts.iter().any(|draft| draft.strand.cells.len() > LONGEST_GAME) {
            return None;
        }
        let games = drafts
            .par_iter()
            .map_init(|| Decoder::new(options), |decoder, draft| Tally::one(&decoder.decode(draft)));
        Some(games.reduce(Tally::default, |a, b| Tally {
            games: a.games + b.games,
            broken: a.broken + b.broken,
            whole: a.whole + b.whole,
            clear: a.clear + b.clear,
            sound: a.sound + b.sound,
            doubts: a.doubts + b.doubts,
        }))
    }

    fn one(reading: &Reading) -> Tally {
        let plies = reading.game.line.plies.len();
        let doubts = reading.findings.iter().filter(|f| f.code.severity >= Severity::Warning).count();
        let broken = reading.verdict == Verdict::Incomplete || doubts > plies / MOST_DOUBTS;
        let sound = plies.saturating_sub(doubts * MOST_DOUBTS);
        let counted = |counts: bool| if counts { plies } else { 0 };
        Tally {
            games: 1,
            broken: usize::from(broken),
            whole: counted(!broken),
            clear: counted(!broken && doubts == 0),
            sound,
            doubts,
        }
    }

    /// Whether every game was read without a doubt.
    fn is_clean(&self) -> bool {
        self.games > 0 && self.broken == 0 && self.doubts == 0
    }

    /// Whether this layout reads more games whole, or the same without their doubts, and loses nothing.
    fn beats(&self, other: &Tally, plain: bool) -> bool {
        let whole = if plain { self.clear } else { self.whole };
        let further = whole > other.whole && self.sound >= other.sound && self.broken <= other.broken;
        let clearer = self.is_clean() && self.games == other.games && self.whole >= other.whole;
        further || clearer
    }
}
