//! In which order the words of a page are laid out as text.
//!
//! Word positions keep columns apart, but prose is better in its own lines, and a column that continues in the next is best
//! read in reading order. No measure of the words alone tells which: the first pages are read in each way, and the one
//! in which most half-moves are read is taken. Pages of one book differ, so the best ways of single pages are then read together.

use std::sync::OnceLock;

use scorebook_source::{Lay, Page};

use super::Known;
use crate::convert::redecided::Reread;
use crate::convert::unit::{Unit, choose};
use crate::convert::{Converted, Format, Plan, convert};
use crate::finding::Severity;
use crate::text::{Scan, Source};

/// Games with fewer half-moves do not count in the choice.
const FEWEST: usize = 8;
/// Half-moves that one doubt costs.
const DOUBT: i64 = 3;
/// By so many half-moves another way must be better for a page than the best way for all.
const BETTER: i64 = 6;

/// How the first pages of a scan are laid out, one by one, and all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lays {
    first: Vec<Lay>,
    rest: Lay,
}

impl Lays {
    fn all(lay: Lay) -> Lays {
        Lays { first: Vec::new(), rest: lay }
    }

    /// The layout of a page, counted from 0.
    pub fn of(&self, page: usize) -> Lay {
        self.first.get(page).copied().unwrap_or(self.rest)
    }

    /// Pages as one text.
    fn text(&self, pages: &[Page]) -> (Scan, String) {
        let (mut scan, mut text) = (Scan::default(), String::new());
        pages.iter().enumerate().for_each(|(at, page)| scan.push(page, self.of(at), &mut text));
        (scan, text)
    }
}

/// A text that was read.
struct Read {
    lays: Lays,
    text: String,
    known: Known,
    /// What the games on each page are worth: see [`worths`].
    worths: Vec<i64>,
}

impl Read {
    fn worth(&self) -> i64 {
        self.worths.iter().sum()
    }
}

/// The best layouts of some pages, and their text with how it was read if more than one came into question.
pub(super) fn best(name: &str, pages: &[Page], plan: &Plan) -> (Lays, Option<(String, Known)>) {
    let mut texts: Vec<(Lays, Scan, String)> = Vec::new();
    for lay in [Lay::Grid, Lay::Blocks, Lay::Lines] {
        let lays = Lays::all(lay);
        let (scan, text) = lays.text(pages);
        // Without word positions, all layouts give the same text.
        if texts.iter().all(|(.., other)| !same(other, &text)) {
            texts.push((lays, scan, text));
        }
    }
    if texts.len() < 2 {
        return (Lays::all(Lay::Grid), None);
    }
    let reads: Vec<Read> =
        texts.into_iter().map(|(lays, scan, text)| read(name, lays, scan, text, plan)).collect();
    let mixed = mixed(&reads, pages.len()).map(|lays| {
        let (scan, text) = lays.text(pages);
        read(name, lays, scan, text, plan)
    });
    // The first of equals.
    let best = reads
        .into_iter()
        .chain(mixed)
        .reduce(|best, next| if next.worth() > best.worth() { next } else { best });
    match best {
        Some(read) => (read.lays, Some((read.text, read.known))),
        None => (Lays::all(Lay::Grid), None),
    }
}

/// Each page in the way in which most of it is read, if these are not all the same.
fn mixed(reads: &[Read], pages: usize) -> Option<Lays> {
    let whole = reads.iter().reduce(|best, next| if next.worth() > best.worth() { next } else { best })?;
    let worth = |read: &Read, page: usize| read.worths.get(page).copied().unwrap_or_default();
    let first: Vec<Lay> = (0..pages)
        .map(|page| {
            let others = reads.iter().filter(|read| worth(read, page) >= worth(whole, page) + BETTER);
            others.max_by_key(|read| worth(read, page)).unwrap_or(whole).lays.rest
        })
        .collect();
    first.iter().any(|lay| *lay != whole.lays.rest).then_some(Lays { first, rest: whole.lays.rest })
}

fn read(name: &str, lays: Lays, scan: Scan, text: String, plan: &Plan) -> Read {
    let starts: Vec<usize> = scan.pages().iter().map(|page| page.start).collect();
    let source = Source::of_scan(name, text.clone(), scan, None);
    // Corrections must not change the page layout.
    let plan = Plan {
        decisions: Default::default(),
        fragments: false,
        format: Format::Pgn,
        explain: true,
        ..plan.clone()
    };
    let (layout, said) = choose(&source, &plan);
    let unit = Unit {
        bytes: text.len(),
        source,
        layout,
        whole: true,
        remarks: Vec::new(),
        printed: OnceLock::new(),
        unordered: OnceLock::new(),
        shown: OnceLock::new(),
        places: OnceLock::new(),
        reread: Reread::default(),
    };
    let worths = worths(&convert(&unit, &plan), &starts);
    let Unit { layout, printed, unordered, .. } = unit;
    Read { lays, text, known: Known { layout, said, printed, unordered }, worths }
}

/// What the games are worth on each of the pages that start at these bytes: their half-moves, less [`DOUBT`] for each doubt, and
/// for no game less than nothing.
fn worths(games: &[Converted], starts: &[usize]) -> Vec<i64> {
    let mut all = vec![0; starts.len()];
    let page = |offset: usize| starts.partition_point(|start| *start <= offset).saturating_sub(1);
    for game in games.iter().filter(|game| game.verdict.is_some() && game.plies >= FEWEST) {
        let mut own = vec![0; starts.len()];
        let mut add = |at: usize, worth: i64| {
            if let Some(page) = own.get_mut(page(at)) {
                *page += worth;
            }
        };
        // A half-move without a place stands where the last one does.
        let mut at = game.start.map_or(0, |start| start.start);
        for half_move in &game.moves {
            at = if half_move.span.is_empty() { at } else { half_move.span.start };
            add(at, 1);
        }
        for found in game.findings.iter().filter(|found| found.finding.severity > Severity::Note) {
            add(found.finding.span.start, -DOUBT);
        }
        if own.iter().sum::<i64>() > 0 {
            all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
        }
    }
    all
}

/// Whether two texts differ at most in blank lines.
fn same(a: &str, b: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim_end().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    a.len().abs_diff(b.len()) < 1 + a.len() / 4 && lines(a) == lines(b)
}
