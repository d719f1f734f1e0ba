//! Half-moves as objects of JSON.

use std::fmt::Write;

use scorebook_core::shown::Shown;
use shakmaty::Color;

use super::clean::{CleanGame, CleanText};
use super::movetext::{Event, UciText};
use crate::text::Span;

/// A half-move of the main line.
#[derive(Copy, Clone, Debug, Default)]
pub struct JsonPly<'a> {
    /// Its text in the record.
    pub text: &'a str,
    /// The move in standard SAN.
    pub san: &'a str,
    /// The move as the Universal Chess Interface writes it.
    pub uci: &'a str,
    /// Its glyphs.
    pub nags: &'a [u8],
    /// Its comments.
    pub comments: &'a [String],
    /// The chance that the game is right up to here.
    pub guessed: Option<f32>,
    /// The chance that this half-move is right, where it was weighed.
    pub chance: Option<f32>,
}

impl JsonPly<'_> {
    /// Appends it as an object, with what is `shown` of half-move `ply`, from 1.
    ///
    /// ```
    /// use scorebook_core::shown::Shown;
    /// use scorebook_export::JsonPly;
    /// let mut shown = Shown::default();
    /// shown.comment(1, "[%clk 0:10:00] [%eval -0.17]");
    /// let ply = JsonPly { text: "e2-e4", san: "e4", uci: "e2e4", nags: &[1, 14], chance: Some(0.5), ..JsonPly::default() };
    /// let mut out = String::new();
    /// ply.write(&shown, 1, &mut out);
    /// assert_eq!(
    ///     out,
    ///     r#"{"text":"e2-e4","san":"e4","uci":"e2e4","nags":[1,14],"chance":0.5,"clock":600.0,"eval":-0.17}"#
    /// );
    /// ```
    pub fn write(&self, shown: &Shown, ply: usize, out: &mut String) {
        out.push_str("{\"text\":");
        string(self.text, out);
        out.push_str(",\"san\":");
        string(self.san, out);
        out.push_str(",\"uci\":");
        string(self.uci, out);
        if !self.nags.is_empty() {
            member("nags", out);
            list(self.nags, out, |nag, out| {
                let _ = write!(out, "{nag}");
            });
        }
        if !self.comments.is_empty() {
            member("comments", out);
            list(self.comments, out, |comment, out| string(comment, out));
        }
        for (name, chance) in [("guessed", self.guessed), ("chance", self.chance)] {
            if let Some(chance) = chance {
                member(name, out);
                // More digits would say more than is known.
                plain((f64::from(chance) * 1000.0).round() / 1000.0, out);
            }
        }
        if !shown.is_empty() {
            write_shown(shown, ply, out);
        }
        out.push('}');
    }
}

/// Appends what is shown of half-move `ply`, from 1: `clock` and `time` in seconds, `eval` in pawns from White's side, `mate`, `depth`.
fn write_shown(shown: &Shown, ply: usize, out: &mut String) {
    let at = ply.wrapping_sub(1);
    let decimal = |name: &str, column: &[Option<f32>], out: &mut String| {
        if let Some(value) = column.get(at).copied().flatten() {
            member(name, out);
            number(value, out);
        }
    };
    let whole = |name: &str, column: &[Option<i16>], out: &mut String| {
        if let Some(value) = column.get(at).copied().flatten() {
            member(name, out);
            let _ = write!(out, "{value}");
        }
    };
    decimal("clock", &shown.clocks, out);
    whole("depth", &shown.depths, out);
    decimal("eval", &shown.evals, out);
    whole("mate", &shown.mates, out);
    decimal("time", &shown.times, out);
}

fn member(name: &str, out: &mut String) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":");
}

fn list<T>(items: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

/// The decimals as they were written, not those of the nearest binary number.
fn number(value: f32, out: &mut String) {
    let size = value.abs();
    if size == 0.0 || (0.001..1e7).contains(&size) {
        let start = out.len();
        let _ = write!(out, "{value}");
        if !out[start..].contains('.') {
            out.push_str(".0");
        }
    } else {
        plain(value.to_string().parse().unwrap_or(f64::from(value)), out);
    }
}

fn plain(value: f64, out: &mut String) {
    match serde_json::Number::from_f64(value) {
        Some(number) => {
            let _ = write!(out, "{number}");
        }
        None => out.push_str("null"),
    }
}

/// A string in quotes.
fn string(text: &str, out: &mut String) {
    out.push('"');
    if text.bytes().any(|b| b < b' ' || matches!(b, b'"' | b'\\')) {
        for c in text.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\u{8}' => out.push_str("\\b"),
                '\u{c}' => out.push_str("\\f"),
                c if c < ' ' => {
                    let _ = write!(out, "\\u{:04x}", u32::from(c));
                }
                c => out.push(c),
            }
        }
    } else {
        out.push_str(text);
    }
    out.push('"');
}

impl CleanText<'_> {
    /// Appends the half-moves of a game's main line as JSON objects with commas between them.
    pub fn write_json_plies(&self, game: &CleanGame, out: &mut String) {
        let mut shown = Shown::default();
        // All comments, and where those of each half-move end.
        let (mut comments, mut ends) = (Vec::new(), Vec::with_capacity(game.plies));
        for (_, event) in self.main_line(game) {
            match event {
                Event::Move { .. } => ends.push(comments.len()),
                Event::Comment { .. } => {
                    let Some(end) = ends.last_mut() else { continue };
                    let comment = self.plain_comment(event);
                    *end += 1;
                    shown.comment(ends.len(), &comment);
                    comments.push(comment);
                }
                _ => {}
            }
        }
        let mut events = self.main_line(game).peekable();
        let mut nags = Vec::new();
        let (mut ply, mut first, mut turn) = (0, 0, Color::White);
        while let Some((index, event)) = events.next() {
            let Event::Move { at, len, mv, .. } = *event else { continue };
            nags.clear();
            while let Some((_, event)) = events.next_if(|(_, event)| !matches!(event, Event::Move { .. })) {
                nags.extend(match event {
                    Event::Nag(nag) => Some(*nag),
                    _ => None,
                });
            }
            let text = self.slice(Span::new(at as usize, at as usize + usize::from(len)));
            let san = self.san(index);
            let end = ends.get(ply).copied().unwrap_or(first);
            let comments = comments.get(first..end).unwrap_or_default();
            (ply, first) = (ply + 1, end);
            if ply > 1 {
                out.push(',');
            }
            let uci = UciText::of(mv, turn);
            JsonPly { text, san, uci: uci.as_str(), nags: &nags, comments, ..JsonPly::default() }
                .write(&shown, ply, out);
            turn = !turn;
        }
    }
}
