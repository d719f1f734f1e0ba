//! How long each stage takes: `stages BOOK.txt`.
use scorebook_book::{book, columns, grammar::Grammar, prices::Prices, print::Print};
use std::time::Instant;
fn main() -> anyhow::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let bytes = std::fs::read(path)?;
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
    let grammar = Grammar::of(&text);
    let at = Instant::now();
    let pieces = columns::pieces(&text, grammar);
    eprintln!("columns {:?}", at.elapsed());
    let print = Print::new(&text, &pieces);
    let at = Instant::now();
    let e = book::evidence(print.clone(), grammar);
    eprintln!(
        "evidence {:?} tokens {} said {} chars {}",
        at.elapsed(),
        e.tokens.all.len(),
        e.tokens.all.iter().map(|t| t.said.len()).sum::<usize>(),
        e.print.chars.len()
    );
    eprintln!("starts {}", book::starts(&e).len());
    let at = Instant::now();
    let b = book::read(print, grammar, &Prices::default());
    eprintln!("all {:?} games {}", at.elapsed(), b.games.len());
    Ok(())
}
