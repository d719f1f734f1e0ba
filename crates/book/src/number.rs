//! Move numbers in scanned print.

use smallvec::SmallVec;

/// The possible number before a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// The possible numbers with their costs in nats.
    pub values: SmallVec<[(u16, f32); 4]>,
    /// Start of the number's text.
    pub start: u32,
    /// Whether dots stand between the number and the move: `12. ...`.
    pub dots: bool,
    /// Whether a line ends between the number and the move.
    pub apart: bool,
}

impl Label {
    /// Cost of the move number `n`; `None` if there is no number.
    #[must_use]
    pub fn cost(&self, n: u16) -> Option<f32> {
        if self.values.is_empty() {
            return None;
        }
        let exact = self.values.iter().filter(|(value, _)| *value == n).map(|(_, cost)| *cost);
        let most = if self.apart { 1.5 } else { 4.5 };
        let near = self.values.iter().map(|(value, cost)| cost + distance(*value, n));
        Some(exact.chain(near).fold(most, f32::min))
    }
}

/// Cost of a number misread as another, by digits.
fn distance(a: u16, b: u16) -> f32 {
    let (short, long) = (a.min(b), a.max(b));
    let (few, many) = (tens(short), tens(long));
    if few == many {
        let mut wrong = 0;
        let (mut a, mut b) = (a, b);
        while a > 0 || b > 0 {
            wrong += usize::from(a % 10 != b % 10);
            (a, b) = (a / 10, b / 10);
        }
        return if wrong == 1 && few > 10 { 2.6 } else { 4.5 };
    }
    // A digit was lost, or added from a neighbour.
    let is_longer = few * 10 == many;
    if is_longer && (long / 10 == short || u32::from(long) % few == u32::from(short)) { 2.2 } else { 4.5 }
}

/// Ten to the power of how many digits a number has.
fn tens(number: u16) -> u32 {
    match number {
        0..10 => 10,
        10..100 => 100,
        100..1000 => 1000,
        1000..10_000 => 10_000,
        _ => 100_000,
    }
}

/// The digits that a character can be.
fn digits(c: char) -> &'static [(u8, f32)] {
    match c {
        '0' => &[(0, 0.0)],
        '1' => &[(1, 0.0)],
        '2' => &[(2, 0.0)],
        '3' => &[(3, 0.0), (8, 1.2)],
        '4' => &[(4, 0.0)],
        '5' => &[(5, 0.0)],
        '6' => &[(6, 0.0)],
        '7' => &[(7, 0.0)],
        '8' => &[(8, 0.0), (3, 1.0)],
        '9' => &[(9, 0.0)],
        'l' | 'I' | 'i' | '|' | '!' | ']' => &[(1, 0.4)],
        't' | 'J' | 'f' => &[(1, 1.0)],
        'O' | 'o' => &[(0, 0.4)],
        'Q' | 'D' => &[(0, 1.2)],
        'S' | 's' => &[(5, 0.6), (8, 0.8), (3, 1.4)],
        'Z' | 'z' => &[(2, 0.7)],
        'B' => &[(8, 1.0), (3, 1.5)],
        'G' | 'b' => &[(6, 0.9)],
        'g' | 'q' => &[(9, 0.9)],
        '?' | 'T' | '/' => &[(7, 1.0)],
        'A' => &[(4, 1.0)],
        '&' | '%' => &[(8, 1.0)],
        'y' => &[(5, 1.2)],
        'a' => &[(2, 1.5)],
        _ => &[],
    }
}

/// Characters between a number and its move, at the most: in a table they stand apart.
const FAR: u32 = 20;

/// Characters of a note in brackets, at the most.
const NOTE: usize = 1500;

/// Whether a bracket stands here that closes a note, and no 1 that looks like one.
fn closes_note(chars: &[char], at: usize) -> bool {
    let before = chars[at.saturating_sub(NOTE)..at].iter().rev();
    chars[at] == ']' && before.copied().find(|c| matches!(c, '[' | ']')) == Some('[')
}

/// What it costs that the last sign of a number is a rule beside it.
const RULE: f32 = 0.2;

/// Whether a bar is the rule between a column of numbers and the moves: a blank parts it from a number on its left.
fn is_rule(chars: &[char], at: usize) -> bool {
    let blanks = chars[..at].iter().rev().take_while(|c| **c == ' ').count();
    blanks > 0 && chars[..at - blanks].last().is_some_and(char::is_ascii_digit)
}

/// The number that ends directly before `at`, ignoring full stops and spaces; `free`: whether a character is
/// not part of a move.
#[must_use]
pub fn before(chars: &[char], at: u32, free: impl Fn(u32) -> bool) -> Label {
    let mut label = Label { start: at, ..Label::default() };
    let mut end = at;
    let mut dots = 0;
    let mut breaks = 0;
    while end > 0 && at - end < FAR {
        match chars[end as usize - 1] {
            ' ' => {}
            '.' | '\u{2026}' => dots += 1,
            ',' | ')' | ':' | ';' | '-' | '_' | '\'' | '*' if at - end < 4 => {}
            '|' if is_rule(chars, end as usize - 1) => {}
            '\n' if breaks < 2 => breaks += 1,
            _ => break,
        }
        end -= 1;
    }
    label.dots = dots >= 2;
    label.apart = breaks > 0;
    let mut start = end;
    let is_digit =
        |at: u32| !digits(chars[at as usize]).is_empty() && free(at) && !closes_note(chars, at as usize);
    let is_eleven = |at: u32| {
        let alone = at == 0 || chars[at as usize - 1].is_whitespace();
        matches!(chars[at as usize], 'u' | 'n') && alone && free(at)
    };
    while start > 0 && end - start < 3 && is_digit(start - 1) {
        start -= 1;
    }
    if start == end && start > 0 && is_eleven(start - 1) {
        start -= 1;
    }
    // Characters that continue to the left are a word.
    let bounded = |start: u32| start == 0 || !chars[start as usize - 1].is_alphanumeric();
    if start == end || (!bounded(start) && free(start - 1)) {
        return label;
    }
    let mut values: SmallVec<[(u16, f32); 4]> = SmallVec::new();
    values.push((0, 0.0));
    let real = chars[start as usize..end as usize].iter().filter(|c| c.is_ascii_digit()).count();
    for at in start..end {
        if matches!(chars[at as usize], 'u' | 'n') {
            continue;
        }
        let mut next: SmallVec<[(u16, f32); 4]> = SmallVec::new();
        for (value, cost) in &values {
            for (digit, more) in digits(chars[at as usize]) {
                next.push((value * 10 + u16::from(*digit), cost + more));
            }
        }
        values = next;
    }
    // `13|`: a rule between the columns may stand close to the number.
    let ruled = chars[start as usize..end as usize]
        .strip_suffix(&['|'])
        .or(chars[start as usize..end as usize].strip_suffix(&[']']));
    if let Some(digits) = ruled.filter(|digits| !digits.is_empty() && digits.iter().all(char::is_ascii_digit))
    {
        let value =
            digits.iter().filter_map(|c| c.to_digit(10)).fold(0, |value, digit| value * 10 + digit as u16);
        values.push((value, RULE));
    }
    // Old figures without serifs run together.
    if let [sign @ ('u' | 'n')] = chars[start as usize..end as usize] {
        values.push((11, if sign == 'u' { 0.8 } else { 1.2 }));
    }
    // A lone letter is rarely a number.
    if real == 0 {
        values.iter_mut().for_each(|(_, cost)| *cost += 0.3);
    }
    values.retain(|(value, _)| (1..=300).contains(value));
    label.values = values;
    label.start = start;
    label
}

#[cfg(test)]
mod tests {
    use super::before;

    fn values(text: &str) -> Vec<u16> {
        let chars: Vec<char> = text.chars().collect();
        let label = before(&chars, chars.len() as u32, |_| true);
        label.values.iter().map(|value| value.0).collect()
    }

    #[test]
    fn old_figures_run_together() {
        assert_eq!(values("u. "), [11]);
        assert_eq!(values("1% "), [18]);
        assert_eq!(values("then "), [0u16; 0]);
    }

    #[test]
    fn a_rule_between_columns_is_no_figure() {
        assert_eq!(values("7 | "), [7]);
        assert!(values("13| ").contains(&13));
        assert_eq!(values("| "), [1]);
    }

    #[test]
    fn a_bracket_that_closes_a_note_is_no_number() {
        assert_eq!(values("P takes Kt; ] "), [1]);
        assert_eq!(values("P takes Kt [the best.] "), [0u16; 0]);
    }
}
