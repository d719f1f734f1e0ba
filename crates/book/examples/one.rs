//! How the games that start on a row are read: `one BOOK.txt ROW [UNTIL-ROW]` (rows as `rows` counts them).
use scorebook_book::{book, columns, decode, grammar::Grammar, prices::Prices, print::Print, taken, trust};
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
        for (ply, read) in taken::half_moves(&r).iter().enumerate() {
            println!("{:3} {}", ply + 1, taken::trace(&e, read));
        }
        println!("tail {:.1} cost {:.1} gain {:.1} {:?}", r.tail, r.cost, r.gain(), trust::judge(&r));
    }
    Ok(())
}
