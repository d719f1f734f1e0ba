//! From a rules file to [`Rules`]: inheritance, pieces first, then the other keys.

use std::collections::HashMap;

use crate::betza;
use crate::builtin;
use crate::ini::{self, Entry, RulesError, Section};
use crate::kinds::{PieceKind, PieceType};
use crate::rules::Rules;
use crate::{Position, geometry::Side};

/// The variants of one rules file.
#[derive(Clone, Default, Debug)]
pub struct RulesFile {
    /// The variants that could be read whole, in the order of the file.
    pub variants: Vec<Rules>,
    /// The variants that could not, each with the reason: no game can be checked by them.
    pub refused: Vec<Rules>,
    /// Errors. A variant with an error is not among the variants.
    pub errors: Vec<RulesError>,
    /// Warnings: duplicate keys, built-in names defined again.
    pub notes: Vec<RulesError>,
}

impl RulesFile {
    /// The variants, those that were refused last, with static lifetime: a program reads its rules files once, and the positions that borrow them go
    /// anywhere. The memory is never freed.
    #[must_use]
    pub fn keep(mut self) -> &'static [Rules] {
        self.variants.append(&mut self.refused);
        Vec::leak(self.variants)
    }

    /// The variant of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Rules> {
        self.variants.iter().find(|rules| rules.name == name)
    }
}

impl Rules {
    /// Reads a rules file. What cannot be read is refused by line and key; the other variants stay usable.
    #[must_use]
    pub fn load(text: &str) -> RulesFile {
        load_with(text, &|name| Rules::named(name).cloned(), &|name| builtin::is_named(name))
    }

    /// A built-in variant.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Rules> {
        builtin::named(name)
    }
}

/// Reads a rules file with the variants that it may inherit from.
pub(crate) fn load_with(
    text: &str,
    known: &dyn Fn(&str) -> Option<Rules>,
    is_known: &dyn Fn(&str) -> bool,
) -> RulesFile {
    let (sections, errors) = ini::sections(text);
    let mut file = RulesFile { errors, ..RulesFile::default() };
    let mut index: HashMap<&str, usize> = HashMap::new();
    let mut broken: Vec<&str> = Vec::new();
    for section in &sections {
        let error = |key: &str, line, reason: String| RulesError {
            line,
            variant: section.name.into(),
            key: key.into(),
            reason,
        };
        if index.contains_key(section.name) || broken.contains(&section.name) {
            file.errors.push(error("", section.line, "this name has been given to a variant above".into()));
            continue;
        }
        if is_known(section.name) {
            file.notes.push(error(
                "",
                section.line,
                "a built-in variant has this name; the file's rules apply".into(),
            ));
        }
        let start = match section.parent {
            None => Ok(Rules::default()),
            Some(parent) if broken.contains(&parent) => {
                Err(format!("inherits from {parent}, which has errors"))
            }
            Some(parent) => match index.get(parent) {
                Some(&at) => Ok(file.variants[at].clone()),
                None => known(parent).ok_or_else(|| format!("inherits from {parent}, which is not known")),
            },
        };
        let mut rules = match start {
            Ok(rules) => rules,
            Err(reason) => {
                let error = error("", section.line, reason);
                let why = Some(error.to_string());
                file.refused.push(Rules { name: section.name.into(), refused: why, ..Rules::default() });
                file.errors.push(error);
                broken.push(section.name);
                continue;
            }
        };
        rules.name = section.name.into();
        let before = file.errors.len();
        apply(&mut rules, section, &mut file.errors, &mut file.notes);
        if file.errors.len() == before
            && let Err(reason) = Position::from_fen(&rules, &rules.start_fen)
        {
            let at = section.entries.iter().rev().find(|entry| entry.key == "startFen");
            let line = at.map_or(section.line, |entry| entry.line);
            file.errors.push(error("startFen", line, reason.to_string()));
        }
        match file.errors.len() == before {
            true => {
                index.insert(section.name, file.variants.len());
                file.variants.push(rules);
            }
            false => {
                let why: Vec<String> = file.errors[before..].iter().map(ToString::to_string).collect();
                rules.refused = Some(why.join("; "));
                file.refused.push(rules);
                broken.push(section.name);
            }
        }
    }
    file
}

/// Applies one section to the rules it inherits.
fn apply(rules: &mut Rules, section: &Section, errors: &mut Vec<RulesError>, notes: &mut Vec<RulesError>) {
    let at = |entry: &Entry, reason: String| RulesError {
        line: entry.line,
        variant: section.name.into(),
        key: entry.key.into(),
        reason,
    };
    // The last of several lines of one key counts, as users are used to.
    let mut entries: Vec<&Entry> = Vec::new();
    for entry in &section.entries {
        if let Some(earlier) = entries.iter_mut().find(|earlier| earlier.key == entry.key) {
            notes.push(at(
                entry,
                format!("this key stands on line {} too; the later line counts", earlier.line),
            ));
            *earlier = entry;
        } else {
            entries.push(entry);
        }
    }
    let (pieces, keys): (Vec<&Entry>, Vec<&Entry>) =
        entries.into_iter().partition(|entry| PieceKind::named(entry.key).is_some());
    let mut given = Vec::new();
    for entry in pieces {
        let Some(kind) = PieceKind::named(entry.key) else { continue };
        match piece(kind, entry.value) {
            Err(reason) => errors.push(at(entry, reason)),
            Ok(None) => rules.pieces[kind.0 as usize] = None,
            Ok(Some(mut piece)) => {
                if let Some((_, line)) = given.iter().find(|(letter, _)| *letter == piece.letter) {
                    let letter = piece.letter as char;
                    errors.push(at(entry, format!("the letter “{letter}” has been given on line {line}")));
                }
                given.push((piece.letter, entry.line));
                // A letter belongs to one kind: an inherited kind with it goes.
                for other in rules
                    .pieces
                    .iter_mut()
                    .filter(|other| other.as_ref().is_some_and(|other| other.letter == piece.letter))
                {
                    *other = None;
                }
                if let Some(old) = &rules.pieces[kind.0 as usize] {
                    piece.mobility = old.mobility;
                    piece.promoted = old.promoted;
                    piece.limit = old.limit;
                    piece.name.clone_from(&old.name);
                }
                rules.pieces[kind.0 as usize] = Some(piece);
            }
        }
    }
    for kind in section.entries.iter().filter_map(|entry| PieceKind::named(entry.key)) {
        let text = rules.piece(kind).is_some_and(|piece| piece.movements.iter().any(|m| m.en_passant));
        if kind.is_custom() && text {
            Side::BOTH.iter().for_each(|&side| rules.ep_kinds[side as usize].insert(kind));
        }
    }
    for entry in keys {
        if let Err(reason) = rules.set(entry.key, entry.value) {
            errors.push(at(entry, reason));
        }
    }
}

/// A piece's value: `p`, `p:mfWcfF`, or `-` for none. A second letter is a synonym.
fn piece(kind: PieceKind, value: &str) -> Result<Option<PieceType>, String> {
    if value == "-" {
        return Ok(None);
    }
    let (letters, movements) = match value.split_once(':') {
        Some((letters, betza)) => (letters.trim(), Some(betza.trim())),
        None => (value, None),
    };
    let (letter, synonym) = match letters.as_bytes() {
        [letter] => (*letter, None),
        [letter, synonym] => (*letter, Some(*synonym)),
        _ => return Err(format!("“{letters}” is not a letter")),
    };
    if !letters.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Err(format!("“{letters}” is not a letter"));
    }
    let movements = match movements {
        None if kind.is_custom() => return Err("a custom piece needs its movements: p:mfWcfF".into()),
        None => kind.movements(),
        Some(_) if !kind.is_custom() && kind != PieceKind::KING => {
            return Err("only custom pieces and the king take movements".into());
        }
        Some(text) => betza::parse(text)
            .map_err(|error| format!("movements “{text}”, character {}: {}", error.at, error.reason))?,
    };
    Ok(Some(PieceType {
        letter: letter.to_ascii_lowercase(),
        synonym: synonym.map(|letter| letter.to_ascii_lowercase()),
        name: None,
        movements,
        mobility: [None; 2],
        promoted: None,
        limit: 0,
    }))
}
