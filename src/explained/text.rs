//! The explanation as text: a line of print, what it was taken for and why, and below it the half-moves read from it.

use std::fmt::Write;

use scorebook_book::taken::Taken;

use super::{Explained, LineShown, MoveShown, PageShown, game_name};

/// What stands at the top of the file.
#[must_use]
pub fn head() -> String {
    let mut out = String::from(
        "How each page was read. The lines stand in the order in which they were read, each with its number in the file, what it\n\
         was taken for, and why. Below a line stand the half-moves read from it, each with the words of the print in brackets; where a\n\
         half-move was not simply the next one and as printed, the line below says how it was found. `unread` is what looks like a\n\
         move and became none. A gutter is a blank strip that parts columns of print.\n\n",
    );
    for taken in Taken::ALL {
        let _ = writeln!(out, "  {:<10} {}", taken.name(), taken.meaning());
    }
    out
}

/// A unit. `numbers` has the number of each of its results in the output.
#[must_use]
pub fn unit(explained: &Explained, numbers: &[Option<usize>]) -> String {
    let mut out = String::new();
    let reader = match explained.as_book {
        true => "its games were read as those of a printed book, and each half-move says how it was found",
        false => {
            "its games were cut out by this layout; parts and kinds of lines are told as the reader of printed books sees them"
        }
    };
    let (layout, title) = explained.layout;
    let _ = writeln!(out, "\n=== {}: layout {layout} ({title}); {reader}", explained.file);
    for shown in &explained.pages {
        page(shown, numbers, &mut out);
    }
    out
}

fn page(page: &PageShown, numbers: &[Option<usize>], out: &mut String) {
    out.push('\n');
    if let Some(name) = &page.name {
        let _ = writeln!(out, "--- {name}");
    }
    for part in &page.parts {
        let _ = writeln!(out, "    {part}");
    }
    for shown in &page.lines {
        line(shown, numbers, out);
    }
}

fn line(line: &LineShown, numbers: &[Option<usize>], out: &mut String) {
    let _ = writeln!(out, "{:6}  {:<10} {}", line.line, line.taken.name(), line.text);
    let _ = writeln!(out, "{:20}why: {}", "", line.why);
    for of_game in line.moves.chunk_by(|a, b| a.game == b.game) {
        let moves: Vec<String> =
            of_game.iter().map(|one| format!("{} {} [{}]", one.number, one.san, text_of(one))).collect();
        let _ = writeln!(out, "{:20}{}: {}", "", game_name(of_game[0].game, numbers), moves.join(", "));
        for one in of_game.iter().filter(|one| !one.plain) {
            let _ = writeln!(out, "{:22}{}: {}", "", one.san, one.how);
        }
    }
    for word in &line.unread {
        let _ = writeln!(out, "{:20}unread: {}", "", word.text);
    }
}

/// A half-move in words.
pub(super) fn half_move(one: &MoveShown, numbers: &[Option<usize>]) -> String {
    let MoveShown { game, number, san, how, .. } = one;
    format!("{} = {number} {san} in {}: {how}", text_of(one), game_name(*game, numbers))
}

/// The words of a half-move.
fn text_of(one: &MoveShown) -> &str {
    let text = one.words.text.trim();
    if text.is_empty() { "nothing" } else { text }
}
