//! Footnotes: `12. Bb5(*1) a6`, and below the game `(*1) The Spanish.` Each stands as a comment at the half-move that
//! bears its mark. Marks are `(1)`, `[1]`, and signs: `*`, `**`, `†`, `‡`, `§`, `¹`, `(*1)`, `(1*)`, `(**)`, `(a)`, `[a]`, `a)`. A sign that has a footnote is
//! taken out of the text before a layout reads it: to a notation it is a part of the move, a check, a file or a result.

use rustc_hash::{FxHashMap, FxHashSet};
use scorebook_lexicon::{Phrase, is_small, phrase_before};

use crate::corrections::masked;
use crate::record::{Cell, Draft};
use crate::text::{Source, Span};

/// A mark of a footnote among the moves, or a footnote.
#[derive(Debug)]
struct Mark<'t> {
    /// The mark with its brackets.
    sign: &'t str,
    span: Span,
    /// The text of a footnote; none of a mark.
    note: Option<String>,
}

impl Mark<'_> {
    /// Whether no text but a footnote bears such a mark: numbers in brackets may be those of moves.
    fn is_starred(&self) -> bool {
        self.sign.starts_with("(*")
    }
}

/// The mark at the start of a text: `(*12)`.
fn mark(text: &str) -> Option<&str> {
    let open = text.chars().next().filter(|open| matches!(open, '(' | '['))?;
    let close = if open == '(' { ')' } else { ']' };
    let inside = &text[1..text.get(1..)?.find(close)? + 1];
    let number = inside.strip_prefix('*').unwrap_or(inside);
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| &text[..inside.len() + 2])
}

/// The footnote that a line begins: `(1) The Spanish.`, `Notes: (1) The Spanish.`
fn footnote(line: &str) -> Option<(&str, &str)> {
    /// Most bytes of a word before the first footnote.
    const WORD: usize = 12;
    let head = line.find(':').filter(|&at| at <= WORD && line[..at].chars().all(char::is_alphabetic));
    let line = head.map_or(line, |at| line[at + 1..].trim_start());
    let sign = mark(line)?;
    let note = line[sign.len()..].trim_start_matches(':').trim();
    (!note.is_empty()).then_some((sign, note))
}

/// The marks and the footnotes of a text, in order. A footnote begins a line and goes on to an empty line, to the next
/// footnote or to a line with a number.
fn marks(text: &str) -> Vec<Mark<'_>> {
    let mut marks: Vec<Mark<'_>> = Vec::new();
    let (mut start, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        match footnote(words) {
            Some((sign, note)) => {
                let span = Span::new(at, at + words.len());
                marks.push(Mark { sign, span, note: Some(note.to_owned()) });
                open = true;
                continue;
            }
            None if words.is_empty() || words.starts_with(|c: char| c.is_ascii_digit() || c == '[') => {
                open = false
            }
            None => {}
        }
        if open && let Some(Mark { span, note: Some(note), .. }) = marks.last_mut() {
            note.push(' ');
            note.push_str(words);
            span.end = at + words.len();
            continue;
        }
        let places = words.match_indices(['(', '[']);
        let signs = places.filter_map(|(place, _)| Some((place, mark(&words[place..])?)));
        marks.extend(signs.map(|(place, sign)| Mark {
            sign,
            span: Span::new(at + place, at + place + sign.len()),
            note: None,
        }));
    }
    marks
}

/// Whether a text speaks in words.
fn is_prose(text: &str) -> bool {
    /// Letters of a word that is no move.
    const LETTERS: usize = 3;
    let is_word =
        |word: &str| word.chars().filter(|&c| is_small(c)).count() >= LETTERS && !word.contains('-');
    text.split_whitespace().any(is_word)
}

/// Puts each footnote at the half-move whose mark it has: the first footnote behind the mark.
pub(super) fn attach(source: &Source, drafts: &mut [Draft<'_>]) {
    /// Most bytes between a half-move and its mark, where the mark may be something else.
    const NEAR: usize = 2;
    let text = source.text();
    let has_notes = text.lines().any(|line| footnote(line.trim()).is_some());
    if !has_notes {
        return;
    }
    let marks = marks(text);
    // The half-moves of all games by place, each with its game and its number there.
    let mut cells: Vec<(Span, usize, usize)> = drafts
        .iter()
        .enumerate()
        .flat_map(|(game, draft)| {
            let cells = draft.mainline.cells.iter().enumerate();
            cells.map(move |(at, cell)| (cell.span, game, at)).filter(|(span, ..)| !span.is_empty())
        })
        .collect();
    cells.sort_unstable();
    // Lines that a layout has put into comments, though they are footnotes.
    let mut attached: FxHashSet<String> = FxHashSet::default();
    let mut noted: Vec<(usize, usize, &str, &str)> = Vec::new();
    // From the end, so that each mark finds the first footnote behind it.
    let mut behind: FxHashMap<&str, &Mark<'_>> = FxHashMap::default();
    for place in marks.iter().rev() {
        if place.note.is_some() {
            behind.insert(place.sign, place);
            continue;
        }
        let Some(Mark { span, note: Some(note), .. }) = behind.get(place.sign) else { continue };
        // The half-move that begins last before the mark, in any game.
        let before = cells.partition_point(|(own, ..)| own.start < place.span.start);
        let Some(&(own, game, cell)) = before.checked_sub(1).and_then(|at| cells.get(at)) else { continue };
        let inside = cells.partition_point(|(own, ..)| own.start < span.end);
        let is_read = || inside.checked_sub(1).is_some_and(|at| cells[at].0.end > span.start);
        let is_near = place.span.start.saturating_sub(own.end) <= NEAR;
        if !place.is_starred() && (!is_near || !is_prose(note) || is_read()) {
            continue;
        }
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // The whole of it, and each of its lines.
        attached.insert(squeezed(source.slice(*span)));
        attached.extend(source.slice(*span).lines().map(squeezed));
        noted.push((game, cell, place.sign, note));
        drafts[game].explained.extend([*span, place.span]);
    }
    for Draft { mainline, .. } in &mut *drafts {
        mainline.comments.retain(|comment| !attached.contains(comment));
        let comments = mainline.cells.iter_mut().map(|Cell { comments, .. }| comments);
        comments.for_each(|comments| comments.retain(|comment| !attached.contains(comment)));
    }
    for (game, cell, sign, note) in noted.into_iter().rev() {
        let comments = &mut drafts[game].mainline.cells[cell].comments;
        comments.retain(|comment| comment != sign);
        comments.push(note.to_owned());
    }
}

/// A footnote whose mark is a sign, `P-KB4 *`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SignNote {
    /// Where the sign stands among the moves.
    marks: Vec<Span>,
    /// Where the footnote stands.
    place: Span,
    /// What it says.
    text: String,
}

/// The sign of a footnote at the start of a text: stars, daggers, raised digits, a letter with a bracket.
fn sign(text: &str) -> Option<&str> {
    /// Most stars of a mark.
    const STARS: usize = 4;
    if is_letter_sign(text) {
        return text.find([')', ']']).map(|close| &text[..=close]);
    }
    if let Some(starred) = starred(text) {
        return Some(starred);
    }
    let first = text.chars().next()?;
    let is_raised = |c: char| matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹');
    let end = match first {
        '*' => text.bytes().take_while(|&c| c == b'*').count(),
        '†' | '‡' | '§' | '¶' => text.len() - text.trim_start_matches(first).len(),
        _ if is_raised(first) => text.len() - text.trim_start_matches(is_raised).len(),
        _ => return None,
    };
    (first != '*' || end <= STARS).then(|| &text[..end])
}

/// The star or stars in brackets at the start of a text, alone or with a number: `(*)`, `[**]`, `(*1)`, `(1*)`. No text but that of a
/// footnote bears such a mark.
fn starred(text: &str) -> Option<&str> {
    /// Most signs between the brackets.
    const LONGEST: usize = 5;
    let close = match text.bytes().next()? {
        b'(' => ')',
        b'[' => ']',
        _ => return None,
    };
    let inside = &text[1..text.find(close)?];
    let is_mark = (1..=LONGEST).contains(&inside.len())
        && inside.contains('*')
        && inside.bytes().all(|c| c == b'*' || c.is_ascii_digit());
    is_mark.then(|| &text[..inside.len() + 2])
}

/// The sign that begins a footnote: any [`sign`], or a number with a star whose brackets are left out, `1* The Spanish.`
fn note_sign(line: &str) -> Option<&str> {
    let bare = || {
        let end = line.find(|c: char| c != '*' && !c.is_ascii_digit()).filter(|end| (2..5).contains(end))?;
        let (sign, rest) = line.split_at(end);
        let has_both = sign.contains('*') && sign.contains(|c: char| c.is_ascii_digit());
        (has_both && rest.starts_with([' ', '\t', ':', '.', ')'])).then_some(sign)
    };
    bare().or_else(|| sign(line))
}

/// Whether two signs are the same mark: brackets around stars say nothing.
fn is_same_mark(one: &str, other: &str) -> bool {
    let bare = |text: &'_ str| match starred(text) {
        Some(sign) => sign[1..sign.len() - 1].to_owned(),
        None => text.to_owned(),
    };
    one == other || bare(one) == bare(other)
}

/// Whether a text begins with a small letter in brackets or before one: `(a)`, `[a]`, `a)`.
fn is_letter_sign(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes, [b'(', letter, b')', ..] | [b'[', letter, b']', ..] if letter.is_ascii_lowercase())
        || matches!(bytes, [letter, b')', ..] if letter.is_ascii_lowercase())
}

/// The signs in a line that stand behind a move, each with its place in the line.
fn signs_behind_moves(line: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = line.get(at..) {
        let Some(step) = rest.chars().next() else { break };
        let Some(sign) = sign(rest) else {
            at += step.len_utf8();
            continue;
        };
        let word = line[..at].trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        let blanks = line[..at].len() - line[..at].trim_end().len();
        let is_move = word.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | 'x'))
            && word.contains(|c: char| c.is_ascii_alphabetic());
        let ends = line[at + sign.len()..]
            .chars()
            .next()
            .is_none_or(|c| c.is_whitespace() || matches!(c, ',' | ';' | '.'));
        // No move begins with a letter in brackets, wherever it stands.
        let is_mark = match is_letter_sign(sign) {
            true => !line[..at].trim().is_empty() && (blanks > 0 || sign.starts_with(['(', '['])),
            false if starred(sign).is_some() => !line[..at].trim().is_empty(),
            false => is_move && blanks <= 1,
        };
        if is_mark && ends {
            found.push((at, sign));
        }
        at += sign.len();
    }
    found
}

/// The footnotes of a text whose marks are signs, which stand among the moves before it. PGN
/// says by other means what a comment is, but for letters in brackets.
pub(super) fn of_signs(text: &str) -> Vec<SignNote> {
    /// Most half-moves that bear the mark of one footnote.
    const MOST_MARKS: usize = 4;
    let is_pgn = text.contains("[Event ");
    let is_sign = |sign: &str| !is_pgn || is_letter_sign(sign) || starred(sign).is_some();
    if !text.lines().any(|line| note_sign(line.trim()).is_some_and(is_sign)) {
        return Vec::new();
    }
    let mut notes: Vec<SignNote> = Vec::new();
    let mut marks: Vec<(&str, Span)> = Vec::new();
    let (mut start, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        let place = Span::new(at, at + words.len());
        if let Some(own) = note_sign(words).filter(|own| is_sign(own)) {
            let is_own = |sign: &str| is_same_mark(sign, own);
            // A colon or a bracket may part the mark from what it says.
            let note = words[own.len()..].trim_start_matches([':', ')']).trim();
            let of_it: Vec<Span> =
                marks.iter().filter(|(sign, _)| is_own(sign)).map(|(_, mark)| *mark).collect();
            // A dagger that comes often is a check.
            let most = if own.starts_with(['†', '‡']) { 1 } else { MOST_MARKS };
            // What a star in brackets marks is a footnote, whatever it says.
            let is_sure = of_it.iter().all(|mark| starred(&text[mark.range()]).is_some());
            open = (is_sure && !note.is_empty() || is_prose(note)) && (1..=most).contains(&of_it.len());
            if open {
                notes.push(SignNote { marks: of_it, place, text: note.to_owned() });
            }
            marks.retain(|(sign, _)| !is_own(sign));
            continue;
        }
        // Words, and numbers, that lead to a move that was not played take it with them: `If` above `18...K takes B`. Any other row is the game's, and
        // so is a line without words.
        let leads = notes.last().is_some_and(|note| {
            let is_lead = phrase_before(&note.text, &[Phrase::Before, Phrase::About]).is_some();
            let last = note.text.rsplit(' ').next().unwrap_or_default().trim_end_matches('.');
            is_lead || note.text.ends_with(',') || last.bytes().all(|b| b.is_ascii_digit())
        });
        let is_row = words.starts_with(|c: char| c.is_ascii_digit()) || !is_prose(words);
        if words.is_empty() || is_row && !leads {
            open = false;
        }
        if open && let Some(note) = notes.last_mut() {
            note.text.push(' ');
            note.text.push_str(words);
            note.place.end = place.end;
            continue;
        }
        let own = signs_behind_moves(words).into_iter().filter(|(_, own)| is_sign(own));
        marks.extend(own.map(|(place, sign)| (sign, Span::new(at + place, at + place + sign.len()))));
    }
    // A letter whose footnote is not there stays as it is.
    let is_letter = |mark: &Span| is_letter_sign(&text[mark.range()]);
    if notes.iter().any(|note| note.marks.iter().any(is_letter)) {
        let lost = marks.into_iter().filter(|(_, mark)| is_letter(mark));
        notes.extend(lost.map(|(sign, mark)| SignNote {
            marks: vec![mark],
            place: mark,
            text: sign.to_owned(),
        }));
    }
    notes
}

/// The source without them and their marks, all places as they were.
pub(super) fn without(source: &Source, notes: &[SignNote]) -> Source {
    let spans: Vec<Span> =
        notes.iter().flat_map(|note| note.marks.iter().chain([&note.place]).copied()).collect();
    masked(source, &spans)
}

/// Puts each at the half-move before its mark.
pub(super) fn hang(drafts: &mut [Draft<'_>], notes: &[SignNote]) {
    if notes.is_empty() {
        return;
    }
    // Where each half-move begins, with its place in its draft.
    let mut begins: Vec<(usize, usize, usize)> = Vec::new();
    for (own, draft) in drafts.iter().enumerate() {
        let cells = draft.mainline.cells.iter().enumerate().filter(|(_, cell)| !cell.span.is_empty());
        begins.extend(cells.map(|(at, cell)| (cell.span.start, at, own)));
    }
    begins.sort_unstable();
    for note in notes {
        for &mark in &note.marks {
            let behind = begins.partition_point(|begin| begin.0 < mark.start);
            if let Some(&(_, at, own)) = begins[..behind].last() {
                drafts[own].mainline.cells[at].comments.push(note.text.clone());
                drafts[own].explained.extend([mark, note.place]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_marks_where_a_footnote_has_them() {
        let text = "1. P-K4 P-K4\n2. P-KB4 * PxP **\n3. Kt-KB3† P-KKt4 ¹\n4. P-KR4 P-Kt5 ch (a) 5. Kt-K5[b] Kt-KB3 c)\n\n(a) No check.\n[b] Known.\nc) Best.\n* The King's\ngambit.\n** Taken.\n† Usual.\n¹ Holding on.\n";
        let told: Vec<(&str, String)> =
            of_signs(text).into_iter().map(|note| (&text[note.marks[0].range()], note.text)).collect();
        let wanted = [
            ("(a)", "No check."),
            ("[b]", "Known."),
            ("c)", "Best."),
            ("*", "The King's gambit."),
            ("**", "Taken."),
            ("†", "Usual."),
            ("¹", "Holding on."),
        ];
        assert_eq!(told, wanted.map(|(sign, note)| (sign, note.to_owned())));
        let text = "1. e4(*1) e5 2. Nf3(*) Nc6 3. Bb5 (2*) a6(**) 4. Ba4[*] Nf6\n\n(*1): Best.\n(*) or 2. f4\n2* The Spanish.\n[*] no\n(**) 3... Nf6 is played too.\n";
        let told: Vec<(&str, String)> =
            of_signs(text).into_iter().map(|note| (&text[note.marks[0].range()], note.text)).collect();
        let wanted = [
            ("(*1)", "Best."),
            ("(*)", "or 2. f4"),
            ("(2*)", "The Spanish."),
            ("(**)", "3... Nf6 is played too."),
        ];
        assert_eq!(told, wanted.map(|(sign, note)| (sign, note.to_owned())));
        for none in [
            // A legend, a sign without a footnote, a result, a footnote without a mark.
            "1. e4 e5 2. Bb5† c6 3. Bc4 Bb4†\n\n† check\n",
            "1. e4 e5 2. Nf3 * Nc6\n",
            "1. e4 e5 *\n\n* e4 e5\n",
            "1. e4 e5\n\n* Something.\n",
        ] {
            assert_eq!(of_signs(none), [], "{none}");
        }
    }

    #[test]
    fn footnotes_are_told_from_their_marks() {
        let text = "1. e4(*1) e5 2. Nf3 (*2) Nc6\n\nNotes: (*1) The best,\nsome say.\n(*2) Usual.\n3. Bb5(*1) a6 [3]\n[3] Morphy's.\n";
        let told: Vec<(&str, Option<String>)> =
            marks(text).into_iter().map(|mark| (mark.sign, mark.note)).collect();
        let note = |text: &str| Some(text.to_owned());
        assert_eq!(
            told,
            [
                ("(*1)", None),
                ("(*2)", None),
                ("(*1)", note("The best, some say.")),
                ("(*2)", note("Usual.")),
                ("(*1)", None),
                ("[3]", None),
                ("[3]", note("Morphy's."))
            ]
        );
        for (text, found) in [
            ("(*12) x", Some("(*12)")),
            ("(b)", None),
            ("[7] x", Some("[7]")),
            ("(*)", None),
            ("(*1", None),
            ("(*a)", None),
            ("(12]", None),
            ("(é)", None),
            ("(*1234)", None),
        ] {
            assert_eq!(mark(text), found, "{text}");
        }
    }
}
