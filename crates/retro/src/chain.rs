//! Explanations as chains: from the counts of men over the ways of the pawns and what they took to the rule that is broken, and,
//! where it is the last move that is wanting, each move that can be taken back with what it leads back to.

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    Effort,
    case::{Case, join, list, noun, side},
    facts::Facts,
    plan::{Journey, plans},
    premises::{Premises, StartKind},
    refutation::{Refutation, Rule},
    rule::{
        refute_still,
        t5_last::{self, LAST, Retro},
        t7_order::{fallen, places},
    },
    unmove::{Unmove, unmoves},
    work::Work,
};

/// A link of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// In words.
    pub text: String,
    /// The rule that is broken, of a link that ends in a contradiction.
    pub rule: Option<&'static Rule>,
    /// The squares it speaks of.
    pub squares: Bitboard,
    /// Ways over the board: of a pawn from its first square, of a move that is taken back.
    pub arrows: Vec<(Square, Square)>,
    /// What it follows from.
    pub links: Vec<Link>,
}

/// Most links of a chain; what is left out is said.
const MOST_LINKS: usize = 200;
/// Most moves named in a link.
const MOST_NAMED: usize = 6;
/// With more moves to take back, the counts are not told before each.
const FEW: usize = 3;

/// Why `case` is impossible, link by link; the last one is the contradiction. Empty if no rule excludes the position.
///
/// ```
/// use scorebook_retro::{Case, Effort, Premises, chain};
/// // White's bishop left c1 behind pawns that never moved.
/// let case = Case::from_fen("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1").unwrap();
/// let links = chain(&Premises::default(), &case, Effort::FULL);
/// assert!(links[0].text.starts_with("never moved"));
/// assert_eq!(links.last().unwrap().rule.unwrap().id, "T3-stray");
/// ```
#[must_use]
pub fn chain(premises: &Premises, case: &Case, effort: Effort) -> Vec<Link> {
    let mut retro = Retro::new(premises, effort, &Work::unbounded());
    let Some(refutation) = t5_last::refute(case, &mut retro, effort.depth) else { return Vec::new() };
    let mut chain = Chain { retro, left: MOST_LINKS };
    let mut links = if refutation.rule.tier > 2 { basis(premises, case) } else { Vec::new() };
    if *refutation.rule == LAST {
        links.extend(chain.past(case, effort.depth));
    }
    links.push(contradiction(&refutation));
    links
}

fn contradiction(refutation: &Refutation) -> Link {
    Link { rule: Some(refutation.rule), squares: refutation.squares, ..told(refutation.explanation.clone()) }
}

fn told(text: String) -> Link {
    Link { text, rule: None, squares: Bitboard::EMPTY, arrows: Vec::new(), links: Vec::new() }
}

struct Chain<'a> {
    retro: Retro<'a>,
    /// Links that may still be told.
    left: usize,
}

impl Chain<'_> {
    /// The moves that can be taken back, those with the same contradiction together, and why each leads to none.
    fn past(&mut self, case: &Case, depth: u32) -> Vec<Link> {
        let premises = self.retro.premises;
        let all = unmoves(premises, case);
        let mut groups: Vec<(Refutation, Vec<&Unmove>)> = Vec::new();
        let mut deeper: Vec<&Unmove> = Vec::new();
        for unmove in &all {
            let still = refute_still(premises, &unmove.before, &mut self.retro.memory)
                .or_else(|| t5_last::moveless(premises, &unmove.before));
            match still {
                None => deeper.push(unmove),
                Some(why) => {
                    match groups.iter_mut().find(|(other, _)| other.explanation == why.explanation) {
                        Some((_, moves)) => moves.push(unmove),
                        None => groups.push((why, vec![unmove])),
                    }
                }
            }
        }
        let mut links = Vec::new();
        for (why, moves) in groups {
            if !self.room(&mut links) {
                return links;
            }
            let basis = if all.len() <= FEW && why.rule.tier > 2 {
                basis(premises, &moves[0].before)
            } else {
                Vec::new()
            };
            links.push(Link {
                rule: Some(why.rule),
                squares: why.squares,
                arrows: arrows(&moves),
                links: basis,
                ..told(format!("before {}: {}", named(&moves), why.explanation))
            });
        }
        let mut said: Vec<(String, Vec<&Unmove>, Vec<Link>)> = Vec::new();
        for unmove in deeper {
            if !self.room(&mut links) {
                return links;
            }
            let mover = side(!unmove.before.turn);
            let shown = depth > 0 && self.retro.refuted(&unmove.before, depth - 1);
            let links_before = if shown { self.past(&unmove.before, depth - 1) } else { Vec::new() };
            let what = if shown {
                "each of its moves leads back to a contradiction"
            } else {
                "not looked at farther"
            };
            let text = format!("{mover} moved last, and {what}");
            let same = said.iter_mut().find(|(known, _, below)| *known == text && *below == links_before);
            match same {
                // Moves whose pasts are the same are told together.
                Some((_, moves, _)) => moves.push(unmove),
                None => said.push((text, vec![unmove], links_before)),
            }
        }
        links.extend(said.into_iter().map(|(what, moves, below)| Link {
            arrows: arrows(&moves),
            links: below,
            ..told(format!("before {}, {what}", named(&moves)))
        }));
        links
    }

    /// Whether another link has room; if not, it is said once.
    fn room(&mut self, links: &mut Vec<Link>) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && links.last().is_none_or(|link| !link.text.starts_with('…')) {
            links.push(told(format!("… more than {MOST_LINKS} links: the rest is left out")));
        }
        self.left > 0
    }
}

fn arrows(moves: &[&Unmove]) -> Vec<(Square, Square)> {
    let mut arrows: Vec<(Square, Square)> = moves.iter().map(|unmove| (unmove.from, unmove.to)).collect();
    arrows.sort_unstable();
    arrows.dedup();
    arrows
}

/// "Ra1-b1, Ra1-c1 and 3 others".
fn named(moves: &[&Unmove]) -> String {
    let names: Vec<String> = moves.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    match moves.len() - names.len() {
        0 => join(&names),
        1 => format!("{} and 1 other move", names.join(", ")),
        others => format!("{} and {others} other moves", names.join(", ")),
    }
}

/// What the rules work from: the men that never moved, those that are gone and those that were promoted, and the ways that the
/// pawns have gone whatever the game was, with what each can have taken.
pub(super) fn basis(premises: &Premises, case: &Case) -> Vec<Link> {
    let facts = Facts::new(premises, case);
    let mut links = Vec::new();
    let steady = facts.mobility.steady;
    if steady.any() && premises.kind == StartKind::Standard {
        let squares = format!("never moved: the men on {}", list(steady));
        links.push(Link { squares: steady, ..told(squares) });
    }
    for color in [Color::White, Color::Black] {
        if facts.side(color).missing > 0 {
            let gone = fallen(premises, case, color);
            links.push(told(format!("{} has lost {}: {gone}", side(color), men(facts.side(color).missing))));
        }
        let promotions = facts.side(color).promotions();
        if !promotions.is_empty() {
            let count = promotions.len();
            let mut text = format!(
                "at least {} of {}'s men {} promoted",
                count,
                side(color),
                if count == 1 { "is" } else { "are" }
            );
            let (left, nowhere): (Vec<u8>, Vec<u8>) =
                facts.side(color).promoted_on.iter().partition(|files| **files != 0);
            let on: Vec<String> = left.into_iter().map(|files| squares_of(files, color)).collect();
            if !on.is_empty() {
                text.push_str(&format!(", on {}", on.join(", and on ")));
            }
            if !nowhere.is_empty() {
                text.push_str(", for which no square is left");
            }
            links.push(told(text));
        }
    }
    if premises.kind != StartKind::Standard {
        return links;
    }
    for color in [Color::White, Color::Black] {
        let Some(plans) = plans(premises, case, &facts, color) else { continue };
        let Some(first) = plans.first() else { continue };
        let common =
            first.journeys.iter().filter(|journey| plans.iter().all(|plan| plan.journeys.contains(journey)));
        for journey in common.filter(|journey| !journey.captures.is_empty()) {
            links.push(way(premises, case, &facts, color, journey));
        }
    }
    links
}

fn men(count: u8) -> String {
    if count == 1 { "a man".to_owned() } else { format!("{count} men") }
}

/// The promotion squares of some files, in words.
fn squares_of(files: u8, color: Color) -> String {
    let squares: Bitboard = (0..8u32)
        .filter(|file| files & 1 << file != 0)
        .map(|file| Square::from_coords(shakmaty::File::new(file), (!color).backrank()))
        .collect();
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(" or ")
}

/// The way of a pawn, and for each of its captures what it can have taken.
fn way(premises: &Premises, case: &Case, facts: &Facts, color: Color, journey: &Journey) -> Link {
    let mut links = Vec::new();
    let mut squares = Bitboard::from(journey.home) | Bitboard::from(journey.goal);
    for &on in &journey.captures {
        squares |= on;
        let (can, cannot) = prey(premises, case, facts, !color, on);
        let mut text = format!(
            "on {} it can have taken {}",
            places(on),
            if can.is_empty() { "nothing".to_owned() } else { can.join(", ") }
        );
        if !cannot.is_empty() {
            text.push_str(&format!("; not {}", cannot.join(", nor ")));
        }
        links.push(Link { squares: on, ..told(text) });
    }
    let captures: Vec<String> = journey.captures.iter().map(|&on| places(on)).collect();
    let text = format!(
        "{}'s pawn on {} came from {} and captured on {}",
        side(color),
        journey.goal,
        journey.home,
        join(&captures)
    );
    Link { squares, arrows: vec![(journey.home, journey.goal)], links, ..told(text) }
}

/// The men of `color` that are gone: those that can have stood on one of `squares`, and those that cannot, with where they were.
fn prey(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    color: Color,
    squares: Bitboard,
) -> (Vec<String>, Vec<String>) {
    /// Most squares of a man that are named.
    const NAMED: usize = 8;
    let (mut can, mut cannot) = (Vec::new(), Vec::new());
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        for shade in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
            let piece = Piece { color, role };
            let homes = premises.array.by_piece(piece) & shade;
            let kind = if role == Role::Bishop { shade } else { Bitboard::FULL };
            let gone =
                (premises.array.by_piece(piece) & kind).count() > (case.board.by_piece(piece) & kind).count();
            for home in homes.into_iter().filter(|home| gone && !facts.mobility.steady.contains(*home)) {
                let region = facts.mobility.region(piece, home, Bitboard::FULL);
                let name = format!("the {} from {home}", noun(role));
                if region.intersects(squares) {
                    can.push(name);
                } else if region.count() <= NAMED {
                    cannot.push(format!("{name}, which was only on {}", list(region | Bitboard::from(home))));
                } else {
                    cannot.push(name);
                }
            }
        }
    }
    let spare = facts.side(!color).missing.into();
    for home in premises.array.by_piece(color.pawn()) & !facts.mobility.steady {
        let ways = facts.mobility.pawn_ways(color, Bitboard::from(home), spare);
        let promotes = ways.intersects(Bitboard::from((!color).backrank()));
        // A pawn that must be one of those on the board was not taken.
        let there = (case.men(color, Role::Pawn) & !facts.mobility.steady).count();
        let all = (premises.array.by_piece(color.pawn()) & !facts.mobility.steady).count();
        if there < all && (promotes || ways.intersects(squares)) {
            can.push(format!("the pawn from {home}{}", if promotes { " or what it became" } else { "" }));
        }
    }
    (can, cannot)
}
