//! What stands between the moves: comments, variations, markers.

use shakmaty::Outcome;

use super::{GameVerifier, MOST_OPEN, Marker};
use crate::finding::{Finding, Fix, code};
use crate::line::LineState;
use crate::pgn::{Token, TokenKind, informant, san, swallowed_tag};
use crate::text::Span;

impl GameVerifier<'_, '_, '_> {
    pub(super) fn stray(&mut self, span: Span) {
        if self.bytes.get(span.start) == Some(&b'}') {
            self.say_last(&code::S122, span, "a `}` without a matching `{`");
        } else {
            self.say(&code::S101, span, format!("`{}` is not a PGN token", self.text(span)));
        }
    }

    /// A glyph without a meaning in PGN.
    pub(super) fn glyph(&mut self, span: Span) {
        let shown = self.text(span);
        let nag = informant(shown.as_bytes()).map(|(nag, _)| format!("${nag}"));
        let message = match &nag {
            Some(nag) => format!("`{shown}` is not PGN, which writes {nag}"),
            None => format!("`{shown}` is not a known annotation"),
        };
        let mut finding = self.finding(&code::S113, span, message);
        finding.fix = nag.map(|nag| {
            let is_word = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphanumeric);
            let before = is_word(span.start.checked_sub(1).and_then(|at| self.bytes.get(at)));
            let behind = is_word(self.bytes.get(span.end));
            let blank = |stuck: bool| if stuck { " " } else { "" };
            Fix { span, replacement: format!("{}{nag}{}", blank(before), blank(behind)), safe: true }
        });
        self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
    }

    /// The fix that removes a token, with the space before it.
    pub(super) fn removal(&self, span: Span) -> Fix {
        let before = self.bytes.get(..span.start).and_then(<[u8]>::last);
        let start = span.start - usize::from(before == Some(&b' '));
        Fix { span: Span::new(start, span.end), replacement: String::new(), safe: true }
    }

    /// The fix that removes what stands between tokens, with a space in its place where nothing else parts them. At the beginning
    /// of a line there must be none: other readers do not see tags behind it.
    fn blank(&self, span: Span) -> Fix {
        let before = self.bytes.get(..span.start).and_then(<[u8]>::last);
        let behind = self.bytes.get(span.end);
        let parted = [before, behind].iter().any(|byte| byte.is_none_or(u8::is_ascii_whitespace));
        Fix { span, replacement: if parted { String::new() } else { " ".to_owned() }, safe: true }
    }

    pub(super) fn control(&mut self, span: Span) {
        let message = format!("{} control byte(s) between tokens", span.len());
        let fix = self.blank(span);
        let finding = Finding::new(&code::B204, span, message).fix(fix);
        self.ledger.push(self.line.place().mark(finding));
    }

    pub(super) fn invisible(&mut self, span: Span) {
        let what = match span.len() {
            3 => "a byte order mark",
            6 => "a byte order mark that was encoded twice",
            _ => "a no-break space",
        };
        let fix = self.blank(span);
        let finding = Finding::new(&code::B205, span, format!("{what} between tokens")).fix(fix);
        self.ledger.push(finding);
    }

    pub(super) fn comment(&mut self, token: Token) {
        let text = token.comment(self.bytes);
        let start = token.span.start + 1;
        if let TokenKind::Comment { closed } = token.kind {
            if !closed {
                self.open_comment = true;
                let message = "the comment is not closed before the next game or the end of the file";
                let finding = self.finding(&code::S102, token.span, message);
                let finding = self.line.last_place().unwrap_or(self.line.place()).mark(finding);
                self.ledger.push(finding);
            } else if text.trim_ascii().is_empty() {
                let fix = self.removal(token.span);
                let finding = self.finding(&code::S128, token.span, "the comment is empty").fix(fix);
                self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
            } else if let Some(at) = memchr::memchr(b'{', text) {
                let span = Span::new(start + at, start + at + 1);
                let nested = self.nested_end(token.span.end);
                // A comment may hold a `{`. What looks like moves before it was probably not meant to be a comment.
                let swallows = has_number(&text[..at]);
                if let Some(end) = nested {
                    // Other readers end the comment at its first `}`.
                    let inner = Span::new(span.start, end.saturating_sub(1).max(span.end));
                    let text = self.bytes.get(inner.range()).and_then(|text| std::str::from_utf8(text).ok());
                    let mut finding = self.finding(&code::S120, span, "comments cannot be nested");
                    finding.fix = text.map(|text| Fix {
                        span: inner,
                        replacement: text.replace('{', "(").replace('}', ")"),
                        safe: true,
                    });
                    self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
                } else if swallows {
                    let message = "a `{` inside a comment: an earlier `}` may be missing";
                    self.say_last(&code::S120, span, message);
                }
                if let Some(end) = nested {
                    self.span.end = end;
                    self.lexer.go_on(end, self.lexer.depth());
                }
            }
        }
        if memchr::memchr(b'[', text).is_some() {
            if matches!(token.kind, TokenKind::Comment { closed: true })
                && let Some(at) = swallowed_tag(text)
            {
                let line = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end);
                let tag = Span::new(start + at, start + at + text[at..line].trim_ascii_end().len());
                let message = format!(
                    "this comment contains a tag pair, {}: its `}}` is probably missing",
                    self.text(tag)
                );
                self.say_last(&code::S125, Span::new(token.span.start, start), message);
            }
            // Whose clock it is depends on the count, which a number must confirm after a bad move.
            let lost = matches!(self.line.now, LineState::Lost);
            let sure = self.line.numbering.drift == 0 && (!lost || self.line.numbered);
            let mainline = self.in_mainline() && sure;
            if self.in_mainline() && !sure {
                self.clocks.forget();
            }
            self.clocks.comment(text, start, self.line.last_place(), mainline, &mut self.ledger);
        }
    }

    /// Where a comment ends that continues after the end of one inside it: at a `}` that comes before another comment,
    /// within its paragraph, with no move number on
    /// the way.
    fn nested_end(&self, at: usize) -> Option<usize> {
        if !self.lexer.is_in_movetext() {
            return None;
        }
        let rest = self.bytes.get(at..)?;
        let len = memchr::memchr2(b'{', b'}', rest)?;
        let between = &rest[..len];
        let parts = [&b"\n\n"[..], b"\n\r\n", b"\n["];
        let apart = parts.iter().any(|part| memchr::memmem::find(between, part).is_some());
        // Moves were not meant to be a comment.
        (rest[len] == b'}' && !apart && !has_number(between)).then_some(at + len + 1)
    }

    pub(super) fn open(&mut self, span: Span) {
        self.begin();
        if self.outer.len() >= MOST_OPEN {
            if self.too_deep == 0 {
                let message = format!("more than {MOST_OPEN} nested variations");
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
        self.end_of_line();
        if !self.line.any {
            let span = Span::new(self.line.open.start, span.end);
            let mut finding = self.finding(&code::S110, span, "the variation contains no move");
            let inside = self.bytes.get(span.start + 1..span.end - 1).unwrap_or_default();
            finding.fix = inside.trim_ascii().is_empty().then(|| self.removal(span));
            self.ledger.push(self.line.place().mark(finding));
        }
        if let Some(outer) = self.outer.pop() {
            self.spare.push(std::mem::replace(self.line, outer));
        }
    }

    pub(super) fn result(&mut self, outcome: Outcome, canonical: bool, span: Span) {
        self.begin();
        if self.lexer.depth() > 0 {
            self.say_last(&code::S121, span, "a termination marker inside a variation");
            self.inner_marker = Some(Marker { outcome, span });
            return;
        }
        self.marker = Some(Marker { outcome, span });
        let before = span.start.checked_sub(1).and_then(|at| self.bytes.get(at));
        if before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#')) {
            let fix = Fix { span: Span::at(span.start), replacement: " ".to_owned(), safe: true };
            let message = "there is no space between the move and the termination marker";
            let finding = self.finding(&code::S114, span, message).fix(fix);
            self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
        }
        if !canonical {
            let fix = Fix { span, replacement: outcome.to_string(), safe: true };
            let message = format!("`{}` should be `{outcome}`", self.text(span));
            let finding = self.finding(&code::S124, span, message).fix(fix);
            self.ledger.push(finding);
        }
    }

    pub(super) fn after_marker(&mut self, token: Token) {
        match token.kind {
            TokenKind::Comment { .. } | TokenKind::LineComment => self.comment(token),
            TokenKind::Control => self.control(token.span),
            TokenKind::Invisible => self.invisible(token.span),
            TokenKind::Escape | TokenKind::Nag(Some(_)) | TokenKind::Glyph(Some(_)) => {}
            _ if self.litter => {}
            kind => {
                let message = format!("`{}` after the termination marker", self.text(token.span));
                let mut finding = self.finding(&code::S109, token.span, message);
                let doubled = matches!((kind, self.marker), (TokenKind::Result { outcome, .. }, Some(marker))
                    if outcome == marker.outcome);
                if doubled {
                    finding.fix = Some(self.removal(token.span));
                }
                self.litter = !doubled;
                // The game goes on: nobody has proven that it ended here.
                self.ledger.broken |= kind == TokenKind::Symbol
                    && san::read(&self.bytes[token.span.range()]).is_some()
                    || matches!(kind, TokenKind::Number { dots: 1.., .. });
                self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
            }
        }
    }
}

/// Whether a text has anything like a move number.
fn has_number(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b'.')
}
