//! `judge PICTURE GRID EXPECTED [LANGUAGE]`: reads a sheet with the network of the program and counts the half-moves that are right.
//! EXPECTED holds the moves in UCI.

use std::time::Instant;

use scorebook_eye::sheet::{Grid, looks, read};
use scorebook_eye::{Colours, Cuts, Letters, Network};
use shakmaty::{CastlingMode, uci::UciMove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [picture, grid, expected, language @ ..] = &arguments[..] else {
        return Err("judge PICTURE GRID EXPECTED [LANGUAGE]".into());
    };
    let picture = Colours::from_bytes(&std::fs::read(picture)?)?;
    let grid = Grid::from_json(&std::fs::read_to_string(grid)?)?;
    let expected = std::fs::read_to_string(expected)?;
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let began = Instant::now();
    let looks = looks(&picture, &grid, Network::own(), Cuts::Many);
    println!("looked for {:.1} s", began.elapsed().as_secs_f64());
    let Some(game) = read(&looks, language.first().and_then(|name| Letters::named(name))) else {
        return Err("nothing is written".into());
    };
    println!(
        "read after {:.1} s, {}, chance {:.3}",
        began.elapsed().as_secs_f64(),
        game.letters.name(),
        game.chance()
    );
    let mut right = 0;
    for (at, wanted) in expected.iter().enumerate() {
        let read = game.moves.get(at);
        let uci = read
            .map(|m| UciMove::from_move(m.played, CastlingMode::Standard).to_string())
            .unwrap_or_default();
        right += usize::from(uci == *wanted);
        if let Some(m) = read {
            println!(
                "{} {wanted} {uci} {:.3} {:?} {}",
                at + 1,
                m.chance,
                m.text,
                if uci == *wanted { "" } else { "WRONG" }
            );
        }
    }
    println!("{right} of {}", expected.len());
    Ok(())
}
