//! Recognises the shape of a move without parsing it.
//!
//! A book layout must tell moves from prose before anything is decoded. The test is cheap and knows only the
//! parts of a move: a piece, a connector (`to`, a dash, `takes`), a square or a victim, marks. It has two
//! levels: as people write, and as OCR reads.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

/// How much a text looks like a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Not at all.
    None,
    /// With misread letters.
    Worn,
    /// As people write moves.
    Clean,
}

/// Keeps only what can be part of a move: no spaces, full stops, commas or apostrophes.
#[must_use]
pub fn compact(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '.' | ',' | '\'' | '’' | '‘' | '`' | '"' | '_'))
        .map(|c| match c {
            '–' | '—' | '‐' | '−' | '‑' => '-',
            '×' | '✕' => 'x',
            c => c,
        })
        .collect()
}

/// Pieces in descriptive notation: `KB`, `Q's Kt`, `KBP`, `Queen`.
const MAN: &str = r"(?:(?:the)?(?:[KQ]s?)?(?:Kt|KT|kt|N|S|B|R)|[KQ]|(?:[KQ]s?)?(?:Kt|N|B|R)?s?P(?:awn)?|[KQ]sP|King|Queen|Rook|Bishop|Knight)";
/// A square, its rank counted from the mover's side.
const SQUARE: &str = r"(?:(?:his|her|the|its)?(?:own)?(?:[KQ]s?(?:Kt|KT|kt|N|S|B|R)?|Kt|KT|kt|N|S|B|R)?s?(?:[1-8](?:st|nd|rd|d|th)?|sq(?:uare)?))";
/// What may follow: promotion, check, glyphs, footnotes.
const TAIL: &str = r"(?:=?[(/]?(?:2d)?[QRBNK]t?\)?|\(?becom[0-9A-Za-z_]*\)?|queening|Queens?|[(:;]?(?:dis|disc|double|dble|dbl|db|doub)?(?:ch|check|mate|mates|checkmate)s?[):]?|[+#†]+|\(?ep\)?|\(?en?pass?[0-9A-Za-z_]*\)?|\(?inpassing\)?|[!?]+|\(?(?:best|[!?]+)\)?|\[[0-9A-Za-z_]{1,2}\]|\([0-9A-Za-z_]\)|[*;:]|&c)*";

/// A pattern with a DFA cache large enough for all its states, since it is matched on every line of a book.
fn quick(pattern: &str) -> Regex {
    const ROOM: usize = 16 << 20;
    RegexBuilder::new(pattern).dfa_size_limit(ROOM).build().expect("a pattern of ours")
}

static CLEAN: LazyLock<Regex> = LazyLock::new(|| {
    let origin = format!(r"(?:from{SQUARE}|\((?:fr(?:om)?)?{SQUARE}\)|\([KQRBNtkt]+\)|/[1-8]|\([1-8]\))");
    let victim = format!(r"(?:(?:the|doubled|passed|isolated)?{MAN}(?:\(?(?:at)?{SQUARE}\)?)?|{MAN})");
    quick(&format!(
        r"^(?:{MAN}{origin}?(?:to|-+|To)(?:{SQUARE}|(?:[KQ]?(?:R|Kt|N|B)|[KQ])){TAIL}|{MAN}{origin}?(?:x|X|\*|:|-x|takes|retakes|tks|tt?|captures){victim}{TAIL}|(?:[KQ]?(?:Kt|N|B|R)|[KQ]){SQUARE}{TAIL}|{MAN}(?:one|two|1|2)(?:squares?)?{TAIL}|(?:[KQ]?(?:R|Kt|B|N)?s?P|P)(?:queens|Queens|becomes[0-9A-Za-z_]+){TAIL}|(?:{MAN})(?:checks|mates|interposes|moves|covers){TAIL}|[Cc]ast(?:les|led|les)(?:\(?(?:on|with|his|the)*(?:[KQ]s?(?:R|ing|ueen)?s?|Rook|rook)?(?:side)?\)?)*{TAIL}|[O0o]-?[O0o](?:-?[O0o])?{TAIL}|[KQRBNSDTLAC]?[a-h]?[1-8]?[x:-]?[a-h][1-8]{TAIL}|[KQRBNSDTLACP][KQRBNSDTLAC]?[a-h][1-8][x:-]?[a-h][1-8]{TAIL}|[KQ]?[RDTACP](?:[1-8][RDTACP][RD]?|x[RDTACP]+){TAIL})$"
    ))
});

static WORN: LazyLock<Regex> = LazyLock::new(|| {
    // Letters that OCR reads for the letters of moves.
    let man = r"[KQRBPGOEHFVNSILiaCD1I|fp863'*^°»&M]{1,5}[tlfi1r>]?[a-z*^'?]{0,2}(?:\([^)]{1,8}\))?";
    let way = r"(?:[tlicf1I(][oO0cqe»u•n]|-+|[xX«v\^>·•■*»‹<%]|ta[kh][ec]s|t[aio]k[aec]?s|t[ak]ites|t[a-z]{1,3}kes)";
    let goal = r"(?:h[ie][srt]|[KQRBGOEHFNSICPDkilt1V|*^'&»rfaK863sqny°!?)(\]\[]){1,9}";
    let end = r"(?:sq|sy|aq|s[qg]|[1-8sSlIiZzgB&?!>'a]|[1-8S3Ii](?:st|[nu]d|[rvi]d|d|t[hbi]|[uit]li?|5th|th)|P|R|B|Kt|K[lfi]|Q|N)";
    let tail = r"(?:\(?(?:[co][hli]|db[lc]e?c[hli]|eh)[)»]?|[!?'’^*°«»\-;:]|\(!\)|\[[0-9A-Za-z_]\]|[1iIl]{1,3}|1\d|\d|\([0-9A-Za-z_]{1,5}\)|en?pass?[0-9A-Za-z_]*)*";
    quick(&format!(
        r"^[^0-9A-Za-z_]{{0,2}}(?:{man}{way}{goal}{end}?{tail}|[CO0G]a[sf]t[il]es[^0-9A-Za-z_]{{0,3}}[QKRr()]{{0,4}}{tail})$"
    ))
});

/// The shape of `text`.
///
/// ```
/// use scorebook_layout::book::shape::{Shape, shape};
/// assert_eq!(shape("Kt. to K. B's 3d. (ch.)"), Shape::Clean);
/// assert_eq!(shape("Pio BS"), Shape::Worn);
/// assert_eq!(shape("leaving him with"), Shape::None);
/// ```
#[must_use]
pub fn shape(text: &str) -> Shape {
    if text.len() > 60 {
        return Shape::None;
    }
    let text = compact(text);
    if text.len() < 2 {
        return Shape::None;
    }
    if CLEAN.is_match(&text) {
        Shape::Clean
    } else if is_worn_castling(&text) || text.len() <= 24 && WORN.is_match(&text) {
        Shape::Worn
    } else {
        Shape::None
    }
}

/// Whether a text without spaces is "castles" with at most two wrong letters: `Cast]as`, `Casdes`.
fn is_worn_castling(text: &str) -> bool {
    let word: String = text.chars().flat_map(char::to_lowercase).collect();
    (6..=8).contains(&word.chars().count())
        && text.starts_with(['C', 'G', 'O', '(', 'c', 'f'])
        && strsim::levenshtein(&word, "castles") <= 2
}

/// Whether a text after a move number may be a move that is misread beyond [`Shape::Worn`].
#[must_use]
pub fn may_be_worn(text: &str) -> bool {
    let text = compact(text);
    let capital = text.starts_with(['K', 'Q', 'R', 'B', 'P', 'N', 'C', 'O', 'G', 'H', 'F', 'E']);
    let mut run = 0;
    let longest = text.chars().fold(0, |longest: usize, c| {
        run = if c.is_lowercase() { run + 1 } else { 0 };
        longest.max(run)
    });
    (3..=18).contains(&text.len()) && capital && longest <= 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_as_people_write_them() {
        for text in [
            "P. to K's 4th.",
            "Kt - K B 3",
            "QKt-Q2",
            "Q. to her 2d",
            "K. Kt. to his 5th",
            "Castles on K's side.",
            "Castles (Q. R.)",
            "R. takes K. B. P.",
            "P × P e.p.",
            "Kt × P (B 3)",
            "Q-R5ch",
            "B-Kt5 double ch",
            "R-K8 mate",
            "O-O",
            "P. queens. (ch.)",
            "P. one",
            "Nf3",
            "e4",
            "dxe4",
            "R (Kt sq) to Kt",
            "Q R (6) to Q 2",
            "C3AR",
            "P4R",
            "K. R. takes K. R. P. (ch.)[F]",
            "P. takes R., becoming a Q. (ch.)",
            "R to B sq",
            "R x B",
            "Q to K B sq",
            "K-K2",
            "Kt(K3)-Q5",
        ] {
            assert_eq!(shape(text), Shape::Clean, "{text} → {}", compact(text));
        }
    }

    #[test]
    fn moves_as_scanners_leave_them() {
        for text in [
            "Pio BS",
            "Kttoks",
            "PtoQRs*",
            "KttoKB3^",
            "Kl. to Q's 2ud",
            "R to Kt sy",
            "QtoQs",
            "Kt ^ P",
            "RxO",
            "Casdes",
            "Cast] as",
        ] {
            assert!(shape(text) >= Shape::Worn, "{text} → {}", compact(text));
        }
    }

    #[test]
    fn prose_is_no_move() {
        for text in [
            "leaving him with",
            "Winning a piece,",
            "the Knight was",
            "And White resigns.",
            "Black",
            "London",
            "Notes by",
            "in reply",
            "to his",
        ] {
            assert_eq!(shape(text), Shape::None, "{text}");
        }
    }
}
