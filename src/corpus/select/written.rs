//! What is written of a game, besides its PGN.

use shakmaty::fen::{Epd, Fen};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Position};

use super::game::SelectedGame;
use crate::archive::VariantRules;
use crate::query::Game;
use crate::sink::stored;

/// The output of `select`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// The games as PGN.
    #[default]
    Pgn,
    /// One line a game: the mainline in SAN with move numbers, and the result.
    Lines,
    /// One line a game: the mainline in UCI.
    Uci,
    /// One JSON object a game, on a line.
    Json,
    /// One CSV row a half-move.
    Csv,
    /// The position before each half-move and the final position, as FEN, one per line.
    Fen,
    /// The same as EPD, with the move played (`sm`).
    Epd,
}

/// The text of a game; JSON and CSV lack the number of the game, which is known only when they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// As it is written.
    Whole(Vec<u8>),
    /// A JSON object without the number.
    Object(String),
    /// CSV rows without the number.
    Rows(Vec<Vec<String>>),
}

impl Default for Text {
    fn default() -> Text {
        Text::Whole(Vec::new())
    }
}

impl Text {
    /// The text of the game of this number, counted in its input from 1.
    ///
    /// # Errors
    /// If rows cannot be written.
    pub fn numbered(self, number: u64) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Text::Whole(text) => text,
            Text::Object(object) => {
                let rest = object.strip_prefix('{').unwrap_or(&object);
                format!("{{\"game\":{number},{rest}\n").into_bytes()
            }
            Text::Rows(rows) => {
                let mut out = csv::Writer::from_writer(Vec::new());
                let number = number.to_string();
                for row in rows {
                    out.write_record(std::iter::once(&number).chain(&row))?;
                }
                out.into_inner().map_err(|error| error.into_error())?
            }
        })
    }
}

impl SelectedGame<'_> {
    /// What is written of the game, and whether that is all of it; `plies`: half-moves after which it is cut.
    pub fn written(&self, written: Written, plies: Option<u32>, file: &str) -> (Text, bool) {
        match written {
            Written::Json | Written::Csv => self.data(written, file),
            _ => {
                let (text, whole) = self.moves_made(written, plies);
                (Text::Whole(text.into_bytes()), whole)
            }
        }
    }

    fn data(&self, written: Written, file: &str) -> (Text, bool) {
        let Some(game) = self.stored() else { return (Text::default(), false) };
        let text = match written {
            Written::Json => stored::object(&game, file)
                .map(|object| Text::Object(serde_json::Value::Object(object).to_string())),
            _ => stored::rows(&game, 0, file)
                .map(|rows| Text::Rows(rows.into_iter().map(|row| row[1..].to_vec()).collect())),
        };
        text.map_or((Text::default(), false), |text| (text, true))
    }

    /// The mainline as text, as far as it is proven.
    fn moves_made(&self, written: Written, plies: Option<u32>) -> (String, bool) {
        let mut out = String::new();
        let rules = VariantRules::of(&self.tags);
        let start = rules.and_then(|rules| Some((rules, rules.start(&self.tags).ok()?)));
        let Some((rules, mut position)) = start else { return (String::new(), false) };
        let (mut made, wanted) = (0, plies.unwrap_or(u32::MAX).min(self.plies));
        let is_line = matches!(written, Written::Lines | Written::Uci);
        for word in self.moves().iter().take(wanted as usize) {
            let Some(m) = word.to_move(&position) else { break };
            if is_line && made > 0 {
                out.push(' ');
            }
            match written {
                Written::Uci => {
                    out.push_str(&UciMove::from_move(m, rules.castling).to_string());
                    position.play_unchecked(m);
                }
                Written::Lines => {
                    let number = position.fullmoves();
                    match position.turn() {
                        Color::White => out.push_str(&format!("{number}. ")),
                        Color::Black if made == 0 => out.push_str(&format!("{number}... ")),
                        Color::Black => {}
                    }
                    out.push_str(&SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
                }
                _ => {
                    let before = position.clone();
                    let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
                    line(&before, written, Some(&san), &mut out);
                }
            }
            made += 1;
        }
        match written {
            Written::Lines => {
                let result = self.tags.get("Result").filter(|r| matches!(*r, "1-0" | "0-1" | "1/2-1/2"));
                let space = if made > 0 { " " } else { "" };
                out.push_str(&format!("{space}{}\n", result.unwrap_or("*")));
            }
            Written::Uci => out.push('\n'),
            _ => line(&position, written, None, &mut out),
        }
        let whole = made == wanted && (wanted < self.plies || self.report().proven);
        (out, whole)
    }
}

fn line(position: &VariantPosition, written: Written, played: Option<&SanPlus>, out: &mut String) {
    use std::fmt::Write;
    let mode = EnPassantMode::Legal;
    let _ = match written {
        Written::Epd => {
            let (half, full) = (position.halfmoves(), position.fullmoves());
            let played = played.map(|san| format!(" sm {san};")).unwrap_or_default();
            writeln!(out, "{} hmvc {half}; fmvn {full};{played}", Epd::from_position(position, mode))
        }
        _ => writeln!(out, "{}", Fen::from_position(position, mode)),
    };
}
