//! Books of print and printed sets, whole.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use crate::program::{Input, Program, Spent};
use crate::run::Row;
use crate::truth::{read_games, score_book};

/// A book may take this long.
const BOOK_LIMIT: Duration = Duration::from_secs(1200);
/// What `--quick` scores of the books, and of the printed sets.
const QUICK_BOOKS: [&str; 1] = ["capablanca-fundamentals"];
const QUICK_SETS: [&str; 2] = ["rows-0.2", "twocol-0.2"];

/// The names in a folder, sorted; none where it is not there.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// Scores the books of `folder` that have a reference.
///
/// # Errors
/// If the program cannot be run.
pub fn score_books(program: &Program, folder: &Path, is_quick: bool) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for name in names_in(folder) {
        let (book, truth) = (folder.join(&name).join("book.txt"), folder.join(&name).join("truth.pgn"));
        if !truth.exists() || is_quick && !QUICK_BOOKS.contains(&name.as_str()) {
            continue;
        }
        rows.push(score_file(program, "book", &name, &book, &truth, &["--from", "english"])?);
    }
    Ok(rows)
}

/// Scores the printed sets of `folder`: clean text, text of the scan, hOCR.
///
/// # Errors
/// If the program cannot be run.
pub fn score_printed(program: &Program, folder: &Path, is_quick: bool) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (kind, file) in
        [("printed-clean", "clean.txt"), ("printed-text", "book.txt"), ("printed-hocr", "book.hocr")]
    {
        for name in names_in(folder) {
            let (book, truth) = (folder.join(&name).join(file), folder.join(&name).join("truth.pgn"));
            if !book.exists() || is_quick && !QUICK_SETS.contains(&name.as_str()) {
                continue;
            }
            rows.push(score_file(program, kind, &name, &book, &truth, &[])?);
        }
    }
    Ok(rows)
}

fn score_file(
    program: &Program,
    kind: &str,
    name: &str,
    book: &Path,
    truth: &Path,
    args: &[&str],
) -> Result<Row> {
    let truth = read_games(&std::fs::read(truth)?);
    let converted = program.convert(&Input::Path(book), args, BOOK_LIMIT)?;
    Ok(score_book(kind, name, &converted.games, &truth, converted.spent))
}

/// Counts what is read of texts whose games are not known from elsewhere: one sign a game, `=` if it is claimed.
///
/// # Errors
/// If the program cannot be run.
pub fn count_unknown(program: &Program, folder: &Path) -> Result<Option<Row>> {
    let files: Vec<PathBuf> = names_in(folder).iter().map(|name| folder.join(name)).collect();
    if files.is_empty() {
        return Ok(None);
    }
    let (mut games, mut claimed, mut plies) = (0, 0, 0);
    let (mut verdicts, mut spent) = (String::new(), Spent::default());
    for file in &files {
        let converted = program.convert::<&str>(&Input::Path(file), &[], BOOK_LIMIT)?;
        spent += converted.spent;
        for game in &converted.games {
            games += 1;
            claimed += u64::from(game.is_claimed());
            plies += game.uci().len() as u64;
            verdicts.push(if game.is_claimed() { '=' } else { 'x' });
        }
    }
    let counts =
        [("files", files.len() as u64), ("games", games), ("games claimed", claimed), ("plies", plies)];
    Ok(Some(Row::new("unknown", "spanish", &counts, verdicts, spent)))
}
