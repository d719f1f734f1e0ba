//! What was said of each game: the moves, what is around them, and how sure all of it is.

use scorebook_search::lattice::{Ply as FoundPly, ROOT, Said};
use shakmaty::{Chess, Color, Move, Position};

use crate::forms::{MoveFeatures, Style};
use crate::heading::{self, Tag};
use crate::search::{ENDINGS, Ear, Prices, Readings, SaidMove, search};
use crate::vocabulary::{Atom, Language, atom, one};
use crate::words::{Word, join_parted, part_joined};

/// A range of bytes of the source.
pub type Bytes = std::ops::Range<usize>;

/// How the words agree with the move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// They say this move and no other.
    Exact,
    /// They say this move and so many others.
    Among(usize),
    /// Some word is misheard, lost or too many.
    Differs,
    /// Nothing is said of it.
    Silent,
    /// A person has decided it.
    Decided,
}

/// A spoken half-move.
#[derive(Clone, Debug)]
pub struct SpokenPly {
    /// The move.
    pub mv: Move,
    /// The place of its words; empty if nothing is said.
    pub span: Bytes,
    /// Its words.
    pub text: String,
    /// When it was said, in seconds.
    pub time: Option<f32>,
    /// How the words agree with it.
    pub how: How,
    /// The chance that it is right, with what people play.
    pub chance: f32,
    /// The chance that it is right by the words alone.
    pub by_record: f32,
    /// The likeliest other moves.
    pub rivals: Vec<(Move, f32)>,
    /// Words before it that say nothing of the game.
    pub passed: Vec<Bytes>,
    /// Words before it that the speaker took back.
    pub taken_back: Option<Bytes>,
    /// A number was said that is not its own.
    pub wrong_number: bool,
    /// It stands in place of earlier moves, because its number was said again.
    pub went_back: bool,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// Variations that replace it.
    pub variations: Vec<Vec<SpokenPly>>,
    /// Words of variations near it that could not be read; they stand among the comments.
    pub unread: Vec<Bytes>,
}

/// How a game ended, as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A side gives up.
    Resigns(Option<Color>),
    /// A side wins.
    Wins(Option<Color>),
    /// A draw.
    Drawn,
    /// A side has lost on time.
    Time(Option<Color>),
    /// Not played to the end.
    Unfinished,
    /// In figures: `1-0`.
    Marker(String),
}

/// A spoken game.
#[derive(Clone, Debug)]
pub struct SpokenGame {
    /// What was said of players, place and date.
    pub tags: Vec<Tag>,
    /// Its half-moves.
    pub plies: Vec<SpokenPly>,
    /// How many of them are worth writing: behind them more would be wrong than right.
    pub length: usize,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// How it ended, and where that is said.
    pub ended: Option<(Ended, Bytes)>,
    /// All its words.
    pub span: Bytes,
    /// What could not be read of the words behind the last move.
    pub rest: Option<Bytes>,
    /// The language of its words.
    pub language: &'static Language,
    /// How squares are named.
    pub style: Style,
}

impl SpokenGame {
    /// How many of its half-moves are right, so far as it knows.
    #[must_use]
    pub fn expected_plies(&self) -> f32 {
        self.plies[..self.length].iter().map(|ply| ply.chance).sum()
    }

    /// Share of the half-moves whose words say the move.
    #[must_use]
    pub fn exactly(&self) -> f32 {
        let exact = self
            .plies
            .iter()
            .filter(|ply| matches!(ply.how, How::Exact | How::Among(_) | How::Decided))
            .count();
        if self.plies.is_empty() { 0.0 } else { exact as f32 / self.plies.len() as f32 }
    }
}

/// A passage that is no part of the main line.
struct Aside {
    /// The words of the main line before it.
    at: usize,
    is_comment: bool,
    words: Vec<Word>,
}

/// The words of one game, without comments and variations.
struct Script {
    words: Vec<Word>,
    asides: Vec<Aside>,
}

/// Words behind the end of a game that are another game.
const NEW_GAME: usize = 10;

/// Parts the words of a transcript into games.
fn games(ear: &Ear<'_>) -> Vec<std::ops::Range<usize>> {
    let mut cuts = vec![0];
    let mut at = 0;
    let mut inside_aside = false;
    let count = ear.words.len();
    while at < count {
        let begin = cuts.last().copied().unwrap_or(0);
        let starts = [atom::COMMENT, atom::VARIATION];
        let ends = [atom::END_COMMENT, atom::END_VARIATION];
        if let Some(length) = ends.iter().find_map(|&of| ear.says(at, of)) {
            inside_aside = false;
            at += length;
            continue;
        }
        if starts.iter().any(|&of| ear.says(at, of).is_some()) {
            inside_aside = ends.iter().any(|&of| (at..count).any(|end| ear.says(end, of).is_some()));
        }
        if inside_aside {
            at += 1;
            continue;
        }
        if let Some(length) = ear.says(at, atom::NEXT_GAME) {
            if at > begin {
                cuts.push(at);
            }
            at += length;
            continue;
        }
        if announces(ear, at) && at > begin + NEW_GAME {
            cuts.push(at);
        }
        // Behind a mate, the side that is named has the next game.
        if let Some(length) = ear.says(at, atom::MATE)
            && at > begin + NEW_GAME
            && at + length + NEW_GAME < count
            && ending_at(ear, at + length).is_none()
            && side_at(ear, at + length).is_some()
        {
            at += length;
            cuts.push(at);
            continue;
        }
        if let Some(end) = ending_at(ear, at)
            && at > begin + NEW_GAME
            && end + NEW_GAME < count
        {
            // Words about the end go with the game that ends.
            let mut end = end;
            let closes = ENDINGS & !one(atom::WHITE) & !one(atom::BLACK);
            while end < count && ear.heard.word(end).is_any(closes) && !announces(ear, end) {
                end += 1;
            }
            cuts.push(end);
            at = end;
            continue;
        }
        at += 1;
    }
    cuts.push(count);
    cuts.windows(2).map(|cut| cut[0]..cut[1]).filter(|range| !range.is_empty()).collect()
}

/// Whether the words here announce a game: `game two`, `next game`.
fn announces(ear: &Ear<'_>, at: usize) -> bool {
    let is_numbered = |length: usize| ear.numbers.get(at + length).is_some_and(|numbers| !numbers.is_empty());
    ear.says(at, atom::NEXT_GAME).is_some() || ear.says(at, atom::GAME).is_some_and(is_numbered)
}

/// Behind the words that say here how the game ended, if they do.
fn ending_at(ear: &Ear<'_>, at: usize) -> Option<usize> {
    let says = [atom::RESIGNS, atom::WINS, atom::LOSES, atom::MATED];
    let side = [atom::WHITE, atom::BLACK].iter().find_map(|&side| ear.says(at, side));
    if ear.words[at].text.contains('-') {
        return Some(at + 1);
    }
    if let Some(length) = side {
        let mut next = at + length;
        // `White has resigned`.
        if next < ear.words.len()
            && !says.iter().any(|&of| ear.says(next, of).is_some())
            && ear.heard.word(next).is(atom::ENDING)
        {
            next += 1;
        }
        return says.iter().find_map(|&of| ear.says(next, of)).map(|length| next + length);
    }
    let whole =
        [atom::DRAWS, atom::ONE_ZERO, atom::ZERO_ONE, atom::RESIGNS].iter().find_map(|&of| ear.says(at, of));
    whole.map(|length| at + length)
}

/// Words of a game before which brackets may hold a part of its heading.
const HEADED: usize = 6;

/// Takes comments and variations out of the words of a game.
fn script(ear: &Ear<'_>, range: std::ops::Range<usize>) -> Script {
    let mut script = Script { words: Vec::new(), asides: Vec::new() };
    let mut at = range.start;
    while at < range.end {
        let asides = ear.words[at..range.end].iter().take_while(|word| word.aside).count();
        // In a heading, names may stand in brackets.
        if asides > 0 && script.words.len() >= HEADED {
            let words = ear.words[at..at + asides].to_vec();
            script.asides.push(Aside { at: script.words.len(), is_comment: true, words });
            at += asides;
            continue;
        }
        let pairs = [(atom::COMMENT, atom::END_COMMENT), (atom::VARIATION, atom::END_VARIATION)];
        let aside = pairs.iter().find_map(|&(begin, end)| {
            let length = ear.says(at, begin)?;
            let from = at + length;
            let close = (from..range.end).find(|&close| ear.says(close, end).is_some())?;
            Some((begin == atom::COMMENT, from, close, ear.says(close, end)?))
        });
        match aside {
            Some((is_comment, from, close, length)) => {
                let words = ear.words[from..close].to_vec();
                script.asides.push(Aside { at: script.words.len(), is_comment, words });
                at = close + length;
            }
            None => {
                script.words.push(ear.words[at].clone());
                at += 1;
            }
        }
    }
    script
}

/// What of a language a transcript is read with.
#[derive(Copy, Clone)]
pub(crate) struct Tongue {
    pub(crate) language: &'static Language,
    pub(crate) style: Style,
}

/// Reads all games of a transcript in a language.
pub(crate) fn read_all(source: &str, words: &[Word], tongue: Tongue, prices: &Prices) -> Vec<SpokenGame> {
    let words = join_parted(part_joined(words, tongue.language), tongue.language);
    let ear = Ear::new(&words, tongue.language, tongue.style);
    let ranges = games(&ear);
    ranges
        .into_iter()
        .map(|range| script(&ear, range))
        .filter_map(|script| read_one(source, &script, tongue, prices))
        .collect()
}

/// A half-move that costs more than this beside what people play is a reason to look for words that were lost.
const DOUBTFUL: f32 = 8.0;

/// The first search is not as wide: where the words are right it needs no more.
const FIRST_WIDTH: usize = 14;
const FIRST_WINDOW: f32 = 11.0;

/// The better of the readings without and with half-moves of which nothing is said.
fn best_readings(ear: &mut Ear<'_>, start: &Chess, prices: &Prices) -> Readings {
    let first = Prices { width: FIRST_WIDTH, window: FIRST_WINDOW, ..*prices };
    let plain = search(ear, start, &first, false);
    let end = plain.lattice.end();
    let unread = end.map_or(0.0, |(at, _)| plain.lattice.vertices[at as usize].stop);
    let doubtful = plain.lattice.best().iter().any(|ply| ply.cost - ply.surprise > DOUBTFUL);
    if unread < DOUBTFUL && !doubtful {
        return plain;
    }
    let wider = search(ear, start, prices, true);
    let cost = |readings: &Readings| readings.lattice.end().map_or(f32::INFINITY, |(_, cost)| cost);
    if cost(&wider) < cost(&plain) { wider } else { plain }
}

fn read_one(source: &str, script: &Script, tongue: Tongue, prices: &Prices) -> Option<SpokenGame> {
    let words = &script.words;
    let (first, last) = (words.first()?, words.last()?);
    let span = first.start..last.end.max(first.start);
    let mut ear = Ear::new(words, tongue.language, tongue.style);
    let start = Chess::default();
    let readings = best_readings(&mut ear, &start, prices);
    let mut plies = tell(&mut ear, &readings, &start);
    let length = worth_writing(&plies);
    let begins = plies.iter().find(|ply| !ply.words.is_empty()).map_or(words.len(), |ply| ply.words.start);
    let ends = plies.iter().map(|ply| ply.words.end).max().unwrap_or(0);
    let tags = heading::tags(source, &ear, begins);
    let ended = ended(&ear, ends);
    let rest = unread(&ear, ends, ended.as_ref().map(|(_, range)| range.clone()));
    let bytes = |range: std::ops::Range<usize>| words[range.start].start..words[range.end - 1].end;
    let rest = rest.map(bytes);
    let ended = ended.map(|(ended, range)| (ended, bytes(range)));
    let mut comments = Vec::new();
    for aside in &script.asides {
        let at = plies.iter().rposition(|ply| !ply.words.is_empty() && ply.words.end <= aside.at);
        if aside.is_comment {
            let text = quoted(source, &aside.words);
            match at {
                Some(at) => plies[at].ply.comments.push(text),
                None => comments.push(text),
            }
            continue;
        }
        let found = variation(source, aside, &plies, at, tongue, prices);
        let unread = found.as_ref().map_or(Some(0..aside.words.len()), |found| found.unread.clone());
        let place = found.as_ref().map(|found| found.at).or(at);
        if let Some(Variation { at, plies: variation, .. }) = found {
            plies[at].ply.variations.push(variation);
        }
        let Some(unread) = unread.and_then(|range| aside.words.get(range)) else { continue };
        let (Some(first), Some(last)) = (unread.first(), unread.last()) else { continue };
        let text = quoted(source, unread);
        match place.and_then(|at| plies.get_mut(at)) {
            Some(told) => {
                told.ply.comments.push(text);
                told.ply.unread.push(first.start..last.end);
            }
            None => comments.push(text),
        }
    }
    let plies = plies.into_iter().map(|told| told.ply).collect();
    let Tongue { language, style } = tongue;
    Some(SpokenGame { tags, plies, length, comments, ended, span, rest, language, style })
}

/// A half-move with its words in the main line.
struct Told {
    ply: SpokenPly,
    words: std::ops::Range<usize>,
    before: Chess,
}

/// The cheapest reading with its chances.
fn tell(ear: &mut Ear<'_>, readings: &Readings, start: &Chess) -> Vec<Told> {
    let lattice = readings.weighed();
    let found = lattice.best();
    let by_record = lattice.best_by_records();
    let says_takes = readings.says_takes();
    let mut position = start.clone();
    let mut last = None;
    let mut told = Vec::new();
    for (ply, by_record) in found.iter().zip(by_record) {
        let said = match ply.said[0] {
            Said::Cell(at) => readings.said.get(at as usize),
            Said::Nothing => None,
        };
        let said = said.map(|said| (said, readings.passed.words(said.passed)));
        told.push(one_told(ear, ply, by_record.chance, said, &position, last, says_takes));
        position.play_unchecked(ply.mv);
        last = Some(ply.mv);
    }
    told
}

fn one_told(
    ear: &mut Ear<'_>,
    found: &FoundPly,
    by_record: f32,
    said: Option<(&SaidMove, Vec<u32>)>,
    position: &Chess,
    last: Option<Move>,
    says_takes: bool,
) -> Told {
    let (said, passed) = said.unzip();
    let words = said.map_or(0..0, |said| said.words.0 as usize..said.words.1 as usize);
    let bytes = |from: u32, to: u32| {
        let (first, last) = (ear.words.get(from as usize), ear.words.get((to as usize).saturating_sub(1)));
        first.zip(last).map_or(0..0, |(first, last)| first.start..last.end.max(first.start))
    };
    let span = said.map_or(0..0, |said| bytes(said.words.0, said.words.1));
    let texts: Vec<&str> = ear.words[words.clone()].iter().map(|word| word.text.as_str()).collect();
    let text = texts.join(" ");
    let time = ear.words.get(words.start).filter(|_| !words.is_empty()).and_then(|word| word.time);
    let passed = passed.unwrap_or_default().into_iter().map(|at| bytes(at, at + 1)).collect();
    let taken_back = said.and_then(|said| said.taken_back).map(|(from, to)| bytes(from, to));
    let how = match said {
        None => How::Silent,
        Some(_) if words.clone().any(|at| ear.words[at].decided.is_some()) => How::Decided,
        Some(said) if !said.exact || said.silent_takes && says_takes => How::Differs,
        Some(said) => {
            let others = others(ear, said, found.mv, position, last);
            if others == 0 { How::Exact } else { How::Among(others) }
        }
    };
    let ply = SpokenPly {
        mv: found.mv,
        span,
        text,
        time,
        how,
        chance: found.chance,
        by_record,
        rivals: found.rivals.clone(),
        passed,
        taken_back,
        wrong_number: said.is_some_and(|said| said.wrong_number),
        went_back: said.is_some_and(|said| said.went_back),
        comments: Vec::new(),
        variations: Vec::new(),
        unread: Vec::new(),
    };
    Told { ply, words, before: position.clone() }
}

/// What words that say just a move may cost: the price of their order, and of words that join.
const CLEAN: f32 = 8.0;

/// The number of other legal moves that the words say as exactly.
fn others(ear: &mut Ear<'_>, said: &SaidMove, mv: Move, position: &Chess, last: Option<Move>) -> usize {
    ear.find_templates(said.words.0 as usize, CLEAN);
    let legal = position.legal_moves();
    let also = |other: &&Move| {
        let features = MoveFeatures::of(**other, position.turn());
        let repeats = crate::search::repeats(**other, last);
        ear.exactly(said.words, said.whole, &features, repeats)
    };
    legal.iter().filter(|other| **other != mv).filter(also).count()
}

/// A half-move that is less likely than this is more likely wrong than right.
const EVEN: f32 = 0.5;

/// The number of half-moves after which more would be wrong than right.
fn worth_writing(plies: &[Told]) -> usize {
    let (mut sum, mut best, mut length) = (0.0, 0.0, 0);
    for (at, told) in plies.iter().enumerate() {
        sum += told.ply.chance - EVEN;
        if sum >= best {
            (best, length) = (sum, at + 1);
        }
    }
    length
}

/// Ways in which a game ends.
const ENDS: &[Atom] = &[
    atom::TIME,
    atom::ONE_ZERO,
    atom::ZERO_ONE,
    atom::RESIGNS,
    atom::WINS,
    atom::LOSES,
    atom::MATED,
    atom::DRAWS,
    atom::UNFINISHED,
];

/// What the words from `from` on say of the end.
fn ended(ear: &Ear<'_>, from: usize) -> Option<(Ended, std::ops::Range<usize>)> {
    let count = ear.words.len();
    let has = |at: usize, of| ear.says(at, of).is_some();
    for at in from..count {
        let text = &ear.words[at].text;
        if text.contains('-') {
            return Some((Ended::Marker(text.clone()), at..at + 1));
        }
        let Some((what, length)) = ENDS.iter().find_map(|&of| Some((of, ear.says(at, of)?))) else {
            continue;
        };
        // `White resigns`, `abandonan las negras`.
        let before = (at.saturating_sub(2).max(from)..at).rev().find_map(|at| side_at(ear, at));
        let behind = || (at + length..count.min(at + length + 2)).find_map(|at| side_at(ear, at));
        let side = before.or_else(behind).map(|(_, side)| side);
        let ended = match what {
            atom::RESIGNS | atom::MATED => Ended::Resigns(side),
            atom::LOSES if (at..count).any(|at| has(at, atom::TIME)) => Ended::Time(side),
            atom::LOSES => Ended::Resigns(side),
            atom::WINS => Ended::Wins(side),
            atom::DRAWS => Ended::Drawn,
            atom::ONE_ZERO => Ended::Wins(Some(Color::White)),
            atom::ZERO_ONE => Ended::Wins(Some(Color::Black)),
            atom::TIME => Ended::Time(side),
            _ => Ended::Unfinished,
        };
        let first = before.map_or(at, |(at, _)| at);
        let says_more = |at: &usize| ear.heard.word(*at).is_any(ENDINGS) || ear.heard.joins(*at).is_some();
        let more = (at + length..count).take_while(says_more).count();
        return Some((ended, first..at + length + more));
    }
    None
}

/// The side that is named here.
fn side_at(ear: &Ear<'_>, at: usize) -> Option<(usize, Color)> {
    match (ear.says(at, atom::WHITE).is_some(), ear.says(at, atom::BLACK).is_some()) {
        (true, false) => Some((at, Color::White)),
        (false, true) => Some((at, Color::Black)),
        _ => None,
    }
}

/// The words behind the last move that say nothing that is understood.
fn unread(
    ear: &Ear<'_>,
    from: usize,
    ended: Option<std::ops::Range<usize>>,
) -> Option<std::ops::Range<usize>> {
    let known = ENDINGS | one(atom::GLUE) | one(atom::GAME) | one(atom::NEXT_GAME) | one(atom::MATE);
    let is_read = |at: usize| {
        ended.as_ref().is_some_and(|ended| ended.contains(&at))
            || ear.heard.word(at).is_any(known)
            || ear.heard.joins(at).is_some()
    };
    let mut unread = (from..ear.words.len()).filter(|&at| !is_read(at));
    let first = unread.next()?;
    let last = unread.next_back().unwrap_or(first);
    Some(first..last + 1)
}

/// The text of some words as it stands in the source.
pub(crate) fn quoted(source: &str, words: &[Word]) -> String {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return String::new() };
    let whole = source.get(first.start..last.end).unwrap_or_default();
    if !whole.contains("-->") && !whole.contains(['{', '"']) {
        return whole.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let texts: Vec<&str> = words.iter().filter_map(|word| source.get(word.start..word.end)).collect();
    texts.join(" ")
}

/// A variation that was read.
struct Variation {
    /// The half-move that it replaces.
    at: usize,
    plies: Vec<SpokenPly>,
    /// Its words that could not be read.
    unread: Option<std::ops::Range<usize>>,
}

/// A variation in place of some half-move, and what that costs.
struct Tried {
    cost: f32,
    at: usize,
    told: Vec<Told>,
    script: Script,
    unread: Option<std::ops::Range<usize>>,
}

/// What people play counts for less in a variation: it often shows what should not be played.
const HABIT_ASIDE: f32 = 0.5;

/// Reads a variation: in place of the last half-move before it, or of one before that, whichever its words fit best.
fn variation(
    source: &str,
    aside: &Aside,
    plies: &[Told],
    last: Option<usize>,
    tongue: Tongue,
    prices: &Prices,
) -> Option<Variation> {
    const BACK: usize = 6;
    let last = last?;
    let narrow = Prices { width: prices.width.min(8), habit: HABIT_ASIDE, ..*prices };
    let mut best: Option<Tried> = None;
    for at in (last.saturating_sub(BACK)..=last + 1).rev() {
        // Behind the last half-move, a variation replaces the next one.
        let Some(before) = plies.get(at).map(|told| told.before.clone()) else { continue };
        let ear = Ear::new(&aside.words, tongue.language, tongue.style);
        let script = script(&ear, 0..aside.words.len());
        let mut ear = Ear::new(&script.words, tongue.language, tongue.style);
        let readings = search(&mut ear, &before, &narrow, false);
        let (end, cost) = readings.lattice.end()?;
        if readings.lattice.vertices[end as usize].best == ROOT {
            continue;
        }
        // The last half-move is what is mostly replaced.
        let cost = cost + if at == last { 0.0 } else { 1.5 + last.abs_diff(at) as f32 };
        if best.as_ref().is_none_or(|tried| cost < tried.cost) {
            let told = tell(&mut ear, &readings, &before);
            let ends = told.iter().map(|ply| ply.words.end).max().unwrap_or(0);
            let unread = unread(&ear, ends, None);
            best = Some(Tried { cost, at, told, script, unread });
        }
    }
    let Tried { at, mut told, script, unread, .. } = best?;
    for aside in script.asides.iter().filter(|aside| aside.is_comment) {
        let before = told.iter().rposition(|ply| !ply.words.is_empty() && ply.words.end <= aside.at);
        if let Some(ply) = before.and_then(|at| told.get_mut(at)) {
            ply.ply.comments.push(quoted(source, &aside.words));
        }
    }
    Some(Variation { at, plies: told.into_iter().map(|told| told.ply).collect(), unread })
}

/// What the first words cost as one game in a language, without comments and variations among them.
pub(crate) fn cost(words: &[Word], most: usize, tongue: Tongue, prices: &Prices) -> f32 {
    let words = join_parted(part_joined(words, tongue.language), tongue.language);
    let ear = Ear::new(&words, tongue.language, tongue.style);
    // Another game would begin anew.
    let first = games(&ear).into_iter().next().unwrap_or(0..words.len());
    let mut script = script(&ear, first);
    script.words.truncate(most);
    let mut ear = Ear::new(&script.words, tongue.language, tongue.style);
    let readings = search(&mut ear, &Chess::default(), prices, false);
    readings.lattice.end().map_or(f32::INFINITY, |(_, cost)| cost)
}
