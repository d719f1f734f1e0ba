//! The counts that the rules of the higher tiers share, worked out once for a position.

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    case::Case,
    mobility::{Mobility, shade},
    premises::{Kind, Premises},
};

/// What is known of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct SideFacts {
    /// Men missing: at most this many were captured, and exactly this many were.
    pub missing: u8,
    /// Pawns on the board.
    pub pawns: u8,
    /// Men that must have been promoted, at least.
    pub promoted: u8,
    /// A man that can have come neither from the array nor from a promotion.
    pub stray: Option<Square>,
    /// Home squares of pieces that were captured where no pawn that did not promote could capture.
    pub walled: Bitboard,
    /// Bishops of the array that are gone, and can have fallen to pawns on light and dark squares
    /// alone.
    pub bishops: [u8; 2],
}

/// What is known of both sides.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub mobility: Mobility,
    pub sides: [SideFacts; 2],
}

impl Facts {
    pub fn new(premises: &Premises, case: &Case) -> Facts {
        let mobility = Mobility::new(premises, case);
        let sides = Color::ALL.map(|color| side_facts(premises, case, &mobility, color));
        // `Color::ALL` is White then Black; index by `color as usize` (Black is 0).
        let [white, black] = sides;
        let mut sides = [SideFacts::default(), SideFacts::default()];
        sides[Color::White as usize] = white;
        sides[Color::Black as usize] = black;
        Facts { mobility, sides }
    }

    pub fn side(&self, color: Color) -> &SideFacts {
        &self.sides[color as usize]
    }

    /// How many men of `color` pawns can have captured, other than by promoting.
    pub fn prey(&self, color: Color) -> u8 {
        let side = self.side(color);
        side.missing.saturating_sub(u8::try_from(side.walled.count()).unwrap_or(u8::MAX))
    }
}

fn side_facts(premises: &Premises, case: &Case, mobility: &Mobility, color: Color) -> SideFacts {
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let mut facts = SideFacts {
        missing: count(premises.men(color).saturating_sub(case.board.by_color(color).count())),
        pawns: count(case.men(color, Role::Pawn).count()),
        ..SideFacts::default()
    };
    let caught = mobility.pawn_captures(!color);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        let piece = Piece { color, role };
        let men = case.board.by_piece(piece);
        let homes = premises.array.by_piece(piece);
        if premises.kind == Kind::Chess960 {
            facts.promoted += count(men.count().saturating_sub(homes.count()));
            continue;
        }
        let open: fn(Square) -> Bitboard =
            if premises.one_colour.contains(&piece) { shade } else { |_| Bitboard::FULL };
        let origins: Vec<Bitboard> = men
            .into_iter()
            .map(|square| {
                let region = mobility.region(piece, square, Bitboard::FULL);
                (region & homes)
                    .into_iter()
                    // Steady men are their own homes; a restricted man must stay on its colour.
                    .filter(|&home| {
                        mobility.steady.contains(home) == mobility.steady.contains(square)
                            && (open(home) == Bitboard::FULL
                                || mobility.region(piece, home, open(home)).contains(square))
                    })
                    .collect()
            })
            .collect();
        for (square, origins) in men.into_iter().zip(&origins) {
            let promotable = role != Role::King
                && !mobility.steady.contains(square)
                && mobility.region(piece, square, Bitboard::FULL).intersects(mobility.promotions(color));
            if origins.is_empty() && !promotable {
                facts.stray.get_or_insert(square);
            }
        }
        let matched = matching(&origins);
        let unmatched = men.count() - matched;
        if matched < premises.originals(piece) {
            facts.stray = facts.stray.or(men.first());
        }
        facts.promoted += count(unmatched);
        if role == Role::King {
            continue;
        }
        for home in homes & !mobility.steady {
            let region = mobility.region(piece, home, open(home));
            if region.is_disjoint(men) && region.is_disjoint(caught) {
                facts.walled.add(home);
            }
        }
        if role == Role::Bishop {
            for (index, squares) in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].into_iter().enumerate()
            {
                let had = (homes & squares & !facts.walled).count();
                let has = (men & squares).count();
                // Bishops of that colour that stand may be promoted ones, so only a colour without
                // any bishop tells what became of the original.
                if has == 0 {
                    facts.bishops[index] = count(had);
                }
            }
        }
    }
    facts
}

/// The size of a largest matching of men to distinct homes.
fn matching(origins: &[Bitboard]) -> usize {
    let mut owner: [Option<usize>; 64] = [None; 64];
    (0..origins.len()).filter(|&man| augment(origins, man, &mut owner, &mut Bitboard::EMPTY.clone())).count()
}

fn augment(origins: &[Bitboard], man: usize, owner: &mut [Option<usize>; 64], seen: &mut Bitboard) -> bool {
    for home in origins[man] & !*seen {
        seen.add(home);
        let free = match owner[usize::from(home)] {
            None => true,
            Some(other) => augment(origins, other, owner, seen),
        };
        if free {
            owner[usize::from(home)] = Some(man);
            return true;
        }
    }
    false
}
