//! Confusions of OCR: the cost, in nats, of reading one character as another.

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::habits::Habits;

/// Text printed, text seen, and cost: one line per printed text, with pairs of seen text and tenths of a nat.
const CONFUSIONS: &[(&str, &[(&str, u8)])] = &[
    (
        "K",
        &[
            ("k", 5),
            ("Kk", 5),
            ("X", 11),
            ("E", 12),
            ("R", 17),
            ("H", 18),
            ("IC", 14),
            ("F", 20),
            ("Iv", 16),
            ("lC", 16),
        ],
    ),
    (
        "Q",
        &[
            ("O", 5),
            ("0", 8),
            ("o", 14),
            ("C", 17),
            ("G", 14),
            ("q", 8),
            ("(^", 14),
            ("Ql", 16),
            ("QO", 4),
            ("a", 19),
            ("U", 20),
            ("(J", 16),
            ("9", 19),
            ("D", 20),
            ("(,", 16),
        ],
    ),
    (
        "B",
        &[
            ("E", 14),
            ("8", 11),
            ("R", 17),
            ("D", 18),
            ("13", 12),
            ("b", 9),
            ("3", 20),
            ("h", 20),
            ("H", 18),
            ("S", 18),
            ("li", 18),
            ("I3", 14),
            ("P", 20),
        ],
    ),
    (
        "R",
        &[
            ("E", 13),
            ("K", 17),
            ("B", 17),
            ("H", 17),
            ("II", 14),
            ("r", 8),
            ("It", 16),
            ("Pv", 17),
            ("li", 18),
            ("ll", 18),
            ("P", 20),
            ("Il", 16),
            ("U", 20),
            ("N", 20),
            ("Fi", 16),
        ],
    ),
    (
        "P",
        &[
            ("p", 4),
            ("F", 13),
            ("l'", 14),
            ("I'", 14),
            ("I*", 15),
            ("D", 18),
            ("T", 20),
            ("E", 17),
            ("r", 19),
            ("B", 18),
            ("V", 20),
            ("f", 18),
        ],
    ),
    ("N", &[("n", 8), ("X", 16), ("H", 16)]),
    (
        "Kt",
        &[
            ("kt", 5),
            ("K t", 4),
            ("Et", 9),
            ("Xt", 9),
            ("Kl", 9),
            ("Ki", 9),
            ("Kf", 8),
            ("K^", 13),
            ("K<", 14),
            ("Rt", 14),
            ("Ht", 14),
            ("K1", 14),
            ("Kr", 11),
            ("Ivt", 12),
            ("KT", 5),
            ("KI", 10),
            ("Kc", 14),
            ("ICt", 12),
            ("Eit", 15),
            ("Eb", 20),
            ("Kb", 14),
            ("Ks", 16),
            ("Kn", 16),
            ("Be", 20),
            ("Ke", 15),
            ("Bt", 16),
            ("Ft", 16),
            ("kt", 5),
            ("Ktt", 10),
            ("K'", 15),
            ("Ktl", 14),
            ("lvt", 14),
        ],
    ),
    (
        "x",
        &[
            ("X", 2),
            ("*", 6),
            ("z", 9),
            ("s", 16),
            ("a", 20),
            ("c", 18),
            ("e", 20),
            ("v", 16),
            ("+", 16),
            ("\u{ab}", 12),
            (">", 16),
            ("%", 15),
            ("t", 22),
            ("n", 21),
            ("r", 21),
            ("K", 20),
        ],
    ),
    (
        "1",
        &[
            ("l", 4),
            ("I", 4),
            ("i", 5),
            ("!", 6),
            ("t", 11),
            ("L", 11),
            ("]", 8),
            ("|", 5),
            ("J", 14),
            ("f", 15),
            ("r", 16),
            (":", 9),
        ],
    ),
    ("2", &[("z", 7), ("Z", 7), ("a", 16), ("s", 17), ("3", 18), ("?", 17)]),
    (
        "3",
        &[("8", 11), ("S", 13), ("B", 15), ("s", 13), ("a", 17), ("5", 17), ("8.", 15), ("i", 20), ("2", 20)],
    ),
    (
        "4",
        &[("A", 10), ("i", 17), ("1", 17), ("t", 19), ("+", 18), ("f", 19), ("^", 18), ("*", 20), ("i.", 18)],
    ),
    ("5", &[("S", 5), ("d", 14), ("s", 6), ("6", 13), ("3", 14), ("o", 17), ("8", 18), ("B", 17), ("j", 18)]),
    (
        "6",
        &[
            ("G", 9),
            ("b", 9),
            ("0", 13),
            ("C", 16),
            ("5", 14),
            ("8", 16),
            ("(", 18),
            ("(i", 13),
            ("o", 16),
            ("e", 17),
            ("c", 17),
        ],
    ),
    ("7", &[("?", 10), ("T", 11), ("1", 13), ("/", 13), ("t", 16), ("y", 18), ("l", 16)]),
    (
        "8",
        &[
            ("S", 9),
            ("3", 12),
            ("B", 11),
            ("&", 11),
            ("6", 15),
            ("0", 14),
            ("s", 10),
            ("9", 18),
            ("5", 17),
            ("a", 18),
        ],
    ),
    ("0", &[("O", 3), ("o", 3), ("Q", 10), ("D", 14), ("C", 16), ("6", 18), ("9", 18), ("()", 8), ("U", 18)]),
    ("9", &[("g", 9), ("q", 9), ("0", 15), ("!)", 13), ("y", 16), ("8", 17), ("6", 18), ("4", 19)]),
];

/// What one printed text is seen as.
struct Confusions {
    seen: &'static [(&'static str, u8)],
    /// The ASCII characters with which that begins, as a bit set.
    begin: u128,
}

/// What a printed text is seen as; `None` for one that is not in the table.
fn confusions(printed: &str) -> Option<&'static Confusions> {
    /// Those of one ASCII character by that character, and the others.
    type Table = ([Option<Confusions>; 128], Vec<(&'static str, Confusions)>);
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let (mut single, mut longer) = ([const { None }; 128], Vec::new());
        for &(sign, seen) in CONFUSIONS {
            let firsts = seen.iter().filter_map(|(other, _)| other.bytes().next()).filter(u8::is_ascii);
            let own = Confusions { seen, begin: firsts.fold(0, |set, first| set | 1 << first) };
            match sign.as_bytes() {
                &[byte] if byte.is_ascii() => single[usize::from(byte)] = Some(own),
                _ => longer.push((sign, own)),
            }
        }
        (single, longer)
    });
    let (single, longer) = &*TABLE;
    match printed.as_bytes() {
        &[byte] if byte.is_ascii() => single[usize::from(byte)].as_ref(),
        _ => longer.iter().find(|(sign, _)| *sign == printed).map(|(_, own)| own),
    }
}

/// Cost of any digit read as another, in nats.
pub const OTHER_DIGIT: f32 = 2.6;

/// The possible ends of a printed text that is read at `at`, with their costs; the same text costs nothing.
pub fn ends(chars: &[char], at: u32, printed: &str, habits: &Habits, mut out: impl FnMut(u32, f32)) {
    let text = &chars[(at as usize).min(chars.len())..];
    let Some(&first) = text.first() else { return };
    if let Some(len) = starts_with(text, printed) {
        out(at + len, 0.0);
    }
    let Some(Confusions { seen, begin }) = confusions(printed) else { return };
    // Most signs are seen as none of these.
    let may_begin = !first.is_ascii() || begin & 1 << first as u32 != 0;
    for (other, tenths) in seen.iter().filter(|_| may_begin) {
        if let Some(len) = starts_with(text, other) {
            out(at + len, f32::from(*tenths) / 10.0 + habits.surcharge(printed, other));
        }
    }
    if printed.len() == 1
        && printed.as_bytes()[0].is_ascii_digit()
        && let Some(&c) = text.first().filter(|c| c.is_ascii_digit() && !printed.starts_with(**c))
    {
        out(at + 1, OTHER_DIGIT + habits.surcharge(printed, c.encode_utf8(&mut [0; 4])));
    }
}

/// What it costs to take a sign for another, in nats, whether or not that might have been printed itself.
#[must_use]
pub fn price(printed: &str, seen: &str) -> f32 {
    let known = CONFUSIONS.iter().find(|(sign, _)| *sign == printed);
    let tenths = known.and_then(|(_, seens)| seens.iter().find(|(other, _)| *other == seen));
    tenths.map_or(OTHER_DIGIT, |(_, tenths)| f32::from(*tenths) / 10.0)
}

/// Whether a sign is known to be taken for another text.
#[must_use]
pub fn is_taken(printed: &str, seen: &str) -> bool {
    CONFUSIONS.iter().any(|(sign, seens)| *sign == printed && seens.iter().any(|(other, _)| *other == seen))
}

fn starts_with(text: &[char], what: &str) -> Option<u32> {
    let mut len = 0;
    for c in what.chars() {
        if text.get(len) != Some(&c) {
            return None;
        }
        len += 1;
    }
    Some(len as u32)
}

/// Reads a word at `at` with edits of 1.1 nats per letter (half for look-alikes); returns (end, cost) pairs
/// with costs of at most `most`.
pub fn word(chars: &[char], at: u32, printed: &str, most: f32, mut out: impl FnMut(u32, f32)) {
    /// What it costs that a letter is lost, that one is seen too many, and that a full stop or a blank is.
    const LOST: f32 = 1.3;
    const MORE: f32 = 1.3;
    const BLANK: f32 = 0.6;
    if most < 0.0 {
        return;
    }
    let text = &chars[(at as usize).min(chars.len())..];
    let letters = printed.chars().count();
    let width = (letters + 2).min(text.len());
    // One row per printed letter; column j: j letters seen. What is farther off than this costs too much.
    let steps = |each: f32| 1 + ((most / each) as usize).min(letters + 2);
    let (lost, more) = (steps(LOST), steps(BLANK));
    let mut row: SmallVec<[f32; 24]> = (0..=width).map(|j| j as f32 * MORE).collect();
    let mut next: SmallVec<[f32; 24]> = SmallVec::new();
    for (i, p) in printed.chars().enumerate() {
        next.clear();
        next.resize(width + 1, f32::INFINITY);
        next[0] = (i + 1) as f32 * LOST;
        for j in (i + 1).saturating_sub(lost).max(1)..=(i + 1 + more).min(width) {
            let seen = text[j - 1];
            let change = row[j - 1] + letter(p, seen);
            next[j] = change
                .min(row[j] + LOST)
                .min(next[j - 1] + if seen == '.' || seen == ' ' { BLANK } else { MORE });
        }
        std::mem::swap(&mut row, &mut next);
        if row.iter().all(|&cost| cost > most) {
            return;
        }
    }
    for (j, &cost) in row.iter().enumerate().skip(1) {
        if cost <= most && text.get(j - 1).is_some_and(|c| !c.is_whitespace()) {
            out(at + j as u32, cost);
        }
    }
}

/// Cost of one letter of a word seen as another.
fn letter(printed: char, seen: char) -> f32 {
    if printed == seen {
        0.0
    } else if printed.eq_ignore_ascii_case(&seen) {
        0.3
    } else if alike(printed) & alike(seen) != 0 {
        0.5
    } else {
        1.5
    }
}

/// The sets of [`ALIKE`] that have a letter, as a bit set.
fn alike(letter: char) -> u16 {
    static SETS: LazyLock<[u16; 128]> = LazyLock::new(|| {
        let mut sets = [0; 128];
        for (at, set) in ALIKE.iter().enumerate() {
            set.bytes().for_each(|letter| sets[usize::from(letter)] |= 1 << at);
        }
        sets
    });
    SETS.get(letter as usize).copied().unwrap_or_default()
}

const ALIKE: &[&str] =
    &["il1!t|j", "ceo", "oa0Q", "nhb", "un", "sS58a", "ftr", "kKhE", "CGO(", "gq9", "vy", "xzs", "mn", "tl"];
