//! Games that may go farther than their layout cuts them: the numbers behind the last move go on with it.

use crate::convert::play::Play;
use crate::convert::sense::NotationSense;
use crate::decode::{NotationChoice, Options};
use crate::finding::{Finding, code};
use crate::record::{Draft, MoveSense, Playable, playable};
use crate::text::{Source, Span};

/// Layouts that take lines behind a game for notes.
const LAYOUTS: &[&str] = &["book", "running", "pairs", "blocks", "columns"];
/// Least likeness of a move.
const LIKE: f32 = 0.5;
/// A longer text, in bytes, is no record.
const LONGEST: usize = 1 << 18;

/// The games that can be played from the numbers of a text; none of a text that is too long for a record.
pub(in crate::convert) fn games(source: &Source, options: Options) -> Vec<Playable> {
    if source.text().len() > LONGEST {
        return Vec::new();
    }
    playable(source, &NotationSense::new(options.from))
}

/// Says of each draft where the moves of the games that can be played go on behind its last one.
pub(in crate::convert) fn warn(
    source: &Source,
    layout: &str,
    playable: &[Playable],
    drafts: &mut [Draft<'_>],
    options: Options,
) {
    let sense = NotationSense::new(options.from);
    warn_of_lines(source, drafts, options.from);
    if drafts.is_empty() || !LAYOUTS.contains(&layout) {
        return;
    }
    let mut games = playable.to_vec();
    // Evaluations, clocks and ratings on lines of their own are left over where they matter.
    for game in &mut games {
        let due = game.half_moves.len() as u32 / 2 + 1;
        let text = source.text();
        game.goes_on = game.goes_on.filter(|next| {
            is_row(text, next.start, &sense) || is_line_of_moves(text, next.start, due, &sense)
        });
    }
    // What was read as a move of another game is that one's; a game may be quoted within one.
    let mut read: Vec<Span> =
        drafts.iter().flat_map(|draft| &draft.mainline.cells).map(|cell| cell.span).collect();
    read.sort_unstable();
    let is_read = |next: Span| {
        let at = read.partition_point(|cell| cell.end <= next.start);
        read.get(at).is_some_and(|cell| cell.start < next.end)
    };
    for draft in drafts.iter_mut().filter(|draft| draft.unordered.is_none()) {
        let next = games.iter().find_map(|game| goes_on(draft, game));
        if let Some(next) = next.filter(|next| !is_read(*next)) {
            let why = "the game may go on here: what follows the last move can be played, or has one of the next numbers";
            draft.findings.push(Finding::new(&code::L306, next, why).text(source.slice(next)));
        }
    }
}

/// Says of each draft that has no end where a line in the words behind it can be played on, from the number that is due.
fn warn_of_lines(source: &Source, drafts: &mut [Draft<'_>], from: NotationChoice) {
    let mut starts: Vec<usize> =
        drafts.iter().filter_map(|draft| draft.mainline.cells.first()).map(|cell| cell.span.start).collect();
    starts.sort_unstable();
    for draft in drafts.iter_mut().filter(|draft| draft.unordered.is_none() && draft.ending.is_none()) {
        let Some(last) = draft.mainline.cells.last().map(|cell| cell.span.end) else { continue };
        let next = starts.get(starts.partition_point(|start| *start < last)).copied();
        let behind = Span::new(last, next.unwrap_or(source.text().len()).min(last + FAR));
        if let Some(place) = line_behind(source, draft, behind, from) {
            let why = "the game may go on here: a line with the number that is due can be played";
            draft.findings.push(Finding::new(&code::L306, place, why).text(source.slice(place)));
        }
    }
}

/// The first move of a line of at least three half-moves in a part of the text, outside brackets, that begins with the next number of a
/// draft and can be played from where it ends, in whatever notation.
fn line_behind(source: &Source, draft: &Draft<'_>, part: Span, from: NotationChoice) -> Option<Span> {
    const FEWEST: usize = 3;
    let cells = &draft.mainline.cells;
    let due = format!("{}", cells.len() / 2 + 1);
    let text = source.text().get(part.start..source.text().floor_char_boundary(part.end))?;
    if !text.contains(&due) {
        return None;
    }
    let start = Play::new(from, &draft.start)?;
    let board = cells.iter().try_fold(start, |board, cell| board.then(&cell.text))?.in_any_notation();
    let words: Vec<&str> = text.split_whitespace().collect();
    let moves =
        |at: usize| words[at..].iter().map(|word| without_number(word)).filter(|word| !word.is_empty());
    let is_line = |at: usize| {
        let mut own: Option<Play> = None;
        moves(at).take(FEWEST).all(|word| {
            own = own.as_ref().unwrap_or(&board).then(word.trim_end_matches([',', ';', ':']));
            own.is_some()
        }) && moves(at).nth(FEWEST - 1).is_some()
    };
    let begins = |word: &str| word.strip_prefix(&*due).is_some_and(|rest| rest.starts_with(['.', '…']));
    let mut depth = 0_usize;
    let at = words.iter().enumerate().find_map(|(at, word)| {
        let found = depth == 0 && begins(word) && is_line(at);
        depth = (depth + word.matches(['(', '[', '{']).count())
            .saturating_sub(word.matches([')', ']', '}']).count());
        found.then_some(at)
    })?;
    let first = moves(at).next()?;
    let place = part.start + (first.as_ptr() as usize - text.as_ptr() as usize);
    Some(Span::new(place, place + first.len()))
}

/// A word without the number and the dots before it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.trim_start_matches(['.', '…']) {
        _ if rest.len() < word.len() && !rest.starts_with(['.', '…']) && !rest.is_empty() => word,
        bare => bare,
    }
}

/// How far behind a game a line is looked for, in bytes.
const FAR: usize = 1 << 11;

/// Whether the number that is due stands before byte `at`, and several moves behind it: a sentence goes on with the game,
/// `and now White continued 11.Bxf6 Nxf6 12.g5`.
fn is_line_of_moves(text: &str, at: usize, due: u32, sense: &NotationSense) -> bool {
    /// Half-moves of which it has at least so many.
    const FEWEST: usize = 3;
    /// Words that are looked at.
    const WORDS: usize = 6;
    let before = text[..at].trim_end_matches(['.', ' ', '…', ')']);
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = before[before.len() - digits..].parse() == Ok(due);
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let word = |word: &str| {
        sense.likeness(word.trim_start_matches(is_number).trim_end_matches([',', ';', '.'])) >= LIKE
    };
    let plain = |word: &&str| !word.chars().all(is_number);
    let moves = text[at..].split_whitespace().filter(plain).take(WORDS).take_while(|own| word(own)).count();
    number && moves >= FEWEST
}

/// Whether a number and a move begin the line of byte `at`.
fn is_row(text: &str, at: usize, sense: &NotationSense) -> bool {
    /// Most words of a move.
    const WORDS: usize = 3;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim_start();
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '…');
    let rest = line.trim_start_matches(is_number);
    let words: Vec<&str> = rest.split_whitespace().take(WORDS).collect();
    line.starts_with(|c: char| c.is_ascii_digit())
        && text[start..at].chars().all(is_number)
        && (1..=words.len()).any(|count| sense.likeness(&words[..count].join(" ")) >= LIKE)
}

/// Where the half-moves of `game` go on behind the last cell of a draft that they begin with.
fn goes_on(draft: &Draft<'_>, game: &Playable) -> Option<Span> {
    let cells = &draft.mainline.cells;
    let meets = |a: Span, b: Span| a.start < b.end && b.start < a.end;
    let (first, last) = (cells.first()?.span, cells.last()?.span);
    let own = &game.half_moves;
    let next = own.get(cells.len()).copied().or(game.goes_on.filter(|_| own.len() == cells.len()))?;
    let ended = draft.ending.as_ref().is_some_and(|(_, place)| place.start < next.start);
    (meets(first, own[0]) && meets(last, own[cells.len() - 1]) && !ended).then_some(next)
}
