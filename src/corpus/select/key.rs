//! What games are sorted by, and counted by.

use std::collections::BTreeMap;

use super::game::SelectedGame;
use crate::game::Tags;
use crate::openings;

/// What games are sorted or counted by.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A tag, as text.
    Tag(&'static str),
    /// Either player; only to count.
    Player,
    /// The date.
    Date,
    /// The year of the date.
    Year,
    /// A tag, as the number that it begins with.
    Number(&'static str),
    /// The mean of both ratings, or the one that is known.
    Elo,
    /// The opening that the moves reach.
    Opening,
    /// Half-moves of the mainline.
    Plies,
}

impl Key {
    /// The keys by their names.
    pub const ALL: [(&'static str, Key); 15] = [
        ("white", Key::Tag("White")),
        ("black", Key::Tag("Black")),
        ("player", Key::Player),
        ("event", Key::Tag("Event")),
        ("site", Key::Tag("Site")),
        ("date", Key::Date),
        ("year", Key::Year),
        ("round", Key::Number("Round")),
        ("result", Key::Tag("Result")),
        ("eco", Key::Tag("ECO")),
        ("opening", Key::Opening),
        ("whiteelo", Key::Number("WhiteElo")),
        ("blackelo", Key::Number("BlackElo")),
        ("elo", Key::Elo),
        ("plies", Key::Plies),
    ];

    /// The value of a game, in whose order games are sorted; `None` if it is unknown.
    fn value(self, game: &SelectedGame<'_>) -> Option<Value> {
        let tags = &game.tags;
        Some(match self {
            Key::Tag(name) => Value::Text(said(tags, name)?.to_owned()),
            Key::Player => Value::Text(said(tags, "White").or(said(tags, "Black"))?.to_owned()),
            Key::Date => {
                let date = said(tags, "Date")?;
                year(date)?;
                // What is unknown of a date comes before what is known.
                Value::Text(date.replace(['-', '/'], ".").replace('?', "0"))
            }
            Key::Year => Value::Number(year(said(tags, "Date")?)?),
            Key::Number(name) => Value::Number(number(said(tags, name)?)?),
            Key::Elo => {
                let rating = |name| number(said(tags, name)?);
                match (rating("WhiteElo"), rating("BlackElo")) {
                    (Some(white), Some(black)) => Value::Number((white + black) / 2),
                    (white, black) => Value::Number(white.or(black)?),
                }
            }
            Key::Opening => {
                let standard = crate::archive::VariantRules::of(tags)
                    == Some(crate::archive::VariantRules::STANDARD)
                    && tags.get("FEN").is_none();
                let opening = standard.then(|| openings::classify_words(&game.report().moves))??;
                Value::Text(opening.name.to_owned())
            }
            Key::Plies => Value::Number(u64::from(game.plies)),
        })
    }

    /// The values to count a game by; `unknown` if it has none.
    pub(super) fn groups(self, game: &SelectedGame<'_>) -> Vec<String> {
        let shown = |value: Option<Value>| match value {
            None => "unknown".to_owned(),
            Some(Value::Text(text)) => text,
            Some(Value::Number(number)) => number.to_string(),
        };
        match self {
            Key::Player => {
                let mut both = ["White", "Black"].map(|name| shown(Key::Tag(name).value(game))).to_vec();
                both.dedup();
                both
            }
            Key::Date => vec![said(&game.tags, "Date").unwrap_or("unknown").to_owned()],
            key => vec![shown(key.value(game))],
        }
    }
}

enum Value {
    Text(String),
    Number(u64),
}

fn said<'t>(tags: &'t Tags, name: &str) -> Option<&'t str> {
    tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
}

fn year(date: &str) -> Option<u64> {
    date.get(..4)?.parse().ok()
}

fn number(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// A key of an order, and whether great values come first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The key.
    pub key: Key,
    /// Great values first.
    pub descending: bool,
}

/// Bytes in whose order games are sorted. Games without a value come last, whatever the direction.
pub(super) fn sort_key(order: &[Order], game: &SelectedGame<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for Order { key, descending } in order {
        let Some(value) = key.value(game) else {
            out.push(1);
            continue;
        };
        out.push(0);
        let start = out.len();
        match value {
            // Names are sorted whatever the case of their letters.
            Value::Text(text) => {
                out.extend(text.to_lowercase().bytes().filter(|&byte| byte != 0));
                out.push(0);
            }
            Value::Number(number) => out.extend(number.to_be_bytes()),
        }
        if *descending {
            out[start..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
    out
}

/// Results of games.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// All games.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
}

impl Results {
    /// The result of one game by its tag.
    pub(super) fn of(tags: &Tags) -> Results {
        let is = |result: &str| u64::from(tags.get("Result").map(str::trim) == Some(result));
        Results { games: 1, white: is("1-0"), draws: is("1/2-1/2"), black: is("0-1") }
    }

    /// Adds the results of others.
    pub fn add(&mut self, other: Results) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }

    /// White's points in games with a result, in percent.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        let decided = self.white + self.draws + self.black;
        (decided > 0).then(|| 100.0 * (self.white as f64 + self.draws as f64 / 2.0) / decided as f64)
    }
}

/// Games counted by a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub(super) BTreeMap<String, Results>);

impl Counts {
    /// Adds the counts of others.
    pub fn merge(&mut self, other: Counts) {
        other.0.into_iter().for_each(|(value, results)| self.0.entry(value).or_default().add(results));
    }

    /// The values with their results, the most frequent first.
    #[must_use]
    pub fn rows(&self) -> Vec<(&str, Results)> {
        let mut rows: Vec<(&str, Results)> =
            self.0.iter().map(|(value, results)| (value.as_str(), *results)).collect();
        rows.sort_by_key(|(_, results)| std::cmp::Reverse(results.games));
        rows
    }
}
