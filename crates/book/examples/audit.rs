//! How each dialect's moves read, cell by cell: `audit CELLS.tsv` (a head of dialects, `new` before each game, then a half-move a
//! line: UCI and its text in each dialect). Prints the texts whose move costs much or is not the cheapest.
use std::collections::BTreeMap;

use scorebook_book::board::{Node, Reached};
use scorebook_book::grammar::Grammar;
use shakmaty::{Chess, uci::UciMove};

/// What became of the texts of one dialect.
#[derive(Default)]
struct Sum {
    all: usize,
    bad: usize,
    cost: f32,
    /// The bad ones, ranks aside: how many, and the dearest.
    shapes: BTreeMap<String, (usize, f32)>,
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1])?;
    let grammar = args
        .get(2)
        .map_or(Grammar::of("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4"), |sample| Grammar::of(sample));
    println!("{}", grammar.name());
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').skip(1).collect();
    let mut node = Node::new(Chess::default());
    let mut known = Reached::start(&Chess::default());
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    for line in lines {
        if line == "new" {
            node = Node::new(Chess::default());
            known = Reached::start(&Chess::default());
            continue;
        }
        let mut cells = line.split('\t');
        let m = cells.next().unwrap_or_default().parse::<UciMove>()?.to_move(node.position())?;
        for (name, cell) in names.iter().zip(cells) {
            let mut chars: Vec<char> = cell.chars().collect();
            chars.extend("   \n".chars());
            let (mut own, mut other) = (99.0_f32, 99.0_f32);
            for said in grammar.read(&chars, 0) {
                let rest = cell.chars().skip(said.end as usize).filter(|c| c.is_alphanumeric()).count();
                node.fits(&said.desc, |at, cost| {
                    let best = if node.legal[at].m == m { &mut own } else { &mut other };
                    *best = best.min(said.cost + cost + 2.0 * rest as f32);
                });
            }
            let sum = sums.entry(name).or_default();
            sum.all += 1;
            sum.cost += own.min(10.0);
            if own > 1.0 || own >= other {
                sum.bad += 1;
                let shape = cell.replace(['1', '2', '3', '4', '5', '6', '7', '8'], "1");
                let seen = sum.shapes.entry(shape).or_default();
                seen.0 += 1;
                seen.1 = seen.1.max(own);
            }
        }
        let reached = node.reached(&known, m);
        node = node.after(m, &reached);
        known = reached;
    }
    for (name, Sum { all, bad, cost, shapes }) in sums {
        println!("{name}: {bad} of {all}, {:.3} a move", cost / all as f32);
        let mut shapes: Vec<_> = shapes.into_iter().collect();
        shapes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (shape, (count, worst)) in shapes.iter().take(12) {
            println!("    {count:4} {worst:5.1} {shape}");
        }
    }
    Ok(())
}
