//! Reads a book and writes its games: `read_book BOOK.txt OUT.pgn REPORT.csv`.
use scorebook_book::{book, columns, decode::Way, grammar::Grammar, prices::Prices, print::Print, taken};
use shakmaty::{Chess, Position, san::SanPlus};
use std::fmt::Write as _;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1])?;
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
    let grammar = Grammar::of(&text);
    let print = Print::new(&text, &columns::pieces(&text, grammar));
    // PRICES=file.toml tries other prices.
    let prices = match std::env::var("PRICES") {
        Ok(path) => toml::from_str(&std::fs::read_to_string(path)?)?,
        Err(_) => Prices::default(),
    };
    let book = book::read(print, grammar, &prices);
    let mut pgn = String::new();
    let mut report = String::from("game,ply,code\n");
    let trace = std::env::var("TRACE").is_ok();
    let kept_only = std::env::var("KEPT").is_ok();
    for (at, game) in book.games.iter().enumerate() {
        let r = &game.reading;
        // KEPT=1 writes only what is trusted.
        let kept = if kept_only { scorebook_book::trust::judge(r).plies(r) } else { r.steps.len() };
        if kept < 8 {
            continue;
        }
        let name = |field: &Option<scorebook_heading::Field>| {
            field.as_ref().map_or("?".to_owned(), |field| field.text.replace(['"', '\\'], ""))
        };
        let (white, black) = (name(&game.heading.white), name(&game.heading.black));
        let _ = writeln!(
            pgn,
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n[Reading \"incomplete\"]\n"
        );
        let mut position = Chess::default();
        let mut line = String::new();
        for (ply, step) in r.steps[..kept].iter().enumerate() {
            if position.turn().is_white() {
                let _ = write!(line, "{}. ", position.fullmoves());
            }
            let m = step.m;
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            let _ = write!(line, "{san} ");
            if step.way == Way::Lost || r.margins[ply] < 2.0 {
                let _ = writeln!(report, "{},{},X", at + 1, ply + 1);
            }
        }
        if trace {
            for (ply, read) in taken::half_moves(r)[..kept].iter().enumerate() {
                eprintln!("g{} p{} {}", at + 1, ply + 1, taken::trace(&book.evidence, read));
            }
            eprintln!(
                "g{} end tail {:.1} cost {:.1} next [{}]",
                at + 1,
                r.tail,
                r.cost,
                book.evidence.print.excerpt(game.end..game.end + 80)
            );
        }
        let _ = writeln!(pgn, "{line}*\n");
    }
    std::fs::write(&args[2], pgn)?;
    std::fs::write(&args[3], report)?;
    Ok(())
}
