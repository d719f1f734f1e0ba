//! The order in which the parts of a page are read: several ways are tried, and the numbers of the moves of the whole
//! page tell the best.

use std::ops::Range;

use super::block::{Band, Block, Cut, Parts};
use super::chain::chain;
use super::line::{Line, MoveAt};
use super::tune;
use crate::gutter::{self, Gutter};
use crate::print::Piece;
use crate::seam;

/// Ways to part a block that are tried to the end, by the number of gutters around it; gutters in gutters end with it.
const TRIED: [usize; 5] = [4, 2, 1, 1, 1];

/// Whether print runs into a gutter on a line that gives so much.
fn is_pierced(give: f32) -> bool {
    give < -0.5
}

/// Where print runs into a gutter, by what each of its lines gives: such lines stand between what it parts.
fn pierced(gives: &[f32], first: usize) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::new();
    for (line, _) in (first..).zip(gives).filter(|(_, give)| is_pierced(**give)) {
        match cuts.last_mut().filter(|cut| cut.rows == line) {
            Some(cut) => cut.rows += 1,
            None => cuts.push(Cut { head: line, rows: line + 1 }),
        }
    }
    cuts
}

/// What it costs, in such lines, to read what a gutter parts in one band more.
const BAND: f32 = 2.0;

/// One in so many lines with a wide blank shows that blanks imitate the page.
const SPREAD: usize = 5;

/// What it costs, in such lines, that a gutter goes on in quite another place.
const LEAP: f32 = 4.0;

/// What a line that a gutter parts well is worth, of what a move in its right order is.
const STRAIGHT: f32 = 0.15;

/// Fewer lines of notes on both sides of a gutter may be a river through one column.
const LEAST_NOTES: usize = 5;

/// A line of prose has so many words of small letters.
const WORDS: usize = 3;

/// Beside a table of moves stand notes: of so many of its lines with prose beside them, at the most one has moves there.
const FEW: usize = 4;

/// Notes hold few moves: where the numbers of more speak against a gutter, there are none.
const MISREAD: f32 = -10.0;

/// What it costs to part what looks like a row.
const ROW: f32 = 0.5;

/// Whether the moves of a line, each with its number, have their replies on the line below.
fn is_answered(upper: &[Option<u16>], lower: &[Option<u16>]) -> bool {
    let rising = upper.windows(2).all(|pair| matches!(pair, [Some(a), Some(b)] if *b == a + 1));
    let answers = upper.len() - 1..=upper.len();
    upper.len() > 1 && rising && answers.contains(&lower.len()) && lower.iter().all(Option::is_none)
}

/// The lines of bands, each with the columns left and right of the gutter.
fn lines_of(bands: &[Band]) -> impl Iterator<Item = (usize, &Range<u32>, &Range<u32>)> {
    bands.iter().flat_map(|band| {
        band.left.iter().zip(&band.right.columns).map(|((line, left), right)| (line, left, right))
    })
}

pub struct Page {
    pub lines: Vec<Line>,
}

/// A block in some order.
struct Reading {
    pieces: Vec<Piece>,
    /// The numbers of its moves.
    numbers: Vec<Option<u16>>,
    /// What speaks for its gutters, but for the numbers.
    worth: f32,
}

impl Reading {
    fn value(&self) -> f32 {
        chain(&self.numbers) + self.worth
    }

    fn add(&mut self, other: Reading) {
        self.pieces.extend(other.pieces);
        self.numbers.extend(other.numbers);
        self.worth += other.worth;
    }

    /// As a block of its own: its first line opens it.
    fn opened(mut self) -> Reading {
        if let Some(piece) = self.pieces.first_mut() {
            piece.opens = true;
        }
        self
    }
}

/// A way to part a block.
struct Way {
    parts: Parts,
    /// How much better it reads than the block as it stands.
    gain: f32,
    /// How much of that is not of the numbers.
    worth: f32,
}

impl Page {
    /// The pieces of the page in reading order.
    pub fn pieces(&self) -> Vec<Piece> {
        self.read(&Block::whole(self.lines.len()), 0).pieces
    }

    /// The best order of a block that stands in so many gutters.
    fn read(&self, block: &Block, depth: usize) -> Reading {
        let pieces = block.iter().filter_map(|(line, columns)| self.lines[line].part(columns)).collect();
        let straight = Reading { pieces, numbers: self.numbers(block).collect(), worth: 0.0 };
        let Some(&tried) = TRIED.get(depth) else { return straight };
        let mut ways = self.ways(block);
        ways.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let mut kept: Vec<Way> = Vec::new();
        for way in ways {
            if kept.len() < tried && !kept.iter().any(|other| other.parts.is_like(&way.parts)) {
                kept.push(way);
            }
        }
        let parted = kept.into_iter().map(|way| self.parted(way, depth + 1));
        // The first of equals.
        let best = parted.reduce(|best, next| if next.value() > best.value() { next } else { best });
        best.unwrap_or(straight)
    }

    fn parted(&self, way: Way, depth: usize) -> Reading {
        let mut reading = self.read(&way.parts.above, depth);
        reading.worth += way.worth;
        for band in &way.parts.bands {
            reading.add(self.read(&band.head, depth));
            reading.add(self.read(&band.left, depth).opened());
            reading.add(self.read(&band.right, depth).opened());
        }
        reading.add(self.read(&way.parts.below, depth));
        reading
    }

    /// The ways to part a block that read better than the block as it stands.
    fn ways(&self, block: &Block) -> Vec<Way> {
        let blanks: Vec<_> = block.iter().map(|(line, columns)| self.lines[line].blanks(columns)).collect();
        // Where blanks do not imitate the page, a single one before a number tells nothing of columns.
        let is_spread = blanks.iter().filter(|runs| gutter::is_spread(runs)).count() * SPREAD >= blanks.len();
        let rows = |(line, columns): (usize, &Range<u32>)| {
            if is_spread { self.lines[line].rows(columns) } else { Vec::new() }
        };
        let rows: Vec<_> = block.iter().map(rows).collect();
        let seams = seam::find(&blanks, &rows).into_iter().map(Gutter::from);
        let gutters = gutter::find(&blanks).into_iter().chain(seams);
        let gutters = gutters.flat_map(|gutter| {
            let squared = gutter.squared(&blanks);
            std::iter::once(gutter).chain(squared)
        });
        let gutters = gutters.flat_map(|gutter| {
            let tuned = is_spread.then(|| tune::tuned(&self.lines, block, &gutter)).flatten();
            std::iter::once(gutter).chain(tuned)
        });
        let mut ways = Vec::new();
        for gutter in gutters {
            let lines = gutter.lines.clone();
            let gives = seam::gives(&blanks[lines.clone()], &rows[lines], &gutter.at);
            let leaps = LEAP * gutter.leaps() as f32;
            let all = gives.iter().sum::<f32>() - leaps;
            let free = gives.iter().filter(|give| !is_pierced(**give)).sum::<f32>() - leaps;
            ways.extend(self.way(block.parted(&gutter, &[]), all));
            let games = self.restarts(block, &gutter);
            let full = pierced(&gives, block.lines.start + gutter.lines.start);
            for (straight, cuts) in [(all, games), (free, full)] {
                if !cuts.is_empty() {
                    let straight = straight - BAND * cuts.len() as f32;
                    ways.extend(self.way(block.parted(&gutter, &cuts), straight));
                }
            }
        }
        ways
    }

    /// A way whose gutter gives so much, if it reads better.
    fn way(&self, parts: Parts, straight: f32) -> Option<Way> {
        let (gain, by_numbers) = self.gain(&parts);
        let value = (gain + STRAIGHT * straight).max(0.05);
        (gain > 0.0).then_some(Way { parts, gain: value, worth: value - by_numbers })
    }

    /// Where games begin left of a gutter: what stands right of it may be the rest of each.
    fn restarts(&self, block: &Block, gutter: &Gutter) -> Vec<Cut> {
        let offset = block.lines.start + gutter.lines.start;
        let mut cuts: Vec<Cut> = Vec::new();
        let mut first = offset;
        for (line, at) in (offset..).zip(&gutter.at) {
            let columns = &block.columns[line - block.lines.start];
            let mut moves = self.lines[line].moves.iter().filter(|m| columns.contains(&m.column)).peekable();
            let begins = moves
                .peek()
                .is_some_and(|first| first.column < *at && first.number.is_some_and(|number| number.0 == 1));
            if begins {
                let heading = (first..line).rev().take_while(|&line| {
                    let column = gutter.at[line - offset];
                    let columns = &block.columns[line - block.lines.start];
                    self.lines[line]
                        .extent(columns)
                        .is_none_or(|own| own.start >= column || own.end <= column)
                });
                cuts.push(Cut { head: heading.last().unwrap_or(line), rows: line });
            }
            if moves.peek().is_some() {
                first = line + 1;
            }
        }
        cuts
    }

    /// The numbers of the moves of a block, in the order of its lines; where Black's moves stand below White's, several on a
    /// line, each behind the one that it answers.
    fn numbers<'p>(&'p self, block: &'p Block) -> impl Iterator<Item = Option<u16>> + 'p {
        let lines = block.iter().map(|(line, columns)| {
            let inside = self.lines[line].moves.iter().filter(|m| columns.contains(&m.column));
            // A number that the columns cut off is none.
            let numbers = inside.map(|m| m.number.filter(|number| columns.contains(&number.1)));
            numbers.map(|number| number.map(|number| number.0)).collect::<Vec<_>>()
        });
        let mut lines = lines.filter(|line| !line.is_empty()).peekable();
        std::iter::from_fn(move || {
            let upper = lines.next()?;
            let replies = lines.next_if(|lower| is_answered(&upper, lower)).unwrap_or_default();
            let mut replies = replies.into_iter();
            let pairs =
                upper.into_iter().flat_map(move |number| std::iter::once(number).chain(replies.next()));
            Some(pairs.collect::<Vec<_>>())
        })
        .flatten()
    }

    /// How much better print on both sides of a gutter reads one side after the other, than across; and how much of it
    /// the numbers tell.
    fn gain(&self, parts: &Parts) -> (f32, f32) {
        let (mut left, mut right) = (0, 0);
        let mut apart: Vec<Option<u16>> = Vec::new();
        for band in &parts.bands {
            apart.extend(self.numbers(&band.head));
            let before = apart.len();
            apart.extend(self.numbers(&band.left));
            left += apart.len() - before;
            let before = apart.len();
            apart.extend(self.numbers(&band.right));
            right += apart.len() - before;
        }
        let across: Vec<Option<u16>> = self.numbers(&parts.whole).collect();
        let numbers = chain(&apart) - chain(&across);
        let lines = parts.whole.lines.len();
        let bands = &parts.bands;
        if left + right < 4 || left == 0 || right == 0 {
            // Prose on one side at least.
            let prose = |side: fn(&Band) -> &Block| bands.iter().all(|band| self.is_wide(side(band)));
            let (a, b) = (prose(|band| &band.left), prose(|band| &band.right));
            let moves_beside = (a && right > left) || (b && left > right);
            let gain = if (a && b) || moves_beside { 0.1 + lines as f32 / 1000.0 } else { 0.0 };
            return (gain, numbers);
        }
        // Notes in columns: their numbers tell little.
        let prose = |side: fn(&Band) -> &Block| bands.iter().all(|band| self.is_prose(side(band)));
        let (a, b) = (prose(|band| &band.left), prose(|band| &band.right));
        let beside = || a && self.is_beside(bands, true) || b && self.is_beside(bands, false);
        let notes = lines >= LEAST_NOTES && (a && b || numbers >= 0.0 && beside());
        let least = if notes && numbers > MISREAD { 0.1 + lines as f32 / 1000.0 } else { f32::MIN };
        ((numbers - 1.0 - ROW * self.rows(bands) as f32).max(least), numbers)
    }

    /// Lines with one move on each side of the gutter, the right one without a number: most likely a row of a table.
    fn rows(&self, bands: &[Band]) -> usize {
        let is_row = |(line, left, right): (usize, &Range<u32>, &Range<u32>)| {
            let count = |columns: &Range<u32>| {
                self.lines[line].moves.iter().filter(|m| columns.contains(&m.column)).count()
            };
            let numbered =
                |m: &MoveAt| right.contains(&m.column) && m.number.is_some_and(|n| right.contains(&n.1));
            count(left) == 1 && count(right) == 1 && !self.lines[line].moves.iter().any(numbered)
        };
        lines_of(bands).filter(|line| is_row(*line)).count()
    }

    /// Whether prose stands beside the lines that hold moves, on the left of them or on the right, and hardly ever other moves.
    fn is_beside(&self, bands: &[Band], on_left: bool) -> bool {
        let (mut prose, mut moves) = (0, 0);
        for (line, left, right) in lines_of(bands) {
            let (own, beside) = if on_left { (right, left) } else { (left, right) };
            let line = &self.lines[line];
            let holds = |columns: &Range<u32>| line.moves.iter().any(|m| columns.contains(&m.column));
            if holds(own) {
                let is_prose = line.words(beside).is_some_and(|words| words >= WORDS);
                prose += usize::from(is_prose);
                moves += usize::from(!is_prose && holds(beside));
            }
        }
        prose > moves * FEW
    }

    /// Whether most of the lines of a block are longer than moves are.
    fn is_wide(&self, block: &Block) -> bool {
        let lines = block.iter().filter_map(|(line, columns)| self.lines[line].part(columns));
        let widths: Vec<usize> = lines.map(|piece| piece.bytes.len()).collect();
        widths.iter().filter(|width| **width > 20).count() * 2 > widths.len().max(1)
    }

    /// Whether most of the lines of a block hold words of prose.
    fn is_prose(&self, block: &Block) -> bool {
        let lines = block.iter().filter_map(|(line, columns)| self.lines[line].words(columns));
        let (all, prose) =
            lines.fold((0, 0), |(all, prose), words| (all + 1, prose + usize::from(words >= WORDS)));
        prose * 2 > all
    }
}
