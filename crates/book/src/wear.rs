//! How worn a print is: in print that is clean everywhere a misread sign is a rarity, and its price rises.
//!
//! The prices of misread signs are those of worn print, where one cell in seven holds one. Where fewer do, each costs the
//! logarithm of the ratio more: a clean book has no second reading of `R-Q1` as `K-Q1`. The same holds among the cells of
//! one print, where the program that read it says how sure it is of its words: how often cells of about that confidence
//! are misread is counted in the print itself, since each program has its own scale.

use crate::print::Print;
use crate::rows::Rows;
use crate::token::Tokens;

/// The share of cells with a misread sign that the prices assume.
const USUAL: f32 = 0.15;
/// Cells that are needed to think otherwise.
const CELLS: f32 = 14.0;
/// A cell that costs less, in nats, is as some printers print it.
const PRINTED: f32 = 0.6;
/// A cell that costs more has a misread sign.
const MISREAD: f32 = 1.0;
/// The most that a misread sign costs above its price, in nats.
const MOST: f32 = 3.0;

/// Cells of about the same confidence that are counted together, at the least, and how many such classes there are at the
/// most.
const CLASS: usize = 30;
/// See `CLASS`.
const CLASSES: usize = 8;
/// Where a larger share is misread, the print is not understood yet: what its cells cost says nothing of its wear.
const RARE: f32 = 0.5;
/// No less is left of the price of a misread cell, in nats: it bears a finding.
const NOTED: f32 = 1.3;

/// What is known of the wear of a print.
#[derive(Clone, Debug, Default)]
pub struct Wear {
    /// What a misread sign costs above its price, in nats.
    pub surcharge: f32,
    /// By class: the confidence up to which it goes, and what its cells cost more than others of the print where they are
    /// read as they stand, and where they are misread.
    classes: Vec<(u8, f32, f32)>,
}

impl Wear {
    /// Counts the misread cells of a print.
    #[must_use]
    pub fn of(print: &Print, tokens: &Tokens, rows: &Rows) -> Wear {
        let mut cells: Vec<(Option<u8>, bool)> = Vec::new();
        for &(start, end, strength) in &tokens.cut {
            if strength > 1.0 && rows.chance(print, start) > 0.5 {
                cells.push((print.sureness(start..end), cost(tokens, start, end) > PRINTED));
            }
        }
        cells.extend(rows.worn.iter().map(|cell| (print.sureness(cell.start..cell.end), true)));
        let misread = cells.iter().filter(|cell| cell.1).count();
        let share = (misread as f32 + USUAL * CELLS) / (cells.len() as f32 + CELLS);
        let surcharge = (USUAL / share).ln().clamp(0.0, MOST);
        let told = cells.into_iter().filter_map(|(sure, misread)| Some((sure?, misread)));
        Wear { surcharge, classes: classes(told.collect(), share.min(0.9)) }
    }

    /// What a cell costs more than others of the print by how sure the program is that read it: where it is read as it
    /// stands, and where it is misread.
    #[must_use]
    pub fn beside(&self, sure: Option<u8>) -> (f32, f32) {
        let class = |sure: u8| self.classes.iter().find(|class| sure <= class.0);
        sure.and_then(class).map_or((0.0, 0.0), |class| (class.1, class.2))
    }

    /// Puts what the wear of the print says on the readings of tokens and on worn cells.
    pub fn charge(&self, print: &Print, tokens: &mut Tokens, rows: &mut Rows) {
        for token in &mut tokens.all {
            for said in &mut token.said {
                let misread = ((said.cost - PRINTED) / (MISREAD - PRINTED)).clamp(0.0, 1.0);
                said.cost += self.surcharge * misread;
                if !self.classes.is_empty() {
                    let (clean, worn) = self.beside(print.sureness(token.start..said.end));
                    let least = said.cost.min(NOTED * misread);
                    said.cost = (said.cost + misread * worn + (1.0 - misread) * clean).max(least);
                }
            }
            if !self.classes.is_empty() {
                token.said.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            }
        }
        for cell in &mut rows.worn {
            cell.beside = self.beside(print.sureness(cell.start..cell.end)).1;
        }
    }
}

/// Classes of cells by confidence, of which the share is misread on the whole.
fn classes(mut cells: Vec<(u8, bool)>, share: f32) -> Vec<(u8, f32, f32)> {
    cells.sort_unstable();
    let many = (cells.len() / CLASS).min(CLASSES);
    if many < 2 || share > RARE {
        return Vec::new();
    }
    // The confidence up to which each goes, its cells, and its misread ones.
    let mut counted: Vec<(u8, usize, usize)> = Vec::new();
    let mut rest = cells.as_slice();
    while !rest.is_empty() {
        // What has the same confidence is in the same class.
        let last = rest[(cells.len() / many).min(rest.len()) - 1].0;
        let (class, more) = rest.split_at(rest.partition_point(|cell| cell.0 <= last));
        counted.push((last, class.len(), class.iter().filter(|cell| cell.1).count()));
        rest = more;
        // Surer cells are misread less: where they are not, it is chance, and both are one class.
        while let [.., unsure, sure] = counted.as_slice()
            && sure.2 * unsure.1 >= unsure.2 * sure.1
        {
            let both = (sure.0, unsure.1 + sure.1, unsure.2 + sure.2);
            counted.truncate(counted.len() - 2);
            counted.push(both);
        }
    }
    if let Some(last) = counted.last_mut() {
        last.0 = u8::MAX;
    }
    let priced = counted.into_iter().map(|(last, all, misread)| {
        let own = (misread as f32 + share * CELLS) / (all as f32 + CELLS);
        (last, ((1.0 - share) / (1.0 - own)).ln(), (share / own).ln())
    });
    priced.collect()
}

/// What the text of a move costs.
fn cost(tokens: &Tokens, start: u32, end: u32) -> f32 {
    let said = tokens.all[tokens.within(start, start + 1)].iter().flat_map(|token| &token.said);
    said.filter(|said| said.end == end).map(|said| said.cost).fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use super::{Wear, classes};

    #[test]
    fn a_sure_cell_is_dearer_to_misread_than_an_unsure_one() {
        // Of the cells at 40 a third is misread, of those at 95 one in a hundred, as of those at 90.
        let cells = |sure, all, misread| (0..all).map(move |at| (sure, at < misread));
        let all: Vec<(u8, bool)> =
            cells(40, 60, 20).chain(cells(90, 100, 1)).chain(cells(95, 100, 1)).collect();
        let wear = Wear { surcharge: 0.0, classes: classes(all, 0.085) };
        assert_eq!(wear.classes.len(), 2);
        let (clean, misread) = wear.beside(Some(30));
        assert!(clean > 0.2 && misread < -1.0, "{clean} {misread}");
        let (clean, misread) = wear.beside(Some(96));
        assert!(clean < 0.0 && misread > 1.0, "{clean} {misread}");
        assert_eq!(wear.beside(Some(90)), wear.beside(Some(99)));
        assert_eq!(wear.beside(None), (0.0, 0.0));
    }

    #[test]
    fn confidences_that_tell_nothing_change_nothing() {
        let all: Vec<(u8, bool)> = (0..200).map(|at| (90 + (at % 7) as u8, at % 20 == 0)).collect();
        let worth: Vec<f32> = classes(all, 0.05).iter().map(|class| class.2.abs()).collect();
        assert!(worth.iter().all(|worth| *worth < 0.6), "{worth:?}");
        assert_eq!(classes(vec![(90, false); 10], 0.05), []);
    }
}
