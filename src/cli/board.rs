//! `scorebook board`: a picture of a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use shakmaty::{Board, Color, Position, Square, fen::Fen};

use super::Status;
use super::output::Output;
use crate::convert::input::Input;
use crate::convert::{Format, LayoutChoice, Plan, Units, each};
use crate::decode::Options;
use crate::picture::Picture;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook board 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' -o e4.svg
  scorebook board corpus/opera.pgn:32 -o opera.png       after half-move 32 of the first game
  scorebook board games.pgn:12:end -o end.png --flip     the end of the twelfth game

The men are drawn for scorebook and are free like it (GPL-3.0-or-later).")]
pub(super) struct Args {
    /// A FEN, or a record and a half-move in it: FILE:PLY, or FILE:GAME:PLY; PLY may be `end`
    #[arg(value_name = "FEN|GAME:PLY")]
    what: String,
    /// Write to this file, as its ending says: .svg or .png [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Black's side at the bottom
    #[arg(long)]
    flip: bool,
    /// Width and height in pixels
    #[arg(long, default_value_t = 480, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// No letters and digits at the edge
    #[arg(long)]
    bare: bool,
    /// For black ink: dark squares hatched, no colours
    #[arg(long)]
    ink: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let png = match args.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => false,
        Some(path) => {
            match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref()
            {
                Some("svg") => false,
                Some("png") => true,
                _ => bail!("{}: a picture's name ends in .svg or .png", path.display()),
            }
        }
    };
    let scene = scene(&args.what)?;
    let picture = Picture {
        board: &scene.board,
        last: scene.last,
        below: if args.flip { Color::Black } else { Color::White },
        coordinates: !args.bare,
        ink: args.ink,
        title: &scene.title,
    };
    let bytes = if png {
        picture.png(args.size).map_err(anyhow::Error::msg)?
    } else {
        picture.svg(args.size).into_bytes()
    };
    let mut out = Output::create(args.output.as_deref())?;
    out.write_all(&bytes)?;
    out.finish()?;
    Ok(Status::Clean)
}

struct Scene {
    board: Board,
    last: Option<(Square, Square)>,
    title: String,
}

fn scene(what: &str) -> Result<Scene> {
    if let Ok(fen) = what.trim().parse::<Fen>() {
        let setup = fen.into_setup();
        let turn = setup.turn.fold_wb("White", "Black");
        return Ok(Scene { title: format!("{turn} to move: {what}"), board: setup.board, last: None });
    }
    let Some((head, ply)) = what.rsplit_once(':') else {
        bail!("`{what}` is neither a FEN nor a record and a half-move, FILE:PLY");
    };
    // A file may have a colon in its name.
    let (file, game) = match head.rsplit_once(':') {
        Some((file, game)) if !Path::new(head).exists() && game.parse::<usize>().is_ok() => {
            (file, game.parse::<usize>().unwrap_or(1))
        }
        _ => (head, 1),
    };
    let ply = match ply {
        "end" => None,
        ply => Some(
            ply.parse::<usize>().with_context(|| format!("`{ply}` is no half-move: a number, or `end`"))?,
        ),
    };
    read(file, game, ply)
}

fn read(file: &str, game: usize, ply: Option<usize>) -> Result<Scene> {
    let plan = Plan {
        options: Options::default(),
        layout: LayoutChoice::Auto,
        format: Format::Pgn,
        decisions: Arc::default(),
        whole: false,
        fragments: true,
        scan: scorebook_source::Options::default(),
    };
    let input = if file == "-" { Input::Stdin } else { Input::File(PathBuf::from(file)) };
    let mut units = Units::open(&input, &plan).with_context(|| format!("cannot open {file}"))?;
    let mut before = 0;
    while let Some(unit) = units.next_unit().with_context(|| format!("cannot read {file}"))? {
        let found = each(&unit, &plan, None, &|_| None, &|proven, _| Some(proven.reading.game.clone()));
        let games: Vec<_> = found.into_iter().flatten().collect();
        if let Some(found) = game.checked_sub(before + 1).and_then(|at| games.get(at)) {
            return at_ply(found, ply);
        }
        before += games.len();
    }
    bail!("{file} has {before} games, and no game {game}");
}

fn at_ply(game: &crate::game::Game, ply: Option<usize>) -> Result<Scene> {
    let moves: Vec<_> = game.moves().collect();
    let ply = ply.unwrap_or(moves.len());
    if ply > moves.len() {
        bail!("the game has {} half-moves, and no half-move {ply}", moves.len());
    }
    let mut position = game.start.clone();
    moves[..ply].iter().for_each(|&mv| position.play_unchecked(mv));
    let last = ply.checked_sub(1).map(|at| moves[at]);
    let name = |tag: &str| game.tags.get(tag).unwrap_or("?").to_owned();
    Ok(Scene {
        title: format!("{} – {}, after half-move {ply}", name("White"), name("Black")),
        last: last.map(squares),
        board: position.board().clone(),
    })
}

/// The squares to mark: where the man came from and where it stands now.
fn squares(mv: shakmaty::Move) -> (Square, Square) {
    match mv {
        shakmaty::Move::Castle { king, rook } => {
            let side = if rook > king {
                shakmaty::CastlingSide::KingSide
            } else {
                shakmaty::CastlingSide::QueenSide
            };
            let color = if king.rank() == shakmaty::Rank::First { Color::White } else { Color::Black };
            (king, side.king_to(color))
        }
        _ => (mv.from().unwrap_or(mv.to()), mv.to()),
    }
}
