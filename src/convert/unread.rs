//! Passages that have the form of a score, and from which no game was read: they are told, so that no game is lost in silence.

use super::glance::{Score, is_in_numbers, is_in_squares};
use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::finding::{Finding, code};
use crate::record::{Draft, MoveSense, Playable, Start};
use crate::sink::Located;
use crate::text::{Source, Span};

/// Fewest words of a lost score that look like moves.
const FEWEST_MOVES: usize = 10;
/// So much of a line is shown, in bytes.
const SHOWN: usize = 80;
/// A longer passage, in bytes, is looked at so far.
const LONGEST: usize = 8 << 10;

/// A finding for each passage outside the games that is a score from its first move on: a game can be played from its numbers, or its
/// paragraph has the form of one.
pub(super) fn scores(
    source: &Source,
    drafts: &[Draft<'_>],
    ruled: &[Span],
    playable: &[Playable],
) -> Vec<Finding> {
    let mut known: Vec<Span> = drafts.iter().flat_map(places).chain(ruled.iter().copied()).collect();
    known.sort_unstable();
    let sense = NotationSense::new(NotationChoice::Auto);
    let mut found = Vec::new();
    let mut at = 0;
    for span in known.into_iter().chain([Span::at(source.text().len())]) {
        if span.start > at {
            let gap = Span::new(at, span.start);
            let played: Vec<Span> = playable.iter().filter_map(|game| played_in(game, gap)).collect();
            let is_played =
                |own: &Span| played.iter().any(|game| own.start < game.end && game.start < own.end);
            let lost = |own: &Span| !is_played(own) && is_lost(source, *own, &sense);
            for own in paragraphs(source, gap) {
                match lost(&own) {
                    true => found.push(own),
                    false => found.extend(lines(source, own).filter(lost)),
                }
            }
            found.extend(played);
        }
        at = at.max(span.end);
    }
    found.extend(in_comments(source, drafts));
    found.sort_unstable();
    found.dedup_by_key(|own| own.start);
    found.into_iter().map(|own| told(source, own)).collect()
}

/// A finding for each place where moves stand in data that is broken, so that none of it was read.
pub(super) fn in_data(source: &Source) -> Vec<Located> {
    let told = |(line, column, text): (usize, usize, &str)| {
        let shown = &text[..text.floor_char_boundary(SHOWN)];
        let message =
            "moves stand in this part of the data, and no value was read from it: it is not well formed";
        let finding = Finding::new(&code::L328, Span::default(), message).text(shown);
        Located { finding, line, column, page: None, context: text.to_owned(), cut: column - 1 }
    };
    source.lost_moves().map(told).collect()
}

/// Where a game that can be played stands, if it is in a part of a text that no game accounts for.
fn played_in(game: &Playable, part: Span) -> Option<Span> {
    let all = game.half_moves.iter().copied().reduce(Span::join)?;
    let is_in = part.start <= all.start && all.end <= part.end;
    (is_in && game.half_moves.len() >= FEWEST_MOVES).then_some(all)
}

/// The comments that are squares in numbers, as in correspondence: no annotator writes so.
fn in_comments(source: &Source, drafts: &[Draft<'_>]) -> Vec<Span> {
    let of_line = |draft: &'_ Draft<'_>| -> Vec<String> {
        let cells = draft.mainline.cells.iter().flat_map(|cell| &cell.comments);
        draft
            .mainline
            .comments
            .iter()
            .chain(cells)
            .filter(|comment| is_in_numbers(comment))
            .cloned()
            .collect()
    };
    let place = |comment: String| {
        let start = source.text().find(&comment)?;
        Some(Span::new(start, start + comment.len()))
    };
    let mut found: Vec<Span> = drafts.iter().flat_map(of_line).filter_map(place).collect();
    // Each line of such a record may be a comment of its own.
    found.sort_unstable();
    found.dedup_by(|next, last| {
        source.text()[last.end.min(next.start)..next.start]
            .trim()
            .is_empty()
            .then(|| last.end = next.end)
            .is_some()
    });
    found
}

/// The text that a game accounts for.
fn places(draft: &Draft<'_>) -> Vec<Span> {
    let cells = draft.mainline.cells.iter().map(|cell| cell.span).reduce(Span::join);
    draft.explained.iter().copied().chain(cells).collect()
}

/// The paragraphs of a part of a text.
fn paragraphs(source: &Source, part: Span) -> impl Iterator<Item = Span> {
    let text = source.slice(part);
    let mut found: Vec<Span> = Vec::new();
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        let start = part.start + (line.as_ptr() as usize - text.as_ptr() as usize);
        let own = Span::new(start, start + line.trim_end().len());
        match (line.trim().is_empty(), is_open, found.last_mut()) {
            (true, ..) => is_open = false,
            (false, true, Some(last)) => last.end = own.end,
            (false, ..) => {
                found.push(own);
                is_open = true;
            }
        }
    }
    found.into_iter()
}

/// The lines of a paragraph that are long enough for a score.
fn lines(source: &Source, own: Span) -> impl Iterator<Item = Span> {
    let text = source.slice(own);
    let place = move |line: &str| {
        let start = own.start + (line.as_ptr() as usize - text.as_ptr() as usize);
        Span::new(start, start + line.len())
    };
    text.lines().filter(|line| line.len() >= FEWEST_MOVES * 3).map(place)
}

/// Whether a paragraph is a score from its first move on.
fn is_lost(source: &Source, own: Span, sense: &NotationSense) -> bool {
    let text = source.slice(own);
    let text = &text[..text.floor_char_boundary(LONGEST)];
    if is_in_squares(text) {
        return begins_game(&text.split_whitespace().take(2).collect::<Vec<_>>(), sense);
    }
    let score = Score::of(text, sense);
    score.moves.len() >= FEWEST_MOVES && score.is_whole() && begins_game(&score.moves, sense)
}

/// Whether two texts are the first moves of a game, or the squares of the first: the solution of a position is no game that was lost.
fn begins_game(texts: &[&str], sense: &NotationSense) -> bool {
    let Some((board, [one, other])) = sense.board(&Start::Array).zip(texts.first_chunk()) else {
        return false;
    };
    let one = one.trim_end_matches([',', ';', '.', ':', '!', '?']);
    let other = other.trim_end_matches([',', ';', '.', ':', '!', '?']);
    let both = board.after(one).is_some_and(|board| board.after(other).is_some());
    both || board.after(&format!("{one}{other}")).is_some()
}

fn told(source: &Source, own: Span) -> Finding {
    let first = source.slice(own).lines().next().unwrap_or_default().trim_end();
    let message = "this passage looks like the score of a game, and no game was read from it";
    Finding::new(&code::L328, Span::new(own.start, own.start + first.len()), message).text(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<usize> {
        let source = Source::from_bytes("text", text.into());
        scores(&source, &[], &[], &[]).iter().map(|finding| finding.span.start).collect()
    }

    #[test]
    fn what_has_the_form_of_a_score_is_told() {
        let rows = "1 e2 e4 1 e7 e5\n2 K g1 f3 2 d7 d6\n3 d2 d4 3 c5 d4\n4 H d1 d4 4 G c8 c6\n5 K b1 c3 5 a7 a6\n6 G e1 e3 6 K b8 c6\n";
        assert_eq!(told(rows), [0]);
        assert_eq!(told(&format!("A note.\n\n{rows}\nAnother.\n")), [9]);
        assert_eq!(told("5254 5755 7163 2836 6125 1716 2514 7866\n5171 6857\n"), [0]);
    }

    #[test]
    fn prose_and_lists_are_none() {
        let list =
            "1. Steinitz 12\n2. Zukertort 11\n3. Winawer 10\n4. Mason 9\n5. Mackenzie 8\n6. Blackburne 7\n";
        assert!(told(list).is_empty());
        assert!(
            told("In 1851 there were 16 players in 8 matches, and 4 of them came from b4 or e5.\n")
                .is_empty()
        );
    }
}
