//! What a command has done, at its end: games by reading, findings by code, what to do next.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::table::{count, findings};
use crate::finding::Code;
use crate::game::Verdict;

/// Lines that are named.
const SHOWN: usize = 8;

/// Counts of games and findings.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: BTreeMap<Verdict, usize>,
    notations: BTreeMap<&'static str, usize>,
    findings: BTreeMap<&'static str, (&'static Code, usize)>,
    plies: usize,
    /// Lines at which moves begin that are not written as a game.
    withheld: Vec<usize>,
}

impl Summary {
    /// Counts a game.
    pub fn game(&mut self, verdict: Verdict, notation: &'static str, plies: usize) {
        *self.games.entry(verdict).or_default() += 1;
        *self.notations.entry(notation).or_default() += 1;
        self.plies += plies;
    }

    /// Counts moves that are not written as a game, by the line at which they begin.
    pub fn withheld(&mut self, line: usize) {
        self.withheld.push(line);
    }

    /// Counts a finding.
    pub fn finding(&mut self, code: &'static Code) {
        self.findings.entry(code.id).or_insert((code, 0)).1 += 1;
    }

    /// Whether anything was found.
    #[must_use]
    pub fn has_findings(&self) -> bool {
        !self.findings.is_empty()
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.values().sum()
    }

    /// The table.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let mut out = String::new();
        let games = self.games();
        let _ = writeln!(out, "{}, {} half-moves", count(games, "game"), self.plies);
        for (verdict, count) in &self.games {
            let _ = writeln!(out, "  {count:>7}  {:<11} {}", verdict.as_str(), meaning(*verdict));
        }
        if !self.withheld.is_empty() {
            let lines: Vec<String> = self.withheld.iter().take(SHOWN).map(ToString::to_string).collect();
            let more = if self.withheld.len() > SHOWN { ", …" } else { "" };
            let _ = writeln!(
                out,
                "  {:>7}  {:<11} passages with moves that are no game, from lines {}{more}: --fragments puts them out",
                self.withheld.len(),
                "left out",
                lines.join(", ")
            );
        }
        let notations: Vec<String> = self
            .notations
            .iter()
            .filter(|(name, _)| !name.is_empty())
            .map(
                |(name, count)| {
                    if self.notations.len() == 1 { (*name).to_owned() } else { format!("{name} ({count})") }
                },
            )
            .collect();
        if !notations.is_empty() {
            let _ = writeln!(out, "  read as {}", notations.join(", "));
        }
        if !self.findings.is_empty() {
            let rows = self.findings.values().map(|(code, count)| (*code, code.severity, *count));
            out.push_str(&findings(rows, colour));
        }
        out
    }
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "every move read exactly",
        Verdict::Settled => "some move was ambiguous, resolved by later moves",
        Verdict::Repaired => "some misprint was repaired; each has a finding",
        Verdict::Decided => "a person decided",
        Verdict::Ambiguous => "several readings are possible; the first is written",
        Verdict::Illegal => "illegal moves kept as written",
        Verdict::Incomplete => "could not be read to the end",
    }
}
