//! The reading order of a page, determined by the positions of its words only: OCR programs split and merge
//! columns wrongly, but white space is reliable.
//!
//! A region is divided at a gutter, a strip that few words reach into. Words across it (a heading over two
//! columns) divide the region into bands; in each band the left side comes before the right, and each side is
//! divided further. Whether a gutter separates columns of text or cells of a table is uncertain: both are
//! kept, each with a cost.

mod gutter;
mod rows;

use crate::{Area, Page};

use gutter::{Gutter, gutters};
pub(crate) use rows::{Measure, Spot, median, rows, spots, upright};

/// A word of a page: `page.lines[line].words[word]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WordAt {
    /// The index of its line.
    pub line: usize,
    /// Its index in that line.
    pub word: usize,
}

/// A part of a page whose rows are read straight across.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its area; `None` for words without positions.
    pub area: Option<Area>,
    /// Its rows from top to bottom, each from left to right. No row is empty.
    pub rows: Vec<Vec<WordAt>>,
}

/// A reading order of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Its blocks in reading order.
    pub blocks: Vec<Block>,
    /// Cost relative to the best order, as a logarithm; the best has 0.
    pub cost: f32,
}

/// Most orders that are kept.
const WAYS: usize = 6;
/// Orders that cost this much more are dropped.
const UNLIKELY: f32 = 8.0;
/// Down to this depth more than one gutter is tried.
const BROAD: usize = 3;
/// Regions are cut no deeper.
const DEEPEST: usize = 8;

/// The blocks of a page in the likeliest order. Every word is in one of them.
#[must_use]
pub fn reading_order(page: &Page) -> Vec<Block> {
    orders(page).into_iter().next().map(|order| order.blocks).unwrap_or_default()
}

/// The likeliest reading orders of a page, best first; at least one, more if a gutter is uncertain.
#[must_use]
pub fn orders(page: &Page) -> Vec<Order> {
    let (spots, homeless) = spots(page);
    let mut ways = match Measure::of(page, &spots) {
        Some(measure) => {
            let spots = upright(page, &measure, spots);
            let parts = sections(spots, &measure);
            parts.iter().fold(vec![ScoredOrder::default()], |ways, part| then(&ways, &cut(part, &measure, 0)))
        }
        None => vec![ScoredOrder::default()],
    };
    // Words without places keep the order of the form, behind all others.
    let rest: Vec<Vec<WordAt>> = homeless.chunk_by(|a, b| a.line == b.line).map(<[WordAt]>::to_vec).collect();
    if !rest.is_empty() {
        for way in &mut ways {
            way.blocks.push(Block { area: None, rows: rest.clone() });
        }
    }
    ways.into_iter().map(|ScoredOrder { blocks, cost }| Order { blocks, cost }).collect()
}

/// A page of paper has fewer rows; a text without pages is cut into sections where it leaves a blank.
const MOST_ROWS: usize = 400;

fn sections(spots: Vec<Spot>, measure: &Measure) -> Vec<Vec<Spot>> {
    let rows = rows(&spots, measure);
    if rows.len() <= MOST_ROWS {
        return vec![spots];
    }
    let (mut sections, mut many, mut last) = (vec![Vec::new()], 0, f32::INFINITY);
    for row in rows {
        let middle = mean_middle(&row);
        let is_apart = middle - last > measure.height * 1.5;
        if many > MOST_ROWS || (many > MOST_ROWS / 4 && is_apart) {
            sections.push(Vec::new());
            many = 0;
        }
        many += 1;
        last = middle;
        if let Some(section) = sections.last_mut() {
            section.extend(row);
        }
    }
    sections
}

/// A way of reading a region.
#[derive(Clone, Debug, Default)]
struct ScoredOrder {
    blocks: Vec<Block>,
    cost: f32,
}

/// The best ways of reading a region, the best first.
fn cut(spots: &[Spot], measure: &Measure, depth: usize) -> Vec<ScoredOrder> {
    if spots.is_empty() {
        return vec![ScoredOrder::default()];
    }
    let gutters = if depth < DEEPEST { gutters(spots, measure) } else { Vec::new() };
    // Even odds for reading straight across; each choice costs what it is behind the best.
    let best = gutters.iter().map(Gutter::odds).fold(0.0, f32::max);
    let mut ways = vec![ScoredOrder { blocks: blocks(spots, measure), cost: best }];
    // Deep within, only the best is tried, so that the work stays in proportion to the page.
    let tried = if depth < BROAD { gutters.len() } else { 1 };
    for gutter in gutters.into_iter().take(tried) {
        let cost = best - gutter.odds();
        // What is out of the question is not looked into: the number of ways would double at every step.
        if cost < UNLIKELY {
            ways.extend(
                around(spots, &gutter, measure, depth)
                    .into_iter()
                    .map(|way| ScoredOrder { cost: way.cost + cost, ..way }),
            );
        }
    }
    ways.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    ways.dedup_by(|a, b| a.blocks == b.blocks);
    ways.truncate(WAYS);
    ways
}

/// The ways of reading a region that a gutter cuts: what is above it, its bands, what is below it.
fn around(spots: &[Spot], gutter: &Gutter, measure: &Measure, depth: usize) -> Vec<ScoredOrder> {
    let part =
        |of: &dyn Fn(&Spot) -> bool| -> Vec<Spot> { spots.iter().filter(|spot| of(spot)).copied().collect() };
    let above = part(&|spot| spot.middle() < gutter.top);
    let below = part(&|spot| spot.middle() > gutter.bottom);
    let inside = part(&|spot| spot.middle() >= gutter.top && spot.middle() <= gutter.bottom);
    let ways = cut(&above, measure, depth + 1);
    let ways = then(&ways, &bands(&inside, gutter, measure, depth));
    then(&ways, &cut(&below, measure, depth + 1))
}

/// The ways of reading what is beside a gutter and across it: band by band, left before right.
fn bands(spots: &[Spot], gutter: &Gutter, measure: &Measure, depth: usize) -> Vec<ScoredOrder> {
    let across = gutter.across(spots, measure);
    let pick = |is_across: bool| {
        let both = spots.iter().zip(&across).filter(move |(_, across)| **across == is_across);
        both.map(|(spot, _)| *spot).collect::<Vec<Spot>>()
    };
    let (heads, sides) = (rows(&pick(true), measure), pick(false));
    let between = |from: f32, to: f32| {
        let inside = sides.iter().filter(|spot| spot.middle() >= from && spot.middle() < to).copied();
        inside.partition::<Vec<Spot>, _>(|spot| spot.middle_across() <= gutter.middle())
    };
    let mut ways = vec![ScoredOrder::default()];
    let mut from = f32::NEG_INFINITY;
    // Rows across that follow each other are one heading.
    let mut heading: Vec<Spot> = Vec::new();
    for head in heads.into_iter().map(Some).chain([None]) {
        let to = head.as_deref().map_or(f32::INFINITY, mean_middle);
        let (left, right) = between(from, to);
        if !left.is_empty() || !right.is_empty() {
            let blocks = blocks(&std::mem::take(&mut heading), measure);
            ways = then(&ways, &[ScoredOrder { blocks, cost: 0.0 }]);
            ways = then(&ways, &cut(&left, measure, depth + 1));
            ways = then(&ways, &cut(&right, measure, depth + 1));
        }
        heading.extend(head.into_iter().flatten());
        from = to;
    }
    then(&ways, &[ScoredOrder { blocks: blocks(&heading, measure), cost: 0.0 }])
}

fn mean_middle(row: &[Spot]) -> f32 {
    row.iter().map(Spot::middle).sum::<f32>() / row.len().max(1) as f32
}

/// Each of some ways followed by each of others, the best of them.
fn then(first: &[ScoredOrder], second: &[ScoredOrder]) -> Vec<ScoredOrder> {
    let mut pairs: Vec<(f32, &ScoredOrder, &ScoredOrder)> =
        first.iter().flat_map(|a| second.iter().map(move |b| (a.cost + b.cost, a, b))).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    pairs.truncate(WAYS);
    let join = |(cost, a, b): (f32, &ScoredOrder, &ScoredOrder)| ScoredOrder {
        blocks: [&a.blocks[..], &b.blocks[..]].concat(),
        cost,
    };
    pairs.into_iter().map(join).collect()
}

/// A region that is read straight across: blocks where wide gaps part its rows.
fn blocks(spots: &[Spot], measure: &Measure) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut bottom = f32::INFINITY;
    for row in rows(spots, measure) {
        let edges = |of: fn(&Spot) -> f32, take: fn(f32, f32) -> f32| row.iter().map(of).reduce(take);
        let top = edges(|spot| spot.area.y0, f32::min).unwrap_or_default();
        let area = row.iter().map(|spot| spot.told).reduce(Area::join);
        let at: Vec<WordAt> = row.iter().map(|spot| spot.at).collect();
        match blocks.last_mut() {
            Some(last) if top - bottom <= measure.height * 1.5 => {
                last.area = last.area.zip(area).map(|(a, b)| a.join(b));
                last.rows.push(at);
            }
            _ => blocks.push(Block { area, rows: vec![at] }),
        }
        bottom = edges(|spot| spot.area.y1, f32::max).unwrap_or_default();
    }
    blocks
}
