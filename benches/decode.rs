//! Decoding speed: clean English descriptive games, plies a second on one core, beside pgn-reader +
//! shakmaty reading the same games as SAN.

use std::borrow::Cow;
use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use scorebook::decode::{Decoder, NotationChoice, Options};
use scorebook::lineage::Lineage;
use scorebook::notation;
use scorebook::record::{Cell, CellLine, Draft};
use scorebook_random::Random;
use shakmaty::{Chess, Move, Position};

/// Games of the shared corpus if it is there, else random ones.
fn games(most: usize) -> Vec<Vec<Move>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pgn/masters.pgn.zst");
    match std::fs::File::open(path) {
        Ok(file) => from_pgn(file, most),
        Err(_) => {
            eprintln!("no shared corpus: random games");
            (0..most as u64).map(random).collect()
        }
    }
}

struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Chess, Vec<Move>);
    type Output = Vec<Move>;
    fn begin_tags(&mut self) -> ControlFlow<Vec<Move>, ()> {
        ControlFlow::Continue(())
    }
    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<Vec<Move>> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<Move>, (Chess, Vec<Move>)> {
        ControlFlow::Continue((Chess::default(), Vec::new()))
    }
    fn san(&mut self, (position, moves): &mut (Chess, Vec<Move>), san: SanPlus) -> ControlFlow<Vec<Move>> {
        match san.san.to_move(position) {
            Ok(m) => {
                position.play_unchecked(m);
                moves.push(m);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(std::mem::take(moves)),
        }
    }
    fn end_game(&mut self, (_, moves): (Chess, Vec<Move>)) -> Vec<Move> {
        moves
    }
}

fn from_pgn(file: std::fs::File, most: usize) -> Vec<Vec<Move>> {
    let mut reader = Reader::new(zstd::Decoder::new(file).expect("zstd"));
    std::iter::from_fn(|| reader.read_game(&mut Moves).expect("readable")).take(most).collect()
}

fn random(seed: u64) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut position = Chess::default();
    let mut moves = Vec::new();
    while moves.len() < 120 {
        let Some(m) = random.legal_move(&position) else { break };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

fn written(notation: &str, moves: &[Move]) -> Vec<String> {
    let notation = notation::find(notation).expect("in the table");
    let mut position = Chess::default();
    let mut lineage = Lineage::new(&position);
    moves
        .iter()
        .map(|&m| {
            let text = notation.write(&position, &lineage, m).expect("written");
            lineage.play(&position, m);
            position.play_unchecked(m);
            text
        })
        .collect()
}

fn draft(texts: &[String]) -> Draft<'_> {
    let cells =
        texts.iter().map(|text| Cell { text: Cow::Borrowed(text.as_str()), ..Cell::default() }).collect();
    Draft { mainline: CellLine { cells, ..CellLine::default() }, ..Draft::default() }
}

fn decode(c: &mut Criterion) {
    let games = games(400);
    let plies: usize = games.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group("decode");
    group.sample_size(20).throughput(Throughput::Elements(plies as u64));
    for name in ["english", "staunton"] {
        let texts: Vec<Vec<String>> = games.iter().map(|moves| written(name, moves)).collect();
        let drafts: Vec<Draft<'_>> = texts.iter().map(|texts| draft(texts)).collect();
        for (how, from) in [
            ("named", NotationChoice::Notation(notation::find("english").expect("in the table"))),
            ("auto", NotationChoice::Auto),
        ] {
            let mut decoder = Decoder::new(Options { from, ..Options::default() });
            group.bench_function(format!("{name}/{how}"), |b| {
                b.iter(|| {
                    for (draft, moves) in drafts.iter().zip(&games) {
                        let reading = decoder.decode(black_box(draft));
                        assert_eq!(reading.game.line.plies.len(), moves.len());
                    }
                });
            });
        }
    }
    group.bench_function("floor: legal moves and play by shakmaty", |b| {
        b.iter(|| {
            for moves in &games {
                let mut position = Chess::default();
                for &m in moves {
                    black_box(position.legal_moves());
                    position.play_unchecked(m);
                }
                black_box(&position);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
