//! What is written of a game, besides its PGN.

use shakmaty::fen::{Epd, Fen};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Position};

use super::game::SelectedGame;
use super::training::{self, Lesson};
use crate::archive::VariantRules;
use crate::query::Game;
use crate::shown::Shown;
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
    /// The same as EPD, with the move played (`sm`), and these opcodes.
    Epd(Opcodes),
    /// Positions with evaluation and result, as text of Stockfish's tools; what a pawn is worth there.
    Plain(u32),
    /// The same as text of bullet and marlinflow.
    Bullet(u32),
    /// A row of a table.
    Table,
}

/// What else is written of positions in EPD.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Opcodes {
    /// How the game ended: `c9`.
    pub result: bool,
    /// What an engine said of the position: `ce` or `dm`, `acd`, `acs`.
    pub score: bool,
    /// File and number of the game: `id`.
    pub game: bool,
}

impl Opcodes {
    /// Result and score.
    fn told(self, game: &SelectedGame<'_>, shown: &Shown, ply: usize, turn: Color) -> String {
        let mut out = String::new();
        if self.score {
            if shown.is_searched(ply) {
                if let Some(Some(depth)) = shown.depths.get(ply - 1) {
                    out.push_str(&format!(" acd {depth};"));
                }
                if let Some(Some(seconds)) = shown.times.get(ply - 1) {
                    out.push_str(&format!(" acs {};", seconds.round()));
                }
            }
            if let Some(eval) = shown.eval_before(ply) {
                out.push_str(&training::opcodes(eval, turn));
            }
        }
        if self.result {
            let result = game.tags.get("Result").map_or("*", str::trim).replace('"', "'");
            out.push_str(&format!(" c9 \"{result}\";"));
        }
        out
    }
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
    /// Lines of EPD without the opcode that names this file and the game.
    Named(String, String),
    /// A game as PGN for the [row](TableRow) of a table.
    Row(TableRow),
}

/// A game for a table: what is written of it to wait in a sorter, and read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The name of its file.
    pub source: String,
    /// Its byte offset in the decompressed text; `None` if there is no text.
    pub offset: Option<u64>,
    /// Its PGN.
    pub pgn: Vec<u8>,
}

impl TableRow {
    fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.pgn.len() + self.source.len() + 16);
        out.extend((self.source.len() as u32).to_le_bytes());
        out.extend(self.source.as_bytes());
        out.extend(self.offset.unwrap_or(u64::MAX).to_le_bytes());
        out.extend(&self.pgn);
        out
    }

    /// The row that was written as these bytes by [`Text::numbered`]; `None` for other bytes.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<TableRow> {
        let (len, rest) = bytes.split_first_chunk::<4>()?;
        let (source, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        let (offset, pgn) = rest.split_first_chunk::<8>()?;
        let offset = Some(u64::from_le_bytes(*offset)).filter(|offset| *offset != u64::MAX);
        Some(TableRow { source: String::from_utf8(source.to_vec()).ok()?, offset, pgn: pgn.to_vec() })
    }
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
            Text::Named(lines, file) => {
                let file = file.replace('"', "'");
                let mut out = String::with_capacity(lines.len() * 2);
                for line in lines.lines() {
                    out.push_str(&format!("{line} id \"{file}:{number}\";\n"));
                }
                out.into_bytes()
            }
            Text::Row(row) => row.bytes(),
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

/// What is made of a game.
#[derive(Default)]
pub(super) struct Made {
    pub text: Text,
    /// Whether that is all of it.
    pub whole: bool,
    /// Positions that are left out, since nothing is said of them.
    pub silent: usize,
}

impl SelectedGame<'_> {
    /// What is written of the game; `plies`: half-moves after which it is cut; `offset`: where it stands in its input.
    pub fn written(&self, written: Written, plies: Option<u32>, file: &str, offset: Option<u64>) -> Made {
        let all = |(text, whole)| Made { text, whole, silent: 0 };
        match written {
            Written::Json | Written::Csv => all(self.data(written, file)),
            Written::Table => {
                let bytes = &self.bytes()[self.span.range()];
                let pgn = match std::str::from_utf8(bytes) {
                    Ok(_) => bytes.to_vec(),
                    Err(_) => self.decoded(bytes).into_owned().into_bytes(),
                };
                all((Text::Row(TableRow { source: file.to_owned(), offset, pgn }), true))
            }
            Written::Plain(pawn) | Written::Bullet(pawn) => self.lessons(written, pawn, plies),
            Written::Epd(opcodes) if opcodes.game => {
                let (text, whole) = self.moves_made(written, plies);
                all((Text::Named(text, file.to_owned()), whole))
            }
            _ => {
                let (text, whole) = self.moves_made(written, plies);
                all((Text::Whole(text.into_bytes()), whole))
            }
        }
    }

    /// The positions before the moves of the mainline that have an evaluation, in a decided game.
    fn lessons(&self, written: Written, pawn: u32, plies: Option<u32>) -> Made {
        let mut out = String::new();
        let start = VariantRules::of(&self.tags).and_then(|rules| rules.start(&self.tags).ok());
        let Some(mut position) = start else { return Made::default() };
        let (shown, points) = (Game::shown(self), training::points(self.tags.get("Result")));
        let wanted = plies.unwrap_or(u32::MAX).min(self.plies);
        let (mut made, mut silent) = (0, 0);
        for word in self.moves().iter().take(wanted as usize) {
            let Some(m) = word.to_move(&position) else { break };
            made += 1;
            match (shown.eval_before(made as usize), points) {
                (Some(eval), Some(points)) => {
                    let lesson = Lesson { eval, points };
                    match written {
                        Written::Plain(_) => lesson.plain(&position, m, pawn, &mut out),
                        _ => lesson.bullet(&position, pawn, &mut out),
                    }
                }
                _ => silent += 1,
            }
            position.play_unchecked(m);
        }
        let whole = made == wanted && (wanted < self.plies || self.report().proven);
        Made { text: Text::Whole(out.into_bytes()), whole, silent }
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
        let opcodes = match written {
            Written::Epd(opcodes) => opcodes,
            _ => Opcodes::default(),
        };
        let shown = if opcodes.score { Game::shown(self) } else { Shown::default() };
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
                    let told = opcodes.told(self, &shown, made as usize + 1, before.turn());
                    line(&before, written, Some(&san), &told, &mut out);
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
            _ => {
                let told = opcodes.told(self, &shown, made as usize + 1, position.turn());
                line(&position, written, None, &told, &mut out);
            }
        }
        let whole = made == wanted && (wanted < self.plies || self.report().proven);
        (out, whole)
    }
}

fn line(
    position: &VariantPosition,
    written: Written,
    played: Option<&SanPlus>,
    told: &str,
    out: &mut String,
) {
    use std::fmt::Write;
    let mode = EnPassantMode::Legal;
    let _ = match written {
        Written::Epd(_) => {
            let (half, full) = (position.halfmoves(), position.fullmoves());
            let played = played.map(|san| format!(" sm {san};")).unwrap_or_default();
            writeln!(out, "{} hmvc {half}; fmvn {full};{played}{told}", Epd::from_position(position, mode))
        }
        _ => writeln!(out, "{}", Fen::from_position(position, mode)),
    };
}
