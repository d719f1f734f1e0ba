//! Moves as text: one file a notation. Every reader turns a text into a [`wish::Wish`]; one search finds the
//! move it names, or says why there is none.

mod courier;
mod san;
mod shogi;
mod uci;
pub(crate) mod wish;

use crate::geometry::Square;
use crate::kinds::PieceKind;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::WallRule;
use crate::why::WhyNot;
use wish::{Name, Way, Wish};

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Standard algebraic notation as Fairy-Stockfish and pychess write it: `Nf3`, `P@e4`, `Qxd5/E`.
    San,
    /// Squares of departure and arrival: `e2e4`, `P@e4`, `e7e8q`.
    Uci,
    /// The same for games like shogi, with their squares: `7g7f`, `P*5e`, `2b3c+`.
    Usi,
    /// Shogi as westerners write it, squares in figures: `P-76`, `Bx22+`, `P*55`.
    Shogi,
    /// Game Courier's: `P e2-e4`, `P*e4`, `K e1-g1; R h1-f1`, with comments after `//`.
    Courier,
}

impl Notation {
    /// The name in options: `san`, `uci`, `usi`, `shogi`, `courier`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Notation::San => "san",
            Notation::Uci => "uci",
            Notation::Usi => "usi",
            Notation::Shogi => "shogi",
            Notation::Courier => "courier",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Notation::San => "standard algebraic notation of the variant",
            Notation::Uci => "the squares of departure and arrival",
            Notation::Usi => "the same with the squares of shogi: 7g7f, B*5e",
            Notation::Shogi => "shogi as westerners write it: P-76, Bx22+",
            Notation::Courier => "Game Courier: a label and coordinates, P e2-e4",
        }
    }

    /// The notation of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name)
    }

    /// Every notation.
    pub const ALL: [Notation; 5] =
        [Notation::San, Notation::Uci, Notation::Usi, Notation::Shogi, Notation::Courier];
}

impl Position<'_> {
    /// Writes a legal move.
    #[must_use]
    pub fn write_move(&self, notation: Notation, mv: Move) -> String {
        match notation {
            Notation::San => san::write(self, mv),
            Notation::Uci => uci::write(self, mv, uci::Squares::Letters),
            Notation::Usi => uci::write(self, mv, uci::Squares::Shogi),
            Notation::Shogi | Notation::Courier if mv.lone_wall().is_some() => format!("pass{}", wall(mv)),
            Notation::Shogi => shogi::write(self, mv.without_wall()) + &wall(mv),
            Notation::Courier => courier::write(self, mv.without_wall()) + &wall(mv),
        }
    }

    /// Reads a move.
    ///
    /// # Errors
    /// In words, why the text is no move, or no legal one.
    pub fn parse_move(&self, notation: Notation, text: &str) -> Result<Move, WhyNot> {
        if let Some(outcome) = self.immediate_end() {
            return Err(WhyNot::Over(outcome));
        }
        let wish = match notation {
            Notation::San => san::read(self, text),
            Notation::Uci => uci::read(self, text, uci::Squares::Letters),
            Notation::Usi => uci::read(self, text, uci::Squares::Shogi),
            Notation::Shogi => self.read_walled(text, shogi::read),
            Notation::Courier => self.read_walled(text, courier::read),
        }?;
        wish::find(self, &wish)
    }

    /// Reads a text with the square of a wall behind a comma, where the rules set walls.
    fn read_walled(
        &self,
        text: &str,
        read: impl Fn(&Position<'_>, &str) -> Result<Wish, WhyNot>,
    ) -> Result<Wish, WhyNot> {
        let text = text.split("//").next().unwrap_or(text);
        let parted = text.rsplit_once(',').filter(|_| self.rules().walls.rule != WallRule::None);
        let Some((text, wall)) = parted else { return read(self, text) };
        let at = Square::parse(wall.trim()).ok_or_else(|| WhyNot::Unreadable(text.trim().to_string()))?;
        if self.rules().walls.or_move && matches!(text.trim(), "" | "pass" | "--") {
            return Ok(Wish::new(Name::PieceKind(PieceKind::WALL), Way::Drop(at)));
        }
        Ok(Wish { gate: Some((PieceKind::WALL, Some(at))), ..read(self, text)? })
    }
}

/// The wall of a move behind a comma; nothing if it sets none.
fn wall(mv: Move) -> String {
    mv.wall().or(mv.lone_wall()).map_or_else(String::new, |at| format!(",{at}"))
}
