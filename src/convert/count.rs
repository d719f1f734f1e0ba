//! What the count of the moves says of the print: numbers that a scanner misread (`1O.`, `II.`, `1 3.`, `З.`), and lines between two
//! pages that stand among the moves. The numbers before and behind say what they are; all readers then find each number where it is
//! due, and no page in between. Dots that lead the eye from one column to the next are blanks.

use crate::finding::{Finding, code};
use crate::text::{Source, Span, is_json};

/// Longer texts, in bytes, are books, whose reader knows what signs are misread.
const LONGEST: usize = 1 << 16;
/// Most signs of a number.
const SIGNS: usize = 3;
/// So many of the next numbers are looked at for the one that confirms another.
const AHEAD: usize = 6;
/// So many numbers before the last one confirm it by themselves.
const CHAIN: u32 = 3;

/// Fewest numbers that other signs than stops mark, or before which dashes stand.
const USUAL: usize = 4;
/// The signs that print shows as a dash.
const DASHES: [char; 3] = ['-', '–', '—'];

/// A place where a number may stand.
struct Numeral {
    /// Its signs as they are printed.
    own: Span,
    /// The number, as printed.
    printed: Option<u32>,
    /// Its signs if some are misread: a digit before it may be one of them, `1 3.`
    span: Span,
    /// The number, if signs in it are misread.
    misread: Option<u32>,
    /// The sign that marks it where others have a stop: a comma in the middle of a line, `1, P. to K. 4th`, or a dash, `1— P to Q4`.
    mark: Option<char>,
    /// Whether it stands between two columns: `P to K4   1   P to K4`.
    is_between: bool,
}

/// The source with the numbers that are due in place of misread ones, and without the lines of pages among them, and a note on each
/// number; `None` if there is neither.
pub(super) fn read(source: &Source) -> Option<(Source, Vec<Finding>)> {
    let text = source.text();
    if text.len() > LONGEST || source.scan().is_some() {
        return None;
    }
    let Counted { misread, pages, marks, joints, .. } = Counted::of(text);
    let leaders = leaders(text);
    if misread.is_empty() && pages.is_empty() && marks.is_empty() && joints.is_empty() && leaders.is_empty() {
        return None;
    }
    // What each sign becomes, by place.
    let mut signs: Vec<(usize, char)> = Vec::new();
    for &(span, number) in &misread {
        let old = &text[span.range()];
        let new = format!("{number:>width$}", width = old.chars().count());
        signs.extend(old.char_indices().map(|(at, _)| span.start + at).zip(new.chars()));
    }
    for blank in pages.into_iter().chain(leaders).chain(joints) {
        signs.extend(text[blank.range()].char_indices().map(|(at, _)| (blank.start + at, ' ')));
    }
    signs.extend(marks.into_iter().map(|at| (at, '.')));
    signs.sort_unstable();
    let by = |at: usize, _: char| {
        let found = signs.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        Some(signs[found].1)
    };
    let respelled = source.respelled(&by)?;
    let told = |&(span, number): &(Span, u32)| {
        let old = &text[span.range()];
        let message = format!("“{old}” is read as the number {number}, which is due: misprinted");
        let start = place_after(text, span.start, &signs);
        let place = Span::new(start, place_after(text, span.end, &signs));
        Finding::new(&code::L340, place, message).text(old)
    };
    let findings = misread.iter().map(told).collect();
    Some((respelled, findings))
}

/// Where a place of a text is, once signs in it are others.
fn place_after(text: &str, place: usize, signs: &[(usize, char)]) -> usize {
    let before = signs.iter().take_while(|(at, _)| *at < place);
    before.fold(place, |place, (at, new)| {
        let old = text[*at..].chars().next().map_or(0, char::len_utf8);
        place + new.len_utf8() - old
    })
}

/// The places of a text where numbers may stand.
fn numerals(text: &str) -> Vec<Numeral> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut before: Option<Span> = None;
        for word in line.split_whitespace() {
            let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            let is_first = line.trim_start().len() == line.len() - (at - start);
            let opened = word.trim_start_matches(['(', '[', '|']);
            let opened = opened.trim_start_matches(|c: char| !c.is_ascii() && is_ornament(c));
            let opened = run_in(opened).unwrap_or(opened);
            let at = at + (word.len() - opened.len());
            let head = opened.split(['.', ')', '…']).next().unwrap_or_default();
            let (head, mark) = match marked(head) {
                Some((head, ',')) => (head, Some(',').filter(|_| !is_first)),
                Some((head, dash)) => (head, Some(dash)),
                None => (head, None),
            };
            let span = Span::new(at, at + head.len());
            let is_marked = head.len() < opened.len();
            let is_digit = head.len() == 1 && head.bytes().all(|b| b.is_ascii_digit());
            // `1 3.`
            let parted = before.filter(|_| is_marked && is_digit).map(|first| first.join(span));
            if is_marked || is_first {
                let numeral = numeral(text, head, span, parted, is_marked);
                found.extend(numeral.map(|numeral| Numeral { mark, ..numeral }));
            } else if is_between(text, span) {
                let numeral = numeral(text, head, span, None, false).filter(|one| one.printed.is_some());
                found.extend(numeral.map(|numeral| Numeral { is_between: true, ..numeral }));
            }
            let is_part = !is_marked && matches!(head, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9");
            before = is_part.then_some(span);
        }
        start += line.len();
    }
    found
}

/// The number 1 behind a dash at the end of a word: `Black Mr. Schlechter.—1. P-K4`.
fn run_in(word: &str) -> Option<&str> {
    let (before, number) = word.rsplit_once(['–', '—'])?;
    (!before.is_empty() && number.starts_with("1.")).then_some(number)
}

/// A number and the comma or dash that marks it: `1,`, `1—`, `1—P`; of what is no result.
fn marked(head: &str) -> Option<(&str, char)> {
    if let Some(number) = head.strip_suffix(',') {
        return Some((number, ','));
    }
    let at = head.find(DASHES)?;
    let (number, behind) = head.split_at(at);
    let dash = behind.chars().next()?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let is_result = behind[dash.len_utf8()..].starts_with(|c: char| c.is_ascii_digit() || c == '½');
    (is_number && !is_result).then_some((number, dash))
}

fn numeral(text: &str, head: &str, span: Span, parted: Option<Span>, is_marked: bool) -> Option<Numeral> {
    if head.is_empty() || head.chars().count() > SIGNS {
        return None;
    }
    let printed = head.bytes().all(|b| b.is_ascii_digit()).then(|| head.parse().ok()).flatten();
    if let Some(whole) = parted {
        let digits: String = text[whole.range()].chars().filter(char::is_ascii_digit).collect();
        let misread = digits.parse().ok();
        return Some(Numeral { own: span, printed, span: whole, misread, mark: None, is_between: false });
    }
    let digits = head.chars().map(digit).collect::<Option<String>>();
    let misread = digits.filter(|_| printed.is_none()).and_then(|digits| digits.parse().ok());
    // A word of letters at the head of a line is one, unless a stop marks it as a number; and so is the letter of a man.
    let has_digit = head.contains(|c: char| c.is_ascii_digit());
    let is_number = has_digit || is_marked && head.chars().all(|sign| !is_man(sign));
    (printed.is_some() || misread.is_some() && is_number).then_some(Numeral {
        own: span,
        printed,
        span,
        misread,
        mark: None,
        is_between: false,
    })
}

/// Whether gaps part a word from what stands before it and behind it on its line.
fn is_between(text: &str, span: Span) -> bool {
    /// Blanks between two columns.
    const GAP: &str = "  ";
    text[..span.start].ends_with(GAP)
        && (text[span.end..].starts_with(GAP) || text[span.end..].trim_start_matches(' ').starts_with('\n'))
}

/// Whether a sign that may be a digit is the letter of a man, or of a file, too.
pub(super) fn is_man(sign: char) -> bool {
    matches!(
        sign,
        'Q' | 'D' | 'B' | 'В' | 'S' | 's' | 'G' | 'g' | 'b' | 'T' | 'Т' | 'т' | 'J' | 'j' | 'q' | '&'
    )
}

/// The digit that a sign may be.
pub(super) fn digit(sign: char) -> Option<char> {
    Some(match sign {
        '0'..='9' => sign,
        'o' | 'O' | 'о' | 'О' | 'Q' | 'D' => '0',
        'l' | 'I' | 'i' | '!' | 'І' | 'і' | 'J' | 'j' | 'т' | 'Т' => '1',
        'z' | 'Z' => '2',
        'з' | 'З' => '3',
        's' | 'S' => '5',
        'б' | 'G' | 'b' => '6',
        'B' | 'В' | '&' => '8',
        'g' | 'q' => '9',
        _ => return None,
    })
}

/// What the numbers of a text say of it.
#[derive(Default)]
struct Counted {
    /// The places of misread numbers that those around them confirm, with what they are.
    misread: Vec<(Span, u32)>,
    /// The lines between two pages, each from the end of the line before to its own.
    pages: Vec<Span>,
    /// The ends of the numbers in order, if commas or dashes mark them where others have stops.
    marks: Vec<usize>,
    /// The signs before the numbers in order, where it is the same one before most of them: `1. e4, d5 — 2. e:d5, S f6 —`,
    /// `9:00 ▶ 1. d4`.
    joints: Vec<Span>,
    /// The dashes that join the number 1 to a word, where 2 follows.
    run_in: Vec<Span>,
}

impl Counted {
    fn of(text: &str) -> Counted {
        let numerals = numerals(text);
        let mut counted = Counted::default();
        let (mut due, mut chain) = (1, 0);
        // Where the last number in order stands.
        let mut last = 0;
        // The dash before the number 1, if it stands in a word.
        let mut begun = None;
        let (mut count, mut marked) = (0, 0);
        for (at, numeral) in numerals.iter().enumerate() {
            let ahead = &numerals[at + 1..];
            let is_misread = || numeral.misread == Some(due) && is_confirmed(ahead, due, chain);
            let is_printed = numeral.printed == Some(due);
            if is_printed || is_misread() {
                let place = if is_printed { numeral.own } else { numeral.span };
                if !is_printed {
                    counted.misread.push((place, due));
                }
                if chain > 0 {
                    let gap = Span::new(last, place.start);
                    counted.pages.extend(pages(text, gap, numeral.is_between));
                }
                count += 1;
                marked += usize::from(numeral.mark.is_some());
                counted.marks.push(place.end);
                counted.joints.extend(joint(text, place.start));
                if due == 1 {
                    begun = dash_in_word(text, place.start);
                }
                counted.run_in.extend(begun.take_if(|_| due == 2));
                (due, chain, last) = (due + 1, chain + 1, place.end);
            } else if numeral.printed == Some(1) {
                begun = dash_in_word(text, numeral.own.start);
                (due, chain, last) = (2, 1, numeral.own.end);
            } else if let Some(next) = numeral.printed.filter(|next| (due + 1..=due + 2).contains(next)) {
                (due, chain, last) = (next + 1, 1, numeral.own.end);
            }
        }
        let is_usual = |signs: usize| signs >= USUAL && signs * 2 > count;
        // In an object of data, the comma is no sign of the number.
        let has_marks = is_usual(marked) && !is_json(text);
        counted.marks.retain(|end| has_marks && text[*end..].starts_with([',', '-', '–', '—']));
        let usual = usual_sign(text, &counted.joints);
        counted.joints.retain(|joint| Some(&text[joint.range()]) == usual);
        if !is_usual(counted.joints.len()) {
            counted.joints.clear();
        }
        counted.joints.append(&mut counted.run_in);
        counted
    }
}

/// The dash between a word and the number behind it.
fn dash_in_word(text: &str, number: usize) -> Option<Span> {
    let own = text[..number].strip_suffix(['–', '—'])?;
    own.ends_with(|c: char| !c.is_whitespace()).then_some(Span::new(own.len(), number))
}

/// The dots between two columns, behind a move: `P to Q 4th......... P to K B 4th`; none behind numbers, where they stand for a move.
fn leaders(text: &str) -> Vec<Span> {
    /// Fewest dots.
    const FEWEST: usize = 4;
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut words = line.split_whitespace().peekable();
        let mut before = "";
        while let Some(word) = words.next() {
            let own = word.trim_end_matches('.');
            let dots = word.len() - own.len();
            let is_figure = own.bytes().all(|b| b.is_ascii_digit());
            // `K 4......`: a rank, not a number.
            let is_rank =
                own.len() == 1 && (1..3).contains(&before.len()) && before.chars().all(char::is_alphabetic);
            if dots >= FEWEST && words.peek().is_some() && (!is_figure || is_rank) {
                let end = start + (word.as_ptr() as usize - line.as_ptr() as usize) + word.len();
                found.push(Span::new(end - dots, end));
            }
            before = own;
        }
        start += line.len();
    }
    if found.len() < USUAL {
        found.clear();
    }
    found
}

/// The sign before a number that stands between blanks on its line, or joins the number.
fn joint(text: &str, number: usize) -> Option<Span> {
    let before = text[..number].trim_end_matches([' ', '\t']);
    let own = before.trim_end_matches(is_ornament);
    let sign = Span::new(own.len(), before.len());
    let line = own.rsplit('\n').next().unwrap_or_default();
    let is_apart = !line.trim().is_empty() && line.ends_with([' ', '\t']) && before.len() < number;
    // A sign that joins is none that numbers have.
    let joins = before.len() == number && text[sign.range()].chars().all(|c| !c.is_ascii());
    (!sign.is_empty() && (is_apart || joins)).then_some(sign)
}

/// Whether a sign may stand before each number of a record for the eye only: it is no letter or digit, and none that marks, parts or
/// encloses.
fn is_ornament(c: char) -> bool {
    matches!(c, '-' | '~' | '*' | '>' | '=')
        || !c.is_ascii()
            && !c.is_alphanumeric()
            && !c.is_whitespace()
            && !matches!(c, '…' | '“' | '”' | '„' | '‘' | '’' | '½' | '｜' | '│' | '\u{2654}'..='\u{265F}')
}

/// The sign that most often stands before a number.
fn usual_sign<'t>(text: &'t str, joints: &[Span]) -> Option<&'t str> {
    let mut signs: Vec<&str> = joints.iter().map(|joint| &text[joint.range()]).collect();
    signs.sort_unstable();
    signs.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).map(|same| same[0])
}

/// The lines of pages between two numbers that follow each other, with the empty lines around them: a moves line stands before, and
/// another behind. Where the numbers stand between the columns (`is_table`), captions of diagrams are no rows either.
fn pages(text: &str, between: Span, is_table: bool) -> Option<Span> {
    let gap = &text[between.range()];
    let lines: Vec<&str> = gap.split('\n').collect();
    // The first and the last one are those of the numbers.
    let inner = lines.get(1..lines.len().checked_sub(1)?)?;
    let page = inner.iter().position(|line| is_page(line) || is_table && is_caption(line))?;
    let mut others = inner.iter().enumerate().filter(|(at, line)| *at != page && !line.trim().is_empty());
    let is_before = |at: usize| at < page;
    // What stands beside it on lines of its own is told by others.
    if others.clone().filter(|(at, _)| is_before(*at)).count() > 1 || others.any(|(at, _)| at > page + 2) {
        return None;
    }
    let before = (0..=page).rev().find(|at| !lines[*at].trim().is_empty())?;
    let behind = (page + 2..lines.len()).find(|at| !lines[*at].trim().is_empty()).unwrap_or(lines.len() - 1);
    let end_of = |line: usize| lines[..=line].iter().map(|line| line.len() + 1).sum::<usize>() - 1;
    let (start, end) = (end_of(before), end_of(behind - 1));
    (start < end).then(|| Span::new(between.start + start, between.start + end))
}

/// Whether a line is the number of a page, alone or with the head of the page: `— 112 —`, `148      THE BOOK OF SHORT GAMES`.
fn is_page(line: &str) -> bool {
    /// Blanks between the number and the head.
    const WIDE: &str = "   ";
    let line = line.trim();
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
    let is_number = |word: &str| (1..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    let is_head = |words: &str| {
        words.chars().filter(|c| c.is_alphabetic()).count() > 2
            && !words.contains(|c: char| c.is_ascii_digit())
    };
    let parted = line.split_once(WIDE).into_iter().chain(line.rsplit_once(WIDE));
    let mut parted = parted.map(|(one, other)| (one.trim(), other.trim()));
    is_number(bare)
        || parted.any(|(one, other)| is_number(one) && is_head(other) || is_head(one) && is_number(other))
}

/// Whether a line is words and one number at most, and none of them a move: `Position after White's 11th move`.
fn is_caption(line: &str) -> bool {
    let words = || {
        line.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty())
    };
    let is_word = |word: &&str| word.len() > 2 && !word.contains(|c: char| c.is_ascii_digit());
    let figures = |word: &str| word.bytes().take_while(u8::is_ascii_digit).count();
    let is_ordinal = |word: &str| matches!(&word[figures(word)..], "" | "st" | "nd" | "rd" | "th");
    let others: Vec<&str> = words().filter(|word| !is_word(word)).collect();
    words().count() > 1
        && matches!(others.as_slice(), [] | [_])
        && others.iter().all(|word| figures(word) > 0 && is_ordinal(word))
}

/// Whether the next number stands among those behind a misread one, and the number itself does not; or nothing is behind it.
fn is_confirmed(ahead: &[Numeral], due: u32, chain: u32) -> bool {
    let near = &ahead[..ahead.len().min(AHEAD)];
    if near.iter().any(|numeral| numeral.printed == Some(due)) {
        return false;
    }
    let is_next = |numeral: &Numeral| numeral.printed == Some(due + 1) || numeral.misread == Some(due + 1);
    near.iter().any(is_next) || chain >= CHAIN && ahead.iter().all(|numeral| numeral.printed.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text as it is read, each run of blanks as one.
    fn respelled(text: &str) -> String {
        let source = Source::from_bytes("", text.to_owned().into_bytes());
        let read = read(&source).map_or_else(|| text.to_owned(), |(source, _)| source.text().to_owned());
        let lines = read.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn numbers_around_say_what_a_number_is() {
        for (text, wanted) in [
            ("9. Bg5 b5 1O. Nxb5 cxb5 11. Bxb5", "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5"),
            ("l. e4 e5 2. Nf3 Nc6 З. Bb5 a6 4. Ba4", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4"),
            ("10. a4, b4 ; II. Fb2, h5 ; I2. e4", "10. a4, b4 ; 11. Fb2, h5 ; 12. e4"),
            ("7. h4 g4\n\n— 112 —\n\n8. Ne5 h5 9. Bc4", "7. h4 g4\n8. Ne5 h5 9. Bc4"),
            (
                "  e4   1  e5\n Nf3   2  Nc6\n\n- 112 -\n\n Bb5   3  a6\n\nPosition after Black's 3rd move\n\n Ba4   4  Nf6",
                "e4 1 e5\nNf3 2 Nc6\nBb5 3 a6\nBa4 4 Nf6",
            ),
            ("7. h4 g4 8.\n\n112      OF GAMBITS\n\nNe5 h5 9. Bc4 Nh6", "7. h4 g4 8.\nNe5 h5 9. Bc4 Nh6"),
            (
                "1, P. to K. 4th; P. to K. 4th -- 2, Kt. to Q. B. 3rd; -- 3, B. -- 4, K. -- 5,\nR. 6, Q.",
                "1. P. to K. 4th; P. to K. 4th 2. Kt. to Q. B. 3rd; 3. B. 4. K. 5.\nR. 6. Q.",
            ),
            (
                "1— P to Q4 | P to K3\n2— P to QB4 | P to K3\n3— Kt | P\n4—P | P\n",
                "1. P to Q4 | P to K3\n2. P to QB4 | P to K3\n3. Kt | P\n4.P | P\n",
            ),
            (
                "1. e4, d5 — 2. e: d5, Sf6 — 3. c4, c6 — 4. d: c6 — 5.\nSf3, e5 — 6. d3",
                "1. e4, d5 2. e: d5, Sf6 3. c4, c6 4. d: c6 5.\nSf3, e5 6. d3",
            ),
            ("Black Mr. X.—1. P-K4 P-K4 2. P", "Black Mr. X. 1. P-K4 P-K4 2. P"),
            (
                "1....P to Q 4th........ P to K B 4\n2....B to Kt 5..... P\n3....P to R 4...... P\n4....B....... P",
                "1....P to Q 4th P to K B 4\n2....B to Kt 5 P\n3....P to R 4 P\n4....B P",
            ),
            ("12. b4 cxb4 1 3. cxb4 Bb7 14. Nd6", "12. b4 cxb4 13. cxb4 Bb7 14. Nd6"),
            // A number behind one that may be a part of it.
            ("1 2. Nf3 Nc6 3. Bb5", "1 2. Nf3 Nc6 3. Bb5"),
            (
                "7 Kt-B3 P-B3\n8 B-Kt5 P-Kt4\n9 KtxP PxKt\nlO BxP QKt-Q2",
                "7 Kt-B3 P-B3\n8 B-Kt5 P-Kt4\n9 KtxP PxKt\nlO BxP QKt-Q2",
            ),
            (
                "7 Kt-B3 P-B3\n8 B-Kt5 P-Kt4\n9 KtxP PxKt\n1O BxP QKt-Q2",
                "7 Kt-B3 P-B3\n8 B-Kt5 P-Kt4\n9 KtxP PxKt\n10 BxP QKt-Q2",
            ),
        ] {
            // What begins later is counted from there.
            let first: u32 =
                text.split(['.', ' ']).next().and_then(|number| number.parse().ok()).unwrap_or(1);
            let before: String = (1..first).map(|number| format!("{number}. x\n")).collect();
            assert_eq!(respelled(&format!("{before}{text}")), format!("{before}{wanted}"), "{text}");
        }
    }

    #[test]
    fn letters_of_moves_and_numbers_of_notes_stay() {
        for text in [
            "6. P-Q3 P-Q3 7. B to K. B. 4 K. B. takes 8. P-K5 B. 9. P",
            "I. Endgames\nII. Studies\n1. e4 e5 2. Nf3",
            "5. Nf3 Nc6 (5... d6 3. x) 6. Bb5 a6 7. Ba4",
            "1. e4 e5 2. Nf3 B. 8. x",
            "1. A - B 1-0\n2. C - D 0-1\n3. E - F 1-0\n4. G - H 1-0\n5. I - J 0-1",
            "1\ne4\ne5\n2\nNf3\nNc6\n3\nBb5",
            "1. e4 e5\n\n112\n\n1. d4 d5 2. c4",
            "1. P-K4 P-K4 2. P-Q4 PxP 3. c3 PxP 4. B. to B 4",
            "1. ...... e5\n2. Nf3 ...... Nc6\n5......Q-K2 6...... B-Q3 7...... B-Q3 8...... B-Q3 9...... B",
            "{\"moves\": [{\"no\": 1, \"w\": \"e4\"}, {\"no\": 2, \"w\": \"d4\"}, {\"no\": 3, \"w\": \"f4\"}, {\"no\": 4, \"w\": \"c4\"}]}",
            "1, e4, e5\n2, Nf3, Nc6\n3, Bb5, a6\n4, Ba4, Nf6\n5, d3, d6\n6, c3, g6",
        ] {
            assert_eq!(respelled(text), text);
        }
    }
}
