//! Moves as the package `chess` sets them: `\move e2e4 c7c5` for one of each side, `\ply c4b3` for a single one, remarks between them;
//! and the positions that it sets up: `\White(Kh1,a2)`.

use super::Out;

/// Fewest half-moves.
const FEWEST: usize = 4;
/// Most bytes of a paragraph.
const PARAGRAPH: usize = 4096;

/// A command that plays moves.
struct Played {
    start: usize,
    end: usize,
    moves: Vec<(usize, usize)>,
    /// Where the remark behind it ends: at the next one of the same game, or at the end of its paragraph.
    told: Option<usize>,
    /// Whether it begins a game.
    begins: bool,
}

/// All commands that play moves, and how far they were set.
#[derive(Default)]
pub(super) struct Plies {
    all: Vec<Played>,
    next: usize,
    number: usize,
    is_black: bool,
    /// Where the remark that is read ends.
    until: Option<usize>,
}

/// The commands of a text that play moves.
pub(super) fn of(raw: &str) -> Plies {
    let mut all: Vec<Played> = Vec::new();
    for (start, command) in raw.match_indices("\\move").chain(raw.match_indices("\\ply")) {
        all.extend(played(raw, start, command));
    }
    all.sort_unstable_by_key(|played| played.start);
    if all.iter().map(|played| played.moves.len()).sum::<usize>() < FEWEST {
        return Plies::default();
    }
    let is_said = |line: &str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['\\', '%', '$'])
    };
    for at in 0..all.len() {
        let before = if at == 0 { 0 } else { all[at - 1].end };
        let gap = &raw[before..all[at].start];
        let breaks = ["\\newgame", "\\begin{position}", "\\begin{document}", "\\end{document}"];
        all[at].begins = at == 0 || breaks.iter().any(|sign| gap.contains(sign));
        if at > 0 && !all[at].begins {
            let until = all[at].start;
            all[at - 1].told = gap.lines().any(is_said).then_some(until);
        } else if at > 0 {
            all[at - 1].told = last_remark(raw, all[at - 1].end, is_said);
        }
    }
    if let Some(last) = all.last_mut() {
        last.told = last_remark(raw, last.end, is_said);
    }
    Plies { all, number: 1, ..Plies::default() }
}

fn played(raw: &str, start: usize, command: &str) -> Option<Played> {
    let behind = start + command.len();
    if !raw[behind..].starts_with([' ', '\t', '\n', '\r', '{']) {
        return None;
    }
    let most = if command == "\\move" { 2 } else { 1 };
    let mut moves = Vec::new();
    let mut end = behind;
    while moves.len() < most {
        let at = raw.len() - raw[end..].trim_start().len();
        let word = &raw[at..][..raw[at..].find(char::is_whitespace).unwrap_or(raw.len() - at)];
        let squares = word.trim_end_matches(['!', '?', '+', '#']);
        let is_move = matches!(
            squares.as_bytes(),
            [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']
                | [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', _]
        );
        if !is_move {
            break;
        }
        moves.push((at, at + word.len()));
        end = at + word.len();
    }
    (!moves.is_empty()).then_some(Played { start, end, moves, told: None, begins: false })
}

/// Where the paragraph behind the last move of a game ends, if it says something, and not how the game ended.
fn last_remark(raw: &str, from: usize, is_said: impl Fn(&str) -> bool) -> Option<usize> {
    let line = raw[from..].find('\n').map_or(raw.len(), |end| from + end + 1);
    let rest = &raw[line..raw.floor_char_boundary(line + PARAGRAPH)];
    let ends = ["\n\n", "\n\\", "\n$$"].iter().filter_map(|sign| rest.find(sign)).min();
    let until = line + ends.map_or(rest.len(), |end| end + 1);
    let told = &raw[from..until];
    let begins = !rest.starts_with(['\\', '$', '\n', '\r']);
    let has_result = told.split_whitespace().any(super::is_result);
    (begins && !has_result && told.lines().any(is_said)).then_some(until)
}

impl Plies {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether the place that is read is a remark between two moves.
    pub(super) fn is_inside(&self) -> bool {
        self.until.is_some()
    }

    /// Ends the remark that is read, where it ends before a place and no move stands behind it.
    pub(super) fn end_remark(&mut self, at: usize, out: &mut Out) {
        let Some(until) = self.until.filter(|until| at >= *until) else { return };
        if self.all.binary_search_by_key(&until, |played| played.start).is_err() {
            out.put("}\n\n", at, at);
            self.until = None;
        }
    }

    /// Whether moves stand outside this part.
    pub(super) fn are_outside(&self, from: usize, to: usize) -> bool {
        self.all.iter().any(|played| played.start < from || played.start >= to)
    }

    /// The next move has this number.
    pub(super) fn begin(&mut self, number: usize, is_white: bool) {
        (self.number, self.is_black) = (number, !is_white);
    }

    /// Writes the moves of the command at a place; where it ends.
    pub(super) fn put(&mut self, raw: &str, at: usize, out: &mut Out) -> Option<usize> {
        if self.all.is_empty() {
            return None;
        }
        if raw[at..].starts_with("\\newgame") {
            self.begin(1, true);
            return None;
        }
        self.next = self.all.partition_point(|played| played.start < at);
        let played = self.all.get(self.next).filter(|played| played.start == at)?;
        if played.begins {
            out.put("\n\n", at, at);
        } else {
            out.put(if self.until.is_some() { "} " } else { " " }, at, at);
        }
        let mut is_numbered = played.begins || self.until.is_some();
        for &(from, to) in &played.moves {
            if !self.is_black {
                out.put(&format!("{}. ", self.number), from, from);
            } else if is_numbered {
                out.put(&format!("{}... ", self.number), from, from);
            }
            is_numbered = false;
            out.copy(raw, from, to);
            out.put(" ", to, to);
            self.number += usize::from(self.is_black);
            self.is_black = !self.is_black;
        }
        self.until = played.told;
        out.put(if played.told.is_some() { "{" } else { "" }, played.end, played.end);
        Some(played.end)
    }
}

/// The position that an environment sets up, `\White(Kh1,a2)\Black(Kf8)`, and the number of the move that is due.
pub(super) fn position(text: &str) -> Option<(String, usize)> {
    let mut board = [[None; 8]; 8];
    for (command, is_white) in [("\\White(", true), ("\\Black(", false)] {
        let inside = text.split_once(command)?.1.split(')').next()?;
        for man in inside.split(',').map(str::trim).filter(|man| !man.is_empty()) {
            let (letter, square) = man.split_at_checked(man.len().checked_sub(2)?)?;
            let letter = if letter.is_empty() { 'P' } else { letter.chars().next()? };
            let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square.as_bytes() else { return None };
            let letter = if is_white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
            board[usize::from(b'8' - rank)][usize::from(file - b'a')] = Some(letter);
        }
    }
    let mut fen = String::new();
    for (at, row) in board.iter().enumerate() {
        fen.push_str(if at > 0 { "/" } else { "" });
        let mut empty = 0;
        for man in row {
            match man {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        fen.push_str(&std::mem::take(&mut empty).to_string());
                    }
                    fen.push(*letter);
                }
            }
        }
        if empty > 0 {
            fen.push_str(&empty.to_string());
        }
    }
    let is_white = !text.contains("\\Whitefalse");
    let count = text.split_once("movecount=").map(|(_, rest)| {
        rest.trim_start()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .fold(0_usize, |all, digit| all.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
    });
    // White's next move raises the count.
    let number = count.map_or(1, |count| (count + usize::from(is_white)).max(1));
    Some((format!("{fen} {} - - 0 {number}", if is_white { 'w' } else { 'b' }), number))
}
