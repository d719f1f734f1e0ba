//! Reads the games of a running text, and prints each half-move with its text, what that costs, and its chance:
//! `cargo run --release -p scorebook-search --example stream -- FILE Kt` (or the letters of the men: `P,S,L,T,D,K`).

use scorebook_search::Grammar;
use scorebook_search::stream::{Rates, Signs, search};
use shakmaty::{CastlingMode, Chess};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, letters] = arguments.as_slice() else { return eprintln!("usage: stream FILE LETTERS") };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return eprintln!("{file}: {error}"),
    };
    let men: Vec<&'static str> =
        letters.split(',').map(|letter| &*Box::leak(letter.to_owned().into_boxed_str())).collect();
    let grammar = match <[&'static str; 6]>::try_from(men.as_slice()) {
        Ok(letters) => Grammar::printed(letters),
        Err(_) => Grammar::english(men[0]),
    };
    for game in search(&Signs::of(&text), &Chess::default(), &grammar, &Rates::default()) {
        let mut sum = 0.0_f32;
        for ply in &game.plies {
            let printed = ply.place.map_or("", |(from, to)| text[from as usize..to as usize].trim());
            let uci = ply.mv.to_uci(CastlingMode::Standard);
            sum = (sum + ply.text - 4.0).max(0.0);
            println!("{uci}\t{:.1}\t{:.3}\t{sum:.0}\t{}", ply.text, ply.chance, printed.replace('\n', " "));
        }
        println!("{} half-moves, {:.1}\n", game.plies.len(), game.cost);
    }
}
