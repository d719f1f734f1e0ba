//! Moves whose squares are told apart: in two columns of a table, `e2;e4`, or in two values of an object,
//! `"from": "e2", "to": "e4"`. They are written as one text at the same places, `e2e4`, as everything else writes a move.
//!
//! They are known by what they are, whatever they are called: of the first move, the first square is one on which White's men
//! stand. No move of a pair could be that.

use super::{Left, Out};
use crate::told::{MEN, PROMOTIONS, letter, rank};

/// Lines before the first move.
const LEAD: usize = 12;
/// Fewest moves.
const FEWEST: usize = 2;

/// Whether a man of chess can go from one square to another: along a line, or as a knight.
fn is_way(from: &str, to: &str) -> bool {
    let (from, to) = (from.to_lowercase(), to.to_lowercase());
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let [files, ranks] = [0, 1].map(|at| from[at].abs_diff(to[at]));
    (files, ranks) != (0, 0) && (files == 0 || ranks == 0 || files == ranks || files + ranks == 3)
}

/// What a pawn becomes, as it stands behind a move of two squares.
fn becomes(text: &str) -> String {
    let letter = letter(text).unwrap_or_default();
    if matches!(letter.as_str(), "Q" | "R" | "B" | "N") { letter.to_lowercase() } else { letter }
}

/// A field of a line: its text without quotes, and its place with them.
#[derive(Copy, Clone)]
struct Field<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

/// The fields of the line that begins at `start`.
fn fields(line: &str, start: usize, separator: char) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let (mut from, mut is_quoted) = (0, false);
    let body = line.trim_end_matches(['\n', '\r']);
    let ends = body.char_indices().map(|(at, c)| (at, Some(c))).chain([(body.len(), None)]);
    for (at, c) in ends {
        is_quoted ^= c == Some('"');
        if c.is_none() || c == Some(separator) && !is_quoted {
            let text = body[from..at].trim().trim_matches('"').trim();
            fields.push(Field { text, start: start + from, end: start + at });
            from = at + c.map_or(0, char::len_utf8);
        }
    }
    fields
}

/// The columns of a table that make a move together, and where they begin.
struct Columns {
    man: bool,
    from: usize,
    promotion: bool,
    /// First line with a move.
    data: usize,
    /// The line with the heads.
    head: Option<usize>,
}

impl Columns {
    fn of(lines: &[Vec<Field<'_>>]) -> Option<Columns> {
        let places = |line: &Vec<Field<'_>>| -> Vec<usize> {
            (0..line.len()).filter(|&at| rank(line[at].text).is_some()).collect()
        };
        let data = lines.iter().take(LEAD + 1).position(|line| places(line).len() == 2)?;
        let first = places(&lines[data]);
        let from = first[0];
        let begins = rank(lines[data][from].text).is_some_and(|rank| rank <= 2);
        if first[1] != from + 1 || !begins {
            return None;
        }
        for at in [from, from + 1] {
            let filled =
                lines[data..].iter().filter_map(|line| line.get(at)).filter(|own| !own.text.is_empty());
            let (all, squares) = filled.fold((0, 0), |(all, squares), own| {
                (all + 1, squares + usize::from(rank(own.text).is_some()))
            });
            if squares < FEWEST || squares * 10 < all * 9 {
                return None;
            }
        }
        // Below the heads there may be a rule.
        let is_of_words = |line: &Vec<Field<'_>>| {
            line.len() > from + 1 && line.iter().any(|field| field.text.contains(char::is_alphabetic))
        };
        let head = lines[..data].iter().rposition(is_of_words);
        // Squares that anything is between are no moves.
        let squares = |line: &&Vec<Field<'_>>| {
            line.get(from..from + 2).is_some_and(|pair| pair.iter().all(|own| rank(own.text).is_some()))
        };
        let pairs = lines[data..].iter().filter(squares);
        let (all, ways) = pairs.fold((0, 0), |(all, ways), line| {
            (all + 1, ways + usize::from(is_way(line[from].text, line[from + 1].text)))
        });
        if ways * 10 < all * 9 {
            return None;
        }
        let heads = head.map(|at| lines[at].as_slice()).unwrap_or_default();
        let is_one = |at: Option<usize>, names: &[&str]| {
            at.and_then(|at| heads.get(at)).is_some_and(|field| {
                let plain: String = field.text.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
                names.contains(&plain.as_str())
            })
        };
        let man = is_one(from.checked_sub(1), MEN);
        Some(Columns { man, from, promotion: is_one(Some(from + 2), PROMOTIONS), data, head })
    }
}

/// Writes the squares of a table's moves as one field, with empty ones behind it.
pub(super) fn table(raw: &str, _: &mut Left) -> Option<Out> {
    let is_ruled = |line: &&str| line.starts_with('|') && line.trim_end().ends_with('|');
    let separator = if raw.lines().take(LEAD).any(|line| is_ruled(&line)) {
        '|'
    } else {
        let sample = raw.lines().take(LEAD).find(|line| line.contains(['\t', ';', ',']))?;
        ['\t', ';', ','].into_iter().max_by_key(|&sign| sample.matches(sign).count())?
    };
    let mut lines: Vec<Vec<Field<'_>>> = Vec::new();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        lines.push(fields(line, at, separator));
        at += line.len();
    }
    let columns = Columns::of(&lines)?;
    let men = |line: &Vec<Field<'_>>| letter(line.get(columns.from.checked_sub(1)?)?.text);
    // The letter of the pawn: `B` beside `S` or `L`, which are German.
    let is_german = columns.man
        && lines[columns.data..].iter().filter_map(men).any(|man| matches!(man.as_str(), "S" | "L"));
    let pawns: &[&str] = if is_german { &["B"] } else { &["P", "П"] };
    let first = columns.from - usize::from(columns.man);
    let last = columns.from + 1 + usize::from(columns.promotion);
    let mut out = Out::default();
    let mut done = 0;
    let mut sign = [0; 4];
    let sign = &*separator.encode_utf8(&mut sign);
    for (at, line) in lines.iter().enumerate() {
        let Some(own) = line.get(first..=last) else { continue };
        let is_head = columns.head == Some(at);
        let squares = &own[usize::from(columns.man)..];
        let is_move = at >= columns.data && squares[..2].iter().all(|square| rank(square.text).is_some());
        if !is_head && !is_move {
            continue;
        }
        out.copy(raw, done, own[0].start);
        if is_head {
            out.put("uci", own[0].start, own[0].end);
        } else {
            if columns.man {
                let man =
                    letter(own[0].text).filter(|man| !pawns.contains(&man.as_str())).unwrap_or_default();
                out.put(&man, own[0].start, own[0].end);
            }
            for square in &squares[..2] {
                let start = square.start + raw[square.start..square.end].find(square.text).unwrap_or(0);
                out.put(&square.text.to_lowercase(), start, start + square.text.len());
            }
            if let Some(promotion) = squares.get(2) {
                out.put(&becomes(promotion.text), promotion.start, promotion.end);
            }
        }
        done = own[own.len() - 1].end;
        // A table of Markdown is drawn; its columns need not stay.
        if separator != '|' {
            own[1..].iter().for_each(|_| out.put(sign, done, done));
        }
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// A string of JSON, its quotes included.
struct Token<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

/// The string that begins at `at`, behind blanks.
fn string(raw: &str, at: usize) -> Option<Token<'_>> {
    let rest = raw.get(at..)?;
    let start = at + rest.len() - rest.trim_start().len();
    let inside = raw[start..].strip_prefix('"')?;
    let end = inside.find('"')?;
    // A name or a value that matters here has no escapes.
    (!inside[..end].contains('\\')).then(|| Token { text: &inside[..end], start, end: start + end + 2 })
}

/// The place behind a sign and the blanks before it.
fn behind(raw: &str, at: usize, sign: char) -> Option<usize> {
    let rest = raw.get(at..)?;
    let body = rest.trim_start();
    body.starts_with(sign).then(|| at + rest.len() - body.len() + sign.len_utf8())
}

/// A name and its value, both strings.
fn field(raw: &str, at: usize) -> Option<(Token<'_>, Token<'_>)> {
    let name = string(raw, at)?;
    let value = string(raw, behind(raw, name.end, ':')?)?;
    Some((name, value))
}

/// Writes two values of an object that are squares as one.
pub(super) fn objects(raw: &str) -> Option<Out> {
    let mut out = Out::default();
    let (mut done, mut at, mut count, mut ways) = (0, 0, 0, 0);
    while let Some(open) = raw.get(at..).and_then(|rest| rest.find('"')).map(|open| at + open) {
        let Some(one) = string(raw, open) else {
            at = open + 1;
            continue;
        };
        at = one.end;
        let Some((name, from)) = field(raw, open).filter(|(_, from)| rank(from.text).is_some()) else {
            continue;
        };
        let next = behind(raw, from.end, ',').and_then(|at| field(raw, at));
        let Some((_, to)) = next.filter(|(_, to)| rank(to.text).is_some()) else { continue };
        if count == 0 && rank(from.text).is_none_or(|rank| rank > 2) {
            return None;
        }
        count += 1;
        ways += usize::from(is_way(from.text, to.text));
        let promotion = behind(raw, to.end, ',').and_then(|at| field(raw, at)).filter(|(name, _)| {
            let plain: String = name.text.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
            PROMOTIONS.contains(&plain.as_str())
        });
        out.copy(raw, done, name.start + 1);
        out.put("uci", name.start + 1, name.end - 1);
        out.copy(raw, name.end - 1, from.start + 1);
        for square in [&from, &to] {
            out.put(&square.text.to_lowercase(), square.start + 1, square.end - 1);
        }
        done = to.end - 1;
        if let Some((_, value)) = promotion {
            out.put(&becomes(value.text), value.start + 1, value.end - 1);
            done = value.end - 1;
        }
        at = done + 1;
    }
    out.copy(raw, done, raw.len());
    (count >= FEWEST && ways * 10 >= count * 9).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_a_move_become_one_text() {
        for (raw, wanted) in [
            ("ply;von;nach;zeit\n1;e2;e4;3\n2;e7;e5;4\n", "ply;uci;;zeit\n1;e2e4;;3\n2;e7e5;;4\n"),
            ("\"from\",\"to\"\n\"E2\",\"E4\"\n\"E7\",\"E5\"\n", "uci,\ne2e4,\ne7e5,\n"),
            (
                "Figur;von;nach;Umwandlung\nS;g1;f3;\nB;e7;e5;\nB;b7;a8;D\nL;f1;c4;\n",
                "uci;;;\nSg1f3;;;\ne7e5;;;\nb7a8D;;;\nLf1c4;;;\n",
            ),
            ("from,to,promotion\ng2,g4,\nb7,a8,queen\n", "uci,,\ng2g4,,\nb7a8q,,\n"),
        ] {
            assert_eq!(table(raw, &mut Left::new()).map(|out| out.text).as_deref(), Some(wanted), "{raw}");
        }
        let raw = r#"[{"c":"w","from":"e2","to":"e4"},{"from": "b7", "to": "a8", "promotion": "n", "t": 3}]"#;
        let wanted = r#"[{"c":"w","uci":"e2e4"},{"uci": "b7a8n", "t": 3}]"#;
        assert_eq!(objects(raw).map(|out| out.text).as_deref(), Some(wanted));
    }

    #[test]
    fn pairs_of_pawn_moves_stay() {
        assert!(table("1;e4;e5\n2;d4;d5\n", &mut Left::new()).is_none());
        assert!(objects(r#"[{"white":"e4","black":"e5"},{"white":"d4","black":"d5"}]"#).is_none());
    }
}
