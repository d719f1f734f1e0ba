//! What stands between the moves: numbers, comments, variations, markers.

use shakmaty::Outcome;

use super::{MOST_OPEN, Marker, Walk};
use crate::finding::{Finding, Fix, code};
use crate::record::pgn::{Kind, Token};
use crate::text::Span;

impl Walk<'_, '_, '_> {
    pub(super) fn stray(&mut self, span: Span) {
        if self.bytes.get(span.start) == Some(&b'}') {
            self.say_last(&code::S122, span, "a `}` without the `{` of a comment");
        } else {
            self.say(&code::S101, span, format!("`{}` is no token of PGN", self.text(span)));
        }
    }

    pub(super) fn control(&mut self, span: Span) {
        let message = format!("{} control byte(s) between the tokens", span.len());
        let fix = Fix { span, replacement: " ".to_owned(), safe: true };
        let finding = Finding::new(&code::B204, span, message).fix(fix);
        self.ledger.push(self.line.place().mark(finding));
    }

    pub(super) fn invisible(&mut self, span: Span) {
        let what = if span.len() == 3 { "a byte order mark" } else { "a no-break space" };
        let fix = Fix { span, replacement: " ".to_owned(), safe: true };
        let finding = Finding::new(&code::B205, span, format!("{what} between the tokens")).fix(fix);
        self.ledger.push(finding);
    }

    pub(super) fn comment(&mut self, token: Token) {
        let text = token.comment(self.bytes);
        let start = token.span.start + 1;
        if let Kind::Comment { closed } = token.kind {
            if !closed {
                let message = "the comment is not closed before the next game or the end of the file";
                let finding = self.finding(&code::S102, token.span, message);
                let finding = self.line.last_place().unwrap_or(self.line.place()).mark(finding);
                self.ledger.push(finding);
            } else if let Some(at) = memchr::memchr(b'{', text) {
                let span = Span::new(start + at, start + at + 1);
                self.say_last(&code::S120, span, "a `{` inside a comment: was a `}` lost before it?");
            }
        }
        if memchr::memchr(b'[', text).is_some() {
            let mainline = self.in_mainline();
            self.clocks.comment(text, start, self.line.last_place(), mainline, &mut self.ledger);
        }
    }

    pub(super) fn number(&mut self, value: u32, dots: u32, span: Span) {
        self.begin();
        if let Some(waiting) = self.line.waiting.replace(span) {
            self.say(&code::S117, waiting, "a move number without a move");
        }
        let expected = self.line.number;
        let stated = i64::from(value);
        let right = i64::from(expected);
        let side_fits = match dots {
            0 => true,
            1 => self.line.turn.is_white(),
            _ => self.line.turn.is_black(),
        };
        if stated == right && side_fits {
            return;
        }
        let replacement = format!("{expected}{}", self.line.turn.fold_wb(".", "..."));
        let fix = Fix { span, replacement, safe: true };
        if stated != right && stated != right + self.line.offset {
            self.line.offset = stated - right;
            self.renumber = true;
            let message = format!("move number {value} where move {expected} stands");
            let finding = self.finding(&code::S105, span, message).fix(fix);
            self.ledger.push(self.line.place().mark(finding));
        } else if !side_fits {
            let side = self.line.turn.fold_wb("White", "Black");
            let message = format!("`{}` before a move of {side}", self.text(span));
            let finding = self.finding(&code::S106, span, message).fix(fix);
            self.ledger.push(self.line.place().mark(finding));
        } else if stated != right && self.renumber {
            self.ledger.edits.push(fix);
        }
    }

    pub(super) fn open(&mut self, span: Span) {
        self.begin();
        if self.outer.len() >= MOST_OPEN {
            if self.too_deep == 0 {
                let message = format!("more than {MOST_OPEN} variations inside each other");
                self.say_last(&code::S119, span, message);
            }
            self.too_deep += 1;
            return;
        }
        if !self.line.any {
            self.say(&code::S115, span, "a variation before the first move of its line");
        }
        let mut inner = self.spare.pop().unwrap_or_default();
        inner.branch_from(self.line, span);
        self.outer.push(std::mem::replace(self.line, inner));
    }

    pub(super) fn close(&mut self, span: Span) {
        self.begin();
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        if self.outer.is_empty() {
            self.say_last(&code::S104, span, "a `)` without a `(`");
            return;
        }
        self.end_of_line(self.outer.len() > 1);
        if !self.line.any {
            let span = Span::new(self.line.open.start, span.end);
            self.say(&code::S110, span, "the variation holds no move");
        }
        if let Some(outer) = self.outer.pop() {
            self.spare.push(std::mem::replace(self.line, outer));
        }
    }

    pub(super) fn result(&mut self, outcome: Outcome, canonical: bool, span: Span) {
        self.begin();
        if self.lexer.depth() > 0 {
            self.say_last(&code::S121, span, "a termination marker inside a variation");
            return;
        }
        self.marker = Some(Marker { outcome, span });
        let before = span.start.checked_sub(1).and_then(|at| self.bytes.get(at));
        if before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#')) {
            let fix = Fix { span: Span::at(span.start), replacement: " ".to_owned(), safe: true };
            let message = "the termination marker is stuck to the move before it";
            let finding = self.finding(&code::S114, span, message).fix(fix);
            self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
        }
        if !canonical {
            let fix = Fix { span, replacement: outcome.to_string(), safe: true };
            let message = format!("`{}` is spelled `{outcome}` in PGN", self.text(span));
            let finding = self.finding(&code::S124, span, message).fix(fix);
            self.ledger.push(finding);
        }
    }

    pub(super) fn after_marker(&mut self, token: Token) {
        match token.kind {
            Kind::Comment { .. } | Kind::LineComment => self.comment(token),
            Kind::Control => self.control(token.span),
            Kind::Invisible => self.invisible(token.span),
            Kind::Escape | Kind::Nag(Some(_)) | Kind::Glyph(Some(_)) => {}
            _ if self.litter => {}
            _ => {
                self.litter = true;
                let message = format!("`{}` behind the termination marker", self.text(token.span));
                self.say_last(&code::S109, token.span, message);
            }
        }
    }
}
