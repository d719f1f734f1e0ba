//! Games that two people played in a chat: each line, or each paragraph, is what one of them wrote, `Ann: e4`,
//! `[12/03/21, 18:04] Ben: e5 haha`, `<carl> Nf3`, `Ann  6:05 PM` with the text below.
//!
//! A message that can be played is a half-move, and what else it says is a comment. Legality decides which is which, so that
//! nothing needs to be known about the program that wrote the lines.

use scorebook_lexicon::{is_first_person, is_small, side_of};
use shakmaty::Color;

use super::anchor::anchor;
use super::ending;
use super::heading::Heading;
use super::segment::trim;
use super::words::{Row, Word, joined, rows, span_of};
use super::{Board, Cell, CellLine, Draft, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// What two people wrote to each other.
#[derive(Debug)]
pub struct Dialogue;

/// Longest chat, in bytes.
const LONGEST: usize = 1 << 20;
/// Lines that are looked at.
const SAMPLE: usize = 400;
/// Fewest half-moves.
const SHORTEST: usize = 4;
/// Most bytes, and most words, of a name.
const LONGEST_NAME: usize = 40;
const NAME_WORDS: usize = 4;
/// Most words of a move.
const MOVE_WORDS: usize = 8;
/// Words between who plays a move and the move.
const PLAYS: &[&str] = &[
    "plays",
    "played",
    "moves",
    "moved",
    "spielt",
    "spielte",
    "zieht",
    "zog",
    "joue",
    "juega",
    "jugó",
    "gioca",
    "joga",
    "speelt",
    "spelar",
    "spiller",
    "играет",
    "ходит",
    "сыграл",
    "gra",
    "zagrał",
    "hraje",
    "játszik",
];
/// Likeness from which words are written as a move.
const LIKE: f32 = 0.5;

impl Layout for Dialogue {
    fn name(&self) -> &'static str {
        "dialogue"
    }

    fn title(&self) -> &'static str {
        "a game that two people played in a chat, a move a message"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        if source.text().len() > LONGEST || !is_dialogue(source.text()) {
            return 0.0;
        }
        let drafts = self.cut(source, sense);
        let half_moves: usize = drafts.iter().map(|draft| draft.mainline.cells.len()).sum();
        if half_moves >= SHORTEST { super::CERTAIN } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut games: Vec<Game<'a>> = Vec::new();
        for message in messages(source.text()) {
            let begins = message.number() == Some(1) && games.last().is_none_or(|game| game.cells.len() > 1);
            if games.is_empty() || begins {
                let heading = if games.is_empty() { heading(source.text()) } else { Heading::default() };
                games.push(Game::new(message.span.start, heading, sense));
            }
            if let Some(game) = games.last_mut() {
                game.take(source.text(), message, sense);
            }
        }
        games.into_iter().filter(|game| !game.cells.is_empty()).map(Game::draft).collect()
    }
}

/// What one person wrote at one time.
struct Message<'a> {
    /// Who.
    name: &'a str,
    /// Its words, those of several lines too.
    words: Vec<Word<'a>>,
    /// Whether the name is a few letters, as telegrams have them.
    is_label: bool,
    /// The time and the name before it.
    head: Span,
    /// Its place, with its head.
    span: Span,
}

impl Message<'_> {
    /// The number that it begins with.
    fn number(&self) -> Option<u32> {
        self.words.first().and_then(|word| anchor(word.text)).map(|found| found.number)
    }
}

/// Whether the lines of a text are those of a dialogue: two speakers or more, each several times, and few lines without one.
fn is_dialogue(text: &str) -> bool {
    /// Messages of each of two speakers.
    const EACH: usize = 2;
    let (mut all, mut said, mut names) = (0, 0, Vec::<(&str, usize)>::new());
    for row in rows(text, 0).filter(|row| !row.is_blank()).take(SAMPLE) {
        all += 1;
        let Some(head) = head(&row) else { continue };
        // The text of a message may stand below its head.
        said += if head.text >= row.text.len() { 2 } else { 1 };
        match names.iter_mut().find(|(name, _)| *name == head.name) {
            Some((_, count)) => *count += 1,
            None => names.push((head.name, 1)),
        }
    }
    let steady = names.iter().filter(|(_, count)| *count >= EACH).count();
    let only_sides = names.iter().all(|(name, _)| matches!(*name, "W" | "B"));
    steady >= 2 && !only_sides && said * 2 > all && names.len() * 2 <= said
}

/// The messages of a chat, in order. Lines before the first one are none.
fn messages(text: &str) -> Vec<Message<'_>> {
    let mut found: Vec<Message<'_>> = Vec::new();
    for row in rows(text, 0).filter(|row| !row.is_blank()) {
        match head(&row) {
            Some(head) => {
                let rest = Row { text: &row.text[head.text..], start: row.start + head.text };
                found.push(Message {
                    name: head.name,
                    is_label: head.is_label,
                    words: rest.words().collect(),
                    head: Span::new(row.start, row.start + head.text),
                    span: row.span(),
                });
            }
            None => {
                if let Some(last) = found.last_mut() {
                    last.words.extend(row.words());
                    last.span.end = row.span().end;
                }
            }
        }
    }
    found
}

/// The lines above the first message, if they are few.
fn heading(text: &str) -> Heading {
    /// Most such lines.
    const FEW: usize = 8;
    let above: Vec<Row<'_>> = rows(text, 0)
        .filter(|row| !row.is_blank())
        .take_while(|row| head(row).is_none())
        .take(FEW + 1)
        .collect();
    let mut heading = Heading::default();
    if above.len() <= FEW {
        above.into_iter().for_each(|row| heading.read(row));
    }
    heading
}

/// The beginning of a message.
struct Head<'a> {
    name: &'a str,
    /// Where the text begins, in bytes of the line.
    text: usize,
    /// Whether the name is a few letters, as telegrams have them.
    is_label: bool,
}

impl<'a> Head<'a> {
    fn new(name: &'a str, text: usize) -> Head<'a> {
        Head { name, text, is_label: false }
    }
}

/// Who speaks on a line, if it says so.
fn head<'a>(row: &Row<'a>) -> Option<Head<'a>> {
    let line = row.text;
    let start = behind_time(line);
    let rest = &line[start..];
    if let Some(inside) = rest.strip_prefix('<') {
        let (name, _) = inside.split_once('>')?;
        return named(name).map(|name| Head::new(name, start + 1 + inside.find('>').unwrap_or(0) + 1));
    }
    if let Some(inside) = rest.strip_prefix('@') {
        let name = inside.split_whitespace().next()?;
        return named(name).map(|name| Head::new(name, start + 1 + name.len()));
    }
    if let Some(head) = labelled(line) {
        return Some(head);
    }
    // `Ann: e4`, `Ann (20:10): e4`
    let near = rest.char_indices().take_while(|(at, _)| *at <= LONGEST_NAME);
    let sign = near
        .filter(|(_, c)| matches!(c, ':' | '>'))
        .find(|(at, sign)| rest[at + sign.len_utf8()..].chars().next().is_none_or(char::is_whitespace));
    if let Some((at, _)) = sign {
        let (name, time) = rest[..at].split_once(['(', '[']).unwrap_or((&rest[..at], ""));
        let is_time = time
            .split_whitespace()
            .all(|word| is_clock(word) || is_date(word.trim_end_matches([')', ']', ','])));
        return named(name).filter(|_| is_time).map(|name| Head::new(name, start + at + 1));
    }
    // `Ann plays e4`
    let verb = rest.char_indices().filter(|(at, c)| *c == ' ' && *at <= LONGEST_NAME).find_map(|(at, _)| {
        let verb = rest[at..].split_whitespace().next()?;
        PLAYS.contains(&verb).then_some((at, at + 1 + verb.len()))
    });
    if let Some((end, text)) = verb {
        return named(&rest[..end]).map(|name| Head::new(name, (start + text).min(line.len())));
    }
    // `Ann  6:05 PM`, `Ann — Today at 6:05 PM`: the text stands below.
    let cut = rest
        .find(['—', '|', '(', '['])
        .unwrap_or_else(|| rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
    let (name, time) = rest.split_at(cut);
    let is_time = time.split_whitespace().any(is_clock) && !time.contains(';') && line.len() < 60;
    named(name.trim_end().trim_end_matches(',')).filter(|_| is_time).map(|name| Head::new(name, line.len()))
}

/// The letters of who sent a telegram, between its time and the move, each apart: `10.05  L.  1. P to K 4th`.
fn labelled(line: &str) -> Option<Head<'_>> {
    /// Longest such letters.
    const LETTERS: usize = 3;
    let time = line.split_whitespace().next()?;
    let behind = line.find(time)? + time.len();
    let label = line[behind..].strip_prefix("  ")?.split_whitespace().next()?;
    let text = behind + line[behind..].find(label)? + label.len();
    let letters = label.strip_suffix('.')?;
    let is_label = (1..=LETTERS).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_uppercase());
    let is_timed = is_clock(&time.replacen('.', ":", 1));
    (is_label && is_timed && line[text..].starts_with("  ")).then_some(Head {
        name: letters,
        text,
        is_label: true,
    })
}

/// A name of a person, without words that say that he said something.
fn named(text: &str) -> Option<&str> {
    const SAID: &[&str] = &[" said", " says", " wrote", " schrieb", " sagte", " a dit", " dice", " пишет"];
    let name = text.trim();
    let name = SAID.iter().find_map(|verb| name.strip_suffix(verb)).unwrap_or(name);
    let words = name.split_whitespace().count();
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '’' | '@' | '~' | '+');
    let is_name = (1..=NAME_WORDS).contains(&words)
        && name.chars().any(char::is_alphabetic)
        && name.chars().all(plain)
        && side_of(name).is_none()
        && anchor(name).is_none();
    is_name.then_some(name)
}

/// The bytes of the date and the time that a line begins with: `[12/03/21, 18:04:11] `, `2021-03-12 18:04 - `.
fn behind_time(line: &str) -> usize {
    let mut at = line.len() - line.trim_start_matches([' ', '\t', '\u{200e}', '\u{feff}']).len();
    let mut is_timed = false;
    loop {
        let rest = &line[at..];
        let word = rest.split_whitespace().next().unwrap_or_default();
        let bare = word.trim_matches(['[', ']', '(', ')', ',']);
        let both = bare.trim_end_matches('Z').split_once('T');
        let is_part = is_clock(bare)
            || both.is_some_and(|(date, time)| is_date(date) && is_clock(time))
            || is_date(bare)
            || is_timed
                && matches!(bare.to_ascii_lowercase().as_str(), "am" | "pm" | "a.m." | "p.m." | "-" | "–");
        if !is_part {
            return if is_timed { at } else { line.len() - line.trim_start().len() };
        }
        is_timed = true;
        at += word.len();
        at += line[at..].len() - line[at..].trim_start().len();
    }
}

/// `18:04`, `18:04:11`.
fn is_clock(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, ',' | ']' | ')'));
    let parts: Vec<&str> = word.split(':').collect();
    let is_number = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (2..=3).contains(&parts.len()) && parts.iter().all(is_number)
}

/// `12/03/21`, `2021-03-12`, `12.3.2021`.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['/', '-', '.']).collect();
    let is_number = |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|b| b.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number)
}

/// A game, as far as the messages go.
struct Game<'a> {
    cells: Vec<Cell<'a>>,
    /// The lines above the first message.
    heading: Heading,
    /// The speaker of each half-move.
    names: Vec<&'a str>,
    /// Whether the speakers are named by a few letters.
    are_labels: bool,
    /// What was said before the first move.
    comments: Vec<String>,
    /// The position; nothing from the first move on that cannot be played.
    board: Option<Box<dyn Board>>,
    heads: Vec<Span>,
    ending: Option<(super::Ending, Span)>,
    findings: Vec<Finding>,
    span: Span,
}

impl<'a> Game<'a> {
    fn new(start: usize, heading: Heading, sense: &dyn MoveSense) -> Game<'a> {
        Game {
            cells: Vec::new(),
            heading,
            names: Vec::new(),
            are_labels: false,
            comments: Vec::new(),
            board: sense.board(&Start::Array),
            heads: Vec::new(),
            ending: None,
            findings: Vec::new(),
            span: Span::at(start),
        }
    }

    /// Takes the half-moves at the beginning of a message; the rest of it becomes a comment.
    fn take(&mut self, text: &'a str, message: Message<'a>, sense: &dyn MoveSense) {
        self.heads.push(message.head);
        self.are_labels |= message.is_label;
        self.span = self.span.join(message.span);
        let before = self.cells.len();
        let mut words = message.words.as_slice();
        loop {
            // The number before a move, `1.` or `1...`.
            let number = words.first().and_then(|word| anchor(word.text).map(|found| (found, *word)));
            let bare: Vec<Word<'a>> = match number {
                Some((found, first)) => {
                    first.skip(found.len).into_iter().chain(words[1..].iter().copied()).collect()
                }
                None => words.to_vec(),
            };
            let bare = &bare[bare.iter().take_while(|word| is_dots(word.text)).count()..];
            let Some(count) = self.next(text, bare, sense) else { break };
            let cell = Cell {
                text: trim(&joined(text, &bare[..count])).to_owned().into(),
                span: span_of(&bare[..count]),
                number: number.map(|(found, _)| found.number),
                ..Cell::default()
            };
            self.cells.push(cell);
            self.names.push(message.name);
            words = &words[words.len() - (bare.len() - count)..];
        }
        // `I'll respond with 1...e5.`: the move stands in a sentence.
        if words.len() == message.words.len()
            && let Some(cell) = self.told(words)
        {
            self.cells.push(cell);
            self.names.push(message.name);
        }
        // `e4 (1.)`: the number behind the move.
        if let ([word], true) = (words, self.cells.len() > before)
            && is_own_number(word.text, self.cells.len() as u32)
        {
            self.heads.push(word.span());
            return;
        }
        if words.is_empty() {
            return;
        }
        if let Some((_, ending, place)) = ending::find(words).filter(|(at, ending, _)| {
            // `ugh, i resign`
            let is_own = || {
                matches!(ending, super::Ending::Resigns(None))
                    && words[*at..].first().is_some_and(|word| is_first_person(word.text) == Some(true))
            };
            *at == 0 || *at < 3 && is_own()
        }) {
            // `I resign`: the speaker, whose turn it need not be.
            let is_own = is_first_person(&joined(text, words)) != Some(false);
            let ending = match ending {
                super::Ending::Resigns(None) if is_own => super::Ending::Resigns(self.side_of(message.name)),
                other => other,
            };
            self.ending = Some((ending, place));
        }
        // `*** Game 14 over: Ann resigns, 0-1 ***` on a line of its own.
        let notice = words.iter().position(|word| word.text == "***").map_or(&[][..], |at| &words[at..]);
        let said = notice.iter().rev().find(|word| word.text.contains(char::is_alphanumeric));
        if let Some((word, outcome)) = said.and_then(|word| Some((word, ending::marker(word.text)?))) {
            self.ending = Some((super::Ending::Marker(outcome), word.span()));
        }
        // Who has just moved and names a move again may correct himself.
        let is_again = self.names.last() == Some(&message.name) && self.cells.len() == before;
        let is_move = |word: &&Word<'_>| {
            word.text.contains(|c: char| c.is_ascii_digit()) && sense.likeness(trim(word.text)) >= LIKE
        };
        if let Some(word) = words.iter().find(is_move).filter(|_| is_again) {
            let why = "the one who has just moved names a move again, which may correct it";
            self.findings.push(Finding::new(&code::L306, word.span(), why).text(word.text));
        }
        // A sentence about the game is no move, whatever it names.
        let is_word = |word: &&Word<'_>| word.text.chars().filter(|&c| is_small(c)).count() > 2;
        if words.iter().filter(is_word).count() > 1 {
            let (all, last) = (span_of(words), self.cells.last().map(|cell| cell.span));
            let own = last.filter(|own| all.start <= own.start && own.end <= all.end);
            match own {
                Some(own) => {
                    self.heads.extend([Span::new(all.start, own.start), Span::new(own.end, all.end)])
                }
                None => self.heads.push(all),
            }
        }
        let comment = joined(text, words).into_owned();
        match self.cells.last_mut() {
            Some(cell) => cell.comments.push(comment),
            None => self.comments.push(comment),
        }
    }

    /// The side of a speaker, if all his half-moves are one side's.
    fn side_of(&self, name: &str) -> Option<Color> {
        let own = || self.names.iter().enumerate().filter(|(_, own)| **own == name).map(|(at, _)| at % 2);
        let first = own().next()?;
        own().all(|parity| parity == first).then(|| Color::from_white(first == 0))
    }

    /// The next half-move in a sentence: behind its number, or as the last word.
    fn told(&mut self, words: &[Word<'a>]) -> Option<Cell<'a>> {
        let board = self.board.as_ref()?;
        let ply = self.cells.len() as u32;
        let numbered = words.iter().enumerate().filter_map(|(at, word)| {
            let found = anchor(word.text).filter(|found| found.number == ply / 2 + 1)?;
            let inside = word.skip(found.len).filter(|rest| !is_dots(rest.text));
            inside.or_else(|| words.get(at + 1).copied())
        });
        let last = words.last().copied().filter(|word| word.text.contains(|c: char| c.is_ascii_digit()));
        let (word, after) = numbered.chain(last).find_map(|word| {
            let print = trim(word.text).trim_matches(['(', ')', '.', '…', ',']);
            Some((word, board.after(print)?))
        })?;
        self.board = Some(after);
        let print = trim(word.text).trim_matches(['(', ')', '.', '…', ',']);
        let start = word.start + word.text.find(print).unwrap_or_default();
        let number = Some(ply / 2 + 1);
        Some(Cell {
            text: print.into(),
            span: Span::new(start, start + print.len()),
            number,
            ..Cell::default()
        })
    }

    /// How many of the first words are the next half-move: as many as can be played, or, where that is not known, as are
    /// written as one.
    fn next(&mut self, text: &str, words: &[Word<'_>], sense: &dyn MoveSense) -> Option<usize> {
        let most = MOVE_WORDS.min(words.len());
        let said = |count: usize| trim(&joined(text, &words[..count])).to_owned();
        if let Some(board) = &self.board {
            let played = (1..=most).rev().find_map(|count| Some((count, board.after(&said(count))?)));
            if let Some((count, after)) = played {
                self.board = Some(after);
                return Some(count);
            }
        }
        // A short message that is written as a move, and is none, is a slip.
        let count = (1..=most).rev().find(|&count| sense.likeness(&said(count)) >= LIKE)?;
        let is_move = said(count).contains(|c: char| c.is_ascii_digit()) && words.len() == count;
        is_move.then(|| {
            self.board = None;
            count
        })
    }

    fn draft(self) -> Draft<'a> {
        let Heading { mut tags, remarks, .. } = self.heading.finish();
        let by = |side: Color| {
            let own = self.names.iter().skip(usize::from(side.is_black())).step_by(2);
            let mut own = own.copied();
            let first = own.next()?;
            own.all(|name| name == first).then_some(first)
        };
        if let (Some(white), Some(black)) = (by(Color::White), by(Color::Black))
            && white != black
            && !self.are_labels
        {
            tags.set("White", white);
            tags.set("Black", black);
        }
        Draft {
            tags,
            mainline: CellLine {
                comments: remarks.into_iter().chain(self.comments).collect(),
                cells: self.cells,
            },
            explained: self.heads,
            ending: self.ending,
            findings: self.findings,
            span: self.span,
            ..Draft::default()
        }
    }
}

/// Whether a word is the number, in brackets, of the last of so many half-moves: `(1.)`, `(1...)`.
fn is_own_number(word: &str, half_moves: u32) -> bool {
    let inside = word.strip_prefix(['(', '[']).and_then(|word| word.strip_suffix([')', ']']));
    inside.is_some_and(|inside| inside.trim_end_matches(['.', '…']).parse() == Ok(half_moves.div_ceil(2)))
}

/// The dots before Black's move.
fn is_dots(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '.' | '…' | ')'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(line: &str) -> Option<(&str, &str)> {
        head(&Row { text: line, start: 0 }).map(|head| (head.name, line[head.text..].trim()))
    }

    #[test]
    fn who_speaks() {
        for (line, name, text) in [
            ("Ann: e4", "Ann", "e4"),
            ("[12/03/2021, 18:04] Ann Lee: e4 haha", "Ann Lee", "e4 haha"),
            ("12/03/21, 6:04 PM - Ben: e5", "Ben", "e5"),
            ("18:04 <ann_b> Nf3", "ann_b", "Nf3"),
            ("2021-03-12 18:04:11 Ann: e4", "Ann", "e4"),
            ("2021-03-12T18:04:11Z ann: e4", "ann", "e4"),
            ("@ann e4", "ann", "e4"),
            ("Ann (18:04): e4", "Ann", "e4"),
            ("You said:", "You", ""),
            ("Ann  6:05 PM", "Ann", ""),
            ("Ann plays e4 (1.)", "Ann", "e4 (1.)"),
            ("Ben — Today at 18:05", "Ben", ""),
            ("Ann, [12.09.2022 20:10]", "Ann", ""),
        ] {
            assert_eq!(name_of(line), Some((name, text)), "{line}");
        }
        for line in ["White: e4", "1. e4 e5", "e4", "Schwarz: e5", "12:30", "1: e4 e5", "Kt-B3 (0:05)"] {
            assert!(name_of(line).is_none(), "{line}: {:?}", name_of(line));
        }
    }

    #[test]
    fn a_list_of_labels_is_no_dialogue() {
        assert!(!is_dialogue("Event: Open\nSite: Bonn\nDate: 1999\nRound: 1\n"));
        assert!(!is_dialogue("W: e4\nB: e5\nW: Nf3\nB: Nc6\n"));
        assert!(is_dialogue("Ann: e4\nBen: e5\nAnn: Nf3\nBen: Nc6\n"));
    }
}
