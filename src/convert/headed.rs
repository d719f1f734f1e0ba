//! Players and dates above the games of a layout: read as the headings of a book, where the layout knows none.

use std::sync::LazyLock;

use regex::Regex;
use scorebook_heading::calendar;
use scorebook_heading::detail::may_be_place;
use scorebook_heading::parts::{closing, is_match, parts};
use scorebook_heading::{
    self as heading, Around, Field, FieldPlace, Furniture, are_crossed, are_same, goes_on, is_list,
    is_of_page, is_part_of, is_player, is_prose, is_stamp, is_told, read_all, sentences,
};

use scorebook_lexicon::{BOARD_WORDS, is_against_word, mail_field, side_of};
use shakmaty::san::SanPlus;

use super::fragment::is_in_sentence;
use super::{Unit, captions, seated, styles, writer};
use crate::finding::{Finding, code};
use crate::game::Tags;
use crate::record::{Draft, leading_ending};

/// Layouts that are cut from lines.
pub(super) const LAYOUTS: &[&str] = &["book", "running", "pairs", "blocks", "columns", "annotated", "plain"];
/// A longer text is no book.
pub(super) const LONGEST: usize = 8 << 20;
/// Lines above a game and below it in which its heading may stand.
const ABOVE: usize = 40;
const BELOW: usize = 6;
/// What the moves and the words behind them say better.
const OTHERS: &[&str] = &["Opening", "Result"];
/// Names that are less certain are not taken.
const SURE: f32 = 0.5;
/// But for those of whom the text speaks elsewhere, too.
const LIKELY: f32 = 0.3;
/// Names that are as certain as this replace the layout's, where those are none.
const SURER: f32 = 0.8;

/// Two scores of one game have so many half-moves in common at least, and so many of ten: two games may begin alike.
const SAME: usize = 20;
const SAME_OF_TEN: usize = 9;
/// The tags that two scores of one game have in common.
const OF_GAME: &[&str] = &["White", "Black", "Event", "Site", "Date", "Round"];

/// Gives the drafts without players those of their headings, or of the score of the same game before them.
pub(super) fn name(unit: &Unit, drafts: &mut [Draft<'_>]) {
    // Tag pairs, whose values are used unchanged.
    let has_pairs = unit.source.text().contains("[Site \"");
    let typed = |draft: &&mut Draft<'_>| !has_pairs && !draft.is_delimited;
    drafts.iter_mut().filter(typed).for_each(seated::tidy);
    seated::name(unit, drafts);
    let behind = captions::name(unit, drafts);
    read(unit, drafts, &behind);
    drafts.iter_mut().filter(typed).for_each(|draft| cross(unit, draft));
    drafts.iter_mut().filter(typed).for_each(|draft| rate(unit, draft));
    name_listed(unit, drafts);
    name_again(drafts);
    name_match(unit, drafts);
    seated::take_turns(unit, drafts);
    writer::name(unit, drafts);
    drafts.iter_mut().filter(typed).for_each(seated::tidy);
    drafts.iter_mut().filter(typed).for_each(drop_wrong_place);
    drafts.iter_mut().filter(typed).for_each(|draft| redate(unit, draft));
    drafts.iter_mut().filter(typed).for_each(|draft| as_printed(unit.source.text(), draft));
    name_behind_asides(unit, drafts);
}

/// Writes the one of two players whose name was put into the order of tags as it is printed: both are told in the same way.
fn as_printed(text: &str, draft: &mut Draft<'_>) {
    let is_turned = |name: &str| name.contains(", ");
    let printed = |name: &str| {
        let (family, given) = name.split_once(", ")?;
        let whole = format!("{given} {family}");
        (!text.contains(name) && text.contains(&whole)).then_some(whole)
    };
    for (own, other) in [("White", "Black"), ("Black", "White")] {
        let pair = draft.tags.get(own).zip(draft.tags.get(other));
        let turned = pair.filter(|(own, other)| is_turned(own) && !is_turned(other) && other.contains(' '));
        if let Some(name) = turned.and_then(|(own, _)| printed(own)) {
            draft.tags.set(own, name);
        }
    }
}

/// Gives the heading of moves in brackets within a sentence to the game behind them: it was printed above the sentence.
fn name_behind_asides(unit: &Unit, drafts: &mut [Draft<'_>]) {
    for at in 1..drafts.len() {
        let (before, behind) = drafts.split_at_mut(at);
        let (Some(aside), Some(game)) = (before.last_mut(), behind.first_mut()) else { continue };
        let is_named = game.tags.get("White").or(game.tags.get("Black")).is_some();
        if !is_named && is_in_sentence(unit.source.text(), aside) {
            std::mem::take(&mut aside.tags)
                .iter()
                .for_each(|tag| game.tags.set_default(&tag.name, tag.value.as_str()));
        }
    }
}

/// Takes back the date of a page or a column, above words that tell of something and above the players; the date below them, if there is
/// one, is the game's.
fn redate(unit: &Unit, draft: &mut Draft<'_>) {
    let text = unit.source.text();
    let first = draft.mainline.cells.iter().map(|cell| cell.span.start).min();
    let (Some(first), Some(date)) = (first, draft.tags.get("Date")) else { return };
    if text.len() > styles::LONGEST {
        return;
    }
    // The nearest stands first.
    let above: Vec<&str> = text.get(..first).unwrap_or_default().lines().rev().take(ABOVE).collect();
    let surname = draft.tags.get("White").map(|name| name.split(',').next().unwrap_or(name).trim());
    let names = |line: &&str| surname.is_some_and(|name| line.contains(name));
    let is_prose = |line: &str| heading::line_of(line).len() < line.len() || is_prose(line);
    let says = |line: &&str| calendar::within(heading::line_of(line)).as_deref() == Some(date);
    let players = above.iter().position(names).unwrap_or(0);
    let Some(said) = above.iter().position(says).filter(|said| *said > players) else { return };
    let Some(prose) = above[players..said].iter().rposition(|line| is_prose(line)) else { return };
    let line = above[said].trim();
    let event = draft.tags.get("Event").or(draft.tags.get("Round"));
    // `KNSB 6G, 7 maart 2020, De Kentering 2 – Nuenen 1 3,5-4,5` is said of a match.
    let is_match =
        [" – ", " - ", " — "].iter().any(|dash| line.contains(dash)) && line.matches(',').count() > 1;
    if is_match || event.is_some_and(|event| line.contains(event)) {
        return;
    }
    let site = draft.tags.get("Site").filter(|site| line.contains(*site)).map(|_| "Site");
    let below = above[..players + prose].iter().filter(|line| line.len() < LONGEST_LINE && !is_prose(line));
    let own = below.filter_map(|line| calendar::within(line)).next();
    seated::without(draft, &[&["Date"][..], site.as_slice()].concat());
    if !draft.mainline.comments.iter().any(|comment| comment.contains(line)) {
        draft.mainline.comments.insert(0, line.to_owned());
    }
    if let Some(own) = own {
        draft.tags.set("Date", own);
    }
}

/// Exchanges two players whom the heads of the columns on the line of the first move give the other colours: `WHITE. (Mr. W.) BLACK.
/// (M. St. A.) 1. P. to K's 4th.` below `Between M. St. Amant and Mr. G. Walker`.
fn cross(unit: &Unit, draft: &mut Draft<'_>) {
    let text = unit.source.text();
    let Some(first) = draft.mainline.cells.iter().map(|cell| cell.span.start).min() else { return };
    let Some(heads) = text.get(..first).and_then(|above| above.lines().last()) else { return };
    let Some((white, black)) = draft.tags.get("White").zip(draft.tags.get("Black")) else { return };
    if heads.len() < LONGEST_LINE && are_crossed(heads, white, black) {
        let (white, black) = (white.to_owned(), black.to_owned());
        draft.tags.set("White", black);
        draft.tags.set("Black", white);
    }
}

/// Takes the figures behind the names of both sides for their ratings: `White: T. Marsh, 1804. Black: G. Weir, 1766.` One of them alone may
/// be the year.
fn rate(unit: &Unit, draft: &mut Draft<'_>) {
    /// Bytes above the first move in which they stand.
    const NEAR: usize = 1 << 10;
    static LABEL: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"([^\s:.,;]+)[ \t]*:[ \t]*[^,:\n]{2,40},[ \t]*(\d{3,4})(?:\.|\s)").ok());
    let text = unit.source.text();
    let first = draft.mainline.cells.iter().map(|cell| cell.span.start).min();
    let (Some(first), Some(label)) = (first, LABEL.as_ref()) else { return };
    let above = text.get(text.floor_char_boundary(first.saturating_sub(NEAR))..first).unwrap_or_default();
    let mut ratings: [Option<&str>; 2] = [None, None];
    for found in label.captures_iter(above) {
        let (Some(side), Some(figures)) = (found.get(1), found.get(2)) else { continue };
        if let Some(side) = side_of(side.as_str()) {
            ratings[usize::from(side.is_black())] = Some(figures.as_str());
        }
    }
    let [Some(white), Some(black)] = ratings else { return };
    let is_figure =
        |date: &str| date.strip_suffix(".??.??").is_some_and(|year| year == white || year == black);
    if draft.tags.get("Date").is_some_and(is_figure) {
        seated::without(draft, &["Date"]);
    }
    draft.tags.set_default("WhiteElo", white);
    draft.tags.set_default("BlackElo", black);
}

/// Takes back a place that is a sentence, or names the players.
fn drop_wrong_place(draft: &mut Draft<'_>) {
    let is_pair = |site: &str| {
        let low = site.to_lowercase();
        let family =
            |tag: &str| draft.tags.get(tag).and_then(|name| name.split(',').next().map(str::to_lowercase));
        let names = |tag: &str| family(tag).is_some_and(|family| low.contains(family.trim()));
        names("White") && names("Black")
    };
    if draft.tags.get("Site").is_some_and(|site| !may_be_place(site) || is_pair(site)) {
        seated::without(draft, &["Site"]);
    }
}

/// Gives a game of a match of two, of which one is named with his side, the other: `Zápas Horák – Šimek` above the first game, `2.
/// partie. Bílý: Šimek.` above the second.
fn name_match(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let Some((first, others)) = drafts.split_first_mut() else { return };
    let pair = first.tags.get("White").zip(first.tags.get("Black"));
    let Some((one, two)) = pair.map(|(one, two)| (one.to_owned(), two.to_owned())) else { return };
    let text = unit.source.text();
    let start = first.mainline.cells.iter().map(|cell| cell.span.start).min().unwrap_or(0);
    let Some(above) = text.get(..start) else { return };
    let surname = |name: &str| name.split(',').next().unwrap_or(name).trim().to_owned();
    let says_match = |line: &str| {
        line.len() < LONGEST_LINE
            && line.split(|c: char| !c.is_alphanumeric()).any(is_match)
            && line.contains(&surname(&one))
            && line.contains(&surname(&two))
    };
    if others.is_empty() || !above.lines().any(says_match) {
        return;
    }
    for draft in others {
        let (own, side) = match (draft.tags.get("White"), draft.tags.get("Black")) {
            (Some(own), None) => (own, "Black"),
            (None, Some(own)) => (own, "White"),
            _ => continue,
        };
        let other = match (are_same(own, &one), are_same(own, &two)) {
            (true, false) => &two,
            (false, true) => &one,
            _ => continue,
        };
        draft.tags.set(side, other.as_str());
    }
}

/// A longer line is no head of a match.
const LONGEST_LINE: usize = 160;

/// Gives a second score of a game, which has no heading of its own, the players of the first.
fn name_again(drafts: &mut [Draft<'_>]) {
    for at in 1..drafts.len() {
        let (before, rest) = drafts.split_at_mut(at);
        let (first, second) = (&before[at - 1], &mut rest[0]);
        let is_named = |draft: &Draft<'_>| draft.tags.get("White").or(draft.tags.get("Black")).is_some();
        let texts = |draft: &Draft<'_>| -> Vec<String> {
            draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect()
        };
        if !is_named(first) || is_named(second) {
            continue;
        }
        let (one, other) = (texts(first), texts(second));
        let common = one.iter().zip(&other).filter(|(one, other)| one == other).count();
        if common < SAME || common * 10 < one.len().max(other.len()) * SAME_OF_TEN {
            continue;
        }
        for tag in OF_GAME {
            if let Some(value) = first.tags.get(tag) {
                second.tags.set_default(tag, value);
            }
        }
        let place = second.mainline.cells.first().map(|cell| cell.span).unwrap_or_default();
        let message = "this score has the moves of the one above and names no players: those of the score above are written";
        second.findings.push(Finding::new(&code::L326, place, message));
    }
}

/// What stands before the first move on its line, `Botvinnik-Vidmar, Nottingham 1936 1 c4 e6`: of a paragraph its last sentences, each as
/// a line of its own.
fn before_moves<'t>(text: &'t str, draft: &Draft<'_>, from: usize) -> Vec<&'t str> {
    /// Most sentences of a heading.
    const MOST: usize = 8;
    let first = draft.mainline.cells.iter().map(|cell| cell.span.start).min();
    let Some(before) = first.and_then(|first| text.get(from..first)) else { return Vec::new() };
    let before = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let before = before.trim_end_matches(|c: char| c.is_ascii_digit()).trim();
    // `mate 0-1 Bird-Noa, Vienna 1882 1.e4`: the end of the game before.
    let before = leading_ending(before).map_or(before, |(_, end)| before[end.end..].trim());
    if before.chars().filter(|c| c.is_alphabetic()).count() <= 2 {
        return Vec::new();
    }
    let mut own = sentences(before);
    own.drain(..own.len().saturating_sub(MOST));
    // `as he showed in 1985, Bird – Noa, Vienna 1.e4`
    if let Some(close) = closing(before).filter(|close| own.last() != Some(close)) {
        own.pop();
        own.push(close);
    }
    own.into_iter().map(heading::line_of).collect()
}

/// Puts in the place of a passage near the moves the heading that it closes with: `All this happened in one game (Bird – Noa, Leeds 2005).`
fn close_passages(above: &mut [&str]) {
    /// Lines so near may announce the game.
    const NEAR: usize = 3;
    for line in above.iter_mut().rev().filter(|line| !line.trim().is_empty()).take(NEAR) {
        // What is a heading as it stands is not cut.
        if parts(line).is_none_or(|found| !found.has_player())
            && let Some(close) = closing(line)
        {
            *line = close;
        }
    }
}

/// Whether a text speaks of somebody, beside the line that names him.
fn speaks_of(text: &str, name: &str, line: &str) -> bool {
    let family = name.split(',').next().unwrap_or(name).trim();
    let is_of_word = |c: char| c.is_alphanumeric() || c == '-';
    let is_word =
        |at: usize| !text[..at].ends_with(is_of_word) && !text[at + family.len()..].starts_with(is_of_word);
    let own = line.as_ptr() as usize;
    let is_own = |at: usize| (own..own + line.len()).contains(&(text.as_ptr() as usize + at));
    !family.is_empty() && text.match_indices(family).any(|(at, _)| !is_own(at) && is_word(at))
}

/// The number on the line of a board above a game: `Brett 1`.
fn board_above(text: &str, start: usize) -> Option<usize> {
    let mut lines = text.get(..start)?.lines().rev().filter(|line| line.contains(char::is_alphabetic));
    let mut words = lines.next()?.split_whitespace();
    let (word, number) = (words.next()?.to_lowercase(), words.next()?);
    let is_alone = words.next().is_none() && BOARD_WORDS.contains(&&*word);
    number.trim_end_matches(['.', ':']).parse().ok().filter(|_| is_alone)
}

/// Gives the games below a numbered list of pairs their players and results, game by game: `1. B. Crane 0-1 S. Dove`. Where there
/// are more or fewer of them, the first game has no players.
fn name_listed(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let text = unit.source.text();
    if drafts.is_empty()
        || !LAYOUTS.contains(&unit.layout.get().name())
        || text.len() > LONGEST
        || text.contains("[White \"")
    {
        return;
    }
    let start = |draft: &Draft<'_>| draft.mainline.cells.iter().map(|cell| cell.span.start).min();
    let Some(first) = drafts.first().and_then(start) else { return };
    let Some(above) = text.get(..first) else { return };
    let listed = |line: &str| {
        let digits = line.trim_start().bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = line.trim_start()[..digits].parse().ok()?;
        let found = parts(line).filter(|found| found.get("White").and(found.get("Black")).is_some());
        // `2   Crome, L.   1850 - bye   1-0`
        let is_row = line.trim().matches("  ").count() > 1 || line.contains(['\t', '|']);
        (found.is_some() || is_row).then_some((number, found))
    };
    // The lines of the list stand together, and no pair of players below it.
    let is_pair = |line: &&str| parts(line).is_some_and(|found| found.has_player());
    let lines = above.lines().rev().take(ABOVE).skip_while(|line| !is_pair(line));
    let lines = lines.filter(|line| !line.trim().is_empty());
    let rows: Vec<_> = lines.map_while(listed).collect();
    let named = |draft: &Draft<'_>| draft.tags.get("White").or(draft.tags.get("Black")).is_some();
    if rows.len() < 2
        || !rows.iter().rev().map(|row| row.0).eq(1..=rows.len())
        || drafts.iter().skip(1).any(named)
    {
        return;
    }
    let mut pairs: Vec<_> = rows.into_iter().filter_map(|(number, found)| Some((number, found?))).collect();
    // `Board 3` above a game says which of them it is.
    let boards: Option<Vec<usize>> = drafts.iter().map(|draft| board_above(text, start(draft)?)).collect();
    if let Some(boards) = boards {
        let of_board = |board: &usize| pairs.iter().find(|pair| pair.0 == *board).cloned();
        let found: Option<Vec<_>> = boards.iter().rev().map(of_board).collect();
        pairs = found.unwrap_or_default();
    }
    if pairs.len() != drafts.len() {
        // Which of them the first game is, or whether the line above names two clubs, is not known.
        let of_players = |tag: &str| tag.starts_with("White") || tag.starts_with("Black") || tag == "Result";
        let mut kept = Tags::default();
        drafts[0].tags.iter().filter(|tag| !of_players(&tag.name)).for_each(|tag| kept.push(tag.clone()));
        drafts[0].tags = kept;
        return;
    }
    for (draft, (number, found)) in drafts.iter_mut().zip(pairs.into_iter().rev()) {
        for (tag, value) in &found.tags {
            match *tag {
                "White" | "Black" => draft.tags.set(tag, value.as_str()),
                "Result" if draft.ending.is_some() => {}
                _ => draft.tags.set_default(tag, value.as_str()),
            }
        }
        let place = draft.mainline.cells.first().map(|cell| cell.span).unwrap_or_default();
        let message = format!("the players are those of the list above the games, number {number}");
        draft.findings.push(Finding::new(&code::L326, place, message));
    }
}

/// Makes one line of a player's and the next, which begins with `vs`: `Alexander Matros (2371)`, `vs Doug Eckert (2165)`.
fn join_opponents<'t>(text: &'t str, lines: &mut [&'t str]) {
    let place = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    let mut before: Option<usize> = None;
    for at in 0..lines.len() {
        let line = lines[at].trim_start();
        if line.is_empty() {
            continue;
        }
        let first = line.split_whitespace().next().unwrap_or_default().trim_end_matches('.').to_lowercase();
        if let Some(above) = before.filter(|_| is_against_word(&first))
            && lines[above].len() + line.len() < LONGEST_LINE
        {
            let (from, to) = (place(lines[above]), place(line) + line.len());
            let whole = text.get(from..to).filter(|whole| whole.len() < LONGEST_LINE + 4);
            if let Some(whole) = whole.filter(|whole| !is_prose(whole)) {
                lines[above] = "";
                lines[at] = whole;
            }
        }
        before = Some(at);
    }
}

/// Gives the drafts without players those of their headings.
fn read(unit: &Unit, drafts: &mut [Draft<'_>], behind: &[usize]) {
    let is_named = |draft: &Draft<'_>| draft.tags.get("White").or(draft.tags.get("Black")).is_some();
    let text = unit.source.text();
    if !LAYOUTS.contains(&unit.layout.get().name()) || text.len() > LONGEST || text.contains("[White \"") {
        return;
    }
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    // What stands at the head of a mail is said of the mail.
    let line_of =
        |line| if mail_field(line).is_some() || is_list(line) { "" } else { heading::line_of(line) };
    let mut lines: Vec<&str> = text.split('\n').map(line_of).collect();
    // The stamp of a post stands alone, and is said of the post.
    let is_blank = |at: usize| lines.get(at).is_none_or(|line| line.trim().is_empty());
    let stamps: Vec<usize> = (0..lines.len())
        .filter(|&at| (at == 0 || is_blank(at - 1)) && is_blank(at + 1) && is_stamp(lines[at]))
        .collect();
    stamps.into_iter().for_each(|at| lines[at] = "");
    // So is the rest of a sentence that tells of something.
    let mut above = "";
    for line in &mut lines {
        let is_rest = goes_on(above, line);
        let ends = line.trim_end().ends_with(['.', ':', '!', '?']);
        above = match (is_rest, ends) {
            (true, false) => above,
            (true, true) => "",
            _ => *line,
        };
        if is_rest || is_of_page(line) {
            *line = "";
        }
    }
    join_opponents(text, &mut lines);
    let row = |offset: usize| starts.partition_point(|&start| start <= offset).max(1) - 1;
    let rows = |draft: &Draft<'_>| {
        let spans = || draft.mainline.cells.iter().map(|cell| cell.span);
        let first = spans().map(|span| span.start).min()?;
        let last = spans().map(|span| span.end).max()?;
        Some((row(first), row(last.saturating_sub(1).max(first))))
    };
    let furniture = Furniture::learn(&lines);
    let places: Vec<Option<(usize, usize)>> = drafts.iter().map(rows).collect();
    let (mut after, mut played) = (0, 0);
    let aboves: Vec<Vec<&str>> = drafts
        .iter()
        .zip(&places)
        .enumerate()
        .map(|(at, (draft, place))| {
            let Some((first, last)) = *place else { return Vec::new() };
            // What stands above the game before is that game's.
            let from = after.max(first.saturating_sub(ABOVE)).min(first);
            // Of a paragraph with several games, what stands behind the one before.
            let own = before_moves(text, draft, starts[first].max(played));
            played = draft.mainline.cells.iter().map(|cell| cell.span.end).max().unwrap_or(played);
            // A caption behind a game is no heading of the next.
            after = behind.get(at).map_or(last + 1, |end| row(*end).max(last) + 1);
            let mut above: Vec<&str> = lines[from..first].iter().copied().chain(own).collect();
            close_passages(&mut above);
            above
        })
        .collect();
    let around: Vec<Around<'_>> = places
        .iter()
        .zip(&aboves)
        .map(|(place, above)| {
            let Some((first, last)) = *place else { return Around::default() };
            let below = (last + 1).min(lines.len())..(last + 1 + BELOW).min(lines.len());
            Around { before: above, foreign: 0, inside: &lines[first..=last], after: &lines[below] }
        })
        .collect();
    let headings = read_all(&around, &furniture, &lines);
    for ((draft, heading), above) in drafts.iter_mut().zip(&headings).zip(&aboves) {
        // A sentence that tells of another game seats nobody, and says nothing of when and where.
        let told = |field: &&Field| match field.place {
            FieldPlace::Before(at) => above.get(at).is_some_and(|line| is_told(line)),
            _ => false,
        };
        let sure = |least: f32, field: &Option<Field>| {
            field.as_ref().is_some_and(|field| field.confidence >= least && !told(&field))
        };
        // `Bird-Noa` may be one person, but not in a text that speaks of both.
        let is_spoken_of = |field: &Option<Field>| {
            let place = field.as_ref().and_then(|field| match field.place {
                FieldPlace::Before(at) => Some((&field.text, above.get(at)?)),
                _ => None,
            });
            place.is_some_and(|(name, line)| speaks_of(text, name, line))
        };
        let [white, black] = [&heading.white, &heading.black];
        let is_sure = sure(SURE, white) && sure(SURE, black);
        let is_likely = || {
            let least = [white, black].iter().all(|field| sure(LIKELY, field) && is_spoken_of(field));
            least && text.len() <= styles::LONGEST
        };
        if !is_sure && !is_likely() {
            continue;
        }
        // `Schwarz: Salo` below a name that is no word of ours: the label is nobody.
        let is_label = |field: &Option<Field>| {
            field.as_ref().is_some_and(|field| {
                let label = format!("{}:", field.text.trim());
                side_of(field.text.trim()).is_some() && above.iter().any(|line| line.contains(&label))
            })
        };
        // `58.Rxd5 draws) Kasparov - Deeper Blue`: the end of a note.
        let is_move = |field: &Option<Field>| {
            field.as_ref().is_some_and(|field| field.text.trim().parse::<SanPlus>().is_ok())
        };
        if [white, black].into_iter().any(|field| is_label(field) || is_move(field)) {
            continue;
        }
        let named = is_named(draft);
        // A layout's name that is none, or only a part of what is printed.
        let part = |tag: &str, field: &Option<Field>| {
            let field = field.as_ref().filter(|field| field.confidence >= SURER);
            field.is_some_and(|field| {
                draft.tags.get(tag).is_none_or(|name| !is_player(name) || is_part_of(name, &field.text))
            })
        };
        // A name that ends with its line goes on in the next, beside one that was read whole: `Schwarz:`, `Чёрные: Н.`
        let lacks = |tag: &str| draft.tags.get(tag).is_none_or(|name| !is_player(name));
        let agrees = |tag: &str, field: &Option<Field>| {
            draft.tags.get(tag).zip(field.as_ref()).is_some_and(|(name, field)| are_same(name, &field.text))
        };
        let other = match (lacks("White"), lacks("Black")) {
            (true, false) if agrees("Black", &heading.black) => Some(("White", &heading.white)),
            (false, true) if agrees("White", &heading.white) => Some(("Black", &heading.black)),
            _ => None,
        };
        if let Some((tag, Some(field))) = other {
            draft.tags.set(tag, field.text.trim());
            continue;
        }
        let replaced = named && (part("White", &heading.white) || part("Black", &heading.black));
        if named && !replaced {
            continue;
        }
        let own = heading.fields().into_iter().filter(|(name, _)| !OTHERS.contains(name));
        for (name, field) in own {
            let player = matches!(name, "White" | "Black");
            let field = field.as_ref().filter(|field| player || !told(field));
            if let Some(field) = field.filter(|_| player || draft.tags.get(name).is_none()) {
                draft.tags.set(name, field.text.trim());
            }
        }
    }
}
