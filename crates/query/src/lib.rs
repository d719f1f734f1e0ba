//! A query language for chess games: `white ~ "Morphy" and date < 1860 and plies > 40`.
//!
//! ```text
//! or         = and { "or" and }
//! and        = not { "and" not }
//! not        = "not" not | "(" or ")" | condition
//! condition  = field operator value | field "in" "(" value { "," value } ")" | "exists" field
//!            | number ( "-" | "+" ) number operator value | number operator number [( "-" | "+" ) value]
//!            | step { "then" ["next"] step }
//! step       = moment ["for" number]
//! operator   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
//! field      = "white" | … | "tag:" name | "opening" | "variant" | "comment"
//! value      = word | '"' text '"' | "'" text "'" | "/" regular expression "/" flags
//! moment     = "material" operator value | "fen" operator value | men "on" squares | "line" value
//!            | shown operator number
//!            | ("checkmate" | "stalemate" | "check" | "enpassant") [by]
//!            | "castling" [by] ["kingside" | "queenside"] | ("promotion" | "underpromotion") [by] ["to" men]
//!            | "moved" men [by] | "repetition" [number] | ("position" | "flipcolor") "(" moments ")"
//! moments    = as `or`, of moments; a comma is `and`; also "turn" "=" side, and sum operator sum
//! sum        = quantity { ( "+" | "-" ) quantity }, of numbers, "ply", "move", "men", "pawns", "balance" and "count" men
//! shown      = "eval" | "mate" | "loss" | "depth" | "clock" | "time"
//! by         = "by" ( "white" | "black" )
//! ```
//!
//! A condition on moments holds if some moment of the mainline, as far as that is proven, fulfils it; with `then`, if moments
//! come one after the other. What a condition means, and which values it takes, is in `docs/queries.md`.
//!
//! The same [`Query`] is asked of any [`Game`]. [`Query::verdict`] answers from a part of what is known of a game, so that
//! archives need to read only games whose headers do not decide.

mod boards;
mod date;
mod error;
mod field;
mod header;
mod material;
mod moment;
mod operator;
mod parse;
mod placement;
mod tree;
mod walk;

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use scorebook_core::game::Tags;
use scorebook_core::international::Move16;
use scorebook_core::shown::Shown;
use scorebook_core::variant_rules::VariantRules;
use shakmaty::variant::VariantPosition;

pub use boards::hashes_of;
pub use error::{BadQuery, Fault};
pub use header::{Comparison, Difference, Header, Key};

use header::Pattern;
use moment::MomentTest;
use tree::Tree;
use walk::{Plan, Step, Walked};

/// A game of which something is asked.
pub trait Game {
    /// Its tags.
    fn tags(&self) -> &Tags;
    /// The half-moves of its mainline, proven or not.
    fn plies(&self) -> u32;
    /// The proven moves of its mainline. They are asked for once at most, and only if they are needed.
    fn moves(&self) -> Vec<Move16>;
    /// What the comments of its mainline show: clocks, times, evaluations and depths. Asked for once at most, and only if needed.
    fn shown(&self) -> Shown;
    /// Whether one of its comments passes.
    fn any_comment(&self, passes: &mut dyn FnMut(&str) -> bool) -> bool;
    /// Whether the code of one of its findings passes. [`Query::codes`] tells whether that is asked at all.
    fn any_finding(&self, passes: &mut dyn FnMut(&str) -> bool) -> bool;
}

/// A parsed query.
///
/// ```
/// use scorebook_query::{Fault, Query};
/// assert!("white ~ Morphy and (date < 1860 or not result = 1-0)".parse::<Query>().is_ok());
/// let error = "white ~ Morphy and date < 1860-13".parse::<Query>().unwrap_err();
/// assert_eq!((error.fault, error.at), (Fault::Value, 26));
/// assert!(error.message.contains("there is no month 13"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    tree: Tree<Condition>,
    /// The conditions on headers, by the numbers that the tree has for them.
    headers: Vec<Header>,
    plan: Plan,
    /// The beginnings of codes of findings that are asked for, and where.
    codes: Vec<(String, usize)>,
}

/// A condition of a query.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    /// Its number among the conditions on headers.
    Header(usize),
    Variant(VariantRules),
    /// A comment has it.
    Comment(Pattern),
    /// It has a finding whose code begins so.
    Finding(String),
    /// The opening has a name like this.
    Opening(Pattern),
    /// The game has the sequence of this number.
    Sequence(usize),
}

impl Condition {
    /// What it costs to find out.
    fn cost(&self, headers: &[Header]) -> u32 {
        match self {
            // A pattern is dearer than a number.
            Condition::Header(at) => match &headers[*at] {
                Header::Compare(comparison) => u32::from(matches!(comparison.test, header::Test::Like(_))),
                Header::Difference(_) => 1,
            },
            Condition::Variant(_) => 2,
            Condition::Comment(_) => 3,
            Condition::Finding(_) | Condition::Opening(_) | Condition::Sequence(_) => 4,
        }
    }
}

impl Query {
    /// Whether a game matches.
    ///
    /// ```
    /// use scorebook_core::{game::Tags, international::Move16, shown::Shown};
    /// use scorebook_query::{Game, Query};
    ///
    /// struct Bare(Tags);
    /// impl Game for Bare {
    ///     fn tags(&self) -> &Tags { &self.0 }
    ///     fn plies(&self) -> u32 { 33 }
    ///     fn moves(&self) -> Vec<Move16> { Vec::new() }
    ///     fn shown(&self) -> Shown { Shown::default() }
    ///     fn any_comment(&self, _: &mut dyn FnMut(&str) -> bool) -> bool { false }
    ///     fn any_finding(&self, _: &mut dyn FnMut(&str) -> bool) -> bool { false }
    /// }
    /// let mut game = Bare(Tags::default());
    /// game.0.set("Black", "Morphy, Paul");
    /// game.0.set("Date", "1858.??.??");
    /// let holds = |query: &str| query.parse::<Query>().unwrap().holds(&game);
    /// assert!(holds("player ~ morphy and date < 1860 and plies > 20"));
    /// assert!(!holds("player ~ morphy and plies < 20"));
    /// assert!(holds("material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"), "every game begins so");
    /// ```
    #[must_use]
    pub fn holds(&self, game: &dyn Game) -> bool {
        let walked: OnceCell<Walked> = OnceCell::new();
        let walked = || walked.get_or_init(|| self.plan.walk(game));
        let mut condition = |condition: &Condition| {
            Some(match condition {
                Condition::Header(at) => self.headers[*at].holds(game),
                Condition::Variant(rules) => VariantRules::of(game.tags()) == Some(*rules),
                Condition::Comment(pattern) => game.any_comment(&mut |comment| {
                    // Where the lines of a comment are broken does not matter.
                    match comment.contains(['\n', '\r']) {
                        true => pattern.is_in(&comment.split_whitespace().collect::<Vec<_>>().join(" ")),
                        false => pattern.is_in(comment),
                    }
                }),
                Condition::Finding(code) => game.any_finding(&mut |found| found.starts_with(code.as_str())),
                Condition::Opening(pattern) => walked().opening.is_some_and(|name| pattern.is_in(name)),
                Condition::Sequence(at) => walked().found[*at],
            })
        };
        self.tree.verdict(&mut condition).unwrap_or(false)
    }

    /// The conditions on headers; [`verdict`](Query::verdict) names them by their numbers.
    #[must_use]
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// The codes of findings that are asked for, or beginnings of them (empty for any at all), with the byte offsets where they
    /// stand. This crate does not know which codes there are.
    pub fn codes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.codes.iter().map(|(code, at)| (code.as_str(), *at))
    }

    /// Whether it asks for moves or positions: of a game that is not proven to its end, it is answered by what is proven.
    #[must_use]
    pub fn asks_moves(&self) -> bool {
        self.plan.opening || !self.plan.sequences.is_empty()
    }

    /// Whether a game matches as far as its header tells: `header` answers for the conditions on headers, with `None` where it
    /// does not know. `None` if the game itself must be asked.
    ///
    /// ```
    /// use scorebook_query::Query;
    /// let query: Query = "white ~ Morphy and checkmate".parse().unwrap();
    /// assert_eq!(query.verdict(&mut |_| Some(false)), Some(false));
    /// assert_eq!(query.verdict(&mut |_| Some(true)), None);
    /// ```
    #[must_use]
    pub fn verdict(&self, header: &mut dyn FnMut(usize) -> Option<bool>) -> Option<bool> {
        self.tree.verdict(&mut |condition| match condition {
            Condition::Header(at) => header(*at),
            _ => None,
        })
    }

    /// The hashes of placements of which a game has one if it matches: the first that the query can only hold with. `None` if
    /// it asks for no whole placement. Where they are equal, the placement need not be.
    #[must_use]
    pub fn placements(&self) -> Option<Vec<u32>> {
        let moment = |test: &MomentTest| match test {
            MomentTest::Fen(placement) => placement.hashes(),
            MomentTest::Reached(_, _, hashes) => Some(hashes.clone()),
            _ => None,
        };
        self.tree.needed(&|condition| match condition {
            Condition::Sequence(at) => {
                let steps = self.plan.sequences[*at].iter();
                steps.filter_map(|step| step.tree.needed(&moment)).min_by_key(Vec::len)
            }
            _ => None,
        })
    }

    /// The query that matches only games of this one that come to the end of one of some lines, in any order of moves. Each
    /// line is a starting position and moves; those that cannot be played are left out.
    #[must_use]
    pub fn and_lines(mut self, lines: impl Iterator<Item = (VariantPosition, Vec<Move16>)>) -> Query {
        let (mut keys, mut least, mut hashes) = (FxHashSet::default(), usize::MAX, Vec::new());
        for (key, men, hash) in lines.filter_map(|(start, words)| walk::end_of_line(&words, start)) {
            keys.insert(key);
            least = least.min(men);
            hashes.push(hash);
        }
        self.plan.sequences.push(vec![Step::once(Tree::Leaf(MomentTest::Reached(keys, least, hashes)))]);
        let lines = Tree::Leaf(Condition::Sequence(self.plan.sequences.len() - 1));
        self.tree = Tree::All(vec![self.tree, lines]);
        self
    }

    /// The query that all games match.
    #[must_use]
    pub fn any() -> Query {
        Query { tree: Tree::All(Vec::new()), headers: Vec::new(), plan: Plan::default(), codes: Vec::new() }
    }
}

impl std::str::FromStr for Query {
    type Err = BadQuery;

    fn from_str(text: &str) -> Result<Query, BadQuery> {
        parse::query(text)
    }
}
