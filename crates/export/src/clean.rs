//! Games without a defect, read in one pass.
//!
//! A game is taken if it has players, says its result, and every token of it is what the export format would have: each
//! move in SAN with the right marks, numbered where White moves. Its text then has one meaning, and needs no reader
//! that weighs several. Where nothing but moves stands, SAN may name a file or a rank that need not be named (`Ngf3`), and castle
//! with zeros: the one legal move that it means is spelled again. All other games are left to such a reader, with the text around them.

use std::ops::Range;

use scorebook_pgn::board::{Board, Undo};
use scorebook_pgn::date::{is_date_tag, is_in_form};
use scorebook_pgn::san::{self, CheckMark, Written};
use scorebook_pgn::{Lexer, TagToken, Token, TokenKind, swallowed_tag};
use shakmaty::{CastlingSide, Chess, KnownOutcome, Move, Outcome, Position};

use super::is_name;
use super::movetext::Event;
use super::proof;
use crate::game::{Game, Line, Ply, Tag, Tags};
use crate::text::Span;

/// Variations nested deeper are left to others.
const DEEPEST: usize = 32;
/// A game with more tag pairs is left to others: each name is compared with those before it.
const MOST_TAGS: usize = 500;
/// Longest text, in bytes: places are kept in 32 bits.
const LONGEST: usize = 1 << 30;

/// A tag pair, by the places of its parts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TagPlace {
    pub(crate) name: Span,
    pub(crate) token: TagToken,
}

/// A game without a defect; its [`CleanGames`] have its tags and moves.
#[derive(Clone, Debug)]
pub struct CleanGame {
    /// From its first token to its last, in bytes.
    pub span: Span,
    /// The result that it states.
    pub outcome: Outcome,
    /// Number of half-moves of the main line.
    pub plies: usize,
    /// The position after them.
    pub end: Chess,
    pub(crate) tags: Range<usize>,
    pub(crate) events: Range<usize>,
}

/// The games of a text that have no defect, as places in that text.
#[derive(Debug, Default)]
pub struct CleanGames {
    pub(crate) tags: Vec<TagPlace>,
    pub(crate) events: Vec<Event>,
    /// The moves that are not written in standard SAN, by the index of their events, and how it spells them.
    respelled: Vec<(u32, String)>,
    games: Vec<CleanGame>,
    others: Vec<Span>,
}

/// The games of a text that have no defect, with the text.
#[derive(Copy, Clone, Debug)]
pub struct CleanText<'t> {
    pub(crate) text: &'t str,
    pub(crate) clean: &'t CleanGames,
}

impl CleanGames {
    /// Reads a text of PGN: takes the games without a defect, and leaves the others.
    #[must_use]
    pub fn read(text: &str) -> CleanGames {
        let mut clean = CleanGames::default();
        if text.len() > LONGEST {
            clean.others.push(Span::new(0, text.len()));
            return clean;
        }
        let mut lexer = Lexer::new(text.as_bytes());
        while lexer.begin_game() {
            let start = lexer.offset();
            let (tags, events, respelled) = (clean.tags.len(), clean.events.len(), clean.respelled.len());
            let taken = GameReader::new(text, &mut clean, &mut lexer).game(start);
            if let Some(game) = taken {
                clean.games.push(game);
                continue;
            }
            clean.tags.truncate(tags);
            clean.events.truncate(events);
            clean.respelled.truncate(respelled);
            // The rest of the game.
            let mut end = lexer.offset();
            while let Some(token) = lexer.next_token() {
                end = token.span.end;
            }
            clean.others.push(Span::new(start, end));
        }
        // A line that ends behind its variations was begun before them.
        clean.respelled.sort_unstable();
        clean
    }

    /// The games that were taken, in order.
    #[must_use]
    pub fn games(&self) -> &[CleanGame] {
        &self.games
    }

    /// The places of the games that were left, in order.
    #[must_use]
    pub fn others(&self) -> &[Span] {
        &self.others
    }

    /// These games with their text, the one that they were read from.
    #[must_use]
    pub fn of<'t>(&'t self, text: &'t str) -> CleanText<'t> {
        CleanText { text, clean: self }
    }
}

impl<'t> CleanText<'t> {
    /// The tag pairs of a game, as they are written in its text.
    #[must_use]
    pub fn tags(&self, game: &CleanGame) -> Tags {
        let mut tags = Tags::with_room();
        for tag in &self.clean.tags[game.tags.clone()] {
            let value = tag.token.unescaped(self.text.as_bytes());
            let name = self.slice(tag.name).into();
            tags.push(Tag { name, value: String::from_utf8_lossy(&value).as_ref().into() });
        }
        tags
    }

    /// A game with all its moves, comments and variations.
    #[must_use]
    pub fn game(&self, game: &CleanGame) -> Game {
        let mut events = self.clean.events[game.events.clone()].iter();
        let mut tags = self.tags(game);
        tags.set("Result", game.outcome.as_str());
        Game { tags, start: Chess::default(), line: self.line(&mut events), outcome: game.outcome }
    }

    /// The moves up to the end of a variation. The recursion is as deep as variations are nested, which is bounded.
    fn line(&self, events: &mut std::slice::Iter<'_, Event>) -> Line {
        let mut line = Line::default();
        while let Some(event) = events.next() {
            match *event {
                Event::Move { mv, .. } => line.plies.push(Ply::from(mv)),
                Event::Nag(nag) => {
                    if let Some(ply) = line.plies.last_mut() {
                        ply.nags.push(nag);
                    }
                }
                Event::Comment { .. } => {
                    let comments = line.plies.last_mut().map_or(&mut line.comments, |ply| &mut ply.comments);
                    comments.push(self.plain_comment(event));
                }
                Event::Open { .. } => {
                    let variation = self.line(events);
                    if let Some(ply) = line.plies.last_mut() {
                        ply.variations.push(variation);
                    }
                }
                Event::Close => break,
            }
        }
        line
    }

    /// The place of the first move.
    #[must_use]
    pub fn first_move(&self, game: &CleanGame) -> Span {
        let first = self.clean.events[game.events.clone()].iter().find_map(|event| match *event {
            Event::Move { at, len, .. } => Some(Span::new(at as usize, at as usize + usize::from(len))),
            _ => None,
        });
        first.unwrap_or(Span::at(game.span.start))
    }

    /// The place and text of each move of the main line.
    #[must_use]
    pub fn cells(&self, game: &CleanGame) -> Vec<(Span, String)> {
        let cell = |(_, event): (usize, &Event)| match *event {
            Event::Move { at, len, .. } => {
                let span = Span::new(at as usize, at as usize + usize::from(len));
                Some((span, self.slice(span).to_owned()))
            }
            _ => None,
        };
        self.main_line(game).filter_map(cell).collect()
    }

    /// The move of this event in standard SAN.
    pub(crate) fn san(&self, event: usize) -> &'t str {
        let Some(&Event::Move { at, len, standard, .. }) = self.clean.events.get(event) else { return "" };
        if standard {
            return self.slice(Span::new(at as usize, at as usize + usize::from(len)));
        }
        let respelled = &self.clean.respelled;
        let place = respelled.binary_search_by_key(&event, |(event, _)| *event as usize);
        place.ok().and_then(|place| respelled.get(place)).map_or("", |(_, san)| san)
    }

    pub(crate) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// What belongs to the main line, with its indices.
    pub(crate) fn main_line(&self, game: &CleanGame) -> impl Iterator<Item = (usize, &'t Event)> {
        let std::ops::Range { start: mut at, end } = game.events;
        let events = &self.clean.events;
        std::iter::from_fn(move || {
            while let Some(event) = events[..end].get(at) {
                let index = at;
                at += 1;
                match event {
                    Event::Open { close } => at = *close as usize + 1,
                    event => return Some((index, event)),
                }
            }
            None
        })
    }

    /// The text of a comment with single blanks between its words.
    pub(crate) fn plain_comment(&self, event: &Event) -> String {
        let text = self.comment(event);
        let mut out = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// The text of a comment without its braces.
    pub(crate) fn comment(&self, event: &Event) -> &'t str {
        match *event {
            Event::Comment { at, len } => self.slice(Span::new(at as usize, (at + len) as usize)),
            _ => "",
        }
    }
}

/// Replays the written PGN of these games, one after the other: see [`proof::agree`].
#[must_use]
pub fn proofs(pgn: &str, games: &[CleanGame]) -> Vec<Result<(), String>> {
    proof::agree(pgn, games.iter().map(|game| (&game.end, game.plies)))
}

/// Whether a tag `Variant` with this value means chess from its usual start.
fn is_chess(variant: &str) -> bool {
    ["standard", "chess", "normal"].iter().any(|name| variant.eq_ignore_ascii_case(name))
}

/// A line of moves while it is read.
#[derive(Copy, Clone)]
struct ReadLine {
    board: Board,
    undo: Undo,
    /// Number of moves.
    plies: usize,
    /// Whether a number precedes the first of them.
    numbered: bool,
    /// The index of the event of the last move.
    last: usize,
    /// Whether that is marked as check, and may be mate.
    checks: bool,
}

impl ReadLine {
    /// A line that begins with this position.
    const fn new(board: Board, undo: Undo) -> ReadLine {
        ReadLine { board, undo, plies: 0, numbered: false, last: 0, checks: false }
    }
}

/// Reads one game.
struct GameReader<'r, 't> {
    text: &'t str,
    clean: &'r mut CleanGames,
    lexer: &'r mut Lexer<'t>,
    line: ReadLine,
    /// The lines around the current variation, each with the index of the event that opened the variation in it.
    outer: Vec<(ReadLine, usize)>,
    /// A move number whose move has not come yet, and its dots.
    number: Option<(u32, u32)>,
    /// Whether a move is not spelled as in standard SAN.
    respelled: bool,
}

impl<'r, 't> GameReader<'r, 't> {
    fn new(text: &'t str, clean: &'r mut CleanGames, lexer: &'r mut Lexer<'t>) -> GameReader<'r, 't> {
        let line = ReadLine::new(Board::default(), Undo::default());
        GameReader { text, clean, lexer, line, outer: Vec::new(), number: None, respelled: false }
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The game, if it has no defect.
    fn game(mut self, start: usize) -> Option<CleanGame> {
        let (tags, events) = (self.clean.tags.len(), self.clean.events.len());
        let mut next = self.tags(tags)?;
        let (outcome, end) = loop {
            if let TokenKind::Result { outcome, canonical: true } = next.kind {
                break (outcome, next.span.end);
            }
            self.token(&next)?;
            self.plain_moves()?;
            next = self.lexer.next_token()?;
        };
        // Nothing belongs to the game behind its result.
        if self.lexer.next_token().is_some() {
            return None;
        }
        let whole = self.outer.is_empty() && self.number.is_none();
        // Among notes, whoever spells moves in his own way may have written moves of the game as well.
        let is_bare = || self.clean.events[events..].iter().all(|event| matches!(event, Event::Move { .. }));
        if self.respelled && !is_bare() {
            return None;
        }
        if !whole || !self.result_agrees(tags, outcome) {
            return None;
        }
        self.end_line();
        Some(CleanGame {
            span: Span::new(start, end),
            outcome,
            plies: self.line.plies,
            end: self.line.board.to_chess(),
            tags: tags..self.clean.tags.len(),
            events: events..self.clean.events.len(),
        })
    }

    /// Reads the tag pairs; returns the token behind them.
    fn tags(&mut self, first: usize) -> Option<Token> {
        loop {
            let token = self.lexer.next_token()?;
            let TokenKind::Tag(tag) = token.kind else {
                let named = |wanted: &str| self.value(first, wanted).is_some();
                let variant = self.value(first, "Variant").is_some_and(|name| !is_chess(name));
                let other_start = variant || named("FEN") || named("SetUp");
                return (named("White") && !other_start).then_some(token);
            };
            let name = self.text.get(tag.name.range())?;
            if self.clean.tags.len() - first >= MOST_TAGS {
                return None;
            }
            if tag.fault.is_some() || !is_name(name) || self.value(first, name).is_some() {
                return None;
            }
            // A date in another form is put right, and that is told.
            if is_date_tag(name) && !is_in_form(self.slice(tag.value)) {
                return None;
            }
            self.clean.tags.push(TagPlace { name: tag.name, token: tag });
        }
    }

    /// The value of a tag of this game, as written.
    fn value(&self, first: usize, name: &str) -> Option<&'t str> {
        let tags = self.clean.tags.get(first..)?;
        let tag = tags.iter().find(|tag| self.slice(tag.name) == name)?;
        Some(self.slice(tag.token.value))
    }

    fn result_agrees(&self, first: usize, outcome: Outcome) -> bool {
        if self.value(first, "Result").is_some_and(|tag| tag != outcome.as_str()) {
            return false;
        }
        let board = &self.line.board;
        let by_rules = if !board.has_move() {
            let winner = !board.turn();
            let mate = KnownOutcome::Decisive { winner };
            Some(if board.is_check() { mate } else { KnownOutcome::Draw })
        } else {
            let few = board.men_count() <= 4 && board.to_chess().is_insufficient_material();
            few.then_some(KnownOutcome::Draw)
        };
        by_rules.is_none_or(|known| outcome == Outcome::Known(known))
    }

    /// Takes one token of the movetext; `None` if it is not what the export format would have.
    fn token(&mut self, token: &Token) -> Option<()> {
        let span = token.span;
        match token.kind {
            TokenKind::Symbol => return self.symbol(span),
            TokenKind::Number { value, dots } if self.number.is_none() => self.number = Some((value, dots)),
            _ if self.number.is_some() => return None,
            TokenKind::Nag(Some(nag)) | TokenKind::Glyph(Some(nag)) if self.line.plies > 0 => {
                self.clean.events.push(Event::Nag(nag));
            }
            TokenKind::Comment { closed: true } => {
                let text = self.slice(Span::new(span.start + 1, span.end - 1));
                if swallowed_tag(text.as_bytes()).is_some() {
                    return None;
                }
                if !text.trim().is_empty() {
                    let (at, len) = (span.start as u32 + 1, text.len() as u32);
                    self.clean.events.push(Event::Comment { at, len });
                }
            }
            TokenKind::Open if self.line.plies > 0 && self.outer.len() < DEEPEST => {
                let mut board = self.line.board;
                board.undo(&self.line.undo);
                self.outer.push((self.line, self.clean.events.len()));
                self.clean.events.push(Event::Open { close: 0 });
                self.line = ReadLine::new(board, Undo::default());
            }
            TokenKind::Close => {
                let (outer, open) = self.outer.pop()?;
                // One move without a number may be a remark.
                if self.line.plies == 0 || self.line.plies == 1 && !self.line.numbered {
                    return None;
                }
                self.end_line();
                let close = self.clean.events.len() as u32;
                self.clean.events.push(Event::Close);
                *self.clean.events.get_mut(open)? = Event::Open { close };
                self.line = outer;
            }
            _ => return None,
        }
        Some(())
    }

    /// Ends a line. Mate that is marked as check gets its own mark: many programs write no other.
    fn end_line(&mut self) {
        let ReadLine { board, last, checks, .. } = &self.line;
        if *checks
            && !board.has_move()
            && let Some(Event::Move { at, len, standard, .. }) = self.clean.events.get_mut(*last)
        {
            *standard = false;
            let text = self.text.get(*at as usize..*at as usize + usize::from(*len)).unwrap_or_default();
            let san = format!("{}#", text.trim_end_matches('+'));
            self.clean.respelled.push((*last as u32, san));
        }
    }

    /// Reads plain moves and their numbers straight from the bytes, up to anything else; `None` if one has a defect. What the
    /// lexer and [`GameReader::symbol`] make of the same bytes is the same.
    fn plain_moves(&mut self) -> Option<()> {
        if !self.lexer.is_in_movetext() {
            return Some(());
        }
        let bytes = self.text.as_bytes();
        let mut done = self.lexer.offset();
        loop {
            let mut at = behind_space(bytes, done);
            let mut number = self.number;
            if number.is_none() {
                number = plain_number(bytes, &mut at);
            }
            let ReadLine { board, undo, checks, .. } = &mut self.line;
            let white = board.turn().is_white();
            let right = match number {
                Some(number) => number == (board.fullmoves(), if white { 1 } else { 3 }),
                None => !white,
            };
            let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk).filter(|_| right) else { break };
            let taken = board.take(u64::from_le_bytes(*word), undo);
            let Some(len) = taken.length() else { break };
            let mate = bytes[at + len - 1] == b'#';
            if mate && board.has_move() {
                return None;
            }
            *checks = board.is_check() && !mate;
            let mv = board.made(undo)?;
            self.number = None;
            self.line.numbered |= self.line.plies == 0 && number.is_some();
            let span = Span::new(at, at + len);
            let respelled = match taken.is_nonstandard() {
                true => Some(self.respelled(span, mv)?),
                false => None,
            };
            self.push(span, mv, respelled)?;
            done = at + len;
        }
        self.lexer.go_on(done, self.lexer.depth());
        Some(())
    }

    /// Adds the move whose text is at `span`, with its standard spelling if that is another.
    fn push(&mut self, span: Span, mv: Move, respelled: Option<String>) -> Option<()> {
        self.line.plies += 1;
        self.line.last = self.clean.events.len();
        let standard = respelled.is_none();
        self.respelled |= !standard;
        let last = self.line.last as u32;
        self.clean.respelled.extend(respelled.map(|san| (last, san)));
        let len = u8::try_from(span.len()).ok()?;
        self.clean.events.push(Event::Move { at: span.start as u32, len, standard, mv });
        Some(())
    }

    /// How standard SAN spells the move that was just made, if its text differs only by a file or a rank that need not be named.
    #[cold]
    fn respelled(&mut self, span: Span, mv: Move) -> Option<String> {
        let text = self.slice(span);
        let ReadLine { board, undo, checks, .. } = &mut self.line;
        let agrees = text.contains('x') == mv.is_capture() && text.ends_with(['+', '#']) == board.is_check();
        // What names both squares is not in SAN, but in long algebraic notation.
        let two = |first: u8, last: u8| text.bytes().filter(|b| (first..=last).contains(b)).count() > 1;
        if !agrees || two(b'a', b'h') && two(b'1', b'8') {
            return None;
        }
        let mut before = *board;
        before.undo(undo);
        let mut san = String::with_capacity(8);
        before.play_written(mv, &mut san);
        // Its mark of mate is right already.
        *checks &= !san.ends_with('#');
        Some(san)
    }

    fn symbol(&mut self, span: Span) -> Option<()> {
        let bytes = self.text.as_bytes();
        // A parenthesis that is stuck to a move may be a part of it.
        if bytes.get(span.end) == Some(&b'(') {
            return None;
        }
        let board = &self.line.board;
        let due = if board.turn().is_white() { 1 } else { 3 };
        match self.number.take() {
            Some(number) if number != (board.fullmoves(), due) => return None,
            None if board.turn().is_white() => return None,
            number => self.line.numbered |= self.line.plies == 0 && number.is_some(),
        }
        let (mv, respelled) = self.play(span)?;
        self.push(span, mv, respelled)
    }

    /// Plays the move at `span`, if it is spelled in SAN with the right marks; the standard spelling if that is another.
    fn play(&mut self, span: Span) -> Option<(Move, Option<String>)> {
        let bytes = self.text.as_bytes();
        let text = bytes.get(span.range())?;
        let ReadLine { board, undo, checks, .. } = &mut self.line;
        if let Some(word) = bytes.get(span.start..).and_then(<[u8]>::first_chunk) {
            let taken = board.take(u64::from_le_bytes(*word), undo);
            if let Some(len) = taken.length() {
                let mate = text.last() == Some(&b'#');
                let whole = len == text.len() && !(mate && board.has_move());
                *checks = board.is_check() && !mate;
                let mv = board.made(undo).filter(|_| whole)?;
                let respelled = match taken.is_nonstandard() {
                    true => Some(self.respelled(span, mv)?),
                    false => None,
                };
                return Some((mv, respelled));
            }
        }
        let spelled = self.text;
        let with_letters =
            text.starts_with(b"0-0").then(|| spelled.get(span.range()).unwrap_or_default().replace('0', "O"));
        let (written, mark) = san::read(with_letters.as_ref().map_or(text, |text| text.as_bytes()))?;
        let side = match written {
            Written::Castle { side } => Some(side == CastlingSide::QueenSide),
            _ => None,
        };
        if let Some(long) = side
            && mark == CheckMark::None
            && board.castle_from_home(long, undo)
        {
            *checks = false;
            return Some((board.made(undo)?, with_letters));
        }
        let step = board.resolve(&written).ok()?;
        if !san::capture_agrees(&written, step.mv) {
            return None;
        }
        *undo = board.play(step.mv);
        let right = match mark {
            CheckMark::None => !board.is_check(),
            CheckMark::Check => board.is_check(),
            CheckMark::Mate => board.is_check() && !board.has_move(),
        };
        *checks = mark == CheckMark::Check;
        if !right {
            return None;
        }
        let respelled = match with_letters.is_some() || step.over_disambiguated {
            true => Some(self.respelled(span, step.mv)?),
            false => None,
        };
        Some((step.mv, respelled))
    }
}

fn behind_space(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// A move number with one or three dots, and the number of dots; moves `at` behind it and the white space after it. `None`,
/// and nothing moved, if there is none.
fn plain_number(bytes: &[u8], at: &mut usize) -> Option<(u32, u32)> {
    let mut end = *at;
    let mut value = 0;
    while let Some(&digit) = bytes.get(end).filter(|b| b.is_ascii_digit() && end < *at + 4) {
        value = value * 10 + u32::from(digit - b'0');
        end += 1;
    }
    let dots = bytes.get(end..)?.iter().take(4).take_while(|&&b| b == b'.').count();
    if end == *at || !matches!(dots, 1 | 3) {
        return None;
    }
    *at = behind_space(bytes, end + dots);
    Some((value, dots as u32))
}
