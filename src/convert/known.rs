//! Games that are known from elsewhere (`--known`): found among the records by their players and moves, and compared with them
//! half-move by half-move.
//!
//! What is written is what the record says. A known game is one more witness where the record says nothing or nothing legible;
//! where the record says another move, the move of the record stands.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::io::{self, Read};

use scorebook_core::chess960::castling_of_fen;
use scorebook_search::Written;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, fen::Fen, san::SanPlus};

use crate::decode::{GameState, Reading};
use crate::finding::{Finding, code};
use crate::game::{Tags, mover_at};
use crate::notation::{self, spelling::san};
use crate::pgn::{Lexer, TokenKind};
use crate::record::{Cell, Draft};
use crate::text::{Source, Span};

/// Half-moves of a run by which games are found.
const RUN: usize = 6;
/// One run in so many is kept.
const SAMPLED: u64 = 3;
/// Runs of more games than this find none: they are openings.
const USUAL: usize = 300;
/// Most games that are compared with a record, move by move.
const LOOKED_AT: usize = 24;
/// A known game and a record are one game if this share of the shorter one is equal, with the players that both name, …
const SAME: f32 = 0.5;
/// … and if the players differ.
const SAME_OF_OTHERS: f32 = 0.8;
/// A shorter game is no proof that it is the same, if other players played it.
const SHORT: usize = 30;
/// The price of a half-move that is in one of two lines only, where one that differs costs 1.
const GAP: f32 = 0.8;

/// A collection of games that are known.
pub struct Known {
    name: String,
    bytes: Vec<u8>,
    games: Vec<Span>,
    by_run: HashMap<u64, Vec<u32>>,
    by_players: HashMap<u64, Vec<u32>>,
}

/// One of them.
pub(super) struct KnownGame {
    /// Its place in the collection, from 0.
    pub at: usize,
    pub tags: Tags,
    start: Chess,
    /// Its moves, up to the first that is illegal.
    moves: Vec<Move>,
}

/// A mark of something, to look it up.
fn mark_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A move in SAN without what is often left out.
fn bare(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|sign| !b"+#!?".contains(sign)).map_or(0, |last| last + 1);
    &text[..end]
}

/// A surname in small letters; nothing if the player is not named.
fn surname(name: &str) -> String {
    let own = match name.split_once(',') {
        Some((surname, _)) => surname,
        None => name.split_whitespace().next_back().unwrap_or(""),
    };
    own.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Whether two names can be of one player: they share a name of some length, or have nearly the same.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    /// Shorter parts of names are initials and titles.
    const LONG: usize = 3;
    let parts = |name: &str| -> Vec<Vec<char>> {
        let letters =
            name.split(|c: char| !c.is_alphabetic()).map(|part| part.to_lowercase().chars().collect());
        letters.collect()
    };
    let own = surname(one);
    if !own.is_empty() && own == surname(other) {
        return true;
    }
    let others = parts(other);
    let is_long = |part: &&Vec<char>| part.len() >= LONG;
    parts(one).iter().filter(is_long).any(|part| others.iter().any(|other| is_nearly(part, other)))
}

/// Whether two names are equal but for a letter in each four.
fn is_nearly(one: &[char], other: &[char]) -> bool {
    let allowed = one.len().min(other.len()) / 4;
    let mut before: Vec<usize> = (0..=other.len()).collect();
    for (at, sign) in one.iter().enumerate() {
        let mut now = vec![at + 1];
        for (place, own) in other.iter().enumerate() {
            let taken = before[place] + usize::from(sign != own);
            now.push(taken.min(before[place + 1] + 1).min(now[place] + 1));
        }
        before = now;
    }
    before.last().is_some_and(|differ| *differ <= allowed)
}

/// The surnames of both players, if both are named.
fn players(tags: &Tags) -> Option<[String; 2]> {
    let names = ["White", "Black"].map(|side| surname(tags.get(side).unwrap_or_default()));
    names.iter().all(|name| !name.is_empty()).then_some(names)
}

/// The marks of the runs of a game's moves that are kept.
fn runs<'m>(moves: impl Iterator<Item = &'m [u8]>) -> Vec<u64> {
    let marks: Vec<u64> = moves.map(mark_of).collect();
    let runs = marks.windows(RUN).skip(RUN).map(mark_of);
    runs.filter(|run| run % SAMPLED == 0).collect()
}

impl Known {
    /// The games of a PGN.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(name: String, mut reader: Box<dyn Read + Send>) -> io::Result<Known> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let mut known =
            Known { name, bytes, games: Vec::new(), by_run: HashMap::new(), by_players: HashMap::new() };
        known.index();
        Ok(known)
    }

    /// Its name, for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many games it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it has no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    fn index(&mut self) {
        let mut lexer = Lexer::new(&self.bytes);
        while lexer.begin_game() {
            let at = self.games.len() as u32;
            let mut span = Span::at(lexer.offset());
            let (mut names, mut moves) = ([String::new(), String::new()], Vec::new());
            while let Some(token) = lexer.next_token() {
                span.end = token.span.end;
                match token.kind {
                    TokenKind::Tag(tag) => {
                        let value = || surname(&String::from_utf8_lossy(&tag.unescaped(&self.bytes)));
                        match &self.bytes[tag.name.range()] {
                            b"White" => names[0] = value(),
                            b"Black" => names[1] = value(),
                            _ => {}
                        }
                    }
                    TokenKind::Symbol if lexer.depth() == 0 => moves.push(bare(token.text(&self.bytes))),
                    _ => {}
                }
            }
            for run in runs(moves.into_iter()) {
                self.by_run.entry(run).or_default().push(at);
            }
            if names.iter().all(|name| !name.is_empty()) {
                self.by_players.entry(mark_of(&names)).or_default().push(at);
            }
            self.games.push(span);
        }
    }

    /// A game with its moves.
    fn game(&self, at: usize) -> Option<KnownGame> {
        let bytes = self.bytes.get(self.games.get(at)?.range())?;
        let mut lexer = Lexer::new(bytes);
        let mut game = KnownGame { at, tags: Tags::default(), start: Chess::default(), moves: Vec::new() };
        let mut position: Option<Chess> = None;
        lexer.begin_game();
        while let Some(token) = lexer.next_token() {
            match token.kind {
                TokenKind::Tag(tag) => {
                    let name = String::from_utf8_lossy(&bytes[tag.name.range()]).into_owned();
                    let value = String::from_utf8_lossy(&tag.unescaped(bytes)).into_owned();
                    if name == "FEN" {
                        let setup = value.parse::<Fen>().ok()?;
                        let mode = castling_of_fen(&value, setup.as_setup());
                        game.start = setup.into_position(mode).ok()?;
                    }
                    game.tags.set_default(&name, value);
                }
                TokenKind::Symbol if lexer.depth() == 0 => {
                    let position = position.get_or_insert_with(|| game.start.clone());
                    let san = SanPlus::from_ascii(token.text(bytes)).ok();
                    let Some(mv) = san.and_then(|san| san.san.to_move(position).ok()) else { break };
                    game.moves.push(mv);
                    position.play_unchecked(mv);
                }
                _ => {}
            }
        }
        Some(game)
    }

    /// The known game that a record is, by its moves, its players and its date.
    pub(super) fn find(&self, tags: &Tags, reading: &Reading) -> Option<KnownGame> {
        let moves: Vec<Move> = reading.game.moves().collect();
        let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
        let texts = sans(&reading.game.start, &moves);
        for run in runs(texts.iter().map(|text| bare(text.as_bytes()))) {
            for &game in self.by_run.get(&run).filter(|games| games.len() <= USUAL).into_iter().flatten() {
                *votes.entry(game).or_default() += 1;
            }
        }
        let own = players(tags);
        let named = own.as_ref().and_then(|names| self.by_players.get(&mark_of(names)));
        for &game in named.into_iter().flatten() {
            *votes.entry(game).or_default() += 2;
        }
        let mut votes: Vec<(u32, usize)> = votes.into_iter().collect();
        votes.sort_by_key(|&(game, votes)| (std::cmp::Reverse(votes), game));
        votes.truncate(LOOKED_AT);
        let games = votes.into_iter().filter_map(|(game, _)| self.game(game as usize));
        let rated =
            games.filter_map(|game| Some((likeness(&game, tags, own.as_ref(), reading, &moves)?, game)));
        // Of equals the first.
        let best = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, game)| game)
    }

    /// What people call one of its games.
    pub(super) fn game_name(&self, game: &KnownGame) -> String {
        format!("{}, game {}", self.name, game.at + 1)
    }

    /// What is to be said of the games that no record has; `found` are those that some have.
    pub(super) fn missing(&self, found: &[usize]) -> Vec<Finding> {
        /// More games than this are counted and not listed.
        const LISTED: usize = 200;
        let found: HashSet<usize> = found.iter().copied().collect();
        let missing: Vec<usize> = (0..self.len()).filter(|at| !found.contains(at)).collect();
        if missing.len() > LISTED {
            let words =
                format!("{} of the {} games of {} are in no record", missing.len(), self.len(), self.name);
            return vec![Finding::new(&code::W106, Span::default(), words)];
        }
        let each = missing.into_iter().filter_map(|at| self.game(at)).map(|game| {
            let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_owned();
            let words = format!(
                "{} ({} – {}, {}) is in no record",
                self.game_name(&game),
                tag("White"),
                tag("Black"),
                tag("Date")
            );
            Finding::new(&code::W106, Span::default(), words)
        });
        each.collect()
    }
}

/// How sure it is that a known game is that of a record; `None` if it is not.
fn likeness(
    game: &KnownGame,
    tags: &Tags,
    own: Option<&[String; 2]>,
    reading: &Reading,
    moves: &[Move],
) -> Option<f32> {
    let shorter = moves.len().min(game.moves.len());
    if game.start != reading.game.start || shorter == 0 {
        return None;
    }
    let pairs = align(moves, &game.moves);
    let equal = pairs.iter().filter(|pair| matches!(pair, (Some(a), Some(b)) if moves[*a] == game.moves[*b]));
    let share = equal.count() as f32 / shorter as f32;
    let names = players(&game.tags);
    let alike = match (own, &names) {
        (Some(own), Some(other)) => Some(own.iter().zip(other).filter(|(a, b)| a == b).count()),
        _ => None,
    };
    let is_same = match alike {
        Some(0) => share >= SAME_OF_OTHERS && shorter >= SHORT,
        _ => share >= SAME,
    };
    let year = |tags: &Tags| tags.get("Date").and_then(|date| date.get(..4)).map(str::to_owned);
    let known_year = |tags: &Tags| year(tags).filter(|year| year.bytes().all(|b| b.is_ascii_digit()));
    let date = match (known_year(tags), known_year(&game.tags)) {
        (Some(own), Some(other)) if own == other => 0.1,
        (Some(_), Some(_)) => -0.1,
        _ => 0.0,
    };
    is_same.then_some(share + alike.unwrap_or(0) as f32 * 0.2 + date)
}

/// Whether two half-moves are the same move of the same man. What it takes may differ where the games differ before.
fn is_same(one: Move, other: Move) -> bool {
    (one.role(), one.from(), one.to(), one.promotion())
        == (other.role(), other.from(), other.to(), other.promotion())
}

/// The moves of a game in SAN.
fn sans(start: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let each = moves.iter().map(|&mv| {
        let text = san(&position, mv);
        position.play_unchecked(mv);
        text
    });
    each.collect()
}

/// Which half-move of one line stands for which of the other, with as few differences as can be.
fn align(one: &[Move], other: &[Move]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut costs = vec![vec![0.0_f32; other.len() + 1]; one.len() + 1];
    let differs = |a: usize, b: usize| if is_same(one[a], other[b]) { 0.0 } else { 1.0 };
    for a in (0..=one.len()).rev() {
        for b in (0..=other.len()).rev() {
            costs[a][b] = match (a == one.len(), b == other.len()) {
                (true, true) => 0.0,
                (true, false) => costs[a][b + 1] + GAP,
                (false, true) => costs[a + 1][b] + GAP,
                (false, false) => (costs[a + 1][b + 1] + differs(a, b))
                    .min(costs[a + 1][b] + GAP)
                    .min(costs[a][b + 1] + GAP),
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < one.len() || b < other.len() {
        let now = costs[a][b];
        if a < one.len() && b < other.len() && costs[a + 1][b + 1] + differs(a, b) <= now {
            pairs.push((Some(a), Some(b)));
            (a, b) = (a + 1, b + 1);
        } else if a < one.len() && costs[a + 1][b] + GAP <= now {
            pairs.push((Some(a), None));
            a += 1;
        } else {
            pairs.push((None, Some(b)));
            b += 1;
        }
    }
    pairs
}

/// The notation in which the half-moves of a known game are given to a reading.
pub(super) const WRITTEN: &str = "san";

impl KnownGame {
    /// Its half-moves as the cells of a record.
    pub(super) fn cells(&self) -> Option<Vec<Cell<'static>>> {
        let notation = notation::find(WRITTEN)?;
        let mut state = GameState::new(&self.start);
        let mut cells = Vec::new();
        for (ply, &mv) in (1u32..).zip(&self.moves) {
            let text = notation.write(&state.position, &state.lineage, mv)?;
            let (number, side) = mover_at(&self.start, ply);
            let cell = Cell { text: text.into(), number: Some(number), side: Some(side), ..Cell::default() };
            cells.push(cell);
            state.play(mv);
        }
        Some(cells)
    }
}

/// What a record says of a half-move of a known game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The same move.
    Same,
    /// Another move.
    Differs,
    /// Nothing that can be read for sure.
    Illegible,
    /// The record has no cell for it.
    Missing,
    /// The record has a half-move that the known game lacks.
    Extra,
    /// A move that the rules forbid.
    Illegal,
}

impl Status {
    /// Its name in tables.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Same => "same",
            Status::Differs => "differs",
            Status::Illegible => "illegible",
            Status::Missing => "missing",
            Status::Extra => "extra",
            Status::Illegal => "illegal",
        }
    }
}

/// A half-move of a record beside that of the known game.
#[derive(Clone, Debug)]
pub struct HalfMove {
    /// Move number and side.
    pub mover: (u32, Color),
    /// What the record says of it.
    pub status: Status,
    /// The move of the record in SAN; empty if it has none.
    pub record: String,
    /// The move of the known game in SAN; empty if it has none.
    pub known: String,
    /// The text of the record.
    pub text: String,
    /// Its line in the record, from 1; 0 if the record has no cell.
    pub line: usize,
    /// Codes of the findings on it.
    pub codes: String,
}

/// A record beside the known game that it is.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The names of the players in the record.
    pub players: [String; 2],
    /// The number of the known game in its collection, from 1.
    pub known: usize,
    /// The half-moves in their order.
    pub half_moves: Vec<HalfMove>,
}

/// Compares a reading with a known game, and adds a finding for each half-move in which the record says another.
pub(super) fn compare(
    source: &Source,
    draft: &Draft<'_>,
    reading: &mut Reading,
    known: &Known,
    game: &KnownGame,
) -> Comparison {
    let own: Vec<Move> = reading.game.moves().collect();
    let (own_sans, known_sans) = (sans(&reading.game.start, &own), sans(&game.start, &game.moves));
    let mut states = vec![GameState::new(&reading.game.start)];
    for &mv in &own {
        let mut state = states[states.len() - 1].clone();
        state.play(mv);
        states.push(state);
    }
    let mut half_moves = Vec::new();
    let mut findings = Vec::new();
    let mut last = Span::at(draft.span.start);
    for pair in align(&own, &game.moves) {
        let ply = pair.0.or(pair.1).map_or(1, |at| at as u32 + 1);
        let told: Vec<&Finding> = match pair.0 {
            Some(at) => reading.findings.iter().filter(|f| f.ply == Some(at as u32 + 1)).collect(),
            None => Vec::new(),
        };
        let cell = pair.0.and_then(|at| reading.cells.get(at).copied().flatten());
        let cell = cell.and_then(|cell| draft.mainline.cells.get(cell as usize));
        last = cell.map_or(last, |cell| cell.span);
        let known_san = pair.1.map_or("", |at| known_sans[at].as_str());
        let is_legible = cell.is_some_and(|cell| Written::of_text(&cell.text, 0.0).is_some());
        let status = match pair {
            (None, _) if reading.rest.is_some() && ply as usize > own.len() => Status::Illegible,
            (None, _) => Status::Missing,
            (Some(_), None) => Status::Extra,
            (Some(_), Some(_)) if cell.is_none() => Status::Missing,
            (Some(_), Some(_)) if !is_legible => Status::Illegible,
            (Some(a), Some(b)) if is_same(own[a], game.moves[b]) => match cell {
                Some(cell) if !told.is_empty() && says_illegal(cell, &states[a], reading.notation) => {
                    Status::Illegal
                }
                _ => Status::Same,
            },
            // The text is that of the known game; the reading around it went astray, and says so.
            (Some(_), Some(_)) if !told.is_empty() && cell.is_some_and(|cell| says(cell, known_san)) => {
                Status::Same
            }
            (Some(_), Some(_)) if may_be(&told, known_san) => Status::Illegible,
            (Some(_), Some(_)) => Status::Differs,
        };
        let mover = mover_at(&reading.game.start, ply);
        if let (Some(at), Status::Differs) = (pair.0, status) {
            let words =
                format!("{} has {known_san} here; the record says {}", known.game_name(game), own_sans[at]);
            let state: &GameState = &states[at];
            let fen = Fen::from_position(&state.position, EnPassantMode::Legal).to_string();
            let finding = Finding::new(&code::W104, last, words).at_ply(ply, mover.0, mover.1);
            findings.push(finding.text(cell.map_or("", |cell| &*cell.text)).fen(fen));
        }
        let codes: Vec<&str> = told.iter().map(|finding| finding.code.id).collect();
        half_moves.push(HalfMove {
            mover,
            status,
            record: pair.0.map_or_else(String::new, |at| own_sans[at].clone()),
            known: known_san.to_owned(),
            text: cell.map_or_else(String::new, |cell| cell.text.to_string()),
            line: cell.map_or(0, |cell| source.locate(cell.span.start).0),
            codes: codes.join(" "),
        });
    }
    reading.findings.extend(findings);
    let name = |side: &str| reading.game.tags.get(side).unwrap_or("?").to_owned();
    Comparison { players: [name("White"), name("Black")], known: game.at + 1, half_moves }
}

/// Whether the findings on a half-move leave it open that it is this one.
fn may_be(told: &[&Finding], san: &str) -> bool {
    let doubts = told.iter().filter(|finding| finding.code == &code::A101 || finding.code == &code::A111);
    doubts
        .flat_map(|finding| &finding.candidates)
        .any(|candidate| bare(candidate.san.as_bytes()) == bare(san.as_bytes()))
}

/// Whether the text of a cell is this move, letter by letter.
fn says(cell: &Cell<'_>, san: &str) -> bool {
    bare(cell.text.trim().as_bytes()) == bare(san.as_bytes())
}

/// Whether the text of a cell is a move in the notation, and none that the rules allow.
fn says_illegal(cell: &Cell<'_>, state: &GameState, notation: &str) -> bool {
    let Some(notation) = notation::find(notation) else { return false };
    let senses = notation::read(notation, &cell.text, state.position.turn());
    let legal = state.position.legal_moves();
    !senses.is_empty()
        && !senses.iter().any(|sense| legal.iter().any(|&mv| sense.skeleton.admits(state.scene(), mv)))
}
