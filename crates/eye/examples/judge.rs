//! `judge PICTURE… [--grid] [--all]`: reads score sheets with the network of the program and counts the half-moves that are right. Beside
//! each PICTURE lies a file of the same name with the ending `.expected`, the moves in UCI. With `--grid`, the cells are those in a file with the ending
//! `.grid.json`. With `--all`, every half-move is shown.

use std::path::Path;
use std::time::Instant;

use scorebook_eye::sheet::{Grid, find, read};
use scorebook_eye::{Colours, Letters, Network};
use shakmaty::{CastlingMode, uci::UciMove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let found = arguments.iter().position(|argument| argument == name);
        found.map(|at| arguments.remove(at)).is_some()
    };
    let (given, all) = (option("--grid"), option("--all"));
    let (mut right, mut wanted) = (0, 0);
    for path in &arguments {
        let path = Path::new(path);
        let expected = std::fs::read_to_string(path.with_extension("expected"))?;
        let expected: Vec<&str> = expected.split_whitespace().collect();
        wanted += expected.len();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let began = Instant::now();
        let picture = Colours::from_bytes(&std::fs::read(path)?)?;
        let (picture, orders) = if given {
            let grid = Grid::from_json(&std::fs::read_to_string(path.with_extension("grid.json"))?)?;
            (picture, vec![grid.cells])
        } else if let Some(sheet) = find(&picture, Network::own()) {
            (sheet.picture, sheet.orders)
        } else {
            println!("{name}: no sheet was found");
            continue;
        };
        let found = began.elapsed().as_secs_f64();
        let Some(game) = read(&picture, &orders, Network::own(), None::<Letters>) else {
            println!("{name}: nothing is written");
            continue;
        };
        let moves: Vec<String> = game
            .moves
            .iter()
            .map(|m| UciMove::from_move(m.played, CastlingMode::Standard).to_string())
            .collect();
        let own = moves.iter().zip(&expected).filter(|(read, wanted)| read == wanted).count();
        right += own;
        println!(
            "{name}: {own} of {}, {} read, {}, chance {:.3}, usual cost {:.2}, passed {:?}; found after {found:.1} s, read after {:.1} s",
            expected.len(),
            moves.len(),
            game.letters.name(),
            game.chance,
            game.usual_cost(),
            game.passed,
            began.elapsed().as_secs_f64(),
        );
        for (at, m) in game.moves.iter().enumerate().filter(|_| all) {
            let wanted = expected.get(at).copied().unwrap_or_default();
            let mark = if moves[at] == wanted { "" } else { "WRONG" };
            println!("  {} {wanted} {} {:.3} {:.1} {:?} {mark}", at + 1, moves[at], m.chance, m.cost, m.text);
        }
    }
    println!("{right} of {wanted}");
    Ok(())
}
