//! Fits the prices of handwriting and of the forms of moves to score sheets: reads each with the present prices, counts what
//! was taken for what and which form was written, and prints both tables anew. Repeat until nothing changes.
//!
//! `cargo run --release -p scorebook-search --example fit DIR OUT [without GAME]` writes OUT/handwriting.tsv and OUT/algebraic.tsv,
//! and begins with those that are there.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use scorebook_search::channel::Change;
use scorebook_search::lattice::Said;
use scorebook_search::{Channel, Grammar, Prices, Record, search::search_records};
use shakmaty::{Chess, Position};

const LETTERS: [&str; 6] = ["P", "N", "B", "R", "Q", "K"];
/// Half-moves that are less sure teach nothing.
const SURE: f32 = 0.9;
/// How many observations the present prices are worth.
const PRIOR: f32 = 6.0;
/// The signs that moves are written with.
const SIGNS: &str = "abcdefghKQRBNOPx0123456789=-/+#o:.()nkqr";

fn sheet(path: &Path) -> Record {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().skip(1).flat_map(|line| {
        let mut fields = line.split(',').skip(1);
        [fields.next().unwrap_or(""), fields.next().unwrap_or("")]
    });
    let mut record = Record::of_texts(rows);
    while record.cells.last().is_some_and(|cell| cell.is_empty()) {
        record.cells.pop();
    }
    record
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (dir, out) = (&args[0], &args[1]);
    let without = args.iter().position(|arg| arg == "without").map(|at| args[at + 1].clone());
    let read = |name: &str, standard: &str| {
        std::fs::read_to_string(format!("{out}/{name}")).unwrap_or_else(|_| standard.to_owned())
    };
    let hand = read("handwriting.tsv", include_str!("../data/prior/handwriting.tsv"));
    let forms = read("algebraic.tsv", include_str!("../data/prior/algebraic.tsv"));
    let channel = Channel::from_table(&hand);
    let grammar = Grammar::from_table(LETTERS, &forms);
    let mut files: Vec<_> =
        std::fs::read_dir(dir).expect("DIR").filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "csv"));
    files.retain(|path| {
        let name = path.file_stem().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
        without.as_ref().is_none_or(|game| name.split('_').next() != Some(game))
    });
    files.sort();
    let mut changes: BTreeMap<Change, f32> = BTreeMap::new();
    let mut written: BTreeMap<usize, f32> = BTreeMap::new();
    let (mut cost, mut plies) = (0.0, 0);
    for path in &files {
        let record = sheet(path);
        let lattice = search_records(
            std::slice::from_ref(&record),
            &Chess::default(),
            &grammar,
            &channel,
            &Prices::default(),
        );
        cost += lattice.end().map_or(0.0, |end| end.1);
        let mut position = Chess::default();
        for ply in lattice.best() {
            plies += 1;
            let legal = position.legal_moves();
            let at = legal.iter().position(|mv| *mv == ply.mv).expect("legal");
            let look = grammar.looks(position.turn(), &legal)[at];
            position.play_unchecked(ply.mv);
            let Said::Cell(cell) = ply.said[0] else { continue };
            let text = &record.cells[cell as usize][0].text;
            if ply.chance < SURE || ply.cost - ply.surprise >= Prices::default().misfit {
                continue;
            }
            let mut spelled = Vec::new();
            grammar.spell(&look, &mut spelled);
            let costs = spelled.iter().map(|(spelling, price)| price + channel.cost(spelling, text, 20.0));
            let best = costs.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a spelling").0;
            for change in channel.align(&spelled[best].0, text) {
                *changes.entry(change).or_default() += 1.0;
            }
            if look.promotion.is_none() {
                *written.entry(grammar.form_line(&look, best)).or_default() += 1.0;
            }
        }
    }
    println!("{plies} half-moves, {:.3} nats each", cost / plies as f32);
    std::fs::write(format!("{out}/handwriting.tsv"), hand_table(&changes)).expect("OUT");
    std::fs::write(format!("{out}/algebraic.tsv"), form_table(&written)).expect("OUT");
}

fn hand_table(changes: &BTreeMap<Change, f32>) -> String {
    let mut table = String::from(
        "# What a hand's sign is taken for, in nats: `pair` (written, read), `gap` (added or left out), otherwise by kind.\n# Fitted by examples/fit.rs.\n",
    );
    let seen = |change: Change| changes.get(&change).copied().unwrap_or_default();
    let prior = Channel::from_table(include_str!("../data/prior/handwriting.tsv"));
    table.push_str("same-letter\t\t2.0\nkind\t\t6.4\nany\t\t8.0\ngap\t\t6.4\n");
    for sign in SIGNS.chars() {
        let as_is = seen(Change::Taken(sign, sign)) + PRIOR;
        let gaps = seen(Change::LeftOut(sign)) + seen(Change::Added(sign));
        let gap = -((gaps + PRIOR * (-prior.gap_price(sign)).exp()) / as_is).ln();
        writeln!(table, "gap\t{sign}\t{gap:.2}").expect("memory");
        for other in SIGNS.chars().filter(|&other| other != sign) {
            let taken = seen(Change::Taken(sign, other));
            let new = (-((taken + PRIOR * (-prior.taken_price(sign, other)).exp()) / as_is).ln()).max(2.0);
            // Only what differs from the price of its kind is a row.
            if taken > 0.0 || prior.taken_price(sign, other) < 6.0 {
                writeln!(table, "pair\t{sign}{other}\t{new:.2}").expect("memory");
            }
        }
    }
    table
}

fn form_table(written: &BTreeMap<usize, f32>) -> String {
    let forms = include_str!("../data/prior/algebraic.tsv");
    form_rows(forms, written)
}

fn form_rows(forms: &str, written: &BTreeMap<usize, f32>) -> String {
    let mut most: BTreeMap<&str, f32> = BTreeMap::new();
    for (line, text) in forms.lines().enumerate() {
        let kind = text.split('\t').next().unwrap_or("");
        let seen = written.get(&line).copied().unwrap_or_default() + PRIOR;
        let best = most.entry(kind).or_default();
        *best = best.max(seen);
    }
    let mut table = String::new();
    for (line, text) in forms.lines().enumerate() {
        let fields: Vec<&str> = text.split('\t').collect();
        match fields[..] {
            [kind, form, price] if !kind.starts_with('#') && !kind.starts_with("promotion") => {
                let price: f32 = price.parse().expect("a price");
                let seen = written.get(&line).copied().unwrap_or_default() + PRIOR * (-price).exp();
                let fitted = (-(seen / most[kind]).ln()).max(0.0);
                // Half of what a hand prefers is its own habit, which another hand need not have.
                let new = (fitted + price) / 2.0;
                writeln!(table, "{kind}\t{form}\t{new:.2}").expect("memory");
            }
            _ => writeln!(table, "{text}").expect("memory"),
        }
    }
    table
}
