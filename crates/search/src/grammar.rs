//! The spellings of a move: forms with blanks from a table, filled in by a man's letters and squares.
//!
//! A table has one row for each form: its kind, the form, and its price in nats. Kinds of moves (`pawn-takes`, `man`, …) are what
//! is asked for; all other kinds are parts that forms name in braces, as `{where}`, in place of which each of their rows stands once.

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
    /// Whether it takes in passing.
    pub in_passing: bool,
    /// The side that moves: descriptive notation counts ranks from it.
    pub turn: Color,
    /// Whether another legal move has the same short name in descriptive notation: `P-B3`, `KtxP`.
    pub shares_name: bool,
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
        let (victim, promotion, in_passing) = (mv.capture(), mv.promotion(), mv.is_en_passant());
        Look {
            role: mv.role(),
            from,
            to,
            victim,
            promotion,
            castles,
            apart,
            in_passing,
            turn,
            shares_name: false,
        }
    }

    /// The same as one number.
    pub(crate) fn packed(&self) -> u64 {
        let role = |role: Option<Role>| role.map_or(0, |role| role as u64);
        let flags = [self.apart.0, self.apart.1, self.in_passing, self.turn.is_white(), self.shares_name];
        let castles = self.castles.map_or(0, |kingside| 1 + u64::from(kingside));
        let men = [Some(self.role), self.victim, self.promotion];
        let squares = u64::from(u8::from(self.from)) << 6 | u64::from(u8::from(self.to));
        let whole = men.into_iter().fold(squares, |whole, man| whole << 3 | role(man));
        flags.into_iter().fold(whole << 2 | castles, |whole, flag| whole << 1 | u64::from(flag))
    }

    /// All that the short name in descriptive notation says: the men, and, where nothing is taken, the target without its wing.
    fn short_name(&self) -> (Role, Option<Role>, Option<(u32, Rank)>) {
        let target = (descriptive_file(self.to.file()) as u32, self.to.rank());
        (self.role, self.victim, self.victim.is_none().then_some(target))
    }
}

/// The file on the queen's side, `a` to `e`, whose name in descriptive notation a file shares but for its wing.
fn descriptive_file(file: File) -> File {
    match file {
        File::F => File::C,
        File::G => File::B,
        File::H => File::A,
        other => other,
    }
}

/// The man that stands on a file when the game begins.
fn man_of_file(file: File) -> Role {
    match descriptive_file(file) {
        File::A => Role::Rook,
        File::B => Role::Knight,
        File::C => Role::Bishop,
        File::D => Role::Queen,
        _ => Role::King,
    }
}

/// The letter of the wing of a file, `Q` or `K`, as a role.
fn wing_of(file: File) -> Role {
    if file <= File::D { Role::Queen } else { Role::King }
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
    /// The wing of the man that moves, and of its target.
    Wing,
    ToWing,
    /// The file of the man that moves and of its target in descriptive notation, without the wing and with it.
    FileName,
    WholeFileName,
    ToFileName,
    WholeToFileName,
    /// The ranks of both, counted from the side that moves.
    OwnRank,
    ToOwnRank,
    /// Nothing; the form is only one of pawns that take in passing.
    InPassing,
    /// Nothing; the form is dearer where another move has the same name.
    Short,
}

/// What a name costs that another legal move has as well, in nats: a writer says more then.
const SHARED: Nats = 2.0;

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
    /// The same where the victim is a pawn.
    pawn_takes_pawn: Vec<Form>,
    man: Vec<Form>,
    man_takes: Vec<Form>,
    man_takes_pawn: Vec<Form>,
    promotion: Vec<Form>,
    promotion_queen: Vec<Form>,
    /// Whether some form is dearer where two moves share a name.
    has_short_names: bool,
}

/// A spelling of a move and its price.
pub type Spelling = (String, Nats);

const ALGEBRAIC: &str = include_str!("../data/algebraic.tsv");
const PRINT: &str = include_str!("../data/print.tsv");
const ENGLISH: &str = include_str!("../data/english.tsv");
const COORDINATES: &str = include_str!("../data/coordinates.tsv");

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
    ("{W}", Part::Wing),
    ("{tW}", Part::ToWing),
    ("{f}", Part::FileName),
    ("{Wf}", Part::WholeFileName),
    ("{nf}", Part::ToFileName),
    ("{Wnf}", Part::WholeToFileName),
    ("{r}", Part::OwnRank),
    ("{nr}", Part::ToOwnRank),
    ("{ep}", Part::InPassing),
    ("{~}", Part::Short),
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

    /// The same with the forms of print: `e2-e4`, `bc:`, `S:f6`.
    #[must_use]
    pub fn printed(letters: [&'static str; 6]) -> Grammar {
        Grammar::from_table(letters, &format!("{ALGEBRAIC}\n{PRINT}"))
    }

    /// Descriptive English notation, whose knights have this letter: `Kt` or `N`.
    #[must_use]
    pub fn english(knight: &'static str) -> Grammar {
        Grammar::from_table(["P", knight, "B", "R", "Q", "K"], ENGLISH)
    }

    /// Coordinates, as engines and servers write: `e2e4`, `e7e8q`.
    #[must_use]
    pub fn coordinates() -> Grammar {
        Grammar::from_table(["p", "n", "b", "r", "q", "k"], COORDINATES)
    }

    /// The grammar of a table in the form of `data/algebraic.tsv`.
    #[must_use]
    pub fn from_table(letters: [&'static str; 6], table: &str) -> Grammar {
        let rows = rows_of(table);
        let forms = |kind: &str| -> Vec<Form> {
            let own = rows.iter().filter(|row| row.kind == kind);
            own.flat_map(|row| expanded(row, &rows))
                .map(|(form, price)| Form { parts: parts_of(&form.text), price, line: form.line })
                .collect()
        };
        let or = |forms: Vec<Form>, others: &[Form]| if forms.is_empty() { others.to_vec() } else { forms };
        let (pawn_takes, man_takes) = (forms("pawn-takes"), forms("man-takes"));
        Grammar {
            letters,
            castles: [forms("castles-queen"), forms("castles-king")],
            pawn: forms("pawn"),
            pawn_takes_pawn: or(forms("pawn-takes-pawn"), &pawn_takes),
            pawn_takes,
            man: forms("man"),
            man_takes_pawn: or(forms("man-takes-pawn"), &man_takes),
            man_takes,
            promotion: forms("promotion"),
            promotion_queen: forms("promotion-queen"),
            has_short_names: table.contains("{~}"),
        }
    }

    /// The letters of pawn, knight, bishop, rook, queen and king.
    #[must_use]
    pub fn letters(&self) -> [&'static str; 6] {
        self.letters
    }

    /// Whether signs are a move as algebraic notations spell it, whatever the position: `Nf3`, `Ng1-f3`, `bxc3`, `0-0`.
    pub(crate) fn is_plain(&self, signs: impl Iterator<Item = char>) -> bool {
        let word: String = signs.collect();
        if self.has_short_names {
            return false;
        }
        if matches!(&*word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
            return true;
        }
        let mut men = self.letters[1..].iter().filter(|letter| !letter.is_empty());
        let man = men.find_map(|letter| word.strip_prefix(letter));
        let squares = man.unwrap_or(&word);
        let Some((from, to)) = squares.len().checked_sub(2).and_then(|at| squares.split_at_checked(at))
        else {
            return false;
        };
        let (is_file, is_rank) = (|c: char| ('a'..='h').contains(&c), |c: char| ('1'..='8').contains(&c));
        let parted = from.strip_suffix(['x', 'X', ':', '-']);
        let from = parted.unwrap_or(from);
        let (file, rank) = (from.starts_with(is_file), from.ends_with(is_rank));
        // A figure before the square of a pawn is a number, and two squares side by side are two moves where print is glued.
        let is_place = match (from.len(), file, rank) {
            (0, ..) | (1, true, _) => true,
            (1, _, true) => man.is_some(),
            (2, true, true) => parted.is_some(),
            _ => false,
        };
        is_place && to.starts_with(is_file) && to.ends_with(is_rank)
    }

    /// Whether some of its forms are dearer where two moves share a name.
    pub(crate) fn has_short_names(&self) -> bool {
        self.has_short_names
    }

    /// The looks of all legal moves, in their order.
    #[must_use]
    pub fn looks(&self, turn: Color, legal: &[Move]) -> Vec<Look> {
        let mut origins = [[Bitboard::EMPTY; 64]; 6];
        for mv in legal {
            let of = &mut origins[mv.role() as usize - 1][usize::from(mv.to())];
            *of |= mv.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
        }
        let of = |&mv: &Move| Look::of(mv, turn, origins[mv.role() as usize - 1][usize::from(mv.to())]);
        let mut looks: Vec<Look> = legal.iter().map(of).collect();
        if self.has_short_names {
            let named: Vec<_> = looks.iter().map(|look| (look.short_name(), look.from, look.to)).collect();
            for (look, own) in looks.iter_mut().zip(&named) {
                // A pawn that may become several men has one name.
                let is_other = |other: &&_| {
                    let (name, from, to): &(_, Square, Square) = other;
                    *name == own.0 && (*from, *to) != (own.1, own.2)
                };
                look.shares_name = look.castles.is_none() && named.iter().any(|other| is_other(&other));
            }
        }
        looks
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
            (None, Role::Pawn, Some(Role::Pawn)) => &self.pawn_takes_pawn,
            (None, Role::Pawn, Some(_)) => &self.pawn_takes,
            (None, _, None) => &self.man,
            (None, _, Some(Role::Pawn)) => &self.man_takes_pawn,
            (None, _, Some(_)) => &self.man_takes,
        }
    }

    /// The spellings of a move. Some may be equal; the cheapest counts.
    pub fn spell(&self, look: &Look, out: &mut Vec<Spelling>) {
        out.clear();
        let fits = |form: &&Form| look.in_passing || !form.parts.contains(&Part::InPassing);
        for form in self.forms(look).iter().filter(fits) {
            let mut spelling = String::with_capacity(8);
            for &part in &form.parts {
                self.write(part, look, &mut spelling);
            }
            let promoted = form.parts.contains(&Part::Promoted);
            let is_shared = look.shares_name && form.parts.contains(&Part::Short);
            let price = form.price + if is_shared { SHARED } else { 0.0 };
            match look.promotion.filter(|_| promoted) {
                None => out.push((spelling, price)),
                Some(role) => {
                    let queen = self.promotion_queen.iter().filter(|_| role == Role::Queen);
                    for promotion in self.promotion.iter().chain(queen) {
                        let mut whole = spelling.clone();
                        promotion.parts.iter().for_each(|&part| self.write(part, look, &mut whole));
                        out.push((whole, price + promotion.price));
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
            Part::Wing => self.write_wing(Some(look.role), look.from.file(), out),
            Part::ToWing => self.write_wing(look.victim, look.to.file(), out),
            Part::FileName => self.write_file(look.from.file(), false, out),
            Part::WholeFileName => self.write_file(look.from.file(), true, out),
            Part::ToFileName => self.write_file(look.to.file(), false, out),
            Part::WholeToFileName => self.write_file(look.to.file(), true, out),
            Part::OwnRank => out.push(own_rank(look.from, look.turn)),
            Part::ToOwnRank => out.push(own_rank(look.to, look.turn)),
            Part::Promoted | Part::InPassing | Part::Short => {}
        }
    }

    /// The wing of a man of which each side begins with two.
    fn write_wing(&self, man: Option<Role>, file: File, out: &mut String) {
        if let Some(Role::Rook | Role::Knight | Role::Bishop) = man {
            out.push_str(self.letter(wing_of(file)));
        }
    }

    /// The name of a file in descriptive notation: that of the man who stands on it when the game begins, with its wing.
    fn write_file(&self, file: File, whole: bool, out: &mut String) {
        let man = man_of_file(file);
        if whole && !matches!(man, Role::Queen | Role::King) {
            out.push_str(self.letter(wing_of(file)));
        }
        out.push_str(self.letter(man));
    }
}

/// The rank of a square, counted from a side.
fn own_rank(square: Square, turn: Color) -> char {
    turn.fold_wb(square.rank(), square.rank().flip_vertical()).char()
}

/// A row of a table.
#[derive(Clone)]
struct Row<'t> {
    kind: &'t str,
    text: std::borrow::Cow<'t, str>,
    price: Nats,
    /// Its line, from 0.
    line: usize,
}

/// The rows of a table. Lines that are not understood are passed over: the tables are part of the program, and a test reads
/// each.
fn rows_of(table: &str) -> Vec<Row<'_>> {
    let lines = table.lines().enumerate().filter(|(_, text)| !text.starts_with('#'));
    let rows = lines.filter_map(|(line, text)| {
        let mut fields = text.split('\t');
        let (kind, text, price) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Row { kind, text: text.into(), price: price.parse().ok()?, line })
    });
    rows.collect()
}

/// A form with each choice of rows in place of the parts that it names, and their prices.
fn expanded<'t>(row: &Row<'t>, rows: &[Row<'t>]) -> Vec<(Row<'t>, Nats)> {
    let names = row.text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    let named = names.filter(|name| rows.iter().any(|row| row.kind == *name)).map(str::to_owned).next();
    let Some(name) = named else { return vec![(row.clone(), row.price)] };
    let blank = format!("{{{name}}}");
    let choices = rows.iter().filter(|part| part.kind == name && !part.text.contains(&blank));
    let filled = choices.map(|part| Row {
        text: row.text.replacen(&blank, &part.text, 1).into(),
        price: row.price + part.price,
        ..row.clone()
    });
    filled.flat_map(|row| expanded(&row, rows)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

    #[test]
    fn a_move_by_itself_is_known() {
        let german = Grammar::printed(["B", "S", "L", "T", "D", "K"]);
        let is_plain = |word: &str| german.is_plain(word.chars());
        for word in ["e4", "Sf3", "Sg1-f3", "Sbd2", "T1xe1", "exd5", "O-O", "0-0-0", "Le6:f7"] {
            assert!(is_plain(word), "{word}");
        }
        for word in ["", "4", "e", "e9", "Nf3", "1e4", "e4e5", "Sf3Sc6", "Sf3d", "Lt8-e7"] {
            assert!(!is_plain(word), "{word}");
        }
        assert!(!Grammar::english("Kt").is_plain("e4".chars()), "it has other names for squares");
    }

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
            for (&mv, look) in legal.iter().zip(grammar.looks(position.turn(), &legal)) {
                grammar.spell(&look, &mut spelled);
                let least = spelled.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a spelling");
                assert_eq!(least.0, San::from_move(&position, mv).to_string(), "{fen}");
            }
        }
    }
}
