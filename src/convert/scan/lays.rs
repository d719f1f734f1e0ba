//! In which order the words of a page are laid out as text.
//!
//! Word positions keep columns apart, but prose is better in its own lines, and a column that continues in the next is best
//! read in reading order. No measure of the words alone tells which: the first pages are read in each way, and the one
//! in which most half-moves are read is taken. Pages of one book differ, so the best ways of single pages are then read together.

use std::sync::{Arc, OnceLock};

use scorebook_book::{Book, Game, trust};
use scorebook_source::{Lay, Page};

use super::Known;
use crate::convert::printed::span;
use crate::convert::readings::Readings;
use crate::convert::redecided::Reread;
use crate::convert::unit::{Unit, choose};
use crate::convert::{Converted, Format, Plan, convert};
use crate::finding::Severity;
use crate::text::{Scan, Source};

/// Games with fewer half-moves do not count.
const FEWEST: usize = 8;
/// Half-moves that one doubt costs.
const DOUBT: f32 = 3.0;
/// By so many half-moves another way must be better for a page than the best way for all.
const BETTER: f32 = 6.0;

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
    /// For each page, how many half-moves are read there that are likely right.
    worths: Vec<f32>,
}

impl Read {
    fn worth(&self) -> f32 {
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
    let worths: Vec<(Lay, &[f32])> = reads.iter().map(|read| (read.lays.rest, &read.worths[..])).collect();
    let mixed = mixed(&worths, pages.len()).map(|lays| {
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

/// Each page in the way in which most of it is read, if these are not all the same; `worths` are those of each way, page by page.
fn mixed(worths: &[(Lay, &[f32])], pages: usize) -> Option<Lays> {
    let sum = |way: &(Lay, &[f32])| way.1.iter().sum::<f32>();
    // The first of equals.
    let whole = worths.iter().reduce(|best, next| if sum(next) > sum(best) { next } else { best })?;
    let first: Vec<Lay> = (0..pages)
        .map(|page| {
            let worth = |way: &(Lay, &[f32])| way.1.get(page).copied().unwrap_or_default();
            let others = worths.iter().filter(|way| worth(way) >= worth(whole) + BETTER);
            others.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(whole).0
        })
        .collect();
    first.iter().any(|lay| *lay != whole.0).then_some(Lays { first, rest: whole.0 })
}

/// Reads a text as it will be read, but for a person's corrections.
fn read(name: &str, lays: Lays, scan: Scan, text: String, plan: &Plan) -> Read {
    let starts: Vec<usize> = scan.pages().iter().map(|page| page.start).collect();
    let source = Source::of_scan(name, text.clone(), scan, None);
    // Corrections must not change the page layout.
    let plan = Plan {
        decisions: Default::default(),
        fragments: false,
        comments: crate::sink::Comments::All,
        format: Format::Pgn,
        explain: true,
        ..plan.clone()
    };
    let readings = Arc::<Readings>::default();
    let (layout, said) = choose(&source, &plan, &readings);
    let unit = Unit {
        bytes: text.len(),
        source,
        layout,
        whole: true,
        remarks: Vec::new(),
        direct: None,
        printed: OnceLock::new(),
        unordered: OnceLock::new(),
        shown: OnceLock::new(),
        places: OnceLock::new(),
        readings,
        reread: Reread::default(),
        seen: None,
    };
    let games = convert(&unit, &plan);
    let mut worths = vec![0.0; starts.len()];
    for game in games.iter().filter(|game| game.verdict.is_some() && game.plies >= FEWEST) {
        expected(game, unit.printed.get(), |place, half_moves| {
            let page = starts.partition_point(|start| *start <= place).saturating_sub(1);
            worths[page] += half_moves;
        });
    }
    let Unit { layout, printed, unordered, readings, .. } = unit;
    Read { lays, text, known: Known { layout, said, printed, unordered, readings }, worths }
}

/// How many of a game's half-moves are likely right, by their places: by the chance that all up to each are, if the reader of
/// books has read it, else less [`DOUBT`] at each of its doubts.
fn expected(game: &Converted, book: Option<&Book>, mut add: impl FnMut(usize, f32)) {
    let first = game.start.map_or(0, |start| start.start);
    let read_by = |book: &Book| {
        let starts = |printed: &&Game| {
            let cell = printed.reading.steps.first().map(|step| step.cell.clone());
            cell.is_some_and(|cell| !cell.is_empty() && span(book, cell).start == first)
        };
        book.games.iter().find(starts).map(|printed| trust::chances(&printed.reading))
    };
    let chances = book.and_then(read_by);
    // A half-move that the print has lost stands where the last one does.
    let mut place = first;
    for (ply, half_move) in game.moves.iter().enumerate() {
        place = if half_move.span.is_empty() { place } else { half_move.span.start };
        add(place, chances.as_ref().map_or(1.0, |chances| chances.get(ply).copied().unwrap_or_default()));
    }
    if chances.is_none() {
        let doubts = game.findings.iter().filter(|found| found.finding.severity > Severity::Note);
        // No game is worth less than none.
        let most = (game.moves.len() as f32 / DOUBT) as usize;
        doubts.take(most).for_each(|found| add(found.finding.span.start, -DOUBT));
    }
}

/// Whether two texts differ at most in blank lines.
fn same(a: &str, b: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim_end().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    a.len().abs_diff(b.len()) < 1 + a.len() / 4 && lines(a) == lines(b)
}

#[cfg(test)]
mod tests {
    use super::{Lay, Lays, mixed, same};

    const GRID: [f32; 3] = [40.0, 10.0, 30.0];

    #[test]
    fn a_page_that_reads_better_in_another_way_is_laid_out_so() {
        let lays = mixed(&[(Lay::Grid, &GRID), (Lay::Lines, &[20.0, 30.0, 20.0])], 3).unwrap();
        assert_eq!(lays, Lays { first: vec![Lay::Grid, Lay::Lines, Lay::Grid], rest: Lay::Grid });
        // Pages behind those that were tried are laid out as most are.
        assert_eq!([lays.of(1), lays.of(3)], [Lay::Lines, Lay::Grid]);
    }

    #[test]
    fn a_few_half_moves_more_are_no_reason_to_mix() {
        assert_eq!(mixed(&[(Lay::Grid, &GRID), (Lay::Blocks, &[43.0, 14.0, 20.0])], 3), None);
        assert_eq!(mixed(&[(Lay::Grid, &GRID)], 3), None);
    }

    #[test]
    fn blank_lines_make_no_other_text() {
        assert!(same("1. e4 e5\n\n2. Nf3 Nc6\n", "1. e4 e5 \n2. Nf3 Nc6\n"));
        assert!(!same("1. e4 e5\n", "1. e4\ne5\n"));
    }
}
