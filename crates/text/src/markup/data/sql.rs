//! The statements of SQL that fill tables: `INSERT INTO … VALUES`, and `COPY … FROM stdin` with its lines.
//!
//! A table with a column of whole games is a list of them. A table with a row a half-move, or a row a pair, is a list of
//! games with such rows; what another table says of a game with the same number goes with it, and the names of players whose
//! numbers it has.
//!
//! A statement or row that is broken spoils no other: reading goes on at the next line that begins one, and what was passed over
//! stands nowhere in the JSON, so that moves in it are told (`super::lost`).

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::code;
use super::{Value, is_like_move, names_moves, plain};

/// Bytes at the beginning in which such a statement is looked for.
const HEAD: usize = 64 << 10;
/// Rows that are looked at to learn what a column is.
const SAMPLE: usize = 60;

/// Whether a text fills tables.
pub(super) fn is_like(raw: &str) -> bool {
    let head = raw[..raw.floor_char_boundary(HEAD)].to_ascii_lowercase();
    let has = |start: &str, then: &str| {
        head.match_indices(start).any(|(at, _)| {
            let begins = head[..at].trim_end_matches([' ', '\t']);
            (begins.is_empty() || begins.ends_with(['\n', ';'])) && head[at..].contains(then)
        })
    };
    has("insert ", "values")
        || has("replace into ", "values")
        || has("copy ", "from stdin")
        || has("create table", "(")
}

/// The games of the tables; `None` if none has moves.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    let tables = Scanner {
        raw,
        at: 0,
        has_escapes: raw[..raw.floor_char_boundary(HEAD)].contains('`'),
        is_broken: false,
    }
    .tables();
    let tables: Vec<(Table<'_>, Holds)> = tables
        .into_iter()
        .map(|mut table| {
            let holds = table.settle();
            (table, holds)
        })
        .collect();
    let wanted = [Holds::Games, Holds::Moves]
        .into_iter()
        .find(|kind| tables.iter().any(|(_, holds)| holds == kind))?;
    let (mut of_moves, mut others) = (Vec::new(), Vec::new());
    for (table, holds) in tables {
        if holds == wanted { of_moves.push(table) } else { others.push(table) }
    }
    let players = Players::of(&others);
    let mut heads = Heads::of(others);
    let mut games = Vec::new();
    for table in of_moves {
        match wanted {
            Holds::Games => games.extend(table.objects()),
            _ => games.extend(table.games(&mut heads)),
        }
    }
    for game in &mut games {
        players.name(game);
    }
    (!games.is_empty()).then_some(Value::List(games))
}

/// What a table is for.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Holds {
    /// A game a row.
    Games,
    /// A half-move a row, or a pair.
    Moves,
    Other,
}

/// A row: its values, `None` for `NULL`.
type Fields<'t> = Vec<Option<Value<'t>>>;

struct Table<'t> {
    name: String,
    /// Names of the columns, in small letters; empty if they are not known.
    columns: Vec<String>,
    rows: Vec<Fields<'t>>,
}

impl<'t> Table<'t> {
    fn column(&self, names: &[&str]) -> Option<usize> {
        self.columns.iter().position(|column| names.contains(&plain(column).as_str()))
    }

    fn texts(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().take(SAMPLE).filter_map(move |row| text(row.get(column)?.as_ref()?))
    }

    /// Names the columns that have no name by their values; says what the table holds.
    fn settle(&mut self) -> Holds {
        self.drop_uneven();
        if self.columns.is_empty() {
            self.name_columns();
        }
        let of_moves = |at: &usize| {
            let mut texts = self.texts(*at).filter(|text| !text.is_empty()).peekable();
            texts.peek().is_some() && texts.all(|text| text.split_whitespace().take(12).any(is_like_move))
        };
        let named = (0..self.columns.len()).filter(|&at| {
            let name = plain(&self.columns[at]);
            names_moves(&name) || matches!(name.as_str(), "san" | "uci" | "lan" | "notation")
        });
        let named: Vec<usize> = named.filter(of_moves).collect();
        let is_whole = |at: &usize| self.texts(*at).any(|text| text.split_whitespace().nth(2).is_some());
        if named.iter().any(is_whole) {
            return Holds::Games;
        }
        let sides =
            [&["white", "whitemove", "w", "weiss", "weiß"][..], &["black", "blackmove", "b", "schwarz"]];
        let of_sides = sides.iter().all(|names| self.column(names).is_some_and(|at| of_moves(&at)));
        let is_unnamed = named.is_empty();
        if !is_unnamed || of_sides || self.has_squares() {
            return Holds::Moves;
        }
        if self.name_moves() { Holds::Games } else { Holds::Other }
    }

    /// Drops the rows that have more values than the others, or fewer: which of them is too many cannot be told.
    fn drop_uneven(&mut self) {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        self.rows.iter().for_each(|row| *counts.entry(row.len()).or_default() += 1);
        let named = self.columns.len();
        let usual = counts.into_iter().max_by_key(|&(width, count)| (count, width == named));
        if let Some((usual, _)) = usual {
            self.rows.retain(|row| row.len() == usual);
        }
    }

    /// Calls the only column whose texts are moves by that name, whatever it is called, and one that only counts them otherwise.
    fn name_moves(&mut self) -> bool {
        /// Fewest half-moves of a text.
        const FEWEST: usize = 4;
        let are_moves = |at: &usize| {
            let mut texts = self.texts(*at).filter(|text| !text.is_empty()).peekable();
            texts.peek().is_some() && texts.all(|text| code::moves_in(text) >= FEWEST)
        };
        let mut found = (0..self.columns.len()).filter(are_moves);
        let (Some(at), None) = (found.next(), found.next()) else { return false };
        self.columns.iter_mut().filter(|name| names_moves(name)).for_each(|name| name.push_str("_count"));
        self.columns[at] = "moves".to_owned();
        true
    }

    /// Whether two columns are the squares of moves.
    fn has_squares(&self) -> bool {
        let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        let of_squares = |at: &usize| {
            let mut texts = self.texts(*at).filter(|text| !text.is_empty()).peekable();
            texts.peek().is_some() && texts.all(is_square)
        };
        (0..self.columns.len()).filter(of_squares).count() == 2
    }

    /// Names columns by their values: a text of moves, a move, White's move and Black's, the half-move that counts them,
    /// the game that stays the same.
    fn name_columns(&mut self) {
        let width = self.rows.first().map_or(0, Vec::len);
        self.columns = (1..=width).map(|at| format!("column{at}")).collect();
        let all = |at: usize, is: &dyn Fn(&str) -> bool| {
            let mut texts = self.texts(at).peekable();
            texts.peek().is_some() && texts.all(is)
        };
        let is_move = |text: &str| !text.contains(char::is_whitespace) && is_like_move(text);
        let is_text = |text: &str| {
            let words = || text.split_whitespace().take(12);
            words().count() > 2 && words().filter(|word| is_like_move(word)).count() * 2 >= words().count()
        };
        let moves: Vec<usize> = (0..width).filter(|&at| all(at, &is_move)).collect();
        let games: Vec<usize> = (0..width).filter(|&at| all(at, &is_text)).collect();
        let names: Vec<(usize, &str)> = match (games.as_slice(), moves.as_slice()) {
            ([game], _) => vec![(*game, "moves")],
            (_, [one]) => vec![(*one, "san")],
            // A second notation of the same move stands beside it; White's move and Black's differ.
            (_, [first, second, ..]) if self.numbers(*first).is_empty() => {
                vec![(*first, "white_move"), (*second, "black_move")]
            }
            _ => Vec::new(),
        };
        let counts = |at: &usize| {
            let numbers = self.numbers(*at);
            let begins = numbers.first().is_some_and(|&first| first <= 1);
            (begins && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1 || pair[1] <= 1))
                .then(|| numbers.iter().filter(|&&number| number <= 1).count())
        };
        // A table of whole games counts no moves.
        let ply =
            (0..width).filter(|_| games.is_empty()).filter(|at| counts(at).is_some()).max_by_key(counts);
        let game = (0..width).filter(|&at| Some(at) != ply && !self.numbers(at).is_empty()).find(|&at| {
            let (numbers, plies) = (self.numbers(at), ply.map(|ply| self.numbers(ply)).unwrap_or_default());
            numbers.windows(2).zip(plies.windows(2)).all(|(own, ply)| own[0] == own[1] || ply[1] <= ply[0])
        });
        for (at, name) in names {
            self.columns[at] = name.to_owned();
        }
        let is_paired = moves.len() > 1;
        for (at, name) in [(ply, if is_paired { "number" } else { "ply" }), (game, "game_id")] {
            if let Some(at) = at {
                self.columns[at] = name.to_owned();
            }
        }
    }

    /// The numbers of a column, if it has nothing else.
    fn numbers(&self, at: usize) -> Vec<i64> {
        let numbers: Option<Vec<i64>> = self.texts(at).map(|text| text.parse().ok()).collect();
        numbers.unwrap_or_default()
    }

    /// The rows as objects.
    fn objects(self) -> impl Iterator<Item = Value<'t>> {
        let columns = self.columns;
        self.rows.into_iter().map(move |row| object(&columns, row))
    }

    /// Games of rows that are half-moves or pairs, with what other tables say of them.
    fn games(self, heads: &mut Heads<'t>) -> Vec<Value<'t>> {
        let game = self.column(GAME_IDS);
        let order = self.column(&["ply", "plynumber", "plyno", "halfmove", "halbzug"]);
        let number =
            self.column(&["number", "movenumber", "moveno", "movenr", "no", "nr", "num", "n", "seq", "idx"]);
        let side = self.column(&["side", "color", "colour", "player", "turn", "farbe"]);
        let at_of = |row: &Fields<'t>| -> Option<(i64, bool)> {
            let number_of = |at: Option<usize>| text(row.get(at?)?.as_ref()?)?.parse::<i64>().ok();
            let is_black = side
                .and_then(|at| text(row.get(at)?.as_ref()?))
                .is_some_and(|side| side.to_ascii_lowercase().starts_with('b'));
            number_of(order.or(number)).map(|number| (number, is_black))
        };
        let mut games: Vec<(String, Vec<Fields<'t>>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut last = None;
        for row in self.rows {
            let at = at_of(&row);
            let id = game.and_then(|at| text(row.get(at)?.as_ref()?)).map(str::to_owned);
            let place = match &id {
                Some(id) => places.get(id).copied(),
                // Without its number a game ends where the moves count from the beginning again.
                None => games.len().checked_sub(1).filter(|_| at.is_none() || at > last),
            };
            last = at;
            match place {
                Some(place) => games[place].1.push(row),
                None => {
                    let id = id.unwrap_or_default();
                    places.insert(id.clone(), games.len());
                    games.push((id, vec![row]));
                }
            }
        }
        let columns = &self.columns;
        let game_of = |(id, mut rows): (String, Vec<Fields<'t>>)| {
            if rows.iter().all(|row| at_of(row).is_some()) {
                rows.sort_by_key(&at_of);
            }
            let mut fields = match heads.take(&id) {
                Some(Value::Map(fields)) => fields,
                _ => Vec::new(),
            };
            let rows = rows.into_iter().map(|row| object(columns, row)).collect();
            fields.push(("moves".into(), Value::List(rows)));
            Value::Map(fields)
        };
        games.into_iter().map(game_of).collect()
    }
}

/// Names of the column with a game's number.
const GAME_IDS: &[&str] = &["gameid", "game", "gid", "idgame", "fkgame", "matchid", "partieid", "partie"];

fn object<'t>(columns: &[String], row: Fields<'t>) -> Value<'t> {
    let fields = columns.iter().zip(row).filter_map(|(name, value)| Some((name.clone().into(), value?)));
    Value::Map(fields.collect())
}

fn text<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::Scalar { text, .. } => Some(text.trim()),
        _ => None,
    }
}

/// What tables without moves say of games, by their numbers.
struct Heads<'t>(HashMap<String, Value<'t>>);

impl<'t> Heads<'t> {
    fn of(tables: Vec<Table<'t>>) -> Heads<'t> {
        let sides = |table: &Table<'_>, side: &str| {
            table.columns.iter().any(|column| plain(column).starts_with(side))
        };
        let mut heads = HashMap::new();
        let of_games = tables.into_iter().filter(|table| sides(table, "white") && sides(table, "black"));
        for table in of_games {
            let Some(id) = table.column(GAME_IDS).or(table.column(&["id"])) else { continue };
            for row in table.rows {
                if let Some(own) = row.get(id).and_then(Option::as_ref).and_then(text).map(str::to_owned) {
                    heads.entry(own).or_insert_with(|| object(&table.columns, row));
                }
            }
        }
        Heads(heads)
    }

    fn take(&mut self, id: &str) -> Option<Value<'t>> {
        self.0.remove(id)
    }
}

/// The names of players by their numbers.
struct Players<'t>(HashMap<String, Value<'t>>);

impl<'t> Players<'t> {
    fn of(tables: &[Table<'t>]) -> Players<'t> {
        let mut players = HashMap::new();
        let is_of_people = |table: &&Table<'_>| {
            ["player", "user", "member", "person", "spieler", "people"]
                .iter()
                .any(|name| table.name.contains(name))
        };
        for table in tables.iter().filter(is_of_people) {
            let id = table.column(&["id", "playerid", "userid", "memberid", "personid"]);
            let name =
                table.column(&["name", "username", "fullname", "playername", "nickname", "handle", "login"]);
            let (Some(id), Some(name)) = (id, name) else { continue };
            for row in &table.rows {
                let field = |at: usize| row.get(at).and_then(Option::as_ref);
                if let (Some(id), Some(name)) = (field(id).and_then(text), field(name)) {
                    players.insert(id.to_owned(), name.clone());
                }
            }
        }
        Players(players)
    }

    /// Gives a game the names of its players; a number without a name is none.
    fn name(&self, game: &mut Value<'t>) {
        let Value::Map(fields) = game else { return };
        fields.retain_mut(|(name, value)| {
            let own = plain(name);
            let side = ["white", "black"].into_iter().find(|side| {
                own.strip_prefix(side)
                    .is_some_and(|rest| matches!(rest, "" | "id" | "player" | "playerid" | "userid"))
            });
            let Some(side) = side else { return true };
            let number = text(value).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
            let Some(number) = number else { return true };
            let Some(named) = self.0.get(number) else { return false };
            (*name, *value) = (Cow::Borrowed(side), named.clone());
            true
        });
    }
}

/// A text of statements under way.
struct Scanner<'t> {
    raw: &'t str,
    at: usize,
    /// Whether a backslash in a text is an escape, as in MySQL.
    has_escapes: bool,
    /// Whether a text or a bracket was open where the next row or statement begins, at which the scanner now stands.
    is_broken: bool,
}

impl<'t> Scanner<'t> {
    fn tables(mut self) -> Vec<Table<'t>> {
        let mut tables: Vec<Table<'t>> = Vec::new();
        let mut places: HashMap<(String, Vec<String>), usize> = HashMap::new();
        let mut made: HashMap<String, Vec<String>> = HashMap::new();
        while let Some(first) = self.word() {
            if std::mem::take(&mut self.is_broken) {
                continue;
            }
            match first.to_ascii_uppercase().as_str() {
                "CREATE" => {
                    if let Some((name, columns)) = self.created() {
                        made.insert(name, columns);
                    }
                }
                verb @ ("INSERT" | "REPLACE" | "COPY") => {
                    let is_copy = verb == "COPY";
                    let Some((name, mut columns)) = self.target() else {
                        self.end_of_statement();
                        continue;
                    };
                    if columns.is_empty() {
                        columns = made.get(&name).cloned().unwrap_or_default();
                    }
                    let key = (name, columns);
                    let place = match places.get(&key) {
                        Some(place) => *place,
                        None => {
                            places.insert(key.clone(), tables.len());
                            tables.push(Table { name: key.0, columns: key.1, rows: Vec::new() });
                            tables.len() - 1
                        }
                    };
                    let rows = &mut tables[place].rows;
                    if is_copy { self.lines(rows) } else { self.tuples(rows) }
                }
                _ => {}
            }
            self.end_of_statement();
        }
        tables
    }

    fn rest(&self) -> &'t str {
        &self.raw[self.at..]
    }

    /// Passes blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let length = if blank > 0 {
                blank
            } else if rest.starts_with("--") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += length;
        }
    }

    /// Whether a row begins here: a bracket with a text or a number in it.
    fn begins_row(rest: &str) -> bool {
        let inside = rest.trim_start_matches([' ', '\t']).strip_prefix('(').unwrap_or_default();
        let behind = inside.trim_start_matches(|c: char| c.is_ascii_digit());
        inside.starts_with('\'') || behind.len() < inside.len() && behind.trim_start().starts_with(',')
    }

    /// Whether a statement begins here that fills a table or makes one.
    fn begins_statement(rest: &str) -> bool {
        const VERBS: [&str; 4] = ["INSERT ", "REPLACE INTO ", "COPY ", "CREATE TABLE "];
        VERBS.iter().any(|verb| rest.get(..verb.len()).is_some_and(|own| own.eq_ignore_ascii_case(verb)))
    }

    /// The next line behind `from`, and before `to`, that begins a row or a statement: no text or bracket goes on over it.
    fn next_begin(&self, from: usize, to: usize) -> Option<usize> {
        let part = self.raw.get(from..to)?;
        memchr::memchr_iter(b'\n', part.as_bytes()).map(|at| from + at + 1).find(|&at| {
            let rest = &self.raw[at..];
            Self::begins_statement(rest) || Self::begins_row(rest)
        })
    }

    /// Goes from a broken row to the next row; false if a statement begins before it, or nothing follows.
    fn goes_on(&mut self) -> bool {
        if !std::mem::take(&mut self.is_broken) {
            self.at = self.next_begin(self.at, self.raw.len()).unwrap_or(self.raw.len());
        }
        Self::begins_row(self.rest())
    }

    /// Takes a sign, if it is the next.
    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        let is = self.rest().starts_with(sign);
        self.at += if is { sign.len_utf8() } else { 0 };
        is
    }

    /// The next word or name, without its quotes; any other sign is a word, too.
    fn word(&mut self) -> Option<&'t str> {
        self.skip();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let close = match first {
            '`' | '"' => Some(first),
            '[' => Some(']'),
            _ => None,
        };
        if let Some(close) = close {
            let inside = &rest[1..];
            let end = inside.find(close).unwrap_or(inside.len());
            self.at += (end + 2).min(rest.len());
            return Some(&inside[..end]);
        }
        if first == '\'' {
            let start = self.at;
            self.text();
            return Some(&self.raw[start..self.at]);
        }
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        let length = length.max(first.len_utf8());
        self.at += length;
        Some(&rest[..length])
    }

    /// A name with what it is in before it: the last part, in small letters.
    fn name(&mut self) -> Option<String> {
        let mut name = self.word()?;
        while self.takes('.') {
            name = self.word()?;
        }
        Some(name.to_lowercase())
    }

    /// The table of a statement, and its columns if it names them, up to the word before the rows.
    fn target(&mut self) -> Option<(String, Vec<String>)> {
        let mut name = self.name()?;
        while matches!(
            name.as_str(),
            "into" | "ignore" | "or" | "replace" | "low_priority" | "delayed" | "table"
        ) {
            name = self.name()?;
        }
        let mut columns = Vec::new();
        if self.takes('(') {
            while !self.takes(')') {
                columns.push(self.name()?);
                self.takes(',');
            }
        }
        loop {
            match self.word()?.to_ascii_uppercase().as_str() {
                "VALUES" | "VALUE" | "STDIN" => return Some((name, columns)),
                ";" | "SELECT" => return None,
                _ => {}
            }
        }
    }

    /// The table that a statement makes, and its columns.
    fn created(&mut self) -> Option<(String, Vec<String>)> {
        const OTHERS: &[&str] =
            &["primary", "key", "unique", "constraint", "foreign", "index", "check", "fulltext"];
        while !self.word()?.eq_ignore_ascii_case("table") {
            if self.rest().trim_start().starts_with(['(', ';']) {
                return None;
            }
        }
        let mut name = self.name()?;
        while matches!(name.as_str(), "if" | "not" | "exists") {
            name = self.name()?;
        }
        if !self.takes('(') {
            return None;
        }
        let (mut columns, mut depth, mut begins) = (Vec::new(), 0, true);
        loop {
            self.skip();
            let is_quoted = self.rest().starts_with(['`', '"', '[']);
            match self.word()? {
                "(" if !is_quoted => depth += 1,
                ")" if !is_quoted && depth == 0 => return Some((name, columns)),
                ")" if !is_quoted => depth -= 1,
                "," if !is_quoted && depth == 0 => {
                    begins = true;
                    continue;
                }
                ";" if !is_quoted => return None,
                word if begins && (is_quoted || !OTHERS.contains(&word.to_lowercase().as_str())) => {
                    columns.push(word.to_lowercase());
                }
                _ => {}
            }
            begins = false;
        }
    }

    /// Rows in parentheses.
    fn tuples(&mut self, rows: &mut Vec<Fields<'t>>) {
        loop {
            if self.takes('(')
                && let Some(row) = self.row()
            {
                rows.push(row);
                // A comma may be lost between two rows.
                let goes_on = self.takes(',') || self.rest().starts_with('(');
                let is_over = self.rest().starts_with(';') || self.rest().is_empty();
                if goes_on && !is_over {
                    continue;
                }
                // What may stand behind the rows: `ON CONFLICT …;`
                let line = self.rest().lines().next().unwrap_or_default();
                if is_over || line.trim_end().ends_with(';') && !line.contains('\'') {
                    return;
                }
            }
            if !self.goes_on() {
                return;
            }
        }
    }

    /// The values of a row, behind its bracket; `None` if it is broken.
    fn row(&mut self) -> Option<Fields<'t>> {
        let mut row = Vec::new();
        loop {
            row.push(self.value());
            if self.is_broken {
                return None;
            }
            if self.takes(')') {
                return Some(row);
            }
            if !self.takes(',') {
                return None;
            }
            self.skip();
            // No value begins as the next row does, at the beginning of a line.
            let line = self.raw[..self.at].rfind('\n').map_or(0, |at| at + 1);
            if row.len() > 1 && self.raw[line..self.at].trim().is_empty() && Self::begins_row(self.rest()) {
                self.is_broken = true;
                return None;
            }
        }
    }

    /// A value up to the comma or the parenthesis behind it: a text, or what is written.
    fn value(&mut self) -> Option<Value<'t>> {
        self.skip();
        let (mut depth, mut found) = (0, None);
        let start = self.at;
        loop {
            self.skip();
            let place = self.at;
            match self.rest().chars().next()? {
                ',' | ')' if depth == 0 => break,
                ';' => return None,
                '\'' => {
                    let text = self.text();
                    if self.is_broken {
                        return None;
                    }
                    found.get_or_insert(Value::Scalar { text, start: place, end: self.at });
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.word()?;
        }
        let written = self.raw[start..self.at].trim();
        let is_none = written.is_empty() || written.eq_ignore_ascii_case("null");
        let end = start + written.len();
        found.or((!is_none).then(|| Value::Scalar { text: written.into(), start, end }))
    }

    /// A text in quotes, which are doubled in it. One over whose lines another row or statement begins has lost a quote.
    fn text(&mut self) -> Cow<'t, str> {
        let start = self.at + 1;
        let bytes = self.raw.as_bytes();
        let (mut at, mut plain) = (start, true);
        while let Some(found) = memchr::memchr2(b'\'', b'\\', &bytes[at..]) {
            at += found;
            if bytes[at] == b'\\' {
                plain &= !self.has_escapes;
                at += if self.has_escapes { 2 } else { 1 };
            } else if bytes.get(at + 1) == Some(&b'\'') {
                plain = false;
                at += 2;
            } else {
                break;
            }
            if at >= bytes.len() {
                break;
            }
        }
        let end = self.raw.floor_char_boundary(at.min(bytes.len()));
        if let Some(next) = self.next_begin(self.at, end) {
            (self.at, self.is_broken) = (next, true);
            return "".into();
        }
        let end = if bytes.get(end) == Some(&b'\'') { end } else { bytes.len() };
        self.at = (end + 1).min(bytes.len());
        let inside = &self.raw[start.min(end)..end];
        if plain { inside.into() } else { unescaped(inside, self.has_escapes).into() }
    }

    /// The lines of `COPY`, their fields parted by tabs, up to `\.`.
    fn lines(&mut self, rows: &mut Vec<Fields<'t>>) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        while !self.rest().is_empty() {
            let line = self.rest().lines().next().unwrap_or_default();
            let start = self.at;
            self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
            if line == "\\." {
                return;
            }
            let mut place = start;
            let fields = line.split('\t').map(|field| {
                let start = place;
                place += field.len() + 1;
                let text = || if field.contains('\\') { unescaped(field, true).into() } else { field.into() };
                (field != "\\N").then(|| Value::Scalar { text: text(), start, end: start + field.len() })
            });
            rows.push(fields.collect());
        }
    }

    /// Goes behind the end of the statement.
    fn end_of_statement(&mut self) {
        let before = self.at;
        // The lines of `COPY` have no end but their own; a statement that ended right here is done.
        if self.raw[..before].ends_with([';', '\n']) {
            return;
        }
        loop {
            // A statement may have lost its end.
            if Self::begins_statement(self.rest())
                && self.raw[..self.at].trim_end_matches([' ', '\t']).ends_with('\n')
            {
                return;
            }
            match self.word() {
                None | Some(";") => return,
                Some(_) if std::mem::take(&mut self.is_broken) && Self::begins_statement(self.rest()) => {
                    return;
                }
                Some(_) => self.skip(),
            }
        }
    }
}

/// A text without its doubled quotes and escapes.
fn unescaped(text: &str, has_escapes: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                chars.next_if_eq(&'\'');
                out.push('\'');
            }
            '\\' if has_escapes => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') | None => {}
                Some(c) => out.push(c),
            },
            c => out.push(c),
        }
    }
    out
}
