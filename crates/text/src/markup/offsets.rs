//! Where the characters of a changed text stood.

/// A text that is written from another, byte by byte with the place it comes from.
#[derive(Debug, Default)]
pub(super) struct Out {
    /// What has been written.
    pub text: String,
    /// For each byte of the text the first byte it stands for, and the one after the last.
    from: Vec<(usize, usize)>,
}

impl Out {
    /// Takes over `raw[start..end]` as it stands.
    pub(super) fn copy(&mut self, raw: &str, start: usize, end: usize) {
        for (at, c) in raw[start..end].char_indices() {
            let place = (start + at, start + at + c.len_utf8());
            self.text.push(c);
            self.from.resize(self.text.len(), place);
        }
    }

    /// Writes `text` for what stands from `start` to `end`.
    pub(super) fn put(&mut self, text: &str, start: usize, end: usize) {
        self.text.push_str(text);
        self.from.resize(self.text.len(), (start, end));
    }

    /// Takes the last character back.
    pub(super) fn pop(&mut self) {
        self.text.pop();
        self.from.truncate(self.text.len());
    }

    /// Takes blanks off the end.
    pub(super) fn trim(&mut self) {
        self.text.truncate(self.text.trim_end_matches([' ', '\t']).len());
        self.from.truncate(self.text.len());
    }

    /// The place in this text of what stands at `at`, or first after it, in the text it was written from.
    pub(super) fn after(&self, at: usize) -> usize {
        self.from.partition_point(|&(start, _)| start < at)
    }

    /// The same text, with the places in what `before` was written from.
    pub(super) fn over(mut self, before: &Out) -> Out {
        for place in &mut self.from {
            let first = before.from.get(place.0).map_or(0, |&(start, _)| start);
            let last = place.1.checked_sub(1).and_then(|last| before.from.get(last));
            *place = (first, last.map_or(first, |&(_, end)| end).max(first));
        }
        self
    }

    /// The places, for keeping.
    pub(super) fn offsets(&self) -> Offsets {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        for c in self.text.chars() {
            let (from, to) = self.from[at];
            let exact = to - from == c.len_utf8();
            match pieces.last_mut() {
                Some(last) if exact && last.exact && last.to == from => {
                    last.to = to;
                }
                _ => pieces.push(Piece { at, from, to, exact }),
            }
            at += c.len_utf8();
        }
        Offsets { pieces, len: self.text.len() }
    }
}

/// Where the characters of a text stood in the text that it was made from.
#[derive(Debug)]
pub(crate) struct Offsets {
    pieces: Vec<Piece>,
    len: usize,
}

/// A run of characters.
#[derive(Debug)]
struct Piece {
    /// Where it begins in the text.
    at: usize,
    /// Where it stood.
    from: usize,
    to: usize,
    /// Whether its characters are those that stood there.
    exact: bool,
}

impl Offsets {
    /// Where the character that begins at `at` began.
    pub(crate) fn start(&self, at: usize) -> usize {
        if at >= self.len {
            return self.pieces.last().map_or(0, |last| last.to);
        }
        let Some(piece) = self.piece(at) else { return 0 };
        if piece.exact { (piece.from + at - piece.at).min(piece.to) } else { piece.from }
    }

    /// Where the character that ends before `at` ended.
    pub(crate) fn end(&self, at: usize) -> usize {
        let Some(last) = at.checked_sub(1) else { return self.start(at) };
        let Some(piece) = self.piece(last) else { return 0 };
        if piece.exact { (piece.from + at - piece.at).min(piece.to) } else { piece.to }
    }

    /// The first place in the text whose character began at `from` or after it.
    pub(crate) fn find(&self, from: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.to <= from);
        match self.pieces.get(behind) {
            Some(piece) if piece.exact => piece.at + from.saturating_sub(piece.from),
            Some(piece) => piece.at,
            None => self.len,
        }
    }

    fn piece(&self, at: usize) -> Option<&Piece> {
        let behind = self.pieces.partition_point(|piece| piece.at <= at);
        self.pieces.get(behind.checked_sub(1)?)
    }
}
