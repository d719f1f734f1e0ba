//! The positions that a game's readings come through, each made once, and what the print may say there.

use rustc_hash::FxHashMap;
use scorebook_channel::aligner::TextAligner;
use scorebook_channel::channel::SCANS;
use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use shakmaty::Chess;
use smallvec::SmallVec;

use super::Evidence;
use crate::board::{Memory, Node};
use crate::worn::Worn;

/// A legal move that a token may say: its place in the list, the end of the text, and the cost.
pub(super) type Fit = (u16, u32, f32);

/// Dearer by more than the cheapest move that a token may say, in nats, none is looked at.
const FAR: f32 = 6.0;
/// Nor are more than so many.
const MOST: usize = 10;

/// Positions from the initial one on; several searches for one game share them.
pub(super) struct Positions {
    pub(super) nodes: Vec<Node>,
    children: FxHashMap<(u32, u16), u32>,
    /// Nodes by the hash of their positions.
    known: FxHashMap<u64, u32>,
    /// By node and token, which of the list of fits it may say.
    fits: FxHashMap<(u32, u32), (u32, u32)>,
    pub(super) fit_list: Vec<Fit>,
    /// Worn print as it is held against moves, by its first character.
    aligners: FxHashMap<u32, TextAligner>,
    vocabulary: Vocabulary,
    /// By node, its moves as the channel writes them.
    written: FxHashMap<u32, Vec<DescriptiveMove>>,
    memory: Memory,
}

/// Worn print that says a move at a higher price, in nats, says nothing of it.
const DEAREST: f32 = 9.0;

impl Positions {
    pub(super) fn new() -> Positions {
        Positions {
            nodes: vec![Node::new(Chess::default())],
            children: FxHashMap::default(),
            known: FxHashMap::default(),
            fits: FxHashMap::default(),
            fit_list: Vec::new(),
            aligners: FxHashMap::default(),
            vocabulary: Vocabulary::default(),
            written: FxHashMap::default(),
            memory: Memory::default(),
        }
    }

    /// What worn print costs as each legal move, sign by sign, as places in the list of them; nothing for those that it does
    /// not resemble.
    pub(super) fn alike(&mut self, node: u32, worn: &Worn, mut out: impl FnMut(u16, f32)) {
        if worn.text.is_empty() {
            return;
        }
        let aligner = self.aligners.entry(worn.start).or_insert_with(|| TextAligner::new(&worn.text, &SCANS));
        let position = &self.nodes[node as usize];
        let written = self.written.entry(node).or_insert_with(|| position.written(&mut self.vocabulary));
        for (legal, m) in (0..).zip(written.iter()) {
            let cost = aligner.cost_of(m, &SCANS);
            if cost < DEAREST {
                out(legal, cost);
            }
        }
    }

    /// The node after a legal move.
    pub(super) fn child(&mut self, node: u32, legal: u16) -> u32 {
        if let Some(&known) = self.children.get(&(node, legal)) {
            return known;
        }
        let next = self.nodes[node as usize].after(self.nodes[node as usize].legal[legal as usize].m);
        let at = *self.known.entry(next.hash).or_insert(self.nodes.len() as u32);
        if at as usize == self.nodes.len() {
            self.nodes.push(next.node());
        }
        self.children.insert((node, legal), at);
        at
    }

    /// The surprise of each legal move.
    pub(super) fn surprises(&mut self, node: u32) -> &[f32] {
        self.nodes[node as usize].surprises(&mut self.memory)
    }

    /// The legal moves that a token may say, the cheapest first, as places in the list of all.
    pub(super) fn fitting(&mut self, evidence: &Evidence, node: u32, token: u32) -> std::ops::Range<usize> {
        if let Some(&(from, to)) = self.fits.get(&(node, token)) {
            return from as usize..to as usize;
        }
        let mut fits: SmallVec<[Fit; 16]> = SmallVec::new();
        for said in &evidence.tokens.all[token as usize].said {
            self.nodes[node as usize].fits(&said.desc, |legal, more| {
                let cost = said.cost + more;
                match fits.iter_mut().find(|fit| fit.0 == legal as u16 && fit.1 == said.end) {
                    Some(fit) => fit.2 = fit.2.min(cost),
                    None => fits.push((legal as u16, said.end, cost)),
                }
            });
        }
        fits.sort_by(|a, b| a.2.total_cmp(&b.2));
        if let Some(least) = fits.first().map(|fit| fit.2) {
            fits.retain(|fit| fit.2 < least + FAR);
        }
        fits.truncate(MOST);
        let from = self.fit_list.len();
        self.fit_list.extend(fits);
        self.fits.insert((node, token), (from as u32, self.fit_list.len() as u32));
        from..self.fit_list.len()
    }
}
