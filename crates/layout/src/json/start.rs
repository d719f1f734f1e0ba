//! Positions beside the moves of an object: where the game starts, or where it has come to.
//!
//! The name of a position may say which of the two it is. If it does not, legality does: a game starts from the position from which more
//! of its moves can be played.

use shakmaty::fen::Fen;

use super::{Games, Object, items, plain_name};
use crate::{Draft, Start};

/// What the name of a position says.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Role {
    Start,
    End,
    Unsaid,
}

/// Parts of names of the position in which a game starts.
const STARTS: &[&str] =
    &["start", "initial", "init", "begin", "setup", "before", "anfang", "inicial", "départ"];
/// Parts of names of one that its moves lead to.
const ENDS: &[&str] = &["final", "end", "last", "current", "after", "result", "now"];

impl Role {
    fn of(name: &str) -> Role {
        let name = name.to_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        match (has(STARTS), has(ENDS)) {
            (true, _) => Role::Start,
            (false, true) => Role::End,
            (false, false) => Role::Unsaid,
        }
    }
}

impl Object<'_> {
    /// The position that a game starts from, if a name says so.
    pub(super) fn start(&self) -> Option<String> {
        let said = || self.positions().into_iter().find(|(role, _)| *role == Role::Start);
        let tagged = [["tags", "FEN"], ["headers", "FEN"]];
        let tagged = || tagged.iter().find_map(|path| self.string(path)).filter(|fen| is_position(fen));
        said().map(|(_, fen)| fen).or_else(tagged)
    }

    /// The positions of its fields, and those of objects whose names say what they are.
    fn positions(&self) -> Vec<(Role, String)> {
        let mut found = Vec::new();
        for (name, item) in items(self.text, self.value) {
            let Some(name) = name else { continue };
            let role = Role::of(&plain_name(name));
            let fen = match self.text.as_bytes().get(item.start) {
                Some(b'"') => self.string(&[name]),
                Some(b'{') if role == Role::Start || name.eq_ignore_ascii_case("position") => {
                    self.string(&[name, "fen"])
                }
                _ => None,
            };
            found.extend(fen.filter(|fen| is_position(fen)).map(|fen| (role, fen)));
        }
        found
    }
}

/// Whether a text is a position.
fn is_position(text: &str) -> bool {
    text.matches('/').count() >= 7 && text.trim().parse::<Fen>().is_ok()
}

impl<'a> Games<'a, '_> {
    /// Takes a position whose name does not say what it is for the start, if more of the moves can be played from it than from the usual
    /// one, or as many and those from the usual one do not lead to it.
    pub(super) fn settle_start(&self, draft: &mut Draft<'a>, object: &Object<'_>) {
        if draft.start != Start::Array || draft.mainline.cells.is_empty() {
            return;
        }
        for (role, fen) in object.positions() {
            let start = Start::Fen(fen, object.value);
            if role == Role::Unsaid && self.is_start(draft, &start) {
                draft.start = start;
                return;
            }
        }
    }

    fn is_start(&self, draft: &Draft<'a>, start: &Start) -> bool {
        let (Some((usual, reached)), Some((own, _))) =
            (self.held(draft, &Start::Array), self.held(draft, start))
        else {
            return true;
        };
        let said = self.sense.board(start).map(|board| board.positions()).unwrap_or_default();
        let is_array = || self.sense.board(&Start::Array).is_some_and(|board| board.positions() == said);
        let is_reached = || reached.iter().any(|position| said.contains(position));
        own >= usual && !is_array() && !(own == usual && own > 0 && is_reached())
    }

    /// How many of the moves can be played from a position, and where they lead; `None` if that is not known.
    fn held(&self, draft: &Draft<'a>, start: &Start) -> Option<(usize, Vec<u64>)> {
        let mut board = self.sense.board(start)?;
        let mut held = 0;
        for cell in &draft.mainline.cells {
            let Some(next) = board.after(&cell.text) else { break };
            (board, held) = (next, held + 1);
        }
        Some((held, board.positions()))
    }
}
