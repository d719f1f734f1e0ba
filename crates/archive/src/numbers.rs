//! Clocks and evaluations as bytes: each number coded by what came before it in its game.

use super::bytes::{Cursor, Put, unzigzag, zigzag};
use super::clock::{Number, Numbers};
use super::dense::coder::{Decoder, Encoder};
use super::mixing::{Coder, Models};
use crate::game::Tag;

/// What a game's `TimeControl` tag says, in seconds; zeros where it says nothing that is known here.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    /// What each side begins with, at most 2^24.
    base: u32,
    /// What each move adds, at most 2^16.
    increment: u32,
    /// Whether `base` is there anew for each move.
    each_move: bool,
}

impl Control {
    /// Reads `600`, `180+2`, `40/7200:3600` (of which the first period counts) and `1/86400`.
    fn read(value: &str) -> Option<Control> {
        let first = value.split(':').next()?;
        let (moves, time) = match first.split_once('/') {
            Some((moves, time)) => (Some(moves), time),
            None => (None, first),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        Some(Control {
            base: base.parse().ok().filter(|&n| n <= 1 << 24)?,
            increment: increment.parse().ok().filter(|&n| n <= 1 << 16)?,
            each_move: moves == Some("1"),
        })
    }

    /// That of a game with these tags.
    pub fn of<'a>(tags: impl IntoIterator<Item = &'a Tag>) -> Control {
        let tag = tags.into_iter().find(|tag| tag.name == "TimeControl");
        tag.and_then(|tag| Control::read(&tag.value)).unwrap_or_default()
    }
}

/// Kinds of questions to the models, which share nothing.
mod kind {
    pub const SECONDS: u32 = 0;
    pub const GAINED: u32 = 1;
    pub const BACK: u32 = 2;
    pub const TENTH: u32 = 3;
    pub const EVAL: u32 = 0;
    pub const MATE: u32 = 1;
}

/// The clocks of a game so far, in tenths of seconds. Of pairs, the side to come is first.
#[derive(Copy, Clone, Default)]
struct Times {
    control: Control,
    count: u32,
    left: [i64; 2],
    /// What the last moves took, in seconds.
    spent: [i64; 2],
    /// What those before took.
    earlier: [i64; 2],
    /// What moves took of late, in eighths of a second.
    usual: [i64; 2],
}

/// Seconds in steps that grow with them.
fn step(seconds: i64) -> u32 {
    match seconds {
        ..0 => 0,
        0..5 => seconds as u32 + 1,
        5..7 => 6,
        7..10 => 7,
        10..14 => 8,
        14..21 => 9,
        21..33 => 10,
        33..60 => 11,
        60..120 => 12,
        _ => 13,
    }
}

/// Twice the binary logarithm.
fn size(number: i64) -> u32 {
    let number = number.clamp(0, 1 << 40) as u64 + 1;
    let log = number.ilog2();
    2 * log + u32::from(log > 0 && number >> (log - 1) & 1 == 1)
}

impl Times {
    /// What the clock would show if the move took no time.
    fn expected(&self) -> i64 {
        let base = i64::from(self.control.base) * 10;
        match self.count {
            _ if self.control.each_move => base,
            0 => base,
            1 if base > 0 => base,
            1 => self.left[1],
            _ => self.left[0] + i64::from(self.control.increment) * 10,
        }
    }

    fn contexts(&self, fine: bool) -> [u32; 6] {
        let fine = u32::from(fine);
        if self.count < 2 {
            let known = u32::from(self.control.base > 0);
            return [1 << 24 | self.count << 2 | known << 1 | fine; 6];
        }
        let (mine, other) = (step(self.spent[0]), step(self.spent[1]));
        let before = step(self.earlier[0]);
        let base = i64::from(self.control.base);
        let share = if base == 0 { 31 } else { (self.left[0] * 2 / base).clamp(0, 30) as u32 };
        let round = self.count / 2;
        let stage = if round < 6 { round } else { (6 + round / 5).min(20) };
        let length = size(base + 40 * i64::from(self.control.increment));
        let (left, usual) = (size(self.left[0] / 10), size(self.usual[0]));
        [
            length << 1 | fine,
            length << 9 | share << 1 | fine,
            (usual << 4 | before) << 5 | mine << 1 | fine,
            (usual << 4 | other) << 5 | mine << 1 | fine,
            (length << 5 | stage) << 1 | fine,
            (left << 6 | usual) << 1 | fine,
        ]
    }

    /// Codes the next clock.
    fn code(&mut self, models: &mut Models, coder: &mut Coder<'_, '_>, fine: bool, tenths: i64) -> i64 {
        let expected = self.expected();
        let contexts = self.contexts(fine);
        let spent = expected - tenths;
        let (seconds, tenth) = (spent.div_euclid(10), spent.rem_euclid(10));
        let gained = models.flag(coder, kind::GAINED, &contexts, seconds < 0);
        let number = if gained { -1 - seconds } else { seconds };
        let number =
            models.number(coder, if gained { kind::BACK } else { kind::SECONDS }, &contexts, number as u32);
        let seconds = if gained { -1 - i64::from(number) } else { i64::from(number) };
        let tenth = if !fine {
            // Whole seconds by the clock, whatever was expected.
            expected.rem_euclid(10)
        } else if seconds == 0 || self.count < 2 {
            let context = contexts[4] << 2 | (seconds.clamp(-1, 1) + 1) as u32;
            i64::from(models.number(coder, kind::TENTH, &[context; 6], tenth as u32)).min(9)
        } else {
            // Where a second has passed any tenth is as likely as another.
            i64::from(coder.even(tenth as u32, 10))
        };
        let value = (expected - seconds * 10 - tenth).clamp(0, 1 << 40);
        self.count += 1;
        self.left = [self.left[1], value];
        self.earlier = [self.earlier[1], self.spent[0]];
        let usual = self.usual[0] + seconds.clamp(0, 1 << 20) * 2 - self.usual[0] / 4;
        self.usual = [self.usual[1], usual];
        self.spent = [self.spent[1], seconds];
        value
    }
}

/// The evaluations of a game so far, of either kind.
#[derive(Copy, Clone, Default)]
struct Course {
    last: [[i32; 2]; 2],
}

impl Course {
    fn code(&mut self, models: &mut Models, coder: &mut Coder<'_, '_>, mate: bool, value: i32) -> i32 {
        let last = &mut self.last[usize::from(mate)];
        let size = |n: i32| (n.unsigned_abs().checked_ilog2().unwrap_or(0) + 1) << 1 | u32::from(n < 0);
        let change = size(last[1].wrapping_sub(last[0]));
        let contexts = [
            0,
            size(last[1]),
            change,
            size(last[1]) << 6 | change,
            last[1] as u32 & 0xfff,
            size(last[0]) << 6 | size(last[1]),
        ];
        let kind = if mate { kind::MATE } else { kind::EVAL };
        let number = zigzag(i64::from(value) - i64::from(last[1])) as u32;
        let number = models.number(coder, kind, &contexts, number);
        let value = (i64::from(last[1]) + unzigzag(u64::from(number))).clamp(-(1 << 25), 1 << 25) as i32;
        *last = [last[1], value];
        value
    }
}

/// Collects the numbers of games, and codes them.
#[derive(Default)]
pub(super) struct Collector {
    /// Each with the time control of its game if it is the first of that.
    clocks: Vec<(Option<Control>, i64, bool)>,
    evals: Vec<(bool, i32, bool)>,
    begun: (Option<Control>, bool),
    /// The games: how many clocks and evaluations came before each.
    games: Vec<(Control, [usize; 2])>,
}

impl Collector {
    pub fn begin_game(&mut self, control: Control) {
        self.begun = (Some(control), true);
        self.games.push((control, [self.clocks.len(), self.evals.len()]));
    }

    pub fn push(&mut self, number: Number) {
        match number {
            Number::Clock { tenths, fine } => self.clocks.push((self.begun.0.take(), tenths as i64, fine)),
            Number::Eval { value, mate } => {
                self.evals.push((std::mem::take(&mut self.begun.1), value, mate));
            }
        }
    }

    /// The clocks as bytes; none for none.
    pub fn clocks(&self) -> Vec<u8> {
        let mut times = Times::default();
        write(self.clocks.len(), Models::inheriting, |models, coder| {
            for &(begun, tenths, fine) in &self.clocks {
                if let Some(control) = begun {
                    times = Times { control, ..Times::default() };
                }
                times.code(models, coder, fine, tenths);
            }
        })
    }

    /// The evaluations as bytes; none for none.
    pub fn evals(&self) -> Vec<u8> {
        let mut course = Course::default();
        write(self.evals.len(), Models::inheriting, |models, coder| {
            for &(begun, value, mate) in &self.evals {
                if begun {
                    course = Course::default();
                }
                course.code(models, coder, mate, value);
            }
        })
    }

    /// The clocks as bytes, each game's by themselves; none for none.
    pub fn clocks_by_game(&self) -> Vec<u8> {
        by_game(self.games.iter().enumerate().map(|(number, &(control, [from, _]))| {
            let to = self.games.get(number + 1).map_or(self.clocks.len(), |(_, [to, _])| *to);
            let mut times = Times { control, ..Times::default() };
            write(to - from, Models::of_one_game, |models, coder| {
                for &(_, tenths, fine) in &self.clocks[from..to] {
                    times.code(models, coder, fine, tenths);
                }
            })
        }))
    }

    /// The evaluations as bytes, each game's by themselves; none for none.
    pub fn evals_by_game(&self) -> Vec<u8> {
        by_game(self.games.iter().enumerate().map(|(number, &(_, [_, from]))| {
            let to = self.games.get(number + 1).map_or(self.evals.len(), |(_, [_, to])| *to);
            let mut course = Course::default();
            write(to - from, Models::of_one_game, |models, coder| {
                for &(_, value, mate) in &self.evals[from..to] {
                    course.code(models, coder, mate, value);
                }
            })
        }))
    }
}

/// What each game has, after its length; nothing if none has anything.
fn by_game(games: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut out = Vec::new();
    for game in games {
        out.string(&game);
    }
    if out.iter().all(|&byte| byte == 0) { Vec::new() } else { out }
}

fn write(
    count: usize,
    models: fn() -> Models,
    code: impl FnOnce(&mut Models, &mut Coder<'_, '_>),
) -> Vec<u8> {
    let mut out = Vec::new();
    if count > 0 {
        out.varint(count as u64);
        let mut encoder = Encoder::new(&mut out);
        let mut models = models();
        code(&mut models, &mut Coder::Write(&mut encoder));
        models.spare();
        encoder.finish();
    }
    out
}

/// One stream being read: its decoder, its models, and how many numbers are left in it.
struct Stream<'a> {
    decoder: Decoder<'a>,
    models: Option<Models>,
    make: fn() -> Models,
    left: u64,
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        if let Some(models) = self.models.take() {
            models.spare();
        }
    }
}

impl<'a> Stream<'a> {
    fn new(bytes: &'a [u8], make: fn() -> Models) -> Option<Stream<'a>> {
        let mut cursor = Cursor(bytes);
        let left = if cursor.is_empty() { 0 } else { cursor.varint().ok().filter(|&n| n < MOST)? };
        Some(Stream { decoder: Decoder::new(cursor.0), models: None, make, left })
    }

    fn next<T>(&mut self, code: impl FnOnce(&mut Models, &mut Coder<'_, '_>) -> T) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let models = self.models.get_or_insert_with(self.make);
        Some(code(models, &mut Coder::Read(&mut self.decoder)))
    }
}

/// The most clocks or evaluations that a stream may claim to hold.
pub(super) const MOST: u64 = 1 << 24;

/// Gives the numbers of games back in the order in which they were collected.
pub(super) struct Reader<'a> {
    clocks: Stream<'a>,
    evals: Stream<'a>,
    times: Times,
    course: Course,
    /// Where each game has its own: those of the games to come.
    to_come: Option<[Cursor<'a>; 2]>,
    /// Whether the streams of a game could not be such.
    is_malformed: bool,
}

impl<'a> Reader<'a> {
    /// `None` if the bytes cannot be such streams.
    pub fn new(clocks: &'a [u8], evals: &'a [u8]) -> Option<Reader<'a>> {
        Some(Reader {
            clocks: Stream::new(clocks, Models::inheriting)?,
            evals: Stream::new(evals, Models::inheriting)?,
            times: Times::default(),
            course: Course::default(),
            to_come: None,
            is_malformed: false,
        })
    }

    /// Of numbers that each game has by itself.
    pub fn by_game(clocks: &'a [u8], evals: &'a [u8]) -> Option<Reader<'a>> {
        let to_come = Some([Cursor(clocks), Cursor(evals)]);
        Some(Reader { to_come, ..Reader::new(&[], &[])? })
    }
}

/// The stream of the next game; none where there are no such numbers at all.
fn stream_of_next<'a>(games: &mut Cursor<'a>) -> Option<Stream<'a>> {
    let bytes = if games.is_empty() { &[][..] } else { games.string().ok()? };
    Stream::new(bytes, Models::of_one_game)
}

impl GameNumbers for Reader<'_> {
    fn begin_game(&mut self, control: Control) {
        self.times = Times { control, ..Times::default() };
        self.course = Course::default();
        if let Some([clocks, evals]) = &mut self.to_come {
            match (stream_of_next(clocks), stream_of_next(evals)) {
                (Some(clocks), Some(evals)) => (self.clocks, self.evals) = (clocks, evals),
                _ => self.is_malformed = true,
            }
        }
    }

    fn is_spent(&self) -> bool {
        let none_to_come = self.to_come.iter().flatten().all(Cursor::is_empty);
        self.clocks.left == 0 && self.evals.left == 0 && none_to_come && !self.is_malformed
    }

    fn may_skip(&self) -> bool {
        self.to_come.is_some()
    }
}

/// Numbers that begin afresh with each game.
pub(super) trait GameNumbers: Numbers {
    fn begin_game(&mut self, control: Control);
    /// Whether all of them were given.
    fn is_spent(&self) -> bool;
    /// Whether the numbers of a game can be read without those of the games before it.
    fn may_skip(&self) -> bool {
        false
    }
}

impl Numbers for Reader<'_> {
    fn clock(&mut self, fine: bool) -> Option<u64> {
        let times = &mut self.times;
        self.clocks.next(|models, coder| times.code(models, coder, fine, 0) as u64)
    }

    fn eval(&mut self, mate: bool) -> Option<i32> {
        let course = &mut self.course;
        self.evals.next(|models, coder| course.code(models, coder, mate, 0))
    }

    fn knows_some_tenths(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn time_controls_are_read() {
        let control = |base, increment, each_move| Some(Control { base, increment, each_move });
        for (text, expected) in [
            ("600", control(600, 0, false)),
            ("180+2", control(180, 2, false)),
            ("40/7200:3600", control(7200, 0, false)),
            ("1/259200", control(259_200, 0, true)),
            ("-", None),
            ("?", None),
            ("999999999", None),
        ] {
            assert_eq!(Control::read(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn clocks_and_evals_come_back(
            games in proptest::collection::vec((
                prop_oneof![Just("180+2"), Just("1/86400"), Just("-"), Just("16777216+65536")],
                proptest::collection::vec((prop_oneof![0..2000u64, 0..1u64 << 31], any::<bool>()), 0..30),
                proptest::collection::vec(((-(1 << 24) + 1..1i32 << 24), any::<bool>()), 0..30),
            ), 0..6),
        ) {
            let mut collector = Collector::default();
            let whole = |tenths: u64, fine: bool| if fine { tenths } else { tenths / 10 * 10 };
            for (control, clocks, evals) in &games {
                collector.begin_game(Control::read(control).unwrap_or_default());
                for &(tenths, fine) in clocks {
                    collector.push(Number::Clock { tenths: whole(tenths, fine), fine });
                }
                for &(value, mate) in evals {
                    collector.push(Number::Eval { value, mate });
                }
            }
            let solid = (collector.clocks(), collector.evals());
            let apart = (collector.clocks_by_game(), collector.evals_by_game());
            let readers =
                [Reader::new(&solid.0, &solid.1).unwrap(), Reader::by_game(&apart.0, &apart.1).unwrap()];
            for mut reader in readers {
                for (control, clocks, evals) in &games {
                    reader.begin_game(Control::read(control).unwrap_or_default());
                    for &(tenths, fine) in clocks {
                        prop_assert_eq!(reader.clock(fine), Some(whole(tenths, fine)));
                    }
                    for &(value, mate) in evals {
                        prop_assert_eq!(reader.eval(mate), Some(value));
                    }
                }
                prop_assert!(reader.is_spent());
                prop_assert_eq!((reader.clock(true), reader.eval(true)), (None, None));
            }
            // The last game alone.
            let mut reader = Reader::by_game(&apart.0, &apart.1).unwrap();
            for (number, (control, clocks, _)) in games.iter().enumerate() {
                reader.begin_game(Control::read(control).unwrap_or_default());
                if number + 1 == games.len() {
                    for &(tenths, fine) in clocks {
                        prop_assert_eq!(reader.clock(fine), Some(whole(tenths, fine)));
                    }
                }
            }
        }
    }
}
