//! Describes a skeleton in words.

use shakmaty::{Bitboard, File, Rank, Role};

use crate::skeleton::{Capture, Deed, Displacement, Mark, Promotion, Roles, Skeleton, Stance, Victim, Which};
use crate::words::{role_name, wing_name};

/// The constraints of a skeleton, such as `a bishop · from anywhere · to c4 f4 · takes nothing`.
///
/// ```
/// use scorebook::render::skeleton;
/// use scorebook::notation;
/// use shakmaty::Color;
/// let english = notation::find("english").unwrap();
/// let senses = english.read("B-B4", Color::White);
/// assert_eq!(skeleton(&senses[0].skeleton), "bishop · to c4 f4 · takes nothing");
/// ```
#[must_use]
pub fn skeleton(skeleton: &Skeleton) -> String {
    let mut words = match &skeleton.deed {
        Deed::Castle(None) => vec!["castles on either side".to_owned()],
        Deed::Castle(Some(side)) => vec![format!("castles on the {} side", wing_name(*side))],
        Deed::Pass => vec!["a null move".to_owned()],
        Deed::Same => vec!["the same move as the opponent's last".to_owned()],
        Deed::Displace(displacement) => displaced(displacement),
    };
    words.extend(mark(skeleton.mark).map(str::to_owned));
    words.join(" · ")
}

fn displaced(said: &Displacement) -> Vec<String> {
    let mut words = vec![match which(said.which) {
        Some(which) => format!("{} {which}", roles(said.roles)),
        None => roles(said.roles),
    }];
    if said.from != Bitboard::FULL {
        words.push(format!("from {}", squares(said.from)));
    }
    if said.to != Bitboard::FULL {
        words.push(format!("to {}", squares(said.to)));
    }
    match &said.capture {
        Capture::Unstated => {}
        Capture::Quiet => words.push("takes nothing".to_owned()),
        Capture::Takes(victim) => words.push(taken(victim)),
    }
    if let Promotion::To(role) = said.promotion {
        words.push(format!("becomes a {}", role_name(role)));
    }
    if said.en_passant {
        words.push("en passant".to_owned());
    }
    words
}

fn taken(victim: &Victim) -> String {
    let mut words = format!(
        "takes a {}",
        if victim.roles == Roles::ANY { "man".to_owned() } else { roles(victim.roles) }
    );
    if let Some(which) = which(victim.which) {
        words.push_str(&format!(" {which}"));
    }
    if victim.on != Bitboard::FULL {
        words.push_str(&format!(" on {}", squares(victim.on)));
    }
    if victim.just_moved {
        words.push_str(" that has just moved");
    }
    words
}

fn which(which: Which) -> Option<String> {
    match which {
        Which::Any => None,
        Which::Born(mask) => Some(format!("born on {}", squares(mask))),
        Which::Wing(side) => Some(format!("nearest to the {} side", wing_name(side))),
        Which::Pawn(Stance::Doubled) => Some("that is doubled".to_owned()),
        Which::Pawn(Stance::Passed) => Some("that is passed".to_owned()),
        Which::Pawn(Stance::Isolated) => Some("that is isolated".to_owned()),
    }
}

fn roles(set: Roles) -> String {
    if set == Roles::ANY {
        return "any piece".to_owned();
    }
    if set == Roles::PIECES {
        return "any piece".to_owned();
    }
    let names: Vec<&str> = Role::ALL.into_iter().filter(|&role| set.contains(role)).map(role_name).collect();
    names.join(" or ")
}

/// The squares of a mask; complete files and ranks by name.
fn squares(mask: Bitboard) -> String {
    let files: Vec<File> =
        File::ALL.into_iter().filter(|&file| mask.is_superset(Bitboard::from(file))).collect();
    let ranks: Vec<Rank> =
        Rank::ALL.into_iter().filter(|&rank| mask.is_superset(Bitboard::from(rank))).collect();
    let covered = files.iter().fold(Bitboard::EMPTY, |all, &file| all | Bitboard::from(file));
    if !files.is_empty() && covered == mask {
        let names: String = files.iter().map(|file| file.char()).collect();
        return format!("file {names}");
    }
    let covered = ranks.iter().fold(Bitboard::EMPTY, |all, &rank| all | Bitboard::from(rank));
    if !ranks.is_empty() && covered == mask {
        let names: String = ranks.iter().map(|rank| rank.char()).collect();
        return format!("rank {names}");
    }
    if mask.is_empty() {
        return "nowhere".to_owned();
    }
    mask.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn mark(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::None => None,
        Mark::Check => Some("gives check"),
        Mark::Double => Some("gives double check"),
        Mark::Discovered => Some("gives discovered check"),
        Mark::DoubleOrMate => Some("gives double check or mate"),
        Mark::Mate => Some("mates"),
    }
}
