//! What each row was taken for: `rows BOOK.txt [FROM TO]`.
use scorebook_book::{book, columns, grammar::Grammar, print::Print, taken};
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1])?;
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
    let grammar = Grammar::of(&text);
    let print = Print::new(&text, &columns::pieces(&text, grammar));
    let from: usize = args.get(2).map_or(0, |a| a.parse().unwrap_or(0));
    let to: usize = args.get(3).map_or(usize::MAX, |a| a.parse().unwrap_or(0));
    let e = book::evidence(print, grammar);
    let starts = book::starts(&e);
    let taken = taken::rows(&e);
    for (at, row) in e.print.rows.iter().enumerate().filter(|(at, _)| (from..to).contains(at)) {
        let mut text = String::new();
        for c in row.chars.clone() {
            if let Some(s) = starts.iter().find(|s| s.place == c) {
                text.push_str(if s.sure { "»»" } else { "»" });
            }
            for (a, b, s) in &e.tokens.cut {
                if *a == c {
                    text.push_str(&format!("⟨{s:.1}:"));
                }
                if *b == c {
                    text.push('⟩');
                }
            }
            text.push(e.print.chars[c as usize]);
        }
        for (_, b, _) in &e.tokens.cut {
            if *b == row.chars.end {
                text.push('⟩');
            }
        }
        let (name, opens) = (taken[at].taken.name(), if row.opens { "|" } else { " " });
        println!("{at:5} {:.2} {name:9} {opens}{text}", e.rows.score[at]);
        println!("{:22}{}", "", taken[at].why);
    }
    Ok(())
}
