//! PGN movetext as a layout: keeps tags, comments, NAGs and variations; each symbol is a cell, in any
//! notation.

use std::borrow::Cow;
use std::collections::HashSet;

use shakmaty::Color;

use crate::finding::{Finding, code};
use crate::game::Tag;
use crate::heading::{Heading, tag_pair};
use crate::text::{Source, Span};
use crate::words::rows;
use crate::{Cell, CellLine, Draft, Ending, Layout, MoveSense, Start};

use scorebook_pgn::date::{has_day, is_date_tag, is_in_form};
use scorebook_pgn::{Cut, Lexer, TagFault, Token, TokenKind as Kind, last_cut, swallowed_tag};

/// PGN: tag pairs, then movetext.
#[derive(Debug)]
pub struct Pgn;

/// Bytes that are examined to detect PGN.
const SAMPLE: usize = 1 << 16;
/// Most bytes of words around the games.
const MOST_WORDS: usize = 4_000;
/// Deepest nesting of variations that is kept; deeper ones are omitted with a finding.
const DEEPEST: usize = 100;

impl Layout for Pgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn title(&self) -> &'static str {
        "PGN: tag pairs and movetext, in any notation without blanks"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let text = source.text();
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        // Words below moves without tag pairs say that the text is more than PGN.
        let asides = asides(sample, sense, false);
        let bytes = &*without(sample, &asides);
        let mut lexer = Lexer::new(bytes);
        let (mut tags, mut marks, mut odd, mut symbols, mut moves) = (0u32, 0u32, 0u32, 0u32, 0.0);
        // Games that begin again at 1 although neither tags nor a result separate them.
        let mut merged = 0u32;
        while symbols < 300 && lexer.begin_game() {
            let mut last = Kind::Dots;
            let (mut depth, mut number) = (0, 0);
            while let Some(token) = lexer.next_token() {
                let after_open = std::mem::replace(&mut last, token.kind) == Kind::Open;
                match token.kind {
                    Kind::Open => depth += 1,
                    Kind::Close => depth -= 1,
                    _ => {}
                }
                match token.kind {
                    Kind::Number { value, dots: 0..=1 } if depth == 0 => {
                        merged += u32::from(value == 1 && number > 1);
                        number = value;
                    }
                    Kind::Tag(tag) if matches!(tag.fault, None | Some(TagFault::OtherQuotes)) => tags += 1,
                    Kind::Comment { closed: true } | Kind::Nag(Some(_)) => marks += 1,
                    Kind::Number { .. } if after_open => marks += 1,
                    Kind::Symbol if symbols < 300 => {
                        symbols += 1;
                        moves += text_of(bytes, &token).map_or(0.0, |text| sense.likeness(text));
                    }
                    Kind::Stray | Kind::Control | Kind::Tag(_) => odd += 1,
                    _ => {}
                }
            }
        }
        if symbols == 0 {
            return if tags >= 3 { 0.9 } else { 0.0 };
        }
        if merged > 0 && tags == 0 {
            return 0.0;
        }
        let likeness = (moves / symbols as f32 - odd as f32 / (symbols + tags) as f32).max(0.0);
        match (tags, marks) {
            // If many symbols are not moves, moves are written in several words, which this layout does not
            // read.
            (1.., _) => 0.98 * likeness.powi(3),
            (0, 1..) => 0.92 * likeness * likeness,
            (0, 0) => 0.5 * likeness,
        }
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let text = source.text();
        let asides = asides(text, sense, true);
        let bytes = without(text, &asides);
        let mut lexer = Lexer::new(&bytes);
        let mut drafts = Vec::new();
        while lexer.begin_game() {
            let mut game = PgnGame::new(text, lexer.offset(), sense);
            while let Some(token) = lexer.next_token() {
                game.token(&token);
            }
            drafts.push(game.finish());
        }
        around(text, &asides, drafts)
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        match last_cut(head, true) {
            Cut::At(0) | Cut::None => None,
            Cut::At(at) => Some(at),
        }
    }
}

/// Where the first tag pair of a text begins, or the first row of its moves, if only words stand above it: a sentence of a mail, a
/// title. 0 if none do.
fn preamble(text: &str, sense: &dyn MoveSense) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let row = line.trim_start();
        let begins = row.strip_prefix("1.").is_some_and(|row| !row.starts_with('.'));
        let begin = if begins { Some(0) } else { first_pair(line) };
        if let Some(begin) = begin.map(|begin| at + begin) {
            return if may_be_words(&text[..begin]) && !has_row(&moves_of(&text[..begin], sense)) {
                begin
            } else {
                0
            };
        }
        at += line.len();
    }
    0
}

/// The words around the games of a text, which are none of their moves, in order: a sentence of a mail or the title of a page above the
/// first, what a page says between two, a signature or an answer below the last; where no game has tag pairs, this only if `below`.
fn asides(text: &str, sense: &dyn MoveSense, below: bool) -> Vec<Span> {
    let head = preamble(text, sense);
    let mut asides = Vec::new();
    if head > 0 {
        asides.push(Span::new(0, head));
    }
    let bytes = without(text, &asides);
    // Of each game that the lexer finds: where it begins, and where its last tag pair ends.
    let mut games: Vec<(usize, Option<usize>)> = Vec::new();
    let mut lexer = Lexer::new(&bytes);
    while lexer.begin_game() {
        let begin = lexer.offset();
        let mut pairs = None;
        while let Some(token) = lexer.next_token() {
            if matches!(token.kind, Kind::Tag(_)) {
                pairs = Some(token.span.end);
            }
        }
        games.push((begin, pairs));
    }
    let has_pairs = games.iter().any(|(_, pairs)| pairs.is_some());
    let ends = games.iter().skip(1).map(|&(begin, _)| begin).chain([text.len()]);
    for (at, (&(begin, pairs), end)) in games.iter().zip(ends).enumerate() {
        let begin = match pairs {
            Some(pairs) => postscript(&text[..end], pairs, sense),
            // Without tag pairs it may be words alone.
            None => {
                let is_between = has_pairs || below && at > 0 && end == text.len();
                let is_said = is_between && are_words(&text[begin..end], sense);
                if is_said { begin } else { end }
            }
        };
        if begin < end {
            asides.push(Span::new(begin, end));
        }
    }
    asides
}

/// The bytes of a text with blanks for these parts of it.
fn without<'t>(text: &'t str, parts: &[Span]) -> Cow<'t, [u8]> {
    let mut bytes = Cow::Borrowed(text.as_bytes());
    for part in parts {
        bytes.to_mut()[part.range()].fill(b' ');
    }
    bytes
}

/// Where the paragraphs begin that stand behind the tag pairs of a text, which end at `pairs`, and the moves below them, and are words.
/// The end of the text if none do.
fn postscript(text: &str, pairs: usize, sense: &dyn MoveSense) -> usize {
    // The moves are the first paragraph below; each blank line may end them.
    let mut at = text.len() - text[pairs..].trim_start().len();
    let mut breaks = Vec::new();
    for line in text[at..].split_inclusive('\n') {
        if line.trim().is_empty() {
            breaks.push(at);
        }
        at += line.len();
    }
    let mut begin = text.len();
    let mut end = text.len();
    for at in breaks.into_iter().rev() {
        let paragraph = text[at..end].trim();
        end = at;
        if paragraph.is_empty() {
            continue;
        }
        if text.len() - at > MOST_WORDS || !are_words(paragraph, sense) {
            break;
        }
        begin = at;
    }
    begin
}

/// Where the first tag pair of a line begins, with nothing but words before it.
#[must_use]
pub fn first_pair(line: &str) -> Option<usize> {
    let (words, rest) = line.split_at(line.find('[')?);
    let (pair, _) = rest.split_once(']')?;
    let is_pair = tag_pair(&rest[..=pair.len()]).is_some();
    (is_pair && !words.contains(['=', '"', '\'', '`', '('])).then_some(words.len())
}

/// Whether a text is only words: nothing of PGN, and no more moves than a sentence names.
#[must_use]
pub fn are_words(text: &str, sense: &dyn MoveSense) -> bool {
    if !may_be_words(text) {
        return false;
    }
    let moves = moves_of(text, sense);
    let named = moves.iter().filter(|&&is_move| is_move).count();
    // A year may be a move by number (`2013`).
    named * 3 < moves.len() && !has_row(&moves)
}

/// Whether a word is a move with a square.
fn is_move(word: &str, sense: &dyn MoveSense) -> bool {
    let bare = word.trim_matches(['.', ',', '(', ')', ':']);
    bare.contains(|c: char| c.is_ascii_digit()) && sense.likeness(bare) >= 0.5
}

/// Of each word that is no number: whether it is a move with a square.
fn moves_of(text: &str, sense: &dyn MoveSense) -> Vec<bool> {
    let is_number =
        |word: &&str| word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit()) && word.len() < 4;
    let words = text.split_whitespace().filter(|word| !is_number(word));
    words
        .map(|word| {
            is_move(word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'), sense)
                || is_move(word, sense)
        })
        .collect()
}

/// Whether two moves stand side by side: a sentence that names one (`my game with 1.d4`), or a time of day, is none of a game's rows.
fn has_row(moves: &[bool]) -> bool {
    moves.windows(2).any(|pair| pair[0] && pair[1])
}

/// Whether a text has nothing of PGN but perhaps moves.
fn may_be_words(text: &str) -> bool {
    text.len() <= MOST_WORDS
        && text.contains(char::is_alphabetic)
        && !text.contains(['{', '}'])
        && !text.lines().any(|line| line.starts_with([';', '%']) || tag_pair(line.trim()).is_some())
}

/// The games with the words around them, which are comments of the game that they stand above; below the last game, of that.
fn around<'a>(text: &str, asides: &[Span], mut drafts: Vec<Draft<'a>>) -> Vec<Draft<'a>> {
    let mut placed: Vec<(Option<usize>, Span)> = Vec::new();
    for &span in asides {
        let below = drafts.partition_point(|draft| draft.span.start < span.end);
        placed.push(((below < drafts.len()).then_some(below), span));
    }
    // The last first: comments are put in front.
    for &(below, span) in placed.iter().rev() {
        if let Some(game) = below.and_then(|below| drafts.get_mut(below)) {
            put_above(game, text, span);
        }
    }
    for (_, span) in placed.into_iter().filter(|(below, _)| below.is_none()) {
        if let Some(last) = drafts.last_mut() {
            let line = &mut last.mainline;
            let own = line.cells.last_mut().map_or(&mut line.comments, |cell| &mut cell.comments);
            own.extend(comments(text, span));
            last.explained.push(span);
            last.span.end = span.end;
        }
    }
    drafts
}

/// Gives a game the words above it.
fn put_above(game: &mut Draft<'_>, text: &str, span: Span) {
    // What is said above tag pairs is said of the page; without players it is the heading.
    if !is_known(game, "White") && !is_known(game, "Black") {
        let mut heading = Heading::default();
        rows(&text[span.range()], span.start).for_each(|row| heading.read(row));
        let begun = heading.draft(text, span);
        for tag in begun.tags.iter().filter(|tag| !is_known(game, &tag.name)).cloned().collect::<Vec<_>>() {
            game.tags.set(&tag.name, tag.value);
        }
        game.findings.extend(begun.findings);
        if game.start == Start::Array {
            game.start = begun.start;
        }
        game.mainline.comments.splice(..0, begun.mainline.comments);
    } else {
        game.mainline.comments.splice(..0, comments(text, span));
    }
    game.explained.push(span);
    game.span.start = span.start;
}

/// Whether a game has a tag with a value.
fn is_known(game: &Draft<'_>, name: &str) -> bool {
    game.tags.get(name).is_some_and(|value| !matches!(value, "" | "?"))
}

/// The lines of words, as comments.
fn comments(text: &str, span: Span) -> Vec<String> {
    let lines = text[span.range()].lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

fn text_of<'a>(bytes: &'a [u8], token: &Token) -> Option<&'a str> {
    std::str::from_utf8(token.text(bytes)).ok()
}

/// A game while its tokens are read.
struct PgnGame<'a, 's> {
    text: &'a str,
    sense: &'s dyn MoveSense,
    draft: Draft<'a>,
    /// The open variations, innermost last, each with the move that it replaces in the one before. The main
    /// line is in the draft.
    open: Vec<CellLine<'a>>,
    /// Number of open variations too deep to be kept.
    buried: usize,
    number: Option<u32>,
    side: Option<Color>,
    /// End of the last move that was joined from several tokens; earlier tokens are part of it.
    taken: usize,
    /// The names of the tags so far.
    names: HashSet<&'a str>,
}

impl<'a, 's> PgnGame<'a, 's> {
    fn new(text: &'a str, start: usize, sense: &'s dyn MoveSense) -> PgnGame<'a, 's> {
        let draft = Draft { span: Span::at(start), ..Draft::default() };
        PgnGame {
            text,
            sense,
            draft,
            open: Vec::new(),
            buried: 0,
            number: None,
            side: None,
            taken: 0,
            names: HashSet::new(),
        }
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn cell_line(&mut self) -> &mut CellLine<'a> {
        self.open.last_mut().unwrap_or(&mut self.draft.mainline)
    }

    fn token(&mut self, token: &Token) {
        self.draft.span.end = token.span.end.max(self.taken);
        if token.span.start < self.taken {
            return;
        }
        let whole;
        let token = match self.with_square(token) {
            Some(span) => {
                self.taken = span.end;
                whole = Token { kind: Kind::Symbol, span };
                &whole
            }
            None => token,
        };
        if self.buried > 0
            && !matches!(token.kind, Kind::Open | Kind::Close | Kind::Result { .. } | Kind::Tag(_))
        {
            return;
        }
        // Digits may be a move: `0655`, `5254`, `00`.
        let digits = self.slice(token.span);
        let four = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
        let castle = matches!(digits, "00" | "000");
        let is_move = (four || castle) && self.sense.likeness(digits) >= 0.5 || digits == "0000";
        let kind = if is_move { Kind::Symbol } else { token.kind };
        match kind {
            Kind::Tag(tag) => {
                self.draft.explained.push(token.span);
                let value = String::from_utf8_lossy(&tag.unescaped(self.text.as_bytes())).into_owned();
                let name = self.slice(tag.name);
                if !self.names.insert(name) && self.draft.tags.get(name) != Some(value.as_str()) {
                    let message = format!("the tag {name} occurs twice in one game; the first is used");
                    self.say(&code::L119, token.span, message);
                }
                if name == "FEN" {
                    self.draft.start = Start::Fen(value.clone(), tag.value);
                }
                let value = self.dated(name, value, tag.value);
                self.draft.tags.push(Tag { name: name.into(), value: value.into() });
            }
            Kind::Number { value, dots } => {
                self.number = Some(value);
                self.side = match dots {
                    0 => None,
                    1 => Some(Color::White),
                    _ => Some(Color::Black),
                };
            }
            Kind::Dots => self.side = self.number.map(|_| Color::Black),
            Kind::Symbol if self.belongs_before(token) => {}
            Kind::Symbol | Kind::Null => {
                let cell = Cell {
                    text: self.slice(token.span).into(),
                    span: token.span,
                    number: self.number.take(),
                    side: self.side.take(),
                    ..Cell::default()
                };
                self.cell_line().cells.push(cell);
            }
            Kind::EnPassant => {
                let text = self.text;
                if let Some(cell) = self.cell_line().cells.last_mut() {
                    cell.span = cell.span.join(token.span);
                    cell.text = text.get(cell.span.range()).unwrap_or_default().into();
                }
            }
            Kind::Nag(nag) | Kind::Glyph(nag) => {
                if let (Some(nag), Some(cell)) = (nag, self.cell_line().cells.last_mut()) {
                    cell.nags.push(nag);
                }
            }
            Kind::Comment { .. } | Kind::LineComment => {
                let in_braces = matches!(token.kind, Kind::Comment { .. });
                // A line after a semicolon may be a row of a table.
                if in_braces {
                    self.draft.explained.push(token.span);
                }
                let text = token.comment(self.text.as_bytes());
                if token.kind == (Kind::Comment { closed: false }) {
                    self.say(&code::S102, token.span, "the comment is not closed".into());
                } else if in_braces && swallowed_tag(text).is_some() {
                    let message = "a tag pair inside a comment: an earlier `}` is probably missing";
                    self.say(&code::S125, token.span, message.into());
                }
                let comment = String::from_utf8_lossy(token.comment(self.text.as_bytes()));
                let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                if !comment.is_empty() {
                    let cell_line = self.cell_line();
                    cell_line
                        .cells
                        .last_mut()
                        .map_or(&mut cell_line.comments, |cell| &mut cell.comments)
                        .push(comment);
                }
            }
            Kind::Open => match self.square_behind(token.span) {
                Some(span) => {
                    let text = self.slice(span);
                    self.taken = span.end;
                    if let Some(cell) = self.cell_line().cells.last_mut() {
                        (cell.span, cell.text) = (span, text.into());
                    }
                }
                None => self.begin_variation(token.span),
            },
            Kind::Close => self.end_variation(token.span),
            Kind::Result { outcome, .. } => {
                self.draft.ending = Some((Ending::Marker(outcome), token.span));
            }
            Kind::Stray => {
                let text = self.slice(token.span);
                self.say(&code::L110, token.span, format!("`{text}` has no meaning here; skipped"));
            }
            Kind::Escape => self.draft.explained.push(token.span),
            Kind::Control | Kind::Invisible => {}
        }
    }

    /// The span of a move in English notation with a square or piece in brackets: `N(Q2)-KB3`, `PxP(B5)`,
    /// `PxR(Q)ch`. A bracket that begins with a lower-case letter is a note or a variation.
    fn with_square(&self, token: &Token) -> Option<Span> {
        const LONGEST: usize = 16;
        if !matches!(token.kind, Kind::Symbol | Kind::Glyph(_)) {
            return None;
        }
        let behind = self.text.get(token.span.end..)?.strip_prefix('(')?;
        let close = behind.find(')').filter(|&at| at <= LONGEST)?;
        if !behind.starts_with(|c: char| c.is_ascii_uppercase()) || behind[..close].contains('\n') {
            return None;
        }
        let rest = &behind[close + 1..];
        let more = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';' | '$'));
        let end = token.span.end + close + 2 + more.unwrap_or(rest.len());
        let span = Span::new(token.span.start, end);
        (self.sense.likeness(self.slice(span)) >= 0.5).then_some(span)
    }

    /// The span of a square in brackets after a space that belongs to the previous move: `P x P (Q 4)`.
    fn square_behind(&self, open: Span) -> Option<Span> {
        const LONGEST: usize = 12;
        let cell = self.open.last().unwrap_or(&self.draft.mainline).cells.last()?;
        let between = self.text.get(cell.span.end..open.start)?;
        let behind = self.text.get(open.end..)?;
        let close = behind.find(')').filter(|&at| at <= LONGEST)?;
        let inside = &behind[..close];
        let is_square = inside.starts_with(|c: char| c.is_ascii_uppercase())
            && inside.ends_with(|c: char| c.is_ascii_digit())
            && self.sense.likeness(&format!("P-{inside}")) >= 0.5;
        let span = Span::new(cell.span.start, open.end + close + 1);
        let whole = between.trim().is_empty() && self.number.is_none() && is_square;
        (whole && self.sense.likeness(self.slice(span)) >= 0.5).then_some(span)
    }

    /// Joins a symbol that is not a move to the previous move, if they are a move together: `Q-R5 ch`, `B-B5
    /// dbl. ch.`, `Castles KR`.
    fn belongs_before(&mut self, token: &Token) -> bool {
        let (text, sense) = (self.text, self.sense);
        if self.number.is_some() || sense.likeness(self.slice(token.span)) >= 0.5 {
            return false;
        }
        let cells = &mut self.cell_line().cells;
        // A word in between ("dbl.") may already be a cell; then it is not one.
        for back in 1..=2.min(cells.len()) {
            let at = cells.len() - back;
            let span = cells[at].span.join(token.span);
            let whole = text.get(span.range()).unwrap_or_default();
            let bare = !whole.contains(['{', '(', ';', '$']);
            if bare && sense.likeness(whole) >= 0.5 {
                cells.truncate(at + 1);
                cells[at].span = span;
                cells[at].text = whole.into();
                return true;
            }
        }
        false
    }

    fn begin_variation(&mut self, span: Span) {
        if self.buried > 0 || self.open.len() >= DEEPEST {
            if self.buried == 0 {
                self.say(&code::S190, span, "variations are nested too deeply; this one is skipped".into());
            }
            self.buried += 1;
        } else {
            (self.number, self.side) = (None, None);
            self.open.push(CellLine::default());
        }
    }

    fn end_variation(&mut self, span: Span) {
        if self.buried > 0 {
            self.buried -= 1;
            return;
        }
        (self.number, self.side) = (None, None);
        let Some(variation) = self.open.pop() else {
            self.say(&code::L103, span, "a closing parenthesis without an opening one".into());
            return;
        };
        // "(castle)", "(*1)": a variation has more than one move, or a number.
        let remark = match variation.cells.as_slice() {
            [] => true,
            [cell] => cell.number.is_none(),
            _ => false,
        };
        match self.cell_line().cells.last_mut() {
            Some(cell) if remark => {
                let words = variation.cells.iter().map(|cell| cell.text.to_string());
                cell.comments.extend(words.chain(variation.comments));
            }
            Some(cell) => cell.variations.push(variation),
            // A variation that replaces no move is kept as a comment.
            None => {
                let cells: Vec<&str> = variation.cells.iter().map(|cell| &*cell.text).collect();
                let comment = cells.join(" ");
                self.cell_line().comments.push(comment);
            }
        }
    }

    /// The value of a tag, a date in the form that PGN has for it where its meaning is certain.
    fn dated(&mut self, name: &str, value: String, place: Span) -> String {
        if !is_date_tag(name) || is_in_form(&value) {
            return value;
        }
        let Some(date) = scorebook_heading::calendar::date(&value) else { return value };
        let parts = value.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).count();
        if date.matches("??").count() + parts.min(3) > 3 || !has_day(&date) {
            let message = format!(
                "“{value}” is a date whose day and month are not certain; it is written as it stands"
            );
            self.say(&code::L344, place, message);
            return value;
        }
        self.say(&code::L343, place, format!("“{value}” is written as {date}"));
        date
    }

    fn say(&mut self, code: &'static crate::finding::Code, span: Span, message: String) {
        let text = self.slice(span).to_owned();
        self.draft.findings.push(Finding::new(code, span, message).text(text));
    }

    fn finish(mut self) -> Draft<'a> {
        if !self.open.is_empty() {
            let span = Span::at(self.draft.span.end);
            self.say(&code::L103, span, "a variation is not closed before the game ends".into());
        }
        self.buried = 0;
        while !self.open.is_empty() {
            self.end_variation(Span::at(self.draft.span.end));
        }
        let last = self.slice(self.draft.span).trim_end().lines().last().unwrap_or_default();
        if self.draft.mainline.cells.is_empty() && last.starts_with('[') && !last.ends_with(']') {
            let span = Span::at(self.draft.span.end);
            self.say(&code::L118, span, "the text ends within a tag pair".into());
        }
        self.draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    #[test]
    fn a_text_that_ends_within_a_tag_pair_is_broken() {
        let games = cut("[White \"A\"]\n\n1. e4 *\n\n[White \"C\"]\n[Black \"D");
        let codes =
            |game: &Draft<'_>| game.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>();
        assert_eq!(games.iter().map(codes).collect::<Vec<_>>(), [vec![], vec!["L118"]]);
    }

    /// Tags of several games without moves are one game to the lexer: what is dropped is told.
    #[test]
    fn a_tag_that_occurs_twice_is_told() {
        let game = &cut("[White \"A\"]\n[White \"B\"]\n[White \"B\"]\n\n1. e4 *\n")[0];
        let codes: Vec<&str> = game.findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!((game.tags.get("White"), codes.as_slice()), (Some("A"), &["L119", "L119"][..]));
    }

    fn cut(text: &str) -> Vec<Draft<'static>> {
        let source = Box::leak(Box::new(Source::from_bytes("test", text.into())));
        Pgn.cut(source, &Shapes)
    }

    #[test]
    fn everything_of_a_game_is_kept() {
        let drafts = cut(
            "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n{before} 1. e4 $1 {best} e5!? (1... c5 {sharp} 2. Nf3 (2. c3) d6) 2. P-KB4 exd6 e.p. 1-0\n\n1. d4 *\n",
        );
        assert_eq!(drafts.len(), 2);
        let game = &drafts[0];
        assert_eq!(game.tags.get("White"), Some("A \"B\""));
        assert_eq!(game.mainline.comments, ["before"]);
        let texts: Vec<&str> = game.mainline.cells.iter().map(|cell| &*cell.text).collect();
        assert_eq!(texts, ["e4", "e5", "P-KB4", "exd6 e.p."]);
        assert_eq!(game.mainline.cells[0].comments, ["best"]);
        assert_eq!(game.mainline.cells[0].nags, [1]);
        assert_eq!(game.mainline.cells[1].nags, [5]);
        assert_eq!(game.mainline.cells[0].number, Some(1));
        let variation = &game.mainline.cells[1].variations[0];
        assert_eq!(variation.cells.len(), 3);
        assert_eq!(variation.cells[0].side, Some(Color::Black));
        assert_eq!(variation.cells[1].variations[0].cells[0].text, "c3");
        assert!(matches!(game.ending, Some((Ending::Marker(_), _))));
        assert!(game.findings.is_empty());
    }

    #[test]
    fn words_that_are_no_moves_go_with_the_move_before() {
        let game = &cut("1. P-K4 P-K4 2. Q-R5 ch K-K2\n3. Castles\nKR *")[0];
        let texts: Vec<&str> = game.mainline.cells.iter().map(|cell| &*cell.text).collect();
        assert_eq!(texts, ["P-K4", "P-K4", "Q-R5 ch", "K-K2", "Castles\nKR"]);
    }

    #[test]
    fn squares_in_brackets_are_parts_of_moves() {
        let game = &cut("1. P-Q4 P-Q4 2. N(Q2)-KB3 PxP(B5) 3. N-B3 (3. P-K4 e5) PxB (Q4) 4. P-K4 *")[0];
        let texts: Vec<&str> = game.mainline.cells.iter().map(|cell| &*cell.text).collect();
        assert_eq!(texts, ["P-Q4", "P-Q4", "N(Q2)-KB3", "PxP(B5)", "N-B3", "PxB (Q4)", "P-K4"]);
        assert_eq!(game.mainline.cells[4].variations.len(), 1);
    }

    #[test]
    fn broken_parentheses_are_said() {
        let codes = |text| cut(text)[0].findings.iter().map(|f| f.code.id).collect::<Vec<_>>();
        assert_eq!(codes("1. e4 (1. d4 d5 *"), ["L103"]);
        assert_eq!(codes("1. e4 ) e5 *"), ["L103"]);
        assert_eq!(codes(&format!("1. e4 {}", "(1. d4 ".repeat(5_000))), ["S190", "L103"]);
    }

    #[test]
    fn a_long_file_is_cut_where_a_game_begins() {
        let game = "[Event \"x\"]\n\n1. e4 {a long comment to fill the buffer} e5 1-0\n\n";
        let text = game.repeat(5_000);
        let at = Pgn.piece_end(text.as_bytes()).unwrap();
        assert!(at > text.len() / 2 && at.is_multiple_of(game.len()));
    }
}
