//! Lays the moves of a game out as books, newspapers, letters, pages and tables do.

use scorebook_random::Random;

/// The form of a move number.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Number {
    Bare,
    Dot,
    Bracket,
    Round,
    Square,
    Colon,
    Roman,
    DotDash,
}

/// The forms of numbers, by how often they are met.
pub const NUMBERS: &[Number] = &[
    Number::Dot,
    Number::Dot,
    Number::Dot,
    Number::Bare,
    Number::Bare,
    Number::Bracket,
    Number::Round,
    Number::Square,
    Number::Colon,
    Number::Roman,
    Number::DotDash,
];

impl Number {
    pub fn write(self, number: u32) -> String {
        match self {
            Number::Bare => format!("{number} "),
            Number::Dot => format!("{number}. "),
            Number::Bracket => format!("{number}) "),
            Number::Round => format!("({number}) "),
            Number::Square => format!("[{number}] "),
            Number::Colon => format!("{number}: "),
            Number::Roman => format!("{}. ", roman(number)),
            Number::DotDash => format!("{number}.- "),
        }
    }
}

fn roman(mut number: u32) -> String {
    let signs =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut out = String::new();
    for (value, sign) in signs {
        while number >= value {
            out.push_str(sign);
            number -= value;
        }
    }
    out
}

/// A pair of moves with its number; a text may be missing.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub number: u32,
    pub white: String,
    pub black: String,
    /// A remark behind the row.
    pub remark: Option<String>,
}

/// How the rows are laid out.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Layout {
    Pairs,
    TwoPairs,
    ThreePairs,
    Running,
    HalfMoves,
    CountedHalfMoves,
    BareHalfMoves,
    BarePairs,
    BareTwoPairs,
    Sides,
    Columns,
    Lists,
    Across,
    BlackBelow,
    Abreast,
    EveryFifth,
    Middle,
    NumberLine,
    Dated,
    Csv,
    CsvRemarks,
    Markdown,
    Pgn,
    Ruled,
    NumberTwice,
    Sentences,
}

/// All layouts, each with its name.
pub const LAYOUTS: &[(&str, Layout)] = &[
    ("pairs", Layout::Pairs),
    ("two pairs a line", Layout::TwoPairs),
    ("three pairs a line", Layout::ThreePairs),
    ("running", Layout::Running),
    ("half-moves", Layout::HalfMoves),
    ("half-moves, counted", Layout::CountedHalfMoves),
    ("half-moves, bare", Layout::BareHalfMoves),
    ("pairs, bare", Layout::BarePairs),
    ("two pairs a line, bare", Layout::BareTwoPairs),
    ("sides named", Layout::Sides),
    ("columns", Layout::Columns),
    ("lists", Layout::Lists),
    ("across", Layout::Across),
    ("Black below White", Layout::BlackBelow),
    ("two blocks abreast", Layout::Abreast),
    ("every fifth number", Layout::EveryFifth),
    ("number in the middle", Layout::Middle),
    ("number on its own line", Layout::NumberLine),
    ("dated", Layout::Dated),
    ("csv", Layout::Csv),
    ("csv, remarks", Layout::CsvRemarks),
    ("markdown", Layout::Markdown),
    ("pgn", Layout::Pgn),
    ("ruled columns", Layout::Ruled),
    ("number twice", Layout::NumberTwice),
    ("sentences", Layout::Sentences),
];

impl Layout {
    /// Whether the layout can show moves with blanks in them.
    pub fn takes_blanks(self) -> bool {
        !matches!(self, Layout::Pgn | Layout::Across | Layout::BlackBelow)
    }
}

/// How a sheet is printed.
#[derive(Clone, Debug)]
pub struct Style {
    pub layout: Layout,
    pub number: Number,
    /// Between White's and Black's move.
    pub between: &'static str,
    /// Behind a row.
    pub end: &'static str,
    pub heading: String,
    /// How the result is said.
    pub ending: String,
    pub seed: u64,
}

const BETWEEN: &[&str] = &[" ", "  ", "    ", ", ", "; ", "\t", " — ", " - ", " | ", " / ", "     "];
const ENDS: &[&str] = &["", "", "", "", ".", ";", ","];

/// A style at random.
pub fn style(random: &mut Random, layout: Layout, spaced: bool, dashed: bool, result: &str) -> Style {
    let mut between = *random.pick(BETWEEN);
    if spaced && between == " " || dashed && between.contains('-') {
        between = "   ";
    }
    if dashed && between.contains('—') {
        between = ", ";
    }
    let end = if between.trim().is_empty() || between == ", " { *random.pick(ENDS) } else { "" };
    let end = if between == ", " && end == "," { ";" } else { end };
    let heading = match random.below(5) {
        0 => "Smith - Jones\n\n".to_owned(),
        1 => "White: A. Smith\nBlack: B. Jones\n\n".to_owned(),
        2 => "Smith v. Jones\nLondon, 1851\n\n".to_owned(),
        _ => String::new(),
    };
    let ending = match (random.below(3), result) {
        (0, _) => String::new(),
        (1, "1-0") => "Black resigns.".to_owned(),
        (1, "0-1") => "White resigns.".to_owned(),
        (1, _) => "Drawn game.".to_owned(),
        _ => result.to_owned(),
    };
    Style { layout, number: *random.pick(NUMBERS), between, end, heading, ending, seed: random.next() }
}

/// The text of a sheet.
pub fn print(rows: &[Row], style: &Style) -> String {
    let mut random = Random::new(style.seed);
    let Style { layout, number, between, end, .. } = style;
    let joined = |row: &Row| {
        if row.black.is_empty() {
            row.white.clone()
        } else if row.white.is_empty() {
            format!("...{between}{}", row.black)
        } else {
            format!("{}{between}{}", row.white, row.black)
        }
    };
    let remarked = |text: String, row: &Row| match &row.remark {
        Some(remark) => format!("{text}{end}\n{remark}\n"),
        None => format!("{text}{end}\n"),
    };
    let pair = |row: &Row| format!("{}{}", number.write(row.number), joined(row));
    let mut body = match layout {
        Layout::Pairs => rows.iter().map(|row| remarked(pair(row), row)).collect(),
        Layout::TwoPairs | Layout::ThreePairs => {
            let gap = if end.is_empty() { "   " } else { " " };
            let count = if *layout == Layout::TwoPairs { 2 } else { 3 };
            let line =
                |rows: &[Row]| rows.iter().map(|row| pair(row) + end).collect::<Vec<_>>().join(gap) + "\n";
            rows.chunks(count).map(line).collect()
        }
        Layout::Running => {
            let gap = if between.trim().is_empty() { " " } else { between };
            let mut words: Vec<String> = Vec::new();
            for row in rows {
                let text = joined(row).replace(between, gap);
                let text = format!("{}{text}{end}", number.write(row.number));
                words.extend(text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
                if let Some(remark) = &row.remark {
                    words.push(remark.clone());
                }
            }
            wrapped(&words, 60 + random.below(30))
        }
        Layout::HalfMoves => {
            let line = |row: &Row| {
                let black = if row.black.is_empty() {
                    String::new()
                } else {
                    format!("{}... {}\n", row.number, row.black)
                };
                format!("{}. {}\n{black}", row.number, row.white)
            };
            rows.iter().map(line).collect()
        }
        Layout::CountedHalfMoves => {
            let cells =
                rows.iter().flat_map(|row| [(row.number * 2 - 1, &row.white), (row.number * 2, &row.black)]);
            let cells = cells.filter(|(_, text)| !text.is_empty());
            cells.map(|(at, text)| format!("{}{text}\n", number.write(at))).collect()
        }
        Layout::BareHalfMoves => {
            let cells = rows.iter().flat_map(|row| [&row.white, &row.black]).filter(|text| !text.is_empty());
            cells.map(|text| format!("{text}{end}\n")).collect()
        }
        Layout::BarePairs => rows.iter().map(|row| format!("{}{end}\n", joined(row))).collect(),
        Layout::BareTwoPairs => {
            let gap = if between.trim().is_empty() { between } else { "; " };
            let line = |rows: &[Row]| rows.iter().map(joined).collect::<Vec<_>>().join(gap) + "\n";
            rows.chunks(2).map(line).collect()
        }
        Layout::Sides => {
            let black = |row: &Row| {
                if row.black.is_empty() { String::new() } else { format!("Black: {}\n", row.black) }
            };
            rows.iter().map(|row| format!("White: {}\n{}", row.white, black(row))).collect()
        }
        Layout::Columns => {
            let column = |white: bool| -> String {
                let text = |row: &Row| if white { row.white.clone() } else { row.black.clone() };
                rows.iter()
                    .filter(|row| !text(row).is_empty())
                    .map(|row| format!("{}{}\n", number.write(row.number), text(row)))
                    .collect()
            };
            format!("WHITE\n{}\nBLACK\n{}", column(true), column(false))
        }
        Layout::Lists => {
            let list = |white: bool| {
                let text = |row: &Row| if white { row.white.clone() } else { row.black.clone() };
                rows.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
            };
            format!("White: {}\nBlack: {}\n", list(true), list(false))
        }
        Layout::Across => {
            let line = |rows: &[Row]| {
                let cell = |text: String| format!("{text:<9}");
                let numbers: String = rows.iter().map(|row| cell(row.number.to_string())).collect();
                let white: String = rows.iter().map(|row| cell(row.white.clone())).collect();
                let black: String = rows.iter().map(|row| cell(row.black.clone())).collect();
                format!(
                    "Move   {}\nWhite  {}\nBlack  {}\n\n",
                    numbers.trim_end(),
                    white.trim_end(),
                    black.trim_end()
                )
            };
            rows.chunks(8).map(line).collect()
        }
        Layout::BlackBelow => {
            let line = |rows: &[Row]| {
                let (mut white, mut black) = (String::new(), String::new());
                for row in rows {
                    let head = format!("{}. ", row.number);
                    let width = head.len() + row.white.chars().count().max(row.black.chars().count()) + 3;
                    let blank = " ".repeat(head.len());
                    white.push_str(&format!("{:<width$}", format!("{head}{}", row.white)));
                    black.push_str(&format!("{:<width$}", format!("{blank}{}", row.black)));
                }
                format!("{}\n{}\n", white.trim_end(), black.trim_end())
            };
            rows.chunks(5).map(line).collect()
        }
        Layout::Abreast => {
            let half = rows.len().div_ceil(2);
            let line = |at: usize| {
                let left = format!("{:<30}", wide(&rows[at], *number));
                let right = rows.get(half + at).map(|row| wide(row, *number)).unwrap_or_default();
                format!("{}\n", format!("{left}      {right}").trim_end())
            };
            (0..half).map(line).collect()
        }
        Layout::EveryFifth => {
            let line = |row: &Row| {
                let shown = row.number == 1 || row.number.is_multiple_of(5);
                let head = if shown { format!("{:>3}  ", row.number) } else { "     ".to_owned() };
                format!("{}\n", format!("{head}{:<12}{}", row.white, row.black).trim_end())
            };
            rows.iter().map(line).collect()
        }
        Layout::Middle => {
            let line = |row: &Row| {
                format!("{}\n", format!("{:<14}{:>3}   {}", row.white, row.number, row.black).trim_end())
            };
            rows.iter().map(line).collect()
        }
        Layout::NumberLine => {
            let word = *random.pick(&["Move ", "", "Move no. "]);
            let stop = if word.is_empty() { "." } else { "" };
            rows.iter().map(|row| format!("{word}{}{stop}\n{}\n", row.number, joined(row))).collect()
        }
        Layout::Dated => {
            let mut day = 0;
            let months =
                ["Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];
            let mut out = String::new();
            for row in rows {
                day += 1 + random.below(9);
                let date = format!("{} {}", day % 28 + 1, months[day / 28 % 12]);
                out.push_str(&format!("{date}   {}. {}\n", row.number, joined(row)));
            }
            out
        }
        Layout::Csv => {
            let rows: String =
                rows.iter().map(|row| format!("{},{},{}\n", row.number, row.white, row.black)).collect();
            format!("No,White,Black\n{rows}")
        }
        Layout::CsvRemarks => {
            let remarks = ["", "", "", "book, as usual", "a long think", "good", "he smiled, and moved"];
            let line = |row: &Row| {
                format!(
                    "\"{}\",\"{}\",\"{}\",\"{}\"\n",
                    row.number,
                    row.white,
                    row.black,
                    random.pick(&remarks)
                )
            };
            rows.iter().map(line).collect()
        }
        Layout::Markdown => {
            let rows: String = rows
                .iter()
                .map(|row| format!("| {} | {} | {} |\n", row.number, row.white, row.black))
                .collect();
            format!("| # | White | Black |\n|---|---|---|\n{rows}")
        }
        Layout::Pgn => {
            let words: Vec<String> = rows
                .iter()
                .flat_map(|row| {
                    [format!("{}.", row.number), row.white.clone(), row.black.clone()]
                        .into_iter()
                        .filter(|word| !word.is_empty())
                        .collect::<Vec<_>>()
                })
                .collect();
            wrapped(&words, 80)
        }
        Layout::Ruled => {
            let line = |row: &Row| {
                format!("{}\n", format!("{:>3}  {:<16}{}", row.number, row.white, row.black).trim_end())
            };
            let rows: String = rows.iter().map(line).collect();
            format!("     WHITE           BLACK\n{rows}")
        }
        Layout::NumberTwice => {
            let line = |row: &Row| {
                let head = number.write(row.number);
                let black = if row.black.is_empty() { String::new() } else { format!("{head}{}", row.black) };
                format!("{}\n", format!("{:<24}{black}", format!("{head}{}", row.white)).trim_end())
            };
            rows.iter().map(line).collect()
        }
        Layout::Sentences => {
            let words: Vec<String> = rows
                .iter()
                .flat_map(|row| {
                    let text = if row.black.is_empty() {
                        format!("{} {};", row.number, row.white)
                    } else {
                        format!("{} {}, {};", row.number, row.white, row.black)
                    };
                    text.split(' ').map(str::to_owned).collect::<Vec<_>>()
                })
                .collect();
            wrapped(&words, 70)
        }
    };
    let mut heading = style.heading.clone();
    let mut ending = style.ending.clone();
    if *layout == Layout::Pgn {
        heading = "[Event \"Club\"]\n[White \"Smith\"]\n[Black \"Jones\"]\n\n".to_owned();
        if !matches!(ending.as_str(), "1-0" | "0-1" | "1/2-1/2") {
            ending = "*".to_owned();
        }
    }
    if matches!(layout, Layout::Csv | Layout::CsvRemarks) {
        (heading, ending) = (String::new(), String::new());
    }
    if !ending.is_empty() {
        body.push_str(&ending);
        body.push('\n');
    }
    heading + &body
}

fn wide(row: &Row, number: Number) -> String {
    format!("{}{:<11} {}", number.write(row.number), row.white, row.black).trim_end().to_owned()
}

/// Words on lines of at most so many letters.
fn wrapped(words: &[String], width: usize) -> String {
    let (mut out, mut line) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if line > 0 && line + 1 + length > width {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(word);
        line += length;
    }
    out.push('\n');
    out
}
