//! The second reader: pgn-reader and shakmaty replay the PGN text that is about to be written.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, fen::Fen};

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
            san => san.to_move(&state.position).map_err(|error| error.to_string()),
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
