//! Material: how many men of each kind are on the board.

use std::ops::RangeInclusive;

use shakmaty::{Board, Color, Piece, Role};

/// How many men of a kind there may be.
type Count = RangeInclusive<u8>;

/// Those of both sides, pawn to queen.
type Counts = [[Count; 5]; 2];

const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The men on the board: `KRPvKR` for either side, or `KRPkr` with White's in capitals. Behind a letter, `*` is any number of
/// them, `+` one or more, `?` one or none: `KRP*vKRP*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Material {
    /// White's, Black's; or one side's and the other's.
    sides: Counts,
    either: bool,
    /// The fewest and most men on the board, kings aside.
    men: (u32, u32),
}

impl Material {
    /// `least`: there may be more on the board.
    ///
    /// # Errors
    /// In words, what is wrong with it.
    pub fn parse(text: &str, least: bool) -> Result<Material, String> {
        let wrong = || {
            format!(
                "`{text}` is no material: write KRPvKR (either side) or KRPkr (White's in capitals); P* is any number of pawns, \
                 P+ one or more, P? one or none"
            )
        };
        let either = text.split_once('v');
        let mut counts = [[(0_u8, 0_u8); 5]; 2];
        let mut kings = [0; 2];
        let halves = either.map_or(vec![text], |(one, other)| vec![one, other]);
        for (half, letters) in halves.into_iter().enumerate() {
            let mut letters = letters.chars().peekable();
            while let Some(c) = letters.next() {
                let piece = Piece::from_char(c).ok_or_else(wrong)?;
                if either.is_some() && piece.color.is_black() {
                    return Err(wrong());
                }
                let (fewest, most) = match letters.peek() {
                    Some('*') => (0, u8::MAX),
                    Some('+') => (1, u8::MAX),
                    Some('?') => (0, 1),
                    _ => (1, 1),
                };
                if (fewest, most) != (1, 1) {
                    letters.next();
                }
                let side = if either.is_some() { half } else { piece.color.fold_wb(0, 1) };
                if piece.role == Role::King {
                    kings[side] += 1;
                    if kings[side] > 1 {
                        return Err(wrong());
                    }
                    continue;
                }
                let count = &mut counts[side][piece.role as usize - 1];
                count.0 += fewest;
                count.1 = count.1.saturating_add(most);
                if count.0 > 10 {
                    return Err(wrong());
                }
            }
        }
        if text.is_empty() {
            return Err(wrong());
        }
        let sides = counts.map(|side| side.map(|(fewest, most)| fewest..=if least { u8::MAX } else { most }));
        let all = || sides.iter().flatten();
        let men = (
            all().map(|count| u32::from(*count.start())).sum(),
            all().map(|count| u32::from(*count.end())).sum(),
        );
        Ok(Material { sides, either: either.is_some(), men })
    }

    /// That of the other side.
    pub fn flipped(&self) -> Material {
        let [white, black] = self.sides.clone();
        Material { sides: [black, white], ..self.clone() }
    }

    pub fn fits(&self, board: &Board) -> bool {
        let men = (board.occupied() & !board.kings()).count() as u32;
        if men < self.men.0 || men > self.men.1 {
            return false;
        }
        let found = Color::ALL
            .map(|color| ROLES.map(|role| (board.by_color(color) & board.by_role(role)).count() as u8));
        let holds = |first: usize, second: usize| {
            let asked = self.sides[first].iter().chain(&self.sides[second]);
            asked.zip(found.iter().flatten()).all(|(asked, found)| asked.contains(found))
        };
        holds(0, 1) || self.either && holds(1, 0)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Setup;
    use shakmaty::fen::Fen;

    use super::*;

    fn board(fen: &str) -> Board {
        let setup: Setup = fen.parse::<Fen>().unwrap().into_setup();
        setup.board
    }

    #[test]
    fn material_is_of_either_side_or_by_color() {
        let white_up = board("4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1");
        let black_up = board("4k2r/p7/8/8/8/8/8/R3K3 w - - 0 1");
        let fits = |text: &str, least, board: &Board| Material::parse(text, least).unwrap().fits(board);
        assert!(fits("KRPvKR", false, &white_up) && fits("KRPvKR", false, &black_up));
        assert!(fits("KRvKRP", false, &white_up));
        assert!(fits("KRPkr", false, &white_up) && !fits("KRPkr", false, &black_up));
        assert!(!fits("KRvKR", false, &white_up) && fits("RvR", true, &white_up));
        assert!(!fits("Qv", true, &white_up) && fits("v", true, &white_up));
    }

    #[test]
    fn numbers_may_be_left_open() {
        let bare = board("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
        let pawns = board("4k2r/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1");
        let fits = |text: &str, board: &Board| Material::parse(text, false).unwrap().fits(board);
        assert!(fits("KRP*vKRP*", &bare) && fits("KRP*vKRP*", &pawns));
        assert!(!fits("KRP+vKRP*", &bare) && fits("KRP+vKRP*", &pawns));
        assert!(fits("KRPPP+vKRPP?", &pawns) && !fits("KRPPPP+vKRPP", &pawns) && !fits("KRPPPvKRP?", &pawns));
        assert!(!fits("KQP*vKRP*", &pawns));
    }

    #[test]
    fn what_is_no_material_is_told() {
        let wrong = ["", "KXvK", "KRvkr", "krvKR", "KPPPPPPPPPPPvK", "*K", "KR**vK", "K v K", "KKvK", "KQkk"];
        for text in wrong {
            assert!(Material::parse(text, false).is_err(), "{text}");
        }
    }
}
