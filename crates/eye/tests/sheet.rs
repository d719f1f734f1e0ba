//! Score sheets made for these tests out of one small picture: seven rows in German letters and an empty one, in a face that the network
//! was not trained on.

use scorebook_eye::sheet::{Game, Grid, find, read, read_picture};
use scorebook_eye::{Cell, Colours, Letters, Network, Plane};
use shakmaty::{CastlingMode, uci::UciMove};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

const PICTURE: &[u8] = include_bytes!("data/german.png");
const GRID: &str = include_str!("data/german.grid.json");
const MOVES: &str = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6";

fn moves(game: &Game) -> String {
    let uci = |m| UciMove::from_move(m, CastlingMode::Standard).to_string();
    game.moves.iter().map(|half_move| uci(half_move.played)).collect::<Vec<_>>().join(" ")
}

/// How a form is drawn.
struct Form {
    /// Where each block begins, and how many rows it has.
    blocks: Vec<(usize, usize)>,
    has_frame: bool,
    /// Whether a part of the rules is missing.
    is_torn: bool,
    /// The number of half-moves that are written.
    written: usize,
}

const TOP: usize = 120;
const ROW: usize = 34;
const COLUMN: usize = 150;
const SIZE: (usize, usize) = (800, 900);

/// A form with the cells of the small picture in its own, block after block.
fn filled(form: &Form) -> std::result::Result<Colours, Box<dyn std::error::Error>> {
    let small = Colours::from_bytes(PICTURE)?.grey;
    let cells = Grid::from_json(GRID)?.cells;
    let mut page = Plane::filled(SIZE.0, SIZE.1, 0.85);
    let mut written = cells.iter().take(form.written);
    for &(left, rows) in &form.blocks {
        for row in 0..rows {
            for column in 0..2 {
                let Some(Cell(edges)) = written.next() else { break };
                let part = small.cut(*edges);
                for y in 1..part.height.min(ROW - 1) {
                    let to = (TOP + row * ROW + y) * SIZE.0 + left + column * COLUMN + 3;
                    page.pixels[to..to + part.width]
                        .copy_from_slice(&part.pixels[y * part.width..(y + 1) * part.width]);
                }
            }
        }
        let (right, bottom) = (left + 2 * COLUMN, TOP + rows * ROW);
        let mut dark = |x: usize, y: usize| {
            if !(form.is_torn && ((x * 7 + y * 5) / 90).is_multiple_of(3)) {
                page.pixels[y * SIZE.0 + x] = 0.35;
            }
        };
        for line in 0..=rows {
            (left..right + 2).for_each(|x| (0..2).for_each(|thick| dark(x, TOP + line * ROW + thick)));
        }
        let edges = if form.has_frame { vec![left, left + COLUMN, right] } else { vec![left + COLUMN] };
        for x in edges {
            (TOP..bottom + 2).for_each(|y| (0..2).for_each(|thick| dark(x + thick, y)));
        }
    }
    Ok(Colours { grey: page.clone(), red: page })
}

/// A picture as a camera that is held askew sees it: the place of each pixel is `from` of its own.
fn photographed(picture: &Colours, from: impl Fn(f32, f32) -> (f32, f32)) -> Colours {
    let plane = |plane: &Plane| {
        let places = (0..plane.height).flat_map(|y| (0..plane.width).map(move |x| (x as f32, y as f32)));
        let pixels = places.map(|(x, y)| from(x, y)).map(|(x, y)| plane.at(x, y)).collect();
        Plane { width: plane.width, height: plane.height, pixels }
    };
    Colours { grey: plane(&picture.grey), red: plane(&picture.red) }
}

fn plain() -> Form {
    Form { blocks: vec![(60, 12), (420, 12)], has_frame: true, is_torn: false, written: 14 }
}

#[test]
fn a_sheet_is_read_by_the_costs_of_its_legal_moves() -> Result {
    let picture = Colours::from_bytes(PICTURE)?;
    let game = read(&picture, &[Grid::from_json(GRID)?.cells], Network::own(), Letters::named("san-de"));
    let game = game.ok_or("nothing is read")?;
    assert_eq!(moves(&game), MOVES);
    assert!(game.moves.iter().all(|half_move| (0.0..=1.0).contains(&half_move.chance)));
    Ok(())
}

#[test]
fn empty_cells_say_no_game() -> Result {
    let picture = Colours::from_bytes(PICTURE)?;
    let mut grid = Grid::from_json(GRID)?;
    grid.cells.drain(..14);
    assert!(read(&picture, &[grid.cells], Network::own(), None).is_none());
    Ok(())
}

#[test]
fn a_sheet_is_found_in_a_picture() -> Result {
    let forms = [
        ("two blocks, the second empty", plain()),
        ("rows go on in the next block", Form { blocks: vec![(40, 6), (420, 6)], ..plain() }),
        ("no frame", Form { has_frame: false, ..plain() }),
        ("torn rules", Form { is_torn: true, ..plain() }),
        ("one block", Form { blocks: vec![(200, 20)], ..plain() }),
    ];
    for (what, form) in forms {
        let game = read_picture(&filled(&form)?, Network::own(), None).ok_or(what)?;
        assert_eq!(moves(&game), MOVES, "{what}");
    }
    Ok(())
}

#[test]
fn a_sheet_is_put_straight() -> Result {
    let picture = filled(&plain())?;
    let (sine, cosine) = 7.0f32.to_radians().sin_cos();
    let turned = photographed(&picture, |x, y| {
        let (x, y) = (x - 400.0, y - 450.0);
        (cosine * x - sine * y + 400.0, sine * x + cosine * y + 450.0)
    });
    // The upper end is farther away.
    let slanting = photographed(&picture, |x, y| {
        ((x - 400.0) * (1.25 - 0.25 * y / 900.0) + 400.0, y * (0.8 + 0.2 * y / 900.0))
    });
    let bent = photographed(&picture, |x, y| (x, y + 12.0 * (x / 300.0).sin()));
    for (what, picture) in [("turned", turned), ("in perspective", slanting), ("bent", bent)] {
        let game = read_picture(&picture, Network::own(), None).ok_or(what)?;
        assert_eq!(moves(&game), MOVES, "{what}");
    }
    Ok(())
}

#[test]
fn a_sheet_may_lie_on_its_side_or_upside_down() -> Result {
    let mut picture = filled(&plain())?;
    for quarters in 1..4 {
        picture = picture.turned();
        let game = read_picture(&picture, Network::own(), Letters::named("san-de"));
        let game = game.ok_or(format!("{quarters} quarters"))?;
        assert_eq!(moves(&game), MOVES, "{quarters} quarters");
    }
    Ok(())
}

#[test]
fn what_is_no_sheet_is_none() -> Result {
    // Words in rows, without rules.
    let mut page = Plane::filled(600, 800, 0.9);
    for y in (50..700).filter(|y| y % 30 < 12) {
        (40..560).filter(|x| (x * 13 + y / 30 * 7) % 11 < 6).for_each(|x| page.pixels[y * 600 + x] = 0.2);
    }
    let page = Colours { grey: page.clone(), red: page };
    assert!(find(&page, Network::own()).is_none());
    assert!(read_picture(&page, Network::own(), None).is_none());
    // A form that nobody filled in.
    let empty = filled(&Form { written: 0, ..plain() })?;
    assert!(read_picture(&empty, Network::own(), None).is_none());
    // A table with something else in its cells: mirrored moves.
    let odd = photographed(&filled(&Form { blocks: vec![(60, 12)], ..plain() })?, |x, y| (800.0 - x, y));
    let game = read_picture(&odd, Network::own(), None);
    assert!(game.is_none(), "{game:?}");
    Ok(())
}

#[test]
fn cells_that_were_found_are_in_the_straight_picture() -> Result {
    let sheet = find(&filled(&plain())?, Network::own()).ok_or("no sheet")?;
    assert!(!sheet.is_numbered, "no numbers are printed");
    let [first, ..] = &sheet.orders[..] else { return Err("no order".into()) };
    assert_eq!(first.len(), 2 * 2 * 12);
    let (width, height) = (sheet.picture.grey.width as f64, sheet.picture.grey.height as f64);
    for Cell([left, top, right, bottom]) in first {
        assert!(
            0.0 <= *left
                && left < right
                && *right <= width
                && 0.0 <= *top
                && top < bottom
                && *bottom <= height
        );
    }
    Ok(())
}
