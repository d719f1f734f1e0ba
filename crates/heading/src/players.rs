//! The players: scores all ways in which a heading may name two players.

use super::colour::{Colour, ColourWord, colours};
use super::columns::columns;
use super::fuzzy::{damage, fold};
use super::line::LineKind;
use super::names::words::TITLES;
use super::names::{Name, allies, company, pairs, parse};
use super::sides::{is_club, leading_name, side_before, side_behind, trailing_name, without_origin};

/// The way in which a heading names the players; a book keeps to one or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `White: X. Black: Y.`
    Labelled,
    /// `X (White). Y (Black).`
    Behind,
    /// `X v. Y`
    Versus,
    /// `Between X and Y`
    Between,
    /// `X—Y`
    Dash,
    /// Below or above `WHITE` and `BLACK`.
    Columns,
    /// Two names above the moves.
    Bare,
    /// Names of the book's people on lines of their own.
    Known,
}

/// A candidate for the two players.
#[derive(Clone, Debug)]
pub struct Players {
    /// White, and the index of its line.
    pub white: Option<(Name, usize)>,
    /// Black, and the index of its line.
    pub black: Option<(Name, usize)>,
    /// Whether the colours are printed (and do not only follow from the order `X v. Y`).
    pub coloured: bool,
    /// How they are named.
    pub form: Form,
    /// From 0 to about 1.5; only for comparison.
    pub score: f32,
}

/// A line that may be part of a heading.
pub struct HeadingLine<'a> {
    /// Its text, with cells of moves replaced by spaces.
    pub text: std::borrow::Cow<'a, str>,
    /// Its index in the caller's slice.
    pub index: usize,
    /// The kind of line.
    pub kind: LineKind,
    /// Whether it is a running head or a page number.
    pub furniture: bool,
}

/// Whether a colour word stands in brackets of its own: `(White)`.
fn is_bracketed(text: &str, mark: &ColourWord) -> bool {
    text[..mark.start].trim_end().ends_with(['(', '['])
        && text[mark.end..].trim_start_matches(['.', ' ']).starts_with([')', ']'])
}

/// Finds `X (White). Y (Black).`, `Mr. X, White; Mr. Y, Black.`
fn behind(text: &str, index: usize, out: &mut Vec<Players>) {
    const JOINERS: [&str; 10] =
        ["and", "v", "vs", "versus", "against", "gegen", "und", "et", "contre", "contra"];
    let marks = colours(text, 0.34);
    for (i, pair) in marks.windows(2).enumerate() {
        let [a, b] = pair else { continue };
        let closes = |m: &ColourWord| {
            let before = text[..m.start].trim_end();
            is_bracketed(text, m)
                || before.ends_with([',', '-'])
                || before.ends_with("playing")
                || before.ends_with("with the")
        };
        if a.colour == b.colour || !closes(a) || !closes(b) {
            continue;
        }
        let trim = |c: char| c.is_whitespace() || "([,-–—".contains(c);
        let from = i.checked_sub(1).map_or(0, |k| marks[k].end);
        let strip = |t: &str| {
            let t = t.trim_end_matches(trim);
            t.strip_suffix("playing")
                .or(t.strip_suffix("with the"))
                .unwrap_or(t)
                .trim_end_matches(trim)
                .to_owned()
        };
        let left = strip(&text[from..a.start]);
        let middle = strip(
            text[a.end..b.start].trim_start_matches(|c: char| c.is_whitespace() || ")].,;-–—:".contains(c)),
        );
        let mut right = middle.as_str();
        let word = right.split_whitespace().next().unwrap_or_default();
        if JOINERS.contains(&fold(word).as_str()) && !word.starts_with('V') {
            right = right[word.len()..].trim_start();
        }
        let Some(x) = side_before(&left) else { continue };
        let Some(y) = allies(right).or_else(|| parse(without_origin(right))).or_else(|| company(right))
        else {
            continue;
        };
        let score = (x.quality + y.quality) / 2.0 + 0.5 - (a.damage + b.damage) / 2.0;
        let (x, y) = (Some((x, index)), Some((y, index)));
        let (white, black) = if a.colour == Colour::White { (x, y) } else { (y, x) };
        out.push(Players { white, black, coloured: true, form: Form::Behind, score });
    }
}

/// Finds two players on a line that is a heading from its beginning to its end.
fn exact(text: &str, index: usize, out: &mut Vec<Players>) {
    let Some(found) = super::parts::parts(text.trim()) else { return };
    let name = |tag: &str| {
        let printed = found.get(tag)?;
        // Allies are no one's family and given names.
        let one =
            allies(printed).is_none().then(|| parse(printed)).flatten().filter(|name| name.quality > 0.6);
        Some(one.unwrap_or(Name { tag: printed.to_owned(), quality: 0.7, initials: false }))
    };
    if let (Some(white), Some(black)) = (name("White"), name("Black")) {
        // `Чёрные: Н.`: the name goes on in the next line.
        let is_initial = |name: &Name| name.tag.chars().filter(|c| c.is_alphabetic()).count() == 1;
        if is_initial(&white) != is_initial(&black) {
            return;
        }
        out.push(Players {
            score: (white.quality + black.quality) / 2.0 + if found.coloured { 0.5 } else { 0.4 },
            white: Some((white, index)),
            black: Some((black, index)),
            coloured: found.coloured,
            form: if found.coloured { Form::Labelled } else { Form::Versus },
        });
    }
}

/// Finds `White—X. Black—Y.` in a text; `index` is the line of both.
fn labelled(text: &str, index: usize, out: &mut Vec<Players>) {
    let marks = colours(text, 0.34);
    for (i, w) in marks.iter().enumerate() {
        for (j, b) in marks.iter().enumerate() {
            if w.colour != Colour::White || b.colour != Colour::Black || i.abs_diff(j) != 1 {
                continue;
            }
            if is_bracketed(text, w)
                && is_bracketed(text, b)
                && trailing_name(&text[..w.start.min(b.start)]).is_some()
            {
                continue;
            }
            let after = |m: &ColourWord| {
                let end = marks.iter().map(|o| o.start).filter(|&s| s > m.start).min().unwrap_or(text.len());
                let rest = text[m.end..end]
                    .trim_start_matches(|c: char| c.is_whitespace() || ".:;,—–-=".contains(c));
                let whole = rest.trim_end_matches(|c: char| c.is_whitespace() || ".;,—–-".contains(c));
                allies(whole).or_else(|| company(whole)).or_else(|| leading_name(rest))
            };
            if let (Some(x), Some(y)) = (after(w), after(b)) {
                let score = (x.quality + y.quality) / 2.0 + 0.45 - (w.damage + b.damage) / 2.0;
                out.push(Players {
                    white: Some((x, index)),
                    black: Some((y, index)),
                    coloured: true,
                    form: Form::Labelled,
                    score,
                });
            }
        }
    }
}

/// A single label with its name on the same line (`BLACK. (Mr. M.)`); the other colour is elsewhere.
#[must_use]
pub fn one_labelled(text: &str, want_white: bool) -> Option<Name> {
    let marks = colours(text, 0.3);
    let [m] = marks.as_slice() else { return None };
    if (m.colour == Colour::White) != want_white || text[..m.start].trim().len() > 3 {
        return None;
    }
    leading_name(&text[m.end..])
}

/// A text without the word that two clubs have in common: `between the London and Edinburgh Clubs`.
fn without_clubs(text: &str) -> &str {
    let whole = text.trim_end_matches(|c: char| !c.is_alphabetic());
    let (before, last) = whole.rsplit_once(' ').unwrap_or(("", whole));
    let shared = matches!(fold(last).as_str(), "clubs" | "cercles" | "schachclubs" | "vereine" | "circles");
    let before = before.strip_suffix(" Chess").or(before.strip_suffix(" CHESS")).unwrap_or(before);
    if shared && !before.trim().is_empty() { before } else { text }
}

/// `X v. Y`, `Between X and Y`, `X–Y`.
fn versus(text: &str, index: usize, out: &mut Vec<Players>) {
    let spaced = text.replace("--", " — ");
    let text = spaced.trim();
    // `those eminent players, Herr Anderssen and Mr. Morphy`: a sentence about their style.
    let is_told = super::told::is_told(text);
    let is_between = |word: &str| {
        word.len() > 4
            && ["between", "zwischen", "entre", "players"]
                .iter()
                .any(|k| damage(&fold(word), k) < 0.25 && (*k != "players" || !is_told))
            || word == "by" && text.to_lowercase().contains("played by")
    };
    for (start, end) in text.split_whitespace().map(|w| {
        let s = w.as_ptr() as usize - text.as_ptr() as usize;
        (s, s + w.len())
    }) {
        let word = &text[start..end];
        let bare = fold(word);
        let between = || text[..start].split(|c: char| !c.is_alphabetic()).any(is_between);
        let joins = matches!(bare.as_str(), "and" | "und" | "y" | "et" | "e");
        let form = if joins { Form::Between } else { Form::Versus };
        let base = match bare.as_str() {
            "v" | "vs" | "versus" if !word.starts_with('V') || word.len() > 1 => 0.55,
            "v" | "vv" => 0.45,
            "against" | "gegen" | "contra" | "contre" => 0.4,
            "and" | "und" | "y" | "et" if between() => 0.5,
            "y" if word.ends_with('.') || word.ends_with(',') => 0.2, // a worn `v.`
            // two names and nothing else: `Mr. Morphy and Mr. Kipping.`
            "and" | "und" => -0.1,
            _ => continue,
        };
        if start == 0 || end >= text.len() {
            continue;
        }
        // the initial of a name: `and V. H. der Laza`
        let last = text[..start].split_whitespace().next_back().map(fold).unwrap_or_default();
        if !joins && matches!(last.as_str(), "and" | "und" | "et") {
            continue;
        }
        // `Dr. v. Holst`, `Weiß: v. Holst`
        let printed = text[..start].trim_end();
        let side = || printed.strip_suffix(':').and_then(|text| text.split_whitespace().next_back());
        if !joins
            && (last.len() > 1 && TITLES.contains(&last.as_str()) && printed.ends_with('.')
                || side().is_some_and(|word| scorebook_lexicon::side_of(word).is_some()))
        {
            continue;
        }
        let (before, behind) = (text[..start].trim_end_matches([' ', ',']), &text[end..]);
        let behind = if joins { without_clubs(behind) } else { behind };
        let sides = if joins {
            (
                trailing_name(without_origin(before)),
                leading_name(behind).or_else(|| leading_name(without_origin(behind))),
            )
        } else {
            (side_before(before), side_behind(behind))
        };
        if let (Some(x), Some(y)) = sides {
            // a club plays a club: the rest of its name is on the next line
            let base = if is_club(&x) == is_club(&y) { base } else { base - 0.25 };
            out.push(Players {
                score: (x.quality + y.quality) / 2.0 + base,
                white: Some((x, index)),
                black: Some((y, index)),
                coloured: false,
                form,
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
        // a hyphen inside a double name has precedence over a dash
        let base = if c == '-' && !l.ends_with(' ') { -0.2 } else { 0.1 };
        if let (Some(x), Some(y)) = (parse(l), parse(r.split(['(', ',', '[']).next().unwrap_or(r))) {
            if !x.initials && !y.initials {
                let numbered = if after_number.len() < text.len() { 0.25 } else { 0.0 };
                out.push(Players {
                    score: (x.quality + y.quality) / 2.0 + base + numbered,
                    white: Some((x, index)),
                    black: Some((y, index)),
                    coloured: false,
                    form: Form::Dash,
                });
            }
        }
    }
}

/// True if the line joins two people (`v.`, `vs.`) or labels them: then it is a heading, however often it
/// occurs.
#[must_use]
pub fn names_players(text: &str) -> bool {
    let mut out = vec![];
    versus(text, 0, &mut out);
    labelled(text, 0, &mut out);
    behind(text, 0, &mut out);
    out.iter().any(|p| p.score > 0.9)
}

/// What stands in brackets behind the heads of both columns, White's first.
#[must_use]
pub fn bracketed_heads(text: &str) -> Option<(String, String)> {
    let marks = colours(text, 0.34);
    // `Blackburne v. Lee Match. … White. Black. (Mr Lee) (Mr Blackburne)`: what is printed exactly so is the head.
    let exact: Vec<_> = marks.iter().filter(|mark| mark.damage == 0.0).collect();
    let (one, two) = match (marks.as_slice(), exact.as_slice()) {
        ([one, two], _) => (one, two),
        (_, [one, two]) => (*one, *two),
        _ => return None,
    };
    let inner = |from: usize, to: usize| {
        let (_, rest) = text.get(from..to)?.split_once(['(', '['])?;
        Some(rest.split([')', ']']).next().unwrap_or(rest).trim().to_owned())
    };
    // `White. Black. (Mr Lee) (Mr Blackburne)`: both behind both heads.
    let behind = || {
        let (_, rest) = text.get(two.end..)?.split_once(['(', '['])?;
        let (first, rest) = rest.split_once([')', ']'])?;
        let second = rest.trim_start().strip_prefix(['(', '['])?.split([')', ']']).next()?;
        Some((first.trim().to_owned(), second.trim().to_owned()))
    };
    let (first, second) = match inner(one.end, two.start) {
        Some(first) => (first, inner(two.end, text.len())?),
        None => behind()?,
    };
    match (one.colour, two.colour) {
        (Colour::White, Colour::Black) => Some((first, second)),
        (Colour::Black, Colour::White) => Some((second, first)),
        _ => None,
    }
}

/// The two people whom a line of a list of games names (`12 Weiss v. Burn . . 79`).
#[must_use]
pub fn listed(text: &str) -> Option<(String, String)> {
    let joined = |w: &str| matches!(w, "v." | "V." | "vs." | "v" | "against" | "gegen");
    if text.len() > 90 || !text.split_whitespace().any(joined) {
        return None;
    }
    let text = text.trim_end_matches(|c: char| !c.is_alphabetic());
    let mut out = vec![];
    versus(text, 0, &mut out);
    let best = out
        .into_iter()
        .filter(|p| p.form == Form::Versus && p.score > 1.1)
        .max_by(|a, b| a.score.total_cmp(&b.score))?;
    Some((best.white?.0.tag, best.black?.0.tag))
}

/// All candidates in the lines before a game, scored with their distance from its first move.
#[must_use]
pub fn candidates(lines: &[HeadingLine]) -> Vec<Players> {
    let kept: Vec<&HeadingLine> = lines.iter().filter(|l| l.kind != LineKind::Blank).collect();
    // text between a line and the first move makes it less likely to be this game's heading
    let mut cost = vec![0.0_f32; kept.len()];
    let mut sum = 0.0_f32;
    for i in (0..kept.len()).rev() {
        cost[i] = sum;
        sum += match kept[i].kind {
            LineKind::Moves => 0.012,
            LineKind::Prose => 0.04,
            _ => 0.015,
        };
    }
    let mut out = vec![];
    for i in 0..kept.len() {
        let l = kept[i];
        if l.furniture || l.kind == LineKind::Moves {
            continue;
        }
        let mut mine = vec![];
        let prose = l.kind == LineKind::Prose;
        labelled(&l.text, l.index, &mut mine);
        behind(&l.text, l.index, &mut mine);
        versus(&l.text, l.index, &mut mine);
        exact(&l.text, l.index, &mut mine);
        if !prose {
            columns(&kept, i, &mut mine);
        }
        // what goes on over two or three lines
        let mut joined = l.text.trim_end().to_owned();
        let (mut more, mut passed) = (0, 0);
        for next in kept[i + 1..].iter().take(4) {
            if more == 2 || passed == 2 || joined.len() > 160 {
                break;
            }
            // page furniture and the end of the game before may stand between
            if next.furniture || next.kind == LineKind::Moves {
                passed += 1;
                continue;
            }
            let head = joined.len() - usize::from(joined.ends_with('-'));
            let gap = if head < joined.len() { "" } else { " " };
            joined = format!("{}{gap}{}", &joined[..head], next.text.trim());
            let mut both = vec![];
            labelled(&joined, l.index, &mut both);
            behind(&joined, l.index, &mut both);
            versus(&joined, l.index, &mut both);
            for p in &mut both {
                p.score -= 0.12 + 0.06 * more as f32 + 0.05 * passed as f32;
            }
            mine.extend(both);
            more += 1;
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

/// Finds two names directly above the first move; their heads are illegible.
fn bare(kept: &[&HeadingLine], out: &mut Vec<Players>) {
    // two names on a line, some lines above
    let told = |n: &Name| n.quality > 0.85 && !n.initials;
    for (far, l) in kept.iter().rev().skip(1).take(9).enumerate() {
        if l.kind == LineKind::Other && !l.furniture {
            if let Some((x, y, s)) = pairs(&l.text).into_iter().next().filter(|(x, y, _)| told(x) && told(y))
            {
                out.push(Players {
                    white: Some((x, l.index)),
                    black: Some((y, l.index)),
                    coloured: false,
                    form: Form::Bare,
                    score: s - 0.45 - 0.03 * far as f32,
                });
            }
        }
    }
    let Some((m, above)) = kept.split_last() else { return };
    let good = |n: &Name| n.quality > 0.7 && !n.initials;
    let open = |l: &HeadingLine| l.kind == LineKind::Other && !l.furniture;
    if let Some(l) = above.last().filter(|l| open(l) && open(m)) {
        if let (Some(x), Some(y)) = (parse(&l.text).filter(good), parse(&m.text).filter(good)) {
            let score = (x.quality + y.quality) / 2.0 - 0.1;
            out.push(Players {
                white: Some((x, l.index)),
                black: Some((y, m.index)),
                coloured: false,
                form: Form::Bare,
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
                form: Form::Bare,
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
