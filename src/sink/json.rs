//! JSON output: one object per game.

use serde::Serialize;
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};

use crate::convert::asked::Asked;
use crate::pass::{Passing, castling_mode, uci};
use crate::shown::Shown;

use super::{Located, Record, pgn};
use crate::notation::spelling::san;

#[derive(Serialize)]
struct JsonGame<'a> {
    file: &'a str,
    line: usize,
    reading: &'a str,
    /// The chance that all half-moves are right, where it was weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    notation: &'a str,
    tags: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    result: &'a str,
    plies: Vec<JsonPly<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_read: Option<&'a str>,
    findings: Vec<Finding<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    questions: &'a [Asked],
}

#[derive(Serialize)]
struct JsonPly<'a> {
    text: &'a str,
    san: String,
    uci: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: &'a Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: &'a Vec<String>,
    /// The chance that the game is right up to here.
    #[serde(skip_serializing_if = "Option::is_none")]
    guessed: Option<f64>,
    /// The chance that this half-move is right, where it was weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    /// What its comments show.
    #[serde(flatten)]
    shown: serde_json::Map<String, serde_json::Value>,
}

/// Adds what is shown of half-move `ply`, from 1: `clock` and `time` in seconds, `eval` in pawns from White's side, `mate`, `depth`.
pub(super) fn add_shown(shown: &Shown, ply: usize, object: &mut serde_json::Map<String, serde_json::Value>) {
    fn number(column: &[Option<f32>], ply: usize) -> Option<serde_json::Value> {
        let value = column.get(ply - 1).copied().flatten()?;
        // The decimals as they were written, not those of the nearest binary number.
        Some(value.to_string().parse().unwrap_or(f64::from(value)).into())
    }
    fn whole(column: &[Option<i16>], ply: usize) -> Option<serde_json::Value> {
        column.get(ply - 1).copied().flatten().map(Into::into)
    }
    let values = [
        ("clock", number(&shown.clocks, ply)),
        ("time", number(&shown.times, ply)),
        ("eval", number(&shown.evals, ply)),
        ("mate", whole(&shown.mates, ply)),
        ("depth", whole(&shown.depths, ply)),
    ];
    for (name, value) in values {
        if let Some(value) = value {
            object.insert(name.to_owned(), value);
        }
    }
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    severity: String,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    text: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<&'a str>,
    candidates: Vec<&'a str>,
}

/// The game as one JSON object on one line. [`numbered`] adds its number.
#[must_use]
pub fn line(record: &Record<'_>) -> String {
    let mut position = record.game.start.clone();
    let mode = castling_mode(&position);
    let mut shown = Shown::beginning(position.turn().is_black());
    for (ply, made) in (1..).zip(&record.game.line.plies) {
        made.comments.iter().for_each(|comment| shown.comment(ply, comment));
    }
    let plies = record
        .game
        .line
        .plies
        .iter()
        .enumerate()
        .map(|(i, ply)| {
            let mut told = serde_json::Map::new();
            add_shown(&shown, i + 1, &mut told);
            let entry = JsonPly {
                text: record.cells.get(i).map_or("", |(_, text)| text.as_str()),
                san: san(&position, ply.mv),
                uci: uci(ply.mv, mode),
                nags: &ply.nags,
                comments: &ply.comments,
                guessed: record.guessed(i + 1).map(thousandths),
                chance: record.chances.get(i).copied().map(thousandths),
                shown: told,
            };
            position.play_or_pass(ply.mv);
            entry
        })
        .collect();
    let start = &record.game.start;
    let line = JsonGame {
        file: record.file,
        line: record.line,
        reading: record.verdict.as_str(),
        chance: record.chance.map(thousandths),
        notation: record.notation,
        tags: record.game.tags.iter().map(|tag| (tag.name.to_string(), tag.value.as_str().into())).collect(),
        start: (*start != Chess::default())
            .then(|| Fen::from_position(start, EnPassantMode::Legal).to_string()),
        result: pgn::result(record.game.outcome),
        plies,
        not_read: record.rest,
        findings: record.findings.iter().map(finding).collect(),
        questions: record.asked,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// A chance, rounded: more digits would say more than is known.
fn thousandths(chance: f32) -> f64 {
    (f64::from(chance) * 1000.0).round() / 1000.0
}

/// A finding as a value.
pub(crate) fn value(located: &Located) -> serde_json::Value {
    serde_json::to_value(finding(located)).unwrap_or_default()
}

fn finding(located: &Located) -> Finding<'_> {
    let finding = &located.finding;
    Finding {
        code: finding.code.id,
        severity: finding.severity.to_string(),
        line: located.line,
        column: located.column,
        ply: finding.ply,
        text: &finding.text,
        message: &finding.message,
        fen: finding.fen.as_deref(),
        chosen: finding.chosen.as_deref(),
        candidates: finding.candidates.iter().map(|candidate| candidate.san.as_str()).collect(),
    }
}

/// Adds the number of the game, from 1, and a line end to an object of [`line`].
#[must_use]
pub fn numbered(line: &str, game: usize) -> String {
    format!("{{\"game\":{game},{}\n", line.strip_prefix('{').unwrap_or(line))
}
