//! The search: the cheapest readings of a whole game, half-move by half-move, within a beam.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use scorebook_likely::{GameWalk, Surprises, WalkKey};
use shakmaty::{Chess, EnPassantMode, Move, Position, zobrist::Zobrist64};
use smallvec::SmallVec;

use crate::grammar::{Look, Spelling};
use crate::lattice::{Edge, Lattice, ROOT, Said, Vertex};
use crate::record::Record;
use crate::{ByHand, Channel, Grammar, Nats, Witness};

/// What the search pays for, in nats. They were set by hand.
#[derive(Copy, Clone, Debug)]
pub struct Prices {
    /// A cell that has nothing to do with the move: no witness says more of one.
    pub misfit: Nats,
    /// What a cell costs beside its channel that is not written as the move is spelled: much in print, where few signs are wrong.
    pub misread: Nats,
    /// A cell that is empty or illegible.
    pub empty: Nats,
    /// The first half-move for which the record has no cell.
    pub lost: Nats,
    /// Each further one behind it.
    pub lost_more: Nats,
    /// A cell that stands for no half-move.
    pub idle: Nats,
    /// A row (two cells) that stands for none.
    pub idle_row: Nats,
    /// The same of a row that says what the row before it says.
    pub repeated_row: Nats,
    /// From here on, White's and Black's cells are exchanged.
    pub exchanged: Nats,
    /// From here on, they no longer are: little, for it may have been one row.
    pub restored: Nats,
    /// The side that forgot this half-move wrote its next one in the place of it: from here on, its column stands one row too high.
    pub raised: Nats,
    /// A side left a cell empty and wrote the half-move in the next row: from here on, its column stands one row too low.
    pub lowered: Nats,
    /// Each cell that is left unread at the end.
    pub unread: Nats,
    /// A mark of check where there is none.
    pub false_check: Nats,
    /// Weight of how unusual a move is.
    pub surprise: Nats,
    /// What a cell costs at most where a reading is doubted: a hand writes any other move as often as this, and a misfit is no
    /// more sure.
    pub anything: Nats,
    /// What a text costs at most that another record has as well: players who sit at one board err alike, by what they saw or
    /// what they copied.
    pub alike: Nats,
    /// The share of what lost cells, idle rows and their like cost that they cost where a reading is doubted.
    pub astray: Nats,
    /// A half-move that fits the records worse than this may be there because a better one was dropped; signs that are misread
    /// cost less.
    pub trouble: Nats,
    /// Readings that cost more than the cheapest by this are dropped.
    pub window: Nats,
    /// Most readings that are kept after a half-move.
    pub width: usize,
    /// Nobody wants a reading that takes more written cells than this for what they do not say: the search ends there.
    pub most_bent: usize,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices {
            misfit: 16.0,
            misread: 0.0,
            empty: 0.5,
            lost: 16.0,
            lost_more: 2.0,
            idle: 20.0,
            idle_row: 27.0,
            repeated_row: 9.0,
            exchanged: 22.0,
            restored: 3.0,
            raised: 13.0,
            lowered: 6.0,
            unread: 22.0,
            false_check: 3.0,
            surprise: 1.0,
            anything: 9.0,
            alike: 4.0,
            astray: 0.75,
            trouble: 7.0,
            window: 20.0,
            width: 150,
            most_bent: usize::MAX,
        }
    }
}

/// How far a record has been read: its two columns are two lists, each of which may stand a row too high or too low.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Cursor {
    /// The place of the next half-move, in the order of the rows: even ones are the first column's.
    next: u32,
    /// By how many rows the first column and the second stand too low.
    low: [i8; 2],
    /// Whether the cells of the two sides are exchanged.
    exchanged: bool,
    /// Whether the last half-move had no cell.
    gap: bool,
}

impl Cursor {
    const START: Cursor = Cursor { next: 0, low: [0; 2], exchanged: false, gap: false };

    /// The column of the cell that is read next.
    fn column(self) -> usize {
        (self.next as usize ^ usize::from(self.exchanged)) % 2
    }

    /// The cell that is read next.
    fn cell(self) -> usize {
        let column = self.column();
        Cursor::in_row(self.next / 2, self.low[column], column)
    }

    /// The next cell of each column that has not been read.
    fn cells_of_columns(self) -> [usize; 2] {
        std::array::from_fn(|column| {
            let is_read = self.next % 2 == 1 && column != self.column();
            Cursor::in_row(self.next / 2 + u32::from(is_read), self.low[column], column)
        })
    }

    fn in_row(row: u32, low: i8, column: usize) -> usize {
        2 * row.saturating_add_signed(low.into()) as usize + column
    }

    /// The same so many places on.
    fn on(self, by: u32) -> Cursor {
        Cursor { next: self.next + by, ..self }
    }

    /// The number of cells that it has passed.
    fn explained(self) -> usize {
        self.next.saturating_add_signed(self.low.iter().map(|&low| i32::from(low)).sum()) as usize
    }

    /// The same place with this column so many rows lower; `None` if the columns would stand too far apart.
    fn lower(self, column: usize, by: i8) -> Option<Cursor> {
        let mut low = self.low;
        low[column] += by;
        // Where both stand too high or too low, a row is lost or idle.
        let is_apart = low[column].abs() <= MOST_LOW && (low[column] == 0 || low[1 - column] == 0);
        is_apart.then_some(Cursor { low, ..self })
    }
}

/// A way of a record through one half-move.
#[derive(Copy, Clone)]
struct Turn {
    /// The cell that is read.
    cell: Option<u32>,
    price: Nats,
    then: Cursor,
    /// The written cells that it passes over.
    idle: u32,
}

/// How the columns of a record stand to each other.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Columns {
    /// Their rows are level, as nearly always: what the first search takes for granted.
    Level,
    /// One may come to stand higher or lower than the other.
    Apart,
}

/// Most records of one game that are read together.
pub const MOST_RECORDS: usize = 3;

/// Most half-moves, one behind the other, of which no witness says anything.
const MOST_LOST: usize = 8;

/// By how many rows at most a column stands too high or too low.
const MOST_LOW: i8 = 2;

/// A place of which no witness says anything leaves all moves open: until the next cells have spoken, this many times
/// more readings are kept.
const WIDER: usize = 4;

/// Most searches of one record, each wider where the one before read badly.
const MOST_ROUNDS: usize = 2;

/// How many times wider a search is before a place that the one before read badly.
const WIDER_AT_TROUBLE: usize = 6;

/// How many cells before such a place the mistake may lie.
const LOOKED_BACK: usize = 16;

/// A wider search may keep this many times the readings of the first in all, beside them.
const WIDENED: usize = 2;

/// By how much, in nats, a wider search must be better for a still wider one to be worth its time.
const BETTER: Nats = 0.5;

/// What a cell costs as another move than a person says: more than any reading may.
const DECIDED_OTHERWISE: Nats = 1000.0;

/// A record of which nothing can be read is given up after so many cells: searching on finds no game in it, however long it is.
const HOPELESS_AFTER: usize = 60;

/// A cell that costs this share of [`Prices::misfit`] is taken for what it does not say.
const BENT: Nats = 0.5;

/// The cheapest reading so far may be bent by this many cells more than twice as many as are wanted: letters of another script are bent
/// to the search, and as printed to who asks.
const BENT_AT_FIRST: usize = 6;

/// Where most of so many cells are bent, what is read of the others is none of the print's game either.
const BENT_AFTER: usize = 24;

/// Nothing can be read where the cheapest reading costs this share of [`Prices::misfit`] for each half-move.
const HOPELESS: Nats = 0.8;

/// Behind so many half-moves of which the records hardly tell any, nobody knows the position: what stands there is not searched.
const HOPELESS_STRETCH: usize = 100;

/// The share of [`Prices::misfit`] that each half-move of such a stretch costs in the record that tells it best.
const HOPELESS_THERE: Nats = 0.55;

/// Most positions whose moves are remembered: they come again beside other cells, and in each wider search.
const MOST_KNOWN: usize = 16_000;

/// So many cells of each witness on, nothing is found any more from a reading: behind a row that stands for nothing, the next cell.
const REACH: usize = 3;

/// Found half-moves are sorted out when there are this many times as many as may be kept: positions come several times.
const CROWDED: usize = 4;

/// A legal move of a position, and what follows from it.
struct Child {
    mv: Move,
    /// How unusual it is.
    surprise: Nats,
    /// The number of its look.
    look: u32,
    /// Whether it gives check, once that is asked.
    checks: Cell<Option<bool>>,
    /// The hash of the position behind it, once that is asked.
    hash: Cell<Option<u64>>,
}

impl Child {
    /// Whether it gives check in the position from which it is played.
    fn gives_check(&self, position: &Chess) -> bool {
        let known = self.checks.get().unwrap_or_else(|| gives_check(position, self.mv));
        self.checks.set(Some(known));
        known
    }

    /// The hash of the position behind it.
    fn hash(&self, position: &Chess) -> u64 {
        let after = || {
            let mut after = position.clone();
            after.play_unchecked(self.mv);
            hash_of(&after)
        };
        let known = self.hash.get().unwrap_or_else(after);
        self.hash.set(Some(known));
        known
    }
}

fn hash_of(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// A live reading; its place in the list is that of its vertex in the lattice.
struct Live {
    walk: GameWalk,
    /// The hash of its position.
    hash: u64,
    /// Its legal moves, as long as something is found from it.
    children: Option<Rc<[Child]>>,
    cursors: [Cursor; MOST_RECORDS],
    cost: Nats,
    /// The cost by the record alone that tells each half-move best.
    by_best: Nats,
    /// How many written cells it has taken for what they do not say.
    bent: u32,
}

/// A half-move that was found from a live reading, not yet a vertex.
struct Found {
    parent: u32,
    /// Which of the moves of its parent it is.
    child: u32,
    mv: Move,
    cursors: [Cursor; MOST_RECORDS],
    said: [Said; MOST_RECORDS],
    cost: Nats,
    surprise: Nats,
    doubted: Nats,
    held: bool,
    total: Nats,
    /// The cost of its reading by the record alone that tells each half-move best.
    by_best: Nats,
    /// How many written cells its reading has bent, from the start.
    bent: u32,
}

/// The cheapest reading of a layer.
#[derive(Copy, Clone)]
struct Reading {
    total: Nats,
    /// Its cost by the record alone that tells each half-move best.
    by_best: Nats,
    plies: u32,
    /// How many written cells it bends.
    bent: u32,
}

/// The order in which half-moves are kept: by their costs, and those of the same cost as they were found.
fn by_total(a: &Found, b: &Found) -> Ordering {
    a.total
        .total_cmp(&b.total)
        .then_with(|| (a.parent, a.child, a.cursors).cmp(&(b.parent, b.child, b.cursors)))
}

/// Prices of cells, remembered by the look of the move.
struct CellPrices<'w> {
    witnesses: &'w [&'w dyn Witness],
    /// The grammar in which all looks are told: one that knows short names, if there is one.
    grammar: &'w Grammar,
    /// The grammars in which the witnesses write, each once, …
    grammars: SmallVec<[&'w Grammar; MOST_RECORDS]>,
    /// … and which of them is that of each witness.
    written_in: [usize; MOST_RECORDS],
    known: FxHashMap<u64, u32>,
    /// For each look, its spellings in each grammar.
    spellings: Vec<SmallVec<[Vec<Spelling>; 1]>>,
    /// For each witness and cell, the first cell that says the same.
    firsts: [Vec<u32>; MOST_RECORDS],
    /// For each witness and first cell, the price of each look, as a check and not as one; negative: not known yet.
    prices: [Vec<Vec<Nats>>; MOST_RECORDS],
}

/// For each cell of a witness the first that says the same in texts, or itself.
fn firsts(witness: &dyn Witness) -> Vec<u32> {
    let mut known: FxHashMap<(&[char], bool, u32), u32> = FxHashMap::default();
    let first = |cell: usize| match witness.texts(cell) {
        Some([only]) => *known.entry((&only.text, only.check, only.cost.to_bits())).or_insert(cell as u32),
        _ => cell as u32,
    };
    (0..witness.cells()).map(first).collect()
}

impl<'w> CellPrices<'w> {
    fn new(witnesses: &'w [&'w dyn Witness], of_each: &[&'w Grammar]) -> CellPrices<'w> {
        let mut grammars: SmallVec<[&'w Grammar; MOST_RECORDS]> = SmallVec::new();
        let mut written_in = [0; MOST_RECORDS];
        for (at, &grammar) in of_each.iter().enumerate().take(MOST_RECORDS) {
            let known = grammars.iter().position(|known| std::ptr::eq(*known, grammar));
            written_in[at] = known.unwrap_or(grammars.len());
            if known.is_none() {
                grammars.push(grammar);
            }
        }
        let with_short_names = grammars.iter().copied().find(|grammar| grammar.has_short_names());
        let grammar = with_short_names.unwrap_or(of_each[0]);
        let empty = |at: usize| vec![Vec::new(); witnesses.get(at).map_or(0, |witness| witness.cells())];
        let prices = std::array::from_fn(empty);
        let firsts =
            std::array::from_fn(|at| witnesses.get(at).map_or_else(Vec::new, |witness| firsts(*witness)));
        CellPrices {
            witnesses,
            grammar,
            grammars,
            written_in,
            known: FxHashMap::default(),
            spellings: Vec::new(),
            firsts,
            prices,
        }
    }

    /// The number of a look.
    fn look(&mut self, look: Look) -> usize {
        let key = look.packed();
        if let Some(&known) = self.known.get(&key) {
            return known as usize;
        }
        let at = self.spellings.len();
        let spelled = self.grammars.iter().map(|grammar| {
            let mut spelled = Vec::new();
            grammar.spell(&look, &mut spelled);
            spelled
        });
        self.spellings.push(spelled.collect());
        self.known.insert(key, at as u32);
        at
    }

    /// What the cell costs as a move of this look, which gives check or not.
    fn of(&mut self, witness: usize, cell: usize, look: usize, check: bool) -> Nats {
        let slot = 2 * look + usize::from(check);
        let cell = self.firsts[witness][cell] as usize;
        let known = &mut self.prices[witness][cell];
        if known.len() <= slot {
            known.resize(2 * self.spellings.len().max(look + 1), -1.0);
        }
        if known[slot] < 0.0 {
            let spellings = &self.spellings[look][self.written_in[witness]];
            known[slot] = self.witnesses[witness].cost(cell, spellings, check);
        }
        known[slot]
    }
}

/// Reads the game that the witnesses tell, from `start`; more than [`MOST_RECORDS`] are not asked.
///
/// Readings are compared that have explained equally many cells, however many half-moves they made of them.
#[must_use]
pub fn search(witnesses: &[&dyn Witness], start: &Chess, grammar: &Grammar, prices: &Prices) -> Lattice {
    search_in(witnesses, start, &vec![grammar; witnesses.len().max(1)], prices)
}

/// The same of witnesses of which each writes in its own grammar.
///
/// # Panics
/// If there are fewer grammars than witnesses, or none.
#[must_use]
pub fn search_in(
    witnesses: &[&dyn Witness],
    start: &Chess,
    grammars: &[&Grammar],
    prices: &Prices,
) -> Lattice {
    assert!(grammars.len() >= witnesses.len().max(1), "a grammar for each witness");
    let witnesses = &witnesses[..witnesses.len().min(MOST_RECORDS)];
    let cells: usize = witnesses.iter().map(|witness| witness.cells()).sum();
    // A column that stands too low is passed before the other ends.
    let layers = cells + 1 + MOST_LOW as usize * witnesses.len();
    let mut search = Search {
        witnesses,
        prices,
        columns: Columns::Level,
        cells: CellPrices::new(witnesses, grammars),
        lattice: Lattice::default(),
        live: Vec::new(),
        settled: Vec::new(),
        children: FxHashMap::default(),
        stops: witnesses.iter().map(|witness| stops(*witness, prices)).collect(),
        found: (0..layers).map(|_| Vec::new()).collect(),
        least: vec![Nats::INFINITY; layers],
        ceilings: vec![Nats::INFINITY; layers],
        widths: vec![prices.width; layers],
        work: Work::default(),
    };
    search.begin(start);
    let mut is_read = search.run();
    search.lattice.given_up = !is_read;
    for _ in 0..MOST_ROUNDS {
        if !is_read || is_hopeless(&search.lattice, witnesses.len(), prices) {
            break;
        }
        let Some(from) = widen(&mut search.widths, &search.lattice, prices) else { break };
        search.columns = Columns::Apart;
        let before = search.lattice.clone();
        search.go_back_to(from);
        is_read = search.run();
        let cheaper = whole_cost(&search.lattice) < whole_cost(&before) - BETTER;
        if !cheaper {
            if whole_cost(&search.lattice) > whole_cost(&before) {
                search.lattice = before;
            }
            break;
        }
    }
    search.lattice
}

/// The same of records by hand, in whose script this is taken for that.
#[must_use]
pub fn search_records(
    records: &[Record],
    start: &Chess,
    grammar: &Grammar,
    channel: &Channel,
    prices: &Prices,
) -> Lattice {
    search_records_in(records, start, &vec![grammar; records.len().max(1)], channel, prices)
}

/// The same of records of which each is written in its own grammar.
///
/// # Panics
/// If there are fewer grammars than records, or none.
#[must_use]
pub fn search_records_in(
    records: &[Record],
    start: &Chess,
    grammars: &[&Grammar],
    channel: &Channel,
    prices: &Prices,
) -> Lattice {
    let hands: SmallVec<[ByHand<'_>; MOST_RECORDS]> =
        records.iter().map(|record| ByHand::new(record, channel, prices)).collect();
    let witnesses: SmallVec<[&dyn Witness; MOST_RECORDS]> =
        hands.iter().map(|hand| hand as &dyn Witness).collect();
    search_in(&witnesses, start, grammars, prices)
}

/// What the cheapest reading costs in all.
fn whole_cost(lattice: &Lattice) -> Nats {
    lattice.end().map_or(Nats::INFINITY, |(_, cost)| cost)
}

/// Whether hardly any cell has to do with the half-move that it was read as: no wider search makes a game of them.
fn is_hopeless(lattice: &Lattice, witnesses: usize, prices: &Prices) -> bool {
    lattice.end().is_none_or(|(at, _)| {
        let end = lattice.vertices[at as usize];
        end.cost > (end.layer as usize * witnesses) as Nats * prices.misfit * HOPELESS
    })
}

/// Makes the search wider before each place at which the cheapest reading fits the records badly, for there a better one may
/// have been dropped; the first layer that is wider, or `None` if there is no such place where readings were dropped.
fn widen(widths: &mut [usize], lattice: &Lattice, prices: &Prices) -> Option<usize> {
    let mut troubles: Vec<(Nats, usize)> = Vec::new();
    let (mut at, _) = lattice.end()?;
    let last = lattice.vertices[at as usize];
    if last.stop > 0.0 {
        troubles.push((last.stop, last.explained as usize));
    }
    while lattice.vertices[at as usize].best != ROOT {
        let edge = &lattice.edges[lattice.vertices[at as usize].best as usize];
        let cost = edge.record_cost();
        if cost >= prices.trouble {
            troubles.push((cost, lattice.vertices[at as usize].explained as usize));
        }
        at = edge.from;
    }
    troubles.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut budget = WIDENED * widths.len() * prices.width;
    let mut first: Option<usize> = None;
    let wide = prices.width * WIDER_AT_TROUBLE;
    for (_, place) in troubles {
        let near = widths.iter_mut().enumerate().take(place + 1).skip(place.saturating_sub(LOOKED_BACK));
        for (layer, width) in near {
            let more = wide.saturating_sub(*width);
            if more > 0 && budget >= more {
                budget -= more;
                *width = wide;
                first = Some(first.map_or(layer, |first| first.min(layer)));
            }
        }
    }
    first
}

/// A search under way.
struct Search<'w> {
    witnesses: &'w [&'w dyn Witness],
    prices: &'w Prices,
    columns: Columns,
    cells: CellPrices<'w>,
    lattice: Lattice,
    live: Vec<Live>,
    /// The layers that are settled.
    settled: Vec<Settled>,
    /// The moves of positions that have come by.
    children: FxHashMap<WalkKey, Rc<[Child]>>,
    /// For each witness, what it costs to end before each cell of one of its columns.
    stops: SmallVec<[Vec<Nats>; MOST_RECORDS]>,
    /// What was found, by the number of cells that it has explained.
    found: Vec<Vec<Found>>,
    /// The cost of the cheapest of it.
    least: Vec<Nats>,
    /// What more would cost than this is not among those that are kept.
    ceilings: Vec<Nats>,
    /// How many readings are kept after each number of cells.
    widths: Vec<usize>,
    work: Work,
}

/// Where a layer begins, and what its cheapest reading costs.
#[derive(Copy, Clone)]
struct Settled {
    /// Its first live reading, which is also its first vertex.
    first: usize,
    /// Its first edge.
    edge: usize,
    least: Nats,
}

/// Working memory.
#[derive(Default)]
struct Work {
    surprises: Surprises,
    moves: Vec<(Move, f32)>,
    turns: Vec<JointTurn>,
}

/// A way of all records together through a half-move.
#[derive(Copy, Clone)]
struct JointTurn {
    cursors: [Cursor; MOST_RECORDS],
    said: [Said; MOST_RECORDS],
    price: Nats,
    /// Whether each witness says what one before it says.
    alike: [bool; MOST_RECORDS],
    /// How many cells are explained behind it.
    layer: usize,
    /// The written cells that it passes over.
    idle: u32,
}

impl JointTurn {
    /// Finds out which witnesses say what one before them says.
    fn compare(&mut self, witnesses: &[&dyn Witness]) {
        let texts = |at: usize, said: Said| match said {
            Said::Cell(cell) => witnesses.get(at).and_then(|witness| witness.texts(cell as usize)),
            Said::Nothing => None,
        };
        for at in 1..witnesses.len() {
            let own = texts(at, self.said[at]);
            self.alike[at] = own.is_some() && (0..at).any(|other| texts(other, self.said[other]) == own);
        }
    }
}

/// How many cells the cursors have passed.
fn explained(cursors: &[Cursor; MOST_RECORDS]) -> usize {
    cursors.iter().map(|cursor| cursor.explained()).sum()
}

/// What it costs to leave each cell of a witness unread, and those below it in its column.
fn stops(witness: &dyn Witness, prices: &Prices) -> Vec<Nats> {
    let mut stops = vec![0.0; witness.cells() + 2];
    for cell in (0..witness.cells()).rev() {
        stops[cell] = stops[cell + 2] + witness.unread(cell, prices.unread);
    }
    stops
}

/// The ways of one witness through a half-move.
fn turns_of(
    witness: &dyn Witness,
    cursor: Cursor,
    prices: &Prices,
    columns: Columns,
    out: &mut SmallVec<[Turn; 8]>,
) {
    let length = witness.cells();
    let mut read = |from: Cursor, price: Nats, passed: u32| {
        let cell = from.cell();
        if cell >= length {
            return;
        }
        let written = witness.is_written(cell);
        out.push(Turn {
            cell: written.then_some(cell as u32),
            price: price + if written { 0.0 } else { prices.empty },
            then: Cursor { next: from.next + 1, gap: false, ..from },
            idle: (0..passed).filter(|&by| witness.is_written(cursor.on(by).cell())).count() as u32,
        });
    };
    let is_written = witness.is_written(cursor.cell());
    read(cursor, 0.0, 0);
    read(cursor.on(1), if is_written { prices.idle } else { prices.empty }, 1);
    read(cursor.on(2), idle_row_price(witness, cursor, prices), 2);
    if cursor.next.is_multiple_of(2) && cursor.next > 0 && cursor.next as usize + 1 < length {
        let price = if cursor.exchanged { prices.restored } else { prices.exchanged };
        read(Cursor { exchanged: !cursor.exchanged, ..cursor }, price, 0);
    }
    let column = cursor.column();
    let may_shift = columns == Columns::Apart;
    if may_shift
        && cursor.cell() < length
        && !is_written
        && let Some(lower) = cursor.lower(column, 1)
    {
        read(lower, if lower.low[column] == 0 { prices.restored } else { prices.lowered }, 0);
    }
    if cursor.next == 0 || cursor.cell() >= length {
        return;
    }
    let lost = if cursor.gap { prices.lost_more } else { prices.lost };
    out.push(Turn { cell: None, price: lost, then: Cursor { gap: true, ..cursor }, idle: 0 });
    if may_shift
        && is_written
        && let Some(higher) = cursor.lower(column, -1)
    {
        let price = if higher.low[column] == 0 { prices.restored } else { prices.raised };
        let then = Cursor { next: cursor.next + 1, gap: true, ..higher };
        out.push(Turn { cell: None, price, then, idle: 0 });
    }
}

/// What it costs that the next two cells stand for no half-move.
fn idle_row_price(witness: &dyn Witness, cursor: Cursor, prices: &Prices) -> Nats {
    let row = [cursor.cell(), cursor.on(1).cell()];
    if row.iter().all(|&cell| !witness.is_written(cell)) {
        return 2.0 * prices.empty;
    }
    let repeats = row.iter().all(|&cell| {
        cell >= 2 && witness.texts(cell).is_some_and(|own| witness.texts(cell - 2) == Some(own))
    });
    if repeats { prices.repeated_row } else { prices.idle_row }
}

/// The ways of all witnesses together through a half-move, up to the price `room`.
fn joint_turns(
    witnesses: &[&dyn Witness],
    before: &[Cursor; MOST_RECORDS],
    room: Nats,
    prices: &Prices,
    columns: Columns,
    out: &mut Vec<JointTurn>,
) {
    out.clear();
    out.push(JointTurn {
        cursors: *before,
        said: [Said::Nothing; MOST_RECORDS],
        price: 0.0,
        alike: [false; MOST_RECORDS],
        layer: 0,
        idle: 0,
    });
    let mut turns: SmallVec<[Turn; 8]> = SmallVec::new();
    for (at, witness) in witnesses.iter().enumerate() {
        turns.clear();
        turns_of(*witness, before[at], prices, columns, &mut turns);
        // A witness that has ended says nothing of what the others go on to say.
        if turns.is_empty() {
            continue;
        }
        let so_far = out.len();
        for one in 0..so_far {
            for turn in &turns {
                let JointTurn { mut cursors, mut said, mut price, alike, layer, mut idle } = out[one];
                // Both players lose the same rows, too: when time is short.
                let is_lost = |before: Cursor, then: Cursor| then.gap && then.next == before.next;
                let shares_loss = is_lost(before[at], turn.then)
                    && (0..at).any(|other| is_lost(before[other], cursors[other]));
                cursors[at] = turn.then;
                said[at] = turn.cell.map_or(Said::Nothing, Said::Cell);
                price += if shares_loss { turn.price.min(prices.alike) } else { turn.price };
                idle += turn.idle;
                if price <= room {
                    out.push(JointTurn { cursors, said, price, alike, layer, idle });
                }
            }
        }
        out.drain(..so_far);
    }
    // Where all have ended, nothing follows.
    out.retain(|turn| turn.cursors != *before || turn.cursors.iter().any(|cursor| cursor.gap));
}

fn gives_check(position: &Chess, mv: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.is_check()
}

impl Search<'_> {
    /// Reads the records on from the last layer that is settled; false if they are given up.
    fn run(&mut self) -> bool {
        for layer in self.settled.len()..self.widths.len() {
            let Some(Reading { by_best, plies, bent, .. }) = self.settle(layer) else { continue };
            if self.is_too_bent(layer, bent as usize) {
                return false;
            }
            let is_far_off = by_best > plies as Nats * self.prices.misfit * HOPELESS;
            if layer >= HOPELESS_AFTER && is_far_off || self.is_lost(layer) {
                return false;
            }
        }
        true
    }

    /// Whether the records hardly tell the last half-moves of the cheapest reading that ends in a layer.
    fn is_lost(&self, layer: usize) -> bool {
        let first = self.settled[layer].first;
        let Some(mut before) = (first < self.live.len()).then_some(first) else { return false };
        for _ in 0..HOPELESS_STRETCH {
            match self.lattice.vertices[before].best {
                ROOT => return false,
                edge => before = self.lattice.edges[edge as usize].from as usize,
            }
        }
        let stretch = self.live[first].by_best - self.live[before].by_best;
        stretch > HOPELESS_STRETCH as Nats * self.prices.misfit * HOPELESS_THERE
    }

    /// Whether a reading that has bent so many of the cells that were read so far is none that is wanted.
    fn is_too_bent(&self, read: usize, bent: usize) -> bool {
        let is_limited = self.prices.most_bent < usize::MAX;
        let is_mostly_bent = is_limited && read >= BENT_AFTER && 2 * bent > read;
        is_mostly_bent || bent > self.prices.most_bent.saturating_mul(2).saturating_add(BENT_AT_FIRST)
    }

    /// The start, and what can follow it.
    fn begin(&mut self, start: &Chess) {
        let cursors = [Cursor::START; MOST_RECORDS];
        let stop = self.stop_price(&cursors);
        self.lattice.vertices.push(Vertex { cost: 0.0, best: ROOT, stop, layer: 0, explained: 0 });
        let (walk, hash) = (GameWalk::new(start), hash_of(start));
        self.live.push(Live { walk, hash, children: None, cursors, cost: 0.0, by_best: 0.0, bent: 0 });
        self.expand(0, 0.0);
    }

    /// Forgets all that has explained so many cells or more: before, the search would find again what it has found.
    fn go_back_to(&mut self, layer: usize) {
        let Some(&Settled { first, edge, .. }) = self.settled.get(layer) else { return };
        self.live.truncate(first);
        self.lattice.vertices.truncate(first);
        self.lattice.edges.truncate(edge);
        self.found.iter_mut().for_each(Vec::clear);
        // Nothing is found any more for the layers that stay.
        self.least[..layer].fill(Nats::NEG_INFINITY);
        self.least[layer..].fill(Nats::INFINITY);
        self.ceilings.fill(Nats::INFINITY);
        self.settled.truncate(layer);
        let near = layer.saturating_sub(self.reach());
        // The start stands before all layers.
        let mut next = if near == 0 { 0 } else { self.settled[near].first };
        let mut leader = 0.0;
        for of in near..=layer {
            let end = self.settled.get(of).map_or(first, |settled| settled.first);
            while next < end {
                self.expand(next as u32, leader);
                next += 1;
            }
            leader = self.settled.get(of).map_or(0.0, |settled| settled.least);
        }
    }

    /// So many layers on, nothing is found any more from a reading.
    fn reach(&self) -> usize {
        REACH * self.witnesses.len()
    }

    /// The cost of ending here: what is left unread.
    fn stop_price(&self, cursors: &[Cursor; MOST_RECORDS]) -> Nats {
        let left = self.stops.iter().zip(cursors).flat_map(|(stops, cursor)| {
            cursor.cells_of_columns().map(|cell| stops.get(cell).copied().unwrap_or(0.0))
        });
        left.sum()
    }

    /// Makes vertices of the cheapest half-moves that have explained this many cells, and finds what can follow them. Returns
    /// the cheapest reading.
    fn settle(&mut self, layer: usize) -> Option<Reading> {
        let width = self.widths[layer];
        let (first, edge) = (self.live.len(), self.lattice.edges.len());
        self.settled.push(Settled { first, edge, least: 0.0 });
        let done = layer.checked_sub(self.reach() + 1);
        let done = done.map(|layer| self.settled[layer].first..self.settled[layer + 1].first);
        self.live[done.unwrap_or(0..0)].iter_mut().for_each(|live| live.children = None);
        // A half-move without a cell explains none, so that its reading comes again in the same layer.
        let mut least = Nats::INFINITY;
        let mut cheapest: Option<Reading> = None;
        for wave in 0..MOST_LOST {
            let mut found = std::mem::take(&mut self.found[layer]);
            least = found.iter().map(|found| found.total).fold(least, Nats::min);
            self.settled[layer].least = least;
            found.retain(|found| found.total <= least + self.prices.window);
            if found.is_empty() {
                break;
            }
            found.sort_unstable_by(by_total);
            let plies = self.lattice.vertices[found[0].parent as usize].layer + 1;
            let Found { total, by_best, bent, .. } = found[0];
            let reading = Reading { total, by_best, plies, bent };
            cheapest = cheapest.filter(|known| known.total <= total).or(Some(reading));
            let silent = found[0].said == [Said::Nothing; MOST_RECORDS];
            let width = if silent && wave == 0 { width.max(WIDER * self.prices.width) } else { width };
            let first = self.live.len();
            self.keep(&found, width);
            if self.live.len() - first >= width {
                // Readings that come again in this layer are kept beside those that it has.
                let dearest = self.live.last().map_or(Nats::INFINITY, |live| live.cost);
                self.ceilings[layer] = self.ceilings[layer].min(dearest);
            }
            for at in first..self.live.len() {
                self.expand(at as u32, least);
            }
        }
        self.found[layer].clear();
        cheapest
    }

    /// Makes vertices of half-moves in the order of their costs, each position once.
    fn keep(&mut self, found: &[Found], width: usize) {
        let mut places: FxHashMap<(u64, [Cursor; MOST_RECORDS]), u32> = FxHashMap::default();
        for found in found {
            let parent = &self.live[found.parent as usize];
            let child = parent.children.as_ref().and_then(|children| children.get(found.child as usize));
            let Some(hash) = child.map(|child| child.hash(&parent.walk.position)) else { continue };
            let edge = self.lattice.edges.len() as u32;
            let to = match places.get(&(hash, found.cursors)) {
                Some(&to) => to,
                None if places.len() >= width => {
                    self.lattice.cut += 1;
                    continue;
                }
                None => {
                    let to = self.lattice.vertices.len() as u32;
                    let mut walk = parent.walk.clone();
                    walk.play(found.mv);
                    let stop = self.stop_price(&found.cursors);
                    let layer = self.lattice.vertices[found.parent as usize].layer + 1;
                    let explained = explained(&found.cursors) as u32;
                    self.lattice.vertices.push(Vertex {
                        cost: found.total,
                        best: edge,
                        stop,
                        layer,
                        explained,
                    });
                    places.insert((hash, found.cursors), to);
                    self.live.push(Live {
                        walk,
                        hash,
                        children: None,
                        cursors: found.cursors,
                        cost: found.total,
                        by_best: found.by_best,
                        bent: found.bent,
                    });
                    to
                }
            };
            let Found { parent: from, mv, cost, surprise, doubted, held, said, .. } = *found;
            self.lattice.edges.push(Edge { from, to, mv, cost, surprise, doubted, held, said });
        }
    }

    /// The legal moves of a walk.
    fn children_of(&mut self, parent: u32) -> Rc<[Child]> {
        let Search { cells, live, work, children, .. } = self;
        let walk = &live[parent as usize].walk;
        let key = walk.key_of_hash(live[parent as usize].hash);
        if let Some(known) = children.get(&key) {
            return Rc::clone(known);
        }
        let walk = &mut live[parent as usize].walk;
        work.surprises.with_book(walk, &mut work.moves);
        let legal: Vec<Move> = work.moves.iter().map(|(mv, _)| *mv).collect();
        let looks = cells.grammar.looks(walk.position.turn(), &legal);
        let all = looks.into_iter().zip(&work.moves).map(|(look, &(mv, surprise))| Child {
            mv,
            surprise,
            look: cells.look(look) as u32,
            checks: Cell::new(None),
            hash: Cell::new(None),
        });
        let all: Rc<[Child]> = all.collect();
        if children.len() < MOST_KNOWN {
            children.insert(key, Rc::clone(&all));
        }
        all
    }

    /// Finds the half-moves that can follow a live reading.
    fn expand(&mut self, parent: u32, leader: Nats) {
        let Search { witnesses, prices, columns, live, work, least, ceilings, .. } = self;
        let one = &live[parent as usize];
        let room = leader + prices.window + prices.misfit - one.cost;
        joint_turns(witnesses, &one.cursors, room, prices, *columns, &mut work.turns);
        for turn in &mut work.turns {
            turn.layer = explained(&turn.cursors);
        }
        // What would be dropped beside what is found already, whatever the move.
        let limit = |layer: usize| ceilings[layer].min(least[layer] + prices.window);
        work.turns.retain(|turn| turn.price <= room && one.cost + turn.price <= limit(turn.layer));
        if work.turns.is_empty() {
            return;
        }
        work.turns.iter_mut().for_each(|turn| turn.compare(witnesses));
        let children = self.children_of(parent);
        self.live[parent as usize].children = Some(Rc::clone(&children));
        let Search { witnesses, prices, cells, live, found, least, ceilings, widths, work, .. } = self;
        let one = &live[parent as usize];
        for (child, of_move) in children.iter().enumerate() {
            let (mv, look) = (of_move.mv, of_move.look as usize);
            let surprise = prices.surprise * of_move.surprise;
            for JointTurn { cursors, said, price, alike, layer, idle } in &work.turns {
                let layer = *layer;
                let mut cost = price + surprise;
                // It would be dropped beside what is found already.
                if cost > room || one.cost + cost > ceilings[layer].min(least[layer] + prices.window) {
                    continue;
                }
                let (mut doubted, mut held, mut bent) = (price * prices.astray, false, one.bent + idle);
                let mut best = Nats::INFINITY;
                for (at, said) in said.iter().enumerate() {
                    let &Said::Cell(cell) = said else { continue };
                    let (witness, cell) = (witnesses[at], cell as usize);
                    let checks = !witness.heeds_check(cell) || of_move.gives_check(&one.walk.position);
                    let mut told = match witness.is_decided(cell, &one.walk.position, mv) {
                        Some(true) => 0.0,
                        Some(false) => DECIDED_OTHERWISE,
                        None => cells.of(at, cell, look, checks),
                    };
                    bent += u32::from(told >= prices.misfit * BENT);
                    held |= witness.is_of_the_game() && told < prices.misfit;
                    if alike[at] {
                        told = told.min(prices.alike);
                    }
                    cost += told;
                    best = best.min(told);
                    doubted += told.min(prices.anything);
                }
                let best = if best.is_finite() { best } else { 0.0 };
                let by_best = one.by_best + surprise + price / witnesses.len() as Nats + best;
                if cost <= room {
                    let (cursors, said, total) = (*cursors, *said, one.cost + cost);
                    if total > ceilings[layer].min(least[layer] + prices.window) {
                        continue;
                    }
                    least[layer] = least[layer].min(total);
                    found[layer].push(Found {
                        parent,
                        child: child as u32,
                        mv,
                        cursors,
                        said,
                        cost,
                        surprise,
                        doubted,
                        held,
                        total,
                        by_best,
                        bent,
                    });
                    let is_silent = said == [Said::Nothing; MOST_RECORDS];
                    let most = widths[layer].max(if is_silent { WIDER * prices.width } else { 0 });
                    let enough = CROWDED / 2 * most;
                    if found[layer].len() >= 2 * enough {
                        let cheapest = found[layer].select_nth_unstable_by(enough, by_total);
                        ceilings[layer] = cheapest.1.total;
                        found[layer].truncate(enough);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [&str; 20] = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3",
        "O-O", "h3", "Nb8", "d4", "Nbd7",
    ];

    fn read(sheets: &[&[&str]]) -> Lattice {
        let records: Vec<Record> =
            sheets.iter().map(|cells| Record::of_texts(cells.iter().copied())).collect();
        let english = Grammar::algebraic(["P", "N", "B", "R", "Q", "K"]);
        search_records(&records, &Chess::default(), &english, &Channel::handwriting(), &Prices::default())
    }

    /// The moves with a row that is written again behind it.
    fn with_row_twice(row: usize) -> Vec<&'static str> {
        let mut cells = MOVES.to_vec();
        cells.splice(2 * row + 2..2 * row + 2, [MOVES[2 * row], MOVES[2 * row + 1]]);
        cells
    }

    #[test]
    fn a_row_that_one_of_several_sheets_has_twice_stands_for_nothing() {
        let plain = read(&[&MOVES]).best();
        assert_eq!(plain.len(), MOVES.len());
        let moves: Vec<Move> = plain.iter().map(|ply| ply.mv).collect();
        for row in [1, 4, 8] {
            let twice = with_row_twice(row);
            for sheets in [&[&MOVES[..], &twice][..], &[&twice, &MOVES], &[&MOVES, &twice, &MOVES]] {
                let lattice = read(sheets);
                let best: Vec<Move> = lattice.best().iter().map(|ply| ply.mv).collect();
                assert_eq!(best, moves, "row {row}");
                let (_, cost) = lattice.end().expect("a reading");
                let (_, of_one) = read(&[&MOVES]).end().expect("a reading");
                // Nothing is bent but for the row that is passed over.
                assert!(cost <= of_one + Prices::default().repeated_row + 0.1, "row {row}: {cost}, {of_one}");
            }
        }
    }

    #[test]
    fn a_long_record_that_tells_nothing_is_given_up_and_one_that_another_makes_good_is_not() {
        const ROUND: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let moves: Vec<&str> = ROUND.into_iter().cycle().take(240).collect();
        let nothing: Vec<&str> = ["Qh8", "Kxa1", "Rd5", "Bh2"].into_iter().cycle().take(240).collect();
        let lattice = read(&[&nothing]);
        assert!(lattice.given_up);
        assert!(lattice.best().len() < 160, "{}", lattice.best().len());
        let illegible = ["xx99"; 240];
        for sheets in [&[&moves[..]][..], &[&moves, &illegible], &[&illegible, &moves]] {
            let lattice = read(sheets);
            // Behind the end of the one, the other is read on until it is given up.
            assert!(lattice.best().len() >= moves.len(), "{}", lattice.best().len());
        }
    }

    #[test]
    fn a_wider_search_goes_on_from_where_it_is_wider() {
        // Three cells that say nothing make trouble late in the game; what stands before them is searched once.
        let mut cells = MOVES.to_vec();
        for at in [15, 17, 18] {
            cells[at] = "xx99";
        }
        let lattice = read(&[&cells]);
        let best = lattice.best();
        assert_eq!(best.len(), MOVES.len());
        let first = |at: usize| best[at].mv == read(&[&MOVES]).best()[at].mv;
        assert!((0..15).all(first));
        // Every edge leads from a vertex to a later one, as the chances take for granted.
        assert!(lattice.edges.iter().all(|edge| edge.from < edge.to));
        assert!(lattice.edges.iter().all(|edge| (edge.to as usize) < lattice.vertices.len()));
    }
}
