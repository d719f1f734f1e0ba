//! The game that the cells of a sheet say: a search over the legal moves, by what each costs as the reading of its cell and by
//! what people play.

use std::rc::Rc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use scorebook_likely::{GameWalk, Surprises};
use shakmaty::{Chess, Move};

use super::Grid;
use crate::{Colours, Cuts, Letters, Look, Nats, Recogniser, spellings};

/// Games that are followed at once.
const WIDTH: usize = 80;
/// The same while a language is chosen or a second-best game sought.
const NARROW: usize = 12;
/// A cell that says nothing of a move costs no more: it may be overwritten, or a slip.
const MOST: Nats = 12.0;
/// The share of what people play in a cost; the picture has the rest.
const PLAYED: Nats = 0.6;
/// Costs of neighbouring cuts are not independent, and a network is too sure of itself: its costs weigh only so much when chances
/// are told.
const SURENESS: Nats = 0.4;
/// Half-moves by which a language is chosen.
const SAMPLE: usize = 24;
/// A cell counts for no more than this when the end of the game is sought.
const EMPTY_MOST: Nats = 8.0;

/// A half-move as it was read.
#[derive(Clone, Debug)]
pub struct HalfMove {
    /// The move.
    pub played: Move,
    /// Its chance, given the cells and the rules: 0 to 1.
    pub chance: f64,
    /// The move that the cells say next best, if the beam found a whole game with another.
    pub rival: Option<Move>,
    /// What a network reads when it knows no rules, for people.
    pub text: String,
}

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Game {
    /// The letters in which it is written.
    pub letters: Letters,
    /// The half-moves from the first cell on.
    pub moves: Vec<HalfMove>,
    /// The cost of the game.
    pub cost: Nats,
}

impl Game {
    /// The chance that every half-move is right.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.moves.iter().map(|half_move| half_move.chance).product()
    }
}

/// What recognisers see in each cell of a grid, in parallel.
#[must_use]
pub fn looks(picture: &Colours, grid: &Grid, recogniser: &dyn Recogniser, cuts: Cuts) -> Vec<Look> {
    grid.cells.par_iter().map(|cell| cell.seen(picture, recogniser, cuts)).collect()
}

/// The game that the cells say; `letters` if the language is known. `None` if no cell is written on.
#[must_use]
pub fn read(looks: &[Look], letters: Option<Letters>) -> Option<Game> {
    let looks: Vec<&Look> = looks[..written(looks)].iter().collect();
    if looks.is_empty() {
        return None;
    }
    let letters = letters.unwrap_or_else(|| language(&looks));
    let (cost, line) =
        Beam { letters, width: WIDTH }.follow(&looks, &GameWalk::new(&Chess::default()), None)?;
    let mut walk = GameWalk::new(&Chess::default());
    let mut moves = Vec::new();
    let mut spent = 0.0;
    for (at, &played) in line.iter().enumerate() {
        let rival = Beam { letters, width: NARROW }.follow(&looks[at..], &walk, Some(played));
        let behind = rival.as_ref().map_or(MOST, |(rest, _)| (spent + rest - cost).max(0.0));
        let chance = 1.0 / (1.0 + (-SURENESS * behind).exp());
        let rival = rival.and_then(|(_, line)| line.first().copied());
        moves.push(HalfMove { played, chance, rival, text: looks[at].text() });
        spent += Beam { letters, width: 1 }.price(&mut Surprises::default(), looks[at], &mut walk, played);
        walk.play(played);
    }
    Some(Game { letters, moves, cost })
}

/// The number of cells that are written on: as many as make what the cells say of being empty cheapest.
fn written(looks: &[Look]) -> usize {
    let mut best = (0.0, 0);
    let mut sum = 0.0;
    for (at, look) in looks.iter().enumerate() {
        let empty = look.cost("").clamp(1e-3, EMPTY_MOST);
        let full = -(1.0 - (-empty).exp()).ln();
        sum += full - empty;
        if sum < best.0 {
            best = (sum, at + 1);
        }
    }
    best.1
}

/// The letters in which the first cells cost least.
fn language(looks: &[&Look]) -> Letters {
    let start = GameWalk::new(&Chess::default());
    let sample = &looks[..looks.len().min(SAMPLE)];
    let priced: Vec<(Nats, Letters)> = Letters::all()
        .filter_map(|letters| {
            Some((Beam { letters, width: NARROW }.follow(sample, &start, None)?.0, letters))
        })
        .collect();
    let best = priced.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(Letters::english, |best| best.1)
}

/// A search that follows the cheapest games at once.
struct Beam {
    letters: Letters,
    width: usize,
}

/// A game on the way.
struct Way {
    cost: Nats,
    walk: GameWalk,
    line: Option<Rc<Link>>,
}

struct Link {
    played: Move,
    before: Option<Rc<Link>>,
}

impl Beam {
    /// The cheapest game from a position over the cells, and its cost; its first move is not `other_than`.
    fn follow(
        &self,
        looks: &[&Look],
        from: &GameWalk,
        other_than: Option<Move>,
    ) -> Option<(Nats, Vec<Move>)> {
        let mut ways = vec![Way { cost: 0.0, walk: from.clone(), line: None }];
        let mut surprises = Surprises::default();
        for (at, look) in looks.iter().enumerate() {
            let forbidden = other_than.filter(|_| at == 0);
            let mut next: Vec<(Nats, usize, Move)> = Vec::new();
            for (number, way) in ways.iter_mut().enumerate() {
                let legal = self.prices(&mut surprises, look, &mut way.walk);
                let allowed = legal.into_iter().filter(|(m, _)| Some(*m) != forbidden);
                next.extend(allowed.map(|(m, cost)| (way.cost + cost, number, m)));
            }
            next.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let mut seen: FxHashMap<Chess, ()> = FxHashMap::default();
            let mut kept = Vec::with_capacity(self.width);
            for (cost, number, m) in next {
                let mut walk = ways[number].walk.clone();
                walk.play(m);
                if seen.insert(walk.position.clone(), ()).is_some() {
                    continue;
                }
                let line = Some(Rc::new(Link { played: m, before: ways[number].line.clone() }));
                kept.push(Way { cost, walk, line });
                if kept.len() == self.width {
                    break;
                }
            }
            if kept.is_empty() {
                // Mate or stalemate before the last cell.
                break;
            }
            ways = kept;
        }
        let best = ways.into_iter().next()?;
        let mut line = Vec::new();
        let mut link = best.line;
        while let Some(last) = link {
            line.push(last.played);
            link = last.before.clone();
        }
        line.reverse();
        Some((best.cost, line)).filter(|(_, line)| !line.is_empty())
    }

    /// What each legal move costs in a cell.
    fn prices(&self, surprises: &mut Surprises, look: &Look, walk: &mut GameWalk) -> Vec<(Move, Nats)> {
        let mut moves = Vec::new();
        surprises.of(walk, &mut moves);
        let position = &walk.position;
        let cheapest = |m: Move| {
            let texts = spellings(position, m, self.letters);
            texts.iter().map(|text| look.cost(text)).fold(MOST, Nats::min)
        };
        moves.into_iter().map(|(m, surprise)| (m, cheapest(m) + PLAYED * Nats::from(surprise))).collect()
    }

    fn price(&self, surprises: &mut Surprises, look: &Look, walk: &mut GameWalk, played: Move) -> Nats {
        let prices = self.prices(surprises, look, walk);
        prices.into_iter().find(|(m, _)| *m == played).map_or(MOST, |(_, cost)| cost)
    }
}
