//! Original offsets of the characters of a changed text.

use scorebook_core::text::Span;

/// A text derived from another, with the original range of each byte.
#[derive(Debug, Default)]
pub(super) struct Out {
    /// The output so far.
    pub text: String,
    /// For each byte of the output, the start and end of the text that it replaces.
    from: Vec<(usize, usize)>,
}

impl Out {
    /// Copies `raw[start..end]`.
    pub(super) fn copy(&mut self, raw: &str, start: usize, end: usize) {
        for (at, c) in raw[start..end].char_indices() {
            let place = (start + at, start + at + c.len_utf8());
            self.text.push(c);
            self.from.resize(self.text.len(), place);
        }
    }

    /// Writes `text` in place of the original `start..end`.
    pub(super) fn put(&mut self, text: &str, start: usize, end: usize) {
        self.text.push_str(text);
        self.from.resize(self.text.len(), (start, end));
    }

    /// Writes what `other` has of the same text.
    pub(super) fn append(&mut self, other: &Out) {
        self.text.push_str(&other.text);
        self.from.extend_from_slice(&other.from);
    }

    /// Removes the last character.
    pub(super) fn pop(&mut self) {
        self.text.pop();
        self.from.truncate(self.text.len());
    }

    /// Removes white space at the end.
    pub(super) fn trim(&mut self) {
        self.text.truncate(self.text.trim_end_matches([' ', '\t']).len());
        self.from.truncate(self.text.len());
    }

    /// The parts of the original that stand in this text, neighbours as one.
    pub(super) fn places(&self) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for &(start, end) in self.from.iter().filter(|(start, end)| start < end) {
            match places.last_mut() {
                Some(last) if last.0 <= start && start <= last.1 => last.1 = last.1.max(end),
                _ => places.push((start, end)),
            }
        }
        places
    }

    /// The offset in this text of the original offset `at`, or of the first one after it.
    pub(super) fn after(&self, at: usize) -> usize {
        self.from.partition_point(|&(start, _)| start < at)
    }

    /// The same text, with offsets in the input of the pass `before`.
    pub(super) fn over(mut self, before: &Out) -> Out {
        for place in &mut self.from {
            let first = before.from.get(place.0).map_or(0, |&(start, _)| start);
            let last = place.1.checked_sub(1).and_then(|last| before.from.get(last));
            *place = (first, last.map_or(first, |&(_, end)| end).max(first));
        }
        self
    }

    /// The offsets in compact form.
    pub(super) fn offsets(&self) -> Offsets {
        let mut pieces: Vec<Run> = Vec::new();
        let mut at = 0;
        for c in self.text.chars() {
            let (from, to) = self.from[at];
            let exact = to - from == c.len_utf8();
            match pieces.last_mut() {
                Some(last) if exact && last.exact && last.to == from => {
                    last.to = to;
                }
                _ => pieces.push(Run { at, from, to, exact }),
            }
            at += c.len_utf8();
        }
        Offsets { pieces, len: self.text.len() }
    }
}

/// The original offsets of the characters of a text.
#[derive(Debug)]
pub(crate) struct Offsets {
    pieces: Vec<Run>,
    len: usize,
}

/// A run of characters.
#[derive(Debug)]
struct Run {
    /// Its offset in the text.
    at: usize,
    /// Its original offset.
    from: usize,
    to: usize,
    /// Whether the characters are unchanged.
    exact: bool,
}

impl Offsets {
    /// Those of a text that consists of these parts of another, in order.
    pub(crate) fn of_parts(parts: &[Span]) -> Offsets {
        let mut len = 0;
        let mut pieces = Vec::with_capacity(parts.len());
        for part in parts {
            pieces.push(Run { at: len, from: part.start, to: part.end, exact: true });
            len += part.len();
        }
        Offsets { pieces, len }
    }

    /// The original start of the character at `at`.
    pub(crate) fn start(&self, at: usize) -> usize {
        if at >= self.len {
            return self.pieces.last().map_or(0, |last| last.to);
        }
        let Some(piece) = self.piece(at) else { return 0 };
        if piece.exact { (piece.from + at - piece.at).min(piece.to) } else { piece.from }
    }

    /// The original end of the character that ends at `at`.
    pub(crate) fn end(&self, at: usize) -> usize {
        let Some(last) = at.checked_sub(1) else { return self.start(at) };
        let Some(piece) = self.piece(last) else { return 0 };
        if piece.exact { (piece.from + at - piece.at).min(piece.to) } else { piece.to }
    }

    /// These offsets of `text` as those of an output.
    pub(super) fn out(&self, text: &str) -> Out {
        let from = (0..text.len()).map(|at| (self.start(at), self.end(at + 1))).collect();
        Out { text: text.to_owned(), from }
    }

    /// The first offset in the text whose character originally began at `from` or later.
    pub(crate) fn find(&self, from: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.to <= from);
        match self.pieces.get(behind) {
            Some(piece) if piece.exact => piece.at + from.saturating_sub(piece.from),
            Some(piece) => piece.at,
            None => self.len,
        }
    }

    fn piece(&self, at: usize) -> Option<&Run> {
        let behind = self.pieces.partition_point(|piece| piece.at <= at);
        self.pieces.get(behind.checked_sub(1)?)
    }
}
