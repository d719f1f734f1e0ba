//! Running text: `1. P-K4 P-K4 2. Kt-KB3 …`, with or without numbers, wrapped anywhere; and lines that name
//! the side: `W. The king's pawn 2 squares.`

use scorebook_heading::parts::parts;
use scorebook_lexicon::{Phrase, phrase_before, side_of};
use shakmaty::Color;

use super::anchor::anchor;
use super::bracketed_note::bracketed_note;
use super::heading::{Heading, tag_pair};
use super::numbered_rows::{Assembly, Entry, census};
use super::odds;
use super::reference::reference;
use super::restart::last_restart;
use super::segment::{Part, Segmenter};
use super::words::{Gap, Row, Word, joined, rows};
use super::{Draft, Ending, Layout, MoveSense, ending, first_ending};
use crate::text::{Source, Span};

/// Moves in sequence, as in prose.
#[derive(Debug)]
pub struct Running;

impl Layout for Running {
    fn name(&self) -> &'static str {
        "running"
    }

    fn title(&self) -> &'static str {
        "moves in running text, wrapped anywhere"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let census = census(source, sense);
        let lines = census.numbered + census.crowded + census.other;
        if lines == 0 {
            return 0.0;
        }
        let crowded = census.crowded as f32 / lines as f32;
        (0.3 + 0.6 * crowded).max(if sided(source) { 0.85 } else { 0.0 })
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut segmenter = Segmenter::new(source.text(), sense);
        let sided = sided(source);
        passages(source, sided, &mut segmenter)
            .into_iter()
            .map(|passage| read(source, passage, sided, &mut segmenter))
            .filter(|draft| !draft.mainline.cells.is_empty())
            .collect()
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}

/// The words of one game and the lines before them.
#[derive(Default)]
struct Passage<'a> {
    heading: Vec<Row<'a>>,
    words: Vec<Word<'a>>,
    /// Comments, each with its offset in the source.
    comments: Vec<(usize, String)>,
}

/// Splits a source at tag pairs, at the number 1, and at headings between empty lines.
fn passages<'a>(source: &'a Source, sided: bool, segmenter: &mut Segmenter<'a, '_>) -> Vec<Passage<'a>> {
    let mut passages = Vec::new();
    let mut passage = Passage::default();
    let mut after_blank = true;
    let mut braces = Braces::default();
    let mut tail: Option<Row<'a>> = None;
    // Whether the tail begins a game, directly behind the end of another.
    let mut is_behind_end = false;
    // The rows of the passage that are not its heading.
    let mut own: Vec<Row<'a>> = Vec::new();
    let mut all = rows(source.text(), 0);
    while let Some(mut row) = tail.take().or_else(|| all.next()) {
        if row.is_blank() {
            after_blank = true;
            continue;
        }
        let inside = braces.open();
        // A line below the end of a game may begin another one.
        let is_over =
            || own.last().is_some_and(|row| ending::find(&row.words().collect::<Vec<_>>()).is_some());
        if !inside
            && (after_blank || passage.words.is_empty() || is_over())
            && let Some((head, rest)) = begins_within(row, segmenter)
        {
            (row, tail) = (head, Some(rest));
        }
        let stands_before = tail.is_some();
        let begins_game = std::mem::take(&mut is_behind_end);
        if !inside
            && !stands_before
            && let Some((head, rest)) = ends_within(source.text(), row, segmenter)
        {
            (row, tail, is_behind_end) = (head, Some(rest), true);
        }
        let first = row.words().next();
        let starts = first.and_then(|word| anchor(word.text)).is_some_and(|a| a.number == 1 && !a.ellipsis);
        let is_heading = !inside
            && (stands_before
                || tag_pair(row.text).is_some()
                || reference(row.text).is_some()
                || odds::read(row.text).is_some()
                || (!(sided && names_side(row))
                    && (after_blank || passage.words.is_empty())
                    && !is_score(row, segmenter)));
        let fresh = (starts && (after_blank || begins_game) || is_heading && !ends(row)) && !inside;
        if fresh && !passage.words.is_empty() {
            own.clear();
            passages.push(std::mem::take(&mut passage));
        } else if starts && !inside && !is_heading {
            // Pages lose their empty lines.
            if let Some(heading) = heading_behind_end(&own, row, segmenter) {
                let cut = heading.first().map_or(row.start, |head| head.start);
                passage.words.retain(|word| word.start < cut);
                passage.comments.retain(|(place, _)| *place < cut);
                own.clear();
                passages.push(std::mem::replace(&mut passage, Passage { heading, ..Passage::default() }));
            }
        }
        if is_heading && passage.words.is_empty() {
            passage.heading.push(row);
        } else {
            // The first number may be on a line of its own, as in pages copied from the web.
            if passage.words.is_empty()
                && let Some(number) =
                    passage.heading.pop_if(|head| head.text.trim().trim_end_matches('.') == "1")
            {
                braces.strip(number, &mut passage);
            }
            braces.strip(row, &mut passage);
            own.push(row);
        }
        after_blank = false;
    }
    if !passage.words.is_empty() {
        passages.push(passage);
    }
    let mut games: Vec<Passage<'a>> = Vec::new();
    for passage in passages {
        match games.last_mut() {
            Some(game) if passage.goes_on_with(game) => game.go_on(passage, source.text()),
            _ => games.push(passage),
        }
    }
    let games = games.into_iter().map(|passage| passage.without_asides(source.text()));
    // What is a note altogether is no game.
    games.filter(|passage| !(passage.words.is_empty() && passage.heading.is_empty())).collect()
}

/// Most lines between a game and the next one.
const HEADING: usize = 8;
/// A line of moves that begins a game has more.
const BEGIN: usize = 5;

/// The lines above `row`, which begins a game, behind the end of the game before, of which `own` are the rows; `None` if that
/// is not stated to be over.
fn heading_behind_end<'a>(
    own: &[Row<'a>],
    row: Row<'a>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Vec<Row<'a>>> {
    if row.words().count() <= BEGIN || !moves(row, segmenter) {
        return None;
    }
    let head = own.iter().rev().take_while(|row| !is_score(**row, segmenter) && !ends(**row)).count();
    let (game, heading) = own.split_at(own.len() - head);
    let last: Vec<Word<'_>> = game.last()?.words().collect();
    (head <= HEADING && ending::find(&last).is_some()).then(|| heading.to_vec())
}

/// Words at the end of a passage in which its last move number is looked for.
const LAST_WORDS: usize = 24;

impl<'a> Passage<'a> {
    /// Whether the passage continues `game` after prose: its first number is the next one.
    fn goes_on_with(&self, game: &Passage<'_>) -> bool {
        let number = |word: &Word<'_>| anchor(word.text).map(|found| found.number);
        let Some(first) = self.words.first().and_then(number).filter(|&first| first > 1) else {
            return false;
        };
        let own = |row: &Row<'_>| tag_pair(row.text).is_some() || reference(row.text).is_some();
        !self.heading.iter().any(own)
            && game
                .words
                .iter()
                .rev()
                .take(LAST_WORDS)
                .filter_map(number)
                .any(|n| n == first || n + 1 == first)
    }

    /// Appends the rest of a game; the text between becomes a comment.
    fn go_on(&mut self, rest: Passage<'a>, source: &'a str) {
        let prose: Vec<Word<'a>> = rest.heading.iter().flat_map(|row| row.words()).collect();
        if let Some(first) = prose.first() {
            self.comments.push((first.start, joined(source, &prose).into_owned()));
        }
        let mut words = rest.words.into_iter();
        self.words.extend(words.next().map(|word| Word { gap: Gap::Comment, ..word }));
        self.words.extend(words);
        self.comments.extend(rest.comments);
    }

    /// The passage with bracketed notes, `(9 P-QKt3 is also played)`, `[2.f4 exf4]`, and lines on what was not played as comments.
    fn without_asides(self, source: &'a str) -> Passage<'a> {
        let Passage { heading, words, mut comments } = self;
        let mut kept = Vec::with_capacity(words.len());
        let (mut at, mut behind) = (0, false);
        while at < words.len() {
            let aside = bracketed_note(&words[at..]).or_else(|| supposed_line(source, &words[at..]));
            match aside {
                Some(length) => {
                    let text = joined(source, &words[at..at + length]).into_owned();
                    comments.push((words[at].start, text));
                    at += length;
                }
                None => {
                    let gap = if behind { Gap::Comment } else { words[at].gap };
                    kept.push(Word { gap, ..words[at] });
                    at += 1;
                }
            }
            behind = aside.is_some();
        }
        comments.sort_by_key(|(place, _)| *place);
        Passage { heading, words: kept, comments }
    }
}

/// How many words the line has with which words begin, if it supposes a move, and the game goes on below it with the same number:
/// `If 5... Nxe4 6. Re1`.
fn supposed_line(source: &str, words: &[Word<'_>]) -> Option<usize> {
    let [first, number, ..] = words else { return None };
    let number_of = |word: &Word<'_>| anchor(word.text).map(|found| found.number);
    let own = number_of(number).filter(|_| first.gap == Gap::Line && number.gap != Gap::Line)?;
    let length = 1 + words[1..].iter().position(|word| word.gap == Gap::Line)?;
    let supposes = phrase_before(&source[..number.start], &[Phrase::Supposed]) == Some(first.start);
    (supposes && number_of(&words[length]) == Some(own)).then_some(length)
}

/// A line on which a game begins after its heading: `Ruy Lopez.--1 P-K4, P-K4; 2 Kt-KB3`, `Tripoli 2004 1. e4 e5`.
/// Returns heading and moves.
pub(super) fn begins_within<'a>(
    row: Row<'a>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<(Row<'a>, Row<'a>)> {
    /// Most bytes of a heading before the moves, and bytes of these that are looked at.
    const HEADING: usize = 400;
    const MOVES: usize = 300;
    let parted = |at: usize| row.text[..at].trim_end().ends_with(['-', '–', '—', '.', ':', ';']);
    let near = &row.text[..row.text.floor_char_boundary(HEADING)];
    let cut = near.match_indices('1').map(|(at, _)| at).find(|&at| {
        let behind = &row.text[at + 1..];
        let after = behind.trim_start_matches(['.', ')']);
        // Names are a heading before a number with its point, whatever stands between.
        let begins = after.len() < behind.len()
            && row.text[..at].ends_with(char::is_whitespace)
            && has_names(&row.text[..at], segmenter);
        let first = &row.text[at..row.text.floor_char_boundary(at + MOVES)];
        // What has moves itself is the end of a game.
        let mut is_head = || !moves(Row { text: &row.text[..at], ..row }, segmenter);
        (after.starts_with(' ') && parted(at) || begins)
            && is_head()
            && moves(Row { text: first, start: row.start + at }, segmenter)
    })?;
    let letters = row.text[..cut].chars().filter(|c| c.is_alphabetic()).count();
    (letters > 2).then(|| {
        let head = Row { text: &row.text[..cut], ..row };
        (head, Row { text: &row.text[cut..], start: row.start + cut })
    })
}

/// A line on which another game begins behind the words that end one: `21 Ng5 white resigned 1 d4 d5`. Returns what stands before
/// the number 1, and the rest.
fn ends_within<'a>(
    text: &str,
    row: Row<'a>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<(Row<'a>, Row<'a>)> {
    /// Most bytes of the words that end a game.
    const WORDS: usize = 60;
    let words: Vec<Word<'a>> = row.words().collect();
    let begins = (1..words.len()).find(|&at| {
        let before = words[at].start.saturating_sub(WORDS);
        begins_game(&words[at..], segmenter)
            && ends_in_words(&text[text.ceil_char_boundary(before)..words[at].start])
    })?;
    let start = words[begins].start;
    let (head, rest) = row.text.split_at(start - row.start);
    Some((Row { text: head, ..row }, Row { text: rest, start }))
}

/// Whether words begin with the number 1 and a move of White.
fn begins_game<'a>(words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> bool {
    let Some(first) = words.first() else { return false };
    let Some(found) = anchor(first.text).filter(|found| found.number == 1 && !found.ellipsis) else {
        return false;
    };
    let moved = first.skip(found.len).or_else(|| words.get(1).copied());
    moved.is_some_and(|word| segmenter.text_likeness(word.text) >= 0.5)
}

/// Whether the last words of a text say how a game ended; a result may stand behind them, and does not do alone.
fn ends_in_words(text: &str) -> bool {
    let is_result =
        |word: &str| !word.contains(|c: char| c.is_alphanumeric()) || ending::marker(word).is_some();
    first_ending(text).is_some_and(|(ending, place)| {
        !matches!(ending, Ending::Marker(_)) && text[place.end..].split_whitespace().all(is_result)
    })
}

/// Whether a text has words, and none of them is a move.
fn has_names(text: &str, segmenter: &mut Segmenter<'_, '_>) -> bool {
    /// Letters of a word; a piece has fewer.
    const LETTERS: usize = 3;
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS;
    let mut words = text.split_whitespace().filter(is_word).peekable();
    words.peek().is_some() && words.all(|word| segmenter.text_likeness(word) < 0.5)
}

fn ends(row: Row<'_>) -> bool {
    ending::find(&row.words().collect::<Vec<_>>()).is_some_and(|(at, ..)| at < 3)
}

/// Whether a line has moves: it has move numbers, or many of its words look like moves.
fn is_score<'a>(row: Row<'a>, segmenter: &mut Segmenter<'a, '_>) -> bool {
    let words: Vec<Word<'a>> = row.words().collect();
    let number = words.first().and_then(|word| anchor(word.text));
    if let Some(found) = number.filter(|found| found.dotted || words.len() > 2) {
        return !is_numbered_title(&words, found.len, segmenter) && !is_pair(row.text);
    }
    moves(row, segmenter)
}

/// Whether a line names two players and nothing that is no part of a heading: `2. Волков – Зайцев  0:1`.
fn is_pair(line: &str) -> bool {
    parts(line)
        .is_some_and(|found| found.get("White").and(found.get("Black")).is_some() && found.rest.is_empty())
}

/// Whether a line is the title of a game after the game's number: `50.—ENGLISH OPENING.` The words after the
/// first `number` bytes are not moves, have no digit, and long ones are capitalised.
fn is_numbered_title<'a>(words: &[Word<'a>], number: usize, segmenter: &mut Segmenter<'a, '_>) -> bool {
    /// Shorter words may be in lower case, as in `Game of the Two Knights`.
    const LONG: usize = 4;
    let Some((first, others)) = words.split_first() else { return false };
    let behind: Vec<Word<'a>> = first.skip(number).into_iter().chain(others.iter().copied()).collect();
    let letters = |word: &Word<'_>| word.text.chars().filter(|c| c.is_alphabetic()).count();
    let has_capital =
        |word: &Word<'_>| word.text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    let mut long = behind.iter().filter(|word| letters(word) >= LONG).peekable();
    long.peek().is_some()
        && long.all(has_capital)
        && behind.iter().all(|word| !word.text.contains(|c: char| c.is_ascii_digit()))
        && !segmenter.split(&behind, None).iter().any(|part| matches!(part, Part::Cell(_)))
}

/// Whether most words of a line, except numbers, are moves.
fn moves<'a>(row: Row<'a>, segmenter: &mut Segmenter<'a, '_>) -> bool {
    let words: Vec<Word<'a>> = row.words().collect();
    let bare: Vec<Word<'a>> = words.iter().copied().filter(|word| anchor(word.text).is_none()).collect();
    let cells: usize = segmenter
        .split(&bare, None)
        .iter()
        .map(|part| if let Part::Cell(range) = part { range.len() } else { 0 })
        .sum();
    cells * 2 > bare.len()
}

/// Comments in braces, which may continue over lines.
#[derive(Default)]
struct Braces(Option<(usize, String)>);

impl Braces {
    fn open(&self) -> bool {
        self.0.is_some()
    }

    /// Adds the words of `row` outside braces; a brace inside a word splits it.
    fn strip<'a>(&mut self, row: Row<'a>, passage: &mut Passage<'a>) {
        let mut at = 0;
        let mut first = self.0.is_none();
        while at < row.text.len() {
            let rest = &row.text[at..];
            if let Some((_, comment)) = &mut self.0 {
                let end = rest.find('}');
                if !comment.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(rest[..end.unwrap_or(rest.len())].trim());
                let Some(end) = end else { return };
                at += end + 1;
                passage.comments.extend(self.0.take());
                continue;
            }
            let end = rest.find('{').unwrap_or(rest.len());
            for mut word in super::words::words(&rest[..end], row.start + at) {
                if !first && word.gap == Gap::Line {
                    word.gap = Gap::Comment;
                }
                first = false;
                passage.words.push(word);
            }
            if end < rest.len() {
                self.0 = Some((row.start + at + end, String::new()));
            }
            at += end + 1;
        }
    }
}

/// `W.`, `White:` or `BLACK.` before a move.
pub(super) fn side_word(word: Word<'_>) -> Option<Color> {
    let name = word.text.trim_end_matches(['.', ':', ',', '-', '–', '—']);
    if name.len() == word.text.len() {
        return None;
    }
    match name {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => side_of(name),
    }
}

/// Whether lines name their side; with few such lines, "B." may be a bishop.
fn sided(source: &Source) -> bool {
    let (named, all) = rows(source.text(), 0)
        .filter(|row| !row.is_blank())
        .take(200)
        .fold((0, 0), |(named, all), row| (named + u32::from(names_side(row)), all + 1));
    named > 1 && named * 2 > all
}

/// Whether a line is a move of a side that it names.
fn names_side(row: Row<'_>) -> bool {
    let mut words = row.words().skip_while(|word| is_number(word.text));
    words.next().and_then(side_word).is_some() && words.next().is_some()
}

/// Whether a word is a move number and nothing else.
fn is_number(word: &str) -> bool {
    anchor(word).is_some_and(|found| found.len == word.len())
}

/// Converts the words of a passage into a game.
fn read<'a>(
    source: &'a Source,
    passage: Passage<'a>,
    sided: bool,
    segmenter: &mut Segmenter<'a, '_>,
) -> Draft<'a> {
    let mut heading = Heading::default();
    passage.heading.iter().for_each(|row| heading.read(*row));
    let first = passage.words.first().map_or(0, |word| word.start);
    let start = passage.heading.first().map_or(first, |row| row.start);
    let end = passage.words.last().map_or(start, |word| word.span().end);
    let entries = entries(&passage.words, sided, segmenter);
    let mut assembly = Assembly::new(source, segmenter, heading, Span::new(start, end));
    let last = entries.len();
    for (i, piece) in entries.into_iter().enumerate() {
        match piece {
            PassagePart::Numbered(entry) => assembly.entry(&entry, i + 1 == last),
            PassagePart::Free(words) => assembly.free(&words),
            PassagePart::Side(side, words) => assembly.side(side, &words),
        }
    }
    passage.comments.into_iter().for_each(|(place, text)| assembly.comment_at(place, text));
    assembly.draft
}

enum PassagePart<'a> {
    /// A number and the words after it.
    Numbered(Entry<'a>),
    /// Moves without numbers.
    Free(Vec<Word<'a>>),
    /// A move with its side.
    Side(Color, Vec<Word<'a>>),
}

/// Splits words at the consecutive move numbers.
fn entries<'a>(words: &[Word<'a>], sided: bool, segmenter: &mut Segmenter<'a, '_>) -> Vec<PassagePart<'a>> {
    let dotted = is_dotted(words);
    let bare = if dotted { Vec::new() } else { bare_numbers(words, segmenter) };
    let mut pieces: Vec<PassagePart<'a>> = Vec::new();
    let mut number = 0;
    for (i, &word) in words.iter().enumerate() {
        let first = word.gap == Gap::Line || i > 0 && is_number(words[i - 1].text);
        if let Some(side) = side_word(word).filter(|_| sided && first) {
            pieces.push(PassagePart::Side(side, Vec::new()));
            continue;
        }
        let found = anchor(word.text).filter(|_| !closes(words, i)).filter(|found| {
            let is_next = found.dotted && found.number >= number && !is_rank(words, i);
            if dotted { is_next } else { bare.binary_search(&i).is_ok() }
        });
        match (found, pieces.last_mut()) {
            (Some(found), _) => {
                number = found.number;
                let words = word.skip(found.len).into_iter().collect();
                pieces.push(PassagePart::Numbered(Entry { anchor: found, words, meters: Vec::new() }));
            }
            (None, Some(PassagePart::Numbered(entry))) => entry.words.push(word),
            (None, Some(PassagePart::Free(words) | PassagePart::Side(_, words))) => words.push(word),
            (None, None) => pieces.push(PassagePart::Free(vec![word])),
        }
    }
    pieces
}

/// Whether the number of the next move stands directly behind a number, which then is the rank of the move before: `Kt to Q B 3. 3.`
fn is_rank(words: &[Word<'_>], at: usize) -> bool {
    let is_small = is_number(words[at].text) && anchor(words[at].text).is_some_and(|found| found.number <= 8);
    let next = words.get(at + 1).and_then(|next| anchor(next.text));
    is_small
        && at > 0
        && !is_number(words[at - 1].text)
        && next.is_some_and(|next| next.dotted && !next.ellipsis)
}

/// Of the numbers of dotted moves, `1. P - K 4 P - K 4`, one has a dot among this many without, ranks and all.
const RANKS: usize = 4;

/// Whether move numbers have dots; a few others may have one as well, as in `page 18:`.
fn is_dotted(words: &[Word<'_>]) -> bool {
    let numbers = (0..words.len()).filter(|&at| !closes(words, at)).filter_map(|at| anchor(words[at].text));
    let (dotted, bare): (Vec<_>, Vec<_>) = numbers.partition(|found| found.dotted);
    !dotted.is_empty() && dotted.len() * RANKS >= bare.len()
}

/// Whether a word closes a bracket opened by an earlier word: the rank of `B x P (Q Kt 5)`.
fn closes(words: &[Word<'_>], at: usize) -> bool {
    /// Most words of a square in brackets.
    const SQUARE: usize = 3;
    words[at].text.contains(')')
        && !words[at].text.contains('(')
        && words[at.saturating_sub(SQUARE)..at]
            .iter()
            .rev()
            .find(|word| word.text.contains(['(', ')']))
            .is_some_and(|word| word.text.rfind('(') > word.text.rfind(')'))
}

/// Most words between two move numbers.
const REACH: usize = 40;
/// Cost of a number followed by one move only, and of ignoring a number.
const HALF_PAIR: f32 = 2.0;
const LOST_NUMBER: f32 = 4.0;

/// Decides which bare numbers are move numbers and not ranks ("2 P - K B 4 P x P 3 B - B 4"): the chain of
/// rising numbers whose gaps best fit two moves each. A longest-path problem.
fn bare_numbers<'a>(words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> Vec<usize> {
    let marks: Vec<(usize, u32)> =
        words.iter().enumerate().filter_map(|(i, word)| Some((i, anchor(word.text)?.number))).collect();
    let Some(&(first, _)) = marks.first().filter(|(i, number)| *i == 0 || *number == 1) else {
        return Vec::new();
    };
    // `best[m]`: value of the words before mark `m` if it is a move number.
    let mut best = vec![f32::NEG_INFINITY; marks.len()];
    let mut back = vec![usize::MAX; marks.len()];
    best[0] = -(first as f32);
    let mut end = (f32::NEG_INFINITY, 0);
    for m in 0..marks.len() {
        if !best[m].is_finite() {
            continue;
        }
        let (at, number) = marks[m];
        for next in m + 1..marks.len() {
            let (to, following) = marks[next];
            if to - at > REACH {
                break;
            }
            // The same number is repeated before Black's move.
            let lost = match following.checked_sub(number) {
                Some(0 | 1) => 0.0,
                Some(2) => LOST_NUMBER,
                _ => continue,
            };
            let most = if following == number { 1 } else { 2 };
            let between = &words[at + 1..to];
            let pair = segmenter.worth(between, Some(most));
            let alone = if most == 2 { segmenter.worth(between, Some(1)) } else { f32::NEG_INFINITY };
            // Black's move after its own number is expected to be alone.
            let doubled = m > 0 && back[m] != usize::MAX && marks[back[m]].1 == number;
            let half = if most == 2 && alone >= pair && !doubled { HALF_PAIR } else { 0.0 };
            let value = best[m] + 1.0 + pair - half - lost;
            if value > best[next] {
                best[next] = value;
                back[next] = m;
            }
        }
        let rest = &words[at + 1..];
        let tail = rest.len().saturating_sub(REACH);
        let value = best[m] + 1.0 + segmenter.worth(&rest[..rest.len() - tail], Some(2)) - tail as f32;
        if value > end.0 {
            end = (value, m);
        }
    }
    let mut chain = Vec::new();
    let mut m = end.1;
    while m != usize::MAX {
        chain.push(marks[m].0);
        m = back[m];
    }
    chain.reverse();
    chain
}
