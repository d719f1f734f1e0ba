//! The second reader: pgn-reader and shakmaty replay the PGN text that is about to be written.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::{San, SanError};
use shakmaty::{Bitboard, CastlingMode, Chess, Move, Position, Rank, Role, Square, attacks, fen::Fen};

use scorebook_core::pass::{Passing, null_move};

/// Checks that the PGN text of one game, read by pgn-reader and shakmaty, leads through `plies` moves to the
/// position `end`.
///
/// # Errors
/// What the second reader found, in words.
///
/// ```
/// use scorebook_export::proof;
/// use shakmaty::{Chess, Position, san::San};
/// let mut end = Chess::default();
/// end.play_unchecked(San::from_ascii(b"e4").unwrap().to_move(&end).unwrap());
/// assert!(proof::agrees("1. e4 *\n", &end, 1).is_ok());
/// // It silently skips what it cannot read, so the number of moves is compared too.
/// assert!(proof::agrees("1. e4 P-K4 *\n", &end, 2).is_err());
/// ```
pub fn agrees(pgn: &str, end: &Chess, plies: usize) -> Result<(), String> {
    next_agrees(&mut Reader::new(pgn.as_bytes()), end, plies)
}

/// Checks the PGN text of several games, one after the other, like [`agrees`] each. `wanted` has the final position and the
/// number of half-moves of each. Where the second reader finds other games than these in the text, it disagrees with each
/// game from there on.
pub fn agree<'w>(pgn: &str, wanted: impl Iterator<Item = (&'w Chess, usize)>) -> Vec<Result<(), String>> {
    let mut reader = Reader::new(pgn.as_bytes());
    wanted.map(|(end, plies)| next_agrees(&mut reader, end, plies)).collect()
}

fn next_agrees(reader: &mut Reader<&[u8]>, end: &Chess, plies: usize) -> Result<(), String> {
    let replay =
        reader.read_game(&mut Replay).map_err(|error| error.to_string())?.ok_or("no game was read")??;
    if replay.plies != plies {
        return Err(format!("{} half-moves were read, {plies} were written", replay.plies));
    }
    if replay.position != *end {
        return Err("the moves lead to another position".to_owned());
    }
    Ok(())
}

/// What [`San::to_move`] finds, without its list of candidates where one man alone can go there.
fn legal(position: &Chess, san: San) -> Result<Move, SanError> {
    sole(position, san).map_or_else(|| san.to_move(position), Ok)
}

/// The move, if it is legal and no other man of its kind comes to that square as the text restricts it; `None` leaves it to
/// [`San::to_move`]: castling, promotion, en passant, and what is wrong.
fn sole(position: &Chess, san: San) -> Option<Move> {
    let San::Normal { role, file, rank, capture: captures, to, promotion: None } = san else { return None };
    let (board, turn) = (position.board(), position.turn());
    let occupied = board.occupied();
    let capture = board.role_at(to);
    if capture.is_some() != captures || position.us().contains(to) {
        return None;
    }
    let reached_from = match role {
        Role::Pawn if Bitboard::BACKRANKS.contains(to) => return None,
        Role::Pawn if captures => attacks::pawn_attacks(!turn, to),
        Role::Pawn => {
            let back = |square: Square| square.offset(turn.fold_wb(-8, 8));
            let near = back(to)?;
            let may_double = to.rank() == turn.fold_wb(Rank::Fourth, Rank::Fifth) && !occupied.contains(near);
            let far = back(near).filter(|_| may_double);
            Bitboard::from(near) | far.map_or(Bitboard::EMPTY, Bitboard::from)
        }
        role => attacks::attacks(to, role.of(turn), occupied),
    };
    let mut men = reached_from & position.our(role);
    if let Some(file) = file {
        men &= Bitboard::from(file);
    }
    if let Some(rank) = rank {
        men &= Bitboard::from(rank);
    }
    let from = men.single_square()?;
    let king = if role == Role::King { to } else { board.king_of(turn)? };
    let after = occupied.without(from).with(to);
    let is_safe = board.attacks_to(king, !turn, after).without(to).is_empty();
    is_safe.then_some(Move::Normal { role, from, capture, to, promotion: None })
}

struct Replay;

struct State {
    position: Chess,
    plies: usize,
}

impl Visitor for Replay {
    type Tags = Option<Fen>;
    type Movetext = State;
    type Output = Result<State, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            match Fen::from_ascii(value.as_bytes()) {
                Ok(fen) => *tags = Some(fen),
                Err(error) => return ControlFlow::Break(Err(error.to_string())),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let position = match tags {
            None => Chess::default(),
            Some(fen) => match fen.into_position(CastlingMode::Chess960) {
                Ok(position) => position,
                Err(error) => return ControlFlow::Break(Err(error.to_string())),
            },
        };
        ControlFlow::Continue(State { position, plies: 0 })
    }

    fn san(&mut self, state: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let read = match san.san {
            San::Null => null_move(&state.position).ok_or("a null move in check".to_owned()),
            san => legal(&state.position, san).map_err(|error| error.to_string()),
        };
        match read {
            Ok(m) => {
                state.position.play_or_pass(m);
                state.plies += 1;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(format!("{san} after {} half-moves: {error}", state.plies))),
        }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, state: Self::Movetext) -> Self::Output {
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of moves, in positions of random games.
    #[test]
    fn what_is_found_without_a_list_is_what_shakmaty_finds() {
        let mut random = scorebook_random::Random::new(110);
        let (mut alone, mut others) = (0, 0);
        for fen in scorebook_random::STARTS {
            let fen: Fen = fen.parse().unwrap();
            let start: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            for _ in 0..3 {
                let mut position = start.clone();
                for _ in 0..80 {
                    let from = *random.pick(&Square::ALL);
                    for (role, to) in Role::ALL.iter().flat_map(|&role| Square::ALL.map(|to| (role, to))) {
                        let files = [None, Some(from.file())];
                        let ranks = [None, Some(from.rank())];
                        for (file, rank) in files.iter().flat_map(|&file| ranks.map(|rank| (file, rank))) {
                            for (capture, promotion) in
                                [(false, None), (true, None), (false, Some(Role::Queen))]
                            {
                                let san = San::Normal { role, file, rank, capture, to, promotion };
                                let expected = san.to_move(&position);
                                let found = sole(&position, san);
                                assert!(
                                    found.is_none() || found.as_ref() == expected.as_ref().ok(),
                                    "{san} in {position:?}"
                                );
                                alone += usize::from(found.is_some());
                                others += usize::from(found.is_none() && expected.is_ok());
                            }
                        }
                    }
                    let legal = position.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    position.play_unchecked(*random.pick(&legal));
                }
            }
        }
        assert!(alone > 20_000 && others * 10 < alone, "{alone} {others}");
    }
}
