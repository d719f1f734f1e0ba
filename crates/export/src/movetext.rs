//! Writes the games of a [`CleanText`].

use shakmaty::{Color, Move, Role, Square};

use super::clean::{CleanGame, CleanText};
use super::wrapped::Wrapped;
use super::{ROSTER, pair, roster_value};

/// A part of a game's movetext, in the order of the text.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Event {
    /// A move, and the place of its text; `standard`: whether that is its spelling in standard SAN.
    Move { at: u32, len: u8, standard: bool, mv: Move },
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment: the place of the text between the braces.
    Comment { at: u32, len: u32 },
    /// A variation begins; `close` is the index of the event that ends it.
    Open { close: u32 },
    /// It ends.
    Close,
}

/// How moves are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MoveStyle {
    /// In SAN, with move numbers.
    San,
    /// As the Universal Chess Interface writes them, without numbers.
    Uci,
}

impl CleanText<'_> {
    /// Appends a game in the export format, with the tag `Reading "verified"` and an empty line after it. The tag is true
    /// once [`proofs`](super::proofs) agree.
    pub fn write(&self, game: &CleanGame, style: MoveStyle, out: &mut String) {
        self.write_tags(game, out);
        out.push('\n');
        let mut wrapped = Wrapped::new(out);
        self.write_line(game.events.clone(), 1, Color::White, style, &mut wrapped);
        wrapped.ascii(game.outcome.as_str());
        wrapped.end();
        out.push('\n');
    }

    fn write_tags(&self, game: &CleanGame, out: &mut String) {
        let bytes = self.text.as_bytes();
        let tags = &self.clean.tags[game.tags.clone()];
        for name in ROSTER {
            if name == "Result" {
                pair(name, game.outcome.as_str(), out);
                continue;
            }
            let tag = tags.iter().find(|tag| self.slice(tag.name) == name);
            match tag {
                Some(tag) if tag.token.escaped => {
                    let value = tag.token.unescaped(bytes);
                    let value = String::from_utf8_lossy(&value);
                    pair(name, roster_value(name, Some(&value)), out);
                }
                tag => {
                    pair(name, roster_value(name, tag.map(|tag| self.slice(tag.token.value))), out);
                }
            }
        }
        for tag in tags {
            let name = self.slice(tag.name);
            if ROSTER.contains(&name) || name == "Reading" {
                continue;
            }
            if tag.token.escaped {
                pair(name, &String::from_utf8_lossy(&tag.token.unescaped(bytes)), out);
            } else {
                pair(name, self.slice(tag.token.value), out);
            }
        }
        out.push_str("[Reading \"verified\"]\n");
    }

    /// Writes the moves of the events at `range`, the first of which is `turn`'s move `number`. The recursion is as deep as
    /// variations are nested, which is bounded.
    fn write_line(
        &self,
        range: std::ops::Range<usize>,
        mut number: u32,
        mut turn: Color,
        style: MoveStyle,
        out: &mut Wrapped<'_>,
    ) {
        let std::ops::Range { start: mut at, end } = range;
        let mut numbered = false;
        while at < end {
            let Event::Move { mv, .. } = self.clean.events[at] else {
                // Comments before the first move.
                self.write_comment(&self.clean.events[at], out);
                at += 1;
                continue;
            };
            if style == MoveStyle::San && (turn.is_white() || !numbered) {
                write_number(number, turn, out);
            }
            match style {
                MoveStyle::San => out.ascii(self.san(at)),
                MoveStyle::Uci => out.ascii(UciText::of(mv, turn).as_str()),
            }
            let notes = at + 1..self.behind_notes(at + 1, end);
            numbered = notes.is_empty() || !self.write_notes(notes.clone(), number, turn, style, out);
            at = notes.end;
            number += u32::from(turn.is_black());
            turn = !turn;
        }
    }

    /// The index of the first event from `at` on that is a move of the same line.
    fn behind_notes(&self, mut at: usize, end: usize) -> usize {
        while at < end {
            match self.clean.events[at] {
                Event::Move { .. } => break,
                Event::Open { close } => at = close as usize + 1,
                _ => at += 1,
            }
        }
        at
    }

    /// Writes what follows a move: glyphs, then comments, then variations. Whether the next move needs its number.
    fn write_notes(
        &self,
        range: std::ops::Range<usize>,
        number: u32,
        turn: Color,
        style: MoveStyle,
        out: &mut Wrapped<'_>,
    ) -> bool {
        let mut interrupts = false;
        for pass in 0..3 {
            let mut at = range.start;
            while at < range.end {
                match self.clean.events[at] {
                    Event::Nag(nag) if pass == 0 => out.token(&format!("${nag}")),
                    Event::Comment { .. } if pass == 1 => {
                        self.write_comment(&self.clean.events[at], out);
                        interrupts = true;
                    }
                    Event::Open { close } => {
                        let close = close as usize;
                        if pass == 2 {
                            out.open();
                            self.write_line(at + 1..close, number, turn, style, out);
                            out.close();
                            interrupts = true;
                        }
                        at = close;
                    }
                    _ => {}
                }
                at += 1;
            }
        }
        interrupts
    }

    fn write_comment(&self, event: &Event, out: &mut Wrapped<'_>) {
        out.comment(self.comment(event));
    }
}

/// `12.` before a move of White, `12...` before one of Black.
fn write_number(number: u32, turn: Color, out: &mut Wrapped<'_>) {
    let dots: &[u8] = if turn.is_white() { b"." } else { b"..." };
    let mut text = [0; 16];
    let mut at = text.len() - dots.len();
    text[at..].copy_from_slice(dots);
    let mut rest = number;
    loop {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.ascii(std::str::from_utf8(&text[at..]).unwrap_or_default());
}

/// A move as the Universal Chess Interface writes it.
pub(crate) struct UciText {
    text: [u8; 5],
    len: usize,
}

impl UciText {
    /// The move of a side with its two squares; castling is the king's move.
    pub(crate) fn of(mv: Move, turn: Color) -> UciText {
        let (from, to, promotion) = match mv {
            Move::Castle { king, .. } => {
                let to = mv.castling_side().map_or(king, |side| side.king_to(turn));
                (king, to, None)
            }
            _ => (mv.from().unwrap_or(mv.to()), mv.to(), mv.promotion()),
        };
        let ([a, b], [c, d]) = (named(from), named(to));
        let letter = promotion.map(Role::char);
        UciText {
            text: [a, b, c, d, letter.map_or(0, |letter| letter as u8)],
            len: 4 + usize::from(letter.is_some()),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.len]).unwrap_or_default()
    }
}

fn named(square: Square) -> [u8; 2] {
    [b'a' + u32::from(square.file()) as u8, b'1' + u32::from(square.rank()) as u8]
}
