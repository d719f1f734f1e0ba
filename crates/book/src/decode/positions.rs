//! The positions that a game's readings come through, each made once, and what the print may say there.

use rustc_hash::FxHashMap;
use scorebook_channel::aligner::TextAligner;
use scorebook_channel::channel::SCANS;
use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use shakmaty::{Chess, Move, Role, Square};
use smallvec::SmallVec;

use super::{Evidence, NONE};
use crate::algebraic::trace::Weighed;
use crate::board::{Memory, Node, Reached};
use crate::worn::{Traces, Worn};

/// A legal move that a token may say: its place in the list, the end of the text, and the cost.
pub(super) type Fit = (u16, u32, f32);

/// Dearer by more than the cheapest move that a token may say, in nats, none is looked at.
const FAR: f32 = 6.0;
/// Nor are more than so many.
pub(super) const MOST: usize = 10;

/// A position that was reached.
struct Place {
    reached: Reached,
    /// The position before it, and the move.
    before: (u32, Move),
    /// With its legal moves: its place in the list of nodes; `NONE` before they are listed.
    node: u32,
    /// Where the positions after its moves stand in the list of them; `NONE` before one is reached.
    next: u32,
}

/// What a token may say in a position.
struct Asked {
    /// Which of the list of fits.
    fits: (u32, u32),
    /// Those that cost more were not looked for.
    most: f32,
}

/// Positions from the initial one on; several searches for one game share them. Their legal moves are listed where they are
/// asked for.
pub(super) struct Positions {
    places: Vec<Place>,
    nodes: Vec<Node>,
    /// By position and legal move, the position after it; `NONE` before it is reached.
    after: Vec<u32>,
    /// Positions by their hash.
    known: FxHashMap<u64, u32>,
    /// By position and token.
    asked: FxHashMap<(u32, u32), Asked>,
    pub(super) fit_list: Vec<Fit>,
    /// Worn print as it is held against moves, by its first character.
    aligners: FxHashMap<u32, TextAligner>,
    vocabulary: Vocabulary,
    /// By position, its moves as the channel writes them.
    written: FxHashMap<u32, Vec<DescriptiveMove>>,
    /// The same in algebraic notation, by number.
    signs: FxHashMap<u32, Vec<u32>>,
    weighed: Weighed,
    memory: Memory,
    /// What the searches among these positions have cost.
    pub(super) work: Work,
    /// The most that they may cost.
    most: Work,
}

/// What searches have cost: the ways, texts and positions that were weighed. One is a few hundred nanoseconds. It depends on
/// the print alone, and on no machine.
pub type Work = u64;

/// The work of listing a position's legal moves, or of holding a text against them.
const LISTING: Work = 4;
/// The work of holding worn print against all moves of a position.
const WORN: Work = 40;

/// Worn print that says a move at a higher price, in nats, says nothing of it.
const DEAREST: f32 = 9.0;

impl Positions {
    /// For searches that may take what work they need.
    pub(super) fn new() -> Positions {
        Positions::within(Work::MAX)
    }

    /// For searches that may take so much work in all.
    pub(super) fn within(most: Work) -> Positions {
        let start = Chess::default();
        let first = Place {
            reached: Reached::start(&start),
            before: (
                NONE,
                Move::Normal {
                    role: Role::Pawn,
                    from: Square::A1,
                    capture: None,
                    to: Square::A1,
                    promotion: None,
                },
            ),
            node: 0,
            next: NONE,
        };
        Positions {
            places: vec![first],
            nodes: vec![Node::new(start)],
            after: Vec::new(),
            known: FxHashMap::default(),
            asked: FxHashMap::default(),
            fit_list: Vec::new(),
            aligners: FxHashMap::default(),
            vocabulary: Vocabulary::default(),
            written: FxHashMap::default(),
            signs: FxHashMap::default(),
            weighed: Weighed::default(),
            memory: Memory::default(),
            work: 0,
            most,
        }
    }

    /// Whether the work that is allowed is done.
    pub(super) fn is_spent(&self) -> bool {
        self.work > self.most
    }

    /// The hash of a position.
    pub(super) fn hash(&self, at: u32) -> u64 {
        self.places[at as usize].reached.hash
    }

    /// A position with its legal moves.
    pub(super) fn listed(&mut self, at: u32) -> &Node {
        let node = self.node_of(at);
        &self.nodes[node]
    }

    /// The place of a position with its legal moves.
    fn node_of(&mut self, at: u32) -> usize {
        let Place { node, before: (before, m), ref reached, .. } = self.places[at as usize];
        if node != NONE {
            return node as usize;
        }
        self.work += LISTING;
        // A move was made from it: its own are listed.
        let before = self.places[before as usize].node as usize;
        let listed = self.nodes[before].after(m, reached);
        self.nodes.push(listed);
        self.places[at as usize].node = self.nodes.len() as u32 - 1;
        self.nodes.len() - 1
    }

    /// Whether it is known how likely people are to play the moves of a position.
    pub(super) fn is_weighed(&self, at: u32) -> bool {
        self.nodes.get(self.places[at as usize].node as usize).is_some_and(Node::is_weighed)
    }

    /// What worn print costs as each legal move, sign by sign, as places in the list of them; nothing for those that it does
    /// not resemble.
    pub(super) fn alike(&mut self, node: u32, worn: &Worn, mut out: impl FnMut(u16, f32)) {
        let position = self.node_of(node);
        let position = &self.nodes[position];
        self.work += WORN;
        match &worn.traces {
            Traces::None => {}
            Traces::Words(text) => {
                let aligner =
                    self.aligners.entry(worn.start).or_insert_with(|| TextAligner::new(text, &SCANS));
                let written =
                    self.written.entry(node).or_insert_with(|| position.written(&mut self.vocabulary));
                for (legal, m) in (0..).zip(written.iter()) {
                    let cost = aligner.cost_of(m, &SCANS);
                    if cost < DEAREST {
                        out(legal, cost);
                    }
                }
            }
            Traces::Signs(trace) => {
                let weighed = &mut self.weighed;
                let written = self.signs.entry(node).or_insert_with(|| weighed.numbers(&position.legal));
                for (legal, number) in (0..).zip(written.iter()) {
                    if let Some(cost) = weighed.cost(worn.start, trace, *number, DEAREST) {
                        out(legal, cost);
                    }
                }
            }
        }
    }

    /// The position after a legal move.
    pub(super) fn child(&mut self, at: u32, legal: u16) -> u32 {
        let node = self.node_of(at);
        let node = &self.nodes[node];
        let place = &mut self.places[at as usize];
        if place.next == NONE {
            place.next = self.after.len() as u32;
            self.after.resize(self.after.len() + node.legal.len(), NONE);
        }
        let after = &mut self.after[place.next as usize + usize::from(legal)];
        if *after == NONE {
            let m = node.legal[usize::from(legal)].m;
            let reached = node.reached(&place.reached, m);
            let next = self.places.len() as u32;
            *after = *self.known.entry(reached.hash).or_insert(next);
            if *after == next {
                self.places.push(Place { reached, before: (at, m), node: NONE, next: NONE });
            }
        }
        *after
    }

    /// How surprising a legal move is.
    pub(super) fn surprise(&mut self, at: u32, legal: u16) -> f32 {
        let node = self.node_of(at);
        self.nodes[node].surprise(usize::from(legal), &mut self.memory)
    }

    /// The legal moves that a token may say, the cheapest first, as places in the list of all: at least all that do not cost
    /// more than `most`.
    pub(super) fn fitting(
        &mut self,
        evidence: &Evidence,
        at: u32,
        token: u32,
        most: f32,
    ) -> std::ops::Range<usize> {
        if let Some(asked) = self.asked.get(&(at, token)).filter(|asked| asked.most >= most) {
            return asked.fits.0 as usize..asked.fits.1 as usize;
        }
        self.work += LISTING;
        let node = self.node_of(at);
        let node = &self.nodes[node];
        let mut fits: SmallVec<[Fit; 16]> = SmallVec::new();
        // The cheapest comes first.
        for said in evidence.tokens.all[token as usize].said.iter().take_while(|said| said.cost <= most) {
            node.fits(&said.desc, |legal, more| {
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
        self.asked.insert((at, token), Asked { fits: (from as u32, self.fit_list.len() as u32), most });
        from..self.fit_list.len()
    }
}
