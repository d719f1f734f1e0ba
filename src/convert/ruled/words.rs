//! The moves of a game of a variant in 16 bits each, if they fit.

use scorebook_variants::{Notation, Position, Rules};
use shakmaty::Position as _;
use shakmaty::uci::UciMove;

use super::prove::Proof;
use crate::archive::VariantRules as Known;
use crate::game::{Tag, Tags};
use crate::international::Move16;

/// The main line, for variants that are played on the board of chess with its pieces. Drops are left out
/// because the 16-bit form has none. Empty for rules from the user's files and for variants with other boards
/// or pieces.
pub(super) fn words(proof: &Proof) -> Vec<Move16> {
    let rules = proof.rules();
    // A user's rules may have the name of a built-in variant.
    if !Rules::named(&rules.name).is_some_and(|known| std::ptr::eq(known, rules)) {
        return Vec::new();
    }
    let mut tags = Tags::default();
    tags.push(Tag { name: "Variant".into(), value: rules.name.as_str().into() });
    if proof.start.fen() != Position::start(rules).fen() {
        tags.push(Tag { name: "FEN".into(), value: proof.start.fen().into() });
    }
    let Some(known) = Known::of(&tags) else { return Vec::new() };
    let Ok(mut position) = known.start(&tags) else { return Vec::new() };
    let mut words = Vec::new();
    for (mv, before, _) in proof.mainline() {
        let uci = before.write_move(Notation::Uci, mv).parse::<UciMove>().ok();
        let Some(m) = uci.and_then(|uci| uci.to_move(&position).ok()) else { break };
        words.extend(Move16::of(m, known.castling));
        position.play_unchecked(m);
    }
    words
}
