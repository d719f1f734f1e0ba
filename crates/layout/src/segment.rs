//! Splits a sequence of words into moves.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};
use scorebook_lexicon::RANK_WORDS;

use super::MoveSense;
use super::anchor::is_placeholder;
use super::move_words::says_check;
use super::words::{Gap, Word, joined};

/// Most words of a move ("The king's knight at his bishop's third square, giving check").
const LONGEST: usize = 12;
/// No move begins with more figures than so many.
const MOST_FIGURES: usize = 8;
/// Stops behind a word.
const STOPS: [char; 6] = ['.', ',', ';', ':', '!', '?'];
/// Most texts cached; the cache is cleared when it is full.
const REMEMBERED: usize = 1 << 15;

/// Splits words into cells by likeness. Caches its judgments, since the texts of a record repeat.
pub(super) struct Segmenter<'a, 's> {
    source: &'a str,
    sense: &'s dyn MoveSense,
    known: FxHashMap<Box<str>, f32>,
    /// The values of splits, by the text of the words, how it falls into them, and the most moves.
    worths: FxHashMap<(&'a str, u64, Option<usize>), f32>,
    /// How many words behind "castles" the record has for the wing ([`wing_words`]); `None` until it is needed.
    wing: Option<usize>,
    /// Whether the record has moves in figures; `None` until it is needed.
    in_figures: Option<bool>,
}

/// Whether a text is a year of print, `1851`, which may be a move in figures too.
fn is_year(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1', b'4'..=b'9', b'0'..=b'9', b'0'..=b'9'])
}

/// Whether a text has a move in figures that is no year: `5254`.
fn has_moves_in_figures(text: &str) -> bool {
    let is_move = |word: &str| word.len() == 4 && word.bytes().all(|b| matches!(b, b'1'..=b'8'));
    text.split(|c: char| !c.is_alphanumeric()).any(|word| is_move(word) && !is_year(word))
}

/// A part of a sequence of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The text of a move.
    Cell(Range<usize>),
    /// Dots that replace a move.
    Placeholder(usize),
    /// Words that are not a move.
    Loose(Range<usize>),
}

impl<'a, 's> Segmenter<'a, 's> {
    pub(super) fn new(source: &'a str, sense: &'s dyn MoveSense) -> Segmenter<'a, 's> {
        Segmenter {
            source,
            sense,
            known: FxHashMap::default(),
            worths: FxHashMap::default(),
            wing: None,
            in_figures: None,
        }
    }

    /// Whether a word behind "castles" is the wing, `Castles K. R. P. to Q's 3d.`, and no move begins with it.
    fn names_wing(&mut self, words: &[Word<'a>], at: usize) -> bool {
        let depth = wing_depth(words, at);
        depth > 0 && depth <= *self.wing.get_or_insert_with(|| wing_words(self.source))
    }

    /// How much the words together look like one move, from 0 to 1.
    pub(super) fn likeness(&mut self, words: &[Word<'a>]) -> f32 {
        let text = joined(self.source, words);
        self.text_likeness(&text)
    }

    /// How much a text looks like a move, from 0 to 1.
    pub(super) fn text_likeness(&mut self, text: &str) -> f32 {
        let text = trim(text);
        if text.is_empty() || text.len() > 120 {
            return 0.0;
        }
        if is_year(text.trim_end_matches(STOPS))
            && !*self.in_figures.get_or_insert_with(|| has_moves_in_figures(self.source))
        {
            return 0.0;
        }
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let likeness = self.sense.likeness(text).clamp(0.0, 1.0);
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(text.into(), likeness);
        likeness
    }

    /// The best split of `words` into moves, at most `most` of them if it is given.
    ///
    /// A shortest-path problem: a cell gains its words times its likeness, a loose word costs one, and a cell
    /// across a wide gap costs a little. Thus "P - K 4 P - K 4" is split correctly, and prose stays loose.
    pub(super) fn split(&mut self, words: &[Word<'a>], most: Option<usize>) -> Vec<Part> {
        self.solve(words, most).1
    }

    /// The value of the best split of `words` into moves. Where rows are repeated, so is what is asked.
    pub(super) fn worth(&mut self, words: &[Word<'a>], most: Option<usize>) -> f32 {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return 0.0 };
        let mut parted = FxHasher::default();
        words.iter().for_each(|word| (word.start - first.start, word.text.len(), word.gap).hash(&mut parted));
        let key = (&self.source[first.start..last.span().end], parted.finish(), most);
        if let Some(&known) = self.worths.get(&key) {
            return known;
        }
        let worth = self.solve(words, most).0;
        if self.worths.len() >= REMEMBERED {
            self.worths.clear();
        }
        self.worths.insert(key, worth);
        worth
    }

    /// For each word, where the texts that begin with it end that can be a move: a longer one has a word that no move has, or
    /// too many figures. A text of one word is always asked for itself.
    fn bounds(&mut self, words: &[Word<'a>]) -> Vec<usize> {
        let n = words.len();
        let mut bounds = vec![n; n];
        if n < 2 {
            return bounds;
        }
        let is_glued = |at: usize| {
            let before = at.checked_sub(1).map(|at| words[at]);
            words[at].gap == Gap::None
                || words.get(at + 1).is_some_and(|next| next.gap == Gap::None)
                || words[at].gap == Gap::Line && before.is_some_and(|word| word.text.ends_with('-'))
        };
        let is_word = |text: &str| text.len() > 3 && !text.bytes().any(|b| b.is_ascii_digit() || b == b'-');
        // The first word from here on that no move has, that of a bracket, and that which is no number.
        let (mut foreign, mut bracket, mut other) = (n, n, n);
        for at in (0..n).rev() {
            let text = words[at].text;
            if text.contains(['(', ')', '[', ']', '{', '}', '&']) {
                bracket = at;
            } else if is_word(text) && !is_glued(at) && !self.sense.may_contain(text.trim_end_matches(STOPS))
            {
                foreign = at;
            }
            if !text.bytes().all(|b| b.is_ascii_digit()) {
                other = at;
            }
            // What stands in brackets may be a note on a move, whatever it says.
            if bracket > n.min(at + LONGEST) || bracket == n {
                bounds[at] = if foreign == at { at + 1 } else { foreign };
            }
            let mut figures = 0;
            let is_over = |to: &usize| {
                figures += words[*to].text.len();
                figures > MOST_FIGURES
            };
            bounds[at] = (at..other.min(at + LONGEST))
                .find(is_over)
                .map_or(bounds[at], |to| bounds[at].min(to.max(at + 1)));
        }
        bounds
    }

    fn solve(&mut self, words: &[Word<'a>], most: Option<usize>) -> (f32, Vec<Part>) {
        if let Some(parts) = plain(words, most) {
            return (0.9 * parts.len() as f32, parts);
        }
        // `best[i][k]`: the value of the first `i` words as `k` cells; without a limit `k` stays 0.
        let levels = most.map_or(1, |most| most + 1);
        let n = words.len();
        let mut best = vec![f32::NEG_INFINITY; (n + 1) * levels];
        let mut back: Vec<Option<(usize, usize, bool)>> = vec![None; (n + 1) * levels];
        best[0] = 0.0;
        // What each word is by itself.
        let mut alone: Vec<Option<f32>> = vec![None; n];
        let bounds = self.bounds(words);
        for i in 0..n {
            let reachable = (0..levels).any(|k| best[i * levels + k].is_finite());
            if !reachable {
                continue;
            }
            let loose = if replaces_move(words, i) { 0.05 } else { -1.0 };
            for k in 0..levels {
                relax(&mut best, &mut back, levels, (i, k), (i + 1, k), loose, false);
            }
            let mut crossed = 0.0;
            if self.names_wing(words, i) {
                continue;
            }
            for j in i + 1..=n.min(i + LONGEST).min(bounds[i].max(i + 1)) {
                let last = words[j - 1];
                if j > i + 1 {
                    crossed += match last.gap {
                        Gap::Wide => 0.3,
                        Gap::Comment => 1.5,
                        Gap::Line => 0.05,
                        Gap::Narrow | Gap::None => 0.0,
                    };
                }
                let ended = j > i + 1 && ends_cell(words[j - 2].text) && !says_check(words[j - 1].text);
                if replaces_move(words, j - 1) || ended {
                    break;
                }
                // `d6 A strange move`: no move ends with the article of what follows.
                if j > i + 1 && is_article(words, j - 1) {
                    break;
                }
                let likeness = self.likeness(&words[i..j]);
                if j == i + 1 {
                    alone[i] = Some(likeness);
                }
                if likeness < 0.3 {
                    continue;
                }
                // "e4 e5" is two moves, although spaces are ignored and "e4e5" is one.
                let several = j > i + 1
                    && (i..j).all(|w| *alone[w].get_or_insert_with(|| self.likeness(&words[w..=w])) >= 0.5);
                // Nor is what stands behind the stop of a sentence a part of it: `the pawn on b6. d6`.
                if several && words[i..j - 1].iter().any(|word| ends_with_square(word.text)) {
                    continue;
                }
                // A single rank ends the move before it rather than beginning one.
                let digit = j > i + 1 && is_rank(words[i].text);
                // `B to Q2 B to` at the end of a line and `QKt2` on the next: no move ends with a connector.
                let connects = last.text == "to"
                    || last.text.ends_with(['-', '–', '—'])
                    || takes(last.text) && last.text != ":";
                let open = j < n && j > i + 1 && connects;
                // A comma within a move is a misprint, or it parts two: `C 4 A, TR 1 R`.
                let comma =
                    words[i..j - 1].iter().any(|word| word.text.ends_with(',')) && !says_check(last.text);
                // `P takes P R` at the end of a line and `takes P` on the next: the man before it takes.
                let headless = j > i + 1 && i > 0 && takes(words[i].text) && is_man(words[i - 1].text);
                let form = if several || digit || open || comma || headless { 0.5 } else { 0.1 };
                let worth = likeness * (j - i) as f32 - form - crossed;
                for k in 0..levels {
                    let next = if most.is_some() { k + 1 } else { k };
                    if next < levels {
                        relax(&mut best, &mut back, levels, (i, k), (j, next), worth, true);
                    }
                }
            }
        }
        let value = |k: usize| best[n * levels + k];
        let k = (0..levels).max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap_or(0);
        let parts = traced(words, &back, levels, k);
        // Between two numbers are two moves, where its end could as well be a move of its own: `N f3 d6`, `A x A D 3D`.
        if let [Part::Cell(all)] = &parts[..]
            && levels > 2
            && let [Part::Cell(one), Part::Cell(other)] = &traced(words, &back, levels, 2)[..]
        {
            let whole = self.likeness(&words[all.clone()]);
            let likeness = [one, other].map(|part| self.likeness(&words[part.clone()]));
            let are_whole = [one, other].iter().all(|part| names_goal(&words[(*part).clone()]));
            if are_whole && likeness.iter().all(|part| *part >= whole) {
                return (value(2), vec![Part::Cell(one.clone()), Part::Cell(other.clone())]);
            }
        }
        (value(k), parts)
    }
}

/// Whether the words of a move say where it goes, by a rank, or what it takes: `B. to Q.` is the beginning of one.
fn names_goal(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit()) || takes(word.text))
}

/// Whether a word is a sign of capture by itself.
fn takes(word: &str) -> bool {
    const TAKES: [&str; 10] = ["x", "×", ":", "takes", "tks", "tks.", "pr.", "pr", "por", "prend"];
    TAKES.contains(&word)
}

/// Whether a word is the letter of a man: `R`, `Kt.`
fn is_man(word: &str) -> bool {
    let letters = word.trim_end_matches('.');
    matches!(letters, "Kt" | "Кр") || letters.chars().count() == 1 && letters.starts_with(char::is_uppercase)
}

/// Whether a word is a square, or ends with one, before a full stop: `b6.`
fn ends_with_square(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether a word begins a sentence as an article: `The`, `A strange move`.
fn is_article(words: &[Word<'_>], at: usize) -> bool {
    let is_word = |word: &Word<'_>| {
        word.gap == Gap::Narrow
            && word.text.chars().count() > 2
            && word.text.trim_end_matches(STOPS).chars().all(|c| c.is_lowercase() || c == '-')
    };
    matches!(words[at].text, "The" | "A" | "An") && words.get(at + 1).is_some_and(is_word)
}

/// The parts on the best way to `k` cells and the end of the words.
fn traced(words: &[Word<'_>], back: &[Option<(usize, usize, bool)>], levels: usize, k: usize) -> Vec<Part> {
    let (mut i, mut k) = (words.len(), k);
    let mut parts = Vec::new();
    while let Some((from, level, cell)) = back[i * levels + k] {
        if cell {
            parts.push(Part::Cell(from..i));
        } else if replaces_move(words, from) {
            parts.push(Part::Placeholder(from));
        } else if let Some(Part::Loose(range)) = parts.last_mut()
            && range.start == i
        {
            range.start = from;
        } else {
            parts.push(Part::Loose(from..i));
        }
        (i, k) = (from, level);
    }
    parts.reverse();
    parts
}

/// Whether a word stands for an omitted move. One dot alone does not: `P . 4R` is a move.
fn replaces_move(words: &[Word<'_>], at: usize) -> bool {
    let is_dot = |at: usize| words.get(at).is_some_and(|word| word.text == ".");
    let alone = is_dot(at) && !at.checked_sub(1).is_some_and(is_dot) && !is_dot(at + 1);
    !alone && is_placeholder(words[at])
}

fn relax(
    best: &mut [f32],
    back: &mut [Option<(usize, usize, bool)>],
    levels: usize,
    from: (usize, usize),
    to: (usize, usize),
    worth: f32,
    cell: bool,
) {
    let value = best[from.0 * levels + from.1] + worth;
    let target = to.0 * levels + to.1;
    if value > best[target] {
        best[target] = value;
        back[target] = Some((from.0, from.1, cell));
    }
}

/// The place of a word in the wing behind "castles": 1 for `K`, 2 for `R` in `Castles K. R.`; 0 if it is none.
fn wing_depth(words: &[Word<'_>], at: usize) -> usize {
    let is_near = |at: usize| matches!(words[at].gap, Gap::Narrow | Gap::Line);
    let is_first =
        |at: usize| at > 0 && is_near(at) && is_wing(words[at].text) && castles(words[at - 1].text);
    match at {
        at if is_first(at) => 1,
        at if at > 1 && is_near(at) && is_letter(words[at].text, "R") && is_first(at - 1) => 2,
        _ => 0,
    }
}

/// How many words behind "castles" a record has for the wing: two in `Castles K. R. P. to Q's 3d.`, one in
/// `Castles K Kt-B3`, none in a record whose men have such letters elsewhere (`K Kt-B3`, `R P takes P`). The wing that ends
/// a row leaves no doubt.
fn wing_words(source: &str) -> usize {
    /// Letters before which `K` belongs to the man, and those before which `R` does.
    const MEN: [&[char]; 2] = [&['K', 'B', 'R', 'N', 'P'], &['P']];
    let words: Vec<Word<'_>> = super::words::words(source, 0).collect();
    let (mut ends, mut apart, mut seen) = ([false; 2], [false; 2], [0_usize; 2]);
    for (at, word) in words.iter().enumerate() {
        let depth = wing_depth(&words, at);
        let next = words.get(at + 1);
        if depth > 0 {
            let is_end =
                next.is_none_or(|next| next.gap == Gap::Wide || super::anchor::anchor(next.text).is_some());
            ends[depth - 1] |= is_end || word.text.ends_with([',', ';']);
            seen[depth - 1] += 1;
            continue;
        }
        for (level, men) in MEN.iter().enumerate() {
            let is_own = if level == 0 { is_wing(word.text) } else { is_letter(word.text, "R") };
            let follows = next.is_some_and(|next| next.gap == Gap::Narrow && next.text.starts_with(*men));
            apart[level] |= is_own && follows;
        }
    }
    let has = |level: usize| ends[level] || !apart[level];
    match seen {
        [0, _] => 0,
        // Each wing has the second letter, or none has.
        [first, second] if has(1) && second == first => 2,
        _ => usize::from(has(0)),
    }
}

/// Whether a word is "castles", "castling" or the like.
fn castles(word: &str) -> bool {
    matches!(word, "Castles" | "castles" | "Castle" | "CASTLES")
}

/// Whether a word is a letter that may denote the wing.
fn is_wing(word: &str) -> bool {
    ["K", "Q", "KR", "QR"].iter().any(|wing| is_letter(word, wing))
}

/// Whether a word is some letters, perhaps with a stop.
fn is_letter(word: &str, letters: &str) -> bool {
    word.trim_end_matches(['.', ',', ';']) == letters
}

/// Fast path for the usual case: one or two words that are each a whole move.
fn plain(words: &[Word<'_>], most: Option<usize>) -> Option<Vec<Part>> {
    let fits = words.len() <= most.unwrap_or(2).min(2) && words.iter().all(|word| is_whole(word.text));
    fits.then(|| (0..words.len()).map(|i| Part::Cell(i..i + 1)).collect())
}

/// Whether a word is a whole move by its shape: a letter and later a digit.
fn is_whole(word: &str) -> bool {
    let text = trim(word).trim_end_matches(['+', '#', '!', '?']);
    let bytes = text.as_bytes();
    bytes.len() >= 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[bytes.len() - 1].is_ascii_digit()
        && bytes.iter().all(u8::is_ascii_alphanumeric) != text.contains('-')
        && text.matches('-').count() <= 1
        && bytes.len() <= 8
}

/// `4`, `3d.`, `4th`, `fourth`: a rank by itself.
fn is_rank(word: &str) -> bool {
    if RANK_WORDS.contains(&word.trim_end_matches(['.', ','])) {
        return true;
    }
    let rest = word.strip_prefix(|c: char| c.is_ascii_digit()).map(|rest| rest.trim_end_matches(['.', ',']));
    rest.is_some_and(|rest| matches!(rest, "" | "d" | "st" | "nd" | "rd" | "th"))
}

/// Whether a comma or semicolon ends a move; false if the comma is a misprinted full stop ("Kt, to").
fn ends_cell(word: &str) -> bool {
    word.ends_with(';')
        || (word.ends_with(',') && word.bytes().rev().nth(1).is_some_and(|b| b.is_ascii_digit() || b == b'.'))
}

/// A cell's text without the separator from the next.
pub(super) fn trim(text: &str) -> &str {
    text.trim().trim_end_matches([',', ';', ':', '/']).trim_start_matches([',', ';']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;
    use crate::words::words;

    fn split(text: &str, most: Option<usize>) -> Vec<String> {
        let all: Vec<_> = words(text, 0).collect();
        let sense = Shapes;
        Segmenter::new(text, &sense)
            .split(&all, most)
            .into_iter()
            .map(|part| match part {
                Part::Cell(range) => joined(text, &all[range]).into_owned(),
                Part::Placeholder(i) => format!("_{}", all[i].text),
                Part::Loose(range) => format!("?{}", joined(text, &all[range])),
            })
            .collect()
    }

    #[test]
    fn spaced_moves_fall_apart_in_the_right_place() {
        assert_eq!(split("P - K 4 P - K 4", Some(2)), ["P - K 4", "P - K 4"]);
        assert_eq!(split("P to K4 Kt to K B 3", Some(2)), ["P to K4", "Kt to K B 3"]);
        assert_eq!(split("P takes P Kt takes P ch", Some(2)), ["P takes P", "Kt takes P ch"]);
        assert_eq!(split("P-K4 P-K4", Some(2)), ["P-K4", "P-K4"]);
        assert_eq!(split("Q-R5 ch", Some(2)), ["Q-R5 ch"]);
        assert_eq!(split("Castles K R B-K2", Some(2)), ["Castles K R", "B-K2"]);
        assert_eq!(split("Castles K. R. P. to Q 3", Some(2)), ["Castles K. R.", "P. to Q 3"]);
        assert_eq!(split("Castles K Kt-B3", Some(2)), ["Castles K", "Kt-B3"]);
        assert_eq!(split("Castles  K Kt-B3", Some(2)), ["Castles", "K Kt-B3"]);
        assert_eq!(split("B to Q2 B to\nQKt2 K to Q1", None), ["B to Q2", "B to QKt2", "K to Q1"]);
        assert_eq!(split("... P-K4", Some(2)), ["_...", "P-K4"]);
        assert_eq!(split("P-K4 P-Q4  E4 D5", Some(4)), ["P-K4", "P-Q4", "E4", "D5"]);
    }

    /// Shapes, of which moves have no word of prose; counts what it is asked.
    struct Counted(std::sync::atomic::AtomicUsize);

    const PROSE: [&str; 6] = ["then", "thought", "house", "children", "played", "here"];

    impl MoveSense for Counted {
        fn likeness(&self, text: &str) -> f32 {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Shapes.likeness(text)
        }

        fn may_contain(&self, word: &str) -> bool {
            !PROSE.contains(&word)
        }
    }

    #[test]
    fn of_prose_each_word_is_asked_for_and_not_each_text() {
        let counted = |text: &str| {
            let all: Vec<_> = words(text, 0).collect();
            let sense = Counted(0.into());
            let parts = Segmenter::new(text, &sense).split(&all, None);
            assert_eq!(parts, Segmenter::new(text, &Shapes).split(&all, None), "{text}");
            (sense.0.into_inner(), all.len())
        };
        let (asked, words) = counted(&"house thought children played here then ".repeat(20));
        assert!(asked <= words, "{asked} texts of {words} words");
        let (asked, words) = counted(&"123 45 6789 1000 ".repeat(20));
        assert!(asked <= words * 3, "{asked} texts of {words} words");
        for text in [
            "P-K4 then P-K4, house",
            "P-K4 (then thought best) P-K4",
            "P - K 4 here P - K 4",
            "Q-R5 played. ch",
        ] {
            counted(text);
        }
    }

    #[test]
    fn prose_stays_loose() {
        assert_eq!(
            split("P-K4 P-K4 this was then thought best", None),
            ["P-K4", "P-K4", "?this was then thought best"]
        );
    }
}
