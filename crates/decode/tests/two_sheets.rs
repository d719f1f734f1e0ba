//! The score sheets of both players, each spoiled in one cell of ten, made here from games that are known.
//!
//! The large run: `SCOREBOOK_GAMES=FILE cargo test --release -p scorebook-decode --test two_sheets -- --ignored --nocapture`
//! (a file as `fixtures/other_hand/games.txt`, or PGN).

mod witnesses;

use scorebook_core::record::{Cell, CellLine, Draft, Sheet};
use scorebook_decode::{Decoder, Options};
use scorebook_random::Random;
use shakmaty::{Chess, Color, san::SanPlus};
use witnesses::{Known, Score, games, misread};

/// One cell in so many is spoiled.
const SPOILED: usize = 10;
/// Of so many spoiled cells, these are empty, and from these on all that follows stands one place too early or too late.
const KINDS: usize = 20;
const EMPTY: usize = 5;
const SHIFTED: usize = 1;

/// The cells of a sheet of this game, spoiled.
fn spoiled(game: &Known, random: &mut Random) -> Vec<String> {
    let mut position = Chess::default();
    let mut cells = Vec::new();
    for &mv in &game.moves {
        let written = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        if random.below(SPOILED) > 0 {
            cells.push(written);
            continue;
        }
        match random.below(KINDS) {
            kind if kind < SHIFTED => match random.below(4) {
                // The move is forgotten, a place is left free, a row is left free, or the move is written twice.
                0 => {}
                1 => cells.extend([String::new(), written]),
                2 => cells.extend([String::new(), String::new(), written]),
                _ => cells.extend([written.clone(), written]),
            },
            kind if kind < SHIFTED + EMPTY => cells.push(String::new()),
            _ => cells.push(misread(&written, random)),
        }
    }
    cells
}

/// The line of a sheet in two columns, its empty cells left out as a table leaves them out.
fn line(cells: &[String]) -> CellLine<'static> {
    let cell = |(at, text): (u32, &String)| {
        let side = if at.is_multiple_of(2) { Color::White } else { Color::Black };
        Cell { text: text.clone().into(), number: Some(at / 2 + 1), side: Some(side), ..Cell::default() }
    };
    let cells = (0..).zip(cells).filter(|(_, text)| !text.is_empty()).map(cell).collect();
    CellLine { cells, ..CellLine::default() }
}

/// Reads the games from two sheets each.
fn score(games: &[Known], seed: u64) -> Score {
    let mut score = Score::default();
    let mut decoder = Decoder::new(Options::default());
    for (at, game) in games.iter().enumerate() {
        let mut random = Random::new(seed + at as u64);
        let (white, black) = (spoiled(game, &mut random), spoiled(game, &mut random));
        let draft = Draft {
            mainline: line(&white),
            name: "White's".to_owned(),
            sheets: vec![Sheet { name: "Black's".to_owned(), line: line(&black) }],
            is_table: true,
            ..Draft::default()
        };
        let reading = decoder.decode(&draft);
        let before = score.right;
        score.add(game, &reading);
        if std::env::var("SCOREBOOK_SHOW").is_ok() && score.right - before + 4 < game.moves.len() {
            println!("{} of {}\n  {white:?}\n  {black:?}", score.right - before, game.moves.len());
        }
    }
    score
}

#[test]
fn two_spoiled_sheets_are_one_game() {
    let score = score(&games()[..6], 1);
    println!("{score}");
    assert!(score.right * 100 >= score.plies * 97, "{score}");
    assert_eq!((score.wrong_claimed, score.verified), (0, 0), "{score}");
}

#[test]
#[ignore = "reads 500 games: see the head of this file"]
fn two_spoiled_sheets_of_many_games() {
    let games = games();
    let score = score(&games[..games.len().min(500)], 100);
    println!("{score}");
    assert!(score.right * 100 >= score.plies * 98 && score.wrong_claimed == 0, "{score}");
}
