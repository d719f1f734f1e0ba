//! What a command has done, at its end: games by reading, findings by code, what to do next.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::finding::{Code, Severity};
use crate::game::Verdict;

/// Counts of games and findings.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: BTreeMap<Verdict, usize>,
    notations: BTreeMap<&'static str, usize>,
    findings: BTreeMap<&'static str, (&'static Code, usize)>,
    plies: usize,
}

impl Summary {
    /// Counts a game.
    pub fn game(&mut self, verdict: Verdict, notation: &'static str, plies: usize) {
        *self.games.entry(verdict).or_default() += 1;
        *self.notations.entry(notation).or_default() += 1;
        self.plies += plies;
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
    pub fn text(&self) -> String {
        let mut out = String::new();
        let games = self.games();
        let _ = writeln!(out, "{games} game{}, {} half-moves", plural(games), self.plies);
        for (verdict, count) in &self.games {
            let _ = writeln!(out, "  {count:>7}  {:<11} {}", verdict.as_str(), meaning(*verdict));
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
            let total: usize = self.findings.values().map(|(_, count)| count).sum();
            let _ = writeln!(out, "{total} finding{}", plural(total));
            for (id, (code, count)) in &self.findings {
                let _ = writeln!(out, "  {count:>7}  {id} {:<8} {}", code.severity.to_string(), code.title);
            }
            let worst = self.findings.values().max_by_key(|(code, count)| (code.severity, *count));
            if let Some((code, _)) = worst.filter(|(code, _)| code.severity > Severity::Note) {
                let _ = writeln!(out, "What a code means: scorebook explain {}", code.id);
            }
        }
        out
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "every move read exactly, one way",
        Verdict::Settled => "some move fitted several; what follows left one",
        Verdict::Repaired => "some move had to be bent; each has a finding",
        Verdict::Decided => "a person decided",
        Verdict::Ambiguous => "several readings are possible; the first is written",
        Verdict::Illegal => "moves against the rules, as written",
        Verdict::Incomplete => "could not be read to the end",
    }
}
