//! The words of a text as marks: numbers, dots, moves, signs, words, each with its place in line, sentence and
//! brackets.

use crate::anchor::anchor;
use crate::move_words::abbreviates_check;
use crate::segment::{Segmenter, trim};
use crate::words::{Gap, Word, rows};
use scorebook_lexicon::is_small;

/// What a mark is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move number, and whether dots replace White's move.
    Number { number: u32, dots: bool },
    /// Dots that replace a move.
    Dots,
    /// What looks like a move in some notation.
    Move,
    /// Neither a letter nor a digit: a comma, a dash, `+-`.
    Sign,
    /// Anything else; whether it begins with a small letter.
    Word { small: bool },
}

/// A part of a word.
#[derive(Copy, Clone, Debug)]
pub(super) struct Mark<'a> {
    /// The text without brackets and punctuation around it.
    pub word: Word<'a>,
    pub kind: Kind,
    /// Whether it is the first of its line.
    pub begins_line: bool,
    /// Whether the text before it ends a sentence or an aside.
    pub begins_sentence: bool,
    /// Whether a colon or the end of the line follows.
    pub stands_out: bool,
    /// Number of closed brackets around it.
    pub depth: usize,
}

impl Mark<'_> {
    /// Whether it is a word as prose has them, or a sign.
    pub(super) fn is_plain(&self) -> bool {
        let letters = self.word.text.trim_end_matches(|c: char| !c.is_alphanumeric());
        let mut letters = letters.chars();
        match self.kind {
            Kind::Word { .. } => {
                letters.next().is_some_and(char::is_alphabetic)
                    && !is_like_capture(self.word.text)
                    && letters.all(|c| is_small(c) || matches!(c, '\'' | '’' | '-'))
            }
            Kind::Sign | Kind::Dots => true,
            Kind::Number { .. } | Kind::Move => false,
        }
    }
}

/// Whether a consonant and `x` begin a word, as in no language: a capture that lost its end.
pub(super) fn is_like_capture(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| !"aeiouy".contains(c.to_ascii_lowercase())) && letters.next() == Some('x')
}

/// Least likeness of a move.
const LIKE: f32 = 0.5;
/// Most marks between two brackets that belong together.
const REACH: usize = 2000;
/// Most characters of the first part of a move that is spread, and most parts.
const PART: usize = 3;
const PARTS: usize = 6;
/// Most marks of a quotation.
const QUOTED: usize = 24;

/// The marks of a text.
pub(super) fn of<'a>(text: &'a str, segmenter: &mut Segmenter<'a, '_>) -> Vec<Mark<'a>> {
    let mut reader =
        Reader { text, marks: Vec::new(), open: Vec::new(), quoted: None, due: 1, closed: Vec::new() };
    for row in rows(text, 0) {
        let mut first = true;
        let words: Vec<Word<'a>> = row.words().collect();
        let mut at = 0;
        while at < words.len() {
            let count = spread(text, &words[at..], reader.due, segmenter);
            let count = with_check(&words[at..], count);
            let (start, end) = (words[at].start, words[at + count - 1].span().end);
            let mut word = Word { text: &text[start..end], ..words[at] };
            at += count;
            if is_novelty(word.text, words.get(at)) {
                reader.push(word, Kind::Sign, first, false);
                continue;
            }
            // `Qxb2!)18`: the bracket closes an aside.
            if let Some(cut) = closes_within(word.text) {
                reader.word(Word { text: &word.text[..cut], ..word }, first, false, segmenter);
                first = false;
                word = word.skip(cut).unwrap_or(word);
            }
            reader.word(word, first, at == words.len(), segmenter);
            // A bullet does not begin a line.
            first &= !word.text.contains(|c: char| c.is_alphanumeric() || matches!(c, '.' | '…'));
        }
    }
    let Reader { mut marks, closed, .. } = reader;
    let mut change = vec![0_isize; marks.len() + 1];
    for (from, to) in closed {
        change[from] += 1;
        change[to] -= 1;
    }
    let mut depth = 0;
    for (mark, change) in marks.iter_mut().zip(change) {
        depth += change;
        mark.depth = depth.unsigned_abs();
    }
    marks
}

/// Whether a word is the sign of a new move in the Informant's system, `8.Nh3 e6 N 9.f4`: a letter alone before the next number.
pub(crate) fn is_novelty(word: &str, next: Option<&Word<'_>>) -> bool {
    word == "N" && next.is_some_and(|next| anchor(next.text).is_some() || next.text.starts_with(is_open))
}

/// The end of a closing bracket within a word, behind which a number follows.
fn closes_within(word: &str) -> Option<usize> {
    word.match_indices(is_close).map(|(at, c)| at + c.len()).find(|&at| {
        let (head, behind) = word.split_at(at);
        let count = |wanted: fn(char) -> bool| head.chars().filter(|&c| wanted(c)).count();
        behind.starts_with(|c: char| c.is_ascii_digit()) && count(is_close) > count(is_open)
    })
}

/// Number of words of a move that is spread by spaces, `D x d3`, `P - K4`, `dx e4`; otherwise one. `due` is the next number.
fn spread<'a>(text: &'a str, words: &[Word<'a>], due: u32, segmenter: &mut Segmenter<'a, '_>) -> usize {
    if let Some(count) = with_rank_apart(text, words, due, segmenter) {
        return count;
    }
    if let Some(count) = in_words(text, words, segmenter) {
        return count;
    }
    // `R-K sq`
    if let [first, square, ..] = words
        && SQUARE.contains(&square.text.trim_end_matches([',', ';', ':']))
        && segmenter.text_likeness(text.get(first.start..square.span().end).unwrap_or_default()) >= LIKE
    {
        return 2;
    }
    let joins = |word: &str| word.ends_with(['x', '-', '–', '—', '×', ':']);
    let is_short = words[0].text.chars().count() <= PART && words[0].text.starts_with(char::is_alphabetic);
    let apart = joins(words[0].text)
        || words.get(1).is_some_and(|word| word.text.chars().count() == 1 && joins(word.text));
    let is_whole = |segmenter: &mut Segmenter<'a, '_>| {
        segmenter.text_likeness(words[0].text.trim_end_matches(':')) >= LIKE
    };
    if !is_short || !apart || is_whole(segmenter) {
        return 1;
    }
    let longest = words.len().min(PARTS);
    let mut is_move = |count: &usize| {
        let end = words[count - 1].span().end;
        let text = text.get(words[0].start..end).unwrap_or_default();
        segmenter.text_likeness(text.trim_end_matches([',', ';', ':', '.', ')'])) >= LIKE
    };
    (2..=longest).find(|count| is_move(count)).unwrap_or(1)
}

/// Words between a man and its square or victim.
const LINKS: &[&str] = &["to", "takes", "tks", "on", "x"];
/// The first rank, and words that may end such a move.
const SQUARE: &[&str] = &["sq", "sq.", "square"];
const ENDS: &[&str] = &["sq", "sq.", "square", "ch", "ch.", "check", "mate", "e.p."];

/// Number of words of a move that is written in words: `P to K4`, `QBP takes P`, `R to K sq`, `knight takes d5`.
fn in_words<'a>(text: &'a str, words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> Option<usize> {
    let [man, link, rest @ ..] = words else { return None };
    let is_link = LINKS.iter().any(|known| link.text.eq_ignore_ascii_case(known));
    let starts = man.text.starts_with(char::is_alphabetic) && segmenter.text_likeness(man.text) < LIKE;
    let mut is_move = |count: usize| {
        let whole = text.get(man.start..words[count - 1].span().end).unwrap_or_default();
        segmenter.text_likeness(whole.trim_end_matches([',', ';', ':', '.', ')'])) >= LIKE
    };
    if !is_link || !starts || rest.is_empty() {
        return None;
    }
    let longest = words.len().min(PARTS);
    let shortest = (3..=longest).find(|&count| is_move(count))?;
    // `B. to B's 4th`, of which `B. to B's` may be a move too.
    let is_rank = |word: &str| {
        let figure = word.trim_start_matches(|c: char| c.is_ascii_digit());
        SQUARE.contains(&word) || figure.len() < word.len() && figure.starts_with(char::is_alphabetic)
    };
    let whole =
        (shortest + 1..=longest).rev().find(|&count| is_rank(words[count - 1].text) && is_move(count));
    let shortest = whole.unwrap_or(shortest);
    let more = words[shortest..].iter().take(2);
    let more = more.take_while(|word| {
        let plain = word.text.trim_end_matches([',', ';', ':', ')']).to_lowercase();
        ENDS.contains(&plain.as_str())
    });
    let longest = shortest + more.count();
    (shortest..=longest).rev().find(|&count| is_move(count))
}

/// Number of words of a move whose rank stands apart, with a file or without: `K-R 2`, `Ng 8`, `Q Kt-K B 3`. Before a move it may be
/// the next number, if what stands before it is a move without it.
fn with_rank_apart<'a>(
    text: &'a str,
    words: &[Word<'a>],
    due: u32,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<usize> {
    let is_part = |word: &&Word<'_>| {
        word.text.chars().count() <= PART + 2
            && word.text.starts_with(char::is_uppercase)
            && word.text.ends_with(char::is_alphabetic)
    };
    let first = words.first().filter(|word| word.text.ends_with(char::is_alphabetic))?;
    let parts = 1 + words[1..].iter().take(2).take_while(is_part).count();
    let rank = words.get(parts).filter(|_| first.text.contains(char::is_uppercase))?;
    let [digit @ b'1'..=b'8'] = rank.text.trim_end_matches([',', ';', '+']).as_bytes() else { return None };
    let mut is_move = |from: usize, to: usize| segmenter.text_likeness(&text[from..to]) >= LIKE;
    let is_number = u32::from(digit - b'0') == due
        && words.get(parts + 1).is_some_and(|next| is_move(next.start, next.span().end))
        && is_move(first.start, words[parts - 1].span().end);
    (!is_number && is_move(first.start, rank.span().end)).then_some(parts + 1)
}

/// The number of words of a move with the signs behind it that are written as words: `Q-R4 dis. ch`.
fn with_check(words: &[Word<'_>], count: usize) -> usize {
    count + words[count..].iter().take_while(|word| abbreviates_check(word.text)).count()
}

struct Reader<'a> {
    text: &'a str,
    marks: Vec<Mark<'a>>,
    /// The open brackets: the marks before which they stand.
    open: Vec<usize>,
    /// The mark behind an opening quotation mark.
    quoted: Option<usize>,
    /// The number behind the last one.
    due: u32,
    /// The marks inside pairs of brackets or quotation marks.
    closed: Vec<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn word(&mut self, word: Word<'a>, first: bool, last: bool, segmenter: &mut Segmenter<'a, '_>) {
        let mut rest = word;
        let has_text = word.text.contains(char::is_alphanumeric);
        let mut first = first;
        let is_around = |c: char| is_open(c) || is_quote(c) || has_text && is_emphasis(c);
        while let Some(c) = rest.text.chars().next().filter(|&c| is_around(c)) {
            if is_open(c) {
                self.open.push(self.marks.len());
            } else if is_quote(c) {
                // Its place says what it does: which of them opens differs by language. Alone, `« 5.Nf3 »`, it does what is due.
                let is_alone = !has_text && (matches!(c, '”' | '»') || self.quoted.is_some());
                if is_alone { self.end_quote() } else { self.quoted = Some(self.marks.len()) }
            }
            let Some(next) = rest.skip(c.len_utf8()) else { return };
            rest = next;
        }
        let mut closers = 0;
        let mut quotes = false;
        let mut kept = rest.text;
        let mut colon = false;
        let count = |wanted: fn(char) -> bool| kept.chars().filter(|&c| wanted(c)).count();
        let unopened = count(is_close).saturating_sub(count(is_open));
        while let Some(c) = kept.chars().next_back() {
            if is_close(c) {
                if closers >= unopened {
                    break;
                }
                closers += 1;
            } else if c == '.' {
                // A full stop behind a bracket or quotation mark; that of a number stays.
                if !kept[..kept.len() - 1].ends_with(|c| is_close(c) || is_quote(c) || is_emphasis(c)) {
                    break;
                }
            } else if !(is_quote(c) || has_text && is_emphasis(c) || matches!(c, ',' | ';' | ':')) {
                break;
            }
            colon |= c == ':';
            quotes |= is_quote(c);
            kept = &kept[..kept.len() - c.len_utf8()];
        }
        let stands_out = colon || last;
        rest.text = kept;
        if let Some(found) = anchor(kept) {
            let number = Word { text: &kept[..found.len], ..rest };
            let kind = Kind::Number { number: found.number, dots: found.ellipsis };
            self.push(number, kind, first, false);
            first = false;
            match rest.skip(found.len) {
                Some(behind) => rest = behind,
                None => rest.text = "",
            }
        }
        let dots = rest.text.len() - rest.text.trim_start_matches(['.', '…']).len();
        if dots > 0 && (dots > 1 || rest.text.len() > dots) {
            self.push(Word { text: &rest.text[..dots], ..rest }, Kind::Dots, first, false);
            first = false;
            match rest.skip(dots) {
                Some(behind) => rest = behind,
                None => rest.text = "",
            }
        }
        // `–RxC`: the dash between White's move and Black's.
        let dash = rest.text.len() - rest.text.trim_start_matches(['-', '–', '—']).len();
        if dash > 0
            && let Some(behind) = rest.skip(dash)
        {
            rest = behind;
        }
        if !rest.text.is_empty() {
            let kind = if !rest.text.contains(char::is_alphanumeric) {
                Kind::Sign
            } else if segmenter.text_likeness(trim(rest.text)) >= LIKE {
                Kind::Move
            } else {
                Kind::Word { small: rest.text.starts_with(char::is_lowercase) }
            };
            self.push(rest, kind, first, stands_out);
        }
        if quotes {
            self.end_quote();
        }
        for _ in 0..closers {
            if let Some(from) = self.open.pop().filter(|from| self.marks.len() - from <= REACH) {
                self.closed.push((from, self.marks.len()));
            }
        }
    }

    /// Closes a quotation, if one is open: what it names was not played.
    fn end_quote(&mut self) {
        let at = self.marks.len();
        self.closed.extend(self.quoted.take().filter(|from| at - from <= QUOTED).map(|from| (from, at)));
    }

    fn push(&mut self, word: Word<'a>, kind: Kind, begins_line: bool, stands_out: bool) {
        let before = self.text[..word.start]
            .trim_end_matches(|c: char| c.is_whitespace() || is_open(c) || c == '|' || is_emphasis(c));
        let begins_sentence = before.ends_with(|c: char| {
            matches!(c, '.' | '!' | '?' | '…') || is_close(c) || matches!(c, '"' | '”' | '»')
        });
        if let Kind::Number { number, .. } = kind {
            self.due = number.saturating_add(1);
        }
        let word = Word { gap: if begins_line { Gap::Line } else { word.gap }, ..word };
        self.marks.push(Mark { word, kind, begins_line, begins_sentence, stands_out, depth: 0 });
    }
}

fn is_open(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '<' | '‹' | '⟨')
}

/// Whether a sign stands around a word to set it off: `**1.d4**`, `_Nf3_`.
fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_')
}

fn is_close(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '>' | '›' | '⟩')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '¿' | '¡')
}
