//! Gomocup's `.psq`: `Piskvorky 15x15, 11:11, 0`, a line `x,y,milliseconds` for each move, both players, the winner.

use std::fmt::Write;

use scorebook_variants::{Move, Side};

use super::super::prove::Proof;
use super::super::sheet::{SheetItem, VariantRecord};
use super::{place, point, push, result, set_variant, tag};
use crate::text::Span;

const HEAD: &str = "Piskvorky ";

pub(super) fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with(HEAD) && size(text.trim_start()).is_some()
}

/// Files and ranks of the board that a head names.
fn size(head: &str) -> Option<(u32, u32)> {
    let size = head.lines().next()?.strip_prefix(HEAD)?.split(',').next()?.trim();
    let (files, ranks) = size.split_once('x')?;
    Some((files.trim().parse().ok()?, ranks.trim().parse().ok()?))
}

/// The games of a text, one after another.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    let mut sheets: Vec<VariantRecord> = Vec::new();
    let mut lines: Vec<(&str, Span)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        if words.starts_with(HEAD) && size(words).is_some() && !lines.is_empty() {
            sheets.push(sheet(&lines));
            lines.clear();
        }
        if !words.is_empty() {
            lines.push((words, Span::new(at, at + words.len())));
        }
    }
    if !lines.is_empty() {
        sheets.push(sheet(&lines));
    }
    sheets
}

/// Three numbers with commas: column and row from 1, and the time in milliseconds.
fn numbers(line: &str) -> Option<[u32; 3]> {
    let mut parts = line.split(',').map(|part| part.trim().parse().ok());
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

fn sheet(lines: &[(&str, Span)]) -> VariantRecord {
    let mut sheet = VariantRecord::default();
    let (Some(&(head, first)), Some(&(_, last))) = (lines.first(), lines.last()) else { return sheet };
    sheet.span = first.join(last);
    let size = size(head).unwrap_or((15, 15));
    let moves = lines[1..].iter().take_while(|(line, _)| numbers(line).is_some()).count();
    let (moves, rest) = lines[1..].split_at(moves);
    // Behind the moves: the first player, who has Black, the second, a number, then the winner and the rules.
    let mut rules = "";
    let mut names = ["Black", "White"].iter();
    for &(line, span) in rest {
        let ending = line.split_once(',').filter(|(winner, _)| winner.trim().parse::<i32>().is_ok());
        if let Some((winner, name)) = ending {
            rules = name.trim();
            let winner = match winner.trim() {
                "1" => Some(result(Some(Side::Black))),
                "2" => Some(result(Some(Side::White))),
                "0" => Some(result(None)),
                _ => None,
            };
            sheet.marker = winner.map(|winner| (winner.to_owned(), span));
        } else if line.parse::<i32>().is_err() {
            match names.next() {
                Some(name) => tag(&mut sheet, name, line),
                None => sheet.items.push((SheetItem::Stray(line.to_owned()), span)),
            }
        }
    }
    let stray = std::mem::take(&mut sheet.items);
    set_variant(&mut sheet, rules, size, first);
    for &(line, span) in moves {
        let Some([x, y, time]) = numbers(line) else { continue };
        let point = x.checked_sub(1).zip(y.checked_sub(1)).and_then(|(x, y)| point(x, y, size.1));
        push(&mut sheet, point.map_or_else(|| line.to_owned(), |point| point.to_string()), span);
        if time > 0 {
            let (seconds, rest) = (time / 1000, time % 1000);
            let clock = format!("{}:{:02}:{:02}.{rest:03}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            sheet.items.push((SheetItem::Comment(format!("[%emt {clock}]")), span));
        }
    }
    sheet.items.extend(stray);
    sheet
}

/// The milliseconds of a comment `[%emt 0:00:01.500]`.
fn elapsed(comment: &str) -> Option<u32> {
    let clock = comment.split_once("[%emt ")?.1.split_once(']')?.0;
    let (clock, rest) = clock.split_once('.').unwrap_or((clock, "0"));
    let part = |text: &str| text.trim().parse::<u32>().ok();
    let seconds = clock.split(':').try_fold(0u32, |all, text| Some(all * 60 + part(text)?))?;
    let rest: String = rest.chars().chain("000".chars()).take(3).collect();
    Some(seconds * 1000 + part(&rest)?)
}

/// Writes the main line of a game.
pub(in super::super) fn write(sheet: &VariantRecord, proof: &Proof) -> String {
    let board = proof.rules().board;
    let mut out = format!("{HEAD}{}x{}, 11:11, 0\n", board.files, board.ranks);
    for (mv, times) in proof.placed() {
        let Move::Drop { to, .. } = mv else { continue };
        let (x, y) = place(to, board);
        let time = times.iter().find_map(|comment| elapsed(comment)).unwrap_or(0);
        let _ = writeln!(out, "{},{},{time}", x + 1, y + 1);
    }
    for name in ["Black", "White"] {
        let _ = writeln!(out, "{}", sheet.tags.get(name).unwrap_or("?"));
    }
    let winner = match proof.result.as_str() {
        "0-1" => "1",
        "1-0" => "2",
        "1/2-1/2" => "0",
        _ => "-1",
    };
    let rules = match proof.rules().name.as_str() {
        "renju" => "Renju",
        name if name.starts_with("gomoku-standard") => "Standard",
        _ => "Freestyle",
    };
    let _ = writeln!(out, "-1\n{winner},{rules}");
    out
}
