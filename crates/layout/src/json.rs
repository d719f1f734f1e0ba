//! Games of servers' interfaces: lichess's objects, one a line or in a list, and chess.com's monthly archives.
//!
//! An object is a game if it has its moves (`moves`, a text or a list, or one text of moves under any name) or a whole PGN (`pgn`). What names players, ratings,
//! result and time control becomes tags, by the names that the columns of tables have, too; the other fields are left out.
//! Games in YAML, TOML, XML and SQL come as such objects (`scorebook_text::is_data`).
//!
//! A recogniser's game has `plies`, a cell a half-move, or `sheets` with such lists ([`recognised`]).

mod moves;
mod recognised;
mod start;
mod stream;
mod table;

use std::borrow::Cow;

use shakmaty::{Color, KnownOutcome, Outcome};

use super::csv::{Column, outcome_for, outcome_of, tag_value, take_pgn, won_by};
use super::inner::InnerText;
use super::pgn::Pgn;
use super::{Cell, Draft, Ending, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::game::Tags;
use crate::text::{Source, Span, moves_in_rows};

/// Objects of servers.
#[derive(Debug)]
pub struct Json;

/// Names of a game's moves.
const MOVES: &[&str] = &["moves", "movetext", "move_list", "movelist"];

/// Deepest nesting of lists and objects in which games are looked for.
const DEEPEST: usize = 8;

impl Layout for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn title(&self) -> &'static str {
        "JSON, YAML, TOML, XML or SQL: objects with moves or PGN; lists of texts of a recogniser"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let text = source.text().as_bytes();
        if is_of_games(text) || may_hold_moves(text) && !self.cut(source, sense).is_empty() {
            0.99
        } else {
            0.0
        }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut reader = Games { source, sense, drafts: Vec::new() };
        let mut values = Vec::new();
        let mut at = 0;
        while let Some(value) = next_value(source.text(), at) {
            values.push(value);
            at = value.end.max(at + 1);
        }
        reader.drafts = reader.half_moves(&values);
        if reader.drafts.is_empty()
            && (is_of_plies(source.text().as_bytes()) || !is_of_games(source.text().as_bytes()))
        {
            reader.drafts = reader.table(&values);
        }
        if reader.drafts.is_empty() {
            values.into_iter().for_each(|value| reader.value(value, 0));
        }
        stream::join(source.text(), &mut reader.drafts);
        for draft in &mut reader.drafts {
            draft.is_delimited = true;
        }
        reader.explain_between();
        tell_broken(source.text(), &mut reader.drafts);
        reader.drafts
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        // A line a half-move says nothing of where a game ends.
        let at = memchr::memmem::rfind(head, b"\n{").filter(|_| is_of_games(head) && !is_of_plies(head))?;
        head.starts_with(b"{").then_some(at + 1)
    }
}

/// Whether a text begins like JSON with games.
///
/// ```
/// assert!(scorebook_layout::json::is_of_games(br#"{"id":"a","moves":"e4 e5"}"#));
/// assert!(!scorebook_layout::json::is_of_games(b"[Event \"moves\"]"));
/// ```
#[must_use]
pub fn is_of_games(head: &[u8]) -> bool {
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let is_json = match start {
        [b'{', rest @ ..] => rest.trim_ascii_start().starts_with(b"\""),
        [b'[', rest @ ..] => rest.trim_ascii_start().starts_with(b"{"),
        _ => false,
    };
    let has = |key: &[u8]| memchr::memmem::find(start, key).is_some();
    let of_games = [
        &b"\"moves\""[..],
        b"\"Moves\"",
        b"\"pgn\"",
        b"\"PGN\"",
        b"\"history\"",
        b"\"movetext\"",
        b"\"moveText\"",
        b"\"move_list\"",
        b"\"moveList\"",
        b"\"Movetext\"",
    ]
    .into_iter()
    .any(has);
    is_json
        && (of_games
            || is_of_rows(start)
            || is_of_plies(start)
            || recognised::is_in(start)
            || memchr::memchr_iter(b'[', start).any(|at| is_list_of_moves(&start[at..]))
            || has_named_plies(start))
}

/// Whether a text begins like JSON and some of its strings may be moves, whatever their names are; only reading it as a whole
/// says whether they are.
#[must_use]
pub fn may_hold_moves(head: &[u8]) -> bool {
    /// Strings that may be moves, or that are more than a square.
    const SQUARES: usize = 4;
    const MOVES: usize = 2;
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if !matches!(start, [b'{' | b'[', rest @ ..] if matches!(rest.trim_ascii_start(), [b'"' | b'{' | b'[' | b'n', ..]))
    {
        return false;
    }
    let (mut squares, mut moves) = (0, 0);
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'"', &start[at..]).map(|open| at + open) {
        let end = string_end(start, open);
        let said = start.get(open + 1..end.saturating_sub(1)).unwrap_or_default();
        let bare = said.trim_ascii_end().strip_suffix(b"+").unwrap_or(said);
        if said.len() <= 8 && matches!(bare, [.., b'a'..=b'h', b'1'..=b'8']) {
            squares += 1;
            moves += usize::from(bare.len() > 2);
        } else if said.len() > 8 {
            // A text of moves.
            moves += said
                .split(u8::is_ascii_whitespace)
                .take(MOVES * 4)
                .filter(|word| ends_like_move(word))
                .count();
        }
        if squares >= SQUARES || moves >= MOVES {
            return true;
        }
        at = end.max(open + 1);
        if at >= start.len() {
            break;
        }
    }
    false
}

/// How far a value is looked at to see whether it is one, in bytes behind its first line.
const AHEAD: usize = 64;

/// The values that begin a line of a text and may hold moves.
#[must_use]
pub fn values_in(text: &str) -> Vec<Span> {
    let begins = |line: &str| {
        let next = line.get(1..).unwrap_or_default().trim_start();
        line.starts_with('{') && next.starts_with('"')
            || line.starts_with('[') && next.starts_with(['{', '[', '"'])
    };
    let mut found = Vec::new();
    // Each place is looked at once.
    let (mut at, mut behind) = (0, 0);
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        // An object may begin with its line alone: `{`.
        if start >= behind && begins(&text[start..text.ceil_char_boundary(at + AHEAD)]) {
            let value = Span::new(start, value_end(text, start));
            behind = value.end.max(start + 1);
            if may_hold_moves(&text.as_bytes()[value.start..value.end]) {
                found.push(value);
            }
        }
    }
    found
}

/// Whether a word ends with a square, or is an English man who goes somewhere.
fn ends_like_move(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").unwrap_or(word);
    match word {
        [.., b'a'..=b'h', b'1'..=b'8'] => word.len() <= 8,
        [b'P' | b'K' | b'Q' | b'R' | b'B' | b'N', rest @ .., b'1'..=b'8'] => {
            rest.len() < 8 && rest.contains(&b'-')
        }
        _ => false,
    }
}

/// Whether a value is a list of moves, by its first ones: `["e4", "e5"`, whatever its name is.
fn is_list_of_moves(value: &[u8]) -> bool {
    let Some(mut rest) = value.strip_prefix(b"[") else { return false };
    (0..2).all(|_| {
        let said = rest.trim_ascii_start().strip_prefix(b"\"");
        let Some((said, end)) = said.and_then(|said| Some((said, memchr::memchr(b'"', said)?))) else {
            return false;
        };
        rest = said[end + 1..].trim_ascii_start().strip_prefix(b",").unwrap_or_default();
        let said = std::str::from_utf8(&said[..end])
            .map_or(&said[..end], |said| moves::without_clock(said).as_bytes());
        let bare = said.strip_suffix(b"+").unwrap_or(said);
        said.len() <= 8 && matches!(bare, [.., b'a'..=b'h', b'1'..=b'8'])
    })
}

/// Whether a value is a text with something in it: some exports leave `"pgn"` empty beside the moves.
fn is_full_text(value: &str) -> bool {
    value.strip_prefix('"').is_some_and(|text| !text.trim_end_matches('"').trim().is_empty())
}

/// Whether a game has its half-moves as objects: `"plies": [{"san": "e4"}]`, as `convert --to json` writes them.
fn has_named_plies(text: &[u8]) -> bool {
    let behind = |at: usize| {
        let value = text[at + b"\"plies\"".len()..].trim_ascii_start().strip_prefix(b":")?;
        value.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start().strip_prefix(b"{")
    };
    memchr::memmem::find(text, b"\"plies\"").and_then(behind).is_some_and(|object| {
        let end = memchr::memchr(b'}', object).unwrap_or(object.len());
        let object = &object[..end];
        [&b"\"san\""[..], b"\"uci\"", b"\"move\""]
            .iter()
            .any(|name| memchr::memmem::find(object, name).is_some())
    })
}

/// Whether the first object is a half-move: `{"ply": 1, "san": "e4"}`.
fn is_of_plies(start: &[u8]) -> bool {
    let end = memchr::memchr(b'}', start).unwrap_or(start.len());
    let object = String::from_utf8_lossy(&start[..end]).to_lowercase();
    object.contains("\"ply\"") && ["\"san\"", "\"uci\"", "\"move\""].iter().any(|name| object.contains(name))
}

/// Whether the first object is a row of a game: texts of White's move and of Black's.
fn is_of_rows(start: &[u8]) -> bool {
    let end = memchr::memchr(b'}', start).unwrap_or(start.len());
    let row = String::from_utf8_lossy(&start[..end]).to_lowercase();
    let is_text = |name: &str| {
        row.split_once(name).is_some_and(|(_, behind)| {
            behind.trim_start().strip_prefix(':').is_some_and(|value| value.trim_start().starts_with('"'))
        })
    };
    start.starts_with(b"[") && is_text("\"white\"") && is_text("\"black\"")
}

/// The next value from `at` on.
fn next_value(text: &str, at: usize) -> Option<Span> {
    let rest = text.get(at..)?;
    let start = at + rest.find(|c: char| !(c.is_whitespace() || c == ','))?;
    Some(Span::new(start, value_end(text, start)))
}

/// Tells each game where data is not well formed in it or behind it: our own reader goes on, and may lose what is around it.
fn tell_broken(text: &str, drafts: &mut [Draft<'_>]) {
    let (mut from, mut is_broken) = (0, false);
    while let Some((place, why)) = broken(text, from) {
        is_broken = true;
        let behind = drafts.partition_point(|draft| draft.span.start <= place);
        if let Some(draft) = drafts.get_mut(behind.saturating_sub(1)) {
            draft.findings.push(Finding::new(&code::L118, Span::at(place), why));
        }
        // Data of a line each goes on in the next line.
        let next = text[place..].find("\n{").map(|at| place + at + 1);
        let Some(next) = next else { break };
        from = next;
    }
    if is_broken {
        tell_unread(text, drafts);
    }
}

/// Tells, in data that is broken, where moves stand in a row of which none is one of a game.
fn tell_unread(text: &str, drafts: &mut [Draft<'_>]) {
    let cells = drafts.iter().flat_map(|draft| &draft.mainline.cells);
    let mut read: Vec<Span> = cells.map(|cell| cell.span).collect();
    read.sort_unstable();
    for row in moves_in_rows(text) {
        let behind = read.partition_point(|cell| cell.end <= row.start);
        if read.get(behind).is_some_and(|cell| cell.start < row.end) {
            continue;
        }
        let before = drafts.partition_point(|draft| draft.span.start <= row.start);
        if let Some(draft) = drafts.get_mut(before.saturating_sub(1)) {
            let why =
                "moves stand here, and no value was read from them: the data around them is not well formed";
            draft.findings.push(Finding::new(&code::L118, Span::new(row.start, row.end), why));
        }
    }
}

/// The first place behind `from` where data is not well formed, and why.
fn broken(text: &str, from: usize) -> Option<(usize, String)> {
    let rest = text.get(from..)?;
    let lead = rest.len() - rest.trim_start_matches('\u{FEFF}').len();
    let mut values = serde_json::Deserializer::from_str(&rest[lead..]).into_iter::<serde::de::IgnoredAny>();
    let error = values.by_ref().find_map(Result::err)?;
    // The line and column are those behind which nothing was read.
    let line: usize =
        rest[lead..].split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let place = (from + lead + line + error.column().saturating_sub(1)).min(text.len());
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default().to_owned();
    Some((text.floor_char_boundary(place), why))
}

/// The end of the value that begins at `start`.
fn value_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                // Where a string has swallowed what closes an object, the next one closes it.
                if bytes.get(at) == Some(&b'\n') && bytes[at - 1] != b'"' && begins_object(&bytes[at..]) {
                    return at;
                }
            }
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            b',' | b':' if depth == 0 => return at,
            byte if byte.is_ascii_whitespace() && depth == 0 => return at,
            _ => at += 1,
        }
        if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
            return at;
        }
    }
    at
}

/// The byte behind the string that begins at `start`. No string has an end of a line in it but those of careless writers; where an object
/// or a named value begins the next line, the string has lost its quote.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            b'\n' if begins_value(&bytes[at..]) => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Whether an object or a named value begins a text, or what closes one.
fn begins_value(text: &[u8]) -> bool {
    let own = text.trim_ascii_start();
    own.starts_with(b"]") || own.starts_with(b"}") || begins_object(own) || begins_with_name(own)
}

/// Whether an object with a named value begins a text.
fn begins_object(text: &[u8]) -> bool {
    text.trim_ascii_start()
        .strip_prefix(b"{")
        .is_some_and(|inside| begins_with_name(inside.trim_ascii_start()))
}

fn begins_with_name(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"\"") else { return false };
    let letters = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name[letters..].strip_prefix(b"\"").is_some_and(|behind| behind.trim_ascii_start().starts_with(b":"))
}

/// The items of a list, or the names and values of an object.
fn items(text: &str, value: Span) -> Vec<(Option<&str>, Span)> {
    let is_object = text[value.range()].starts_with('{');
    let mut found = Vec::new();
    let mut at = value.start + 1;
    while at + 1 < value.end {
        let Some(first) = next_value(text, at).filter(|item| item.end <= value.end && !item.is_empty())
        else {
            break;
        };
        if !is_object {
            found.push((None, first));
            at = first.end;
            continue;
        }
        let Some(colon) = text[first.end..value.end].find(':') else { break };
        let Some(item) = next_value(text, first.end + colon + 1) else { break };
        found.push((Some(text[first.range()].trim_matches('"')), item));
        at = item.end.max(first.end + colon + 1);
    }
    found
}

/// A name without its escapes.
fn plain_name(name: &str) -> Cow<'_, str> {
    if !name.contains('\\') {
        return name.into();
    }
    let quoted = format!("\"{name}\"");
    unescaped(&quoted, Span::new(0, quoted.len())).text.into()
}

/// Says of all text of a value but the moves that it is understood.
fn explain_around(draft: &mut Draft<'_>, value: Span) {
    // The moves of each side may stand in a list of their own.
    let mut moves: Vec<Span> = draft.mainline.cells.iter().map(|cell| cell.span).collect();
    moves.sort_by_key(|span| span.start);
    let mut at = value.start;
    for span in moves {
        draft.explained.push(Span::new(at, span.start));
        at = span.end;
    }
    draft.explained.push(Span::new(at, value.end));
}

/// A string without its escapes.
fn unescaped(text: &str, value: Span) -> InnerText {
    let inside = Span::new(value.start + 1, value.end.saturating_sub(1).max(value.start + 1));
    let raw = text.get(inside.range()).unwrap_or_default();
    let mut inner = InnerText::with_room(raw.len());
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        let place = inside.start + at;
        if c != '\\' {
            inner.push(c, place);
            continue;
        }
        let mut length = 2;
        match chars.next() {
            Some((_, 'n')) => inner.push('\n', place),
            Some((_, 't')) => inner.push('\t', place),
            Some((_, 'r' | 'b' | 'f')) => {}
            Some((_, 'u')) => {
                let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                inner.push(code.unwrap_or(char::REPLACEMENT_CHARACTER), place);
                length += digits.len();
            }
            Some((_, c)) => {
                inner.push(c, place);
                length = 1 + c.len_utf8();
            }
            None => length = 1,
        }
        inner.escapes.push(Span::new(place, place + length));
    }
    inner.end(inside.end);
    inner
}

struct Games<'a, 's> {
    source: &'a Source,
    sense: &'s dyn MoveSense,
    drafts: Vec<Draft<'a>>,
}

impl<'a> Games<'a, '_> {
    /// The fields of an object that are a game each, `{"Spanish": ["e4", "e5"], "Queen's": "d4 d5"}`: lists of moves, or texts of nothing
    /// else, that can each be played from the array; none where one has a name that says which is the game.
    fn lines(&self, value: Span, items: &[(Option<&'a str>, Span)]) -> Vec<Span> {
        const NAMES: &[&str] = &["pgn", "history", "plies"];
        let text = self.source.text();
        let is_told = |name: &str| MOVES.iter().chain(NAMES).any(|own| name.eq_ignore_ascii_case(own));
        // The texts of a list need no names: `["e4 e5 Nf3", "d4 d5 c4"]`.
        if !items.is_empty() && items.iter().all(|(name, item)| name.is_none() && self.is_only_moves(*item)) {
            let all = || items.iter().map(|(_, item)| *item);
            // Or they are the rows of one game.
            return if all().all(|item| self.can_begin(item)) { all().collect() } else { vec![value] };
        }
        if items.iter().any(|(name, _)| name.is_none_or(is_told)) || moves::sides(text, items).is_some() {
            return Vec::new();
        }
        let is_expected = expected(items);
        let is_line = |(name, item): &&(Option<&'a str>, Span)| {
            let is_of_moves = is_list_of_moves(text[item.range()].as_bytes()) || self.is_only_moves(*item);
            name.is_some_and(|name| !is_expected(name)) && is_of_moves && self.can_begin(*item)
        };
        items.iter().filter(is_line).map(|(_, item)| *item).collect()
    }

    /// Whether the first moves of a value can be played from the array, where that is known.
    fn can_begin(&self, value: Span) -> bool {
        /// So many are tried.
        const TRIED: usize = 4;
        let Some(board) = self.sense.board(&Start::Array) else { return true };
        let mut draft = Draft { span: value, ..Draft::default() };
        self.moves(&mut draft, value);
        let mut cells = draft.mainline.cells.iter().take(TRIED);
        cells.try_fold(board, |board, cell| board.after(&cell.text)).is_some()
    }

    /// Adds the games in a value.
    fn value(&mut self, value: Span, depth: usize) {
        let text = self.source.text();
        if depth > DEEPEST || !text[value.range()].starts_with(['{', '[']) {
            return;
        }
        let items = items(text, value);
        let is_game = |(name, item): &(Option<&str>, Span)| {
            let is = |own: &str| name.is_some_and(|name| name.eq_ignore_ascii_case(own));
            is("pgn") && is_full_text(&text[item.range()])
                || name.is_some() && !is("plies") && is_list_of_moves(text[item.range()].as_bytes())
                || MOVES.iter().any(|name| is(name)) && moves::is_of_moves(text, *item)
                || is("history") && text[item.range()].starts_with('[')
                || is("plies") && has_named_plies(text[value.range()].as_bytes())
        };
        let lines = self.lines(value, &items);
        if lines.len() > 1 || !lines.is_empty() && text[value.range()].starts_with('[') {
            for line in lines {
                let mut draft = Draft { span: line, ..Draft::default() };
                self.moves(&mut draft, line);
                self.drafts.push(draft);
            }
            return;
        }
        if items.iter().any(is_game) || self.only_moves(&items).is_some() {
            let draft = self.game(value, &items);
            self.drafts.push(draft);
            return;
        }
        if let Some(draft) = recognised::game(self.source, value, &items) {
            self.drafts.push(draft);
            return;
        }
        if let Some(draft) = self.rows(value, &items) {
            self.drafts.push(draft);
            return;
        }
        let objects: Vec<Span> = items.iter().map(|(_, item)| *item).collect();
        let games = self.half_moves(&objects);
        if !games.is_empty() {
            self.drafts.extend(games);
            return;
        }
        let games = if text[value.range()].starts_with('[') { self.table(&objects) } else { Vec::new() };
        if !games.is_empty() {
            self.drafts.extend(games);
            return;
        }
        if text[value.range()].starts_with('[') && is_list_of_moves(text[value.range()].as_bytes()) {
            let mut draft = Draft { span: value, ..Draft::default() };
            self.moves(&mut draft, value);
            self.drafts.push(draft);
            return;
        }
        let before = self.drafts.len();
        for &(_, item) in &items {
            let own = self.drafts.len();
            self.value(item, depth + 1);
            // `["1. e4 e5 2. Nf3", "2... Nc6"]`: an item goes on from the one before.
            if own > before && self.drafts.len() == own + 1 {
                self.go_on(own);
            }
        }
        // What stands beside the only game of an object is said of it: `{"players": {…}, "game": {"moves": …}}`.
        if let [draft] = &mut self.drafts[before..]
            && text[value.range()].starts_with('{')
        {
            let object = Object { text, value };
            let mut tags = Tags::default();
            object.tags(&mut tags);
            tags.iter().for_each(|tag| draft.tags.set_default(&tag.name, tag.value.clone()));
            let outcome = object.outcome().map(|outcome| (Ending::Marker(outcome), Span::at(draft.span.end)));
            draft.ending = draft.ending.take().or(outcome);
            if let Some(fen) = object.start().filter(|_| draft.start == Start::Array) {
                draft.start = Start::Fen(fen, value);
            }
        }
    }

    /// Makes one of a game and the one before it, which ends with the half-move before its first.
    fn go_on(&mut self, at: usize) {
        let [.., first, second] = &self.drafts[..=at] else { return };
        let due = first.mainline.cells.len();
        let begins = second.mainline.cells.first().is_some_and(|cell| {
            let ply = cell.number.zip(cell.side).map(|(number, side)| {
                (number as usize).saturating_sub(1) * 2 + usize::from(side == Color::Black)
            });
            ply == Some(due)
        });
        let is_whole = first.ending.is_some() || first.start != Start::Array || second.start != Start::Array;
        if due == 0 || !begins || is_whole || !second.tags.is_empty() {
            return;
        }
        let Some(second) = self.drafts.pop() else { return };
        if let Some(first) = self.drafts.last_mut() {
            first.explained.push(Span::new(first.span.end, second.span.start));
            first.explained.extend(second.explained);
            first.span = first.span.join(second.span);
            first.mainline.cells.extend(second.mainline.cells);
            first.ending = second.ending;
            first.findings.extend(second.findings);
        }
    }

    /// The game of a list of rows, `{"move": 1, "white": "e4", "black": "e5"}`, whose numbers count from 1; `None` if it is
    /// no such list.
    fn rows(&self, value: Span, items: &[(Option<&'a str>, Span)]) -> Option<Draft<'a>> {
        const NUMBERS: &[&str] = &["move", "no", "n", "number", "nr", "moveNumber"];
        let text = self.source.text();
        let mut draft = Draft { span: value, ..Draft::default() };
        for (due, &(name, row)) in (1..).zip(items) {
            let object = Object { text, value: row };
            let field = |names: &[&str]| names.iter().find_map(|name| object.find(&[name]));
            let numbered = field(NUMBERS).map(|span| text[span.range()].trim_matches('"').parse::<u32>());
            let is_game = field(MOVES).or_else(|| field(&["pgn"])).is_some();
            if name.is_some() || is_game || numbered.is_some_and(|number| number != Ok(due)) {
                return None;
            }
            let white = field(&["white", "white_move"])?;
            let black = field(&["black", "black_move"]);
            for (side, item) in [(Color::White, Some(white)), (Color::Black, black)] {
                let Some(item) = item else { continue };
                let inside = Span::new(item.start + 1, item.end.saturating_sub(1).max(item.start + 1));
                let own = self.source.slice(inside);
                let is_last = due as usize == items.len();
                if !text[item.range()].starts_with('"') || own.is_empty() && !is_last {
                    return None;
                }
                if !own.is_empty() {
                    let (number, side) = (Some(due), Some(side));
                    let cell = Cell { text: own.into(), span: inside, number, side, ..Cell::default() };
                    draft.mainline.cells.push(cell);
                }
            }
            // Only the last row may lack Black's move.
            if black.is_none() && (due as usize) < items.len() {
                return None;
            }
        }
        explain_around(&mut draft, value);
        (draft.mainline.cells.len() > 1).then_some(draft)
    }

    fn game(&self, value: Span, items: &[(Option<&'a str>, Span)]) -> Draft<'a> {
        let mut draft = Draft { span: value, ..Draft::default() };
        let field = |name: &str| {
            let is = |own: &Option<&str>| own.is_some_and(|own| own.eq_ignore_ascii_case(name));
            items.iter().find(|(own, _)| is(own)).map(|(_, item)| *item)
        };
        let object = Object { text: self.source.text(), value };
        object.tags(&mut draft.tags);
        if let Some(fen) = object.start() {
            draft.start = Start::Fen(fen, value);
        }
        draft.ending = object.outcome().map(|outcome| (Ending::Marker(outcome), Span::at(value.end)));
        let list_of_moves = || {
            let is_list = |item: &Span| is_list_of_moves(object.text[item.range()].as_bytes());
            items.iter().find(|(name, item)| name.is_some() && is_list(item))
        };
        let moves = match field("pgn").filter(|pgn| is_full_text(&object.text[pgn.range()])) {
            Some(pgn) => {
                self.pgn(&mut draft, pgn);
                pgn
            }
            None => match MOVES
                .iter()
                .find_map(|name| field(name))
                .or(field("plies"))
                .or(field("history"))
                .or_else(|| moves::sides(object.text, items).is_some().then_some(value))
                .or_else(|| list_of_moves().map(|(_, item)| *item))
                .or_else(|| self.only_moves(items))
            {
                Some(moves) => {
                    self.moves(&mut draft, moves);
                    self.settle_start(&mut draft, &object);
                    moves
                }
                None => value,
            },
        };
        draft.explained.push(Span::new(value.start, moves.start));
        draft.explained.push(Span::new(moves.end, value.end));
        draft
    }

    /// Says of what stands before, between and behind the games that it is understood, but where it has moves.
    fn explain_between(&mut self) {
        /// Fewest words that look like moves.
        const FEWEST: usize = 2;
        let text = self.source.text();
        let mut at = 0;
        let count = self.drafts.len();
        for next in 0..=count {
            let start = self.drafts.get(next).map_or(text.len(), |draft| draft.span.start);
            let gap = text.get(at..start).unwrap_or_default();
            let words = gap
                .split(|c: char| c.is_whitespace() || matches!(c, '"' | ',' | ':' | '[' | ']' | '{' | '}'));
            let moves = words
                .filter(|word| (2..=12).contains(&word.len()) && self.sense.likeness(word) >= 0.5)
                .take(FEWEST)
                .count();
            if moves < FEWEST
                && start > at
                && let Some(draft) = self.drafts.get_mut(next.min(count.saturating_sub(1)))
            {
                draft.explained.push(Span::new(at, start));
            }
            at = at.max(self.drafts.get(next).map_or(start, |draft| draft.span.end));
        }
    }

    /// The only text of an object that is moves and nothing else, whatever its name is; what an engine expects is none.
    fn only_moves(&self, items: &[(Option<&'a str>, Span)]) -> Option<Span> {
        let is_expected = expected(items);
        let named = items.iter().filter(|(name, _)| name.is_some_and(|name| !is_expected(name)));
        let mut found = named.filter(|(_, item)| self.is_only_moves(*item)).map(|(_, item)| *item);
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }

    /// Whether a text is moves and nothing else.
    fn is_only_moves(&self, item: Span) -> bool {
        /// Fewest half-moves of such a text.
        const FEWEST: usize = 2;
        let said = self.source.text()[item.range()].strip_prefix('"').unwrap_or_default();
        let words = said.trim_end_matches('"').split([' ', '\t']).flat_map(|word| word.split("\\n"));
        let behind = |word: &'a str| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let words = words.map(behind).filter(|word| !word.is_empty());
        let moves = words.clone().filter(|word| self.sense.likeness(word) >= 0.5).count();
        item.len() > 6 && moves >= FEWEST && moves * 5 >= words.count() * 4
    }

    /// A whole PGN with its tags, which go before those of the object.
    fn pgn(&self, draft: &mut Draft<'a>, value: Span) {
        let inner = unescaped(self.source.text(), value);
        let own = Source::from_bytes(self.source.name(), inner.text.as_bytes().to_vec());
        if let Some(game) = Pgn.cut(&own, self.sense).into_iter().next() {
            // The object may say where the game starts, and its PGN not.
            let start = std::mem::take(&mut draft.start);
            take_pgn(draft, &inner, game);
            if draft.start == Start::Array {
                draft.start = start;
            }
        }
    }
}

/// Whether a field of a name has what an engine expects, in an object with these fields. A line is what it expects where the object says
/// what it thinks of it.
fn expected(items: &[(Option<&str>, Span)]) -> impl Fn(&str) -> bool + use<> {
    const ALWAYS: &[&str] = &["pv", "best", "ponder", "engine", "solution", "threat"];
    const LINES: &[&str] = &["line", "variation"];
    const THOUGHT: &[&str] = &["depth", "score", "eval", "cp", "mate", "nodes", "nps", "seldepth", "time"];
    let is_thought = |name: &str| THOUGHT.iter().any(|own| name.eq_ignore_ascii_case(own));
    let thinks = items.iter().filter_map(|(name, _)| *name).any(is_thought);
    move |name: &str| {
        let name = name.to_lowercase();
        let has = |names: &[&str]| names.iter().any(|own| name.contains(own));
        has(ALWAYS) || thinks && has(LINES)
    }
}

/// Names of a player's name.
const NAMES: &[&str] = &[
    "name",
    "username",
    "nick",
    "nickname",
    "fullname",
    "full_name",
    "player",
    "handle",
    "login",
    "text",
    "lastname",
    "last_name",
    "nachname",
    "nom",
    "nombre",
    "apellido",
    "имя",
];

/// An object whose fields are looked up by their paths.
struct Object<'t> {
    text: &'t str,
    value: Span,
}

impl Object<'_> {
    fn find(&self, path: &[&str]) -> Option<Span> {
        path.iter().try_fold(self.value, |value, name| {
            let is = |own: &Option<&str>| own.is_some_and(|own| own.eq_ignore_ascii_case(name));
            let found = items(self.text, value).into_iter().find(|(own, _)| is(own));
            found.map(|(_, item)| item)
        })
    }

    /// A string, or a number as it is written.
    fn string(&self, path: &[&str]) -> Option<String> {
        let value = self.find(path)?;
        let text = &self.text[value.range()];
        match text.starts_with('"') {
            true => Some(unescaped(self.text, value).text),
            false => (!text.starts_with(['{', '['])).then(|| text.to_owned()),
        }
    }

    fn number(&self, path: &[&str]) -> Option<u64> {
        self.string(path)?.parse().ok()
    }

    fn tags(&self, tags: &mut Tags) {
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty() && value != "null") {
                tags.set_default(name, value);
            }
        };
        if let Some(speed) = self.string(&["speed"]) {
            let rated = self.string(&["rated"]).is_some_and(|rated| rated == "true");
            put("Event", Some(format!("{} {speed} game", if rated { "Rated" } else { "Casual" })));
        }
        // The games of lichess have a number of eight letters and say how fast they were.
        let is_of_lichess = |id: &String| {
            id.len() == 8 && id.bytes().all(|b| b.is_ascii_alphanumeric()) && self.find(&["speed"]).is_some()
        };
        let id = self.string(&["id"]).filter(|id| self.find(&["players"]).is_some() && is_of_lichess(id));
        put("Site", self.string(&["url"]).or(id.map(|id| format!("https://lichess.org/{id}"))));
        put("Date", self.number(&["createdAt"]).or(self.number(&["end_time"]).map(|s| s * 1000)).map(date));
        for (side, key) in [("White", "white"), ("Black", "black")] {
            let level =
                self.string(&["players", key, "aiLevel"]).map(|level| format!("lichess AI level {level}"));
            let names = [
                &["players", key, "user", "name"][..],
                &["players", key, "name"],
                &["players", key, "username"],
                &["players", key, "userId"],
                &["players", key, "user_id"],
                &["players", key, "user", "id"],
                &["players", key, "id"],
                &["players", key],
                &[key, "user", "name"],
                &[key, "username"],
                &[key, "name"],
                &[key, "text"],
                &[key],
            ];
            let of_player = |names: &[&str]| {
                self.player(key).and_then(|own| names.iter().find_map(|name| own.string(&[name])))
            };
            let name = names.iter().find_map(|path| self.string(path)).or(level);
            put(
                side,
                name.or_else(|| of_player(&["name", "username", "text"]))
                    .and_then(|name| tag_value(side, &name)),
            );
            let ratings = ["rating", "elo"]
                .iter()
                .flat_map(|name| [self.string(&["players", key, name]), self.string(&[key, name])]);
            put(&format!("{side}Elo"), ratings.flatten().next().or_else(|| of_player(&["rating", "elo"])));
            put(&format!("{side}Title"), self.string(&["players", key, "user", "title"]));
        }
        if let (Some(initial), Some(more)) =
            (self.number(&["clock", "initial"]), self.number(&["clock", "increment"]))
        {
            put("TimeControl", Some(format!("{initial}+{more}")));
        }
        put("TimeControl", self.string(&["time_control"]));
        // What is named like a tag of PGN, or like a column of tables that is one, is one.
        let fields =
            || items(self.text, self.value).into_iter().filter_map(|(name, item)| Some((name?, item)));
        for (name, item) in fields() {
            let is_scalar = !self.text[item.range()].starts_with(['{', '[']);
            let named = Column::named(&plain_name(name).to_lowercase());
            if let Some(Column::Tag(side)) = named.as_ref().filter(|_| !is_scalar)
                && matches!(side.as_str(), "White" | "Black")
            {
                // What is said of a player, under whatever name of the side.
                let player = Object { text: self.text, value: item };
                let named = NAMES.iter().find_map(|own| player.string(&[own]));
                put(side, named.and_then(|name| tag_value(side, &name)));
                put(
                    &format!("{side}Elo"),
                    ["elo", "rating", "dwz"].iter().find_map(|own| player.string(&[own])),
                );
            }
            // Both players may stand in an object of any name.
            if self.text[item.range()].starts_with('{') {
                for (name, inner) in items(self.text, item) {
                    let plain = plain_name(name.unwrap_or_default()).to_lowercase();
                    let player = Object { text: self.text, value: item };
                    if let Some(Column::Tag(side)) = Column::named(&plain)
                        && matches!(side.as_str(), "White" | "Black")
                        && self.text[inner.range()].starts_with('"')
                        && let Some(said) = name.and_then(|name| player.string(&[name]))
                    {
                        put(&side, tag_value(&side, &said));
                    }
                }
            }
            let named = named.filter(|_| is_scalar);
            if let Some(Column::Tag(tag)) = named
                && let Some(value) = self.string(&[name])
            {
                put(&tag, tag_value(&tag, &value));
            }
        }
        put("Annotator", self.string(&["Annotator"]));
        for of_tags in ["tags", "headers", "header", "tag", "metadata", "meta"] {
            let Some(list) = self.find(&[of_tags]) else { continue };
            if self.text[list.range()].starts_with('[') {
                // `<tag name="White" value="Anna"/>`
                for (_, item) in items(self.text, list) {
                    let tag = Object { text: self.text, value: item };
                    let is_tag = |name: &String| {
                        name.starts_with(|c: char| c.is_ascii_uppercase()) && name != "Result"
                    };
                    if let Some(name) = tag.string(&["name"]).filter(is_tag) {
                        put(&name, tag.string(&["value"]).or(tag.string(&["text"])));
                    }
                }
                continue;
            }
            for (name, value) in items(self.text, list) {
                let is_tag =
                    |name: &&str| name.starts_with(|c: char| c.is_ascii_uppercase()) && *name != "Result";
                if let Some(name) = name.filter(is_tag)
                    && self.text[value.range()].starts_with('"')
                {
                    put(name, Some(unescaped(self.text, value).text));
                } else if let Some(Column::Tag(tag)) =
                    name.and_then(|name| Column::named(&name.to_lowercase()))
                    && let Some(value) = self.string(&[of_tags, name.unwrap_or_default()])
                {
                    put(&tag, tag_value(&tag, &value));
                }
            }
        }
        put("ECO", self.string(&["opening", "eco"]));
        put("Opening", self.string(&["opening", "name"]));
        let variant =
            self.string(&["variant"]).or(self.string(&["variant", "key"])).or(self.string(&["rules"]));
        put(
            "Variant",
            variant.filter(|name| !matches!(name.as_str(), "standard" | "chess" | "fromPosition")),
        );
        let timeout = self.string(&["status"]).is_some_and(|status| status == "outoftime");
        put("Termination", timeout.then(|| "Time forfeit".to_owned()));
    }

    /// The player of a side in a list of players: `"players": [{"color": "white", "name": "Anna"}, …]`.
    fn player(&self, side: &str) -> Option<Object<'_>> {
        let list = self.find(&["players"]).or(self.find(&["player"]))?;
        let all = items(self.text, list).into_iter().filter(|(name, _)| name.is_none());
        let mut all = all.map(|(_, value)| Object { text: self.text, value });
        all.find(|player| {
            let colour = ["color", "colour", "side"].iter().find_map(|name| player.string(&[name]));
            colour.is_some_and(|colour| colour.to_lowercase().starts_with(&side[..1]))
        })
    }

    /// The outcome by the winner, by how the game ended, or by a field that is named like a result.
    fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.string(&["winner"]).and_then(|winner| self.won_by(&winner)) {
            return Some(outcome);
        }
        let sides = [(Color::White, "white"), (Color::Black, "black")];
        let won = |(side, key): &(Color, &str)| {
            self.string(&[key, "result"]).and_then(|result| outcome_for(*side, &result))
        };
        if let Some(outcome) = sides.iter().find_map(won) {
            return Some(outcome);
        }
        if matches!(self.string(&["status"]).as_deref(), Some("draw" | "stalemate")) {
            return Some(Outcome::Known(KnownOutcome::Draw));
        }
        let of_names = items(self.text, self.value).into_iter().filter_map(|(name, item)| {
            let is_result = Column::named(&plain_name(name?).to_lowercase()) == Some(Column::Result);
            (is_result && !self.text[item.range()].starts_with(['{', '['])).then(|| self.string(&[name?]))?
        });
        let tagged = ["tags", "headers", "header"].iter().filter_map(|list| {
            self.string(&[list, "result"]).or_else(|| {
                // `{"name": "Result", "value": "1-0"}`
                let list = self.find(&[list])?;
                let tags = items(self.text, list).into_iter();
                let mut tags = tags.map(|(_, value)| Object { text: self.text, value });
                let tag = tags.find(|tag| tag.string(&["name"]).is_some_and(|name| name == "Result"))?;
                tag.string(&["value"]).or(tag.string(&["text"]))
            })
        });
        let said = of_names.chain(tagged).find_map(|said| outcome_of(&said).or_else(|| self.won_by(&said)));
        let said = said.or_else(|| self.outcome_inside());
        said.filter(|outcome| *outcome != Outcome::Unknown)
    }

    /// The outcome that an object of a result says: `{"winner": null, "reason": "agreement"}`.
    fn outcome_inside(&self) -> Option<Outcome> {
        /// How drawn games end.
        const DRAWN: &[&str] = &[
            "agreement",
            "agreed",
            "repetition",
            "stalemate",
            "insufficient",
            "50move",
            "fifty_moves",
            "draw",
        ];
        let objects = items(self.text, self.value).into_iter().filter(|(name, item)| {
            let named = name.and_then(|name| Column::named(&plain_name(name).to_lowercase()));
            named == Some(Column::Result) && self.text[item.range()].starts_with('{')
        });
        objects.into_iter().find_map(|(_, value)| {
            let inside = Object { text: self.text, value };
            let said =
                ["result", "score", "text"].iter().find_map(|name| outcome_of(&inside.string(&[name])?));
            let winner = || inside.string(&["winner"]).and_then(|winner| self.won_by(&winner));
            let reason = || inside.string(&["reason"]).or(inside.string(&["status"]));
            let is_drawn = || reason().is_some_and(|reason| DRAWN.contains(&reason.to_lowercase().as_str()));
            said.or_else(winner).or_else(|| is_drawn().then_some(Outcome::Known(KnownOutcome::Draw)))
        })
    }

    /// The outcome that names the winner by the side, or by the name of a player.
    fn won_by(&self, winner: &str) -> Option<Outcome> {
        let words = winner.trim().to_lowercase();
        let side =
            words.split_whitespace().next().filter(|_| words.ends_with("wins") || words.ends_with("won"));
        match side.unwrap_or(&words) {
            // A letter or a digit is no word for a side.
            short if short.len() < 3 => None,
            // A game that nobody has won yet need not be drawn.
            "none" => None,
            known => won_by(known),
        }
    }
}

/// The date of a time in milliseconds since 1970.
fn date(milliseconds: u64) -> String {
    // Howard Hinnant's algorithm for civil dates.
    let days = (milliseconds / 86_400_000) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    fn cut(text: &str) -> Vec<Draft<'static>> {
        let source = Box::leak(Box::new(Source::from_bytes("test", text.into())));
        Json.cut(source, &Shapes)
    }

    fn moves(draft: &Draft<'_>) -> String {
        draft.mainline.cells.iter().map(|cell| &*cell.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_lichess() {
        let text = r#"{"id":"abcd1234","rated":true,"variant":"standard","speed":"blitz","createdAt":1504210000000,"status":"outoftime","players":{"white":{"user":{"name":"Anna","title":"FM","id":"anna"},"rating":1500},"black":{"aiLevel":3}},"winner":"white","moves":"e4 e5 Nf3","clock":{"initial":300,"increment":3}}
{"id":"x","players":{},"status":"draw","moves":"d4 d5"}"#;
        let drafts = cut(text);
        assert_eq!(drafts.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3", "d4 d5"]);
        let tag = |name: &str| drafts[0].tags.get(name);
        assert_eq!(tag("White"), Some("Anna"));
        assert_eq!(tag("WhiteElo"), Some("1500"));
        assert_eq!(tag("Black"), Some("lichess AI level 3"));
        assert_eq!(tag("Date"), Some("2017.08.31"));
        assert_eq!(tag("TimeControl"), Some("300+3"));
        let cell = &drafts[0].mainline.cells[2];
        assert_eq!(&text[cell.span.range()], "Nf3");
    }

    #[test]
    fn an_empty_pgn_gives_way_and_a_history_is_moves() {
        let text = "{\"white\":\"Anna\",\"moves\":\"e4 e5\",\"pgn\":\"\"}\n{\"black\":\"Bert\",\"history\":[\"d4\",\"d5\"]}\n";
        assert!(is_of_games(text.as_bytes()));
        assert_eq!(cut(text).iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "d4 d5"]);
    }

    #[test]
    fn an_archive_of_chess_com() {
        let text = r#"{"games":[{"url":"https://a/1","pgn":"[Event \"Live\"]\n[White \"Anna\"]\n\n1. e4 {[%clk 0:01]} e5 1-0\n","white":{"username":"anna"}}, {"pgn":"1. d4 d5 *"}]}"#;
        let drafts = cut(text);
        assert_eq!(drafts.iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "d4 d5"]);
        assert_eq!(drafts[0].tags.get("White"), Some("Anna"));
        assert!(matches!(drafts[0].ending, Some((Ending::Marker(_), _))));
        assert_eq!(&text[drafts[0].mainline.cells[1].span.range()], "e5");
    }

    #[test]
    fn half_moves_and_names_in_capitals() {
        let lines = "{\"ply\":1,\"san\":\"e4\"}\n{\"ply\":2,\"san\":\"e5\"}\n";
        assert_eq!(cut(lines).iter().map(moves).collect::<Vec<_>>(), ["e4 e5"]);
        assert_eq!(cut(&lines.repeat(2)).iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "e4 e5"]);
        let list = r#"[{"ply":1,"uci":"e2e4","clock":3},{"ply":2,"uci":"e7e5","clock":4}]"#;
        assert_eq!(cut(list).iter().map(moves).collect::<Vec<_>>(), ["e2e4 e7e5"]);
        let games = r#"[{"White":"A","Black":"B","Moves":["d4","d5"]}]"#;
        assert_eq!(cut(games).iter().map(moves).collect::<Vec<_>>(), ["d4 d5"]);
        assert!([lines, list, games].iter().all(|text| is_of_games(text.as_bytes())));
    }

    #[test]
    fn games_as_they_are_written() {
        let game = r#"{"game":1,"reading":"verified","tags":{"White":"A","Date":"1899.01.02"},"start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","result":"1-0","plies":[{"text":"P-K4","san":"e4","uci":"e2e4","nags":[1],"comments":["a \"good\" move"]},{"text":"K-K2","san":"Ke7","uci":"e8e7"}],"findings":[]}"#;
        let drafts = cut(game);
        assert_eq!(drafts.iter().map(moves).collect::<Vec<_>>(), ["e4 Ke7"]);
        let cell = &drafts[0].mainline.cells[0];
        assert_eq!(
            (cell.comments.as_slice(), cell.nags.as_slice()),
            (&["a \"good\" move".to_owned()][..], &[1][..])
        );
        assert_eq!(drafts[0].tags.get("Date"), Some("1899.01.02"));
        assert!(matches!(drafts[0].start, Start::Fen(..)));
        assert!(matches!(drafts[0].ending, Some((Ending::Marker(_), _))));
    }

    #[test]
    fn a_position_beside_the_moves_is_the_start_or_the_end() {
        let start = |text: &str| match cut(text).pop() {
            Some(Draft { start: Start::Fen(fen, _), .. }) => fen,
            _ => String::new(),
        };
        const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for name in
            ["initial_fen", "startFen", "startingPosition", "start-position", "FEN", "fen", "position"]
        {
            assert_eq!(start(&format!("{{\"{name}\":\"{FEN}\",\"moves\":\"e4 Kd7\"}}")), FEN, "{name}");
        }
        for name in ["initial", "setup"] {
            assert_eq!(
                start(&format!("{{\"{name}\":{{\"fen\":\"{FEN}\"}},\"moves\":[\"e4\", \"Kd7\"]}}")),
                FEN
            );
        }
        for name in ["finalFen", "last_fen", "fen_after"] {
            assert_eq!(start(&format!("{{\"{name}\":\"{FEN}\",\"moves\":\"e4 Kd7\"}}")), "", "{name}");
        }
    }

    #[test]
    fn an_item_may_go_on_from_the_one_before() {
        let lines = cut(r#"[{"moves":"1. e4 e5 2. Nf3"},{"moves":"2... Nc6 3. Bb5"},{"moves":"1. d4 d5"}]"#);
        assert_eq!(lines.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6 Bb5", "d4 d5"]);
    }

    #[test]
    fn a_sentence_is_no_player() {
        let plans =
            r#"[{"white":"Push the pawns of the king's wing.","black":"Ann of the Hill","moves":"e4 e5"}]"#;
        let drafts = cut(plans);
        assert_eq!(
            (drafts[0].tags.get("White"), drafts[0].tags.get("Black")),
            (None, Some("Ann of the Hill"))
        );
    }

    #[test]
    fn each_list_of_moves_with_a_name_is_a_game() {
        let lists = r#"{"lines":{"Spanish":["e4","e5","Nf3"],"Queen's":["d4","d5"],"Réti":"Nf3 d5 g3"}}"#;
        assert_eq!(cut(lists).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3", "d4 d5", "Nf3 d5 g3"]);
        let sides = r#"{"event":"x","white":["e4","Nf3","Bb5"],"black":["e5","Nc6"]}"#;
        assert_eq!(cut(sides).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6 Bb5"]);
        let plural = r#"{"white_moves":["e4","Nf3"],"black_moves":["e5","Nc6"]}"#;
        assert_eq!(cut(plural).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6"]);
        let texts = r#"{"games":["1. e4 e5 2. Nf3 Nc6","1. d4 d5 2. c4 e6"]}"#;
        assert_eq!(cut(texts).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6", "d4 d5 c4 e6"]);
        let line = r#"[{"name":"a","line":"e4 e5 Nf3 Nc6"},{"depth":9,"line":"d4 d5 c4 e6"}]"#;
        assert_eq!(cut(line).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6"]);
        let told = r#"{"moves":["e4","e5","Nf3"],"book":["e4","e5"]}"#;
        assert_eq!(cut(told).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3"]);
    }

    #[test]
    fn the_only_text_of_moves_is_the_game() {
        let game = r#"{"name":"Morphy","s":"1. e4 e5\n2. Nf3 d6","count":4}"#;
        assert_eq!(cut(game).iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 d6"]);
        assert!(cut(r#"{"depth":9,"pv":"e4 e5 Nf3 d6"}"#).is_empty());
    }

    #[test]
    fn what_is_cut_off_is_no_trouble() {
        for text in [
            "{",
            "{\"moves\"",
            "{\"moves\":",
            "{\"moves\":\"e4",
            "[{\"pgn\":\"\\",
            "{\"a\":{\"b\"}}",
            "{\"moves\":[\"e4\",]}",
        ] {
            cut(text);
        }
    }
}
