//! Writes the shortest unambiguous form in English descriptive notation.

use shakmaty::san::{self, SanPlus, Suffix};
use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

use super::lex::{self, SquareNames};
use super::parse;
use crate::descriptive::{name, rank};
use crate::lineage::Lineage;
use crate::skeleton::{Scene, victim_square};

/// The spelling of a dialect.
#[derive(Debug)]
pub struct Style {
    /// The knight's letters.
    knight: &'static str,
    /// After each letter of a piece.
    dot: &'static str,
    /// After the last letter of a file.
    possessive: &'static str,
    /// Between the piece and its target.
    to: &'static str,
    /// Between the piece and its victim.
    takes: &'static str,
    /// Ranks 1 to 8.
    ranks: [&'static str; 8],
    castles: [&'static str; 2],
    en_passant: &'static str,
    check: &'static str,
    mate: &'static str,
    /// Before and after a promotion.
    promotion: [&'static str; 2],
    /// Whether pieces are distinguished by `/3` instead of `(K3)`.
    slash: bool,
}

impl Style {
    /// Printed books.
    pub const BOOK: Style = Style {
        knight: "Kt",
        dot: "",
        possessive: "",
        to: "-",
        takes: "x",
        ranks: ["1", "2", "3", "4", "5", "6", "7", "8"],
        castles: ["O-O", "O-O-O"],
        en_passant: " e.p.",
        check: " ch",
        mate: " mate",
        promotion: ["(", ")"],
        slash: false,
    };
    /// Like `BOOK`, with `N`.
    pub const MODERN: Style = Style { knight: "N", ..Style::BOOK };
    /// Long forms.
    pub const STAUNTON: Style = Style {
        dot: ". ",
        possessive: "'s ",
        to: "to ",
        takes: "takes ",
        ranks: ["sq.", "2d.", "3d.", "4th.", "5th.", "6th.", "7th.", "8th."],
        castles: ["Castles K. R.", "Castles Q. R."],
        check: " (ch.)",
        mate: " (mate)",
        promotion: [" (", ".)"],
        ..Style::BOOK
    };
    /// The program of 1977.
    pub const PROGRAM: Style = Style {
        takes: "*",
        castles: ["0-0", "0-0-0"],
        en_passant: "E",
        check: "+",
        mate: "++",
        promotion: ["", ""],
        slash: true,
        ..Style::MODERN
    };

    fn letter(&self, role: Role) -> &'static str {
        match role {
            Role::Pawn => "P",
            Role::Knight => self.knight,
            Role::Bishop => "B",
            Role::Rook => "R",
            Role::Queen => "Q",
            Role::King => "K",
        }
    }

    fn men(&self, letters: &[Role]) -> String {
        letters.iter().flat_map(|&role| [self.letter(role), self.dot]).collect()
    }

    fn square(&self, letters: &[Role], rank: u32) -> String {
        let mut text = String::new();
        if let Some((last, first)) = letters.split_last() {
            text.push_str(&self.men(first));
            text.push_str(self.letter(*last));
            text.push_str(self.possessive);
        }
        text.push_str(self.ranks[rank as usize - 1]);
        text
    }
}

/// A move with the man's English letters and algebraic squares: `P-e4`, `Kt b-d7`, `Pxd4`.
pub(super) fn by_squares(position: &Chess, m: Move) -> String {
    let san = SanPlus::from_move(position.clone(), m);
    let marks = san.suffix.map_or("", |suffix| match suffix {
        Suffix::Check => Style::BOOK.check,
        Suffix::Checkmate => Style::BOOK.mate,
    });
    let san::San::Normal { role, file, rank, capture, to, promotion } = san.san else {
        return san.to_string().replace(['+', '#'], "") + marks;
    };
    let man = Style::BOOK.letter(role);
    let file = file.map_or_else(String::new, |file| file.char().to_string());
    let rank = rank.map_or_else(String::new, |rank| rank.char().to_string());
    let link = if capture { Style::BOOK.takes } else { Style::BOOK.to };
    let becomes = promotion.map_or_else(String::new, |role| format!("({})", Style::BOOK.letter(role)));
    format!("{man}{file}{rank}{link}{to}{becomes}{marks}")
}

/// The letters of a wing.
fn wing_letter(wing: CastlingSide) -> Role {
    match wing {
        CastlingSide::KingSide => Role::King,
        CastlingSide::QueenSide => Role::Queen,
    }
}

/// A file's names, shortest first: "B", "QB"; "K".
fn file_letters(square: Square) -> Vec<Vec<Role>> {
    match name(square.file()) {
        (role, Some(wing)) => vec![vec![role], vec![wing_letter(wing), role]],
        (role, None) => vec![vec![role]],
    }
}

/// The names of the piece on `square`, shortest first, with the wing of its birth or with its file.
fn man_letters(position: &Chess, lineage: &Lineage, square: Square) -> Vec<Vec<Role>> {
    let Some(role) = position.board().role_at(square) else { return Vec::new() };
    let mut names = vec![vec![role]];
    match role {
        Role::Pawn => names.extend(file_letters(square).into_iter().map(|mut file| {
            file.push(Role::Pawn);
            file
        })),
        Role::Knight | Role::Bishop | Role::Rook => {
            let birth = lineage.birth(square).map(|birth| name(birth.file()));
            if let Some((born, Some(wing))) = birth
                && born == role
            {
                names.push(vec![wing_letter(wing), role]);
            }
        }
        Role::Queen | Role::King => {}
    }
    names
}

/// The shortest form whose only meaning is `m`, with its mark.
pub(super) fn write(style: &Style, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
    let legal = position.legal_moves();
    let mut forms = forms(style, position, lineage, m);
    forms.sort_by_key(String::len);
    let scene = Scene { position, lineage, last: None };
    let unique = |form: &String| {
        let senses = lex::lex(form, SquareNames::Descriptive)
            .map(|tokens| parse::parse(&tokens, position.turn()))
            .unwrap_or_default();
        let mut found =
            legal.iter().filter(|&&other| senses.iter().any(|s| s.skeleton.describes(scene, other)));
        found.next() == Some(&m) && found.next().is_none()
    };
    let mut form = forms.into_iter().find(unique)?;
    let mut after = position.clone();
    after.play_unchecked(m);
    if after.is_checkmate() {
        form.push_str(style.mate);
    } else if after.is_check() {
        form.push_str(style.check);
    }
    Some(form.replace(". .", ".").trim_end().to_owned())
}

/// All forms of the move, without its mark.
fn forms(style: &Style, position: &Chess, lineage: &Lineage, m: Move) -> Vec<String> {
    if let Some(side) = m.castling_side() {
        return vec![style.castles[usize::from(side == CastlingSide::QueenSide)].to_owned()];
    }
    let Some(from) = m.from() else { return Vec::new() };
    let turn = position.turn();
    let origins = origins(style, from, rank(turn, from));
    let becomes = m.promotion().map_or_else(String::new, |role| {
        format!("{}{}{}", style.promotion[0], style.letter(role), style.promotion[1])
    });
    let passing = if m.is_en_passant() { style.en_passant } else { "" };
    let mut forms = Vec::new();
    for man in man_letters(position, lineage, from) {
        let man = style.men(&man);
        for origin in &origins {
            let mut push = |goal: &str, sign: &str| {
                forms.push(format!("{man}{origin}{sign}{goal}{becomes}{passing}"));
            };
            if m.is_capture() {
                victims(style, position, lineage, m).iter().for_each(|victim| push(victim, style.takes));
            } else {
                for file in file_letters(m.to()) {
                    push(&style.square(&file, rank(turn, m.to())), style.to);
                }
            }
        }
    }
    forms
}

/// Ways to distinguish a piece by its origin: nothing, its square, and in the short style its rank or file.
fn origins(style: &Style, from: Square, rank: u32) -> Vec<String> {
    let mut origins = vec![String::new()];
    for file in file_letters(from) {
        if style.slash {
            origins.push(format!("/{}", style.men(&file)));
        } else {
            origins.push(format!("({}) ", style.square(&file, rank)).replace(".)", ")"));
        }
    }
    if style.slash {
        origins.push(format!("/{rank}"));
        origins.extend(file_letters(from).iter().map(|file| format!("/{}{rank}", style.men(file))));
    }
    if style.dot.is_empty() {
        origins.iter_mut().for_each(|origin| *origin = origin.trim_end().to_owned());
    }
    origins
}

/// Ways to name the captured piece: its role, with its wing or file, and with its square.
fn victims(style: &Style, position: &Chess, lineage: &Lineage, m: Move) -> Vec<String> {
    let square = victim_square(m);
    let rank = rank(position.turn(), square);
    let mut victims = Vec::new();
    for letters in man_letters(position, lineage, square) {
        let man = style.men(&letters);
        victims.push(man.trim_end().to_owned());
        for file in file_letters(square) {
            victims.push(if style.slash {
                format!("{man}/{}{rank}", style.men(&file))
            } else {
                format!("{man}({})", style.square(&file, rank)).replace(".)", ")")
            });
        }
    }
    victims
}
