//! What each row is: score, or anything else (notes, prose, headings, page furniture), as a chance.

pub(crate) mod prose;
mod sequence;

use shakmaty::Color;

use crate::closing::{is_closing, is_ending};
use crate::grammar::Grammar;
use crate::print::{Print, Row};
use crate::token::{STRONG, Token, Tokens};
use crate::worn::{self, Worn};
use prose::prose;

/// What is known of the rows of a print.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The chance that a row is score.
    pub score: Vec<f32>,
    /// The strength of the best cut's moves up to each character, each by the chance that its row is score.
    pub weight: Vec<f32>,
    /// How many strong moves of the best cut start before each character.
    pub count: Vec<u32>,
    /// Characters inside brackets that hold a note.
    pub bracketed: Vec<bool>,
    /// Print in rows of score that reads as no move, by start.
    pub worn: Vec<Worn>,
    /// The side whose name alone stands above a row.
    pub headed: Vec<Option<Color>>,
    /// Where words say that a game ends, by place.
    pub closings: Vec<u32>,
    /// By row, the logarithm of the chance of its places, outside and inside brackets.
    logs: Vec<[f32; 2]>,
}

/// What going over from score to prose, or back, costs at a row.
const CHANGE: f32 = 2.5;
/// The same where an empty line or a new block parts the rows, or where a game ends or begins.
const CHANGE_AT_GAP: f32 = 1.2;
/// The same where the row does not begin as a row of score does: with a number, and a move behind it.
const CHANGE_INSIDE: f32 = 6.0;
/// The same where a move begins on the row before.
const CHANGE_INSIDE_MOVE: f32 = 9.0;
/// What it says for a row of score that its number goes on from the score above.
const GOES_ON: f32 = 2.0;
/// What words that end the game, behind a number and moves, say for a row of score.
const CLOSES: f32 = 2.5;
/// The most that passing over a row may cost: its moves stand or fall together.
const ROW: f32 = 9.0;
/// The same for each cell of a row of many without words: of a table of several parts, or of running text.
const CELL: f32 = 3.0;
/// What passing over a worn cell costs, and over one in a row that lacks it.
const WORN: f32 = 1.0;
/// See `WORN`.
const WORN_IN_ROW: f32 = 2.5;
/// How likely text in brackets that reads as a note is score.
const BRACKETED: f32 = 0.03;

impl Rows {
    /// Judges all rows.
    #[must_use]
    pub fn judge(print: &Print, tokens: &Tokens, grammar: Grammar) -> Rows {
        let mut bracketed = brackets(print, tokens);
        beside(print, tokens, &mut bracketed);
        let (mut odds, closed) = evidence(print, tokens, &bracketed);
        let goes_on = sequence::goes_on(print, tokens, &odds);
        for (odds, _) in odds.iter_mut().zip(goes_on).filter(|(odds, goes_on)| *goes_on && **odds > 0.0) {
            *odds += GOES_ON;
        }
        let score = smooth(print, tokens, &odds, &closed);
        let mut weight = vec![0.0; print.chars.len() + 1];
        let mut count = vec![0; print.chars.len() + 1];
        let mut rows = vec![0.0f32; print.rows.len()];
        let mut cells = vec![0u32; print.rows.len()];
        for &(start, _, strength) in &tokens.cut {
            rows[print.row_of[start as usize] as usize] += strength;
            cells[print.row_of[start as usize] as usize] += 1;
        }
        let is_plain: Vec<bool> =
            (0..print.rows.len()).map(|row| prose(&print.text(row)).count == 0).collect();
        for &(start, _, strength) in &tokens.cut {
            let row = print.row_of[start as usize] as usize;
            let most = if is_plain[row] { ROW.max(CELL * cells[row] as f32) } else { ROW };
            let strength = strength * (most / rows[row]).min(1.0);
            let chance = score[row] * if bracketed[start as usize] { BRACKETED } else { 1.0 };
            weight[start as usize + 1] = strength * chance;
            count[start as usize + 1] = u32::from(chance > 0.3);
        }
        let worn = worn::find(print, tokens, grammar, &score, &bracketed);
        for cell in worn.iter().filter(|cell| cell.is_unread) {
            weight[cell.start as usize + 1] += if cell.in_row { WORN_IN_ROW } else { WORN };
        }
        for at in 1..weight.len() {
            weight[at] += weight[at - 1];
            count[at] += count[at - 1];
        }
        let headed = (0..print.rows.len()).map(|row| headed(print, row)).collect();
        let closings = closings(print, &score, &bracketed);
        let logs = score.iter().map(|score| [score.ln(), (score * BRACKETED).ln()]).collect();
        Rows { score, weight, count, bracketed, worn, headed, closings, logs }
    }

    /// How many times the print says between two characters that a game ends.
    #[must_use]
    pub fn closings(&self, from: u32, to: u32) -> usize {
        let first = self.closings.partition_point(|&at| at < from);
        let last = self.closings.partition_point(|&at| at < to);
        last.saturating_sub(first)
    }

    /// Where the first word between two characters stands that says that a game ends.
    #[must_use]
    pub fn closing(&self, from: u32, to: u32) -> Option<u32> {
        let first = self.closings.partition_point(|&at| at < from);
        self.closings.get(first).copied().filter(|&at| at < to)
    }

    /// The chance that a place is score.
    #[must_use]
    pub fn chance(&self, print: &Print, at: u32) -> f32 {
        let row = self.score[print.row_of[at as usize] as usize];
        if self.bracketed[at as usize] { row * BRACKETED } else { row }
    }

    /// The logarithm of the chance that a place is score.
    #[must_use]
    pub fn log_chance(&self, print: &Print, at: u32) -> f32 {
        self.logs[print.row_of[at as usize] as usize][usize::from(self.bracketed[at as usize])]
    }

    /// The strength of what is passed over between two characters.
    #[must_use]
    pub fn passed(&self, from: u32, to: u32) -> f32 {
        (self.weight[to as usize] - self.weight[(from as usize).min(to as usize)]).max(0.0)
    }

    /// How many moves are passed over between two characters.
    #[must_use]
    pub fn number(&self, from: u32, to: u32) -> u32 {
        self.count[to as usize] - self.count[(from as usize).min(to as usize)]
    }
}

/// Words of notes: what follows was not played.
const CONDITIONS: &[&str] =
    &["If", "if", "or", "better", "threatening", "followed", "would", "wins", "with", "then", "instead"];

/// The first characters of words that say that a game ends, in score or on short rows of their own.
fn closings(print: &Print, score: &[f32], bracketed: &[bool]) -> Vec<u32> {
    let mut out = Vec::new();
    for (index, row) in print.rows.iter().enumerate() {
        let short = row.chars.end - row.chars.start < 30;
        if score[index] < 0.3 && !short {
            continue;
        }
        let mut at = row.chars.start;
        while at < row.chars.end {
            let run =
                (at..row.chars.end).take_while(|&k| print.chars[k as usize].is_alphabetic()).count() as u32;
            if run > 3 && !bracketed[at as usize] {
                let word: String = print.chars[at as usize..(at + run) as usize].iter().collect();
                if is_ending(&word.to_lowercase()) {
                    out.push(at);
                }
            }
            at += run.max(1);
        }
    }
    out
}

/// The side that a row's nearest neighbour above names, with nothing else: the head of a column of cells.
fn headed(print: &Print, row: usize) -> Option<Color> {
    let above = row.checked_sub(1)?;
    let text = print.text(above);
    let letters: String =
        text.chars().filter(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase()).collect();
    if !(4..=6).contains(&letters.len()) || text.len() > 12 {
        return None;
    }
    let like = |word: &str| strsim::levenshtein(&letters, word) <= 1;
    match (like("white"), like("black")) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

/// The log odds of each row by itself that it is score, and whether it says that a game ends.
fn evidence(print: &Print, tokens: &Tokens, bracketed: &[bool]) -> (Vec<f32>, Vec<bool>) {
    let mut covered = vec![false; print.chars.len()];
    for &(start, end, strength) in &tokens.cut {
        if strength > 1.0 {
            covered[start as usize..end as usize].fill(true);
        }
    }
    print
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let chars = row.chars.start as usize..row.chars.end as usize;
            let text = &print.chars[chars.clone()];
            // Words: letters outside moves, brackets with a letter for a note aside.
            let (mut inside, mut outside, mut prose) = (0.0f32, 0.0f32, 0.0f32);
            let mut closes = false;
            let mut at = 0;
            while at < text.len() {
                if bracketed[chars.start + at] {
                    at += 1;
                    continue;
                }
                // `Res` of `Resigns` is no move.
                let word = closing_word(text, at);
                if word > 0 {
                    closes = true;
                    at += word;
                    continue;
                }
                if covered[chars.start + at] {
                    let counts = text[at].is_alphanumeric() || crate::algebraic::is_figure(text[at]);
                    inside += if counts { 1.0 } else { 0.0 };
                    at += 1;
                    continue;
                }
                let run = text[at..]
                    .iter()
                    .enumerate()
                    .take_while(|(k, c)| c.is_alphanumeric() && !covered[chars.start + at + k]);
                let len = run.count();
                if len == 0 {
                    at += 1;
                    continue;
                }
                let word = &text[at..at + len];
                let digits =
                    word.iter().all(|c| c.is_ascii_digit() || matches!(c, 'l' | 'O' | 'I' | 'S' | 'o'));
                if !(digits && len <= 3 || len == 1) {
                    outside += len as f32;
                    if len >= 3 && word.iter().all(|c| c.is_lowercase()) {
                        prose += 1.0;
                    }
                    if CONDITIONS.iter().any(|condition| word.iter().copied().eq(condition.chars())) {
                        prose += 2.0;
                    }
                }
                at += len;
            }
            if inside + outside == 0.0 {
                return if closes { (0.7, true) } else { (0.0, false) };
            }
            if text.windows(2).any(|pair| pair == ['&', 'c']) {
                prose += 2.0;
            }
            let share = inside / (inside + outside);
            let sure = ((inside + outside) / 10.0).min(1.6);
            let is_row = share > 0.6 && prose == 0.0 && begins(print, tokens, index);
            let closes = closes && is_row;
            let number = if is_row { 1.5 } else { 0.0 } + if closes { CLOSES } else { 0.0 };
            (7.0 * (share - 0.62) * sure - 0.8 * prose + number, closes)
        })
        .unzip()
}

/// The length of the word that begins here, if it says how the game ends.
fn closing_word(text: &[char], at: usize) -> usize {
    if at > 0 && text[at - 1].is_alphanumeric() {
        return 0;
    }
    let len = text[at..].iter().take_while(|c| c.is_alphanumeric()).count();
    if len > 0 && is_closing(&text[at..at + len], &text[at + len..]) { len } else { 0 }
}

/// Forward and backward over the rows: neighbours are mostly alike.
fn smooth(print: &Print, tokens: &Tokens, odds: &[f32], closed: &[bool]) -> Vec<f32> {
    let n = odds.len();
    let stay = |row: usize| {
        let change = if is_torn(print, tokens, row) {
            CHANGE_INSIDE_MOVE
        } else if is_gap(print, row)
            || sequence::is_heading(print, tokens, row)
            || row.checked_sub(1).is_some_and(|above| closed[above])
        {
            CHANGE_AT_GAP
        } else if begins(print, tokens, row) {
            CHANGE
        } else {
            CHANGE_INSIDE
        };
        let p = 1.0 / (1.0 + change.exp());
        (1.0 - p, p)
    };
    let emit = |row: usize| {
        let odds = odds[row].clamp(-9.0, 6.0);
        let p = 1.0 / (1.0 + (-odds).exp());
        [p.max(1e-4), (1.0 - p).max(1e-4)]
    };
    let mut ahead = vec![[0.5f32; 2]; n];
    for row in 0..n {
        let [a, b] = if row == 0 { [0.3, 0.7] } else { ahead[row - 1] };
        let (keep, change) = stay(row);
        let [e0, e1] = emit(row);
        let next = [(a * keep + b * change) * e0, (b * keep + a * change) * e1];
        let sum = next[0] + next[1];
        ahead[row] = [next[0] / sum, next[1] / sum];
    }
    let mut score = vec![0.0; n];
    let mut behind = [1.0f32, 1.0];
    for row in (0..n).rev() {
        let joint = [ahead[row][0] * behind[0], ahead[row][1] * behind[1]];
        score[row] = (joint[0] / (joint[0] + joint[1])).clamp(0.01, 0.99);
        let (keep, change) = stay(row);
        let [e0, e1] = emit(row);
        let next = [
            keep * e0 * behind[0] + change * e1 * behind[1],
            change * e0 * behind[0] + keep * e1 * behind[1],
        ];
        let sum = next[0] + next[1];
        behind = [next[0] / sum, next[1] / sum];
    }
    score
}

/// Rows above and below one that show whether a gap before it is more than what parts all rows.
const AROUND: usize = 4;

/// Whether a gap before a row parts it from others more than those are parted.
fn is_gap(print: &Print, row: usize) -> bool {
    let around = &print.rows[row.saturating_sub(AROUND)..(row + AROUND + 1).min(print.rows.len())];
    let opened = around.iter().filter(|row| row.opens).count();
    print.rows[row].opens && opened * 3 <= around.len() * 2
}

/// Whether a move begins on the row before and ends on this one.
fn is_torn(print: &Print, tokens: &Tokens, row: usize) -> bool {
    let start = print.rows[row].chars.start;
    let last = tokens.cut.partition_point(|cut| cut.0 < start);
    tokens.cut[..last].last().is_some_and(|cut| cut.1 > start && cut.2 > 2.5)
}

/// Characters of a row in which its first move starts, behind its number.
const HEAD: u32 = 24;

/// Whether a row begins as rows of score do, with a number and a move behind it or as cells of a table, or as notes
/// do, with their mark.
fn begins(print: &Print, tokens: &Tokens, row: usize) -> bool {
    let Row { chars, .. } = &print.rows[row];
    if print.chars[chars.start as usize] == '(' {
        return true;
    }
    let range = tokens.within(chars.start, (chars.start + HEAD).min(chars.end));
    let numbered = |token: &Token| {
        !token.label.apart && !token.label.values.is_empty() && token.label.start == chars.start
    };
    tokens.all[range].iter().any(numbered) || is_replied(print, tokens, row) || cells(print, tokens, row)
}

/// Whether a row begins with a number and a run of dots or dashes, for White's move, before Black's: `12. . . . B-Q2`.
fn is_replied(print: &Print, tokens: &Tokens, row: usize) -> bool {
    let Row { chars, .. } = &print.rows[row];
    let text = &print.chars[chars.start as usize..chars.end as usize];
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|c| matches!(c, '.' | ' ' | '-' | '…' | ',')).count();
    let sign = |c: &char| match c {
        ' ' => 0,
        '…' => 3,
        _ => 1,
    };
    let signs: usize = text[digits..digits + dots].iter().map(sign).sum();
    let behind = chars.start + (digits + dots) as u32;
    let first = tokens.cut.partition_point(|cut| cut.0 < behind);
    (1..=3).contains(&digits)
        && signs >= 3
        && tokens.cut.get(first).is_some_and(|cut| cut.0 == behind && cut.2 > 2.5)
}

/// Whether a row is nothing but one or two cells: moves with a wide gap between them.
fn cells(print: &Print, tokens: &Tokens, row: usize) -> bool {
    let Row { chars, .. } = &print.rows[row];
    let first = tokens.cut.partition_point(|cut| cut.0 < chars.start);
    let cuts: Vec<_> =
        tokens.cut[first..].iter().take_while(|cut| cut.0 < chars.end).filter(|cut| cut.2 > 2.5).collect();
    let (Some(head), Some(tail)) = (cuts.first(), cuts.last()) else { return false };
    let gaps = cuts.windows(2).all(|pair| pair[1].0.saturating_sub(pair[0].1) >= 3);
    cuts.len() <= 2 && head.0 < chars.start + 4 && tail.1 + 4 > chars.end && gaps
}

/// Characters inside round or square brackets that hold words, or more than one move. A bracket that does not close
/// in its paragraph, with no more than a few words behind it, is a sign misread, `(59` for 69; and so is one with rows
/// of mere moves behind its paragraph, as where the mark of a note has lost its end: `(n There was no remedy`.
fn brackets(print: &Print, tokens: &Tokens) -> Vec<bool> {
    let chars = &print.chars;
    let mut paragraphs =
        print.rows.iter().filter(|row| row.opens).map(|row| row.chars.start as usize).peekable();
    let mut out = vec![false; chars.len()];
    let mut at = 0;
    while at < chars.len() {
        let close = match chars[at] {
            '(' => ')',
            '[' => ']',
            _ => {
                at += 1;
                continue;
            }
        };
        let mut depth = 0;
        let end = chars[at..].iter().take(1500).position(|&c| {
            depth += i32::from(c == chars[at]) - i32::from(c == close);
            depth == 0
        });
        let Some(length) = end else {
            at += 1;
            continue;
        };
        while paragraphs.next_if(|&start| start <= at).is_some() {}
        let inside: String = chars[at + 1..at + length].iter().collect();
        let words = prose(&inside);
        let is_note = if paragraphs.peek().is_none_or(|&next| next > at + length) {
            words.count >= 2 || length > 40
        } else {
            words.share > NOTE && !holds_score(print, tokens, at as u32, (at + length) as u32)
        };
        if is_note {
            out[at..=at + length].fill(true);
            at += length;
        }
        at += 1;
    }
    out
}

/// So many blanks part the cells of a row from prose beside it.
const BESIDE: usize = 3;

/// Marks prose beside a row of score, behind a wide blank, as no part of it: `16. Q-Kt3  Kt-B3      (b) The opening is`.
fn beside(print: &Print, tokens: &Tokens, bracketed: &mut [bool]) {
    for index in (0..print.rows.len()).filter(|index| begins(print, tokens, *index)) {
        let row = &print.rows[index];
        let end = row.chars.end;
        let first = tokens.cut.partition_point(|cut| cut.0 < row.chars.start);
        let moves: Vec<_> =
            tokens.cut[first..].iter().take_while(|cut| cut.0 < end).filter(|cut| cut.2 > STRONG).collect();
        for (at, cut) in moves.iter().enumerate() {
            let rest = &print.chars[cut.1.min(end) as usize..end as usize];
            let blanks = rest.iter().take_while(|c| **c == ' ').count();
            let is_cell = moves.get(at + 1).is_some_and(|next| next.0 <= cut.1 + blanks as u32 + 1);
            if blanks >= BESIDE && !is_cell {
                let prose = prose(&rest.iter().collect::<String>());
                if prose.count > 0 && prose.share > NOTE {
                    bracketed[cut.1 as usize..end as usize].fill(true);
                }
                break;
            }
        }
    }
}

/// Rows of mere moves, one below the other, that no note holds.
const SCORE_ROWS: usize = 4;

/// Whether rows of mere moves, and many of them, stand between two characters.
fn holds_score(print: &Print, tokens: &Tokens, from: u32, to: u32) -> bool {
    let [first, last] = [from, to].map(|at| print.row_of[at as usize] as usize);
    let mut run = 0;
    (first + 1..last).any(|row| {
        run = if cells(print, tokens, row) || is_numbered(print, tokens, row) { run + 1 } else { 0 };
        run >= SCORE_ROWS
    })
}

/// Whether a row begins with a number and a move, and holds no word of prose.
fn is_numbered(print: &Print, tokens: &Tokens, row: usize) -> bool {
    begins(print, tokens, row) && prose(&print.text(row)).count == 0
}

/// Share of prose from which on a bracket of several paragraphs holds a note.
const NOTE: f32 = 0.35;
