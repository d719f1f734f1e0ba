//! Checks a table of perft numbers: `variant, position, depth, nodes` and perhaps `chess960`, tab-separated.
//! The position is `startpos` or `fen …`. Lines with more nodes than the limit are left out.
//!
//! ```text
//! cargo run --release --example perft TABLE [MOST-NODES]
//! ```

use std::time::Instant;

use scorebook_variants::{Position, Rules, perft};

fn main() {
    let mut args = std::env::args().skip(1);
    let table = args.next().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let most: u64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let (mut right, mut wrong, mut left, mut unknown, mut nodes) = (0, 0, 0, 0, 0u64);
    let start = Instant::now();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, place, depth, expected, ..] = fields[..] else { continue };
        let (Ok(depth), Ok(expected)) = (depth.parse::<u32>(), expected.parse::<u64>()) else { continue };
        let Some(rules) = Rules::named(name) else {
            unknown += 1;
            println!("{name}: not known");
            continue;
        };
        if expected > most {
            left += 1;
            continue;
        }
        let rules = Rules { chess960: rules.chess960 || fields.get(4) == Some(&"chess960"), ..rules.clone() };
        let fen = place.strip_prefix("fen ").unwrap_or(&rules.start_fen);
        match Position::from_fen(&rules, fen) {
            Err(error) => println!("{name} {place}: {error}"),
            Ok(position) => {
                let count = perft(&position, depth);
                nodes += count;
                if count == expected {
                    right += 1;
                } else {
                    wrong += 1;
                    println!("{name} {place} depth {depth}: {count}, not {expected}");
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{right} right, {wrong} wrong, {left} above {most} nodes, {unknown} of unknown variants");
    println!("{nodes} nodes in {seconds:.1} s");
}
