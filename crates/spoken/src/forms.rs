//! The forms of a spoken move, and the ways in which the words of a transcript can be one of them.
//!
//! A way ([`Template`]) does not depend on the position: it says which word stands for which part of a move. What a legal
//! move costs in it is a sum over those words, so that all positions that a search comes by share the ways of a place.

use std::sync::LazyLock;

use scorebook_search::Nats;
use shakmaty::{Color, File, Move, Rank, Role, Square};
use smallvec::SmallVec;

use crate::vocabulary::{Atom, Heard, atom, one};

/// What of a move a word says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Role,
    ToFile,
    ToRank,
    FromFile,
    FromRank,
    Victim,
    ToWing,
    ToMan,
    ToRelative,
    FromWing,
    FromMan,
    FromRelative,
    /// Wing of what is taken; people go by where it stood at the start, so that it need not fit.
    VictimWing,
    /// Wing of the man that moves; the same.
    OwnWing,
    Steps,
    Promotion,
}

const FEATURES: usize = 16;

/// An element of a form.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Element {
    /// A word that says this of the move, by an atom of this class.
    Says(Feature, Class),
    /// This word.
    Is(Atom),
}

/// Atoms of which a word says one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Class {
    Men,
    Pawn,
    Victims,
    Wings,
    Files,
    Ranks,
    Steps,
}

/// The classes, each with its atoms from the first to before the last.
const CLASSES: [(Class, Atom, Atom); 7] = [
    (Class::Men, atom::KNIGHT, atom::KING + 1),
    (Class::Pawn, atom::PAWN, atom::PAWN + 1),
    (Class::Victims, atom::PAWN, atom::QUEEN + 1),
    (Class::Wings, atom::QUEEN, atom::KING + 1),
    (Class::Files, atom::FILE_A, atom::FILE_A + 8),
    (Class::Ranks, atom::RANK_1, atom::RANK_1 + 8),
    (Class::Steps, atom::RANK_1, atom::RANK_1 + 2),
];

/// Which moves a form can say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pawn,
    Man,
    Any,
    Castles(Option<bool>),
}

/// How a language writes squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// `knight f three`.
    Algebraic,
    /// `knight to king's bishop three`.
    Descriptive,
}

struct Form {
    style: Option<Style>,
    elements: Vec<Element>,
    price: Nats,
    pawn: bool,
    claims: Claims,
}

/// What a form says by its words alone.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Claims {
    kind: Kind,
    is_descriptive: bool,
    takes: bool,
    same: bool,
    own: bool,
    /// Whether it says the file of a pawn and not that of the target: the pawn moves straight on.
    straight: bool,
}

const TABLE: &str = include_str!("../data/forms.tsv");

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[style, kind, words, price] = fields.as_slice() else { continue };
        let style = match style {
            "a" => Some(Style::Algebraic),
            "d" => Some(Style::Descriptive),
            _ => None,
        };
        let kind = match kind {
            "pawn" => Kind::Pawn,
            "man" => Kind::Man,
            "castle-king" => Kind::Castles(Some(true)),
            "castle-queen" => Kind::Castles(Some(false)),
            "castle" => Kind::Castles(None),
            _ => Kind::Any,
        };
        let Ok(price) = price.parse::<Nats>() else { continue };
        forms.extend(spelled_out(words).into_iter().map(|words| {
            let has = |word: &str| words.contains(&word);
            Form {
                style,
                elements: words.iter().filter_map(|word| element(word)).collect(),
                price,
                pawn: kind == Kind::Pawn || kind == Kind::Any,
                claims: Claims {
                    kind,
                    is_descriptive: style == Some(Style::Descriptive),
                    takes: has("takes"),
                    same: has("same"),
                    own: has("own"),
                    straight: has("om") && !["dm", "own", "takes"].iter().any(|word| has(word)),
                },
            }
        }));
    }
    forms
});

/// The ways to name a square in descriptive notation: `king's bishop three`, `the third square of the king's bishop`.
const SQUARES: &[(&str, [&str; 2])] =
    &[("target", ["dw? dm dr", "dr dw? dm"]), ("source", ["ow? om or", "or ow? om"])];

/// A form of the table without what may be left out and what has several ways.
fn spelled_out(words: &'static str) -> Vec<Vec<&'static str>> {
    let mut whole: Vec<Vec<&str>> = vec![Vec::new()];
    for word in words.split(' ') {
        let ways: Vec<Vec<&str>> = if let Some((_, ways)) = SQUARES.iter().find(|(name, _)| *name == word) {
            ways.iter().flat_map(|way| spelled_out(way)).collect()
        } else if let Some(word) = word.strip_suffix('?') {
            vec![Vec::new(), vec![word]]
        } else {
            vec![vec![word]]
        };
        let with = |words: &Vec<&'static str>| {
            let longer = |way: &Vec<&'static str>| words.iter().chain(way).copied().collect::<Vec<&str>>();
            ways.iter().map(longer).collect::<Vec<_>>()
        };
        whole = whole.iter().flat_map(with).collect();
    }
    whole
}

/// The forms of a style by their beginnings, so that what they share is looked at once.
#[derive(Default)]
struct Fork {
    next: Vec<(Element, u32)>,
    forms: Vec<u16>,
}

static FORKS: LazyLock<[Vec<Fork>; 2]> = LazyLock::new(|| [Style::Algebraic, Style::Descriptive].map(forks));

fn forks(style: Style) -> Vec<Fork> {
    let mut forks = vec![Fork::default()];
    for (number, form) in FORMS.iter().enumerate().filter(|(_, form)| form.style.is_none_or(|of| of == style))
    {
        let mut at = 0;
        for &element in &form.elements {
            let known =
                forks[at].next.iter().find(|(other, _)| *other == element).map(|(_, to)| *to as usize);
            at = known.unwrap_or_else(|| {
                let to = forks.len();
                forks[at].next.push((element, to as u32));
                forks.push(Fork::default());
                to
            });
        }
        forks[at].forms.push(number as u16);
    }
    forks
}

fn element(name: &str) -> Option<Element> {
    use Feature::*;
    let says = |feature, class| Some(Element::Says(feature, class));
    match name {
        "man" => says(Role, Class::Men),
        "pawn" => says(Role, Class::Pawn),
        "victim" => says(Victim, Class::Victims),
        "vpawn" => says(Victim, Class::Pawn),
        "tf" => says(ToFile, Class::Files),
        "tr" => says(ToRank, Class::Ranks),
        "ff" => says(FromFile, Class::Files),
        "fr" => says(FromRank, Class::Ranks),
        "dw" => says(ToWing, Class::Wings),
        "dm" => says(ToMan, Class::Men),
        "dr" => says(ToRelative, Class::Ranks),
        "ow" => says(FromWing, Class::Wings),
        "om" => says(FromMan, Class::Men),
        "or" => says(FromRelative, Class::Ranks),
        "vw" => says(VictimWing, Class::Wings),
        "rw" => says(OwnWing, Class::Wings),
        "step" => says(Steps, Class::Steps),
        _ => {
            crate::vocabulary::ATOMS.iter().position(|known| *known == name).map(|at| Element::Is(at as Atom))
        }
    }
}

/// What the words of a move can say of it: for each feature an atom.
#[derive(Clone, Debug)]
pub(crate) struct MoveFeatures {
    atoms: [Atom; FEATURES],
    kind: Kind,
    takes: bool,
    en_passant: bool,
}

/// No atom.
const NONE: Atom = u8::MAX;

fn man_atom(role: Role) -> Atom {
    role as Atom - 1
}

/// The man on whose file a square lies at the start.
fn man_of_file(file: File) -> Atom {
    const MEN: [Atom; 8] = [3, 1, 2, 4, 5, 2, 1, 3];
    MEN[usize::from(file)]
}

fn wing(file: File) -> Atom {
    if file <= File::D { atom::QUEEN } else { atom::KING }
}

fn rank_atom(rank: Rank) -> Atom {
    atom::RANK_1 + u8::from(rank)
}

impl MoveFeatures {
    pub(crate) fn of(mv: Move, turn: Color) -> MoveFeatures {
        let from = mv.from().unwrap_or(mv.to());
        let mut to = mv.to();
        let mut kind = if mv.role() == Role::Pawn { Kind::Pawn } else { Kind::Man };
        if let Move::Castle { king, rook } = mv {
            kind = Kind::Castles(Some(king < rook));
            to = Square::from_coords(if king < rook { File::G } else { File::C }, king.rank());
        }
        let relative = |rank: Rank| rank_atom(turn.fold_wb(rank, rank.flip_vertical()));
        let mut atoms = [NONE; FEATURES];
        let mut set = |feature: Feature, atom: Atom| atoms[feature as usize] = atom;
        set(Feature::Role, man_atom(mv.role()));
        set(Feature::ToFile, atom::FILE_A + u8::from(to.file()));
        set(Feature::ToRank, rank_atom(to.rank()));
        set(Feature::FromFile, atom::FILE_A + u8::from(from.file()));
        set(Feature::FromRank, rank_atom(from.rank()));
        set(Feature::Victim, mv.capture().map_or(NONE, man_atom));
        set(Feature::ToWing, wing(to.file()));
        set(Feature::ToMan, man_of_file(to.file()));
        set(Feature::ToRelative, relative(to.rank()));
        set(Feature::FromWing, wing(from.file()));
        set(Feature::FromMan, man_of_file(from.file()));
        set(Feature::FromRelative, relative(from.rank()));
        set(Feature::VictimWing, wing(to.file()));
        set(Feature::OwnWing, wing(from.file()));
        let steps = u8::from(from.rank()).abs_diff(u8::from(to.rank()));
        set(
            Feature::Steps,
            if from.file() == to.file() && steps > 0 { atom::RANK_1 + steps - 1 } else { NONE },
        );
        set(Feature::Promotion, mv.promotion().map_or(NONE, man_atom));
        MoveFeatures { atoms, kind, takes: mv.is_capture(), en_passant: mv.is_en_passant() }
    }

    fn atom(&self, feature: Feature) -> Atom {
        self.atoms[feature as usize]
    }
}

/// What says a feature.
#[derive(Copy, Clone, Debug, PartialEq)]
enum By {
    /// The word that stands so far behind the first of the move.
    Word(u8),
    /// A saying of several words that has this meaning.
    Saying(Atom),
}

/// Most features that a move is told by.
const MOST_SAYS: usize = 11;

/// The features that words tell.
#[derive(Copy, Clone, Debug)]
struct Says {
    all: [(Feature, By); MOST_SAYS],
    count: u8,
}

impl Says {
    const NOTHING: Says = Says { all: [(Feature::Role, By::Word(0)); MOST_SAYS], count: 0 };

    fn push(&mut self, feature: Feature, by: By) {
        if let Some(place) = self.all.get_mut(usize::from(self.count)) {
            *place = (feature, by);
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[(Feature, By)] {
        &self.all[..usize::from(self.count)]
    }
}

/// A way in which words from some place on are a move.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// Its first word.
    start: u32,
    /// Behind its last word.
    pub(crate) end: u32,
    /// What does not depend on the move.
    pub(crate) base: Nats,
    /// The least that it can cost.
    pub(crate) least: Nats,
    /// Whether every word is one that belongs there.
    pub(crate) exact: bool,
    /// Whether a check (1) or a mate (2) is said.
    pub(crate) check: u8,
    claims: Claims,
    en_passant: bool,
    /// Whether no word that could say something was taken for one that joins.
    whole: bool,
    says: Says,
}

/// What a move costs by a template.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    pub(crate) cost: Nats,
    /// Whether the words say just this.
    pub(crate) exact: bool,
    /// Whether each word that can say something says it.
    pub(crate) whole: bool,
    /// Whether the move takes, and the words do not say so.
    pub(crate) silent_takes: bool,
}

/// Prices of what goes wrong between mouth and text, in nats. They were set by hand.
pub(crate) mod price {
    use scorebook_search::Nats;

    /// A word that should be there is not.
    pub(super) const LOST: Nats = 5.0;
    /// The same of `takes`, which many do not say.
    pub(crate) const LOST_TAKES: Nats = 3.5;
    /// A word that has nothing to do with what it stands for.
    pub(super) const MISFIT: Nats = 6.8;
    /// The same if the word means something else.
    pub(super) const MISFIT_KNOWN: Nats = 8.0;
    /// A word too many.
    pub(super) const ADDED: Nats = 4.8;
    /// The same if it means something.
    pub(super) const ADDED_KNOWN: Nats = 6.0;
    /// A word that joins.
    pub(super) const GLUE: Nats = 0.05;
    /// The same if it is the name of a square, a man or a number too.
    pub(super) const GLUE_OR_MORE: Nats = 2.5;
    /// `takes` where nothing is taken.
    pub(super) const FALSE_TAKES: Nats = 9.0;
    /// Nothing said of a capture.
    pub(crate) const SILENT_TAKES: Nats = 1.2;
    /// The same in descriptive notation, where a capture names the man that is taken.
    pub(super) const SILENT_TAKES_IN_WORDS: Nats = 4.0;
    /// A promotion to a queen of which nothing is said.
    pub(super) const SILENT_QUEEN: Nats = 1.5;
    /// To another man.
    pub(super) const SILENT_MAN: Nats = 7.0;
    /// The wing of a man, by where it came from at the start.
    pub(super) const OTHER_WING: Nats = 2.5;
    /// `en passant` where it is none.
    pub(super) const FALSE_EN_PASSANT: Nats = 5.0;
    /// Templates that cost more are none.
    pub(super) const MOST: Nats = 13.5;
}

/// Most words that are lost, added or misfits in one move.
const MOST_ERRORS: u8 = 2;
/// Most templates of a place.
const MOST_TEMPLATES: usize = 64;
/// Templates that cost so much more than the cheapest of their place are dropped.
const WINDOW: Nats = 9.0;

/// Words that may stand between any two of a move.
const JOINS: u64 = one(atom::GLUE) | one(atom::TO) | one(atom::SQUARE) | one(atom::FROM);

/// The words as a language hears them.
pub(crate) struct HeardWords {
    /// For each word what it may stand for.
    words: Vec<Heard>,
    /// For each word its lowest price in each class.
    least: Vec<[Nats; CLASSES.len()]>,
    /// For each word the sayings of several words that begin with it.
    pub(crate) sayings: Vec<SmallVec<[(Atom, u32); 2]>>,
}

impl HeardWords {
    pub(crate) fn new(words: Vec<Heard>, sayings: Vec<SmallVec<[(Atom, u32); 2]>>) -> HeardWords {
        let lowest = |word: &Heard| {
            CLASSES.map(|(_, first, last)| {
                let costs = &word.costs[usize::from(first)..usize::from(last)];
                costs.iter().copied().fold(Nats::INFINITY, Nats::min)
            })
        };
        let least = words.iter().map(lowest).collect();
        HeardWords { words, least, sayings }
    }

    pub(crate) fn word(&self, at: usize) -> &Heard {
        &self.words[at]
    }

    /// How many words from here on join and say nothing.
    pub(crate) fn joins(&self, at: usize) -> Option<u32> {
        let saying = self.sayings.get(at)?.iter().filter(|(atom, _)| JOINS & one(*atom) != 0);
        let longest = saying.map(|(_, length)| *length).max();
        longest.or_else(|| self.words[at].is_any(JOINS).then_some(1))
    }

    fn misfit(&self, at: usize) -> Nats {
        if self.words[at].known { price::MISFIT_KNOWN } else { price::MISFIT }
    }
}

/// A template under way.
#[derive(Copy, Clone)]
struct Partial {
    base: Nats,
    least: Nats,
    errors: u8,
    exact: bool,
    whole: bool,
    says: Says,
}

impl Partial {
    fn pay(mut self, cost: Nats) -> Partial {
        self.base += cost;
        self.least += cost;
        self
    }

    /// The same with something wrong.
    fn err(mut self, cost: Nats) -> Partial {
        self.errors += 1;
        self.exact = false;
        self.pay(cost)
    }
}

/// The ways in which the words from `start` on can be a move, for no more than `room`.
pub(crate) fn templates(heard: &HeardWords, start: usize, style: Style, room: Nats, out: &mut Vec<Template>) {
    out.clear();
    let partial = Partial { base: 0.0, least: 0.0, errors: 0, exact: true, whole: true, says: Says::NOTHING };
    let forks = &FORKS[usize::from(style == Style::Descriptive)];
    Matcher { heard, forks, start, out, most: price::MOST.min(room) }.step(0, start, partial);
    out.sort_by(|a, b| a.least.total_cmp(&b.least));
    let least = out.first().map_or(0.0, |first| first.least);
    out.retain(|template| template.least <= least + WINDOW);
    let mut kept: Vec<Template> = Vec::with_capacity(out.len().min(MOST_TEMPLATES));
    for template in out.drain(..) {
        if kept.len() == MOST_TEMPLATES {
            break;
        }
        if !kept.iter().any(|other| other.covers(&template)) {
            kept.push(template);
        }
    }
    out.append(&mut kept);
}

struct Matcher<'m> {
    heard: &'m HeardWords,
    forks: &'static [Fork],
    start: usize,
    out: &'m mut Vec<Template>,
    /// What costs more is no template: the cheapest so far and the window.
    most: Nats,
}

impl Matcher<'_> {
    fn step(&mut self, fork: usize, at: usize, partial: Partial) {
        if partial.least > self.most || partial.errors > MOST_ERRORS {
            return;
        }
        let forks = self.forks;
        let Fork { next, forms } = &forks[fork];
        if at > self.start {
            for &form in forms {
                self.finish(form, at, partial.pay(FORMS[usize::from(form)].price));
            }
        }
        let passed =
            (fork > 0 && !next.is_empty() && at < self.heard.words.len()).then(|| self.passed(at, partial));
        for &(element, to) in next {
            if at < self.heard.words.len() {
                self.take(element, to as usize, at, &partial);
            }
            let lost = match element {
                Element::Is(atom::TAKES) => price::LOST_TAKES,
                _ => price::LOST,
            };
            if partial.errors < MOST_ERRORS && partial.least + lost <= self.most {
                self.step(to as usize, at, partial.err(lost));
            }
        }
        if let Some((at, partial)) = passed {
            self.step_behind(fork, at, partial);
        }
    }

    /// The same behind a word that was passed over: the forms that end before it have been found.
    fn step_behind(&mut self, fork: usize, at: usize, partial: Partial) {
        if partial.least > self.most || partial.errors > MOST_ERRORS {
            return;
        }
        let forks = self.forks;
        let passed = (at < self.heard.words.len()).then(|| self.passed(at, partial));
        if at < self.heard.words.len() {
            for &(element, to) in &forks[fork].next {
                self.take(element, to as usize, at, &partial);
            }
        }
        if let Some((at, partial)) = passed {
            self.step_behind(fork, at, partial);
        }
    }

    /// The word at `at` stands for the element.
    fn take(&mut self, wanted: Element, to: usize, at: usize, partial: &Partial) {
        let word = &self.heard.words[at];
        let misfit = self.heard.misfit(at);
        let (cheapest, first, last) = match wanted {
            Element::Says(_, class) => {
                let (_, first, last) = CLASSES[class as usize];
                (self.heard.least[at][class as usize], first, last)
            }
            Element::Is(atom) => (word.costs[usize::from(atom)], atom, atom + 1),
        };
        let fits = cheapest < misfit;
        let least = cheapest.min(misfit);
        // No need to copy what will be thrown away.
        if partial.least + least <= self.most && partial.errors + u8::from(!fits) <= MOST_ERRORS {
            self.take_word(wanted, to, at, partial, least, fits);
        }
        for &(atom, length) in &self.heard.sayings[at] {
            if (first..last).contains(&atom) {
                let mut with = *partial;
                if let Element::Says(feature, ..) = wanted {
                    with.says.push(feature, By::Saying(atom));
                }
                self.step(to, at + length as usize, with);
            }
        }
    }

    fn take_word(
        &mut self,
        wanted: Element,
        to: usize,
        at: usize,
        partial: &Partial,
        least: Nats,
        fits: bool,
    ) {
        let Ok(offset) = u8::try_from(at - self.start) else { return };
        let mut with = *partial;
        with.least += least;
        with.errors += u8::from(!fits);
        match wanted {
            Element::Says(feature, ..) => {
                with.exact &= fits;
                with.says.push(feature, By::Word(offset));
            }
            Element::Is(atom) => {
                with.base += least;
                with.exact &= self.heard.words[at].is(atom);
            }
        }
        self.step(to, at + 1, with);
    }

    /// The word at `at` stands for nothing: the word behind it, and what that costs.
    fn passed(&self, at: usize, partial: Partial) -> (usize, Partial) {
        if let Some(length) = self.heard.joins(at) {
            let more = length == 1 && self.heard.words[at].is_any((1 << atom::TAKES) - 1);
            let mut with = partial.pay(if more { price::GLUE_OR_MORE } else { price::GLUE });
            with.whole &= !more;
            return (at + length as usize, with);
        }
        let word = &self.heard.words[at];
        let added = if word.known { price::ADDED_KNOWN } else { price::ADDED };
        // `two` for `to`.
        let to = word.costs[usize::from(atom::TO)];
        (at + 1, partial.err(added.min(to)))
    }

    /// The words of a form are complete; promotion, `en passant`, check and mate may follow.
    fn finish(&mut self, form: u16, at: usize, partial: Partial) {
        self.emit(form, at, &partial, 0, false);
        self.claims(form, at, &partial, 0, false, 0);
        if !FORMS[usize::from(form)].pawn {
            return;
        }
        let mut here = at;
        let mut said = false;
        while here < self.heard.words.len() {
            if let Some(&(_, length)) =
                self.heard.sayings[here].iter().find(|(atom, _)| *atom == atom::PROMOTE)
            {
                said = true;
                here += length as usize;
            } else if self.heard.words[here].is(atom::PROMOTE) {
                said = true;
                here += 1;
            } else if let Some(length) = self.heard.joins(here) {
                here += length as usize;
            } else {
                break;
            }
        }
        let Some(word) = self.heard.words.get(here) else { return };
        let men = usize::from(atom::KNIGHT)..usize::from(atom::KING);
        let cheapest = word.costs[men].iter().copied().fold(Nats::INFINITY, Nats::min);
        if cheapest < price::MISFIT && (said || self.reaches_end(&partial)) {
            let mut with = partial;
            with.least += cheapest;
            let Ok(offset) = u8::try_from(here - self.start) else { return };
            with.says.push(Feature::Promotion, By::Word(offset));
            self.emit(form, here + 1, &with, 0, false);
            self.claims(form, here + 1, &with, 0, false, 0);
        }
    }

    /// Whether the rank that is said may be the last one.
    fn reaches_end(&self, partial: &Partial) -> bool {
        partial.says.as_slice().iter().any(|(feature, by)| {
            let (By::Word(word), true) = (by, matches!(feature, Feature::ToRank | Feature::ToRelative))
            else {
                return false;
            };
            let costs = &self.heard.words[self.start + usize::from(*word)].costs;
            let ranks = usize::from(atom::RANK_1);
            costs[ranks].min(costs[ranks + 7]) < price::MISFIT
        })
    }

    /// Words of check, mate and `en passant` that may follow.
    fn claims(&mut self, form: u16, at: usize, partial: &Partial, check: u8, en_passant: bool, depth: u8) {
        if depth > 2 || at >= self.heard.words.len() {
            return;
        }
        for (atom, check, en_passant) in [
            (atom::CHECK, check.max(1), en_passant),
            (atom::MATE, 2, en_passant),
            (atom::EN_PASSANT, check, true),
        ] {
            let saying = self.heard.sayings[at].iter().find(|(of, _)| *of == atom).map(|(_, length)| *length);
            let cost = if saying.is_some() { 0.0 } else { self.heard.words[at].costs[usize::from(atom)] };
            if partial.least + cost > price::MOST || cost > price::MISFIT {
                continue;
            }
            let mut with = partial.pay(cost);
            with.exact &= cost == 0.0;
            let next = at + saying.unwrap_or(1) as usize;
            self.emit(form, next, &with, check, en_passant);
            self.claims(form, next, &with, check, en_passant, depth + 1);
        }
        // `discovered check`, `with check`.
        if depth == 0
            && let Some(length) = self.heard.joins(at)
        {
            self.claims(form, at + length as usize, partial, check, en_passant, depth + 1);
        }
    }

    fn emit(&mut self, form: u16, end: usize, partial: &Partial, check: u8, en_passant: bool) {
        if partial.least > self.most {
            return;
        }
        self.most = self.most.min(partial.least + WINDOW);
        let Partial { base, least, exact, whole, says, .. } = *partial;
        let (start, end) = (self.start as u32, end as u32);
        let claims = FORMS[usize::from(form)].claims;
        self.out.push(Template { start, end, base, least, exact, check, claims, en_passant, whole, says });
    }
}

impl Template {
    /// Whether it says all that another does, for no more.
    fn covers(&self, other: &Template) -> bool {
        self.end == other.end
            && self.base <= other.base
            && (self.exact || !other.exact)
            && self.check == other.check
            && self.en_passant == other.en_passant
            && (self.whole || !other.whole)
            && self.says.as_slice() == other.says.as_slice()
            && self.claims == other.claims
    }

    /// What a move costs in this way, if no more than `room`. Checks are not looked at.
    pub(crate) fn fit(
        &self,
        heard: &HeardWords,
        mv: &MoveFeatures,
        repeats: bool,
        room: Nats,
    ) -> Option<Fit> {
        let form = &self.claims;
        let kind = match (form.kind, mv.kind) {
            (Kind::Any, Kind::Castles(_)) => false,
            (Kind::Any, _) => true,
            (Kind::Castles(None), Kind::Castles(_)) => true,
            (wanted, kind) => wanted == kind,
        };
        // A form without a man is a pawn's, unless it names both squares or says `takes`.
        if !kind || form.same && !repeats {
            return None;
        }
        let mut fit = Fit { cost: self.base, exact: self.exact, whole: self.whole, silent_takes: false };
        match (form.takes, mv.takes) {
            (true, false) => fit.add(price::FALSE_TAKES, false),
            (false, true) if form.is_descriptive => {
                fit.add(price::SILENT_TAKES_IN_WORDS, false);
            }
            (false, true) if !form.same => {
                fit.cost += price::SILENT_TAKES;
                fit.silent_takes = true;
            }
            _ => {}
        }
        if self.en_passant && !mv.en_passant {
            fit.add(price::FALSE_EN_PASSANT, false);
        }
        let promotion = mv.atom(Feature::Promotion);
        let said = self.says.as_slice().iter().any(|(feature, _)| *feature == Feature::Promotion);
        match (said, promotion) {
            (false, NONE) | (true, _) => {}
            (false, atom::QUEEN) => fit.cost += price::SILENT_QUEEN,
            (false, _) => fit.add(price::SILENT_MAN, false),
        }
        if form.straight && mv.takes {
            return None;
        }
        if form.own {
            let man = if mv.kind == Kind::Pawn { mv.atom(Feature::FromMan) } else { mv.atom(Feature::Role) };
            if man != mv.atom(Feature::ToMan) {
                return None;
            }
        }
        for (feature, by) in self.says.as_slice() {
            let atom = mv.atom(*feature);
            if atom == NONE {
                return None;
            }
            let soft = matches!(feature, Feature::VictimWing | Feature::OwnWing);
            match by {
                By::Saying(said) if *said == atom => {}
                By::Saying(_) if soft => fit.add(price::OTHER_WING, false),
                By::Saying(_) => return None,
                By::Word(word) => {
                    let at = self.start as usize + usize::from(*word);
                    let heard_as = &heard.words[at];
                    let most = if soft { price::OTHER_WING } else { heard.misfit(at) };
                    fit.add(heard_as.costs[usize::from(atom)].min(most), heard_as.is(atom));
                }
            }
            if fit.cost > room {
                return None;
            }
        }
        (fit.cost <= room).then_some(fit)
    }
}

/// The cheapest ways of a move that end at one word and say as much of check.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Way {
    pub(crate) end: u32,
    pub(crate) check: u8,
    pub(crate) fit: Fit,
}

/// What a move costs by the templates of a place, the best of each end.
pub(crate) fn ways(
    templates: &[Template],
    heard: &HeardWords,
    mv: &MoveFeatures,
    repeats: bool,
    room: Nats,
) -> SmallVec<[Way; 2]> {
    let mut ways: SmallVec<[Way; 2]> = SmallVec::new();
    for template in templates.iter().take_while(|template| template.least <= room) {
        let Some(fit) = template.fit(heard, mv, repeats, room) else { continue };
        let &Template { end, check, .. } = template;
        match ways.iter_mut().find(|way| way.end == end && way.check == check) {
            Some(known) if fit.is_better(&known.fit) => known.fit = fit,
            Some(_) => {}
            None => ways.push(Way { end, check, fit }),
        }
    }
    ways
}

impl Fit {
    /// Whether this is taken before another: it is cheaper, or says it exactly for hardly more.
    pub(crate) fn is_better(&self, other: &Fit) -> bool {
        self.cost < other.cost || self.exact && !other.exact && self.cost < other.cost + 1.0
    }

    fn add(&mut self, cost: Nats, exact: bool) {
        self.cost += cost;
        self.exact &= exact;
    }
}
