//! How a writer lays out a game: one function a layout, from rows of texts to a page.

use std::fmt::Write as _;

/// A number with the half-moves that follow it.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// As it is printed.
    pub number: u32,
    /// White's half-move and Black's; `None` where nothing is printed.
    pub cells: [Option<String>; 2],
    /// A line of prose below the row.
    pub below: Option<String>,
}

/// What is printed, and the taste of the writer.
#[derive(Clone)]
pub struct Page {
    /// The rows of the game.
    pub rows: Vec<Row>,
    /// The rows of a game printed beside it.
    pub beside: Vec<Row>,
    /// The result as it is printed at the end, or nothing.
    pub result: &'static str,
    /// The players.
    pub names: [&'static str; 2],
    /// Lines above the game.
    pub head: String,
    /// Whether the columns have Black's name first.
    pub heads_swapped: bool,
    /// A choice among the habits of a layout.
    pub taste: usize,
}

/// A layout.
pub struct Layout {
    /// Its name in the figures.
    pub name: &'static str,
    /// Prints a page.
    pub print: fn(&Page) -> String,
    /// Whether moves with blanks inside can stand in it.
    pub spaced: bool,
}

const fn layout(name: &'static str, print: fn(&Page) -> String) -> Layout {
    Layout { name, print, spaced: false }
}

const fn wide(name: &'static str, print: fn(&Page) -> String) -> Layout {
    Layout { name, print, spaced: true }
}

/// All layouts.
pub const LAYOUTS: &[Layout] = &[
    layout("running text", running),
    layout("running, no blank", running_tight),
    layout("running, commas", running_commas),
    wide("running, semicolons", running_semicolons),
    layout("pgn", pgn),
    wide("lines", lines),
    wide("lines, no dot", lines_no_dot),
    wide("lines, number in brackets", lines_brackets),
    wide("columns with heads", columns),
    wide("newspaper n W, B", newspaper),
    wide("em dash", em_dash),
    layout("slash", slash),
    wide("dots between", leader),
    layout("half-moves numbered, running", halves_running),
    wide("half-moves numbered, lines", halves_lines),
    wide("half-move a line", half_line),
    wide("half-move a line, numbers", half_line_numbers),
    wide("Roman numbers", roman),
    wide("Black below White", below),
    layout("horizontal, numbers", horizontal),
    layout("horizontal, sides", horizontal_sides),
    layout("White's list, then Black's", lists),
    wide("White's column, then Black's", list_columns),
    wide("dates, half-moves", dates),
    wide("dates, rows", dated_rows),
    layout("folded in two", folded),
    layout("two games abreast", abreast),
    wide("Move n on its line", move_line),
    wide("Move n, sides", move_sides),
    layout("every fifth number", fifth),
    wide("number in the middle", middle),
    layout("number twice", twice),
    wide("csv, quoted, remarks", csv_remarks),
    wide("csv, plain", csv_plain),
    wide("csv, half-moves", csv_halves),
    wide("tabs", tabs),
    wide("pipes", pipes),
    wide("markdown", markdown),
    wide("ruled", ruled),
    wide("boxes", boxes),
    wide("html table", html),
    wide("html list", html_list),
    wide("W: B:", sides_in_row),
    layout("pairs without numbers", bare_pairs),
    layout("two pairs a line", two_pairs),
    layout("mail", mail),
    layout("bullets", bullets),
    layout("clocks", clocks),
    layout("json rows", json_rows),
    wide("latex table", latex),
];

fn cell(row: &Row, side: usize) -> &str {
    row.cells[side].as_deref().unwrap_or("")
}

/// The printed half-moves with their row and side, in order.
fn halves(rows: &[Row]) -> impl Iterator<Item = (&Row, usize, &str)> {
    rows.iter().flat_map(|row| {
        (0..2).filter_map(move |side| row.cells[side].as_deref().map(|text| (row, side, text)))
    })
}

/// Lines with what stands above and below the game.
fn framed(page: &Page, body: &str) -> String {
    let mut out = page.head.clone();
    out.push_str(body);
    if !out.ends_with('\n') {
        out.push('\n');
    }
    if !page.result.is_empty() {
        out.push_str(page.result);
        out.push('\n');
    }
    out
}

/// A line a row, and the prose below it.
fn by_row(page: &Page, line: impl Fn(&Row) -> String) -> String {
    let mut body = String::new();
    for row in &page.rows {
        body.push_str(line(row).trim_end());
        body.push('\n');
        if let Some(below) = &row.below {
            let _ = writeln!(body, "{below}");
        }
    }
    framed(page, &body)
}

/// Words broken into lines.
fn wrapped(words: &[String], width: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in words {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > width {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += own;
    }
    out.push('\n');
    out
}

fn width(page: &Page) -> usize {
    [48, 60, 72, 200][page.taste % 4]
}

fn flowing(page: &Page, pair: impl Fn(&Row) -> Vec<String>) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut body = String::new();
    for row in &page.rows {
        words.extend(pair(row));
        if let Some(below) = &row.below {
            body.push_str(&wrapped(&words, width(page)));
            let _ = write!(body, "\n{below}\n\n");
            words.clear();
        }
    }
    words.extend((!page.result.is_empty()).then(|| page.result.to_owned()));
    body.push_str(&wrapped(&words, width(page)));
    framed(&Page { result: "", ..page.clone() }, &body)
}

fn given(texts: [String; 3]) -> Vec<String> {
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

fn running(page: &Page) -> String {
    flowing(page, |row| given([format!("{}.", row.number), cell(row, 0).into(), cell(row, 1).into()]))
}

fn running_tight(page: &Page) -> String {
    flowing(page, |row| {
        given([format!("{}.{}", row.number, cell(row, 0)), cell(row, 1).into(), String::new()])
    })
}

fn running_commas(page: &Page) -> String {
    flowing(page, |row| given([row.number.to_string(), format!("{},", cell(row, 0)), cell(row, 1).into()]))
}

fn running_semicolons(page: &Page) -> String {
    flowing(page, |row| {
        given([format!("{}.", row.number), format!("{},", cell(row, 0)), format!("{};", cell(row, 1))])
    })
}

fn pgn(page: &Page) -> String {
    let [white, black] = page.names;
    let result = match page.result {
        "1-0" | "0-1" | "1/2-1/2" => page.result,
        _ => "*",
    };
    let head = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n");
    running(&Page { head, result, ..page.clone() })
}

fn gap(page: &Page) -> &'static str {
    let spaced = halves(&page.rows).any(|(_, _, text)| text.contains(' '));
    if spaced || page.taste.is_multiple_of(2) { "    " } else { " " }
}

fn lines(page: &Page) -> String {
    let gap = gap(page);
    by_row(page, |row| format!("{}. {}{gap}{}", row.number, cell(row, 0), cell(row, 1)))
}

fn lines_no_dot(page: &Page) -> String {
    let gap = gap(page);
    by_row(page, |row| format!("{:>2} {}{gap}{}", row.number, cell(row, 0), cell(row, 1)))
}

fn lines_brackets(page: &Page) -> String {
    let gap = gap(page);
    let [open, close] = [["(", ")"], ["[", "]"], ["", ")"]][page.taste % 3];
    by_row(page, |row| format!("{open}{}{close} {}{gap}{}", row.number, cell(row, 0), cell(row, 1)))
}

fn heads(page: &Page) -> [&'static str; 2] {
    let heads = [["White", "Black"], ["WHITE", "BLACK"], page.names][page.taste % 3];
    if page.heads_swapped { [heads[1], heads[0]] } else { heads }
}

fn columns(page: &Page) -> String {
    let [white, black] = heads(page);
    let head = format!("{}      {white:<18} {black}\n", page.head);
    by_row(&Page { head, ..page.clone() }, |row| {
        format!("{:>3}.  {:<18} {}", row.number, cell(row, 0), cell(row, 1))
    })
}

fn newspaper(page: &Page) -> String {
    let end = ["", ";", "."][page.taste % 3];
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!(", {text}"));
        format!("{} {}{black}{end}", row.number, cell(row, 0))
    })
}

fn em_dash(page: &Page) -> String {
    let number =
        |row: &Row| if page.taste.is_multiple_of(2) { format!("{}. ", row.number) } else { String::new() };
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!(" — {text}"));
        format!("{}{}{black}", number(row), cell(row, 0))
    })
}

fn slash(page: &Page) -> String {
    flowing(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!("/{text}"));
        given([format!("{}.", row.number), format!("{}{black}", cell(row, 0)), String::new()])
    })
}

fn leader(page: &Page) -> String {
    by_row(page, |row| {
        if row.cells[1].is_none() {
            return format!("{}. {}", row.number, cell(row, 0));
        }
        format!("{}. {} {:.<12} {}", row.number, cell(row, 0), "", cell(row, 1))
    })
}

fn half_number(row: &Row, side: usize) -> u32 {
    (row.number * 2).saturating_sub(1) + side as u32
}

fn halves_running(page: &Page) -> String {
    flowing(page, |row| {
        halves(std::slice::from_ref(row))
            .flat_map(|(row, side, text)| [format!("{}.", half_number(row, side)), text.to_owned()])
            .collect()
    })
}

fn halves_lines(page: &Page) -> String {
    by_row(page, |row| {
        let lines = halves(std::slice::from_ref(row))
            .map(|(row, side, text)| format!("{}. {text}", half_number(row, side)));
        lines.collect::<Vec<_>>().join("\n")
    })
}

fn half_line(page: &Page) -> String {
    by_row(page, |row| {
        halves(std::slice::from_ref(row)).map(|(.., text)| text).collect::<Vec<_>>().join("\n")
    })
}

fn half_line_numbers(page: &Page) -> String {
    let dots = ["...", " ...", "... ", "…"][page.taste % 4];
    by_row(page, |row| {
        let line = |(row, side, text): (&Row, usize, &str)| match side {
            0 => format!("{}. {text}", row.number),
            _ => format!("{}{dots}{text}", row.number),
        };
        halves(std::slice::from_ref(row)).map(line).collect::<Vec<_>>().join("\n")
    })
}

/// A number in Roman numerals.
fn in_roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            out.push_str(sign);
            number -= value;
        }
    }
    out
}

fn roman(page: &Page) -> String {
    let gap = gap(page);
    by_row(page, |row| format!("{}. {}{gap}{}", in_roman(row.number), cell(row, 0), cell(row, 1)))
}

fn below(page: &Page) -> String {
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!("\n    {text}"));
        format!("{:>2}. {}{black}", row.number, cell(row, 0))
    })
}

fn horizontal_with(page: &Page, numbers: bool) -> String {
    let mut body = String::new();
    let wide = halves(&page.rows).map(|(.., text)| text.chars().count()).max().unwrap_or(4) + 2;
    let labels = [["White", "Black"], ["W", "B"], ["White:", "Black:"]][page.taste % 3];
    for block in page.rows.chunks(5 + page.taste % 3) {
        let labels = if numbers { ["", ""] } else { labels };
        let mut put = |label: &str, texts: Vec<String>| {
            let cells: String = texts.iter().map(|text| format!("{text:<wide$}")).collect();
            let label = if numbers { String::new() } else { format!("{label:<8}") };
            let _ = writeln!(body, "{}", format!("{label}{cells}").trim_end());
        };
        if numbers {
            put("", block.iter().map(|row| row.number.to_string()).collect());
        }
        put(labels[0], block.iter().map(|row| cell(row, 0).to_owned()).collect());
        put(labels[1], block.iter().map(|row| cell(row, 1).to_owned()).collect());
        body.push('\n');
    }
    framed(page, &body)
}

fn horizontal(page: &Page) -> String {
    horizontal_with(page, true)
}

fn horizontal_sides(page: &Page) -> String {
    horizontal_with(page, false)
}

fn lists(page: &Page) -> String {
    let mut body = String::new();
    for (side, name) in ["White", "Black"].iter().enumerate() {
        let dots = if side == 1 && page.taste.is_multiple_of(2) { "..." } else { "." };
        let word = |row: &Row| {
            row.cells[side].as_ref().map(|text| [format!("{}{dots}", row.number), text.to_owned()])
        };
        let words: Vec<String> = page.rows.iter().filter_map(word).flatten().collect();
        let _ = write!(body, "{name}:\n{}\n", wrapped(&words, width(page)));
    }
    framed(page, &body)
}

fn list_columns(page: &Page) -> String {
    let mut body = String::new();
    for (side, name) in heads(page).iter().enumerate() {
        let _ = writeln!(body, "{name}");
        for row in &page.rows {
            if let Some(text) = &row.cells[side] {
                let _ = writeln!(body, "{:>2}. {text}", row.number);
            }
        }
        body.push('\n');
    }
    framed(page, &body)
}

/// The date of the so-manieth half-move of a game by post.
fn date(half: u32, taste: usize) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (day, month) = (half * 3 % 28 + 1, half * 3 / 28 % 12);
    let year = 1987 + half * 3 / 28 / 12;
    let name = MONTHS[month as usize];
    match taste % 4 {
        0 => format!("{day:>2} {name}"),
        1 => format!("{name}. {day}"),
        2 => format!("{year}-{:02}-{day:02}", month + 1),
        _ => format!("{day:02}.{:02}.{year}", month + 1),
    }
}

fn dates(page: &Page) -> String {
    by_row(page, |row| {
        let line = |(row, side, text): (&Row, usize, &str)| {
            let dots = if side == 0 { "." } else { "..." };
            format!("{}  {}{dots} {text}", date(half_number(row, side), page.taste), row.number)
        };
        halves(std::slice::from_ref(row)).map(line).collect::<Vec<_>>().join("\n")
    })
}

fn dated_rows(page: &Page) -> String {
    by_row(page, |row| {
        let date = date(half_number(row, 0), page.taste);
        format!("{date}   {}. {}    {}", row.number, cell(row, 0), cell(row, 1))
    })
}

fn folded(page: &Page) -> String {
    let half = page.rows.len().div_ceil(2);
    let place = |row: &Row| format!("{:>2} {:<9}{:<9}", row.number, cell(row, 0), cell(row, 1));
    let (left, right) = page.rows.split_at(half);
    let mut body = String::new();
    for (at, row) in left.iter().enumerate() {
        let other = right.get(at).map(place).unwrap_or_default();
        let _ = writeln!(body, "{}", format!("{}   {other}", place(row)).trim_end());
    }
    framed(page, &body)
}

fn abreast(page: &Page) -> String {
    let rows = page.rows.len().max(page.beside.len());
    let place = |row: &Row| format!("{:>2}. {:<9}{:<9}", row.number, cell(row, 0), cell(row, 1));
    let mut body = format!("{:<26}Game 2\n", "Game 1");
    for at in 0..rows {
        let [left, right] =
            [&page.rows, &page.beside].map(|rows| rows.get(at).map(place).unwrap_or_default());
        let _ = writeln!(body, "{}", format!("{left:<26}{right}").trim_end());
    }
    framed(&Page { result: "", ..page.clone() }, &body)
}

fn move_line(page: &Page) -> String {
    let gap = if gap(page) == " " { " " } else { "   " };
    by_row(page, |row| format!("Move {}\n{}{gap}{}", row.number, cell(row, 0), cell(row, 1)))
}

fn move_sides(page: &Page) -> String {
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!("\nBlack: {text}"));
        format!("Move {}\nWhite: {}{black}", row.number, cell(row, 0))
    })
}

fn fifth(page: &Page) -> String {
    by_row(page, |row| {
        let number = if row.number % 5 == 0 { row.number.to_string() } else { String::new() };
        format!("{number:>3}  {:<10}{}", cell(row, 0), cell(row, 1))
    })
}

fn middle(page: &Page) -> String {
    let wide = halves(&page.rows).map(|(.., text)| text.chars().count()).max().unwrap_or(4) + 2;
    by_row(page, |row| format!("{:<wide$}{:<4}{}", cell(row, 0), row.number, cell(row, 1)))
}

fn twice(page: &Page) -> String {
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!("{}. {text}", row.number));
        format!("{}. {:<10}{black}", row.number, cell(row, 0))
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn csv_remarks(page: &Page) -> String {
    const REMARKS: [&str; 6] = [
        "",
        "Best, says the book",
        "A surprise, played at once",
        "Now Black must be careful",
        "",
        "after 20 minutes' thought",
    ];
    let head = "\"No\",\"White\",\"Black\",\"Remarks\"\n".to_owned();
    by_row(&Page { head, result: "", ..page.clone() }, |row| {
        let remark = REMARKS[(row.number as usize + page.taste) % REMARKS.len()];
        let cells = [row.number.to_string(), cell(row, 0).into(), cell(row, 1).into(), remark.into()];
        cells.map(|cell| quoted(&cell)).join(",")
    })
}

fn csv_plain(page: &Page) -> String {
    let head = ["Move,White,Black\n", "", "no,white,black\n"][page.taste % 3].to_owned();
    let field = |text: &str| if text.contains(',') { quoted(text) } else { text.to_owned() };
    by_row(&Page { head, result: "", ..page.clone() }, |row| {
        format!("{},{},{}", row.number, field(cell(row, 0)), field(cell(row, 1)))
    })
}

fn csv_halves(page: &Page) -> String {
    let head = "ply;side;move\n".to_owned();
    by_row(&Page { head, result: "", ..page.clone() }, |row| {
        let line = |(row, side, text): (&Row, usize, &str)| {
            format!("{};{};{text}", half_number(row, side), ["white", "black"][side])
        };
        halves(std::slice::from_ref(row)).map(line).collect::<Vec<_>>().join("\n")
    })
}

fn tabs(page: &Page) -> String {
    by_row(page, |row| format!("{}\t{}\t{}", row.number, cell(row, 0), cell(row, 1)))
}

fn pipes(page: &Page) -> String {
    by_row(page, |row| format!("{} | {} | {}", row.number, cell(row, 0), cell(row, 1)))
}

fn markdown(page: &Page) -> String {
    let [white, black] = heads(page);
    let head = format!("{}| # | {white} | {black} |\n|--:|:--|:--|\n", page.head);
    by_row(&Page { head, ..page.clone() }, |row| {
        format!("| {} | {} | {} |", row.number, cell(row, 0), cell(row, 1))
    })
}

fn ruled(page: &Page) -> String {
    let rule = format!("+-----+{}+{}+\n", "-".repeat(14), "-".repeat(14));
    let head = format!("{}{rule}|  #  | {:<12} | {:<12} |\n{rule}", page.head, "White", "Black");
    by_row(&Page { head, ..page.clone() }, |row| {
        format!("| {:>3} | {:<12} | {:<12} |", row.number, cell(row, 0), cell(row, 1))
    })
}

fn boxes(page: &Page) -> String {
    let rule = format!("├─────┼{}┼{}┤", "─".repeat(14), "─".repeat(14));
    let head = format!("{}┌─────┬{}┬{}┐\n", page.head, "─".repeat(14), "─".repeat(14));
    by_row(&Page { head, ..page.clone() }, |row| {
        format!("│ {:>3} │ {:<12} │ {:<12} │\n{rule}", row.number, cell(row, 0), cell(row, 1))
    })
}

fn html(page: &Page) -> String {
    let head = format!("{}<table>\n<tr><th>Move</th><th>White</th><th>Black</th></tr>\n", page.head);
    let end = ["</table>\n", page.result].concat();
    let body = by_row(&Page { head, result: "", ..page.clone() }, |row| {
        format!("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", row.number, cell(row, 0), cell(row, 1))
    });
    format!("{body}{end}\n")
}

fn html_list(page: &Page) -> String {
    let gap = gap(page).replace("    ", "&nbsp;&nbsp;&nbsp;");
    let head = format!("{}<ol>\n", page.head);
    let body = by_row(&Page { head, result: "", ..page.clone() }, |row| {
        format!("<li>{}{gap}{}</li>", cell(row, 0), cell(row, 1))
    });
    format!("{body}</ol>\n{}\n", page.result)
}

fn sides_in_row(page: &Page) -> String {
    by_row(page, |row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!("  B: {text}"));
        format!("{}. W: {}{black}", row.number, cell(row, 0))
    })
}

fn bare_pairs(page: &Page) -> String {
    let gap = gap(page);
    by_row(page, |row| format!("{}{gap}{}", cell(row, 0), cell(row, 1)))
}

fn two_pairs(page: &Page) -> String {
    let mut body = String::new();
    for pair in page.rows.chunks(2) {
        let cells: String = pair
            .iter()
            .map(|row| format!("{}. {:<8}{:<12}", row.number, cell(row, 0), cell(row, 1)))
            .collect();
        let _ = writeln!(body, "{}", cells.trim_end());
    }
    framed(page, &body)
}

fn mail(page: &Page) -> String {
    let own = running(page);
    let quoted: String = own.lines().map(|line| format!("> {line}\n")).collect();
    format!("On 3 May you wrote:\n\n{quoted}")
}

fn bullets(page: &Page) -> String {
    let bullet = ["- ", "* ", "• "][page.taste % 3];
    by_row(page, |row| format!("{bullet}{}. {} {}", row.number, cell(row, 0), cell(row, 1)))
}

fn clocks(page: &Page) -> String {
    by_row(page, |row| {
        let mut line = format!("{}.", row.number);
        for (_, side, text) in halves(std::slice::from_ref(row)) {
            let seconds = row.number * 37 + side as u32 * 11;
            let _ = write!(line, " {text} ({}:{:02})", seconds / 60, seconds % 60);
        }
        line
    })
}

fn json_rows(page: &Page) -> String {
    let line = |row: &Row| {
        let black = row.cells[1].as_ref().map_or_else(String::new, |text| format!(",\"black\":\"{text}\""));
        format!("{{\"move\":{},\"white\":\"{}\"{black}}}", row.number, cell(row, 0))
    };
    let rows: Vec<String> = page.rows.iter().map(line).collect();
    format!("[{}]\n", rows.join(",\n"))
}

fn latex(page: &Page) -> String {
    let head = format!("{}\\begin{{tabular}}{{rll}}\n", page.head);
    let body = by_row(&Page { head, result: "", ..page.clone() }, |row| {
        format!("{} & {} & {} \\\\", row.number, cell(row, 0), cell(row, 1))
    });
    format!("{body}\\end{{tabular}}\n{}\n", page.result)
}
