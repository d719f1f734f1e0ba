//! Commands in comments: `[%clk]`, `[%eval]`, `[%emt]`.

use shakmaty::Color;

use super::game::{Ledger, Place};
use crate::finding::{Code, Finding, code};
use crate::text::Span;

/// The clocks of a game. Unknown values are infinite.
#[derive(Copy, Clone, Debug)]
pub(super) struct Clocks {
    /// Seconds added per move, if the time control allows clocks to be checked.
    increment: f64,
    /// The last clock of each side, by colour.
    shown: [f64; 2],
}

/// Most bytes of a command.
const LONGEST: usize = 128;

/// Tolerance in seconds: some servers show whole seconds, others round.
const TOLERANCE: f64 = 1.0;

impl Clocks {
    /// For this `TimeControl`; only `base+increment` and `base` can be checked.
    pub(super) fn new(control: Option<&[u8]>) -> Clocks {
        let increment = control.and_then(increment).unwrap_or(f64::INFINITY);
        Clocks { increment, shown: [f64::INFINITY; 2] }
    }

    /// Forgets the clocks.
    pub(super) fn forget(&mut self) {
        self.shown = [f64::INFINITY; 2];
    }

    /// Checks the commands in a comment after a move at `place`.
    pub(super) fn comment(
        &mut self,
        text: &[u8],
        start: usize,
        place: Option<Place>,
        mainline: bool,
        ledger: &mut Ledger<'_>,
    ) {
        for at in memchr::memchr_iter(b'[', text) {
            if text.get(at + 1) != Some(&b'%') {
                continue;
            }
            let rest = &text[at + 2..];
            let rest = &rest[..rest.len().min(LONGEST)];
            let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
            let close = memchr::memchr2(b']', b'[', rest).filter(|&at| rest[at] == b']');
            let end = close.unwrap_or(rest.len());
            let value = rest.get(name..end).unwrap_or_default();
            // A command ends with its bracket, and a space separates name and value.
            let whole = close.is_some() && value.first().is_none_or(u8::is_ascii_whitespace);
            let value = std::str::from_utf8(value.trim_ascii()).unwrap_or_default();
            let span = Span::new(start + at, start + at + 2 + (end + 1).min(rest.len()));
            let mut say = |code: &'static Code, message: String| {
                let finding = Finding::new(code, span, message)
                    .text(String::from_utf8_lossy(&text[at..span.end - start]));
                ledger.push(match place {
                    Some(place) => place.mark(finding),
                    None => finding,
                });
            };
            match &rest[..name] {
                b"clk" => match seconds(value).filter(|_| whole) {
                    None => {
                        say(&code::S401, format!("`{value}` is not a clock time (hours:minutes:seconds)"))
                    }
                    Some(now) if mainline => {
                        let Some(place) = place else { continue };
                        if let Some(message) = self.show(place, now) {
                            say(&code::S402, message);
                        }
                    }
                    Some(_) => {}
                },
                b"emt" if !whole || seconds(value).is_none() => {
                    say(&code::S404, format!("`{value}` is not a time (hours:minutes:seconds)"));
                }
                b"csl" | b"cal" if !whole || !are_shapes(value, rest[1] == b'a') => {
                    let what = if rest[1] == b'a' { "arrows (`Ga4b5,Rc1c8`)" } else { "squares (`Ga4,Rb5`)" };
                    say(&code::S405, format!("`{value}` is not a list of {what}"));
                }
                b"eval" if !whole || !is_evaluation(value) => {
                    say(&code::S403, format!("`{value}` is not an evaluation (`0.35` or `#-3`)"));
                }
                _ => {}
            }
        }
    }

    /// Records the clock of a side, unless it must be reported.
    #[inline]
    pub(super) fn shows(&mut self, side: Color, now: f64) -> bool {
        let shown = &mut self.shown[usize::from(side.is_white())];
        if now > *shown + self.increment + TOLERANCE {
            return false;
        }
        *shown = now;
        true
    }

    fn show(&mut self, place: Place, now: f64) -> Option<String> {
        let shown = &mut self.shown[usize::from(place.turn.is_white())];
        let (before, increment) = (std::mem::replace(shown, now), self.increment);
        (now > before + increment + TOLERANCE).then(|| {
            let side = place.turn.fold_wb("White", "Black");
            format!("{side}'s clock goes up from {before} to {now} seconds with an increment of {increment}")
        })
    }
}

/// The seconds per move of `180+2` and `600`; `None` for other time controls.
fn increment(control: &[u8]) -> Option<f64> {
    let (_, rest) = amount(control)?;
    match rest.split_first() {
        None => Some(0.0),
        Some((b'+', rest)) => {
            amount(rest).filter(|(_, rest)| rest.is_empty()).map(|(increment, _)| increment)
        }
        Some(_) => None,
    }
}

/// The number at the start of a text, and the rest.
fn amount(text: &[u8]) -> Option<(f64, &[u8])> {
    let len = text.iter().position(|b| !matches!(b, b'0'..=b'9' | b'.')).unwrap_or(text.len());
    let (number, rest) = text.split_at(len);
    // Usually few digits without a decimal point.
    let whole = matches!(len, 1..10) && number.iter().all(u8::is_ascii_digit);
    let number = if whole {
        f64::from(number.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
    } else {
        std::str::from_utf8(number).ok()?.parse().ok()?
    };
    Some((number, rest))
}

/// `1:02:03`, `1:02:03.4`; minutes and seconds below 60.
fn seconds(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    if !bytes.iter().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.')) {
        return None;
    }
    let mut parts = text.split(':');
    let (hours, minutes, rest) = (parts.next()?, parts.next()?, parts.next()?);
    if rest.starts_with('.') || rest.ends_with('.') {
        return None;
    }
    let (hours, minutes, rest) =
        (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?, rest.parse::<f64>().ok()?);
    (parts.next().is_none() && minutes < 60 && rest < 60.0)
        .then(|| f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + rest)
}

/// Pawns or a mate distance, with an optional depth after a comma.
fn is_evaluation(text: &str) -> bool {
    let mut parts = text.split(',');
    let value = parts.next().unwrap_or_default();
    let number = match value.strip_prefix('#') {
        Some(mate) => mate.parse::<i32>().is_ok(),
        None => {
            let bare = value.trim_start_matches(['+', '-']);
            bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') && value.parse::<f64>().is_ok()
        }
    };
    number && parts.all(|depth| depth.trim().parse::<u32>().is_ok())
}

/// Squares or arrows, each behind the letter of its colour, with commas between; there may be none.
fn are_shapes(text: &str, arrows: bool) -> bool {
    let squares = if arrows { 2 } else { 1 };
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_shape = |shape: &str| match shape.trim().as_bytes().split_first() {
        Some((colour, rest)) => {
            colour.is_ascii_uppercase() && rest.len() == 2 * squares && rest.chunks(2).all(is_square)
        }
        None => false,
    };
    text.is_empty() || text.split(',').all(is_shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_increments() {
        for (control, wanted) in [("180+2", 2.0), ("600", 0.0), ("0.5+1.5", 1.5), ("5400+30", 30.0)] {
            assert_eq!(increment(control.as_bytes()), Some(wanted), "{control}");
        }
        for other in [
            "",
            "-",
            "?",
            "40/7200",
            "1/259200",
            "40/5400+30:1800+30",
            "180+",
            "+2",
            "180+2+3",
            "1.2.3",
            "inf",
        ] {
            assert_eq!(increment(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn reads_times() {
        assert_eq!(seconds("1:02:03"), Some(3723.0));
        assert_eq!(seconds("0:00:09.5"), Some(9.5));
        for bad in ["", "1", "1:2", "0:60:00", "0:00:60", "a:00:00", "-0:00:01", "1:2:3:4", "0:0x:00"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
    }

    #[test]
    fn reads_shapes() {
        for (good, arrows) in [("Ga4,Rb5", false), ("", false), ("Ga4b5, Rc1c8", true), ("Yh8", false)] {
            assert!(are_shapes(good, arrows), "{good}");
        }
        for (bad, arrows) in
            [("a4", false), ("Ga9", false), ("Ga4b5", false), ("Ga4", true), ("Ga4b5,", true), ("ga4", false)]
        {
            assert!(!are_shapes(bad, arrows), "{bad}");
        }
    }

    #[test]
    fn reads_evaluations() {
        for good in ["0.35", "-1", "+2.5", "#3", "#-12", "0.0,20", "12.34"] {
            assert!(is_evaluation(good), "{good}");
        }
        for bad in ["", "good", "#", "1.2.3", "--1", "inf", "nan", "0.3,x"] {
            assert!(!is_evaluation(bad), "{bad}");
        }
    }
}
