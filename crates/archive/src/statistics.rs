//! How large an archive is, and where.

use std::collections::BTreeMap;

use super::Archive;
use super::chunk::{Head, SectionId};
use super::column::{Cell, Column};

/// What an archive is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Bytes of the file by the sections they are in, heads and tables apart.
    pub sections: BTreeMap<&'static str, u64>,
    /// Half-moves of all mainlines.
    pub plies: u64,
}

impl<B: AsRef<[u8]>> Archive<B> {
    /// Sizes by section, and totals.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let file = self.bytes.as_ref();
        let mut statistics = Statistics::default();
        for group in &self.groups {
            for entry in &group.head.entries {
                *statistics.sections.entry(section_name(entry.id)).or_default() += u64::from(entry.stored);
            }
            for code in group.codes(file, Column::Plies).unwrap_or_default() {
                if let Cell::Number(plies) = Cell::from_code(*code) {
                    statistics.plies += u64::from(plies);
                }
            }
        }
        for place in &self.blocks {
            let Some(at) = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)) else { continue };
            for entry in Head::read(at).iter().flat_map(|head| &head.entries) {
                *statistics.sections.entry(section_name(entry.id)).or_default() += u64::from(entry.stored);
            }
        }
        let named: u64 = statistics.sections.values().sum();
        statistics.sections.insert("tables and index", (file.len() as u64).saturating_sub(named));
        statistics
    }
}

/// What to call a section.
fn section_name(id: u8) -> &'static str {
    const BY_ID: [(SectionId, &str); 14] = [
        (SectionId::Sizes, "sizes"),
        (SectionId::Kinds, "kinds"),
        (SectionId::Starts, "starting positions"),
        (SectionId::Notes, "notes"),
        (SectionId::Comments, "comments"),
        (SectionId::SideMoves, "variations"),
        (SectionId::Clocks, "clocks"),
        (SectionId::Evals, "evaluations"),
        (SectionId::GameClocks, "clocks"),
        (SectionId::GameEvals, "evaluations"),
        (SectionId::Tags, "other tags"),
        (SectionId::Texts, "games as text"),
        (SectionId::Spelling, "spelling"),
        (SectionId::Content, "hashes"),
    ];
    match id {
        128.. => "moves",
        64..96 => "header strings",
        32..64 => "header columns",
        _ => BY_ID.iter().find(|(section, _)| *section as u8 == id).map_or("unknown", |(_, name)| name),
    }
}
