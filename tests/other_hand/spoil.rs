//! Spoils a sheet as pages, scanners and people do.

use scorebook_random::Random;

use super::sheet::Row;

/// What is done to a sheet.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Harm {
    /// A row is left out; the numbers show it.
    DropRow,
    /// A row is printed twice.
    RepeatRow,
    /// Two rows are exchanged.
    SwapRows,
    /// The texts of a row are exchanged.
    SwapSides,
    /// Two moves of one column are exchanged.
    SwapMoves,
    /// A move is left out.
    DropMove,
    /// The rest of a column moves up by one.
    Slide,
    /// A move is replaced by a note that names one that was not played.
    Note,
    /// A move is replaced by a blot.
    Blot,
    /// A letter or digit of a move is another.
    Misread,
    /// A letter or digit of a move is lost.
    LoseSign,
    /// A sign of capture is put where nothing is taken, or the reverse.
    FalseCapture,
    /// A sign of check is put where none is.
    FalseCheck,
    /// The letter of a man is that of another.
    OtherMan,
    /// The letter of a man is small.
    SmallLetter,
    /// A number is another.
    Number,
    /// A number is that of the row before.
    NumberAgain,
    /// The record breaks off inside a move.
    CutOff,
    /// The last rows belong to nothing: a row without a number below.
    Stray,
    /// A sentence behind a row names a move that was not played.
    Remark,
}

/// All of them.
pub const ALL: &[Harm] = &[
    Harm::DropRow,
    Harm::RepeatRow,
    Harm::SwapRows,
    Harm::SwapSides,
    Harm::SwapMoves,
    Harm::DropMove,
    Harm::Slide,
    Harm::Note,
    Harm::Blot,
    Harm::Misread,
    Harm::LoseSign,
    Harm::FalseCapture,
    Harm::FalseCheck,
    Harm::OtherMan,
    Harm::SmallLetter,
    Harm::Number,
    Harm::NumberAgain,
    Harm::CutOff,
    Harm::Stray,
    Harm::Remark,
];

const NOTES: &[&str] = &[
    "(not {})",
    "({} is better)",
    "(instead of {})",
    "{} is more usual",
    "{} would lose at once",
    "{} would have been better",
    "(if {} then White wins)",
    "(threatening {})",
    "[better was {}]",
];
const REMARKS: &[&str] = &[
    "{} was better here.",
    "Much stronger was {} at once.",
    "White threatens {} and wins a piece.",
    "The usual move is {} in this position.",
    "A fine move. Not {} because of the reply.",
];
const BLOTS: &[&str] = &["?", "---", "(illegible)", "***", "~", "[torn]", "§§", "_"];

/// Spoils the rows; `other` is a move that was not played. False if nothing could be spoiled.
pub fn spoil(rows: &mut Vec<Row>, harm: Harm, other: &str, random: &mut Random) -> bool {
    if rows.len() < 5 {
        return false;
    }
    let at = 1 + random.below(rows.len() - 3);
    let white = random.below(2) == 0;
    match harm {
        Harm::DropRow => {
            rows.remove(at);
        }
        Harm::RepeatRow => rows.insert(at, rows[at].clone()),
        Harm::SwapRows => rows.swap(at, at + 1),
        Harm::SwapSides => {
            let row = &mut rows[at];
            std::mem::swap(&mut row.white, &mut row.black);
            return row.white != row.black;
        }
        Harm::SwapMoves => {
            let (one, two) = (side(&mut rows[at], white).clone(), side(&mut rows[at + 1], white).clone());
            if one == two {
                return false;
            }
            *side(&mut rows[at], white) = two;
            *side(&mut rows[at + 1], white) = one;
        }
        Harm::DropMove => side(&mut rows[at], white).clear(),
        Harm::Slide => {
            for below in at..rows.len() - 1 {
                let text = side(&mut rows[below + 1], white).clone();
                *side(&mut rows[below], white) = text;
            }
            let last = rows.len() - 1;
            side(&mut rows[last], white).clear();
        }
        Harm::Note => *side(&mut rows[at], white) = random.pick(NOTES).replace("{}", other),
        Harm::Blot => *side(&mut rows[at], white) = (*random.pick(BLOTS)).to_owned(),
        Harm::Misread => {
            let text = side(&mut rows[at], white);
            let signs: Vec<char> = text.chars().collect();
            let place = random.below(signs.len().max(1));
            let Some(&old) = signs.get(place).filter(|c| c.is_alphanumeric()) else { return false };
            let pool: &[char] = if old.is_ascii_digit() {
                &['1', '2', '3', '4', '5', '6', '7', '8']
            } else if old.is_lowercase() {
                &['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
            } else {
                &['K', 'Q', 'R', 'B', 'N', 'P', 'I', 'l']
            };
            let new = *random.pick(pool);
            *text = signs.iter().enumerate().map(|(i, &c)| if i == place { new } else { c }).collect();
            return new != old;
        }
        Harm::LoseSign => {
            let text = side(&mut rows[at], white);
            let signs: Vec<char> = text.chars().collect();
            if signs.len() < 3 {
                return false;
            }
            let place = random.below(signs.len());
            // A blank or a dash says nothing.
            if matches!(signs[place], ' ' | '-' | '—') {
                return false;
            }
            *text = signs.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, c)| *c).collect();
        }
        Harm::FalseCapture => {
            let text = side(&mut rows[at], white);
            let new = if text.contains('x') {
                text.replacen('x', "", 1)
            } else if text.contains('-') && !text.starts_with(['O', '0']) {
                text.replacen('-', "x", 1)
            } else if text.len() == 3 && text.is_ascii() {
                format!("{}x{}", &text[..1], &text[1..])
            } else {
                return false;
            };
            *text = new;
        }
        Harm::FalseCheck => {
            let text = side(&mut rows[at], white);
            if text.contains(['+', '†']) || text.contains("ch") {
                return false;
            }
            text.push('+');
        }
        Harm::OtherMan => {
            let text = side(&mut rows[at], white);
            let Some(old) = text.chars().next().filter(|c| c.is_uppercase() && *c != 'O') else {
                return false;
            };
            let new = *random.pick(&['K', 'Q', 'R', 'B', 'N']);
            *text = text.replacen(old, &new.to_string(), 1);
            return new != old;
        }
        Harm::SmallLetter => {
            let text = side(&mut rows[at], white);
            if !text.starts_with(|c: char| c.is_ascii_uppercase() && c != 'O') {
                return false;
            }
            *text = text[..1].to_lowercase() + &text[1..];
        }
        Harm::Number => {
            let new = 1 + random.below(rows.len() + 3) as u32;
            let old = std::mem::replace(&mut rows[at].number, new);
            return old != new;
        }
        Harm::NumberAgain => {
            for row in &mut rows[at..] {
                row.number -= 1;
            }
        }
        Harm::CutOff => {
            rows.truncate(at + 2);
            let last = rows.len() - 1;
            let text = side(&mut rows[last], false);
            let keep = text.chars().count() / 2;
            *text = text.chars().take(keep).collect();
            return keep > 0;
        }
        Harm::Stray => {
            let row = rows[rows.len() - 1].clone();
            rows.push(Row { remark: None, number: row.number + 3, ..row });
        }
        Harm::Remark => rows[at].remark = Some(random.pick(REMARKS).replace("{}", other)),
    }
    true
}

fn side(row: &mut Row, white: bool) -> &mut String {
    if white { &mut row.white } else { &mut row.black }
}
