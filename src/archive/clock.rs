//! Clocks and evaluations in comments: `[%clk 0:02:59]`, `[%eval -1.5]`, `[%eval #3]`.
//!
//! They are taken out of the text, which then repeats itself, and kept as numbers, each coded by what
//! came before it.

use super::bytes::{Cursor, Put, unzigzag, zigzag};
use super::dense::coder::{Decoder, Encoder};
use super::mixing::{Coder, Models};

/// Clocks of a block in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks(pub Vec<Clock>);

/// Evaluations of a block in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Evals(pub Vec<i32>);

/// One clock.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// Time left, in the unit of its text: seconds, or tenths.
    pub value: u32,
    /// Whether it is the first of its game.
    pub first: bool,
    /// Whether it counts tenths.
    pub tenths: bool,
}

/// What stands in a comment's text for a clock in whole seconds, with tenths, for an evaluation in
/// centipawns and for a mate. A text that itself holds one of these is kept whole, after [`WHOLE`].
const SECONDS: char = '\u{1}';
const TENTHS: char = '\u{2}';
const PAWNS: char = '\u{3}';
const MATE: char = '\u{4}';
const WHOLE: char = '\u{5}';

/// Takes the clocks out of a game's comments.
#[derive(Default)]
pub(super) struct Writer {
    clocks: usize,
}

impl Writer {
    /// The text without its clocks and evaluations, which go to the streams.
    pub fn take(&mut self, text: &str, clocks: &mut Clocks, evals: &mut Evals) -> String {
        if text.contains([SECONDS, TENTHS, PAWNS, MATE, WHOLE]) {
            return format!("{WHOLE}{text}");
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("[%") {
            let (head, tail) = rest.split_at(at);
            out.push_str(head);
            let command = tail.split_inclusive(']').next().unwrap_or(tail);
            if let Some((value, tenths)) = clock_of(command) {
                let first = self.clocks == 0;
                self.clocks += 1;
                clocks.0.push(Clock { value, first, tenths });
                out.push(if tenths { TENTHS } else { SECONDS });
                rest = &tail[command.len()..];
            } else if let Some((value, mark)) = eval_of(command) {
                evals.0.push(value);
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
}

/// The text with its clocks and evaluations; `None` if the streams do not fit it.
pub(super) fn give(
    template: &str,
    clocks: &mut std::slice::Iter<'_, Clock>,
    evals: &mut std::slice::Iter<'_, i32>,
) -> Option<String> {
    if let Some(text) = template.strip_prefix(WHOLE) {
        return Some(text.to_owned());
    }
    let mut out = String::with_capacity(template.len() + 16);
    for c in template.chars() {
        match c {
            SECONDS | TENTHS => {
                let clock = clocks.next().filter(|clock| clock.tenths == (c == TENTHS))?;
                out.push_str(&clock_text(clock.value, clock.tenths));
            }
            PAWNS | MATE => out.push_str(&eval_text(*evals.next()?, c)),
            _ => out.push(c),
        }
    }
    Some(out)
}

fn clock_text(value: u32, tenths: bool) -> String {
    let (seconds, rest) =
        if tenths { (value / 10, format!(".{}", value % 10)) } else { (value, String::new()) };
    format!("[%clk {}:{:02}:{:02}{rest}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A clock that is written exactly as [`clock_text`] would.
fn clock_of(command: &str) -> Option<(u32, bool)> {
    let body = command.strip_prefix("[%clk ")?.strip_suffix(']')?;
    let (whole, tenths) = match body.split_once('.') {
        Some((whole, tenths)) => (whole, Some(tenths)),
        None => (body, None),
    };
    let mut parts = whole.split(':').map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let mut value = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)?;
    if let Some(tenths) = tenths {
        value = value.checked_mul(10)?.checked_add(tenths.parse().ok()?)?;
    }
    (value < 1 << 30 && clock_text(value, tenths.is_some()) == command).then_some((value, tenths.is_some()))
}

fn eval_text(value: i32, mark: char) -> String {
    if mark == MATE {
        return format!("[%eval #{value}]");
    }
    let sign = if value < 0 { "-" } else { "" };
    let (pawns, hundredths) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    if hundredths % 10 == 0 {
        format!("[%eval {sign}{pawns}.{}]", hundredths / 10)
    } else {
        format!("[%eval {sign}{pawns}.{hundredths:02}]")
    }
}

/// An evaluation that is written exactly as [`eval_text`] would.
fn eval_of(command: &str) -> Option<(i32, char)> {
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
    (value.abs() < 1 << 24 && eval_text(value, mark) == command).then_some((value, mark))
}

/// What the models know when a clock is coded.
#[derive(Copy, Clone, Default)]
struct Times {
    /// Clocks of the game so far.
    count: u32,
    /// The first clock of the game.
    base: u32,
    /// The last clocks of the two sides; the side to come is first.
    left: [u32; 2],
    /// What the last moves of the two sides took; the side to come is first.
    spent: [i64; 2],
    /// What the side's move before that took.
    earlier: [i64; 2],
}

impl Times {
    fn contexts(&self) -> [u32; 6] {
        let step = |spent: i64| match spent {
            ..0 => 0,
            0..8 => spent as u32 + 1,
            8..12 => 9,
            12..20 => 10,
            20..40 => 11,
            40..100 => 12,
            _ => 13,
        };
        let log = |n: u32| {
            2 * n.checked_ilog2().unwrap_or(0) + (n >> (n.checked_ilog2().unwrap_or(1).max(1) - 1) & 1)
        };
        let (mine, other) = (step(self.spent[0]), step(self.spent[1]));
        let share = if self.base == 0 { 0 } else { u64::from(self.left[0]) * 16 / u64::from(self.base) };
        let share = share.min(31) as u32;
        let count = (self.count / 2).min(12) + self.count / 12;
        let base = self.base.min(1 << 20);
        [
            base << 5,
            base << 10 | share << 5 | 1,
            mine << 12 | step(self.earlier[0]) << 6 | 2,
            mine << 12 | other << 6 | 3,
            base.wrapping_mul(977) << 12 | count.min(40) << 5 | 4,
            log(self.left[0]) << 16 | mine << 10 | other << 5 | 5,
        ]
    }

    fn next(&mut self, value: u32, spent: i64) {
        if self.count == 0 {
            self.base = value;
        }
        self.count += 1;
        self.earlier = [self.earlier[1], self.spent[0]];
        self.spent = [self.spent[1], spent];
        self.left = [self.left[1], value];
    }
}

/// Small spendings of time as small numbers: the commonest are from 0 up.
fn fold(spent: i64) -> u32 {
    match spent {
        -3..0 => (-spent) as u32 * 4 + 1,
        0.. if spent < 12 => SMALL.iter().position(|&s| i64::from(s) == spent).map_or(0, |at| at as u32),
        _ => zigzag(spent) as u32 + 16,
    }
}

/// The numbers that [`fold`] gives to spendings from 0 to 11, skipping those of -1 to -3.
const SMALL: [i8; 15] = [0, 1, 2, 3, 4, -1, 5, 6, 7, -2, 8, 9, 10, -3, 11];

fn unfold(number: u32) -> i64 {
    match SMALL.get(number as usize) {
        Some(&spent) => i64::from(spent),
        None => unzigzag(u64::from(number.wrapping_sub(16))),
    }
}

/// Codes one clock after the others of its game.
fn code_clock(models: &mut Models, coder: &mut Coder<'_, '_>, times: &mut Times, clock: Clock) -> Clock {
    let plain = [times.count.min(3); 6];
    let first = models.flag(coder, &plain.map(|c| c << 8 | 101), clock.first);
    if first {
        *times = Times::default();
    }
    let tenths = models.flag(coder, &[202; 6], clock.tenths);
    let known = times.count >= 2;
    let expected = if known { times.left[0] } else { times.left[1] };
    let contexts = if known { times.contexts() } else { [1 << 30 | times.count; 6] };
    let number = fold(i64::from(expected) - i64::from(clock.value));
    let number = models.number(coder, &contexts, number);
    let spent = unfold(number);
    let value = (i64::from(expected) - spent).clamp(0, 1 << 30) as u32;
    times.next(value, if known { spent } else { 0 });
    Clock { value, first, tenths }
}

/// The clocks of a block as bytes; none for none.
pub(super) fn encode_clocks(clocks: &Clocks) -> Vec<u8> {
    let mut out = Vec::new();
    if clocks.0.is_empty() {
        return out;
    }
    out.varint(clocks.0.len() as u64);
    let mut encoder = Encoder::new(&mut out);
    let (mut models, mut times) = (Models::new(), Times::default());
    for &clock in &clocks.0 {
        code_clock(&mut models, &mut Coder::Write(&mut encoder), &mut times, clock);
    }
    encoder.finish();
    out
}

/// The most clocks or evaluations that a block may claim to hold.
const MOST: u64 = 1 << 24;

/// The clocks of a block; `None` if the bytes cannot be such.
pub(super) fn decode_clocks(bytes: &[u8]) -> Option<Clocks> {
    let mut cursor = Cursor(bytes);
    if cursor.is_empty() {
        return Some(Clocks::default());
    }
    let count = cursor.varint().ok().filter(|&n| n < MOST)?;
    let mut decoder = Decoder::new(cursor.0);
    let (mut models, mut times) = (Models::new(), Times::default());
    let mut next = || code_clock(&mut models, &mut Coder::Read(&mut decoder), &mut times, Clock::default());
    Some(Clocks((0..count).map(|_| next()).collect()))
}

/// What the models know when an evaluation is coded.
fn eval_contexts(last: i32, before: i32) -> [u32; 6] {
    let size = |n: i32| (n.unsigned_abs().checked_ilog2().unwrap_or(0) + 1) << 1 | u32::from(n < 0);
    let change = size(last.wrapping_sub(before));
    [
        0,
        size(last),
        change << 8 | 1,
        size(last) << 8 | change | 1 << 20,
        (last as u32 & 0xfff) << 3 | 2,
        size(before) << 9 | size(last) << 4 | 3,
    ]
}

fn code_eval(models: &mut Models, coder: &mut Coder<'_, '_>, last: &mut [i32; 2], value: i32) -> i32 {
    let contexts = eval_contexts(last[1], last[0]);
    let number = zigzag(i64::from(value) - i64::from(last[1])) as u32;
    let number = models.number(coder, &contexts, number);
    let value = (i64::from(last[1]) + unzigzag(u64::from(number))).clamp(-(1 << 25), 1 << 25) as i32;
    *last = [last[1], value];
    value
}

/// The evaluations of a block as bytes; none for none.
pub(super) fn encode_evals(evals: &Evals) -> Vec<u8> {
    let mut out = Vec::new();
    if evals.0.is_empty() {
        return out;
    }
    out.varint(evals.0.len() as u64);
    let mut encoder = Encoder::new(&mut out);
    let (mut models, mut last) = (Models::new(), [0; 2]);
    for &value in &evals.0 {
        code_eval(&mut models, &mut Coder::Write(&mut encoder), &mut last, value);
    }
    encoder.finish();
    out
}

/// The evaluations of a block; `None` if the bytes cannot be such.
pub(super) fn decode_evals(bytes: &[u8]) -> Option<Evals> {
    let mut cursor = Cursor(bytes);
    if cursor.is_empty() {
        return Some(Evals::default());
    }
    let count = cursor.varint().ok().filter(|&n| n < MOST)?;
    let mut decoder = Decoder::new(cursor.0);
    let (mut models, mut last) = (Models::new(), [0; 2]);
    let mut next = || code_eval(&mut models, &mut Coder::Read(&mut decoder), &mut last, 0);
    Some(Evals((0..count).map(|_| next()).collect()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_what_comes_back_the_same_is_a_number() {
        for (text, clocks, evals) in [
            ("[%clk 0:02:59]", 1, 0),
            ("[%clk 0:02:59.4] x [%eval -1.5]", 1, 1),
            ("[%clk 0:2:59]", 0, 0),
            ("[%clk 00:02:59]", 0, 0),
            ("[%clk 0:02:60]", 0, 0),
            ("[%clk 0:02:59.40]", 0, 0),
            ("[%eval 1.50]", 0, 0),
            ("[%eval #-3][%eval 0.07]", 0, 2),
            ("[%eval -0.0]", 0, 0),
            ("[%clk", 0, 0),
            ("[%[%clk 1:00:00]", 1, 0),
            ("\u{1}[%clk 0:02:59]", 0, 0),
        ] {
            let (mut c, mut e) = (Clocks::default(), Evals::default());
            let template = Writer::default().take(text, &mut c, &mut e);
            assert_eq!((c.0.len(), e.0.len()), (clocks, evals), "{text}");
            assert_eq!(give(&template, &mut c.0.iter(), &mut e.0.iter()).as_deref(), Some(text));
        }
    }

    #[test]
    fn fold_is_one_to_one() {
        let mut seen = std::collections::HashSet::new();
        for spent in -5000..5000 {
            assert_eq!(unfold(fold(spent)), spent);
            assert!(seen.insert(fold(spent)), "{spent}");
        }
    }

    proptest! {
        #[test]
        fn clocks_and_evals_come_back(
            clocks in proptest::collection::vec((0..1u32 << 30, any::<bool>(), any::<bool>()), 0..60),
            evals in proptest::collection::vec(-(1 << 24) + 1..1i32 << 24, 0..60),
        ) {
            let clocks = Clocks(clocks.into_iter().map(|(value, first, tenths)| Clock { value, first, tenths }).collect());
            prop_assert_eq!(decode_clocks(&encode_clocks(&clocks)), Some(clocks));
            prop_assert_eq!(decode_evals(&encode_evals(&Evals(evals.clone()))), Some(Evals(evals)));
        }
    }
}
