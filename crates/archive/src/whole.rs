//! What a question asks of a whole game: positions that it comes through, and tags that have no column.

use std::cell::OnceCell;

use shakmaty::{Board, Color, Piece, Position, Role, Square};

use super::query::{Operator, Test};
use super::stored::{Stored, VariantRules};
use crate::game::Tags;
use crate::international::Move16;

/// A test of a whole game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GameTest {
    /// A position of the mainline fits the pattern (or none does).
    Fen(Pattern, bool),
    /// A position of the mainline has this material (or none has).
    Material(Material, bool),
    /// The tag of that name stands so to the test.
    Tag(String, Test),
}

/// A game of which that is asked. Its moves are replayed at most once, and only if they are needed.
pub(super) struct Game<'a> {
    pub tags: &'a Tags,
    pub moves: &'a dyn Fn() -> Vec<Move16>,
    positions: OnceCell<Vec<(Board, Color)>>,
}

impl<'a> Game<'a> {
    pub fn new(tags: &'a Tags, moves: &'a dyn Fn() -> Vec<Move16>) -> Game<'a> {
        Game { tags, moves, positions: OnceCell::new() }
    }

    /// Whether a game of an archive passes; none of a game that is kept as text has proven positions.
    pub fn stored(game: &Stored, test: &GameTest) -> bool {
        Game::new(&game.tags, &|| game.line().to_vec()).passes(test)
    }

    pub fn passes(&self, test: &GameTest) -> bool {
        match test {
            GameTest::Fen(pattern, positive) => {
                self.positions().iter().any(|(board, turn)| pattern.fits(board, *turn)) == *positive
            }
            GameTest::Material(material, positive) => {
                self.positions().iter().any(|(board, _)| material.fits(board)) == *positive
            }
            GameTest::Tag(name, test) => match self.tags.get(name) {
                None => test.absent(),
                Some(text) => match (test, text.trim().parse()) {
                    (Test::Number(operator, asked), Ok(number)) => operator.holds(u32::cmp(&number, asked)),
                    _ => test.text(text),
                },
            },
        }
    }

    /// The positions of the mainline as far as it is proven, the first one too.
    fn positions(&self) -> &[(Board, Color)] {
        self.positions.get_or_init(|| {
            let start = VariantRules::of(self.tags).and_then(|rules| rules.start(self.tags).ok());
            let Some(mut position) = start else { return Vec::new() };
            let mut all = vec![(position.board().clone(), position.turn())];
            for word in (self.moves)() {
                let Some(m) = word.to_move(&position) else { break };
                position.play_unchecked(m);
                all.push((position.board().clone(), position.turn()));
            }
            all
        })
    }
}

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
pub(super) struct Pattern {
    /// From the eighth rank down.
    ranks: Vec<Vec<Part>>,
    turn: Option<Color>,
}

impl Pattern {
    /// # Errors
    /// In words, what is wrong with it.
    pub fn parse(text: &str) -> Result<Pattern, String> {
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
        Ok(Pattern { ranks, turn })
    }

    fn fits(&self, board: &Board, turn: Color) -> bool {
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

/// Pieces of both sides, pawn to queen.
type Counts = [[u8; 5]; 2];

/// The pieces on the board: `KRPvKR` for either side, or `KRPkr` with White's in capitals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Material {
    /// White's, Black's; or one side's and the other's.
    sides: Counts,
    either: bool,
    /// Whether there may be more on the board.
    least: bool,
}

impl Material {
    /// # Errors
    /// In words, what is wrong with it.
    pub fn parse(text: &str, least: bool) -> Result<Material, String> {
        let wrong =
            || format!("`{text}` is no material: write KRPvKR (either side), or KRPkr (White's in capitals)");
        let either = text.split_once('v');
        let mut sides = Counts::default();
        let halves = either.map_or(vec![text], |(one, other)| vec![one, other]);
        for (half, letters) in halves.into_iter().enumerate() {
            for c in letters.chars() {
                let piece = Piece::from_char(c).ok_or_else(wrong)?;
                if either.is_some() && piece.color.is_black() {
                    return Err(wrong());
                }
                let side = if either.is_some() { half } else { piece.color.fold_wb(0, 1) };
                if piece.role != Role::King {
                    sides[side][piece.role as usize - 1] += 1;
                }
            }
        }
        if text.is_empty() || sides.iter().flatten().any(|&count| count > 10) {
            return Err(wrong());
        }
        Ok(Material { sides, either: either.is_some(), least })
    }

    fn fits(&self, board: &Board) -> bool {
        let found = counts(board);
        let holds = |asked: &Counts| {
            let mut pairs = asked.iter().flatten().zip(found.iter().flatten());
            if self.least { pairs.all(|(asked, found)| asked <= found) } else { pairs.all(|(a, f)| a == f) }
        };
        holds(&self.sides) || self.either && holds(&[self.sides[1], self.sides[0]])
    }
}

fn counts(board: &Board) -> Counts {
    Color::ALL.map(|color| {
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        roles.map(|role| (board.by_color(color) & board.by_role(role)).count() as u8)
    })
}

/// The test that a comparison with a whole game makes; in words, why there is none.
pub(super) fn whole(field: &str, operator: Operator, value: &str) -> Option<Result<GameTest, String>> {
    let positive = matches!(operator, Operator::Is | Operator::Has);
    let least = matches!(operator, Operator::Has | Operator::HasNot);
    let is_equality = least || matches!(operator, Operator::Is | Operator::IsNot);
    if let Some(name) = field.strip_prefix("tag:") {
        return Some(tag(operator, value).map(|test| GameTest::Tag(name.to_owned(), test)));
    }
    let made = match field.to_ascii_lowercase().as_str() {
        "fen" => Pattern::parse(value).map(|pattern| GameTest::Fen(pattern, positive)),
        "material" => Material::parse(value, least).map(|material| GameTest::Material(material, positive)),
        _ => return None,
    };
    Some(if is_equality { made } else { Err(format!("`{field}` can be asked for by = != ~ !~ only")) })
}

fn tag(operator: Operator, value: &str) -> Result<Test, String> {
    let positive = matches!(operator, Operator::Is | Operator::Has);
    match operator {
        Operator::Has | Operator::HasNot => Ok(Test::Has(value.to_lowercase(), positive)),
        Operator::Is | Operator::IsNot => Ok(Test::Is(value.to_owned(), positive)),
        _ => value
            .parse()
            .map(|number| Test::Number(operator, number))
            .map_err(|_| format!("`{value}` is no number")),
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
        Pattern::parse(pattern).unwrap().fits(&board, turn)
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
            let error = Pattern::parse(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
        assert!(
            ["", "KXvK", "KRvkr", "krvKR", "KPPPPPPPPPPPvK"]
                .iter()
                .all(|text| Material::parse(text, false).is_err())
        );
    }

    #[test]
    fn material_is_of_either_side_or_by_color() {
        let (white_up, _) = board("4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1");
        let (black_up, _) = board("4k2r/p7/8/8/8/8/8/R3K3 w - - 0 1");
        let fits = |text: &str, least, board: &Board| Material::parse(text, least).unwrap().fits(board);
        assert!(fits("KRPvKR", false, &white_up) && fits("KRPvKR", false, &black_up));
        assert!(fits("KRvKRP", false, &white_up));
        assert!(fits("KRPkr", false, &white_up) && !fits("KRPkr", false, &black_up));
        assert!(!fits("KRvKR", false, &white_up) && fits("RvR", true, &white_up));
        assert!(!fits("Qv", true, &white_up) && fits("v", true, &white_up));
    }
}
