//! Positions in which the rules that look at one position have nothing to find, told by a few
//! operations on whole boards. Most positions of games are such; the others are looked at closely.
//!
//! Nothing is decided here: a position that is not plain may be as possible as one that is.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::case::Case;

/// Whether no rule of the tiers 0 to 4 and 6 can object to `case`, under the usual premises.
///
/// Each man comes from its square in the array: none is promoted, each has a way out, the pawns of
/// the two sides stand on each file in the order of the array, and the other side lost pieces
/// enough, on either colour, for the pawns that changed their files.
pub(super) fn is_plain(case: &Case) -> bool {
    Color::ALL.into_iter().all(|color| is_material(case, color) && is_castling(case, color))
        && case.board.pawns().is_disjoint(Bitboard::BACKRANKS)
        && in_order(case)
        && case.ep.is_none()
        && Color::ALL.into_iter().all(|color| men_came_out(case, color) && pawns_changed_files(case, color))
}

/// No more men of any kind than the array has.
fn is_material(case: &Case, color: Color) -> bool {
    let bishops = case.men(color, Role::Bishop);
    case.men(color, Role::King).count() == 1
        && case.men(color, Role::Queen).count() <= 1
        && case.men(color, Role::Rook).count() <= 2
        && case.men(color, Role::Knight).count() <= 2
        && (bishops & Bitboard::LIGHT_SQUARES).count() <= 1
        && (bishops & Bitboard::DARK_SQUARES).count() <= 1
        && case.men(color, Role::Pawn).count() <= 8
}

/// King and rooks of the rights claimed are at home.
fn is_castling(case: &Case, color: Color) -> bool {
    let rooks = case.castling & color.backrank();
    (case.castling & !Bitboard::BACKRANKS).is_empty()
        && (rooks.is_empty()
            || (rooks.is_subset(case.men(color, Role::Rook) & Bitboard::CORNERS)
                && case.men(color, Role::King).contains(Square::from_coords(File::E, color.backrank()))))
}

/// No black pawn stands behind a white pawn on its file.
fn in_order(case: &Case) -> bool {
    let white = case.men(Color::White, Role::Pawn);
    let mut below = white.shift(-8);
    below |= below.shift(-8);
    below |= below.shift(-16);
    below |= below.shift(-32);
    below.is_disjoint(case.men(Color::Black, Role::Pawn))
}

/// The pawns of `color` that never moved, on the squares before its first rank.
fn home_pawns(case: &Case, color: Color) -> Bitboard {
    case.men(color, Role::Pawn) & Bitboard::from(second(color))
}

fn second(color: Color) -> Rank {
    color.fold_wb(Rank::Second, Rank::Seventh)
}

/// The squares of the first rank of `color` behind which the board is open to rook, bishop, and
/// king or queen: a square in front without a pawn of the array.
struct Fronts {
    straight: Bitboard,
    diagonal: Bitboard,
}

impl Fronts {
    fn new(case: &Case, color: Color) -> Fronts {
        let gaps = Bitboard::from(second(color)) & !home_pawns(case, color);
        let straight = gaps.shift(color.fold_wb(-8, 8));
        let diagonal = beside(straight);
        Fronts { straight, diagonal }
    }
}

/// The files on which men of that kind begin.
fn home_files(role: Role) -> Bitboard {
    match role {
        Role::Bishop => Bitboard::from(File::C) | Bitboard::from(File::F),
        Role::Rook => Bitboard::from(File::A) | Bitboard::from(File::H),
        Role::Queen => Bitboard::from(File::D),
        Role::King => Bitboard::from(File::E),
        Role::Knight | Role::Pawn => Bitboard::FULL,
    }
}

/// The squares to the left and to the right.
fn beside(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from(File::A)).shift(-1) | (squares & !Bitboard::from(File::H)).shift(1)
}

/// Men of the first rank that may never have moved: more rather than fewer.
fn still(case: &Case, color: Color, fronts: &Fronts) -> Bitboard {
    let home = Bitboard::from(color.backrank());
    let men = |role| case.men(color, role) & home_files(role);
    let walled = men(Role::Bishop) & !fronts.diagonal
        | (men(Role::Queen) | men(Role::King)) & !fronts.diagonal & !fronts.straight;
    (walled | case.castling_men()) & home
}

/// Every piece that stands away from home came out from there, and got to where it stands.
fn men_came_out(case: &Case, color: Color) -> bool {
    let at = |file| Square::from_coords(file, color.backrank());
    let out = |home, role| case.men(color, role).contains(home) || may_leave(case, color, home, role);
    // Kings stay out of the squares that the other side's pawns guard at home.
    let king_room = color.relative_rank(Rank::Fifth);
    let king = case.men(color, Role::King);
    let near = king.single_square().is_some_and(|king| match color {
        Color::White => king.rank() <= king_room,
        Color::Black => king.rank() >= king_room,
    });
    let bishop = |file: File| {
        // A bishop that is gone may have fallen at home.
        let home = at(file);
        let shade = if home.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        (case.men(color, Role::Bishop) & shade).is_empty() || out(home, Role::Bishop)
    };
    near && bishop(File::C)
        && bishop(File::F)
        && (case.men(color, Role::Queen).is_empty() || out(at(File::D), Role::Queen))
        && out(at(File::E), Role::King)
        && rooks_came_out(case, color, at(File::A), at(File::H))
        && strangers_got_in(case, color)
}

fn rooks_came_out(case: &Case, color: Color, a: Square, h: Square) -> bool {
    let rooks = case.men(color, Role::Rook);
    let away = rooks & !(Bitboard::from(a) | Bitboard::from(h));
    // Which of the two stands away is not known unless the other is at home.
    away.is_empty()
        || [a, h].into_iter().all(|home| rooks.contains(home) || may_leave(case, color, home, Role::Rook))
}

/// Whether a man of that kind on the first rank of either side comes out into the open.
fn may_leave(case: &Case, color: Color, square: Square, role: Role) -> bool {
    let side = if square.rank() == Color::White.backrank() { Color::White } else { Color::Black };
    let fronts = Fronts::new(case, side);
    let gates = match role {
        Role::Rook => fronts.straight,
        Role::Bishop => fronts.diagonal,
        _ => fronts.straight | fronts.diagonal,
    };
    if gates.contains(square) {
        return true;
    }
    if role == Role::Bishop || (role == Role::King && side != color) {
        return false;
    }
    let closed = still(case, side, &fronts);
    let mut walk = Bitboard::from(square);
    for _ in 0..7 {
        walk |= beside(walk) & !closed;
    }
    walk.intersects(gates)
}

/// Pieces that stand on a first rank away from home got there from the open.
fn strangers_got_in(case: &Case, color: Color) -> bool {
    [Role::Bishop, Role::Rook, Role::Queen, Role::King].into_iter().all(|role| {
        let home = home_files(role) & Bitboard::from(color.backrank());
        (case.men(color, role) & Bitboard::BACKRANKS & !home)
            .into_iter()
            .all(|square| may_leave(case, color, square, role))
    })
}

/// The pawns of a side that left their files, each by one capture to the file beside it.
struct Files {
    /// Files whose pawn is gone.
    gone: Bitboard,
    /// The pawns that took, with the files they took on.
    took: Bitboard,
}

/// Every pawn beyond the first of its file came from a file beside it that has none; nothing if
/// that does not account for all.
fn files(case: &Case, color: Color) -> Option<Files> {
    let pawns = case.men(color, Role::Pawn);
    let mut held = pawns;
    held |= held.shift(-8);
    held |= held.shift(-16);
    held |= held.shift(-32);
    let held = held & Bitboard::from(Rank::First);
    let mut files = Files { gone: Bitboard::from(Rank::First) & !held, took: Bitboard::EMPTY };
    if pawns.count() == held.count() {
        return Some(files);
    }
    for file in File::ALL {
        let mut men = pawns & Bitboard::from(file);
        while men.more_than_one() {
            // The foremost took.
            let foremost = color.fold_wb(men.last(), men.first())?;
            men.discard(foremost);
            let source =
                (beside(Bitboard::from(Square::from_coords(file, Rank::First))) & files.gone).first()?;
            files.gone.discard(source);
            files.took.add(foremost);
        }
    }
    Some(files)
}

/// Whether the other side lost men enough for the pawns of `color` that took: the pawn of the file,
/// or pieces that came out, bishops on the colours of the captures.
fn pawns_changed_files(case: &Case, color: Color) -> bool {
    let Some(own) = files(case, color) else { return false };
    if own.took.is_empty() {
        return true;
    }
    let Some(other) = files(case, !color) else { return false };
    // Captures on light squares, on dark ones, and on either.
    let mut captures = [0_usize; 3];
    let mut pawns = other.gone;
    for square in own.took {
        let file = Square::from_coords(square.file(), Rank::First);
        if pawns.remove(file) {
            continue;
        }
        // One step from the second rank is on the square where the pawn stands.
        let near = square.rank() == color.relative_rank(Rank::Third);
        captures[if near { usize::from(square.is_dark()) } else { 2 }] += 1;
    }
    let fallen = Fallen::of(case, !color);
    captures[0].saturating_sub(fallen.bishops[0]) + captures[1].saturating_sub(fallen.bishops[1])
        <= fallen.others
        && captures.iter().sum::<usize>() <= fallen.others + fallen.bishops.iter().sum::<usize>()
}

/// Pieces that are gone and once came out.
struct Fallen {
    /// On light and on dark squares.
    bishops: [usize; 2],
    others: usize,
}

impl Fallen {
    fn of(case: &Case, color: Color) -> Fallen {
        let at = |file| Square::from_coords(file, color.backrank());
        let gone = |role, had: usize| had.saturating_sub(case.men(color, role).count());
        let came_out = |file, role| may_leave(case, color, at(file), role);
        let mut fallen = Fallen { bishops: [0; 2], others: gone(Role::Knight, 2) };
        if gone(Role::Queen, 1) == 1 && came_out(File::D, Role::Queen) {
            fallen.others += 1;
        }
        if gone(Role::Rook, 2) > 0 && came_out(File::A, Role::Rook) && came_out(File::H, Role::Rook) {
            fallen.others += gone(Role::Rook, 2);
        }
        for file in [File::C, File::F] {
            let dark = at(file).is_dark();
            let squares = if dark { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
            if (case.men(color, Role::Bishop) & squares).is_empty() && came_out(file, Role::Bishop) {
                fallen.bishops[usize::from(dark)] += 1;
            }
        }
        fallen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_and_what_is_not() {
        for (fen, plain) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
            // A closed Spanish game: the bishop on c1 is still walled in, the rook has passed it.
            ("r1bq1rk1/2p1bppp/p2p1n2/np2p3/4P3/2P2N1P/PPBP1PP1/RNBQR1K1 b - -", true),
            // A pawn that took, and three men lost.
            ("r1bqk2r/p1pp1ppp/2p2n2/8/4P3/2Q5/PPP2PPP/R1B1KB1R w KQkq -", true),
            // A man beyond the array, a walled bishop that stands outside, pawns that passed.
            ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq -", false),
            ("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq -", false),
            ("4k3/8/8/4P3/4p3/8/8/4K3 w - -", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq -", true),
            ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", false),
        ] {
            assert_eq!(is_plain(&Case::from_fen(fen).unwrap()), plain, "{fen}");
        }
    }
}
