//! How the games that start on a row are read: `one BOOK.txt ROW [UNTIL-ROW]` (rows as `rows` counts them).
use scorebook_book::{book, columns, decode, grammar::Grammar, prices::Prices, print::Print, trust};
use shakmaty::{Chess, san::SanPlus};
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1])?;
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
    let row: usize = args[2].parse()?;
    let prices = match std::env::var("PRICES") {
        Ok(path) => toml::from_str(&std::fs::read_to_string(path)?)?,
        Err(_) => Prices::default(),
    };
    let grammar = Grammar::of(&text);
    let e = book::evidence(Print::new(&text, &columns::pieces(&text, grammar)), grammar);
    let starts = book::starts(&e);
    let last = e.print.chars.len() as u32 - 1;
    for start in &starts {
        if (e.print.row_of[start.place as usize] as usize).abs_diff(row) > 3 {
            continue;
        }
        let next = starts.iter().find(|s| s.likely && s.place > start.place + 150).map_or(last, |s| s.place);
        let next = match args.get(3) {
            Some(row) => e.print.rows[row.parse::<usize>()?].chars.start,
            None => next,
        };
        if std::env::var_os("GRID").is_some() {
            print!("{}", decode::by_numbers(&e, start.begin, next).trace(&e));
        }
        println!("start {start:?} until row {}", e.print.row_of[next as usize]);
        let Some(r) = decode::read(&e, &prices, start.begin, next) else { continue };
        let mut position = Chess::default();
        for (ply, step) in r.steps.iter().enumerate() {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, step.m);
            let row = e.print.row_of[step.cell.start as usize];
            let rival = r.rivals[ply];
            println!(
                "{:3} {san} {:?} text {:.1} travel {:.1} margin {:.1} {:?} row {row} [{}]",
                ply + 1,
                step.way,
                step.text,
                step.travel,
                r.margins[ply],
                rival.map(|m| m.to_string()),
                e.print.excerpt(step.cell.clone())
            );
        }
        println!("tail {:.1} cost {:.1} gain {:.1} {:?}", r.tail, r.cost, r.gain(), trust::judge(&r));
    }
    Ok(())
}
