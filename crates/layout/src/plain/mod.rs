//! Plain records: moves, numbers, the names of the sides and dates, and nothing else, in whatever arrangement.
//!
//! No arrangement is known beforehand. The words of a record are read as tokens, and the game is the only way through them
//! in which every word has a place, every printed number is the one that is due, and every move can be played ([`path`]). If
//! there is none in the order of the text, the cells are put in the orders that columns and tables have ([`grid`]).
//! A record with anything else in it, or with two such ways, is left to the other layouts.

mod abreast;
mod glued;
mod grid;
mod habit;
mod path;
mod token;
mod within;

use scorebook_lexicon::is_small;
use std::borrow::Cow;

use shakmaty::Color;

use super::heading::{Heading, only_side, tag_pair};
use super::numbered_rows::Assembly;
use super::segment::{Segmenter, trim};
use super::words::{Row, Word, joined, rows};
use super::{Draft, Layout, MoveSense, Start, ending};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};
use habit::Habit;
pub use token::roman;
use token::{Line, LineKind, Token};

/// Longest record, in bytes.
const LONGEST: usize = 1 << 15;
/// Fewest half-moves.
const SHORTEST: usize = 2;
/// What a record of this layout scores.
const SURE: f32 = 0.99;
/// Below tag pairs, the layout of PGN is likelier.
const TAGGED: f32 = 0.91;
/// Below the heads of columns, a table is likelier.
const HEADED: f32 = 0.95;

/// A record of nothing but moves, numbers and sides.
#[derive(Debug)]
pub struct Plain;

impl Layout for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn title(&self) -> &'static str {
        "only moves and numbers, in an order that the numbers and the rules confirm"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let tagged = source.text().lines().any(|line| tag_pair(line).is_some());
        if self.cut(source, sense).is_empty() {
            0.0
        } else if tagged {
            TAGGED
        } else if has_heads(source.text()) {
            HEADED
        } else {
            SURE
        }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        // A comment in braces is none of this layout's tokens, unless it has only figures: a clock, a date. A table of LaTeX
        // has braces at its margin.
        let is_comment =
            |behind: &str| !behind.split_once('}').is_some_and(|(inside, _)| token::are_figures(inside));
        let has_comment = |text: &str| {
            text.lines()
                .filter(|line| !line.trim_start().starts_with('\\'))
                .any(|line| line.split('{').skip(1).any(is_comment))
        };
        if source.text().len() > LONGEST || has_comment(source.text()) {
            return Vec::new();
        }
        let mut segmenter = Segmenter::new(source.text(), sense);
        let rows: Vec<Row<'a>> = rows(source.text(), 0).collect();
        let habit = Habit::of(&rows);
        let single = rows.into_iter().map(|row| token::line(row, &habit, &mut segmenter)).collect();
        let mut lines: Vec<Line<'a>> = Vec::new();
        for line in token::unwrapped(source.text(), single, &mut segmenter) {
            let several = (line.kind == LineKind::Other)
                .then(|| within::parted(line.row, &habit, &mut segmenter))
                .flatten();
            lines.extend(several.unwrap_or_else(|| vec![line]));
        }
        name_games(&mut lines);
        if let Some(sided) = below_names(&lines)
            && let [part] = &parts(&sided)[..]
        {
            let ending = part.ending.map(|line| line.row.words().collect());
            if let Some(draft) = game(source, part, false, ending, sense, &mut segmenter) {
                return vec![draft];
            }
        }
        let mut drafts = Vec::new();
        for part in parts(&lines) {
            let both = abreast::parted(part.body).and_then(|games| {
                let mut one = |column: usize| {
                    let ending = part.ending.map(|line| abreast::ending(line, column));
                    let lines =
                        GameLines { heading: part.heading, body: &games[column], ending: None, remarks: &[] };
                    game(source, &lines, column > 0, ending, sense, &mut segmenter)
                };
                Some([one(0)?, one(1)?])
            });
            if let Some(both) = both {
                drafts.extend(both);
                continue;
            }
            let ending = part.ending.map(|line| line.row.words().collect());
            match game(source, &part, false, ending, sense, &mut segmenter) {
                Some(draft) => drafts.push(draft),
                None => match restarted(source, &part, sense, &mut segmenter) {
                    Some(games) => drafts.extend(games),
                    None => return Vec::new(),
                },
            }
        }
        drafts
    }
}

/// Takes a number alone above a line of the heading for the number of the game: `37.` above `Mason – Bird`, `No. 114.`
fn name_games(lines: &mut [Line<'_>]) {
    for at in 1..lines.len() {
        let is_number = matches!(
            lines[at - 1].tokens.as_slice(),
            [Token::Label { .. }] | [Token::Counter(_), Token::Label { .. }]
        );
        let begins = at < 2 || lines[at - 2].kind == LineKind::Blank;
        if is_number && begins && lines[at - 1].kind == LineKind::Score && lines[at].kind == LineKind::Other {
            lines[at - 1].kind = LineKind::Other;
        }
    }
}

/// The lines of a record that has a list of each side's moves below that player's name, these lines as the heads of the lists:
/// `White: Shirov`, White's moves, `Black: Almasi`, Black's. `None` if it has another form.
fn below_names<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let named: Vec<(usize, Color)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.kind == LineKind::Other)
        .filter_map(|(at, line)| Some((at, side_of_list(line.row.text.trim())?)))
        .collect();
    let [(first, one), (second, other)] = named[..] else { return None };
    let has_moves = |lines: &[Line<'a>]| lines.iter().any(|line| line.kind == LineKind::Score);
    if one == other
        || has_moves(&lines[..first])
        || !has_moves(&lines[first..second])
        || !has_moves(&lines[second..])
    {
        return None;
    }
    let mut sided = lines.to_vec();
    for (at, side) in named {
        let word = sided[at].row.words().next()?;
        sided[at].tokens = vec![Token::Side { side, word }];
        sided[at].kind = LineKind::Heads;
    }
    Some(sided)
}

/// The side whose list of moves stands below a line: `White: Shirov`, `Mr. Stone's moves (White)`.
fn side_of_list(line: &str) -> Option<Color> {
    only_side(line).or_else(|| in_brackets(line).map(|(_, side)| side))
}

/// The player and the side of `Mr. Stone (White)`.
fn in_brackets(line: &str) -> Option<(&str, Color)> {
    let (name, side) = line.trim_end_matches([':', '.']).strip_suffix(')')?.rsplit_once('(')?;
    let side = scorebook_lexicon::side_of(side.trim())?;
    let name = name.trim();
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let name = match name.rsplit_once(' ') {
        Some((owner, last)) if is_moves(last) => owner
            .strip_suffix("'s")
            .or(owner.strip_suffix("'S"))
            .or(owner.strip_suffix("’s"))
            .unwrap_or(owner),
        _ => name,
    };
    let is_name = !name.is_empty() && !name.contains(|c: char| c.is_ascii_digit());
    is_name.then_some((name, side))
}

/// Whether a text begins with the heads of the columns of a table.
fn has_heads(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    first.contains([',', ';', '\t']) && !first.contains(|c: char| c.is_ascii_digit())
}

/// A half-move in playing order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step<'a> {
    words: Vec<Word<'a>>,
}

/// A move whose man is supplied in brackets, without these.
fn supplied(text: &str) -> Option<String> {
    [('(', ')'), ('[', ']')].into_iter().find_map(|(open, close)| {
        let (man, rest) = text.strip_prefix(open)?.split_once(close)?;
        let named = (1..=2).contains(&man.chars().count()) && man.chars().all(char::is_alphabetic);
        (named && rest.starts_with(char::is_alphanumeric)).then(|| format!("{man}{rest}"))
    })
}

/// The text of some words as a move: a man that is supplied in brackets, `(N)f3`, is its letter.
fn said<'a>(text: &'a str, words: &[Word<'a>]) -> Cow<'a, str> {
    let joined = joined(text, words);
    let supplied = supplied(&joined);
    match (supplied, joined) {
        (Some(text), _) => Cow::Owned(trim(&text).to_owned()),
        (None, Cow::Borrowed(text)) => Cow::Borrowed(trim(text)),
        (None, Cow::Owned(text)) => Cow::Owned(trim(&text).to_owned()),
    }
}

/// The lines of one game.
struct GameLines<'l, 'a> {
    heading: &'l [Line<'a>],
    body: &'l [Line<'a>],
    ending: Option<&'l Line<'a>>,
    /// What is said below it.
    remarks: &'l [Line<'a>],
}

/// The games of a record: a heading, lines of only tokens, and perhaps a line that says how it ended. Nothing if there are
/// other lines between those of a game.
fn parts<'l, 'a>(lines: &'l [Line<'a>]) -> Vec<GameLines<'l, 'a>> {
    let mut parts: Vec<GameLines<'l, 'a>> = Vec::new();
    let mut at = 0;
    while let Some(score) = lines[at..].iter().position(|line| line.kind == LineKind::Score) {
        // The sides over their columns belong to these.
        let heads = lines[at..at + score]
            .iter()
            .rev()
            .take_while(|line| line.kind != LineKind::Other && line.kind != LineKind::Ending);
        let first = at + score - heads.count();
        // What is empty above them does not.
        let first = first + lines[first..].iter().take_while(|line| line.kind == LineKind::Blank).count();
        let end = lines[first..].iter().position(|line| !line.is_body() && line.kind != LineKind::Blank);
        let end = end.map_or(lines.len(), |more| first + more);
        // A number directly above is that of a row that cannot be read.
        let above = first.checked_sub(1).map(|above| &lines[above]);
        let label = lines[first..end].iter().find_map(Line::first_label);
        // Above the first move of the first game, it is none: `V. Anand – Grischuk` above Roman numbers.
        let is_heading = parts.is_empty() && label == Some(1);
        if !is_heading && above.is_some_and(|line| line.kind == LineKind::Other && line.begins_with_number())
        {
            return Vec::new();
        }
        // A game that goes on below other lines is not plain.
        let begins = label.is_none_or(|number| number == 1);
        if !parts.is_empty() && !begins {
            return Vec::new();
        }
        let ending = lines.get(end).filter(|line| line.kind == LineKind::Ending);
        parts.push(GameLines { heading: &lines[at..first], body: &lines[first..end], ending, remarks: &[] });
        at = end + usize::from(ending.is_some());
    }
    // What is said below the last game belongs to it: the audit says whether it may go on with the game.
    let below = &lines[at..];
    if below.iter().any(|line| line.kind != LineKind::Blank) {
        let is_apart = lines[..at].last().is_some_and(|line| line.kind == LineKind::Blank);
        // Paragraphs above a game are those of a book.
        let is_book = parts
            .iter()
            .any(|part| part.heading.iter().filter(|line| is_sentence(line)).count() > MOST_ABOVE);
        // Nothing follows a mate.
        let is_over =
            |part: &GameLines<'_, '_>| part.ending.is_some() || part.body.last().is_some_and(ends_game);
        match parts.last_mut().filter(|part| are_remarks(below, is_over(part), is_apart && !is_book)) {
            Some(part) => part.remarks = below,
            None => return Vec::new(),
        }
    }
    // Without numbers, what stands below other lines may be the same game.
    let is_open = |part: &GameLines<'_, '_>| part.ending.is_none();
    let numbered = |part: &GameLines<'_, '_>| part.body.iter().any(|line| line.first_label().is_some());
    let unclear = parts.windows(2).any(|pair| is_open(&pair[0]) && !numbered(&pair[1]));
    if unclear { Vec::new() } else { parts }
}

/// The games of a part that are not parted by anything but the number 1 that begins a line, if all of it can be read so.
fn restarted<'a>(
    source: &'a Source,
    part: &GameLines<'_, 'a>,
    sense: &dyn MoveSense,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Vec<Draft<'a>>> {
    let begins: Vec<usize> =
        (0..part.body.len()).filter(|&at| part.body[at].first_label() == Some(1)).collect();
    (begins.len() > 1 && begins[0] == 0).then_some(())?;
    let ends = begins.iter().skip(1).copied().chain([part.body.len()]);
    let mut games = Vec::with_capacity(begins.len());
    for (&first, end) in begins.iter().zip(ends) {
        let is_last = end == part.body.len();
        let lines = GameLines {
            heading: if first == 0 { part.heading } else { &[] },
            body: &part.body[first..end],
            ending: part.ending.filter(|_| is_last),
            remarks: if is_last { part.remarks } else { &[] },
        };
        let ending = lines.ending.map(|line| line.row.words().collect());
        games.push(game(source, &lines, false, ending, sense, segmenter)?);
    }
    Some(games)
}

/// Whether a line of moves ends with a mate or a result.
fn ends_game(line: &Line<'_>) -> bool {
    let last = line.tokens.last().and_then(Token::of_move);
    last.is_some_and(|word| word.text.ends_with('#') || ending::marker(word.text).is_some())
}

/// Most lines of sentences above a game of a letter.
const MOST_ABOVE: usize = 3;

/// Whether a line is part of a sentence: it has some words, and a small one among them.
fn is_sentence(line: &Line<'_>) -> bool {
    /// Fewest words.
    const WORDS: usize = 4;
    let is_word = |word: &str| word.len() > 2 && word.chars().all(is_small);
    let words = || line.row.text.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ';', ':']));
    words().count() >= WORDS && words().any(is_word)
}

/// Whether the lines below a game are remarks: none is a row of a game that cannot be read. Where the game does not say that
/// it has ended, they are a paragraph of sentences of its own (`is_apart`).
fn are_remarks(below: &[Line<'_>], has_ended: bool, is_apart: bool) -> bool {
    let lines = || below.iter().filter(|line| line.kind != LineKind::Blank);
    let is_paragraph =
        is_apart && lines().next().is_some_and(is_sentence) && !lines().any(Line::begins_with_number);
    lines().all(|line| line.kind == LineKind::Other) && (has_ended || is_paragraph)
}

/// The draft of one game; `is_right`: of the right one of two side by side. `None` if its lines have no order in which everything has a place, or two.
fn game<'a>(
    source: &'a Source,
    part: &GameLines<'_, 'a>,
    is_right: bool,
    ending: Option<Vec<Word<'a>>>,
    sense: &dyn MoveSense,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<Draft<'a>> {
    let mut heading = Heading::default();
    part.heading.iter().filter(|line| line.kind != LineKind::Blank).for_each(|line| heading.read(line.row));
    let heads = || part.body.iter().filter(|line| line.kind == LineKind::Heads).map(|line| line.row);
    let names = || heads().filter(|row| side_of_list(row.text.trim()).is_some());
    names().for_each(|row| match in_brackets(row.text.trim()) {
        Some((name, side)) => {
            let label = if side.is_white() { "White" } else { "Black" };
            heading.read(Row { text: &format!("{label}: {name}"), start: row.start });
        }
        None => heading.read(row),
    });
    if is_right {
        heading = heading.beside();
    }
    if heading.start != Start::Array {
        return None;
    }
    let board = sense.board(&Start::Array)?;
    let turned = token::black_first(part.body);
    let found = if turned || token::has_columns(part.body) {
        None
    } else {
        path::find(source.text(), part.body, &*board, segmenter)
    };
    let (path::Path { steps, ended, last_number }, is_moved) = match found {
        Some(path) => (path, false),
        None => {
            let (steps, is_moved) = grid::find(source.text(), part.body, turned, &*board, segmenter)?;
            (path::Path { steps, ended: None, last_number: None }, is_moved)
        }
    };
    if steps.len() < SHORTEST || ended.is_some() && ending.is_some() {
        return None;
    }
    let span = part.body.iter().map(|line| line.row.span()).reduce(Span::join)?;
    let span = part.heading.iter().map(|line| line.row.span()).fold(span, Span::join);
    let asides: Vec<Span> = part.body.iter().flat_map(|line| &line.tokens).filter_map(Token::aside).collect();
    let mut assembly = Assembly::new(source, segmenter, heading, span);
    for (at, step) in (0_u32..).zip(&steps) {
        let side = if at.is_multiple_of(2) { Color::White } else { Color::Black };
        assembly.push(&step.words, at / 2 + 1, side);
        if let Some(cell) = assembly.draft.mainline.cells.last_mut() {
            cell.text = said(source.text(), &step.words);
        }
    }
    for aside in &asides {
        assembly.comment_at(aside.start, source.slice(*aside).to_owned());
    }
    if let Some(words) = ended.or(ending) {
        assembly.line(&words);
    }
    for line in part.remarks.iter().filter(|line| line.kind != LineKind::Blank) {
        assembly.comment_at(line.row.start, line.row.text.trim().to_owned());
    }
    let mut draft = assembly.draft;
    // Numbers in other signs than figures, and signs between moves, were read too.
    let of_moves: Vec<Span> = draft.mainline.cells.iter().map(|cell| cell.span).collect();
    let is_inside =
        |mark: &Span| of_moves.iter().any(|cell| cell.start <= mark.start && mark.end <= cell.end);
    let marks = part.body.iter().flat_map(|line| &line.tokens).filter_map(Token::mark);
    draft.explained.extend(marks.filter(|mark| !is_inside(mark)));
    draft.explained.extend(last_number.map(Word::span));
    draft.explained.extend(names().map(|row| row.span()));
    // What stands beside the moves on their line.
    let beside = |line: &&Line<'_>| line.kind == LineKind::Other && line.tokens.is_empty();
    draft
        .explained
        .extend(part.heading.iter().chain(part.remarks).filter(beside).map(|line| line.row.span()));
    let rulings = part.heading.iter().chain(part.body).filter(|line| token::is_ruling(line.row.text));
    draft.explained.extend(rulings.map(|line| line.row.span()));
    draft.explained.extend(asides);
    if turned {
        let message = "Black's column is printed before White's";
        draft.findings.push(Finding::new(&code::L307, span, message));
    }
    if is_moved {
        let message = "rows that are printed out of their order are put in the order of their numbers";
        let labels: Vec<(u32, Span)> =
            part.body.iter().filter_map(|line| Some((line.first_label()?, line.row.span()))).collect();
        let first = labels.windows(2).find(|pair| pair[1].0 < pair[0].0).map_or(span, |pair| pair[1].1);
        draft.findings.push(Finding::new(&code::L308, first, message));
    }
    Some(draft)
}

/// Whether the words from the first on say how the game ended, and say nothing else.
fn is_ending(words: &[Word<'_>]) -> bool {
    /// Most words of a statement.
    const MOST: usize = 8;
    words.len() <= MOST && ending::find(words).is_some_and(|(at, ..)| at == 0)
}

/// The row of a text.
#[cfg(test)]
fn row(text: &str) -> Row<'_> {
    Row { text, start: 0 }
}
