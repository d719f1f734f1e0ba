//! Squares of departure in words: `R from Q. R's sq. to Q. B's sq. (ch.)`. Whatever the house's way to write a square,
//! the text names the moves from that square to the other, and no more.

use scorebook::notation;
use shakmaty::{Color, Move, Position, Role, Square};

use crate::common::{Spot, named, random_spots};

const FILES: [&str; 8] = ["Q. R.", "Q. Kt.", "Q. B.", "Q.", "K.", "K. B.", "K. Kt.", "K. R."];
const ORDINALS: [&str; 8] = ["sq.", "2d", "3d", "4th", "5th", "6th", "7th", "8th"];

/// A square as `side` calls it, in one of the ways of `HOUSES`.
fn square(square: Square, side: Color, house: usize) -> String {
    let file = FILES[usize::from(square.file())];
    let rank = usize::from(if side.is_white() { square.rank() } else { square.rank().flip_vertical() });
    let tight = file.replace(['.', ' '], "");
    let possessive = format!("{}'s", file.trim_end_matches('.'));
    let figure = if rank == 0 { "sq".to_owned() } else { (rank + 1).to_string() };
    match house {
        0 => format!("{possessive} {}", ORDINALS[rank]),
        1 => format!("{file} {}", ORDINALS[rank]),
        2 => format!("{} {figure}", file.replace('.', "")),
        3 if rank == 0 => format!("{tight} sq"),
        3 => format!("{tight}{figure}"),
        _ if rank == 0 => format!("{possessive} square"),
        _ => format!("{possessive} {figure}"),
    }
}

const HOUSES: usize = 5;

fn man(role: Role, house: usize) -> &'static str {
    match (role, house) {
        (Role::King, _) => "K",
        (Role::Queen, _) => "Q",
        (Role::Rook, _) => "R",
        (Role::Bishop, _) => "B",
        (Role::Knight, 3) => "N",
        (Role::Knight, _) => "Kt",
        (Role::Pawn, _) => "P",
    }
}

/// The legal moves that go from one square to another, told by the board alone.
fn oracle(spot: &Spot, from: Square, to: Square) -> Vec<Move> {
    let legal = spot.position.legal_moves();
    legal.iter().copied().filter(|m| m.from() == Some(from) && m.to() == to).collect()
}

#[test]
fn a_square_of_departure_in_words_names_that_square() {
    let english = notation::find("english").unwrap();
    let (mut tried, mut shared, mut wrong) = ([0; 2], 0, Vec::new());
    for (at, spot) in random_spots(17, 400).into_iter().enumerate() {
        let side = spot.position.turn();
        let legal = spot.position.legal_moves();
        for &m in &legal {
            let Some(from) = m.from().filter(|_| !m.is_capture() && !m.is_castle() && !m.is_promotion())
            else {
                continue;
            };
            if m.role() == Role::Pawn {
                continue;
            }
            let others =
                legal.iter().filter(|o| o.role() == m.role() && o.to() == m.to() && !o.is_castle()).count();
            shared += usize::from(others > 1);
            let mut next = spot.clone();
            next.play(m);
            let check = if next.position.is_checkmate() {
                " (mate)"
            } else if next.position.is_check() {
                " (ch.)"
            } else {
                ""
            };
            let house = at % HOUSES;
            let text = format!(
                "{} from {} to {}{check}",
                man(m.role(), house),
                square(from, side, house),
                square(m.to(), side, house)
            );
            tried[usize::from(side.is_white())] += 1;
            let found = named(english, &text, &spot);
            if found != oracle(&spot, from, m.to()) {
                wrong.push(format!("{text} in {}: {found:?}, not {m}", spot.to_fen()));
            }
        }
    }
    assert!(tried[0] > 1_000 && tried[1] > 1_000 && shared > 100, "{tried:?}, {shared}");
    assert!(wrong.is_empty(), "{} of {tried:?}\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
