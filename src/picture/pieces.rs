//! The pieces, drawn for this project (GPL-3.0-or-later like the rest), each in a square of 100 units. A
//! piece is a silhouette with lines on it: White's are white with black lines, Black's are black with light
//! lines, so that they differ in print and for colour-blind people.

use shakmaty::{Color, Piece, Role};

/// One piece: filled paths, and stroked paths on top.
struct Shape {
    body: &'static str,
    lines: &'static str,
}

const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            body: "M50 18a14.5 14.5 0 0 1 9.5 25.5H66v6.5H58.5C59.5 62 64 67 69 72c4 4 6 9 6 15H25c0-6 2-11 6-15 \
                   5-5 9.5-10 10.5-22H34v-6.5h6.5A14.5 14.5 0 0 1 50 18z",
            lines: "M41.5 50h17M31 75.5h38",
        },
        Role::Knight => Shape {
            body: "M29 87c-1-17 8-26 17-34-7 3-13 3-17 7-3 4-9 6-12 2-4-4-3-9 0-14 5-8 8-16 12-21 2-3 4-5 6-6l0-11 10 \
                   8c21 2 34 19 36 42 1 9 0 19-2 27z",
            lines: "M46 53c4-3 6-7 6-12M58 26c10 6 15 17 15 30 0 7-1 12-3 18M21.5 51.5l3-3M31 76.5h46",
        },
        Role::Bishop => Shape {
            body: "M50 9a6 6 0 0 1 4 10.5C66 29 72 40 69 51c-1 5-4 9-8 12l3 8c5 2 10 8 11 16H25c1-8 6-14 11-16l3-8c-4-3-7-7-8-12\
                   -3-11 3-22 15-31.5A6 6 0 0 1 50 9z",
            lines: "M39 63h22M36 71h28M50 33v18M41.5 42h17M30 79.5h40",
        },
        Role::Rook => Shape {
            body: "M25 17h12v8h7v-8h12v8h7v-8h12v20l-7 6 2 26 7 6v12H23V75l7-6 2-26-7-6z",
            lines: "M25.5 37h49M32 43.5h36M30 69h40M23.5 76h53",
        },
        Role::Queen => Shape {
            body: "M14 24a6 6 0 0 1 5 9.5l13 17 0.5-25a6 6 0 1 1 6 0L46 48l2-26a6 6 0 1 1 4 0l2 26 7.5-22.5a6 6 0 1 1 6 0l0.5 25 \
                   13-17A6 6 0 1 1 86 36L77 64c-1 4-2 8 0 12l1 11H22l1-11c2-4 1-8 0-12L14 36a6 6 0 0 1 0-12z",
            lines: "M23 64c16-5 38-5 54 0M23.5 75.5c16-4.500 37-4.500 53 0",
        },
        Role::King => Shape {
            body: "M47 6h6v6h6v6h-6v7c4 3 6 8 4 14 6-9 16-11 23-6 9 7 7 19-3 29-2 3-3 7-1 12l1 13H23l1-13c2-5 1-9-1-12C13 52 11 40 20 33\
                   c7-5 17-3 23 6-2-6 0-11 4-14v-7h-6v-6h6z",
            lines: "M50 44v17M23.500 62c16-5.500 37-5.500 53 0M24 74.500c16-4.500 36-4.500 52 0",
        },
    }
}

/// The eye of a knight.
const EYE: &str = "M33 36.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1 -5.200 0z";

/// The id of a piece's drawing: `wk`, `bp`.
#[must_use]
pub fn id(piece: Piece) -> String {
    format!("{}{}", piece.color.fold_wb('w', 'b'), piece.role.char())
}

/// The drawing of a piece as an SVG symbol, referenced by its [`id`].
#[must_use]
pub fn symbol(piece: Piece) -> String {
    let Shape { body, lines } = shape(piece.role);
    let (fill, edge, on) = match piece.color {
        Color::White => ("#ffffff", "#1c1917", "#1c1917"),
        Color::Black => ("#2b2724", "#0c0a09", "#f5f0e6"),
    };
    let eye =
        if piece.role == Role::Knight { format!(r#"<path d="{EYE}" fill="{on}"/>"#) } else { String::new() };
    format!(
        r#"<symbol id="{}" viewBox="0 0 100 100"><path d="{body}" fill="{fill}" stroke="{edge}" stroke-width="3.6" stroke-linejoin="round"/><path d="{lines}" fill="none" stroke="{on}" stroke-width="3" stroke-linecap="round"/>{eye}</symbol>"#,
        id(piece),
    )
}

/// All twelve drawings.
#[must_use]
pub fn symbols() -> String {
    let all = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    all.map(symbol).collect()
}
