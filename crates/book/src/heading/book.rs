//! The second pass: headings of a book complete each other.

use super::names::{canonical_names, surname};
use super::{Field, FieldPlace, Heading};

/// All headings of a book, in order.
#[derive(Clone, Debug, Default)]
pub struct BookHeadings {
    /// The headings.
    pub headings: Vec<Heading>,
}

fn initials_of(tag: &str) -> bool {
    !tag.is_empty() && tag.split_whitespace().all(|w| w.len() <= 3 && w.ends_with('.'))
}

impl BookHeadings {
    /// Completes headings that refer to others, and unifies the spelling of names.
    pub fn settle(&mut self) {
        self.expand_initials();
        self.same_players();
        self.spellings();
    }

    /// `(Mr. M.)` is the Morphy of `Mr. Morphy and Mr. Kipping` above, or of the last heading.
    fn expand_initials(&mut self) {
        let mut recent: Vec<String> = vec![];
        for h in &mut self.headings {
            let full: Vec<String> = h
                .others
                .iter()
                .flat_map(|(a, b, _)| [a.clone(), b.clone()])
                .filter(|t| !initials_of(t))
                .collect();
            for slot in [&mut h.white, &mut h.black] {
                let Some(f) = slot.as_mut().filter(|f| initials_of(&f.text)) else { continue };
                let letter = f.text.chars().next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
                let fits = |t: &&String| surname(t).starts_with(&letter);
                if let Some(name) = full.iter().find(fits).or_else(|| recent.iter().rev().find(fits)) {
                    *f =
                        Field { text: name.clone(), place: FieldPlace::Book, confidence: f.confidence * 0.8 };
                }
            }
            recent.extend(full);
            if recent.len() > 60 {
                recent.drain(..20);
            }
        }
    }

    /// `Between the same players.` repeats the pair before; the colours may be the other way round.
    fn same_players(&mut self) {
        for i in 1..self.headings.len() {
            let (a, b) = self.headings.split_at_mut(i);
            let (last, h) = (&a[i - 1], &mut b[0]);
            if h.same_players && h.white.is_none() && h.black.is_none() {
                let take = |f: &Option<Field>| {
                    f.as_ref().map(|f| Field {
                        place: FieldPlace::Book,
                        confidence: f.confidence * 0.5,
                        ..f.clone()
                    })
                };
                (h.white, h.black) = (take(&last.white), take(&last.black));
            }
        }
    }

    fn spellings(&mut self) {
        let all: Vec<String> = self
            .headings
            .iter()
            .flat_map(|h| [&h.white, &h.black])
            .filter_map(|f| Some(f.as_ref()?.text.clone()))
            .collect();
        let mut fixed = canonical_names(&all).into_iter();
        for h in &mut self.headings {
            for f in [&mut h.white, &mut h.black].into_iter().flatten() {
                if let Some(name) = fixed.next() {
                    f.text = name;
                }
            }
        }
    }
}
