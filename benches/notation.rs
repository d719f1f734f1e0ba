//! The cost of one cell: reading its text in each notation, and writing it.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scorebook::lineage::Lineage;
use scorebook::notation;
use shakmaty::{Chess, Move, Position};

/// A game of sixty half-moves that a fixed rule picks.
fn game() -> Vec<(Chess, Lineage, Move)> {
    let mut position = Chess::default();
    let mut lineage = Lineage::new(&position);
    let mut game = Vec::new();
    for ply in 0..60_usize {
        let legal = position.legal_moves();
        let Some(&m) = legal.get((ply * 7 + 3) % legal.len().max(1)) else { break };
        game.push((position.clone(), lineage, m));
        lineage.play(&position, m);
        position.play_unchecked(m);
    }
    game
}

fn read(criterion: &mut Criterion) {
    let game = game();
    let mut group = criterion.benchmark_group("read");
    for notation in notation::TABLE.iter().filter(|notation| notation.writes()) {
        let cells: Vec<_> = game
            .iter()
            .filter_map(|(position, lineage, m)| {
                Some((notation.write(position, lineage, *m)?, position.turn()))
            })
            .collect();
        group.throughput(Throughput::Elements(cells.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(notation.name()), |bencher| {
            bencher.iter(|| {
                for (text, side) in &cells {
                    black_box(notation.read(black_box(text), *side));
                }
            });
        });
    }
}

fn write(criterion: &mut Criterion) {
    let game = game();
    let mut group = criterion.benchmark_group("write");
    group.throughput(Throughput::Elements(game.len() as u64));
    for name in ["san", "uci", "long", "san-ru", "bell", "spanish", "english"] {
        let Some(notation) = notation::find(name) else { continue };
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (position, lineage, m) in &game {
                    black_box(notation.write(position, lineage, *m));
                }
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1)).warm_up_time(std::time::Duration::from_millis(200));
    targets = read, write
}
criterion_main!(benches);
