//! The parser: a query as text to conditions and what joins them.

mod cursor;
mod moments;

use scorebook_core::variant_rules::VariantRules;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess};

use crate::error::{BadQuery, Fault};
use crate::field::{self, Field, Value};
use crate::header::{Difference, Header, Key, Pattern};
use crate::operator::Operator;
use crate::tree::Tree;
use crate::walk::{Plan, Sequence, Step};
use crate::{Condition, Query};

use cursor::Cursor;

/// Deepest nesting of brackets and `not`.
const DEEPEST: usize = 100;

pub(super) type Parsed<T> = Result<T, BadQuery>;

/// Fields that are not tags.
const OTHERS: [&str; 4] = ["opening", "variant", "comment", "finding"];

/// Variants by their names in queries.
const VARIANTS: [(&str, Variant, CastlingMode); 9] = [
    ("chess", Variant::Chess, CastlingMode::Standard),
    ("chess960", Variant::Chess, CastlingMode::Chess960),
    ("antichess", Variant::Antichess, CastlingMode::Standard),
    ("atomic", Variant::Atomic, CastlingMode::Standard),
    ("crazyhouse", Variant::Crazyhouse, CastlingMode::Standard),
    ("horde", Variant::Horde, CastlingMode::Standard),
    ("kingofthehill", Variant::KingOfTheHill, CastlingMode::Standard),
    ("racingkings", Variant::RacingKings, CastlingMode::Standard),
    ("threecheck", Variant::ThreeCheck, CastlingMode::Standard),
];

/// Parses a query.
pub(crate) fn query(text: &str) -> Parsed<Query> {
    let cursor = Cursor { text, at: 0 };
    let mut parser =
        Parser { cursor, depth: 0, headers: Vec::new(), plan: Plan::default(), codes: Vec::new() };
    let mut tree = parser.or(&Parser::condition)?;
    parser.cursor.space();
    if !parser.cursor.rest().is_empty() {
        return parser.cursor.syntax("`and`, `or` or the end was expected here");
    }
    let Parser { headers, plan, codes, .. } = parser;
    tree.sort_by_cost(&|condition| condition.cost(&headers));
    Ok(Query { tree, headers, plan, codes })
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
    headers: Vec<Header>,
    plan: Plan,
    codes: Vec<(String, usize)>,
}

/// The rule by which one condition of a tree is parsed.
type Rule<'f, 'a, L> = &'f dyn Fn(&mut Parser<'a>) -> Parsed<Tree<L>>;

impl<'a> Parser<'a> {
    fn or<L>(&mut self, rule: Rule<'_, 'a, L>) -> Parsed<Tree<L>> {
        let mut parts = vec![self.and(rule)?];
        while self.cursor.keyword("or") {
            parts.push(self.and(rule)?);
        }
        Ok(Tree::any(parts))
    }

    fn and<L>(&mut self, rule: Rule<'_, 'a, L>) -> Parsed<Tree<L>> {
        let mut parts = vec![self.not(rule)?];
        while self.cursor.keyword("and") {
            parts.push(self.not(rule)?);
        }
        Ok(Tree::all(parts))
    }

    fn not<L>(&mut self, rule: Rule<'_, 'a, L>) -> Parsed<Tree<L>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.cursor.syntax("too many brackets in brackets");
        }
        let tree = if self.cursor.keyword("not") {
            Tree::Not(Box::new(self.not(rule)?))
        } else if self.cursor.sign("(") {
            let tree = self.or(rule)?;
            self.close()?;
            tree
        } else {
            rule(self)?
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn close(&mut self) -> Parsed<()> {
        if self.cursor.sign(")") { Ok(()) } else { self.cursor.syntax("a closing bracket is missing") }
    }

    /// A condition on a game.
    fn condition(&mut self) -> Parsed<Tree<Condition>> {
        if self.cursor.keyword("exists") {
            return self.exists();
        }
        if self.at_moment() {
            return self.sequence();
        }
        self.cursor.space();
        let start = self.cursor.at;
        let name = self.name()?;
        if let Some(field) = Field::of(name) {
            return self.header(&field, start);
        }
        self.other_field(name, start)
    }

    /// `exists eco`
    fn exists(&mut self) -> Parsed<Tree<Condition>> {
        self.cursor.space();
        let start = self.cursor.at;
        let name = self.name()?;
        if let Some(field) = Field::of(name) {
            return Ok(self.leaf(field.exists()));
        }
        let anything = Pattern::text("").map_err(|message| self.cursor.bad(Fault::Value, start, message))?;
        match name.to_ascii_lowercase().as_str() {
            "comment" => Ok(Tree::Leaf(Condition::Comment(anything))),
            "opening" => Ok(self.opening(anything)),
            "finding" => Ok(self.finding(String::new(), start)),
            _ => {
                let message = "every game is one of some variant: write `exists tag:Variant` for its tag";
                Err(self.cursor.bad(Fault::Field, start, message))
            }
        }
    }

    fn leaf(&mut self, header: Header) -> Tree<Condition> {
        let at = self.headers.iter().position(|known| *known == header).unwrap_or_else(|| {
            self.headers.push(header);
            self.headers.len() - 1
        });
        Tree::Leaf(Condition::Header(at))
    }

    fn opening(&mut self, pattern: Pattern) -> Tree<Condition> {
        self.plan.opening = true;
        Tree::Leaf(Condition::Opening(pattern))
    }

    fn finding(&mut self, code: String, at: usize) -> Tree<Condition> {
        self.codes.push((code.clone(), at));
        Tree::Leaf(Condition::Finding(code))
    }

    /// The name of a field.
    fn name(&mut self) -> Parsed<&'a str> {
        let mut name = self.cursor.word();
        if name.is_empty() {
            return self.cursor.syntax("a field is missing");
        }
        // `whiteelo-blackelo`
        if let Some((first, _)) = name.split_once(['-', '+'])
            && Field::of(first).is_some()
        {
            name = first;
        }
        let is_other = OTHERS.iter().any(|other| other.eq_ignore_ascii_case(name));
        if Field::of(name).is_none() && !is_other {
            return Err(self.cursor.bad(Fault::Field, self.cursor.at, unknown(name)));
        }
        self.cursor.at += name.len();
        Ok(name)
    }

    /// The operator behind a field, and the space after it.
    fn operator(&mut self, name: &str) -> Parsed<Operator> {
        self.cursor.space();
        let found = Operator::ALL.iter().find(|(sign, _)| self.cursor.rest().starts_with(sign));
        let Some((sign, operator)) = found else {
            return self.cursor.syntax(format!("after `{name}` one of = != < <= > >= ~ !~ in is missing"));
        };
        self.cursor.at += sign.len();
        self.cursor.space();
        Ok(*operator)
    }

    /// The rest of a condition on a field of the header.
    fn header(&mut self, field: &Field, start: usize) -> Parsed<Tree<Condition>> {
        for (sign, sum) in [("-", false), ("+", true)] {
            if self.cursor.sign(sign) {
                return self.difference(field, start, sum);
            }
        }
        if self.cursor.keyword("in") {
            return self.list(|parser, value, at| parser.compared(field, Operator::Is, &value, at));
        }
        let operator = self.operator(&field.name)?;
        let at = self.cursor.at;
        let value = self.cursor.value(operator.is_likeness())?;
        // `plies != plycount`, `whiteelo > blackelo + 100`
        if let Value::Text(text) = &value
            && let name = text.split(['-', '+']).next().unwrap_or_default()
            && let (Ok(first), Some(Ok(second))) =
                (field.number(), Field::of(name).map(|other| other.number()))
            && !operator.is_likeness()
        {
            self.cursor.at = at + name.len();
            let sign = [("+", 1), ("-", -1)].into_iter().find(|(sign, _)| self.cursor.sign(sign));
            let asked = match sign {
                Some((_, sign)) => {
                    self.cursor.space();
                    let at = self.cursor.at;
                    let text = self.cursor.text()?;
                    let number: Option<i32> = text.parse().ok();
                    let message = format!("`{text}` is no number to add: whiteelo > blackelo + 100");
                    sign * i64::from(number.ok_or_else(|| self.cursor.bad(Fault::Value, at, message))?)
                }
                None => 0,
            };
            let terms = [first, second];
            return Ok(self.leaf(Header::Difference(Difference { terms, sum: false, operator, asked })));
        }
        self.compared(field, operator, &value, at)
    }

    fn compared(
        &mut self,
        field: &Field,
        operator: Operator,
        value: &Value,
        at: usize,
    ) -> Parsed<Tree<Condition>> {
        match field.test(operator, value) {
            Ok(header) => Ok(self.leaf(header)),
            Err((fault, message)) => Err(self.cursor.bad(fault, at, message)),
        }
    }

    /// The rest of `whiteelo - blackelo > 200`.
    fn difference(&mut self, first: &Field, start: usize, sum: bool) -> Parsed<Tree<Condition>> {
        let first = self.number(first, start)?;
        self.cursor.space();
        let start = self.cursor.at;
        let name = self.name()?;
        let second = match Field::of(name) {
            Some(field) => self.number(&field, start)?,
            None => return Err(self.cursor.bad(Fault::Field, start, format!("`{name}` is no number"))),
        };
        let operator = self.operator(name)?;
        let at = self.cursor.at;
        if operator.is_likeness() {
            let message = "numbers are compared by = != < <= > >=";
            return Err(self.cursor.bad(Fault::Operator, at, message));
        }
        let text = self.cursor.text()?;
        match text.parse() {
            Ok(asked) => {
                let terms = [first, second];
                Ok(self.leaf(Header::Difference(Difference { terms, sum, operator, asked })))
            }
            Err(_) => {
                Err(self.cursor.bad(Fault::Value, at, format!("`{text}` is no number to compare with")))
            }
        }
    }

    fn number(&self, field: &Field, at: usize) -> Parsed<(Key, crate::header::Number)> {
        field.number().map_err(|why| self.cursor.bad(Fault::Field, at, why))
    }

    /// The rest of `in (B33, B34)`; `each` makes a condition of a value.
    fn list(
        &mut self,
        mut each: impl FnMut(&mut Self, Value, usize) -> Parsed<Tree<Condition>>,
    ) -> Parsed<Tree<Condition>> {
        if !self.cursor.sign("(") {
            return self.cursor.syntax("after `in` a list in brackets is missing: eco in (B33, B34)");
        }
        let mut parts = Vec::new();
        loop {
            self.cursor.space();
            let at = self.cursor.at;
            let value = self.cursor.listed()?;
            parts.push(each(self, Value::Text(value), at)?);
            if self.cursor.sign(")") {
                return Ok(Tree::any(parts));
            }
            if !self.cursor.sign(",") {
                return self.cursor.syntax("a comma or a closing bracket is missing");
            }
        }
    }

    /// The rest of a condition on the opening, the variant or the comments.
    fn other_field(&mut self, name: &str, start: usize) -> Parsed<Tree<Condition>> {
        let name = name.to_ascii_lowercase();
        if self.cursor.keyword("in") {
            return self.list(|parser, value, at| parser.other(&name, Operator::Is, &value, start, at));
        }
        let operator = self.operator(&name)?;
        let at = self.cursor.at;
        let value = self.cursor.value(operator.is_likeness())?;
        Ok(self.other(&name, operator, &value, start, at)?.made(operator.is_positive()))
    }

    /// The condition that the opening, the variant or a comment is so; `operator` counts as positive.
    fn other(
        &mut self,
        name: &str,
        operator: Operator,
        value: &Value,
        start: usize,
        at: usize,
    ) -> Parsed<Tree<Condition>> {
        let accepts = |signs: &str| {
            let message = format!("`{name}` is compared by {signs}");
            Err(self.cursor.bad(Fault::Operator, start, message))
        };
        let bad = |message: String| self.cursor.bad(Fault::Value, at, message);
        let like = || match value {
            Value::Text(text) => Pattern::text(text),
            Value::Regex(pattern, flags) => Pattern::regex(pattern, flags),
        };
        match (name, value) {
            ("comment", _) if operator.is_likeness() => {
                Ok(Tree::Leaf(Condition::Comment(like().map_err(bad)?)))
            }
            ("comment", _) => accepts("~ !~, and there is `exists comment`"),
            ("variant", Value::Text(text)) if operator.is_equality() => {
                let plain: String =
                    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
                let found = VARIANTS.iter().find(|(variant, _, _)| *variant == plain || plain == "standard");
                match found {
                    Some(&(_, variant, castling)) => {
                        Ok(Tree::Leaf(Condition::Variant(VariantRules { variant, castling })))
                    }
                    None => {
                        let known: Vec<_> = VARIANTS.iter().map(|(name, _, _)| *name).collect();
                        Err(bad(format!(
                            "`{text}` is no variant: {}; others by their tag: tag:Variant ~ \"…\"",
                            known.join(", ")
                        )))
                    }
                }
            }
            ("variant", _) => accepts("= != in"),
            ("finding", Value::Text(text)) if operator.is_equality() || operator.is_likeness() => {
                let code = text.to_ascii_uppercase();
                let is_letter = code.starts_with(|c: char| c.is_ascii_uppercase());
                let digits = code.get(1..).unwrap_or_default();
                let fits = match operator.is_likeness() {
                    true => digits.len() <= 3,
                    false => digits.len() == 3,
                };
                if is_letter && fits && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    Ok(self.finding(code, at))
                } else {
                    Err(bad(format!(
                        "`{text}` is no code of a finding: S108; `finding ~ S` for all that begin so"
                    )))
                }
            }
            ("finding", _) => accepts("= != ~ !~ in"),
            (_, Value::Text(text)) if operator.is_equality() => {
                let wanted = scorebook_openings::names().find(|known| known.eq_ignore_ascii_case(text));
                let wanted = wanted.ok_or_else(|| {
                    bad(format!(
                        "no opening is called exactly `{text}`; `opening ~ \"{text}\"` for a part of a name"
                    ))
                })?;
                let pattern = Pattern::regex(&format!("^{}$", regex::escape(wanted)), "");
                Ok(self.opening(pattern.map_err(bad)?))
            }
            _ if operator.is_likeness() => {
                let pattern = like().map_err(bad)?;
                if !scorebook_openings::names().any(|known| pattern.is_in(known)) {
                    let message = "no opening has such a name; they are those of lichess, in English: \
                                   `opening ~ Sicilian`, `opening ~ \"Ruy Lopez: Exchange\"`";
                    return Err(bad(message.to_owned()));
                }
                Ok(self.opening(pattern))
            }
            _ => accepts("= != ~ !~ in"),
        }
    }

    /// A moment of a sequence, `for 10` half-moves or one, and whether the game must have it.
    fn step(&mut self, at_once: bool) -> Parsed<(Step, bool)> {
        let (tree, positive) = self.moment()?;
        let mut times = 1;
        if self.cursor.keyword("for") {
            let word = self.cursor.word_of_list();
            times = match word.parse() {
                Ok(times) if times > 0 => times,
                _ => {
                    let message = format!("`{word}` is no number of half-moves: material = KRPvKR for 10");
                    return Err(self.cursor.bad(Fault::Value, self.cursor.at, message));
                }
            };
            self.cursor.at += word.len();
        }
        Ok((Step { tree, times, at_once }, positive))
    }

    /// Moments that a game comes to one after the other, or one.
    fn sequence(&mut self) -> Parsed<Tree<Condition>> {
        let first = self.cursor.at;
        let (step, positive) = self.step(false)?;
        let mut sequence: Sequence = vec![step];
        let mut all_positive = positive;
        while self.cursor.keyword("then") {
            let at_once = self.cursor.keyword("next");
            if !self.at_moment() {
                return self.cursor.syntax("after `then` a condition on a position is missing");
            }
            let (step, positive) = self.step(at_once)?;
            all_positive &= positive;
            sequence.push(step);
        }
        let lasts = sequence.iter().any(|step| step.times > 1);
        if (sequence.len() > 1 || lasts) && !all_positive {
            let message = "`!=` means that no position of the game is so; beside `then` and `for` write position(not …)";
            return Err(self.cursor.bad(Fault::Operator, first, message));
        }
        let known = self.plan.sequences.iter().position(|known| *known == sequence);
        let at = known.unwrap_or_else(|| {
            self.plan.sequences.push(sequence);
            self.plan.sequences.len() - 1
        });
        Ok(Tree::Leaf(Condition::Sequence(at)).made(positive))
    }
}

/// What to say of a field that is not there.
fn unknown(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    if moments::OF_POSITIONS.contains(&lower.as_str()) {
        return format!("`{name}` is asked of a position: position({name} …)");
    }
    let known: Vec<&str> = field::names().chain(OTHERS).chain(moments::NAMES).collect();
    let near = known.iter().map(|field| (strsim::osa_distance(field, &lower), field)).min();
    let hint = match near {
        Some((distance, field)) if distance <= 2 => format!(" (did you mean `{field}`?);"),
        _ => ";".to_owned(),
    };
    format!("no field `{name}`{hint} there are {}, tag:NAME", known.join(", "))
}

/// The start of lines.
fn start() -> shakmaty::variant::VariantPosition {
    Chess::default().into()
}
