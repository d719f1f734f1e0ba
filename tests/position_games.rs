//! Soundness of the position rules: no position of a real game is called impossible.
//!
//! By default a sample of the shared games; `SCOREBOOK_THOROUGH=1` takes every position of each, by
//! the quick effort, and every 200th by the full one: some five minutes in a release build.

use std::{fs::File, io, ops::ControlFlow, path::PathBuf};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use scorebook::position::{Case, Effort, Premises, judge};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

struct Sampler {
    /// Of how many positions one is judged.
    every: usize,
    /// Of how many judged ones one is judged by the full effort.
    full: usize,
    seen: usize,
    judged: usize,
    falsely: Vec<String>,
}

impl Sampler {
    fn look(&mut self, position: &Chess) {
        self.seen += 1;
        if !self.seen.is_multiple_of(self.every) {
            return;
        }
        self.judged += 1;
        // Every second look claims the en passant square after any double step.
        let mode = if self.judged.is_multiple_of(2) { EnPassantMode::Legal } else { EnPassantMode::Always };
        let case = Case::from(position.to_setup(mode));
        let effort = if self.judged.is_multiple_of(self.full) { Effort::FULL } else { Effort::QUICK };
        if let Some(refutation) = judge(&Premises::default(), &case, effort) {
            self.falsely.push(format!("{}: {refutation:?}", case.fen()));
        }
    }
}

impl Visitor for Sampler {
    type Tags = Option<Chess>;
    type Movetext = Option<Chess>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *tags = Fen::from_ascii(&value.decode())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
                .filter(|start: &Chess| *start == Chess::default());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<(), Self::Movetext> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        if let Some(position) = movetext {
            match san.san.to_move(position) {
                Ok(m) => {
                    position.play_unchecked(m);
                    self.look(position);
                }
                Err(_) => *movetext = None,
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

#[test]
fn no_position_of_a_game_is_called_impossible() {
    let thorough = std::env::var_os("SCOREBOOK_THOROUGH").is_some();
    for name in ["masters", "lichess", "annotated"] {
        let path: PathBuf =
            [env!("CARGO_MANIFEST_DIR"), "..", "shared", "pgn", &format!("{name}.pgn.zst")].iter().collect();
        let Ok(file) = File::open(&path) else {
            crate::common::skip(format_args!("{} is not there", path.display()));
            continue;
        };
        let (every, full) = if thorough { (1, 200) } else { (197, 16) };
        let mut sampler = Sampler { every, full, seen: 0, judged: 0, falsely: Vec::new() };
        let input = io::BufReader::new(zstd::stream::read::Decoder::new(file).unwrap());
        Reader::new(input).visit_all_games(&mut sampler).unwrap();
        eprintln!("{name}: {} of {} positions judged", sampler.judged, sampler.seen);
        assert_eq!(sampler.falsely, Vec::<String>::new());
        // Each file has tens of thousands of positions.
        assert!(sampler.seen > 10_000, "{name}: {} positions", sampler.seen);
        assert_eq!(sampler.judged, sampler.seen / every, "{name}");
    }
}
