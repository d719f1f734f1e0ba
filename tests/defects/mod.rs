//! Games in pieces, and the defects that are put into them.
//!
//! The games are `fixtures/pgn/clean.pgn`: master games as published by The Week in Chess style
//! collections (moves are facts), and two famous short ones.

mod moves;
mod structure;
mod tags;

use shakmaty::san::{San, SanError};
use shakmaty::{Chess, Move};

/// A game in pieces that can be put together again.
#[derive(Clone)]
pub struct Game {
    pub tags: Vec<String>,
    pub plies: Vec<Ply>,
    pub result: String,
    /// Text behind everything.
    pub tail: String,
    pub head: String,
}

#[derive(Clone, Default)]
pub struct Ply {
    pub before: String,
    pub number: String,
    pub san: String,
    /// No space stands behind the move.
    pub glued: bool,
    pub after: String,
}

impl Game {
    pub fn text(&self) -> Vec<u8> {
        let mut out = self.tags.iter().map(|tag| format!("{tag}\n")).collect::<String>();
        out.push('\n');
        out.push_str(&self.head);
        for ply in &self.plies {
            let space = if ply.glued { "" } else { " " };
            out.push_str(&format!("{}{}{}{space}{}", ply.before, ply.number, ply.san, ply.after));
        }
        out.push_str(&format!("{}{}\n\n", self.result, self.tail));
        out.into_bytes()
    }

    pub fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.starts_with(&format!("[{name} ")))
    }

    pub fn set(&mut self, name: &str, value: &str) {
        let line = format!("[{name} \"{value}\"]");
        match self.tags.iter_mut().find(|tag| tag.starts_with(&format!("[{name} "))) {
            Some(tag) => *tag = line,
            None => self.tags.push(line),
        }
    }

    pub fn drop_tag(&mut self, name: &str) {
        self.tags.retain(|tag| !tag.starts_with(&format!("[{name} ")));
    }
}

pub fn fixture() -> &'static str {
    include_str!("../../fixtures/pgn/clean.pgn")
}

/// Mainlines of the fixture, re-set plainly.
pub fn games() -> Vec<Game> {
    let mut out = Vec::new();
    for text in fixture().split("[Event ").skip(1) {
        let text = format!("[Event {text}");
        let (tags, moves) = text.split_once("\n\n").unwrap();
        let mut depth = 0;
        let mut plain = String::new();
        for line in moves.lines() {
            for c in line.split(';').next().unwrap().chars() {
                match c {
                    '(' | '{' => depth += 1,
                    ')' | '}' => depth -= 1,
                    _ if depth == 0 => plain.push(c),
                    _ => {}
                }
            }
            plain.push(' ');
        }
        let mut words: Vec<&str> = plain
            .split([' ', '.'])
            .filter(|word| {
                !word.is_empty() && !word.bytes().all(|b| b.is_ascii_digit()) && !word.starts_with('$')
            })
            .collect();
        let result = words.pop().unwrap().to_owned();
        let plies = words
            .iter()
            .enumerate()
            .map(|(i, san)| Ply {
                number: if i % 2 == 0 { format!("{}. ", i / 2 + 1) } else { String::new() },
                san: (*san).to_owned(),
                ..Ply::default()
            })
            .collect();
        let tags = tags.lines().map(str::to_owned).collect();
        out.push(Game { tags, plies, result, tail: String::new(), head: String::new() });
    }
    out
}

/// A defect: its name, the code, and how to put it in.
pub type Defect = (&'static str, &'static str, Apply);

/// Puts a defect in at ply `i` (from 0) and tells the half-move (from 1, or none) of the finding; `None` where it cannot
/// be put in.
type Apply = fn(&mut Game, usize, &Chess, Move) -> Option<Option<usize>>;

pub fn bare(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

pub fn mark(san: &str) -> &str {
    &san[bare(san).len()..]
}

pub fn is_piece(san: &str) -> bool {
    san.starts_with(['N', 'B', 'R', 'Q', 'K'])
}

/// Puts a text in the place of the move.
pub fn put(g: &mut Game, i: usize, text: impl Into<String>) -> Option<Option<usize>> {
    g.plies[i].san = text.into();
    Some(Some(i + 1))
}

/// Puts a text behind the move.
pub fn behind(g: &mut Game, i: usize, text: &str) -> Option<Option<usize>> {
    g.plies[i].after = format!("{text} ");
    Some(Some(i + 1))
}

pub fn tag(g: &mut Game, i: usize, name: &str, value: &str) -> Option<Option<usize>> {
    if i > 0 {
        return None;
    }
    g.set(name, value);
    Some(None)
}

pub fn illegal(g: &mut Game, i: usize, p: &Chess, texts: &[&str]) -> Option<Option<usize>> {
    let text = texts
        .iter()
        .find(|text| text.parse::<San>().is_ok_and(|san| san.to_move(p) == Err(SanError::IllegalSan)))?;
    put(g, i, *text)
}

/// All defects.
pub fn all() -> impl Iterator<Item = &'static Defect> {
    [moves::DEFECTS, structure::DEFECTS, tags::DEFECTS].into_iter().flatten()
}
