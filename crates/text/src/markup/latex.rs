//! Games in LaTeX, as the packages `skak` and `xskak` set them: `\\mainline{1. e4 e5}`, `\\variation{1... c5}`; or a document
//! with the moves as plain text. Commands that the text defines itself, `\\newcommand{\\pair}[2]{#1 -- #2}`, set what it says.

mod export;
mod own;
mod plies;

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
    "textsf",
    "textsl",
    "textrm",
    "underline",
    "mbox",
    "large",
    "Large",
    "LARGE",
    "huge",
    "Huge",
    "small",
    "footnote",
];

/// Environments that set a variation.
const VARIATIONS: &[&str] = &["variation"];
/// Commands that set up a position for the moves behind them.
const POSITION: &[&str] = &["fenboard", "setfen"];
/// Commands that set a board, and nothing of the text.
const BOARDS: &[&str] = &["board"];

/// Takes the commands off a text that sets a game; what is no move and no text goes with them.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    if let Some(out) = export::strip(raw) {
        return Some(out);
    }
    let plies = plies::of(raw);
    let is_set =
        ["\\mainline", "\\hidemoves", "\\begin{document}"].iter().any(|command| raw.contains(command));
    if !is_set && plies.is_empty() {
        return None;
    }
    let mut setter = Setter::new(raw, own::of(raw), plies);
    setter.set(0, raw.len());
    Some(setter.out)
}

/// The text as it is set, up to where it was read.
struct Setter<'t> {
    raw: &'t str,
    out: Out,
    /// The commands and environments that the text defines.
    own: Vec<own::Own>,
    /// What each environment that is open says at its end.
    ends: Vec<&'t str>,
    plies: plies::Plies,
    /// Whether the package `chess` sets it: `:` stands for the dots before a move of Black, `*` for the sign of a capture.
    by_chess: bool,
    /// How many commands of the text's own the place is in.
    depth: usize,
}

impl<'t> Setter<'t> {
    fn new(raw: &'t str, own: Vec<own::Own>, plies: plies::Plies) -> Setter<'t> {
        let is_chess = |line: &str| {
            (line.starts_with("\\documentstyle") || line.starts_with("\\usepackage"))
                && line.split(['[', ']', '{', '}', ',']).any(|name| name.trim() == "chess")
        };
        let by_chess = raw.lines().any(is_chess) || !plies.is_empty();
        Setter { raw, out: Out::default(), own, ends: Vec::new(), plies, by_chess, depth: 0 }
    }

    /// Sets a part of the text.
    fn set(&mut self, from: usize, to: usize) {
        let raw = self.raw;
        // What closes each brace that is open.
        let mut open: Vec<&str> = Vec::new();
        let mut at = from;
        while let Some(c) = raw[at..to].chars().next() {
            let end = at + c.len_utf8();
            self.plies.end_remark(at, &mut self.out);
            match c {
                '\\' => {
                    at = match self.command(at) {
                        Some(end) => end,
                        None => self.known(at, &mut open),
                    };
                    at = at.min(to);
                    continue;
                }
                '%' => {
                    at += raw[at..to].find('\n').unwrap_or(to - at);
                    continue;
                }
                '{' => open.push(""),
                '}' => self.out.put(open.pop().unwrap_or_default(), at, end),
                '~' => self.out.put(" ", at, end),
                // Two hyphens set a dash: `1--0`.
                '-' if raw[end..].starts_with('-')
                    && !raw[end + 1..].starts_with('-')
                    && !self.out.text.ends_with('-') =>
                {
                    self.out.put("–", at, end + 1);
                    at = end + 1;
                    continue;
                }
                '&' => self.out.put("\t", at, end),
                '$' => {}
                // A remark between two moves is one line.
                '\n' if self.plies.is_inside() => self.out.put(" ", at, end),
                '|' if self.by_chess => {}
                ':' if self.by_chess && self.answers(end) => self.out.put("...", at, end),
                '*' if self.by_chess && raw[end..].starts_with(|c| matches!(c, 'a'..='h')) => {
                    self.out.put("x", at, end);
                }
                _ => self.out.copy(raw, at, end),
            }
            at = end;
        }
    }

    /// Whether a number stands before a place, and a move behind it.
    fn answers(&self, at: usize) -> bool {
        let behind = self.raw[at..].split_whitespace().next().unwrap_or_default();
        self.out.text.ends_with(|c: char| c.is_ascii_digit()) && super::data::is_like_move(behind)
    }

    /// Sets the command at a place if it says something of the game, or the text itself defines it; where it ends.
    fn command(&mut self, at: usize) -> Option<usize> {
        let raw = self.raw;
        let rest = &raw[at..];
        if let Some((sign, length)) = sign(rest) {
            self.out.put(sign, at, at + length);
            return Some(at + length);
        }
        if let Some(length) = facts(raw, at, &mut self.out) {
            return Some(at + length);
        }
        if let Some(end) = self.plies.put(raw, at, &mut self.out) {
            return Some(end);
        }
        if let Some(length) = own::definition(rest) {
            return Some(at + length);
        }
        if let Some((letter, length)) = accented(rest) {
            self.out.put(&letter, at, at + length);
            return Some(at + length);
        }
        let name = name(rest);
        let behind = at + 1 + name.len();
        match name {
            "begin" => self.begin(behind),
            "end" => self.end(behind),
            _ if POSITION.contains(&name) => {
                let group = group(&raw[behind..])?;
                let fen = joined(&raw[behind + 1..behind + group - 1]);
                self.position(&fen, at, behind + group);
                Some(behind + group)
            }
            _ if BOARDS.contains(&name) => Some(behind + arguments(&raw[behind..], true)),
            _ => self.own(name, at, behind),
        }
    }

    /// Sets what the text itself defines a command to be.
    fn own(&mut self, name: &str, at: usize, behind: usize) -> Option<usize> {
        /// Deepest commands in the arguments of others.
        const DEEPEST: usize = 8;
        if self.depth >= DEEPEST {
            return None;
        }
        let own = self.own.iter().find(|own| own.name == name && !own.is_environment)?;
        let (begins_line, pieces) = (own.begins_line, own.pieces.clone());
        let places = groups(self.raw, behind, own.arguments)?;
        let end = places.last().map_or(behind, |place| place.1 + 1);
        if begins_line && super::in_line(&self.out.text) {
            self.out.put("\n", at, at);
        }
        let mut last = at;
        for piece in &pieces {
            match piece {
                own::Piece::Text(text) => self.out.put(text, last, last),
                own::Piece::Argument(number) => {
                    let place = *places.get(*number)?;
                    self.depth += 1;
                    self.set(place.0, place.1);
                    self.depth -= 1;
                    last = place.1;
                }
            }
        }
        Some(end)
    }

    /// Begins an environment; where its arguments end.
    fn begin(&mut self, at: usize) -> Option<usize> {
        /// Most bytes of a listing or a position.
        const LONGEST: usize = 1 << 13;
        let raw = self.raw;
        let length = group(&raw[at..])?;
        let (name, behind) = (&raw[at + 1..at + length - 1], at + length);
        let near = &raw[behind..raw.floor_char_boundary(behind + LONGEST)];
        self.ends.push("");
        if name == "position" && !self.plies.is_empty() {
            let close = near.find("\\end{position}")?;
            let (fen, number) = plies::position(&raw[behind..behind + close])?;
            self.plies.begin(number, fen.contains(" w "));
            self.position(&fen, at, behind + close);
            return Some(behind + close);
        }
        // A listing of what is set elsewhere.
        if name.trim_end_matches('*') == "verbatim"
            && let Some(close) = near.find("\\end{verbatim")
            && self.plies.are_outside(behind, behind + close)
        {
            return Some(behind + close);
        }
        if VARIATIONS.contains(&name) {
            self.out.put("(", at, behind);
            return Some(behind);
        }
        let own = self.own.iter().find(|own| own.is_environment && own.name == name)?;
        let places = groups(raw, behind, own.arguments)?;
        // What an environment is told of the result is set at its end.
        let told = places.iter().map(|&(from, to)| &raw[from..to]);
        let result = told.into_iter().find(|text| is_result(&text.replace('~', "")));
        if let (Some(last), Some(result)) = (self.ends.last_mut(), result) {
            *last = result;
        }
        Some(places.last().map_or(behind, |place| place.1 + 1))
    }

    fn end(&mut self, at: usize) -> Option<usize> {
        let length = group(&self.raw[at..])?;
        let (name, behind) = (&self.raw[at + 1..at + length - 1], at + length);
        let result = self.ends.pop().unwrap_or_default();
        if VARIATIONS.contains(&name) {
            self.out.put(")", at, behind);
        }
        if !result.is_empty() {
            let result = result.replace('~', "").replace(':', "-");
            self.out.put(&format!("\n{result}\n\n"), at, behind);
        }
        Some(behind)
    }

    /// A position from which the moves behind it are played.
    fn position(&mut self, fen: &str, at: usize, end: usize) {
        self.out.put(if super::in_line(&self.out.text) { "\n\n" } else { "\n" }, at, at);
        self.out.put("FEN: ", at, at);
        self.out.put(fen, at, end);
        self.out.put("\n\n", end, end);
    }

    /// Sets a command of the packages, or leaves one that says nothing; where it, or what opens its argument, ends.
    fn known(&mut self, at: usize, open: &mut Vec<&'static str>) -> usize {
        let raw = self.raw;
        let command = Command::read(&raw[at..]);
        let end = at + command.len;
        let Some(argument) = command.argument else {
            // `\\parindent=0pt` sets a length.
            let value = raw[end..].strip_prefix('=').filter(|_| command.len > 2);
            let value = value.and_then(|value| value.split_whitespace().next());
            return end + value.map_or_else(|| arguments(&raw[end..], false), |value| 1 + value.len());
        };
        // The main line goes on at the beginning of a line: whatever is said between, it is the game.
        let breaks = argument.open.is_empty() && command.is_mainline && super::in_line(&self.out.text);
        self.out.put(if breaks { "\n" } else { argument.open }, end, end);
        open.push(argument.close);
        end
    }
}

/// The name of the command that a text begins with.
fn name(rest: &str) -> &str {
    let letters = rest.bytes().skip(1).take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'@').count();
    rest.get(1..=letters).unwrap_or_default()
}

/// A letter with an accent, `\\"{o}` or `\\v S`, and the length of the command: the accent is left, where there is no such letter.
fn accented(rest: &str) -> Option<(String, usize)> {
    const ACCENTED: &[(&str, &str, &str)] = &[
        ("\"", "aouAOUeiy", "äöüÄÖÜëïÿ"),
        ("'", "aeiouyAEIOUcnszCNSZ", "áéíóúýÁÉÍÓÚćńśźĆŃŚŹ"),
        ("`", "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        ("^", "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        ("~", "anoANO", "ãñõÃÑÕ"),
        ("v", "cszrenCSZREN", "čšžřěňČŠŽŘĚŇ"),
        ("c", "cCsStT", "çÇşŞţŢ"),
        ("H", "ouOU", "őűŐŰ"),
        ("r", "auAU", "åůÅŮ"),
        ("k", "aeAE", "ąęĄĘ"),
        ("u", "agAG", "ăğĂĞ"),
        (".", "zZI", "żŻİ"),
    ];
    let behind = rest.strip_prefix('\\')?;
    let (sign, from, to) = ACCENTED.iter().find(|(sign, ..)| behind.starts_with(sign))?;
    let letters = &behind[sign.len()..];
    let is_word = sign.starts_with(|c: char| c.is_alphabetic());
    let (lead, inside) = match letters.strip_prefix('{') {
        Some(inside) => (1, inside.trim_start_matches('\\')),
        None if is_word => (letters.len() - letters.trim_start().len(), letters.trim_start()),
        None => (0, letters.trim_start_matches('\\')),
    };
    if is_word && lead == 0 {
        return None;
    }
    let plain = inside.chars().next().filter(|c| c.is_alphabetic())?;
    let closes = letters.starts_with('{');
    if closes && !inside[plain.len_utf8()..].starts_with('}') {
        return None;
    }
    let index = from.chars().position(|own| own == plain);
    let letter = index.and_then(|index| to.chars().nth(index)).unwrap_or(plain);
    let length = rest.len() - inside.len() + plain.len_utf8() + usize::from(closes);
    Some((letter.to_string(), length))
}

/// The length of the group in braces that a text begins with.
fn group(rest: &str) -> Option<usize> {
    /// Most bytes of one: what is longer is text.
    const LONGEST: usize = 2048;
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (byte == b'}').then_some(at + 1);
        }
    }
    None
}

/// The insides of so many groups, blanks before each of them.
fn groups(raw: &str, from: usize, wanted: usize) -> Option<Vec<(usize, usize)>> {
    let mut places = Vec::with_capacity(wanted);
    let mut at = from;
    for _ in 0..wanted {
        at = raw.len() - raw[at..].trim_start().len();
        let length = group(&raw[at..])?;
        places.push((at + 1, at + length - 1));
        at += length;
    }
    Some(places)
}

/// A value of several lines as one: a sign of a remark joins them.
fn joined(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('%').next().unwrap_or_default());
    lines.map(str::trim_start).collect::<String>().trim().to_owned()
}

fn is_result(text: &str) -> bool {
    matches!(text.trim(), "1-0" | "0-1" | "1:0" | "0:1" | "1--0" | "0--1" | "1/2-1/2")
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

/// The options of `\\newchessgame` that say something of the game, as exports name it too, and their labels.
const FACTS: &[(&str, &str)] = &[
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("eco", "ECO"),
    ("whiteelo", "WhiteElo"),
    ("blackelo", "BlackElo"),
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
    let mut position = None;
    for entry in entries {
        let Some((name, value)) = rest[entry].split_once('=') else { continue };
        let name = name.trim().to_lowercase();
        let value = value.trim().trim_start_matches('{').trim_end_matches('}').trim();
        if matches!(name.as_str(), "setfen" | "fen") && value.matches('/').count() == 7 {
            position = Some(value);
            continue;
        }
        let Some((_, label)) = FACTS.iter().find(|(own, _)| *own == name) else { continue };
        if value.is_empty() {
            continue;
        }
        let begin = value.as_ptr() as usize - raw.as_ptr() as usize;
        out.put(if super::in_line(&out.text) { "\n" } else { "" }, begin, begin);
        out.put(&format!("{label}: "), begin, begin);
        out.copy(raw, begin, begin + value.len());
        out.put("\n", begin + value.len(), begin + value.len());
    }
    // Below the names, wherever it was given.
    if let Some(fen) = position {
        out.put(&format!("\nFEN: {fen}\n\n"), from + close, from + close);
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
    /// Commands that set a line of its own.
    const LINES: &'static [&'static str] = &[
        "title",
        "author",
        "chapter",
        "section",
        "subsection",
        "subsubsection",
        "paragraph",
        "centerline",
        "caption",
    ];

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
        let argument = if Self::LINES.contains(&name) {
            Some(Argument { open: "", close: "\n" })
        } else if MAINLINE.contains(&name) || TEXT.contains(&name) {
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

/// The length of the arguments of a command that sets neither moves nor text; `apart`: blanks may stand between them.
fn arguments(rest: &str, apart: bool) -> usize {
    let mut at = 0;
    loop {
        let own = if apart { rest.len() - rest[at..].trim_start().len() } else { at };
        let length = match rest[own..].chars().next() {
            Some('{') => group(&rest[own..]),
            Some('[') => rest[own..].find(']').map(|end| end + 1),
            _ => None,
        };
        let Some(length) = length else { return at };
        at = own + length;
    }
}
