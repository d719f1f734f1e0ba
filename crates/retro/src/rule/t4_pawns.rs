//! Tier 4: the captures that pawns needed to stand where they stand.

use rustc_hash::FxHashSet;
use shakmaty::{Color, File, Square};

use crate::{
    case::{Case, list, rank, side},
    facts::Facts,
    mobility::Mobility,
    premises::Premises,
    refutation::{Refutation, Rule},
};

/// Every pawn has its own square of the starting position within reach.
pub static REACH: Rule =
    Rule { tier: 4, id: "T4-reach", doc: "each pawn has an original square that it can come from" };
/// Pawns captured no more pieces than can have fallen to them.
pub static CAPTURES: Rule = Rule {
    tier: 4,
    id: "T4-captures",
    doc: "the pawns of a side captured no more than the pieces the other side lost where pawns capture",
};
/// Captures on squares of one colour took no bishop of the other.
pub static COLOUR: Rule = Rule {
    tier: 4,
    id: "T4-colour",
    doc: "pawn captures on squares of one colour took no bishop that goes on the other",
};

/// Pawns, and those that were promoted, captured no more pieces than the other side lost.
pub static PROMOTIONS: Rule = Rule {
    tier: 4,
    id: "T4-promotions",
    doc: "the pawns of a side, including those that promoted, captured no more than the pieces the other side lost",
};

pub(crate) static RULES: &[&Rule] = &[&REACH, &CAPTURES, &PROMOTIONS, &COLOUR];

pub(crate) fn check(premises: &Premises, case: &Case, facts: &Facts) -> Option<Refutation> {
    Color::ALL.into_iter().find_map(|color| side_check(premises, case, facts, color))
}

/// The least number of captures with which the pawns of `color` can have got where they are, and
/// as many others to files on which they were promoted, each of `promoted` a set of files as bits;
/// none if they cannot.
pub(crate) fn least_captures(
    premises: &Premises,
    case: &Case,
    mobility: &Mobility,
    color: Color,
    promoted: &[u8],
) -> Option<u8> {
    let homes = homes(premises, mobility, color);
    let blocked = blocked(case, mobility, color);
    let mut best = [u8::MAX; 256];
    best[0] = 0;
    let mut masks = vec![0_u8];
    let pawns = moved(case, mobility, color).into_iter().map(PawnGoal::Square);
    for goal in pawns.chain(promoted.iter().copied().map(PawnGoal::Files)) {
        let mut next = [u8::MAX; 256];
        let mut reached = Vec::with_capacity(masks.len() * 2);
        for &mask in &masks {
            for &home in &homes {
                let bit = 1 << u32::from(home.file());
                if mask & bit != 0 {
                    continue;
                }
                let captures = match goal {
                    PawnGoal::Square(pawn) => Walk::new(color, home, pawn).map(|walk| walk.captures),
                    PawnGoal::Files(files) => to_promotion(home.file(), files, blocked),
                };
                if let Some(captures) = captures {
                    let to = usize::from(mask | bit);
                    let cost = best[usize::from(mask)].saturating_add(captures);
                    if next[to] == u8::MAX {
                        reached.push(mask | bit);
                    }
                    next[to] = next[to].min(cost);
                }
            }
        }
        best = next;
        masks = reached;
    }
    masks.iter().map(|&mask| best[usize::from(mask)]).min()
}

/// Where a pawn of the starting position came to.
#[derive(Copy, Clone, Debug)]
enum PawnGoal {
    Square(Square),
    /// The last square of one of these files.
    Files(u8),
}

/// The files, as bits, on which a pawn of the other side stands that never moved.
fn blocked(case: &Case, mobility: &Mobility, color: Color) -> u8 {
    (case.board.by_piece((!color).pawn()) & mobility.steady)
        .into_iter()
        .fold(0, |files, square| files | 1 << u32::from(square.file()))
}

/// The least captures of a pawn from one file to the last square of one of `files`. A pawn that
/// never moved is only passed beside its file.
fn to_promotion(home: File, files: u8, blocked: u8) -> Option<u8> {
    File::ALL
        .into_iter()
        .filter(|&file| files >> u32::from(file) & 1 == 1)
        .map(|file| match home.distance(file) {
            0 if blocked >> u32::from(file) & 1 == 1 => 2,
            aside => u8::try_from(aside).unwrap_or(u8::MAX),
        })
        .min()
}

/// The squares of the starting position whose pawns have moved or gone.
pub(crate) fn homes(premises: &Premises, mobility: &Mobility, color: Color) -> Vec<Square> {
    (premises.array.by_piece(color.pawn()) & !mobility.steady).into_iter().collect()
}

/// The pawns that have moved.
pub(crate) fn moved(case: &Case, mobility: &Mobility, color: Color) -> Vec<Square> {
    (case.board.by_piece(color.pawn()) & !mobility.steady).into_iter().collect()
}

/// What it takes a pawn to come from one square to another.
struct Walk {
    captures: u8,
    /// All steps are captures: each on the colour of the goal.
    all_captures: bool,
}

impl Walk {
    fn new(color: Color, home: Square, goal: Square) -> Option<Walk> {
        let steps = u32::from(color.relative_rank(goal.rank()))
            .checked_sub(u32::from(color.relative_rank(home.rank())))?;
        let captures = home.file().distance(goal.file());
        (captures <= steps && steps > 0).then(|| Walk {
            captures: u8::try_from(captures).unwrap_or(u8::MAX),
            all_captures: captures == steps,
        })
    }
}

fn side_check(premises: &Premises, case: &Case, facts: &Facts, color: Color) -> Option<Refutation> {
    let pawns = case.men(color, shakmaty::Role::Pawn) & !facts.mobility.steady;
    if pawns.is_empty() && facts.side(color).promoted == 0 {
        return None;
    }
    let Some(least) = least_captures(premises, case, &facts.mobility, color, &[]) else {
        return Some(Refutation::new(
            &REACH,
            pawns,
            format!(
                "{}'s pawns on {} cannot all have come from their squares on rank {}",
                side(color),
                list(pawns),
                rank(color, 2)
            ),
        ));
    };
    let capturable = facts.capturable(!color);
    let enemy = facts.side(!color);
    if least > capturable {
        let mut why = format!(
            "{}'s pawns on {} needed {least} captures; {} has lost {}",
            side(color),
            list(pawns),
            side(!color),
            enemy.missing
        );
        if enemy.walled.any() {
            why.push_str(&format!(
                ", of which those from {} never got out to where pawns capture",
                list(enemy.walled)
            ));
        }
        return Some(Refutation::new(&CAPTURES, pawns, why));
    }
    let promoted = facts.side(color).promotions();
    if !promoted.is_empty()
        && let Some(most) = least_captures(premises, case, &facts.mobility, color, &promoted)
        && most > enemy.missing
    {
        let (n, s) = (promoted.len(), if promoted.len() == 1 { "" } else { "s" });
        let mut why = format!("{} promoted at least {n} pawn{s}", side(color));
        if pawns.any() {
            why.push_str(&format!(" and has others on {}", list(pawns)));
        }
        why.push_str(&format!(
            ": with the pawns that never moved, they needed {most} captures; {} has lost {}",
            side(!color),
            enemy.missing
        ));
        return Some(Refutation::new(&PROMOTIONS, pawns, why));
    }
    let [light, dark] = enemy.bishops;
    // Colours can only matter when the captures spare fewer pieces than there are such bishops.
    if light + dark == 0 || least + light.max(dark) <= capturable {
        return None;
    }
    colours(premises, case, facts, color, capturable).then(|| {
        Refutation::new(
            &COLOUR,
            pawns,
            format!(
                "{}'s pawns on {} needed at least {least} captures on squares of one colour, and only {capturable} pieces of {} can have been captured there",
                side(color),
                list(pawns),
                side(!color),
            ),
        )
    })
}

/// Whether no way of bringing the pawns home leaves victims of the right colours.
fn colours(premises: &Premises, case: &Case, facts: &Facts, color: Color, capturable: u8) -> bool {
    let [light, dark] = facts.side(!color).bishops;
    let free = capturable.saturating_sub(light + dark);
    // State: homes taken, captures on light, on dark, on either.
    let mut states: FxHashSet<(u8, [u8; 3])> = FxHashSet::default();
    states.insert((0, [0; 3]));
    let homes = homes(premises, &facts.mobility, color);
    for pawn in moved(case, &facts.mobility, color) {
        let mut next = FxHashSet::default();
        for &(mask, counts) in &states {
            for &home in &homes {
                let bit = 1_u8 << u32::from(home.file());
                if mask & bit != 0 {
                    continue;
                }
                let Some(walk) = Walk::new(color, home, pawn) else { continue };
                let kind = match (walk.all_captures, pawn.is_light()) {
                    (false, _) => 2,
                    (true, true) => 0,
                    (true, false) => 1,
                };
                let mut counts = counts;
                counts[kind] += walk.captures;
                let [on_light, on_dark, either] = counts;
                if on_light <= light + free
                    && on_dark <= dark + free
                    && on_light.saturating_sub(light) + on_dark.saturating_sub(dark) <= free
                    && on_light + on_dark + either <= capturable
                {
                    next.insert((mask | bit, counts));
                }
            }
        }
        states = next;
        if states.len() > 20_000 {
            return false;
        }
    }
    states.is_empty()
}
