//! Names of players: recognises them and writes them as tags.

pub(super) mod words;

use self::words::{COMPANIES, NOT_NAMES, NOT_NAMES_EXACT, PARTICLES, TITLES};
use super::detail::ORDINALS;
use super::fuzzy::{damage, distance_within, fold, nearest};
use scorebook_lexicon::{is_given_name, is_writer};

/// Openings are named after people, so these words may be in a name only if nothing else indicates an
/// opening.
fn core_word(low: &str) -> bool {
    if NOT_NAMES_EXACT.contains(&low) {
        return false;
    }
    let limit = if low.len() <= 5 { 0.11 } else { 0.2 };
    if ORDINALS.iter().take(10).any(|ordinal| damage(low, ordinal.0) <= limit) {
        return false;
    }
    // `Augusto` is no worn `August`.
    nearest(low, &NOT_NAMES, limit).is_none_or(|(_, worn)| worn > 0.0 && is_given_name(low))
}

/// A span that was read as a person's name.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// In the form of a PGN tag: `Surname, Given`.
    pub tag: String,
    /// From 0 to 1: how much the span looks like a name and nothing else.
    pub quality: f32,
    /// Whether it has only initials (`Mr. M.`).
    pub initials: bool,
}

fn title_case(word: &str) -> String {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 2 || word.chars().any(char::is_lowercase) {
        return word.to_string();
    }
    let mut out = String::new();
    let mut start = true;
    for c in word.chars() {
        if start {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
        start = !c.is_alphabetic();
    }
    if out.starts_with("Mc") && out.len() > 3 {
        let tail: String = out[2..3].to_uppercase();
        out.replace_range(2..3, &tail);
    }
    out
}

/// `BtoKt`, `QxR`, `PtoKsch`: a move without spaces.
fn joined_move(word: &str) -> bool {
    let short = |sep: &str| {
        word.split_once(sep).is_some_and(|(l, r)| (1..=2).contains(&l.len()) && r.chars().count() <= 3)
    };
    if word.starts_with(['P', 'K', 'Q', 'R', 'B']) && (short("to") || short("takes")) {
        return true;
    }
    let starts = word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N', '0', 'S']);
    let rest = |sep: &str| {
        word.split_once(sep)
            .is_some_and(|(l, r)| l.chars().count() <= 3 && r.starts_with(['K', 'Q', 'R', 'B', 'P', 'N']))
    };
    starts && (rest("to") || rest("x") || rest("takes"))
}

/// A span without the club, the country or the remark in brackets behind a name. Given names stay: `Rosenthal (S.)`.
fn without_bracket(span: &str) -> &str {
    let whole = span.trim_end().trim_end_matches(['.', ',', ';', ':', ' ']);
    let Some(inside) = whole.strip_suffix([')', ']']) else { return span };
    let Some((before, inside)) = inside.rsplit_once(['(', '[']) else { return span };
    let named = before
        .split_whitespace()
        .any(|word| !word.starts_with(['(', '[']) && word.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let is_given = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters < 2 || word.ends_with('.') && letters < 4 || is_given_name(word)
    };
    if named && !before.contains(['(', '[']) && !inside.split_whitespace().all(is_given) {
        before
    } else {
        span
    }
}

/// Parses `span` as one person's name; `None` if it is not one.
pub fn parse(span: &str) -> Option<Name> {
    let span = without_bracket(span);
    let clean: String =
        span.chars().map(|c| if "()[]{}<>|_*\"“”«»^~=\\•".contains(c) { ' ' } else { c }).collect();
    let clean = clean.trim().trim_matches(|c: char| " .,;:-–—'’‘!?/".contains(c));
    // `White gives` a pawn.
    let is_deed = clean.split(' ').next().is_some_and(scorebook_lexicon::is_move_verb);
    if clean.is_empty() || clean.len() > 48 || is_deed || is_writer(clean) {
        return None;
    }
    // The number of a game.
    if clean.len() > 1 && clean.bytes().all(|b| matches!(b, b'I' | b'V' | b'X')) {
        return None;
    }
    // `H.E.Bird` is three tokens; `Bird, H. E.` has its comma kept
    let mut spaced = String::new();
    let chars: Vec<char> = clean.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        spaced.push(c);
        if (c == '.' || c == ',') && chars.get(i + 1).is_some_and(|n| n.is_alphabetic()) {
            spaced.push(' ');
        }
    }
    let (mut given, mut core): (Vec<String>, Vec<String>) = (vec![], vec![]);
    // words before each initial: `John P. Pratt`
    let mut behind: Vec<usize> = vec![];
    // a bracket that opens twice, or does not close, has parts of two names
    let (opens, closes) = (span.matches('(').count(), span.matches(')').count());
    let torn = opens > 1 || closes > 1 || opens != closes;
    let (mut quality, mut titled) = (0.75_f32, false);
    // Words before the comma of `Becerra Rivero, Julio`.
    let mut family: Option<usize> = None;
    for token in spaced.split_whitespace() {
        let comma = token.ends_with(',');
        let word = token.trim_matches(|c: char| ".,;:'’‘".contains(c));
        let low = fold(word);
        if low.is_empty() {
            continue;
        }
        let first = word.chars().find(|c| c.is_alphabetic())?;
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        if digits > 0 && (digits > 1 || letters < 4) {
            return None;
        }
        if core.is_empty()
            && given.is_empty()
            && TITLES.contains(&low.as_str())
            && (low.len() > 1 || spaced.split_whitespace().count() > 1 && token.starts_with('M'))
            && !titled
        {
            titled = true;
            // `M. Weiss` may be an initial: it is kept as one
            if low == "m" {
                given.push("M.".into());
                behind.push(0);
            }
            continue;
        }
        // `Dr. v. Holst`
        if word == "v" && token.ends_with('.') && core.is_empty() && given.is_empty() {
            core.push("v.".to_owned());
            continue;
        }
        // `Between Mr. Morphy` is more than a name
        if !core.is_empty() && low.len() > 1 && low != "dr" && TITLES.contains(&low.as_str()) {
            return None;
        }
        if letters <= 2
            && low.len() <= 2
            && low != "st"
            && (token.ends_with('.') || first.is_uppercase())
            && !PARTICLES.contains(&low.as_str())
        {
            let bare = word.trim_end_matches('.');
            // `Bo` is a name, `Wm` and `J` are short for one.
            let is_whole = !token.ends_with('.')
                && bare.chars().skip(1).any(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
            given.push(if is_whole { bare.to_owned() } else { format!("{bare}.") });
            behind.push(core.len());
            // `Lev I`: the rest may be on the next line
            if !core.is_empty() && family.is_none() {
                quality -= 0.25;
            }
            continue;
        }
        if PARTICLES.contains(&low.as_str()) {
            // `La Bourdonnais` keeps its capital
            let mixed = word.chars().any(char::is_lowercase);
            core.push(if mixed { word.to_owned() } else { word.to_lowercase() });
            continue;
        }
        // `Tins ley`: a name split in two
        if first.is_lowercase()
            && letters <= 4
            && digits == 0
            && !NOT_NAMES_EXACT.contains(&low.as_str())
            && !NOT_NAMES.contains(&low.as_str())
        {
            if let Some(last) = core
                .last_mut()
                .filter(|l| l.chars().count() >= 3 && l.chars().next().is_some_and(char::is_uppercase))
            {
                last.push_str(word);
                quality -= 0.2;
                continue;
            }
        }
        // `Evans-Gambit`
        let joined =
            word.contains('-') && word.split('-').any(|part| part.len() > 3 && !core_word(&fold(part)));
        if first.is_lowercase() || !core_word(&low) || joined || joined_move(word) {
            return None;
        }
        // `bfkGh` and `P—K4` are not words
        let upper = word.chars().filter(|c| c.is_uppercase()).count();
        if letters + word.chars().filter(|c| "'’-.".contains(*c)).count() + digits < word.chars().count() {
            return None;
        }
        if upper > 1 && upper < letters && !word.contains(['-', '\'', '’']) && upper > 2 {
            quality -= 0.2;
        }
        let latin = low.is_ascii();
        if digits > 0 || latin && !low.chars().any(|c| "aeiouy".contains(c)) {
            quality -= 0.25;
        }
        core.push(title_case(word));
        let of_family = core.len() == 1 || given.is_empty() && !is_given_name(&core[0]);
        if comma && family.is_none() && of_family {
            family = Some(core.len());
        }
    }
    // a misread `White` or `Black` (`WhUe`, `Wliite`) is not a surname, unless it has initials
    if core.len() == 1 && given.is_empty() && !titled {
        let low = fold(&core[0]).replace('u', "ii");
        if damage(&low, "white") <= 0.45 || damage(&fold(&core[0]), "black") <= 0.3 {
            return None;
        }
    }
    let is_own = |w: &&String| {
        w.as_str() != "v."
            && w.chars().next().is_some_and(char::is_uppercase)
            && !PARTICLES.contains(&fold(w).as_str())
    };
    let people = core.iter().filter(is_own).count();
    if people > 4 || given.len() > 4 {
        return None;
    }
    if people == 0 {
        if given.is_empty() || !(titled || span.contains('(')) || given.len() > 2 {
            return None;
        }
        return Some(Name { tag: given.join(" "), quality: 0.45, initials: true });
    }
    if titled || !given.is_empty() {
        quality += 0.15;
    }
    if torn {
        quality -= 0.25;
    }
    if people > 2 {
        quality -= 0.1 * (people - 2) as f32;
    }
    let shortest = core.iter().map(|w| w.chars().count()).max().unwrap_or(0);
    if shortest < 3 {
        quality -= 0.35;
    }
    let swapped = family.is_some_and(|family| family < core.len() || !given.is_empty());
    let at = match family.filter(|_| swapped) {
        Some(family) => family,
        None => surname_at(&core, &behind),
    };
    let (surname, first) = match swapped {
        true => (core[..at].to_vec(), core[at..].to_vec()),
        false => (core[at..].to_vec(), core[..at].to_vec()),
    };
    let mut rest: Vec<String> = first;
    if swapped {
        rest.extend(given);
    } else {
        for (initial, at) in given.into_iter().zip(behind).rev() {
            rest.insert(at.min(rest.len()), initial);
        }
    }
    let mut tag = surname.join(" ");
    if !rest.is_empty() {
        tag = format!("{tag}, {}", rest.join(" "));
    }
    Some(Name { tag, quality: quality.clamp(0.05, 1.0), initials: false })
}

/// The word with which the surname begins: the last, with particles before it, and words before it of which nothing says that
/// they are given names. Given names are those that are known, those before an initial and those before a particle.
fn surname_at(core: &[String], initials: &[usize]) -> usize {
    let last = core.len() - 1;
    let mut at = last;
    // `St. Amant`, `New York`
    let joins = |word: &str| matches!(word, "st" | "saint" | "new" | "v") || PARTICLES.contains(&word);
    while at > 0 && joins(fold(&core[at - 1]).as_str()) {
        at -= 1;
    }
    let told = initials.iter().copied().max().unwrap_or(0);
    // What a particle says is enough.
    if at < last {
        return at;
    }
    while at > told && !is_given_name(&core[at - 1]) {
        at -= 1;
    }
    at
}

/// The folded surname of a tag value.
#[must_use]
pub fn surname(tag: &str) -> String {
    fold(tag.split(',').next().unwrap_or(tag))
}

/// A line of three parts far from each other without the first, which is an opening: `Evans-Gambit.   Anderssen.  Dufresne.`
fn behind_opening(line: &str) -> &str {
    let parts: Vec<&str> = line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
    let [first, _, _] = parts[..] else { return line };
    let words: Vec<&str> = first.trim_end_matches('.').split(' ').collect();
    if super::parts::is_opening(&words) { line[first.len()..].trim_start() } else { line }
}

/// Ways to divide a line into two names, each with a score, best first.
#[must_use]
pub fn pairs(line: &str) -> Vec<(Name, Name, f32)> {
    let mut out: Vec<(Name, Name, f32)> = vec![];
    let trimmed = behind_opening(line.trim());
    let bytes = trimmed.as_bytes();
    for (at, _) in trimmed.char_indices().filter(|(_, c)| c.is_whitespace()) {
        if at + 1 < bytes.len() && !bytes[at + 1].is_ascii_whitespace() {
            let (l, r) = (&trimmed[..at], &trimmed[at..]);
            let gap = l.len() - l.trim_end().len() + 1;
            let (Some(a), Some(b)) = (parse(l), parse(r)) else { continue };
            let lt = l.trim_end();
            let last = lt.split_whitespace().last().unwrap_or("");
            let long = fold(last).len() >= 3 && !TITLES.contains(&fold(last).as_str());
            let mut score = (a.quality + b.quality) / 2.0;
            score += match gap {
                0..=1 => 0.0,
                2..=3 => 0.1,
                _ => 0.35,
            };
            if lt.ends_with(')') && r.trim_start().starts_with('(') {
                score += 0.4;
            } else if lt.ends_with(['.', ',', ';']) && long {
                score += 0.3;
            } else if !long {
                score -= 0.4;
            }
            // both sides usually have the same form
            let shape = |s: &str| s.split_whitespace().map(|t| fold(t).len() <= 2).collect::<Vec<_>>();
            if shape(l) == shape(r) {
                score += 0.15;
            }
            if parse(trimmed).is_some() && gap < 3 {
                score -= 0.1;
            }
            out.push((a, b, score));
        }
    }
    out.sort_by(|x, y| y.2.total_cmp(&x.2));
    out
}

/// A folded word in which letters that scanners join or part are the same: `rn` and `m`, `li` and `h`.
pub(super) fn blurred(word: &str) -> String {
    const ALIKE: [(&str, &str); 7] =
        [("rn", "m"), ("ll", "u"), ("ii", "u"), ("li", "h"), ("cl", "d"), ("vv", "w"), ("ri", "n")];
    ALIKE.iter().fold(word.to_owned(), |word, (from, to)| word.replace(from, to))
}

/// True if two tags may be the same person: similar surnames and compatible initials.
pub(super) fn same_person(a: &str, b: &str) -> bool {
    let (sa, sb) = (surname(a), surname(b));
    let n = sa.len().max(sb.len());
    let limit = match n {
        0..=3 => 0.0,
        4..=5 => 0.6,
        6..=8 => 1.1,
        _ => 1.6,
    };
    let is_near = |a: &str, b: &str| distance_within(a, b, limit).is_some();
    if !is_near(&sa, &sb) && !is_near(&blurred(&sa), &blurred(&sb)) {
        return false;
    }
    let initial = |t: &str| t.split_once(',').and_then(|(_, g)| fold(g).chars().next());
    match (initial(a), initial(b)) {
        (Some(x), Some(y)) => x == y || damage(&x.to_string(), &y.to_string()) <= 0.5,
        _ => true,
    }
}

/// Several people who play one side together (`Mr. Bird and Mr. Mason`), as `Bird and Mason`.
pub(super) fn allies(span: &str) -> Option<Name> {
    let mut names: Vec<Name> = vec![];
    let mut part = String::new();
    for word in span.split_whitespace().chain(std::iter::once("&")) {
        if matches!(word.to_lowercase().as_str(), "and" | "&" | "und" | "et" | "y" | "e") {
            names.push(parse(&part).filter(|name| !name.initials)?);
            part.clear();
        } else {
            part.push_str(word);
            part.push(' ');
        }
    }
    if !(2..=4).contains(&names.len()) {
        return None;
    }
    let quality = names.iter().map(|name| name.quality).fold(1.0, f32::min);
    let tags: Vec<&str> = names.iter().map(|name| name.tag.as_str()).collect();
    Some(Name { tag: tags.join(" and "), quality, initials: false })
}

/// A club, a city's committee or people without names, as they play in matches: `The Paris Chess Club`.
pub(super) fn company(span: &str) -> Option<Name> {
    let clean = span.trim().trim_matches(|c: char| " .,;:-—()[]".contains(c));
    let words: Vec<&str> = clean.split_whitespace().collect();
    let known = |word: &&str| {
        let low = fold(word);
        COMPANIES.iter().any(|company| low.len() > 3 && damage(&low, company) <= 0.15)
    };
    let capital = |word: &&str| {
        word.starts_with(char::is_uppercase)
            || matches!(fold(word).as_str(), "the" | "of" | "two" | "three" | "an")
    };
    if !(1..=6).contains(&words.len()) || !words.iter().any(known) || !words.iter().all(capital) {
        return None;
    }
    let tag = clean.strip_prefix("The ").or(clean.strip_prefix("THE ")).unwrap_or(clean);
    let tag: Vec<String> = tag.split_whitespace().map(title_case).collect();
    Some(Name { tag: tag.join(" "), quality: if words.len() > 1 { 0.75 } else { 0.6 }, initials: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_other_words() {
        for yes in [
            "Janos Gajdos",
            "Mr. Bird",
            "Friedrich Koehnlein.",
            "W.- H. K. Pollock",
            "O. Duras",
            "Max Weiss",
            "J. Mason",
        ] {
            assert!(parse(yes).is_some(), "{yes}");
        }
        assert_eq!(parse("(Mr. A. ANDERSSEN.)").unwrap().tag, "Anderssen, A.");
        assert_eq!(parse("J. H. Blackburne.").unwrap().tag, "Blackburne, J. H.");
        assert_eq!(parse("Curt von Bardeleben").unwrap().tag, "von Bardeleben, Curt");
        assert_eq!(parse("Bo Wiker").unwrap().tag, "Wiker, Bo");
        assert_eq!(parse("Guillermo Becerra Ortiz").unwrap().tag, "Becerra Ortiz, Guillermo");
        assert_eq!(parse("Menvielle Lacourrelle, Augusto").unwrap().tag, "Menvielle Lacourrelle, Augusto");
        assert_eq!(parse("J. Becerra Rivero").unwrap().tag, "Becerra Rivero, J.");
        // Nothing says that it is turned round.
        assert_eq!(parse("Becerra Rivero").unwrap().tag, "Becerra Rivero");
        assert_eq!(parse("Van Wely").unwrap().tag, "Van Wely");
        assert_eq!(parse("J Mason").unwrap().tag, "Mason, J.");
        assert!(parse("(Mr. M.)").unwrap().initials);
        for no in [
            "RUY LOPEZ.",
            "Game No. 3",
            "Played in the first round",
            "WhUe",
            "Wliite",
            "BLACK.",
            "P to K 4",
            "Oueen's Gambit",
        ] {
            assert!(parse(no).is_none(), "{no}");
        }
    }

    #[test]
    fn two_names_on_a_line() {
        let p = pairs("J. H. Blackbume. M. Tschigorin.");
        assert_eq!((p[0].0.tag.as_str(), p[0].1.tag.as_str()), ("Blackbume, J. H.", "Tschigorin, M."));
        let p = pairs("(A. ANDERSSEN.) (L. PAULSEN.)");
        assert_eq!((p[0].0.tag.as_str(), p[0].1.tag.as_str()), ("Anderssen, A.", "Paulsen, L."));
    }
}
