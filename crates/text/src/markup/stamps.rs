//! What stands before or behind the moves of nearly every line alike, but for its figures: the time of a message, a board, an
//! evaluation, the marks of a messenger. A time before the moves is taken off; all else becomes a comment in braces.
//!
//! Nothing is known of the wording. A row is a line on which moves stand near the beginning; its stamp is told by its shape, which it
//! shares with the other rows. A stamp has no move, no name (names differ), and is not the number of the move (which counts).

use std::ops::Range;

use super::data::is_like_move;
use super::margins::number;
use super::{Left, Out};

/// Fewest rows with a stamp.
const FEWEST: usize = 3;
/// Most words before the moves.
const WORDS: usize = 5;
/// Most figures of a move and its number: `12.0-0-0`.
const FIGURES: usize = 5;

/// A line with moves.
struct Row<'a> {
    /// The line, from its first sign to its last.
    line: &'a str,
    /// Where it begins in the text.
    start: usize,
    /// The place of its moves and their numbers.
    moves: Range<usize>,
    /// Whether it is one half-move, without a number.
    is_single: bool,
}

impl<'a> Row<'a> {
    /// The row that a line is; `None` if no move stands near its beginning.
    fn of(line: &'a str, start: usize) -> Option<Row<'a>> {
        let start = start + (line.len() - line.trim_start().len());
        let line = line.trim();
        let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
        let mut words = line.split_whitespace().peekable();
        let mut before = 0;
        while let Some(word) = words.next() {
            let from = place(word);
            if is_move(word) {
                let own = || std::iter::once(word).chain(line[from + word.len()..].split_whitespace());
                let is_bare = |word: &str| {
                    number(word).is_some_and(|(_, length)| word[length..].trim_matches('.').is_empty())
                };
                let run = own().take_while(|word| is_move(word) || is_bare(word));
                let end = run.clone().last().map_or(from, |last| place(last) + last.len());
                let count = run.filter(|word| is_move(word)).count();
                return Some(Row { line, start, moves: from..end, is_single: count == 1 });
            }
            // Where the moves end that are no words by themselves, is not known here.
            let is_number = number(word).is_some_and(|(_, length)| {
                let own = word[length..].trim_start_matches('.');
                let next = if own.is_empty() { words.peek().copied().unwrap_or_default() } else { own };
                next.starts_with(char::is_alphabetic)
            });
            if is_number {
                let Some(next) = words.peek().filter(|next| is_move(next) && word.ends_with('.')) else {
                    return Some(Row { line, start, moves: from..line.len(), is_single: false });
                };
                let rest = Row::of(&line[place(next)..], start)?;
                let end = place(next) + rest.moves.end;
                return Some(Row { line, start, moves: from..end, is_single: false });
            }
            before += 1;
            if before > WORDS {
                return None;
            }
        }
        None
    }

    fn lead(&self) -> &'a str {
        self.line[..self.moves.start].trim_end()
    }

    fn tail(&self) -> &'a str {
        self.line[self.moves.end..].trim_start()
    }
}

/// Whether a word is written as a move: a date has as many figures as none, and `10h15` is a time.
fn is_move(word: &str) -> bool {
    let is_hour = |signs: &[u8]| matches!(signs, [b'0'..=b'9', b'h', b'0'..=b'9', b'0'..=b'9']);
    is_like_move(word)
        && !word.contains([':', '/'])
        && !word.as_bytes().windows(4).any(is_hour)
        && word.bytes().filter(u8::is_ascii_digit).count() <= FIGURES
}

/// A text with all its figures as one sign, all signs of a number, and arrows of both directions: equal for `9:02 ▶` and `10:17 ▶`,
/// `-0.1` and `+0.3`, `>` and `<`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut signs = text.chars().peekable();
    while let Some(c) = signs.next() {
        let is_signed = signs.peek().is_some_and(char::is_ascii_digit);
        let sign = match c {
            '0'..='9' => '0',
            '+' | '-' | '−' | '–' if is_signed => '+',
            '<' => '>',
            other => other,
        };
        if !(sign == '0' && shape.ends_with('0')) {
            shape.push(sign);
        }
    }
    shape
}

/// The shape that the stamps of most rows have; `None` if they are too few or different, or count the rows.
fn usual(stamps: &[&str]) -> Option<String> {
    let mut shapes: Vec<String> = stamps.iter().map(|stamp| shape(stamp)).collect();
    shapes.sort_unstable();
    let same = shapes.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    let usual = same[0].clone();
    let is_usual = same.len() >= FEWEST && same.len() * 5 >= stamps.len() * 4;
    // Signs between fields make a table, but for a comma in words and in a number.
    let is_table = usual.replace(", ", " ").replace("0,0", "0").contains(['{', '}', '|', ',', ';', '\t'])
        || usual.starts_with('"');
    (is_usual && !counts(stamps) && !is_table && !usual.is_empty()).then_some(usual)
}

/// Whether stamps have the numbers of the rows: they end with numbers that rise by one, begin with such from 1, or are nothing but a
/// number.
fn counts(stamps: &[&str]) -> bool {
    let number = |word: Option<&str>| word?.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let rises = |numbers: &[u32]| {
        let steps =
            numbers.windows(2).filter(|pair| pair[1] == pair[0] || pair[1] == pair[0].saturating_add(1));
        numbers.first() != numbers.last() && steps.count() * 2 > numbers.len()
    };
    let row = |stamp: &&str| stamp.split_whitespace().next()?.trim_end_matches(['.', ')', ':']).parse().ok();
    let first: Vec<u32> = stamps.iter().filter_map(row).collect();
    let last: Vec<u32> = stamps.iter().filter_map(|stamp| number(stamp.split_whitespace().last())).collect();
    // `5. ...`: dots for White's move
    let is_number = |stamp: &&str| {
        let own = stamp.trim_end_matches(['.', '…', ')', ':', ' ']);
        own.bytes().all(|b| b.is_ascii_digit())
    };
    rises(&last) || first.first() == Some(&1) && rises(&first) || stamps.iter().all(is_number)
}

/// Whether a shape before the moves is a stamp: it has figures. Words and signs alone may be a name, or a mark of a list.
fn is_lead(shape: &str) -> bool {
    shape.contains('0')
}

/// Whether a shape behind the moves is a stamp: it is more than a stop, and has nothing that may be a move. Times and evaluations
/// behind numbered moves (`is_single`: behind a half-move alone) have a reader of their own.
fn is_tail(shape: &str, is_single: bool) -> bool {
    let is_stop = |c: char| ".,;:/\\!?+#-–— ".contains(c);
    let is_meter = !shape.contains("..") && shape.chars().all(|c| "0:.()[]+-/s ".contains(c));
    let mut before = ' ';
    let has_square = shape.chars().any(|c| std::mem::replace(&mut before, c).is_alphabetic() && c == '0');
    !shape.chars().all(is_stop) && !has_square && (!is_meter || is_single)
}

/// Whether a text is a result: `1-0`, `0:1`, `½-½`, `*`.
fn is_result(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '[', ']', '.', ' ']).replace(['–', '—', ':'], "-");
    matches!(bare.as_str(), "*" | "1-0" | "0-1" | "1/2" | "1/2-1/2" | "½" | "½-½")
}

/// Takes off the stamps of rows: see the description of the module.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut start = 0;
    for line in raw.split_inclusive('\n') {
        rows.extend(Row::of(line, start));
        start += line.len();
    }
    let is_single = rows.iter().filter(|row| row.is_single).count() * 2 > rows.len();
    let leads: Vec<&str> = rows.iter().map(Row::lead).collect();
    let tails: Vec<&str> = rows.iter().map(Row::tail).collect();
    let lead = usual(&leads).filter(|shape| is_lead(shape));
    let ends = tails.iter().any(|tail| is_result(tail));
    let tail = usual(&tails).filter(|shape| !ends && is_tail(shape, is_single));
    // Remarks between the rows may have the stamp, too; other lines are few.
    let (first, last) = (rows.first()?.start, rows.last()?.start);
    let lines = raw[first..last].lines().filter(|line| !line.trim().is_empty()).count();
    let remarks = remarks(raw, &rows, lead.as_deref());
    if lead.is_none() && tail.is_none() || (rows.len() + remarks.len()) * 5 < lines * 4 {
        return None;
    }
    let mut remarks = remarks.into_iter().peekable();
    let (mut out, mut at) = (Out::default(), 0);
    for row in &rows {
        while let Some(stamp) = remarks.next_if(|stamp| stamp.start < row.start) {
            out.copy(raw, at, stamp.start);
            at = stamp.end;
        }
        let (own, rest) = (row.lead(), row.tail());
        if lead.as_ref().is_some_and(|lead| *lead == shape(own)) {
            out.copy(raw, at, row.start);
            if !is_time(own) {
                braced(raw, row.start..row.start + own.len(), &mut out);
            }
            at = row.start + row.moves.start;
        }
        if tail.as_ref().is_some_and(|tail| *tail == shape(rest)) {
            let end = row.start + row.line.len();
            out.copy(raw, at, end - rest.len());
            braced(raw, end - rest.len()..end, &mut out);
            at = end;
        }
    }
    for stamp in remarks {
        out.copy(raw, at, stamp.start);
        at = stamp.end;
    }
    out.copy(raw, at, raw.len());
    Some(out)
}

/// Whether a stamp tells when a line was written: `19:02`, `7.02 pm:`, `10h15`.
fn is_time(stamp: &str) -> bool {
    stamp.contains(':') || shape(stamp).contains("0h0")
}

/// The times of this shape, with the blanks behind them, before lines that are no rows.
fn remarks(raw: &str, rows: &[Row<'_>], lead: Option<&str>) -> Vec<Range<usize>> {
    let Some(lead) = lead.filter(|lead| is_time(lead)) else { return Vec::new() };
    let (mut found, mut at, mut rows) = (Vec::new(), 0, rows.iter().peekable());
    for line in raw.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        if rows.next_if(|row| row.start < at).is_some() {
            continue;
        }
        let line = line.trim();
        let ends = line
            .split_whitespace()
            .take(WORDS)
            .map(|word| word.as_ptr() as usize - line.as_ptr() as usize + word.len());
        if let Some(end) = ends.into_iter().find(|end| shape(&line[..*end]) == lead) {
            let blanks = line[end..].len() - line[end..].trim_start().len();
            found.push(start..start + end + blanks);
        }
    }
    found
}

/// Puts a part of the text into braces, and a blank behind it.
fn braced(raw: &str, part: Range<usize>, out: &mut Out) {
    out.put("{", part.start, part.start);
    out.copy(raw, part.start, part.end);
    out.put("} ", part.end, part.end);
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [&str; 4] = ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6", "4. Ba4 Nf6"];

    fn read(raw: &str) -> Option<String> {
        strip(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn times_before_moves_come_off() {
        for stamps in [
            ["Mo 9:02 ", "Mo 9:03 ", "Mo 10:15 ", "Mo 10:16 "],
            ["[2024-05-01, 10:02] ", "[2024-05-01, 10:03] ", "[2024-05-02, 11:00] ", "[2024-05-02, 11:05] "],
            ["19:02  ", "19:03  ", "19:05  ", "20:11  "],
            ["7.02 pm: ", "7.09 pm: ", "7.12 pm: ", "8.01 pm: "],
            ["[9:02] > ", "[9:03] < ", "[9:05] > ", "[9:06] < "],
            ["00:01:12,400 --> ", "00:01:15,120 --> ", "00:02:12,400 --> ", "00:03:17,000 --> "],
            ["1/5/24 10:02:11 ▶ ", "1/5/24 10:03:09 ▶ ", "2/5/24 11:00:00 ▶ ", "2/5/24 11:05:00 ▶ "],
        ] {
            let raw: String =
                stamps.iter().zip(MOVES).map(|(stamp, row)| format!("{stamp}{row}\n")).collect();
            let bare: String = MOVES.iter().map(|row| format!("{row}\n")).collect();
            assert_eq!(read(&raw), Some(bare), "{raw}");
        }
    }

    #[test]
    fn times_before_remarks_come_off_too() {
        let raw = "19:02  1.e4 e5\n19:05  2.Nf3\n19:06 Rain.\n19:08 3.Bb5\n19:09 Still rain.\n";
        assert_eq!(read(raw).as_deref(), Some("1.e4 e5\n2.Nf3\nRain.\n3.Bb5\nStill rain.\n"));
    }

    #[test]
    fn other_stamps_are_comments() {
        assert_eq!(
            read("+0.31 e4\n+0.28 e5\n+0.30 Nf3\n+0.11 Nc6\n").as_deref(),
            Some("{+0.31} e4\n{+0.28} e5\n{+0.30} Nf3\n{+0.11} Nc6\n")
        );
        let behind = |stamp: &str| MOVES.iter().map(|row| format!("{row} {stamp}\n")).collect::<String>();
        assert_eq!(read(&behind("seen 10:17")), Some(behind("{seen 10:17} ")));
        assert_eq!(read(&behind("👍 3")), Some(behind("{👍 3} ")));
    }

    #[test]
    fn numbers_names_results_and_moves_are_no_stamps() {
        for raw in [
            "1 e4\n2 d4\n3 c4\n4 b4\n",
            "Zug 1: e4\nZug 2: d4\nZug 3: c4\nZug 4: b4\n",
            "9:02 Anna: e4\n9:03 Bert: e5\n9:04 Anna: d4\n9:05 Bert: d5\n",
            "1. e4 0:02\n2. d4 0:05\n3. c4 0:07",
            "1. e4 e5 1-0\n1. d4 d5 0-1\n1. c4 c5 1-0\n1. b4 b5 0-1\n",
            "1.  08.02.  d4\n2.  17.02.  c4\n3.  25.02.  e4\n4.  02.03.  b4\n",
            "1\td4\td5\n3\tc4\tc5\n2\te4\te5\n4\tb4\tb5\n",
            "9.02  B.  1. P to K 4\n9.08  H.  P to K 4\n9.15  B.  2. Kt to K B 3\n9.20  H.  Kt to Q B 3\n9.22  B.  3. B to B 4\n\
             9.30  H.  B to B 4\n9.35  B.  4. P to B 3\n",
            "e4 P-K4\ne5 P-K4\nd4 P-Q4\nd5 P-Q4\n",
            "1. e4 e5 (0:01)\n2. d4 d5 (0:02)\n3. c4 c5 (0:05)\n4. b4 b5 (0:09)\n",
            "1. e4 e5.\n2. d4 d5.\n3. c4 c5.\n4. b4 b5.\n",
        ] {
            assert_eq!(read(raw), None, "{raw}");
        }
    }
}
