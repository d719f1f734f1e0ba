//! How fast games of variants are verified through the public API: [`check`] reads every SAN, holds its check mark to
//! the board, plays the move, and holds the end to the result. Throughput is in plies.
//!
//! What is measured is the processor time of the thread, not the time on the clock: on a busy machine the clock says
//! how many others want the processor.

use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scorebook_random::Random;
use scorebook_variants::{Notation, Position, Rules, check};

/// Processor time of this thread.
struct CpuTime(WallTime);

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}

/// Games of the variant by a fixed rule of thumb: the same ones every time.
fn games(rules: &Rules) -> Vec<Vec<String>> {
    let mut random = Random::new(22);
    let mut game = || {
        let mut position = Position::start(rules);
        let mut sans = Vec::new();
        for _ in 0..100 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            sans.push(position.write_move(Notation::San, mv));
            position.play(mv);
        }
        sans
    };
    (0..20).map(|_| game()).collect()
}

/// Verifies one game; the number of plies that hold.
fn verify(rules: &Rules, sans: &[&str]) -> usize {
    let checked = check(Position::start(rules), Notation::San, sans, None);
    checked.found.first().map_or(sans.len(), |found| found.ply - 1)
}

fn bench(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("verify");
    for name in ["capablanca", "chess", "xiangqi", "shogi", "seirawan"] {
        let Some(rules) = Rules::named(name) else { continue };
        let games = games(rules);
        let games: Vec<Vec<&str>> =
            games.iter().map(|game| game.iter().map(String::as_str).collect()).collect();
        let plies: usize = games.iter().map(Vec::len).sum();
        assert_eq!(games.iter().map(|game| verify(rules, game)).sum::<usize>(), plies, "{name}");
        group.throughput(Throughput::Elements(plies as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| games.iter().map(|game| verify(rules, game)).sum::<usize>());
        });
    }
    group.finish();
}

fn by_processor_time() -> Criterion<CpuTime> {
    Criterion::default().with_measurement(CpuTime(WallTime))
}

criterion_group! {
    name = benches;
    config = by_processor_time();
    targets = bench
}
criterion_main!(benches);
