//! Counts games by opening.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::json;

use super::Opening;
use crate::render::count;

/// Games by ECO code and opening.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// For each code, the number of games by opening name.
    codes: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    /// Games without an opening: variants, games from another position, games without moves.
    none: u64,
}

/// The games of one ECO code.
struct CodeRow {
    eco: &'static str,
    /// The most frequent opening name of its games, without the variation.
    family: &'static str,
    games: u64,
}

impl Counts {
    /// Counts a game.
    pub fn add(&mut self, opening: Option<Opening>) {
        match opening {
            Some(opening) => {
                *self.codes.entry(opening.eco).or_default().entry(opening.name).or_default() += 1
            }
            None => self.none += 1,
        }
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: Counts) {
        for (eco, names) in other.codes {
            let mine = self.codes.entry(eco).or_default();
            names.into_iter().for_each(|(name, games)| *mine.entry(name).or_default() += games);
        }
        self.none += other.none;
    }

    fn total(&self) -> u64 {
        self.codes.values().flat_map(BTreeMap::values).sum::<u64>() + self.none
    }

    /// The most frequent code first.
    fn rows(&self) -> Vec<CodeRow> {
        let row = |(eco, names): (&&'static str, &BTreeMap<&'static str, u64>)| {
            let mut families: BTreeMap<&'static str, u64> = BTreeMap::new();
            for (name, games) in names {
                *families.entry(name.split(':').next().unwrap_or(name)).or_default() += games;
            }
            // Of equally frequent names, use the first in alphabetical order.
            let family = families.iter().rev().max_by_key(|(_, games)| **games);
            CodeRow { eco, family: family.map_or("", |(name, _)| name), games: names.values().sum() }
        };
        let mut rows: Vec<CodeRow> = self.codes.iter().map(row).collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.games), row.eco));
        rows
    }

    /// The `most` frequent codes as text: games, share, code, opening.
    #[must_use]
    pub fn text(&self, most: usize) -> String {
        let (rows, total) = (self.rows(), self.total().max(1));
        let share = |games: u64| 100.0 * games as f64 / total as f64;
        let mut out = format!("{}\n", count(rows.len(), "ECO code"));
        for CodeRow { eco, family, games } in rows.iter().take(most) {
            let _ = writeln!(out, "  {games:>7}  {:>4.1} %  {eco}  {family}", share(*games));
        }
        let games: u64 = rows.iter().skip(most).map(|row| row.games).sum();
        if games > 0 {
            let more = rows.len() - most;
            let _ = writeln!(out, "  {games:>7}  {:>4.1} %  {more} more (all: --format json)", share(games));
        }
        if self.none > 0 {
            let _ = writeln!(out, "  {:>7}  {:>4.1} %  no opening", self.none, share(self.none));
        }
        out
    }

    /// All codes as JSON, one object per line: `eco`, `opening`, `games`, `share` of all games, and the games
    /// of each of its `names`. `eco` is null for games without an opening.
    #[must_use]
    pub fn json(&self) -> String {
        let total = self.total().max(1) as f64;
        let mut out = String::new();
        for CodeRow { eco, family, games } in self.rows() {
            let (share, names) = (games as f64 / total, &self.codes[eco]);
            let row = json!({"eco": eco, "opening": family, "games": games, "share": share, "names": names});
            let _ = writeln!(out, "{row}");
        }
        if self.none > 0 {
            let share = self.none as f64 / total;
            let row = json!({"eco": null, "opening": null, "games": self.none, "share": share, "names": {}});
            let _ = writeln!(out, "{row}");
        }
        out
    }
}
