//! The fields of a header, and the tests that their values can be put to.

use crate::date::AskedDate;
use crate::error::Fault;
use crate::header::{Comparison, Header, Key, Number, Pattern, Test, eco};
use crate::operator::Operator;

/// A field of the header.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Its name in queries.
    pub name: String,
    kind: Kind,
    keys: Vec<Key>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Date,
    Result,
    /// How sure the reading of a record is, in the words that `convert` writes.
    Reading,
    Eco,
    /// A number, read in this way.
    Number(Number),
    /// A round: a text that may begin with a number.
    Round,
    /// Any tag: a text, or a number if it is compared as one.
    Tag,
}

/// Name, kind and tags; of a field without tags, the half-moves.
const FIELDS: [(&str, Kind, &[&str]); 16] = [
    ("white", Kind::Text, &["White"]),
    ("black", Kind::Text, &["Black"]),
    ("player", Kind::Text, &["White", "Black"]),
    ("event", Kind::Text, &["Event"]),
    ("site", Kind::Text, &["Site"]),
    ("date", Kind::Date, &["Date"]),
    ("year", Kind::Number(Number::Year), &["Date"]),
    ("round", Kind::Round, &["Round"]),
    ("result", Kind::Result, &["Result"]),
    ("reading", Kind::Reading, &["Reading"]),
    ("whiteelo", Kind::Number(Number::Whole), &["WhiteElo"]),
    ("blackelo", Kind::Number(Number::Whole), &["BlackElo"]),
    ("elo", Kind::Number(Number::Whole), &["WhiteElo", "BlackElo"]),
    ("eco", Kind::Eco, &["ECO"]),
    ("plies", Kind::Number(Number::Whole), &[]),
    ("plycount", Kind::Number(Number::Whole), &["PlyCount"]),
];

/// The results in words, and as they are in tags.
const RESULTS: [(&str, &str); 3] = [("white", "1-0"), ("black", "0-1"), ("draw", "1/2-1/2")];

/// The readings, as in tags.
const READINGS: [&str; 6] = ["verified", "settled", "repaired", "ambiguous", "incomplete", "illegal"];

/// The names of all fields.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _, _)| *name)
}

/// A value as the query has it.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// A regular expression and its flags.
    Regex(String, String),
}

/// Why a test cannot be made.
pub(crate) type Wrong = (Fault, String);

impl Field {
    /// The field of a name.
    pub fn of(name: &str) -> Option<Field> {
        if let Some(tag) = strip_prefix(name, "tag:").filter(|tag| !tag.is_empty()) {
            // The tags of fields in their own spelling: archives have columns of them.
            let mut known = FIELDS.iter().flat_map(|(_, _, tags)| tags.iter().copied());
            let tag = known.find(|known| known.eq_ignore_ascii_case(tag)).unwrap_or(tag);
            return Some(Field {
                name: name.to_owned(),
                kind: Kind::Tag,
                keys: vec![Key::Tag(tag.to_owned())],
            });
        }
        let (name, kind, tags) = FIELDS.iter().find(|(field, _, _)| field.eq_ignore_ascii_case(name))?;
        let keys = match tags {
            [] => vec![Key::Plies],
            tags => tags.iter().map(|&tag| Key::Tag(tag.to_owned())).collect(),
        };
        Some(Field { name: (*name).to_owned(), kind: *kind, keys })
    }

    /// Its key and how its number is read, if it is one number; in words, why it is none.
    pub fn number(&self) -> Result<(Key, Number), String> {
        let number = match self.kind {
            Kind::Number(number) => number,
            Kind::Round => Number::Leading,
            Kind::Tag => Number::Whole,
            _ => {
                return Err(format!(
                    "`{}` is no number, as whiteelo, blackelo, year, round, plies, plycount and tag:NAME are",
                    self.name
                ));
            }
        };
        match self.keys.as_slice() {
            [key] => Ok((key.clone(), number)),
            _ => Err(format!("`{}` is either of two numbers: name whiteelo or blackelo", self.name)),
        }
    }

    /// Whether the game has it at all.
    pub fn exists(&self) -> Header {
        self.compare(Test::Anything, true)
    }

    fn compare(&self, test: Test, positive: bool) -> Header {
        Header::Compare(Comparison { keys: self.keys.clone(), test, positive })
    }

    /// The condition that its value stands so to `value`.
    pub fn test(&self, operator: Operator, value: &Value) -> Result<Header, Wrong> {
        let positive = operator.is_positive();
        let text = match value {
            Value::Text(text) => text,
            Value::Regex(pattern, flags) if operator.is_likeness() && self.is_text() => {
                let pattern = Pattern::regex(pattern, flags).map_err(value_error)?;
                return Ok(self.compare(Test::Like(pattern), positive));
            }
            Value::Regex(..) => return Err(self.no_operator()),
        };
        match self.kind {
            Kind::Text => match operator {
                _ if operator.is_likeness() => self.like(Pattern::text(text), positive),
                _ if operator.is_equality() => Ok(self.compare(Test::Is(text.clone()), positive)),
                _ => Err(self.no_operator()),
            },
            Kind::Tag => match operator {
                _ if operator.is_likeness() => self.like(Pattern::text(text), positive),
                _ if operator.is_equality() => Ok(self.compare(Test::Is(text.clone()), positive)),
                _ => self.number_test(Number::Whole, operator, text),
            },
            Kind::Number(_) if operator.is_likeness() => Err(self.no_operator()),
            Kind::Number(number) => self.number_test(number, operator, text),
            Kind::Round if operator.is_likeness() => self.like(Pattern::text(text), positive),
            Kind::Round if operator.is_equality() && range(text).is_none() => {
                Ok(self.compare(Test::Is(text.clone()), positive))
            }
            Kind::Round => self.number_test(Number::Leading, operator, text),
            Kind::Result => {
                if !operator.is_equality() {
                    return Err(self.no_operator());
                }
                let word = RESULTS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                match word.map_or(text.as_str(), |(_, result)| result) {
                    result @ ("1-0" | "0-1" | "1/2-1/2" | "*") => {
                        Ok(self.compare(Test::Is(result.to_owned()), positive))
                    }
                    _ => Err(value_error(format!(
                        "`{text}` is no result: 1-0, 0-1, 1/2-1/2, *, white, black or draw"
                    ))),
                }
            }
            Kind::Reading => {
                if !operator.is_equality() {
                    return Err(self.no_operator());
                }
                match READINGS.iter().find(|reading| reading.eq_ignore_ascii_case(text)) {
                    Some(reading) => Ok(self.compare(Test::Is((*reading).to_owned()), positive)),
                    None => Err(value_error(format!("`{text}` is no reading: {}", READINGS.join(", ")))),
                }
            }
            Kind::Date if operator.is_likeness() => {
                let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '?' | '-' | '/');
                if text.is_empty() || !text.chars().all(is_part) {
                    return Err(value_error(format!(
                        "`{text}` is no part of a date: a date is written 1858.10.31, with ?? for what is unknown"
                    )));
                }
                self.like(Pattern::text(text), positive)
            }
            Kind::Date => {
                let asked = AskedDate::parse(text).map_err(value_error)?;
                Ok(self.compare(Test::Date(operator, asked), true))
            }
            Kind::Eco => self.eco_test(operator, text),
        }
    }

    fn is_text(&self) -> bool {
        !matches!(self.kind, Kind::Number(_) | Kind::Result | Kind::Reading)
    }

    fn like(&self, pattern: Result<Pattern, String>, positive: bool) -> Result<Header, Wrong> {
        Ok(self.compare(Test::Like(pattern.map_err(value_error)?), positive))
    }

    /// Why an operator does not fit.
    fn no_operator(&self) -> Wrong {
        let accepted = match self.kind {
            Kind::Text => "is a text: it is compared by = != ~ !~ in",
            Kind::Result => "is compared by = != in, with 1-0, 0-1, 1/2-1/2, *, white, black or draw",
            Kind::Reading => {
                "is compared by = != in, with verified, settled, repaired, ambiguous, incomplete or illegal"
            }
            _ => "is a number: it is compared by = != < <= > >= in",
        };
        (Fault::Operator, format!("`{}` {accepted}", self.name))
    }

    fn number_test(&self, number: Number, operator: Operator, text: &str) -> Result<Header, Wrong> {
        let is_year = number == Number::Year;
        let fits = |asked: &i64| !is_year || (0..10_000).contains(asked);
        if let Some((least, most)) = range(text)
            && operator.is_equality()
            && fits(&least)
            && fits(&most)
        {
            return if least <= most {
                let test = match operator {
                    Operator::IsNot => Test::Outside(number, least, most),
                    _ => Test::Between(number, least, most),
                };
                Ok(self.compare(test, true))
            } else {
                Err(value_error(format!("the range `{text}` ends before it begins")))
            };
        }
        match text.parse().ok().filter(fits) {
            Some(asked) => Ok(self.compare(Test::Compare(number, operator, asked), true)),
            None if is_year => Err(value_error(format!("`{text}` is no year: write 1858 or 1850-1859"))),
            None => Err(value_error(format!("`{text}` is no number: `{}` takes 40 or 40-60", self.name))),
        }
    }

    fn eco_test(&self, operator: Operator, text: &str) -> Result<Header, Wrong> {
        let wrong = |what: &str| {
            value_error(format!(
                "`{text}` is no {what}: write B33, B30-B39, or `eco ~ B3` for all that begin so; names of openings: \
                 `opening ~ Sicilian`"
            ))
        };
        let upper = text.to_ascii_uppercase();
        if operator.is_likeness() {
            let begins = match *upper.as_bytes() {
                [b'A'..=b'E'] | [b'A'..=b'E', b'0'..=b'9'] => true,
                _ => eco(text).is_some(),
            };
            return match begins {
                true => self.like(Pattern::beginning(text), operator.is_positive()),
                false => Err(wrong("beginning of an ECO code")),
            };
        }
        let code = |text: &str| eco(text).filter(|_| text.len() == 3);
        let (first, last) = match (text.split_once('-'), operator) {
            (Some((first, last)), Operator::Is | Operator::IsNot) => {
                let bounds = code(first.trim()).zip(code(last.trim()));
                bounds.ok_or_else(|| wrong("range of ECO codes"))?
            }
            // A code that a database has divided further.
            (None, Operator::Is | Operator::IsNot) if text.len() > 3 && eco(text).is_some() => {
                return Ok(self.compare(Test::Is(text.to_owned()), operator.is_positive()));
            }
            _ => {
                let code = code(text).ok_or_else(|| wrong("ECO code"))?;
                const LAST: u16 = 499;
                match operator {
                    Operator::Below if code == 0 => return Err(wrong("ECO code with one before it")),
                    Operator::Above if code == LAST => return Err(wrong("ECO code with one after it")),
                    Operator::Below => (0, code - 1),
                    Operator::Most => (0, code),
                    Operator::Above => (code + 1, LAST),
                    Operator::Least => (code, LAST),
                    _ => (code, code),
                }
            }
        };
        if first > last {
            return Err(value_error(format!("the range `{text}` ends before it begins")));
        }
        Ok(self.compare(Test::Eco(first, last), operator != Operator::IsNot))
    }
}

fn value_error(message: String) -> Wrong {
    (Fault::Value, message)
}

/// The numbers of `40-60`; of `40` twice the same.
fn range(text: &str) -> Option<(i64, i64)> {
    if let Ok(number) = text.parse() {
        return Some((number, number));
    }
    // The first character may be the sign of the first number.
    let at = text.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
    Some((text[..at].trim().parse().ok()?, text[at + 1..].trim().parse().ok()?))
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}
