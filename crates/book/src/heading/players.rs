//! Who plays: every way a heading may name two players, each with a score; the best one wins.

use super::fuzzy::{damage, fold};
use super::line::Kind;
use super::names::{Name, pairs, parse};

/// One reading of who has White and who Black.
#[derive(Clone, Debug)]
pub struct Players {
    pub white: Option<(Name, usize)>,
    pub black: Option<(Name, usize)>,
    /// Colours are printed with the names (not only the order `X v. Y`).
    pub coloured: bool,
    /// 0 to about 1.5; only for comparison.
    pub score: f32,
}

/// A line of the text that may hold a heading.
pub struct Line<'a> {
    /// Its text, cells of moves blanked out.
    pub text: std::borrow::Cow<'a, str>,
    /// Its index in the caller's slice.
    pub index: usize,
    pub kind: Kind,
    /// A page's running head or number.
    pub furniture: bool,
}

const WHITE: [&str; 5] = ["white", "weiss", "blancas", "blancs", "bianco"];
const BLACK: [&str; 5] = ["black", "schwarz", "negras", "noirs", "nero"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    White,
    Black,
}

struct Mark {
    colour: Colour,
    start: usize,
    end: usize,
    damage: f32,
}

/// Words of a line as (start, end), parted at spaces, dashes, colons and brackets.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut out = vec![];
    let mut start = None;
    for (i, c) in text.char_indices() {
        let part = c.is_whitespace() || "—–-:;,.()[]=".contains(c);
        match (part, start) {
            (false, None) => start = Some(i),
            (true, Some(s)) => {
                out.push((s, i));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(s) = start {
        out.push((s, text.len()));
    }
    out
}

/// The words `White` and `Black` of a line, in any language and state.
fn colours(text: &str, limit: f32) -> Vec<Mark> {
    let mut out = vec![];
    for (start, end) in words(text) {
        let low = fold(&text[start..end]);
        // `WhUe`: `hi`, `li` and `ii` are read as U
        let low = if low.starts_with('w') { low.replacen('u', "i", 1) } else { low };
        if low.len() < 4 {
            continue;
        }
        // the words of other languages must be nearly whole, or any short name is one
        let best = |keys: &[&str]| {
            keys.iter()
                .enumerate()
                .map(|(i, k)| damage(&low, k) + if i > 1 { 0.15 } else { 0.0 })
                .fold(9.0, f32::min)
        };
        let (w, b) = (best(&WHITE), best(&BLACK));
        if w.min(b) <= limit && (w - b).abs() > 0.05 {
            // a lower-case `white` stands in a sentence
            let capital = text[start..].chars().next().is_some_and(|c| !c.is_lowercase());
            if !capital && w.min(b) < 0.01 && text.split_whitespace().count() > 3 {
                continue;
            }
            out.push(Mark {
                colour: if w < b { Colour::White } else { Colour::Black },
                start,
                end,
                damage: w.min(b),
            });
        }
    }
    out
}

/// The beginning of `text` that reads best as a name (`X. French Defence.` gives X).
fn leading_name(text: &str) -> Option<Name> {
    let text = text.trim_start_matches(|c: char| " .:;,—–-=)\u{a0}".contains(c));
    let mut ends: Vec<usize> =
        text.char_indices().filter(|(_, c)| ".;:,)—".contains(*c)).map(|(i, c)| i + c.len_utf8()).collect();
    ends.push(text.len());
    let wide = text.find("   ");
    ends.iter()
        .copied()
        .chain(wide)
        .filter_map(|e| {
            let n = parse(&text[..e])?;
            let closed = e == text.len() || wide == Some(e) || !text[e..].starts_with(char::is_alphabetic);
            // longer readings are better while they still look like a name
            Some((
                n.quality + 0.004 * e as f32
                    - if closed { 0.0 } else { 0.3 }
                    - if n.initials { 0.3 } else { 0.0 },
                n,
            ))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, n)| n)
}

/// The end of `text` that reads best as a name (`Game 5. A. Albin` gives Albin).
fn trailing_name(text: &str) -> Option<Name> {
    let mut starts: Vec<usize> = vec![0];
    for (i, c) in text.char_indices() {
        if c.is_whitespace() {
            starts.push(i);
        }
    }
    let best = starts.iter().filter_map(|&s| {
        let before = text[..s].trim_end();
        let n = parse(&text[s..])?;
        let clean = before.is_empty()
            || before.ends_with(['.', ':', ',', ';', '—', '–', ')'])
                && fold(before.split_whitespace().last().unwrap_or("")).len() > 2
            || before.split_whitespace().last().is_some_and(|w| {
                let f = fold(w);
                f.chars().all(|c| c.is_ascii_digit())
                    || ["between", "zwischen", "entre", "players", "von"].iter().any(|k| damage(&f, k) < 0.25)
            });
        Some((n.quality + 0.004 * (text.len() - s) as f32 - if clean { 0.0 } else { 0.25 }, n))
    });
    best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, n)| n)
}

/// `White—X. Black—Y.` in one text; indices say which line each half stands on.
fn labelled(text: &str, index: usize, out: &mut Vec<Players>) {
    let marks = colours(text, 0.34);
    for (i, w) in marks.iter().enumerate() {
        for (j, b) in marks.iter().enumerate() {
            if w.colour != Colour::White || b.colour != Colour::Black || i.abs_diff(j) != 1 {
                continue;
            }
            let after = |m: &Mark| {
                let end = marks.iter().map(|o| o.start).filter(|&s| s > m.start).min().unwrap_or(text.len());
                leading_name(&text[m.end..end])
            };
            if let (Some(x), Some(y)) = (after(w), after(b)) {
                let score = (x.quality + y.quality) / 2.0 + 0.45 - (w.damage + b.damage) / 2.0;
                out.push(Players { white: Some((x, index)), black: Some((y, index)), coloured: true, score });
            }
        }
    }
}

/// One label with its name on the same line (`BLACK. (Mr. M.)`), the other colour elsewhere.
pub fn one_labelled(text: &str, want_white: bool) -> Option<Name> {
    let marks = colours(text, 0.3);
    let [m] = marks.as_slice() else { return None };
    if (m.colour == Colour::White) != want_white || text[..m.start].trim().len() > 3 {
        return None;
    }
    leading_name(&text[m.end..])
}

/// Heads only: `WHITE. BLACK.`, the order of the colours on the line.
fn heads(text: &str) -> Option<(Vec<Colour>, f32)> {
    let tokens: Vec<&str> = text.split_whitespace().filter(|t| !fold(t).is_empty()).collect();
    let marks = colours(text, 0.5);
    let strong = marks.iter().any(|m| m.damage <= 0.34);
    // `WHITE. BEE`: the other head is worn beyond knowing
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
    let mean = marks.iter().map(|m| m.damage).sum::<f32>() / marks.len() as f32;
    if marks.len() == 1 && !strong || mean > 0.46 {
        return None;
    }
    Some((marks.iter().map(|m| m.colour).collect(), mean))
}

/// True if the line is nothing but heads of columns.
pub fn is_heads(text: &str) -> bool {
    heads(text).is_some()
}

/// True if the line holds the heads of one colour only, and the name stands on a later line.
pub fn is_head_of(text: &str, want_white: bool) -> bool {
    heads(text).is_some_and(|(c, _)| c.len() == 1 && (c[0] == Colour::White) == want_white)
}

/// `X v. Y`, `Between X and Y`, `X–Y`.
fn versus(text: &str, index: usize, out: &mut Vec<Players>) {
    let text = text.trim();
    let low = text.to_lowercase();
    let between = ["between", "zwischen", "entre", "players"].iter().any(|k| {
        low.split(|c: char| !c.is_alphabetic()).take(4).any(|w| w.len() > 4 && damage(&fold(w), k) < 0.25)
    });
    for (start, end) in text.split_whitespace().map(|w| {
        let s = w.as_ptr() as usize - text.as_ptr() as usize;
        (s, s + w.len())
    }) {
        let word = &text[start..end];
        let bare = fold(word);
        let base = match bare.as_str() {
            "v" | "vs" | "versus" if !word.starts_with('V') || word.len() > 1 => 0.55,
            "v" => 0.45,
            "against" | "gegen" | "contra" => 0.4,
            "and" | "und" | "y" | "et" | "e" if between && bare != "e" => 0.5,
            "y" if word.ends_with('.') || word.ends_with(',') => 0.2, // a worn `v.`
            // two names and nothing else: `Mr. Morphy and Mr. Kipping.`
            "and" | "und" => -0.1,
            _ => continue,
        };
        if start == 0 || end >= text.len() {
            continue;
        }
        if let (Some(x), Some(y)) = (trailing_name(&text[..start]), leading_name(&text[end..])) {
            out.push(Players {
                score: (x.quality + y.quality) / 2.0 + base,
                white: Some((x, index)),
                black: Some((y, index)),
                coloured: false,
            });
        }
    }
    let mut after_number = text.trim_start_matches(|c: char| c.is_ascii_digit() || ". )‘’'\"*•|".contains(c));
    if after_number.is_empty() {
        after_number = text;
    }
    for (at, c) in after_number.char_indices() {
        if !matches!(c, '–' | '—' | '-') {
            continue;
        }
        let (l, r) = (&after_number[..at], &after_number[at + c.len_utf8()..]);
        // a hyphen inside a double name binds tighter than a dash
        let base = if c == '-' && !l.ends_with(' ') { -0.2 } else { 0.1 };
        if let (Some(x), Some(y)) = (parse(l), parse(r.split(['(', ',', '[']).next().unwrap_or(r))) {
            if !x.initials && !y.initials {
                let numbered = if after_number.len() < text.len() { 0.25 } else { 0.0 };
                out.push(Players {
                    score: (x.quality + y.quality) / 2.0 + base + numbered,
                    white: Some((x, index)),
                    black: Some((y, index)),
                    coloured: false,
                });
            }
        }
    }
}

/// Names above or below the heads of the columns.
fn columns(lines: &[&Line], at: usize, out: &mut Vec<Players>) {
    let Some((order, worn)) = heads(&lines[at].text) else { return };
    stacked(lines, at, worn, out);
    let base = 0.5 - worn;
    let usable = |l: &&&Line| l.kind == Kind::Other && !l.furniture && !is_heads(&l.text);
    let put = |a: (Name, usize), b: (Name, usize), score: f32, out: &mut Vec<Players>, first: Colour| {
        let (white, black) = if first == Colour::White { (a, b) } else { (b, a) };
        out.push(Players { white: Some(white), black: Some(black), coloured: true, score });
    };
    let (mut first, mut two, mut from) = (order[0], order.len() >= 2, at + 1);
    if !two {
        // `WHITE` and `BLACK` on two lines, one below the other
        if let Some(next) = lines.get(at + 1) {
            if let Some((o, w)) = heads(&next.text) {
                if o.len() == 1 && o[0] != first && w <= 0.46 {
                    two = true;
                    from = at + 2;
                    // heads on two lines: which came out first says nothing
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
                out.push(Players { white: one.0, black: one.1, coloured: true, score: q + base - 0.6 });
            }
            return;
        }
    }
    let below: Vec<&&Line> = lines[from..].iter().filter(usable).take(3).collect();
    for (k, l) in below.iter().enumerate() {
        let far = 0.12 * k as f32;
        // names that go on in the next line are no whole names
        let open = !l.text.trim_end().ends_with(['.', ')', ',', ';'])
            && below.get(k + 1).is_some_and(|m| parse(&m.text).is_some() || !pairs(&m.text).is_empty());
        for (x, y, s) in pairs(&l.text).into_iter().take(2) {
            put((x, l.index), (y, l.index), s + base - far - if open { 0.3 } else { 0.0 }, out, first);
        }
        if let (Some(x), Some(m)) = (parse(&l.text), below.get(k + 1)) {
            if let Some(y) = parse(&m.text) {
                let s = (x.quality + y.quality) / 2.0;
                put((x, l.index), (y, m.index), s + base + 0.1 - far, out, first);
            }
        }
    }
    // names first, heads below
    let above: Vec<&&Line> = lines[..at].iter().rev().filter(usable).take(2).collect();
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

/// True if the line joins two people (`v.`, `vs.`) or labels them: it is a heading, however often it comes.
pub fn names_players(text: &str) -> bool {
    let mut out = vec![];
    versus(text, 0, &mut out);
    labelled(text, 0, &mut out);
    out.iter().any(|p| p.score > 0.9)
}

/// The middle of `text[start..end]` in characters from the line's start.
fn middle(text: &str, start: usize, end: usize) -> f32 {
    let before = text[..start].chars().count();
    before as f32 + text[start..end].chars().count() as f32 / 2.0
}

/// Segments of a line that stand apart by two spaces or more; words if there is only one.
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

/// Names that are broken over lines below their heads (`Alexander` above `Alekhine.`): by the
/// places of the words where the text keeps them, else by trying the ways to part two lines.
fn stacked(lines: &[&Line], at: usize, worn: f32, out: &mut Vec<Players>) {
    // the places of both heads, on this line or the next two
    let (mut w, mut b) = (None, None);
    for l in lines[at..].iter().take(3) {
        if l.kind == Kind::Moves || l.furniture {
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
    let mut rest: Vec<&Line> = vec![];
    for l in lines[at..].iter().take(9) {
        if l.kind == Kind::Moves {
            // the other half of the table, right of both heads
            let indent = l.text.chars().take_while(|c| c.is_whitespace()).count() as f32;
            if indent > w.max(b) + 3.0 {
                continue;
            }
            break;
        }
        if l.kind != Kind::Other || l.furniture {
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
            out.push(Players { white: Some((x, wi)), black: Some((y, bi)), coloured: true, score });
        }
    }
    if let [l, m, ..] = rest.as_slice() {
        // a whole name on each line
        let whole = |l: &Line| {
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
                    // a full stop ends a name, and does not stand within one but for initials
                    let ends = |t: &str| t.trim_end_matches(')').ends_with('.') && t.len() > 3;
                    let inner =
                        |t: &str| t.split_whitespace().rev().skip(1).filter(|w| ends(w)).count() as f32;
                    let stops = f32::from(ends(x)) + f32::from(ends(y)) - inner(x) - inner(y);
                    let score = (p.quality + q.quality) / 2.0 + 0.3 * stops + 0.1 - worn;
                    out.push(Players {
                        white: Some((p, m.index)),
                        black: Some((q, m.index)),
                        coloured: true,
                        score,
                    });
                }
            }
        }
    }
}

/// All readings of the lines before a game, scored with their distance from its first move.
pub fn candidates(lines: &[Line]) -> Vec<Players> {
    let kept: Vec<&Line> = lines.iter().filter(|l| l.kind != Kind::Blank).collect();
    // what stands between a line and the first move makes it less likely to be this game's heading
    let mut cost = vec![0.0_f32; kept.len()];
    let mut sum = 0.0_f32;
    for i in (0..kept.len()).rev() {
        cost[i] = sum;
        sum += match kept[i].kind {
            Kind::Moves => 0.012,
            Kind::Prose => 0.04,
            _ => 0.015,
        };
    }
    let mut out = vec![];
    for i in 0..kept.len() {
        let l = kept[i];
        if l.furniture || l.kind == Kind::Moves {
            continue;
        }
        let mut mine = vec![];
        let prose = l.kind == Kind::Prose;
        labelled(&l.text, l.index, &mut mine);
        versus(&l.text, l.index, &mut mine);
        if !prose {
            columns(&kept, i, &mut mine);
        }
        if let Some(next) = kept.get(i + 1).filter(|n| !n.furniture && n.kind != Kind::Moves) {
            let head = l.text.trim_end();
            let joined = match head.strip_suffix('-') {
                Some(h) => format!("{h}{}", next.text.trim_start()),
                None => format!("{head} {}", next.text.trim_start()),
            };
            let mut both = vec![];
            labelled(&joined, l.index, &mut both);
            versus(&joined, l.index, &mut both);
            for p in &mut both {
                p.score -= 0.12;
            }
            mine.extend(both);
        }
        for mut p in mine {
            p.score -= cost[i] + if prose { 0.45 } else { 0.0 };
            let alone = |n: &Option<(Name, usize)>| n.as_ref().is_some_and(|(n, _)| n.initials);
            if alone(&p.white) || alone(&p.black) {
                p.score -= 0.1;
            }
            if let (Some((a, _)), Some((b, _))) = (&p.white, &p.black) {
                if a.tag == b.tag {
                    p.score -= 0.3;
                }
            }
            out.push(p);
        }
    }
    bare(&kept, &mut out);
    out.sort_by(|a, b| b.score.total_cmp(&a.score));
    out
}

/// Two names and nothing else directly above the first move: their heads are worn beyond reading.
fn bare(kept: &[&Line], out: &mut Vec<Players>) {
    let [.., l, m] = kept else { return };
    let good = |n: &Name| n.quality > 0.7 && !n.initials;
    let open = |l: &Line| l.kind == Kind::Other && !l.furniture;
    if open(l) && open(m) {
        if let (Some(x), Some(y)) = (parse(&l.text).filter(good), parse(&m.text).filter(good)) {
            let score = (x.quality + y.quality) / 2.0 - 0.1;
            out.push(Players {
                white: Some((x, l.index)),
                black: Some((y, m.index)),
                coloured: false,
                score,
            });
        }
    }
    if open(m) {
        if let Some((x, y, s)) = pairs(&m.text).into_iter().next().filter(|(x, y, _)| good(x) && good(y)) {
            out.push(Players {
                white: Some((x, m.index)),
                black: Some((y, m.index)),
                coloured: false,
                score: s - 0.4,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Around, Furniture, read};

    /// White and Black of a heading.
    fn players(before: &[&str]) -> (String, String) {
        let heading = read(Around { before, ..Around::default() }, &Furniture::default());
        let text = |field: Option<super::super::Field>| field.map(|field| field.text).unwrap_or_default();
        (text(heading.white), text(heading.black))
    }

    #[test]
    fn names_below_heads_that_stand_at_different_heights() {
        let rows = [
            "           RUY LOPEZ.",
            "                        BLACK.",
            "       WHITE.",
            "                     ALEXANDER",
            "      V. MANKO.",
            "                      ALEKHINE.",
        ];
        assert_eq!(players(&rows), ("Manko, V.".into(), "Alekhine, Alexander".into()));
        let merged = [
            "           RUY LOPEZ.",
            "                        BLACK.",
            "       WHITE.        ALEXANDER",
            "      V. MANKO.       ALEKHINE.",
        ];
        assert_eq!(players(&merged), ("Manko, V.".into(), "Alekhine, Alexander".into()));
    }
}
