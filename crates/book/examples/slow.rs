//! How long each game takes to read: `slow BOOK.txt [SECONDS]`.
use rayon::prelude::*;
use scorebook_book::{book, columns, decode, grammar::Grammar, prices::Prices, print::Print};
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
    let at = Instant::now();
    let e = book::evidence(Print::new(&text, &pieces), grammar);
    eprintln!(
        "evidence {:?} rows {} tokens {} said {}",
        at.elapsed(),
        e.print.rows.len(),
        e.tokens.all.len(),
        e.tokens.all.iter().map(|t| t.said.len()).sum::<usize>()
    );
    let starts = book::starts(&e);
    eprintln!(
        "starts {} sure {} likely {}",
        starts.len(),
        starts.iter().filter(|s| s.sure).count(),
        starts.iter().filter(|s| s.likely).count()
    );
    let last = e.print.chars.len() as u32 - 1;
    let all = Instant::now();
    starts.par_iter().for_each(|s| {
        let next = starts
            .iter()
            .filter(|o| o.likely && o.place > s.place + 150)
            .map(|o| o.place)
            .next()
            .unwrap_or(last);
        let at = Instant::now();
        let r = decode::read(&e, &Prices::default(), s.begin, next);
        let t = at.elapsed().as_secs_f32();
        println!(
            "{:.2} {} {} {} len {} plies {:?} gain {:?} at {:.0} {}",
            t,
            s.place,
            s.sure,
            s.likely,
            next - s.place,
            r.as_ref().map(|r| r.steps.len()),
            r.as_ref().map(|r| r.gain() as i32),
            all.elapsed().as_secs_f32(),
            e.print.text(e.print.row_of[s.place as usize] as usize)
        );
    });
    Ok(())
}
