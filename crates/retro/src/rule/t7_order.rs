//! Tier 7: the order of events. The captures that the pawns took happened one after another; each
//! had a victim that can have been there by then, and a piece that is now in the place of a
//! victim was promoted, and came there past the pieces of that time (see [`crate::order`]).
//!
//! These are RETRO's deductions about what a captured piece can have been and when it can have been
//! captured: a pawn's capture that let a bishop out came before the bishop's own, and so on.

use shakmaty::{Bitboard, Color, Role};

use crate::{
    case::{Case, join, list, noun, side},
    facts::Facts,
    order::{CaptureOrder, Demand, OrderFound, PawnCapture, Sort},
    plan::{Journey, Plan, plans},
    premises::{Premises, StartKind},
    refutation::{Refutation, Rule},
    work::Work,
};

/// The captures of the pawns happened in some order.
pub static ORDER: Rule = Rule {
    tier: 7,
    id: "T7-order",
    doc: "in some order of the required pawn captures, each has a victim that can have been there by then, and the pieces on the board are those that are left, or promoted since",
};

pub(crate) static RULES: &[&Rule] = &[&ORDER];

/// Most pairs of plans that are looked at.
const PAIRS: usize = 64;

/// What may be spent on orders.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    /// Steps for one position.
    each: u32,
    /// Steps left for all.
    left: u32,
    work: Work,
}

impl Orders {
    pub fn new(each: u32, work: Work) -> Orders {
        Orders { each, left: each.saturating_mul(ALL), work }
    }
}

/// Steps of work that a step through orders counts for.
const STEP: u64 = 2;

/// How many positions may take all the steps of one.
const ALL: u32 = 20;

/// The ways that the pawns of both sides may have gone, if they are few.
fn pairs<'a>(white: &'a [Plan], black: &'a [Plan]) -> Option<Vec<[&'a Plan; 2]>> {
    (white.len() * black.len() <= PAIRS)
        .then(|| white.iter().flat_map(|white| black.iter().map(move |black| [white, black])).collect())
}

pub(crate) fn check(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    orders: &mut Orders,
) -> Option<Refutation> {
    if premises.kind != StartKind::Standard {
        return None;
    }
    if orders.left == 0 || !orders.work.take(1) {
        orders.left = 0;
        orders.work.give_up(&ORDER);
        return None;
    }
    let white = plans(premises, case, facts, Color::White)?;
    let black = plans(premises, case, facts, Color::Black)?;
    let mut steps = orders.each.min(orders.left);
    let most = steps;
    // The capture with the fewest kinds of victims, for each pair.
    let mut hardest: Vec<Blame> = Vec::new();
    let mut found = OrderFound::No;
    for plans in pairs(&white, &black)? {
        let Some(mut order) = CaptureOrder::new(premises, case, facts, plans) else { continue };
        found = order.search(Demand::default(), &mut steps);
        if found != OrderFound::No {
            break;
        }
        if let Some(blame) = Blame::new(&order) {
            hardest.push(blame);
        }
    }
    orders.left -= most - steps;
    let paid = orders.work.take(u64::from(most - steps) * STEP);
    if found == OrderFound::Unknown || !paid {
        orders.work.give_up(&ORDER);
    }
    (found == OrderFound::No).then(|| refutation(premises, case, facts, &hardest))
}

/// A capture that no order explains.
#[derive(Clone, Debug, PartialEq)]
struct Blame {
    event: PawnCapture,
    journey: Journey,
    /// What can have fallen there, if it could be spared.
    sorts: Vec<Sort>,
}

impl Blame {
    fn new(order: &CaptureOrder<'_>) -> Option<Blame> {
        let (event, sorts) = order.seen.iter().min_by_key(|(_, sorts)| sorts.len())?;
        Some(Blame { event: *event, journey: order.journey(*event).clone(), sorts: sorts.clone() })
    }
}

fn refutation(premises: &Premises, case: &Case, facts: &Facts, hardest: &[Blame]) -> Refutation {
    let moved = case.board.pawns() & !facts.mobility.steady;
    // The explanation must hold for every plan.
    let [blame, rest @ ..] = hardest else {
        if moved.is_empty() {
            let why = "around the men that never moved, not every piece has a path from its original square or from a promotion";
            return Refutation::new(&ORDER, facts.mobility.steady, why);
        }
        return Refutation::new(
            &ORDER,
            moved,
            format!(
                "around the pawns on {} and those that never moved, not every piece has a path from its original square or from a promotion",
                list(moved)
            ),
        );
    };
    if rest.iter().any(|other| other.journey != blame.journey || other.sorts != blame.sorts) {
        return Refutation::new(
            &ORDER,
            moved,
            format!(
                "whatever the paths of the pawns on {} and the order of their captures, some capture has no possible victim by then, or leaves pieces on the board that cannot have reached their squares",
                list(moved)
            ),
        );
    }
    let (color, other) = (blame.event.color, !blame.event.color);
    let squares = blame.journey.captures[blame.event.nth];
    let mut why = format!(
        "{}'s pawn on {} came from {} and captured on {}",
        side(color),
        blame.journey.goal,
        blame.journey.home,
        places(squares),
    );
    if blame.sorts.is_empty() {
        why.push_str(&format!(
            "; {} has lost {}, and none of these can have been there by then, original or promoted",
            side(other),
            fallen(premises, case, other)
        ));
    } else {
        why.push_str(&format!(
            "; only {} can have been captured there by then, and without it the pieces on the board, promoted ones included, cannot all have reached their squares",
            alternatives(&blame.sorts)
        ));
    }
    Refutation::new(&ORDER, squares | blame.journey.goal | blame.journey.home, why)
}

/// The pieces that a side has lost, in words.
pub(crate) fn fallen(premises: &Premises, case: &Case, color: Color) -> String {
    let mut names = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let lost = premises.count(color, role).saturating_sub(case.men(color, role).count());
        match lost {
            0 => {}
            1 => names.push(format!("a {}", noun(role))),
            _ => names.push(format!("{lost} {}s", noun(role))),
        }
    }
    join(&names)
}

/// Squares of a capture in words: "h6", "b5 or b6".
pub(crate) fn places(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    match names.as_slice() {
        [first, .., last] if names.len() > 2 => format!("one of {first} to {last}"),
        _ => names.join(" or "),
    }
}

/// Kinds of victims in words: "a knight or the pawn from e2".
fn alternatives(sorts: &[Sort]) -> String {
    let mut sorts = sorts.to_vec();
    sorts.sort_unstable();
    let names: Vec<String> = sorts.iter().map(|&sort| name(sort)).collect();
    names.join(" or ")
}

fn name(sort: Sort) -> String {
    match sort {
        Sort::Man(Role::Bishop, dark) => {
            format!("the {}-squared bishop", if dark { "dark" } else { "light" })
        }
        Sort::Man(Role::Queen, _) => String::from("the queen"),
        Sort::Man(role, _) => format!("a {}", noun(role)),
        Sort::Pawn(home) => format!("the pawn from {home}, or what it became"),
    }
}

/// What can be told of the captures of pawns in every game that leads to `case`: what fell, and in
/// what order. Nothing where the pawns may have come in several ways, or where there is too much
/// to look at.
pub(crate) fn tell(premises: &Premises, case: &Case, facts: &Facts, orders: &Orders) -> Option<Vec<String>> {
    if premises.kind != StartKind::Standard {
        return None;
    }
    let white = plans(premises, case, facts, Color::White)?;
    let black = plans(premises, case, facts, Color::Black)?;
    let mut only = None;
    let mut steps = orders.each.saturating_mul(4);
    for plans in pairs(&white, &black)? {
        let Some(mut order) = CaptureOrder::new(premises, case, facts, plans) else { continue };
        match order.search(Demand::default(), &mut steps) {
            OrderFound::No => {}
            OrderFound::Unknown => return None,
            OrderFound::Yes if only.is_some() => return None,
            OrderFound::Yes => only = Some(plans),
        }
    }
    let mut order = CaptureOrder::new(premises, case, facts, only?)?;
    let events: Vec<PawnCapture> = order.events().collect();
    let mut told = Vec::new();
    for &event in &events {
        let mut sorts = Vec::new();
        for sort in order.sorts(!event.color) {
            let demand = Demand { victim: Some((event, sort)), ..Demand::default() };
            if order.search(demand, &mut steps) != OrderFound::No {
                sorts.push(sort);
            }
        }
        let journey = order.journey(event);
        if let [sort] = sorts.as_slice() {
            told.push(format!(
                "the pawn on {} came from {} and captured {} on {}",
                journey.goal,
                journey.home,
                name(*sort),
                places(journey.captures[event.nth]),
            ));
        }
    }
    let mut before: Vec<(PawnCapture, PawnCapture)> = Vec::new();
    for &first in &events {
        for &second in &events {
            let same = first.color == second.color && first.journey == second.journey;
            let demand = Demand { order: Some((second, first)), ..Demand::default() };
            if !same && order.search(demand, &mut steps) == OrderFound::No {
                before.push((first, second));
            }
        }
    }
    let on = |event: PawnCapture| places(order.journey(event).captures[event.nth]);
    for &(first, second) in &before {
        // What follows from the rest need not be told.
        let between =
            |&event: &PawnCapture| before.contains(&(first, event)) && before.contains(&(event, second));
        if !events.iter().any(between) {
            told.push(format!("the capture on {} came before that on {}", on(first), on(second)));
        }
    }
    (steps > 0).then_some(told)
}
