//! Writes the text of a game anew: chosen tags, lines of a width, FENs as comments, fewer moves.

use scorebook_export::{ROSTER, Wrapped, pair, roster_value};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

use super::Strip;
use super::game::SelectedGame;
use crate::archive::VariantRules;
use crate::pgn::{Token, TokenKind};
use crate::query::Game;

/// The tags to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeptTags {
    /// As they are.
    #[default]
    All,
    /// The seven tag roster, with `?` for what is missing.
    Seven,
    /// None.
    None,
    /// Those with these names, in this order.
    Named(Vec<String>),
}

/// The tags without which the moves mean something else; they are always written.
const NEEDED: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// How to write a game anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The tags.
    pub tags: KeptTags,
    /// Columns of a line of movetext, 79 by default; 0 for one line.
    pub width: Option<usize>,
    /// Whether the position after each half-move of the mainline is written as a comment.
    pub fens: bool,
    /// Half-moves of the mainline after which the game is cut.
    pub plies: Option<u32>,
}

impl Shape {
    /// Whether games are written anew at all.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self != Shape::default()
    }
}

/// The number of a move and whose it is, in one line of moves.
#[derive(Copy, Clone)]
struct Turn {
    number: u32,
    black: bool,
    /// Whether the number must be written before Black's move.
    told: bool,
}

impl Turn {
    fn next(self) -> Turn {
        Turn { number: self.number + u32::from(self.black), black: !self.black, told: false }
    }
}

impl SelectedGame<'_> {
    /// The game as PGN of this shape, and whether all that was asked for could be written.
    pub fn rewritten(&self, strip: Strip, shape: &Shape) -> (Vec<u8>, bool) {
        let mut out = String::new();
        self.write_tags(&shape.tags, &mut out);
        if !out.is_empty() {
            out.push('\n');
        }
        let mut fens = if shape.fens { self.fens() } else { Vec::new() }.into_iter();
        let whole = !shape.fens || fens.len() == self.plies as usize;
        let mut wrapped = Wrapped::of_width(&mut out, shape.width.unwrap_or(79));
        let mut lines = vec![self.first_turn()];
        // The turn before the last move of each line, from which a variation starts.
        let mut before = vec![lines[0]];
        let (mut plies, mut hidden) = (0, 0_u32);
        for &token in &self.tokens {
            let is_move = matches!(token.kind, TokenKind::Symbol | TokenKind::Null);
            if hidden > 0 || strip.variations && token.kind == TokenKind::Open {
                match token.kind {
                    TokenKind::Open => hidden += 1,
                    TokenKind::Close => hidden -= 1,
                    _ => {}
                }
                continue;
            }
            let is_main = lines.len() == 1;
            let is_end = matches!(token.kind, TokenKind::Result { .. });
            if is_main && is_move && shape.plies.is_some_and(|most| plies >= most) {
                break;
            }
            let Some((turn, last)) = lines.last_mut().zip(before.last_mut()) else { break };
            match token.kind {
                _ if is_move => {
                    if !turn.black {
                        wrapped.token(&format!("{}.", turn.number));
                    } else if turn.told {
                        wrapped.token(&format!("{}...", turn.number));
                    }
                    wrapped.token(&self.text(token));
                    (*last, *turn) = (*turn, turn.next());
                    if is_main {
                        plies += 1;
                        if let Some(fen) = fens.next() {
                            wrapped.comment(&fen);
                            turn.told = true;
                        }
                    }
                }
                TokenKind::Open => {
                    let start = Turn { told: true, ..*last };
                    turn.told = true;
                    wrapped.open();
                    lines.push(start);
                    before.push(start);
                }
                TokenKind::Close if !is_main => {
                    lines.pop();
                    before.pop();
                    wrapped.close();
                }
                TokenKind::Nag(_) | TokenKind::Glyph(_) if !strip.nags => wrapped.token(&self.text(token)),
                TokenKind::EnPassant => wrapped.token(&self.text(token)),
                TokenKind::Comment { .. } | TokenKind::LineComment if !strip.comments => {
                    let text = self.comment(token);
                    let text = if strip.commands { without_commands(&text) } else { text };
                    if !text.trim().is_empty() {
                        wrapped.comment(&text);
                        turn.told = true;
                    }
                }
                _ if is_end => break,
                _ => {}
            }
        }
        while lines.len() > 1 {
            lines.pop();
            wrapped.close();
        }
        if let Some(end) =
            self.tokens.iter().rev().find(|token| matches!(token.kind, TokenKind::Result { .. }))
        {
            wrapped.token(&self.text(*end));
        }
        wrapped.end();
        out.push('\n');
        (out.into_bytes(), whole)
    }

    fn write_tags(&self, kept: &KeptTags, out: &mut String) {
        let all = |out: &mut String, wanted: &dyn Fn(&str) -> bool| {
            for tag in self.tags.iter().filter(|tag| wanted(&tag.name)) {
                pair(&tag.name, &tag.value, out);
            }
        };
        let needed = |name: &str| NEEDED.contains(&name);
        match kept {
            KeptTags::All => all(out, &|_| true),
            KeptTags::None => all(out, &needed),
            KeptTags::Seven => {
                for name in ROSTER {
                    let value = self.tags.get(name);
                    let result = value.or(Some("*")).filter(|_| name == "Result");
                    pair(name, result.unwrap_or_else(|| roster_value(name, value)), out);
                }
                all(out, &needed);
            }
            KeptTags::Named(names) => {
                for name in names {
                    if let Some(value) = self.tags.get(name) {
                        pair(name, value, out);
                    }
                }
                all(out, &|name| needed(name) && !names.iter().any(|known| known == name));
            }
        }
    }

    fn first_turn(&self) -> Turn {
        let fen = self.tags.get("FEN").and_then(|fen| fen.trim().parse::<Fen>().ok());
        let (number, black) =
            fen.map_or((1, false), |fen| (fen.as_setup().fullmoves.get(), fen.as_setup().turn.is_black()));
        Turn { number, black, told: true }
    }

    /// The position after each proven half-move.
    fn fens(&self) -> Vec<String> {
        let start = VariantRules::of(&self.tags).and_then(|rules| rules.start(&self.tags).ok());
        let Some(mut position) = start else { return Vec::new() };
        let mut all = Vec::new();
        for word in self.moves() {
            let Some(m) = word.to_move(&position) else { break };
            position.play_unchecked(m);
            all.push(Fen::from_position(&position, EnPassantMode::Legal).to_string());
        }
        all
    }

    /// The text of a comment, without what encloses it.
    pub fn comment(&self, token: Token) -> String {
        self.decoded(token.comment(self.bytes())).into_owned()
    }
}

/// A comment without its commands.
fn without_commands(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find("[%") {
        let Some(end) = rest[start..].find(']') else { break };
        out.push_str(&rest[..start]);
        rest = &rest[start + end + 1..];
    }
    out + rest
}
