//! The cost of judging a start by the rules, without a proof game.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use scorebook::position::{Case, Effort, Premises, judge};

const CASES: [(&str, &str); 5] = [
    ("opening", "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"),
    ("middlegame", "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 5 12"),
    ("endgame", "8/5pk1/6p1/8/4P3/5P1P/1r4PK/R7 w - - 0 40"),
    ("random", "R3b1r1/Rrb3nR/2pk2Br/1bnr4/2bpqN2/2PB1N1q/6Q1/1Q2K1n1 w - - 0 1"),
    ("smullyan", "r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b k - 0 1"),
];

fn judging(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("judge");
    for (name, fen) in CASES {
        let Ok(case) = Case::from_fen(fen) else { continue };
        let premises = Premises::suiting(&case);
        group.bench_with_input(BenchmarkId::new("quick", name), &case, |bencher, case| {
            bencher.iter(|| judge(black_box(&premises), black_box(case), Effort::QUICK));
        });
    }
    group.finish();
}

criterion_group!(benches, judging);
criterion_main!(benches);
