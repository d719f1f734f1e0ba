//! The summary at the end of a command: games by verdict, findings by code, next steps.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::left_out::LeftOut;
use super::table::{count, placed_findings};
use crate::finding::{Code, Severity};
use crate::game::Verdict;

/// Counts of games and findings.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: BTreeMap<Verdict, usize>,
    notations: BTreeMap<&'static str, usize>,
    findings: BTreeMap<&'static str, (&'static Code, usize)>,
    /// Where the notes are, by code.
    notes: BTreeMap<&'static str, LeftOut>,
    plies: usize,
    guessed: usize,
    /// Moves that were withheld.
    left_out: LeftOut,
}

impl Summary {
    /// Counts a game.
    pub fn game(&mut self, verdict: Verdict, notation: &'static str, plies: usize) {
        *self.games.entry(verdict).or_default() += 1;
        *self.notations.entry(notation).or_default() += 1;
        self.plies += plies;
    }

    /// Counts half-moves that are guessed.
    pub fn guessed(&mut self, plies: usize) {
        self.guessed += plies;
    }

    /// Counts withheld moves, by page or by the line on which they begin.
    pub fn left_out(&mut self, page: Option<String>, line: usize) {
        self.left_out.add(page, line);
    }

    /// Counts a finding, by page or by its line; by neither if it is on the whole record.
    pub fn finding(&mut self, code: &'static Code, place: Option<(Option<String>, usize)>) {
        self.findings.entry(code.id).or_insert((code, 0)).1 += 1;
        if let Some((page, line)) = place.filter(|_| code.severity == Severity::Note) {
            self.notes.entry(code.id).or_default().add(page, line);
        }
    }

    /// Whether there are findings.
    #[must_use]
    pub fn has_findings(&self) -> bool {
        !self.findings.is_empty()
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.values().sum()
    }

    /// The table.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let mut out = String::new();
        let games = self.games();
        let guessed = match self.guessed {
            0 => String::new(),
            guessed => format!(", {guessed} of them guessed"),
        };
        let _ = writeln!(out, "{}, {}{guessed}", count(games, "game"), count(self.plies, "half-move"));
        for (verdict, count) in &self.games {
            let _ = writeln!(out, "  {count:>7}  {:<11} {}", verdict.as_str(), meaning(*verdict));
        }
        if self.left_out.count() > 0 {
            let _ = writeln!(
                out,
                "  {:>7}  {:<11} passages with moves that are no game, on {}: --fragments puts them out",
                self.left_out.count(),
                "left out",
                self.left_out.places()
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
            let places = |code: &Code| self.notes.get(code.id).map_or(String::new(), LeftOut::places);
            let rows =
                self.findings.values().map(|(code, count)| (*code, code.severity, *count, places(code)));
            out.push_str(&placed_findings(rows, colour));
        }
        out
    }
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "every move read exactly",
        Verdict::Settled => "some move was ambiguous, resolved by later moves",
        Verdict::Repaired => "a misprint was repaired, or text was not read; each has a finding",
        Verdict::Decided => "a person decided",
        Verdict::Ambiguous => "several readings are possible; the first is written",
        Verdict::Illegal => "illegal moves kept as written",
        Verdict::Incomplete => "could not be read to the end",
    }
}
