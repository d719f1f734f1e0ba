//! Compares move numbers with the count of half-moves; after a bad move, the numbers correct the count.

use super::GameVerifier;
use crate::finding::{Fix, code};
use crate::line::LineState;
use crate::numbering::Numbering;
use crate::text::Span;

impl GameVerifier<'_, '_, '_> {
    pub(super) fn number(&mut self, value: u32, dots: u32, span: Span) {
        self.begin();
        if let Some(waiting) = self.line.waiting.replace(span) {
            self.say(&code::S117, waiting, "a move number without a move");
        }
        self.glued_number(dots, span);
        let expected = self.line.number;
        let stated = i64::from(value);
        let right = i64::from(expected);
        let (black, said_black) = (self.line.turn.is_black(), dots > 1);
        let side_fits = dots == 0 || said_black == black;
        if stated == right && side_fits {
            self.line.numbering = Numbering::default();
            return;
        }
        let sides = if side_fits { 0 } else { i64::from(said_black) - i64::from(black) };
        let drift = (stated - right) * 2 + sides;
        if stated != right && self.begins_fragment() {
            return self.realign(drift);
        }
        if matches!(self.line.now, LineState::Lost) {
            return self.number_when_lost(value, drift, span);
        }
        // `36. ... Kd7`: the dots after the space are part of the number.
        let behind = self.bytes.get(span.end..).unwrap_or_default();
        let gap = behind.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let more = behind[gap..].iter().take_while(|&&b| b == b'.').count();
        let end = if more > 0 { span.end + gap + more } else { span.end };
        let replacement = format!("{expected}{}", self.line.turn.fold_wb(".", "..."));
        let fix = Fix { span: Span::new(span.start, end), replacement, safe: true };
        if stated != right && stated != right + self.line.numbering.offset {
            self.line.numbering.offset = stated - right;
            self.renumber = true;
            let message = format!("move number {value}, expected {expected}");
            let finding = self.finding(&code::S105, span, message).fix(fix);
            self.ledger.push(self.line.place().mark(finding));
        } else if !side_fits {
            let side = self.line.turn.fold_wb("White", "Black");
            let message = format!("`{}` before a move by {side}", self.text(span));
            let finding = self.finding(&code::S106, span, message).fix(fix);
            self.ledger.push(self.line.place().mark(finding));
        } else if stated != right && self.renumber && self.options.edits {
            self.ledger.edits.push(fix);
        }
        self.line.numbering.drift = if drift.abs() == 1 { drift } else { 0 };
    }

    /// A number that is not the one expected, where no position tells how many moves there were: it is believed,
    /// after a word unless the count is doubtful anyway, or it only goes back to what was counted before.
    fn number_when_lost(&mut self, value: u32, drift: i64, span: Span) {
        if !self.line.numbering.unsure && drift != -self.line.numbering.shift {
            let side = self.line.turn.fold_wb("White", "Black");
            let (code, message) = if i64::from(value) == i64::from(self.line.number) {
                (&code::S106, format!("`{}` before a move by {side}", self.text(span)))
            } else {
                (&code::S105, format!("move number {value}, expected {}", self.line.number))
            };
            self.say(code, span, message);
            self.line.numbering.shift = drift;
        }
        self.realign(drift);
    }

    /// Counts the moves of a line that is not proven as the numbers do.
    pub(super) fn realign(&mut self, drift: i64) {
        self.miscounted |= self.in_mainline();
        self.line.realign(drift);
    }

    /// Whether this number is the first of a text without tags, so that it need not begin with the starting position: the
    /// line is lost then.
    fn begins_fragment(&mut self) -> bool {
        let begins = !self.line.any && self.in_mainline() && self.tags.is_empty();
        if begins {
            self.line.lose();
            // From which position nothing tells.
            self.fragment = true;
            self.ledger.broken = true;
        }
        begins
    }

    /// A number without a dot that is stuck to the move after it.
    fn glued_number(&mut self, dots: u32, span: Span) {
        let behind = self.bytes.get(span.end..).unwrap_or_default();
        let is_move =
            matches!(behind, [b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N', ..] | [b'O', b'-', ..]);
        if dots == 0 && is_move {
            let fix = Fix { span: Span::at(span.end), replacement: " ".to_owned(), safe: true };
            let message = "there is no space between the move number and the move";
            let finding = self.finding(&code::S114, span, message).fix(fix);
            self.ledger.push(self.line.place().mark(finding));
        }
    }

    /// A move that the next number is stuck to.
    pub(super) fn glued_move(&mut self, span: Span) {
        let behind = self.bytes.get(span.end..).unwrap_or_default();
        let digits = behind.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && behind.get(digits) == Some(&b'.') {
            let fix = Fix { span: Span::at(span.end), replacement: " ".to_owned(), safe: true };
            let message = "there is no space between the move and the next move number";
            let finding = self.finding(&code::S114, span, message).fix(fix);
            self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
        }
    }
}
