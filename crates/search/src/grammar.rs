//! The spellings of a move: forms with blanks from a table, filled in by a man's letters and squares.

use shakmaty::{Bitboard, Color, File, Move, Rank, Role, Square};

use crate::Nats;

/// All that the spelling of a move depends on. Two moves with equal looks are spelled alike.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// The man that moves.
    pub role: Role,
    /// The square that it leaves.
    pub from: Square,
    /// The square that it reaches; of castling, the king's.
    pub to: Square,
    /// What it takes.
    pub victim: Option<Role>,
    /// What it becomes.
    pub promotion: Option<Role>,
    /// Castling, to the king's side or not.
    pub castles: Option<bool>,
    /// Whether another man of its kind can go there, so that its file or its rank must be said.
    pub apart: (bool, bool),
}

impl Look {
    /// The look of `mv`, whose man has these others of its kind that can go to the same square.
    fn of(mv: Move, turn: Color, origins: Bitboard) -> Look {
        let from = mv.from().unwrap_or(mv.to());
        let castles = match mv {
            Move::Castle { king, rook } => Some(king < rook),
            _ => None,
        };
        let to = match castles {
            Some(kingside) => {
                let file = if kingside { File::G } else { File::C };
                Square::from_coords(file, turn.fold_wb(Rank::First, Rank::Eighth))
            }
            None => mv.to(),
        };
        let others = origins.without(from);
        let apart = if mv.role() == Role::Pawn || castles.is_some() || others.is_empty() {
            (false, false)
        } else {
            let file = (others & Bitboard::from_file(from.file())).any();
            let rank = (others & Bitboard::from_rank(from.rank())).any();
            (!file || rank, file)
        };
        let (victim, promotion) = (mv.capture(), mv.promotion());
        Look { role: mv.role(), from, to, victim, promotion, castles, apart }
    }
}

/// One piece of a form.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    Sign(char),
    Man,
    FromFile,
    FromRank,
    Apart,
    To,
    ToFile,
    ToRank,
    Victim,
    Promoted,
    Promotion,
}

/// A form of a move, and its price.
#[derive(Clone, Debug)]
struct Form {
    parts: Vec<Part>,
    price: Nats,
    /// Its line in the table, from 0.
    line: usize,
}

/// The forms of a notation and the letters of its men.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// Letters of pawn, knight, bishop, rook, queen, king.
    letters: [&'static str; 6],
    castles: [Vec<Form>; 2],
    pawn: Vec<Form>,
    pawn_takes: Vec<Form>,
    man: Vec<Form>,
    man_takes: Vec<Form>,
    promotion: Vec<Form>,
    promotion_queen: Vec<Form>,
}

/// A spelling of a move and its price.
pub type Spelling = (String, Nats);

const ALGEBRAIC: &str = include_str!("../data/algebraic.tsv");

/// The blanks of the table.
const BLANKS: &[(&str, Part)] = &[
    ("{L}", Part::Man),
    ("{F}", Part::FromFile),
    ("{R}", Part::FromRank),
    ("{D}", Part::Apart),
    ("{to}", Part::To),
    ("{tf}", Part::ToFile),
    ("{tr}", Part::ToRank),
    ("{V}", Part::Victim),
    ("{=}", Part::Promoted),
    ("{P}", Part::Promotion),
];

fn parts_of(mut form: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    while let Some(sign) = form.chars().next() {
        let blank = BLANKS.iter().find(|(blank, _)| form.starts_with(blank));
        let (part, length) =
            blank.map_or((Part::Sign(sign), sign.len_utf8()), |&(blank, part)| (part, blank.len()));
        parts.push(part);
        form = &form[length..];
    }
    parts
}

impl Grammar {
    /// Algebraic notation with these letters of pawn, knight, bishop, rook, queen and king.
    #[must_use]
    pub fn algebraic(letters: [&'static str; 6]) -> Grammar {
        Grammar::from_table(letters, ALGEBRAIC)
    }

    /// The grammar of a table in the form of `data/algebraic.tsv`.
    #[must_use]
    pub fn from_table(letters: [&'static str; 6], table: &str) -> Grammar {
        let forms = |kind: &str| {
            let rows = table.lines().enumerate().filter(|(_, text)| !text.starts_with('#'));
            let rows = rows.filter_map(|(line, text)| {
                let mut fields = text.split('\t');
                let (name, form, price) = (fields.next()?, fields.next()?, fields.next()?);
                (name == kind).then_some(())?;
                Some(Form { parts: parts_of(form), price: price.parse().ok()?, line })
            });
            rows.collect::<Vec<Form>>()
        };
        Grammar {
            letters,
            castles: [forms("castles-queen"), forms("castles-king")],
            pawn: forms("pawn"),
            pawn_takes: forms("pawn-takes"),
            man: forms("man"),
            man_takes: forms("man-takes"),
            promotion: forms("promotion"),
            promotion_queen: forms("promotion-queen"),
        }
    }

    /// The line of the table that gives spelling `at` of a move that promotes nothing.
    #[must_use]
    pub fn form_line(&self, look: &Look, at: usize) -> usize {
        self.forms(look).get(at).map_or(0, |form| form.line)
    }

    /// The forms of a kind of move.
    fn forms(&self, look: &Look) -> &[Form] {
        match (look.castles, look.role, look.victim) {
            (Some(kingside), ..) => &self.castles[usize::from(kingside)],
            (None, Role::Pawn, None) => &self.pawn,
            (None, Role::Pawn, Some(_)) => &self.pawn_takes,
            (None, _, None) => &self.man,
            (None, _, Some(_)) => &self.man_takes,
        }
    }

    /// The spellings of a move. Some may be equal; the cheapest counts.
    pub fn spell(&self, look: &Look, out: &mut Vec<Spelling>) {
        out.clear();
        for form in self.forms(look) {
            let mut spelling = String::with_capacity(8);
            let mut promoted = false;
            for &part in &form.parts {
                promoted |= part == Part::Promoted;
                self.write(part, look, &mut spelling);
            }
            match look.promotion.filter(|_| promoted) {
                None => out.push((spelling, form.price)),
                Some(role) => {
                    let queen = self.promotion_queen.iter().filter(|_| role == Role::Queen);
                    for promotion in self.promotion.iter().chain(queen) {
                        let mut whole = spelling.clone();
                        promotion.parts.iter().for_each(|&part| self.write(part, look, &mut whole));
                        out.push((whole, form.price + promotion.price));
                    }
                }
            }
        }
    }

    /// Whether a text is one of the spellings of a move, letter by letter.
    #[must_use]
    pub fn is_spelled(&self, look: &Look, text: &[char]) -> bool {
        let mut spelled = Vec::new();
        self.spell(look, &mut spelled);
        spelled.iter().any(|(spelling, _)| spelling.chars().eq(text.iter().copied()))
    }

    fn letter(&self, role: Role) -> &'static str {
        self.letters[role as usize - 1]
    }

    fn write(&self, part: Part, look: &Look, out: &mut String) {
        match part {
            Part::Sign(sign) => out.push(sign),
            Part::Man => out.push_str(self.letter(look.role)),
            Part::FromFile => out.push(look.from.file().char()),
            Part::FromRank => out.push(look.from.rank().char()),
            Part::Apart => {
                let (file, rank) = look.apart;
                out.extend(file.then(|| look.from.file().char()));
                out.extend(rank.then(|| look.from.rank().char()));
            }
            Part::To => out.extend([look.to.file().char(), look.to.rank().char()]),
            Part::ToFile => out.push(look.to.file().char()),
            Part::ToRank => out.push(look.to.rank().char()),
            Part::Victim => out.extend(look.victim.map(|role| self.letter(role))),
            Part::Promotion => out.extend(look.promotion.map(|role| self.letter(role))),
            Part::Promoted => {}
        }
    }
}

/// The looks of all legal moves, in their order.
#[must_use]
pub fn looks(turn: Color, legal: &[Move]) -> Vec<Look> {
    let mut origins = [[Bitboard::EMPTY; 64]; 6];
    for mv in legal {
        let of = &mut origins[mv.role() as usize - 1][usize::from(mv.to())];
        *of |= mv.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
    }
    legal
        .iter()
        .map(|&mv| Look::of(mv, turn, origins[mv.role() as usize - 1][usize::from(mv.to())]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

    /// The first spelling of each move is its SAN.
    #[test]
    fn the_cheapest_spelling_is_san() {
        let grammar = Grammar::algebraic(["P", "N", "B", "R", "Q", "K"]);
        let fens = [
            "r3k2r/1P6/8/3pP3/2N3N1/8/8/R3K2R w KQkq d6 0 1",
            "3r1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1",
            "6k1/8/8/Q6Q/8/8/8/Q6K w - - 0 1",
        ];
        for fen in fens {
            let setup: Fen = fen.parse().expect("a FEN");
            let position: Chess = setup.into_position(CastlingMode::Standard).expect("a position");
            let legal = position.legal_moves();
            let mut spelled = Vec::new();
            for (&mv, look) in legal.iter().zip(looks(position.turn(), &legal)) {
                grammar.spell(&look, &mut spelled);
                let least = spelled.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a spelling");
                assert_eq!(least.0, San::from_move(&position, mv).to_string(), "{fen}");
            }
        }
    }
}
