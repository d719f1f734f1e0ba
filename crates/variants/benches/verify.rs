//! How fast games of variants are verified: every SAN is read, its check mark held to the board, the move played.
//! Throughput is in plies.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scorebook_variants::{Notation, Position, Rules};

/// Games of the variant by a fixed rule of thumb: the same ones every time.
fn games(rules: &Rules) -> Vec<Vec<String>> {
    let mut seed: u64 = 22;
    let mut game = || {
        let mut position = Position::start(rules);
        let mut sans = Vec::new();
        for _ in 0..100 {
            let moves = position.legal_moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
            sans.push(position.write_move(Notation::San, mv));
            position.play(mv);
        }
        sans
    };
    (0..20).map(|_| game()).collect()
}

/// Verifies one game; the number of plies that hold.
fn verify(rules: &Rules, sans: &[String]) -> usize {
    let mut position = Position::start(rules);
    for (ply, san) in sans.iter().enumerate() {
        let Ok(mv) = position.parse_move(Notation::San, san) else { return ply };
        position.play(mv);
        if position.in_check(position.side()) != san.ends_with(['+', '#']) {
            return ply;
        }
        if san.ends_with('#') && position.outcome().is_none() {
            return ply;
        }
    }
    sans.len()
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verify");
    for name in ["capablanca", "chess", "xiangqi", "shogi", "seirawan"] {
        let Some(rules) = Rules::named(name) else { continue };
        let games = games(rules);
        let plies: usize = games.iter().map(Vec::len).sum();
        assert_eq!(games.iter().map(|game| verify(rules, game)).sum::<usize>(), plies, "{name}");
        group.throughput(Throughput::Elements(plies as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| games.iter().map(|game| verify(rules, game)).sum::<usize>());
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
