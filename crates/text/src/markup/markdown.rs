//! Markdown: `**bold**`, `# headings`, fences, links, lists, and dots with a backslash.

use super::{Left, Out};

/// Lines with the same mark of a list, one under the other, from which they are a list.
const LIST: usize = 3;

/// What is found in a text.
#[derive(Default)]
struct Signs {
    bold: bool,
    fence: bool,
    link: bool,
    escape: usize,
    code: usize,
    list: bool,
    heading: bool,
    struck: bool,
    /// A game stands between two marks of code.
    game: bool,
}

impl Signs {
    fn of(raw: &str) -> Signs {
        let mut signs = Signs::default();
        let mut run = (' ', 0);
        let mut blank = true;
        for line in raw.lines() {
            signs.fence |= line.starts_with("```");
            signs.bold |= line.match_indices("**").any(|(at, _)| pair(line, at, "**").is_some());
            signs.struck |= line.match_indices("~~").any(|(at, _)| pair(line, at, "~~").is_some());
            signs.link |= line.match_indices('[').any(|(at, _)| link(&line[at..]).is_some());
            signs.escape += line.match_indices('\\').filter(|&(at, _)| escapes(&line[at..])).count();
            signs.game |= line.match_indices('`').any(|(at, _)| is_game(&line[at + 1..]));
            signs.code += line.match_indices('`').filter(|&(at, _)| pair(line, at, "`").is_some()).count();
            let mark = mark(line);
            run = match mark {
                Some(mark) if mark == run.0 => (mark, run.1 + 1),
                Some(mark) => (mark, 1),
                None => (' ', 0),
            };
            signs.list |= run.1 >= LIST;
            // A heading is the first line, or stands after a blank one.
            signs.heading |= blank && heading(line) > 0;
            blank = line.trim().is_empty();
        }
        signs
    }

    fn any(&self) -> bool {
        self.bold
            || self.struck
            || self.fence
            || self.link
            || self.escape > 1
            || self.code > 3
            || self.list
            || self.heading
            || self.game
    }
}

/// Whether what a mark of code opens is a game: it begins with the first number, or with a tag pair.
fn is_game(text: &str) -> bool {
    let text = text.trim_start();
    let first = text.strip_prefix("1.").map(|rest| rest.split_whitespace().next().unwrap_or_default());
    first.is_some_and(super::code::is_first)
        || text.starts_with('[')
            && text.contains("\"]")
            && text.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase)
}

/// Takes the markup off.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    let signs = Signs::of(raw);
    if !signs.any() {
        return None;
    }
    let mut out = Out::default();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        if line.starts_with("```") {
            at += line.len();
            continue;
        }
        let mut start = heading(line);
        if start == 0 && signs.list && mark(line).is_some() {
            start = line.find(' ').map_or(0, |blank| blank + 1);
        }
        inline(raw, at + start, at + line.len(), &signs, &mut out, left);
        at += line.len();
    }
    Some(out)
}

/// Bytes of `## ` before the words of a heading.
fn heading(line: &str) -> usize {
    let marks = line.bytes().take_while(|&b| b == b'#').count();
    let text = line[marks..].strip_prefix(' ').unwrap_or_default();
    // `# R # B` is a row of a printed board.
    let words = text.starts_with(char::is_alphanumeric) && !text.contains(" #") && text.trim().len() > 2;
    if (1..=6).contains(&marks) && words { marks + 1 } else { 0 }
}

/// The mark of a list that a line begins with.
fn mark(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(|c| matches!(c, '*' | '•' | '#'))?;
    line[mark.len_utf8()..].starts_with(' ').then_some(mark)
}

/// Where the sign at `at` is answered in its line: a bold text begins and ends with no blank.
fn pair(line: &str, at: usize, sign: &str) -> Option<usize> {
    let before = line[..at].chars().next_back();
    let inside = &line[at + sign.len()..];
    let opens = inside.starts_with(|c: char| !c.is_whitespace() && !sign.contains(c))
        && before.is_none_or(|c| c.is_whitespace() || "([.|_>".contains(c));
    let end = inside.find(sign)?;
    (opens && end > 0 && !inside[..end].ends_with(char::is_whitespace)).then_some(at + sign.len() + end)
}

/// Most bytes of the address of a link.
const LONGEST_ADDRESS: usize = 2048;

/// The length of the words of `[words](address)`, and of all of it.
fn link(text: &str) -> Option<(usize, usize)> {
    // The words have no bracket in them, and an address is short: otherwise many open brackets take long.
    let words = text.get(1..)?.find('[').map_or(text, |next| &text[..next + 1]);
    let close = words.find("](")?;
    let address = &text[close + 2..];
    let address = &address[..address.floor_char_boundary(LONGEST_ADDRESS)];
    let known = ["http", "/", "#", "mailto"].iter().any(|start| address.starts_with(start));
    let end = address.find(')')?;
    let whole = &text[..close + 2 + end];
    (known && !whole[1..close].contains(['[', '\n']) && !whole.contains('\n'))
        .then_some((close, close + 2 + end + 1))
}

/// Whether a backslash stands before a sign that would be markup without it.
fn escapes(text: &str) -> bool {
    text[1..].starts_with(|c| {
        matches!(c, '.' | '-' | '*' | '_' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '=' | '>')
    })
}

fn inline(raw: &str, start: usize, end: usize, signs: &Signs, out: &mut Out, left: &mut Left) {
    let line = &raw[start..end];
    // Where signs that are open close.
    let mut closes: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if let Some(found) = closes.iter().position(|&(place, _)| place == at) {
            at += closes.swap_remove(found).1;
            continue;
        }
        let rest = &line[at..];
        let sign = ["**", "~~", "__", "*", "`"].into_iter().find(|sign| rest.starts_with(sign));
        let taken = match sign {
            Some("*") if !signs.bold => None,
            Some("`") if signs.code < 2 && !signs.game => None,
            // A line may be cut off.
            Some("`") if signs.game && is_game(&rest[1..]) && !rest[1..].contains('`') => {
                Some((1, line.len()))
            }
            Some("__") if !signs.bold => None,
            Some(sign) => pair(line, at, sign).map(|close| (sign.len(), close)),
            None => None,
        };
        if let (Some("~~"), Some((length, close))) = (sign, taken) {
            // What is struck out is no part of the record.
            left.push((out.text.len(), "text struck out"));
            at = close + length;
            continue;
        }
        if let Some((length, close)) = taken {
            closes.push((close, length));
            at += length;
            continue;
        }
        if rest.starts_with('[')
            && let Some((words, whole)) = link(rest)
        {
            inline(raw, start + at + 1, start + at + words, signs, out, left);
            at += whole;
            continue;
        }
        if signs.escape > 1 && rest.starts_with('\\') && escapes(rest) {
            at += 1;
            let length = line[at..].chars().next().map_or(0, char::len_utf8);
            out.copy(raw, start + at, start + at + length);
            at += length;
            continue;
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        out.copy(raw, start + at, start + at + length);
        at += length;
    }
}
