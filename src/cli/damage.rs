//! Reports damage in an archive: one line per hole, however many games are in it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::Status;
use super::sbk::{head, line};
use crate::archive::Damage;
use crate::finding::{Code, code};
use crate::render::path_name;

/// Most lines with the same message for different places; the rest is only counted.
const MOST_ALIKE: usize = 50;

/// The finding code of a damage.
pub(super) fn code_of(damage: &Damage) -> &'static Code {
    match (damage.healed, damage.foreign, damage.games.is_empty()) {
        (true, ..) => &code::K201,
        (_, true, _) => &code::K204,
        (false, _, true) => &code::K202,
        (false, _, false) => &code::K203,
    }
}

/// Consecutive games that cannot be read.
struct Hole {
    end: u64,
    /// The first damage found.
    first: Damage,
    /// Whether there is damage at other places too.
    more: bool,
}

/// Counts damage and reports each kind once per place.
pub(super) struct Reporter<'a> {
    name: &'a Path,
    quiet: bool,
    /// For each message, its code and the places.
    told: BTreeMap<String, (&'static Code, Vec<u64>)>,
    /// The holes by their first game.
    holes: BTreeMap<u64, Hole>,
    found: bool,
}

impl<'a> Reporter<'a> {
    pub fn new(name: &'a Path, quiet: bool) -> Reporter<'a> {
        Reporter { name, quiet, told: BTreeMap::new(), holes: BTreeMap::new(), found: false }
    }

    pub fn tell(&mut self, damage: &Damage) {
        self.found = true;
        if !damage.healed && !damage.games.is_empty() {
            return self.lose(damage);
        }
        let code = code_of(damage);
        let (_, places) = self.told.entry(damage.what.clone()).or_insert((code, Vec::new()));
        if places.contains(&damage.offset) {
            return;
        }
        places.push(damage.offset);
        if places.len() <= MOST_ALIKE {
            self.line(code, &damage.to_string());
        }
    }

    pub fn tell_all<'d>(&mut self, damage: impl IntoIterator<Item = &'d Damage>) {
        damage.into_iter().for_each(|damage| self.tell(damage));
    }

    /// Adds lost games to the adjacent hole.
    fn lose(&mut self, damage: &Damage) {
        let Range { mut start, mut end } = damage.games;
        let mut hole = Hole { end, first: damage.clone(), more: false };
        while let Some((&other, _)) =
            self.holes.range(..=end).next_back().filter(|(_, hole)| hole.end >= start)
        {
            let Some(found) = self.holes.remove(&other) else { break };
            let elsewhere = found.first.offset != hole.first.offset;
            hole = Hole {
                end: end.max(found.end),
                more: found.more || hole.more || elsewhere,
                first: found.first,
            };
            (start, end) = (start.min(other), hole.end);
        }
        self.holes.insert(start, hole);
    }

    /// Number of games that cannot be read.
    pub fn lost_games(&self) -> u64 {
        self.holes.iter().map(|(start, hole)| hole.end - start).sum()
    }

    fn line(&self, code: &Code, text: &str) {
        if !self.quiet {
            line(&format!("{}: {}: {text}", path_name(self.name), head(code)));
        }
    }

    /// Reports what has not been reported yet.
    pub fn finish(&mut self) -> Status {
        for (what, (code, places)) in &self.told {
            if places.len() > MOST_ALIKE {
                self.line(code, &format!("{what}, at {} more places", places.len() - MOST_ALIKE));
            }
        }
        for (&start, hole) in &self.holes {
            let mut whole = Damage { games: start..hole.end, ..hole.first.clone() };
            if hole.more {
                whole.what.push_str(", with more damage behind it,");
            }
            let code = code_of(&whole);
            self.line(code, &whole.to_string());
        }
        self.told.clear();
        self.holes.clear();
        if self.found { Status::Findings } else { Status::Clean }
    }
}
