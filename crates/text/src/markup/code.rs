//! Games in the source of programs: the strings that hold them, `pgn = "1. e4 e5"`, with their escapes resolved.
//!
//! Strings beside each other, or with a sign between them that joins strings, are one text. The strings of a list are the rows of a game,
//! its tag pairs among them, or a game each. Between two games stands `*`, where the first does not say how it ended.
//!
//! A text is a program if most of its lines outside strings end as lines of programs do. If moves stand outside its strings,
//! it is left as it is. A string that holds a whole table is the record.

use super::{Left, Out};

/// Fewest half-moves in the strings of a program.
const FEWEST: usize = 4;
/// So many moves outside the strings are no accident.
const OUTSIDE: usize = 4;

/// Takes the strings with moves out of the source of a program.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    if !raw.contains(['"', '\'', '`']) && !raw.contains("<<") {
        return None;
    }
    let literals = joined(raw, literals(raw, 0));
    let told: Vec<&Literal> = literals.iter().filter(|literal| literal.kind != Kind::Other).collect();
    let moves: usize = told.iter().map(|literal| literal.kind.moves()).sum();
    let tables = || told.iter().filter(|literal| literal.kind == Kind::Table);
    if tables().next().is_some() && moves < FEWEST && is_program(raw, &literals) {
        let mut out = Out::default();
        for (at, table) in tables().enumerate() {
            out.put(if at > 0 { "\n\n" } else { "" }, table.start, table.start);
            // The first line has the heads.
            let mut body = Out::default();
            let lead = table.body.text.len() - table.body.text.trim_start().len();
            body.copy(&table.body.text, lead, table.body.text.len());
            out.append(&body.over(&table.body));
        }
        return Some(out);
    }
    let is_tagged = told.iter().any(|literal| {
        matches!(literal.kind, Kind::Tags | Kind::Position | Kind::Moves { tagged: true, .. })
    });
    if moves < FEWEST && !(is_tagged && moves > 0) || !is_program(raw, &literals) {
        return None;
    }
    let out = games(raw, &told);
    // A string of which only a part is moves is none of these games, and may be one of its own.
    let parts =
        literals.iter().filter(|literal| literal.kind == Kind::Other && holds_moves(&literal.body.text));
    left.extend(parts.map(|literal| (out.after(literal.start), "a text with moves")));
    Some(out)
}

/// Whether a text is the source of a program, and holds no moves outside its strings.
pub(super) fn is_source(raw: &str) -> bool {
    is_program(raw, &literals(raw, 0))
}

/// How many half-moves the strings of a program with nothing but moves have, with their places.
pub(super) fn moves_of_strings(raw: &str) -> Vec<(usize, usize)> {
    literals(raw, 0)
        .iter()
        .map(|literal| (literal.start, literal.kind.moves()))
        .filter(|(_, moves)| *moves > 1)
        .collect()
}

/// How many half-moves a text has that is moves and nothing else.
pub(super) fn moves_in(text: &str) -> usize {
    kind_of(text).moves()
}

/// The text of the string that begins at a place, and where it ends.
pub(super) fn text(raw: &str, quote: usize) -> Option<(String, usize)> {
    literal(raw, quote).map(|(out, end)| (out.text, end))
}

/// A text without the commands that set it.
fn unset(body: Out, kind: Kind) -> (Out, Kind) {
    let set = (kind == Kind::Other).then(|| super::latex::strip(&body.text, &mut Left::new())).flatten();
    match set.map(|set| (kind_of(&set.text), set)) {
        Some((kind, set)) if kind.moves() > 0 => (set.over(&body), kind),
        _ => (body, kind),
    }
}

/// Makes one of strings that the program joins, where only the whole of them is moves.
fn joined(raw: &str, literals: Vec<Literal>) -> Vec<Literal> {
    let mut all: Vec<Literal> = Vec::with_capacity(literals.len());
    let mut run: Vec<Literal> = Vec::new();
    let mut end_run = |run: &mut Vec<Literal>| {
        let is_part = run.len() > 1 && run.iter().any(|literal| literal.kind == Kind::Other);
        if let ([first, .., last], true) = (run.as_slice(), is_part) {
            let mut body = Out::default();
            run.iter().for_each(|literal| body.append(&literal.body));
            let (start, end) = (first.start, last.end);
            let (body, kind) = told(body, 0);
            let (body, kind) = unset(body, kind);
            if kind.moves() > 0 || kind == Kind::Table {
                run.clear();
                run.push(Literal { start, end, body, kind });
            }
        }
        all.extend(run.drain(..).map(|Literal { start, end, body, kind }| {
            let (body, kind) = unset(body, kind);
            Literal { start, end, body, kind }
        }));
    };
    for literal in literals {
        let gap = run.last().and_then(|last| raw.get(last.end..literal.start));
        if gap.is_some_and(|gap| relation(gap) != Relation::Joined) {
            end_run(&mut run);
        }
        run.push(literal);
    }
    end_run(&mut run);
    all
}

/// The games that some strings hold. A position is the start of the moves behind it if no bracket is closed between them: otherwise it
/// may be anything, for example the one that a test expects.
fn games(raw: &str, told: &[&Literal]) -> Out {
    let mut game = Game::default();
    let is_start = |at: usize| {
        told.get(at + 1).is_some_and(|next| {
            let gap = raw.get(told[at].end..next.start).unwrap_or_default();
            next.kind.moves() > 0 && !gap.contains([')', ']', '}'])
        })
    };
    for (at, literal) in told.iter().enumerate() {
        if literal.kind == Kind::Position && !is_start(at) {
            continue;
        }
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
    /// Tag pairs and nothing else.
    Tags,
    /// A position as a tag pair.
    Position,
    /// A table with heads.
    Table,
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

impl Kind {
    fn moves(self) -> usize {
        if let Kind::Moves { count, .. } = self { count } else { 0 }
    }
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
            Kind::Tags | Kind::Position if self.moves > 0 => self.close(literal.start),
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
        if after_tags && !matches!(literal.kind, Kind::Tags | Kind::Position) && self.moves == 0 {
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
    // Lines of languages whose blocks end with a word.
    const WORDS: &[&str] = &["end", "begin", "else", "done", "fi", "do", "then"];
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
            || WORDS.contains(line)
            || line.ends_with(" do")
            || line.ends_with(" then")
            || line.contains('"') && line.contains(['=', '(', '[', '{', '+'])
    };
    let code = lines().filter(is_code).count();
    let moves = outside.split_whitespace().filter(|word| is_move(word)).count();
    let here = literals.iter().any(|literal| raw[literal.start..].starts_with("<<"));
    let is_code = code * 5 >= lines().count() * 3 && outside.contains(['=', '(', '[', '{']);
    (is_code || here) && moves < OUTSIDE
}

/// The strings of a text, in order; `depth`: how many strings it stands in itself.
fn literals(raw: &str, depth: usize) -> Vec<Literal> {
    /// Most signs of such a text that none follows; each is looked for to the end.
    const MOST_MISSED: usize = 32;
    let mut found: Vec<Literal> = Vec::new();
    let mut at = 0;
    let mut behind = None;
    let mut missed = 0;
    while let Some(step) = raw[at..].find(['"', '\'', '`', '<']) {
        let quote = at + step;
        let is_here = raw[quote..].starts_with('<');
        let found_here = if is_here && missed < MOST_MISSED { here(raw, quote) } else { None };
        missed += usize::from(raw[quote..].starts_with("<<") && found_here.is_none());
        let before = !is_here && opened_by(raw, quote, behind);
        let Some((body, end)) = found_here.or_else(|| before.then(|| literal(raw, quote)).flatten()) else {
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
pub(super) fn opened_by(raw: &str, quote: usize, last: Option<usize>) -> bool {
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
        // `"moves" to "e4"`
        || trimmed.strip_suffix(" to").is_some_and(|name| name.ends_with('"'))
        || last == Some(trimmed.len())
}

/// The lines of a text that ends where its name stands again, `<<EOF`, and where that is.
fn here(raw: &str, at: usize) -> Option<(Out, usize)> {
    let name = raw[at..].strip_prefix("<<")?;
    let name = name.strip_prefix('<').unwrap_or(name).trim_start_matches(['-', '~', ' ', '"', '\'', '`']);
    let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len());
    let name = Some(&name[..length])
        .filter(|name| name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let first = at + raw[at..].find('\n')? + 1;
    let mut end = first;
    for line in raw[first..].split_inclusive('\n') {
        if line.trim().trim_end_matches([';', ')', ',']) == name {
            return Some((unescaped(raw, first, end, '\0'), end + line.trim_end().len()));
        }
        end += line.len();
    }
    None
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
        // What nothing closes goes to the end, as in a part of a program.
        let end = raw[inside..].find(&triple).map_or(raw.len(), |end| inside + end);
        return Some((unescaped(raw, inside, end, sign), (end + 3).min(raw.len())));
    }
    let prefix = raw[..quote].chars().next_back();
    // `r#"…"#`, and `R"x(…)x"`.
    let signs = raw[..quote].len() - raw[..quote].trim_end_matches('#').len();
    let named = rest[1..]
        .split(['(', '"', '\n', ' '])
        .next()
        .filter(|name| prefix == Some('R') && name.len() <= 16 && rest[1 + name.len()..].starts_with('('));
    if sign == '"' && (signs > 0 || named.is_some()) {
        /// Most bytes of such a string.
        const LONGEST: usize = 1 << 16;
        let until = raw.floor_char_boundary((quote + LONGEST).min(raw.len()));
        let inside = named.map_or(quote + 1, |name| quote + 2 + name.len());
        let closes = named.map_or_else(|| format!("\"{}", "#".repeat(signs)), |name| format!("){name}\""));
        let end = inside + memchr::memmem::find(raw.as_bytes().get(inside..until)?, closes.as_bytes())?;
        return Some((copied(raw, inside, end), end + closes.len()));
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

/// The inside of a string without escapes, and without the indentation of its lines, nor the margin that languages set before all of
/// them: `|1. e4 e5`.
fn unescaped(raw: &str, from: usize, to: usize, sign: char) -> Out {
    let mut out = Out::default();
    let mut at = from;
    let lines = || raw[from..to].lines().map(str::trim_start).filter(|line| !line.is_empty());
    let has_margin =
        lines().count() > 1 && lines().all(|line| line.starts_with('|') && !line[1..].contains('|'));
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
            ('|', _) if begins_line && has_margin => at = next,
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
    if is_table(&body.text) {
        return (body, Kind::Table);
    }
    let kind = kind_of(&body.text);
    if kind != Kind::Other || depth == DEEPEST || !body.text.trim_start().starts_with(['{', '[']) {
        if kind != Kind::Other {
            return (body, kind);
        }
        return position(&body).map_or((body, kind), |tag| (tag, Kind::Position));
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

/// Whether a text is a table: lines with the same separators, of which the first has names and another one moves.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(head) = lines.next() else { return false };
    [',', ';', '\t'].into_iter().any(|sign| {
        let wanted = head.matches(sign).count();
        let is_name =
            |field: &str| field.contains(char::is_alphabetic) && !field.contains(' ') && !is_move(field);
        let is_row = |line: &str| line.matches(sign).count() >= wanted;
        let has_moves = |line: &str| {
            line.split(sign).flat_map(str::split_whitespace).any(|word| is_move(word.trim_matches('"')))
        };
        wanted > 0
            && head.split(sign).all(|field| is_name(field.trim_matches([' ', '"'])))
            && lines.clone().count() > 0
            // The last one may be cut off.
            && lines.clone().rev().skip(usize::from(lines.clone().count() > 1)).all(is_row)
            && lines.clone().any(has_moves)
    })
}

/// Whether a text has moves among other words.
fn holds_moves(text: &str) -> bool {
    const FEWEST: usize = 3;
    let words = text.split_whitespace();
    let moves = words
        .clone()
        .filter(|word| is_move(word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')));
    let moves = moves.count();
    moves >= FEWEST && moves * 3 >= words.count()
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
        // A comment may say anything. `P-Q8(N)` is a move.
        let is_whole = word.matches('(').count() == word.matches(')').count();
        let is_own = depth == 0 && is_whole && !word.starts_with(['(', '{']) && !word.contains(['{', '}']);
        depth += word.matches(['{', '(']).count();
        let is_inside = depth > 0;
        depth = depth.saturating_sub(word.matches(['}', ')']).count());
        if is_inside && !is_own || is_result(word) {
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
    numeric || is_square && bare.chars().count() <= 8 || is_descriptive(bare)
}

/// Whether a word is an English man with what he does: `P-K4`, `QxKtP`, `B-B5dblch`, `P-Q8(N)ch`.
fn is_descriptive(word: &str) -> bool {
    const ENDS: [&str; 8] = ["mate", "ch", "dbl", "dis", "disc", "ep", "e.p", "."];
    let mut bare = word;
    while let Some(rest) = ENDS.iter().find_map(|end| bare.strip_suffix(end)) {
        bare = rest;
    }
    word.len() <= 16
        && (3..=9).contains(&bare.len())
        && bare.starts_with(['P', 'K', 'Q', 'R', 'B', 'N'])
        && bare.contains(['-', 'x'])
        && bare.bytes().all(|b| b"PKQRBNtx-12345678()/=".contains(&b))
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
    fn whole_records_in_strings() {
        for (raw, text) in [
            ("data = \"\"\"id,white,moves\n7,Anna,e4 e5 Nf3\n\"\"\"\n", "id,white,moves\n7,Anna,e4 e5 Nf3\n"),
            ("cat > g.csv <<EOF\nid;moves\n7;e4 e5 Nf3\nEOF\n", "id;moves\n7;e4 e5 Nf3\n"),
            ("puts <<~PGN\n  1. e4 e5 2. Nf3 Nc6\nPGN\n", "1. e4 e5 2. Nf3 Nc6\n"),
            ("auto g = R\"pgn(1. e4 e5 2. Nf3 Nc6)pgn\";\n", "1. e4 e5 2. Nf3 Nc6"),
            ("let g = r##\"1. e4 e5 \"# 2. Nf3 Nc6\"##;\n", "1. e4 e5 \"# 2. Nf3 Nc6"),
            ("f(\"\"\"\n  |1. e4 e5\n  |2. Nf3 Nc6\n  |\"\"\".stripMargin)\n", "\n1. e4 e5\n2. Nf3 Nc6\n"),
            ("f(\"\\\\newgame\\\\hidemoves{1.e4 e5 \" +\n  \"2.Nf3 Nc6}\")\n", "1.e4 e5 2.Nf3 Nc6"),
            (
                "t(\"1. P-Q8(N)ch K-K1ch 2. KtxQ\", \"x\");\nf(\"1. P-K4\");\n",
                "1. P-Q8(N)ch K-K1ch 2. KtxQ\n*\n\n1. P-K4",
            ),
            // What a test expects is no start.
            (
                "t(\"1. e4 e5\", \"8/8/8/8/4k3/8/4P3/4K3 w - -\");\nt(\"1. d4 d5\");\n",
                "1. e4 e5\n*\n\n1. d4 d5",
            ),
        ] {
            assert_eq!(plain(raw).as_deref(), Some(text), "{raw}");
        }
    }

    #[test]
    fn what_is_left_out_of_a_string_is_told() {
        let mut left = Left::new();
        let out = strip("f(\"1. e4 e5 2. Nf3 Nc6\", \"e4 or d4 or c4 wins\");\n", &mut left);
        assert_eq!((out.is_some(), left.len()), (true, 1));
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
