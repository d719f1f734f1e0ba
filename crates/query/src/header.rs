//! Conditions on the tags of a game and on its length.

use std::borrow::Cow;

use regex::Regex;

use scorebook_core::game::Tags;

use crate::Game;
use crate::date::{self, AskedDate};
use crate::operator::Operator;

/// Where a value of a game is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// In a tag, by its name.
    Tag(String),
    /// In the number of half-moves of the mainline.
    Plies,
}

/// A condition on the header of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Header {
    /// A value, or one of two, passes a test.
    Compare(Comparison),
    /// Two numbers of the header, compared.
    Difference(Difference),
}

/// A test of a value, or of one of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub(crate) keys: Vec<Key>,
    pub(crate) test: Test,
    /// Whether the test must hold for one of the values, or for none.
    pub(crate) positive: bool,
}

/// The first number less the second (or both together), compared with a third. No game without both passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub(crate) terms: [(Key, Number); 2],
    /// Whether the second is added.
    pub(crate) sum: bool,
    pub(crate) operator: Operator,
    pub(crate) asked: i64,
}

impl Header {
    /// Whether it holds of a game.
    pub(crate) fn holds(&self, game: &dyn Game) -> bool {
        let value = |key: &Key| match key {
            Key::Tag(name) => tag(game.tags(), name).map(Cow::Borrowed),
            Key::Plies => Some(Cow::Owned(game.plies().to_string())),
        };
        let verdict = match self {
            Header::Compare(comparison) => {
                comparison.verdict(&mut |key| Some(comparison.test_holds(value(key).as_deref())))
            }
            Header::Difference(difference) => difference
                .verdict(&mut |at| Some(difference.number(at, value(difference.key(at)).as_deref()))),
        };
        verdict.unwrap_or(false)
    }
}

/// The value of a tag. Its name may be written in other case.
fn tag<'t>(tags: &'t Tags, name: &str) -> Option<&'t str> {
    tags.get(name).or_else(|| {
        let other = tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some(other.value.as_str())
    })
}

impl Comparison {
    /// Whether a value passes the test. What is absent passes none.
    #[must_use]
    pub fn test_holds(&self, value: Option<&str>) -> bool {
        value.is_some_and(|text| self.test.holds(text))
    }

    /// Whether it holds, where `passes` says for each key whether its value passes the test; `None` if that is unknown and
    /// matters.
    #[must_use]
    pub fn verdict(&self, passes: &mut dyn FnMut(&Key) -> Option<bool>) -> Option<bool> {
        let mut known = true;
        for key in &self.keys {
            match passes(key) {
                Some(true) => return Some(self.positive),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(!self.positive)
    }
}

impl Difference {
    /// The key of the first or second number.
    #[must_use]
    pub fn key(&self, at: usize) -> &Key {
        &self.terms[at].0
    }

    /// The first or second number in its text.
    #[must_use]
    pub fn number(&self, at: usize, value: Option<&str>) -> Option<i64> {
        self.terms[at].1.of(value?)
    }

    /// Whether it holds of two numbers; `number` returns `None` for one that is not known, and `Some(None)` if there is none.
    #[must_use]
    pub fn verdict(&self, number: &mut dyn FnMut(usize) -> Option<Option<i64>>) -> Option<bool> {
        match (number(0), number(1)) {
            (Some(None), _) | (_, Some(None)) => Some(false),
            (Some(Some(first)), Some(Some(second))) => {
                let second = if self.sum { second } else { second.saturating_neg() };
                Some(self.operator.holds(first.saturating_add(second).cmp(&self.asked)))
            }
            _ => None,
        }
    }
}

/// How a number is read from a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// The text is a number.
    Whole,
    /// The text begins with a number, as rounds do: `3.2` is 3.
    Leading,
    /// The year of a date.
    Year,
}

impl Number {
    pub fn of(self, text: &str) -> Option<i64> {
        let text = text.trim();
        match self {
            Number::Whole => text.parse().ok(),
            Number::Leading => {
                let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                text[..end].parse().ok()
            }
            Number::Year => date::of_game(text)[0].map(i64::from),
        }
    }
}

/// A test of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    /// Any text at all.
    Anything,
    /// Exactly this.
    Is(String),
    Like(Pattern),
    Compare(Number, Operator, i64),
    /// From this number to that one.
    Between(Number, i64, i64),
    /// A number that is not among these.
    Outside(Number, i64, i64),
    Date(Operator, AskedDate),
    /// An ECO code from this to that one.
    Eco(u16, u16),
}

impl Test {
    pub fn holds(&self, text: &str) -> bool {
        match self {
            Test::Anything => true,
            Test::Is(value) => text == value,
            Test::Like(pattern) => pattern.is_in(text),
            Test::Compare(number, operator, asked) => {
                number.of(text).is_some_and(|number| operator.holds(number.cmp(asked)))
            }
            Test::Between(number, least, most) => {
                number.of(text).is_some_and(|number| (least..=most).contains(&&number))
            }
            Test::Outside(number, least, most) => {
                number.of(text).is_some_and(|number| !(least..=most).contains(&&number))
            }
            Test::Date(operator, asked) => asked.holds(*operator, date::of_game(text)),
            Test::Eco(first, last) => eco(text).is_some_and(|code| (first..=last).contains(&&code)),
        }
    }
}

/// The ECO code at the beginning of a text as a number: `B33`, and `B33/02` or `b33h` of databases that subdivide them.
pub(crate) fn eco(text: &str) -> Option<u16> {
    let &[letter, tens @ b'0'..=b'9', ones @ b'0'..=b'9', ref rest @ ..] = text.trim().as_bytes() else {
        return None;
    };
    let letter = letter.to_ascii_uppercase();
    let is_code = matches!(letter, b'A'..=b'E') && rest.first().is_none_or(|byte| !byte.is_ascii_digit());
    is_code.then(|| u16::from(letter - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
}

/// What a text must contain.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    regex: Regex,
    /// As text, by which patterns are compared.
    source: String,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Pattern {
    /// Contains this text, whatever the case of its letters.
    ///
    /// # Errors
    /// If it is too long.
    pub fn text(text: &str) -> Result<Pattern, String> {
        Pattern::regex(&regex::escape(text), "i")
    }

    /// Begins with this text, whatever the case of its letters.
    ///
    /// # Errors
    /// If it is too long.
    pub fn beginning(text: &str) -> Result<Pattern, String> {
        Pattern::regex(&format!("^{}", regex::escape(text)), "i")
    }

    /// Matches a regular expression with flags of i, s, x, m, u.
    ///
    /// # Errors
    /// In words, what is wrong with it.
    pub fn regex(pattern: &str, flags: &str) -> Result<Pattern, String> {
        let source = if flags.is_empty() { pattern.to_owned() } else { format!("(?{flags}){pattern}") };
        let regex = Regex::new(&source).map_err(|error| match error {
            regex::Error::Syntax(text) => {
                let last = text.lines().last().unwrap_or_default();
                format!("/{pattern}/ is no regular expression: {}", last.trim_start_matches("error: "))
            }
            _ => "the text or regular expression is too large".to_owned(),
        })?;
        Ok(Pattern { regex, source })
    }

    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}
