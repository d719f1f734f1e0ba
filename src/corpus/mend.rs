//! Applies fixes to a chunk.

use std::collections::BTreeMap;

use scorebook_charset::Assumed;

use crate::finding::{Code, Finding, Fix, Severity, code};
use crate::openings;
use crate::pgn::Lexer;
use crate::text::Span;
use crate::verify::{self, GameReport, Options};

use super::check;
use super::chunks::{Chunk, End};
use super::unique::Gone;

/// Which fixes to apply.
#[derive(Copy, Clone, Debug, Default)]
pub struct Policy {
    /// Also apply unsafe fixes: those that may change what the record means, such as the only legal reading
    /// of a broken move.
    pub unsafe_fixes: bool,
    /// Remove unproven games from the output.
    pub reject: bool,
    /// Add missing `ECO` and `Opening` tags.
    pub openings: bool,
}

/// A chunk after fixing.
#[derive(Debug, Default)]
pub struct Mended {
    /// Index of the input, from 0.
    pub input: usize,
    /// The text to write; the original bytes if nothing was fixed.
    pub bytes: Vec<u8>,
    /// The text of games that could not be proven.
    pub rejects: Vec<u8>,
    /// The changes: line in the chunk (from 1), old and new text, in whole lines.
    pub changes: Vec<ChangedLines>,
    /// Number of line ends in the original chunk.
    pub lines: usize,
    /// Number of changed games.
    pub mended: usize,
    /// Number of games with a remaining error.
    pub broken: usize,
    /// Number of games that were removed as duplicates.
    pub doubles: usize,
    /// What was not decided: how many findings, of which code, are in the games that are written.
    pub left: Left,
    /// The error that ended the input early.
    pub failed: Option<std::io::Error>,
    /// Whether the input ends after this chunk.
    pub last: bool,
}

/// Findings by their codes: title and number.
pub type Left = BTreeMap<&'static str, (&'static str, usize)>;

/// Lines that were replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    /// First line in the chunk, from 1.
    pub line: usize,
    /// The original lines.
    pub old: Vec<u8>,
    /// The new lines.
    pub new: Vec<u8>,
}

/// Most rounds of fixing one game: a fix may make others possible, but text written by people never needs
/// this many.
const ROUNDS: usize = 64;

/// Fixes the games of a chunk; those that are `gone` are removed.
#[must_use]
pub fn chunk(chunk: &Chunk, options: &Options, policy: Policy, gone: &Gone) -> Mended {
    let bytes: &[u8] = &chunk.bytes;
    let mut out = Mended {
        input: chunk.input,
        lines: memchr::memchr_iter(b'\n', bytes).count(),
        last: matches!(chunk.end, End::Input | End::Failed(_)),
        ..Mended::default()
    };
    if let End::Giant { head } = chunk.end {
        // An unproven game is left unchanged.
        out.broken = usize::from(head);
        *(if policy.reject { &mut out.rejects } else { &mut out.bytes }) = bytes.to_vec();
        return out;
    }
    let options = Options { more: matches!(chunk.end, End::More), assumed: chunk.assumed, ..options.clone() };
    let bom = if chunk.first && bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let crlf = memchr::memmem::find(bytes, b"\r\n").is_some();
    let mut written = bom;
    let mut removed = false;
    let mut lexer = Lexer::new(&bytes[bom..]);
    while lexer.begin_game() {
        let mut game = verify::game(&mut lexer, &options);
        check::shift(&mut game, bom);
        let span = game.span;
        let last = !options.more && bytes[span.end..].trim_ascii().is_empty();
        let old = &bytes[span.range()];
        let round = Options { more: !last, alone: true, ..options.clone() };
        let (mut new, broken, left) = mend_game(old, &game, &round, policy);
        if policy.openings && !broken {
            let filled = openings::fill(new.as_deref().unwrap_or(old), &round);
            new = filled.or(new);
        }
        let double = gone.contains(chunk.input, chunk.offset + span.start as u64);
        out.doubles += usize::from(double);
        out.broken += usize::from(broken && game.is_game && !double);
        removed = double || broken && policy.reject;
        if !removed {
            for finding in left.iter().filter(|finding| finding.severity >= Severity::Warning) {
                let Code { id, title, .. } = *finding.code;
                out.left.entry(id).or_insert((title, 0)).1 += 1;
            }
        }
        if removed {
            out.bytes.extend_from_slice(&bytes[written..span.start]);
            // The white space after a removed game is removed too, but where the game began on the line of another.
            let blank = bytes[span.end..].len() - bytes[span.end..].trim_ascii_start().len();
            let begins_line = out.bytes.last().is_none_or(|byte| *byte == b'\n');
            let end = if begins_line { span.end + blank } else { span.end };
            if !double {
                out.rejects.extend_from_slice(old);
                out.rejects.extend_from_slice(if crlf { b"\r\n\r\n" } else { b"\n\n" });
            }
            out.changes.push(change(bytes, Span::new(span.start, end), b""));
            written = end;
            continue;
        } else if let Some(new) = new {
            out.bytes.extend_from_slice(&bytes[written..span.start]);
            out.changes.extend(changes(bytes, span, &new));
            out.bytes.extend_from_slice(&new);
            out.mended += 1;
        } else {
            out.bytes.extend_from_slice(&bytes[written..span.end]);
        }
        written = span.end;
    }
    out.bytes.extend_from_slice(&bytes[written.max(bom)..]);
    if removed && out.last {
        // Nothing follows the last game that is kept.
        out.bytes.truncate(out.bytes.trim_ascii_end().len());
        if !out.bytes.is_empty() {
            out.bytes.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        }
    }
    if bom > 0 {
        out.changes.insert(
            0,
            ChangedLines { line: 1, old: first_line(bytes).to_vec(), new: first_line(&bytes[3..]).to_vec() },
        );
    }
    match &chunk.end {
        End::Failed(error) => out.failed = Some(std::io::Error::new(error.kind(), error.to_string())),
        End::More | End::Input | End::Giant { .. } => {}
    }
    out
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1)]
}

/// The fixed text of a game, or `None` if it is unchanged, whether an error remains, and what is found in what is written.
fn mend_game(
    old: &[u8],
    game: &GameReport,
    options: &Options,
    policy: Policy,
) -> (Option<Vec<u8>>, bool, Vec<Finding>) {
    let assumed = options.assumed.unwrap_or_default();
    let mut text = apply(old, &game.findings, &game.edits, game.span.start, policy, assumed);
    let (mut broken, mut left) = (game.broken, None);
    for _ in 0..ROUNDS {
        let Some(now) = text.as_deref() else { break };
        let mut lexer = Lexer::new(now);
        if !lexer.begin_game() {
            break;
        }
        let game = verify::game(&mut lexer, options);
        broken = game.broken;
        let next = apply(now, &game.findings, &game.edits, 0, policy, assumed);
        left = Some(game.findings);
        match next {
            Some(next) => text = Some(next),
            None => break,
        }
    }
    // What goes on behind the game is not in its text.
    let goes_on = game
        .findings
        .iter()
        .any(|finding| finding.code == &code::S109 && finding.span.start >= game.span.end);
    // A game with a remaining error is left unchanged.
    match broken || goes_on {
        true => (None, true, game.findings.clone()),
        false => (text, false, left.unwrap_or_else(|| game.findings.clone())),
    }
}

/// The text with all fixes that the policy allows; `None` if there are none.
fn apply(
    text: &[u8],
    findings: &[Finding],
    edits: &[Fix],
    base: usize,
    policy: Policy,
    assumed: Assumed,
) -> Option<Vec<u8>> {
    let wanted = |fix: &&Fix| {
        let replaced = fix.span.start.checked_sub(base).zip(fix.span.end.checked_sub(base));
        let old = replaced.and_then(|(start, end)| text.get(start..end)).unwrap_or_default();
        // What is rewritten from a guess stays as it is.
        let is_certain = fix.replacement.is_ascii() || assumed.certain(old).is_some();
        (fix.safe || policy.unsafe_fixes) && is_certain
    };
    let mut fixes: Vec<&Fix> =
        findings.iter().filter_map(|finding| finding.fix.as_ref()).chain(edits).filter(wanted).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    fixes.dedup();
    let recode = std::str::from_utf8(text).is_err() && !text.is_ascii();
    if fixes.is_empty() && !recode {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() + 64);
    let mut at = 0;
    let copy = |out: &mut Vec<u8>, piece: &[u8]| {
        if recode { decode(out, piece, assumed) } else { out.extend_from_slice(piece) }
    };
    let crlf = memchr::memmem::find(text, b"\r\n").is_some();
    for fix in fixes {
        let (Some(start), Some(end)) = (fix.span.start.checked_sub(base), fix.span.end.checked_sub(base))
        else {
            continue;
        };
        // Of overlapping fixes, apply the first; the next round finds the other again.
        if start < at || end > text.len() {
            continue;
        }
        copy(&mut out, &text[at..start]);
        if crlf {
            out.extend_from_slice(fix.replacement.replace('\n', "\r\n").as_bytes());
        } else {
            out.extend_from_slice(fix.replacement.as_bytes());
        }
        at = end;
    }
    copy(&mut out, &text[at..]);
    (out != text).then_some(out)
}

/// Appends text, line by line as UTF-8, since people mix encodings by pasting. A line whose character set is not certain
/// stays as it is.
fn decode(out: &mut Vec<u8>, piece: &[u8], assumed: Assumed) {
    for line in piece.split_inclusive(|&b| b == b'\n') {
        match assumed.certain(line) {
            Some(text) => out.extend_from_slice(text.as_bytes()),
            None => out.extend_from_slice(line),
        }
    }
}

/// The change of a span, extended to whole lines.
fn change(bytes: &[u8], span: Span, new: &[u8]) -> ChangedLines {
    let start = memchr::memrchr(b'\n', &bytes[..span.start]).map_or(0, |at| at + 1);
    let rest = &bytes[span.end..];
    let whole = span.end > start && bytes[span.end - 1] == b'\n';
    let end = if whole {
        span.end
    } else {
        memchr::memchr(b'\n', rest).map_or(bytes.len(), |at| span.end + at + 1)
    };
    let mut lines = bytes[start..span.start].to_vec();
    lines.extend_from_slice(new);
    lines.extend_from_slice(&bytes[span.end..end]);
    let line = 1 + memchr::memchr_iter(b'\n', &bytes[..start]).count();
    ChangedLines { line, old: bytes[start..end].to_vec(), new: lines }
}

/// The changes of a game; unchanged lines separate them.
fn changes(bytes: &[u8], span: Span, new: &[u8]) -> Vec<ChangedLines> {
    let whole = change(bytes, span, new);
    let lines = |text: &[u8]| text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (old, new) = (lines(&whole.old), lines(&whole.new));
    if old.len() != new.len() {
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let old = old[head..old.len() - tail].concat();
        let new = new[head..new.len() - tail].concat();
        return vec![ChangedLines { line: whole.line + head, old, new }];
    }
    let mut out: Vec<ChangedLines> = Vec::new();
    let mut open = false;
    for (i, (a, b)) in old.iter().zip(&new).enumerate() {
        if a == b {
            open = false;
            continue;
        }
        match out.last_mut().filter(|_| open) {
            Some(last) => {
                last.old.extend_from_slice(a);
                last.new.extend_from_slice(b);
            }
            None => out.push(ChangedLines { line: whole.line + i, old: a.clone(), new: b.clone() }),
        }
        open = true;
    }
    out
}
