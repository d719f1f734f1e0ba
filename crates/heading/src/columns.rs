//! Names printed in columns below (or above) the heads `WHITE` and `BLACK`.

use super::colour::{Colour, colours};
use super::fuzzy::fold;
use super::line::LineKind;
use super::names::{Name, pairs, parse};
use super::players::{Form, HeadingLine, Players};

/// The order of the colours on a line that has only column heads (`WHITE. BLACK.`), and their average damage.
fn heads(text: &str) -> Option<(Vec<Colour>, f32)> {
    let tokens: Vec<&str> = text.split_whitespace().filter(|t| !fold(t).is_empty()).collect();
    let marks = colours(text, 0.5);
    let strong = marks.iter().any(|m| m.damage <= 0.34);
    // `WHITE. BEE`: the other head is illegible
    if marks.len() == 1 && tokens.len() == 2 && marks[0].damage < 0.2 && !text.contains(['(', '—', ':', ','])
    {
        let other = tokens
            .iter()
            .find(|t| (t.as_ptr() as usize - text.as_ptr() as usize).abs_diff(marks[0].start) > 1);
        if other.is_some_and(|t| (3..=6).contains(&fold(t).len()) && !t.chars().any(char::is_lowercase)) {
            return Some((vec![Colour::White, Colour::Black], 0.42));
        }
    }
    if marks.is_empty() || marks.len() > 4 || tokens.len() > marks.len() + usize::from(marks.len() >= 2) {
        return None;
    }
    // what else is on the line is specks: names stand on lines of their own
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let inked: usize = marks.iter().map(|m| letters(&text[m.start..m.end])).sum();
    if letters(text) > inked + 4 {
        return None;
    }
    let mean = marks.iter().map(|m| m.damage).sum::<f32>() / marks.len() as f32;
    if marks.len() == 1 && !strong || mean > 0.46 {
        return None;
    }
    Some((marks.iter().map(|m| m.colour).collect(), mean))
}

/// True if the line has only column heads.
pub fn is_heads(text: &str) -> bool {
    heads(text).is_some()
}

/// True if the line has only the head of one colour, so that the name is on a later line.
pub fn is_head_of(text: &str, want_white: bool) -> bool {
    heads(text).is_some_and(|(c, _)| c.len() == 1 && (c[0] == Colour::White) == want_white)
}

/// Names above or below the heads of the columns.
pub fn columns(lines: &[&HeadingLine], at: usize, out: &mut Vec<Players>) {
    let Some((order, worn)) = heads(&lines[at].text) else { return };
    stacked(lines, at, worn, out);
    let base = 0.5 - worn;
    let usable = |l: &&&HeadingLine| l.kind == LineKind::Other && !l.furniture && !is_heads(&l.text);
    let put = |a: (Name, usize), b: (Name, usize), score: f32, out: &mut Vec<Players>, first: Colour| {
        let (white, black) = if first == Colour::White { (a, b) } else { (b, a) };
        out.push(Players {
            white: Some(white),
            black: Some(black),
            coloured: true,
            form: Form::Columns,
            score,
        });
    };
    let (mut first, mut two, mut from) = (order[0], order.len() >= 2, at + 1);
    if !two {
        // `WHITE` and `BLACK` on two lines, one below the other
        if let Some(next) = lines.get(at + 1) {
            if let Some((o, w)) = heads(&next.text) {
                if o.len() == 1 && o[0] != first && w <= 0.46 {
                    two = true;
                    from = at + 2;
                    // heads on two lines: their order in the scan means nothing
                    first = Colour::White;
                }
            }
        }
        if !two {
            // WHITE, name … BLACK, name
            let below = |i: usize| {
                lines[i + 1..].iter().take(2).find(usable).and_then(|l| Some((parse(&l.text)?, l.index)))
            };
            if let Some(x) = below(at) {
                for (j, other) in lines.iter().enumerate().skip(at + 1) {
                    if heads(&other.text).is_some_and(|(o, _)| o.len() == 1 && o[0] != first) {
                        if let Some(y) = below(j) {
                            if y.1 != x.1 {
                                put(x.clone(), y, base + 0.3, out, first);
                            }
                        }
                        break;
                    }
                }
                let (n, i) = x;
                let q = n.quality;
                let one = if first == Colour::White { (Some((n, i)), None) } else { (None, Some((n, i))) };
                out.push(Players {
                    white: one.0,
                    black: one.1,
                    coloured: true,
                    form: Form::Columns,
                    score: q + base - 0.6,
                });
            }
            return;
        }
    }
    let below: Vec<&&HeadingLine> = lines[from..].iter().filter(usable).take(3).collect();
    for (k, l) in below.iter().enumerate() {
        let far = 0.12 * k as f32;
        // a name that continues on the next line is incomplete
        let open = !l.text.trim_end().ends_with(['.', ')', ',', ';'])
            && below.get(k + 1).is_some_and(|m| parse(&m.text).is_some() || !pairs(&m.text).is_empty());
        for (x, y, s) in pairs(&l.text).into_iter().take(2) {
            put((x, l.index), (y, l.index), s + base - far - if open { 0.3 } else { 0.0 }, out, first);
        }
        if let (Some(x), Some(m)) = (parse(&l.text), below.get(k + 1)) {
            if let Some(y) = parse(&m.text) {
                let s = (x.quality + y.quality) / 2.0;
                // a third line would be nobody's
                let left = below.get(k + 2).is_some_and(|l| parse(&l.text).is_some_and(|n| n.quality > 0.7));
                let s = if left { s - 0.25 } else { s };
                put((x, l.index), (y, m.index), s + base + 0.1 - far, out, first);
            }
        }
    }
    // names first, heads below
    let above: Vec<&&HeadingLine> = lines[..at].iter().rev().filter(usable).take(2).collect();
    if let Some(l) = above.first() {
        for (x, y, s) in pairs(&l.text).into_iter().take(2) {
            put((x, l.index), (y, l.index), s + base - 0.25, out, first);
        }
        if let Some(m) = above.get(1) {
            if let (Some(x), Some(y)) = (parse(&m.text), parse(&l.text)) {
                put(
                    (x.clone(), m.index),
                    (y.clone(), l.index),
                    (x.quality + y.quality) / 2.0 + base - 0.35,
                    out,
                    first,
                );
            }
        }
    }
}

/// The middle of `text[start..end]` in characters from the line's start.
fn middle(text: &str, start: usize, end: usize) -> f32 {
    let before = text[..start].chars().count();
    before as f32 + text[start..end].chars().count() as f32 / 2.0
}

/// Byte ranges of the parts of a line separated by two or more spaces; of its words if there is only one
/// part.
fn segments(text: &str) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = vec![];
    let base = text.as_ptr() as usize;
    for w in text.split_whitespace() {
        let s = w.as_ptr() as usize - base;
        let e = s + w.len();
        match out.last_mut() {
            Some(last) if s - last.1 < 2 => last.1 = e,
            _ => out.push((s, e)),
        }
    }
    if out.len() == 1 {
        return text
            .split_whitespace()
            .map(|w| {
                let s = w.as_ptr() as usize - base;
                (s, s + w.len())
            })
            .collect();
    }
    out
}

/// The colour whose head stands higher, if the heads stand on two lines.
fn first_head(lines: &[&HeadingLine], at: usize) -> Option<Colour> {
    let only = |at: usize| {
        let (order, _) = heads(&lines.get(at)?.text)?;
        (order.len() == 1).then(|| order[0])
    };
    let own = only(at)?;
    Some(at.checked_sub(1).and_then(only).filter(|above| *above != own).unwrap_or(own))
}

/// Two names on three or four lines below the heads, in any order: each line belongs to one of them.
fn assigned(lines: &[&HeadingLine], worn: f32, higher: Option<Colour>, out: &mut Vec<Players>) {
    for k in 3..=lines.len().min(4) {
        for mask in 1..(1_u32 << k) - 1 {
            let side = |white: bool| {
                let own = (0..k).filter(|i| (mask >> i & 1 == 0) == white);
                own.map(|i| lines[i].text.trim_matches(|c: char| c.is_whitespace() || "-:_|".contains(c)))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let (x, y) = (side(true), side(false));
            let (Some(p), Some(q)) = (parse(&x), parse(&y)) else { continue };
            let stops = f32::from(ends(&x)) + f32::from(ends(&y)) - inner(&x) - inner(&y);
            // who is named in more lines stands higher, like the head above
            let fits = higher
                .map_or(0.0, |first| if (mask & 1 == 0) == (first == Colour::White) { 0.1 } else { -0.2 });
            let score = (p.quality + q.quality) / 2.0 + 0.25 * stops + fits - worn + 0.1;
            let place = |white: bool| {
                (0..k).rev().find(|i| (mask >> i & 1 == 0) == white).map_or(0, |i| lines[i].index)
            };
            let (white, black) = (Some((p, place(true))), Some((q, place(false))));
            out.push(Players { white, black, coloured: true, form: Form::Columns, score });
        }
    }
}

/// A full stop ends a name.
fn ends(text: &str) -> bool {
    text.trim_end_matches(')').ends_with('.') && text.len() > 3
}

/// Full stops inside a name that follow no initials.
fn inner(text: &str) -> f32 {
    text.split_whitespace().rev().skip(1).filter(|word| ends(word)).count() as f32
}

/// Names that continue over lines below their heads (`Alexander` above `Alekhine.`): by the positions of the
/// words if the text keeps them, otherwise by trying all ways to divide two lines.
fn stacked(lines: &[&HeadingLine], at: usize, worn: f32, out: &mut Vec<Players>) {
    // the positions of both heads, on this line or the next two
    let (mut w, mut b) = (None, None);
    for l in lines[at..].iter().take(3) {
        if l.kind == LineKind::Moves || l.furniture {
            break;
        }
        for m in colours(&l.text, 0.46) {
            let place = middle(&l.text, m.start, m.end);
            let slot = if m.colour == Colour::White { &mut w } else { &mut b };
            slot.get_or_insert(place);
        }
        if w.is_some() && b.is_some() {
            break;
        }
    }
    let (Some(w), Some(b)) = (w, b) else { return };
    let (mut white, mut black) = (String::new(), String::new());
    let (mut wi, mut bi) = (0, 0);
    let mut rest: Vec<&HeadingLine> = vec![];
    for l in lines[at..].iter().take(9) {
        if l.kind == LineKind::Moves {
            // the other half of the table, right of both heads
            let indent = l.text.chars().take_while(|c| c.is_whitespace()).count() as f32;
            if indent > w.max(b) + 3.0 {
                continue;
            }
            break;
        }
        if l.kind != LineKind::Other || l.furniture {
            break;
        }
        let marks = colours(&l.text, 0.46);
        let mut own = false;
        for (s, e) in segments(&l.text) {
            if marks.iter().any(|m| m.start < e && s < m.end) {
                continue;
            }
            own = true;
            let x = middle(&l.text, s, e);
            let left = (x - w).abs() <= (x - b).abs();
            let (name, i) = if left { (&mut white, &mut wi) } else { (&mut black, &mut bi) };
            let text = &l.text[s..e];
            if name.ends_with('-') {
                name.pop();
            } else if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(text);
            *i = l.index;
        }
        if own && marks.is_empty() {
            rest.push(l);
        }
    }
    if (w - b).abs() > 12.0 || (w - b).abs() > 6.0 && lines[at].text.contains("   ") {
        if let (Some(x), Some(y)) = (parse(&white), parse(&black)) {
            let score = (x.quality + y.quality) / 2.0 + 0.75 - worn;
            out.push(Players {
                white: Some((x, wi)),
                black: Some((y, bi)),
                coloured: true,
                form: Form::Columns,
                score,
            });
        }
    }
    assigned(&rest, worn, first_head(lines, at), out);
    if let [l, m, ..] = rest.as_slice() {
        // a whole name on each line
        let whole = |l: &HeadingLine| {
            l.text.trim_end().ends_with(['.', ')', ','])
                && parse(&l.text).is_some_and(|n| n.quality > 0.7 && !n.initials)
        };
        if whole(l) && whole(m) {
            return;
        }
        let (a, c): (Vec<&str>, Vec<&str>) =
            (l.text.split_whitespace().collect(), m.text.split_whitespace().collect());
        if a.len() < 2 || a.len() > 6 || c.is_empty() || c.len() > 5 {
            return;
        }
        for i in 1..a.len() {
            for j in 0..=c.len() {
                let (x, y) = (
                    format!("{} {}", a[..i].join(" "), c[..j].join(" ")),
                    format!("{} {}", a[i..].join(" "), c[j..].join(" ")),
                );
                let (x, y) = (x.trim(), y.trim());
                if let (Some(p), Some(q)) = (parse(x), parse(y)) {
                    let stops = f32::from(ends(x)) + f32::from(ends(y)) - inner(x) - inner(y);
                    let score = (p.quality + q.quality) / 2.0 + 0.3 * stops + 0.1 - worn;
                    out.push(Players {
                        white: Some((p, m.index)),
                        black: Some((q, m.index)),
                        coloured: true,
                        form: Form::Columns,
                        score,
                    });
                }
            }
        }
    }
}
