//! The end of a game.

use shakmaty::{KnownOutcome, Outcome, Position};

use super::GameVerifier;
use crate::ends::outcome;
use crate::finding::{Code, Finding, Fix, code};
use crate::game::{GameReport, Identity};
use crate::line::LineState;
use crate::pgn::Lexer;
use crate::start::Start;
use crate::tags::Name;
use crate::text::Span;

impl GameVerifier<'_, '_, '_> {
    pub(super) fn finish(&mut self) -> GameReport {
        let is_game = self.begun || !self.tags.is_empty();
        if is_game {
            self.begin();
            let ends_here = self.marker.is_some() || self.unended();
            self.end_of_line();
            self.check_end();
            self.check_tags();
            if ends_here && !self.options.alone {
                self.check_behind();
            }
            self.check_gaps();
        }
        self.check_bytes();
        let proven =
            matches!(self.line.now, LineState::Board(_) | LineState::Variant(_) | LineState::Ruled(_));
        let last = if self.options.positions { Self::chess(&self.line.now) } else { None };
        // Drops differ only in the text.
        let kept = self.moves.len() + self.ruled_moves.len();
        let carried = kept == 0 || kept == self.mainline_plies as usize;
        let moves = std::mem::take(&mut self.moves);
        let ruled = std::mem::take(&mut self.ruled_moves);
        let identity = (self.options.identities && is_game).then(|| {
            let value = |name| self.tags.value(self.bytes, name, self.options).unwrap_or_default();
            Box::new(Identity {
                start: self.departure(proven && carried),
                white: value(Name::White),
                black: value(Name::Black),
                date: value(Name::Date),
                round: value(Name::Round),
                site: value(Name::Site),
                time: value(Name::UtcTime),
                outcome: self.told_outcome(),
                moves: moves.iter().map(|word| word.bits()).chain(ruled).collect(),
            })
        });
        let plies = self.mainline_plies;
        let outcome = self.marker.map(|marker| marker.outcome);
        let (span, broken) = (self.span, self.ledger.broken);
        let (findings, edits) = self.ledger.finish(span);
        GameReport { span, findings, edits, plies, is_game, proven, broken, outcome, last, moves, identity }
    }

    /// How the game ended, as the marker says, or else the tag.
    fn told_outcome(&self) -> Option<KnownOutcome> {
        let tagged = || {
            let tag = self.tags.find(Name::Result)?;
            outcome(&tag.value(self.bytes))
        };
        let marked = self.marker.map(|marker| marker.outcome);
        [marked, tagged()].into_iter().flatten().find_map(known)
    }

    /// Where and by which rules the moves of a game begin, `None` for the standard starting position; with the rest of the
    /// text where that is not proven, since only the whole of it tells such games apart.
    fn departure(&self, proven: bool) -> Option<String> {
        let value = |name| self.tags.value(self.bytes, name, self.options).unwrap_or_default();
        let mut start = match self.start {
            Start::Array => None,
            Start::Position(_) => Some(value(Name::Fen)),
            Start::Variant(_) | Start::Ruled(_) | Start::Unknown => {
                Some(value(Name::Variant) + " " + &value(Name::Fen))
            }
        };
        if !proven {
            let movetext = self.tags.end().unwrap_or(self.span.start);
            let text = self.bytes.get(movetext..self.span.end).unwrap_or_default();
            let words: Vec<_> = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
            start.get_or_insert_default().push_str(&String::from_utf8_lossy(&words.join(&b' ')));
        }
        start
    }

    /// The game has no termination marker: variations may be open, the file may be cut short. Whether it is sure all the
    /// same that the game ends here.
    fn unended(&mut self) -> bool {
        if !self.outer.is_empty() {
            self.unclosed();
        }
        if self.marker.is_some() {
            return true;
        }
        let at_end = !self.options.more && self.bytes[self.span.end..].trim_ascii().is_empty();
        // A comment that was not closed has swallowed the marker, if there was one; the rest of the game is lost.
        self.miscounted |= at_end || self.open_comment;
        if self.open_comment && !at_end {
            return false;
        }
        let place = self.line.last_place().unwrap_or(self.line.place());
        let tag = self.tags.value(self.bytes, Name::Result, self.options);
        let at = Span::at(self.span.end);
        let (code, message) = if at_end && !self.is_whole(tag.as_deref()) {
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
        !self.open_comment
    }

    /// An empty line must part the game from the tags of the next, and its moves must not go on behind the marker.
    fn check_behind(&mut self) {
        let rest = &self.bytes[self.span.end..];
        let blank = rest.len() - rest.trim_ascii_start().len();
        let digits = rest[blank..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[blank + digits..].iter().take_while(|byte| **byte == b'.').count();
        let number =
            std::str::from_utf8(&rest[blank..blank + digits]).ok().and_then(|text| text.parse().ok());
        let counts_on = number == Some(self.line.number) && self.line.turn.is_black() == (dots > 1);
        if self.line.any && counts_on && !rest[..blank].contains(&b'\n') {
            let span = Span::new(self.span.end + blank, self.span.end + blank + digits);
            let message =
                format!("the moves go on after the termination marker, from number {}", self.line.number);
            self.say_last(&code::S109, span, message);
            self.ledger.broken = true;
            return;
        }
        let follows = match rest.get(blank) {
            Some(byte) => *byte == b'[',
            // The next chunk begins with a game that has tags as this one has.
            None => self.options.more && blank > 0 && !self.tags.is_empty(),
        };
        let lacking = 2_usize.saturating_sub(memchr::memchr_iter(b'\n', &rest[..blank]).count());
        if follows && lacking > 0 {
            let at = Span::at(self.span.end);
            let fix = Fix { span: at, replacement: "\n".repeat(lacking), safe: true };
            let message = "no empty line parts the game from the tags of the next";
            self.ledger.push(Finding::new(&code::S127, at, message).fix(fix));
        }
    }

    /// Empty lines among the tags and among the moves, where many readers take the game to end, and more than one between the two; those
    /// in comments do no harm.
    fn check_gaps(&mut self) {
        for between in self.tags.spaces(self.bytes) {
            let blank = self.bytes.get(between.range()).unwrap_or_default();
            let first = memchr::memchr(b'\n', blank).map_or(blank.len(), |first| first + 1);
            if blank.trim_ascii().is_empty() && memchr::memchr(b'\n', &blank[first..]).is_some() {
                let span = Span::new(between.start + first, between.end);
                self.gap(span, "an empty line among the tags, where many readers take the moves to begin");
            }
        }
        let start = self.tags.end().unwrap_or(self.span.start);
        let text = self.bytes.get(start..self.span.end).unwrap_or_default();
        let blank = text.len() - text.trim_ascii_start().len();
        if let (Some(second), false) =
            (memchr::memchr_iter(b'\n', &text[..blank]).nth(1), blank == text.len())
            && memchr::memchr(b'\n', &text[second + 1..blank]).is_some()
        {
            let span = Span::new(start + second + 1, start + blank);
            self.gap(span, "a second empty line before the moves, where some readers take the game to end");
        }
        let text = &text[blank..];
        // What looks empty may have blanks.
        let is_empty = |at: usize| {
            let line = text[at + 1..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
            line == Some(&b'\n')
        };
        if memchr::memchr_iter(b'\n', text).any(is_empty) {
            self.gaps(start + blank);
        }
    }

    #[cold]
    fn gaps(&mut self, start: usize) {
        let mut lexer = Lexer::new(&self.bytes[..self.span.end]);
        lexer.go_on(self.span.start, 0);
        let mut last = start;
        let mut found = Vec::new();
        let mut begun = lexer.begin_game();
        while begun && let Some(token) = lexer.next_token() {
            let between = self.bytes.get(last..token.span.start).unwrap_or_default();
            let line_ends = || memchr::memchr_iter(b'\n', between);
            if let (Some(first), true) = (line_ends().next(), line_ends().count() > 1)
                && between.trim_ascii().is_empty()
            {
                found.push(Span::new(last + first + 1, token.span.start));
            }
            last = last.max(token.span.end);
            begun = last < self.span.end;
        }
        for span in found {
            self.gap(span, "an empty line among the moves, where many readers take the game to end");
        }
    }

    #[cold]
    fn gap(&mut self, span: Span, message: &str) {
        let fix = Fix { span, replacement: String::new(), safe: true };
        self.ledger.push(Finding::new(&code::S130, span, message).fix(fix));
    }

    /// Whether nothing of a game without a marker is missing: its tags count as many half-moves as it has, its last move
    /// mates as the result says, or it has no moves at all.
    fn is_whole(&self, result: Option<&str>) -> bool {
        if !self.outer.is_empty() || self.open_comment {
            return false;
        }
        let count = self.tags.value(self.bytes, Name::PlyCount, self.options);
        let counted = count.and_then(|count| count.parse().ok()) == Some(self.mainline_plies);
        let LineState::Board(board) = &self.line.now else { return false };
        let mates = board.to_chess().is_checkmate();
        let won = if board.to_chess().turn().is_white() { "0-1" } else { "1-0" };
        counted || self.mainline_plies == 0 && result.is_some() || mates && result == Some(won)
    }

    /// A variation is open at the end of the game. The text after its parenthesis may belong to the variation or to the
    /// mainline, so moves and numbers there have no findings, and a marker at the very end is the game's.
    fn unclosed(&mut self) {
        let open = if self.outer.len() > 1 { self.outer[1].open } else { self.line.open };
        let marker = self.inner_marker.filter(|marker| marker.span.end == self.span.end);
        let is_sure = |span: Span, code: &Code| {
            let hangs_on_line = matches!(code.id.as_bytes()[0], b'M' | b'N' | b'C')
                || matches!(code.id, "S105" | "S106" | "S115" | "S117" | "S402");
            span.start < open.start
                || !(hangs_on_line || code.id == "S121" && marker.is_some_and(|marker| marker.span == span))
        };
        self.ledger.findings.retain(|finding| is_sure(finding.span, finding.code));
        self.ledger.edits.retain(|edit| edit.span.start < open.start);
        while let Some(outer) = self.outer.pop() {
            *self.line = outer;
        }
        let message = "the variation is not closed; the moves after it are not checked";
        let finding = self.finding(&code::S103, open, message);
        let place = self.line.last_place().unwrap_or(self.line.place());
        self.ledger.push(place.mark(finding));
        self.line.lose();
        self.line.made = None;
        (self.marker, self.miscounted) = (marker, true);
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

    /// NUL bytes in comments and tags; those between tokens were told where they stand.
    #[cold]
    fn nul_inside(&mut self) {
        let told: Vec<Span> =
            self.ledger.findings.iter().filter(|f| f.code == &code::B204).map(|f| f.span).collect();
        let mut at = self.span.start;
        while let Some(found) = self.bytes[at..self.span.end].iter().position(|&byte| byte == 0) {
            let start = at + found;
            let len = self.bytes[start..self.span.end].iter().take_while(|&&byte| byte == 0).count();
            let span = Span::new(start, start + len);
            at = span.end;
            if told.iter().any(|told| told.start <= span.start && span.end <= told.end) {
                continue;
            }
            let message = format!("{len} NUL byte(s) inside a comment or a tag");
            let fix = Fix { span, replacement: String::new(), safe: true };
            self.ledger.push(Finding::new(&code::B204, span, message).fix(fix));
        }
    }

    /// Lines that end with two carriage returns, to many readers an empty line behind each.
    #[cold]
    fn doubled_returns(&mut self) {
        let text = self.bytes.get(self.span.range()).unwrap_or_default();
        let places = memchr::memmem::find_iter(text, b"\r\r\n").map(|at| self.span.start + at).collect();
        self.tell_once(&code::B214, "lines end with two carriage returns", places, "");
    }

    /// Form feeds and vertical tabs among the moves, which some readers take for part of a move.
    #[cold]
    fn page_breaks(&mut self, movetext: usize) {
        let text = self.bytes.get(movetext..self.span.end).unwrap_or_default();
        let places = memchr::memchr2_iter(0x0b, 0x0c, text).map(|at| movetext + at).collect();
        self.tell_once(&code::B205, "a form feed or vertical tab among the moves", places, " ");
    }

    /// One finding of bytes that stand at several places, each of which is replaced.
    fn tell_once(&mut self, code: &'static Code, message: &str, places: Vec<usize>, replacement: &str) {
        let mut fixes = places.into_iter().map(|at| Fix {
            span: Span::new(at, at + 1),
            replacement: replacement.to_owned(),
            safe: true,
        });
        let Some(first) = fixes.next() else { return };
        if self.options.edits {
            self.ledger.edits.extend(fixes);
        }
        self.ledger.push(Finding::new(code, first.span, message).fix(first));
    }

    /// The encoding of the game.
    fn check_bytes(&mut self) {
        let text = self.bytes.get(self.span.range()).unwrap_or_default();
        if memchr::memchr(0, text).is_some() {
            self.nul_inside();
        }
        if memchr::memchr(b'\n', text).is_some_and(|end| text[..end].ends_with(b"\r\r")) {
            self.doubled_returns();
        }
        let movetext = self.tags.end().unwrap_or(self.span.start);
        let moves = self.bytes.get(movetext..self.span.end).unwrap_or_default();
        if memchr::memchr2(0x0b, 0x0c, moves).is_some() {
            self.page_breaks(movetext);
        }
        let valid = encoding_rs::Encoding::utf8_valid_up_to(text);
        if valid == text.len() {
            return;
        }
        let at = self.span.start + valid;
        let line = text[valid..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let start = memchr::memrchr(b'\n', &text[..valid]).map_or(0, |newline| newline + 1);
        let line = &text[start..valid + line.len()];
        let words = self.options.assumed.unwrap_or_default().words_of(line);
        let message = format!("the game is not UTF-8; decoded as {words}");
        self.ledger.push(Finding::new(&code::B201, Span::new(at, at + 1), message));
    }
}

/// An outcome that is not `*`.
fn known(outcome: Outcome) -> Option<KnownOutcome> {
    match outcome {
        Outcome::Known(known) => Some(known),
        Outcome::Unknown => None,
    }
}
