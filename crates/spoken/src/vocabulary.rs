//! The words of each language: what a word means, and what it may have been heard for.

use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use scorebook_search::Nats;
use smallvec::SmallVec;

use crate::sounds::{self, Spelling};

/// The meaning of a word: its place in [`ATOMS`].
pub(crate) type Atom = u8;

/// The names of the atoms, as the tables have them. Men come first, then files, then ranks.
pub(crate) const ATOMS: &[&str] = &[
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "takes",
    "castle",
    "short",
    "long",
    "kingside",
    "queenside",
    "zero",
    "check",
    "mate",
    "enpassant",
    "promote",
    "to",
    "from",
    "square",
    "glue",
    "same",
    "own",
    "white",
    "black",
    "resigns",
    "wins",
    "loses",
    "draws",
    "mated",
    "time",
    "unfinished",
    "ending",
    "no",
    "comment",
    "endcomment",
    "variation",
    "endvariation",
    "nextgame",
    "game",
    "move",
    "dots",
    "names",
    "onezero",
    "zeroone",
];

/// Number of atoms.
pub(crate) const COUNT: usize = ATOMS.len();

/// Atoms by name, for the code.
pub(crate) mod atom {
    use super::Atom;

    pub(crate) const PAWN: Atom = 0;
    pub(crate) const KNIGHT: Atom = 1;
    pub(crate) const QUEEN: Atom = 4;
    pub(crate) const KING: Atom = 5;
    pub(crate) const FILE_A: Atom = 6;
    pub(crate) const RANK_1: Atom = 14;
    pub(crate) const TAKES: Atom = 22;
    pub(crate) const ZERO: Atom = 28;
    pub(crate) const CHECK: Atom = 29;
    pub(crate) const MATE: Atom = 30;
    pub(crate) const EN_PASSANT: Atom = 31;
    pub(crate) const PROMOTE: Atom = 32;
    pub(crate) const TO: Atom = 33;
    pub(crate) const FROM: Atom = 34;
    pub(crate) const SQUARE: Atom = 35;
    pub(crate) const GLUE: Atom = 36;
    pub(crate) const WHITE: Atom = 39;
    pub(crate) const BLACK: Atom = 40;
    pub(crate) const RESIGNS: Atom = 41;
    pub(crate) const WINS: Atom = 42;
    pub(crate) const LOSES: Atom = 43;
    pub(crate) const DRAWS: Atom = 44;
    pub(crate) const MATED: Atom = 45;
    pub(crate) const TIME: Atom = 46;
    pub(crate) const UNFINISHED: Atom = 47;
    pub(crate) const ENDING: Atom = 48;
    pub(crate) const NO: Atom = 49;
    pub(crate) const COMMENT: Atom = 50;
    pub(crate) const END_COMMENT: Atom = 51;
    pub(crate) const VARIATION: Atom = 52;
    pub(crate) const END_VARIATION: Atom = 53;
    pub(crate) const NEXT_GAME: Atom = 54;
    pub(crate) const GAME: Atom = 55;
    pub(crate) const MOVE: Atom = 56;
    pub(crate) const DOTS: Atom = 57;
    pub(crate) const NAMES: Atom = 58;
    pub(crate) const ONE_ZERO: Atom = 59;
    pub(crate) const ZERO_ONE: Atom = 60;
}

/// A set of atoms.
pub(crate) type Atoms = u64;

/// The set of one atom.
pub(crate) const fn one(atom: Atom) -> Atoms {
    1 << atom
}

/// Atoms that a move is made of; the words for them may be misheard.
const OF_MOVES: Atom = atom::PROMOTE;

/// A saying of several words.
pub(crate) struct Phrase {
    pub(crate) words: Vec<&'static str>,
    pub(crate) atom: Atom,
}

/// A language in which games are read aloud.
pub struct Language {
    /// Its English name, in small letters: `german`.
    pub name: &'static str,
    /// The meanings of single words.
    single: FxHashMap<&'static str, Atoms>,
    /// Sayings of several words, by the first of them.
    phrases: FxHashMap<&'static str, Vec<Phrase>>,
    /// Numbers: the words and the value, by the first word, the longest first.
    numbers: FxHashMap<&'static str, Vec<(Vec<&'static str>, u32)>>,
    /// What sounds like what, by the word that is written: the word that was said and the price.
    misheard: FxHashMap<&'static str, Vec<(&'static str, Nats)>>,
    /// How it is spelled.
    spelling: Spelling,
    /// The sounds of the words that moves are made of.
    sounds: Vec<(Vec<char>, Atoms)>,
    /// What letters and figures are called.
    names: FxHashMap<&'static str, &'static str>,
    /// What words may have been said for, as far as it has been asked: a transcript is gone through several times.
    heard: RwLock<FxHashMap<String, Heard>>,
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const TABLES: &[(&str, &str)] = &[
    ("english", include_str!("../data/english.tsv")),
    ("german", include_str!("../data/german.tsv")),
    ("french", include_str!("../data/french.tsv")),
    ("spanish", include_str!("../data/spanish.tsv")),
    ("italian", include_str!("../data/italian.tsv")),
    ("russian", include_str!("../data/russian.tsv")),
    ("dutch", include_str!("../data/dutch.tsv")),
];

const MISHEARD: &str = include_str!("../data/misheard.tsv");

/// All languages.
pub static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| TABLES.iter().map(|(name, table)| Language::from_table(name, table)).collect());

impl Language {
    /// The language of this English name.
    ///
    /// ```
    /// assert!(scorebook_spoken::Language::named("german").is_some());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.name == name)
    }

    /// Its name with a capital: `German`.
    #[must_use]
    pub fn title(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        format!("{}{rest}", first.to_uppercase())
    }

    fn from_table(name: &'static str, table: &'static str) -> Language {
        let mut language = Language {
            name,
            single: FxHashMap::default(),
            phrases: FxHashMap::default(),
            numbers: FxHashMap::default(),
            misheard: FxHashMap::default(),
            spelling: Spelling::of(name),
            sounds: Vec::new(),
            names: FxHashMap::default(),
            heard: RwLock::default(),
        };
        for row in table.lines().filter(|row| !row.starts_with('#')) {
            let Some((name, words)) = row.split_once('\t') else { continue };
            let number = name.strip_prefix("number ").and_then(|number| number.parse().ok());
            let atom = ATOMS.iter().position(|known| *known == name).map(|at| at as Atom);
            if atom.is_some_and(|atom| (atom::FILE_A..atom::TAKES).contains(&atom)) {
                language.name_signs(words);
            }
            for text in words.split('|') {
                let words: Vec<&'static str> = text.split(' ').collect();
                match (number, atom) {
                    (Some(number), _) => language.numbers.entry(words[0]).or_default().push((words, number)),
                    (None, Some(atom)) if words.len() == 1 => {
                        *language.single.entry(words[0]).or_default() |= one(atom);
                    }
                    (None, Some(atom)) => {
                        language.phrases.entry(words[0]).or_default().push(Phrase { words, atom });
                    }
                    (None, None) => {}
                }
            }
        }
        for numbers in language.numbers.values_mut() {
            numbers.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        language.sounds = language.sounds_of_moves();
        for row in MISHEARD.lines().filter(|row| !row.starts_with('#')) {
            let mut fields = row.split('\t');
            let (Some(of), Some(price), Some(words)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let Ok(price) = price.parse() else { continue };
            if of != "*" && of != name {
                continue;
            }
            for said in words.split(' ') {
                for written in words.split(' ').filter(|written| *written != said) {
                    if language.single.contains_key(said) {
                        language.misheard.entry(written).or_default().push((said, price));
                    }
                }
            }
        }
        language
    }

    /// The first word of a row that is no single sign is the name of its letters and figures.
    fn name_signs(&mut self, words: &'static str) {
        let is_sign = |word: &&str| word.chars().count() == 1;
        let Some(name) = words.split('|').find(|word| !is_sign(word)) else { return };
        for sign in words.split('|').filter(is_sign) {
            self.names.entry(sign).or_insert(name);
        }
    }

    /// The sounds of the words that moves are made of, with what those mean.
    fn sounds_of_moves(&self) -> Vec<(Vec<char>, Atoms)> {
        let mut known: FxHashMap<Vec<char>, Atoms> = FxHashMap::default();
        for (word, atoms) in &self.single {
            let atoms = atoms & ((1 << (OF_MOVES + 1)) - 1);
            let sounds = self.spelling.sounds(word);
            // `kt` and `n` are written, not said.
            if atoms != 0 && word.chars().count() > 1 && sounds.iter().any(|sound| sounds::is_vowel(*sound)) {
                *known.entry(sounds).or_default() |= atoms;
            }
        }
        let mut sounds: Vec<_> = known.into_iter().collect();
        sounds.sort();
        sounds
    }

    /// The sounds of a word; those of a letter or a figure are the sounds of its name.
    fn sounds(&self, word: &str) -> Vec<char> {
        self.spelling.sounds(self.names.get(word).copied().unwrap_or(word))
    }

    /// What a word means, as it is written.
    pub(crate) fn atoms(&self, word: &str) -> Atoms {
        let known = self.single.get(word).copied();
        let bare = || word.strip_suffix("'s").and_then(|word| self.single.get(word).copied());
        known.or_else(bare).unwrap_or(0)
    }

    /// Whether a word means something, or begins a number.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.atoms(word) != 0
            || self.numbers.get(word).is_some_and(|known| known.iter().any(|(words, _)| words.len() == 1))
    }

    /// The sayings of several words that begin here.
    pub(crate) fn phrases_at<'w>(
        &self,
        words: impl Fn(usize) -> Option<&'w str>,
        out: &mut SmallVec<[(Atom, u32); 2]>,
    ) {
        let Some(known) = words(0).and_then(|first| self.phrases.get(first)) else { return };
        for phrase in known {
            if (1..phrase.words.len()).all(|at| words(at) == Some(phrase.words[at])) {
                out.push((phrase.atom, phrase.words.len() as u32));
            }
        }
    }

    /// The numbers that are said here, the longest first, with how many words they take. Words are given with whether they
    /// are joined to the word before; `behind_figure`: a figure stands before the first.
    pub(crate) fn numbers_at<'w>(
        &self,
        words: impl Fn(usize) -> Option<(&'w str, bool)>,
        behind_figure: bool,
        out: &mut SmallVec<[(u32, u32); 2]>,
    ) {
        let Some((first, joined)) = words(0) else { return };
        if let Some((number, length)) = figures(&words, 0).filter(|_| !joined || !behind_figure) {
            // `20` and `3` for 23, as some recognisers write it.
            if number.is_multiple_of(10)
                && (20..100).contains(&number)
                && let Some((unit, 1)) = figures(&words, length)
                && unit > 0
            {
                out.push((number + unit, length as u32 + 1));
            }
            out.push((number, length as u32));
        }
        let known = self.numbers.get(first).into_iter().flatten();
        for (spoken, number) in known {
            if (1..spoken.len()).all(|at| words(at).is_some_and(|(word, _)| word == spoken[at])) {
                out.push((*number, spoken.len() as u32));
            }
        }
    }

    /// Whether a word is known for being written in place of others.
    pub(crate) fn mishears(&self, word: &str) -> bool {
        self.misheard.contains_key(word)
    }

    /// Whether a text sounds much like the word of a man.
    pub(crate) fn sounds_like_a_man(&self, text: &str) -> bool {
        let own = self.sounds(text);
        let men = self.sounds.iter().filter(|(_, atoms)| atoms & MEN != 0);
        men.filter_map(|(sounds, _)| sounds::price(&own, sounds)).any(|price| price <= MUCH_ALIKE)
    }

    /// What this word may have been said for.
    pub(crate) fn hear(&self, word: &str) -> Heard {
        let known = self.heard.read().unwrap_or_else(PoisonError::into_inner).get(word).cloned();
        known.unwrap_or_else(|| {
            let heard = self.listen(word);
            let mut known = self.heard.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_HEARD {
                known.insert(word.to_owned(), heard.clone());
            }
            heard
        })
    }

    fn listen(&self, word: &str) -> Heard {
        let exact = self.atoms(word);
        let mut heard = Heard { costs: [Nats::INFINITY; COUNT], exact, known: self.knows(word) };
        heard.add(exact, 0.0);
        for (said, price) in self.misheard.get(word).into_iter().flatten() {
            let atoms = self.atoms(said);
            let alike = of_the_same_kind(exact);
            heard.add(atoms & !alike, *price);
            heard.add(atoms & alike, *price + ONE_FOR_ANOTHER);
        }
        // A word that means something by itself is seldom a worn form of another.
        let dearer = if heard.known { 2.5 } else { 0.0 };
        let own = self.sounds(word);
        for (sounds, atoms) in &self.sounds {
            if let Some(price) = sounds::price(&own, sounds) {
                heard.add(*atoms, price + dearer);
            }
        }
        heard
    }
}

/// What it costs more that a file, rank or man is written for another one: a letter that goes wrong becomes a small word more
/// often than just that other letter.
const ONE_FOR_ANOTHER: Nats = 1.5;

/// The men.
const MEN: Atoms = (1 << atom::FILE_A) - 1;
/// Two words that sound as much like one are that one.
const MUCH_ALIKE: Nats = 2.9;

/// All files, ranks or men if one of them is among these atoms.
fn of_the_same_kind(atoms: Atoms) -> Atoms {
    let all = |first: Atom, count: Atom| ((1 << count) - 1) << first;
    let kinds: [Atoms; 3] = [all(atom::PAWN, 6), all(atom::FILE_A, 8), all(atom::RANK_1, 8)];
    kinds.into_iter().filter(|kind| kind & atoms != 0).fold(0, |sum, kind| sum | kind)
}

/// Most words that are remembered; no speaker has as many.
const MOST_HEARD: usize = 4096;
/// Most figures of a number.
const MOST_FIGURES: usize = 4;

/// A number in figures, which are words of their own, from word `from` on, and how many words it takes.
fn figures<'w>(words: &impl Fn(usize) -> Option<(&'w str, bool)>, from: usize) -> Option<(u32, usize)> {
    let mut number = 0;
    let mut length = 0;
    while let Some((word, joined)) = words(from + length)
        && (length == 0 || joined)
        && length < MOST_FIGURES
        && let Ok(figure) = word.parse::<u32>()
    {
        number = number * 10 + figure;
        length += 1;
    }
    (length > 0).then_some((number, length))
}

/// What a word that was written may have been said for.
#[derive(Clone)]
pub(crate) struct Heard {
    /// The price of each atom; infinite: not this one.
    pub(crate) costs: [Nats; COUNT],
    /// What it means as it is written.
    pub(crate) exact: Atoms,
    /// Whether it means anything.
    pub(crate) known: bool,
}

impl Heard {
    fn add(&mut self, atoms: Atoms, price: Nats) {
        for (at, cost) in self.costs.iter_mut().enumerate() {
            if atoms & (1 << at) != 0 {
                *cost = cost.min(price);
            }
        }
    }

    /// The same beside another reading of the recogniser, at its price.
    pub(crate) fn or(&mut self, other: &Heard, price: Nats) {
        for (cost, more) in self.costs.iter_mut().zip(&other.costs) {
            *cost = cost.min(more + price);
        }
    }

    /// The same where it cannot be the letter of a man: that stands right before a square, as in `nf3`.
    pub(crate) fn without_letters(&mut self) {
        const SELDOM: Nats = 4.0;
        let men = usize::from(atom::KNIGHT)..usize::from(atom::KING) + 1;
        for at in men {
            self.costs[at] += SELDOM;
            self.exact &= !(1 << at);
        }
    }

    /// Whether it means this as it is written.
    pub(crate) fn is(&self, atom: Atom) -> bool {
        self.exact & one(atom) != 0
    }

    /// Whether it means one of these as it is written.
    pub(crate) fn is_any(&self, atoms: Atoms) -> bool {
        self.exact & atoms != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_words_for_every_atom() {
        for language in LANGUAGES.iter() {
            for (at, name) in ATOMS.iter().enumerate() {
                let single = language.single.values().any(|atoms| atoms & (1 << at) != 0);
                let phrase = language.phrases.values().flatten().any(|phrase| usize::from(phrase.atom) == at);
                assert!(single || phrase, "{}: {name}", language.name);
            }
        }
    }

    #[test]
    fn names_in_the_code_are_those_of_the_table() {
        let known = [
            (atom::TAKES, "takes"),
            (atom::ZERO, "zero"),
            (atom::CHECK, "check"),
            (atom::MATE, "mate"),
            (atom::EN_PASSANT, "enpassant"),
            (atom::PROMOTE, "promote"),
            (atom::TO, "to"),
            (atom::FROM, "from"),
            (atom::SQUARE, "square"),
            (atom::GLUE, "glue"),
            (atom::WHITE, "white"),
            (atom::RESIGNS, "resigns"),
            (atom::ENDING, "ending"),
            (atom::NO, "no"),
            (atom::NEXT_GAME, "nextgame"),
            (atom::ONE_ZERO, "onezero"),
            (atom::ZERO_ONE, "zeroone"),
            (atom::MOVE, "move"),
            (atom::DOTS, "dots"),
            (atom::NAMES, "names"),
        ];
        for (atom, name) in known {
            assert_eq!(ATOMS[usize::from(atom)], name);
        }
    }

    #[test]
    fn what_sounds_alike_is_heard() {
        let english = Language::named("english").expect("English");
        let heard = english.hear("nite");
        assert!(heard.costs[usize::from(atom::KNIGHT)] < 4.0);
        let heard = english.hear("d");
        assert!(heard.costs[usize::from(atom::FILE_A) + 1] < 5.0, "b for d");
        assert!(heard.is(atom::FILE_A + 3));
    }
}
