//! The headings of a whole book: its people, its habit and the lines that are already taken decide between the ways in
//! which each heading may be read.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::furniture::Furniture;
use super::names::{parse, surname};
use super::players::{Form, Players, listed};
use super::roster::Roster;
use super::{Around, Field, FieldPlace, Heading, HeadingWays};

/// Candidates of a game that are compared.
const MOST: usize = 48;
/// A candidate below this is no heading.
const LEAST: f32 = 0.5;
/// What is this good without knowledge of the book tells of its people and its habit.
const SURE: f32 = 0.95;
/// Rounds in which the book's people and habit are learned from what was read with them.
const ROUNDS: usize = 3;

/// Reads the headings of all games of a book. `lines` is all of its text, in which lists of games may name players.
#[must_use]
pub fn read_all(games: &[Around], furniture: &Furniture, lines: &[&str]) -> Vec<Heading> {
    let lists: Vec<(String, String)> =
        lines.par_iter().filter_map(|line| listed(line).filter(|_| !furniture.holds(line))).collect();
    let mut drafts: Vec<HeadingWays> =
        games.par_iter().map(|&around| HeadingWays::new(around, furniture)).collect();
    for draft in &mut drafts {
        draft.found.truncate(MOST);
    }
    let mut book = Habit::default();
    let mut chosen = book.choose(&drafts);
    for _ in 0..ROUNDS {
        book = Habit::learn(&drafts, &chosen, &lists);
        for draft in &mut drafts {
            draft.found.retain(|candidate| candidate.form != Form::Known);
            known(draft, &mut book.roster);
        }
        chosen = book.choose(&drafts);
    }
    let mut headings: Vec<Heading> = Vec::new();
    for (draft, chosen) in drafts.iter().zip(&chosen) {
        let mut heading = draft.heading(chosen.map(|(at, score)| (&draft.found[at], score)));
        book.doubt(&mut heading);
        headings.push(heading);
    }
    expand_initials(&mut headings);
    same_players(&mut headings);
    for heading in &mut headings {
        for field in [&mut heading.white, &mut heading.black].into_iter().flatten() {
            field.text = book.roster.spelling(&field.text);
        }
    }
    headings
}

/// Which candidate of a game is chosen, and its score.
type Chosen = Option<(usize, f32)>;

/// What a book is like.
#[derive(Default)]
struct Habit {
    roster: Roster,
    forms: FxHashMap<Form, f32>,
    /// Headings that the habit was learned from.
    sure: f32,
    /// From 0 to 1: how many of its names stand there again and again.
    closed: f32,
}

impl Habit {
    /// Learns from what is sure.
    fn learn(drafts: &[HeadingWays], chosen: &[Chosen], lists: &[(String, String)]) -> Habit {
        let mut habit = Habit::default();
        let mut names: Vec<(&str, f32)> = Vec::new();
        for (draft, chosen) in drafts.iter().zip(chosen) {
            let Some((at, score)) = *chosen else { continue };
            let candidate = &draft.found[at];
            let weight = if score >= SURE { 1.0 } else { 0.4 };
            for (name, _) in [&candidate.white, &candidate.black].into_iter().flatten() {
                if !name.initials {
                    names.push((&name.tag, weight));
                }
            }
            if score >= SURE {
                *habit.forms.entry(candidate.form).or_default() += 1.0;
                habit.sure += 1.0;
            }
        }
        let own = names.len();
        names.extend(lists.iter().flat_map(|(a, b)| [(a.as_str(), 0.5), (b.as_str(), 0.5)]));
        habit.roster = Roster::of(names.iter().copied());
        let again = names[..own].iter().filter(|name| habit.roster.count(name.0) >= 2.5).count();
        habit.closed = if own >= 6 { again as f32 / own as f32 } else { 0.0 };
        habit
    }

    /// The best candidate of each game; two games do not share their names' lines.
    fn choose(&mut self, drafts: &[HeadingWays]) -> Vec<Chosen> {
        let mut scores: Vec<Vec<f32>> = Vec::new();
        for draft in drafts {
            scores.push(draft.found.iter().map(|candidate| self.score(candidate)).collect());
        }
        let best = |scores: &[f32]| {
            let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.filter(|(_, score)| **score > LEAST).map(|(at, &score)| (at, score))
        };
        let mut chosen: Vec<Chosen> = scores.iter().map(|scores| best(scores)).collect();
        for _ in 0..3 {
            // The game that reads a line best has it.
            let mut owner: FxHashMap<*const u8, (usize, f32)> = FxHashMap::default();
            for (game, one) in chosen.iter().enumerate() {
                let Some((at, score)) = *one else { continue };
                for line in drafts[game].places(&drafts[game].found[at]) {
                    let entry = owner.entry(line).or_insert((game, score));
                    if score > entry.1 {
                        *entry = (game, score);
                    }
                }
            }
            let mut changed = false;
            for (game, one) in chosen.iter_mut().enumerate() {
                let taken = |candidate: &Players| {
                    drafts[game].places(candidate).any(|line| owner.get(&line).is_some_and(|o| o.0 != game))
                };
                let Some((at, _)) = *one else { continue };
                if taken(&drafts[game].found[at]) {
                    for (k, candidate) in drafts[game].found.iter().enumerate() {
                        if taken(candidate) {
                            scores[game][k] = scores[game][k].min(LEAST - 0.1);
                        }
                    }
                    *one = best(&scores[game]);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        chosen
    }

    /// How good a candidate is in this book.
    fn score(&mut self, candidate: &Players) -> f32 {
        let (Some((white, _)), Some((black, _))) = (&candidate.white, &candidate.black) else { return 0.0 };
        let mut score = candidate.score;
        if self.sure > 0.0 {
            let share = self.forms.get(&candidate.form).copied().unwrap_or(0.0) / (self.sure + 1.0);
            score += 0.3 * share;
        }
        for name in [white, black] {
            if name.initials {
                continue;
            }
            let n = self.roster.count(&name.tag);
            // its own mention is no witness
            let others = if candidate.score >= SURE { n - 1.0 } else { n - 0.4 };
            score += 0.08 * (1.0 + others.max(0.0)).ln().min(2.5);
            if others < 0.5 {
                score -= 0.15 * self.closed;
            }
            if self.roster.is_given_name(&name.tag) {
                score -= 0.6;
            }
        }
        if surname(&white.tag) == surname(&black.tag) && white.tag == black.tag {
            score -= 0.3;
        }
        score
    }

    /// Takes back a name that stands alone and is nobody's in a book of few people.
    fn doubt(&mut self, heading: &mut Heading) {
        let both = heading.white.is_some() && heading.black.is_some();
        for slot in [&mut heading.white, &mut heading.black] {
            let Some(field) = slot else { continue };
            let n = self.roster.count(&field.text);
            let unknown = n < 1.5 && self.closed > 0.5 && !field.text.ends_with('.');
            if self.roster.is_given_name(&field.text) || unknown && (!both || field.confidence < 0.6) {
                *slot = None;
            }
        }
    }
}

/// Lines above a game, nearest first, and in it, on which a name of the book's people is looked for.
const ABOVE: usize = 16;
/// See `ABOVE`.
const INSIDE: usize = 60;

/// Adds the names of the book's people that stand on lines of their own around a game's first move: its columns may be
/// torn apart, and their heads lost.
fn known(draft: &mut HeadingWays, roster: &mut Roster) {
    let mut person = |text: &str| -> Option<super::names::Name> {
        let words = text.split_whitespace().count();
        let name = parse(text).filter(|name| words <= 6 && !name.initials && name.quality >= 0.7)?;
        (roster.count(&name.tag) >= 1.9 && !roster.is_given_name(&name.tag)).then_some(name)
    };
    let mut above = Vec::new();
    for line in draft.lines.iter().rev().filter(|line| !line.furniture).take(ABOVE) {
        if let Some(name) = person(&line.text) {
            above.push((name, line.index));
        }
        if above.len() == 2 {
            break;
        }
    }
    let mut push = |white, black, score| {
        let form = Form::Known;
        draft.found.push(Players { white: Some(white), black: Some(black), coloured: false, form, score });
    };
    let mut above = above.into_iter();
    match (above.next(), above.next()) {
        (Some(near), Some(far)) if near.0.tag != far.0.tag => push(far, near, 0.62),
        (Some(near), None) => {
            let base = draft.around.before.len();
            let inside = draft.around.inside.iter().enumerate().take(INSIDE);
            let other = inside.filter_map(|(at, line)| Some((person(line)?, base + at)));
            if let Some(other) = other.into_iter().find(|other| other.0.tag != near.0.tag) {
                push(near, other, 0.55);
            }
        }
        _ => {}
    }
}

fn initials_of(tag: &str) -> bool {
    !tag.is_empty() && tag.split_whitespace().all(|w| w.len() <= 3 && w.ends_with('.'))
}

/// `(Mr. M.)` is the Morphy of `Mr. Morphy and Mr. Kipping` above, or of the last heading.
fn expand_initials(headings: &mut [Heading]) {
    let mut recent: Vec<String> = vec![];
    for h in headings {
        let full: Vec<String> = h
            .others
            .iter()
            .flat_map(|(a, b, _)| [a.clone(), b.clone()])
            .filter(|t| !initials_of(t))
            .collect();
        for slot in [&mut h.white, &mut h.black] {
            let Some(f) = slot.as_ref().filter(|f| initials_of(&f.text)) else { continue };
            let letter = f.text.chars().next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            let fits = |t: &&String| surname(t).starts_with(&letter);
            if let Some(name) = full.iter().find(fits).or_else(|| recent.iter().rev().find(fits)) {
                *slot = Some(Field {
                    text: name.clone(),
                    place: FieldPlace::Book,
                    confidence: f.confidence * 0.8,
                });
            } else {
                *slot = None;
            }
        }
        recent.extend(full);
        if recent.len() > 60 {
            recent.drain(..20);
        }
    }
}

/// `Between the same players.` repeats the pair before; the colours may be the other way round.
fn same_players(headings: &mut [Heading]) {
    for i in 1..headings.len() {
        let (a, b) = headings.split_at_mut(i);
        let (last, h) = (&a[i - 1], &mut b[0]);
        if h.same_players && h.white.is_none() && h.black.is_none() {
            let take = |f: &Option<Field>| {
                f.as_ref().map(|f| Field {
                    place: FieldPlace::Book,
                    confidence: f.confidence * 0.5,
                    ..f.clone()
                })
            };
            (h.white, h.black) = (take(&last.white), take(&last.black));
        }
    }
}
