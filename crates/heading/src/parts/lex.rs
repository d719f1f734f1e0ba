//! Words of a line with the sign before each.

use super::words::{is_against, is_short_word};
use crate::fuzzy::fold;
use crate::names::words::TITLES;

/// What stands before a word, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A space.
    Space,
    /// The full stop of a short word or a number, which may end a sentence too.
    Short,
    /// A comma.
    Comma,
    /// Two spaces or more, a tab, a rule.
    Wide,
    /// A full stop, a semicolon.
    Stop,
    /// A colon.
    Colon,
    /// A dash.
    Dash,
    /// `v.`, `gegen`.
    Against,
}

/// A word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// Without its full stop.
    pub text: &'a str,
    /// Byte offsets, with the full stop of an abbreviation.
    pub start: usize,
    pub end: usize,
    /// What stands before it.
    pub gap: Gap,
    /// The number of its bracket; 0 outside.
    pub bracket: usize,
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '―' | '‒' | '−')
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || c == '½'
}

/// The words of a line.
pub(super) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { line, out: Vec::new(), start: None, gap: Gap::Space, bracket: 0, brackets: 0 };
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    for (n, &(at, c)) in chars.iter().enumerate() {
        let before = n.checked_sub(1).map_or(' ', |n| chars[n].1);
        let after = chars.get(n + 1).map_or(' ', |next| next.1);
        lexer.read(at, c, before, after);
    }
    lexer.close(line.len());
    join_results(line, lexer.out)
}

struct Lexer<'a> {
    line: &'a str,
    out: Vec<Token<'a>>,
    start: Option<usize>,
    gap: Gap,
    bracket: usize,
    brackets: usize,
}

impl<'a> Lexer<'a> {
    fn read(&mut self, at: usize, c: char, before: char, after: char) {
        match c {
            '(' | '[' => {
                self.close(at);
                self.brackets += 1;
                self.bracket = self.brackets;
            }
            ')' | ']' => {
                self.close(at);
                self.bracket = 0;
            }
            '\t' | '|' | '•' | '·' => self.sign(at, Gap::Wide),
            c if c.is_whitespace() => {
                let wide = after.is_whitespace();
                self.sign(at, if wide { Gap::Wide } else { Gap::Space });
            }
            '*' | '#' | '_'
                if before.is_whitespace() || after.is_whitespace() || before == c || after == c =>
            {
                self.close(at);
            }
            ',' if before.is_ascii_digit() && after.is_ascii_digit() => {}
            ',' | '，' => self.sign(at, Gap::Comma),
            // `(1860?)`: a rating that is not certain.
            '?' if before.is_ascii_digit() && matches!(after, ')' | ']') => {}
            ';' | '!' | '?' | '。' => self.sign(at, Gap::Stop),
            ':' if is_figure(before) && is_figure(after) => {}
            // `Xiu 2310 : Yang 2295`
            ':' if before.is_whitespace() && after.is_whitespace() && self.is_behind_rating() => {
                self.sign(at, Gap::Dash);
            }
            // `= 1:0`, `#17`
            '=' if before.is_whitespace() && after.is_whitespace() => self.sign(at, Gap::Wide),
            '#' if self.start.is_none() && after.is_ascii_digit() => {}
            ':' | '：' => self.sign(at, Gap::Colon),
            '.' if after.is_whitespace() || matches!(after, ')' | ']' | ',' | ';') || is_dash(after) => {
                self.stop(at)
            }
            // `Nr.12`
            '.' if after.is_ascii_digit() && before.is_alphabetic() => self.stop(at),
            c if is_dash(c) => self.dash(at, c, before, after),
            '№' => {
                self.start.get_or_insert(at);
                self.close(at + c.len_utf8());
            }
            _ => {
                self.start.get_or_insert(at);
            }
        }
    }

    fn sign(&mut self, at: usize, gap: Gap) {
        self.close(at);
        self.gap = self.gap.max(gap);
    }

    /// A full stop behind a word.
    fn stop(&mut self, at: usize) {
        let Some(start) = self.start else { return };
        let word = &self.line[start..at];
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let figures = word.chars().filter(char::is_ascii_digit).count();
        // `Ulm U18.`
        let whole = letters > 3 && !word.contains('.') || figures > 2 || figures > 1 && letters > 0;
        let whole = whole || is_short_word(word);
        self.close(at);
        if let Some(last) = self.out.last_mut().filter(|last| !whole && last.start == start) {
            last.end = at + 1;
        }
        self.gap = self.gap.max(if whole { Gap::Stop } else { Gap::Short });
    }

    fn dash(&mut self, at: usize, c: char, before: char, after: char) {
        let hyphen = matches!(c, '-' | '‒' | '−');
        let side =
            self.start.is_some_and(|start| scorebook_lexicon::side_of(&self.line[start..at]).is_some());
        let spaced = before.is_whitespace() || after.is_whitespace() || before == c || after == c;
        let joins = is_figure(before) && is_figure(after) || hyphen && !side && !spaced;
        if joins && self.start.is_some() {
            return;
        }
        self.sign(at, Gap::Dash);
    }

    /// Whether the last word is the rating of a player, or may be.
    fn is_behind_rating(&self) -> bool {
        let is = |word: &Token<'_>| word.text.len() == 4 && word.text.bytes().all(|b| b.is_ascii_digit());
        self.start.is_none() && self.out.len() > 1 && self.out.last().is_some_and(is)
    }

    /// Whether a `v.` is short for `von`: `Dr. v. Holst`, `Weiß: v. Holst`.
    fn is_particle(&self, text: &str, start: usize) -> bool {
        let Some(last) = self.out.last() else { return false };
        let is_polite = || {
            let low = fold(last.text);
            low.len() > 1 && TITLES.contains(&low.as_str()) && self.line[last.end..start].trim().is_empty()
        };
        let is_label = || scorebook_lexicon::side_of(last.text).is_some() && self.gap == Gap::Colon;
        text == "v" && (is_polite() || is_label())
    }

    fn close(&mut self, at: usize) {
        let Some(start) = self.start.take() else { return };
        let text = &self.line[start..at];
        if is_against(text) && !self.out.is_empty() && self.bracket == 0 && !self.is_particle(text, start) {
            self.gap = Gap::Against;
            return;
        }
        self.out.push(Token { text, start, end: at, gap: self.gap, bracket: self.bracket });
        self.gap = Gap::Space;
    }
}

/// `1 - 0` is one word.
fn join_results<'a>(line: &'a str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::new();
    for token in tokens {
        if let Some(last) = out.last_mut()
            && matches!(token.gap, Gap::Dash | Gap::Colon)
            && matches!((last.text, token.text), ("1", "0") | ("0", "1") | ("½", "½") | ("1/2", "1/2"))
        {
            last.end = token.end;
            last.text = &line[last.start..last.end];
            continue;
        }
        out.push(token);
    }
    out
}
