//! `verify` in its parts on master games: the lexer, the proof, and the reference's proof.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scorebook::record::pgn::Lexer;
use scorebook::verify::{self, Options};

/// Some megabytes of master games, or else the fixture over and over.
fn corpus() -> Vec<u8> {
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pgn/masters.pgn.zst");
    if let Ok(packed) = std::fs::read(shared)
        && let Ok(mut text) = zstd::decode_all(packed.as_slice())
    {
        text.truncate(4 << 20);
        return text;
    }
    include_bytes!("../fixtures/pgn/clean.pgn").repeat(200)
}

fn lex(bytes: &[u8]) -> usize {
    let mut lexer = Lexer::new(bytes);
    let mut count = 0;
    while lexer.begin_game() {
        while let Some(token) = lexer.next_token() {
            black_box(token);
            count += 1;
        }
    }
    count
}

fn prove(bytes: &[u8], options: &Options) -> u32 {
    let mut lexer = Lexer::new(bytes);
    let mut plies = 0;
    while lexer.begin_game() {
        plies += verify::game(&mut lexer, options).plies;
    }
    plies
}

fn benches(c: &mut Criterion) {
    let bytes = corpus();
    let mut group = c.benchmark_group("verify");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("lex", |b| b.iter(|| lex(black_box(&bytes))));
    let options = Options::default();
    group.bench_function("prove", |b| b.iter(|| prove(black_box(&bytes), &options)));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
