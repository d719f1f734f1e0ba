//! The rules of a game, by its tags.

use std::str::FromStr;

use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, PositionError};

use crate::chess960;
use crate::faults::faults;
use crate::game::Tags;

/// The rules of a game, by its `Variant` tag.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariantRules {
    /// The variant.
    pub variant: Variant,
    /// The form of castling.
    pub castling: CastlingMode,
}

impl VariantRules {
    /// Standard chess.
    pub const STANDARD: VariantRules =
        VariantRules { variant: Variant::Chess, castling: CastlingMode::Standard };

    /// The rules that the tags name; `None` for an unknown variant.
    ///
    /// ```
    /// use scorebook_core::variant_rules::VariantRules;
    /// use scorebook_core::game::Tags;
    /// use shakmaty::CastlingMode;
    /// let mut tags = Tags::default();
    /// assert_eq!(VariantRules::of(&tags), Some(VariantRules::STANDARD));
    /// tags.set("Variant", "Chess 960");
    /// assert_eq!(VariantRules::of(&tags).map(|rules| rules.castling), Some(CastlingMode::Chess960));
    /// tags.set("Variant", "Dragonfly");
    /// assert_eq!(VariantRules::of(&tags), None);
    /// ```
    #[must_use]
    pub fn of(tags: &Tags) -> Option<VariantRules> {
        let Some(name) = tags.get("Variant") else { return Some(VariantRules::of_fen(tags)) };
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        let variant = match plain.as_str() {
            "standard" | "chess" | "normal" | "fromposition" | "" => return Some(VariantRules::of_fen(tags)),
            _ if chess960::is_named(name) => {
                return Some(VariantRules { variant: Variant::Chess, castling: CastlingMode::Chess960 });
            }
            "antichess" | "giveaway" => Variant::Antichess,
            "atomic" => Variant::Atomic,
            "crazyhouse" => Variant::Crazyhouse,
            "horde" => Variant::Horde,
            "kingofthehill" => Variant::KingOfTheHill,
            "racingkings" => Variant::RacingKings,
            "threecheck" | "3check" => Variant::ThreeCheck,
            _ => return None,
        };
        Some(VariantRules { variant, castling: CastlingMode::Standard })
    }

    /// Chess, or Chess960 if the `FEN` tag says so.
    fn of_fen(tags: &Tags) -> VariantRules {
        let text = tags.get("FEN").unwrap_or_default();
        let castling = Fen::from_str(text.trim())
            .map_or(CastlingMode::Standard, |fen| chess960::castling_of_fen(text, fen.as_setup()));
        VariantRules { variant: Variant::Chess, castling }
    }

    /// The starting position by the tags.
    ///
    /// # Errors
    /// The message, if the `FEN` tag is not a position of these rules.
    pub fn start(self, tags: &Tags) -> Result<VariantPosition, String> {
        let Some(text) = tags.get("FEN") else { return Ok(VariantPosition::new(self.variant)) };
        let fen = Fen::from_str(text.trim()).map_err(|error| format!("the FEN tag: {error}"))?;
        let setup = fen.into_setup();
        VariantPosition::from_setup(self.variant, setup.clone(), self.castling)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| match self.variant {
                // In other games a side may have no king, or several.
                Variant::Chess => {
                    format!("the FEN tag: {}", faults(&setup.board, setup.turn, error.kinds()))
                }
                _ => format!("the FEN tag: {error}"),
            })
    }

    /// As [`start`](VariantRules::start), for chess alone.
    #[must_use]
    pub fn chess_start(self, tags: &Tags) -> Option<Chess> {
        if self.variant != Variant::Chess {
            return None;
        }
        if tags.get("FEN").is_none() {
            return Some(Chess::default());
        }
        match self.start(tags).ok()? {
            VariantPosition::Chess(position) => Some(position),
            _ => None,
        }
    }
}
