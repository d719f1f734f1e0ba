//! JSON output: one object per game.

use std::io::{self, Write};

use scorebook_export::{CleanGame, CleanText, JsonPly};
use serde::Serialize;
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};

use crate::convert::asked::Asked;
use crate::pass::{Passing, castling_mode, uci};
use crate::shown::Shown;

use super::{Located, Record, pgn};
use crate::game::{Tags, Verdict};
use crate::notation::san::SAN;
use crate::notation::spelling::san;

/// What stands before the half-moves of a game.
#[derive(Serialize)]
struct JsonStart<'a> {
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
}

/// What stands behind its half-moves.
#[derive(Serialize)]
struct JsonEnd<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    not_read: Option<&'a str>,
    findings: Vec<Finding<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    questions: &'a [Asked],
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

/// The game as one JSON object on one line. [`write_numbered`] adds its number.
#[must_use]
pub fn line(record: &Record<'_>) -> String {
    let game = record.game;
    let mut position = game.start.clone();
    let mode = castling_mode(&position);
    let mut shown = Shown::beginning(position.turn().is_black());
    for (ply, made) in (1..).zip(&game.line.plies) {
        made.comments.iter().for_each(|comment| shown.comment(ply, comment));
    }
    let start = JsonStart {
        file: record.file,
        line: record.line,
        reading: record.verdict.as_str(),
        chance: record.chance.map(thousandths),
        notation: record.notation,
        tags: tags(&game.tags),
        start: (game.start != Chess::default())
            .then(|| Fen::from_position(&game.start, EnPassantMode::Legal).to_string()),
        result: pgn::result(game.outcome),
    };
    let end = JsonEnd {
        not_read: record.rest,
        findings: record.findings.iter().map(finding).collect(),
        questions: record.asked,
    };
    around(&start, &end, |out| {
        for (i, ply) in game.line.plies.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            let made = JsonPly {
                text: record.cells.get(i).map_or("", |(_, text)| text.as_str()),
                san: &san(&position, ply.mv),
                uci: &uci(ply.mv, mode),
                nags: &ply.nags,
                comments: &ply.comments,
                guessed: record.guessed(i + 1),
                chance: record.chances.get(i).copied(),
            };
            made.write(&shown, i + 1, out);
            position.play_or_pass(ply.mv);
        }
    })
}

/// The same of a game without a defect.
#[must_use]
pub fn clean_line(text: &CleanText<'_>, game: &CleanGame, file: &str, line: usize) -> String {
    let mut pairs = text.tags(game);
    pairs.set("Result", game.outcome.as_str());
    let start = JsonStart {
        file,
        line,
        reading: Verdict::Verified.as_str(),
        chance: None,
        notation: SAN.name,
        tags: tags(&pairs),
        start: None,
        result: pgn::result(game.outcome),
    };
    let end = JsonEnd { not_read: None, findings: Vec::new(), questions: &[] };
    around(&start, &end, |out| text.write_json_plies(game, out))
}

fn tags(tags: &Tags) -> serde_json::Map<String, serde_json::Value> {
    tags.iter().map(|tag| (tag.name.to_string(), tag.value.as_str().into())).collect()
}

/// One object of what stands before the half-moves, these, and what stands behind them.
fn around(start: &JsonStart<'_>, end: &JsonEnd<'_>, plies: impl FnOnce(&mut String)) -> String {
    let mut out = serde_json::to_string(start).unwrap_or_default();
    out.pop();
    out.push_str(",\"plies\":[");
    plies(&mut out);
    out.push_str("],");
    out.push_str(serde_json::to_string(end).unwrap_or_default().trim_start_matches('{'));
    out
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

/// Writes an object of [`line`] with the number of the game, from 1, on a line of its own.
///
/// # Errors
/// Those of the output.
pub fn write_numbered(line: &str, game: usize, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{\"game\":{game},")?;
    out.write_all(line.strip_prefix('{').unwrap_or(line).as_bytes())?;
    out.write_all(b"\n")
}
