//! How a record may be printed.

use scorebook_random::Random;

/// One row of a record: its number and its texts, two of them unless something was spoiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number as printed; nothing where it is lost.
    pub number: String,
    /// The moves as printed.
    pub cells: Vec<String>,
}

/// The layouts that are tried.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Print {
    /// A row a line, `1. e4 e5`.
    Pairs,
    /// A row a line, wide gaps.
    Wide,
    /// A row a line, tabs.
    Tabs,
    /// Running text, numbers with full stops.
    Running,
    /// Running text, numbers stuck to the moves.
    Glued,
    /// Running text, numbers without full stops.
    Bare,
    /// A half-move a line, `1... e5` for Black.
    Dotted,
    /// Moves alone, on one line.
    Unnumbered,
    /// White's column above Black's.
    Columns,
    /// Two halves of the rows side by side.
    Blocks,
    /// The same with one blank between.
    NarrowBlocks,
    /// A table with commas.
    Csv,
    /// A German table with semicolons.
    Semicolons,
    /// A table, a half-move a row.
    Plies,
    /// PGN.
    Pgn,
    /// Rows between a heading and how the game ended.
    Headed,
    /// Rows with paragraphs of notes.
    Noted,
    /// Rows with remarks that name moves.
    Annotated,
    /// PGN with comments.
    Braces,
    /// A table of Markdown.
    Markdown,
    /// A game in a book of prose.
    Book,
}

/// All of them.
pub const PRINTS: &[Print] = &[
    Print::Pairs,
    Print::Wide,
    Print::Tabs,
    Print::Running,
    Print::Glued,
    Print::Bare,
    Print::Dotted,
    Print::Unnumbered,
    Print::Columns,
    Print::Blocks,
    Print::NarrowBlocks,
    Print::Csv,
    Print::Semicolons,
    Print::Plies,
    Print::Pgn,
    Print::Headed,
    Print::Noted,
    Print::Annotated,
    Print::Braces,
    Print::Markdown,
    Print::Book,
];

/// Notes as books have them, with moves and results in sentences.
const NOTES: &[&str] = &[
    "This is not the best; the Queen should have gone at once to the other side of the board.",
    "White cannot well take the Pawn, for then the Rook would come into play with great effect.",
    "Mr. Jones here thought for nearly an hour, and the onlookers were of opinion that he had lost the thread.",
    "An oversight, which ought to have cost the game.",
    "(Had Black drawn back the Knight, the attack would soon have come to an end.)",
    "Very well played. The Bishop is now out of danger, and the two Pawns are worth more than the exchange.",
];

/// Prose around a game of a book.
const PROSE: &[&str] = &[
    "The match was played in the great hall of the club, before an audience that filled it to the doors. Both players",
    "had won two games, and it was agreed that the fifth should decide. The following is perhaps the best of the whole",
    "series, though neither of the two was at his strongest, and each of them overlooked a simple way to win.",
];

/// The text of a record; `random` places the notes.
pub fn printed(rows: &[Row], print: Print, random: &mut Random) -> String {
    let numbered = |dot: &str, gap: &str, end: &str| -> String {
        rows.iter().map(|row| format!("{}{}{end}", label(row, dot), row.cells.join(gap))).collect()
    };
    match print {
        Print::Pairs => numbered(". ", " ", "\n"),
        Print::Wide => numbered("  ", "      ", "\n"),
        Print::Tabs => numbered(".\t", "\t", "\n"),
        Print::Running => wrapped(&numbered(". ", " ", " "), 72),
        Print::Glued => numbered(".", " ", " ") + "\n",
        Print::Bare => wrapped(&numbered(" ", " ", " "), 60),
        Print::Dotted => rows
            .iter()
            .flat_map(|row| {
                let side = |(at, cell): (usize, &String)| {
                    format!("{}{cell}\n", label(row, if at == 0 { ". " } else { "... " }))
                };
                row.cells.iter().enumerate().map(side).collect::<Vec<_>>()
            })
            .collect(),
        Print::Unnumbered => {
            rows.iter().flat_map(|row| row.cells.clone()).collect::<Vec<_>>().join(" ") + "\n"
        }
        Print::Columns => {
            let column = |side: usize| -> String {
                let cells = rows.iter().filter_map(|row| Some((row, row.cells.get(side)?)));
                cells.map(|(row, cell)| format!("{}{cell}\n", label(row, ". "))).collect()
            };
            // More than two texts on a row stand in no column: they follow the second.
            let more: String = rows
                .iter()
                .flat_map(|row| row.cells.iter().skip(2))
                .map(|cell| format!("{cell}\n"))
                .collect();
            format!("WHITE\n\n{}\nBLACK\n\n{}{more}", column(0), column(1))
        }
        Print::Blocks => blocks(rows, 40, 5),
        Print::NarrowBlocks => {
            let widest = rows.iter().map(|row| row_of(row, " ", "   ").chars().count()).max().unwrap_or(0);
            blocks(rows, widest, 1)
        }
        Print::Csv => {
            let lines = rows.iter().map(|row| format!("{},{}\n", row.number, row.cells.join(",")));
            "number,white move,black move\n".to_owned() + &lines.collect::<String>()
        }
        Print::Semicolons => {
            let lines = rows.iter().map(|row| format!("{};{}\r\n", row.number, row.cells.join(";")));
            "Nr;Weiß;Schwarz\r\n".to_owned() + &lines.collect::<String>()
        }
        Print::Plies => {
            let cells = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
            let lines = cells.map(|(row, cell)| format!("{},{cell}\n", row.number));
            "move,san\n".to_owned() + &lines.collect::<String>()
        }
        Print::Pgn => {
            let movetext = wrapped(&(numbered(". ", " ", " ") + "*"), 78);
            format!("[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\n{movetext}")
        }
        Print::Headed => {
            let rows = numbered(". ", "   ", "\n");
            format!("GAME 12\n\nA. Smith v. B. Jones\nLondon, 1851\n\n{rows}\nWhite resigns.\n")
        }
        Print::Noted => "A. Smith — B. Jones\n\n".to_owned() + &noted(rows, random),
        Print::Annotated => "A. Smith — B. Jones\n\n".to_owned() + &annotated(rows, random) + "\n1-0\n",
        Print::Braces => {
            let mut out = String::new();
            for row in rows {
                out += &row_of(row, ". ", " ");
                out.push(' ');
                if random.below(6) == 0 {
                    out += &format!("{{{}}} ", random.pick(NOTES).trim_matches(['(', ')']));
                }
            }
            format!("[White \"A\"]\n[Black \"B\"]\n\n{out}*\n")
        }
        Print::Markdown => {
            let lines = rows.iter().map(|row| format!("| {} | {} |\n", row.number, row.cells.join(" | ")));
            "| | White | Black |\n|---|---|---|\n".to_owned() + &lines.collect::<String>()
        }
        Print::Book => {
            let prose = PROSE.join("\n");
            let text = vec![prose; 10].join("\n\n");
            format!(
                "{text}\n\nGAME THE FIFTH.\n\nWHITE (Mr. Smith).      BLACK (Mr. Jones).\n\n{}\nAnd White resigned.\n\n{text}\n",
                noted(rows, random)
            )
        }
    }
}

/// The number of a row and its sign, if it has one.
fn label(row: &Row, dot: &str) -> String {
    if row.number.is_empty() { String::new() } else { format!("{}{dot}", row.number) }
}

fn row_of(row: &Row, dot: &str, gap: &str) -> String {
    format!("{}{}", label(row, dot), row.cells.join(gap))
}

/// Rows with a note here and there.
fn noted(rows: &[Row], random: &mut Random) -> String {
    let mut out = String::new();
    for row in rows {
        out += &row_of(row, ". ", "      ");
        out.push('\n');
        if random.below(6) == 0 {
            out += &format!("\n{}\n\n", random.pick(NOTES));
        }
    }
    out
}

/// Remarks that name moves: of the row before them, of others, of none.
fn annotated(rows: &[Row], random: &mut Random) -> String {
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        out += &row_of(row, ". ", " ");
        let other = random.pick(rows).cells.join(" ");
        let number = at + 1;
        let remark = match random.below(12) {
            // A first move at the beginning of a line begins a game.
            4 if at == 0 => "\n".to_owned(),
            0 => format!("\n\nI had prepared {number}. {other} here, and was sorry not to see it.\n\n"),
            1 => format!("\n\nNot {number}... {other} of course, which everybody plays.\n\n"),
            2 => format!(" and now \"{number}. {other}\" was best, as we found later.\n"),
            3 => format!(" ({number}. {other} is a sound line as well)\n"),
            4 => format!("\n\n{number}. {other} would have been the better way.\n\n"),
            5 => " which I had not seen at all when I went into this line\n".to_owned(),
            _ => "\n".to_owned(),
        };
        out += &remark;
    }
    out
}

/// Two halves of the rows side by side.
fn blocks(rows: &[Row], width: usize, gap: usize) -> String {
    let half = rows.len().div_ceil(2);
    let line = |at: usize| rows.get(at).map(|row| row_of(row, " ", "   ")).unwrap_or_default();
    (0..half)
        .map(|at| format!("{:<width$}{:gap$}{}", line(at), "", line(at + half)).trim_end().to_owned() + "\n")
        .collect()
}

/// Lines of no more than `width` characters, broken at blanks.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if line > 0 && line + 1 + length > width {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out += word;
        line += length;
    }
    out + "\n"
}
