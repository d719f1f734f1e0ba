//! The counts that the rules of the higher tiers share, worked out once for a position.

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use smallvec::SmallVec;

use super::{
    case::{Case, rank},
    mobility::{Mobility, shade},
    premises::{Premises, StartKind},
};

/// What is known of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct SideFacts {
    /// Missing pieces; exactly this many were captured.
    pub missing: u8,
    /// Pawns on the board.
    pub pawns: u8,
    /// Least number of promoted pieces.
    pub promoted: u8,
    /// For each promoted piece that cannot have come from every promotion square: the files whose promotion square it
    /// can have come from, as bits.
    pub promoted_on: SmallVec<[u8; 8]>,
    /// A piece that can have come neither from the starting position nor from a promotion.
    pub stray: Option<Square>,
    /// Whether the stray could come from the starting position if another of its kind did not.
    pub stray_has_rival: bool,
    /// Home squares of pieces that were captured where no pawn that did not promote could capture.
    pub walled: Bitboard,
    /// Missing bishops of the starting position that pawns can only have captured on light and on dark squares.
    pub bishops: [u8; 2],
}

impl SideFacts {
    /// For each promoted piece, the files on which it can have been promoted, as bits.
    pub fn promotions(&self) -> SmallVec<[u8; 8]> {
        let mut files = self.promoted_on.clone();
        files.resize(usize::from(self.promoted).max(files.len()), u8::MAX);
        files
    }

    /// Notes that this many promoted pieces can only have come from these files.
    fn note_promotions(&mut self, men: usize, files: u8) {
        if files != u8::MAX {
            self.promoted_on.extend(std::iter::repeat_n(files, men));
        }
    }

    /// Records the promotion files of a kind of piece: for pieces that cannot be original, each one's own; for the
    /// others, what is open to any of them.
    fn place_promotions(&mut self, role: Role, men: Bitboard, origins: &[Bitboard], ways: &[Bitboard]) {
        let shades: &[Bitboard] = match role {
            Role::Bishop => &[Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES],
            _ => &[Bitboard::FULL],
        };
        for &shade in shades {
            let (mut known, mut any) = (Vec::new(), Bitboard::EMPTY);
            for (square, (&origins, &ways)) in men.into_iter().zip(origins.iter().zip(ways)) {
                if !shade.contains(square) {
                    continue;
                }
                if origins.is_empty() {
                    self.note_promotions(1, files(ways));
                } else {
                    known.push(origins);
                    any |= ways;
                }
            }
            let promoted = known.len() - matching(&known);
            if promoted > 0 && any.is_empty() && self.stray.is_none() {
                self.stray = (men & shade).first();
                self.stray_has_rival = true;
            }
            self.note_promotions(promoted, files(any));
        }
    }
}

/// The files of squares on one rank, as bits from the a-file.
fn files(squares: Bitboard) -> u8 {
    squares.into_iter().fold(0, |files, square| files | 1 << u32::from(square.file()))
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

    /// How many pieces of `color` pawns can have captured without promoting.
    pub fn capturable(&self, color: Color) -> u8 {
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
        if premises.kind == StartKind::Chess960 {
            facts.promoted += count(men.count().saturating_sub(homes.count()));
            if role == Role::Bishop {
                for squares in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
                    let extra = (men & squares).count().saturating_sub((homes & squares).count());
                    facts.note_promotions(extra, files(squares & rank(color, 8)));
                }
            }
            continue;
        }
        let open: fn(Square) -> Bitboard =
            if premises.one_colour.contains(&piece) { shade } else { |_| Bitboard::FULL };
        let regions: Vec<Bitboard> =
            men.into_iter().map(|square| mobility.region(piece, square, Bitboard::FULL)).collect();
        let origins: Vec<Bitboard> = men
            .into_iter()
            .zip(&regions)
            .map(|(square, &region)| {
                (region & homes)
                    .into_iter()
                    // Steady pieces are their own homes; a restricted piece must stay on its colour.
                    .filter(|&home| {
                        mobility.steady.contains(home) == mobility.steady.contains(square)
                            && (open(home) == Bitboard::FULL
                                || mobility.region(piece, home, open(home)).contains(square))
                    })
                    .collect()
            })
            .collect();
        let promotions: Vec<Bitboard> = men
            .into_iter()
            .zip(&regions)
            .map(|(square, &region)| {
                let promoted = role != Role::King && !mobility.steady.contains(square);
                if promoted { region & mobility.promotions(color) } else { Bitboard::EMPTY }
            })
            .collect();
        for (square, (origins, promotions)) in men.into_iter().zip(origins.iter().zip(&promotions)) {
            if origins.is_empty() && promotions.is_empty() {
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
        facts.place_promotions(role, men, &origins, &promotions);
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

/// The size of a largest matching of pieces to distinct homes.
pub(super) fn matching(origins: &[Bitboard]) -> usize {
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
