//! One line of a book: its kind, and its labels and cells.

use std::sync::LazyLock;

use regex::Regex;
use shakmaty::Color;

use super::shape::{Shape, may_be_worn, shape};
use crate::text::Span;
use crate::{Ending, MoveSense};

/// The kind of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Empty.
    Blank,
    /// Moves, with or without their numbers.
    Row(Vec<Piece>),
    /// The heads of the columns: `WHITE  BLACK`.
    ColumnHead,
    /// Only move numbers.
    Numbers(Vec<u32>),
    /// How a game ended.
    End(Ending),
    /// A board drawn with characters, a picture's caption.
    Diagram,
    /// Anything else.
    Prose,
}

/// A cell on a row, with the number before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its byte range in the source.
    pub span: Span,
    /// The number, if it can be read.
    pub number: Option<u32>,
    /// Whether dots replace White's move, so that the cell is Black's.
    pub leaders: bool,
    /// Its shape.
    pub shape: Shape,
}

/// A line of the source.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its byte range, without the line end.
    pub span: Span,
    /// Its kind.
    pub kind: Kind,
    /// An ending on the same line as a move.
    pub ending: Option<Ending>,
}

/// A word on a line.
#[derive(Copy, Clone)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Number of spaces before it.
    pub(super) gap: usize,
}

/// Most bytes of a row; a longer line is a paragraph.
pub(super) const LONGEST_ROW: usize = 130;
/// Greatest move number; larger numbers are years and pages.
const MOST_MOVES: u32 = 600;
/// Most words of a cell: `K. R. takes K. R. P. (dis. ch.)`.
const LONGEST_CELL: usize = 11;

/// Reads every line of `text`.
pub fn read(text: &str, sense: &dyn MoveSense) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let trimmed = raw.trim_end_matches(['\n', '\r', '\u{c}']);
        let lead = trimmed.len() - trimmed.trim_start_matches('\u{c}').len();
        let span = Span::new(start + lead, start + trimmed.len());
        let (kind, ending) = classify(&text[span.range()], span.start, sense);
        lines.push(Line { span, kind, ending });
        start += raw.len();
    }
    demote_notes(text, &mut lines);
    lines
}

/// Marks moves inside a paragraph as prose: if one of several adjacent lines is prose, rows that separate
/// their moves like a sentence ("29 Q-R3, P-R4; 30 Q-R4,") are prose too.
fn demote_notes(text: &str, lines: &mut [Line]) {
    let sentence = |line: &Line| match &line.kind {
        Kind::Row(pieces) => pieces.iter().any(|piece| {
            let cell = &text[piece.span.range()];
            cell.contains(';') || cell.ends_with(',')
        }),
        _ => false,
    };
    for paragraph in lines.split_mut(|line| line.kind == Kind::Blank) {
        if !paragraph.iter().any(|line| line.kind == Kind::Prose && line.span.len() > WIDE_PROSE) {
            continue;
        }
        for line in paragraph.iter_mut().filter(|line| sentence(line)) {
            line.kind = Kind::Prose;
            line.ending = None;
        }
    }
}

/// Shorter lines of prose can be headings or ends of games.
pub(super) const WIDE_PROSE: usize = 40;

/// The kind of one line. `offset` is its start in the source.
fn classify(line: &str, offset: usize, sense: &dyn MoveSense) -> (Kind, Option<Ending>) {
    let body = line.trim();
    if body.is_empty() {
        return (Kind::Blank, None);
    }
    if is_diagram(body) {
        return (Kind::Diagram, None);
    }
    if is_column_head(body) {
        return (Kind::ColumnHead, None);
    }
    if body.len() > LONGEST_ROW {
        return (Kind::Prose, None);
    }
    if let Some(ending) = ending(body) {
        return (Kind::End(ending), None);
    }
    let words = words(line);
    if let Some(numbers) = only_numbers(&words) {
        return (Kind::Numbers(numbers), None);
    }
    if too_wordy(&words) {
        return (Kind::Prose, None);
    }
    match row(line, &words, offset, sense) {
        Some((pieces, ending)) => (Kind::Row(pieces), ending),
        None => (Kind::Prose, None),
    }
}

fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut end = 0;
    for text in line.split_whitespace() {
        let at = text.as_ptr() as usize - line.as_ptr() as usize;
        let gap = line[end..at].chars().count();
        end = at + text.len();
        // `12.P-K4` and `3...B-Kt5`: split off the number.
        let head = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = text[head..].len() - text[head..].trim_start_matches(['.', '…']).len();
        let cut = head + dots;
        if head > 0 && head <= 3 && dots > 0 && cut < text.len() {
            words.push(Word { text: &text[..cut], at, gap });
            words.push(Word { text: &text[cut..], at: at + cut, gap: 0 });
        } else {
            words.push(Word { text, at, gap });
        }
    }
    words
}

/// Whether a word may occur in a row of moves; other long words indicate prose.
fn is_move_word(text: &str) -> bool {
    let word: String = text.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    word.len() < 4
        || text.len() <= 14 && shape(text) > Shape::None
        || [
            "takes", "takts", "castl", "check", "mate", "squar", "queen", "king", "rook", "bishop", "knight",
            "pawn", "becom", "resign", "wins", "doubl", "best", "side", "white", "black", "with", "drawn",
            "disc", "pass", "game", "interp", "moves", "retak", "threat",
        ]
        .iter()
        .any(|stem| word.starts_with(stem))
        || word.chars().filter(|c| "aeiou".contains(*c)).count() * 4 < word.len()
}

/// Whether a line has more long words than a row of moves can have.
#[must_use]
pub fn is_wordy(line: &str) -> bool {
    too_wordy(&words(line))
}

fn too_wordy(words: &[Word<'_>]) -> bool {
    let long = words.iter().filter(|word| !is_move_word(word.text)).count();
    long > 2 || long * 3 > words.len()
}

fn is_diagram(body: &str) -> bool {
    let bars = body.matches('|').count();
    let rules = body.matches(['-', '+', '=', '_', '─', '═']).count();
    bars >= 4
        || (rules >= 10 && rules * 4 > body.len() * 3)
        || body.starts_with("[Illustration")
        || body.starts_with("Diag")
        || (body.split_whitespace().count() >= 8
            && body.split_whitespace().all(|w| w.len() <= 2 && !w.contains(|c: char| c.is_ascii_digit()))
            && !body.contains("to"))
}

fn is_column_head(body: &str) -> bool {
    static HEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(?:w[h][il1]te?|bl[ai][co]k|weiss|schwarz|blancs|noirs|wnitf|w\.|b\.)\W*(?:\([^)]*\)?\W*)?(?:(?:white|bl[ai]ck)\W*(?:\([^)]*\)?\W*)?){0,3}$").expect("a pattern of ours")
    });
    body.len() < 90 && HEAD.is_match(body)
}

/// Parses a printed or misread number before a move: `12.`, `I`, `II`, `1O`.
fn label(word: &str) -> Option<(u32, bool)> {
    let body = word.trim_start_matches(['(', '[', '\'', '"', '*', '^', '‘', '’', '•']);
    let bare = body.trim_end_matches(['.', ',', ')', '…', ';', ':', '-', '—', '–']);
    if bare.is_empty() || bare.len() > 3 {
        return None;
    }
    let sure = bare.bytes().all(|b| b.is_ascii_digit());
    let digits: String = bare
        .chars()
        .map(|c| match c {
            'I' | 'l' | 'i' | '|' => '1',
            'O' | 'o' => '0',
            c => c,
        })
        .collect();
    let number: u32 = digits.parse().ok()?;
    (1..=MOST_MOVES).contains(&number).then_some((number, sure))
}

/// `!`, `!?` as a word.
fn is_praise(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '!' | '?'))
}

/// Dots that replace White's move.
fn is_leaders(word: &str) -> bool {
    let dots = word.chars().filter(|c| matches!(c, '.' | '…' | '·')).count();
    (dots >= 2 || word.contains('…')) && word.chars().all(|c| matches!(c, '.' | '…' | '·' | ','))
}

fn only_numbers(words: &[Word<'_>]) -> Option<Vec<u32>> {
    if words.len() > 8 {
        return None;
    }
    words.iter().map(|word| label(word.text).map(|(n, _)| n)).collect()
}

/// A part of a row.
#[derive(Copy, Clone)]
enum Part {
    Label,
    Leaders,
    Cell(Shape),
    End,
    Junk,
}

/// Splits a line into numbers and cells by a least-cost segmentation; `None` if it is not a row of moves.
fn row(
    line: &str,
    words: &[Word<'_>],
    offset: usize,
    sense: &dyn MoveSense,
) -> Option<(Vec<Piece>, Option<Ending>)> {
    let n = words.len();
    let slice = |from: usize, to: usize| &line[words[from].at..words[to - 1].at + words[to - 1].text.len()];
    // (cost, start of the last part, its kind)
    let mut best: Vec<(f32, usize, Part)> = vec![(f32::INFINITY, 0, Part::Junk); n + 1];
    best[0] = (0.0, 0, Part::Junk);
    for to in 1..=n {
        for from in (to.saturating_sub(LONGEST_CELL)..to).rev() {
            let before = best[from].0;
            if before.is_infinite() {
                continue;
            }
            let mut put = |cost: f32, part: Part| {
                if before + cost < best[to].0 {
                    best[to] = (before + cost, from, part);
                }
            };
            if to - from == 1 {
                let word = words[from].text;
                put(0.9 + 0.22 * word.chars().filter(|c| c.is_alphanumeric()).count() as f32, Part::Junk);
                if let Some((_, sure)) = label(word) {
                    let dotted = word.ends_with(['.', ',']);
                    let wide = words[from].gap >= 3;
                    let cost = match (from, dotted, sure) {
                        (0, _, true) => 0.05,
                        (0, _, false) => 0.3,
                        (_, true, true) => 0.1,
                        (_, true, false) => 0.6,
                        (_, false, true) if word.len() >= 2 => {
                            if wide {
                                0.2
                            } else {
                                0.5
                            }
                        }
                        _ => 1.0,
                    };
                    put(cost, Part::Label);
                }
                if is_leaders(word)
                    || (word.starts_with(|c: char| c.is_ascii_digit()) && word.matches('.').count() >= 2)
                {
                    put(0.05, Part::Leaders);
                }
            }
            // A wide gap separates columns; some printers also put a narrower one after a full stop.
            let inner_gap =
                (from + 1..to).any(|w| words[w].gap >= if words[w - 1].text.ends_with('.') { 4 } else { 3 });
            // A number inside a cell begins the next one; at the end of a cell it can be a rank.
            let numbered =
                |w: usize| words[w].text.ends_with('.') && label(words[w].text).is_some_and(|(_, sure)| sure);
            if (from + 1..to).any(|w| numbered(w) && (w + 1 < to || words[w].gap >= 3)) {
                continue;
            }
            // A cell does not begin with a number either.
            let opens = to - from > 1 && label(words[from].text).is_some_and(|(_, sure)| sure);
            if opens {
                continue;
            }
            let text = slice(from, to);
            // A semicolon separates the moves of a note, never the parts of a move.
            if words[from..to - 1].iter().any(|word| word.text.ends_with(';')) {
                continue;
            }
            let mut found = shape(text);
            let said = words[from..to].iter().filter(|word| !is_praise(word.text)).count();
            if found < Shape::Clean && said <= 3 && sense.likeness(text) >= 0.99 {
                found = Shape::Clean;
            }
            match found {
                Shape::Clean => {
                    let next = ends_in_next_man(words[from..to].iter().map(|word| word.text));
                    let gap = if inner_gap { 0.8 } else { 0.0 };
                    put(0.3 + gap + if next { 0.5 } else { 0.0 }, Part::Cell(Shape::Clean));
                }
                Shape::Worn => put(0.75 + if inner_gap { 0.8 } else { 0.0 }, Part::Cell(Shape::Worn)),
                Shape::None => {
                    let rest = from == 1 && to == n && label(words[0].text).is_some();
                    if rest && !inner_gap && may_be_worn(text) {
                        put(1.2, Part::Cell(Shape::Worn));
                    }
                }
            }
            if from > 0 && ending(text).is_some() && !starts_with_move(&slice, from, to) {
                put(0.1, Part::End);
            }
        }
    }
    let total = best[n].0;
    let mut parts = Vec::new();
    let mut at = n;
    while at > 0 {
        let (_, from, part) = best[at];
        parts.push((from, at, part));
        at = from;
    }
    parts.reverse();
    let cells = parts.iter().filter(|part| matches!(part.2, Part::Cell(_))).count();
    if cells == 0 || cells > 6 {
        return None;
    }
    let junk: f32 = total - 0.3 * cells as f32;
    let numbered = matches!(parts.first(), Some((_, _, Part::Label)));
    if junk > if numbered { 1.1 + 0.6 * cells as f32 } else { 0.5 + 0.45 * cells as f32 } {
        return None;
    }
    if is_sentence(&parts, words) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut last = None;
    let mut number = None;
    let mut leaders = false;
    for (from, to, part) in parts {
        match part {
            Part::Label => {
                number = label(words[from].text).map(|(n, _)| n);
                leaders = false;
            }
            Part::Leaders => {
                leaders = true;
                if let Some((n, _)) = label(words[from].text) {
                    number = Some(n);
                }
            }
            Part::Cell(shape) => {
                let end = words[to - 1].at + words[to - 1].text.len();
                let span = Span::new(offset + words[from].at, offset + end);
                pieces.push(Piece { span, number: number.take(), leaders, shape });
                leaders = false;
            }
            Part::End => last = ending(slice(from, to)),
            Part::Junk => {}
        }
    }
    Some((pieces, last))
}

/// Whether a text ends with the piece letter of the next move: `B to Q 2 B`, `Kt. to B's 3d. B.`
pub(super) fn ends_in_next_man<'t>(words: impl DoubleEndedIterator<Item = &'t str>) -> bool {
    let mut back = words.map(|word| word.trim_end_matches(['.', ',']));
    let (Some(last), Some(mut before)) = (back.next_back(), back.next_back()) else { return false };
    // `Q. R.`
    if matches!(before, "K" | "Q")
        && let Some(more) = back.next_back()
    {
        before = more;
    }
    let ranked = before.ends_with(|c: char| c.is_ascii_digit() || c == ')')
        || ["sq", "st", "nd", "rd", "th", "3d", "2d", "s"].iter().any(|end| before.ends_with(end));
    // On the last rank the letter is a promotion.
    let last_rank = before.starts_with('8') || before.ends_with('8');
    matches!(last, "K" | "Q" | "R" | "B" | "P" | "Kt" | "N")
        && ranked
        && !last_rank
        && !["takes", "tks", "K's", "Q's", "his"].contains(&before)
}

/// Whether the moves are part of a sentence: "If 40...P - R 7; 41 R - Kt 5 ch, K - R 3."
fn is_sentence(parts: &[(usize, usize, Part)], words: &[Word<'_>]) -> bool {
    let Some(&(0, to, Part::Junk)) = parts.first() else { return false };
    let parted = |&(_, to, part): &(usize, usize, Part)| {
        matches!(part, Part::Cell(_)) && words[to - 1].text.ends_with([';', ','])
    };
    words[..to].iter().any(|word| word.text.chars().all(char::is_alphabetic)) && parts.iter().any(parted)
}

/// Whether there is a move before the words of an ending: `RxP ch  Resigns`.
fn starts_with_move<'l>(slice: &impl Fn(usize, usize) -> &'l str, from: usize, to: usize) -> bool {
    (from + 1..to).any(|end| shape(slice(from, end)) == Shape::Clean)
}

/// Whether a line is about possibilities, or a question, and not about how the game ended.
fn speaks_of_more(text: &str) -> bool {
    /// Words of conditions and of other lines of play.
    const MORE: &[&str] = &[
        "if",
        "would",
        "could",
        "should",
        "might",
        "may",
        "can",
        "some",
        "not",
        "most",
        "lines",
        "variation",
        "cannot",
        "unless",
        "otherwise",
        "easily",
        "probably",
        "likely",
        "threatens",
        "threatening",
    ];
    text.contains('?')
        || text.split(|c: char| !c.is_alphabetic()).any(|word| MORE.contains(&word.to_lowercase().as_str()))
}

type MakeEnding = fn(Option<Color>) -> Ending;

/// How a game ended, if a line (or the rest of it) says so.
#[must_use]
pub fn ending(text: &str) -> Option<Ending> {
    static ENDS: LazyLock<Vec<(Regex, MakeEnding)>> = LazyLock::new(|| {
        let table: [(&str, MakeEnding); 6] = [
            (
                r"(?i)\b(?:resign(?:s|ed)?|gives? up|surrender(?:s|ed)?|struck his colou?rs)\b",
                Ending::Resigns,
            ),
            (
                r"(?i)\b(?:and|then|with) (?:white |black )?(?:mates?|wins?|won)\b|^(?:white|black) (?:wins?|won|mates)\b",
                Ending::Wins,
            ),
            (r"(?i)\b(?:drawn|draws?|perpetual check|stale-?mate)\b", |_| Ending::Drawn),
            (r"(?i)\b(?:time limit|lost on time|overstepped)\b", Ending::Time),
            (r"(?i)\b(?:abandon(?:s|ed)?|unfinished)\b", |side| match side {
                Some(side) => Ending::Resigns(Some(side)),
                None => Ending::Unfinished,
            }),
            (
                r"(?i)\b(?:mate in \w+(?: moves)?|gives? (?:check)?mate|checkmates?|forces mate)\b",
                Ending::Wins,
            ),
        ];
        let built = |pattern| Regex::new(pattern).expect("a pattern of ours");
        table.into_iter().map(|(pattern, make)| (built(pattern), make)).collect()
    });
    if text.len() > 90 || text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() > 60 {
        return None;
    }
    if text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    if speaks_of_more(text) {
        return None;
    }
    let side = match (text.find("White"), text.find("Black")) {
        (Some(_), None) => Some(Color::White),
        (None, Some(_)) => Some(Color::Black),
        (Some(w), Some(b)) => Some(if w < b { Color::White } else { Color::Black }),
        (None, None) => None,
    };
    ENDS.iter().find(|(re, _)| re.is_match(text)).map(|(_, make)| make(side))
}

#[cfg(test)]
mod tests {
    use super::ends_in_next_man;

    #[test]
    fn the_next_moves_man_is_no_part_of_a_move() {
        for (text, next) in [
            ("B to Q 2 B", true),
            ("Kt. to Q. B's 3d. B.", true),
            ("P. to Q. Kt's 3d. Q. R.", true),
            ("R to K sq Kt", true),
            ("Kt. takes K. B.", false),
            ("P to K 8 Q", false),
            ("P. to Kt's 8th. Q.", false),
            ("B to Q B", false),
            ("R to K", false),
            ("Q. takes Q's P.", false),
        ] {
            assert_eq!(ends_in_next_man(text.split_whitespace()), next, "{text}");
        }
    }
}
