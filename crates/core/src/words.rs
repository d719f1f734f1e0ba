//! Names of pieces, sides and wings in messages.

use shakmaty::{CastlingSide, Color, Role};

/// "knight".
#[must_use]
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// "White".
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// "king's".
#[must_use]
pub const fn wing_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "king's",
        CastlingSide::QueenSide => "queen's",
    }
}
