//! The order of the captures that pawns made. A capture opens paths and closes others: before it the pawn stood at
//! home and blocked pieces, after it it stands where it stands now. So a pawn can have captured a piece only if the
//! piece can have been there by then. A promoted piece can stand in the place of a captured one only if it can have
//! promoted and come there since.
//!
//! [`CaptureOrder`] searches the orders of the captures of one plan of each side. Between two captures is a
//! [`CaptureInterval`]; the squares that each piece can have reached are followed from interval to interval.

mod event;

use arrayvec::ArrayVec;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use self::event::{CapturedPiece, OrderState, Origin, sort};
pub(super) use self::event::{Demand, OrderFound, PawnCapture, Sort};
use super::{
    capture_interval::{Capturable, CaptureInterval, MissingPawn, PROMOTED},
    case::Case,
    facts::{Facts, matching},
    mobility::shade,
    plan::{Journey, Plan},
    premises::Premises,
};

/// The orders of the captures of one plan of each side.
pub(super) struct CaptureOrder<'a> {
    premises: &'a Premises,
    facts: &'a Facts,
    /// White's and Black's.
    plans: [&'a Plan; 2],
    capturable: [Capturable; 2],
    pub origins: Vec<Origin>,
    pub missing_pawns: Vec<(Color, Square)>,
    /// Pieces on the board that may have moved.
    standing: Vec<(Square, Piece)>,
    /// How many pieces of each colour can have been promoted.
    promotable: [usize; 2],
    whole: Option<CaptureInterval>,
    demand: Demand,
    /// For each capture, the kinds of pieces that can have fallen there at some time of the search.
    pub seen: Vec<(PawnCapture, Vec<Sort>)>,
    failed: FxHashMap<([ArrayVec<u8, 8>; 2], Bitboard), Vec<OrderState>>,
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
        let mut capturable = [Capturable { captures: 0, pieces: true, walled: Bitboard::EMPTY }; 2];
        for color in Color::ALL {
            let walled = facts.side(!color).walled;
            let regions = walled.into_iter().filter_map(|home| {
                Some(mobility.region(premises.array.piece_at(home)?, home, Bitboard::FULL))
            });
            capturable[at(color)].walled = regions.fold(Bitboard::EMPTY, |all, region| all | region);
            capturable[at(color)].captures =
                usize::from(facts.capturable(!color)).checked_sub(plans[at(color)].captures)?;
        }
        let missing_pawns: Vec<(Color, Square)> = Color::ALL
            .into_iter()
            .flat_map(|color| plans[at(color)].gone.into_iter().map(move |home| (color, home)))
            .collect();
        let mut order = CaptureOrder {
            premises,
            facts,
            plans,
            capturable,
            origins: Vec::new(),
            missing_pawns,
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
        let interval =
            self.interval_of([&straight[0], &straight[1]], &[ArrayVec::from([0; 8]), ArrayVec::from([0; 8])]);
        self.promotable = Color::ALL.map(|color| self.plans[at(color)].gone.count());
        loop {
            for color in Color::ALL {
                let other = !color;
                let missing = usize::from(self.facts.side(other).missing) + self.promotable[at(other)];
                self.capturable[at(color)].pieces = missing > self.plans[at(other)].gone.count();
            }
            let can = |color| {
                let promoted = |home| {
                    let mut missing_pawn = MissingPawn::new(home);
                    missing_pawn.run(&interval, color, self.capturable[at(color)]);
                    missing_pawn.is_promoted()
                };
                self.plans[at(color)].gone.into_iter().filter(|&home| promoted(home)).count()
            };
            let promotable = Color::ALL.map(can);
            if promotable == self.promotable {
                return interval;
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
    pub fn events(&self) -> impl Iterator<Item = PawnCapture> + use<'a> {
        let plans = self.plans;
        Color::ALL.into_iter().flat_map(move |color| {
            plans[at(color)].journeys.iter().enumerate().flat_map(move |(journey, way)| {
                (0..way.captures.len()).map(move |nth| PawnCapture { color, journey, nth })
            })
        })
    }

    /// The path of the pawn that made a capture.
    pub fn journey(&self, event: PawnCapture) -> &'a Journey {
        &self.plans[at(event.color)].journeys[event.journey]
    }

    /// The kinds of victims of `color`, as described to a person.
    pub fn sorts(&self, color: Color) -> Vec<Sort> {
        let origins = (0..self.origins.len())
            .filter(|&n| self.origins[n].piece.color == color)
            .map(CapturedPiece::Origin);
        let missing_pawns = (0..self.missing_pawns.len())
            .filter(|&n| self.missing_pawns[n].0 == color)
            .map(CapturedPiece::MissingPawn);
        let mut sorts: Vec<Sort> = origins
            .chain(missing_pawns)
            .map(|victim| sort(&self.origins, &self.missing_pawns, victim))
            .collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    }

    /// Searches for an order that meets the condition, in at most `nodes` steps.
    pub fn search(&mut self, demand: Demand, nodes: &mut u32) -> OrderFound {
        self.demand = demand;
        self.failed.clear();
        let start = OrderState {
            done: self.plans.map(|plan| plan.journeys.iter().map(|_| 0).collect()),
            dead: Bitboard::EMPTY,
            origins: self.origins.iter().map(|origin| Bitboard::from(origin.home)).collect(),
            missing_pawns: self.missing_pawns.iter().map(|(_, home)| MissingPawn::new(*home)).collect(),
        };
        if let Some(whole) = self.whole.take() {
            let mut loose = start.clone();
            self.spread(&mut loose, &whole);
            self.whole = Some(whole);
            let events: Vec<PawnCapture> = self.events().collect();
            if self.run_unordered(&events, &loose, &mut FxHashSet::default(), nodes) == OrderFound::No {
                return OrderFound::No;
            }
            // What counts is what can have fallen in time.
            self.seen.iter_mut().for_each(|(_, sorts)| sorts.clear());
        }
        self.run(start, nodes)
    }

    /// Whether there are enough victims, in any order.
    fn run_unordered(
        &mut self,
        events: &[PawnCapture],
        state: &OrderState,
        failed: &mut FxHashSet<(usize, Bitboard)>,
        nodes: &mut u32,
    ) -> OrderFound {
        let Some((&event, rest)) = events.split_first() else {
            return if self.all_stand(state) { OrderFound::Yes } else { OrderFound::No };
        };
        if *nodes == 0 {
            return OrderFound::Unknown;
        }
        if failed.contains(&(events.len(), state.dead)) {
            return OrderFound::No;
        }
        *nodes -= 1;
        for victim in self.victims(state, event) {
            let mut after = state.clone();
            after.dead.add(victim.bit());
            let found = self.run_unordered(rest, &after, failed, nodes);
            if found != OrderFound::No {
                return found;
            }
        }
        failed.insert((events.len(), state.dead));
        OrderFound::No
    }

    fn run(&mut self, mut state: OrderState, nodes: &mut u32) -> OrderFound {
        if *nodes == 0 {
            return OrderFound::Unknown;
        }
        *nodes -= 1;
        self.pass(&mut state);
        let key = (state.done.clone(), state.dead);
        if self.failed.get(&key).is_some_and(|failed| failed.iter().any(|other| other.covers(&state))) {
            return OrderFound::No;
        }
        let next: Vec<PawnCapture> =
            self.events().filter(|event| event.nth == self.done(&state, *event)).collect();
        let mut found = OrderFound::No;
        if next.is_empty() && self.all_stand(&state) {
            return OrderFound::Yes;
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
                    OrderFound::Yes => return OrderFound::Yes,
                    OrderFound::Unknown => found = OrderFound::Unknown,
                    OrderFound::No => {}
                }
                if *nodes == 0 {
                    return OrderFound::Unknown;
                }
            }
        }
        if found == OrderFound::No {
            self.failed.entry(key).or_default().push(state);
        }
        found
    }

    fn done(&self, state: &OrderState, event: PawnCapture) -> usize {
        usize::from(state.done[at(event.color)][event.journey])
    }

    fn interval_of(&self, plans: [&Plan; 2], done: &[ArrayVec<u8, 8>; 2]) -> CaptureInterval {
        let side = |color| {
            (color, plans[at(color)], done[at(color)].as_slice(), self.capturable[at(color)].captures >= 2)
        };
        CaptureInterval::new(self.premises, &self.facts.mobility, [side(Color::White), side(Color::Black)])
    }

    /// Moves every piece as far as possible before the next capture.
    fn pass(&self, state: &mut OrderState) {
        let mut interval = self.interval_of(self.plans, &state.done);
        // Pieces that never got out stay where they are, and in the way of others.
        loop {
            let mut stuck = Bitboard::EMPTY;
            for (origin, &squares) in self.origins.iter().zip(&state.origins) {
                let home = Bitboard::from(origin.home);
                if origin.safe
                    && squares == home
                    && !interval.closed().contains(origin.home)
                    && interval.flood(origin.piece, home, origin.within) == home
                {
                    stuck |= home;
                }
            }
            if stuck.is_empty() {
                break;
            }
            interval.close(self.premises, stuck);
        }
        self.spread(state, &interval);
    }

    /// Moves every piece as far as possible within an interval.
    fn spread(&self, state: &mut OrderState, interval: &CaptureInterval) {
        for (n, origin) in self.origins.iter().enumerate() {
            let squares = &mut state.origins[n];
            if state.dead.contains(CapturedPiece::Origin(n).bit()) {
                continue;
            }
            let own = Bitboard::from(origin.home) & *squares;
            *squares &= !interval.closed() | own;
            *squares = interval.flood(origin.piece, *squares, origin.within);
        }
        for (n, &(color, _)) in self.missing_pawns.iter().enumerate() {
            if !state.dead.contains(CapturedPiece::MissingPawn(n).bit()) {
                state.missing_pawns[n].run(interval, color, self.capturable[at(color)]);
            }
        }
    }

    /// The pieces that the next capture can take.
    fn victims(&mut self, state: &OrderState, event: PawnCapture) -> Vec<CapturedPiece> {
        let squares = self.journey(event).captures[event.nth];
        let color = !event.color;
        let lives = |victim: &CapturedPiece| !state.dead.contains(victim.bit());
        let origins = self.origins.iter().enumerate().filter_map(|(n, origin)| {
            let can = origin.piece.color == color && !origin.safe && state.origins[n].intersects(squares);
            can.then_some(CapturedPiece::Origin(n))
        });
        let missing_pawns = self.missing_pawns.iter().enumerate().filter_map(|(n, &(side, _))| {
            let missing_pawn = &state.missing_pawns[n];
            let can = side == color
                && (missing_pawn.as_pawn().intersects(squares)
                    || missing_pawn.promoted.iter().any(|there| there.intersects(squares)));
            can.then_some(CapturedPiece::MissingPawn(n))
        });
        let mut victims: Vec<CapturedPiece> = origins.chain(missing_pawns).filter(lives).collect();
        if let Some((_, seen)) = self.seen.iter_mut().find(|(other, _)| *other == event) {
            for &victim in &victims {
                let sort = sort(&self.origins, &self.missing_pawns, victim);
                if !seen.contains(&sort) {
                    seen.push(sort);
                }
            }
        }
        let sort_of = |victim| sort(&self.origins, &self.missing_pawns, victim);
        victims.retain(|&victim| {
            self.demand.victim.is_none_or(|(wanted, sort)| wanted != event || sort_of(victim) == sort)
                && self.leaves_enough(state, color, victim)
        });
        victims
    }

    /// Whether, without `victim`, the pieces of `color` on the board can be the remaining and promoted ones.
    fn leaves_enough(&self, state: &OrderState, color: Color, victim: CapturedPiece) -> bool {
        let dead = state.dead.with(victim.bit());
        let fallen = |(n, _): &(usize, &(Color, Square))| dead.contains(CapturedPiece::MissingPawn(*n).bit());
        let missing_pawns = self.missing_pawns.iter().enumerate().filter(|(_, (side, _))| *side == color);
        let gone = self.plans[at(color)].gone.count();
        let lost = missing_pawns.filter(fallen).count();
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
                        && !dead.contains(CapturedPiece::Origin(*n).bit())
                };
                let originals = self.origins.iter().enumerate().filter(lives).count();
                wanting += stand.count().saturating_sub(originals);
            }
        }
        wanting <= left
    }

    /// Whether every piece on the board comes from the starting position or from a promotion.
    fn all_stand(&self, state: &OrderState) -> bool {
        let fed: Vec<bool> = self
            .missing_pawns
            .iter()
            .enumerate()
            .map(|(n, (color, _))| self.is_fed(state, n, *color))
            .collect();
        let sources: Vec<Bitboard> = self
            .standing
            .iter()
            .map(|&(square, piece)| {
                let origins = self.origins.iter().enumerate().filter_map(|(n, origin)| {
                    (origin.piece == piece && state.origins[n].contains(square))
                        .then_some(CapturedPiece::Origin(n))
                });
                let alike = self.standing.iter().filter(|(_, man)| *man == piece).count();
                let original = self.premises.originals(piece) >= alike;
                let role = PROMOTED.iter().position(|&role| role == piece.role && !original);
                let missing_pawns = self.missing_pawns.iter().enumerate().filter_map(|(n, &(color, _))| {
                    let there = state.missing_pawns[n].promoted[role?];
                    let came = color == piece.color && fed[n] && there.contains(square);
                    came.then_some(CapturedPiece::MissingPawn(n))
                });
                let all: Bitboard = origins.chain(missing_pawns).map(CapturedPiece::bit).collect();
                all & !state.dead
            })
            .collect();
        matching(&sources) == sources.len()
    }

    /// If this pawn needed exactly one capture to promote: whether a victim was left for it, one that no other pawn
    /// captured and that is not on the board.
    fn is_fed(&self, state: &OrderState, missing_pawn: usize, color: Color) -> bool {
        let Some(squares) = state.missing_pawns[missing_pawn].only_capture() else { return true };
        let lives = |victim: CapturedPiece| !state.dead.contains(victim.bit());
        let origins = self.origins.iter().enumerate().any(|(n, origin)| {
            origin.piece.color != color
                && !origin.safe
                && lives(CapturedPiece::Origin(n))
                && state.origins[n].intersects(squares)
                && self.leaves_enough(state, !color, CapturedPiece::Origin(n))
        });
        origins
            || self.missing_pawns.iter().enumerate().any(|(n, (side, _))| {
                let there = &state.missing_pawns[n];
                *side != color
                    && lives(CapturedPiece::MissingPawn(n))
                    && (there.as_pawn().intersects(squares)
                        || there.promoted.iter().any(|there| there.intersects(squares)))
                    && self.leaves_enough(state, !color, CapturedPiece::MissingPawn(n))
            })
    }
}
