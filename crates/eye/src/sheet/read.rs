//! The game that the cells of a sheet say.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use scorebook_search::lattice::{Ply, Said};
use shakmaty::Move;

use super::cells::Cells;
use super::ink::written_part;
use crate::{Cell, Colours, Cuts, Letters, Look, MOST, Nats, Recogniser};

/// Games that are followed at once.
const WIDTH: usize = 80;
/// The same while a language is chosen.
const NARROW: usize = 12;
/// Costs of neighbouring cuts are not independent, and a network is too sure of itself: its costs weigh only so much when chances
/// are told.
const SURENESS: Nats = 0.7;
/// Cells by which a language and an order are chosen: all by the first few, the best so many by more.
const FEW: usize = 8;
const KEPT: usize = 6;
const SAMPLE: usize = 24;
/// A cell counts for no more than this when the end of the game is sought.
const EMPTY_MOST: Nats = 8.0;
/// Half-moves with a smaller chance are looked at more closely.
const DOUBTED: f32 = 0.95;
/// A cell whose move costs so much does not say it, and no such move has a better chance; nor has one without a cell that.
const UNREAD: Nats = 5.0;
const INFERRED: f32 = 0.9;
const WITHOUT_CELL: f32 = 0.5;
/// Behind so many empty cells nothing is sought.
const EMPTY: usize = 12;

/// A half-move as it was read.
#[derive(Clone, Debug)]
pub struct HalfMove {
    /// The move.
    pub played: Move,
    /// Its chance, given the cells and the rules: 0 to 1.
    pub chance: f32,
    /// The move that the cells say next best, if the search found a whole game with another.
    pub rival: Option<Move>,
    /// Its cell, among those that are written on; `None` if it has none: the player left it out.
    pub cell: Option<usize>,
    /// What a network reads there when it knows no rules, for people.
    pub text: Option<String>,
    /// What the move costs as the reading of its cell.
    pub cost: Nats,
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Game {
    /// The letters in which it is written.
    pub letters: Letters,
    /// The half-moves from the first cell on.
    pub moves: Vec<HalfMove>,
    /// The chance that every half-move is right.
    pub chance: f32,
    /// What a network reads in written cells that were taken for no moves, for people.
    pub passed: Vec<String>,
}

impl Game {
    /// What a half-move costs as the reading of its cell, in the middle of all.
    #[must_use]
    pub fn usual_cost(&self) -> Nats {
        middle(self.moves.iter().map(|half_move| half_move.cost))
    }
}

/// The game in a picture whose cells are known; where several orders are possible, by the one that costs least. `letters` if the
/// language is known. `None` if no cell is written on.
#[must_use]
pub fn read(
    picture: &Colours,
    orders: &[Vec<Cell>],
    recogniser: &dyn Recogniser,
    letters: Option<Letters>,
) -> Option<Game> {
    read_if(picture, orders, recogniser, letters, |_| true)
}

/// The same if what a half-move costs in the middle of the first cells is good enough to go on.
pub(super) fn read_if(
    picture: &Colours,
    orders: &[Vec<Cell>],
    recogniser: &dyn Recogniser,
    letters: Option<Letters>,
    goes_on: impl Fn(Nats) -> bool,
) -> Option<Game> {
    let mut looker = Looker { picture, recogniser, looks: FxHashMap::default() };
    let first = |order: &Vec<Cell>| looker.written(&order[..order.len().min(SAMPLE)]);
    let samples: Vec<Vec<Cell>> = orders.iter().map(first).collect();
    let (letters, order, usual) = chosen(&looker, &samples, letters)?;
    if !goes_on(usual) {
        return None;
    }
    let cells = looker.written(&orders[order]);
    let game = game(&looker, &cells, letters)?;
    if !goes_on(game.usual_cost()) {
        return None;
    }
    // What is in doubt is looked at more closely, with what stands beside it.
    let is_doubted = |half_move: &HalfMove| half_move.chance < DOUBTED;
    let doubted = game.moves.iter().enumerate().filter(|(number, _)| {
        let near = number.saturating_sub(1)..(number + 2).min(game.moves.len());
        game.moves[near].iter().any(is_doubted)
    });
    let of_doubted = doubted.filter_map(|(_, half_move)| half_move.cell);
    let passed = (0..cells.len()).filter(|&cell| game.moves.iter().all(|one| one.cell != Some(cell)));
    let closer: Vec<Cell> = of_doubted.chain(passed).map(|cell| cells[cell]).collect();
    if closer.is_empty() {
        return Some(game);
    }
    looker.see(&closer, Cuts::Many);
    self::game(&looker, &cells, letters)
}

/// Looks at cells, each once.
struct Looker<'a> {
    picture: &'a Colours,
    recogniser: &'a dyn Recogniser,
    /// By the cells' bits.
    looks: FxHashMap<[u64; 4], Look>,
}

impl Looker<'_> {
    /// Looks at cells that something is written in.
    fn see(&mut self, cells: &[Cell], cuts: Cuts) {
        let (picture, recogniser) = (self.picture, self.recogniser);
        let look = |cell: &Cell| {
            let part = written_part(&picture.grey, cell);
            (bits(cell), part.map_or_else(Look::empty, |part| part.seen(picture, recogniser, cuts)))
        };
        self.looks.extend(cells.par_iter().map(look).collect::<Vec<_>>());
    }

    /// The cells up to the last that is written on: as many as make what the cells say of being empty cheapest.
    fn written(&mut self, order: &[Cell]) -> Vec<Cell> {
        let (mut best, mut sum, mut count, mut empty) = (0.0, 0.0, 0, 0);
        const AT_ONCE: usize = 12;
        for (chunk, cells) in order.chunks(AT_ONCE).enumerate() {
            if empty > EMPTY {
                break;
            }
            let new: Vec<Cell> =
                cells.iter().filter(|cell| !self.looks.contains_key(&bits(cell))).copied().collect();
            self.see(&new, Cuts::Few);
            for (at, cell) in cells.iter().enumerate() {
                let cost = self.look(cell).cost("").clamp(1e-3, EMPTY_MOST);
                empty = if cost < 1e-2 { empty + 1 } else { 0 };
                sum += -(1.0 - (-cost).exp()).ln() - cost;
                if sum < best {
                    (best, count) = (sum, chunk * AT_ONCE + at + 1);
                }
            }
        }
        order[..count].to_vec()
    }

    fn look(&self, cell: &Cell) -> &Look {
        &self.looks[&bits(cell)]
    }

    fn looks_of(&self, cells: &[Cell]) -> Vec<&Look> {
        cells.iter().map(|cell| self.look(cell)).collect()
    }
}

fn bits(cell: &Cell) -> [u64; 4] {
    cell.0.map(f64::to_bits)
}

/// The cheapest game of some cells, and what speaks against each of its half-moves.
fn game(looker: &Looker<'_>, cells: &[Cell], letters: Letters) -> Option<Game> {
    let looks = looker.looks_of(cells);
    let lattice = Cells::of(looks.clone()).search(letters, WIDTH);
    let plies = lattice.best_with(SURENESS);
    if plies.is_empty() {
        return None;
    }
    let is_passed = |cell: &usize| plies.iter().all(|ply| cell_of(ply) != Some(*cell));
    let passed = (0..looks.len()).filter(is_passed).map(|cell| looks[cell].text()).collect();
    let moves = plies.iter().map(|ply| half_move(ply, &looks)).collect();
    Some(Game { letters, moves, chance: lattice.chance(SURENESS), passed })
}

fn cell_of(ply: &Ply) -> Option<usize> {
    if let Said::Cell(cell) = ply.said[0] { Some(cell as usize) } else { None }
}

/// What a half-move costs as the reading of its cell.
fn cost_of(ply: &Ply) -> Nats {
    if cell_of(ply).is_some() { ply.cost - ply.surprise } else { MOST }
}

fn half_move(ply: &Ply, looks: &[&Look]) -> HalfMove {
    let cell = cell_of(ply);
    let cost = cost_of(ply);
    // What follows may hold down a move that its cell does not say; nobody has read it there.
    let most = match cell {
        None => WITHOUT_CELL,
        Some(_) if cost >= UNREAD => INFERRED,
        Some(_) => 1.0,
    };
    HalfMove {
        played: ply.mv,
        chance: ply.chance.min(most),
        rival: ply.rivals.first().map(|(rival, _)| *rival),
        cell,
        text: cell.map(|cell| looks[cell].text()),
        cost,
    }
}

/// The letters and the order (its number) in which the first cells cost least, and what a half-move of them costs in the middle. All are
/// tried by a few cells, the best by more.
fn chosen(
    looker: &Looker<'_>,
    orders: &[Vec<Cell>],
    letters: Option<Letters>,
) -> Option<(Letters, usize, Nats)> {
    let all: Vec<Letters> = letters.map_or_else(|| Letters::all().collect(), |letters| vec![letters]);
    let written = (0..orders.len()).filter(|&order| !orders[order].is_empty());
    let mut ways: Vec<(Letters, usize)> =
        written.flat_map(|order| all.iter().map(move |&letters| (letters, order))).collect();
    let mut usual = MOST;
    for (sample, kept) in [(FEW, KEPT), (SAMPLE, 1)] {
        let price = |(letters, order): (Letters, usize)| {
            let cells = &orders[order];
            let looks = looker.looks_of(&cells[..cells.len().min(sample)]);
            let number = looks.len() as Nats;
            let lattice = Cells::of(looks).search(letters, NARROW);
            let usual = middle(lattice.best().iter().map(cost_of));
            let cost = lattice.end().map_or(MOST, |(_, cost)| cost / number);
            (cost, usual, (letters, order))
        };
        let mut priced: Vec<_> = ways.into_par_iter().map(price).collect();
        priced.sort_by(|a, b| a.0.total_cmp(&b.0));
        usual = priced.first()?.1;
        ways = priced.into_iter().take(kept).map(|(_, _, way)| way).collect();
    }
    ways.first().map(|&(letters, order)| (letters, order, usual))
}

/// The cost in the middle of some.
fn middle(costs: impl Iterator<Item = Nats>) -> Nats {
    let mut costs: Vec<Nats> = costs.collect();
    costs.sort_unstable_by(Nats::total_cmp);
    costs.get(costs.len() / 2).copied().unwrap_or(MOST)
}
