//! What follows the body of a move: marks, promotions, en passant, places.

use shakmaty::{Bitboard, Role};

use super::Parser;
use crate::english::lex::Lexeme;
use crate::skeleton::Mark;

/// The parts after the body of a move.
#[derive(Default)]
pub(super) struct Tail {
    pub(super) mark: Mark,
    pub(super) en_passant: bool,
    pub(super) promotion: Option<Role>,
    /// A word such as "becomes" announces a promotion.
    pub(super) becomes: bool,
    /// The promotion is a name alone, without brackets or a word: behind a piece's move it begins the next one.
    pub(super) is_bare: bool,
    /// A place in brackets or after a slash, after a victim.
    pub(super) place: Option<Bitboard>,
}

impl Parser<'_> {
    /// Parses marks, promotions, en passant and places after the body, in any order, up to the end.
    pub(super) fn tail(&mut self) -> Option<Tail> {
        let mut tail = Tail::default();
        while let Some(token) = self.peek() {
            self.at += 1;
            match token {
                Lexeme::Mark(mark) => tail.mark = both(tail.mark, mark),
                Lexeme::EnPassant => tail.en_passant = true,
                Lexeme::Queens => {
                    tail.becomes = true;
                    tail.promotion = Some(Role::Queen);
                }
                Lexeme::Becomes if matches!(self.peek(), Some(Lexeme::Piece(_))) => tail.becomes = true,
                Lexeme::Becomes | Lexeme::Slash | Lexeme::Open => match self.peek() {
                    // "(2d Q.)": a second queen.
                    Some(Lexeme::Rank(2)) if matches!(self.peek_at(1), Some(Lexeme::Piece(_))) => {
                        self.at += 1
                    }
                    Some(Lexeme::Piece(_) | Lexeme::Rank(_) | Lexeme::From | Lexeme::At)
                        if token != Lexeme::Becomes =>
                    {
                        self.bracket(&mut tail)?;
                    }
                    _ => {}
                },
                Lexeme::At | Lexeme::Close | Lexeme::Own | Lexeme::To => {}
                Lexeme::Piece(role)
                    if role != Role::Pawn && role != Role::King && tail.promotion.is_none() =>
                {
                    tail.promotion = Some(role);
                    tail.is_bare = !tail.becomes;
                }
                _ => return None,
            }
        }
        Some(tail)
    }

    /// A bracket or slash after the body: a promotion or a place.
    fn bracket(&mut self, tail: &mut Tail) -> Option<()> {
        if let (Some(Lexeme::Piece(role)), None | Some(Lexeme::Close | Lexeme::Mark(_))) =
            (self.peek(), self.peek_at(1))
            && role != Role::Pawn
            && role != Role::King
        {
            self.at += 1;
            tail.promotion = Some(role);
            return Some(());
        }
        self.eat(Lexeme::From);
        self.eat(Lexeme::At);
        tail.place = Some(self.place()?);
        Some(())
    }
}

/// Combines two marks on one move: "dbl ch", "dis ch", "ch and mate".
fn both(a: Mark, b: Mark) -> Mark {
    match (a, b) {
        (Mark::None, mark) | (mark, Mark::None) => mark,
        (Mark::Mate, _) | (_, Mark::Mate) => Mark::Mate,
        (Mark::Check, mark) | (mark, Mark::Check) => mark,
        (mark, _) => mark,
    }
}
