//! Long algebraic notation: origin and target, `Ng1-f3 e2-e4 e5xd6 e7-e8=Q O-O`.
//!
//! The partial forms of the FIDE handbook are read too: `Ktg-f3`, `Kt1-f3`, with `:` or `x` for a capture.
//! Written as LAN is described in the PGN standard (section 8.2.3.5): origin and target joined by `-` or `x`.

use shakmaty::{Bitboard, Chess, Color, Move, Role, san::SanPlus};

use super::algebraic::{Alphabet, Between, LetterCase, Parts, castling, sense};
use super::castling_words;
use super::scan::{Peeled, peel};
use super::{Family, Habit, Notation, Sense, Senses, figurine, languages};
use crate::lineage::Lineage;
use crate::skeleton::{Capture, Displacement, Promotion, Roles, Skeleton, Victim};

/// Long algebraic notation with English letters.
#[derive(Debug)]
pub struct Long;

static LETTERS: Alphabet =
    Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight), ("S", Role::Knight)]);

impl Notation for Long {
    fn name(&self) -> &'static str {
        "long"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["lan", "long-algebraic"]
    }

    fn family(&self) -> Family {
        Family::Squares
    }

    fn title(&self) -> &'static str {
        "long algebraic: Ng1-f3 e2-e4 e5xd6 e7-e8=Q"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let mut senses = Senses::new();
        let peeled = peel(text);
        let wing = castling(peeled.core).map(Some).or_else(|| castling_words::wing_of(peeled.core));
        let wing = wing.or_else(|| castling_words::is_bare(peeled.core).then_some(None));
        if let Some(wing) = wing {
            senses.push(Sense::from(Skeleton::castle(wing).marked(peeled.mark)));
            return senses;
        }
        let own = LETTERS.cut(peeled.core).and_then(|tokens| match Parts::both(&tokens) {
            // `b2xc3` is a pawn in any case of letters: a piece without a file of origin is not long
            // algebraic.
            (Some(man), Some(file)) if man.case != LetterCase::Proper && file.from_square().is_some() => {
                Some(file)
            }
            (Some(man), _) => Some(man),
            (None, file) => file,
        });
        if let Some(parts) = own {
            meanings(parts, &peeled, side, &mut senses);
        }
        abroad(&peeled, own.and_then(|parts| parts.role), &mut senses);
        if own.is_none() {
            promoted_abroad(&peeled, side, &mut senses);
        }
        senses
    }

    fn signs(&self) -> String {
        LETTERS.signs() + "-x=O"
    }

    fn may_contain(&self, word: &str) -> bool {
        LETTERS.may_contain(word)
            || figurine::FIGURINE.alphabet.may_contain(word)
            || languages::ALL.iter().any(|language| language.alphabet.may_contain(word))
            || castling_words::may_contain(word)
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        let mark = SanPlus::from_move(position.clone(), m);
        if m.is_castle() {
            return Some(mark.to_string());
        }
        let mut text = String::with_capacity(10);
        if m.role() != Role::Pawn {
            text.push(m.role().upper_char());
        }
        text.push_str(&m.from()?.to_string());
        text.push(if m.is_capture() { 'x' } else { '-' });
        text.push_str(&m.to().to_string());
        if let Some(role) = m.promotion() {
            text.push('=');
            text.push(role.upper_char());
        }
        if let Some(suffix) = mark.suffix {
            text.push(suffix.char());
        }
        Some(text)
    }
}

/// Adds the meanings with piece letters of other languages or figurines. Since both squares are given, the
/// move is certain if the letter denotes the piece in one language.
fn abroad(peeled: &Peeled<'_>, own: Option<Role>, senses: &mut Senses) {
    let named = |c: char| c.is_uppercase() || ('♔'..='♟').contains(&c);
    if !peeled.core.starts_with(named) || peeled.en_passant {
        return;
    }
    let mut found: Option<(Parts, Roles)> = None;
    let mut victims = Roles::NONE;
    let alphabets = languages::ALL.iter().map(|language| &language.alphabet);
    for alphabet in alphabets.chain([&figurine::FIGURINE.alphabet]) {
        let man = alphabet.cut(peeled.core).and_then(|tokens| Parts::both(&tokens).0);
        let whole = |parts: &Parts| {
            parts.case == LetterCase::Proper && parts.from_square().is_some() && !parts.suffix_e
        };
        let Some(parts) = man.filter(|parts| whole(parts) && parts.promotion.is_none()) else { continue };
        let Some(role) = parts.role.filter(|&role| role != Role::Pawn && Some(role) != own) else { continue };
        let roles = found.map_or(Roles::only(role), |(_, roles)| roles.with(role));
        victims = parts.victim.map_or(victims, |victim| victims.with(victim));
        found = Some((parts, roles));
    }
    if let Some((parts, roles)) = found {
        let mut displacement = parts.displacement(roles);
        if parts.victim.is_some() {
            displacement.capture = Capture::Takes(Victim { roles: victims, ..Victim::ANY });
        }
        put(displacement, parts.between, peeled, Habit::Lenient, senses);
    }
}

/// Adds promotions written in other languages, `b7xa8=D`: one for each piece that the letter denotes in some
/// language.
fn promoted_abroad(peeled: &Peeled<'_>, side: Color, senses: &mut Senses) {
    let mut found = Roles::NONE;
    for alphabet in
        languages::ALL.iter().map(|language| &language.alphabet).chain([&figurine::FIGURINE.alphabet])
    {
        let Some(tokens) = alphabet.cut(peeled.core) else { continue };
        let (man, file) = Parts::both(&tokens);
        let whole = |parts: &Parts| {
            parts.from_square().is_some() && parts.on_last_rank(side) && parts.promotion_is_possible(side)
        };
        let Some(parts) = [file, man].into_iter().flatten().find(whole) else { continue };
        let Some(role) = parts.promotion.filter(|&role| !found.contains(role)) else { continue };
        found = found.with(role);
        put(parts.displacement(Roles::only(Role::Pawn)), parts.between, peeled, Habit::Lenient, senses);
    }
}

/// Adds the senses of long or partly long `parts`; none if they are short.
pub(super) fn meanings(parts: Parts, peeled: &Peeled<'_>, side: Color, senses: &mut Senses) {
    let role = parts.role.unwrap_or(Role::Pawn);
    let whole = parts.from_square().is_some();
    let partial = parts.role.is_some()
        && parts.between != Between::Nothing
        && (parts.from_file.is_some() || parts.from_rank.is_some());
    let pawn_wrongly = role != Role::Pawn && (parts.promotion.is_some() || peeled.en_passant);
    if !(whole || partial) || parts.suffix_e || pawn_wrongly || !parts.promotion_is_possible(side) {
        return;
    }
    let mut displacement = parts.displacement(Roles::only(role));
    // No pawn stands on the first or the last rank: without a letter this is a man of coordinates. And no man moves to
    // where it stands.
    let is_move = match parts.from_square() {
        Some(from) => {
            displacement.to != Bitboard::from_square(from)
                && (role != Role::Pawn || !Bitboard::BACKRANKS.contains(from))
        }
        None => true,
    };
    if !is_move {
        return;
    }
    displacement.en_passant = peeled.en_passant;
    let mut habit = if parts.case == LetterCase::Proper { Habit::Plain } else { Habit::Lenient };
    if role == Role::Pawn && parts.on_last_rank(side) && displacement.promotion == Promotion::Unstated {
        habit = Habit::Lenient;
    }
    put(displacement, parts.between, peeled, habit, senses);
}

/// Adds a displacement. A pawn that changes its file captures. Otherwise a dash means no capture; since not
/// everyone writes it so, the capture is also allowed as lenient.
fn put(displacement: Displacement, between: Between, peeled: &Peeled<'_>, habit: Habit, senses: &mut Senses) {
    if between == Between::Take {
        senses.push(sense(displacement, peeled.mark, habit));
    } else {
        let quiet = Displacement { capture: Capture::Quiet, ..displacement };
        senses.push(sense(quiet, peeled.mark, habit));
        senses.push(sense(displacement, peeled.mark, Habit::Lenient));
    }
}
