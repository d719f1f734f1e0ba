//! The edits: slips of one character or one line, at random places.

use std::fmt::Write as _;

use scorebook_random::Random;

/// A kind of edit.
pub struct Edit {
    /// Its name in the figures.
    pub name: &'static str,
    /// Whether it loses or moves whole lines.
    pub of_lines: bool,
    /// The edited text; `None` if there is nothing to edit.
    pub apply: fn(&str, &mut Random) -> Option<String>,
}

const fn sign(name: &'static str, apply: fn(&str, &mut Random) -> Option<String>) -> Edit {
    Edit { name, of_lines: false, apply }
}

const fn lines(name: &'static str, apply: fn(&str, &mut Random) -> Option<String>) -> Edit {
    Edit { name, of_lines: true, apply }
}

/// All edits.
pub const EDITS: &[Edit] = &[
    sign("character lost", lose),
    sign("character twice", repeat),
    sign("neighbours exchanged", exchange),
    sign("look-alike", look_alike),
    sign("blank inserted", blank),
    sign("lines joined", join),
    lines("line lost", lose_line),
    lines("lines exchanged", exchange_lines),
];

/// Characters that look like each other.
const ALIKE: &[&str] =
    &["1lI", "0OQ", "8B3", "5S6", "bh6", "ce", "gq9", "4A", "fd", "KRX", "PFB", "NM", "-—", "x×", "G6"];

/// A place of a character that is not white space.
fn place(text: &str, random: &mut Random) -> Option<(usize, char)> {
    let all: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    (!all.is_empty()).then(|| *random.pick(&all))
}

fn put(text: &str, at: usize, length: usize, with: &str) -> String {
    format!("{}{with}{}", &text[..at], &text[at + length..])
}

fn lose(text: &str, random: &mut Random) -> Option<String> {
    let (at, c) = place(text, random)?;
    Some(put(text, at, c.len_utf8(), ""))
}

fn repeat(text: &str, random: &mut Random) -> Option<String> {
    let (at, c) = place(text, random)?;
    Some(put(text, at, 0, &c.to_string()))
}

fn exchange(text: &str, random: &mut Random) -> Option<String> {
    let (at, c) = place(text, random)?;
    let next = text[at + c.len_utf8()..].chars().next()?;
    Some(put(text, at, c.len_utf8() + next.len_utf8(), &format!("{next}{c}")))
}

fn look_alike(text: &str, random: &mut Random) -> Option<String> {
    let (at, c) = place(text, random)?;
    let others: Vec<char> =
        ALIKE.iter().filter(|set| set.contains(c)).flat_map(|set| set.chars()).filter(|o| *o != c).collect();
    (!others.is_empty()).then(|| put(text, at, c.len_utf8(), &random.pick(&others).to_string()))
}

fn blank(text: &str, random: &mut Random) -> Option<String> {
    let (at, _) = place(text, random)?;
    Some(put(text, at, 0, " "))
}

/// The lines, and one of them that is not the last.
fn line<'t>(text: &'t str, random: &mut Random) -> Option<(Vec<&'t str>, usize)> {
    let all: Vec<&str> = text.lines().collect();
    (all.len() > 1).then(|| {
        let at = random.below(all.len() - 1);
        (all, at)
    })
}

fn join(text: &str, random: &mut Random) -> Option<String> {
    let (mut all, at) = line(text, random)?;
    let joined = format!("{} {}", all[at], all[at + 1]);
    all.splice(at..at + 2, [joined.as_str()]);
    Some(all.join("\n") + "\n")
}

fn lose_line(text: &str, random: &mut Random) -> Option<String> {
    let (mut all, _) = line(text, random)?;
    all.remove(random.below(all.len()));
    Some(all.join("\n") + "\n")
}

fn exchange_lines(text: &str, random: &mut Random) -> Option<String> {
    let (mut all, at) = line(text, random)?;
    all.swap(at, at + 1);
    Some(all.join("\n") + "\n")
}

/// The lines that differ, before and after.
pub fn changed(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count().min(rest);
    let mut out = String::new();
    for (mark, all) in [('-', &old), ('+', &new)] {
        for line in &all[same.saturating_sub(1)..(all.len() - tail + 1).min(all.len())] {
            let _ = writeln!(out, "{mark} {line}");
        }
    }
    out
}
