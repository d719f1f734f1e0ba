//! The pass over the tokens of one game.

use shakmaty::{Chess, Color, Move, Outcome, Position};

use super::clocks::Clocks;
use super::draws::Draws;
use super::game::{GameReport, Identity, Ledger, Packed};
use super::line::{Line, Made, Stand};
use super::odd::{self, Verdict};
use super::san::{self, CheckMark, Written};
use super::start::Start;
use super::tags::TagSection;
use super::{Options, variant};
use crate::decode::san::san as write_san;
use crate::finding::{Candidate, Code, Finding, Fix, code};
use crate::record::pgn::{Kind, Lexer, Token};
use crate::text::Span;

/// Variations kept open at once; deeper ones are not proven.
const MOST_OPEN: usize = 1 << 16;

/// How the game ended.
#[derive(Copy, Clone, Debug)]
pub(super) struct Marker {
    pub(super) outcome: Outcome,
    pub(super) span: Span,
}

/// One game on its way.
pub(super) struct Walk<'l, 'a, 'o> {
    lexer: &'l mut Lexer<'a>,
    pub(super) bytes: &'a [u8],
    pub(super) options: &'o Options,
    pub(super) ledger: Ledger<'o>,
    pub(super) tags: TagSection,
    pub(super) start: Start,
    /// The line that moves are read for.
    pub(super) line: Line,
    /// The lines that it branches from, the mainline first.
    outer: Vec<Line>,
    /// Variations beyond [`MOST_OPEN`].
    too_deep: usize,
    draws: Draws,
    clocks: Clocks,
    pub(super) marker: Option<Marker>,
    litter: bool,
    begun: bool,
    moves: Vec<Packed>,
    /// Whether a wrong move number was seen, so that `fix` renumbers the rest too.
    renumber: bool,
    /// Half-moves of the mainline, proven or not.
    pub(super) mainline_plies: u32,
    span: Span,
}

impl<'l, 'a, 'o> Walk<'l, 'a, 'o> {
    pub(super) fn new(lexer: &'l mut Lexer<'a>, options: &'o Options) -> Walk<'l, 'a, 'o> {
        let bytes = lexer.bytes();
        let span = Span::at(lexer.offset());
        Walk {
            lexer,
            bytes,
            options,
            ledger: Ledger::new(options),
            tags: TagSection::default(),
            start: Start::Array,
            line: Line::new(Stand::Lost, 1, Color::White),
            outer: Vec::new(),
            too_deep: 0,
            draws: Draws::default(),
            clocks: Clocks::default(),
            marker: None,
            litter: false,
            begun: false,
            moves: Vec::new(),
            renumber: false,
            mainline_plies: 0,
            span,
        }
    }

    pub(super) fn run(mut self) -> GameReport {
        while let Some(token) = self.lexer.next_token() {
            self.span.end = token.span.end;
            match token.kind {
                Kind::Symbol if self.begun && self.marker.is_none() => self.symbol(token.span),
                Kind::Number { value, dots: 1 }
                    if value == self.line.number
                        && self.line.turn.is_white()
                        && self.line.waiting.is_none()
                        && self.begun
                        && self.marker.is_none() =>
                {
                    self.line.waiting = Some(token.span);
                }
                _ => self.token(token),
            }
        }
        self.finish()
    }

    /// The movetext begins: where?
    fn begin(&mut self) {
        if self.begun {
            return;
        }
        self.begun = true;
        self.start = self.tags.start(self.bytes, &mut self.ledger);
        let (stand, number, turn) = self.start.stand();
        if let Stand::Board(board) = &stand {
            self.draws.start(board);
        }
        self.line = Line::new(stand, number, turn);
        self.clocks = Clocks::new(self.tags.value(self.bytes, "TimeControl").as_deref());
    }

    pub(super) fn first_byte(&self) -> usize {
        self.span.start
    }

    fn in_mainline(&self) -> bool {
        self.outer.is_empty() && self.too_deep == 0
    }

    fn text(&self, span: Span) -> String {
        const LONGEST: usize = 80;
        let text = self.bytes.get(span.range()).unwrap_or_default();
        let shown = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]).into_owned();
        if text.len() > LONGEST { shown + "…" } else { shown }
    }

    fn finding(&self, code: &'static Code, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(code, span, message).text(self.text(span))
    }

    /// A finding at the move to come.
    fn say(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        let finding = self.line.place().mark(self.finding(code, span, message));
        self.ledger.push(finding);
    }

    /// A finding at the move made last, if there is one.
    fn say_last(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        let finding = self.finding(code, span, message);
        let finding = self.line.last_place().unwrap_or(self.line.place()).mark(finding);
        self.ledger.push(finding);
    }

    /// Anything but a symbol in movetext.
    fn token(&mut self, token: Token) {
        let span = token.span;
        if self.marker.is_some() {
            return self.after_marker(token);
        }
        match token.kind {
            Kind::Tag(tag) => self.tags.push(tag, span, self.bytes, &mut self.ledger),
            Kind::Comment { .. } | Kind::LineComment => self.comment(token),
            Kind::Escape => {}
            Kind::Control => self.control(span),
            Kind::Invisible => self.invisible(span),
            Kind::Stray => self.stray(span),
            Kind::Symbol => {
                self.begin();
                self.symbol(span);
            }
            Kind::Number { value, dots } => self.number(value, dots, span),
            Kind::Dots => {
                self.begin();
                if self.line.waiting.is_none() && self.line.turn.is_white() {
                    self.say(&code::S101, span, "dots where no move is left out");
                }
            }
            Kind::Null => self.null(span),
            Kind::EnPassant => self.en_passant(span),
            Kind::Nag(nag) => {
                self.begin();
                if nag.is_none() {
                    self.say_last(
                        &code::S112,
                        span,
                        format!("`{}` is no NAG from $0 to $255", self.text(span)),
                    );
                }
            }
            Kind::Glyph(nag) => {
                self.begin();
                if nag.is_none() {
                    self.say_last(
                        &code::S113,
                        span,
                        format!("`{}` is no glyph with a meaning", self.text(span)),
                    );
                }
            }
            Kind::Open => self.open(span),
            Kind::Close => self.close(span),
            Kind::Result { outcome, canonical } => self.result(outcome, canonical, span),
        }
    }

    fn stray(&mut self, span: Span) {
        if self.bytes.get(span.start) == Some(&b'}') {
            self.say_last(&code::S122, span, "a `}` without the `{` of a comment");
        } else {
            self.say(&code::S101, span, format!("`{}` is no token of PGN", self.text(span)));
        }
    }

    fn control(&mut self, span: Span) {
        let message = format!("{} control byte(s) between the tokens", span.len());
        let fix = Fix { span, replacement: " ".to_owned(), safe: true };
        let finding = Finding::new(&code::B204, span, message).fix(fix);
        self.ledger.push(self.line.place().mark(finding));
    }

    fn invisible(&mut self, span: Span) {
        let what = if span.len() == 3 { "a byte order mark" } else { "a no-break space" };
        let fix = Fix { span, replacement: " ".to_owned(), safe: true };
        let finding = Finding::new(&code::B205, span, format!("{what} between the tokens")).fix(fix);
        self.ledger.push(finding);
    }

    fn comment(&mut self, token: Token) {
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

    fn number(&mut self, value: u32, dots: u32, span: Span) {
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

    fn null(&mut self, span: Span) {
        self.begin();
        if self.in_mainline() {
            self.say(&code::S111, span, "a side passes, which no game allows");
        }
        let passed = match &mut self.line.now {
            Stand::Board(board) => {
                let before = board.clone();
                let passed = board.pass();
                self.line.before = Stand::Board(before);
                passed
            }
            Stand::Variant(position) => match position.as_ref().clone().swap_turn() {
                Ok(after) => {
                    self.line.before = Stand::Variant(std::mem::replace(position, Box::new(after)));
                    true
                }
                Err(_) => false,
            },
            Stand::Lost => {
                self.line.before = Stand::Lost;
                true
            }
        };
        if !passed {
            self.say(&code::M201, span, "no side may pass while it is in check");
            self.line.now = Stand::Lost;
        }
        self.line.made = None;
        self.line.advance();
        self.count_ply();
    }

    fn en_passant(&mut self, span: Span) {
        self.begin();
        let message = match (self.line.made, &self.line.now) {
            (Some(Made { en_passant: false, .. }), _) => {
                Some((&code::N209, "the move does not capture in passing"))
            }
            (Some(_), _) => Some((&code::N208, "`e.p.` is not written in SAN")),
            (None, Stand::Lost) => None,
            (None, _) => Some((&code::N209, "`e.p.` without a move")),
        };
        let Some((code, message)) = message else { return };
        // The space before it goes too.
        let start = self.bytes[..span.start].trim_ascii_end().len();
        let fix =
            Fix { span: Span::new(start, span.end), replacement: String::new(), safe: code == &code::N208 };
        let finding = self.finding(code, span, message).fix(fix);
        self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
    }

    fn open(&mut self, span: Span) {
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
        let branch = self.line.branch(span);
        self.outer.push(std::mem::replace(&mut self.line, branch));
    }

    fn close(&mut self, span: Span) {
        self.begin();
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(outer) = self.outer.pop() else {
            self.say_last(&code::S104, span, "a `)` without a `(`");
            return;
        };
        self.end_of_line();
        if !self.line.any {
            let span = Span::new(self.line.open.start, span.end);
            self.say(&code::S110, span, "the variation holds no move");
        }
        self.line = outer;
    }

    /// Checks that are due when a line ends: a mate that is not marked.
    pub(super) fn end_of_line(&mut self) {
        if let Some(waiting) = self.line.waiting.take()
            && !self.outer.is_empty()
        {
            self.say(&code::S117, waiting, "a move number without a move");
        }
        let (Stand::Board(board), Some(made)) = (&self.line.now, self.line.made) else { return };
        if board.is_check() && made.mark != CheckMark::Mate && !board.has_move() {
            self.mate_unmarked(made);
        }
    }

    fn mate_unmarked(&mut self, made: Made) {
        let body = self.bytes.get(made.span.range()).unwrap_or_default();
        let body = body.strip_suffix(b"+").unwrap_or(body);
        let replacement = String::from_utf8_lossy(body).into_owned() + "#";
        let fix = Fix { span: made.span, replacement, safe: true };
        let finding = self.finding(&code::C103, made.span, "the move mates, but has no `#`").fix(fix);
        let place = self.line.last_place().unwrap_or(self.line.place());
        self.ledger.push(place.mark(finding));
    }

    fn result(&mut self, outcome: Outcome, canonical: bool, span: Span) {
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

    fn after_marker(&mut self, token: Token) {
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

    /// Counts a half-move of the mainline.
    #[inline]
    fn count_ply(&mut self) {
        if self.outer.is_empty() {
            self.mainline_plies += 1;
        }
    }

    /// A symbol in the place of a move.
    #[inline]
    fn symbol(&mut self, span: Span) {
        if self.too_deep > 0 {
            return;
        }
        let text = &self.bytes[span.range()];
        if let Stand::Board(board) = &mut self.line.now
            && let Some((written, mark)) = san::read(text)
            && let Ok(step) = board.resolve(&written)
        {
            let capture = written.capture() != step.mv.is_capture();
            self.line.before = Stand::Board(board.clone());
            board.play(step.mv);
            let check = board.is_check() != (mark != CheckMark::None);
            if capture || check || step.overdone || mark == CheckMark::Mate {
                self.remark(span, &written, mark, step.mv, step.overdone);
            }
            self.made(step.mv, span, mark);
            return;
        }
        self.unusual(span);
    }

    /// A move of the fast board was made.
    #[inline]
    fn made(&mut self, mv: Move, span: Span, mark: CheckMark) {
        self.line.made = Some(Made { span, mark, en_passant: mv.is_en_passant() });
        if self.outer.is_empty() {
            self.mainline_plies += 1;
            if self.options.identities {
                self.moves.push(Packed::from(mv));
            }
            if let Stand::Board(board) = &self.line.now {
                let claim = self.draws.after(board);
                let bare = mv.is_capture() && board.men_count() <= 4;
                if claim.is_some() || bare {
                    self.draw(claim, bare, span);
                }
            }
        }
        self.line.advance();
    }

    /// Notes a draw that can be claimed or has come about.
    fn draw(&mut self, claim: Option<&'static Code>, bare: bool, span: Span) {
        if let Some(code) = claim {
            let words = match code.id {
                "R201" => "the position stands for the third time: a draw can be claimed",
                "R202" => "the position stands for the fifth time: the game is drawn",
                "R203" => "fifty moves without capture or pawn move: a draw can be claimed",
                _ => "seventy-five moves without capture or pawn move: the game is drawn",
            };
            self.say(code, span, words);
        }
        if bare
            && let Stand::Board(board) = &self.line.now
            && board.to_chess().is_insufficient_material()
        {
            self.say(&code::R205, span, "neither side has the men to mate: the game is drawn");
        }
    }

    /// The chess position of a line, for what is out of the ordinary.
    pub(super) fn chess(stand: &Stand) -> Option<Chess> {
        match stand {
            Stand::Board(board) => Some(board.to_chess()),
            _ => None,
        }
    }

    /// What is wrong with the spelling of a move that was made.
    #[cold]
    fn remark(&mut self, span: Span, written: &Written, mark: CheckMark, mv: Move, overdone: bool) {
        let (Some(before), Stand::Board(board)) = (Self::chess(&self.line.before), &self.line.now) else {
            return;
        };
        let check = board.is_check();
        let mate = check && mark == CheckMark::Mate && !board.has_move();
        let correct = write_san(&before, mv);
        let mut codes: Vec<(&'static Code, String)> = Vec::new();
        if written.capture() && !mv.is_capture() {
            codes.push((&code::N206, format!("nothing is captured on {}", mv.to())));
        } else if !written.capture() && mv.is_capture() {
            codes.push((&code::N205, format!("the man on {} is captured, but there is no `x`", mv.to())));
        }
        if overdone {
            codes.push((&code::N203, format!("SAN writes {correct}")));
        }
        match mark {
            CheckMark::None if check => {
                codes.push((&code::C101, "the move gives check, but has no `+`".to_owned()))
            }
            CheckMark::Check if !check => codes.push((&code::C102, "the move gives no check".to_owned())),
            CheckMark::Mate if !check => {
                codes.push((&code::C104, "the move gives no check, let alone mate".to_owned()))
            }
            CheckMark::Mate if !mate => {
                codes.push((&code::C104, "the move gives check, but not mate".to_owned()))
            }
            _ => {}
        }
        for (code, message) in codes {
            let fix = Fix { span, replacement: correct.clone(), safe: true };
            let finding =
                self.finding(code, span, message).fix(fix).chosen(correct.clone()).fen(odd::fen(&before));
            self.ledger.push(self.line.place().mark(finding));
        }
    }

    /// A symbol that is no plain legal SAN.
    #[cold]
    fn unusual(&mut self, span: Span) {
        let place = self.line.place();
        let text = &self.bytes[span.range()];
        match &self.line.now {
            Stand::Lost => {
                if !odd::is_readable(text, self.line.turn) {
                    self.say(&code::N201, span, format!("`{}` is no move in any notation", self.text(span)));
                }
                self.line.before = Stand::Lost;
                self.line.made = None;
                self.line.advance();
                self.count_ply();
            }
            Stand::Variant(position) => {
                let judged = variant::judge(text, position);
                self.line.before = self.line.now.clone();
                for finding in judged.findings {
                    let finding = Finding { span, ..finding }.text(self.text(span));
                    self.ledger.push(place.mark(finding));
                }
                self.line.now = judged.after.map_or(Stand::Lost, |after| Stand::Variant(Box::new(after)));
                if let (Some(mv), true, true) = (judged.mv, self.outer.is_empty(), self.options.identities) {
                    self.moves.push(Packed::from(mv));
                }
                self.line.made = None;
                self.line.advance();
                self.count_ply();
            }
            Stand::Board(board) => {
                let chess = board.to_chess();
                self.judge(span, &chess);
            }
        }
    }

    fn judge(&mut self, span: Span, chess: &Chess) {
        let text = &self.bytes[span.range()];
        let shown = self.text(span);
        let about =
            |walk: &Self, code, message: String| walk.finding(code, span, message).fen(odd::fen(chess));
        let finding = match odd::judge(text, chess) {
            Verdict::Readable(mv) => {
                let correct = write_san(chess, mv);
                let fix = Fix { span, replacement: correct.clone(), safe: true };
                let message = format!("`{shown}` is {correct} in SAN");
                let finding = about(self, &code::N202, message).fix(fix).chosen(correct);
                self.ledger.push(self.line.place().mark(finding));
                self.accept(mv, span);
                return;
            }
            Verdict::Glued(first, second, at) => {
                let mut after = chess.clone();
                after.play_unchecked(first);
                let (one, two) = (write_san(chess, first), write_san(&after, second));
                let fix = Fix { span, replacement: format!("{one} {two}"), safe: true };
                let message = format!("`{shown}` is two moves, {one} and {two}");
                let finding = about(self, &code::S114, message).fix(fix).chosen(one);
                self.ledger.push(self.line.place().mark(finding));
                self.accept(first, Span::new(span.start, span.start + at));
                self.accept(second, Span::new(span.start + at, span.end));
                return;
            }
            Verdict::Over(how) => {
                if let (Some(made), Stand::Board(board)) = (self.line.made, &self.line.now)
                    && board.is_check()
                    && made.mark != CheckMark::Mate
                {
                    self.mate_unmarked(made);
                }
                let message = format!("`{shown}` is written behind {how}: the game was over");
                about(self, &code::M203, message)
            }
            Verdict::Ambiguous(moves) => {
                let names = odd::sans(chess, &moves);
                let message = format!("`{shown}` may be {}", names.join(" or "));
                about(self, &code::M202, message).candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::NoPromotion(moves) => {
                let names = odd::sans(chess, &moves);
                let message = format!("`{shown}` does not say what the pawn becomes");
                about(self, &code::M204, message).candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::Illegal(reasons, near) => {
                let names = odd::sans(chess, &near);
                let reason =
                    if reasons.is_empty() { "no legal move fits".to_owned() } else { reasons.join("; ") };
                let mut finding = about(self, &code::M201, format!("`{shown}` cannot be played: {reason}"));
                if let [only] = names.as_slice() {
                    finding = finding.fix(Fix { span, replacement: only.clone(), safe: false });
                }
                finding.candidates(names.into_iter().map(Candidate::new))
            }
            Verdict::Unreadable => about(self, &code::N201, format!("`{shown}` is no move in any notation")),
        };
        self.ledger.push(self.line.place().mark(finding));
        self.line.before = std::mem::replace(&mut self.line.now, Stand::Lost);
        self.line.made = None;
        self.line.advance();
        self.count_ply();
    }

    /// Makes a move that was understood on the slow way; its marks are part of the fix.
    fn accept(&mut self, mv: Move, span: Span) {
        let Stand::Board(board) = &mut self.line.now else { return };
        self.line.before = Stand::Board(board.clone());
        board.play(mv);
        // The finding that spelled it has the right mark already.
        self.made(mv, span, CheckMark::Mate);
    }

    fn finish(mut self) -> GameReport {
        let is_game = self.begun || !self.tags.is_empty();
        if is_game {
            self.begin();
            if self.marker.is_none() {
                self.unended();
            }
            self.end_of_line();
            self.check_end();
            self.check_tags();
        }
        self.check_bytes();
        let proven = matches!(self.line.now, Stand::Board(_) | Stand::Variant(_));
        let last = if self.options.positions { Self::chess(&self.line.now) } else { None };
        let identity = (self.options.identities && is_game).then(|| {
            let value = |name| self.tags.value(self.bytes, name).unwrap_or_default();
            Box::new(Identity {
                start: (!matches!(self.start, Start::Array)).then(|| value("FEN")),
                white: value("White"),
                black: value("Black"),
                date: value("Date"),
                moves: std::mem::take(&mut self.moves),
            })
        });
        let plies = self.mainline_plies;
        let outcome = self.marker.map(|marker| marker.outcome);
        let span = self.span;
        let (findings, edits) = self.ledger.finish(span);
        GameReport { span, findings, edits, plies, is_game, proven, outcome, last, identity }
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
            self.line = outer;
        }
        let at_end = !self.options.more && self.bytes[self.span.end..].trim_ascii().is_empty();
        let place = self.line.last_place().unwrap_or(self.line.place());
        let tag = self.tags.value(self.bytes, "Result");
        let at = Span::at(self.span.end);
        let (code, message) = if at_end {
            (&code::S108, "the input ends inside the game: there is no termination marker")
        } else {
            (&code::S107, "the game has no termination marker")
        };
        let mut finding = Finding::new(code, at, message);
        if let Some(result) = tag.filter(|tag| matches!(tag.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*")) {
            finding =
                finding.fix(Fix { span: at, replacement: format!(" {result}"), safe: code == &code::S107 });
        }
        self.ledger.push(place.mark(finding));
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
