//! Moves that copying has glued together: `1.e4e52.Nf3d6Philidor Defense3.d4Bg4`, as the studies of a server come out of the HTML of a page.
//! Blanks are set around numbers and moves.

use super::{Left, Out};

/// Fewest moves that are glued to another one, or to a number.
const FEWEST: usize = 3;

/// Sets blanks between glued moves.
pub(super) fn part(raw: &str, _: &mut Left) -> Option<Out> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut glued, mut sure) = (0, 0);
    let mut at = 0;
    while let Some(found) = raw[at..].find(['.', '…']) {
        let dots = at + found;
        let behind = raw[dots..].trim_start_matches(['.', '…']);
        let dots_end = raw.len() - behind.len();
        let spaced = behind.strip_prefix(' ').filter(|rest| descriptive(rest).is_some());
        let behind = spaced.unwrap_or(behind);
        let first = raw.len() - behind.len();
        at = first;
        let Some((start, length)) = number_before(raw, dots).zip(half_move(behind)) else { continue };
        // A figure of the move before, `Dc1.Sd2`, is no number.
        if runs.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let between = first + length;
        let end = between + half_move(&raw[between..]).unwrap_or(0);
        let is_pair = end > between;
        let is_joined = raw[end..].starts_with(|c: char| c.is_ascii_digit());
        glued += usize::from(is_pair) + usize::from(is_joined);
        // `e2e4` and `Ng1f3` may be one move each.
        let may_be_one = raw[between..].starts_with(|c: char| matches!(c, 'a'..='h'));
        sure += usize::from(is_pair && !may_be_one) + usize::from(is_joined);
        let number: usize = raw[start..dots].parse().unwrap_or(0);
        let is_black = dots_end - dots > 1;
        let ply = number * 2 + usize::from(is_black);
        let note = runs.last().map_or("", |last: &Run| raw[last.end..start].trim());
        let next = ply + 1 + usize::from(end > between);
        let is_broken = is_black && note.is_empty();
        runs.push(Run { start, between, end, ply, next, is_led_to: note.ends_with(':'), is_broken });
        at = end;
    }
    if glued < FEWEST || sure == 0 {
        return None;
    }
    let last = runs.last().map_or("", |run| raw[run.end..].lines().next().unwrap_or_default());
    let variations = variations(&runs, before_result(last) != last.trim_end());
    let mut out = Out::default();
    let mut done = 0;
    for (at, run) in runs.iter().enumerate() {
        if at == 0 {
            out.copy(raw, 0, run.start);
            apart(raw, run.start, &mut out);
        }
        if variations.iter().any(|(first, _)| *first == at) {
            out.put(" (", run.start, run.start);
        }
        out.copy(raw, run.start, run.between);
        apart(raw, run.between, &mut out);
        out.copy(raw, run.between, run.end);
        // What stands before the next number, or on the rest of the line, is said of the move.
        let next = runs.get(at + 1).map(|next| next.start);
        let rest = next.unwrap_or_else(|| {
            let line = raw[run.end..].lines().next().unwrap_or_default();
            run.end + before_result(line).len()
        });
        let note = raw[run.end..rest].trim();
        let is_glued = raw[run.end..rest].starts_with(note) || raw[..rest].ends_with(note);
        if is_glued
            && note.contains(char::is_alphabetic)
            && !note.contains(['{', '}', '('])
            && !note.contains("\n\n")
        {
            out.put(" {", run.end, run.end);
            out.copy(raw, run.end, rest);
            out.put("} ", rest, rest);
        } else {
            apart(raw, run.end, &mut out);
            out.copy(raw, run.end, rest);
            apart(raw, rest, &mut out);
        }
        if variations.iter().any(|(_, last)| *last == at) {
            out.put(") ", rest, rest);
        }
        done = rest;
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// Signs that part the moves of a line.
const PARTS: [char; 2] = [',', ';'];

/// Signs before the head of a chapter.
const REMARKS: [char; 4] = ['#', ';', '%', '/'];

/// A line of moves without numbers, which commas or blanks part: `e2-e4,e7-e5,(g1-f3)`.
struct Line<'t> {
    /// A name before it, `Ruy Lopez: e2e4,e7e5`.
    name: &'t str,
    moves: &'t str,
}

impl<'t> Line<'t> {
    fn of(line: &'t str) -> Option<Line<'t>> {
        /// Fewest moves.
        const FEWEST: usize = 4;
        let (name, moves) = line.trim().rsplit_once(": ").unwrap_or(("", line.trim()));
        let moves = moves.trim_end_matches(PARTS);
        let is_move = |part: &str| {
            let bare = part.trim().trim_start_matches('(').trim_end_matches([')', '+', '#', '!', '?']);
            let is_square = matches!(bare.as_bytes(), [.., b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
            bare.len() <= 7
                && !bare.contains(' ')
                && (is_square || bare.starts_with("O-O") || bare.starts_with("0-0"))
        };
        let mut parts = moves.split(PARTS).flat_map(str::split_whitespace);
        (parts.clone().count() >= FEWEST && parts.all(is_move)).then_some(Line { name, moves })
    }

    fn first(&self) -> &'t str {
        self.moves.split(PARTS).flat_map(str::split_whitespace).next().unwrap_or_default()
    }

    /// Whether it begins with a first move of White.
    fn begins(&self) -> bool {
        super::code::is_first(self.first())
    }
}

/// Parts moves that only commas part. If several lines of them begin with a first move of White, and two with the same one, each is a
/// game: a book of openings, whose other lines are heads of chapters.
pub(super) fn commas(raw: &str, left: &mut Left) -> Option<Out> {
    let lines: Vec<Line<'_>> = raw.lines().filter_map(Line::of).collect();
    let mut firsts: Vec<&str> = lines.iter().map(Line::first).collect();
    firsts.sort_unstable();
    let are_games = lines.iter().all(Line::begins) && firsts.windows(2).any(|pair| pair[0] == pair[1]);
    // Moves in SAN may be anything, unless they are games, and what blanks part is parted.
    let by_squares = |first: &str| first.bytes().filter(u8::is_ascii_digit).count() == 2;
    let is_parted =
        lines.iter().all(|line| line.moves.contains(PARTS)) && firsts.iter().all(|first| by_squares(first));
    if lines.is_empty() || !are_games && !is_parted {
        return None;
    }
    let mut heads: Vec<&str> = Vec::new();
    let mut out = Out::default();
    let mut at = 0;
    let place = |part: &str| part.as_ptr() as usize - raw.as_ptr() as usize;
    for line in raw.split_inclusive('\n') {
        let end = at + line.len();
        let row = Line::of(line);
        let is_remark = line.trim_start().starts_with(REMARKS);
        let head =
            row.as_ref().map_or_else(|| line.trim().trim_start_matches(REMARKS).trim(), |row| row.name);
        // The head of a chapter is said of the next line: a comment behind its first move, where it is of no other game.
        let is_head =
            are_games && (row.is_some() || is_remark) && !head.is_empty() && !head.contains(['{', '}']);
        if is_head {
            heads.push(head);
        } else if row.is_none() {
            out.copy(raw, at, end);
        }
        at = end;
        let Some(row) = row else { continue };
        let text = place(row.moves);
        let is_upper = !row.moves.contains(|c: char| c.is_ascii_lowercase());
        out.put(if are_games { "1. " } else { "" }, text, text);
        for (sign, c) in row.moves.char_indices().map(|(step, c)| (text + step, c)) {
            if PARTS.contains(&c) || c.is_whitespace() {
                // Places stay in their order.
                heads.drain(..).for_each(|head| out.put(&format!(" {{{head}}}"), sign, sign));
            }
            match c {
                ',' | ';' => out.put(" ", sign, sign + 1),
                '(' => left.push((out.text.len(), "brackets around a move of a line")),
                ')' => {}
                c if is_upper => out.put(c.to_lowercase().to_string().as_str(), sign, sign + c.len_utf8()),
                _ => out.copy(raw, sign, sign + c.len_utf8()),
            }
        }
        let behind = text + row.moves.len();
        // The line below may say how the game ended.
        let below = raw[end..].trim_start().lines().next().unwrap_or_default();
        let is_ended = super::code::is_result(below.trim());
        out.put(if are_games && !is_ended { " *\n\n" } else { "\n" }, behind, end);
    }
    heads.into_iter().for_each(|head| out.put(&format!("{{{head}}}\n"), raw.len(), raw.len()));
    Some(out)
}

/// A number with the move behind it, and the answer that is glued to it.
struct Run {
    start: usize,
    between: usize,
    end: usize,
    /// The half-move, and the one that is due behind it.
    ply: usize,
    next: usize,
    /// Whether the note before it ends with a colon.
    is_led_to: bool,
    /// Whether Black's move has its number though no note stands before it: a variation does.
    is_broken: bool,
}

/// The first and the last run of each variation: it stands directly behind the move in whose place it comes, and behind it comes what was
/// due before it. Where the numbers can be taken in several ways, those that are in all of them.
fn variations(runs: &[Run], has_result: bool) -> Vec<(usize, usize)> {
    let mut search = Search { runs, found: Vec::new(), ways: Vec::new(), steps: 0 };
    search.go(0, runs.first().map_or(0, |run| run.ply), None);
    if search.steps >= STEPS || search.ways.len() >= WAYS {
        return Vec::new();
    }
    // A game that says how it ended mostly ends with its own last move.
    let is_own = |way: &Vec<(usize, usize)>| way.last().is_none_or(|(_, last)| last + 1 < runs.len());
    if has_result && search.ways.iter().any(is_own) {
        search.ways.retain(is_own);
    }
    let [first, others @ ..] = search.ways.as_slice() else { return Vec::new() };
    let is_sure = |variation: &&(usize, usize)| others.iter().all(|way| way.contains(variation));
    first.iter().filter(is_sure).copied().collect()
}

/// Most steps of the search for variations.
const STEPS: usize = 4_000;
/// Most ways that are compared.
const WAYS: usize = 64;

struct Search<'r> {
    runs: &'r [Run],
    /// The variations so far.
    found: Vec<(usize, usize)>,
    /// The ways in which all numbers are explained.
    ways: Vec<Vec<(usize, usize)>>,
    steps: usize,
}

impl Search<'_> {
    /// Goes on at a run; `inside`: the first run of the variation under way, and what is due in it.
    fn go(&mut self, at: usize, due: usize, inside: Option<(usize, usize)>) {
        self.steps += 1;
        if self.ways.len() >= WAYS || self.steps >= STEPS {
            return;
        }
        let ends = inside.map(|(first, _)| (first, at - 1));
        let Some(run) = self.runs.get(at) else {
            // A text may be cut off within a variation.
            let mut way = self.found.clone();
            way.extend(ends);
            self.ways.push(way);
            return;
        };
        let (ply, next) = (run.ply, run.next);
        let goes_on = inside.filter(|(_, own)| *own == ply && !run.is_broken);
        if let Some((first, _)) = goes_on {
            self.go(at + 1, due, Some((first, next)));
            if run.is_led_to {
                return;
            }
        }
        self.found.extend(ends);
        if ply == due && (ends.is_some() || at == 0 || !run.is_broken) {
            self.go(at + 1, next, None);
        } else if ply + 1 == due {
            self.go(at + 1, due, Some((at, next)));
        }
        if ends.is_some() {
            self.found.pop();
        }
    }
}

/// Sets a blank where two signs of words meet.
fn apart(raw: &str, at: usize, out: &mut Out) {
    let begins = |c: char| c.is_alphanumeric() || ('♔'..='♟').contains(&c);
    if raw[at..].starts_with(begins) && out.text.ends_with(|c: char| !c.is_whitespace()) {
        out.put(" ", at, at);
    }
}

/// A text without the result at its end.
fn before_result(text: &str) -> &str {
    const RESULTS: [&str; 8] = ["1-0", "0-1", "1–0", "0–1", "1/2-1/2", "½-½", "½–½", "*"];
    let text = text.trim_end();
    RESULTS.iter().find_map(|result| text.strip_suffix(result)).unwrap_or(text)
}

/// Where the number of a move begins that ends at a place. The first figure behind a file is a rank: `e52.` is `e5` and `2.`, `P-K42.` is
/// `P-K4` and `2.`
fn number_before(raw: &str, end: usize) -> Option<usize> {
    let text = raw[..end].trim_end_matches(|c: char| c.is_ascii_digit());
    let is_file = text.ends_with(|c| matches!(c, 'a'..='h'))
        || FILES.iter().any(|file| text.strip_suffix(file).is_some_and(is_behind_dash));
    let start = text.len() + usize::from(is_file && end - text.len() > 1);
    (1..=3).contains(&(end - start)).then_some(start)
}

/// The names of files in descriptive English.
const FILES: [&str; 6] = ["Kt", "N", "R", "B", "Q", "K"];
/// The dashes of descriptive English.
const DASHES: [char; 3] = ['-', '–', '—'];

/// Whether a text ends with a dash, or a dash and a wing: what stands before the name of a file.
fn is_behind_dash(text: &str) -> bool {
    text.strip_suffix(['K', 'Q']).unwrap_or(text).ends_with(DASHES)
}

/// The length of the move in descriptive English that a text begins with: `P-K4`, `QKt×P`, `Castles`.
fn descriptive(text: &str) -> Option<usize> {
    let signs = |rest: &str| rest.len() - rest.trim_start_matches(['+', '!', '?', '†']).len();
    let man = |text: &str| {
        let names = FILES.iter().chain(&["P"]);
        names.filter(|name| text.starts_with(**name)).map(|name| name.len()).next()
    };
    // A wing and a man, or a man alone.
    let name = |text: &str| {
        let behind_wing = text.strip_prefix(['K', 'Q']).and_then(man).map(|length| length + 1);
        behind_wing.or_else(|| man(text))
    };
    if let Some(rest) = text.strip_prefix("Castles") {
        return Some(text.len() - rest.len() + signs(rest));
    }
    let behind = &text[name(text)?..];
    let sign = behind.chars().next()?;
    let target = &behind[sign.len_utf8()..];
    let rest = if DASHES.contains(&sign) {
        target[name(target)?..].strip_prefix(|c: char| matches!(c, '1'..='8'))?
    } else if matches!(sign, 'x' | '×') {
        &target[name(target)?..]
    } else {
        return None;
    };
    Some(text.len() - rest.len() + signs(rest))
}

/// The length of the move that a text begins with.
fn half_move(text: &str) -> Option<usize> {
    let signs = |rest: &str| rest.len() - rest.trim_start_matches(['+', '#', '!', '?', '†']).len();
    for castling in ["O-O-O", "0-0-0", "O-O", "0-0"] {
        if let Some(rest) = text.strip_prefix(castling) {
            return Some(castling.len() + signs(rest));
        }
    }
    let man = text.chars().next().filter(|c| c.is_uppercase() || ('♔'..='♟').contains(c));
    let from = man.map_or(0, char::len_utf8);
    let is_sign = |byte: u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-');
    let body = text.as_bytes().get(from..)?;
    let run = body.iter().take_while(|byte| is_sign(**byte)).count();
    // The square to which it goes: the first one that no other square, or sign before one, follows.
    let is_square = |at: usize| matches!(body.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']));
    let Some(head) = (0..run.min(4)).find(|&at| is_square(at)) else { return descriptive(text) };
    let takes = matches!(body.get(head + 2), Some(b'x' | b':' | b'-')) && is_square(head + 3);
    let to = if takes { head + 3 } else { head };
    let end = from + to + 2;
    let born =
        text[end..].strip_prefix('=').and_then(|rest| rest.chars().next()).filter(|c| c.is_uppercase());
    let end = end + born.map_or(0, |c| 1 + c.len_utf8());
    Some(end + signs(&text[end..]))
}

/// Sets a blank between a move and the number that is due and glued to it: `11.Bc4 Bb712.Qe2 Qc713.Rfd1`.
pub(super) fn numbers(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let mut done = 0;
    let mut last: Option<usize> = None;
    for dots in memchr::memchr_iter(b'.', raw.as_bytes()) {
        let Some(start) = number_before(raw, dots) else { continue };
        let Ok(number) = raw[start..dots].parse::<usize>() else { continue };
        let before = &raw[..start];
        let word =
            before.rsplit(|c: char| c.is_whitespace() || matches!(c, '.' | '…')).next().unwrap_or_default();
        let is_due = last.is_some_and(|last| number == last + 1);
        let is_move = |text: &str| half_move(text).is_some();
        let begins_move = is_move(raw[dots..].trim_start_matches(['.', '…', ' ']));
        if !word.is_empty() && is_due && begins_move && half_move(word) == Some(word.len()) {
            out.copy(raw, done, start);
            out.put(" ", start, start);
            done = start;
        } else if word.ends_with(char::is_alphanumeric) {
            continue;
        }
        last = Some(number);
    }
    if done == 0 {
        return None;
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// Sets a blank where a stop alone parts two moves, `11. b4.Sc6`, and before a note that follows the praise of a move without one,
/// `6. d3?(see the diagram)`.
pub(super) fn stops(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let mut done = 0;
    for at in memchr::memchr2_iter(b'.', b'(', raw.as_bytes()) {
        let (before, behind) = (&raw[..at], &raw[at + 1..]);
        let is_square = |text: &str| matches!(text.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
        if raw.as_bytes()[at] == b'.' {
            let is_move = half_move(behind).is_some_and(|length| {
                behind[..length].bytes().any(|b| b.is_ascii_digit())
                    && !behind[length..].starts_with(|c: char| c.is_alphanumeric())
            });
            if is_square(before) && is_move {
                out.copy(raw, done, at);
                out.put(" ", at, at + 1);
                done = at + 1;
            }
        } else {
            let is_word = behind.chars().take(2).filter(|c| c.is_alphabetic()).count() == 2;
            let praised = before.trim_end_matches(['!', '?']);
            if is_word && praised.len() < before.len() && is_square(praised) {
                out.copy(raw, done, at);
                out.put(" ", at, at);
                done = at;
            }
        }
    }
    if done == 0 {
        return None;
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// Joins castling that the end of a line parts: `10.0–` / `0 cxd4`.
pub(super) fn castling(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out = Out::default();
    let mut done = 0;
    for end in memchr::memchr_iter(b'\n', raw.as_bytes()) {
        let above = raw[done.min(end)..end].trim_end();
        let below = raw[end + 1..].trim_start_matches([' ', '\t']);
        let Some(sign) = below.chars().next().filter(|c| matches!(c, '0' | 'O')) else { continue };
        let bare = above.strip_suffix(['-', '–', '—']);
        let begins = bare.and_then(|bare| bare.strip_suffix(sign));
        let is_whole = !below[1..].starts_with(|c: char| c.is_alphanumeric());
        // `10.0–`, `10. O-O-`
        let is_castling = begins.is_some_and(|before| !before.ends_with(char::is_alphanumeric));
        if is_whole && is_castling {
            let next = raw.len() - below.len();
            out.copy(raw, done, done.min(end) + above.len());
            out.copy(raw, next, next + 1);
            out.put("\n", next + 1, next + 1);
            done = next + 1;
        }
    }
    if done == 0 {
        return None;
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_over_the_end_of_a_line() {
        let read = |raw: &str| castling(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(read("9.f4 c5 10.0–\n0 cxd4").as_deref(), Some("9.f4 c5 10.0–0\n cxd4"));
        assert_eq!(read("9.f4 O-\n  O 10.e5").as_deref(), Some("9.f4 O-O\n 10.e5"));
        for raw in ["1-\n0", "9.f4 O-O\n0-0", "10-\n0 points", "a 0-\n01"] {
            assert_eq!(read(raw), None, "{raw}");
        }
    }

    #[test]
    fn stops_between_moves_and_notes_behind_praise() {
        let read = |raw: &str| stops(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(read("11. b4.Sc6, 12. Sd2").as_deref(), Some("11. b4 Sc6, 12. Sd2"));
        assert_eq!(read("6. Сd3?(См. диагр.). Сb6").as_deref(), Some("6. Сd3? (См. диагр.). Сb6"));
        for raw in ["1.e4 e5 2.Nf3 Nc6", "see e4. Nf3 is best", "b8(Q) c1!(+)", "x.e4.html"] {
            assert_eq!(read(raw), None, "{raw}");
        }
    }

    #[test]
    fn moves_in_descriptive_english_are_parted() {
        let read = |raw: &str| part(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("some time ago:1. P—K4P—K42. P—Q4P×P3. Q×PKt—QB34. Q—K3Kt—B35. P—KR3?").as_deref(),
            Some("some time ago: 1. P—K4 P—K4 2. P—Q4 P×P 3. Q×P Kt—QB3 4. Q—K3 Kt—B3 5. P—KR3?")
        );
        assert_eq!(
            read("1. P-K4P-K42. Kt-KB3Kt-QB33. B-Kt5P-QR34. CastlesKtxP").as_deref(),
            Some("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. Castles KtxP")
        );
    }

    #[test]
    fn a_figure_of_a_move_is_no_number() {
        let parted = part("1.e4e52.Nf3Nc63.Bb5a6…Dc1.Sd2e611.Sf4", &mut Left::new()).unwrap().text;
        assert!(parted.starts_with("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"), "{parted}");
    }

    #[test]
    fn commas_part_moves() {
        let read = |raw: &str| commas(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("# Book\ne2-e4,e7-e5,g1-f3,(b8-c6)\ne2-e4,c7-c5,g1-f3,d7-d6\n").as_deref(),
            Some("1. e2-e4 {Book} e7-e5 g1-f3 b8-c6 *\n\n1. e2-e4 c7-c5 g1-f3 d7-d6 *\n\n")
        );
        assert_eq!(
            read("d2d4 d7d5 c2c4 e7e6\n1-0\n\nd2d4 g8f6 c2c4 e7e6\n").as_deref(),
            Some("1. d2d4 d7d5 c2c4 e7e6\n1-0\n\n1. d2d4 g8f6 c2c4 e7e6 *\n\n")
        );
        assert_eq!(
            read("e2e4,e7e5,g1f3,b8c6\nf1b5,a7a6,b5a4,g8f6").as_deref(),
            Some("e2e4 e7e5 g1f3 b8c6\nf1b5 a7a6 b5a4 g8f6\n")
        );
        assert_eq!(read("1,e2e4,e7e5,2\nAnna, Bert, e2e4\n"), None);
    }

    #[test]
    fn glued_moves_are_parted() {
        let read = |raw: &str| part(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("1.e4e52.Nf3d6Philidor Defense3.d4Bg412.O-O-ORd813.Rxd7+Nbd71–0").as_deref(),
            Some("1.e4 e5 2.Nf3 d6 {Philidor Defense} 3.d4 Bg4 12.O-O-O Rd8 13.Rxd7+ Nbd7 1–0")
        );
        assert_eq!(
            read("1.e4e52.Nf3Nc62…d63.d4exd43.Bc4Bc5").as_deref(),
            Some("1.e4 e5 2.Nf3 Nc6  (2…d6 3.d4 exd4 ) 3.Bc4 Bc5")
        );
        // A variation stands directly behind the move in whose place it comes, and a colon leads on in it.
        assert_eq!(
            read("1.d4Nf62.c4e62…g63.Nc3d53.Nc3Bb4").as_deref(),
            Some("1.d4 Nf6 2.c4 e6  (2…g6 3.Nc3 d5 ) 3.Nc3 Bb4")
        );
        assert_eq!(
            read("1.d4Nf62.c4e62…g6Sharp play follows:3.Nc3d54.Nf3").as_deref(),
            Some("1.d4 Nf6 2.c4 e6  (2…g6  {Sharp play follows:} 3.Nc3 d5 4.Nf3) ")
        );
        // Either move of White may be the game's.
        assert_eq!(
            read("1.d4Nf62.c4e62…g63.Nc33.Nf3A good move.3…d54.e3c5").as_deref(),
            Some("1.d4 Nf6 2.c4 e6 2…g6 3.Nc3 3.Nf3  {A good move.} 3…d5 4.e3 c5")
        );
        // Black's move has its number where a variation stands before it.
        assert_eq!(
            read("1.d4Nf62.c4e62…g63.Nc33.Nf33…d54.e3c5").as_deref(),
            Some("1.d4 Nf6 2.c4 e6  (2…g6 ) 3.Nc3  (3.Nf3 ) 3…d5 4.e3 c5")
        );
        assert_eq!(read("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6").as_deref(), None);
        assert_eq!(read("1.e2-e4 e7-e5 2.e4xd5 Qd8xd5 3.e2e4 e7e5"), None);
        assert_eq!(read("1.e2e4 e7e5 2.Ng1f3 Nb8c6 3.Bf1b5 a7a6 4.b5a4 g8f6"), None);
    }
}
