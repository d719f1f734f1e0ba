//! Reads clocks and evaluations of archives of version 1, which are no longer written.

use super::bytes::{Cursor, unzigzag};
use super::clock::Numbers;
use super::dense::coder::Decoder;
use super::mixing::{Coder, Models};
use super::numbers::{Control, GameNumbers, MOST};

/// One clock.
#[derive(Copy, Clone, Debug)]
struct Clock {
    /// In the unit of its text: seconds, or tenths.
    value: u32,
    /// Whether it counts tenths.
    fine: bool,
}

/// What the models know when a clock is read.
#[derive(Copy, Clone, Default)]
struct ClockModel {
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

impl ClockModel {
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

/// The spendings of time that have the smallest numbers.
const SMALL: [i8; 15] = [0, 1, 2, 3, 4, -1, 5, 6, 7, -2, 8, 9, 10, -3, 11];

fn unfold(number: u32) -> i64 {
    match SMALL.get(number as usize) {
        Some(&spent) => i64::from(spent),
        None => unzigzag(u64::from(number.wrapping_sub(16))),
    }
}

/// Reads one clock after the others of its game.
fn read_clock(models: &mut Models, coder: &mut Coder<'_, '_>, times: &mut ClockModel) -> Clock {
    let plain = [times.count.min(3); 6];
    if models.flag(coder, 0, &plain.map(|c| c << 8 | 101), false) {
        *times = ClockModel::default();
    }
    let fine = models.flag(coder, 0, &[202; 6], false);
    let known = times.count >= 2;
    let expected = if known { times.left[0] } else { times.left[1] };
    let contexts = if known { times.contexts() } else { [1 << 30 | times.count; 6] };
    let spent = unfold(models.number(coder, 0, &contexts, 0));
    let value = (i64::from(expected) - spent).clamp(0, 1 << 30) as u32;
    times.next(value, if known { spent } else { 0 });
    Clock { value, fine }
}

/// What the models know when an evaluation is read.
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

fn read_eval(models: &mut Models, coder: &mut Coder<'_, '_>, last: &mut [i32; 2]) -> i32 {
    let contexts = eval_contexts(last[1], last[0]);
    let number = models.number(coder, 0, &contexts, 0);
    let value = (i64::from(last[1]) + unzigzag(u64::from(number))).clamp(-(1 << 25), 1 << 25) as i32;
    *last = [last[1], value];
    value
}

/// All numbers of a block.
pub(super) struct FirstReader {
    clocks: std::vec::IntoIter<Clock>,
    evals: std::vec::IntoIter<i32>,
}

impl FirstReader {
    /// `None` if the bytes cannot be such streams.
    pub fn new(clocks: &[u8], evals: &[u8]) -> Option<FirstReader> {
        let mut times = ClockModel::default();
        let clocks = read(clocks, |models, coder| read_clock(models, coder, &mut times))?;
        let mut last = [0; 2];
        let evals = read(evals, |models, coder| read_eval(models, coder, &mut last))?;
        Some(FirstReader { clocks: clocks.into_iter(), evals: evals.into_iter() })
    }
}

fn read<T>(bytes: &[u8], mut next: impl FnMut(&mut Models, &mut Coder<'_, '_>) -> T) -> Option<Vec<T>> {
    let mut cursor = Cursor(bytes);
    if cursor.is_empty() {
        return Some(Vec::new());
    }
    let count = cursor.varint().ok().filter(|&n| n < MOST)?;
    let mut decoder = Decoder::new(cursor.0);
    let mut models = Models::first();
    Some((0..count).map(|_| next(&mut models, &mut Coder::Read(&mut decoder))).collect())
}

impl GameNumbers for FirstReader {
    fn begin_game(&mut self, _: Control) {}

    fn is_spent(&self) -> bool {
        self.clocks.as_slice().is_empty() && self.evals.as_slice().is_empty()
    }
}

impl Numbers for FirstReader {
    fn clock(&mut self, fine: bool) -> Option<u64> {
        let clock = self.clocks.next().filter(|clock| clock.fine == fine)?;
        Some(u64::from(clock.value) * if fine { 1 } else { 10 })
    }

    fn eval(&mut self, _: bool) -> Option<i32> {
        self.evals.next()
    }

    fn knows_some_tenths(&self) -> bool {
        false
    }
}
