//! Games in the source of programs: the strings that hold them, `pgn = "1. e4 e5"`, with their escapes resolved.
//!
//! Strings beside each other, or with a sign between them that joins strings, are one text. The strings of a list are the rows of a game,
//! its tag pairs among them, or a game each. Between two games stands `*`, where the first does not say how it ended.
//!
//! A text is a program if most of its lines outside strings end as lines of programs do. If moves stand outside its strings,
//! it is left as it is.

use super::{Left, Out};

/// Fewest half-moves in the strings of a program.
const FEWEST: usize = 4;
/// So many moves outside the strings are no accident.
const OUTSIDE: usize = 4;

/// Takes the strings with moves out of the source of a program.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    if !raw.contains(['"', '\'', '`']) {
        return None;
    }
    let literals = literals(raw, 0);
    let told: Vec<&Literal> = literals.iter().filter(|literal| literal.kind != Kind::Other).collect();
    let count = |literal: &&Literal| if let Kind::Moves { count, .. } = literal.kind { count } else { 0 };
    let moves: usize = told.iter().map(count).sum();
    let is_tagged =
        told.iter().any(|literal| matches!(literal.kind, Kind::Tags | Kind::Moves { tagged: true, .. }));
    if moves < FEWEST && !(is_tagged && moves > 0) || !is_program(raw, &literals) {
        return None;
    }
    Some(games(raw, &told))
}

/// The games that some strings hold.
fn games(raw: &str, told: &[&Literal]) -> Out {
    let mut game = Game::default();
    for (at, literal) in told.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| told[before]);
        let gap = before.and_then(|before| raw.get(before.end..literal.start)).map(relation);
        game.take(literal, gap.unwrap_or(Relation::Apart));
    }
    game.out
}

/// A string of a program.
struct Literal {
    start: usize,
    end: usize,
    /// Its text, without escapes.
    body: Out,
    kind: Kind,
}

/// What a string holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Tag pairs, or a position, and nothing else.
    Tags,
    /// Moves: how many, the number before the first, and whether tag pairs stand before them.
    Moves {
        count: usize,
        first: Option<u32>,
        tagged: bool,
    },
    /// How a game ended.
    Result,
    Other,
}

/// What stands between two strings.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Relation {
    /// Nothing, or a sign that joins strings.
    Joined,
    /// A comma: both are of one list.
    Listed,
    Apart,
}

fn relation(gap: &str) -> Relation {
    // A comment behind a string says nothing.
    let is_comment = |line: &str| ["//", "#", "--", "/*"].iter().any(|sign| line.starts_with(sign));
    let signs: String = gap
        .lines()
        .map(str::trim)
        .map(|line| if is_comment(line) { "" } else { line.split(" //").next().unwrap_or(line) })
        .collect();
    match signs.trim() {
        "" | "+" | ".." | "." | "\\" | "&" | "<<" | "~" | "++" => Relation::Joined,
        "," => Relation::Listed,
        _ => Relation::Apart,
    }
}

/// The games so far.
#[derive(Default)]
struct Game {
    out: Out,
    /// Half-moves of the last one.
    moves: usize,
    /// Whether it says how it ended.
    ended: bool,
}

impl Game {
    fn take(&mut self, literal: &Literal, relation: Relation) {
        match literal.kind {
            Kind::Tags if self.moves > 0 => self.close(literal.start),
            Kind::Moves { tagged: true, .. } => self.close(literal.start),
            Kind::Moves { count, first, .. } if relation != Relation::Joined => {
                let goes_on = first.map_or(count <= 2, |first| first > 1);
                if !goes_on || self.ended {
                    self.close(literal.start);
                }
            }
            _ => {}
        }
        self.line(literal.start);
        // Tag pairs end with an empty line.
        let after_tags = self.out.text.trim_end().ends_with(']');
        if after_tags && literal.kind != Kind::Tags && self.moves == 0 {
            self.out.put("\n", literal.start, literal.start);
        }
        self.out.append(&literal.body);
        if let Kind::Moves { count, .. } = literal.kind {
            self.moves += count;
        }
        let last = literal.body.text.split_whitespace().next_back().unwrap_or_default();
        self.ended = is_result(last);
    }

    /// Ends the game before another one.
    fn close(&mut self, at: usize) {
        if self.moves > 0 {
            self.line(at);
            self.out.put(if self.ended { "\n" } else { "*\n\n" }, at, at);
        }
        (self.moves, self.ended) = (0, false);
    }

    /// Ends the line.
    fn line(&mut self, at: usize) {
        if !self.out.text.is_empty() && !self.out.text.ends_with('\n') {
            self.out.put("\n", at, at);
        }
    }
}

/// Whether the text outside the strings is that of a program, and holds no moves.
fn is_program(raw: &str, literals: &[Literal]) -> bool {
    const ENDS: &[char] = &['{', '}', '(', ')', '[', ']', ';', ',', '+', '\\', '=', ':'];
    const COMMENTS: &[&str] = &["//", "#", "--", "/*", "*", "@", "import ", "from ", "package ", "using "];
    // The outside, a string as a sign that no move has.
    let mut outside = String::new();
    let mut at = 0;
    for literal in literals {
        outside.push_str(&raw[at..literal.start]);
        outside.push('"');
        at = literal.end;
    }
    outside.push_str(&raw[at..]);
    let lines = || outside.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_code = |line: &&str| {
        COMMENTS.iter().any(|sign| line.starts_with(sign))
            || line.ends_with(ENDS)
            || line.starts_with([',', '[', ']', '{', '}', ')'])
            || *line == "\""
            || line.contains('"') && line.contains(['=', '(', '[', '{', '+'])
    };
    let code = lines().filter(is_code).count();
    let moves = outside.split_whitespace().filter(|word| is_move(word)).count();
    code * 5 >= lines().count() * 3 && outside.contains(['=', '(', '[', '{']) && moves < OUTSIDE
}

/// The strings of a text, in order; `depth`: how many strings it stands in itself.
fn literals(raw: &str, depth: usize) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    let mut at = 0;
    let mut behind = None;
    while let Some(step) = raw[at..].find(['"', '\'', '`']) {
        let quote = at + step;
        let before = opened_by(raw, quote, behind);
        let Some((body, end)) = before.then(|| literal(raw, quote)).flatten() else {
            at = quote + 1;
            continue;
        };
        let start = quote;
        behind = Some(end);
        at = end;
        let (body, kind) = told(body, depth);
        found.push(Literal { start, end, body, kind });
    }
    found
}

/// Whether a quote may begin a string: a sign of the language stands before it, or another string.
fn opened_by(raw: &str, quote: usize, last: Option<usize>) -> bool {
    let before = raw[..quote].trim_end_matches(['@', '$', '#']);
    let word = before.len() - before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    // `r"…"`, `f'…'`, `String.raw`…``.
    let is_prefix = word <= 2 || before.ends_with("raw");
    let before =
        if is_prefix && before.len() - word < quote { &before[..before.len() - word] } else { before };
    let before = before.strip_suffix("String.").unwrap_or(before);
    let trimmed = before.trim_end();
    // `1. `e4`` in Markdown.
    let joins = trimmed.ends_with('.') && !raw[quote..].starts_with('`');
    trimmed.is_empty()
        || joins
        || trimmed.ends_with(['=', '(', '[', '{', ',', ':', '+', '\\', '&', '|', '?'])
        || trimmed.ends_with("=>")
        || trimmed.ends_with("<<")
        || trimmed.ends_with("return")
        || last == Some(trimmed.len())
}

/// The text of the string that begins at `quote`, and where it ends.
fn literal(raw: &str, quote: usize) -> Option<(Out, usize)> {
    let rest = &raw[quote..];
    let sign = rest.chars().next()?;
    let triple: String = std::iter::repeat_n(sign, 3).collect();
    if rest.starts_with(&triple) {
        // A fence of Markdown.
        if sign == '`' {
            return None;
        }
        let inside = quote + 3;
        let end = inside + raw[inside..].find(&triple)?;
        return Some((unescaped(raw, inside, end, sign), end + 3));
    }
    let prefix = raw[..quote].chars().next_back();
    if prefix == Some('#') && sign == '"' {
        /// Most bytes of such a string.
        const LONGEST: usize = 1 << 16;
        let until = raw.floor_char_boundary((quote + LONGEST).min(raw.len()));
        let end = quote + 1 + memchr::memmem::find(&raw.as_bytes()[quote + 1..until], b"\"#")?;
        return Some((copied(raw, quote + 1, end), end + 2));
    }
    let is_verbatim = prefix == Some('@');
    let (mut at, inside) = (quote + 1, quote + 1);
    loop {
        let c = raw[at..].chars().next()?;
        match c {
            '\\' if !is_verbatim => at += 1 + raw[at + 1..].chars().next()?.len_utf8(),
            '\n' if sign != '`' && !is_verbatim => return None,
            _ if c == sign && is_verbatim && raw[at + 1..].starts_with(sign) => at += 2,
            _ if c == sign => return Some((unescaped(raw, inside, at, sign), at + 1)),
            _ => at += c.len_utf8(),
        }
    }
}

/// A part of the text as it is.
fn copied(raw: &str, from: usize, to: usize) -> Out {
    let mut out = Out::default();
    out.copy(raw, from, to);
    out
}

/// The inside of a string without escapes, and without the indentation of its lines.
fn unescaped(raw: &str, from: usize, to: usize, sign: char) -> Out {
    let mut out = Out::default();
    let mut at = from;
    while let Some(c) = raw[at..to].chars().next() {
        let next = at + c.len_utf8();
        let escaped = raw[next..to].chars().next();
        let begins_line = out.text.is_empty() || out.text.ends_with('\n');
        match (c, escaped) {
            ('\\', Some('\n')) => at = next + 1,
            ('\\', Some(code)) => {
                let text = match code {
                    'n' => "\n",
                    't' => " ",
                    'r' => "",
                    '"' | '\'' | '\\' | '`' | '/' => &raw[next..next + 1],
                    _ => &raw[at..next + code.len_utf8()],
                };
                out.put(text, at, next + code.len_utf8());
                at = next + code.len_utf8();
            }
            // A quote that is doubled.
            _ if c == sign && escaped == Some(sign) => {
                out.put(&raw[at..next], at, next + c.len_utf8());
                at = next + c.len_utf8();
            }
            (' ' | '\t', _) if begins_line => at = next,
            _ => {
                out.copy(raw, at, next);
                at = next;
            }
        }
    }
    out
}

/// A string with what it holds. Data within a string is searched for the strings in it.
fn told(body: Out, depth: usize) -> (Out, Kind) {
    /// Deepest strings that are searched.
    const DEEPEST: usize = 2;
    let kind = kind_of(&body.text);
    if kind != Kind::Other || depth == DEEPEST || !body.text.trim_start().starts_with(['{', '[']) {
        let position = (kind == Kind::Other).then(|| position(&body)).flatten();
        return position.map_or((body, kind), |tag| (tag, Kind::Tags));
    }
    let inner = literals(&body.text, depth + 1);
    let inner: Vec<&Literal> = inner.iter().filter(|literal| literal.kind != Kind::Other).collect();
    match inner.iter().find(|literal| matches!(literal.kind, Kind::Moves { .. })) {
        Some(first) => (games(&body.text, &inner).over(&body), first.kind),
        None => (body, Kind::Other),
    }
}

/// A position other than the first as a tag pair.
fn position(body: &Out) -> Option<Out> {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    let text = body.text.trim();
    let mut fields = text.split(' ');
    let (board, side) = (fields.next()?, fields.next()?);
    let is_board = board.matches('/').count() == 7
        && board.chars().all(|c| matches!(c, '/' | '1'..='8') || "kqrbnpKQRBNP".contains(c));
    if !is_board || !matches!(side, "w" | "b") || text.starts_with(START) {
        return None;
    }
    let mut out = Out::default();
    out.put("[FEN \"", 0, 0);
    out.copy(&body.text, 0, body.text.len());
    out.put("\"]", body.text.len(), body.text.len());
    Some(out.over(body))
}

fn kind_of(text: &str) -> Kind {
    let is_tag = |line: &str| {
        let inside = line.strip_prefix('[').filter(|_| line.ends_with(']'));
        inside.is_some_and(|inside| {
            inside.starts_with(|c: char| c.is_ascii_uppercase()) && inside.contains(' ')
        })
    };
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let tags = lines().take_while(|line| is_tag(line)).count();
    if tags > 0 && tags == lines().count() {
        return Kind::Tags;
    }
    let (mut count, mut words, mut first) = (0, 0, None);
    let mut depth = 0_usize;
    // Tag pairs may stand on the line of the moves.
    let mut rest = lines().skip(tags);
    let line = rest.next().unwrap_or_default();
    let ends = line.match_indices("] ").map(|(at, _)| at + 1);
    let behind = ends.take_while(|&end| is_tag(&line[..end])).last().unwrap_or(0);
    let tags = tags + usize::from(behind > 0);
    for word in std::iter::once(&line[behind..]).chain(rest).flat_map(str::split_whitespace) {
        // A comment may say anything.
        depth += word.matches(['{', '(']).count();
        let is_inside = depth > 0;
        depth = depth.saturating_sub(word.matches(['}', ')']).count());
        if is_inside || is_result(word) {
            continue;
        }
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let behind = word[digits..].trim_start_matches(['.', '…', ')']);
        let is_number =
            digits > 0 && behind.len() < word.len() - digits || digits > 0 && digits < 3 && behind.is_empty();
        if is_number && count == 0 && first.is_none() {
            first = word[..digits].parse().ok();
        }
        let bare = if is_number { behind } else { word };
        if !bare.is_empty() {
            words += 1;
            count += usize::from(is_move(bare));
        }
    }
    if words == 0 {
        let is_ending = lines().count() == 1 && lines().all(is_result);
        return if is_ending { Kind::Result } else { Kind::Other };
    }
    if count * 3 < words * 2 {
        return if tags > 1 { Kind::Moves { count, first, tagged: true } } else { Kind::Other };
    }
    Kind::Moves { count, first, tagged: tags > 0 }
}

/// Whether a word says how a game ended.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "1:0" | "0:1" | "1–0" | "0–1" | "½–½" | "*")
}

/// Whether a word has the shape of a move: it ends with a square or castles, perhaps with marks behind it.
fn is_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#', '!', '?', ',', '†', '‡']);
    let bare = bare.split_once('=').map_or(bare, |(head, _)| head);
    if matches!(bare, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "0–0" | "0–0–0") {
        return true;
    }
    let numeric = matches!(bare.len(), 4 | 5) && bare.bytes().all(|b| matches!(b, b'1'..=b'8'));
    let promoted = bare.len() == 5 && bare.ends_with(['q', 'r', 'b', 'n']);
    let bare = if promoted { &bare[..4] } else { bare };
    let mut end = bare.bytes().rev();
    let is_square = matches!((end.next(), end.next()), (Some(b'1'..=b'8'), Some(b'a'..=b'h')));
    let is_descriptive = bare.contains('-')
        && bare.starts_with(['P', 'K', 'Q', 'R', 'B', 'N'])
        && bare.ends_with(|c: char| c.is_ascii_digit());
    numeric || (is_square || is_descriptive) && bare.chars().count() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(raw: &str) -> Option<String> {
        strip(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn strings_of_programs() {
        for (raw, text) in [
            ("const pgn = \"1. e4 e5 2. Nf3 Nc6\";\n", "1. e4 e5 2. Nf3 Nc6"),
            ("moves = ['e4', 'e5',\n  'Nf3', \"Nc6\"]\n", "e4\ne5\nNf3\nNc6"),
            (
                "BOOK = {\n  \"e2e4 e7e5 g1f3\",\n  \"d2d4 d7d5 c2c4\",\n}\n",
                "e2e4 e7e5 g1f3\n*\n\nd2d4 d7d5 c2c4",
            ),
            ("$a = [\"1. e2-e4 e7-e5\", \"2. Ng1-f3 Nb8-c6\"];\n", "1. e2-e4 e7-e5\n2. Ng1-f3 Nb8-c6"),
            (
                "GAME = (\n  '[White \"A\"]\\n'\n  \"\\n\"\n  '1. e4 e5 2. Nf3 Nc6 1-0\\n'\n)\n",
                "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
            ),
            (
                "val a = \"\"\"\n    [White \"A\"]\n\n    1. e4 e5 2. d4 1-0\n    \"\"\".trim()\nval b = \"\"\"\n    [White \"B\"]\n\n    1. c4 c5 2. g3 0-1\n    \"\"\"\n",
                "\n[White \"A\"]\n\n1. e4 e5 2. d4 1-0\n\n\n[White \"B\"]\n\n1. c4 c5 2. g3 0-1\n",
            ),
            ("let s = r#\"[White \"A\"]\n\n1. e4 e5 *\"#;\n", "[White \"A\"]\n\n1. e4 e5 *"),
            ("x = @\"[White \"\"So, W\"\"]\n1. e4 e5\";\n", "[White \"So, W\"]\n1. e4 e5"),
            ("f('{\"pgn\":\"1. f3 e5 2. g4 Qh4# 0-1\"}');\n", "1. f3 e5 2. g4 Qh4# 0-1"),
            (
                "t(\"8/8/8/8/4k3/8/4P3/4K3 w - - 0 1\", \"1. Kd2 Kd4 2. e3+ Ke4\");\n",
                "[FEN \"8/8/8/8/4k3/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd4 2. e3+ Ke4",
            ),
        ] {
            assert_eq!(plain(raw).as_deref(), Some(text), "{raw}");
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "He opened with \"1. e4 e5 2. Nf3 Nc6\" as he always did.\nThen he lost.\n",
            "\"1\",\"e4\",\"e5\"\n\"2\",\"Nf3\",\"Nc6\"\n",
            "1. e4 e5 2. Nf3 Nc6 {a \"book\" move} 3. Bb5 a6\n",
            "Black: \"e5\"\nWhite: \"Nf3\"\nBlack: \"Nc6\"\nWhite: \"Bb5\"\n",
            "f(\"x\"); // 1. e4 e5 2. Nf3 Nc6\n",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
