//! Which games of a corpus are duplicates of better ones, in bounded memory.
//!
//! Two sorts of all games, by players and moves, and, if asked for, by moves alone, bring duplicates side by side: a record
//! that is the beginning of another comes directly before it. Only what is compared at a time is in memory; the rest is in
//! temporary files ([`Sorter`]).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use rustc_hash::FxHashMap;

use super::meeting::{Differences, Meeting, take};
use super::names::surname;
use super::sorter::{SortRecord, Sorter};
use crate::verify::Identity;

/// A record with fewer half-moves can be the beginning of many games; it counts as part of another only if the rounds agree.
const TELLING: usize = 10;
/// So many equal half-moves of equal players are one game, whatever its tags say.
const LONG: usize = 40;
/// So many equal half-moves are one game, even if one of the players has no name.
const LONG_UNNAMED: usize = 20;

/// Which games are duplicates.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The same players (whatever the spelling of their names) and moves, and records that do not contradict each other in given
    /// names, date, round, address, time or result; from 40 half-moves on, these do not matter. Where a player has no name, from
    /// 20 half-moves on only.
    Same,
    /// The beginning of a longer record of the same players, with dates that are known and fit; under 40 half-moves nothing else
    /// may contradict either.
    Part,
    /// The same moves, whoever the players are.
    Moves,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::Same, Rule::Part, Rule::Moves];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Same => "same",
            Rule::Part => "part",
            Rule::Moves => "moves",
        }
    }
}

/// Why one of two copies is kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Better {
    /// It is in the corpus that games are compared with.
    Other,
    /// It has more moves.
    Longer,
    /// All its moves are proven.
    Proven,
    /// It has more tags with a value.
    Tags,
    /// It has more comments and variations.
    Notes,
    /// It comes first.
    First,
}

impl Better {
    const ALL: [Better; 6] =
        [Better::Other, Better::Longer, Better::Proven, Better::Tags, Better::Notes, Better::First];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Better::Other => "in the other corpus",
            Better::Longer => "longer",
            Better::Proven => "proven",
            Better::Tags => "more tags",
            Better::Notes => "more notes",
            Better::First => "first",
        }
    }
}

/// The place of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct UniquePlace {
    /// Index of the input, from 0.
    pub input: u32,
    /// Number of the game in the input, from 1.
    pub game: u64,
    /// Offset of its first byte in the decompressed input.
    pub offset: u64,
}

/// What decides between two copies of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Substance {
    /// Whether it is in the corpus that games are compared with, which is never changed.
    pub other: bool,
    /// Whether all its moves are proven.
    pub proven: bool,
    /// Number of tags with a value.
    pub tags: u32,
    /// Bytes of its comments and variations.
    pub notes: u32,
}

/// A game that is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Its place.
    pub place: UniquePlace,
    /// The rule by which it is a duplicate.
    pub rule: Rule,
    /// The place of the game that is kept.
    pub kept: UniquePlace,
    /// Why that is kept.
    pub better: Better,
    /// In what the two contradict each other.
    pub differs: Differences,
}

/// Receives all games, and then says which to remove.
#[derive(Debug)]
pub struct Finder {
    rules: Vec<Rule>,
    by_players: Sorter,
    by_moves: Sorter,
}

/// A 64-bit hash; a chance collision is assumed not to occur.
fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A game while it is compared.
#[derive(Clone, Debug)]
struct Candidate {
    place: UniquePlace,
    substance: Substance,
    named: bool,
    meeting: Meeting,
}

impl Candidate {
    fn to_bytes(&self) -> Vec<u8> {
        let Candidate { place, substance, named, meeting } = self;
        let mut out = Vec::with_capacity(96);
        // Games of the other corpus first, then by place, so that equals are in the order of the text.
        out.push(u8::from(!substance.other));
        out.extend(place.input.to_be_bytes());
        out.extend(place.game.to_be_bytes());
        out.extend(place.offset.to_be_bytes());
        out.push(u8::from(substance.proven));
        out.extend(substance.tags.to_be_bytes());
        out.extend(substance.notes.to_be_bytes());
        out.push(u8::from(*named));
        meeting.write(&mut out);
        out
    }

    fn from_bytes(bytes: &[u8]) -> Option<Candidate> {
        let mut rest = bytes;
        let other = take::<1>(&mut rest)? == [0];
        let place = UniquePlace {
            input: u32::from_be_bytes(take(&mut rest)?),
            game: u64::from_be_bytes(take(&mut rest)?),
            offset: u64::from_be_bytes(take(&mut rest)?),
        };
        let proven = take::<1>(&mut rest)? == [1];
        let substance = Substance {
            other,
            proven,
            tags: u32::from_be_bytes(take(&mut rest)?),
            notes: u32::from_be_bytes(take(&mut rest)?),
        };
        let named = take::<1>(&mut rest)? == [1];
        Some(Candidate { place, substance, named, meeting: Meeting::read(&mut rest)? })
    }

    /// Why this game is better than another with the same moves; `None` if the other is.
    fn beats(&self, other: &Candidate) -> Option<Better> {
        let (a, b) = (&self.substance, &other.substance);
        let decisive = [
            (Better::Other, u32::from(a.other), u32::from(b.other)),
            (Better::Proven, u32::from(a.proven), u32::from(b.proven)),
            (Better::Tags, a.tags, b.tags),
            (Better::Notes, a.notes, b.notes),
        ];
        match decisive.into_iter().find(|(_, a, b)| a != b) {
            Some((why, a, b)) => (a > b).then_some(why),
            None => (self.place < other.place).then_some(Better::First),
        }
    }
}

/// Bytes of a key before the moves: hashes of the players and of the start.
const LEAD: usize = 16;

impl Finder {
    /// A finder of duplicates by these rules.
    #[must_use]
    pub fn new(rules: &[Rule]) -> Finder {
        Finder { rules: rules.to_vec(), by_players: Sorter::default(), by_moves: Sorter::default() }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn push(&mut self, place: UniquePlace, identity: &Identity, substance: Substance) -> io::Result<()> {
        if identity.moves.is_empty() {
            return Ok(());
        }
        let (white, black) = (surname(&identity.white), surname(&identity.black));
        let named = !white.is_empty() && !black.is_empty();
        let candidate = Candidate { place, substance, named, meeting: Meeting::of(identity) }.to_bytes();
        let mut key = Vec::with_capacity(LEAD + 2 * identity.moves.len());
        key.extend(hash((&white, &black)).to_be_bytes());
        key.extend(hash(&identity.start).to_be_bytes());
        identity.moves.iter().for_each(|word| key.extend(word.to_be_bytes()));
        if self.rules.contains(&Rule::Moves) {
            let moves = [hash(&key[8..]), hash((1, &key[8..]))].map(u64::to_be_bytes).concat();
            self.by_moves.push(&moves, &candidate)?;
        }
        if self.rules.iter().any(|rule| *rule != Rule::Moves) {
            self.by_players.push(&key, &candidate)?;
        }
        Ok(())
    }

    /// The games to remove, in the order of their places, each once.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    pub fn removals(self) -> io::Result<Removals> {
        let mut found = Sorter::default();
        let mut line = Line {
            rules: self.rules,
            key: Box::default(),
            open: Vec::new(),
            kept: FxHashMap::default(),
            found: &mut found,
        };
        for record in self.by_players.sorted()? {
            line.take(record?)?;
        }
        line.close(0)?;
        let mut same: Option<(Box<[u8]>, Vec<Compared>)> = None;
        for record in self.by_moves.sorted()? {
            let (key, rest) = record?;
            let Some(candidate) = Candidate::from_bytes(&rest) else { continue };
            if same.as_ref().is_none_or(|(known, _)| *known != key) {
                put(same.take().map(|(_, all)| all).unwrap_or_default(), &mut found)?;
                same = Some((key, Vec::new()));
            }
            if let Some((_, all)) = &mut same {
                // The best copy so far comes first.
                let mut new = Compared { length: 0, candidate, gone: None };
                if let Some(best) = all.first_mut() {
                    decide(Rule::Moves, best, &mut new);
                    if best.gone.is_some() {
                        std::mem::swap(best, &mut new);
                    }
                    put(vec![new], &mut found)?;
                } else {
                    all.push(new);
                }
            }
        }
        Ok(Removals { found: found.sorted()?, last: None })
    }
}

/// A game beside others, with the number of its half-moves.
struct Compared {
    length: usize,
    candidate: Candidate,
    gone: Option<Fate>,
}

/// By what a game goes.
#[derive(Copy, Clone, Debug)]
struct Fate {
    rule: Rule,
    kept: UniquePlace,
    better: Better,
    differs: Differences,
}

/// Decides between two copies with the same moves.
fn decide(rule: Rule, one: &mut Compared, two: &mut Compared) {
    if one.candidate.substance.other && two.candidate.substance.other {
        return;
    }
    let differs = one.candidate.meeting.differences(&two.candidate.meeting);
    match one.candidate.beats(&two.candidate) {
        Some(better) => two.gone = Some(Fate { rule, kept: one.candidate.place, better, differs }),
        None => {
            let better = two.candidate.beats(&one.candidate).unwrap_or(Better::First);
            one.gone = Some(Fate { rule, kept: two.candidate.place, better, differs });
        }
    }
}

/// The games whose moves are beginnings of those of the last game.
struct Line<'s> {
    rules: Vec<Rule>,
    key: Box<[u8]>,
    open: Vec<Compared>,
    /// By what the games go that go, as long as another may go by one of them.
    kept: FxHashMap<UniquePlace, Fate>,
    found: &'s mut Sorter,
}

impl Line<'_> {
    fn take(&mut self, (key, rest): SortRecord) -> io::Result<()> {
        let Some(candidate) = Candidate::from_bytes(&rest) else { return Ok(()) };
        let common = self.key.iter().zip(&key).take_while(|(a, b)| a == b).count();
        // Of games without players only equal ones are compared.
        let common = if candidate.named || common == key.len() { common } else { 0 };
        let keeps = self.open.iter().take_while(|open| common >= LEAD && LEAD + 2 * open.length <= common);
        let kept = keeps.count();
        self.close(kept)?;
        let mut new = Compared { length: (key.len() - LEAD) / 2, candidate, gone: None };
        for open in self.open.iter_mut().filter(|open| open.gone.is_none()) {
            if open.length < new.length {
                if self.rules.contains(&Rule::Part) && is_part(open, &new) {
                    open.gone = Some(Fate {
                        rule: Rule::Part,
                        kept: new.candidate.place,
                        better: Better::Longer,
                        differs: open.candidate.meeting.differences(&new.candidate.meeting),
                    });
                }
            } else if new.gone.is_none() && self.rules.contains(&Rule::Same) && is_same(open, &new) {
                decide(Rule::Same, open, &mut new);
            }
        }
        self.open.push(new);
        self.key = key;
        Ok(())
    }

    /// Closes all but the first `kept` games.
    fn close(&mut self, kept: usize) -> io::Result<()> {
        let mut closed: Vec<Compared> = self.open.drain(kept..).collect();
        for game in &closed {
            self.kept.extend(game.gone.map(|gone| (game.candidate.place, gone)));
        }
        // A game may go by one that goes itself: what is told is the one that stays.
        for gone in closed.iter_mut().filter_map(|game| game.gone.as_mut()) {
            while let Some(by) = self.kept.get(&gone.kept) {
                if by.rule == Rule::Part {
                    (gone.rule, gone.better) = (Rule::Part, Better::Longer);
                }
                gone.kept = by.kept;
                gone.differs = gone.differs.and(by.differs);
            }
        }
        if self.open.is_empty() {
            self.kept.clear();
        }
        put(closed, self.found)
    }
}

/// Whether a game is the beginning of a longer one whose moves begin so. The corpus that is compared with is never changed.
fn is_part(short: &Compared, long: &Compared) -> bool {
    let (a, b) = (&short.candidate.meeting, &long.candidate.meeting);
    // Players without known dates may have met often.
    let dated = a.has_year() && b.has_year() && a.dates_fit(b);
    let telling = short.length >= TELLING || a.same_round(b);
    let fits = short.length >= LONG || a.differences(b).is_empty();
    !short.candidate.substance.other && dated && telling && fits
}

/// Whether two games with the same players and moves are the same game.
fn is_same(one: &Compared, two: &Compared) -> bool {
    let telling = one.candidate.named || one.length >= LONG_UNNAMED;
    let (a, b) = (&one.candidate.meeting, &two.candidate.meeting);
    one.length >= LONG || telling && a.differences(b).is_empty()
}

/// Writes the games that go.
fn put(closed: Vec<Compared>, found: &mut Sorter) -> io::Result<()> {
    for game in closed {
        let Some(Fate { rule, kept, better, differs }) = game.gone else { continue };
        let place = game.candidate.place;
        let mut key = place.input.to_be_bytes().to_vec();
        key.extend(place.game.to_be_bytes());
        let mut rest = place.offset.to_be_bytes().to_vec();
        rest.push(rule as u8);
        rest.extend(kept.input.to_be_bytes());
        rest.extend(kept.game.to_be_bytes());
        rest.extend(kept.offset.to_be_bytes());
        rest.push(better as u8);
        rest.push(differs.to_byte());
        found.push(&key, &rest)?;
    }
    Ok(())
}

/// The games to remove, in the order of their places.
#[derive(Debug)]
pub struct Removals {
    found: super::sorter::Merged,
    /// The last game, which both sorts may have found.
    last: Option<(u32, u64)>,
}

impl Iterator for Removals {
    type Item = io::Result<Removal>;

    fn next(&mut self) -> Option<io::Result<Removal>> {
        loop {
            let (key, rest) = match self.found.next()? {
                Ok(record) => record,
                Err(error) => return Some(Err(error)),
            };
            let Some(removal) = removal(&key, &rest) else { continue };
            let place = (removal.place.input, removal.place.game);
            if self.last.replace(place) != Some(place) {
                return Some(Ok(removal));
            }
        }
    }
}

fn removal(key: &[u8], rest: &[u8]) -> Option<Removal> {
    let (mut key, mut rest) = (key, rest);
    let (input, game) = (u32::from_be_bytes(take(&mut key)?), u64::from_be_bytes(take(&mut key)?));
    let offset = u64::from_be_bytes(take(&mut rest)?);
    let [rule] = take(&mut rest)?;
    let kept = UniquePlace {
        input: u32::from_be_bytes(take(&mut rest)?),
        game: u64::from_be_bytes(take(&mut rest)?),
        offset: u64::from_be_bytes(take(&mut rest)?),
    };
    let [better, differs] = take(&mut rest)?;
    Some(Removal {
        place: UniquePlace { input, game, offset },
        rule: *Rule::ALL.get(usize::from(rule))?,
        kept,
        better: *Better::ALL.get(usize::from(better))?,
        differs: Differences::from_byte(differs),
    })
}

/// The places of the games that are removed, for the pass that writes the others.
#[derive(Clone, Debug, Default)]
pub struct Gone(FxHashMap<u32, Vec<u64>>);

impl Gone {
    /// Adds a game; games of an input must be added in their order.
    pub fn add(&mut self, place: UniquePlace) {
        self.0.entry(place.input).or_default().push(place.offset);
    }

    /// Whether the game of an input that begins at this offset is removed.
    #[must_use]
    pub fn contains(&self, input: usize, offset: u64) -> bool {
        let games = u32::try_from(input).ok().and_then(|input| self.0.get(&input));
        games.is_some_and(|games| games.binary_search(&offset).is_ok())
    }
}
