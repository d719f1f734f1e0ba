//! Makes `crates/likely/src/light.bin`, the model of the archive's dense codec, `weights.bin` beside it, that of
//! `densest` and of `convert`, and `crates/archive/src/words.dict`, the dictionary of the codec `zstd`.
//!
//! ```text
//! cargo run --release --features train --bin train-dense -- \
//!     ../shared/pgn/masters.pgn.zst crates/likely/src/weights.bin
//! cargo run --release --features train --bin train-dense -- \
//!     ../shared/pgn/masters.pgn.zst crates/likely/src/light.bin
//! cargo run --release --features train --bin train-dense -- \
//!     ../shared/pgn/masters.pgn.zst crates/archive/src/words.dict
//! ```
//!
//! Trains on every second game of the file, from the first; the others are for measuring. The same input
//! gives the same output, byte for byte.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use scorebook::international::Move16;
use scorebook::likely::train::{Options, train, train_light};
use shakmaty::{CastlingMode, Chess, Move, Position};

/// Collects the moves of games from the starting position.
struct Collector;

/// The position and moves so far; reading stops at the first unreadable move.
struct Game {
    usual: bool,
    position: Chess,
    moves: Vec<Move>,
}

impl Visitor for Collector {
    type Tags = bool;
    type Movetext = Game;
    type Output = Option<Vec<Move>>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, bool> {
        ControlFlow::Continue(true)
    }

    fn tag(&mut self, usual: &mut bool, name: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
        *usual &= !matches!(name, b"FEN" | b"Variant");
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, usual: bool) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(Game { usual, position: Chess::default(), moves: Vec::new() })
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(&game.position) {
            Ok(m) if game.usual => {
                game.position.play_unchecked(m);
                game.moves.push(m);
            }
            _ => game.usual = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Self::Output {
        game.usual.then_some(game.moves)
    }
}

/// Bytes of the dictionary.
const DICTIONARY: usize = 32 << 10;

/// A zstd dictionary trained on the 16-bit moves of these games.
fn dictionary(games: &[Vec<Move>]) -> Result<Vec<u8>> {
    let words = |game: &Vec<Move>| -> Vec<u8> {
        game.iter()
            .filter_map(|&m| Move16::of(m, CastlingMode::Standard))
            .flat_map(|word| word.to_bytes())
            .collect()
    };
    let games: Vec<Vec<u8>> = games.iter().map(words).collect();
    Ok(zstd::dict::from_samples(&games, DICTIONARY)?)
}

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let (input, output) = args.next().zip(args.next()).context("usage: train-dense GAMES.pgn[.zst] OUT")?;
    let file = fs::File::open(&input).with_context(|| format!("cannot open {}", input.display()))?;
    let text: Box<dyn std::io::Read> = match input.extension() {
        Some(zst) if zst == "zst" => Box::new(zstd::Decoder::new(file)?),
        _ => Box::new(file),
    };
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    let mut number = 0;
    while let Some(game) = reader.read_game(&mut Collector)? {
        if number % 2 == 0 {
            games.extend(game);
        }
        number += 1;
    }
    eprintln!("training on {} of {number} games", games.len());
    if output.extension().is_some_and(|extension| extension == "dict") {
        let dictionary = dictionary(&games)?;
        return fs::write(&output, dictionary).with_context(|| format!("cannot write {}", output.display()));
    }
    let train = if output.file_name().is_some_and(|name| name == "light.bin") { train_light } else { train };
    let bytes =
        train(&games, Options::default(), |epoch, bits| eprintln!("epoch {epoch}: {bits:.4} bits a move"));
    fs::write(&output, bytes).with_context(|| format!("cannot write {}", output.display()))
}
