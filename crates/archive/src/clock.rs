//! Clocks and evaluations in comments: `[%clk 0:02:59]`, `[%eval -1.5]`, `[%eval #3]`.
//!
//! They are removed from the text, which then compresses better, and stored as numbers. A mark replaces each
//! and tells its format.

/// Marks for a clock in whole seconds, with tenths, an evaluation in centipawns, and a mate. A text that
/// contains one of these characters is stored whole, after [`WHOLE`].
const SECONDS: char = '\u{1}';
const TENTHS: char = '\u{2}';
const PAWNS: char = '\u{3}';
const MATE: char = '\u{4}';
const WHOLE: char = '\u{5}';
/// A clock with tenths that are omitted if they are zero. Not in version 1.
const SOME_TENTHS: char = '\u{6}';

/// The number that a mark replaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// Time left in tenths of a second; whole seconds unless `fine`.
    Clock { tenths: u64, fine: bool },
    /// An evaluation in hundredths of a pawn, or moves to mate.
    Eval { value: i32, mate: bool },
}

/// Whether a clock of these comments counts tenths: then they may be left out where there are none.
pub(super) fn is_fine<'a>(mut comments: impl Iterator<Item = &'a str>) -> bool {
    comments.any(|text| {
        text.split("[%clk ").skip(1).any(|rest| rest.split(']').next().is_some_and(|time| time.contains('.')))
    })
}

/// The text with marks for its clocks and evaluations, which are appended to `numbers`.
pub(super) fn take(text: &str, fine: bool, numbers: &mut impl FnMut(Number)) -> String {
    if text.contains([SECONDS, TENTHS, PAWNS, MATE, WHOLE, SOME_TENTHS]) {
        return format!("{WHOLE}{text}");
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        let (head, tail) = rest.split_at(at);
        out.push_str(head);
        let command = tail.split_inclusive(']').next().unwrap_or(tail);
        if let Some((number, mark)) = clock_of(command, fine).or_else(|| eval_of(command)) {
            numbers(number);
            out.push(mark);
            rest = &tail[command.len()..];
        } else {
            out.push_str("[%");
            rest = &tail[2..];
        }
    }
    out.push_str(rest);
    out
}

/// The source of the numbers of marks.
pub(super) trait Numbers {
    /// The next clock, in tenths.
    fn clock(&mut self, fine: bool) -> Option<u64>;
    /// The next evaluation.
    fn eval(&mut self, mate: bool) -> Option<i32>;
    /// Whether the mark for optional tenths exists.
    fn knows_some_tenths(&self) -> bool;
}

/// The text with its clocks and evaluations; `None` if the numbers do not match it.
pub(super) fn give(template: &str, numbers: &mut impl Numbers) -> Option<String> {
    if let Some(text) = template.strip_prefix(WHOLE) {
        return Some(text.to_owned());
    }
    let mut out = String::with_capacity(template.len() + 16);
    for c in template.chars() {
        match c {
            SECONDS => push_clock(numbers.clock(false)?, SECONDS, &mut out),
            TENTHS => push_clock(numbers.clock(true)?, TENTHS, &mut out),
            SOME_TENTHS if numbers.knows_some_tenths() => {
                push_clock(numbers.clock(true)?, SOME_TENTHS, &mut out);
            }
            PAWNS | MATE => push_eval(numbers.eval(c == MATE)?, c, &mut out),
            _ => out.push(c),
        }
    }
    Some(out)
}

/// Appends a number with at least so many digits.
fn push_digits(number: u64, least: usize, out: &mut String) {
    if number >= 10 || least > 1 {
        push_digits(number / 10, least.saturating_sub(1), out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

fn push_clock(tenths: u64, mark: char, out: &mut String) {
    let (seconds, rest) = (tenths / 10, tenths % 10);
    out.push_str("[%clk ");
    push_digits(seconds / 3600, 1, out);
    out.push(':');
    push_digits(seconds / 60 % 60, 2, out);
    out.push(':');
    push_digits(seconds % 60, 2, out);
    if mark == TENTHS || mark == SOME_TENTHS && rest != 0 {
        out.push('.');
        push_digits(rest, 1, out);
    }
    out.push(']');
}

/// The longest time stored as a number, in tenths of a second.
const LONGEST: u64 = 1 << 31;

/// Parses a clock in exactly the form of [`push_clock`].
fn clock_of(command: &str, fine: bool) -> Option<(Number, char)> {
    let body = command.strip_prefix("[%clk ")?.strip_suffix(']')?;
    let (whole, rest) = match body.split_once('.') {
        Some((whole, rest)) => (whole, Some(rest.parse::<u8>().ok()?)),
        None => (body, None),
    };
    let mut parts = whole.split(':').map(|part| part.parse::<u32>().ok().map(u64::from));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let seconds = hours * 3600 + minutes * 60 + seconds;
    let tenths = seconds * 10 + u64::from(rest.unwrap_or(0));
    let mark = match rest {
        Some(0) => TENTHS,
        Some(_) => SOME_TENTHS,
        None if fine => SOME_TENTHS,
        None => SECONDS,
    };
    let number = Number::Clock { tenths, fine: mark != SECONDS };
    (tenths < LONGEST && text_of(|out| push_clock(tenths, mark, out)) == command).then_some((number, mark))
}

fn push_eval(value: i32, mark: char, out: &mut String) {
    out.push_str(if mark == MATE { "[%eval #" } else { "[%eval " });
    if value < 0 {
        out.push('-');
    }
    let value = u64::from(value.unsigned_abs());
    if mark == MATE {
        push_digits(value, 1, out);
    } else {
        push_digits(value / 100, 1, out);
        out.push('.');
        if value.is_multiple_of(10) {
            push_digits(value / 10 % 10, 1, out);
        } else {
            push_digits(value % 100, 2, out);
        }
    }
    out.push(']');
}

/// The text that `push` appends.
fn text_of(push: impl FnOnce(&mut String)) -> String {
    let mut out = String::with_capacity(24);
    push(&mut out);
    out
}

/// Parses an evaluation in exactly the form of [`push_eval`].
fn eval_of(command: &str) -> Option<(Number, char)> {
    let body = command.strip_prefix("[%eval ")?.strip_suffix(']')?;
    let (value, mark) = match body.strip_prefix('#') {
        Some(moves) => (moves.parse().ok()?, MATE),
        None => {
            let (pawns, rest) = body.split_once('.')?;
            let hundredths: i32 = match rest.len() {
                1 => rest.parse::<i32>().ok()?.checked_mul(10)?,
                2 => rest.parse().ok()?,
                _ => return None,
            };
            let whole = pawns.trim_start_matches('-').parse::<i32>().ok()?.checked_mul(100)?;
            let value = whole.checked_add(hundredths)?;
            (if pawns.starts_with('-') { -value } else { value }, PAWNS)
        }
    };
    let number = Number::Eval { value, mate: mark == MATE };
    (value.unsigned_abs() < 1 << 24 && text_of(|out| push_eval(value, mark, out)) == command)
        .then_some((number, mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives back what was taken.
    struct Given(std::vec::IntoIter<Number>);

    impl Numbers for Given {
        fn clock(&mut self, fine: bool) -> Option<u64> {
            match self.0.next()? {
                Number::Clock { tenths, fine: found } if found == fine => Some(tenths),
                _ => None,
            }
        }

        fn eval(&mut self, mate: bool) -> Option<i32> {
            match self.0.next()? {
                Number::Eval { value, mate: found } if found == mate => Some(value),
                _ => None,
            }
        }

        fn knows_some_tenths(&self) -> bool {
            true
        }
    }

    #[test]
    fn only_what_comes_back_the_same_is_a_number() {
        for (text, numbers) in [
            ("[%clk 0:02:59]", 1),
            ("[%clk 0:02:59.4] x [%eval -1.5]", 2),
            ("[%clk 0:02:59.4] [%clk 0:02:50] [%clk 0:02:50.0]", 3),
            ("[%clk 0:2:59]", 0),
            ("[%clk 00:02:59]", 0),
            ("[%clk 0:02:60]", 0),
            ("[%clk 0:02:59.40]", 0),
            ("[%clk 4294967295:00:00]", 0),
            ("[%eval 1.50]", 0),
            ("[%eval #-3][%eval 0.07]", 2),
            ("[%eval #-2147483648]", 0),
            ("[%eval -0.0]", 0),
            ("[%clk", 0),
            ("[%[%clk 1:00:00]", 1),
            ("\u{1}[%clk 0:02:59]", 0),
            ("\u{6}[%clk 0:02:59]", 0),
        ] {
            let mut found = Vec::new();
            let template = take(text, is_fine([text].into_iter()), &mut |number| found.push(number));
            assert_eq!(found.len(), numbers, "{text}");
            assert_eq!(give(&template, &mut Given(found.into_iter())).as_deref(), Some(text));
        }
    }
}
