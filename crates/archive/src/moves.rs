//! The five codecs of main lines.

use std::fmt;
use std::str::FromStr;

use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Position};

use super::dense;
use super::stored::{append_words, pass, pass_chess};
use crate::international::{Digits, Move16};

/// The codec of an archive's moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum MoveCodec {
    /// The 16-bit words of the international notation.
    #[default]
    Words = 0,
    /// 12 bits per move.
    Digits = 1,
    /// The words, compressed with zstd.
    Zstd = 2,
    /// Arithmetic coding with the full model of human play: the smallest, and slow to read.
    Densest = 3,
    /// Arithmetic coding with the light model.
    Dense = 4,
}

impl MoveCodec {
    /// All of them.
    pub const ALL: [MoveCodec; 5] =
        [MoveCodec::Words, MoveCodec::Digits, MoveCodec::Zstd, MoveCodec::Dense, MoveCodec::Densest];

    /// The codec of a number in the file.
    pub(super) fn from_code(code: u8) -> Option<MoveCodec> {
        MoveCodec::ALL.into_iter().find(|codec| *codec as u8 == code)
    }

    /// Its name for `--codec`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveCodec::Words => "16",
            MoveCodec::Digits => "12",
            MoveCodec::Zstd => "zstd",
            MoveCodec::Dense => "dense",
            MoveCodec::Densest => "densest",
        }
    }

    /// Whether the bytes of a game depend on its moves, not only on their number.
    pub(super) const fn is_dense(self) -> bool {
        matches!(self, MoveCodec::Dense | MoveCodec::Densest)
    }

    /// The zstd level of the other sections.
    pub(super) const fn level(self) -> i32 {
        match self {
            MoveCodec::Words | MoveCodec::Digits => 4,
            MoveCodec::Zstd | MoveCodec::Dense | MoveCodec::Densest => 19,
        }
    }
}

impl fmt::Display for MoveCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MoveCodec {
    type Err = String;

    fn from_str(name: &str) -> Result<MoveCodec, String> {
        MoveCodec::ALL
            .into_iter()
            .find(|codec| codec.name() == name)
            .ok_or_else(|| format!("unknown codec {name}: use 16, 12, zstd, dense or densest"))
    }
}

/// Appends the moves of one game; false if the codec cannot express them and they were written as words.
pub(super) fn encode(
    codec: MoveCodec,
    start: Option<&VariantPosition>,
    line: &[Move16],
    out: &mut Vec<u8>,
) -> bool {
    let at = out.len();
    let done = match (codec, start) {
        (MoveCodec::Words | MoveCodec::Zstd, _) => false,
        (MoveCodec::Digits, Some(start)) => encode_digits(start, line, out),
        (MoveCodec::Densest, Some(VariantPosition::Chess(start))) => dense::encode(start, line, out),
        (MoveCodec::Dense, Some(VariantPosition::Chess(start))) => dense::encode_light(start, line, out),
        _ => false,
    };
    if !done {
        out.truncate(at);
        append_words(line, out);
    }
    done || matches!(codec, MoveCodec::Words | MoveCodec::Zstd)
}

/// Reads the moves of one game from exactly its bytes; `None` if they are invalid.
pub(super) fn decode(
    codec: MoveCodec,
    as_words: bool,
    start: impl FnOnce() -> Option<VariantPosition>,
    plies: usize,
    bytes: &[u8],
) -> Option<Vec<Move16>> {
    match codec {
        MoveCodec::Digits if !as_words => decode_digits(start()?, plies, bytes),
        MoveCodec::Dense | MoveCodec::Densest if !as_words => match start()? {
            VariantPosition::Chess(start) if codec == MoveCodec::Dense => {
                dense::decode_light(&start, plies, bytes)
            }
            VariantPosition::Chess(start) => dense::decode(&start, plies, bytes),
            _ => None,
        },
        _ => {
            let (pairs, rest) = bytes.as_chunks::<2>();
            let fits = rest.is_empty() && pairs.len() == plies;
            fits.then(|| pairs.iter().map(|&pair| Move16::from_bytes(pair).ok()).collect())?
        }
    }
}

/// Size of a game's moves in bytes, if it follows from the plies.
pub(super) const fn length(codec: MoveCodec, as_words: bool, plies: usize) -> Option<usize> {
    match codec {
        MoveCodec::Words | MoveCodec::Zstd => plies.checked_mul(2),
        _ if as_words => plies.checked_mul(2),
        MoveCodec::Digits => match plies.checked_mul(3) {
            Some(halves) => Some(halves.div_ceil(2)),
            None => None,
        },
        MoveCodec::Dense | MoveCodec::Densest => None,
    }
}

/// Plays a word; `None` if it is illegal.
pub(super) fn play(position: &mut VariantPosition, word: Move16) -> Option<()> {
    if word.is_null() {
        *position = pass(position)?;
    } else {
        position.play_unchecked(word.to_move(position)?);
    }
    Some(())
}

/// The same for usual chess.
pub(super) fn play_chess(position: &mut Chess, word: Move16) -> Option<()> {
    if word.is_null() {
        *position = pass_chess(position)?;
    } else {
        position.play_unchecked(word.to_move(position)?);
    }
    Some(())
}

fn encode_digits(start: &VariantPosition, line: &[Move16], out: &mut Vec<u8>) -> bool {
    let mut position = start.clone();
    let mut half: Option<u8> = None;
    for &word in line {
        let digits = word.digits();
        if digits.to_word(&position) != Some(word) || play(&mut position, word).is_none() {
            return false;
        }
        let bits = digits.bits();
        match half.take() {
            None => {
                out.push((bits >> 4) as u8);
                half = Some((bits << 4) as u8);
            }
            Some(high) => out.extend_from_slice(&[high | (bits >> 8) as u8, bits as u8]),
        }
    }
    out.extend(half);
    true
}

fn decode_digits(mut position: VariantPosition, plies: usize, bytes: &[u8]) -> Option<Vec<Move16>> {
    if length(MoveCodec::Digits, false, plies)? != bytes.len() {
        return None;
    }
    let mut line = Vec::with_capacity(plies);
    for ply in 0..plies {
        let at = ply / 2 * 3;
        let pair = |i: usize| Some((u16::from(*bytes.get(i)?), u16::from(*bytes.get(i + 1)?)));
        let bits = if ply % 2 == 0 {
            let (a, b) = pair(at)?;
            a << 4 | b >> 4
        } else {
            let (a, b) = pair(at + 1)?;
            (a & 15) << 8 | b
        };
        let word = Digits::from_bits(bits).to_word(&position)?;
        play(&mut position, word)?;
        line.push(word);
    }
    Some(line)
}
