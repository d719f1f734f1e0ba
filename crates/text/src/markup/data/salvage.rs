//! Data of which some records are broken: each record that cannot be parsed by itself, between the same beginning and end of
//! the text, is left out, so that the others are read. Moves in what is left out are told ([`super::lost`]).

use super::{has_line_of_moves, parsed};

/// Longer texts are not taken apart, nor those of more records.
const LONGEST: usize = 1 << 20;
const MOST: usize = 2000;

/// A text with blanks in place of its broken records; `None` if it has no records, of which more are whole than broken.
pub(super) fn without_broken(raw: &str) -> Option<String> {
    if raw.len() > LONGEST || !is_like(raw) {
        return None;
    }
    openers(raw).into_iter().find_map(|opener| without(raw, opener))
}

/// Whether a text may be data of one of the formats that are parsed as a whole.
fn is_like(raw: &str) -> bool {
    super::xml::is_like(raw) || has_line_of_moves(raw, ':') || has_line_of_moves(raw, '=')
}

/// With what the lines begin that may each begin a record, those of the outermost first: two or more begin so.
fn openers(raw: &str) -> Vec<&str> {
    /// Lines with which others begin alike are looked for among so many.
    const LINES: usize = 200;
    let mut found: Vec<&str> = Vec::new();
    for line in raw.lines().take(LINES) {
        let Some(opener) = opener(line) else { continue };
        let is_known = found.contains(&opener);
        if !is_known && raw.lines().filter(|line| self::opener(line) == Some(opener)).nth(1).is_some() {
            found.push(opener);
        }
    }
    found.sort_by_key(|opener| opener.len() - opener.trim_start().len());
    found
}

/// The beginning of a line that may begin a record: its indent, and an item of YAML, a table of TOML or INI, or an element of XML up
/// to the end of its name.
fn opener(line: &str) -> Option<&str> {
    let start = line.len() - line.trim_start().len();
    let own = &line[start..];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let length = if let Some(item) = own.strip_prefix("- ") {
        let name = item.find(|c: char| !is_name(c)).unwrap_or(item.len());
        (item[name..].starts_with(':')).then_some(2 + name)?
    } else if let Some(name) = own.strip_prefix('<') {
        let length = name.find(|c: char| !is_name(c)).unwrap_or(name.len());
        (length > 0).then_some(1 + length)?
    } else {
        // The tables of INI are numbered.
        own.starts_with('[')
            .then(|| own.find(|c: char| c.is_ascii_digit() || c == ']').unwrap_or(own.len()))?
    };
    Some(&line[..start + length])
}

fn without(raw: &str, wanted: &str) -> Option<String> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    let mut end = raw.len();
    for line in raw.split_inclusive('\n') {
        if opener(line) == Some(wanted) {
            starts.push(at);
        } else if let (true, Some(&start)) = (line.starts_with("</"), starts.first())
            && start < at
        {
            // What closes the element around the records is none of them.
            end = end.min(at);
        }
        at += line.len();
    }
    starts.retain(|start| *start < end);
    let first = *starts.first()?;
    if starts.len() < 2 || starts.len() > MOST {
        return None;
    }
    let (head, tail) = (&raw[..first], &raw[end..]);
    let ends = starts.iter().skip(1).copied().chain([end]);
    let records: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    // The text may begin within a record.
    let heads = if head.trim().is_empty() { vec![head] } else { vec![head, ""] };
    heads.into_iter().find_map(|kept| {
        let is_whole =
            |&&(from, to): &&(usize, usize)| parsed(&[kept, &raw[from..to], tail].concat()).is_some();
        let whole: Vec<&(usize, usize)> = records.iter().filter(is_whole).collect();
        let is_taken = whole.len() * 2 > records.len() || records.len() == 2 && whole.len() == 1;
        let is_broken = whole.len() < records.len() || kept.len() < head.len();
        if !is_taken || !is_broken {
            return None;
        }
        let mut text = blank(&head[..head.len() - kept.len()]) + kept;
        for record in &records {
            let own = &raw[record.0..record.1];
            text += &if whole.contains(&record) { own.to_owned() } else { blank(own) };
        }
        text += tail;
        Some(text)
    })
}

/// Blanks for each byte of a text, but for the ends of its lines.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}
