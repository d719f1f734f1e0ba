//! `scorebook board`: a picture of a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use shakmaty::{Board, Color, Position, Square, fen::Fen};

use super::encoding::EncodingArg;
use super::output::Output;
use super::rules::{RulesArgs, UsualArgs};
use super::{Status, placed};
use crate::convert::input::Input;
use crate::convert::ruled::{self, Variants};
use crate::convert::{Format, LayoutChoice, Plan, Units, each};
use crate::decode::Options;
use crate::pass::Passing;
use crate::picture::Picture;
use crate::picture::ruled::RuledPicture;
use crate::render::{Escape, count, path_name, shown_on_a_line};
use crate::text::Charset;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook board 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' -o e4.svg
  scorebook board corpus/opera.pgn:32 -o opera.png       after half-move 32 of the first game
  scorebook board games.pgn:12:end -o end.png --flip     the end of the twelfth game
  scorebook board --rules xiangqi 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' -o x.svg

The pieces were drawn for scorebook and have its licence (GPL-3.0-or-later).

Exit status: 0 drawn, 2 could not run.")]
pub(super) struct Args {
    /// A FEN, a file with a position (a FEN, a printed board, a board file), or a half-move of a record: FILE:PLY or
    /// FILE:GAME:PLY; PLY may be `end`
    #[arg(value_name = "FEN|FILE|GAME:PLY")]
    what: String,
    /// Write to this file, .svg or .png [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Width and height in pixels
    #[arg(long, default_value_t = 480, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// Omit the coordinates
    #[arg(long)]
    bare: bool,
    /// For printing in black: hatched dark squares, no colours
    #[arg(long)]
    ink: bool,
    #[command(flatten)]
    encoding: EncodingArg,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    usual: UsualArgs,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let png = match args.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => false,
        Some(path) => {
            match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref()
            {
                Some("svg") => false,
                Some("png") => true,
                _ => bail!("{}: the name of a picture must end in .svg or .png", path_name(path)),
            }
        }
    };
    let own = args.rules.rules()?;
    if args.usual.lists() {
        super::rules::list(own)?;
        return Ok(Status::Clean);
    }
    let variants = Variants { own, usual: args.usual.rules(own)?, from: None };
    let bytes = match scene(&args.what, variants, args.encoding.charset())? {
        Drawn::Chess(scene) => {
            let picture = Picture {
                board: &scene.board,
                last: scene.last,
                arrows: &[],
                below: if args.flip { Color::Black } else { Color::White },
                coordinates: !args.bare,
                ink: args.ink,
                title: &scene.title,
            };
            if png { picture.png(args.size) } else { Ok(picture.svg(args.size).into_bytes()) }
        }
        Drawn::Ruled { position, last, title } => {
            let picture = RuledPicture {
                position: &position,
                last,
                flip: args.flip,
                coordinates: !args.bare,
                ink: args.ink,
                title: &title,
            };
            if png { picture.png(args.size) } else { Ok(picture.svg(args.size).into_bytes()) }
        }
    };
    let bytes = bytes.map_err(anyhow::Error::msg)?;
    let out = Output::create(args.output.as_deref())?;
    let mut out = if png { out } else { out.escaped(Escape::Text) };
    out.write_all(&bytes)?;
    out.finish()?;
    Ok(Status::Clean)
}

struct Scene {
    board: Board,
    last: Option<(Square, Square)>,
    title: String,
}

/// What to draw.
enum Drawn {
    /// A position of chess.
    Chess(Scene),
    /// A position of a variant.
    Ruled {
        position: Box<scorebook_variants::Position<'static>>,
        last: Option<(scorebook_variants::Square, scorebook_variants::Square)>,
        title: String,
    },
}

fn scene(what: &str, variants: Variants, charset: Option<Charset>) -> Result<Drawn> {
    if placed::is_input(what) || what.contains('\n') {
        let positions = placed::of_argument(what)?;
        let Some(first) = positions.first() else { bail!("no position in this text; {}", placed::FEN) };
        if let Some(fault) = &first.fault {
            bail!("{fault}");
        }
        if positions.len() > 1 {
            bail!("{} has {} positions, and a picture shows one", shown_on_a_line(what), positions.len());
        }
        return scene(&first.fen, variants, charset);
    }
    if let Some(rules) = variants.usual
        && what.contains('/')
        && !what.rsplit_once(':').is_some_and(|(file, _)| Path::new(file).exists())
    {
        let position = scorebook_variants::Position::from_fen(rules, what.trim());
        let position = position
            .map_err(|error| anyhow::anyhow!("`{what}` is not a position of {}: {}", rules.name, error.0))?;
        let title = format!("{}, {} to move: {what}", rules.name, position.side());
        return Ok(Drawn::Ruled { position: Box::new(position), last: None, title });
    }
    if let Ok(fen) = what.trim().parse::<Fen>() {
        let setup = fen.into_setup();
        let turn = setup.turn.fold_wb("White", "Black");
        let scene = Scene { title: format!("{turn} to move: {what}"), board: setup.board, last: None };
        return Ok(Drawn::Chess(scene));
    }
    let Some((head, ply)) = what.rsplit_once(':') else {
        anyhow::ensure!(
            !placed::is_named_like_a_file(what.trim()),
            "cannot read {}: there is no such file",
            shown_on_a_line(what)
        );
        bail!(
            "`{what}` is neither a FEN nor a record and a half-move, FILE:PLY; a FEN of another game needs \
             --rules, and {}",
            placed::FEN
        );
    };
    // A file name may contain a colon.
    let (file, game) = match head.rsplit_once(':') {
        Some((file, game)) if !Path::new(head).exists() && game.parse::<usize>().is_ok() => {
            (file, game.parse::<usize>().unwrap_or(1))
        }
        _ => (head, 1),
    };
    let ply = match ply {
        "end" => None,
        ply => Some(
            ply.parse::<usize>()
                .with_context(|| format!("`{ply}` is not a half-move: give a number or `end`"))?,
        ),
    };
    read(file, game, ply, variants, charset)
}

fn read(
    file: &str,
    game: usize,
    ply: Option<usize>,
    variants: Variants,
    charset: Option<Charset>,
) -> Result<Drawn> {
    let plan = Plan {
        options: Options::default(),
        charset,
        layout: LayoutChoice::Auto,
        format: Format::Pgn,
        decisions: Arc::default(),
        direct: false,
        whole: false,
        fragments: true,
        comments: crate::sink::Comments::All,
        explain: false,
        variants,
        scan: scorebook_source::Options::default(),
        sheets: Default::default(),
        spoken: Default::default(),
        progress: Default::default(),
    };
    let input = Input::of(Path::new(file));
    let name = shown_on_a_line(file);
    let mut units = Units::open(&input, &plan).with_context(|| format!("cannot open {name}"))?;
    let mut before = 0;
    while let Some(unit) = units.next_unit().with_context(|| format!("cannot read {name}"))? {
        let found = each(&unit, &plan, None, &|_| None, &|proven, _| {
            Some((proven.draft.span.start, RecordGame::Chess(Box::new(proven.reading.game.clone()))))
        });
        let mut games: Vec<(usize, RecordGame)> = found.into_iter().flatten().collect();
        let ruled = ruled::games(&unit.source, &plan.variants).into_iter();
        games.extend(ruled.map(|game| (game.span.start, RecordGame::Ruled(Box::new(game)))));
        games.sort_by_key(|(start, _)| *start);
        match game.checked_sub(before + 1).and_then(|at| games.get(at)) {
            Some((_, RecordGame::Chess(found))) => return at_ply(found, ply).map(Drawn::Chess),
            Some((_, RecordGame::Ruled(found))) => return ruled_at(found, ply),
            None => before += games.len(),
        }
    }
    bail!("{file} has only {}, so no game {game}", count(before, "game"));
}

/// A game of a record.
enum RecordGame {
    Chess(Box<crate::game::Game>),
    Ruled(Box<ruled::Ruled>),
}

fn ruled_at(game: &ruled::Ruled, ply: Option<usize>) -> Result<Drawn> {
    let positions = game.positions();
    let plies = positions.len() - 1;
    let ply = ply.unwrap_or(plies);
    let Some(position) = positions.get(ply) else {
        bail!("only {plies} half-moves of the game could be read, so no half-move {ply}");
    };
    let name = |tag: &str| game.tag(tag).unwrap_or("?");
    let rules = &position.rules().name;
    Ok(Drawn::Ruled {
        position: Box::new(*position),
        last: position.last_squares(),
        title: format!("{rules}: {} – {}, after half-move {ply}", name("White"), name("Black")),
    })
}

fn at_ply(game: &crate::game::Game, ply: Option<usize>) -> Result<Scene> {
    let moves: Vec<_> = game.moves().collect();
    let ply = ply.unwrap_or(moves.len());
    if ply > moves.len() {
        bail!("the game has only {} half-moves, so no half-move {ply}", moves.len());
    }
    let mut position = game.start.clone();
    moves[..ply].iter().for_each(|&mv| position.play_or_pass(mv));
    let last = ply.checked_sub(1).map(|at| moves[at]);
    let name = |tag: &str| game.tags.get(tag).unwrap_or("?").to_owned();
    Ok(Scene {
        title: format!("{} – {}, after half-move {ply}", name("White"), name("Black")),
        last: last.map(squares),
        board: position.board().clone(),
    })
}

/// The squares to highlight: where the moved piece came from and where it is now.
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
