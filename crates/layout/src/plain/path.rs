//! The way through the tokens in the order of the text.
//!
//! A search over (token, half-move, position): a number is taken only if it is due, a move only if it can be played. The
//! ways that reach the end are counted; two are none.

use rustc_hash::FxHashSet;

use super::token::{Line, LineKind, Token};
use super::{Step, is_ending, said};
use crate::Board;
use crate::segment::Segmenter;
use crate::words::{Gap, Word};

/// Most words of a move.
const WORDS: usize = 12;
/// Most tokens of a game: each is a step of a recursion.
const TOKENS: usize = 1200;
/// Likeness from which words may be a move.
const LIKE: f32 = 0.5;
/// Most states that are looked at.
const MOST: usize = 20_000;
/// Most ways that are compared.
const WAYS: usize = 8;
/// Rows between printed numbers, where not every row has one.
const FIFTH: u32 = 5;
/// Fewest half-moves whose numbers count half-moves: fewer may be the moves of one side.
const COUNTED: usize = 8;

/// What the numbers count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Counting {
    Moves,
    HalfMoves,
    /// Moves, and each number stands behind Black's: `e4 e5 1`.
    Behind,
}

/// A way through all tokens.
pub(super) struct Path<'a> {
    pub steps: Vec<Step<'a>>,
    /// The words that say how the game ended.
    pub ended: Option<Vec<Word<'a>>>,
    /// The number behind the last move.
    pub last_number: Option<Word<'a>>,
}

/// The only way through the tokens of some lines; `None` if there is none, or more than one.
pub(super) fn find<'a>(
    text: &'a str,
    lines: &[Line<'a>],
    board: &dyn Board,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Path<'a>> {
    let score = lines.iter().filter(|line| line.kind == LineKind::Score);
    let tokens: Vec<&Token<'a>> = score.flat_map(|line| &line.tokens).collect();
    if tokens.len() > TOKENS {
        return None;
    }
    [Counting::Moves, Counting::HalfMoves, Counting::Behind].into_iter().find_map(|counting| {
        let mut search = Search {
            text,
            tokens: &tokens,
            segmenter,
            counting,
            seen: FxHashSet::default(),
            path: Vec::new(),
            found: Vec::new(),
        };
        search.go(At { token: 0, ply: 1, label: None, sided: None }, board);
        let mut found: Vec<Found<'a>> = search.found.into_iter().filter(Found::is_regular).collect();
        // A move seldom goes on on the next line, or behind a gap.
        found.sort_by_key(Found::breaks);
        match found.as_slice() {
            [_] => found.pop().map(|found| found.path),
            [best, next, ..] if best.breaks() < next.breaks() => Some(found.swap_remove(0).path),
            _ => None,
        }
    })
}

/// A place in the search.
#[derive(Copy, Clone)]
struct At {
    /// The next token.
    token: usize,
    /// The next half-move, from 1.
    ply: u32,
    /// The token of the number before the next half-move.
    label: Option<usize>,
    /// The token of the side named before the next half-move.
    sided: Option<usize>,
}

/// A half-move on the way: its tokens, and that of its number.
#[derive(Clone)]
struct Taken {
    tokens: std::ops::Range<usize>,
    label: Option<usize>,
    /// Whether its side is named before it.
    sided: bool,
    /// Whether it, or its number, begins a line.
    begins: bool,
}

struct Found<'a> {
    path: Path<'a>,
    taken: Vec<Taken>,
    /// Whether a number stands behind the last move.
    numbered_end: bool,
    counting: Counting,
}

struct Search<'t, 'a, 's, 'm> {
    text: &'a str,
    tokens: &'t [&'t Token<'a>],
    segmenter: &'m mut Segmenter<'a, 's>,
    counting: Counting,
    seen: FxHashSet<(usize, u32, bool, bool, u64)>,
    path: Vec<Taken>,
    found: Vec<Found<'a>>,
}

impl<'a> Search<'_, 'a, '_, '_> {
    fn go(&mut self, at: At, board: &dyn Board) {
        let state = (at.token, at.ply, at.label.is_some(), at.sided.is_some(), board.key());
        if self.found.len() >= WAYS || self.seen.len() > MOST || !self.seen.insert(state) {
            return;
        }
        let next = At { token: at.token + 1, ..at };
        let Some(token) = self.tokens.get(at.token) else {
            return self.end(at, None);
        };
        match token {
            Token::Aside(_) => return self.go(next, board),
            Token::Counter(_) if at.label.is_none() => return self.go(next, board),
            Token::Dots(_) => {
                if at.ply.is_multiple_of(2) {
                    self.go(next, board);
                }
                return;
            }
            Token::Label { number, .. } if at.label.is_none() && *number == self.due(at.ply) => {
                self.go(At { label: Some(at.token), ..next }, board);
            }
            Token::Side { side, .. } if at.sided.is_none() && side.is_white() != at.ply.is_multiple_of(2) => {
                self.go(At { sided: Some(at.token), ..next }, board);
            }
            Token::Sign(_) => self.go(next, board),
            _ => {}
        }
        self.moves(at, board);
        if let Some(rest) = self.words(at.token, self.tokens.len() - at.token)
            && (at.label.is_none() || self.counting == Counting::Behind)
            && is_ending(&rest)
        {
            self.end(at, Some(rest));
        }
    }

    /// The number that is printed before a half-move; 0: none.
    fn due(&self, ply: u32) -> u32 {
        match self.counting {
            Counting::Moves => ply.div_ceil(2),
            Counting::HalfMoves => ply,
            Counting::Behind => ply / 2,
        }
    }

    /// Takes the next words as a move: first what is whole by itself, then the longest text. States that are reached twice
    /// are looked at once, so the likelier way must come first.
    fn moves(&mut self, at: At, board: &dyn Board) {
        if matches!(self.tokens[at.token], Token::Label { .. } | Token::Sign(_)) {
            return;
        }
        let longest = WORDS.min(self.tokens.len() - at.token);
        let mut texts: Vec<(usize, usize)> =
            (1..=longest).filter_map(|count| Some((self.doubts(at, count)?, count))).collect();
        texts.sort_by_key(|&(doubts, count)| (doubts, std::cmp::Reverse(count)));
        for (_, count) in texts {
            let Some(words) = self.words(at.token, count) else { continue };
            let text = said(self.text, &words);
            if self.segmenter.text_likeness(&text) < LIKE || count > 1 && self.are_several(&words) {
                continue;
            }
            let Some(after) = board.after(&text) else { continue };
            let tokens = at.token..at.token + count;
            let first = [at.label, at.sided, Some(at.token)].into_iter().flatten().min();
            let begins = first.is_some_and(|first| self.tokens[first].is_first());
            self.path.push(Taken { tokens, label: at.label, sided: at.sided.is_some(), begins });
            self.go(At { token: at.token + count, ply: at.ply + 1, label: None, sided: None }, &*after);
            self.path.pop();
        }
    }

    /// What speaks against so many tokens as one move: line ends and gaps inside, the next number or the first letter of the
    /// next move at its end. `None` if they are none.
    fn doubts(&self, at: At, count: usize) -> Option<usize> {
        let inside = &self.tokens[at.token..at.token + count];
        let words = self.words(at.token, count)?;
        let (first, last) = (words.first()?, words.last()?);
        let is_apart =
            inside.iter().any(|token| token.is_apart()) || matches!(inside[count - 1], Token::Sign(_));
        let is_stopped = words.windows(2).any(|pair| {
            let next = pair[1].text;
            pair[0].text.ends_with(';')
                || pair[0].text.ends_with(',') && !next.starts_with(char::is_lowercase)
        });
        let connects = |word: &Word<'_>| CONNECTORS.contains(&word.text);
        if is_apart || is_stopped || connects(first) || connects(last) {
            return None;
        }
        let breaks = words.iter().skip(1).filter(|word| is_broken(word)).count();
        let next = self.due(at.ply + 1);
        let numbered =
            matches!(inside[count - 1], Token::Label { number, marked, .. } if *marked || *number == next);
        let man = last.text.trim_end_matches('.');
        let before = count.checked_sub(2).map(|at| words[at].text.trim_end_matches('.'));
        let opens = count > 1
            && matches!(man, "K" | "Q" | "R" | "B" | "N" | "S" | "P" | "Kt" | "Pawn")
            && !before.is_some_and(|word| TAKES.contains(&word))
            && !first.text.contains("astle");
        Some(breaks + usize::from(numbered) + usize::from(opens))
    }

    /// Whether each of some words is a move by itself.
    fn are_several(&mut self, words: &[Word<'a>]) -> bool {
        words.iter().all(|word| self.segmenter.text_likeness(word.text) >= LIKE)
    }

    /// The words of some tokens, if all may be parts of a move.
    fn words(&self, from: usize, count: usize) -> Option<Vec<Word<'a>>> {
        self.tokens[from..from + count].iter().map(|token| token.of_move()).collect()
    }

    fn end(&mut self, at: At, ended: Option<Vec<Word<'a>>>) {
        if at.sided.is_some() {
            return;
        }
        let words = |taken: &Taken| self.words(taken.tokens.start, taken.tokens.len());
        let steps = self.path.iter().map(|taken| words(taken).map(|words| Step { words })).collect();
        let Some(steps) = steps else { return };
        self.found.push(Found {
            path: Path { steps, ended, last_number: at.label.and_then(|label| self.tokens[label].of_move()) },
            taken: self.path.clone(),
            numbered_end: at.label.is_some(),
            counting: self.counting,
        });
    }
}

/// Words inside moves: none begins or ends with one.
const CONNECTORS: &[&str] = &["to", "takes", "tks", "tks.", "t.", "x", "×", "at", "from", "on", "the"];
/// Words before what is taken.
const TAKES: &[&str] = &["takes", "tks", "t", "x", "X", "×", ":", "pawn"];

/// Whether a word stands on another line than the one before, or far from it.
fn is_broken(word: &&Word<'_>) -> bool {
    matches!(word.gap, Gap::Line | Gap::Wide | Gap::Comment)
}

impl Found<'_> {
    /// How many moves go on on the next line or behind a gap.
    fn breaks(&self) -> usize {
        let breaks = |step: &Step<'_>| step.words.iter().skip(1).any(|word| is_broken(&word));
        self.path.steps.iter().filter(|step| breaks(step)).count()
    }

    /// Whether the numbers stand where a writer of one habit puts them.
    fn is_regular(&self) -> bool {
        let whites = || self.taken.iter().step_by(2);
        let blacks = || self.taken.iter().skip(1).step_by(2);
        let labelled = |taken: &&Taken| taken.label.is_some();
        // A side that is named is named before each of its moves.
        let named = |mut plies: std::iter::StepBy<std::slice::Iter<'_, Taken>>| {
            let first = plies.next().is_some_and(|taken| taken.sided);
            plies.all(|taken| taken.sided == first)
        };
        if !named(self.taken.iter().step_by(2))
            || !named(self.taken.get(1..).unwrap_or_default().iter().step_by(2))
        {
            return false;
        }
        if self.counting == Counting::HalfMoves {
            let all = self.taken.iter().all(|taken| taken.label.is_some());
            return !self.numbered_end && all && self.taken.len() >= COUNTED;
        }
        if self.counting == Counting::Behind {
            let mut later = whites().skip(1);
            return self.numbered_end
                && later.len() > 0
                && have_numbers(&mut later, true)
                && have_numbers(blacks(), false);
        }
        // The number between the moves.
        if self.numbered_end
            || have_numbers(whites(), false) && self.taken.iter().any(|taken| taken.label.is_some())
        {
            return have_numbers(whites(), false) && have_numbers(blacks(), true);
        }
        // A line that begins with Black's move may repeat the number.
        let repeated = blacks().filter(labelled).all(|taken| taken.begins) || have_numbers(blacks(), true);
        let fifth = || {
            let number = |at: usize| at as u32 + 1;
            let right = |(at, taken): (usize, &Taken)| {
                let due = number(at).is_multiple_of(FIFTH);
                taken.label.is_some() == due || at == 0
            };
            let is_fifth =
                |(at, taken): (usize, &Taken)| taken.label.is_some() && number(at).is_multiple_of(FIFTH);
            whites().enumerate().all(right) && whites().enumerate().any(is_fifth)
        };
        let lines = || {
            whites().filter(labelled).count() > 1
                && self.taken.iter().all(|taken| taken.label.is_some() == taken.begins)
        };
        let none = || self.taken.iter().all(|taken| taken.label.is_none());
        repeated && have_numbers(whites(), true)
            || none()
            || have_numbers(blacks(), false) && (fifth() || lines())
    }
}

/// Whether all of some half-moves have a number, or none has.
fn have_numbers<'t>(mut plies: impl Iterator<Item = &'t Taken>, has: bool) -> bool {
    plies.all(|taken| taken.label.is_some() == has)
}
