//! The order of the captures that pawns made. A capture opens paths and closes others: before it the pawn stood at
//! home and blocked pieces, after it it stands where it stands now. So a pawn can have captured a piece only if the
//! piece can have been there by then. A promoted piece can stand in the place of a captured one only if it can have
//! promoted and come there since.
//!
//! [`CaptureOrder`] searches the orders of the captures of one plan of each side. Between two captures is a
//! [`CaptureInterval`]; the squares that each piece can have reached are followed from interval to interval.

use arrayvec::ArrayVec;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    capture_interval::{Capturable, CaptureInterval, MissingPawn, PROMOTED},
    case::Case,
    facts::{Facts, matching},
    mobility::shade,
    plan::{Journey, Plan},
    premises::Premises,
};

/// A piece of the starting position, other than a pawn, that may have moved.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub piece: Piece,
    pub home: Square,
    /// The squares that it can have visited.
    within: Bitboard,
    /// Whether it is on the board.
    safe: bool,
}

/// A piece that a pawn took: one of the starting position, or a pawn that is gone or what it became; by its place
/// in a list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Victim {
    Origin(usize),
    MissingPawn(usize),
}

impl Victim {
    fn bit(self) -> Square {
        let (Victim::Origin(at) | Victim::MissingPawn(at)) = self;
        Square::new(at as u32 % 32 + if matches!(self, Victim::MissingPawn(_)) { 32 } else { 0 })
    }
}

/// A capture of a plan: its side, the index of the pawn, and which of the pawn's captures it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Event {
    pub color: Color,
    pub journey: usize,
    pub nth: usize,
}

/// Whether some order leads to the position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Yes,
    No,
    /// There are too many orders to examine.
    Unknown,
}

/// How far a game has come.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Progress {
    /// Captures done of each journey, by colour.
    done: [ArrayVec<u8, 8>; 2],
    /// Victims, as squares of an imaginary board.
    dead: Bitboard,
    origins: ArrayVec<Bitboard, 32>,
    runners: ArrayVec<MissingPawn, 16>,
}

impl Progress {
    /// Whether each piece has at least the squares that it has in `other`.
    fn covers(&self, other: &Progress) -> bool {
        let covers = |a: &[Bitboard], b: &[Bitboard]| a.iter().zip(b).all(|(a, b)| b.is_subset(*a));
        covers(&self.origins, &other.origins)
            && self.runners.iter().zip(&other.runners).all(|(a, b)| a.covers(b))
    }
}

/// A condition on the order.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Demand {
    /// This capture took a piece of this kind, or the pawn from this square.
    pub victim: Option<(Event, Sort)>,
    /// The first came before the second.
    pub order: Option<(Event, Event)>,
}

/// A victim, as described to a person.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Sort {
    /// A piece of the starting position; bishops by the colour of their squares.
    Man(Role, bool),
    /// The pawn from that square, or what it became.
    Pawn(Square),
}

/// How a victim is described to a person.
fn sort(origins: &[Origin], runners: &[(Color, Square)], victim: Victim) -> Sort {
    match victim {
        Victim::Origin(n) => {
            let Origin { piece, home, .. } = origins[n];
            Sort::Man(piece.role, piece.role == Role::Bishop && home.is_dark())
        }
        Victim::MissingPawn(n) => Sort::Pawn(runners[n].1),
    }
}

/// The orders of the captures of one plan of each side.
pub(super) struct CaptureOrder<'a> {
    premises: &'a Premises,
    facts: &'a Facts,
    /// White's and Black's.
    plans: [&'a Plan; 2],
    prey: [Capturable; 2],
    pub origins: Vec<Origin>,
    pub runners: Vec<(Color, Square)>,
    /// Pieces on the board that may have moved.
    standing: Vec<(Square, Piece)>,
    /// How many pieces of each colour can have been promoted.
    promotable: [usize; 2],
    whole: Option<CaptureInterval>,
    demand: Demand,
    /// For each capture, the kinds of pieces that can have fallen there at some time of the search.
    pub seen: Vec<(Event, Vec<Sort>)>,
    failed: FxHashMap<([ArrayVec<u8, 8>; 2], Bitboard), Vec<Progress>>,
}

/// White is first in the lists by colour here.
fn at(color: Color) -> usize {
    color.fold_wb(0, 1)
}

impl<'a> CaptureOrder<'a> {
    /// None if the plans need more captures than there can have been.
    pub fn new(
        premises: &'a Premises,
        case: &'a Case,
        facts: &'a Facts,
        plans: [&'a Plan; 2],
    ) -> Option<CaptureOrder<'a>> {
        let mobility = &facts.mobility;
        let mut prey = [Capturable { captures: 0, pieces: true, walled: Bitboard::EMPTY }; 2];
        for color in Color::ALL {
            let walled = facts.side(!color).walled;
            let regions = walled.into_iter().filter_map(|home| {
                Some(mobility.region(premises.array.piece_at(home)?, home, Bitboard::FULL))
            });
            prey[at(color)].walled = regions.fold(Bitboard::EMPTY, |all, region| all | region);
            prey[at(color)].captures =
                usize::from(facts.prey(!color)).checked_sub(plans[at(color)].captures)?;
        }
        let runners: Vec<(Color, Square)> = Color::ALL
            .into_iter()
            .flat_map(|color| plans[at(color)].gone.into_iter().map(move |home| (color, home)))
            .collect();
        let mut order = CaptureOrder {
            premises,
            facts,
            plans,
            prey,
            origins: Vec::new(),
            runners,
            standing: Vec::new(),
            promotable: [0; 2],
            whole: None,
            demand: Demand::default(),
            seen: Vec::new(),
            failed: FxHashMap::default(),
        };
        let whole = order.count_promotable();
        order.list_men(case);
        order.whole = Some(whole);
        order.seen = order.events().map(|event| (event, Vec::new())).collect();
        Some(order)
    }

    /// Which missing pawns can have promoted at any time, and so which side has lost pieces to pawns that promoted.
    ///
    /// Returns the interval that is the whole game, in which only pawns that captured nothing are in the way.
    fn count_promotable(&mut self) -> CaptureInterval {
        let straight = self.plans.map(|plan| Plan {
            journeys: plan.journeys.iter().filter(|journey| journey.captures.is_empty()).cloned().collect(),
            ..plan.clone()
        });
        let stage =
            self.stage_of([&straight[0], &straight[1]], &[ArrayVec::from([0; 8]), ArrayVec::from([0; 8])]);
        self.promotable = Color::ALL.map(|color| self.plans[at(color)].gone.count());
        loop {
            for color in Color::ALL {
                let other = !color;
                let missing = usize::from(self.facts.side(other).missing) + self.promotable[at(other)];
                self.prey[at(color)].pieces = missing > self.plans[at(other)].gone.count();
            }
            let can = |color| {
                let promoted = |home| {
                    let mut runner = MissingPawn::new(home);
                    runner.run(&stage, color, self.prey[at(color)]);
                    runner.is_promoted()
                };
                self.plans[at(color)].gone.into_iter().filter(|&home| promoted(home)).count()
            };
            let promotable = Color::ALL.map(can);
            if promotable == self.promotable {
                return stage;
            }
            self.promotable = promotable;
        }
    }

    fn list_men(&mut self, case: &Case) {
        let steady = self.facts.mobility.steady;
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                let (homes, men) = (self.premises.array.by_piece(piece), case.board.by_piece(piece));
                for home in homes & !steady {
                    let alike = if role == Role::Bishop { shade(home) } else { Bitboard::FULL };
                    let all_stand = (men & alike).count() >= (homes & alike).count();
                    let safe = role == Role::King
                        || (all_stand && self.promotable[at(color)] == 0)
                        || self.premises.originals(piece) >= homes.count();
                    let one = self.premises.one_colour.contains(&piece);
                    let within = if one { shade(home) } else { Bitboard::FULL };
                    self.origins.push(Origin { piece, home, within, safe });
                }
                self.standing.extend((men & !steady).into_iter().map(|square| (square, piece)));
            }
        }
    }

    /// The captures that the plans take.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'a> {
        let plans = self.plans;
        Color::ALL.into_iter().flat_map(move |color| {
            plans[at(color)].journeys.iter().enumerate().flat_map(move |(journey, way)| {
                (0..way.captures.len()).map(move |nth| Event { color, journey, nth })
            })
        })
    }

    /// The path of the pawn that made a capture.
    pub fn journey(&self, event: Event) -> &'a Journey {
        &self.plans[at(event.color)].journeys[event.journey]
    }

    /// The kinds of victims of `color`, as described to a person.
    pub fn sorts(&self, color: Color) -> Vec<Sort> {
        let origins =
            (0..self.origins.len()).filter(|&n| self.origins[n].piece.color == color).map(Victim::Origin);
        let runners =
            (0..self.runners.len()).filter(|&n| self.runners[n].0 == color).map(Victim::MissingPawn);
        let mut sorts: Vec<Sort> =
            origins.chain(runners).map(|victim| sort(&self.origins, &self.runners, victim)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    }

    /// Searches for an order that meets the condition, in at most `nodes` steps.
    pub fn search(&mut self, demand: Demand, nodes: &mut u32) -> Found {
        self.demand = demand;
        self.failed.clear();
        let start = Progress {
            done: self.plans.map(|plan| plan.journeys.iter().map(|_| 0).collect()),
            dead: Bitboard::EMPTY,
            origins: self.origins.iter().map(|origin| Bitboard::from(origin.home)).collect(),
            runners: self.runners.iter().map(|(_, home)| MissingPawn::new(*home)).collect(),
        };
        if let Some(whole) = self.whole.take() {
            let mut loose = start.clone();
            self.spread(&mut loose, &whole);
            self.whole = Some(whole);
            let events: Vec<Event> = self.events().collect();
            if self.run_unordered(&events, &loose, &mut FxHashSet::default(), nodes) == Found::No {
                return Found::No;
            }
            // What counts is what can have fallen in time.
            self.seen.iter_mut().for_each(|(_, sorts)| sorts.clear());
        }
        self.run(start, nodes)
    }

    /// Whether there are enough victims, in any order.
    fn run_unordered(
        &mut self,
        events: &[Event],
        state: &Progress,
        failed: &mut FxHashSet<(usize, Bitboard)>,
        nodes: &mut u32,
    ) -> Found {
        let Some((&event, rest)) = events.split_first() else {
            return if self.all_stand(state) { Found::Yes } else { Found::No };
        };
        if *nodes == 0 {
            return Found::Unknown;
        }
        if failed.contains(&(events.len(), state.dead)) {
            return Found::No;
        }
        *nodes -= 1;
        for victim in self.victims(state, event) {
            let mut after = state.clone();
            after.dead.add(victim.bit());
            let found = self.run_unordered(rest, &after, failed, nodes);
            if found != Found::No {
                return found;
            }
        }
        failed.insert((events.len(), state.dead));
        Found::No
    }

    fn run(&mut self, mut state: Progress, nodes: &mut u32) -> Found {
        if *nodes == 0 {
            return Found::Unknown;
        }
        *nodes -= 1;
        self.pass(&mut state);
        let key = (state.done.clone(), state.dead);
        if self.failed.get(&key).is_some_and(|failed| failed.iter().any(|other| other.covers(&state))) {
            return Found::No;
        }
        let next: Vec<Event> = self.events().filter(|event| event.nth == self.done(&state, *event)).collect();
        let mut found = Found::No;
        if next.is_empty() && self.all_stand(&state) {
            return Found::Yes;
        }
        for event in next {
            if let Some((first, second)) = self.demand.order
                && event == second
                && self.done(&state, first) <= first.nth
            {
                continue;
            }
            for victim in self.victims(&state, event) {
                let mut after = state.clone();
                after.done[at(event.color)][event.journey] += 1;
                after.dead.add(victim.bit());
                match self.run(after, nodes) {
                    Found::Yes => return Found::Yes,
                    Found::Unknown => found = Found::Unknown,
                    Found::No => {}
                }
                if *nodes == 0 {
                    return Found::Unknown;
                }
            }
        }
        if found == Found::No {
            self.failed.entry(key).or_default().push(state);
        }
        found
    }

    fn done(&self, state: &Progress, event: Event) -> usize {
        usize::from(state.done[at(event.color)][event.journey])
    }

    fn stage_of(&self, plans: [&Plan; 2], done: &[ArrayVec<u8, 8>; 2]) -> CaptureInterval {
        let side =
            |color| (color, plans[at(color)], done[at(color)].as_slice(), self.prey[at(color)].captures >= 2);
        CaptureInterval::new(self.premises, &self.facts.mobility, [side(Color::White), side(Color::Black)])
    }

    /// Moves every piece as far as possible before the next capture.
    fn pass(&self, state: &mut Progress) {
        let mut stage = self.stage_of(self.plans, &state.done);
        // Pieces that never got out stay where they are, and in the way of others.
        loop {
            let mut stuck = Bitboard::EMPTY;
            for (origin, &squares) in self.origins.iter().zip(&state.origins) {
                let home = Bitboard::from(origin.home);
                if origin.safe
                    && squares == home
                    && !stage.closed().contains(origin.home)
                    && stage.flood(origin.piece, home, origin.within) == home
                {
                    stuck |= home;
                }
            }
            if stuck.is_empty() {
                break;
            }
            stage.close(self.premises, stuck);
        }
        self.spread(state, &stage);
    }

    /// Moves every piece as far as possible within an interval.
    fn spread(&self, state: &mut Progress, stage: &CaptureInterval) {
        for (n, origin) in self.origins.iter().enumerate() {
            let squares = &mut state.origins[n];
            if state.dead.contains(Victim::Origin(n).bit()) {
                continue;
            }
            let own = Bitboard::from(origin.home) & *squares;
            *squares &= !stage.closed() | own;
            *squares = stage.flood(origin.piece, *squares, origin.within);
        }
        for (n, &(color, _)) in self.runners.iter().enumerate() {
            if !state.dead.contains(Victim::MissingPawn(n).bit()) {
                state.runners[n].run(stage, color, self.prey[at(color)]);
            }
        }
    }

    /// The pieces that the next capture can take.
    fn victims(&mut self, state: &Progress, event: Event) -> Vec<Victim> {
        let squares = self.journey(event).captures[event.nth];
        let color = !event.color;
        let lives = |victim: &Victim| !state.dead.contains(victim.bit());
        let origins = self.origins.iter().enumerate().filter_map(|(n, origin)| {
            let can = origin.piece.color == color && !origin.safe && state.origins[n].intersects(squares);
            can.then_some(Victim::Origin(n))
        });
        let runners = self.runners.iter().enumerate().filter_map(|(n, &(side, _))| {
            let runner = &state.runners[n];
            let can = side == color
                && (runner.as_pawn().intersects(squares)
                    || runner.promoted.iter().any(|there| there.intersects(squares)));
            can.then_some(Victim::MissingPawn(n))
        });
        let mut victims: Vec<Victim> = origins.chain(runners).filter(lives).collect();
        if let Some((_, seen)) = self.seen.iter_mut().find(|(other, _)| *other == event) {
            for &victim in &victims {
                let sort = sort(&self.origins, &self.runners, victim);
                if !seen.contains(&sort) {
                    seen.push(sort);
                }
            }
        }
        let sort_of = |victim| sort(&self.origins, &self.runners, victim);
        victims.retain(|&victim| {
            self.demand.victim.is_none_or(|(wanted, sort)| wanted != event || sort_of(victim) == sort)
                && self.leaves_enough(state, color, victim)
        });
        victims
    }

    /// Whether, without `victim`, the pieces of `color` on the board can be the remaining and promoted ones.
    fn leaves_enough(&self, state: &Progress, color: Color, victim: Victim) -> bool {
        let dead = state.dead.with(victim.bit());
        let fallen = |(n, _): &(usize, &(Color, Square))| dead.contains(Victim::MissingPawn(*n).bit());
        let runners = self.runners.iter().enumerate().filter(|(_, (side, _))| *side == color);
        let gone = self.plans[at(color)].gone.count();
        let lost = runners.filter(fallen).count();
        let left = self.promotable[at(color)].min(gone - lost);
        let mut wanting = 0;
        for role in PROMOTED {
            let piece = Piece { color, role };
            let shades: &[Bitboard] = match role {
                Role::Bishop => &[Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES],
                _ => &[Bitboard::FULL],
            };
            for &shade in shades {
                let stand = self.standing.iter().filter(|(at, man)| *man == piece && shade.contains(*at));
                let lives = |(n, origin): &(usize, &Origin)| {
                    origin.piece == piece
                        && shade.contains(origin.home)
                        && !dead.contains(Victim::Origin(*n).bit())
                };
                let originals = self.origins.iter().enumerate().filter(lives).count();
                wanting += stand.count().saturating_sub(originals);
            }
        }
        wanting <= left
    }

    /// Whether every piece on the board comes from the starting position or from a promotion.
    fn all_stand(&self, state: &Progress) -> bool {
        let fed: Vec<bool> =
            self.runners.iter().enumerate().map(|(n, (color, _))| self.is_fed(state, n, *color)).collect();
        let sources: Vec<Bitboard> = self
            .standing
            .iter()
            .map(|&(square, piece)| {
                let origins = self.origins.iter().enumerate().filter_map(|(n, origin)| {
                    (origin.piece == piece && state.origins[n].contains(square)).then_some(Victim::Origin(n))
                });
                let alike = self.standing.iter().filter(|(_, man)| *man == piece).count();
                let original = self.premises.originals(piece) >= alike;
                let role = PROMOTED.iter().position(|&role| role == piece.role && !original);
                let runners = self.runners.iter().enumerate().filter_map(|(n, &(color, _))| {
                    let there = state.runners[n].promoted[role?];
                    let came = color == piece.color && fed[n] && there.contains(square);
                    came.then_some(Victim::MissingPawn(n))
                });
                let all: Bitboard = origins.chain(runners).map(Victim::bit).collect();
                all & !state.dead
            })
            .collect();
        matching(&sources) == sources.len()
    }

    /// If this pawn needed exactly one capture to promote: whether a victim was left for it, one that no other pawn
    /// captured and that is not on the board.
    fn is_fed(&self, state: &Progress, runner: usize, color: Color) -> bool {
        let Some(squares) = state.runners[runner].only_capture() else { return true };
        let lives = |victim: Victim| !state.dead.contains(victim.bit());
        let origins = self.origins.iter().enumerate().any(|(n, origin)| {
            origin.piece.color != color
                && !origin.safe
                && lives(Victim::Origin(n))
                && state.origins[n].intersects(squares)
                && self.leaves_enough(state, !color, Victim::Origin(n))
        });
        origins
            || self.runners.iter().enumerate().any(|(n, (side, _))| {
                let there = &state.runners[n];
                *side != color
                    && lives(Victim::MissingPawn(n))
                    && (there.as_pawn().intersects(squares)
                        || there.promoted.iter().any(|there| there.intersects(squares)))
                    && self.leaves_enough(state, !color, Victim::MissingPawn(n))
            })
    }
}
