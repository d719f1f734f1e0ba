//! Blocks of numbered pairs side by side: `1 P to K4   P to K4      25 P takes P   B to B5`.

use super::numbered_rows::{EntriesPerRow, census};
use super::pairs::cut;
use super::restart::last_restart;
use super::{Draft, Layout, MoveSense};
use crate::text::Source;

/// Two or more blocks of pairs side by side, read block by block.
#[derive(Debug)]
pub struct Blocks;

impl Layout for Blocks {
    fn name(&self) -> &'static str {
        "blocks"
    }

    fn title(&self) -> &'static str {
        "blocks of numbered pairs side by side"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let census = census(source, sense);
        if census.blocks < 2 {
            return 0.0;
        }
        // The longer block has rows below the end of the shorter, so half of the rows suffice.
        let rows = census.numbered + census.crowded;
        (2.0 * census.blocks as f32 / rows as f32).min(1.0) * 0.95
            - 0.3 * census.other as f32 / (rows + census.other) as f32
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        cut(source, sense, EntriesPerRow::Many)
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}
