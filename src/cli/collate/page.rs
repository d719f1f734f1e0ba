//! The apparatus: a page with the half-moves of all games, beside each what every record says of it.

use std::io::{self, Write};

use shakmaty::{File, Rank, Square, fen::Fen};

use crate::convert::collate::{Apparatus, Row};
use crate::explained::picture::escaped;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<title>Apparatus</title>
<style>
body { font: 16px/1.4 Georgia, serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
table.moves { border-collapse: collapse; width: 100%; }
table.moves th, table.moves td { border-bottom: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }
tr.differs { background: #fff3d6; }
td.other { color: #a02000; font-weight: bold; }
td.nothing { color: #888; }
table.board { border: 1px solid #444; border-collapse: collapse; font-size: 22px; line-height: 1; }
table.board td { height: 1.2em; text-align: center; width: 1.2em; }
table.board td.dark { background: #d8c8a8; }
.said { font-size: 14px; }
</style>
</head>
<body>
<h1>What the records say</h1>
";

/// Writes the page; each game has its number in the output.
pub(super) fn write<'a>(
    games: impl Iterator<Item = (usize, &'a Apparatus)>,
    out: &mut impl Write,
) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    let mut is_empty = true;
    for (number, game) in games {
        is_empty = false;
        of_game(number, game, out)?;
    }
    if is_empty {
        writeln!(out, "<p>No game is in more than one record.</p>")?;
    }
    writeln!(out, "</body>\n</html>")
}

fn of_game(number: usize, game: &Apparatus, out: &mut impl Write) -> io::Result<()> {
    let differ = game.rows.iter().filter(|row| differs(row)).count();
    writeln!(out, "<h2 id=\"game-{number}\">{number}. {}</h2>", escaped(&game.title))?;
    writeln!(
        out,
        "<p>Reading: {}. {} half-moves; the records differ at {differ}.</p>",
        game.verdict.as_str(),
        game.rows.len()
    )?;
    for words in &game.findings {
        writeln!(out, "<p class=\"said\">{}</p>", escaped(words))?;
    }
    let names = game.rows.first().map_or(&[][..], |row| &row.sayings);
    write!(out, "<table class=\"moves\">\n<tr><th>Move</th><th>Read as</th>")?;
    for saying in names {
        write!(out, "<th>{}</th>", escaped(&saying.witness))?;
    }
    writeln!(out, "</tr>")?;
    for row in &game.rows {
        of_row(row, names.len(), out)?;
    }
    writeln!(out, "</table>")
}

/// Whether some record says something else than what was read.
fn differs(row: &Row) -> bool {
    row.sayings.iter().any(|saying| !saying.agrees)
}

fn of_row(row: &Row, records: usize, out: &mut impl Write) -> io::Result<()> {
    let class = if differs(row) { " class=\"differs\"" } else { "" };
    let (number, side) = row.mover;
    let dots = side.fold_wb(".", "…");
    write!(out, "<tr{class}><td>{number}{dots}</td><td>{}</td>", escaped(&row.san))?;
    for saying in &row.sayings {
        match &saying.text {
            None => write!(out, "<td class=\"nothing\">no cell</td>")?,
            Some(text) if saying.agrees => write!(out, "<td>{}</td>", escaped(text))?,
            Some(text) => write!(out, "<td class=\"other\">{}</td>", escaped(text))?,
        }
    }
    writeln!(out, "</tr>")?;
    if !row.findings.is_empty() {
        write!(out, "<tr{class}><td></td><td colspan=\"{}\" class=\"said\">", records + 1)?;
        for words in &row.findings {
            write!(out, "<div>{}</div>", escaped(words))?;
        }
        write!(out, "<details><summary>the position before it</summary>")?;
        board(&row.fen, out)?;
        writeln!(out, "</details></td></tr>")?;
    }
    Ok(())
}

fn board(fen: &str, out: &mut impl Write) -> io::Result<()> {
    /// Men in the order of the roles, White's and Black's.
    const MEN: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];
    let Ok(setup) = fen.parse::<Fen>() else { return Ok(()) };
    write!(out, "<table class=\"board\" title=\"{}\">", escaped(fen))?;
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "<tr>")?;
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let class = if square.is_dark() { " class=\"dark\"" } else { "" };
            let man = setup.as_setup().board.piece_at(square);
            let sign = man.map(|man| MEN[usize::from(man.color.is_black())][man.role as usize - 1]);
            write!(out, "<td{class}>{}</td>", sign.map_or_else(String::new, String::from))?;
        }
        write!(out, "</tr>")?;
    }
    write!(out, "</table>")
}
