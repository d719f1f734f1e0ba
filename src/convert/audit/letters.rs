//! The letters of the men: one letter is one man, and one man is one letter, in one alphabet.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Move, Role};

use crate::decode::Reading;
use crate::game::mover_at;
use crate::notation;
use crate::text::Span;

/// A half-move as it is printed.
pub(super) type PrintedMove<'t> = (Span, &'t str, Move);

/// The first move whose letter no alphabet gives its man together with the other letters of the game: one letter is one
/// man, and one man is one letter. Each side may have its own alphabet.
pub(super) fn foreign(reading: &Reading, texts: &[PrintedMove<'_>]) -> Option<Span> {
    let is_named = |(_, text, mv): &&PrintedMove<'_>| {
        // A null move is told as one of the king to its own square.
        let is_null = mv.from() == Some(mv.to());
        mv.role() != Role::Pawn && !mv.is_castle() && !is_null && !letters_of(text).is_empty()
    };
    let first = named_pawn(texts).or_else(|| small_man(texts));
    if let Some(span) = first.or_else(|| other_colour(reading, texts)) {
        return Some(span);
    }
    let named: Vec<Lettered> = texts
        .iter()
        .filter(is_named)
        .map(|&(span, text, mv)| Lettered { span, letters: letters_of(text), role: mv.role() })
        .collect();
    spelled_by_one(&named)?;
    let whites = |white: bool| -> Vec<Lettered> {
        let is_white: FxHashSet<Span> = (1_u32..)
            .zip(&reading.spans)
            .filter(|(ply, _)| mover_at(&reading.game.start, *ply).1.is_white() == white)
            .map(|(_, span)| *span)
            .collect();
        named.iter().filter(|own| is_white.contains(&own.span)).cloned().collect()
    };
    let of_side = [true, false].into_iter().find_map(|white| spelled_by_one(&whites(white)));
    of_side.or_else(|| two_men(&named))
}

/// The first move of a pawn that begins with a capital, where most do not: a letter for the pawn, `Pa4`, or a man whose file is lost,
/// `C6` for a knight's Cc6.
fn named_pawn(texts: &[PrintedMove<'_>]) -> Option<Span> {
    let is_named = |text: &str| {
        let mut signs = text.chars();
        signs.next().is_some_and(char::is_uppercase) && matches!(signs.next(), Some('a'..='h' | '1'..='8'))
    };
    let pawns = || texts.iter().filter(|(.., mv)| mv.role() == Role::Pawn && mv.from() != Some(mv.to()));
    let named = pawns().filter(|(_, text, _)| is_named(text)).count();
    let first = pawns().find(|(_, text, _)| is_named(text))?.0;
    (named * 2 < pawns().count()).then_some(first)
}

/// The first move of a man that begins with a small letter which is a file, too, where most begin with capitals: `ac8` for `Ac8`, or for a
/// rook's `Tac8` that lost its letter.
fn small_man(texts: &[PrintedMove<'_>]) -> Option<Span> {
    let is_small = |text: &str| {
        let mut signs = text.chars();
        matches!(signs.next(), Some('a'..='h')) && matches!(signs.next(), Some('a'..='h' | 'A'..='H' | 'x'))
    };
    let men = || texts.iter().filter(|(.., mv)| mv.role() != Role::Pawn && !mv.is_castle());
    let large = men().filter(|(_, text, _)| text.starts_with(char::is_uppercase)).count();
    let first = men().find(|(_, text, _)| is_small(text))?.0;
    (large * 2 > men().count()).then_some(first)
}

/// The first move whose figurine has the colour of the other side, where each side has figurines of its own.
fn other_colour(reading: &Reading, texts: &[PrintedMove<'_>]) -> Option<Span> {
    /// Of so many figurines of a side, one may have the wrong colour.
    const FEW: usize = 4;
    let is_white: FxHashMap<Span, bool> = (1_u32..)
        .zip(&reading.spans)
        .map(|(ply, span)| (*span, mover_at(&reading.game.start, ply).1.is_white()))
        .collect();
    let coloured: Vec<(Span, bool, bool)> = texts
        .iter()
        .filter_map(|(span, text, _)| Some((*span, *is_white.get(span)?, has_white_figurine(text)?)))
        .collect();
    let count =
        |side: bool, colour: bool| coloured.iter().filter(|own| (own.1, own.2) == (side, colour)).count();
    let colour_of = |side: bool| {
        let (white, black) = (count(side, true), count(side, false));
        let usual = white > black;
        (white.min(black) * FEW <= white.max(black) && white != black).then_some(usual)
    };
    let (white, black) = (colour_of(true)?, colour_of(false)?);
    let is_wrong = |own: &&(Span, bool, bool)| own.2 != if own.1 { white } else { black };
    (white != black).then(|| coloured.iter().find(is_wrong)).flatten().map(|own| own.0)
}

/// Whether a text begins with a white figurine (♔ to ♙) or a black one; nothing if it begins with another sign.
fn has_white_figurine(text: &str) -> Option<bool> {
    match text.chars().next()? {
        '\u{2654}'..='\u{2659}' => Some(true),
        '\u{265A}'..='\u{265F}' => Some(false),
        _ => None,
    }
}

/// A move with the letters before its square.
#[derive(Clone)]
struct Lettered {
    span: Span,
    /// As printed, in capitals: the letter of the piece, and perhaps that of a file.
    letters: String,
    role: Role,
}

/// The capitals that an algebraic text begins with, Latin ones for those that look like them.
fn letters_of(text: &str) -> String {
    // `ç` is the file c of a page that lost it; Greek books count the files `α` to `θ`.
    let is_file = |c: char| matches!(c, 'ç' | 'α'..='θ' | 'а' | 'б' | 'ц' | 'д' | 'е' | 'ф' | 'г' | 'х');
    let of_piece =
        text.chars().take_while(|&c| c.is_uppercase() || !c.is_ascii() && c.is_alphabetic() && !is_file(c));
    let mut letters: String = of_piece.map(latin).collect();
    // Behind the letter of a man, `X` is a capture.
    if letters.len() > 1 && letters.ends_with('X') {
        letters.pop();
    }
    // `Kt` is the only letter of two signs in Latin; `Кр` may be written with one letter or two of the Latin ones.
    if letters == "K" {
        letters.extend(text.chars().nth(1).filter(|c| matches!(c, 't' | 'p')));
    }
    letters
}

/// The Latin letter that looks like a Cyrillic one.
fn latin(c: char) -> char {
    match c {
        'К' => 'K',
        'С' => 'C',
        'Т' => 'T',
        'О' => 'O',
        'р' => 'p',
        _ => c,
    }
}

/// Letters for the five pieces, from the knight to the king, in each alphabet.
fn alphabets() -> impl Iterator<Item = [String; 5]> {
    /// Knights that English writers have beside `N`.
    const KNIGHTS: [&str; 2] = ["Kt", "S"];
    let known = notation::TABLE.iter().filter_map(|notation| notation.letters());
    let english = KNIGHTS.iter().map(|knight| ["P", knight, "B", "R", "Q", "K"]);
    known.chain(english).map(|men| std::array::from_fn(|at| men[at + 1].chars().map(latin).collect()))
}

/// Nothing if one alphabet spells all of these moves; otherwise the first that the likeliest alphabet does not spell.
fn spelled_by_one(named: &[Lettered]) -> Option<Span> {
    let spells = |men: &[String; 5], own: &Lettered| {
        let rest = own.letters.strip_prefix(men[own.role as usize - 2].as_str());
        rest.is_some_and(|rest| rest.chars().all(|c| matches!(c, 'A'..='H' | 'ç' | 'Ç')))
    };
    let likeliest = alphabets().max_by_key(|men| named.iter().filter(|own| spells(men, own)).count())?;
    named.iter().find(|own| !spells(&likeliest, own)).map(|own| own.span)
}

/// The first move whose letters are those of another piece elsewhere.
fn two_men(named: &[Lettered]) -> Option<Span> {
    let known = |at: usize| named[..at].iter().find(|other| other.letters == named[at].letters);
    let is_other = |at: &usize| known(*at).is_some_and(|other| other.role != named[*at].role);
    (0..named.len()).find(is_other).map(|at| named[at].span)
}
