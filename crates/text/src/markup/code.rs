//! Games in the source of programs: the strings that hold them, `pgn = "1. e4 e5"`, with their escapes resolved.
//!
//! Strings beside each other, or with a sign between them that joins strings, are one text. The strings of a list are the rows of a game,
//! its tag pairs among them, or a game each. Between two games stands `*`, where the first does not say how it ended.
//!
//! A text is a program if most of its lines outside strings end as lines of programs do. If moves stand outside its strings,
//! it is left as it is. A string that holds a whole table is the record.

use std::collections::{HashMap, HashSet};

use super::{Left, Out};

/// Fewest half-moves in the strings of a program.
const FEWEST: usize = 4;
/// So many moves outside the strings are no accident.
const OUTSIDE: usize = 4;
/// Most bytes of a remark between two strings.
const LONGEST_REMARK: usize = 400;

/// Takes the strings with moves out of the source of a program.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    if !raw.contains(['"', '\'', '`']) && !["<<", "%w", "qw"].iter().any(|sign| raw.contains(sign)) {
        return None;
    }
    let literals = joined(raw, paired(raw, literals(raw, 0)));
    let told: Vec<&Literal> = literals.iter().filter(|literal| literal.kind != Kind::Other).collect();
    let (told, stray) = without_stray(raw, told);
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
    if moves < FEWEST && !(is_tagged && moves > 0) {
        return None;
    }
    let is_program = is_program(raw, &literals);
    // Of several calls that are told the same moves, one is enough.
    let called = called(raw, &told, is_program, left);
    if called.is_some() || !is_program {
        return called.or_else(|| quoted(raw, &literals));
    }
    let out = games(raw, &told);
    left.extend(stray.iter().map(|literal| (out.after(literal.start), "a move that stands alone")));
    let is_unpaired = |literal: &&&Literal| {
        let quote = raw[literal.start..].chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
        // At the end of the text the file is cut off.
        quote.is_some_and(|quote| !raw[..literal.end].ends_with(quote)) && literal.end < raw.trim_end().len()
    };
    let unpaired = told.iter().filter(is_unpaired);
    left.extend(unpaired.map(|literal| (out.after(literal.start), "a quotation mark that none closes")));
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

/// How many half-moves the strings of a program with nothing but moves have, with their places. Of single moves only those of a list count.
pub(super) fn moves_of_strings(raw: &str) -> Vec<(usize, usize)> {
    let all = literals(raw, 0);
    let is_listed = |one: &Literal, other: &Literal| {
        let gap = raw.get(one.end..other.start).unwrap_or_default();
        one.kind.moves() > 0 && other.kind.moves() > 0 && relation(gap) == Relation::Listed
    };
    let has_many = |at: usize| {
        let is_with =
            |at: usize| all.get(at).zip(all.get(at + 1)).is_some_and(|(one, other)| is_listed(one, other));
        all[at].kind.moves() > 1 || at.checked_sub(1).is_some_and(is_with) || is_with(at)
    };
    let places = (0..all.len()).filter(|at| has_many(*at)).map(|at| (all[at].start, all[at].kind.moves()));
    places.filter(|(_, moves)| *moves > 0).collect()
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

/// Makes a move of two squares that stand alone in one bracket: `("e2", "e4")`, `['e7', 'e5']`, `("g1" to "f3")`,
/// `{ from: "b8", to: "c6" }`.
fn paired(raw: &str, literals: Vec<Literal>) -> Vec<Literal> {
    let square = |literal: &Literal| {
        let text = literal.body.text.trim().as_bytes();
        matches!(text, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
    };
    let is_pair = |one: &Literal, other: &Literal| {
        let (before, behind) = (raw[..one.start].trim_end(), raw[other.end..].trim_start());
        let behind = behind.strip_prefix(',').map_or(behind, str::trim_start);
        let gap = raw.get(one.end..other.start).unwrap_or_default();
        let is_named = is_to(gap) && before.ends_with([':', '=', '>']);
        square(one)
            && square(other)
            && (is_named
                || matches!(gap.trim(), "," | "to" | "->" | "=>") && before.ends_with(['(', '[', '{']))
            && !behind.starts_with(['"', '\'', '`'])
    };
    let pairs = || literals.windows(2).filter(|pair| is_pair(&pair[0], &pair[1]));
    // `["e4", "e5"]` are two moves: men stand in the first and the last two ranks.
    let from_home =
        pairs().next().is_some_and(|pair| pair[0].body.text.trim().ends_with(['1', '2', '7', '8']));
    if !from_home || pairs().count() * 2 < FEWEST {
        return literals;
    }
    let mut all: Vec<Literal> = Vec::with_capacity(literals.len());
    let mut rest = literals.into_iter().peekable();
    while let Some(one) = rest.next() {
        let Some(other) = rest.next_if(|other| is_pair(&one, other)) else {
            // Beside pairs, a square that lost its other half is no move of a pawn: `{"b"8, "c6"}`.
            let ends_bracket = raw[..one.start].trim_end().ends_with(',')
                && raw[one.end..].trim_start().starts_with(['}', ']', ')']);
            let kind = if square(&one) && ends_bracket { Kind::Other } else { one.kind };
            all.push(Literal { kind, ..one });
            continue;
        };
        let mut body = Out::default();
        for part in [&one, &other] {
            let small = part.body.text.trim().to_ascii_lowercase();
            let mut own = Out::default();
            own.put(&small, 0, part.body.text.len());
            body.append(&own.over(&part.body));
        }
        let kind = kind_of(&body.text);
        all.push(Literal { start: one.start, end: other.end, body, kind });
    }
    all
}

/// Whether a value named `to` follows: `, to: `.
fn is_to(gap: &str) -> bool {
    let name = gap.trim().strip_prefix(',').map(|name| name.trim_end_matches([':', '=', '>', ' ']));
    name.is_some_and(|name| name.trim().trim_matches(['"', '\'']).eq_ignore_ascii_case("to"))
}

/// What is called with the string that begins at a place: `push_san` of `board.push_san("e4")`.
fn callee(raw: &str, start: usize) -> Option<&str> {
    let before = raw[..start].trim_end_matches(['$', '@', '(', ' ', '\n', '\t', '[']);
    let is_called = raw[before.len()..start].contains('(');
    let name = before.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '!' | '?'))).next()?;
    Some(name).filter(|name| is_called && name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The moves of calls that have one each, `board.push_san("e4")`, or a passage each: of the first function that is told a first move of White,
/// and no other game stands in the strings. The moves that others are told right behind are the same ones.
fn called(raw: &str, told: &[&Literal], is_program: bool, left: &mut Left) -> Option<Out> {
    let moves = || told.iter().filter(|literal| literal.kind.moves() > 0);
    let first = moves().find(|literal| callee(raw, literal.start).is_some() && begins(&literal.body.text))?;
    let name = callee(raw, first.start)?;
    let is_own = |literal: &Literal| callee(raw, literal.start) == Some(name);
    let own = || moves().filter(|literal| is_own(literal));
    let is_single = own().all(|literal| literal.kind.moves() == 1);
    let whole: Vec<&str> = own().map(|literal| bare(&literal.body.text)).collect();
    // What has been played, as a test expects it, is no other game.
    let is_expected =
        |literal: &Literal| literal.kind.moves() > 1 && is_beginning(&literal.body.text, &whole);
    let told_anew = || moves().filter(|literal| !is_expected(literal));
    let (count, all): (usize, usize) = (own().count(), told_anew().map(|literal| literal.kind.moves()).sum());
    let others = told_anew().filter(|literal| !is_own(literal)).count();
    // What others are told behind a move is the same move, or the answer.
    let behind = || {
        told_anew()
            .zip(told_anew().skip(1))
            .filter(|(one, other)| is_own(one) && !is_own(other) && callee(raw, other.start).is_some())
    };
    let repeats = |(one, other): (&&Literal, &&Literal)| is_same_move(&one.body.text, &other.body.text);
    let are_answers = behind().count() > 0 && !behind().all(repeats);
    let is_tagged = told.iter().any(|literal| match literal.kind {
        Kind::Tags | Kind::Moves { tagged: true, .. } => true,
        // One behind the moves is what they lead to.
        Kind::Position => literal.start < first.start,
        _ => false,
    });
    // In a program, what else is told moves may be another game; text around calls shows what they do.
    let is_echo = others <= count + 1 && all <= count * 2 + 2;
    if !is_single || count < FEWEST || is_tagged || is_program && (!is_echo || are_answers) {
        return None;
    }
    let is_own = |literal: &Literal| is_own(literal) || are_answers && literal.start > first.start;
    let chosen: Vec<&Literal> =
        told.iter().copied().filter(|literal| is_own(literal) || literal.kind == Kind::Result).collect();
    let out = games(raw, &chosen);
    // An echo stands behind each call.
    let mut was_own = false;
    for literal in told_anew() {
        if !is_own(literal) && !was_own {
            left.push((out.after(literal.start), "a text with moves"));
        }
        was_own = is_own(literal);
    }
    Some(out)
}

/// A text with the strings of program lines in it, `const pgn = `, that hold games with tag pairs: each game as a part of the text by
/// itself, without what stands around it on its lines.
fn quoted(raw: &str, literals: &[Literal]) -> Option<Out> {
    let is_game = |literal: &&Literal| matches!(literal.kind, Kind::Moves { tagged: true, .. });
    let mut out = Out::default();
    let mut from = 0;
    for game in literals.iter().filter(is_game) {
        without_blocks(raw, from, game.start, &mut out);
        out.put("\n\n", game.start, game.start);
        out.append(&game.body);
        out.put("\n\n", game.end, game.end);
        from = game.end;
    }
    without_blocks(raw, from, raw.len(), &mut out);
    (from > 0).then_some(out)
}

/// Copies a part of a text without the braces that open and close the blocks of a program, which are those of comments in PGN.
fn without_blocks(raw: &str, from: usize, to: usize, out: &mut Out) {
    let mut at = from;
    for line in raw[from..to].split_inclusive('\n') {
        let end = at + line.len();
        let bare = line.trim();
        let brace = match (bare.strip_prefix('}'), bare.strip_suffix('{')) {
            (None, Some(_)) => line.rfind('{'),
            (Some(_), None) => line.find('}'),
            _ => None,
        };
        match brace.map(|brace| at + brace) {
            Some(brace) => {
                out.copy(raw, at, brace);
                out.copy(raw, brace + 1, end);
            }
            None => out.copy(raw, at, end),
        }
        at = end;
    }
}

/// A move without what is said of it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| c.is_whitespace() || matches!(c, '+' | '#' | '!' | '?' | ','))
}

/// Whether the moves of a text, numbered or not, are the first ones of a game.
fn is_beginning(text: &str, game: &[&str]) -> bool {
    let unnumbered = |word: &str| {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let behind = word[digits..].trim_start_matches(['.', '…']);
        if digits > 0 && behind.len() < word.len() - digits { word.len() - behind.len() } else { 0 }
    };
    let told = text.split_whitespace().filter(|word| !is_result(word));
    let mut told = told.map(|word| bare(&word[unnumbered(word)..])).filter(|word| !word.is_empty());
    let mut game = game.iter();
    told.all(|word| game.next() == Some(&word))
}

/// The functions that are told passages of one game: at least half of the later ones cannot begin one.
fn of_passages<'r>(raw: &'r str, told: &[&Literal]) -> HashSet<&'r str> {
    // How many there are, and how many of the later ones cannot begin a game.
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for literal in told.iter().filter(|literal| literal.kind.moves() > 0) {
        let Some(name) = callee(raw, literal.start) else { continue };
        let (all, later) = counts.entry(name).or_default();
        *later += usize::from(*all > 0 && !begins(&literal.body.text));
        *all += 1;
    }
    let are_passages = |(all, later): (usize, usize)| all > 1 && later * 2 >= all - 1;
    counts.into_iter().filter(|(_, count)| are_passages(*count)).map(|(name, _)| name).collect()
}

/// Whether two moves, each in any notation, go to the same square; castling may be told by the squares of the king.
fn is_same_move(one: &str, other: &str) -> bool {
    let castles = |text: &str| text.trim().starts_with(['O', '0']);
    let to = |text: &str| {
        let bytes = text.trim_end_matches(['+', '#', '!', '?', ' ']).as_bytes();
        let mut squares = bytes.windows(2).filter(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
        squares.next_back().map(<[u8]>::to_vec)
    };
    castles(one) || castles(other) || to(one).is_some() && to(one) == to(other)
}

/// Whether a text begins with what may be the first move of a game.
fn begins(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(is_first)
}

/// Whether a word may be the first move of a game.
pub(super) fn is_first(word: &str) -> bool {
    let plain = word.trim_end_matches(['+', '#', '!', '?', ',']);
    let bare = plain.replace(['-', '('], "").to_lowercase();
    match bare.as_bytes() {
        [one, b'2', other, b'3' | b'4', ..] => one == other,
        [b'n', from @ (b'b' | b'g'), b'1', to, b'3'] | [from @ (b'b' | b'g'), b'1', to, b'3', ..] => {
            matches!((from, to), (b'b', b'a' | b'c') | (b'g', b'f' | b'h'))
        }
        [b'a'..=b'h', b'3' | b'4'] | [b'n', b'a' | b'c' | b'f' | b'h', b'3'] => true,
        // `P-KB4`, `Kt-QB3`
        _ => {
            let (man, square) = plain.split_once('-').unwrap_or_default();
            let ranks: &[char] = if man == "P" { &['3', '4'] } else { &['3'] };
            matches!(man, "P" | "N" | "Kt" | "KN" | "QN" | "KKt" | "QKt")
                && square.starts_with(['K', 'Q', 'R', 'B'])
                && square.ends_with(ranks)
        }
    }
}

/// Leaves single moves that stand alone, where lists of them are there: what they are said of is unknown.
fn without_stray<'l>(raw: &str, told: Vec<&'l Literal>) -> (Vec<&'l Literal>, Vec<&'l Literal>) {
    let is_listed = |at: usize| {
        let gap = told.get(at + 1).and_then(|next| raw.get(told[at].end..next.start));
        gap.is_some_and(|gap| relation(gap) == Relation::Listed)
    };
    let is_in_list = |at: usize| is_listed(at) || at.checked_sub(1).is_some_and(is_listed);
    let is_single = |at: usize| told[at].kind.moves() == 1;
    let listed = (0..told.len()).filter(|at| is_single(*at) && is_in_list(*at)).count();
    let singles = (0..told.len()).filter(|at| is_single(*at)).count();
    if listed < FEWEST || singles - listed >= FEWEST {
        return (told, Vec::new());
    }
    let (stray, kept): (Vec<usize>, Vec<usize>) =
        (0..told.len()).partition(|&at| is_single(at) && !is_in_list(at));
    let of = |places: Vec<usize>| places.into_iter().map(|at| told[at]).collect();
    (of(kept), of(stray))
}

/// The games that some strings hold. A position is the start of the moves behind it if no bracket is closed between them: otherwise it
/// may be anything, for example the one that a test expects.
fn games(raw: &str, told: &[&Literal]) -> Out {
    let mut game = Game::default();
    let of_passages = of_passages(raw, told);
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
        let gap = before.and_then(|before| raw.get(before.end..literal.start));
        let mut relation = gap.map_or(Relation::Apart, relation);
        let name = callee(raw, literal.start);
        if relation == Relation::Apart && name.is_some_and(|name| of_passages.contains(name)) {
            relation = Relation::Called;
        }
        // Behind the end of one function, and the beginning of another one; or of a list with a name.
        let is_elsewhere = |gap: &str| is_between_functions(gap) || is_between_lists(gap);
        if gap.is_some_and(is_elsewhere) && begins(&literal.body.text) {
            relation = Relation::Elsewhere;
        }
        game.take(literal, relation);
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
    /// Both are told the same function, passage by passage.
    Called,
    /// One function ends and another one begins.
    Elsewhere,
}

/// Whether a block ends in what stands between two strings, and the head of another one begins.
fn is_between_functions(gap: &str) -> bool {
    const HEADS: [&str; 4] = ["def ", "func ", "fun ", "sub "];
    // What opens a block within a function.
    const WITHIN: [&str; 7] = ["if", "for", "while", "switch", "else", "catch", "foreach"];
    let is_head = |line: &str| HEADS.iter().any(|head| line.trim_start().starts_with(head));
    // What stands in brackets before a block is what a function is told.
    let closed = gap.find('}').unwrap_or(gap.len());
    let opens = |(at, _): (usize, &str)| {
        let head = gap[..at].trim_end().rsplit('\n').next().unwrap_or_default();
        let word = head.trim_start_matches([' ', '\t', '}']).split(|c: char| !c.is_alphabetic()).next();
        closed < at && head.contains('(') && !word.is_some_and(|word| WITHIN.contains(&word))
    };
    gap.match_indices('{').any(opens) || gap.lines().any(is_head)
}

/// Whether a list ends in what stands between two strings, and another one begins that has a name: `], "Italian Game": [`.
fn is_between_lists(gap: &str) -> bool {
    let behind = gap.trim_start().trim_start_matches(',').trim_start();
    let inside =
        behind.strip_prefix([']', ')', '}']).and_then(|rest| rest.trim_end().strip_suffix(['[', '(', '{']));
    inside.is_some_and(|name| {
        let name =
            name.trim_start_matches([',', ';', ' ', '\t', '\n', '\r', '(', '[', '{', ')', '}']).trim_end();
        // `), "Spanish" to listOf(`
        let is_named = name.ends_with([':', '=', '>']) || name.starts_with(['"', '\'', ':']);
        is_named && name.contains(char::is_alphabetic) && !name.contains([';', '('])
    })
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
    /// Whether its moves have numbers.
    is_numbered: bool,
}

impl Game {
    fn take(&mut self, literal: &Literal, relation: Relation) {
        match literal.kind {
            Kind::Tags | Kind::Position if self.moves > 0 => self.close(literal.start),
            Kind::Moves { tagged: true, .. } => self.close(literal.start),
            Kind::Moves { count, first, .. } if relation != Relation::Joined => {
                let goes_on = first.map_or(count <= 2 || relation == Relation::Called, |first| first > 1);
                // The same moves may be told once more, in another form: `'1. e4 g5'` and `c("e2e4", "g7g5")`.
                let is_told_again = self.is_numbered
                    && first.is_none()
                    && relation == Relation::Apart
                    && begins(&literal.body.text);
                if is_told_again || !goes_on || self.ended || relation == Relation::Elsewhere {
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
        if let Kind::Moves { count, first, .. } = literal.kind {
            self.is_numbered = first.is_some() && (self.is_numbered || self.moves == 0);
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
    // `'''1. e4 e5'''<ref>`: bold print of a wiki.
    let is_marked = |line: &str| line.starts_with("\"<");
    // `40,"Nf3","Nc6",` is a row of data.
    let is_row = |line: &str| line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(',');
    let is_code = |line: &&str| {
        if line.starts_with(|c: char| c.is_ascii_digit()) && is_row(line) {
            return false;
        }
        COMMENTS.iter().any(|sign| line.starts_with(sign))
            || line.ends_with(ENDS)
            || line.starts_with([',', '[', ']', '{', '}', ')'])
            || *line == "\""
            || WORDS.contains(line)
            || line.ends_with(" do")
            || line.ends_with(" then")
            || line.contains('"') && line.contains(['=', '(', '[', '{', '+']) && !is_marked(line)
    };
    let code = lines().filter(is_code).count();
    // A remark behind a string is said of it.
    let own = outside.lines().map(|line| match line.split_once('"') {
        Some((_, behind)) => behind.find("//").map_or(line, |at| &line[..line.len() - behind.len() + at]),
        None => line,
    });
    let moves = own.flat_map(str::split_whitespace).filter(|word| is_move(word)).count();
    let here = literals.iter().any(|literal| raw[literal.start..].starts_with("<<"));
    let is_code = code * 5 >= lines().count() * 3 && outside.contains(['=', '(', '[', '{']);
    (is_code || here) && moves < OUTSIDE
}

/// A move in a list whose quote is lost before the comma, `'d4, 'd5'`, and where it ends: what would close it opens the next.
fn closed_before_comma(raw: &str, quote: usize, end: usize) -> Option<(Out, usize)> {
    let inside = raw.get(quote + 1..end.checked_sub(1)?)?;
    let word = inside.trim_end().strip_suffix(',')?;
    let is_opened = raw[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
    if !is_opened || word.contains(char::is_whitespace) || !super::data::is_like_move(word) {
        return None;
    }
    let mut body = Out::default();
    body.copy(raw, quote + 1, quote + 1 + word.len());
    Some((body, quote + 1 + word.len()))
}

/// The strings of a text, in order; `depth`: how many strings it stands in itself.
fn literals(raw: &str, depth: usize) -> Vec<Literal> {
    /// Most signs of such a text that none follows; each is looked for to the end.
    const MOST_MISSED: usize = 32;
    let mut found: Vec<Literal> = Vec::new();
    let mut at = 0;
    let mut behind = None;
    let mut missed = 0;
    if depth == 0
        && let Some((body, end)) = cut_head(raw)
    {
        let kind = kind_of(&body.text);
        found.push(Literal { start: 0, end, body, kind });
        (at, behind) = (end, Some(end));
    }
    while let Some(step) = raw[at..].find(['"', '\'', '`', '<', '%', 'q']) {
        let quote = at + step;
        if let Some((body, end)) = words(raw, quote) {
            let kind = kind_of(&body.text);
            found.push(Literal { start: quote, end, body, kind });
            (at, behind) = (end, Some(end));
            continue;
        }
        if raw[quote..].starts_with(['%', 'q']) {
            at = quote + 1;
            continue;
        }
        found.extend(behind.and_then(|behind| constant(raw, behind, quote)));
        let is_here = raw[quote..].starts_with('<');
        let found_here = if is_here && missed < MOST_MISSED { here(raw, quote) } else { None };
        missed += usize::from(raw[quote..].starts_with("<<") && found_here.is_none());
        let before = !is_here && opened_by(raw, quote, behind);
        let Some((body, end)) = found_here.or_else(|| before.then(|| literal(raw, quote)).flatten()) else {
            at = quote + 1;
            continue;
        };
        let start = quote;
        let (body, end) = closed_before_comma(raw, quote, end).unwrap_or((body, end));
        behind = Some(end);
        at = end;
        let (body, kind) = told(body, depth);
        found.push(Literal { start, end, body, kind });
    }
    found
}

/// The words of a list that are parted by blanks, `%w[e4 e5]` or `qw(e4 e5)`, and where it ends.
fn words(raw: &str, at: usize) -> Option<(Out, usize)> {
    /// Most bytes of such a list.
    const LONGEST: usize = 1 << 14;
    let rest = &raw[at..raw.floor_char_boundary(at + LONGEST)];
    let inside =
        rest.strip_prefix("%w").or_else(|| rest.strip_prefix("%i")).or_else(|| rest.strip_prefix("qw"))?;
    let close = match inside.trim_start().chars().next()? {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        '/' => '/',
        _ => return None,
    };
    let from = at + rest.len() - inside.trim_start().len() + 1;
    let end = from + raw.get(from..at + rest.len())?.find(close)?;
    Some((copied(raw, from, end), end + 1))
}

/// The rest of a string of moves in which a part of a program begins, and where it ends.
fn cut_head(raw: &str) -> Option<(Out, usize)> {
    ['`', '"', '\''].into_iter().find_map(|sign| {
        let end = raw.match_indices(sign).map(|(at, _)| at).find(|&at| {
            let behind = raw[at + 1..].trim_start_matches([')', ']']);
            !raw[..at].ends_with('\\') && (behind.starts_with(",\n") || behind.starts_with(";\n"))
        })?;
        let is_one = !raw[..end].contains(['=', '{']) && (sign == '`' || !raw[..end].contains('\n'));
        if !is_one || opened_by(raw, end, None) {
            return None;
        }
        let body = unescaped(raw, 0, end, sign);
        (kind_of(&body.text).moves() > 0).then_some((body, end + 1))
    })
}

/// A name between the strings of a list that is spelled as a move: what it stands for is that move.
fn constant(raw: &str, from: usize, to: usize) -> Option<Literal> {
    let gap = raw.get(from..to)?;
    let name = gap.trim().strip_prefix(',')?.strip_suffix(',')?.trim();
    if !is_move(name) || name.contains(',') {
        return None;
    }
    let start = from + gap.find(name)?;
    let end = start + name.len();
    let body = copied(raw, start, end);
    let kind = kind_of(&body.text);
    Some(Literal { start, end, body, kind })
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
    // What a function or a file says of itself: three quotes that begin a line.
    let is_block = raw[quote..].starts_with("\"\"\"") || raw[quote..].starts_with("'''");
    let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
    trimmed.is_empty()
        || joins
        || is_block && begins_line
        || trimmed.ends_with(['=', '(', '[', '{', ',', ':', '+', '\\', '&', '|', '?'])
        || ["=>", "<<", "<-"].iter().any(|sign| trimmed.ends_with(sign))
        || ["return", "printf", "echo"].iter().any(|word| trimmed.ends_with(word))
        // `"moves" to "e4"`
        || trimmed.strip_suffix(" to").is_some_and(|name| name.ends_with('"'))
        || last == Some(trimmed.len())
        // A remark may stand behind a string: `"e4 e5 " # 1`.
        || last.and_then(|last| raw.get(last..before.len())).is_some_and(|gap| {
            gap.len() <= LONGEST_REMARK && gap.contains('\n') && matches!(relation(gap), Relation::Joined | Relation::Listed)
        })
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
    // Strings of some languages have lines; where a quote is but an apostrophe, none begins with a tag pair.
    let has_lines = sign == '`' || is_verbatim || rest[1..].starts_with('[');
    let (mut at, inside) = (quote + 1, quote + 1);
    loop {
        let next = raw[at..].chars().next();
        // The line end at the end of a file is none of its strings'.
        let Some(c) = next.filter(|_| !matches!(&raw[at..], "\n" | "\r\n")) else {
            /// Most bytes of what nothing closes.
            const LONGEST: usize = 1 << 14;
            // A part of a program may end within a string.
            let body = (raw.len() - inside < LONGEST).then(|| unescaped(raw, inside, raw.len(), sign))?;
            return (kind_of(&body.text).moves() > 0).then_some((body, raw.len()));
        };
        match c {
            '\\' if !is_verbatim => at += 1 + raw[at + 1..].chars().next()?.len_utf8(),
            '\n' if !has_lines => return None,
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
    if let Some((moves, count)) = commanded(&body) {
        return (moves, Kind::Moves { count, first: None, tagged: true });
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

/// The moves of a command to an engine, with the position before them as a tag pair: `position startpos moves e2e4 e7e5`; and how many they
/// are. Other commands may stand on lines around it.
fn commanded(body: &Out) -> Option<(Out, usize)> {
    let text = &body.text;
    let at = text.match_indices("position ").map(|(at, _)| at).find(|&at| {
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        before.trim().is_empty()
    })?;
    let line = text[at..].lines().next()?;
    let (start, moves) = line["position ".len()..].split_once(" moves ")?;
    let count = moves.split_whitespace().take_while(|word| is_move(word)).count();
    if count == 0 || count < moves.split_whitespace().count() {
        return None;
    }
    let mut out = Out::default();
    if let Some(fen) = start.trim().strip_prefix("fen ") {
        let from = fen.as_ptr() as usize - text.as_ptr() as usize;
        let mut own = Out::default();
        own.copy(text, from, from + fen.len());
        out.append(&position(&own)?);
        out.put("\n\n", from + fen.len(), from + fen.len());
    } else if start.trim() != "startpos" {
        return None;
    }
    let from = moves.as_ptr() as usize - text.as_ptr() as usize;
    out.copy(text, from, from + moves.len());
    Some((out.over(body), count))
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
pub(super) fn is_result(word: &str) -> bool {
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
    fn moves_of_calls_are_a_game() {
        for (raw, text) in [
            (
                "Try this:\n\n  > g.play!('d4')\n  'ok: d2d4'\n  > g.play!('d5')\n  > g.play!('c4')\n  > g.play!('e6')\n\nIt is easy.\n",
                "d4\nd5\nc4\ne6",
            ),
            // The same in another form, behind each call.
            (
                "void a() {\n  b.go(\"d4\");\n  was(\"d2d4\");\n  b.go(\"d5\");\n  was(\"d7d5\");\n  b.go(\"c4\");\n  was(\"c2c4\");\n  b.go(\"c6\");\n  was(\"c7c6\");\n}\n",
                "d4\nd5\nc4\nc6",
            ),
            // Each side has a function of its own.
            (
                "void a() {\n  w(\"d4\");\n  b(\"d5\");\n  w(\"c4\");\n  b(\"c6\");\n  w(\"Nf3\");\n  b(\"Nf6\");\n  w(\"e3\");\n  b(\"Bf5\");\n}\n",
                "d4\nd5\nc4\nc6\nNf3\nNf6\ne3\nBf5",
            ),
            // A game in each function.
            (
                "void a() {\n  b.go(\"f3\");\n  b.go(\"e5\");\n  b.go(\"g4\");\n  b.go(\"Qh4\");\n}\nvoid c() {\n  b.go(\"d4\");\n  b.go(\"d5\");\n}\n",
                "f3\ne5\ng4\nQh4\n*\n\nd4\nd5",
            ),
            // What a test expects to have been played.
            (
                "g = Game()\nassert str(g) == \"\"\ng.go(\"d4\")\ng.go(\"d5\")\nassert str(g) == \"1. d4 d5\"\ng.go(\"c4\")\ng.go(\"e6\")\nassert str(g) == \"1. d4 d5 2. c4 e6 *\"\n",
                "d4\nd5\nc4\ne6",
            ),
            // Passages of a game.
            (
                "b.line(\"P-Q4 P-Q4 P-QB4\")\nb.say(\"well\")\nb.line(\"PxP N-KB3 N-KB3\")\nb.line(\"P-K3 B-K3\")\n",
                "P-Q4 P-Q4 P-QB4\nPxP N-KB3 N-KB3\nP-K3 B-K3",
            ),
            // Values are no functions.
            (
                "a = [\n  { say: \"one\", ply: \"e4\" },\n  { say: \"two\", ply: \"e5\" },\n  { ply: \"Nf3\" },\n  { ply: \"d6\" },\n];\n",
                "e4\ne5\nNf3\nd6",
            ),
        ] {
            assert_eq!(plain(raw).as_deref(), Some(text), "{raw}");
        }
    }

    #[test]
    fn parts_of_moves_and_of_strings_are_whole() {
        for (raw, text) in [
            (
                "T m[] = {{\"d2\", \"d4\"}, {\"D7\", \"D5\"},\n  {\"c2\", \"c4\"}, {\"e7\", \"e6\"}};\n",
                "d2d4\nd7d5\nc2c4\ne7e6",
            ),
            ("a = [[\"e4\", \"e5\"], [\"Nf3\", \"Nc6\"]]\n", "e4\ne5\nNf3\nNc6"),
            (
                "a = {\n  \"Spanish\": [\"e4\", \"e5\", \"Nf3\", \"Nc6\", \"Bb5\"],\n  \"Réti\": [\"Nf3\", \"d5\"],\n};\n",
                "e4\ne5\nNf3\nNc6\nBb5\n*\n\nNf3\nd5",
            ),
            ("a = %w[e4 e5\n  Nf3 Nc6]\n", "e4 e5\n  Nf3 Nc6"),
            (
                "g.go(\"e2\" to \"e4\")\ng.go(\"e7\" to \"e5\")\ng.go(\"g1\" to \"f3\")\ng.go(\"b8\" to \"c6\")\n",
                "e2e4\ne7e5\ng1f3\nb8c6",
            ),
            // One square of a pair is lost.
            (
                "m := {{\"e2\", \"e4\"}, {\"e7\", \"e5\"}, {\"f1\", \"c4\"}, {\"b\"8, \"c6\"}, {\"d1\", \"h5\"}};\n",
                "e2e4\ne7e5\nf1c4\nd1h5",
            ),
            (
                "Use it:\n\n    g.go('d4')\n    // {from: 'd2', to: 'd4'}\n    g.go('d5')\n    // {from: 'd7', to: 'd5'}\n    g.go('c4')\n    g.go('e6')\n\nIt is simple.\n",
                "d4\nd5\nc4\ne6",
            ),
            ("s = (\"e4 e5 \"  # 1\n     \"Nf3 Nc6\")\n", "e4 e5 \nNf3 Nc6"),
            ("m = [\"d4\", \"d5\", Bf4, \"c5\",\n  \"e3\"];\n", "d4\nd5\nBf4\nc5\ne3"),
            // Commands to an engine.
            (
                "char a[] = \"position startpos moves d2d4 d7d5\";\nchar b[] = \"uci\\nposition startpos moves e2e4 e7e5\\ngo\\n\";\n",
                "d2d4 d7d5\n*\n\ne2e4 e7e5",
            ),
            // A part of a program may begin and end within a string.
            (
                "1. d4 d5 2. c4 1-0\",\n}, {\n  b: \"1. e4 e5 2. Nf3 Nc",
                "1. d4 d5 2. c4 1-0\n\n1. e4 e5 2. Nf3 Nc",
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
            "# White: A Black: B\nmove,white,black,remark\n1,\"e4\",\"e5\",\n2,\"Nf3\",\"Nc6\",\n3,\"Bb5\",,\n",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
