//! Games of an archive as JSON lines and CSV rows, with the same fields as [`json`](super::json) and
//! [`csv`](super::csv).

use serde_json::{Map, Value, json};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position, fen::Fen};

use super::{csv, json};
use crate::archive::{
    AnnotatedMoves, Annotation, Body, Stored, VariantRules, is_unruly, unruly_move, unruly_text,
};
use crate::international::Move16;

/// A line of moves while it is replayed.
struct StoredLine {
    now: VariantPosition,
    /// Whether illegal moves were kept as written.
    unruly: bool,
    /// The position before the last move, from which a variation starts.
    before: Option<VariantPosition>,
    plies: Vec<Map<String, Value>>,
    /// Comments before the first move.
    comments: Vec<Value>,
}

impl StoredLine {
    fn new(now: VariantPosition, unruly: bool) -> StoredLine {
        StoredLine { now, unruly, before: None, plies: Vec::new(), comments: Vec::new() }
    }

    fn play(&mut self, rules: VariantRules, word: Move16) -> Result<(), String> {
        let (san, uci, next) = made(rules, self.unruly, &self.now, word)?;
        self.before = Some(std::mem::replace(&mut self.now, next));
        self.plies.push(Map::from_iter([
            ("san".to_owned(), Value::from(san)),
            ("uci".to_owned(), Value::from(uci)),
        ]));
        Ok(())
    }

    /// Appends `value` to a list of the last move.
    fn say(&mut self, list: &str, value: Value) {
        match self.plies.last_mut() {
            None => self.comments.push(value),
            Some(ply) => {
                let said = ply.entry(list).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(said) = said {
                    said.push(value);
                }
            }
        }
    }
}

/// A move in SAN and in UCI, and the position after it.
fn made(
    rules: VariantRules,
    unruly: bool,
    position: &VariantPosition,
    word: Move16,
) -> Result<(String, String, VariantPosition), String> {
    if word.is_null() {
        let next = position.clone().swap_turn().map_err(|_| "a null move in check".to_owned())?;
        return Ok(("--".to_owned(), "0000".to_owned(), next));
    }
    if let VariantPosition::Chess(chess) = position
        && unruly
        && let Some(m) = unruly_move(chess, word)
    {
        let mut next = chess.clone();
        next.play_unchecked(m);
        let uci = UciMove::from_move(m, rules.castling).to_string();
        return Ok((unruly_text(chess, m), uci, VariantPosition::Chess(next)));
    }
    let m = word.to_move(position).ok_or_else(|| format!("{word} is not a legal move"))?;
    let uci = UciMove::from_move(m, rules.castling).to_string();
    let mut next = position.clone();
    let san = SanPlus::from_move_and_play_unchecked(&mut next, m).to_string();
    Ok((san, uci, next))
}

fn start(game: &Stored) -> Result<(VariantRules, VariantPosition), String> {
    let rules = VariantRules::of(&game.tags).ok_or("the variant is not known")?;
    Ok((rules, rules.start(&game.tags)?))
}

/// The game as one JSON object on one line, with its number in the archive, from 1. A game stored as text has
/// `text` instead of `plies`.
///
/// # Errors
/// If a move is illegal: the message.
pub fn json(game: &Stored, number: u64, file: &str) -> Result<String, String> {
    let mut object = object(game, file)?;
    object.insert("game".to_owned(), number.into());
    Ok(format!("{}\n", Value::Object(object)))
}

/// The object of [`json`] without the number of the game.
///
/// # Errors
/// If a move is illegal: the message.
pub fn object(game: &Stored, file: &str) -> Result<Map<String, Value>, String> {
    let mut object = Map::new();
    object.insert("file".to_owned(), file.into());
    let tags = game.tags.iter().map(|tag| (tag.name.to_string(), Value::from(tag.value.as_str())));
    object.insert("tags".to_owned(), Value::Object(tags.collect()));
    match &game.body {
        Body::Text(text) => {
            object.insert("text".to_owned(), String::from_utf8_lossy(text).into());
        }
        Body::Moves(moves) => {
            let (rules, start) = start(game)?;
            if game.tags.get("FEN").is_some() {
                let fen = Fen::from_position(&start, EnPassantMode::Legal).to_string();
                object.insert("start".to_owned(), fen.into());
            }
            let line = follow(moves, rules, start, is_unruly(&game.tags))?;
            object.insert("result".to_owned(), moves.termination.as_str().into());
            if !line.comments.is_empty() {
                object.insert("comments".to_owned(), line.comments.into());
            }
            let shown = game.shown();
            let plies: Vec<Value> = (1..)
                .zip(line.plies)
                .map(|(ply, mut made)| {
                    json::add_shown(&shown, ply, &mut made);
                    Value::Object(made)
                })
                .collect();
            object.insert("plies".to_owned(), plies.into());
        }
    }
    Ok(object)
}

/// All moves with their comments and variations.
fn follow(
    moves: &AnnotatedMoves,
    rules: VariantRules,
    start: VariantPosition,
    unruly: bool,
) -> Result<StoredLine, String> {
    let mut stored = StoredLine::new(start, unruly);
    let mut outer: Vec<StoredLine> = Vec::new();
    let mut notes = moves.notes.iter().peekable();
    for ply in 0..=moves.line.len() {
        while let Some(note) = notes.next_if(|note| note.ply as usize <= ply) {
            match &note.event {
                Annotation::Nag(nag) => stored.say("nags", json!(nag)),
                Annotation::Comment(text) => stored.say("comments", text.as_str().into()),
                Annotation::Open => {
                    let from = stored.before.clone().ok_or("a variation before any move")?;
                    outer.push(std::mem::replace(&mut stored, StoredLine::new(from, unruly)));
                }
                Annotation::Close => {
                    let whole = outer.pop().ok_or("a `)` without a matching `(`")?;
                    let variation = std::mem::replace(&mut stored, whole);
                    let plies: Vec<Value> = variation.plies.into_iter().map(Value::Object).collect();
                    let mut object = Map::from_iter([("plies".to_owned(), Value::from(plies))]);
                    if !variation.comments.is_empty() {
                        object.insert("comments".to_owned(), variation.comments.into());
                    }
                    stored.say("variations", object.into());
                }
                Annotation::Move(word) => stored.play(rules, *word)?,
            }
        }
        if let Some(&word) = moves.line.get(ply) {
            stored.play(rules, word)?;
        }
    }
    Ok(stored)
}

/// The rows of a game with the columns of [`csv::COLUMNS`](super::csv::COLUMNS); none for a game stored as
/// text.
///
/// # Errors
/// If a move is illegal: the message.
pub fn rows(game: &Stored, number: u64, file: &str) -> Result<Vec<Vec<String>>, String> {
    let Body::Moves(moves) = &game.body else { return Ok(Vec::new()) };
    let (rules, mut position) = start(game)?;
    let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
    let (white, black) = (tag("White"), tag("Black"));
    let shown = game.shown();
    let mut rows = Vec::with_capacity(moves.line.len());
    for (ply, &word) in (1..).zip(&moves.line) {
        let (number_now, side) = (position.fullmoves().get(), position.turn());
        let (san, uci, next) = made(rules, is_unruly(&game.tags), &position, word)?;
        position = next;
        let ply: u32 = ply;
        let mut row = vec![
            number.to_string(),
            file.to_owned(),
            white.clone(),
            black.clone(),
            ply.to_string(),
            number_now.to_string(),
            side.fold_wb("white", "black").to_owned(),
            String::new(),
            san,
            uci,
            String::new(),
        ];
        row.extend(csv::shown(&shown, ply as usize));
        rows.push(row);
    }
    Ok(rows)
}
