//! Games in the remarks of programs, `// 1. e4 e5`, and tag pairs without marks around their values, `[White Greco]`.

use std::ops::Range;

use super::margins::number;
use super::{Left, Out};

/// Signs with which languages begin a remark, the longer ones first.
const SIGNS: &[&str] = &["///", "//!", "//", "--", ";;", "#", "%", "*"];
/// Fewest lines with one sign.
const FEWEST: usize = 2;
/// So many moves outside the remarks are no accident.
const OUTSIDE: usize = 4;

/// Takes the sign of a remark off the lines that begin with it, where tag pairs or numbered moves stand behind it.
pub(super) fn comments(raw: &str, left: &mut Left) -> Option<Out> {
    let sign = SIGNS.iter().copied().find(|sign| {
        let behind = || raw.lines().filter_map(|line| behind(line, sign));
        behind().count() >= FEWEST && (behind().any(is_of_game) || is_told_in_pairs(behind()))
    })?;
    // A game that has no sign before it is not in a remark, nor is one that the program has in its strings.
    let between = between_rows(raw, sign);
    let is_between = |line: &str| between.contains(&(line.as_ptr() as usize - raw.as_ptr() as usize));
    let outside = || raw.lines().filter(|line| behind(line, sign).is_none() && !is_between(line));
    let is_move =
        |word: &&str| super::data::is_like_move(word.trim_matches(['"', '\'', ',', '[', ']', '(', ')', ';']));
    let moves = outside().flat_map(str::split_whitespace).filter(is_move).count();
    if moves >= OUTSIDE || outside().any(|line| is_of_game(line.trim())) {
        return None;
    }
    // Moves without numbers are said of what stands between the remarks: the same moves in another form.
    let are_pairs = !raw.lines().filter_map(|line| behind(line, sign)).any(is_of_game);
    let mut out = Out::default();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        if are_pairs && behind(line, sign).is_none_or(|rest| !may_be_moves(rest)) {
            if behind(line, sign).is_some_and(|rest| rest.contains(char::is_alphanumeric)) {
                left.push((out.text.len(), "a remark of the program"));
            }
            at += line.len();
            continue;
        }
        if between.contains(&at) && behind(line, sign).is_none() {
            if line.contains(char::is_alphanumeric) {
                left.push((out.text.len(), "a line of the program"));
            }
            at += line.len();
            continue;
        }
        let own = behind(line, sign).map_or(0, |rest| rest.as_ptr() as usize - line.as_ptr() as usize);
        // The frame of a remark of many lines.
        let is_frame = sign == "*" && matches!(line.trim(), "/*" | "/**" | "*/");
        out.copy(raw, if is_frame { at + line.len() } else { at + own }, at + line.len());
        at += line.len();
    }
    Some(out)
}

/// The part of a text between the first remark that is a numbered move and the last, if there are several: what the program has between
/// them is the same moves in another form.
fn between_rows(raw: &str, sign: &str) -> Range<usize> {
    /// Fewest such remarks.
    const FEWEST: usize = 4;
    let is_row = |line: &&str| {
        behind(line, sign).and_then(number).is_some()
            && behind(line, sign).is_some_and(|rest| !rest.starts_with('['))
    };
    let place = |line: &str| line.as_ptr() as usize - raw.as_ptr() as usize;
    let rows: Vec<usize> = raw.lines().filter(is_row).map(place).collect();
    match rows[..] {
        [first, .., last] if rows.len() >= FEWEST => {
            // What the program has of the last move stands below it.
            let below = raw[last..].split_inclusive('\n').take(2).map(str::len).sum::<usize>();
            first..last + below
        }
        _ => 0..0,
    }
}

/// What stands behind a sign on a line that begins with it.
fn behind<'a>(line: &'a str, sign: &str) -> Option<&'a str> {
    let mut rest = line.trim_start().strip_prefix(sign)?;
    // Two lines of a frame that were joined: ` *  * 1. d4`.
    while let Some(again) = rest.trim_start().strip_prefix(sign).filter(|again| again.starts_with(' ')) {
        rest = again;
    }
    (rest.trim().is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim_start_matches([' ', '\t']))
}

/// Whether remarks are the moves of a game without numbers: the first may begin one, and several are moves and nothing else.
fn is_told_in_pairs<'t>(remarks: impl Iterator<Item = &'t str> + Clone) -> bool {
    /// Fewest such remarks.
    const FEWEST: usize = 3;
    let mut pairs = remarks.filter(|line| is_pair_of_moves(line));
    let first = pairs.next().and_then(|line| line.split_whitespace().next());
    first.is_some_and(super::code::is_first) && pairs.count() + 1 >= FEWEST
}

/// Whether a line is one or two moves and nothing else.
fn is_pair_of_moves(line: &str) -> bool {
    let words = line.split_whitespace();
    (1..=2).contains(&words.clone().count()) && super::code::moves_in(line) == words.count()
}

/// Whether a line of a few words has one that is like a move: the others may be a worn one.
fn may_be_moves(line: &str) -> bool {
    /// Most words of two moves with a blank in each.
    const MOST: usize = 4;
    line.split_whitespace().count() <= MOST && line.split_whitespace().any(super::data::is_like_move)
}

/// Whether a line is a tag pair, or begins with a numbered move.
fn is_of_game(line: &str) -> bool {
    let is_pair = line.starts_with('[') && line.trim_end().ends_with("\"]");
    let is_row = number(line).is_some_and(|(_, length)| {
        let word = line[length..].split_whitespace().next().unwrap_or_default();
        super::data::is_like_move(word)
    });
    is_pair || is_row
}

/// The names of tags whose values may stand without marks.
const NAMES: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "ECO",
    "WhiteElo",
    "BlackElo",
    "Opening",
    "Annotator",
    "TimeControl",
];
/// Longest value.
const LONGEST: usize = 80;

/// Sets marks around the values of tag pairs that have none: `[White Greco]`, `[White: Greco]`, `[White 'Greco']`. They are pairs where two
/// of them stand, and one names a player or the result.
pub(super) fn pairs(raw: &str, _: &mut Left) -> Option<Out> {
    let found: Vec<Pair> = raw.match_indices('[').filter_map(|(at, _)| pair(raw, at)).collect();
    let has = |name: &str| found.iter().any(|pair| pair.name == name);
    let several = found.windows(2).any(|pair| pair[0].name != pair[1].name);
    if !several || !(has("White") || has("Black") || has("Result")) {
        return None;
    }
    let mut out = Out::default();
    let mut at = 0;
    for pair in &found {
        out.copy(raw, at, pair.start + 1);
        out.put(pair.name, pair.start + 1, pair.start + 1 + pair.name.len());
        out.put(" \"", pair.value.0, pair.value.0);
        match date(&raw[pair.value.0..pair.value.1]).filter(|_| pair.name == "Date") {
            Some(date) => out.put(&date, pair.value.0, pair.value.1),
            None => out.copy(raw, pair.value.0, pair.value.1),
        }
        out.put("\"]", pair.value.1, pair.end);
        at = pair.end;
        // The moves of a game stand below its tags.
        let behind = raw[at..].trim_start_matches(' ');
        if !behind.starts_with(['[', '\n', '\r']) && !behind.is_empty() {
            out.put("\n\n", at, at);
        }
    }
    out.copy(raw, at, raw.len());
    Some(out)
}

/// A date as tags have it: `1619`, `12.3.1999`.
fn date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('.').collect();
    let is_figures = |part: &&&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match (&parts[..], parts.iter().filter(is_figures).count()) {
        ([year], 1) if year.len() == 4 => Some(format!("{year}.??.??")),
        ([day, month, year], 3) if year.len() == 4 => Some(format!("{year}.{month:0>2}.{day:0>2}")),
        _ => None,
    }
}

/// A tag pair without marks.
struct Pair {
    name: &'static str,
    start: usize,
    /// Its value, without blanks around it.
    value: (usize, usize),
    end: usize,
}

/// The pair whose bracket stands at a place: at the beginning of a line, or behind another pair.
fn pair(raw: &str, start: usize) -> Option<Pair> {
    let inner = &raw[start + 1..];
    let word = inner.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let name = NAMES.iter().copied().find(|name| name.eq_ignore_ascii_case(word))?;
    let line = raw[..start].rsplit('\n').next()?;
    let before = line.trim_end();
    if !(before.is_empty() || before.ends_with(']'))
        || before.starts_with(|c: char| c != '[') && !before.trim_start().starts_with('[')
    {
        return None;
    }
    let inner = &inner[..inner.find(']').filter(|&end| end <= LONGEST)?];
    let rest = inner[word.len()..].strip_prefix([':', ' ', '\t', '='])?;
    let value = rest.trim().trim_matches('\'');
    // `[White plays the best move]` says what happens; `[Event "Open"]` has its marks.
    let is_sentence = matches!(name, "White" | "Black") && value.starts_with(char::is_lowercase);
    if value.is_empty() || is_sentence || value.contains(['"', '[', '\n', '“', '”', '„', '«', '»']) {
        return None;
    }
    let from = value.as_ptr() as usize - raw.as_ptr() as usize;
    Some(Pair { name, start, value: (from, from + value.len()), end: start + 1 + inner.len() + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_of_programs_are_text() {
        let read = |raw: &str| comments(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("  // [White \"A\"]\n  //\n  // 1. e4 e5\nlet x = 1;\n").as_deref(),
            Some("[White \"A\"]\n\n1. e4 e5\nlet x = 1;\n")
        );
        assert_eq!(read("# Title\n\n1. e4 e5\n# More\n"), None);
        assert_eq!(read("// a\n// b\n"), None);
        assert_eq!(
            read("# d4 d5\nmove(3, 1)\nmove(3, 6)\n# c4 e6\nmove(2, 1)\n# Nc3 Nf6\nmove(1, 0)\n").as_deref(),
            Some("d4 d5\nc4 e6\nNc3 Nf6\n")
        );
    }

    #[test]
    fn pairs_without_marks_have_them() {
        let read = |raw: &str| pairs(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("[Site Rome][White Greco][Result: 1-0] 1. e4").as_deref(),
            Some("[Site \"Rome\"][White \"Greco\"][Result \"1-0\"]\n\n 1. e4")
        );
        assert_eq!(
            read("[White 'A']\n[Event \"x\"]\n[black 'B']\n").as_deref(),
            Some("[White \"A\"]\n[Event \"x\"]\n[Black \"B\"]\n")
        );
        assert_eq!(read("1. e4 [White plays] e5 [Black Answers]"), None);
        assert_eq!(read("[White moves]\n[Black Short]\n"), None);
    }
}
