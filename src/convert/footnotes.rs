//! Footnotes: `12. Bb5(*1) a6`, and below the game `(*1) The Spanish.` Each stands as a comment at the half-move that
//! bears its mark.

use crate::record::Draft;
use crate::text::{Source, Span};

/// A mark of a footnote among the moves, or a footnote.
struct Mark {
    number: u32,
    span: Span,
    /// The text of a footnote; none of a mark.
    note: Option<String>,
}

/// The number of a mark at the start of a text, and its length: `(*12)`.
fn mark(text: &str) -> Option<(u32, usize)> {
    let inside = text.strip_prefix("(*")?;
    let digits = inside.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let number = inside[..digits].parse().ok()?;
    inside[digits..].starts_with(')').then_some((number, digits + 3))
}

/// The marks and the footnotes of a text, in order. A footnote begins a line and goes on to an empty line, to the next
/// footnote or to a line with a number.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let (mut start, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        let begun = mark(words).filter(|&(_, length)| words.len() > length);
        match begun {
            Some((number, length)) => {
                let note = words[length..].trim().to_owned();
                marks.push(Mark { number, span: Span::new(at, at + words.len()), note: Some(note) });
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
        let places = words.match_indices("(*").filter_map(|(place, _)| Some((place, mark(&words[place..])?)));
        marks.extend(places.map(|(place, (number, length))| Mark {
            number,
            span: Span::new(at + place, at + place + length),
            note: None,
        }));
    }
    marks
}

/// Puts each footnote at the half-move whose mark has its number: the first footnote behind the mark.
pub(super) fn attach(source: &Source, drafts: &mut [Draft<'_>]) {
    let text = source.text();
    if !text.contains("(*") {
        return;
    }
    let marks = marks(text);
    for (at, place) in marks.iter().enumerate().filter(|(_, mark)| mark.note.is_none()) {
        let note = marks[at..].iter().find(|note| note.note.is_some() && note.number == place.number);
        let Some(Mark { span, note: Some(note), .. }) = note else { continue };
        // The half-move that begins last before the mark.
        let begins = |draft: &Draft<'_>| {
            draft
                .mainline
                .cells
                .iter()
                .rposition(|cell| !cell.span.is_empty() && cell.span.start < place.span.start)
        };
        let bearer = drafts
            .iter_mut()
            .filter(|draft| draft.span.start <= place.span.start && place.span.start <= draft.span.end)
            .find_map(|draft| begins(draft).map(|cell| (draft, cell)));
        let Some((draft, cell)) = bearer else { continue };
        draft.mainline.cells[cell].comments.push(note.clone());
        draft.explained.extend([*span, place.span]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footnotes_are_told_from_their_marks() {
        let text = "1. e4(*1) e5 2. Nf3 (*2) Nc6\n\n(*1) The best,\nsome say.\n(*2) Usual.\n3. Bb5(*1)\n";
        let told: Vec<(u32, Option<String>)> =
            marks(text).into_iter().map(|mark| (mark.number, mark.note)).collect();
        let note = |text: &str| Some(text.to_owned());
        assert_eq!(
            told,
            [(1, None), (2, None), (1, note("The best, some say.")), (2, note("Usual.")), (1, None)]
        );
        for (text, found) in
            [("(*12) x", Some((12, 5))), ("(*)", None), ("(*1", None), ("(1)", None), ("(*1234)", None)]
        {
            assert_eq!(mark(text), found, "{text}");
        }
    }
}
