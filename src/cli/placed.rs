//! Positions as people have them: FEN, printed boards, board files; as an argument or in a file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use scorebook_layout::{diagram, turbo};
use shakmaty::fen::Fen;

use crate::render::path_name;
use crate::text::{Opened, unpacking};

/// What a FEN is, for people who are asked for one.
pub(super) const FEN: &str = "a FEN is a position on one line, such as \
                              `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`: the ranks from the eighth down, small \
                              letters for Black, then the side to move";

/// A position, or why a text is none.
pub(super) struct Placed {
    /// The position as FEN, or the text.
    pub fen: String,
    /// What cannot be read in it.
    pub fault: Option<String>,
}

impl Placed {
    /// A text that is taken for a FEN.
    pub(super) fn new(fen: impl Into<String>) -> Placed {
        Placed { fen: fen.into(), fault: None }
    }
}

/// Whether an argument names something to read, a file, a pipe or standard input, and is no position itself.
pub(super) fn is_input(text: &str) -> bool {
    let text = text.trim();
    text == "-" || Path::new(text).metadata().is_ok_and(|found| !found.is_dir())
}

/// The positions of an argument: those in the file or the pipe of this name, or the argument itself.
///
/// # Errors
/// If the file cannot be read or has no position.
pub(super) fn of_argument(text: &str) -> Result<Vec<Placed>> {
    let path = Path::new(text.trim());
    if text.contains('\n') {
        return Ok(of_text(text));
    }
    if !is_input(text) {
        anyhow::ensure!(
            !is_named_like_a_file(text.trim()),
            "cannot read {}: there is no such file",
            path_name(path)
        );
        return Ok(vec![Placed::new(text)]);
    }
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path_name(path) };
    let mut bytes = Vec::new();
    Opened::path(path)
        .and_then(|input| unpacking(input.into_reader())?.read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {name}"))?;
    anyhow::ensure!(
        !bytes.trim_ascii_start().starts_with(b"{\\rtf"),
        "{name} is a document of a word processor (RTF): save it as plain text"
    );
    let found = of_text(&String::from_utf8_lossy(&bytes));
    anyhow::ensure!(!found.is_empty(), "{name} has no position: neither a FEN on a line, nor a board");
    Ok(found)
}

/// Whether a word can only be the name of a file: it ends as such names do, and no FEN has a point.
pub(super) fn is_named_like_a_file(text: &str) -> bool {
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    !text.contains(char::is_whitespace)
        && ending
            .is_some_and(|end| (1..5).contains(&end.len()) && end.bytes().all(|c| c.is_ascii_alphanumeric()))
}

/// The positions of a text: a FEN on each line (up to a tab; `#` begins a comment), or printed boards, or board files.
pub(super) fn of_text(text: &str) -> Vec<Placed> {
    let files = turbo::board_files(text);
    if files.iter().any(|file| file.board.occupied().any() || !file.faults.is_empty()) {
        let placed = |file: turbo::BoardFile| Placed {
            fen: diagram::fen(&file.board, file.turn),
            fault: (!file.faults.is_empty()).then(|| file.faults.join("; ")),
        };
        return files.into_iter().map(placed).collect();
    }
    let mut boards = diagram::diagrams(text);
    boards.retain(diagram::Diagram::has_men);
    if !boards.is_empty() {
        return boards.iter().map(|board| Placed::new(board.fen())).collect();
    }
    let lines = text.lines().map(|line| line.split('\t').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(Placed::new).collect()
}

/// The FEN of a text, or what a FEN is.
///
/// # Errors
/// If it is none.
pub(super) fn fen(text: &str) -> Result<Fen> {
    text.trim().parse().map_err(|error| anyhow::anyhow!("`{}` is no FEN ({error}): {FEN}", text.trim()))
}
