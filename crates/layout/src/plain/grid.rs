//! The orders of columns and tables: White's column and Black's, a list of each, rows under rows, blocks side by side.
//!
//! Each arrangement is a way to tell number and side of every cell. It counts only if all cells then have one place each,
//! the numbers rise by one from 1, and the game can be played; two arrangements that give two games are none.

use shakmaty::Color;

use super::token::{Line, LineKind, Token, is_lost_item};
use super::{Step, said};
use crate::Board;
use crate::segment::{Part, Segmenter};
use crate::words::{Gap, Word};

/// Cells behind one number, or behind none.
#[derive(Clone, Debug, Default)]
struct Group<'a> {
    number: Option<u32>,
    side: Option<Color>,
    cells: Vec<Step<'a>>,
    line: usize,
    /// Whether dots in the place of White's move stand before its cells.
    dots: bool,
}

/// The game of some lines in the only order that can be played, and whether rows were moved to get it; `turned`: Black's
/// column comes first.
pub(super) fn find<'a>(
    text: &'a str,
    lines: &[Line<'a>],
    turned: bool,
    board: &dyn Board,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<(Vec<Step<'a>>, bool)> {
    let (groups, numbers) = groups(lines, segmenter)?;
    // A line of numbers over the columns counts from 1.
    if !(1..).zip(&numbers).all(|(due, number)| due == *number) {
        return None;
    }
    let orders: Vec<Option<Vec<Step<'a>>>> = if turned {
        vec![rows(&groups, true)]
    } else if numbers.is_empty() {
        vec![rows(&groups, false), lists(&groups, &numbers), below(&groups)]
    } else {
        vec![lists(&groups, &numbers), across(&groups, &numbers)]
    };
    let mut games: Vec<Vec<Step<'a>>> = Vec::new();
    for order in orders.into_iter().flatten() {
        if is_playable(text, &order, board) && !games.contains(&order) {
            games.push(order);
        }
    }
    // A list of each side below the other stands in its order.
    let is_listed = || !turned && lists(&groups, &numbers).is_some();
    let is_moved =
        !stands_in_columns(&groups) && rows(&groups, turned) == games.first().cloned() && !is_listed();
    if games.len() == 1 { games.pop().map(|game| (game, is_moved)) } else { None }
}

/// Whether the numbers rise by one down each column, or down two lists below each other.
fn stands_in_columns(groups: &[Group<'_>]) -> bool {
    let lines: Vec<&[Group<'_>]> = groups.chunk_by(|a, b| a.line == b.line).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    (0..width).all(|column| {
        let numbers: Vec<u32> = lines.iter().filter_map(|line| line.get(column)?.number).collect();
        let first = numbers.first().copied();
        numbers.windows(2).all(|pair| pair[1] == pair[0] + 1 || width == 1 && Some(pair[1]) == first)
    })
}

/// The groups of the lines, and the numbers on lines of only numbers; `None` if a line has anything else.
fn groups<'a>(lines: &[Line<'a>], segmenter: &mut Segmenter<'a, '_>) -> Option<(Vec<Group<'a>>, Vec<u32>)> {
    let (mut all, mut numbers) = (Vec::new(), Vec::new());
    let (mut head, mut carried) = (None, None);
    for (at, line) in lines.iter().enumerate() {
        if line.kind == LineKind::Heads {
            let sides: Vec<Color> = line.tokens.iter().filter_map(side).collect();
            head = if let [only] = sides[..] { Some(only) } else { None };
            continue;
        }
        let mut own = line_groups(line, at, head, segmenter)?;
        // A number at the end of a line is that of the first move of the next.
        if let (Some(number), Some(first)) = (carried.take(), own.first_mut()) {
            first.number.is_none().then_some(())?;
            first.number = Some(number);
        }
        let has_cells = own.iter().any(|group| !group.cells.is_empty());
        let is_open = has_cells && own.last().is_some_and(|last| last.cells.is_empty());
        if is_open {
            carried = own.pop().and_then(|last| last.number);
        }
        // A list goes on on the next line.
        head = own.first().and_then(|group| group.side).or(head);
        if own.iter().all(|group| group.cells.is_empty()) {
            numbers.extend(own.iter().filter_map(|group| group.number));
        } else {
            // A number without a move is not read.
            own.iter().all(|group| !group.cells.is_empty()).then_some(())?;
            all.extend(own);
        }
    }
    carried.is_none().then_some((all, numbers))
}

fn side(token: &Token<'_>) -> Option<Color> {
    if let Token::Side { side, .. } = token { Some(*side) } else { None }
}

/// The groups of a line.
fn line_groups<'a>(
    line: &Line<'a>,
    at: usize,
    head: Option<Color>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Vec<Group<'a>>> {
    let mut all: Vec<Group<'a>> = Vec::new();
    let mut group = Group { side: head, line: at, ..Group::default() };
    let mut pending: Vec<Word<'a>> = Vec::new();
    let mut is_begun = false;
    for token in &line.tokens {
        match token {
            // A number is one at the beginning, with a mark, or behind a gap; otherwise it may be a rank.
            Token::Label { number, marked, word }
                if *marked
                    || word.gap == Gap::Line
                    || word.gap == Gap::Wide
                    || !is_begun
                    || group.number.is_some_and(|own| own.saturating_add(1) == *number)
                        && ends_move(&pending) =>
            {
                group.cells.extend(cells(&pending, segmenter)?);
                pending.clear();
                if is_begun {
                    let next = Group { side: group.side, line: at, ..Group::default() };
                    all.push(std::mem::replace(&mut group, next));
                }
                group.number = Some(*number);
                is_begun = true;
            }
            Token::Side { side, word } if word.gap == Gap::Line && !is_begun => {
                group.side = Some(*side);
            }
            Token::Counter(_) | Token::Aside(_) => {}
            Token::Dots(_) if pending.is_empty() => group.dots |= group.cells.is_empty(),
            Token::Sign(_) if pending.is_empty() => {}
            Token::Supplied(word) => {
                group.cells.extend(cells(&pending, segmenter)?);
                pending.clear();
                group.cells.push(Step { words: vec![*word] });
                is_begun = true;
            }
            token => {
                pending.push(token.of_move()?);
                is_begun = true;
            }
        }
    }
    group.cells.extend(cells(&pending, segmenter)?);
    all.push(group);
    Some(all)
}

/// Whether a list goes on behind some words: their last one ends with a stop or a square.
pub(super) fn ends_move(pending: &[Word<'_>]) -> bool {
    pending.last().is_some_and(|word| {
        word.text.len() > 1
            && word.text.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | ';' | '+' | '#'))
    })
}

/// The moves that some words are; `None` if they are anything else.
fn cells<'a>(pending: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> Option<Vec<Step<'a>>> {
    let mut steps = Vec::new();
    for part in segmenter.split(pending, None) {
        match part {
            Part::Cell(range) => steps.push(Step { words: pending[range].to_vec() }),
            Part::Placeholder(_) => {}
            // A row of dashes among the moves of a list stands for one that cannot be read.
            Part::Loose(range) if matches!(&pending[range.clone()], [word] if is_lost_item(word.text)) => {
                steps.push(Step { words: pending[range].to_vec() });
            }
            Part::Loose(range) => {
                let is_sign = |word: &Word<'_>| {
                    word.text.chars().all(|c| matches!(c, '-' | '–' | '—' | ',' | ';' | '/' | '&' | '\\'))
                };
                pending[range].iter().all(is_sign).then_some(())?;
            }
        }
    }
    Some(steps)
}

/// Rows in the order of their numbers, wherever they stand: blocks side by side, a column of each side.
fn rows<'a>(groups: &[Group<'a>], turned: bool) -> Option<Vec<Step<'a>>> {
    let mut numbered: Vec<(u32, &Group<'a>)> =
        groups.iter().map(|group| Some((group.number?, group))).collect::<Option<_>>()?;
    numbered.sort_by_key(|(number, group)| (*number, group.side == Some(Color::Black)));
    let last = numbered.last()?.0;
    let mut steps = Vec::new();
    for number in 1..=last {
        let own = || numbered.iter().filter(|(other, _)| *other == number).map(|(_, group)| *group);
        let mut cells: Vec<Step<'a>> = own().flat_map(|group| group.cells.iter().cloned()).collect();
        let begins = own().next().is_some_and(|group| !group.dots);
        let is_sided = begins && own().count() < 2 || own().all(|group| group.cells.len() == 1);
        let whole = cells.len() == 2 || number == last && cells.len() == 1;
        (is_sided && whole).then_some(())?;
        if turned {
            cells.reverse();
        }
        steps.extend(cells);
    }
    Some(steps)
}

/// White's cells and Black's, each side named at the beginning of its lines or above them.
fn lists<'a>(groups: &[Group<'a>], numbers: &[u32]) -> Option<Vec<Step<'a>>> {
    let of = |side: Color| -> Vec<Step<'a>> {
        let own = groups.iter().filter(|group| group.side == Some(side));
        own.flat_map(|group| group.cells.iter().cloned()).collect()
    };
    groups.iter().all(|group| group.side.is_some()).then_some(())?;
    // Numbers before the cells count on by themselves.
    for side in Color::ALL {
        let own = groups.iter().filter(|group| group.side == Some(side)).filter_map(|group| group.number);
        (1..).zip(own).all(|(due, number)| due == number).then_some(())?;
    }
    // A hole in a table moves the cells behind it.
    let lines: Vec<&[Group<'a>]> = groups.chunk_by(|a, b| a.line == b.line).collect();
    let beside = lines.windows(2).filter(|pair| {
        let side = |at: usize| pair[at].first().and_then(|group| group.side);
        side(0) == Some(Color::White)
            && side(1) == Some(Color::Black)
            && pair[1][0].line == pair[0][0].line + 1
    });
    let (last, mut pairs) = (lines.len(), 0);
    for pair in beside {
        pairs += 1;
        let is_last = std::ptr::eq(pair[1].as_ptr(), lines[last - 1].as_ptr());
        are_aligned(pair[0], pair[1], is_last && pairs * 2 == last).then_some(())?;
    }
    let (white, black) = (of(Color::White), of(Color::Black));
    (numbers.is_empty() || numbers.len() == white.len()).then_some(())?;
    zipped(white, black)
}

/// Whether the cells of Black's line of a table stand below White's, as far as gaps part them: only the last line may be
/// shorter.
fn are_aligned(white: &[Group<'_>], black: &[Group<'_>], is_last: bool) -> bool {
    /// Most characters by which a cell may be moved.
    const SLACK: usize = 2;
    let (white, black) = (starts(white), starts(black));
    let is_wide = |line: &[(usize, bool)]| line.iter().skip(1).all(|(_, is_wide)| *is_wide);
    if !(is_wide(&white) && is_wide(&black)) || white.len() < 2 {
        return true;
    }
    let is_even = white.len() == black.len() || is_last && white.len() == black.len() + 1;
    let (Some(first), Some(answer)) = (white.first(), black.first()) else { return is_even };
    let is_below = |(one, other): (&(usize, bool), &(usize, bool))| {
        (one.0 - first.0).abs_diff(other.0 - answer.0) <= SLACK
    };
    is_even && white.iter().zip(&black).all(is_below)
}

/// Where the cells of a line begin, in characters, and whether a gap stands before each.
fn starts(line: &[Group<'_>]) -> Vec<(usize, bool)> {
    let mut wider = 0;
    let mut out = Vec::new();
    for step in line.iter().flat_map(|group| &group.cells) {
        for (at, word) in step.words.iter().enumerate() {
            if at == 0 {
                out.push((word.start.saturating_sub(wider), word.gap == Gap::Wide));
            }
            // A letter of several bytes is one character wide.
            wider += word.text.len() - word.text.chars().count();
        }
    }
    out
}

/// A line of White's moves, and Black's answers on the next line.
fn below<'a>(groups: &[Group<'a>]) -> Option<Vec<Step<'a>>> {
    let lines: Vec<&[Group<'a>]> = groups.chunk_by(|a, b| a.line == b.line).collect();
    let mut steps = Vec::new();
    let mut due = 1;
    for (at, pair) in lines.chunks(2).enumerate() {
        let black = pair.get(1).copied().unwrap_or_default();
        let counted = pair[0].iter().all(|group| {
            due += 1;
            group.number == Some(due - 1) && group.cells.len() == 1
        });
        let bare = matches!(black, [] | [Group { number: None, .. }]);
        (counted && bare).then_some(())?;
        let white: Vec<Step<'a>> = pair[0].iter().flat_map(|group| group.cells.iter().cloned()).collect();
        let black: Vec<Step<'a>> = black.iter().flat_map(|group| group.cells.iter().cloned()).collect();
        let is_last = (at + 1) * 2 >= lines.len();
        (white.len() == black.len() || is_last).then_some(())?;
        steps.extend(zipped(white, black)?);
    }
    Some(steps)
}

/// A line of White's moves and a line of Black's answers, below a line of their numbers.
fn across<'a>(groups: &[Group<'a>], numbers: &[u32]) -> Option<Vec<Step<'a>>> {
    let bare = groups.iter().all(|group| group.number.is_none() && group.side.is_none());
    bare.then_some(())?;
    let lines: Vec<&Group<'a>> = groups.iter().collect();
    let mut steps = Vec::new();
    let mut whites = 0;
    for pair in lines.chunks(2) {
        let black = pair.get(1).map(|group| group.cells.clone()).unwrap_or_default();
        // Each pair of lines stands directly below its numbers.
        (pair.len() == 1 || pair[1].line == pair[0].line + 1).then_some(())?;
        whites += pair[0].cells.len();
        steps.extend(zipped(pair[0].cells.clone(), black)?);
    }
    (whites == numbers.len()).then_some(steps)
}

/// The cells of both sides in turn.
fn zipped<'a>(white: Vec<Step<'a>>, black: Vec<Step<'a>>) -> Option<Vec<Step<'a>>> {
    let even = white.len() == black.len() || white.len() == black.len() + 1;
    even.then(|| {
        let mut answers = black.into_iter();
        white.into_iter().flat_map(|step| [Some(step), answers.next()]).flatten().collect()
    })
}

/// Whether all moves can be played in this order.
fn is_playable(text: &str, steps: &[Step<'_>], board: &dyn Board) -> bool {
    let mut reached: Option<Box<dyn Board>> = None;
    for step in steps {
        let before = reached.as_deref().unwrap_or(board);
        match before.after(&said(text, &step.words)) {
            Some(after) => reached = Some(after),
            None => return false,
        }
    }
    !steps.is_empty()
}
