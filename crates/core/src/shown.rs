//! What comments show of a game: clocks, times, evaluations, depths.
//!
//! Servers write commands (`[%clk 0:10:00] [%eval 0.17,20] [%emt 0:00:05]`), programs that let engines play write what the engine
//! said of its move: `+0.31/14 0.52s` (cutechess, fastchess, Arena, WinBoard, Banksia, Fritz; with decimal commas in some countries) or `d=24, mt=1250, wv=0.31` (TCEC).

/// What is shown after each half-move of the main line. Each list ends with its last known value.
///
/// ```
/// use scorebook_core::shown::Shown;
/// let mut shown = Shown::default();
/// shown.comment(1, "[%eval 0.17] [%clk 0:10:00]");
/// shown.comment(2, "[%eval #-3]");
/// assert_eq!(shown.clocks, [Some(600.0)]);
/// assert_eq!(shown.evals, [Some(0.17)]);
/// assert_eq!(shown.mates, [None, Some(-3)]);
///
/// // An engine speaks for its own side; here all is White's.
/// shown = Shown::default();
/// shown.comment(1, "+0.31/14 0.52s");
/// shown.comment(2, "-0.25/12 1.5s");
/// assert_eq!(shown.evals, [Some(0.31), Some(0.25)]);
/// assert_eq!(shown.depths, [Some(14), Some(12)]);
/// assert_eq!(shown.times, [Some(0.52), Some(1.5)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Seconds on the clock of the player who moved.
    pub clocks: Vec<Option<f32>>,
    /// Pawns, from White's side.
    pub evals: Vec<Option<f32>>,
    /// Moves to mate, negative if Black mates.
    pub mates: Vec<Option<i16>>,
    /// Half-moves that the engine looked ahead.
    pub depths: Vec<Option<i16>>,
    /// Seconds that the move took.
    pub times: Vec<Option<f32>>,
    /// Whether Black makes the first half-move.
    black_begins: bool,
    /// Half-moves, from 1, whose evaluation was made before the move, by the side that makes it.
    searched: Vec<usize>,
    /// Whose side the evaluations of engines are from.
    view: View,
}

/// Whose side evaluations are from where they do not say it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum View {
    /// Not decided: the mover's, as nearly all programs have it.
    #[default]
    Assumed,
    /// The mover's: what is better for it has a plus sign.
    Mover,
    /// White's: no plus sign is written. So Fritz does.
    White,
}

/// An evaluation.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Eval {
    /// In pawns, from White's side.
    Pawns(f32),
    /// Moves to mate, negative if Black mates.
    Mate(i16),
}

impl Eval {
    /// In hundredths of a pawn; a mate is worth a thousand pawns, less a hundredth for each move.
    ///
    /// ```
    /// use scorebook_core::shown::Eval;
    /// assert_eq!(Eval::Pawns(-0.31).hundredths(), -31);
    /// assert_eq!(Eval::Mate(3).hundredths(), 99_997);
    /// assert_eq!(Eval::Mate(-1).hundredths(), -99_999);
    /// ```
    #[must_use]
    pub fn hundredths(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Eval::Pawns(pawns) => (pawns * 100.0).round() as i32,
            Eval::Mate(moves) if moves >= 0 => MATE - i32::from(moves),
            Eval::Mate(moves) => -MATE - i32::from(moves),
        }
    }

    fn reversed(self) -> Eval {
        match self {
            // Not -0.
            Eval::Pawns(pawns) => Eval::Pawns(0.0 - pawns),
            Eval::Mate(moves) => Eval::Mate(moves.saturating_neg()),
        }
    }
}

/// Most bytes of a command's value.
const LONGEST: usize = 64;

impl Shown {
    /// Nothing yet of a game in which Black makes the first half-move, or White.
    #[must_use]
    pub fn beginning(black_begins: bool) -> Shown {
        Shown { black_begins, ..Shown::default() }
    }

    /// The same of a game from this starting position.
    ///
    /// ```
    /// use scorebook_core::shown::Shown;
    /// let mut shown = Shown::of_fen(Some("8/8/8/8/8/4k3/8/4K2q b - - 0 60"));
    /// shown.comment(1, "+M1/9 0.1s");
    /// assert_eq!(shown.mates, [Some(-1)]);
    /// ```
    #[must_use]
    pub fn of_fen(fen: Option<&str>) -> Shown {
        Shown::beginning(fen.and_then(|fen| fen.split_whitespace().nth(1)) == Some("b"))
    }

    /// Whether nothing is shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clocks.is_empty()
            && self.evals.is_empty()
            && self.mates.is_empty()
            && self.depths.is_empty()
            && self.times.is_empty()
    }

    /// The evaluation after half-move `ply`, from 1.
    #[must_use]
    pub fn eval(&self, ply: usize) -> Option<Eval> {
        let at = ply.checked_sub(1)?;
        let pawns = || self.evals.get(at).copied().flatten().map(Eval::Pawns);
        self.mates.get(at).copied().flatten().map(Eval::Mate).or_else(pawns)
    }

    /// The evaluation of the position before half-move `ply`, from 1: what the engine that makes it says, or else what is said
    /// after the half-move before.
    #[must_use]
    pub fn eval_before(&self, ply: usize) -> Option<Eval> {
        match self.searched.binary_search(&ply) {
            Ok(_) => self.eval(ply),
            Err(_) if self.searched.contains(&(ply.checked_sub(1)?)) => None,
            Err(_) => self.eval(ply - 1),
        }
    }

    /// Whether the engine that makes half-move `ply` has evaluated the position before it.
    #[must_use]
    pub fn is_searched(&self, ply: usize) -> bool {
        self.searched.binary_search(&ply).is_ok()
    }

    /// Adds the values in a comment after half-move `ply`, from 1. A comment before the first half-move is
    /// ignored; of two values the first counts.
    pub fn comment(&mut self, ply: usize, text: &str) {
        if ply == 0 {
            return;
        }
        if text.contains("[%") {
            self.commands(ply, text);
        }
        let text = behind_commands(text);
        match text.as_bytes() {
            [b'+' | b'-' | b'(' | b'[' | b'#' | b'M' | b'0'..=b'9', ..] => self.searched(ply, text),
            [letter, ..] if letter.is_ascii_lowercase() => self.listed(ply, text),
            _ => {}
        }
    }

    /// `[%clk 0:10:00]`, `[%eval 0.17,20]`, `[%emt 5.2]`
    fn commands(&mut self, ply: usize, text: &str) {
        for (at, _) in text.match_indices("[%") {
            let rest = &text.as_bytes()[at + 2..];
            let rest = &rest[..rest.len().min(LONGEST)];
            let Some(end) = rest.iter().position(|&byte| byte == b']') else { continue };
            let Ok(command) = std::str::from_utf8(&rest[..end]) else { continue };
            match command.split_once(' ') {
                Some(("clk", value)) => put(&mut self.clocks, ply, time(value.trim(), 3)),
                Some(("emt", value)) => put(&mut self.times, ply, time(value.trim(), 1)),
                Some(("eval", value)) => self.command_eval(ply, value),
                _ => {}
            }
        }
    }

    /// `0.17`, `#-3`, `-M3`, `0.17,20` (PyChess: `0.17/20`), and `17,20`: with a depth and without a point these are hundredths, as
    /// ChessBase writes them.
    fn command_eval(&mut self, ply: usize, value: &str) {
        let (value, depth) = value.split_once([',', '/']).unwrap_or((value, ""));
        let (value, depth) = (value.trim(), depth.trim());
        match mate(value) {
            Some(moves) => put(&mut self.mates, ply, Some(moves)),
            None => {
                let unit = if depth.is_empty() || value.contains('.') { 1.0 } else { 100.0 };
                put(&mut self.evals, ply, number(value).map(|value| (value / unit) as f32));
            }
        }
        put(&mut self.depths, ply, depth.split(',').next().and_then(|depth| depth.parse().ok()));
    }

    /// `+0.31/14 0.52s`, `-M5/20 1:05`, `(Nf3) 0.31/14 5`, `(+0.31/14 5)`: evaluation, depth (and the depth of single lines,
    /// `14/25`) and time, which may lack. Where a country's decimal mark is a comma, programs write `+0,31/14 0,52s`.
    fn searched(&mut self, ply: usize, text: &str) {
        let text = match text.strip_prefix('[').map(|rest| rest.trim_end().strip_suffix(']')) {
            Some(Some(all)) => all,
            Some(None) => return,
            None => text,
        };
        let text = match text.strip_prefix('(').map(|rest| rest.split_once(')')) {
            // All of it in brackets, or first what the engine expects, as Arena has it.
            Some(Some((all, rest))) if rest.trim().is_empty() => all,
            Some(Some((_, rest))) => rest.trim_start(),
            Some(None) => return,
            None => text,
        };
        let Some((value, rest)) = text.split_once('/') else { return };
        let Some(eval) = score(value) else { return };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (depth, rest) = rest.split_at(end);
        let Ok(depth) = depth.parse::<i16>() else { return };
        let rest = match rest.strip_prefix('/') {
            Some(selective) => selective.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => rest,
        };
        if !rest.is_empty() && !rest.starts_with([' ', ',', '\n', '\r', '\t', ';']) {
            return;
        }
        self.see(value, eval);
        self.put_eval(ply, eval);
        put(&mut self.depths, ply, Some(depth));
        let mut words = rest.split([' ', ';', '\n', '\r', '\t']).flat_map(parts);
        put(&mut self.times, ply, words.next().and_then(taken));
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            if name == "tl" {
                put(&mut self.clocks, ply, taken(value));
            }
        }
    }

    /// Whose view the evaluations are from, after one that is written so.
    fn see(&mut self, written: &str, eval: Eval) {
        let better = match eval {
            Eval::Pawns(pawns) => pawns > 0.0,
            Eval::Mate(moves) => moves > 0,
        };
        match (self.view, written.starts_with('+')) {
            (View::Assumed, true) => self.view = View::Mover,
            (View::Assumed, false) if better => {
                self.view = View::White;
                // What was taken for Black's view is White's.
                for ply in std::mem::take(&mut self.searched) {
                    if self.is_black(ply) {
                        let at = ply - 1;
                        if let Some(Some(pawns)) = self.evals.get_mut(at) {
                            *pawns = 0.0 - *pawns;
                        }
                        if let Some(Some(moves)) = self.mates.get_mut(at) {
                            *moves = moves.saturating_neg();
                        }
                    }
                    self.searched.push(ply);
                }
            }
            _ => {}
        }
    }

    fn put_eval(&mut self, ply: usize, eval: Eval) {
        if self.eval(ply).is_some() {
            return;
        }
        let turned = self.view != View::White && self.is_black(ply);
        match if turned { eval.reversed() } else { eval } {
            Eval::Pawns(pawns) => put(&mut self.evals, ply, Some(pawns)),
            Eval::Mate(moves) => put(&mut self.mates, ply, Some(moves)),
        }
        if let Err(at) = self.searched.binary_search(&ply) {
            self.searched.insert(at, ply);
        }
    }

    fn is_black(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) != self.black_begins
    }

    /// `d=24, sd=40, mt=1250, tl=56000, wv=0.31`: White's view; times in milliseconds, or with colons.
    fn listed(&mut self, ply: usize, text: &str) {
        let pairs = || text.split(',').filter_map(|pair| pair.trim().split_once('='));
        let value = |wanted: &str| pairs().find(|(name, _)| *name == wanted).map(|(_, value)| value.trim());
        let (Some(depth), Some(eval)) = (value("d"), value("wv").or_else(|| value("ev"))) else { return };
        let Ok(depth) = depth.parse::<i16>() else { return };
        if self.eval(ply).is_none() {
            match listed_score(eval) {
                Some(Eval::Pawns(pawns)) => put(&mut self.evals, ply, Some(pawns)),
                Some(Eval::Mate(moves)) => put(&mut self.mates, ply, Some(moves)),
                None => return,
            }
            if let Err(at) = self.searched.binary_search(&ply) {
                self.searched.insert(at, ply);
            }
        }
        put(&mut self.depths, ply, Some(depth));
        let seconds = |text: &str| match text.contains(':') {
            true => time(text, 3),
            false => number(text).filter(|ms| *ms >= 0.0).map(|ms| (ms / 1000.0) as f32),
        };
        put(&mut self.times, ply, value("mt").and_then(seconds));
        put(&mut self.clocks, ply, value("tl").and_then(seconds));
    }
}

fn put<T: Copy>(column: &mut Vec<Option<T>>, ply: usize, value: Option<T>) {
    if value.is_none() || column.get(ply - 1).is_some_and(Option::is_some) {
        return;
    }
    if column.len() < ply {
        column.resize(ply, None);
    }
    column[ply - 1] = value;
}

/// A text behind the commands that it begins with.
fn behind_commands(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("[%")
        && let Some((_, rest)) = text.split_once(']')
    {
        text = rest.trim_start();
    }
    text
}

/// The parts of a word between commas; in a time a comma is the decimal mark.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let word = word.trim_matches(',');
    let most = if taken(word).is_some() { 1 } else { usize::MAX };
    word.splitn(most, ',').filter(|part| !part.is_empty())
}

/// `#3`, `#-3`, `-M5`: moves to mate.
fn mate(text: &str) -> Option<i16> {
    let (sign, value) = signed(text);
    let moves: i16 = value.strip_prefix(['M', '#'])?.parse().ok()?;
    moves.checked_mul(sign)
}

/// The sign that a number begins with, and the rest.
fn signed(text: &str) -> (i16, &str) {
    match text.as_bytes().first() {
        Some(b'+') => (1, &text[1..]),
        Some(b'-') => (-1, &text[1..]),
        _ => (1, text),
    }
}

/// `+0.31`, `-M5`, `#-3`, as engines' programs write them: pawns have two decimals, or a sign, so that `1/2` and `1.5/2` are none.
fn score(text: &str) -> Option<Eval> {
    if let Some(moves) = mate(text) {
        return Some(Eval::Mate(moves));
    }
    let (sign, value) = signed(text);
    let (pawns, hundredths) = value.split_once(['.', ','])?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_signed = value.len() < text.len();
    let decimals = if is_signed { 1..=3 } else { 2..=2 };
    if !digits(pawns) || !digits(hundredths) || !decimals.contains(&hundredths.len()) || pawns.len() > 5 {
        return None;
    }
    // Not -0.
    Some(Eval::Pawns(format!("{pawns}.{hundredths}").parse::<f32>().ok()? * f32::from(sign) + 0.0))
}

/// The same of a list, where any number is one: `0.3`, `-M12`, `148.91`.
fn listed_score(text: &str) -> Option<Eval> {
    score(text).or_else(|| number(text).map(|pawns| Eval::Pawns(pawns as f32)))
}

/// What a move took: `0.52s`, `0,52s`, `520ms`, `5`, `1:05`, `0:01:05`.
fn taken(text: &str) -> Option<f32> {
    let text = &text.replacen(',', ".", 1);
    if let Some(ms) = text.strip_suffix("ms") {
        return number(ms).filter(|ms| *ms >= 0.0).map(|ms| (ms / 1000.0) as f32);
    }
    time(text.strip_suffix('s').unwrap_or(text), 1)
}

/// Seconds of `1:02:03`, `1:02:03.4`, and, where `least` parts are enough, `2:03` and `3.4`.
fn time(text: &str, least: usize) -> Option<f32> {
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() < least || parts.len() > 3 {
        return None;
    }
    let (last, whole) = parts.split_last()?;
    let seconds = number(last).filter(|seconds| *seconds >= 0.0 && (whole.is_empty() || *seconds < 60.0))?;
    let mut all = 0.0;
    for (at, part) in whole.iter().enumerate() {
        let part: u32 = part.parse().ok()?;
        if at > 0 && part >= 60 {
            return None;
        }
        all = (all + f64::from(part)) * 60.0;
    }
    Some((all + seconds) as f32)
}

/// A decimal number, but not `inf` or `1e5`.
fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(comments: &[&str]) -> Shown {
        let mut shown = Shown::default();
        for (ply, text) in (1..).zip(comments) {
            shown.comment(ply, text);
        }
        shown
    }

    #[test]
    fn takes_no_nonsense() {
        let mut shown = Shown::default();
        for odd in [
            "[%clk 0:60:00]",
            "[%clk 1:2]",
            "[%eval inf]",
            "[%eval ]",
            "[%clk 0:00:01",
            "[%csl Ga1]",
            "clk 1:00:00",
            "[%emt -3]",
            "[%emt 0:61:00]",
            "1/2-1/2 was agreed",
            "1.5/2 points",
            "12/20 moves",
            "2,5/4 points",
            "[see 0.31/14",
            "+0.31 is better",
            "+0.31/14x",
            "(see above) or 3/4",
            "(never closed +0.31/14",
            "d=24, n=5",
            "white wins, wv=0.31",
            "book",
        ] {
            shown.comment(1, odd);
        }
        shown.comment(0, "[%clk 1:00:00]");
        assert_eq!(shown, Shown::default());
    }

    #[test]
    fn the_first_value_counts() {
        let mut shown = Shown::default();
        shown.comment(2, "[%clk 0:00:09.5] and [%clk 0:00:08]");
        shown.comment(2, "[%clk 0:00:07] [%eval -1.5,20]");
        assert_eq!(shown.clocks, [None, Some(9.5)]);
        assert_eq!(shown.evals, [None, Some(-1.5)]);
        assert_eq!(shown.depths, [None, Some(20)]);
    }

    #[test]
    fn programs_have_their_own_forms() {
        for (text, eval, depth, time, clock) in [
            ("+0.31/14 0.52s", Eval::Pawns(0.31), Some(14), Some(0.52), None),
            ("+0.31/14 0.52s, White mates", Eval::Pawns(0.31), Some(14), Some(0.52), None),
            (
                "+0.31/14 0.520s, tl=9.48s, n=123, pv=\"e2e4\"",
                Eval::Pawns(0.31),
                Some(14),
                Some(0.52),
                Some(9.48),
            ),
            ("-M12/30 520ms", Eval::Mate(-12), Some(30), Some(0.52), None),
            ("+M1/245 0.000s", Eval::Mate(1), Some(245), Some(0.0), None),
            ("#3/20 7", Eval::Mate(3), Some(20), Some(7.0), None),
            ("0.31/14 5", Eval::Pawns(0.31), Some(14), Some(5.0), None),
            ("(Nf3) +0.12/15 1:05", Eval::Pawns(0.12), Some(15), Some(65.0), None),
            ("+0.57/22 3.2 9263471", Eval::Pawns(0.57), Some(22), Some(3.2), None),
            ("-0.07/14", Eval::Pawns(-0.07), Some(14), None, None),
            (
                "d=24, sd=40, mt=1250, tl=56000, s=12 kN/s, pv=Nf3, R50=50, wv=0.31, ",
                Eval::Pawns(0.31),
                Some(24),
                Some(1.25),
                Some(56.0),
            ),
            (
                "ev=0.22, d=21, mt=00:02:26, tl=01:57:34, wv=0.2",
                Eval::Pawns(0.2),
                Some(21),
                Some(146.0),
                Some(7054.0),
            ),
            ("d=31, wv=-M12", Eval::Mate(-12), Some(31), None, None),
            ("[%eval 31,14] [%emt 0:00:05]", Eval::Pawns(0.31), Some(14), Some(5.0), None),
            ("[%eval 31]", Eval::Pawns(31.0), None, None, None),
            ("[%eval -0.31/14]", Eval::Pawns(-0.31), Some(14), None, None),
            ("(+0.31/14 5)", Eval::Pawns(0.31), Some(14), Some(5.0), None),
            ("+0,31/14 0,52s", Eval::Pawns(0.31), Some(14), Some(0.52), None),
            ("-M5/22 0,1s", Eval::Mate(-5), Some(22), Some(0.1), None),
            ("-12,5/9 1:05,5", Eval::Pawns(-12.5), Some(9), Some(65.5), None),
            ("+0.31/14/25 0.52s", Eval::Pawns(0.31), Some(14), Some(0.52), None),
            ("[+0.31/14 5]", Eval::Pawns(0.31), Some(14), Some(5.0), None),
            (
                "[%clk 0:09:59][%emt 0:00:03] (e7e5) +0.31/14 4",
                Eval::Pawns(0.31),
                Some(14),
                Some(3.0),
                Some(599.0),
            ),
            ("[%eval -M3]", Eval::Mate(-3), None, None, None),
            ("+0.31/14 5,n=12,tl=9s", Eval::Pawns(0.31), Some(14), Some(5.0), Some(9.0)),
            ("-0.00/3 1s", Eval::Pawns(0.0), Some(3), Some(1.0), None),
            ("[%eval #-3,40][%emt 2.5]", Eval::Mate(-3), Some(40), Some(2.5), None),
        ] {
            let shown = shown(&[text]);
            let first = |column: &[Option<f32>]| column.first().copied().flatten();
            assert_eq!(shown.eval(1), Some(eval), "{text}");
            assert_eq!(shown.depths.first().copied().flatten(), depth, "{text}");
            assert_eq!((first(&shown.times), first(&shown.clocks)), (time, clock), "{text}");
        }
    }

    #[test]
    fn evaluations_are_from_whites_side() {
        // Each engine for itself.
        let own = shown(&["+0.31/14 1s", "-0.30/13 1s", "+0.40/14 1s", "+M4/20 1s"]);
        assert_eq!(own.evals, [Some(0.31), Some(0.30), Some(0.40)]);
        assert_eq!(own.eval(4), Some(Eval::Mate(-4)));
        // No plus sign: all for White, which is known late.
        let white = shown(&["-0.31/14 1", "-0.30/13 1", "0.40/14 1", "0.41/14 1"]);
        assert_eq!(white.evals, [Some(-0.31), Some(-0.30), Some(0.40), Some(0.41)]);
        let even = shown(&["+0.00/14 1s", "0.00/14 1s"]);
        assert_eq!(even.evals.iter().flatten().map(|eval| eval.to_string()).collect::<Vec<_>>(), ["0", "0"]);
        let tcec = shown(&["d=20, wv=0.5", "d=20, wv=0.6"]);
        assert_eq!(tcec.evals, [Some(0.5), Some(0.6)]);
    }

    #[test]
    fn an_engine_speaks_of_the_position_before_its_move() {
        let engine = shown(&["+0.31/14 1s", "-0.30/13 1s", "book"]);
        assert_eq!(engine.eval_before(1), Some(Eval::Pawns(0.31)));
        assert_eq!(engine.eval_before(2), Some(Eval::Pawns(0.30)));
        assert_eq!(engine.eval_before(3), None, "a book move is no search");
        let server = shown(&["[%eval 0.1]", "[%eval 0.2]"]);
        assert_eq!(server.eval_before(1), None);
        assert_eq!(server.eval_before(2), Some(Eval::Pawns(0.1)));
        assert_eq!(server.eval_before(3), Some(Eval::Pawns(0.2)));
    }
}
