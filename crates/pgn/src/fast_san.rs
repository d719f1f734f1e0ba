//! Parses a standard SAN move from one `u64`, without a branch per letter.
//!
//! Nearly all movetext tokens are such moves. Anything else is left to the lexer and to
//! [`san::read`](super::san::read). Tests compare every answer of the fast path with theirs.

/// A move other than castling or promotion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FastSan {
    /// The role: 1 for a pawn to 6 for the king, as in shakmaty.
    pub role: u8,
    /// The target, 0 for a1 to 63 for h8.
    pub to: u8,
    /// The possible origins; the file of a pawn that captures.
    pub from: u64,
    /// Whether `from` is restricted by the text.
    pub given: bool,
    /// Whether it is marked as a capture.
    pub capture: bool,
    /// Whether it has `+` or `#`.
    pub check: bool,
    /// Whether it has `#`.
    pub mate: bool,
    /// Its length in bytes.
    pub len: usize,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// For each first letter: the role in the low bits; from the ninth bit on, whether such a move can have this
/// many characters between the letter and `x` or the target; see [`read`]. 0 if it is not a piece.
static LETTERS: [u16; 256] = {
    // By number of characters, and a bit for `x`: a pawn's own file occurs only before `x`.
    const PAWN: u16 = 0b1001;
    const MAN: u16 = 0b1111_1100;
    let mut table = [0; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = 1 | PAWN << 8;
        file += 1;
    }
    // Castling begins so; it is handled elsewhere.
    table[b'O' as usize] = 7;
    let men = *b"NBRQK";
    let mut i = 0;
    while i < men.len() {
        table[men[i] as usize] = (i as u16 + 2) | MAN << 8;
        i += 1;
    }
    table
};

/// Whether a move, including castling, can begin with this byte.
#[inline(always)]
#[must_use]
pub fn is_letter(byte: u8) -> bool {
    LETTERS[usize::from(byte)] != 0
}

/// The possible origins of a move with this first letter, if nothing else restricts them.
static FROM: [u64; 256] = {
    let mut table = [u64::MAX; 256];
    let mut file = 0;
    while file < 8 {
        table[b'a' as usize + file] = ONES << file;
        file += 1;
    }
    table
};

/// The squares of a file letter or a rank digit; empty for other bytes.
static NAMED: [u64; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = ONES << i;
        table[b'1' as usize + i] = 0xff << (8 * i);
        i += 1;
    }
    table
};

/// Reads the move at the start of a text. `word`: its first eight bytes, the first lowest. The move must end
/// before white space, a control byte or `)`; `None` if it is not standard.
///
/// ```
/// use scorebook_pgn::fast_san::read;
/// let word = |text: &[u8; 8]| u64::from_le_bytes(*text);
/// let move_ = read(word(b"Nbxd7+ K")).unwrap();
/// assert_eq!((move_.role, move_.to, move_.len), (2, 51, 6));
/// assert!(move_.given && move_.capture && move_.check && !move_.mate);
/// assert!(read(word(b"O-O Nf6 ")).is_none() && read(word(b"e8=Q+ Kd")).is_none());
/// ```
#[inline(always)]
#[must_use]
pub fn read(word: u64) -> Option<FastSan> {
    // The lowest byte below `0`, which is the end or a mark: borrows only change higher bytes.
    let ends = word.wrapping_sub(ONES * 0x30) & !word & TOPS;
    // The number of bits below it; 0 if there is none.
    let bits = ends.trailing_zeros() & 56;
    if bits < 16 {
        return None;
    }
    // The text shifted so that its last byte is on top and nothing is below its first.
    let text = word << (64 - bits);
    let square = ((text >> 48) as u32).wrapping_sub(u32::from_le_bytes(*b"a1\0\0"));
    if square & !0x0707 != 0 {
        return None;
    }
    let to = (square >> 5 | square) as u8 & 63;
    let capture = (text >> 40) as u8 == b'x';
    let behind = word >> bits;
    let (mut check, mut mate) = (false, false);
    if behind as u8 != b' ' && !is_end(behind as u8) {
        // The two marks differ in one bit.
        if behind as u8 | 8 != b'+' || !is_end((behind >> 8) as u8) {
            return None;
        }
        (check, mate) = (true, behind as u8 == b'#');
    }
    // The number of characters before the target.
    let rest = bits / 8 - 2 - u32::from(capture);
    let letter = u32::from(LETTERS[usize::from(word as u8)]);
    if letter >> (8 + 2 * rest + u32::from(capture)) & 1 == 0 {
        return None;
    }
    let role = letter as u8 & 7;
    let mut from = FROM[usize::from(word as u8)];
    if rest > 1 {
        from = origin(word, rest)?;
    }
    let given = rest > 1 || (role == 1 && capture);
    let len = (bits / 8 + u32::from(check)) as usize;
    Some(FastSan { role, to, from, given, capture, check, mate, len })
}

/// Whether a move can end before this byte.
#[inline(always)]
const fn is_end(byte: u8) -> bool {
    byte <= b' ' || byte == b')'
}

/// The squares that the characters after the piece letter denote; `rest` counts the bytes including the
/// letter.
#[inline(always)]
fn origin(word: u64, rest: u32) -> Option<u64> {
    let (second, third) = ((word >> 8) as u8, (word >> 16) as u8);
    let mut from = NAMED[usize::from(second)];
    if rest > 2 {
        if !second.is_ascii_lowercase() || !third.is_ascii_digit() {
            return None;
        }
        from &= NAMED[usize::from(third)];
    }
    (from != 0).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::super::san::{self, CheckMark, Written};
    use super::*;

    /// The result of the full reader, in the form of the fast path.
    fn full(text: &[u8]) -> Option<FastSan> {
        let (written, mark) = san::read(text)?;
        let marks = (mark != CheckMark::None, mark == CheckMark::Mate);
        let (role, to, from, given, capture) = match written {
            Written::Man { role, from, capture, to } => (role, to, from.mask.0, !from.is_empty(), capture),
            Written::Pawn { from_file, capture, to, promotion: None } => {
                let file = shakmaty::Bitboard::from(from_file.unwrap_or(to.file()));
                (shakmaty::Role::Pawn, to, file.0, capture, capture)
            }
            _ => return None,
        };
        let (check, mate) = marks;
        Some(FastSan {
            role: role as u8,
            to: u8::from(to),
            from,
            given,
            capture,
            check,
            mate,
            len: text.len(),
        })
    }

    #[test]
    fn sees_what_the_full_reader_reads() {
        let alphabet = b"aehNKQOx18=+#-e.)P";
        let mut seen = 0;
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        for len in 1..=5 {
            let longer = |text: &Vec<u8>| {
                alphabet.iter().map(|&b| [text.as_slice(), &[b]].concat()).collect::<Vec<_>>()
            };
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                for tail in [&b" xyzxyzxy"[..], b"\n e4 e5 e4", b") 12. e4 e"] {
                    let all = [text.as_slice(), tail].concat();
                    let word = u64::from_le_bytes(all[..8].try_into().unwrap());
                    let fast = read(word);
                    let cut = text.iter().position(|&b| b == b')').unwrap_or(len);
                    let mut wanted = full(&text[..cut]);
                    // A pawn's capture on its own file is not SAN; the board rejects it.
                    if wanted.is_none() && fast.is_some_and(|g| g.role == 1 && g.capture) {
                        wanted = fast.filter(|g| g.from >> (g.to & 7) & 1 == 1);
                    }
                    assert_eq!(fast, wanted, "{}", String::from_utf8_lossy(&all));
                    seen += usize::from(fast.is_some());
                }
            }
        }
        assert!(seen > 1000, "{seen}");
        for text in
            [b"Nb1xd2+ ", b"Qa1xb2# ", b"Qh4e1+ x", b"R1xe2+)x", b"a1xb2+ e", b"NbNd2 e4", b"Nb1xdd2 "]
        {
            let end = text.iter().position(|b| matches!(b, b' ' | b')')).unwrap();
            assert_eq!(
                read(u64::from_le_bytes(*text)),
                full(&text[..end]),
                "{}",
                String::from_utf8_lossy(text)
            );
        }
        assert!(read(u64::from_le_bytes(*b"Nb1xd2+!")).is_none());
    }
}
