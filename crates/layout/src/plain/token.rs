//! The tokens of a line: numbers in all their forms, sides, dates, remarks, signs, and the words of moves.

use shakmaty::Color;

use super::habit::Habit;
use super::{glued, grid, is_ending, supplied};
use crate::anchor::{anchor, is_placeholder};
use scorebook_lexicon::{MOVES_WORDS, is_counter, owner_of, side_of};

use crate::heading::date;
use crate::segment::{Part, Segmenter};
use crate::text::Span;
use crate::words::{Gap, Row, Word, words};

/// What a word of a plain record is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A move number, and whether a stop or a bracket marks it.
    Label { number: u32, marked: bool, word: Word<'a> },
    /// The name of a side, and whether a stop marks it.
    Side { side: Color, word: Word<'a> },
    /// A word before the number of a move: `Move 3`.
    Counter(Word<'a>),
    /// Dots in the place of White's move.
    Dots(Word<'a>),
    /// Signs between moves.
    Sign(Word<'a>),
    /// A date, or a quoted remark.
    Aside(Span),
    /// A move whose man is supplied in brackets: `(N)f3`.
    Supplied(Word<'a>),
    /// A word of a move.
    Word(Word<'a>),
}

impl<'a> Token<'a> {
    /// The place of a date or a remark.
    pub(super) fn aside(&self) -> Option<Span> {
        if let Token::Aside(span) = self { Some(*span) } else { None }
    }

    /// The word, if it may be a part of a move.
    pub(super) fn of_move(&self) -> Option<Word<'a>> {
        match self {
            Token::Word(word)
            | Token::Supplied(word)
            | Token::Sign(word)
            | Token::Label { word, .. }
            | Token::Side { word, .. } => Some(*word),
            _ => None,
        }
    }

    /// Whether it is never a part of a move: a side, a number in brackets, or a sign between the fields of a table.
    pub(super) fn is_apart(&self) -> bool {
        match self {
            Token::Side { .. } => true,
            Token::Sign(word) => word.text.chars().all(|c| matches!(c, '&' | '\\' | '|' | '/' | ';')),
            Token::Label { word, .. } => {
                word.text.ends_with([')', ']', ':']) || !word.text.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        }
    }

    /// Its place, if it is a number that is not written in plain figures, a side, or a sign between moves.
    pub(super) fn mark(&self) -> Option<Span> {
        match self {
            Token::Label { word, .. } if !word.text.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(word.span())
            }
            Token::Sign(word) | Token::Counter(word) | Token::Side { word, .. } => Some(word.span()),
            _ => None,
        }
    }

    /// What it is in a record that has no Roman numbers: a letter that begins a line is none, either.
    fn without_roman(self) -> Token<'a> {
        match self {
            Token::Label { word, marked: false, .. } if word.text.chars().all(char::is_alphabetic) => {
                Token::Word(word)
            }
            token => token,
        }
    }

    /// Whether it is first on its line.
    pub(super) fn is_first(&self) -> bool {
        self.of_move().is_some_and(|word| word.gap == Gap::Line)
    }
}

/// What a line holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    /// Only tokens, a move or a number among them.
    Score,
    /// The sides over their columns.
    Heads,
    /// How the game ended.
    Ending,
    /// Anything else.
    Other,
}

/// A line with its tokens.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub row: Row<'a>,
    pub tokens: Vec<Token<'a>>,
    pub kind: LineKind,
}

impl Line<'_> {
    /// Whether it may be a line of a game.
    pub(super) fn is_body(&self) -> bool {
        matches!(self.kind, LineKind::Score | LineKind::Heads)
    }

    /// Whether its first word is a number with a stop.
    pub(super) fn begins_with_number(&self) -> bool {
        matches!(self.tokens.first(), Some(Token::Label { marked: true, .. }))
    }

    /// Its first number.
    pub(super) fn first_label(&self) -> Option<u32> {
        let mut all =
            self.tokens.iter().filter(|token| !matches!(token, Token::Aside(_) | Token::Counter(_)));
        match all.next() {
            Some(Token::Label { number, .. }) if self.kind == LineKind::Score => Some(*number),
            _ => None,
        }
    }
}

/// The tokens of a line.
pub(super) fn line<'a>(row: Row<'a>, habit: &Habit, segmenter: &mut Segmenter<'a, '_>) -> Line<'a> {
    if row.is_blank() {
        return Line { row, tokens: Vec::new(), kind: LineKind::Blank };
    }
    if is_ruling(row.text) {
        return Line { row, tokens: Vec::new(), kind: LineKind::Blank };
    }
    let (all, asides) = quoted(row).unwrap_or_else(|| (row.words().collect(), Vec::new()));
    let all = habit.opened(glued::apart(all, segmenter));
    if is_ending(&all) {
        return Line { row, tokens: Vec::new(), kind: LineKind::Ending };
    }
    let mut tokens: Vec<Token<'a>> = Vec::with_capacity(all.len() + 2);
    // `22 1425 15.03.` is no date before a number, but a number, a move and its date.
    let is_dated = all.get(2).is_none_or(|word| !habit.is_date(*word));
    let dated = if is_dated { dated(&all) } else { 0 };
    if dated > 0 {
        tokens.push(Token::Aside(all[0].span().join(all[dated - 1].span())));
    }
    // `White's moves: 1. e4 2. Nf3`: what stands at the head of a list.
    let listed = if dated == 0 { list_head(&all) } else { None };
    let dated = match listed {
        Some((side, count)) => {
            tokens.push(Token::Side { side, word: all[0] });
            tokens.extend(all[1..count].iter().copied().map(Token::Counter));
            count
        }
        None => dated,
    };
    // `W   e4   Nf3`: the letter of a side at the margin, in the last lines of a table with nothing behind it.
    let far = all.get(dated + 1).map_or(habit.has_margin(), |word| word.gap == Gap::Wide);
    for (at, &word) in all.iter().enumerate().skip(dated) {
        if let Some((first, sign, second)) = stroke(word) {
            token(first, Place { first: at == dated, far: false }, &mut tokens);
            tokens.extend([Token::Sign(sign), whole(second)]);
            continue;
        }
        let inside = word.text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if habit.is_date(word) || inside.is_some_and(are_figures) {
            tokens.push(Token::Aside(word.span()));
            continue;
        }
        if let Some(side) = habit.side(word.text) {
            tokens.push(Token::Side { side, word });
            continue;
        }
        token(word, Place { first: at == dated, far: at == dated && far }, &mut tokens);
    }
    tokens.extend(asides.into_iter().map(Token::Aside));
    let tokens: Vec<Token<'a>> =
        if habit.is_roman() { tokens } else { tokens.into_iter().map(Token::without_roman).collect() };
    let kind = kind(&tokens, segmenter);
    Line { row, tokens, kind }
}

/// The same lines, paragraphs in which moves go on on the next line as one: `3. K. B.` and `to Q. B's 4th 4. Castles`.
pub(super) fn unwrapped<'a>(
    text: &'a str,
    lines: Vec<Line<'a>>,
    segmenter: &mut Segmenter<'a, '_>,
) -> Vec<Line<'a>> {
    let is_text = |line: &Line<'a>| matches!(line.kind, LineKind::Score | LineKind::Other);
    let goes_on = |above: &Line<'a>, line: &Line<'a>| {
        is_text(above) && is_text(line) && !matches!(line.tokens.first(), Some(Token::Side { .. }))
    };
    let is_numbered = |lines: &[Line<'a>]| {
        lines
            .iter()
            .flat_map(|line| &line.tokens)
            .any(|token| matches!(token, Token::Label { marked: true, .. }))
    };
    let mut out = Vec::with_capacity(lines.len());
    for run in lines.chunk_by(goes_on) {
        let is_broken = run.iter().any(|line| line.kind == LineKind::Other) && is_numbered(run);
        let mut whole = || -> Option<Line<'a>> {
            let (first, last) = (run.first()?.row, run.last()?.row);
            let text = text.get(first.start..last.start + last.text.len())?;
            let tokens: Vec<Token<'a>> = run.iter().flat_map(|line| line.tokens.iter().cloned()).collect();
            let kind = kind(&tokens, segmenter);
            (kind == LineKind::Score).then_some(Line { row: Row { text, start: first.start }, tokens, kind })
        };
        let joined = if run.len() > 1 && is_broken { whole() } else { None };
        match joined {
            Some(line) => out.push(line),
            None => out.extend_from_slice(run),
        }
    }
    out
}

/// The side whose list of moves a line begins, and the number of words that say so: `White's moves:`, `Züge von Weiß:`.
fn list_head(all: &[Word<'_>]) -> Option<(Color, usize)> {
    /// Most words.
    const MOST: usize = 5;
    let count = all.iter().take(MOST).position(|word| word.text.ends_with(':'))? + 1;
    let words = || all[..count].iter().map(|word| word.text.trim_end_matches(':'));
    let is_filler = |word: &str| word.chars().count() <= 5 && word.chars().skip(1).all(char::is_lowercase);
    let (mut sides, mut counters) = (Vec::new(), 0);
    for word in words() {
        match owner_of(word) {
            Some(side) => sides.push(side),
            None if is_counter(word) || MOVES_WORDS.contains(&&*word.to_lowercase()) => counters += 1,
            None if is_filler(word) => {}
            None => return None,
        }
    }
    let [side] = sides[..] else { return None };
    (counters > 0).then_some((side, count))
}

/// Where a word stands on its line.
#[derive(Copy, Clone)]
struct Place {
    /// At the beginning.
    first: bool,
    /// At the beginning, with a gap behind it.
    far: bool,
}

/// Two moves with a stroke between them, `e4/e5`; not a fraction, nor a piece behind a stroke (`e8/Q`).
fn stroke(word: Word<'_>) -> Option<(Word<'_>, Word<'_>, Word<'_>)> {
    let (first, second) = word.text.split_once('/')?;
    let castles = |text: &str| text.starts_with("0-0") || text.starts_with("0–0");
    let is_move = |text: &str| text.len() > 1 && (text.contains(char::is_alphabetic) || castles(text));
    let sign = word.skip(first.len())?;
    (is_move(first) && is_move(second) && !second.contains('/')).then_some((
        Word { text: first, ..word },
        Word { text: &sign.text[..1], ..sign },
        sign.skip(1)?,
    ))
}

/// Adds the token of a word, or two if its number is glued to it.
fn token<'a>(word: Word<'a>, place: Place, tokens: &mut Vec<Token<'a>>) {
    let first = place.first;
    let bare = word.text.trim_end_matches(['.', ':', ',', ';']);
    if is_placeholder(word) && word.text.contains(['.', '…']) {
        tokens.push(Token::Dots(word));
        return;
    }
    if !word.text.contains(|c: char| c.is_alphanumeric() || matches!(c, '+' | '#' | '!' | '?' | '*' | '†'))
    {
        tokens.push(if is_lost_item(word.text) { Token::Word(word) } else { Token::Sign(word) });
        return;
    }
    if is_counter(bare) {
        tokens.push(Token::Counter(word));
        return;
    }
    let marked = bare.len() < word.text.len() && (first || word.text.ends_with(':'));
    let marked_side = matches!(bare, "W" | "B") && (marked || place.far);
    let side = side_of(bare)
        .or_else(|| marked_side.then_some(if bare == "W" { Color::White } else { Color::Black }));
    if let Some(side) = side {
        tokens.push(Token::Side { side, word });
        return;
    }
    // `1:0` is no number with a colon.
    let is_result = !first && is_ending(&[word]);
    let Some(Label { number, marked, dots, len }) = label(word.text, first).filter(|_| !is_result) else {
        match side_and_number(word).filter(|_| place.first) {
            Some(both) => tokens.extend(both),
            None => tokens.push(whole(word)),
        }
        return;
    };
    let own = Word { text: &word.text[..len], ..word };
    tokens.push(Token::Label { number, marked, word: own });
    if dots {
        tokens.push(Token::Dots(own));
    }
    if let Some(rest) = word.skip(len) {
        let rest = Word { text: rest.text, ..rest };
        if rest.text.contains(char::is_alphanumeric) {
            tokens.push(whole(rest));
        }
    }
}

/// The side and the number of `W12:`, as some write them before each half-move.
fn side_and_number(word: Word<'_>) -> Option<[Token<'_>; 2]> {
    let side = match word.text.chars().next()? {
        'W' => Color::White,
        'B' => Color::Black,
        _ => return None,
    };
    let number = word.text[1..].strip_suffix([':', '.', ')'])?;
    let letter = Word { text: &word.text[..1], ..word };
    let label = Token::Label { number: number.parse().ok()?, marked: true, word };
    Some([label, Token::Side { side, word: letter }])
}

/// Whether a word is dashes in the place of a move of a list: `Lb2, ---, Sc3`.
pub(super) fn is_lost_item(word: &str) -> bool {
    let bare = word.trim_end_matches([',', ';']);
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '_');
    bare.len() < word.len() && bare.chars().filter(|c| is_dash(*c)).count() > 1 && bare.chars().all(is_dash)
}

/// The token of a word that has no number.
fn whole(word: Word<'_>) -> Token<'_> {
    if supplied(word.text).is_some() { Token::Supplied(word) } else { Token::Word(word) }
}

/// A number at the start of a word.
struct Label {
    number: u32,
    marked: bool,
    /// Whether dots in the place of White's move are glued to it.
    dots: bool,
    len: usize,
}

/// `12`, `12.`, `12)`, `12...`, `(12)`, `[12]`, `12.e4`, `(12)e4`, `XII.`; `XII` only if it is first on its line.
fn label(text: &str, first: bool) -> Option<Label> {
    let brackets = [('(', ')'), ('[', ']')];
    for (open, close) in brackets {
        if let Some((inside, rest)) = text.strip_prefix(open).and_then(|text| text.split_once(close)) {
            let number = number(inside)?;
            let stop = rest.len() - rest.trim_start_matches(['.', ':']).len();
            let len = text.len() - rest.len() + stop;
            return Some(Label { number, marked: true, dots: false, len });
        }
    }
    if let Some(found) = anchor(text) {
        return Some(Label {
            number: found.number,
            marked: found.dotted,
            dots: found.ellipsis,
            len: found.len,
        });
    }
    let digits = text.trim_end_matches([',', ';', '"']);
    if let Some(number) = number(digits) {
        return Some(Label { number, marked: false, dots: false, len: text.len() });
    }
    let signs = text.bytes().take_while(|b| b"IVXLC".contains(b)).count();
    let number = roman(&text[..signs])?;
    let rest = &text[signs..];
    let stops = rest.len() - rest.trim_start_matches(['.', ')', ':', ',']).len();
    let whole = stops == rest.len();
    (whole && (stops > 0 || first)).then_some(Label {
        number,
        marked: stops > 0,
        dots: stops > 2,
        len: text.len(),
    })
}

fn number(text: &str) -> Option<u32> {
    let short = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    short.then(|| text.parse().ok()).flatten().filter(|number| *number > 0)
}

/// A number in Roman signs, in its one proper form; `None` for any other text.
///
/// ```
/// use scorebook_layout::roman;
/// assert_eq!((roman("XIV"), roman("IIII")), (Some(14), None));
/// ```
#[must_use]
pub fn roman(text: &str) -> Option<u32> {
    const SIGNS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let (mut value, mut rest) = (0, text);
    for (worth, sign) in SIGNS {
        let mut times = 0;
        while let Some(behind) = rest.strip_prefix(sign) {
            (value, rest, times) = (value + worth, behind, times + 1);
        }
        if times > if matches!(sign, "I" | "X" | "C") { 3 } else { 1 } {
            return None;
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

/// How many words at the beginning of a line are a date before a number: `3 Jan`, `Jan. 3.`, `1924-01-03`, `12 March 1924:`.
fn dated(all: &[Word<'_>]) -> usize {
    /// Most words of a date.
    const MOST: usize = 4;
    let is_date = |count: usize| {
        let text: Vec<&str> =
            all[..count].iter().map(|word| word.text.trim_end_matches([':', ',', '—', '-'])).collect();
        let text = text.join(" ");
        let is_month = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        // Without a year, a month and a day.
        date::date(&text).is_some() && count + text.matches(['-', '.', '/']).count() > 1
            || count == 2 && text.split(' ').any(is_month) && date::date(&format!("{text} 1900")).is_some()
    };
    let labelled = |count: usize| all.get(count).is_some_and(|word| label(word.text, true).is_some());
    (1..=MOST.min(all.len().saturating_sub(1)))
        .rev()
        .find(|&count| labelled(count) && is_date(count))
        .unwrap_or(0)
}

/// Whether the inside of a comment is a clock or a date: `0:05`, `17.02.`.
pub(super) fn are_figures(inside: &str) -> bool {
    let is_figure = |c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '/' | '-');
    inside.contains(|c: char| c.is_ascii_digit()) && inside.chars().all(is_figure)
}

/// Whether a line only draws a table: `\\begin{tabular}{rll}`, `\\hline`.
pub(super) fn is_ruling(text: &str) -> bool {
    const RULINGS: &[&str] =
        &["\\begin{tab", "\\end{tab", "\\hline", "\\toprule", "\\midrule", "\\bottomrule"];
    RULINGS.iter().any(|ruling| text.trim_start().starts_with(ruling))
}

/// The words of the first fields of a row in quotation marks, `"1","e4","e5","a remark"`, and the places of the remarks.
fn quoted(row: Row<'_>) -> Option<(Vec<Word<'_>>, Vec<Span>)> {
    let text = row.text.trim_end();
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut at = row.start + 1;
    let (mut out, mut asides) = (Vec::new(), Vec::new());
    for (index, field) in inner.split("\",\"").enumerate() {
        if field.contains('"') {
            return None;
        }
        if index < 3 {
            let own = words(field, at);
            out.extend(
                own.map(
                    |word| if out_is_first(index, word) { word } else { Word { gap: Gap::Wide, ..word } },
                ),
            );
        } else if !field.trim().is_empty() {
            asides.push(Span::new(at, at + field.len()));
        }
        at += field.len() + 3;
    }
    Some((out, asides))
}

fn out_is_first(index: usize, word: Word<'_>) -> bool {
    index == 0 || word.gap != Gap::Line
}

/// What a line of tokens is.
fn kind<'a>(tokens: &[Token<'a>], segmenter: &mut Segmenter<'a, '_>) -> LineKind {
    let mut pending: Vec<Word<'a>> = Vec::new();
    let (mut moves, mut labels, mut sides) = (0, 0, 0);
    let mut last = 0_u32;
    let mut is_whole = true;
    for run in tokens.split(|token| matches!(token, Token::Dots(_) | Token::Aside(_) | Token::Counter(_))) {
        pending.clear();
        for token in run {
            match token {
                Token::Label { word, marked, number }
                    if *marked
                        || word.gap == Gap::Line
                        || pending.is_empty()
                        || *number == last.saturating_add(1) && grid::ends_move(&pending) =>
                {
                    labels += 1;
                    last = *number;
                    let (cells, whole) = read(&pending, segmenter);
                    (moves, is_whole) = (moves + cells, is_whole && whole);
                    pending.clear();
                }
                Token::Side { word, .. } if pending.is_empty() || word.text.ends_with(':') => {
                    let (cells, whole) = read(&pending, segmenter);
                    (moves, is_whole, sides) = (moves + cells, is_whole && whole, sides + 1);
                    pending.clear();
                }
                Token::Sign(_) if pending.is_empty() => {}
                Token::Supplied(_) => {
                    let (cells, whole) = read(&pending, segmenter);
                    (moves, is_whole) = (moves + cells + 1, is_whole && whole);
                    pending.clear();
                }
                _ => pending.extend(token.of_move()),
            }
        }
        let (cells, whole) = read(&pending, segmenter);
        (moves, is_whole) = (moves + cells, is_whole && whole);
    }
    match (moves, labels, sides) {
        _ if !is_whole => LineKind::Other,
        (0, 0, 2) => LineKind::Heads,
        (0, 0, 1) if tokens.len() == 1 => LineKind::Heads,
        (0, 0, _) => LineKind::Other,
        _ => LineKind::Score,
    }
}

/// How many moves some words are, and whether they are nothing else.
fn read<'a>(pending: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> (usize, bool) {
    // How the game ended may stand behind the last move.
    let end = (1..pending.len()).find(|&at| is_ending(&pending[at..])).unwrap_or(pending.len());
    let mut moves = 0;
    for part in segmenter.split(&pending[..end], None) {
        match part {
            Part::Cell(range) if segmenter.likeness(&pending[range.clone()]) >= 0.5 => moves += 1,
            Part::Placeholder(_) => {}
            Part::Cell(range) | Part::Loose(range) => {
                let is_bare = |word: &Word<'_>| {
                    word.text.chars().all(|c| {
                        c.is_ascii_digit()
                            || matches!(c, '-' | '–' | '—' | ',' | ';' | '/' | '.' | '&' | '\\')
                    })
                };
                if !pending[range].iter().all(is_bare) {
                    return (moves, false);
                }
            }
        }
    }
    (moves, true)
}

/// Whether one side is named alone, over its column.
pub(super) fn has_columns(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|line| line.kind == LineKind::Heads && line.tokens.len() == 1)
}

/// Whether a line over the moves names Black before White.
pub(super) fn black_first(lines: &[Line<'_>]) -> bool {
    let sides = |line: &Line<'_>| -> Vec<Color> {
        let side = |token: &Token<'_>| if let Token::Side { side, .. } = token { Some(*side) } else { None };
        line.tokens.iter().filter_map(side).collect()
    };
    lines
        .iter()
        .filter(|line| line.kind == LineKind::Heads)
        .any(|line| sides(line) == [Color::Black, Color::White])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::row;
    use crate::testing::Shapes;

    #[test]
    fn numbers_in_all_forms() {
        let read = |text: &str| label(text, true).map(|found| (found.number, found.len));
        assert_eq!(read("(12)"), Some((12, 4)));
        assert_eq!(read("[3]e4"), Some((3, 3)));
        assert_eq!(read("XIV."), Some((14, 4)));
        assert_eq!(read("12.e4"), Some((12, 3)));
        assert_eq!(read("1,"), Some((1, 2)));
        assert_eq!(read("IIII."), None);
        assert!(label("C", false).is_none() && read("Nf3").is_none() && read("(N)f3").is_none());
    }

    #[test]
    fn dates_before_numbers() {
        let count = |text: &str| dated(&words(text, 0).collect::<Vec<_>>());
        assert_eq!(count("3 Jan 1. e4"), 2);
        assert_eq!(count("Jan. 3. 1. e4"), 2);
        assert_eq!(count("1924-01-03 1. e4"), 1);
        assert_eq!(count("1. e4 e5"), 0);
    }

    #[test]
    fn kinds_of_lines() {
        let sense = Shapes;
        let of =
            |text: &'static str| line(row(text), &Habit::default(), &mut Segmenter::new(text, &sense)).kind;
        assert_eq!(of("1. e4 e5"), LineKind::Score);
        assert_eq!(of("White   Black"), LineKind::Heads);
        assert_eq!(of("Smith v. Jones"), LineKind::Other);
        assert_eq!(of("1. e4 e5 a good move"), LineKind::Other);
        assert_eq!(of("Drawn game."), LineKind::Ending);
    }
}
