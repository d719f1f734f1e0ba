//! The rows of all corrections files, by input.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::Correction;

/// Corrections by input.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    by_input: BTreeMap<String, Vec<Correction>>,
    strangers: Vec<Correction>,
}

impl Decisions {
    /// Assigns each row to the input with the same path, or else to the one with the longest common path
    /// suffix, so that a record may be moved together with its corrections.
    #[must_use]
    pub fn new(rows: Vec<Correction>, inputs: &[String]) -> Decisions {
        let mut decisions = Decisions::default();
        let mut known: BTreeMap<String, Option<&String>> = BTreeMap::new();
        for row in rows {
            let file = row.anchor.file.clone();
            match known.entry(file).or_insert_with_key(|file| input_of(file, inputs)) {
                Some(input) => decisions.by_input.entry((*input).clone()).or_default().push(row),
                None => decisions.strangers.push(row),
            }
        }
        decisions
    }

    /// The rows of an input.
    #[must_use]
    pub fn of(&self, input: &str) -> &[Correction] {
        self.by_input.get(input).map_or(&[], Vec::as_slice)
    }

    /// The rows that match no input.
    #[must_use]
    pub fn strangers(&self) -> &[Correction] {
        &self.strangers
    }
}

fn input_of<'i>(file: &str, inputs: &'i [String]) -> Option<&'i String> {
    if let Some(same) = inputs.iter().find(|input| *input == file) {
        return Some(same);
    }
    let common = |input: &&String| {
        let (ours, theirs) = (parts(file), parts(input));
        ours.iter().rev().zip(theirs.iter().rev()).take_while(|(a, b)| a == b).count()
    };
    let most = inputs.iter().map(|input| common(&input)).max().filter(|&most| most > 0)?;
    let mut best = inputs.iter().filter(|input| common(input) == most);
    // Two inputs match equally well, so the row is ambiguous.
    best.next().filter(|_| best.next().is_none())
}

fn parts(path: &str) -> Vec<String> {
    // Corrections made on Windows have backslashes.
    let path = path.replace('\\', "/");
    Path::new(&path)
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corrections::{Anchor, CorrectionKind};

    #[test]
    fn rows_go_to_the_input_they_name() {
        let row = |file: &str| Correction {
            anchor: Anchor { file: file.into(), line: 1, text: "x".into(), hash: String::new() },
            kind: CorrectionKind::Junk,
            value: String::new(),
            note: String::new(),
            row: 2,
        };
        let inputs = ["a/game.txt", "b/game.txt", "book.txt"].map(str::to_owned);
        let rows = ["b/game.txt", "/home/me/book.txt", "c/game.txt", "C:\\old\\a\\game.txt", "other.txt"];
        let decisions = Decisions::new(rows.map(row).to_vec(), &inputs);
        let names = |rows: &[Correction]| rows.iter().map(|r| r.anchor.file.clone()).collect::<Vec<_>>();
        assert_eq!(names(decisions.of("b/game.txt")), ["b/game.txt"]);
        assert_eq!(names(decisions.of("a/game.txt")), ["C:\\old\\a\\game.txt"]);
        assert_eq!(names(decisions.of("book.txt")), ["/home/me/book.txt"]);
        assert_eq!(names(decisions.strangers()), ["c/game.txt", "other.txt"]);
    }
}
