//! Games in LaTeX, as the packages `skak` and `xskak` set them: `\\mainline{1. e4 e5}`, `\\variation{1... c5}`; or a document
//! with the moves as plain text.

use super::{Left, Out};

/// Commands that set moves of the game.
const MAINLINE: &[&str] = &["mainline", "hidemoves", "wmove", "bmove", "move"];
/// Commands that set moves that were not played.
const VARIATION: &[&str] = &["variation"];
/// Commands whose argument is text.
const TEXT: &[&str] = &[
    "textbf",
    "textit",
    "textsc",
    "texttt",
    "emph",
    "title",
    "author",
    "chapter",
    "section",
    "subsection",
    "caption",
    "footnote",
];

/// Takes the commands off a text that sets a game; what is no move and no text goes with them.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    if !["\\mainline", "\\hidemoves", "\\begin{document}"].iter().any(|command| raw.contains(command)) {
        return None;
    }
    let mut out = Out::default();
    // What closes each brace that is open.
    let mut open: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(c) = raw[at..].chars().next() {
        let end = at + c.len_utf8();
        match c {
            '\\' => {
                if let Some((sign, length)) = sign(&raw[at..]) {
                    out.put(sign, at, at + length);
                    at += length;
                    continue;
                }
                if let Some(length) = facts(raw, at, &mut out) {
                    at += length;
                    continue;
                }
                let command = Command::read(&raw[at..]);
                at += command.len;
                match command.argument {
                    Some(argument) => {
                        // The main line goes on at the beginning of a line: whatever is said between, it is the game.
                        let breaks =
                            argument.open.is_empty() && command.is_mainline && super::in_line(&out.text);
                        out.put(if breaks { "\n" } else { argument.open }, at, at);
                        open.push(argument.close);
                    }
                    None => at += arguments(&raw[at..]),
                }
                continue;
            }
            '%' => {
                at += raw[at..].find('\n').unwrap_or(raw.len() - at);
                continue;
            }
            '{' => open.push(""),
            '}' => out.put(open.pop().unwrap_or_default(), at, end),
            '~' => out.put(" ", at, end),
            // Two hyphens set a dash: `1--0`.
            '-' if raw[end..].starts_with('-')
                && !raw[end + 1..].starts_with('-')
                && !out.text.ends_with('-') =>
            {
                out.put("–", at, end + 1);
                at = end + 1;
                continue;
            }
            '&' => out.put("\t", at, end),
            '$' => {}
            _ => out.copy(raw, at, end),
        }
        at = end;
    }
    Some(out)
}

/// Commands that set the sign of a check or of mate, or another sign of a game, and what they set.
const SIGNS: &[(&str, &str)] = &[
    ("mate", "#"),
    ("checkmate", "#"),
    ("check", "+"),
    ("ep", ""),
    ("castlingchar", "O"),
    ("textendash", "–"),
    ("textonehalf", "½"),
    ("ldots", "..."),
    ("dots", "..."),
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("pawn", ""),
    ("par", "\n\n"),
    ("newline", "\n"),
    ("\\", "\n"),
    ("#", "#"),
    ("&", "&"),
    ("%", "%"),
];

/// The sign that a command sets, and the length of the command with the blank behind it.
fn sign(rest: &str) -> Option<(&'static str, usize)> {
    let name = rest.strip_prefix('\\')?;
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let length = if letters > 0 { letters } else { name.chars().next()?.len_utf8() };
    let (_, sign) = SIGNS.iter().find(|(own, _)| *own == &name[..length])?;
    // `\\mate{}` ends the name with braces that hold nothing. A blank that ends it is kept: `Rd8\\mate 1-0`.
    let closed = if name[length..].starts_with("{}") { 2 } else { 0 };
    Some((sign, 1 + length + closed))
}

/// The options of `\\newchessgame` that say something of the game, and their labels.
const FACTS: &[(&str, &str)] = &[
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("eco", "ECO"),
];

/// Writes what `\\newchessgame[white={A},result={1-0}]` says as lines, if such a command stands here; its length with them.
fn facts(raw: &str, at: usize, out: &mut Out) -> Option<usize> {
    let rest = raw[at..].strip_prefix("\\newchessgame[")?;
    let from = raw.len() - rest.len();
    let (mut depth, mut start, mut entries, mut close) = (0_usize, 0, Vec::new(), None);
    for (n, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                entries.push(start..n);
                start = n + 1;
            }
            ']' if depth == 0 => {
                entries.push(start..n);
                close = Some(n + 1);
                break;
            }
            _ => {}
        }
    }
    let close = close?;
    for entry in entries {
        let Some((name, value)) = rest[entry].split_once('=') else { continue };
        let name = name.trim().to_lowercase();
        let Some((_, label)) = FACTS.iter().find(|(own, _)| *own == name) else { continue };
        let value = value.trim().trim_start_matches('{').trim_end_matches('}').trim();
        if value.is_empty() {
            continue;
        }
        let begin = value.as_ptr() as usize - raw.as_ptr() as usize;
        out.put(if super::in_line(&out.text) { "\n" } else { "" }, begin, begin);
        out.put(&format!("{label}: "), begin, begin);
        out.copy(raw, begin, begin + value.len());
        out.put("\n", begin + value.len(), begin + value.len());
    }
    Some(from - at + close)
}

/// A command, `\\name[options]`, up to its argument.
struct Command {
    /// Its length in bytes, with the brace that opens the argument if that is read.
    len: usize,
    argument: Option<Argument>,
    is_mainline: bool,
}

/// What is written around an argument that is part of the text.
struct Argument {
    open: &'static str,
    close: &'static str,
}

impl Command {
    fn read(rest: &str) -> Command {
        let letters = rest[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            // `\\&`, `\\\\`: a sign.
            return Command {
                len: 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                argument: None,
                is_mainline: false,
            };
        }
        let name = &rest[1..=letters];
        // `\\section*{…}` has no number.
        let mut len = 1 + letters + usize::from(rest[1 + letters..].starts_with('*'));
        if rest[len..].starts_with('[') {
            len += rest[len..].find(']').map_or(0, |end| end + 1);
        }
        let argument = if MAINLINE.contains(&name) || TEXT.contains(&name) {
            Some(Argument { open: "", close: "" })
        } else if VARIATION.contains(&name) {
            Some(Argument { open: "(", close: ")" })
        } else {
            None
        };
        let argument = argument.filter(|_| rest[len..].starts_with('{'));
        Command { len: len + usize::from(argument.is_some()), argument, is_mainline: name == "mainline" }
    }
}

/// The length of the arguments of a command that sets neither moves nor text.
fn arguments(rest: &str) -> usize {
    let mut at = 0;
    while rest[at..].starts_with(['{', '[']) {
        let close = if rest[at..].starts_with('{') { '}' } else { ']' };
        let Some(end) = rest[at..].find(close) else { break };
        at += end + 1;
    }
    at
}
