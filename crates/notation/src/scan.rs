//! Suffixes of a move in any notation: check marks, "e.p.", annotation glyphs, footnotes.
//!
//! [`peel`] removes them from the end of a text without copying, so that a notation sees the bare move. The
//! classes of characters that writers use interchangeably ([`is_dash`], [`is_capture`], [`is_blank`]) are
//! here too.

use std::sync::LazyLock;

use scorebook_lexicon::{MARK_VERBS, MARK_WORDS, MarkMeaning};

use crate::skeleton::Mark;

/// A move without its suffixes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Peeled<'a> {
    /// The bare move, trimmed.
    pub core: &'a str,
    /// The mark of check or mate.
    pub mark: Mark,
    /// Whether "en passant" is stated.
    pub en_passant: bool,
}

/// Any kind of dash: `-`, `–`, `—`, `‐`, `−`, ….
#[must_use]
pub const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{AD}' | '\u{2010}'
            ..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' | '~'
    )
}

/// A sign for "takes" that is not a piece letter in any notation: `x × * : ✕ ⨯`.
#[must_use]
pub const fn is_capture(c: char) -> bool {
    matches!(c, 'x' | 'X' | '*' | ':' | '×' | '✕' | '✖' | '⨯' | '∗' | 'х' | 'Х')
}

/// Spaces, dots and joiners, which are ignored.
#[must_use]
pub const fn is_blank(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | '\r' | '.' | '\u{A0}' | '\u{2000}'
            ..='\u{200D}'
                | '\u{202F}'
                | '\u{2026}'
                | '\u{205F}'
                | '\u{3000}'
                | '\u{FE0E}'
                | '\u{FE0F}'
                | '\u{FEFF}'
                | '☛'
                | '☞'
    )
}

/// An annotation that is not part of the move: `!?`, `±`, `□`, novelty signs.
#[must_use]
pub const fn is_glyph(c: char) -> bool {
    matches!(
        c,
        '!' | '?'
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
            | '□'
            | '±'
            | '∓'
            | '⩲'
            | '⩱'
            | '∞'
            | '⨀'
            | '○'
            | '⟳'
            | '→'
            | '↑'
            | '⇆'
            | '⇄'
            | '∆'
            | '△'
            | '⌓'
            | '⊕'
            | '⊖'
            | '¹'
            | '²'
            | '³'
            | '⁴'..='⁹' | ',' | ';' | '"' | '\'' | '’' | '”' | '§' | '^' | '_' | '`'
    )
}

/// A word that may stand before those for check: `and gives check`.
const AND: &str = "and";

/// Evaluation signs written after a move; longer ones first. A lone `=` may also be an offer of a draw.
const EVALUATIONS: &[&str] = &["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "="];

/// Spellings of en passant, without spaces, in lower case; longer ones first.
const EN_PASSANT: &[&str] = &["enpassant", "enpasant", "inpassing", "enpass", "enpas", "alpaso", "ep"];

/// The marks found so far, from the end.
#[derive(Copy, Clone, Default)]
struct Marks {
    crosses: u8,
    check: bool,
    mate: bool,
    double: bool,
    discovered: bool,
}

impl Marks {
    fn hear(&mut self, said: MarkMeaning) {
        match said {
            MarkMeaning::Check => self.check = true,
            MarkMeaning::Mate => self.mate = true,
            MarkMeaning::Double => self.double = true,
            MarkMeaning::Discovered => self.discovered = true,
        }
    }

    fn any(self) -> bool {
        self.crosses > 0 || self.check || self.mate || self.double || self.discovered
    }

    fn mark(self) -> Mark {
        match self {
            Marks { mate: true, .. } => Mark::Mate,
            Marks { double: true, .. } => Mark::Double,
            Marks { discovered: true, .. } => Mark::Discovered,
            Marks { crosses: 2.., .. } => Mark::DoubleOrMate,
            Marks { crosses: 1, .. } | Marks { check: true, .. } => Mark::Check,
            _ => Mark::None,
        }
    }
}

/// Removes check marks, "e.p.", glyphs and footnotes from the end of `text`, and trims it.
///
/// Text in brackets is a footnote unless it is a check mark or "e.p.", or may denote a piece or a square (a
/// promotion, or an origin); then the notation parses it.
///
/// ```
/// use scorebook_notation::scan::peel;
/// use scorebook_core::skeleton::Mark;
/// let peeled = peel("Kt x P (dis. ch.)!? [AA]");
/// assert_eq!((peeled.core, peeled.mark), ("Kt x P", Mark::Discovered));
/// let peeled = peel("exd6 e. p. ++");
/// assert_eq!((peeled.core, peeled.mark, peeled.en_passant), ("exd6", Mark::DoubleOrMate, true));
/// assert_eq!(peel("P-K8(Q)").core, "P-K8(Q)");
/// assert_eq!(peel("O-O (castle)").core, "O-O");
/// ```
#[must_use]
pub fn peel(text: &str) -> Peeled<'_> {
    let mut core = text;
    let mut marks = Marks::default();
    let mut en_passant = false;
    // Fast path: most cells end in a digit.
    while let Some(last) = core.chars().next_back() {
        if last.is_ascii_digit() {
            break;
        }
        if let Some(before) = EVALUATIONS.iter().find_map(|sign| core.strip_suffix(sign)) {
            core = before;
            continue;
        }
        if is_blank(last) || is_glyph(last) {
            core = &core[..core.len() - last.len_utf8()];
            continue;
        }
        let rest = &core[..core.len() - last.len_utf8()];
        match last {
            '+' | '†' => {
                marks.crosses = marks.crosses.saturating_add(1);
                core = rest;
                continue;
            }
            '#' | '‡' | '≠' => {
                marks.mate = true;
                core = rest;
                continue;
            }
            ')' | ']' | '}' => {
                let Some((before, inside)) = bracketed(core, last) else { break };
                match aside(inside, last) {
                    Aside::Note => {}
                    Aside::Marks(inner) => {
                        marks.crosses = marks.crosses.saturating_add(inner.crosses);
                        marks.check |= inner.check;
                        marks.mate |= inner.mate;
                        marks.double |= inner.double;
                        marks.discovered |= inner.discovered;
                    }
                    Aside::EnPassant => en_passant = true,
                    Aside::Chess => break,
                }
                core = before;
                continue;
            }
            ':' if marks.any() => {
                core = rest;
                continue;
            }
            _ => {}
        }
        if let Some(before) = ends_in_en_passant(core) {
            en_passant = true;
            core = before;
        } else if let Some((before, said)) = ends_in_word(core) {
            // "and", "gives" only before a word for check.
            match said {
                Some(said) => marks.hear(said),
                None if !marks.any() => break,
                None => {}
            }
            core = before;
        } else {
            break;
        }
    }
    Peeled { core: core.trim_start_matches(is_blank), mark: marks.mark(), en_passant }
}

/// The text before the bracket that `close` closes, and the text inside.
fn bracketed(text: &str, close: char) -> Option<(&str, &str)> {
    let open = match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    };
    let start = text.rfind(open)?;
    Some((&text[..start], &text[start + 1..text.len() - 1]))
}

/// The meaning of text in brackets.
enum Aside {
    Note,
    Marks(Marks),
    EnPassant,
    Chess,
}

fn aside(inside: &str, close: char) -> Aside {
    if close != ')' {
        return Aside::Note;
    }
    let peeled = peel_marks(inside);
    match peeled {
        Some((marks, false)) if marks.any() => Aside::Marks(marks),
        Some((_, true)) => Aside::EnPassant,
        _ if could_be_chess(inside) => Aside::Chess,
        _ => Aside::Note,
    }
}

/// The marks of a text that consists of marks only, and whether it says "en passant".
fn peel_marks(text: &str) -> Option<(Marks, bool)> {
    // Nested brackets are footnotes.
    if text.contains(['(', ')', '[', ']', '{', '}']) {
        return None;
    }
    let peeled = peel(text);
    if !peeled.core.is_empty() {
        return None;
    }
    let marks = match peeled.mark {
        Mark::None => Marks::default(),
        Mark::Check => Marks { check: true, ..Marks::default() },
        Mark::Double => Marks { double: true, ..Marks::default() },
        Mark::Discovered => Marks { discovered: true, ..Marks::default() },
        Mark::DoubleOrMate => Marks { crosses: 2, ..Marks::default() },
        Mark::Mate => Marks { mate: true, ..Marks::default() },
    };
    Some((marks, peeled.en_passant))
}

/// Whether text in brackets may denote a piece or a square: it is short and has an upper-case letter, a
/// figurine, or a letter and a digit. Lower-case letters alone and numbers alone are footnotes.
fn could_be_chess(inside: &str) -> bool {
    let shown = inside.chars().filter(|&c| !is_blank(c) && !is_dash(c));
    let (mut count, mut letters, mut upper, mut digits) = (0, 0, 0, 0);
    for c in shown {
        count += 1;
        letters += usize::from(c.is_alphabetic() || ('♔'..='♟').contains(&c));
        upper += usize::from(c.is_uppercase() || ('♔'..='♟').contains(&c));
        digits += usize::from(c.is_ascii_digit());
    }
    count == letters + digits && count <= 12 && ((upper > 0 && count <= 8) || (letters > 0 && digits > 0))
        || inside.to_ascii_lowercase().ends_with("sq")
        || inside.contains("fr.")
        || matches!(inside.trim(), "queen" | "q" | "rook" | "r" | "knight" | "n" | "kt" | "bishop" | "b")
}

/// Removes `word` from the end of `text`, ignoring case and spaces, and spaces before it.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text;
    for wanted in word.chars().rev() {
        loop {
            let c = rest.chars().next_back()?;
            rest = &rest[..rest.len() - c.len_utf8()];
            if is_blank(c) {
                continue;
            }
            if c == wanted || c.to_lowercase().eq(std::iter::once(wanted)) {
                break;
            }
            return None;
        }
    }
    Some(rest)
}

fn ends_in_en_passant(text: &str) -> Option<&str> {
    let last = text.chars().next_back()?;
    if !matches!(last, 'p' | 'P' | 't' | 'T' | 's' | 'S' | 'g' | 'G' | 'o' | 'O') {
        return None;
    }
    EN_PASSANT.iter().find_map(|form| {
        let rest = strip_word(text, form)?;
        // "ep" must not be cut out of a word or a square: before it there must be a digit, a space or the end
        // of a piece's name.
        let cut_out = rest.chars().next_back().is_some_and(char::is_lowercase);
        (form.len() > 2 || !cut_out).then_some(rest)
    })
}

/// The text before a word for check or mate at its end, and what this says; `None` for what may stand before such a word.
fn ends_in_word(text: &str) -> Option<(&str, Option<MarkMeaning>)> {
    let last = text.chars().next_back()?;
    if !last.is_alphabetic() {
        return None;
    }
    // The Spanish `j.`, for a letter that ends words and may be a man.
    if let Some(before) = text.strip_suffix(" j") {
        return Some((before, Some(MarkMeaning::Check)));
    }
    words_by_end(last).iter().find_map(|&(word, said)| {
        let at = text.len().checked_sub(word.len()).filter(|&at| text.is_char_boundary(at))?;
        let (before, found) = text.split_at(at);
        let same = found.eq_ignore_ascii_case(word) || (!word.is_ascii() && found.to_lowercase() == word);
        if !same {
            return None;
        }
        // "ch" is a suffix of a move ("QxPch") but also the end of words: a long run of letters is a word.
        let run = before.chars().rev().take_while(|c| c.is_lowercase()).count();
        (run <= 2 || run <= 9 && ends_in_word(before).is_some()).then_some((before, said))
    })
}

/// A word behind a move, and what it says.
type Behind = (&'static str, Option<MarkMeaning>);

/// The words for check or mate, and those between them and the move, that end in a letter; all of them for a letter that is not in
/// ASCII. Most letters end none.
fn words_by_end(last: char) -> &'static [Behind] {
    static ALL: LazyLock<[Vec<Behind>; 129]> = LazyLock::new(|| {
        let marks = MARK_WORDS.iter().map(|word| (word.text, Some(word.meaning)));
        let fillers = MARK_VERBS.iter().copied().chain([AND]);
        let mut by_end = [const { Vec::new() }; 129];
        for word in marks.chain(fillers.map(|word| (word, None))) {
            let end = word.0.as_bytes().last().map_or(ANY_END, |end| usize::from(*end));
            if end < ANY_END {
                by_end[end].push(word);
            }
            by_end[ANY_END].push(word);
        }
        by_end
    });
    const ANY_END: usize = 128;
    let end = if last.is_ascii() { last.to_ascii_lowercase() as usize } else { ANY_END };
    &ALL[end]
}

/// The beginning of a word that [`peel`] never removes, whatever stands behind the word in a text without brackets; `None`
/// for a text that is no word of at least four Latin letters, or that peeling may remove.
///
/// ```
/// use scorebook_notation::scan::kept_of_word;
/// assert_eq!(kept_of_word("reserved"), Some("reserved"));
/// // `en passant` may begin with its end.
/// assert_eq!(kept_of_word("children"), Some("childr"));
/// assert_eq!((kept_of_word("mates"), kept_of_word("the")), (None, None));
/// ```
#[must_use]
pub fn kept_of_word(word: &str) -> Option<&str> {
    /// Shorter words may be letters of men and files.
    const SHORTEST: usize = 4;
    if word.len() < SHORTEST || !word.bytes().all(|b| b.is_ascii_alphabetic()) || ends_in_word(word).is_some()
    {
        return None;
    }
    let small = word.to_ascii_lowercase();
    if EN_PASSANT.iter().any(|form| form.contains(&small)) {
        return None;
    }
    let begun = |form: &&str| (1..form.len()).rev().find(|&length| small.ends_with(&form[..length]));
    let most = EN_PASSANT.iter().filter_map(begun).max().unwrap_or(0);
    Some(&word[..word.len() - most]).filter(|kept| !kept.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, core: &str, mark: Mark, en_passant: bool) {
        assert_eq!(peel(text), Peeled { core, mark, en_passant }, "{text}");
    }

    #[test]
    fn marks_of_check() {
        for text in [
            "Q-K7+",
            "Q-K7 ch",
            "Q-K7 ch.",
            "Q-K7, ch",
            "Q-K7: ch.",
            "Q-K7 (ch.)",
            "Q-K7 ch!",
            "Q-K7†",
            "Q-K7 check",
            "Q-K7, giving check",
            "Q-K7 (+)",
            "Q-K7CH",
            "Q-K7 !+",
            "Q-K7\u{a0}(ch)?!",
        ] {
            check(text, "Q-K7", Mark::Check, false);
        }
        for text in ["Q-K7++", "Q-K7 + +", "Q-K7 ††"] {
            check(text, "Q-K7", Mark::DoubleOrMate, false);
        }
        for text in
            ["Q-K7#", "Q-K7 mate", "Q-K7, mates.", "Q-K7 (mate)", "Q-K7+ mate", "Q-K7 and mate", "Q-K7 ‡"]
        {
            let mark = peel(text).mark;
            assert!(mark == Mark::Mate || text.contains('‡'), "{text}: {mark:?}");
        }
        for text in ["B-K5 dis. ch.", "B-K5 (disc. ch.)", "B-K5 dis ch", "B-K5, discovering check"] {
            check(text, "B-K5", Mark::Discovered, false);
        }
        for text in ["B-K5 dble ch.", "B-K5, dbl. ch.", "B-K5 double check"] {
            check(text, "B-K5", Mark::Double, false);
        }
    }

    #[test]
    fn en_passant() {
        for text in [
            "PxP e.p.",
            "PxP e. p.",
            "PxPe.p.",
            "PxP en pas",
            "PxP en pass.",
            "PxP en passant",
            "PxP (in passing)",
            "PxP (e.p.)",
            "PxP ep",
        ] {
            check(text, "PxP", Mark::None, true);
        }
        check("exd6e.p.+", "exd6", Mark::Check, true);
    }

    #[test]
    fn notes_go_and_chess_stays() {
        for text in [
            "e4 [F]",
            "e4(a)",
            "e4 (1)",
            "e4 (*1)",
            "e4!",
            "e4 !?",
            "e4 (!)",
            "e4 (best)",
            "e4.",
            " e4 ",
            "e4 {x}",
            "e4,",
            "e4²",
            "e4 (=)",
            "e4 =",
            "e4 +/-",
            "e4-+",
            "e4+=",
        ] {
            check(text, "e4", Mark::None, false);
        }
        for text in ["P-R8(Q)", "P - R 8 (Q)", "e8(D)", "e8(♕)", "RxP(N7)", "e8Q", "e8=Q", "ed5:"] {
            check(text, text, Mark::None, false);
        }
    }

    #[test]
    fn nothing_is_left_of_nothing() {
        for text in ["", " ", "...", "!?", "(a)", "+"] {
            assert_eq!(peel(text).core, "", "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_peeled_to_a_part_of_itself(text in "\\PC{0,40}") {
            proptest::prop_assert!(text.contains(peel(&text).core));
        }
    }
}
