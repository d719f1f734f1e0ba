//! The search: the cheapest readings of a whole game, half-move by half-move, within a beam.

use rustc_hash::FxHashMap;
use scorebook_likely::{GameWalk, Surprises};
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
    /// A half-move that fits the records worse than this may be there because a better one was dropped.
    pub trouble: Nats,
    /// Readings that cost more than the cheapest by this are dropped.
    pub window: Nats,
    /// Most readings that are kept after a half-move.
    pub width: usize,
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
            unread: 22.0,
            false_check: 3.0,
            surprise: 1.0,
            anything: 9.0,
            alike: 4.0,
            astray: 0.75,
            trouble: 3.0,
            window: 20.0,
            width: 150,
        }
    }
}

/// How far a record has been read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Cursor {
    /// The next cell, in the order in which the cells are read.
    next: u32,
    /// Whether the cells of the two sides are exchanged.
    exchanged: bool,
    /// Whether the last half-move had no cell.
    gap: bool,
}

impl Cursor {
    const START: Cursor = Cursor { next: 0, exchanged: false, gap: false };

    /// The cell that is read next.
    fn cell(self) -> usize {
        self.next as usize ^ usize::from(self.exchanged)
    }
}

/// A way of a record through one half-move.
#[derive(Copy, Clone)]
struct Turn {
    /// The cell that is read.
    cell: Option<u32>,
    price: Nats,
    then: Cursor,
}

/// Most records of one game that are read together.
pub const MOST_RECORDS: usize = 3;

/// Most half-moves, one behind the other, of which no witness says anything.
const MOST_LOST: usize = 8;

/// A place of which no witness says anything leaves all moves open: until the next cells have spoken, this many times
/// more readings are kept.
const WIDER: usize = 4;

/// Most searches of one record, each wider where the one before read badly.
const MOST_ROUNDS: usize = 2;

/// How many times wider a search is before a place that the one before read badly.
const WIDER_AT_TROUBLE: usize = 6;

/// How many cells before such a place the mistake may lie.
const LOOKED_BACK: usize = 16;

/// A wider search may keep this many times the readings of the first in all.
const WIDENED: usize = 2;

/// By how much, in nats, a wider search must be better for a still wider one to be worth its time.
const BETTER: Nats = 0.5;

/// What a cell costs as another move than a person says: more than any reading may.
const DECIDED_OTHERWISE: Nats = 1000.0;

/// A record of which nothing can be read is given up after so many cells: searching on finds no game in it, however long it is.
const HOPELESS_AFTER: usize = 60;

/// Nothing can be read where the cheapest reading costs this share of [`Prices::misfit`] for each half-move.
const HOPELESS: Nats = 0.8;

/// A live reading; its place in the list is that of its vertex in the lattice.
struct Live {
    walk: GameWalk,
    cursors: [Cursor; MOST_RECORDS],
    cost: Nats,
}

/// A half-move that was found from a live reading, not yet a vertex.
struct Found {
    parent: u32,
    mv: Move,
    cursors: [Cursor; MOST_RECORDS],
    said: [Said; MOST_RECORDS],
    cost: Nats,
    surprise: Nats,
    doubted: Nats,
    held: bool,
    total: Nats,
}

/// Prices of cells, remembered by the look of the move.
struct CellPrices<'w> {
    witnesses: &'w [&'w dyn Witness],
    grammar: &'w Grammar,
    known: FxHashMap<Look, u32>,
    /// For each look, its spellings.
    spellings: Vec<Vec<Spelling>>,
    /// For each witness and cell, the price of each look, as a check and not as one; negative: not known yet.
    prices: [Vec<Vec<Nats>>; MOST_RECORDS],
}

impl<'w> CellPrices<'w> {
    fn new(witnesses: &'w [&'w dyn Witness], grammar: &'w Grammar) -> CellPrices<'w> {
        let empty = |at: usize| vec![Vec::new(); witnesses.get(at).map_or(0, |witness| witness.cells())];
        let prices = std::array::from_fn(empty);
        CellPrices { witnesses, grammar, known: FxHashMap::default(), spellings: Vec::new(), prices }
    }

    /// The number of a look.
    fn look(&mut self, look: Look) -> usize {
        if let Some(&known) = self.known.get(&look) {
            return known as usize;
        }
        let at = self.spellings.len();
        let mut spelled = Vec::new();
        self.grammar.spell(&look, &mut spelled);
        self.spellings.push(spelled);
        self.known.insert(look, at as u32);
        at
    }

    /// What the cell costs as a move of this look, which gives check or not.
    fn of(&mut self, witness: usize, cell: usize, look: usize, check: bool) -> Nats {
        let slot = 2 * look + usize::from(check);
        let known = &mut self.prices[witness][cell];
        if known.len() <= slot {
            known.resize(2 * self.spellings.len().max(look + 1), -1.0);
        }
        if known[slot] < 0.0 {
            known[slot] = self.witnesses[witness].cost(cell, &self.spellings[look], check);
        }
        known[slot]
    }
}

/// Reads the game that the witnesses tell, from `start`; more than [`MOST_RECORDS`] are not asked.
///
/// Readings are compared that have explained equally many cells, however many half-moves they made of them.
#[must_use]
pub fn search(witnesses: &[&dyn Witness], start: &Chess, grammar: &Grammar, prices: &Prices) -> Lattice {
    let witnesses = &witnesses[..witnesses.len().min(MOST_RECORDS)];
    let cells: usize = witnesses.iter().map(|witness| witness.cells()).sum();
    let mut widths = vec![prices.width; cells + 1];
    let mut search = Search {
        witnesses,
        prices,
        cells: CellPrices::new(witnesses, grammar),
        lattice: Lattice::default(),
        live: Vec::new(),
        found: (0..=cells).map(|_| Vec::new()).collect(),
        least: vec![Nats::INFINITY; cells + 1],
        work: Work::default(),
    };
    let mut is_read = search.run(start, &widths);
    for _ in 0..MOST_ROUNDS {
        if !is_read || !widen(&mut widths, &search.lattice, prices) {
            break;
        }
        let before = std::mem::take(&mut search.lattice);
        search.live.clear();
        is_read = search.run(start, &widths);
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
    let hands: SmallVec<[ByHand<'_>; MOST_RECORDS]> =
        records.iter().map(|record| ByHand::new(record, channel, prices)).collect();
    let witnesses: SmallVec<[&dyn Witness; MOST_RECORDS]> =
        hands.iter().map(|hand| hand as &dyn Witness).collect();
    search(&witnesses, start, grammar, prices)
}

/// What the cheapest reading costs in all.
fn whole_cost(lattice: &Lattice) -> Nats {
    lattice.end().map_or(Nats::INFINITY, |(_, cost)| cost)
}

/// Makes the search wider before each place at which the cheapest reading fits the records badly, for there a better one may
/// have been dropped; false if there is no such place where readings were dropped.
fn widen(widths: &mut [usize], lattice: &Lattice, prices: &Prices) -> bool {
    let mut budget = WIDENED * widths.len() * prices.width;
    let mut troubles: Vec<(Nats, usize)> = Vec::new();
    let Some((mut at, _)) = lattice.end() else { return false };
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
    let mut any = false;
    for (_, place) in troubles {
        let wide = prices.width * WIDER_AT_TROUBLE;
        for width in &mut widths[place.saturating_sub(LOOKED_BACK)..=place] {
            if *width < wide && budget >= wide - *width {
                budget -= wide - *width;
                *width = wide;
                any = true;
            }
        }
    }
    any
}

/// A search under way.
struct Search<'w> {
    witnesses: &'w [&'w dyn Witness],
    prices: &'w Prices,
    cells: CellPrices<'w>,
    lattice: Lattice,
    live: Vec<Live>,
    /// What was found, by the number of cells that it has explained.
    found: Vec<Vec<Found>>,
    /// The cost of the cheapest of it.
    least: Vec<Nats>,
    work: Work,
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
    cursors.iter().map(|cursor| cursor.next as usize).sum()
}

/// The cost of ending here: what is left unread.
fn stop_price(witnesses: &[&dyn Witness], cursors: &[Cursor; MOST_RECORDS], prices: &Prices) -> Nats {
    let left = witnesses.iter().zip(cursors).flat_map(|(witness, cursor)| {
        (cursor.next as usize..witness.cells()).map(|cell| witness.unread(cell, prices.unread))
    });
    left.sum()
}

/// The ways of one witness through a half-move.
fn turns_of(witness: &dyn Witness, cursor: Cursor, prices: &Prices, out: &mut SmallVec<[Turn; 6]>) {
    let read = |from: Cursor, price: Nats| {
        let written = witness.is_written(from.cell());
        Turn {
            cell: written.then_some(from.cell() as u32),
            price: price + if written { 0.0 } else { prices.empty },
            then: Cursor { next: from.next + 1, gap: false, ..from },
        }
    };
    let length = witness.cells() as u32;
    let step = |by: u32| Cursor { next: cursor.next + by, ..cursor };
    if cursor.next < length {
        out.push(read(cursor, 0.0));
    }
    if cursor.next > 0 && cursor.next < length {
        let price = if cursor.gap { prices.lost_more } else { prices.lost };
        out.push(Turn { cell: None, price, then: Cursor { gap: true, ..cursor } });
    }
    if cursor.next + 1 < length {
        out.push(read(step(1), if witness.is_written(cursor.cell()) { prices.idle } else { prices.empty }));
    }
    if cursor.next + 2 < length {
        out.push(read(step(2), idle_row_price(witness, cursor, prices)));
    }
    if cursor.next.is_multiple_of(2) && cursor.next > 0 && cursor.next + 1 < length {
        let price = if cursor.exchanged { prices.restored } else { prices.exchanged };
        out.push(read(Cursor { exchanged: !cursor.exchanged, ..cursor }, price));
    }
}

/// What it costs that the next two cells stand for no half-move.
fn idle_row_price(witness: &dyn Witness, cursor: Cursor, prices: &Prices) -> Nats {
    let next = |by: u32| Cursor { next: cursor.next + by, ..cursor }.cell();
    let row = [next(0), next(1)];
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
    out: &mut Vec<JointTurn>,
) {
    out.clear();
    out.push(JointTurn {
        cursors: *before,
        said: [Said::Nothing; MOST_RECORDS],
        price: 0.0,
        alike: [false; MOST_RECORDS],
    });
    let mut turns: SmallVec<[Turn; 6]> = SmallVec::new();
    for (at, witness) in witnesses.iter().enumerate() {
        turns.clear();
        turns_of(*witness, before[at], prices, &mut turns);
        // A witness that has ended says nothing of what the others go on to say.
        if turns.is_empty() {
            continue;
        }
        let so_far = out.len();
        for one in 0..so_far {
            for turn in &turns {
                let JointTurn { mut cursors, mut said, mut price, alike } = out[one];
                // Both players lose the same rows, too: when time is short.
                let is_lost = |before: Cursor, then: Cursor| then.gap && then.next == before.next;
                let shares_loss = is_lost(before[at], turn.then)
                    && (0..at).any(|other| is_lost(before[other], cursors[other]));
                cursors[at] = turn.then;
                said[at] = turn.cell.map_or(Said::Nothing, Said::Cell);
                price += if shares_loss { turn.price.min(prices.alike) } else { turn.price };
                if price <= room {
                    out.push(JointTurn { cursors, said, price, alike });
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
    /// Reads the records from the start, with this width after each number of cells; false if they are given up.
    fn run(&mut self, start: &Chess, widths: &[usize]) -> bool {
        self.found.iter_mut().for_each(Vec::clear);
        self.least.fill(Nats::INFINITY);
        self.begin(start);
        for (layer, &width) in widths.iter().enumerate() {
            let Some((least, plies)) = self.settle(layer, width) else { continue };
            if layer >= HOPELESS_AFTER && least > plies as Nats * self.prices.misfit * HOPELESS {
                return false;
            }
        }
        true
    }

    /// The start, and what can follow it.
    fn begin(&mut self, start: &Chess) {
        let cursors = [Cursor::START; MOST_RECORDS];
        let stop = stop_price(self.witnesses, &cursors, self.prices);
        self.lattice.vertices.push(Vertex { cost: 0.0, best: ROOT, stop, layer: 0, explained: 0 });
        self.live.push(Live { walk: GameWalk::new(start), cursors, cost: 0.0 });
        self.expand(0, 0.0);
    }

    /// Makes vertices of the cheapest half-moves that have explained this many cells, and finds what can follow them. Returns
    /// the cost of the cheapest reading and its number of half-moves.
    fn settle(&mut self, layer: usize, width: usize) -> Option<(Nats, u32)> {
        // A half-move without a cell explains none, so that its reading comes again in the same layer.
        let mut least = Nats::INFINITY;
        let mut cheapest: Option<(Nats, u32)> = None;
        for wave in 0..MOST_LOST {
            let mut found = std::mem::take(&mut self.found[layer]);
            least = found.iter().map(|found| found.total).fold(least, Nats::min);
            found.retain(|found| found.total <= least + self.prices.window);
            if found.is_empty() {
                break;
            }
            found.sort_by(|a, b| a.total.total_cmp(&b.total));
            let reading = (found[0].total, self.lattice.vertices[found[0].parent as usize].layer + 1);
            cheapest = cheapest.filter(|known| known.0 <= reading.0).or(Some(reading));
            let silent = found[0].said == [Said::Nothing; MOST_RECORDS];
            let width = if silent && wave == 0 { width.max(WIDER * self.prices.width) } else { width };
            let first = self.live.len();
            self.keep(&found, width);
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
            let mut walk = parent.walk.clone();
            walk.play(found.mv);
            let hash: Zobrist64 = walk.position.zobrist_hash(EnPassantMode::Legal);
            let edge = self.lattice.edges.len() as u32;
            let to = match places.get(&(hash.0, found.cursors)) {
                Some(&to) => to,
                None if places.len() >= width => {
                    self.lattice.cut += 1;
                    continue;
                }
                None => {
                    let to = self.lattice.vertices.len() as u32;
                    let stop = stop_price(self.witnesses, &found.cursors, self.prices);
                    let layer = self.lattice.vertices[found.parent as usize].layer + 1;
                    let explained = explained(&found.cursors) as u32;
                    self.lattice.vertices.push(Vertex {
                        cost: found.total,
                        best: edge,
                        stop,
                        layer,
                        explained,
                    });
                    places.insert((hash.0, found.cursors), to);
                    self.live.push(Live { walk, cursors: found.cursors, cost: found.total });
                    to
                }
            };
            let Found { parent: from, mv, cost, surprise, doubted, held, said, .. } = *found;
            self.lattice.edges.push(Edge { from, to, mv, cost, surprise, doubted, held, said });
        }
    }

    /// Finds the half-moves that can follow a live reading.
    fn expand(&mut self, parent: u32, leader: Nats) {
        let Search { witnesses, prices, cells, live, found, least, work, .. } = self;
        let one = &mut live[parent as usize];
        let room = leader + prices.window + prices.misfit - one.cost;
        joint_turns(witnesses, &one.cursors, room, prices, &mut work.turns);
        if work.turns.is_empty() {
            return;
        }
        work.turns.iter_mut().for_each(|turn| turn.compare(witnesses));
        work.surprises.with_book(&mut one.walk, &mut work.moves);
        let turn = one.walk.position.turn();
        let legal: Vec<Move> = work.moves.iter().map(|(mv, _)| *mv).collect();
        for (look, &(mv, surprise)) in cells.grammar.looks(turn, &legal).into_iter().zip(&work.moves) {
            let look = cells.look(look);
            let surprise = prices.surprise * surprise;
            let mut check = None;
            for JointTurn { cursors, said, price, alike } in &work.turns {
                let mut cost = price + surprise;
                let (mut doubted, mut held) = (price * prices.astray, false);
                for (at, said) in said.iter().enumerate() {
                    let &Said::Cell(cell) = said else { continue };
                    let (witness, cell) = (witnesses[at], cell as usize);
                    let checks = !witness.heeds_check(cell)
                        || *check.get_or_insert_with(|| gives_check(&one.walk.position, mv));
                    let mut told = match witness.is_decided(cell, &one.walk.position, mv) {
                        Some(true) => 0.0,
                        Some(false) => DECIDED_OTHERWISE,
                        None => cells.of(at, cell, look, checks),
                    };
                    held |= witness.is_of_the_game() && told < prices.misfit;
                    if alike[at] {
                        told = told.min(prices.alike);
                    }
                    cost += told;
                    doubted += told.min(prices.anything);
                }
                if cost <= room {
                    let (cursors, said, total) = (*cursors, *said, one.cost + cost);
                    let layer = explained(&cursors);
                    // It would be dropped beside what is found already.
                    if total > least[layer] + prices.window {
                        continue;
                    }
                    least[layer] = least[layer].min(total);
                    found[layer].push(Found {
                        parent,
                        mv,
                        cursors,
                        said,
                        cost,
                        surprise,
                        doubted,
                        held,
                        total,
                    });
                }
            }
        }
    }
}
