//! Positions in which the rules that look at one position have nothing to find, told by a few
//! operations on whole boards. Most positions of games are such; the others are looked at closely.
//!
//! Nothing is decided here: a position that is not plain may be as possible as one that is.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::case::Case;

/// Whether no rule of the tiers 0 to 4 and 6 can object to `case`, under the usual premises.
///
/// Each man comes from its square in the array: none is promoted, each has a way out, the pawns of
/// the two sides stand on each file in the order of the array, and the other side lost pieces
/// enough, on either colour, for the pawns that changed their files.
pub(super) fn is_plain(case: &Case) -> bool {
    if case.ep.is_some()
        || case.board.pawns().intersects(Bitboard::BACKRANKS)
        || !Color::ALL.into_iter().all(|color| is_material(case, color) && is_castling(case, color))
    {
        return false;
    }
    let (Some(mut white), Some(mut black)) = (files(case, Color::White), files(case, Color::Black)) else {
        return false;
    };
    if !in_order(case, white.took | black.took) {
        // A pawn that passed another on its file may have come there by a capture.
        for square in out_of_order(case, white.took | black.took) {
            let _ = white.pass(case, Color::White, square.file())
                || black.pass(case, Color::Black, square.file());
        }
    }
    let homes = [Home::new(case, Color::White), Home::new(case, Color::Black)];
    in_order(case, white.took | black.took)
        && Color::ALL.into_iter().all(|color| men_came_out(case, &homes, color))
        && are_fed(case, &homes, &white, &black, Color::White)
        && are_fed(case, &homes, &black, &white, Color::Black)
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

/// No black pawn stands behind a white pawn on its file, those that took their way there aside.
fn in_order(case: &Case, took: Bitboard) -> bool {
    out_of_order(case, took).is_empty()
}

/// The black pawns behind a white pawn on their file, those that took their way there aside.
fn out_of_order(case: &Case, took: Bitboard) -> Bitboard {
    let white = case.men(Color::White, Role::Pawn) & !took;
    let mut below = white.shift(-8);
    below |= below.shift(-8);
    below |= below.shift(-16);
    below |= below.shift(-32);
    below & case.men(Color::Black, Role::Pawn) & !took
}

/// The pawns of `color` that never moved, on the squares before its first rank.
fn home_pawns(case: &Case, color: Color) -> Bitboard {
    case.men(color, Role::Pawn) & Bitboard::from(second(color))
}

fn second(color: Color) -> Rank {
    color.fold_wb(Rank::Second, Rank::Seventh)
}

/// The squares of the first rank of a side from which men come out, past the pawns and men that
/// never moved.
struct Home {
    /// Those before which there is a gap.
    gates: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    king_or_queen: Bitboard,
}

impl Home {
    fn new(case: &Case, color: Color) -> Home {
        let gaps = Bitboard::from(second(color)) & !home_pawns(case, color);
        let straight = gaps.shift(color.fold_wb(-8, 8));
        let diagonal = beside(straight);
        let still = still(case, color, straight, diagonal);
        Home {
            gates: straight | diagonal,
            bishop: diagonal,
            rook: along(straight, still),
            king_or_queen: along(straight | diagonal, still),
        }
    }

    fn leaves(&self, role: Role, square: Square) -> bool {
        match role {
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            _ => self.king_or_queen,
        }
        .contains(square)
    }
}

/// The squares of a rank from which a man gets to one of `gates`, past those on `still`.
fn along(gates: Bitboard, still: Bitboard) -> Bitboard {
    let mut walk = gates & !still;
    loop {
        let next = walk | beside(walk) & !still;
        if next == walk {
            return gates | walk | beside(walk);
        }
        walk = next;
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
fn still(case: &Case, color: Color, straight: Bitboard, diagonal: Bitboard) -> Bitboard {
    let home = Bitboard::from(color.backrank());
    let men = |role| case.men(color, role) & home_files(role);
    let walled = men(Role::Bishop) & !diagonal | (men(Role::Queen) | men(Role::King)) & !diagonal & !straight;
    (walled | case.castling_men()) & home
}

/// Every piece that stands away from home came out from there, and got to where it stands.
fn men_came_out(case: &Case, homes: &[Home; 2], color: Color) -> bool {
    let at = |file| Square::from_coords(file, color.backrank());
    let out = |home, role| case.men(color, role).contains(home) || own(homes, color).leaves(role, home);
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
        && rooks_came_out(case, own(homes, color), color, at(File::A), at(File::H))
        && strangers_got_in(case, homes, color)
}

fn own(homes: &[Home; 2], color: Color) -> &Home {
    &homes[color.fold_wb(0, 1)]
}

fn rooks_came_out(case: &Case, home: &Home, color: Color, a: Square, h: Square) -> bool {
    let rooks = case.men(color, Role::Rook);
    let away = rooks & !(Bitboard::from(a) | Bitboard::from(h));
    // Which of the two stands away is not known unless the other is at home.
    away.is_empty()
        || [a, h].into_iter().all(|corner| rooks.contains(corner) || home.leaves(Role::Rook, corner))
}

/// Pieces that stand on a first rank away from home got there from the open.
fn strangers_got_in(case: &Case, homes: &[Home; 2], color: Color) -> bool {
    [Role::Bishop, Role::Rook, Role::Queen, Role::King].into_iter().all(|role| {
        let home = home_files(role) & Bitboard::from(color.backrank());
        (case.men(color, role) & Bitboard::BACKRANKS & !home).into_iter().all(|square| {
            let side = if square.rank() == Color::White.backrank() { Color::White } else { Color::Black };
            match role {
                // Among the other side's men at home it would stand in their way.
                Role::King if side != color => own(homes, side).gates.contains(square),
                _ => own(homes, side).leaves(role, square),
            }
        })
    })
}

/// The pawns of a side that left their files, by captures to one side.
#[derive(Default)]
struct Files {
    /// Files whose pawn is gone.
    gone: Bitboard,
    /// The pawns that took.
    took: Bitboard,
    /// The captures on light squares, on dark ones, and on either.
    captures: [usize; 3],
    /// For each file that they came to or across so, which kind of capture the last one was, with one added.
    came: [u8; 8],
}

impl Files {
    /// The foremost pawn of the file came there by one capture, if it may have: the file that it
    /// left is not the one that is gone any more, but this one.
    fn pass(&mut self, case: &Case, color: Color, file: File) -> bool {
        let pawns = case.men(color, Role::Pawn) & Bitboard::from(file) & !self.took;
        let here = Bitboard::from(Square::from_coords(file, Rank::First));
        let Some(foremost) = color.fold_wb(pawns.last(), pawns.first()) else { return false };
        let Some(source) = (beside(here) & self.gone).first() else { return false };
        self.gone.discard(source);
        self.gone |= here;
        self.take(color, foremost, source)
    }

    /// The pawn on `foremost` came from the file of `source`, if that is near enough.
    fn take(&mut self, color: Color, foremost: Square, source: Square) -> bool {
        let here = Square::from_coords(foremost.file(), Rank::First);
        let aside = source.file().distance(here.file());
        let rise = color.relative_rank(foremost.rank()).to_u32() - 1;
        // A pawn that only captured did so on squares of one colour.
        let kind = if aside == rise { usize::from(foremost.is_dark()) } else { 2 };
        self.took.add(foremost);
        self.captures[kind] += aside as usize;
        for square in attacks::between(here, source).with(here) {
            self.came[usize::from(square.file())] = kind as u8 + 1;
        }
        aside <= rise
    }
}

/// Every pawn beyond the first of its file came from the nearest file that has none; nothing if
/// that does not account for all.
fn files(case: &Case, color: Color) -> Option<Files> {
    let pawns = case.men(color, Role::Pawn);
    let mut held = pawns;
    held |= held.shift(-8);
    held |= held.shift(-16);
    held |= held.shift(-32);
    let held = held & Bitboard::from(Rank::First);
    let mut files = Files { gone: Bitboard::from(Rank::First) & !held, ..Files::default() };
    if pawns.count() == held.count() {
        return Some(files);
    }
    for file in File::ALL {
        let mut men = pawns & Bitboard::from(file);
        while men.more_than_one() {
            // The foremost took.
            let foremost = color.fold_wb(men.last(), men.first())?;
            men.discard(foremost);
            let source = files.gone.into_iter().min_by_key(|source| source.file().distance(file))?;
            files.gone.discard(source);
            if !files.take(color, foremost, source) {
                return None;
            }
        }
    }
    Some(files)
}

/// Whether the other side lost men enough for the pawns of `color` that took: the pawn of the file,
/// or pieces that came out, bishops on the colours of the captures.
fn are_fed(case: &Case, homes: &[Home; 2], own: &Files, other: &Files, color: Color) -> bool {
    if own.took.is_empty() {
        return true;
    }
    let mut captures = own.captures;
    // A pawn that is gone was taken on its file.
    for square in other.gone {
        if let Some(kind) = own.came[usize::from(square.file())].checked_sub(1) {
            captures[usize::from(kind)] = captures[usize::from(kind)].saturating_sub(1);
        }
    }
    let fallen = Fallen::of(case, homes, !color);
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
    fn of(case: &Case, homes: &[Home; 2], color: Color) -> Fallen {
        let at = |file| Square::from_coords(file, color.backrank());
        let gone = |role, had: usize| had.saturating_sub(case.men(color, role).count());
        let came_out = |file, role| own(homes, color).leaves(role, at(file));
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
            // A man beyond the array, a walled bishop that stands outside, pawns that passed and took
            // nothing.
            ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq -", false),
            ("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq -", false),
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", false),
            // Pawns that passed where one of them may have come from the file beside it.
            ("4k3/8/8/4P3/4p3/8/8/4K3 w - -", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq -", true),
            ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", false),
        ] {
            assert_eq!(is_plain(&Case::from_fen(fen).unwrap()), plain, "{fen}");
        }
    }
}
