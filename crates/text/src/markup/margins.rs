//! What stands in columns of its own beside the moves: dates at which moves were sent, counts from 0, the notes of a table, and dots that
//! say that Black's answer has a line of its own. Counts and dots are taken off; dates and notes become comments in braces.

use super::data::is_like_move;
use super::{Left, Out};

/// Lines from which a column is one.
const FEWEST: usize = 3;

/// The move number that a text begins with, and its length with its sign.
pub(super) fn number(text: &str) -> Option<(u32, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let sign = text[digits..].chars().next().filter(|c| matches!(c, '.' | ':' | ')'))?;
    Some((text[..digits].parse().ok()?, digits + sign.len_utf8()))
}

/// The number that a line is counted with, with or without a sign, and its length.
fn counted(line: &str) -> Option<(u32, usize)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let bare =
        || line[digits..].starts_with([' ', '\t']).then(|| Some((line[..digits].parse().ok()?, digits)))?;
    number(line).or_else(bare)
}

/// Takes the numbers off lines that are counted from 0: `0: e4`.
pub(super) fn counts(raw: &str, _: &mut Left) -> Option<Out> {
    let mut due = 0;
    for line in raw.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match counted(line) {
            Some((number, length)) if number == due => {
                let mut words = line[length..].split_whitespace();
                let moves = words.by_ref().take(2).filter(|word| is_like_move(word)).count();
                if moves == 0 || words.next().is_some() {
                    return None;
                }
                due += 1;
            }
            // Lines above the moves and below them are others.
            _ if due == 0 || due as usize > FEWEST => {}
            _ => return None,
        }
    }
    if due as usize <= FEWEST {
        return None;
    }
    let mut out = Out::default();
    let (mut start, mut due) = (0, 0);
    for line in raw.split_inclusive('\n') {
        let blank = line.len() - line.trim_start().len();
        let own = counted(line.trim_start()).filter(|(number, _)| *number == due);
        due += u32::from(own.is_some());
        out.copy(raw, start + own.map_or(0, |(_, length)| blank + length), start + line.len());
        start += line.len();
    }
    Some(out)
}

/// Puts braces around dates and spans of days in the rows of moves: `1. e4 e5 02.03. 07.03.`
pub(super) fn dates(raw: &str, _: &mut Left) -> Option<Out> {
    let rows = || raw.split_inclusive('\n').map(|line| (line, dated(line)));
    if rows().filter(|(_, found)| !found.is_empty()).count() < FEWEST {
        return None;
    }
    let mut out = Out::default();
    let mut start = 0;
    for (line, found) in rows() {
        braced(raw, start, line, &found, &mut out);
        start += line.len();
    }
    Some(out)
}

/// Copies a line with braces around some parts of it.
fn braced(raw: &str, start: usize, line: &str, parts: &[(usize, usize)], out: &mut Out) {
    let mut at = 0;
    for &(from, to) in parts {
        out.copy(raw, start + at, start + from);
        out.put("{", start + from, start + from);
        out.copy(raw, start + from, start + to);
        out.put("}", start + to, start + to);
        at = to;
    }
    out.copy(raw, start + at, start + line.len());
}

/// The dates and spans of days of a row that begins with the number of a move and has a move.
fn dated(line: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let start = line.len() - line.trim_start().len();
    let begins = number(&line[start..]).is_some();
    if !begins || line.contains(['\t', ';', '|', '{', '"', ',']) {
        return found;
    }
    let words: Vec<(usize, &str)> =
        line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word)).collect();
    let has_move = words.iter().any(|(_, word)| is_like_move(word));
    let mut at = 1;
    while has_move && at < words.len() {
        let (place, word) = words[at];
        let length = if is_day(word) {
            1
        } else if is_few(word) && words.get(at + 1).is_some_and(|(_, unit)| is_unit(unit)) {
            2
        } else if word == "/" && found.last().is_some_and(|last| line[last.1..place].trim().is_empty()) {
            1
        } else {
            at += 1;
            continue;
        };
        let (last, text) = words[at + length - 1];
        let end = last + text.len();
        match found.last_mut() {
            Some(before) if line[before.1..place].trim().is_empty() => before.1 = end,
            _ => found.push((place, end)),
        }
        at += length;
    }
    found
}

/// `02.03.`, `2.3.83`, `02/03/1983`: a day and a month; without a year it ends with a full stop.
fn is_day(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['.', '/']).collect();
    let small = |part: &str, most: u32| {
        (1..=2).contains(&part.len()) && part.parse().is_ok_and(|number: u32| (1..=most).contains(&number))
    };
    let is_year = |year: &str| matches!(year.len(), 0 | 2 | 4) && year.bytes().all(|b| b.is_ascii_digit());
    match *parts.as_slice() {
        [day, month, year] => {
            // `1.12.` is no date but numbers; `01.12.` and `1.12.83` are.
            let is_sure = !year.is_empty() || day.len() == 2 && month.len() == 2 && word.ends_with('.');
            is_sure
                && is_year(year)
                && (small(day, 31) && small(month, 12) || small(day, 12) && small(month, 31))
        }
        _ => false,
    }
}

fn is_few(word: &str) -> bool {
    word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit())
}

/// A unit of time behind a number: `T.`, `days`.
fn is_unit(word: &str) -> bool {
    matches!(
        word.trim_end_matches([',', '.']).to_lowercase().as_str(),
        "t" | "tg"
            | "tag"
            | "tage"
            | "day"
            | "days"
            | "jour"
            | "jours"
            | "dag"
            | "dagen"
            | "std"
            | "min"
            | "дн"
            | "дня"
            | "дней"
    )
}

/// Heads of a column of notes.
const NOTES: &[&str] = &[
    "note",
    "notes",
    "comment",
    "comments",
    "remark",
    "remarks",
    "annotation",
    "annotations",
    "kommentar",
    "kommentare",
    "bemerkung",
    "bemerkungen",
    "anmerkung",
    "anmerkungen",
    "commentaire",
    "commentaires",
    "remarques",
    "comentario",
    "comentarios",
    "opmerking",
    "opmerkingen",
    "commento",
    "note e commenti",
    "uwagi",
    "примечание",
    "примечания",
    "комментарий",
];

/// Puts braces around the notes of a table of Markdown: those in the column whose head says so.
pub(super) fn notes(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let (mut start, mut any) = (0, false);
    // The columns of notes of the table under way.
    let mut columns: Vec<usize> = Vec::new();
    for line in raw.split_inclusive('\n') {
        let cells = cells(line);
        if cells.is_empty() {
            columns.clear();
        }
        let is_note = |(_, (from, to)): &(usize, (usize, usize))| {
            NOTES.contains(&line[*from..*to].trim().to_lowercase().as_str())
        };
        let heads: Vec<usize> = cells.iter().copied().enumerate().filter(is_note).map(|(at, _)| at).collect();
        if !heads.is_empty() {
            // The head is none of the game's words.
            let mut at = 0;
            for (from, to) in heads.iter().filter_map(|&head| cells.get(head).copied()) {
                out.copy(raw, start + at, start + from);
                at = to;
            }
            out.copy(raw, start + at, start + line.len());
            start += line.len();
            columns = heads;
            continue;
        }
        let of_notes: Vec<(usize, usize)> = {
            let trimmed = columns.iter().filter_map(|&at| cells.get(at)).map(|&(from, to)| {
                let cell = &line[from..to];
                let lead = cell.len() - cell.trim_start().len();
                (from + lead, from + lead + cell.trim().len())
            });
            let is_text = |&(from, to): &(usize, usize)| {
                let text = &line[from..to];
                text.contains(char::is_alphanumeric) && !text.contains(['{', '}'])
            };
            trimmed.filter(is_text).collect()
        };
        any |= !of_notes.is_empty();
        braced(raw, start, line, &of_notes, &mut out);
        start += line.len();
    }
    any.then_some(out)
}

/// A row with dots in the place of one of its moves: its number, where that ends, where the move before the dots ends, if there is
/// one, and where the rest begins.
struct Half {
    number: u32,
    number_end: usize,
    move_end: Option<usize>,
    rest: usize,
}

fn half(line: &str) -> Option<Half> {
    let start = line.len() - line.trim_start().len();
    let (number, length) = number(&line[start..])?;
    let number_end = start + length;
    let behind = |at: usize| at + (line[at..].len() - line[at..].trim_start_matches([' ', '\t']).len());
    let first = behind(number_end);
    if let Some(rest) = dots(&line[first..]) {
        return Some(Half { number, number_end, move_end: None, rest: behind(first + rest) });
    }
    let word = line[first..].split_whitespace().next()?;
    let own = word.trim_end_matches([',', ';']);
    let rest = behind(first + word.len());
    let rest = behind(rest + dots(&line[rest..])?);
    is_like_move(own).then_some(Half { number, number_end, move_end: Some(first + own.len()), rest })
}

/// The length of the dots or strokes that stand for a move at the beginning of a text, with a comma behind them.
fn dots(text: &str) -> Option<usize> {
    let length = match text.chars().next()? {
        '…' | '—' => '…'.len_utf8(),
        sign @ ('.' | '-') => text.bytes().take_while(|byte| char::from(*byte) == sign).count(),
        _ => return None,
    };
    let rest = &text[length..];
    let end = length + usize::from(rest.starts_with([',', ';']));
    (length > 1 && text[end..].chars().next().is_none_or(char::is_whitespace)).then_some(end)
}

/// Puts what stands behind the dots of White's row in braces, where Black's answer has a row of its own: `1. e4, ... Good.` above
/// `1. ..., e5`.
pub(super) fn answers(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let mut start = 0;
    let mut any = false;
    // White's row that waits for its answer.
    let mut white: Option<(usize, &str, Half)> = None;
    let mut done = 0;
    for line in raw.split_inclusive('\n') {
        match half(line) {
            Some(own) if own.move_end.is_some() => white = Some((start, line, own)),
            Some(black) => {
                if let Some((at, row, own)) = white.take().filter(|(_, _, own)| own.number == black.number) {
                    let end = at + own.move_end.unwrap_or(own.number_end);
                    let note = row[own.rest..].trim_end();
                    out.copy(raw, done, end);
                    if note.contains(char::is_alphanumeric) && !note.contains(['{', '}']) {
                        out.put(" {", end, end);
                        out.copy(raw, at + own.rest, at + own.rest + note.len());
                        out.put("}", at + own.rest + note.len(), at + own.rest + note.len());
                    }
                    out.copy(raw, at + own.rest + note.len(), start + black.number_end);
                    out.put(" ... ", start + black.number_end, start + black.rest);
                    done = start + black.rest;
                    any = true;
                }
            }
            None if number(line.trim_start()).is_some() => white = None,
            None => {}
        }
        start += line.len();
    }
    out.copy(raw, done, raw.len());
    any.then_some(out)
}

/// The cells of a row between upright strokes.
fn cells(line: &str) -> Vec<(usize, usize)> {
    let row = line.trim_end();
    if !row.trim_start().starts_with('|') {
        return Vec::new();
    }
    let strokes: Vec<usize> = row.match_indices('|').map(|(at, _)| at).chain([row.len()]).collect();
    let cells = strokes.windows(2).map(|pair| ((pair[0] + 1).min(pair[1]), pair[1]));
    cells.filter(|(from, to)| from < to).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Pass;
    use super::*;

    fn plain(pass: Pass, raw: &str) -> Option<String> {
        pass(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn counts_from_zero_come_off() {
        assert_eq!(
            plain(counts, "A - B\n0: e4\n1: e5\n2: d4\n3: d5\n1-0").as_deref(),
            Some("A - B\n e4\n e5\n d4\n d5\n1-0")
        );
        assert_eq!(
            plain(counts, "0. e4 e5\n1. d4 d5\n2. c4 c5\n3. b4 b5").as_deref(),
            Some(" e4 e5\n d4 d5\n c4 c5\n b4 b5")
        );
        for raw in
            ["1: e4\n2: e5\n3: d4\n4: d5", "0: e4\n2: e5\n3: d4\n4: d5", "0: 12\n1: 13\n2: 14\n3: 15\n"]
        {
            assert_eq!(plain(counts, raw), None, "{raw}");
        }
    }

    #[test]
    fn dates_are_comments() {
        let raw = "1. e4 e5 02.03. 07.03.\n2. d4 d5  3 T. / 2 T.\n3. c4 05.04.83 c5 9.4.1983\n";
        let text = "1. e4 e5 {02.03. 07.03.}\n2. d4 d5  {3 T. / 2 T.}\n3. c4 {05.04.83} c5 {9.4.1983}\n";
        assert_eq!(plain(dates, raw).as_deref(), Some(text));
        for raw in [
            "1. e4 e5 2.d4 d5\n3. c4 c5 4.b4 b5\n5. a4 a5 6.h4 h5\n",
            "1. 0-0 1.12.\n2. e4 2.12.\n3. d4 3.12.\n",
            "1. 5254 5755\n2. 7163 2836\n3. 6134 1716\n",
        ] {
            assert_eq!(plain(dates, raw), None, "{raw}");
        }
    }

    #[test]
    fn an_answer_may_have_a_row_of_its_own() {
        assert_eq!(
            plain(answers, "1. e4, ... Good.\n1. ..., c5\n2. d4, ...\nx\n2. —; cxd4 Bad.\n3. c3").as_deref(),
            Some("1. e4 {Good.}\n1. ... c5\n2. d4\nx\n2. ... cxd4 Bad.\n3. c3")
        );
        for raw in ["1. e4 ...\n2. d4 ...\n", "1. e4 e5\n1. ... c5\n", "1. e4 - e5\n1. ... c5"] {
            assert_eq!(plain(answers, raw), None, "{raw}");
        }
    }

    #[test]
    fn notes_of_a_table_are_comments() {
        let raw =
            "| # | White | Notes |\n|---|---|---|\n| 1 | e4 | Better d4 |\n| 2 | c4 | |\n\n| 3 | d4 | x |\n";
        let text =
            "| # | White ||\n|---|---|---|\n| 1 | e4 | {Better d4} |\n| 2 | c4 | |\n\n| 3 | d4 | x |\n";
        assert_eq!(plain(notes, raw).as_deref(), Some(text));
        assert_eq!(plain(notes, "| 1 | e4 | note |\n| 2 | d4 |\n"), None);
    }
}
