//! Score sheets typed in columns that blanks part, with a sign where a cell is illegible or empty: `11 ?         Bxd5`. What stands in
//! which column is told by its place alone, so the columns become those of a table.

use crate::text::Source;

/// Fewest rows.
const FEWEST: usize = 4;

/// Longer texts, in bytes, are no sheets.
const LONGEST: usize = 1 << 14;
/// Signs in the place of a move.
const ILLEGIBLE: &[&str] = &[
    "?",
    "??",
    "???",
    "…",
    "...",
    "-",
    "--",
    "---",
    "—",
    "–",
    "_",
    "__",
    "___",
    "____",
    "*",
    "[?]",
    "(?)",
    "[illegible]",
    "(illegible)",
    "illegible",
];

/// The source with tabs between the columns of a sheet; `None` if it is none, or has no such cell.
pub(super) fn read(source: &Source) -> Option<Source> {
    let text = source.text();
    if text.len() > LONGEST || source.scan().is_some() || text.contains('\t') {
        return None;
    }
    let mut tabs: Vec<usize> = Vec::new();
    let (mut rows, mut illegible, mut start) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(row) = Row::of(line.trim_end()) {
            rows += 1;
            illegible += row.fields.iter().filter(|field| ILLEGIBLE.contains(field)).count();
            tabs.extend(row.gaps.iter().map(|at| start + at));
        }
        start += line.len();
    }
    if rows < FEWEST || illegible == 0 || illegible > rows {
        return None;
    }
    source.respelled(&|at, _| tabs.binary_search(&at).is_ok().then_some('\t'))
}

/// A row: a number, and what stands in one column or two.
struct Row<'a> {
    fields: Vec<&'a str>,
    /// The first blank of each gap.
    gaps: Vec<usize>,
}

impl<'a> Row<'a> {
    fn of(line: &'a str) -> Option<Row<'a>> {
        /// Blanks between two columns.
        const WIDE: &str = "  ";
        let number = line.trim_start();
        let first = line.len() - number.len();
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let behind = &number[digits..];
        let stop = behind.len() - behind.trim_start_matches(['.', ')', ':']).len();
        let mut at = first + digits + stop;
        let mut row = Row { fields: Vec::new(), gaps: Vec::new() };
        while at < line.len() {
            let rest = line[at..].trim_start_matches(' ');
            // The first gap may be narrow.
            let is_gap = rest.len() < line.len() - at;
            let end = rest.find(WIDE).unwrap_or(rest.len());
            if !is_gap || rest.is_empty() {
                return None;
            }
            row.gaps.push(at);
            row.fields.push(&rest[..end]);
            at = line.len() - rest.len() + end;
        }
        let is_row = (1..=3).contains(&digits) && (1..=2).contains(&row.fields.len());
        let is_cell = |field: &&str| ILLEGIBLE.contains(field) || field.split(' ').count() <= 4;
        (is_row && row.fields.iter().all(is_cell)).then_some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_sheet_with_an_illegible_cell() {
        let spelled =
            |text: &str| read(&Source::from_bytes("", text.into())).map(|source| source.text().to_owned());
        let rows = " 1 e4        e5\n 2 Nf3       Nc6\n 3 Bc4       Bc5\n";
        assert_eq!(spelled(&format!("{rows} 4 c3        Nf6\n")), None);
        let read = spelled(&format!("{rows} 4 ?         Nf6\n 5 d4\n"));
        assert!(read.is_some_and(|text| text.contains(" 4\t?\t        Nf6") && text.contains(" 5\td4")));
        assert_eq!(spelled("The answer is ?  nobody knows\n"), None);
    }
}
