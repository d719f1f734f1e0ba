//! The reference for `verify`: pgn-reader and shakmaty replay a file with full legality, or with
//! `--tokens` only cut it into tokens. A plain program, timed as a whole process by `peers.sh`.

use std::fs::File;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

struct Legality {
    illegal: u64,
    plies: u64,
}

impl Visitor for Legality {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *tags = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.illegal += 1;
                ControlFlow::Break(())
            }
        }
    }

    fn end_game(&mut self, _: Chess) {}
}

struct Tokens(u64);

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let tokens = args.iter().any(|arg| arg == "--tokens");
    for path in args.iter().filter(|arg| !arg.starts_with("--")) {
        let mut reader = Reader::new(File::open(path)?);
        if tokens {
            let mut visitor = Tokens(0);
            while reader.read_game(&mut visitor)?.is_some() {}
            println!("{} half-moves cut", visitor.0);
        } else {
            let mut visitor = Legality { illegal: 0, plies: 0 };
            while reader.read_game(&mut visitor)?.is_some() {}
            println!("{} half-moves proven, {} games with an illegal move", visitor.plies, visitor.illegal);
        }
    }
    Ok(())
}
