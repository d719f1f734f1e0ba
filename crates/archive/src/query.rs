//! Queries over the headers of an archive: `white ~ "Morphy" and date < 1860 and plies > 40`.
//!
//! ```text
//! or         = and { "or" and }
//! and        = not { "and" not }
//! not        = "not" not | "(" or ")" | comparison
//! comparison = field operator value | rating "-" rating operator number
//!            | field "in" "(" value { "," value } ")" | "exists" field
//! operator   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
//! field      = "white" | … | "year" | "tag:" name | "material" | "fen"
//! value      = word | '"' text '"' | "'" text "'"
//! ```
//!
//! `~` is "contains", ignoring case. A date may be a year, a year and month, or a day; unknown parts of a
//! game's date match no comparison.
//!
//! `tag:TimeControl = 600+0` tests any tag. `material` and `fen` test the positions of the main line:
//! `material = KRPvKR` for exactly these pieces with either colour (`KRPkr`: White's in capitals), `material
//! ~ QvR` for these and possibly more; `fen = "*/*/*/*/*P*/*/*/* b"` for a placement with wildcards, see
//! [`super::whole::Pattern`], and optionally the side to move.

use std::cmp::Ordering;
use std::fmt;

use super::column::{Column, asked_prefix};
use super::whole::{GameTest, whole};

/// A parsed query.
///
/// ```
/// use scorebook_archive::Query;
/// assert!("white ~ Morphy and (date < 1860 or not result = 1-0)".parse::<Query>().is_ok());
/// let error = "white ~ Morphy and dat < 1860".parse::<Query>().unwrap_err();
/// assert_eq!(error.at, 19);
/// assert!(error.message.contains("dat"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query(pub(super) Node);

/// Why a query is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadQuery {
    /// In words.
    pub message: String,
    /// The byte offset of the error in the query.
    pub at: usize,
}

impl fmt::Display for BadQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for BadQuery {}

/// A node of a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Or(Vec<Node>),
    And(Vec<Node>),
    Not(Box<Node>),
    Compare(Vec<Column>, Test),
    /// Comparison of the first number less the second; no game without both passes.
    Difference([Column; 2], Operator, i64),
    /// A test of the game, if the headers do not decide.
    Whole(Box<GameTest>),
}

/// A test of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// The text is (or is not) this.
    Is(String, bool),
    /// The text contains (or does not contain) this, in lower case.
    Has(String, bool),
    /// Comparison of a number.
    Number(Operator, u32),
    /// Comparison of a date.
    Date(Operator, AskedDate),
    /// Comparison of a text, byte by byte.
    Order(Operator, String),
}

/// A year, a year and month, or a day.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedDate {
    /// Number of given parts: year, month, day.
    pub parts: usize,
    /// The parts as the column has them, see [`super::column::date_prefix`].
    pub number: u32,
}

/// A comparison operator.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Is,
    IsNot,
    Below,
    Most,
    Above,
    Least,
    Has,
    HasNot,
}

impl Operator {
    const ALL: [(&'static str, Operator); 8] = [
        ("!=", Operator::IsNot),
        ("<=", Operator::Most),
        (">=", Operator::Least),
        ("!~", Operator::HasNot),
        ("=", Operator::Is),
        ("<", Operator::Below),
        (">", Operator::Above),
        ("~", Operator::Has),
    ];

    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Operator::Is | Operator::Has => order.is_eq(),
            Operator::IsNot | Operator::HasNot => order.is_ne(),
            Operator::Below => order.is_lt(),
            Operator::Most => order.is_le(),
            Operator::Above => order.is_gt(),
            Operator::Least => order.is_ge(),
        }
    }
}

const FIELDS: [(&str, &[Column]); 14] = [
    ("white", &[Column::White]),
    ("black", &[Column::Black]),
    ("player", &[Column::White, Column::Black]),
    ("event", &[Column::Event]),
    ("site", &[Column::Site]),
    ("date", &[Column::Date]),
    ("year", &[Column::Date]),
    ("round", &[Column::Round]),
    ("result", &[Column::Result]),
    ("whiteelo", &[Column::WhiteElo]),
    ("blackelo", &[Column::BlackElo]),
    ("elo", &[Column::WhiteElo, Column::BlackElo]),
    ("eco", &[Column::Eco]),
    ("plies", &[Column::Plies]),
];

/// Names of results in words, and the results.
const RESULTS: [(&str, &str); 3] = [("white", "1-0"), ("black", "0-1"), ("draw", "1/2-1/2")];

/// Fields that are not columns.
const WHOLE: [&str; 2] = ["material", "fen"];

/// Deepest nesting of brackets and `not`.
const DEEPEST: usize = 100;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, BadQuery>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(BadQuery { message: message.into(), at: self.at })
    }

    /// The next word, without consuming it.
    fn word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "()=<>!~\"'".contains(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let word = self.word();
        let found = word.eq_ignore_ascii_case(keyword);
        if found {
            self.at += word.len();
        }
        found
    }

    fn sign(&mut self, sign: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn or(&mut self) -> Parsed<Node> {
        let mut nodes = vec![self.and()?];
        while self.keyword("or") {
            nodes.push(self.and()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Or(nodes) })
    }

    fn and(&mut self) -> Parsed<Node> {
        let mut nodes = vec![self.not()?];
        while self.keyword("and") {
            nodes.push(self.not()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::And(nodes) })
    }

    fn not(&mut self) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("too many brackets in brackets");
        }
        let node = if self.keyword("not") {
            Node::Not(Box::new(self.not()?))
        } else if self.sign("(") {
            let node = self.or()?;
            if !self.sign(")") {
                return self.fail("a closing bracket is missing");
            }
            node
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Parsed<Node> {
        if self.keyword("exists") {
            let name = self.field()?;
            // Every text contains the empty one.
            return self.compare(name, Operator::Has, "", self.at);
        }
        let name = self.field()?;
        if let Some(rating) = rating(name)
            && self.sign("-")
        {
            return self.difference(rating);
        }
        if self.keyword("in") {
            return self.choice(name);
        }
        let operator = self.operator(name)?;
        let start = self.at;
        let value = self.value()?;
        self.compare(name, operator, &value, start)
    }

    /// The name of a field.
    fn field(&mut self) -> Parsed<&'a str> {
        let mut name = self.word();
        if name.is_empty() {
            return self.fail("a field is missing");
        }
        // `whiteelo-blackelo`
        if let Some((first, _)) = name.split_once('-')
            && rating(first).is_some()
        {
            name = first;
        }
        let is_column = FIELDS.iter().any(|(field, _)| field.eq_ignore_ascii_case(name));
        let is_tag = name.strip_prefix("tag:").is_some_and(|tag| !tag.is_empty());
        if !is_column && !is_tag && !WHOLE.iter().any(|field| field.eq_ignore_ascii_case(name)) {
            let known: Vec<_> = FIELDS.iter().map(|(field, _)| *field).chain(WHOLE).collect();
            return self.fail(format!("no field `{name}`; there are {}, tag:NAME", known.join(", ")));
        }
        self.at += name.len();
        Ok(name)
    }

    /// The operator behind a field, and the space after it.
    fn operator(&mut self, name: &str) -> Parsed<Operator> {
        self.space();
        let Some((sign, operator)) = Operator::ALL.iter().find(|(sign, _)| self.rest().starts_with(sign))
        else {
            return self.fail(format!("after `{name}` one of = != < <= > >= ~ !~ in is missing"));
        };
        self.at += sign.len();
        self.space();
        Ok(*operator)
    }

    /// The rest of `whiteelo - blackelo > 200`.
    fn difference(&mut self, first: Column) -> Parsed<Node> {
        let name = self.word();
        let Some(second) = rating(name) else {
            return self.fail("only ratings can be subtracted: whiteelo - blackelo");
        };
        self.at += name.len();
        let operator = self.operator(name)?;
        let start = self.at;
        let value = self.value()?;
        let number = value.parse().ok().filter(|_| !matches!(operator, Operator::Has | Operator::HasNot));
        match number {
            Some(number) => Ok(Node::Difference([first, second], operator, number)),
            None => Err(BadQuery { message: format!("`{value}` is no number to compare with"), at: start }),
        }
    }

    /// The rest of `eco in (B33, B34)`.
    fn choice(&mut self, name: &str) -> Parsed<Node> {
        if !self.sign("(") {
            return self.fail("after `in` a list in brackets is missing: eco in (B33, B34)");
        }
        let mut nodes = Vec::new();
        loop {
            self.space();
            let start = self.at;
            let value = match self.rest().chars().next() {
                Some('"' | '\'') => self.value()?,
                _ => {
                    let end = self.rest().find([',', ')']).unwrap_or(self.rest().len());
                    let value = self.rest()[..end].trim().to_owned();
                    self.at += end;
                    value
                }
            };
            if value.is_empty() {
                return self.fail("a value is missing");
            }
            nodes.push(self.compare(name, Operator::Is, &value, start)?);
            if self.sign(")") {
                return Ok(Node::Or(nodes));
            }
            if !self.sign(",") {
                return self.fail("a comma or a closing bracket is missing");
            }
        }
    }

    /// The comparison of a field with a value, which begins at `start`.
    fn compare(&self, name: &str, operator: Operator, value: &str, start: usize) -> Parsed<Node> {
        let bad = |message| BadQuery { message, at: start };
        let columns = FIELDS.iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, all)| *all);
        if let Some(columns) = columns {
            return Ok(Node::Compare(columns.to_vec(), test(name, columns, operator, value).map_err(bad)?));
        }
        match whole(name, operator, value) {
            Some(whole) => Ok(Node::Whole(Box::new(whole.map_err(bad)?))),
            None => self.fail("a field is missing"),
        }
    }

    fn value(&mut self) -> Parsed<String> {
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            let word = self.word();
            if word.is_empty() {
                return self.fail("a value is missing");
            }
            self.at += word.len();
            return Ok(word.to_owned());
        };
        let Some(end) = self.rest()[1..].find(quote) else {
            return self.fail("the closing quote is missing");
        };
        let value = self.rest()[1..=end].to_owned();
        self.at += end + 2;
        Ok(value)
    }
}

/// The column of a rating.
fn rating(name: &str) -> Option<Column> {
    let of = |column: &Column| matches!(column, Column::WhiteElo | Column::BlackElo);
    match FIELDS.iter().find(|(field, _)| field.eq_ignore_ascii_case(name))?.1 {
        [column] if of(column) => Some(*column),
        _ => None,
    }
}

/// Whether a value begins like an ECO code and is as long as one.
fn is_eco(value: &str) -> bool {
    matches!(value.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] if rest.len() <= 3)
}

/// The test of the columns of field `name`, or why there is none.
fn test(name: &str, columns: &[Column], operator: Operator, value: &str) -> Result<Test, String> {
    let positive = matches!(operator, Operator::Is | Operator::Has);
    match operator {
        Operator::Has | Operator::HasNot => return Ok(Test::Has(value.to_lowercase(), positive)),
        _ => {}
    }
    match columns.first() {
        Some(Column::Plies | Column::WhiteElo | Column::BlackElo) => {
            let number = value.parse().map_err(|_| format!("`{value}` is no number"))?;
            Ok(Test::Number(operator, number))
        }
        Some(Column::Date) if name.eq_ignore_ascii_case("year") => {
            let year = value.parse().ok().filter(|&year: &u32| year < 10_000);
            let number = year.and_then(|year| asked_prefix(&[year]));
            let number = number.ok_or_else(|| format!("`{value}` is no year"))?;
            Ok(Test::Date(operator, AskedDate { parts: 1, number }))
        }
        Some(Column::Date) => {
            let parts: Vec<&str> = value.split(['.', '-']).collect();
            let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
            let numbers = numbers.filter(|numbers| numbers.len() <= 3);
            let asked = numbers.and_then(|numbers| {
                Some(AskedDate { parts: numbers.len(), number: asked_prefix(&numbers)? })
            });
            asked
                .map(|asked| Test::Date(operator, asked))
                .ok_or_else(|| format!("`{value}` is no date: write 1858, 1858.10 or 1858.10.31"))
        }
        Some(Column::Eco) if !matches!(operator, Operator::Is | Operator::IsNot) => {
            Ok(Test::Order(operator, value.to_uppercase()))
        }
        Some(Column::Eco) => match value.to_uppercase() {
            code if is_eco(&code) => Ok(Test::Is(code, positive)),
            _ => Err(format!("`{value}` is no ECO code: write B33, or `eco ~ B3` for all that begin so")),
        },
        Some(Column::Result) if matches!(operator, Operator::Is | Operator::IsNot) => {
            let word = RESULTS.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
            match word.map_or(value, |(_, result)| result) {
                result @ ("1-0" | "0-1" | "1/2-1/2" | "*") => Ok(Test::Is(result.to_owned(), positive)),
                _ => Err(format!("`{value}` is no result: 1-0, 0-1, 1/2-1/2, *, white, black or draw")),
            }
        }
        _ if matches!(operator, Operator::Is | Operator::IsNot) => Ok(Test::Is(value.to_owned(), positive)),
        _ => Err("a text can be asked for by = != ~ !~ only".to_owned()),
    }
}

impl std::str::FromStr for Query {
    type Err = BadQuery;

    fn from_str(text: &str) -> Result<Query, BadQuery> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let node = parser.or()?;
        parser.space();
        if !parser.rest().is_empty() {
            return parser.fail("`and`, `or` or the end was expected here");
        }
        Ok(Query(node))
    }
}
