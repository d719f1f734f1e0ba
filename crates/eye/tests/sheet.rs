//! A small sheet made for this test (a face that the network was not trained on): seven rows in German letters and an empty one.

use scorebook_eye::sheet::{Grid, looks, read};
use scorebook_eye::{Colours, Cuts, Letters, Network};
use shakmaty::{CastlingMode, uci::UciMove};

const PICTURE: &[u8] = include_bytes!("data/german.png");
const GRID: &str = include_str!("data/german.grid.json");
const MOVES: &str = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6";

#[test]
fn a_sheet_is_read_by_the_costs_of_its_legal_moves() -> Result<(), Box<dyn std::error::Error>> {
    let picture = Colours::from_bytes(PICTURE)?;
    let looks = looks(&picture, &Grid::from_json(GRID)?, Network::own(), Cuts::Few);
    let game = read(&looks, Letters::named("san-de")).ok_or("nothing is read")?;
    let uci = |m| UciMove::from_move(m, CastlingMode::Standard).to_string();
    let moves: Vec<String> = game.moves.iter().map(|half_move| uci(half_move.played)).collect();
    assert_eq!(moves.join(" "), MOVES);
    assert!(game.moves.iter().all(|half_move| (0.0..=1.0).contains(&half_move.chance)));
    Ok(())
}

#[test]
fn empty_cells_say_no_game() -> Result<(), Box<dyn std::error::Error>> {
    let picture = Colours::from_bytes(PICTURE)?;
    let mut grid = Grid::from_json(GRID)?;
    grid.cells.drain(..14);
    assert!(read(&looks(&picture, &grid, Network::own(), Cuts::Few), None).is_none());
    Ok(())
}
