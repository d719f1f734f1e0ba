//! One line of a scanned page: its numbers, and the possible moves on it.
//!
//! The cut between two moves is not always certain (`QRtoKBsqKto Q sq`): all likely cuts are kept, so the
//! pieces overlap, and legality decides.

use super::label::{Label, is_leaders, is_worn_again, label, stuck, worn_number};
use super::move_span::{
    MoveSpan, count_connectors, has_goal, is_complete, is_move_beside, is_readable, lacks_man, lacks_rank,
    pieces,
};
use crate::book::line::{LONGEST_ROW, LineWord};
use crate::book::shape::{Shape, compact, may_be_worn, shape};
use crate::text::Span;

/// A part of a row with at most one number before it.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The number before it.
    pub label: Option<Label>,
    /// Whether there is an illegible number before it.
    pub illegible: bool,
    /// The piece, if it is on another line than its target.
    pub man: Option<Span>,
    /// The mark of check or the rank, if it is on the next line.
    pub wrapped: Option<Span>,
    /// Whether dots replace White's move.
    pub leaders: bool,
    /// Byte offset of its start, after the number.
    pub from: usize,
    /// Byte offset of its end.
    pub to: usize,
    /// The possible moves; those that begin at `from` are first.
    pub pieces: Vec<MoveSpan>,
}

/// Spaces that separate columns; some printers leave fewer after a full stop.
const COLUMN_GAP: usize = 6;

fn words(line: &str) -> Vec<LineWord<'_>> {
    let mut words = Vec::new();
    let mut end = 0;
    for text in line.split_whitespace() {
        let at = text.as_ptr() as usize - line.as_ptr() as usize;
        let gap = line[end..at].chars().count();
        end = at + text.len();
        match stuck(text) {
            Some(cut) => {
                words.push(LineWord { text: &text[..cut], at, gap });
                words.push(LineWord { text: &text[cut..], at: at + cut, gap: 0 });
            }
            None => words.push(LineWord { text, at, gap }),
        }
    }
    words
}

impl Segment {
    /// Whether there is a number before it, legible or not.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.label.is_some() || self.illegible
    }
}

/// All numbers of a line that has nothing else.
#[must_use]
pub fn only_numbers(line: &str) -> Option<Vec<Label>> {
    let words = words(line);
    if words.is_empty() || words.len() > 8 {
        return None;
    }
    words.iter().map(|word| label(word.text)).collect()
}

/// Whether every segment of a row begins with a move in correct letters.
#[must_use]
pub fn is_clean(line: &str, segments: &[Segment]) -> bool {
    let clean = |piece: &MoveSpan| shape(&line[piece.from..piece.to]) == Shape::Clean;
    segments.iter().all(|s| s.pieces.iter().any(|piece| piece.from == s.from && clean(piece)))
}

/// The moves of a numbered row on which a note begins: `42. Q. to K's 3rd If he had taken, …`.
#[must_use]
pub fn before_note(line: &str) -> Option<Vec<Segment>> {
    if !line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let starts: Vec<usize> =
        line.split_whitespace().map(|word| word.as_ptr() as usize - line.as_ptr() as usize).collect();
    let note = |&at: &usize| {
        let mut words = line[at..].split_whitespace();
        let long = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() >= 3;
        line[at..].starts_with(|c: char| c.is_uppercase())
            && words.clone().count() >= 3
            && words.next().is_some_and(|word| word.chars().skip(1).all(|c| c.is_lowercase() || c == ','))
            && words.take(4).filter(|word| long(word)).count() >= 2
    };
    starts.into_iter().skip(2).take(24).filter(note).find_map(|at| {
        let segments = read(&line[..at])?;
        let sure = segments.iter().all(|segment| segment.label.is_some_and(|label| label.price == 0));
        let whole = |s: &Segment| {
            s.pieces.iter().any(|p| p.from == s.from && p.to == s.to && is_readable(&line[p.from..p.to]))
        };
        (sure && is_clean(line, &segments[..1]) && segments.iter().all(whole)).then_some(segments)
    })
}

/// The whole line as one move; only its place shows that it is one.
#[must_use]
pub fn worn_move(line: &str) -> Option<Segment> {
    let body = line.trim();
    let from = line.len() - line.trim_start().len();
    let signs = compact(body);
    let mut run = 0;
    let longest = signs.chars().fold(0, |longest: usize, c| {
        run = if c.is_lowercase() { run + 1 } else { 0 };
        longest.max(run)
    });
    let said = signs.contains(['K', 'Q', 'R', 'B', 'P']) && (count_connectors(body) > 0 || may_be_worn(body));
    let piece = MoveSpan { from, to: from + body.len() };
    ((3..=14).contains(&signs.len()) && said && longest <= 3).then(|| Segment {
        from: piece.from,
        to: piece.to,
        pieces: vec![piece],
        ..Segment::default()
    })
}

/// Cost of a misread number repeated before Black's move, in thousandths of a nat.
const AGAIN: u32 = 1_000;

/// Whether a word is the first digit of a split number: `14.  P. to Kt's 4th.  1 4.  B. to Kt's 3rd.`
fn is_torn_number(word: &LineWord<'_>, next: Option<&LineWord<'_>>, so_far: &str) -> bool {
    word.text.len() == 1
        && word.text.starts_with(|c: char| c.is_ascii_digit())
        && next.is_some_and(|next| is_worn_again(next.text))
        && so_far.ends_with('.')
        && is_complete(so_far)
}

/// Whether a number is the rest of a longer one: `2` of `12`.
fn is_end_of(value: u32, whole: u32) -> bool {
    value < whole && whole.to_string().ends_with(&value.to_string())
}

/// The number that a word is, given the text before it in its segment and the next word. `first` is the
/// number of the row.
fn number(
    word: &LineWord<'_>,
    next: Option<&LineWord<'_>>,
    so_far: &str,
    first: Option<Label>,
) -> Option<Label> {
    let begins = next.is_some_and(|next| next.text.starts_with(|c: char| c.is_uppercase() || c == '0'));
    let found = label(word.text);
    let ended = begins && so_far.ends_with(['.', ',', ')']);
    if let Some(first) = first
        && ended
        && is_worn_again(word.text)
        && found.is_none_or(|found| found.price > 0 || is_end_of(found.value, first.value))
        && is_complete(so_far)
    {
        return Some(Label { value: first.value, price: AGAIN });
    }
    let found = found?;
    let is_number = if so_far.is_empty() {
        begins || found.price == 0 || next.is_some_and(|next| is_leaders(next.text))
    } else {
        let digits = word.text.starts_with(|c: char| c.is_ascii_digit());
        let dotted =
            word.text.ends_with(['.', ',']) && found.price == 0 || word.text.matches('.').count() > 1;
        let same = first.is_some_and(|first| first.value == found.value);
        let high = found.value >= 9 && begins && is_complete(so_far);
        // In `R to Kt 8,` with "ch" on the next line, 8 is the rank that the move lacks.
        let is_rank = found.value <= 8 && word.gap < COLUMN_GAP && lacks_rank(so_far);
        digits
            && !is_rank
            && (begins || word.gap >= COLUMN_GAP || next.is_none())
            && (dotted || same && begins && word.gap >= 2 || high || same && is_complete(so_far))
    };
    is_number.then_some(found)
}

/// The segments of a row of moves, or `None` if the line is not one.
#[must_use]
pub fn read(line: &str) -> Option<Vec<Segment>> {
    if line.len() > LONGEST_ROW {
        return None;
    }
    let words = words(line);
    let mut segments: Vec<Segment> = Vec::new();
    let mut open: Option<Segment> = None;
    let lead = worn_number(line);
    if let Some((label, at)) = lead {
        open = Some(Segment { label, illegible: label.is_none(), from: at, to: at, ..Segment::default() });
    }
    for (index, word) in words.iter().enumerate() {
        let end = word.at + word.text.len();
        if lead.is_some_and(|lead| end <= lead.1) {
            continue;
        }
        // A number attached to the first move.
        let cut = lead.map_or(0, |lead| lead.1.saturating_sub(word.at));
        let word = &LineWord { text: &word.text[cut..], at: word.at + cut, gap: word.gap };
        let next = words.get(index + 1);
        let so_far = open.as_ref().map_or("", |open| &line[open.from..open.to]);
        let first = segments.first().or(open.as_ref()).and_then(|first| first.label);
        if first.is_some() && is_torn_number(word, next, so_far) {
            continue;
        }
        let found = number(word, next, so_far, first);
        if let Some(found) = found {
            segments.extend(open.take().filter(|open| open.to > open.from));
            let leaders = word.text.matches(['.', '…']).count() >= 2 || word.text.contains('…');
            open = Some(Segment { label: Some(found), leaders, from: end, to: end, ..Segment::default() });
            continue;
        }
        if is_leaders(word.text) {
            if let Some(open) = open.as_mut().filter(|open| open.to == open.from) {
                open.leaders = true;
                open.from = end;
                open.to = end;
            }
            continue;
        }
        match &mut open {
            Some(open) if open.to == open.from => {
                open.from = word.at;
                open.to = end;
            }
            Some(open) if word.gap < COLUMN_GAP => open.to = end,
            _ => {
                segments.extend(open.take());
                open = Some(Segment { from: word.at, to: end, ..Segment::default() });
            }
        }
    }
    segments.extend(open.filter(|open| open.to > open.from));
    for segment in &mut segments {
        let text = &line[segment.from..segment.to];
        segment.pieces = pieces(text, segment.from);
        if segment.pieces.is_empty()
            && segment.is_numbered()
            && (may_be_worn(text) || has_goal(text) || lacks_man(text))
        {
            segment.pieces.push(MoveSpan { from: segment.from, to: segment.to });
        }
    }
    keep_beside_clean(line, &mut segments);
    let (mut said, mut left) = (0, 0);
    for segment in &segments {
        let length = segment.to - segment.from;
        *if segment.pieces.is_empty() { &mut left } else { &mut said } += length;
    }
    segments.retain(|segment| !segment.pieces.is_empty());
    (!segments.is_empty() && left * 2 <= said && segments.len() <= 6).then_some(segments)
}

/// Keeps a badly misread segment as Black's move if it has the same number as a clean move beside it, or is
/// in the other column of a numbered row.
fn keep_beside_clean(line: &str, segments: &mut [Segment]) {
    const LONGEST: usize = 18;
    let whole = |segment: &Segment| {
        let clean = |piece: &MoveSpan| shape(&line[piece.from..piece.to]) == Shape::Clean;
        segment.pieces.iter().any(|piece| piece.from == segment.from && clean(piece))
    };
    if let [one, other] = segments
        && one.is_numbered()
    {
        let open = match (whole(one), whole(other)) {
            (true, false) => Some(other),
            (false, true) => Some(one),
            _ => None,
        };
        if let Some(open) = open.filter(|open| open.pieces.is_empty())
            && is_move_beside(&line[open.from..open.to])
        {
            open.pieces.push(MoveSpan { from: open.from, to: open.to });
        }
    }
    let value = |segment: &Segment| segment.label.map(|label| label.value);
    let clean: Vec<Option<u32>> = segments
        .iter()
        .filter(|segment| segment.pieces.iter().any(|piece| is_readable(&line[piece.from..piece.to])))
        .map(value)
        .collect();
    for segment in segments.iter_mut().filter(|segment| segment.pieces.is_empty() && segment.label.is_some())
    {
        let body = &line[segment.from..segment.to];
        if count_connectors(body) <= 1
            && clean.contains(&value(segment))
            && (3..=LONGEST).contains(&compact(body).len())
        {
            segment.pieces.push(MoveSpan { from: segment.from, to: segment.to });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Vec<(Option<u32>, Vec<&str>)> {
        let segments = read(line).unwrap_or_default();
        segments
            .iter()
            .map(|s| (s.label.map(|l| l.value), s.pieces.iter().map(|p| &line[p.from..p.to]).collect()))
            .collect()
    }

    #[test]
    fn pairs_fall_apart_in_the_right_place() {
        assert_eq!(cut("21 B to Q 2 B to Q 2"), [(Some(21), vec!["B to Q 2", "B to Q 2"])]);
        assert_eq!(cut("29 KttoKt5,chK to Kt 3"), [(Some(29), vec!["KttoKt5,ch", "K to Kt 3"])]);
        assert_eq!(cut("17 QRtoKBsqKto Q sq"), [(Some(17), vec!["QRtoKBsq", "Kto Q sq"])]);
        assert_eq!(cut("12 Castles BxKt"), [(Some(12), vec!["Castles", "BxKt"])]);
        assert_eq!(cut("26PxKt KPxBP"), [(Some(26), vec!["PxKt", "KPxBP"])]);
        // The dash after the rank is a footnote mark.
        assert_eq!(cut("27 KRtoQsq Rto Q Rsq-*"), [(Some(27), vec!["KRtoQsq", "Rto Q Rsq", "Rto Q Rsq-*"])]);
    }

    #[test]
    fn numbers_before_both_moves() {
        assert_eq!(
            cut("25.  Kt.  takes P.  25.  Kt.  to Kf s  5th."),
            [(Some(25), vec!["Kt.  takes P."]), (Some(25), vec!["Kt.  to Kf s  5th."])]
        );
    }

    #[test]
    fn worn_numbers_leave_the_move() {
        for (line, number, cells) in [
            ("39'QtoB3", Some(39), vec!["QtoB3"]),
            ("2oQRxB QtoR5", Some(20), vec!["QRxB", "QtoR5"]),
            ("J I B to K 2", Some(11), vec!["B to K 2"]),
            ("n KtxP KtxKt", Some(11), vec!["KtxP", "KtxKt"]),
            ("2 1 Kt to Q 2", Some(21), vec!["Kt to Q 2"]),
            ("I ? Q to Kt 3", Some(1), vec!["Q to Kt 3"]),
            ("T4 KtxP", Some(14), vec!["KtxP"]),
            ("t P to K 4", Some(1), vec!["P to K 4"]),
            ("s P to K 4 P to Q 4", Some(5), vec!["P to K 4", "P to Q 4"]),
            ("yd.  B.  to Q's  4th.", None, vec!["B.  to Q's  4th."]),
            ("WOANDUBRWNPE  BxP  KttoKB3", None, vec!["BxP", "KttoKB3"]),
        ] {
            assert_eq!(cut(line), [(number, cells)], "{line}");
        }
        // The first letter of a move is not a number.
        assert_eq!(cut("Q R to K 2"), [(None, vec!["Q R to K 2"])]);
        assert_eq!(cut("12 Kt to Q 2 B to B 4")[0].0, Some(12));
    }

    #[test]
    fn what_is_clean_is_kept_beside_what_is_not() {
        assert_eq!(cut("31 PXP ±'toiS4"), [(Some(31), vec!["PXP", "±'toiS4"])]);
        assert_eq!(
            cut("22 Q to B 7             B tp B sq"),
            [(Some(22), vec!["Q to B 7"]), (None, vec!["B tp B sq"])]
        );
        assert_eq!(
            cut("31 Q-KKt3 ch          t-Kt2"),
            [(Some(31), vec!["Q-KKt3 ch"]), (None, vec!["t-Kt2"])]
        );
        assert_eq!(
            cut("6 Kt. taxes B.  R. P. takes Kt."),
            [(Some(6), vec!["Kt. taxes B.", "R. P. takes Kt."])]
        );
        for (line, white, black) in [
            ("  7 P. to Q's 4th.     P. fakes P.", "P. to Q's 4th.", "P. fakes P."),
            (" 11 Kt. td Q's 4th.    B. to Q's 2d.", "Kt. td Q's 4th.", "B. to Q's 2d."),
            (" 24 Q. to- Kt's 4t h.    R. to B's 5th.", "Q. to- Kt's 4t h.", "R. to B's 5th."),
            (" 51 K. to B's 8th.     E. to Kt's 5th.", "K. to B's 8th.", "E. to Kt's 5th."),
        ] {
            assert_eq!(cut(line)[0].1, [white, black], "{line}");
        }
        assert_eq!(cut("d2 KttoKt2            KtoB3"), [(None, vec!["KttoKt2"]), (None, vec!["KtoB3"])]);
        assert_eq!(cut("e4 Bxf3"), [(None, vec!["e4", "Bxf3"])]);
        assert_eq!(
            cut("20. Q. to K's 2nd. 20. Kt. tfikes R."),
            [(Some(20), vec!["Q. to K's 2nd."]), (Some(20), vec!["Kt. tfikes R."])]
        );
    }

    #[test]
    fn numbers_worn_before_blacks_move() {
        for line in [
            "12. Kt. to R's 5th. 1'2. Kt. takes Kt.",
            "12. Kt. to R's 5th. 1 2. Kt. takes Kt.",
            "12. Kt. to R's 5th. 12/ Kt. takes Kt.",
        ] {
            let cells = vec![(Some(12), vec!["Kt. to R's 5th."]), (Some(12), vec!["Kt. takes Kt."])];
            assert_eq!(cut(line), cells, "{line}");
        }
        assert_eq!(cut("13. a to B's 2nd."), [(Some(13), vec!["a to B's 2nd."])]);
        assert_eq!(cut("9 R to K 8 B to Kt 2"), [(Some(9), vec!["R to K 8", "B to Kt 2"])]);
    }

    #[test]
    fn a_note_may_begin_on_a_row() {
        let text = "42. Q. to K's 3rd If he had taken the Bishop, Black would have checked";
        let segments = before_note(text).unwrap_or_default();
        assert_eq!(segments.len(), 1);
        assert_eq!(&text[segments[0].from..segments[0].to], "Q. to K's 3rd");
        assert!(before_note("42. Q. to K's 3rd would have been much better than this").is_none());
        assert!(before_note("Q. to K's 3rd If he had taken the Bishop, Black would have").is_none());
    }

    #[test]
    fn a_rank_is_no_number() {
        assert_eq!(cut("9 R to K 8 B to Kt 2"), [(Some(9), vec!["R to K 8", "B to Kt 2"])]);
        for line in ["R to Kt 8,", "Q to K Kt 2,", "R to K 7.", "Kt-Q B 5,"] {
            assert_eq!(cut(line), [(None, vec![line])]);
        }
    }

    #[test]
    fn prose_is_no_row() {
        assert!(read("By this move Black obtains the attack.").is_none());
        assert!(read("AUGUST 6").is_none());
    }
}
