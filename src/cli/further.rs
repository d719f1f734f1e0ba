//! Further questions about a position: why it is impossible, link by link, and what can be said of a man that is lost, moved or
//! promoted, and of the number of moves.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::{Value, json};
use shakmaty::{Color, Piece, Square};

use super::output::Output;
use super::position::piece;
use crate::picture::Picture;
use crate::position::{
    Case, Effort, Inquiry, Link, Parities, Possibility, Premises, Whereabouts, chain, judge, promoted,
    whereabouts,
};
use crate::render::{Escape, path_name};
use crate::words::role_name;

#[derive(clap::Args, Debug)]
pub(super) struct FurtherArgs {
    /// Explain why a position is impossible, link by link: what the pawns took, who was promoted, and what each move that can be taken
    /// back leads back to
    #[arg(long)]
    explain: bool,
    /// Draw the position with the ways of that explanation, or the forced last moves, as arrows; .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(super) picture: Option<PathBuf>,
    /// A man that fell off the board, such as wN: list the squares on which it can have stood
    #[arg(long, value_name = "MAN", value_parser = piece)]
    fallen: Option<Piece>,
    /// Ask whether the man on a square, or one of the men of a kind, such as wN, must be promoted
    #[arg(long, value_name = "SQUARE|MAN", value_parser = asked)]
    promoted: Option<Asked>,
    /// Nothing was captured in the last N half-moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) no_capture: u16,
    /// List the squares on which the man that is now on this square can have stood before, see --ago
    #[arg(long, value_name = "SQUARE")]
    where_was: Option<Square>,
    /// Half-moves back for --where-was
    #[arg(long, value_name = "N", default_value_t = 1, requires = "where_was", value_parser = clap::value_parser!(u32).range(1..=12))]
    ago: u32,
    /// Tell whether each side has made an even or an odd number of moves, if the position says so
    #[arg(long)]
    parity: bool,
}

/// What is asked about: the man on a square, or one of a kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Asked {
    On(Square),
    Kind(Piece),
}

fn asked(text: &str) -> Result<Asked, String> {
    match text.parse::<Square>() {
        Ok(square) => Ok(Asked::On(square)),
        Err(_) => piece(text)
            .map(Asked::Kind)
            .map_err(|_| "expected a square, or a colour and a kind such as wN".to_owned()),
    }
}

/// The answers.
#[derive(Default)]
pub(super) struct FurtherAnswers {
    /// The links, if they are asked for.
    chain: Option<Vec<Link>>,
    /// A man that fell off, and the squares on which no rule excludes it.
    fallen: Option<(Piece, Vec<Square>)>,
    /// What is asked about, and why it is promoted, if that follows.
    promoted: Option<(String, Option<String>)>,
    /// Whether the position is impossible, so that nothing can be said of its men.
    is_impossible: bool,
    /// The square, how many half-moves ago, and where its man can have stood.
    where_was: Option<(Square, u32, Whereabouts)>,
    parity: Option<Parities>,
}

/// The rules' work on each of many positions.
const EACH: Effort = Effort { positions: 2_000, ..Effort::FULL };

impl FurtherAnswers {
    pub(super) fn of(args: &FurtherArgs, premises: &Premises, case: &Case) -> FurtherAnswers {
        let stands = |man: Piece, square: Square| {
            let mut with = case.clone();
            with.board.set_piece_at(square, man);
            judge(premises, &with, EACH).is_none()
        };
        let fallen = args.fallen.map(|man| {
            let empty = !case.board.occupied();
            (man, empty.into_iter().filter(|&square| stands(man, square)).collect())
        });
        let promoted = args.promoted.map(|asked| match asked {
            Asked::Kind(man) => (man.char().to_string(), one_promoted(premises, case, man)),
            Asked::On(square) => (square.to_string(), promoted(premises, case, square)),
        });
        let where_was = args
            .where_was
            .map(|square| (square, args.ago, whereabouts(premises, case, square, args.ago, EACH)));
        FurtherAnswers {
            chain: (args.explain || args.picture.is_some()).then(|| chain(premises, case, Effort::FULL)),
            fallen,
            is_impossible: promoted.as_ref().is_some_and(|(_, why)| why.is_none())
                && judge(premises, case, EACH).is_some(),
            promoted,
            where_was,
            parity: args.parity.then(|| Parities::of(premises, case)),
        }
    }

    pub(super) fn tell(&self, out: &mut impl Write, verbose: bool) -> Result<()> {
        if let Some(links) = &self.chain {
            match links.is_empty() {
                true => writeln!(out, "  no rule excludes it: there is nothing to explain")?,
                false => writeln!(out, "  link by link:\n{}", outline(links, verbose).trim_end())?,
            }
        }
        if let Some((man, squares)) = &self.fallen {
            writeln!(out, "  the {} can have stood on: {}", man_name(*man), names(squares).join(" "))?;
        }
        match &self.promoted {
            Some((what, None)) if self.is_impossible => {
                writeln!(out, "  {what}: no game leads here, so that nothing can be said of it")?
            }
            Some((what, Some(why))) if what.len() == 1 => {
                writeln!(out, "  one {} is promoted: {why}", letter_name(what))?
            }
            Some((what, Some(why))) => writeln!(out, "  the man on {what} is promoted: {why}")?,
            Some((what, None)) if what.len() == 1 => {
                writeln!(out, "  no rule shows that one {} is promoted", letter_name(what))?
            }
            Some((what, None)) => writeln!(out, "  {what}: no rule shows that the man there is promoted")?,
            None => {}
        }
        if let Some((square, ago, found)) = &self.where_was {
            let squares: Vec<Square> = found.squares.into_iter().collect();
            let told = match (squares.is_empty(), found.is_whole) {
                (true, true) => "nowhere: no move can be taken back".to_owned(),
                (true, false) => "not found out: the work ended".to_owned(),
                (false, true) => names(&squares).join(" "),
                (false, false) => {
                    format!("{}, and perhaps others: the work ended", names(&squares).join(" "))
                }
            };
            let moves = if *ago == 1 { "half-move" } else { "half-moves" };
            writeln!(out, "  the man on {square}, {ago} {moves} ago: {told}")?;
        }
        if let Some(parity) = &self.parity {
            for (side, even) in [("White", parity.white), ("Black", parity.black)] {
                match even {
                    Some(even) => writeln!(
                        out,
                        "  {side} has made an {} number of moves",
                        if even { "even" } else { "odd" }
                    )?,
                    None => writeln!(
                        out,
                        "  {side}: the position does not tell whether the number of its moves is even"
                    )?,
                }
            }
        }
        Ok(())
    }

    pub(super) fn put(&self, value: &mut Value) {
        if let Some(links) = &self.chain {
            value["chain"] = links.iter().map(link).collect();
        }
        if let Some((man, squares)) = &self.fallen {
            value["fallen"] = json!({ "man": man.char().to_string(), "squares": names(squares) });
        }
        if let Some((man, why)) = &self.promoted {
            value["promoted"] = json!({ "man": man, "must": why.is_some(), "explanation": why });
        }
        if let Some((square, ago, found)) = &self.where_was {
            let squares: Vec<Square> = found.squares.into_iter().collect();
            value["where_was"] = json!({
                "square": square.to_string(), "half_moves_ago": ago, "squares": names(&squares), "complete": found.is_whole,
            });
        }
        if let Some(parity) = &self.parity {
            value["parity"] = json!({ "white_even": parity.white, "black_even": parity.black });
        }
    }

    /// Draws the position with the ways that the chain speaks of; without a chain, the moves that are forced going back.
    pub(super) fn draw(&self, path: &Path, inquiry: &Inquiry) -> Result<()> {
        let ending =
            path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        if !matches!(ending.as_str(), "svg" | "png") {
            bail!("{}: the name of a picture must end in .svg or .png", path_name(path));
        }
        let mut arrows = Vec::new();
        collect(self.chain.as_deref().unwrap_or_default(), &mut arrows);
        arrows.extend(inquiry.forced.iter().map(|unmove| (unmove.from, unmove.to)));
        arrows.sort_unstable();
        arrows.dedup();
        let why = match &inquiry.verdict {
            Possibility::Impossible(why) => format!("impossible: {}", why.explanation),
            other => other.as_str().to_owned(),
        };
        let title = format!("{}: {why}", inquiry.case.fen());
        let picture = Picture {
            board: &inquiry.case.board,
            last: None,
            arrows: &arrows,
            below: Color::White,
            coordinates: true,
            ink: false,
            title: &title,
        };
        let png = ending == "png";
        let bytes = if png {
            picture.png(WIDTH).map_err(anyhow::Error::msg)?
        } else {
            picture.svg(WIDTH).into_bytes()
        };
        let out = Output::create(Some(path))?;
        let mut out = if png { out } else { out.escaped(Escape::Text) };
        out.write_all(&bytes)?;
        out.finish()?;
        Ok(())
    }
}

/// `White knight`.
fn man_name(man: Piece) -> String {
    let side = man.color.fold_wb("White", "Black");
    format!("{side} {}", role_name(man.role))
}

/// The man of a letter of FEN, in words.
fn letter_name(letter: &str) -> String {
    letter.chars().next().and_then(Piece::from_char).map_or_else(|| letter.to_owned(), man_name)
}

/// Pixels of the picture.
const WIDTH: u32 = 480;

/// Why one of the men of a kind is promoted, if that follows.
fn one_promoted(premises: &Premises, case: &Case, man: Piece) -> Option<String> {
    let (now, first) = (case.board.by_piece(man).count(), premises.count(man.color, man.role));
    if now > first {
        return Some(format!("{now} are on the board, and {first} began"));
    }
    let mut all_original = premises.clone();
    all_original.original.push((man, now));
    // What is impossible anyway says nothing of promotion.
    let possible = judge(premises, case, EACH).is_none();
    let why = possible.then(|| judge(&all_original, case, EACH)).flatten();
    why.map(|why| format!("were all original, {}", why.explanation))
}

/// All arrows of the links but those of moves deep in the past: a picture shows one position.
fn collect(links: &[Link], arrows: &mut Vec<(Square, Square)>) {
    for link in links {
        arrows.extend(&link.arrows);
    }
}

/// The links as numbered lines, what each follows from below it.
fn outline(links: &[Link], verbose: bool) -> String {
    let mut out = String::new();
    for (at, link) in links.iter().enumerate() {
        let contradiction = if at + 1 == links.len() { "contradiction: " } else { "" };
        let _ = writeln!(out, "    {}. {contradiction}{}{}", at + 1, link.text, rule(link, verbose));
        below(&link.links, 7, verbose, &mut out);
    }
    out
}

fn below(links: &[Link], indent: usize, verbose: bool, out: &mut String) {
    for link in links {
        let _ = writeln!(out, "{:indent$}- {}{}", "", link.text, rule(link, verbose));
        below(&link.links, indent + 2, verbose, out);
    }
}

fn rule(link: &Link, verbose: bool) -> String {
    link.rule.filter(|_| verbose).map_or_else(String::new, |rule| format!(" ({})", rule.id))
}

fn link(link: &Link) -> Value {
    let squares: Vec<Square> = link.squares.into_iter().collect();
    json!({
        "text": link.text,
        "rule": link.rule.map(|rule| rule.id),
        "squares": names(&squares),
        "arrows": link.arrows.iter().map(|(from, to)| [from.to_string(), to.to_string()]).collect::<Vec<_>>(),
        "links": link.links.iter().map(self::link).collect::<Vec<_>>(),
    })
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
