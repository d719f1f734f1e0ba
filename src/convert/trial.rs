//! Which layout a short record has, where the likeliest does not read it to the end: legality is the best
//! judge of layout.
//!
//! A page of a book by itself looks like the table that it holds, and its worn numbers and torn rows would
//! then end the game. So what the plain layouts do not read to the end is read as a book too, and the book
//! is taken where it reads more games whole and loses none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::sense::Likeness;
use crate::decode::{Decoder, Options, Reading};
use crate::finding::Severity;
use crate::game::Verdict;
use crate::record::{Layout, find};
use crate::text::Source;

/// Longer sources are not read twice.
const LONGEST: usize = 1 << 18;
/// The layouts of records that were written to be read, without notes and page heads between.
const PLAIN: &[&str] = &["pairs", "blocks", "columns", "running"];

/// The layout that reads `source` further than `first`, if it is another.
pub(super) fn better(
    source: &Source,
    first: &dyn Layout,
    options: Options,
    sense: &Likeness,
) -> Option<&'static dyn Layout> {
    if !PLAIN.contains(&first.name()) || source.text().len() > LONGEST {
        return None;
    }
    let tally = |layout: &dyn Layout| {
        // A defect of ours in one layout leaves the other.
        catch_unwind(AssertUnwindSafe(|| Tally::of(source, layout, options, sense))).ok()
    };
    let ours = tally(first)?;
    let book = find("book").filter(|_| ours.is_broken())?;
    tally(book)?.beats(&ours).then_some(book)
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
}

impl Tally {
    fn of(source: &Source, layout: &dyn Layout, options: Options, sense: &Likeness) -> Tally {
        let drafts = layout.cut(source, sense);
        let games = drafts
            .par_iter()
            .map_init(|| Decoder::new(options), |decoder, draft| Tally::one(&decoder.decode(draft)));
        games.reduce(Tally::default, |a, b| Tally {
            games: a.games + b.games,
            broken: a.broken + b.broken,
            whole: a.whole + b.whole,
        })
    }

    fn one(reading: &Reading) -> Tally {
        let plies = reading.game.line.plies.len();
        let doubts = reading.findings.iter().filter(|f| f.code.severity >= Severity::Warning).count();
        let broken = reading.verdict == Verdict::Incomplete || doubts > plies / MOST_DOUBTS;
        Tally { games: 1, broken: usize::from(broken), whole: if broken { 0 } else { plies } }
    }

    fn is_broken(&self) -> bool {
        self.games == 0 || self.broken > 0
    }

    fn beats(&self, other: &Tally) -> bool {
        self.whole > other.whole && self.broken <= other.broken
    }
}
