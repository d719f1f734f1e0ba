//! What a text is at a glance: how much of it is prose, and how many moves it numbers.

use crate::record::MoveSense;
use scorebook_lexicon::is_small;

/// A page of a book has as many lines of prose.
const NOTES: usize = 3;
/// Fewer lines are no book.
const LINES: usize = 30;

/// The move numbers of a text, each of which has a move behind it, or two: numbers that rise by one, or begin anew.
pub(super) fn numbers(text: &str) -> usize {
    let (mut count, mut last) = (0, 0_u32);
    for word in text.split_whitespace() {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let ends = matches!(word.as_bytes().get(digits), Some(b'.' | b')') | None);
        let Some(number) = word[..digits].parse::<u32>().ok().filter(|_| ends) else { continue };
        if number == last.saturating_add(1) || number == 1 {
            count += usize::from(number > 1);
            last = number;
        }
    }
    count
}

/// A number of worn text may be so much higher than the last one that can be read.
const MOST_MISSING: u32 = 3;

/// The same of worn text, where some numbers cannot be read, and moves stand glued to others: words that begin with a number a little higher
/// than the one before. One that stands alone before a word of prose (`12 members`) counts something else.
pub(super) fn rising(text: &str) -> usize {
    runs(text).iter().sum()
}

/// The longest run of them from a number 1 to the next.
pub(super) fn longest_rise(text: &str) -> usize {
    runs(text).into_iter().max().unwrap_or(0)
}

/// How many numbers rise, by game: each begins with a number 1.
fn runs(text: &str) -> Vec<usize> {
    let mut runs = vec![0];
    let mut last = 0_u32;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = word[..digits].parse::<u32>() else { continue };
        if digits == word.len() && words.peek().is_some_and(|next| is_of_prose(next)) {
            continue;
        }
        let rises = number > last && number <= last + MOST_MISSING;
        if number == 1 {
            runs.push(0);
        }
        if let (true, Some(run)) = (rises && last > 0, runs.last_mut()) {
            *run += 1;
        }
        if rises || number == 1 {
            last = number;
        }
    }
    runs
}

/// Whether a word is one of prose: letters, all of them small, and not those of a capture only (`exd`).
fn is_of_prose(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    word.chars().count() >= 3
        && word.chars().all(char::is_lowercase)
        && word.contains(|c| !matches!(c, 'a'..='h' | 'x'))
}

/// Whether each row of a text begins with its number: such places can be trusted.
pub(super) fn is_in_rows(text: &str) -> bool {
    let begins = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.lines().filter(begins).count() * 2 >= rising(text)
}

/// Whether a text is moves as squares in numbers, as in correspondence: `5254 5755`.
pub(super) fn is_in_numbers(text: &str) -> bool {
    is_mostly(text, |word| (4..=5).contains(&word.len()) && word.bytes().all(|b| matches!(b, b'1'..=b'8')))
}

/// Whether a text is moves by their squares: these, or `e2e4 e7e5`.
pub(super) fn is_in_squares(text: &str) -> bool {
    is_in_numbers(text) || is_mostly(text, is_named_by_squares)
}

fn is_named_by_squares(word: &str) -> bool {
    (4..=5).contains(&word.len()) && word.as_bytes().chunks(2).take(2).all(is_square)
}

/// Whether two bytes are a square: `e4`.
pub(super) fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h', b'1'..=b'8'])
}

fn is_mostly(text: &str, is_move: fn(&str) -> bool) -> bool {
    let all = text.split_whitespace().count();
    let moves = text.split_whitespace().filter(|word| is_move(word)).count();
    moves >= BARE && moves * 5 >= all * 4
}

/// Fewest numbered moves, or moves without numbers, of a score.
const NUMBERED: usize = 3;
const BARE: usize = 8;

/// The same where other numbers stand between them, as in two columns; and with notes.
const RISING: usize = 5;
const NOTED_NUMBERS: usize = 10;

/// What the words of a text are, as those of a score.
pub(super) struct Score<'t> {
    /// The words that look like moves.
    pub(super) moves: Vec<&'t str>,
    /// Words behind the first number that are no moves and hardly prose.
    others: usize,
    /// Words that are none of the moves.
    prose: usize,
    /// Numbers, without those that repeat the last, and those that are one higher than it.
    numbers: usize,
    counted: usize,
    /// The longest run of numbers that rise.
    rising: usize,
}

impl<'t> Score<'t> {
    pub(super) fn of(text: &'t str, sense: &dyn MoveSense) -> Score<'t> {
        let rising = longest_rise(text);
        let mut score = Score { moves: Vec::new(), others: 0, prose: 0, numbers: 0, counted: 0, rising };
        let (mut last, mut is_begun) = (0_u32, false);
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '"'));
        for word in words.filter(|word| word.contains(char::is_alphanumeric)) {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let behind = word[digits..].trim_start_matches(['.', ')', ':', '…', 'º', '°']);
            let is_numbered =
                digits > 0 && digits < 4 && (behind.len() < word.len() - digits || behind.is_empty());
            if let Some(number) = word[..digits].parse::<u32>().ok().filter(|_| is_numbered) {
                is_begun |= number == 1;
                if number != last {
                    score.numbers += 1;
                    score.counted += usize::from(number == last.saturating_add(1));
                }
                last = number;
                if behind.is_empty() {
                    continue;
                }
            }
            let word = if is_numbered { behind } else { word };
            let bare = word.trim_matches(['(', ')', '[', ']', '{', '}', '!', '?', '.', ':', '/', '“', '”']);
            if looks_like_move(bare, sense) {
                score.moves.push(bare);
                continue;
            }
            // What stands above the first number is its heading.
            let is_small = bare.chars().count() <= 3 && bare.chars().all(char::is_lowercase);
            let is_odd = bare.contains(|c: char| c.is_ascii_digit()) || is_small || !sense.may_contain(bare);
            let is_word = bare.contains(char::is_alphabetic);
            score.others += usize::from(is_begun && is_word && is_odd);
            score.prose += usize::from(is_word);
        }
        score
    }

    /// Whether it is a score of chess, however much of it can be read: most of its words, but for its heading, are moves, with numbers
    /// that count on, or mostly different ones.
    pub(super) fn is_score(&self) -> bool {
        let all = self.moves.len();
        let is_dense = self.counted >= NUMBERED && self.counted * 2 >= self.numbers;
        let is_counted = is_dense || self.rising >= RISING;
        let mut different = self.moves.clone();
        different.sort_unstable();
        different.dedup();
        let is_bare = all >= BARE && different.len() * 2 >= all && all >= self.prose * 3;
        all >= self.others && (is_counted || is_bare)
    }

    /// Whether it is a score to its last word, or one with notes: many numbers that count on, with moves behind them.
    pub(super) fn is_whole(&self) -> bool {
        let all = self.moves.len();
        let is_noted = self.rising >= NOTED_NUMBERS && all >= NOTED_NUMBERS * 2 && all * 4 >= self.prose;
        self.is_score() && all >= self.prose || is_noted
    }
}

/// Whether a word is a man of the English who spell moves out: `Kt. to K B 3`.
pub(super) fn is_man(word: &str) -> bool {
    matches!(word, "P." | "Kt." | "B." | "R." | "Q." | "K.")
}

fn looks_like_move(word: &str, sense: &dyn MoveSense) -> bool {
    let says = word.contains(|c: char| c.is_ascii_digit()) || word.contains(['x', 'X', '-', ':']);
    word.len() > 1 && says && (sense.likeness(word) >= 0.5 || word.as_bytes().windows(2).any(is_square))
}

/// Lines of prose in a text.
pub(super) struct Prose {
    lines: usize,
    /// Of so many lines.
    all: usize,
    /// Whether the text begins with a tag pair.
    is_tagged: bool,
}

impl Prose {
    pub(super) fn of(text: &str) -> Prose {
        let is_prose = |line: &str| {
            let (all, prose) = line
                .split_whitespace()
                .fold((0, 0), |(all, prose), word| (all + 1, prose + usize::from(is_word(word))));
            prose >= 5 || prose >= 3 && prose * 2 > all
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let (all, prose) =
            lines.fold((0, 0), |(all, count), line| (all + 1, count + usize::from(is_prose(line))));
        Prose { lines: prose, all, is_tagged: text.trim_start().starts_with('[') }
    }

    /// Whether there is prose as on a page of a book.
    pub(super) fn is_page(&self) -> bool {
        self.lines >= NOTES
    }

    /// Whether a good part of many lines is prose, as in books.
    pub(super) fn is_book(&self) -> bool {
        self.all >= LINES && self.lines * 5 > self.all && !self.is_tagged
    }
}

fn is_word(word: &str) -> bool {
    word.len() >= 3 && word.chars().all(|c| is_small(c) || matches!(c, ',' | '.' | ';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_among_prose_count_something_else() {
        assert_eq!(longest_rise("1 text in 60 was broken by 2 slips, 3 were by none, 4 had more"), 0);
        assert_eq!(longest_rise("1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-Kt5 and there were 40 games 4 Castles"), 3);
        assert_eq!(longest_rise("1. e4 d5 2 exd Qxd5 3. takes"), 2);
    }

    #[test]
    fn prose_and_numbers() {
        let score = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n";
        let page = format!("{score}{}", "White might have won the queen at once here.\n".repeat(3));
        assert!(!Prose::of(score).is_page() && Prose::of(&page).is_page() && !Prose::of(&page).is_book());
        assert!(Prose::of(&page.repeat(8)).is_book());
        assert_eq!(numbers(score), 2);
    }
}
