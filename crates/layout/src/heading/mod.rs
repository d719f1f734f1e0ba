//! The lines before a game: tag pairs, `White: Name`, `A v. B`, a FEN, odds, other text.

mod label;
mod names;

pub(super) use label::{is_result, only_side};
pub(super) use names::is_event;
pub(super) use scorebook_heading::calendar as date;

use std::collections::VecDeque;
use std::ops::Range;

use scorebook_heading::parts::{Parts, parts, without_enumerator, without_spacing};
use scorebook_heading::seats::between;
use scorebook_heading::{are_same, goes_on, is_list, is_of_page, is_stamp, untold};
use scorebook_lexicon::{MailField, is_writer, mail_field, side_of, sides_of_letters, source_of};
use shakmaty::Color;
use shakmaty::fen::Fen;

use super::book::heading::tags as titles;
use super::ending;
use super::words::{Row, words};
use super::{Draft, Start, odds};
use crate::finding::{Finding, code};
use crate::game::{Tag, Tags};
use crate::text::Span;

/// Most bytes between two lines that follow on each other.
const LINE_END: usize = 1;

/// The right halves of lines begin so many columns apart, at the most.
const HALF_OFF: usize = 3;

/// Points between the parts of a heading.
const POINTS: [char; 2] = ['·', '•'];

/// Where a heading says when and where a game was played, from the least to the most certain.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Occasion {
    /// Nowhere.
    #[default]
    None,
    /// Above the players, where the date of the newspaper stands too.
    Above,
    /// Below the players, or in a field of its own.
    Below,
    /// On the line of the players.
    Beside,
}

/// The contents of a game's heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Heading {
    pub tags: Tags,
    pub start: Start,
    /// All other lines.
    pub remarks: Vec<String>,
    /// The previous line was `WHITE    BLACK`, so the players may be below.
    over_names: bool,
    /// The lines before were `White` and `Black`, or one of them: the players may be below, a line each.
    over_name: VecDeque<Color>,
    /// How surely the date and the place are the game's own.
    occasion: Occasion,
    /// The line of the players, if only its order tells their colours.
    by_order: Option<String>,
    /// Lines at the head of a mail, which say nothing of the game.
    mail: Vec<String>,
    /// Whether there were tag pairs; their values are used unchanged.
    paired: bool,
    /// What the lines above the first tag pair seemed to say.
    above_pairs: Tags,
    /// Whether something else stands behind the last tag pair.
    behind_pairs: bool,
    /// A line that waits for the next one, which says what it is.
    held: Option<Held>,
    /// Where the line before ends; 0 below a blank one.
    end: usize,
    /// Blank lines since the line before.
    blanks: usize,
    /// The line before, while what it tells may go on.
    above: String,
    /// The lines that named the two players, one each.
    lined_up: Option<LinedUp>,
    /// The column in which the right halves begin.
    half: Option<usize>,
    /// The right halves of the lines, if the headings of two games are side by side.
    right: Option<Box<Heading>>,
}

/// Lines of players, one each.
#[derive(Clone, Debug, Default, PartialEq)]
struct LinedUp {
    lines: Vec<String>,
}

/// A line of which the next one tells what it is.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    text: String,
    start: usize,
}

impl Heading {
    /// Reads one line, or its two halves if two headings are side by side.
    pub(super) fn read(&mut self, row: Row<'_>) {
        let follows = self.end > 0 && row.start >= self.end && row.start - self.end <= LINE_END;
        self.end = row.start + row.text.len();
        self.behind_pairs |= self.paired && !follows;
        if row.text.trim().is_empty() {
            self.end = 0;
            self.blanks += 1;
            return;
        }
        // A page has a blank line between all of its own.
        let is_near = std::mem::take(&mut self.blanks) < 2;
        if let Some(source) = source_of(row.text) {
            self.source(source, row.text);
            return;
        }
        if let Some(held) = self.held.take() {
            if self.pair_of_lines(&held.text, row.text, is_near) {
                let lines = vec![held.text, row.text.trim().to_owned()];
                self.lined_up = Some(LinedUp { lines });
                return;
            }
            // What a stamp above a gap says is said of the page.
            if follows || !is_stamp(&held.text) {
                self.read_row(Row { text: &held.text, start: held.start });
            } else {
                self.mail.push(held.text);
            }
        }
        // The rest of a sentence that tells of something, and when a post was written.
        let is_rest = follows && goes_on(&self.above, row.text);
        self.above = match is_rest && !row.text.trim_end().ends_with(['.', ':', '!', '?']) {
            true => std::mem::take(&mut self.above),
            false => row.text.to_owned(),
        };
        if is_rest || is_of_page(row.text) {
            self.mail.push(row.text.trim().to_owned());
            return;
        }
        let is_lone = names::lone_player(row.text).is_some();
        if let Some(mut lined_up) = self.lined_up.take()
            && follows
            && is_lone
        {
            if lined_up.lines.len() == 2 {
                self.unseat();
                self.mail.append(&mut lined_up.lines);
            }
            self.mail.push(row.text.trim().to_owned());
            self.lined_up = Some(LinedUp::default());
            return;
        }
        if !follows && is_stamp(row.text) || is_lone {
            self.held = Some(Held { text: row.text.trim().to_owned(), start: row.start });
            return;
        }
        self.read_row(row);
    }

    /// A book or a newspaper, with its date: of the game whose players stand above it, and of none where the line closes the game before.
    fn source(&mut self, source: &str, line: &str) {
        let is_named = self.tags.get("White").or(self.tags.get("Black")).is_some();
        if is_named && !source.is_empty() {
            self.tags.set_default("Source", source.trim_end_matches(':'));
        } else {
            self.mail.push(line.trim().to_owned());
        }
    }

    /// Takes two lines, one below the other, for the players: each is a name with a rating or a country and no more.
    fn pair_of_lines(&mut self, one: &str, other: &str, is_near: bool) -> bool {
        let is_named = self.tags.get("White").or(self.tags.get("Black")).is_some() && self.by_order.is_none();
        let (Some(white), Some(black)) = (names::lone_player(one), names::lone_player(other)) else {
            return false;
        };
        let alike =
            white.elo.is_some() == black.elo.is_some() && white.team.is_some() == black.team.is_some();
        if is_named || !is_near || !alike || white.name == black.name {
            return false;
        }
        // Nearer to the moves than the pairs of a list.
        if self.by_order.take().is_some() {
            self.unseat();
        }
        self.rated_player("White", &white);
        self.rated_player("Black", &black);
        true
    }

    /// Takes back the players: a third line like theirs says that they are the beginning of a table.
    fn unseat(&mut self) {
        let is_kept = |tag: &Tag| !tag.name.starts_with("White") && !tag.name.starts_with("Black");
        let mut kept = Tags::default();
        self.tags.iter().filter(|tag| is_kept(tag)).for_each(|tag| kept.push(tag.clone()));
        self.tags = kept;
    }

    /// Reads one line, or its two halves if two headings are side by side.
    fn read_row(&mut self, row: Row<'_>) {
        let (left, right) = row.text.split_at(self.second_half(row.text).unwrap_or(row.text.len()));
        if !right.is_empty() {
            self.right.get_or_insert_default().read_one(Row { text: right, start: row.start + left.len() });
        }
        self.read_one(Row { text: left, ..row });
    }

    /// Where the heading of the game beside begins on a line. Once two lines stood side by side, what follows does so in the same
    /// columns.
    fn second_half(&mut self, line: &str) -> Option<usize> {
        let found = label::second_half(line).or_else(|| names::second_half(line));
        let column = |at: usize| line[..at].chars().count();
        if let Some(at) = found {
            self.half = Some(column(at));
            return found;
        }
        let half = self.half?;
        let begins = |at: &usize| {
            let before = &line[..*at];
            before.ends_with("  ") || before.ends_with('\t') || before.trim_end().ends_with('|')
        };
        let starts = line.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '|').map(|(at, _)| at);
        starts.filter(begins).find(|at| column(*at).abs_diff(half) <= HALF_OFF)
    }

    /// Reads one line of one heading.
    fn read_one(&mut self, row: Row<'_>) {
        let line = row.text.trim_matches(|c: char| c.is_whitespace() || c == '|');
        if line.is_empty() || self.tag_pair(line) || self.fen(row) {
            return;
        }
        match mail_field(line) {
            Some(MailField::Other) => {
                self.mail.push(line.to_owned());
                return;
            }
            Some(MailField::Subject(mut about)) => {
                while let Some(MailField::Subject(inner)) = mail_field(about.trim()) {
                    about = inner;
                }
                // `Benko - Bisguier, was: best game?`
                let about = about.split("(was").next().unwrap_or(about);
                let about = about.split(", was").next().unwrap_or(about);
                self.read_one(Row { text: about, start: row.start });
                return;
            }
            None => {}
        }
        // `Home · Rules · Tournament · Contact`: links.
        if is_list(line) {
            self.remarks.push(line.to_owned());
            return;
        }
        // `All-Russian (1909) · Philidor's Defence (C41) · 0-1`
        if line.contains(POINTS) {
            for part in line.split(POINTS).map(str::trim).filter(|part| !part.is_empty()) {
                let start = row.start + (part.as_ptr() as usize - row.text.as_ptr() as usize);
                self.read_one(Row { text: part, start });
            }
            return;
        }
        if let Some(joined) = without_spacing(line) {
            self.read_one(Row { text: &joined, start: row.start });
            return;
        }
        // `Adler vs. Wendt / Remis`: the result has a part of its own.
        if let Some((before, last)) = line.rsplit_once(" / ")
            && is_result_alone(last)
        {
            self.result(last.trim());
            for part in before.split(" / ").map(str::trim).filter(|part| !part.is_empty()) {
                self.read_one(Row { text: part, start: row.start });
            }
            return;
        }
        let line = without_enumerator(line);
        // `leika (me) – rookiehm`
        let unsigned = names::without_writer(line);
        let line = unsigned.as_deref().unwrap_or(line);
        let over_names = std::mem::take(&mut self.over_names);
        if self.side(line) || self.name(line) {
            return;
        }
        if self.columns(line)
            || self.parts(line)
            || self.labelled(line)
            || self.members(line)
            || self.quoted(line)
            || over_names && self.names(line)
        {
            return;
        }
        if let Some(fen) = odds::read(line) {
            self.start = Start::Odds(fen, row.span());
            self.remarks.push(line.to_owned());
            return;
        }
        self.remarks.push(line.to_owned());
    }

    /// `[Name "value"]`, once or several times, perhaps behind the code that holds the text: `const GAME = "[Event "Test"]`.
    fn tag_pair(&mut self, line: &str) -> bool {
        let (before, pairs) = match tag_pairs(line) {
            Some(pairs) => ("", pairs),
            None => match behind_code(line) {
                Some(found) => found,
                None => return false,
            },
        };
        if !before.is_empty() {
            self.remarks.push(before.to_owned());
        }
        // A record's own pairs say more of it than any line above them.
        if !self.paired {
            self.above_pairs = std::mem::take(&mut self.tags);
        }
        // Pairs further down that say the same things are those of the game; the others were of one without moves.
        let is_again = pairs.iter().any(|(name, _)| self.tags.get(name).is_some());
        if std::mem::take(&mut self.behind_pairs) && is_again {
            self.tags = Tags::default();
        }
        pairs
            .into_iter()
            .for_each(|(name, value)| self.tags.push(Tag { name: name.into(), value: value.into() }));
        self.paired = true;
        true
    }

    /// `“The Knights”-“Paradise Chess Club”`: whatever stands between the marks are names.
    fn quoted(&mut self, line: &str) -> bool {
        let Some((white, black)) = names::quoted(line).filter(|_| self.tags.get("White").is_none()) else {
            return false;
        };
        self.tags.set("White", white);
        self.tags.set_default("Black", black);
        true
    }

    /// A FEN anywhere on a line: alone, after `FEN:`, in brackets or in a sentence.
    fn fen(&mut self, row: Row<'_>) -> bool {
        /// Words beside it on a line that is there for it.
        const BESIDE: usize = 3;
        let words: Vec<&str> = row.text.split_whitespace().collect();
        let Some((fen, count)) = fen_among(&words) else { return false };
        self.start = Start::Fen(fen, row.span());
        words.len() - count <= BESIDE
    }

    /// `WHITE        BLACK` above two columns, possibly with names in brackets, or above several blocks of them.
    fn columns(&mut self, line: &str) -> bool {
        if are_heads_of_blocks(line) {
            self.under_names();
            self.over_names = true;
            return true;
        }
        let numbered = line;
        let line = without_number(line);
        let is_numbered = line.len() < numbered.len();
        // `W - B`
        if are_letters_of_sides(line) {
            self.under_names();
            self.over_names = true;
            return true;
        }
        let Some([white, black]) = side_words(line) else { return false };
        let name = |text: &str| {
            let text = text.trim().trim_end_matches('.').trim();
            text.strip_prefix('(')
                .and_then(|t| t.split_once(')'))
                .map(|(name, rest)| (names::bare(name), rest.trim().is_empty()))
        };
        let (left, right) = (&line[white.end..black.start], &line[black.end..]);
        // Behind the heads of the number and of both sides stand those of further columns: `No White Black Time`.
        let is_bare = |text: &str| text.trim_matches([' ', '\t', '.', '|']).is_empty();
        if is_bare(left) && (is_bare(right) || is_numbered && !right.contains([':', '(', ','])) {
            self.under_names();
            self.over_names = true;
            return true;
        }
        match (name(left), name(right)) {
            (Some((white, true)), Some((black, true))) => {
                self.tags.set_default("White", white);
                self.tags.set_default("Black", black);
                true
            }
            _ => false,
        }
    }

    /// Takes the line above the heads of columns for the players, if it names two and nothing else does.
    fn under_names(&mut self) {
        if self.tags.get("White").or(self.tags.get("Black")).is_some() {
            return;
        }
        let Some((white, black)) = self.remarks.last().and_then(|line| names::of_blocks(line)) else {
            return;
        };
        self.remarks.pop();
        self.tags.set("White", white);
        self.tags.set("Black", black);
    }

    /// A line that is a heading from its beginning to its end.
    fn parts(&mut self, line: &str) -> bool {
        // Other fields than the players have readers of their own.
        if label::fields(line).1.iter().any(|(name, _)| !matches!(*name, "White" | "Black")) {
            return false;
        }
        let Some(found) = parts(line) else { return false };
        // Names that only their order gives colours yield to those with colours, and are a remark beside others.
        let named = |tag| self.tags.get(tag).zip(found.get(tag)).is_some();
        // `Bord 3: Ström – Falk ½–½` below `Rockaden – Wasa`: nearer to its moves.
        let nearer = self.by_order.is_some() && named("White") && named("Black");
        if (named("White") || named("Black")) && !found.coloured && !nearer {
            return false;
        }
        if (found.coloured || nearer)
            && let Some(above) = self.by_order.take()
        {
            let other = found.coloured.then(|| self.other_player(&found)).flatten();
            let of_players = |name: &str| {
                name.starts_with("White")
                    || name.starts_with("Black")
                    || nearer && matches!(name, "Result" | "Board" | "Round")
            };
            let mut kept = Tags::default();
            self.tags.iter().filter(|tag| !of_players(&tag.name)).for_each(|tag| kept.push(tag.clone()));
            self.tags = kept;
            self.remarks.push(above);
            if let Some((side, player)) = other {
                self.tags.set(side, player);
            }
            if nearer {
                self.by_order = Some(line.to_owned());
            }
        } else if found.has_player() && !found.coloured {
            self.by_order = Some(line.to_owned());
        }
        self.take(found);
        true
    }

    /// The other of two players whom the line above names, where this one gives one of them a colour: `Bílý: Horák` below `Zápas
    /// Horák – Šimek`.
    fn other_player(&self, found: &Parts) -> Option<(&'static str, String)> {
        let (own, side) = match (found.get("White"), found.get("Black")) {
            (Some(own), None) => (own, "Black"),
            (None, Some(own)) => (own, "White"),
            _ => return None,
        };
        let (one, two) = self.tags.get("White").zip(self.tags.get("Black"))?;
        match (are_same(own, one), are_same(own, two)) {
            (true, false) => Some((side, two.to_owned())),
            (false, true) => Some((side, one.to_owned())),
            _ => None,
        }
    }

    /// Two players with their teams in brackets, below the line that names the teams: `T. Gower (Lloyds)      R. Penn (Barclays)`.
    fn members(&mut self, line: &str) -> bool {
        if self.by_order.is_none() {
            return false;
        }
        let Some((white, black)) = self.tags.get("White").zip(self.tags.get("Black")) else { return false };
        let Some([first, second]) = names::members(line) else { return false };
        let is = |team: &str, named: &str| team.to_lowercase() == named.to_lowercase();
        if !(is(first.1, white) && is(second.1, black) || is(first.1, black) && is(second.1, white)) {
            return false;
        }
        let told = [("White", first.0), ("WhiteTeam", first.1), ("Black", second.0), ("BlackTeam", second.1)];
        for (name, value) in told {
            self.tags.set(name, value);
        }
        self.remarks.extend(self.by_order.take());
        true
    }

    fn take(&mut self, found: Parts) {
        let players = self.tags.get("White").or(self.tags.get("Black")).is_some();
        let occasion = match (found.has_player(), players) {
            (true, _) => Occasion::Beside,
            (false, true) => Occasion::Below,
            (false, false) => Occasion::Above,
        };
        let surer = occasion > self.occasion;
        for (name, value) in found.tags {
            if found.coloured && matches!(name, "White" | "Black") {
                self.tags.set(name, value);
                continue;
            }
            if matches!(name, "Date" | "Site") {
                self.occasion = self.occasion.max(occasion);
                if surer {
                    self.tags.set(name, value);
                    continue;
                }
            }
            self.tags.set_default(name, value);
        }
        self.remarks.extend(found.rest);
    }

    /// `White: Anderssen`, and other fields on the line.
    fn labelled(&mut self, line: &str) -> bool {
        let (head, fields) = label::fields(line);
        if !fields.is_empty() && !head.is_empty() {
            self.remarks.push(head.to_owned());
        }
        for &(name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
            match (name, date::date(value)) {
                ("Date", Some(date)) => {
                    self.occasion = Occasion::Beside;
                    self.tags.set(name, date);
                }
                ("Date", None) => self.remarks.push(line.to_owned()),
                ("Result", _) => self.result(value),
                ("White" | "Black", _) => {
                    let alone = parts(&format!("{name}: {value}")).filter(|found| found.get(name).is_some());
                    match alone {
                        Some(found) => self.take(found),
                        None if is_writer(value) => self.remarks.push(line.to_owned()),
                        None => {
                            self.tags.set(name, upto_sentence(value));
                        }
                    }
                }
                _ => self.tags.set(name, value),
            }
        }
        !fields.is_empty()
    }

    /// `1-0`, `White resigned`, `drawn`; anything else stays a remark.
    fn result(&mut self, value: &str) {
        let words: Vec<_> = words(value, 0).collect();
        let said = ending::find(&words).and_then(|(_, ending, _)| ending.outcome(None));
        match said {
            Some(outcome) => self.tags.set("Result", outcome.to_string()),
            None => self.remarks.push(format!("Result: {value}")),
        }
    }

    /// `White` or `Negras:` alone on a line, above a name.
    fn side(&mut self, line: &str) -> bool {
        let Some(side) = side_of(line.trim_end_matches([':', '.']).trim_end()) else { return false };
        if self.over_name.contains(&side) {
            self.over_name.clear();
        }
        self.over_name.push_back(side);
        true
    }

    /// A player below the name of a side.
    fn name(&mut self, line: &str) -> bool {
        let side = match self.over_name.pop_front() {
            Some(side) if names::alone(line) => side,
            _ => {
                self.over_name.clear();
                return false;
            }
        };
        self.tags.set_default(if side.is_white() { "White" } else { "Black" }, names::bare(line));
        true
    }

    /// The players above their columns.
    fn names(&mut self, line: &str) -> bool {
        let Some((white, black)) = names::of_blocks(line).or_else(|| names::abreast(line)) else {
            return false;
        };
        self.tags.set_default("White", white);
        self.tags.set_default("Black", black);
        true
    }

    fn rated_player(&mut self, side: &str, player: &names::Player<'_>) {
        self.tags.set_default(side, player.name);
        let told = [("Elo", player.elo), ("Title", player.title), ("Team", player.team)];
        for (kind, value) in told {
            if let Some(value) = value {
                self.tags.set_default(&format!("{side}{kind}"), value);
            }
        }
    }

    /// The heading of the adjacent game: its own half, with the rest from this one.
    pub(super) fn beside(&self) -> Heading {
        let Some(right) = &self.right else { return self.clone() };
        let mut heading = (**right).clone();
        for tag in self.tags.iter() {
            heading.tags.set_default(&tag.name, tag.value.as_str());
        }
        heading
    }

    /// Extracts titles from the other lines: opening, event, round, "between A and B".
    pub(super) fn finish(mut self) -> Heading {
        if let Some(held) = self.held.take() {
            self.read_row(Row { text: &held.text, start: held.start });
        }
        let is_named = self.tags.get("White").or(self.tags.get("Black")).is_some();
        for tag in std::mem::take(&mut self.above_pairs).iter() {
            let is_of_player = tag.name.starts_with("White") || tag.name.starts_with("Black");
            if !(is_named && is_of_player) {
                self.tags.set_default(&tag.name, tag.value.as_str());
            }
        }
        // Who gives tag pairs for both players says all in them; what a sentence tells, and a row of links, is not of the game.
        let is_tagged = self.paired && self.tags.get("White").and(self.tags.get("Black")).is_some();
        let lines = if is_tagged { Vec::new() } else { said_of_game(&self.remarks) };
        let (tags, _) = titles(&lines);
        for tag in tags.iter() {
            if tag.name != "Opening" {
                self.tags.set_default(&tag.name, tag.value.as_str());
                continue;
            }
            let (eco, opening) = names::before_eco(behind_number(&tag.value));
            if let Some(eco) = eco {
                self.tags.set_default("ECO", eco);
            }
            // `Game` alone is no opening.
            if opening.contains(' ') || !names::is_no_name(opening) {
                self.tags.set_default("Opening", opening);
            }
        }
        if !self.paired {
            self.named_in_passing();
            self.close_up();
        }
        self.remarks.splice(0..0, std::mem::take(&mut self.mail));
        self
    }

    /// A game with this heading, and without its moves.
    pub(super) fn draft<'a>(self, text: &str, span: Span) -> Draft<'a> {
        let heading = self.finish();
        let mut draft = Draft { tags: heading.tags, start: heading.start, span, ..Draft::default() };
        draft.mainline.comments = heading.remarks;
        if let Start::Odds(fen, place) = &draft.start {
            let board = fen.split(' ').next().unwrap_or_default();
            let finding = Finding::new(&code::L303, *place, format!("game at odds, from {board}"));
            draft.findings.push(finding.text(text.get(place.range()).unwrap_or_default().trim()));
        }
        if let Some(fen) = draft.tags.get("FEN").filter(|_| draft.start == Start::Array) {
            draft.start = Start::Fen(fen.to_owned(), span);
        }
        draft
    }

    /// Takes players whom no line of a heading names from the lines nearest to the moves: two names far apart,
    /// `speelde Wim (wit) tegen J. van der Meulen`.
    fn named_in_passing(&mut self) {
        const NEAR: usize = 4;
        if self.tags.get("White").or(self.tags.get("Black")).is_some() {
            return;
        }
        let is_dated = self.tags.get("Date").is_some();
        let near = self.remarks.iter().rev().take(NEAR);
        let found = near.filter_map(|line| {
            names::far_apart(line)
                .or_else(|| names::sided(line))
                .or_else(|| names::joined(line))
                .or_else(|| between(line))
                .or_else(|| names::hyphened(line).filter(|_| is_dated))
        });
        // Two lines that name different people name none for sure.
        let found: Vec<(String, String)> = found.collect();
        let Some((white, black)) = found.first().filter(|first| found.iter().all(|pair| pair == *first))
        else {
            return;
        };
        self.tags.set("White", white.as_str());
        self.tags.set("Black", black.as_str());
    }

    /// Collapses runs of spaces in the values, since words of a scan may be far apart.
    fn close_up(&mut self) {
        let wide = |value: &str| value.split(' ').any(str::is_empty) || value.contains('\t');
        let closed: Vec<(String, String)> = self
            .tags
            .iter()
            .filter(|tag| wide(&tag.value))
            .map(|tag| (tag.name.to_string(), tag.value.split_whitespace().collect::<Vec<_>>().join(" ")))
            .collect();
        for (name, value) in closed {
            self.tags.set(&name, value);
        }
    }
}

/// The remarks that may be said of the game, in their order: those between it and a passage of prose.
fn said_of_game(remarks: &[String]) -> Vec<&str> {
    /// A longer line is a passage.
    const PASSAGE: usize = 65;
    let mut found: Vec<&str> = Vec::new();
    for line in remarks.iter().rev().filter(|line| !is_list(line) && !label::is_foreign(line)) {
        let said = untold(line);
        let is_passage = line.len() > PASSAGE && said != [line.as_str()];
        found.extend(said.into_iter().rev());
        if is_passage {
            break;
        }
    }
    found.reverse();
    found
}

/// A name up to the full stop behind which another sentence begins: `Spielmann. (Spielmann hatte Schwarz.)`
fn upto_sentence(name: &str) -> &str {
    /// Fewest letters of a word that is no short form.
    const WHOLE: usize = 5;
    let ends = |at: &usize| {
        let word = name[..*at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        word.chars().count() >= WHOLE
    };
    name.match_indices(". ").map(|(at, _)| at).find(ends).map_or(name, |at| &name[..at])
}

/// A title without the number of its game: `50.—ENGLISH OPENING`.
fn behind_number(title: &str) -> &str {
    let digits = title.bytes().take_while(u8::is_ascii_digit).count();
    let dash = |c: char| matches!(c, '-' | '–' | '—');
    let rest = title[digits..].trim_start_matches(['.', ')', ' ']);
    let name = rest.trim_start_matches(dash).trim_start();
    if digits > 0 && name.len() < rest.len() && name.starts_with(char::is_uppercase) { name } else { title }
}

/// Whether a text is a result and nothing else: `Remis`, `1-0`.
fn is_result_alone(text: &str) -> bool {
    let words: Vec<_> = words(text.trim(), 0).collect();
    let found = ending::find(&words);
    found.is_some_and(|(at, ending, span)| {
        at == 0 && span.range().end + 1 >= text.trim().len() && ending.outcome(None).is_some()
    })
}

/// Quotation marks around the value of a tag pair.
const QUOTES: &[char] = &['"', '“', '”', '„', '″', '«', '»'];

/// The first tag pair of a line that is one or several of them and no more, with its value unescaped.
pub(super) fn tag_pair(line: &str) -> Option<(String, String)> {
    tag_pairs(line)?.into_iter().next()
}

/// The tag pairs of a line that is nothing else.
fn tag_pairs(line: &str) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let inner = rest.strip_prefix('[')?;
        let end = pair_end(inner)?;
        found.push(one_pair(&inner[..end])?);
        rest = inner[end + 1..].trim_start();
    }
    (!found.is_empty()).then_some(found)
}

/// The bracket that closes a tag pair: behind a mark that is not escaped, and before another pair or the end.
fn pair_end(inner: &str) -> Option<usize> {
    inner.match_indices(']').map(|(at, _)| at).find(|&at| {
        let before = inner[..at].trim_end();
        let unmarked = before.strip_suffix(QUOTES);
        let is_open = unmarked.is_some_and(|text| !text.ends_with('\\') && text.contains(QUOTES));
        let behind = inner[at + 1..].trim_start();
        is_open && (behind.is_empty() || behind.starts_with('['))
    })
}

/// The tag pairs at the end of a line, and the code before them in which a text begins.
fn behind_code(line: &str) -> Option<(&str, Vec<(String, String)>)> {
    let at = line.find('[').filter(|&at| at > 0)?;
    let (before, pairs) = line.split_at(at);
    let is_code = before.contains('=') || before.trim_end().ends_with(['"', '\'', '`', '#', '(']);
    Some((before.trim(), tag_pairs(pairs).filter(|_| is_code)?))
}

/// One tag pair without its brackets.
fn one_pair(inner: &str) -> Option<(String, String)> {
    let inner = inner.trim();
    let (name, _) = inner.split_once(|c: char| c.is_whitespace() || QUOTES.contains(&c))?;
    // Pages set quotation marks as they like: `[Event “Club”]`.
    let value = inner[name.len()..].trim().strip_prefix(QUOTES)?.strip_suffix(QUOTES)?;
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    // `[White ""So,W""]`: some languages double the mark within a text.
    let doubled = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let value = doubled.map_or(value.to_owned(), |value| value.replace("\"\"", "\""));
    named.then(|| (name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Whether a line has the letters of both sides and nothing else: `W - B`, `B. / N.`
fn are_letters_of_sides(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else { return false };
    let is_capital = |word: &str| word.chars().all(char::is_uppercase);
    is_capital(first)
        && is_capital(second)
        && !line.contains(|c: char| c.is_ascii_digit())
        && sides_of_letters(first, second).is_some_and(|sides| sides[0].is_white())
}

/// The places of the words for White, first on a line, and for Black behind it.
fn side_words(line: &str) -> Option<[Range<usize>; 2]> {
    let mut found: Vec<(Range<usize>, Color)> = Vec::new();
    for word in line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        found.extend(side_of(word).map(|side| (at..at + word.len(), side)));
    }
    match &found[..] {
        [(white, Color::White), (black, Color::Black)] if white.start == 0 => {
            Some([white.clone(), black.clone()])
        }
        _ => None,
    }
}

/// Whether a line has only the heads of two blocks of columns or more: `No. White Black   No. White Black`.
fn are_heads_of_blocks(line: &str) -> bool {
    let words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    let mut sides = Vec::new();
    for word in words {
        match side_of(word.trim_matches(['.', ':', '(', ')', '[', ']'])) {
            Some(side) => sides.push(side),
            None if is_number_head(word) => {}
            None => return false,
        }
    }
    sides.len() > 2
        && sides.len().is_multiple_of(2)
        && sides.chunks(2).all(|pair| pair == [Color::White, Color::Black])
}

/// Whether a word is the head of the column of numbers.
fn is_number_head(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    matches!(
        word.as_str(),
        "#" | "no" | "nr" | "№" | "move" | "moves" | "n" | "zug" | "coup" | "jugada" | "n°"
    )
}

/// A column head without the head of the number column: `#
/// White
/// Black`, `No. White Black`.
fn without_number(line: &str) -> &str {
    let mut words = line.splitn(2, [' ', '\t', '|']);
    let number = is_number_head(words.next().unwrap_or_default());
    let rest = words.next().map(|rest| rest.trim_matches([' ', '\t', '|']));
    rest.filter(|_| number).unwrap_or(line)
}

/// The FEN on a line, and its place.
pub(crate) fn fen_on(row: Row<'_>) -> Option<(String, crate::text::Span)> {
    let words: Vec<&str> = row.text.split_whitespace().collect();
    let (fen, count) = fen_among(&words)?;
    let first = words.iter().position(|word| is_placement(word))?;
    let place = |word: &str| row.start + (word.as_ptr() as usize - row.text.as_ptr() as usize);
    let last = words[first + count - 1];
    Some((fen, crate::text::Span::new(place(words[first]), place(last) + last.len())))
}

/// Whether a word has the strokes between the ranks of a FEN.
fn is_placement(word: &str) -> bool {
    word.matches('/').count() == 7
}

/// The FEN among some words, and how many of them it is.
fn fen_among(words: &[&str]) -> Option<(String, usize)> {
    /// Fields behind the squares: side to move, castling rights, the square of en passant, two counts.
    const FIELDS: usize = 6;
    let bare = |word: &str| word.trim_matches(['(', ')', '[', ']', '"', '“', '”', ',', ';', ':']).to_owned();
    let at = words.iter().position(|word| is_placement(word))?;
    let most = FIELDS.min(words.len() - at);
    (1..=most).rev().find_map(|count| {
        let fields: Vec<String> = words[at..at + count].iter().map(|word| bare(word)).collect();
        let text = fields.join(" ");
        let text = text.strip_prefix("FEN").map_or(text.as_str(), |rest| rest.trim_start_matches(':'));
        text.parse::<Fen>().is_ok().then(|| (text.to_owned(), count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::rows;

    fn read(text: &str) -> Heading {
        let mut heading = Heading::default();
        rows(text, 0).for_each(|row| heading.read(row));
        heading.finish()
    }

    #[test]
    fn headings_in_many_dresses() {
        let heading = read("The Immortal Game\nAnderssen v. Kieseritzky, London, 1851.\n");
        assert_eq!(heading.tags.get("White"), Some("Anderssen"));
        assert_eq!(heading.tags.get("Black"), Some("Kieseritzky"));
        assert_eq!(heading.tags.get("Site"), Some("London"));
        assert_eq!(heading.tags.get("Date"), Some("1851.??.??"));
        assert_eq!(heading.remarks, ["The Immortal Game"]);

        let heading = read("White: A. Bell\nBlack: N. Jacobi\nDate: 1978-02-01\nWHITE     BLACK\n");
        assert_eq!(heading.tags.get("White"), Some("A. Bell"));
        assert_eq!(heading.tags.get("Date"), Some("1978.02.01"));
        assert!(heading.remarks.is_empty());

        let heading = read("WHITE (Mr. Morphy).      BLACK (Mr. Barnes).\n");
        assert_eq!(heading.tags.get("White"), Some("Mr. Morphy"));
        assert_eq!(heading.tags.get("Black"), Some("Mr. Barnes"));

        let heading = read(
            "GAME 214.--QUEEN'S GAMBIT DECLINED.\nPlayed at New York, April, 1924.\n\n  WHITE.      BLACK.\n Capablanca.    Em. Lasker.\n",
        );
        assert_eq!(heading.tags.get("White"), Some("Capablanca"));
        assert_eq!(heading.tags.get("Black"), Some("Em. Lasker"));
        assert_eq!(heading.tags.get("Site"), Some("New York"));
        assert_eq!(heading.tags.get("Date"), Some("1924.04.??"));
        assert_eq!(heading.tags.get("Opening"), Some("QUEEN'S GAMBIT DECLINED"));

        let heading = read("50.—ENGLISH        OPENING.\nWhite—Mr.     Smith.      Black—Mr.     Jones.\n");
        assert_eq!(heading.tags.get("White"), Some("Mr. Smith"));
        assert_eq!(heading.tags.get("Black"), Some("Mr. Jones"));
        assert_eq!(heading.tags.get("Opening"), Some("ENGLISH OPENING"));

        let heading = read(
            "Club Championship, Round 3, Leeds, England, 12 March 1954\nWhite: A. Smith  Black: B. Jones\n",
        );
        assert_eq!(heading.tags.get("Event"), Some("Club Championship"));
        assert_eq!(heading.tags.get("Round"), Some("3"));
        assert_eq!(heading.tags.get("Site"), Some("Leeds, England"));
        assert_eq!(heading.tags.get("Date"), Some("1954.03.12"));

        let heading = read("BLANCAS |\nNEGRAS |\nsergio N ZAZUETA |\nReyes Conde |\n");
        assert_eq!(heading.tags.get("White"), Some("sergio N ZAZUETA"));
        assert_eq!(heading.tags.get("Black"), Some("Reyes Conde"));

        let heading = read("Blanca: Adela García.\nNegras:\nEduardo Soto.\nBlancas\nNegras\n");
        assert_eq!(heading.tags.get("White"), Some("Adela García"));
        assert_eq!(heading.tags.get("Black"), Some("Eduardo Soto"));

        let heading = read("[White “Rountree”]\n[WhiteElo “1869”]\n");
        assert_eq!(heading.tags.get("White"), Some("Rountree"));
        assert_eq!(heading.tags.get("Date"), None);

        let heading = read("SICILIANA B76 Mazzotti (1841) – R. Pirola (1600) Note di Roberto Pirola");
        assert_eq!(heading.tags.get("White"), Some("Mazzotti"));
        assert_eq!(heading.tags.get("Black"), Some("R. Pirola"));
        assert_eq!(heading.tags.get("ECO"), Some("B76"));

        for text in [
            "Alekhine, A. (White) against Rubinstein, A. (Black)\n",
            "Rubinstein, A. (Schwarz) gegen Alekhine, A. (Weiss)\n",
            "Mr. Alekhine.        Dr. Rubinstein.\n",
            "白方:Alekhine\n黑方:Rubinstein\n",
            "White: Alekhine, Black: Rubinstein, Karlsbad 1911\n",
        ] {
            let heading = read(text);
            let named = ["White", "Black"].map(|side| heading.tags.get(side).unwrap_or_default().to_owned());
            assert!(named[0].contains("Alekhine") && named[1].contains("Rubinstein"), "{text} {named:?}");
            assert!(!named[1].contains("1911"), "{text} {named:?}");
        }
        for text in [
            "   White     Black           White     Black\n   Anderssen  Lange\n",
            "Nr. Weiß   Schwarz    Nr. Weiß  Schwarz\n    Anderssen  Lange       Anderssen  Lange\n",
            "   Anderssen    Lange      Anderssen     Lange\n   Blancs    Noirs       Blancs  Noirs\n",
            "   AnderssenLange      AnderssenLange\n   White  Black      White  Black\n",
            "  Anderssen   Lange     Anderssen   Lange\n  (White)    (Black)    (White)    (Black)\n",
            "  Anderssen   Lange     Anderssen   Lange\n  [Weiß]    [Schwarz]    [Weiß]    [Schwarz]\n",
        ] {
            let heading = read(text);
            assert_eq!(heading.tags.get("White"), Some("Anderssen"), "{text}");
            assert_eq!(heading.tags.get("Black"), Some("Lange"), "{text}");
        }
        for text in [
            "Weiss (Anderssen)      Schwarz (Lange)\n",
            "Anderssen 1-0 Lange (23)\n",
            "Blancs (Anderssen)  Noirs (Lange)\n",
        ] {
            let heading = read(text);
            assert_eq!(heading.tags.get("White"), Some("Anderssen"), "{text}");
            assert_eq!(heading.tags.get("Black"), Some("Lange"), "{text}");
        }
        assert_eq!(read("Anderssen 1-0 Lange\n").tags.get("Result"), Some("1-0"));
        let heading = read("All-Russian (1909) · Philidor Defense: Exchange Variation (C41)  ·  1-0\n");
        assert_eq!(heading.tags.get("Date"), Some("1909.??.??"));
        assert_eq!(heading.tags.get("Opening"), Some("Philidor Defense: Exchange Variation"));
        assert_eq!(heading.tags.get("ECO"), Some("C41"));
        assert_eq!(read("Game\n").tags.get("Opening"), None);

        let heading = read("[White \"O'Kelly \\\"Bill\\\"\"]\n");
        assert_eq!(heading.tags.get("White"), Some("O'Kelly \"Bill\""));
    }

    #[test]
    fn own_tag_pairs_win() {
        let heading = read(
            "Part II - How to write games\nParis 1900\n[White \"A B\"]\n[Black \"C D\"]\n[Date \"1901.??.??\"]\n",
        );
        assert_eq!(heading.tags.get("White"), Some("A B"));
        assert_eq!(heading.tags.get("Black"), Some("C D"));
        assert_eq!(heading.tags.get("Date"), Some("1901.??.??"));
        let heading =
            read("[White \"A\"]\n[Black \"B\"]\n[Date \"1900.??.??\"]\n\n\n[White \"C\"]\n[Black \"D\"]\n");
        assert_eq!((heading.tags.get("White"), heading.tags.get("Date")), (Some("C"), None));
        let heading = read("Short - Adams, London 1991\n[Result \"1-0\"]\n");
        assert_eq!(heading.tags.get("White"), Some("Short"));
    }

    #[test]
    fn heads_of_mails_are_none_of_games() {
        for head in [
            "From: tk@home.example (T. Kerr)\nSubject: Re: Benko - Bisguier, was: best game?\nDate: 4 Apr 1996 07:12:55 GMT\n",
            "Datum: Do, 4. April 1996 07:12:55 +0200\nVon: kern@heim.example\nBetreff: AW: WG: Benko - Bisguier\n",
            "> Newsgroups: rec.games.chess\n> Subject: Benko - Bisguier\n> Date: Thu, 4 Apr 1996 07:12 -0500\n",
        ] {
            let heading = read(head);
            assert_eq!(heading.tags.get("White"), Some("Benko"), "{head}");
            assert_eq!(heading.tags.get("Black"), Some("Bisguier"), "{head}");
            assert_eq!(heading.tags.get("Date"), None, "{head}");
        }
        let heading = read("Subject: Re: a question about openings\nFrom: kern@heim.example\n");
        assert_eq!((heading.tags.get("White"), heading.tags.get("Black")), (None, None));
        let heading = read("Date: 4 April 1996\nWhite: Benko\nBlack: Bisguier\n");
        assert_eq!(heading.tags.get("Date"), Some("1996.04.04"));
    }

    #[test]
    fn days_and_places_in_a_sentence() {
        for (line, site) in [
            ("Jouée à Paris en 1860.", "Paris"),
            ("Gefpielt in Budapest 1921.", "Budapest"),
            ("Gespielt zu Wien im Jahre 1873.", "Wien"),
            ("Giocata a Milano nel 1881.", "Milano"),
            ("Played at London in 1862", "London"),
        ] {
            let heading = read(&format!("{line}\nWhite: Anderssen\nBlack: Lange\n"));
            assert_eq!(heading.tags.get("Site"), Some(site), "{line}");
        }
        let heading = read("Vereinsabend 5. Mai 2022\nWeiß: Jonas, Schwarz: Blake\n");
        assert_eq!((heading.tags.get("Site"), heading.tags.get("Event")), (None, Some("Vereinsabend")));
        let heading = read("Drozdovskij – Beliavsky\nPivdenny Bank Geller Mem, 2006\n");
        assert_eq!(
            (heading.tags.get("Site"), heading.tags.get("Event")),
            (None, Some("Pivdenny Bank Geller Mem"))
        );
        let heading = read("WHITE—Blackburne.\nBLACK—Steinitz.\n");
        assert_eq!((heading.tags.get("White"), heading.tags.get("Site")), (Some("Blackburne"), None));
    }

    #[test]
    fn starts_that_are_not_the_array() {
        let fen = "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1";
        assert!(matches!(read(fen).start, Start::Fen(found, _) if found == fen));
        assert!(matches!(read(&format!("FEN: {fen}")).start, Start::Fen(found, _) if found == fen));
        for line in
            [format!("Set up: {fen}"), format!("Chess960 (FEN: {fen})"), format!("From \"{fen}\" White won")]
        {
            assert!(matches!(read(&line).start, Start::Fen(found, _) if found == fen), "{line}");
        }
        let Start::Odds(fen, _) = read("Remove White's Q's Kt.").start else { panic!("no odds") };
        assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq"), "{fen}");
    }
}
