//! FEN of all variants: hands in brackets, `+` and `~` for promoted pieces, `*` for holes, files for gates,
//! checks left.

use std::fmt::{self, Write};

use crate::geometry::{Region, Side, Square};
use crate::kinds::PieceKind;
use crate::position::{Base, Man, Position, Rights};
use crate::rules::Rules;

/// Why a text is not a position of the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError(pub String);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "FEN: {}", self.0)
    }
}

impl std::error::Error for FenError {}

fn fail<T>(reason: String) -> Result<T, FenError> {
    Err(FenError(reason))
}

impl<'r> Position<'r> {
    /// Reads a FEN. Fields left out at its end take their usual values.
    ///
    /// # Errors
    /// A text that says why this is not a position of these rules.
    pub fn from_fen(rules: &'r Rules, fen: &str) -> Result<Position<'r>, FenError> {
        let mut position = Position::empty(rules);
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or("");
        let (board, hand) = match board.split_once('[') {
            Some((board, rest)) => match rest.strip_suffix(']') {
                Some(hand) => (board, hand),
                None => return fail("the hand has no “]”".into()),
            },
            None => match board.match_indices('/').nth(rules.board.ranks as usize - 1) {
                Some((at, _)) => (&board[..at], &board[at + 1..]),
                None => (board, ""),
            },
        };
        position.read_board(board)?;
        for letter in hand.chars().filter(|&c| c != '-') {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let Some(kind) = rules.kind_of(letter) else {
                return fail(format!("“{letter}” in the hand is not a man of {}", rules.name));
            };
            let slot = &mut position.hands[side as usize][kind.0 as usize];
            *slot = slot.saturating_add(1);
        }
        position.side = match fields.next() {
            Some("w") | None => Side::White,
            Some("b") => Side::Black,
            Some(other) => return fail(format!("the side to move is “{other}”, not w or b")),
        };
        let rest: Vec<&str> = fields.collect();
        position.read_fields(&rest)?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let rules = self.rules;
        let rows: Vec<&str> = text.split('/').collect();
        let (files, ranks) = (rules.board.files, rules.board.ranks);
        if rows.len() != ranks as usize {
            return fail(format!("{} ranks; {} has {ranks}", rows.len(), rules.name));
        }
        for (rank, row) in (0..ranks).rev().zip(rows) {
            let mut file: u16 = 0;
            let mut chars = row.chars().peekable();
            while let Some(c) = chars.next() {
                if let Some(digit) = c.to_digit(10) {
                    let mut run = digit as u16;
                    while let Some(next) = chars.peek().and_then(|c| c.to_digit(10)) {
                        run = run.saturating_mul(10).saturating_add(next as u16);
                        chars.next();
                    }
                    file = file.saturating_add(run);
                    continue;
                }
                if file >= files as u16 {
                    return fail(format!("rank {} has more than {files} squares", rank + 1));
                }
                let square = Square::new(file as u8, rank);
                file += 1;
                if c == '*' {
                    self.holes.insert(square);
                    continue;
                }
                let (plus, letter) = if c == '+' { (true, chars.next().unwrap_or('+')) } else { (false, c) };
                let Some(kind) = rules.kind_of(letter) else {
                    return fail(format!("“{letter}” on {square} is not a man of {}", rules.name));
                };
                let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                let mut man = Man { side, kind, base: Base::Same };
                if plus {
                    let Some(promoted) = rules.piece(kind).and_then(|piece| piece.promoted) else {
                        return fail(format!("“+{letter}” on {square}: this man does not promote"));
                    };
                    man = Man { side, kind: promoted, base: Base::Form(kind) };
                }
                if chars.next_if_eq(&'~').is_some() {
                    man.base = Base::Pawn(rules.main_pawn(side));
                }
                self.put(square, man);
            }
            if file != files as u16 {
                return fail(format!("rank {} has {file} squares; {} has {files}", rank + 1, rules.name));
            }
        }
        Ok(())
    }

    /// The fields after the side to move.
    fn read_fields(&mut self, fields: &[&str]) -> Result<(), FenError> {
        let rules = self.rules;
        let number =
            |text: &str| text.parse::<u16>().map_err(|_| FenError(format!("“{text}” is not a number")));
        let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let mut rest = fields;
        for side in Side::BOTH {
            self.king_home[side as usize] = self.home_of_king(side);
        }
        if rules.end.check_counting {
            // Without a count, the next check wins.
            self.checks_left = [1; 2];
        }
        if let [castling, tail @ ..] = rest
            && !starts_with_digit(castling)
        {
            self.read_castling(castling)?;
            rest = tail;
            if let [passing, tail @ ..] = rest
                && !starts_with_digit(passing)
                && !passing.starts_with('+')
            {
                self.read_passing(passing)?;
                rest = tail;
            }
        }
        let mut numbers = Vec::new();
        for text in rest {
            match checks(text) {
                Some(left) if rules.end.check_counting => {
                    // “+2+0” tells the checks given out of three, “3+3” those that are left.
                    self.checks_left = if text.starts_with('+') {
                        left.map(|given| 3u8.saturating_sub(given))
                    } else {
                        left
                    };
                }
                _ if *text == "-" => {}
                _ => numbers.push(number(text)?),
            }
        }
        match numbers[..] {
            [limit, ply, number] if rules.end.counting.is_some() => {
                self.count = crate::position::Count { limit, ply };
                self.number = number;
            }
            [] => {}
            [clock] => self.clock = clock,
            [clock, number] => (self.clock, self.number) = (clock, number),
            _ => return fail("more fields than a position has".into()),
        }
        Ok(())
    }

    /// The square from which the king castles.
    fn home_of_king(&self, side: Side) -> Option<Square> {
        let castling = &self.rules.castling;
        let rank = self.rules.board.relative_rank(side, castling.rank);
        let home = Square::new(castling.king_file, rank);
        let mut kings = self.squares_of(side, castling.king);
        let found = match (kings.next(), kings.next()) {
            (Some(only), None) => Some(only),
            (Some(_), Some(_)) => {
                self.man(home).filter(|m| m.side == side && m.kind == castling.king).map(|_| home)
            }
            _ => None,
        };
        found.filter(|square| square.rank() == rank)
    }

    fn read_castling(&mut self, text: &str) -> Result<(), FenError> {
        let rules = self.rules;
        for letter in text.chars().filter(|&c| c != '-') {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let index = side as usize;
            let rank = rules.board.relative_rank(side, rules.castling.rank);
            let home = self.king_home[index];
            let is_rook = |file: u8, this: &Position| {
                let man = this.man(Square::new(file, rank));
                man.is_some_and(|man| man.side == side && rules.castling.rooks.contains(man.kind))
            };
            let king_file = home.map_or(rules.castling.king_file, Square::file);
            let file = match letter.to_ascii_lowercase() {
                'k' => match rules.castling.rook_kingside {
                    Some(last) => (king_file + 1..=last).rev().find(|&file| is_rook(file, self)),
                    None => (king_file + 1..rules.board.files).rev().find(|&file| is_rook(file, self)),
                },
                'q' => {
                    let first = rules.castling.rook_queenside.unwrap_or(0);
                    (first..king_file).find(|&file| is_rook(file, self))
                }
                letter @ 'a'..='p' => Some(letter as u8 - b'a').filter(|&file| file < rules.board.files),
                _ => return fail(format!("“{letter}” in the castling field")),
            };
            let Some(square) = file.map(|file| Square::new(file, rank)) else { continue };
            if rules.gating {
                if self.of[index].contains(square) {
                    self.gates[index].insert(square);
                }
                if matches!(letter, 'K' | 'Q' | 'k' | 'q') {
                    home.into_iter().for_each(|home| self.gates[index].insert(home));
                } else if home == Some(square)
                    || !rules.seirawan
                    || self.hand_size(side) > 0
                    || rules.drops.captures_to_hand
                {
                    continue;
                }
            }
            if let Some(home) = home.filter(|_| rules.castling.enabled && is_rook(square.file(), self)) {
                let rights = &mut self.castling[index];
                match square.file() > home.file() {
                    true => rights.kingside = Some(square),
                    false => rights.queenside = Some(square),
                }
            }
        }
        self.castling_by_gates();
        Ok(())
    }

    /// If the FEN gives gates only as files, a king and a rook on gates may castle.
    fn castling_by_gates(&mut self) {
        let rules = self.rules;
        for side in Side::BOTH.into_iter().filter(|_| rules.gating && rules.castling.enabled) {
            let index = side as usize;
            let gates = self.gates[index];
            let unused = !rules.seirawan || self.hand_size(side) > 0 || rules.drops.captures_to_hand;
            let Some(home) = self.king_home[index].filter(|&home| gates.contains(home)) else { continue };
            if self.castling[index] != Rights::default() || !unused {
                continue;
            }
            for rook in gates.iter() {
                if self
                    .man(rook)
                    .is_some_and(|man| man.side == side && rules.castling.rooks.contains(man.kind))
                {
                    match rook.file() > home.file() {
                        true => self.castling[index].kingside = Some(rook),
                        false => self.castling[index].queenside = Some(rook),
                    }
                }
            }
        }
    }

    fn read_passing(&mut self, text: &str) -> Result<(), FenError> {
        let mut rest = text;
        while !rest.is_empty() && rest != "-" {
            let Some((square, tail)) =
                Square::parse_prefix(rest).filter(|(s, _)| self.rules.board.contains(*s))
            else {
                return fail(format!("“{text}” is not a square to capture on in passing"));
            };
            self.en_passant.insert(square);
            rest = tail;
        }
        Ok(())
    }

    /// The letters of a piece in FEN.
    fn letters(&self, man: Man) -> String {
        let rules = self.rules;
        let case = |kind: PieceKind| match man.side {
            Side::White => rules.letter(kind),
            Side::Black => rules.letter(kind).to_ascii_lowercase(),
        };
        match man.base {
            Base::Form(base) => format!("+{}", case(base)),
            Base::Pawn(_) if rules.drops.captures_to_hand && !rules.drops.loops => {
                format!("{}~", case(man.kind))
            }
            _ => case(man.kind).to_string(),
        }
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        let rules = self.rules;
        let mut out = String::new();
        for rank in (0..rules.board.ranks).rev() {
            let mut empty = 0;
            for square in (0..rules.board.files).map(|file| Square::new(file, rank)) {
                let text = match self.man(square) {
                    Some(man) => self.letters(man),
                    None if self.holes.contains(square) => "*".into(),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                out.push_str(&text);
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
            }
            if rank > 0 {
                out.push('/');
            }
        }
        let shown = rules.drops.enabled && !rules.drops.free;
        if shown || rules.seirawan || Side::BOTH.iter().any(|&side| self.hand_size(side) > 0) {
            let _ = write!(out, "[{}]", self.hand_text());
        }
        let side = if self.side == Side::White { "w" } else { "b" };
        let passing = match self.en_passant.is_empty() {
            true => "-".to_string(),
            false => self.en_passant.iter().map(|square| square.to_string()).collect(),
        };
        let _ = write!(out, " {side} {} ", self.castling_text());
        match self.count.limit {
            0 => out.push_str(&passing),
            limit => {
                let _ = write!(out, "{limit}");
            }
        }
        if rules.end.check_counting {
            let _ = write!(out, " {}+{}", self.checks_left[0], self.checks_left[1]);
        }
        let clock = if self.count.limit > 0 { self.count.ply } else { self.clock };
        let _ = write!(out, " {clock} {}", self.number);
        out
    }

    /// The pieces in hand, White's first.
    fn hand_text(&self) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for kind in self.rules.kinds().collect::<Vec<_>>().into_iter().rev() {
                let letter = self.rules.letter(kind);
                let letter = if side == Side::White { letter } else { letter.to_ascii_lowercase() };
                (0..self.in_hand(side, kind)).for_each(|_| text.push(letter));
            }
        }
        text
    }

    fn castling_text(&self) -> String {
        let rules = self.rules;
        let mut text = String::new();
        for side in Side::BOTH {
            let index = side as usize;
            let rights = self.castling[index];
            let home = self.king_home[index];
            let case = |c: char| if side == Side::White { c.to_ascii_uppercase() } else { c };
            let file = |square: Square| case((b'a' + square.file()) as char);
            let letter = |rook: Square, usual: char| if rules.chess960 { file(rook) } else { case(usual) };
            text.extend(rights.kingside.map(|rook| letter(rook, 'k')));
            text.extend(rights.queenside.map(|rook| letter(rook, 'q')));
            if rules.gating {
                // A gate that a right of castling already names is not told twice.
                let mut told: Region = [rights.kingside, rights.queenside].into_iter().flatten().collect();
                if !rules.chess960 && !told.is_empty() {
                    home.into_iter().for_each(|home| told.insert(home));
                }
                text.extend(self.gates[index].without(told).iter().map(file));
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

/// Reads `3+1` or `+0+2`.
fn checks(text: &str) -> Option<[u8; 2]> {
    let (white, black) = text.strip_prefix('+').unwrap_or(text).split_once('+')?;
    Some([white.parse().ok()?, black.parse().ok()?])
}
