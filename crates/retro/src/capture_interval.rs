//! Where pieces can have gone in a part of a game: after some of the pawns' captures and before the others.
//!
//! A pawn whose captures are all known stays on squares of one file between two of them. If that is one square, the
//! square is closed. Otherwise no piece crosses all of these squares in one move, and no other pawn passes the pawn.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::{
    case::{forward, rank},
    mobility::{Mobility, diagonals},
    plan::{Plan, height},
    premises::Premises,
};

/// A part of a game between two captures by pawns.
#[derive(Clone, Debug)]
pub(super) struct CaptureInterval {
    /// The closed squares, and how pieces move around them.
    mobility: Mobility,
    /// Parts of files, of two squares or more, with a pawn somewhere on each.
    spans: Vec<Bitboard>,
}

impl CaptureInterval {
    /// The interval in which each pawn of each plan has made the given number of captures. `slack` tells for each
    /// colour whether its pawns may have captured to one side and back as well.
    pub fn new(
        premises: &Premises,
        base: &Mobility,
        plans: [(Color, &Plan, &[u8], bool); 2],
    ) -> CaptureInterval {
        let mut closed = Bitboard::EMPTY;
        let mut spans = Vec::new();
        for (color, plan, done, slack) in plans {
            for (journey, &done) in plan.journeys.iter().zip(done) {
                if slack && journey.slack(color) >= 2 {
                    continue;
                }
                let stay = journey.stay(color, usize::from(done));
                if stay.more_than_one() {
                    spans.push(stay);
                } else {
                    closed |= stay;
                }
            }
        }
        CaptureInterval { mobility: base.within(premises, closed), spans }
    }

    /// The squares that nothing enters or leaves.
    pub fn closed(&self) -> Bitboard {
        self.mobility.steady
    }

    /// Closes more squares: those of pieces that cannot have moved in this interval.
    pub fn close(&mut self, premises: &Premises, squares: Bitboard) {
        self.mobility = self.mobility.within(premises, squares);
    }

    /// The squares of `within` that a piece from one of `from` can have reached. A piece on a closed square stays.
    pub fn flood(&self, piece: Piece, from: Bitboard, within: Bitboard) -> Bitboard {
        let barred = self.mobility.barred(piece) | !within;
        let mut region = from;
        let mut front = from & !self.closed();
        while let Some(square) = front.pop_front() {
            let steps = attacks::attacks(square, piece, self.closed()) & !self.crossed(piece.role, square);
            let new = (steps | self.mobility.castling_step(piece, square)) & !barred & !region;
            region |= new;
            front |= new;
        }
        region
    }

    /// The squares that a piece on `square` can reach only by crossing all of a span.
    fn crossed(&self, role: Role, square: Square) -> Bitboard {
        if matches!(role, Role::Knight | Role::Bishop) {
            return Bitboard::EMPTY;
        }
        let file = Bitboard::from(square.file());
        let mut crossed = Bitboard::EMPTY;
        for &span in self.spans.iter().filter(|span| span.is_subset(file)) {
            let (Some(low), Some(high)) = (span.first(), span.last()) else { continue };
            if square <= low {
                crossed |= file & !below(high);
            }
            if square >= high {
                crossed |= file & (below(low) | Bitboard::from(low));
            }
        }
        crossed
    }

    /// The squares that pawns of `color` from `from` can have reached straight ahead.
    pub fn ahead(&self, color: Color, from: Bitboard) -> Bitboard {
        let mut reached = from;
        for start in from & !self.closed() {
            // A pawn behind another stays behind it.
            let top = self
                .spans
                .iter()
                .filter(|span| span.is_subset(Bitboard::from(start.file())))
                .filter_map(|span| Some([height(color, span.first()?), height(color, span.last()?)]))
                .filter(|ends| height(color, start) <= ends[0].min(ends[1]))
                .map(|ends| ends[0].max(ends[1]))
                .min()
                .unwrap_or(8);
            let mut square = start;
            while !self.mobility.ends(color).contains(square)
                && let Some(next) = forward(color, square)
                && height(color, next) < top
                && !self.closed().contains(next)
            {
                reached.add(next);
                square = next;
            }
        }
        reached
    }

    /// Where pawns of `color` on `from` can have captured.
    pub fn taking(&self, color: Color, from: Bitboard) -> Bitboard {
        diagonals(color, from & !self.closed() & !self.mobility.ends(color)) & !self.closed()
    }
}

/// The squares before `square`.
fn below(square: Square) -> Bitboard {
    Bitboard((1 << u32::from(square)) - 1)
}

/// What a missing pawn can have done so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MissingPawn {
    /// Squares after so many captures.
    pub pawn: [Bitboard; 6],
    /// Squares it can have reached as a promoted knight, bishop, rook or queen.
    pub promoted: [Bitboard; 4],
    /// Where it may have made its first capture, and the squares it can have reached only by such a capture.
    once: ArrayVec<(Square, Bitboard), 16>,
    /// Whether it may have promoted without a capture, or after several.
    otherwise: bool,
}

/// The roles of [`MissingPawn::promoted`].
pub(super) const PROMOTED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What the missing pawns of a side can have captured.
#[derive(Copy, Clone, Debug)]
pub(super) struct Capturable {
    /// Captures before the last rank.
    pub captures: usize,
    /// Whether they can have captured a piece other than a pawn.
    pub pieces: bool,
    /// Squares on which they can have captured pieces that never left their home area.
    pub walled: Bitboard,
}

impl MissingPawn {
    pub fn new(home: Square) -> MissingPawn {
        let mut pawn = [Bitboard::EMPTY; 6];
        pawn[0].add(home);
        MissingPawn { pawn, promoted: [Bitboard::EMPTY; 4], once: ArrayVec::new(), otherwise: false }
    }

    /// The squares on which it can have made its only capture before it promoted; none if it may have promoted without a
    /// capture or after several.
    pub fn only_capture(&self) -> Option<Bitboard> {
        let last = Bitboard::BACKRANKS;
        let led = |(at, there): &(Square, Bitboard)| there.intersects(last).then_some(*at);
        (!self.otherwise).then(|| self.once.iter().filter_map(led).collect())
    }

    /// Whether `other` has reached no more squares.
    pub fn covers(&self, other: &MissingPawn) -> bool {
        let covers = |a: &[Bitboard], b: &[Bitboard]| a.iter().zip(b).all(|(a, b)| b.is_subset(*a));
        let once = |(at, there): &(Square, Bitboard)| {
            self.once.iter().any(|(square, here)| square == at && there.is_subset(*here))
        };
        covers(&self.pawn, &other.pawn)
            && covers(&self.promoted, &other.promoted)
            && (self.otherwise || !other.otherwise)
            && other.once.iter().all(once)
    }

    /// All squares where it can have been as a pawn.
    pub fn as_pawn(&self) -> Bitboard {
        self.pawn.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }

    pub fn is_promoted(&self) -> bool {
        self.promoted.iter().any(|squares| squares.any())
    }

    fn note_captures(&mut self, taken: Bitboard) {
        for square in taken {
            match self.once.iter_mut().find(|(at, _)| *at == square) {
                Some((_, there)) => there.add(square),
                None => self.otherwise |= self.once.try_push((square, Bitboard::from(square))).is_err(),
            }
        }
    }

    /// Extends it as far as possible within an interval.
    pub fn run(&mut self, interval: &CaptureInterval, color: Color, capturable: Capturable) {
        let last = Bitboard::from(rank(color, 8));
        let mut born = Bitboard::EMPTY;
        let most = capturable.captures.min(self.pawn.len() - 1);
        for captures in 0..=most {
            let reached = interval.ahead(color, self.pawn[captures] & !interval.closed());
            born |= reached & last;
            self.otherwise |= captures != 1 && reached.intersects(last);
            self.pawn[captures] = reached & !last;
            let taken = interval.taking(color, self.pawn[captures]);
            if captures < most {
                self.pawn[captures + 1] |= taken & !last;
            }
            if captures == 0 && most > 0 {
                self.note_captures(taken & !last);
            }
            if capturable.pieces {
                let open = if captures < capturable.captures { Bitboard::FULL } else { capturable.walled };
                born |= taken & last & open;
                self.otherwise |= (taken & last & open).any();
            }
        }
        for (_, there) in &mut self.once {
            *there = interval.ahead(color, *there & !interval.closed() & !last) | *there & last;
        }
        for (role, squares) in PROMOTED.into_iter().zip(&mut self.promoted) {
            let from = (*squares | born) & !interval.closed();
            if from.any() {
                *squares = interval.flood(Piece { color, role }, from, Bitboard::FULL);
            } else {
                *squares = Bitboard::EMPTY;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{case::Case, facts::Facts, plan::plans};

    fn interval(fen: &str) -> CaptureInterval {
        let (premises, case) = (Premises::default(), Case::from_fen(fen).unwrap());
        let facts = Facts::new(&premises, &case);
        let [white, black] =
            Color::ALL.map(|color| plans(&premises, &case, &facts, color).unwrap().remove(0));
        let done = [[0; 8]; 2];
        let side = |color, plan, done| (color, plan, done, false);
        let plans = [
            side(Color::White, &white, &done[0][..white.journeys.len()]),
            side(Color::Black, &black, &done[1][..black.journeys.len()]),
        ];
        CaptureInterval::new(&premises, &facts.mobility, plans)
    }

    #[test]
    fn no_rook_comes_out_past_two_pawns_that_went_one_step() {
        let interval = interval("4k3/8/8/8/8/6PP/5P2/4K2R w K -");
        let rook = Piece { color: Color::White, role: Role::Rook };
        let region = interval.flood(rook, Bitboard::from(Square::G1), Bitboard::FULL);
        assert!(region.contains(Square::H2) && !region.contains(Square::G4), "{region:?}");
        let knight = Piece { color: Color::White, role: Role::Knight };
        assert!(interval.flood(knight, Bitboard::from(Square::G1), Bitboard::FULL).contains(Square::G4));
    }

    #[test]
    fn no_pawn_passes_another_on_its_file() {
        let interval = interval("4k3/8/8/8/P7/8/8/4K3 w - -");
        let black = |square| interval.ahead(Color::Black, Bitboard::from(square));
        assert!(black(Square::A7).contains(Square::A3) && !black(Square::A7).contains(Square::A2));
        // One that came there by a capture may be past it.
        assert!(black(Square::A3).contains(Square::A2));
    }
}
