//! The end of a game.

use super::Walk;
use crate::finding::{Finding, Fix, code};
use crate::text::Span;
use crate::verify::game::{GameReport, Identity};
use crate::verify::line::Stand;
use crate::verify::start::Start;
use crate::verify::tags::Name;

impl Walk<'_, '_, '_> {
    pub(super) fn finish(&mut self) -> GameReport {
        let is_game = self.begun || !self.tags.is_empty();
        if is_game {
            self.begin();
            if self.marker.is_none() {
                self.unended();
            }
            self.end_of_line(!self.outer.is_empty());
            self.check_end();
            self.check_tags();
        }
        self.check_bytes();
        let proven = matches!(self.line.now, Stand::Board(_) | Stand::Variant(_));
        let last = if self.options.positions { Self::chess(&self.line.now) } else { None };
        let identity = (self.options.identities && is_game).then(|| {
            let value = |name| self.tags.value(self.bytes, name).unwrap_or_default();
            Box::new(Identity {
                start: (!matches!(self.start, Start::Array)).then(|| value(Name::Fen)),
                white: value(Name::White),
                black: value(Name::Black),
                date: value(Name::Date),
                moves: std::mem::take(&mut self.moves),
            })
        });
        let plies = self.mainline_plies;
        let outcome = self.marker.map(|marker| marker.outcome);
        let (span, broken) = (self.span, self.ledger.broken);
        let (findings, edits) = self.ledger.finish(span);
        GameReport { span, findings, edits, plies, is_game, proven, broken, outcome, last, identity }
    }

    /// The game has no termination marker: variations may be open, the file may be cut short.
    fn unended(&mut self) {
        if let Some(first) = self.outer.first() {
            let open = if self.outer.len() > 1 { self.outer[1].open } else { self.line.open };
            let finding = self.finding(&code::S103, open, "the variation is not closed");
            let place = first.last_place().unwrap_or(first.place());
            self.ledger.push(place.mark(finding));
        }
        while let Some(outer) = self.outer.pop() {
            *self.line = outer;
        }
        let at_end = !self.options.more && self.bytes[self.span.end..].trim_ascii().is_empty();
        let place = self.line.last_place().unwrap_or(self.line.place());
        let tag = self.tags.value(self.bytes, Name::Result);
        let at = Span::at(self.span.end);
        let (code, message) = if at_end {
            (&code::S108, "the input ends inside the game: there is no termination marker")
        } else {
            (&code::S107, "the game has no termination marker")
        };
        let mut finding = Finding::new(code, at, message);
        if let Some(result) = tag.filter(|tag| matches!(tag.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*")) {
            let replacement = format!("{}{result}", self.blank_at_end());
            finding = finding.fix(Fix { span: at, replacement, safe: code == &code::S107 });
        }
        self.ledger.push(place.mark(finding));
    }

    /// What parts the end of the game from a token added to it. Behind an escaped line or a comment that goes to the
    /// end of its line it must stand on a line of its own, or it would be a part of that.
    fn blank_at_end(&self) -> &'static str {
        let game = &self.bytes[self.span.range()];
        let line = memchr::memrchr(b'\n', game).map_or(0, |at| at + 1);
        let hides = game[line..].starts_with(b"%") || memchr::memchr(b';', &game[line..]).is_some();
        match hides {
            true if game[..line].ends_with(b"\r\n") => "\r\n",
            true => "\n",
            false => " ",
        }
    }

    /// The encoding of the game.
    fn check_bytes(&mut self) {
        let text = self.bytes.get(self.span.range()).unwrap_or_default();
        if text.is_ascii() {
            return;
        }
        let Err(error) = std::str::from_utf8(text) else { return };
        let at = self.span.start + error.valid_up_to();
        let message = "the game is not UTF-8; read as Windows-1252";
        self.ledger.push(Finding::new(&code::B201, Span::new(at, at + 1), message));
    }
}
