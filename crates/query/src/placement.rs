//! Placements with blanks: the first field of a FEN, perhaps with the side to move.

use shakmaty::{Board, Color, Piece, Square};

/// What one square of a pattern may hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Allowed {
    Anything,
    Nothing,
    AnyPiece,
    Of(Color),
    Only(Piece),
}

impl Allowed {
    fn fits(self, piece: Option<Piece>) -> bool {
        match self {
            Allowed::Anything => true,
            Allowed::Nothing => piece.is_none(),
            Allowed::AnyPiece => piece.is_some(),
            Allowed::Of(color) => piece.is_some_and(|piece| piece.color == color),
            Allowed::Only(wanted) => piece == Some(wanted),
        }
    }
}

/// A part of a rank of a pattern: one square, or any number of them.
type Part = Option<Allowed>;

/// The placement of a FEN, with blanks: `?` any square, `_` an empty one, `!` a piece, `A` a white and `a` a black
/// piece, `*` any number of squares; perhaps with the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// From the eighth rank down.
    ranks: Vec<Vec<Part>>,
    turn: Option<Color>,
}

impl Placement {
    /// # Errors
    /// In words, what is wrong with it.
    pub fn parse(text: &str) -> Result<Placement, String> {
        let mut words = text.split_whitespace();
        let placement = words.next().ok_or("a placement is missing")?;
        let turn = match words.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => return Err(format!("the side to move is w or b, not `{other}`")),
        };
        if words.next().is_some() {
            return Err("only the placement and the side to move of a FEN can be asked for".to_owned());
        }
        let ranks: Vec<Vec<Part>> = placement.split('/').map(rank).collect::<Result<_, _>>()?;
        if ranks.len() != 8 {
            return Err(format!("a placement has 8 ranks, not {}; `*` is any rank", ranks.len()));
        }
        Ok(Placement { ranks, turn })
    }

    /// The hashes of the placement, one for each side that may be to move; `None` if it has blanks.
    pub fn hashes(&self) -> Option<Vec<u32>> {
        let mut board = Board::empty();
        for (parts, rank) in self.ranks.iter().zip((0..8_u32).rev()) {
            let mut file = 0;
            for part in parts {
                match (*part)? {
                    Allowed::Nothing => {}
                    Allowed::Only(piece) => board.set_piece_at(Square::new(rank * 8 + file), piece),
                    _ => return None,
                }
                file += 1;
            }
            if file != 8 {
                return None;
            }
        }
        let turns = Color::ALL.into_iter().filter(|turn| self.turn.is_none_or(|asked| asked == *turn));
        Some(turns.map(|turn| crate::boards::hash(&board, turn)).collect())
    }

    /// The placement of the other side's men on the turned board.
    pub fn flipped(&self) -> Placement {
        let other = |allowed: Allowed| match allowed {
            Allowed::Of(color) => Allowed::Of(!color),
            Allowed::Only(piece) => Allowed::Only(piece.role.of(!piece.color)),
            same => same,
        };
        let rank = |parts: &Vec<Part>| parts.iter().map(|part| part.map(other)).collect();
        Placement { ranks: self.ranks.iter().rev().map(rank).collect(), turn: self.turn.map(|turn| !turn) }
    }

    pub fn fits(&self, board: &Board, turn: Color) -> bool {
        self.turn.is_none_or(|asked| asked == turn)
            && self.ranks.iter().zip((0..8_u32).rev()).all(|(parts, rank)| {
                let first = rank * 8;
                fits(parts, &|file| board.piece_at(Square::new(first + file)), 0)
            })
    }
}

/// One rank of a pattern.
fn rank(text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for c in text.chars() {
        match c {
            '1'..='8' => parts.extend((0..c as usize - '0' as usize).map(|_| Some(Allowed::Nothing))),
            '?' => parts.push(Some(Allowed::Anything)),
            '_' => parts.push(Some(Allowed::Nothing)),
            '!' => parts.push(Some(Allowed::AnyPiece)),
            'A' => parts.push(Some(Allowed::Of(Color::White))),
            'a' => parts.push(Some(Allowed::Of(Color::Black))),
            '*' => parts.push(None),
            c => match Piece::from_char(c) {
                Some(piece) => parts.push(Some(Allowed::Only(piece))),
                None => return Err(format!("`{c}` stands for nothing in a placement")),
            },
        }
    }
    let squares = parts.iter().flatten().count();
    match squares {
        0..=8 if parts.contains(&None) => Ok(parts),
        8 => Ok(parts),
        _ => Err(format!("the rank `{text}` has {squares} squares, not 8")),
    }
}

fn fits(parts: &[Part], piece: &dyn Fn(u32) -> Option<Piece>, file: u32) -> bool {
    match parts.split_first() {
        None => file == 8,
        Some((Some(allowed), rest)) => file < 8 && allowed.fits(piece(file)) && fits(rest, piece, file + 1),
        Some((None, rest)) => (file..=8).any(|file| fits(rest, piece, file)),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Setup;
    use shakmaty::fen::Fen;

    use super::*;

    fn board(fen: &str) -> (Board, Color) {
        let setup: Setup = fen.parse::<Fen>().unwrap().into_setup();
        (setup.board, setup.turn)
    }

    fn fits(pattern: &str, fen: &str) -> bool {
        let (board, turn) = board(fen);
        Placement::parse(pattern).unwrap().fits(&board, turn)
    }

    #[test]
    fn patterns_fit_what_they_say() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        assert!(fits("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", fen));
        assert!(fits("*/*/*/*/*P*/*N??/*/* w", fen));
        assert!(!fits("*/*/*/*/*P*/*N??/*/* b", fen), "the other side is to move");
        assert!(!fits("*/*/*/*/*/*N?/*/*", fen), "one square is behind the knight, two are there");
        assert!(fits("a_!aaaaa/*/*/*/*/*/AAAA1???/*", fen));
        assert!(!fits("*A/*/*/*/*/*/*/*", fen));
        assert!(fits("********r*/*/*/*/*/*/*/*", fen));
    }

    #[test]
    fn bad_patterns_are_told() {
        for (text, why) in [
            ("", "placement"),
            ("8/8", "8 ranks"),
            ("8/8/8/8/8/8/8/7", "7 squares"),
            ("8/8/8/8/8/8/8/k8*", "9 squares"),
            ("8/8/8/8/8/8/8/x7", "`x`"),
            ("8/8/8/8/8/8/8/8 x", "w or b"),
            ("8/8/8/8/8/8/8/8 w KQkq", "only"),
        ] {
            let error = Placement::parse(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
