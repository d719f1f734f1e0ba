//! Writes a move as one kind of book, page or person does; shares no line with the notations of the program.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Role, Square};

/// How moves are written.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Dialect {
    /// Letters of king, queen, rook, bishop, knight; sign of captures; sign of check; castling.
    Short { men: [&'static str; 5], takes: &'static str, check: &'static str, castle: char },
    /// The same with the square of departure; sign between the squares.
    Long { men: [&'static str; 5], dash: &'static str, takes: &'static str, castle: char },
    /// Only squares, `e2e4`, with a sign between.
    Squares { dash: &'static str, upper: bool },
    /// Squares in digits, `5254`.
    Digits { dash: &'static str },
    /// English.
    English {
        knight: &'static str,
        dash: &'static str,
        takes: &'static str,
        check: &'static str,
        /// Whether blanks are between the parts of a square: `Q B 3`.
        spaced: bool,
        castles: &'static str,
        first: &'static str,
    },
    /// Rank before file: Spanish, French.
    Romance { men: [&'static str; 6], takes: &'static str, check: &'static str },
    /// `Pawn to King's fourth`.
    Words,
}

const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];
const FIGURES: [&str; 5] = ["♔", "♕", "♖", "♗", "♘"];
const GERMAN: [&str; 5] = ["K", "D", "T", "L", "S"];
const FRENCH: [&str; 5] = ["R", "D", "T", "F", "C"];
const SPANISH: [&str; 5] = ["R", "D", "T", "A", "C"];
const DUTCH: [&str; 5] = ["K", "D", "T", "L", "P"];
const RUSSIAN: [&str; 5] = ["Кр", "Ф", "Л", "С", "К"];

/// All dialects, each with its name.
pub const ALL: &[(&str, Dialect)] = &[
    ("short English", short(ENGLISH, "x", "+", 'O')),
    ("short English, colons", short(ENGLISH, ":", "+", 'O')),
    ("short English, no signs", short(ENGLISH, "", "", '0')),
    ("short English, zeros", short(ENGLISH, "x", "+", '0')),
    ("figurines", short(FIGURES, "x", "+", 'O')),
    ("short German", short(GERMAN, "x", "+", '0')),
    ("short German, colons", short(GERMAN, ":", "†", '0')),
    ("short French", short(FRENCH, "x", "+", 'O')),
    ("short Spanish", short(SPANISH, "x", "+", 'O')),
    ("short Dutch", short(DUTCH, "x", "+", '0')),
    ("short Russian", short(RUSSIAN, ":", "+", '0')),
    ("long English", long(ENGLISH, "-", "x", 'O')),
    ("long German", long(GERMAN, "-", "x", '0')),
    ("long German, colons", long(GERMAN, "-", ":", '0')),
    ("long French", long(FRENCH, "-", "x", '0')),
    ("squares", Dialect::Squares { dash: "", upper: false }),
    ("squares, dashes", Dialect::Squares { dash: "-", upper: false }),
    ("squares, capitals", Dialect::Squares { dash: "-", upper: true }),
    ("digits", Dialect::Digits { dash: "" }),
    ("digits, dashes", Dialect::Digits { dash: "-" }),
    ("Victorian book", english("Kt", "-", "x", " ch", false, "Castles", "sq")),
    ("Victorian book, wide", english("Kt", " - ", " x ", " ch", true, "Castles", " sq.")),
    ("newspaper", english("Kt", " to ", " takes ", " ch", true, "Castles", " sq")),
    ("newspaper, tight", english("Kt", "—", "x", "ch", false, "O-O", "1")),
    ("magazine of 1950", english("N", "-", "x", "ch", false, "O-O", "1")),
    ("magazine of 1960, plus", english("N", "-", "x", "+", false, "O-O", "1")),
    ("letter, tks", english("Kt", " to ", " tks ", " check", false, "Castles", "1")),
    ("Spanish book", romance(["P", "C", "A", "T", "D", "R"], "x", "+")),
    ("French book", romance(["P", "C", "F", "T", "D", "R"], "x", "+")),
    ("words", Dialect::Words),
];

const fn short(men: [&'static str; 5], takes: &'static str, check: &'static str, castle: char) -> Dialect {
    Dialect::Short { men, takes, check, castle }
}

const fn long(men: [&'static str; 5], dash: &'static str, takes: &'static str, castle: char) -> Dialect {
    Dialect::Long { men, dash, takes, castle }
}

const fn english(
    knight: &'static str,
    dash: &'static str,
    takes: &'static str,
    check: &'static str,
    spaced: bool,
    castles: &'static str,
    first: &'static str,
) -> Dialect {
    Dialect::English { knight, dash, takes, check, spaced, castles, first }
}

const fn romance(men: [&'static str; 6], takes: &'static str, check: &'static str) -> Dialect {
    Dialect::Romance { men, takes, check }
}

impl Dialect {
    /// Whether its moves contain blanks.
    pub fn is_spaced(&self) -> bool {
        match self {
            Dialect::English { dash, takes, spaced, .. } => {
                *spaced || dash.contains(' ') || takes.contains(' ')
            }
            Dialect::Words => true,
            _ => false,
        }
    }

    /// The move as the plain writer of this dialect writes it: the shortest form that names no other legal move.
    pub fn write(&self, position: &Chess, m: Move) -> String {
        let all: Vec<Vec<String>> =
            position.legal_moves().iter().map(|&other| self.forms(position, other)).collect();
        let own = self.forms(position, m);
        let alone = |form: &&String| all.iter().filter(|forms| forms.contains(form)).count() == 1;
        own.iter().find(alone).unwrap_or(&own[own.len() - 1]).clone()
    }

    /// The legal moves that a text names.
    pub fn read(&self, position: &Chess, text: &str) -> Vec<Move> {
        let legal = position.legal_moves();
        let says = |form: &String| form == text || without_check(form) == text;
        legal.into_iter().filter(|&m| self.forms(position, m).iter().any(says)).collect()
    }

    /// All forms of a move, the shortest first.
    fn forms(&self, position: &Chess, m: Move) -> Vec<String> {
        let after = position.clone().play(m).expect("a legal move");
        let (side, from, to) = (position.turn(), m.from().expect("a square"), target(m));
        let is_check = after.is_check();
        match *self {
            Dialect::Short { men, takes, check, castle } => {
                let check = if is_check { check } else { "" };
                if let Some(castled) = castled(m, castle) {
                    return vec![castled + check];
                }
                let sign = if m.is_capture() { takes } else { "" };
                if m.role() == Role::Pawn {
                    let file = if m.is_capture() { from.file().char().to_string() } else { String::new() };
                    let new = m.promotion().map(|role| format!("={}", men[man(role)])).unwrap_or_default();
                    return vec![format!("{file}{sign}{to}{new}{check}")];
                }
                let places = [
                    String::new(),
                    from.file().char().to_string(),
                    from.rank().char().to_string(),
                    from.to_string(),
                ];
                places.map(|place| format!("{}{place}{sign}{to}{check}", men[man(m.role())])).to_vec()
            }
            Dialect::Long { men, dash, takes, castle } => {
                let check = if is_check { "+" } else { "" };
                if let Some(castled) = castled(m, castle) {
                    return vec![castled + check];
                }
                let sign = if m.is_capture() { takes } else { dash };
                let name = if m.role() == Role::Pawn { "" } else { men[man(m.role())] };
                let new = m.promotion().map(|role| men[man(role)]).unwrap_or_default();
                vec![format!("{name}{from}{sign}{to}{new}{check}")]
            }
            Dialect::Squares { dash, upper } => {
                let new = m.promotion().map(|role| role.char().to_string()).unwrap_or_default();
                let text = format!("{from}{dash}{to}{new}");
                vec![if upper { text.to_uppercase() } else { text }]
            }
            Dialect::Digits { dash } => {
                let digits = |square: Square| {
                    format!("{}{}", u32::from(square.file()) + 1, u32::from(square.rank()) + 1)
                };
                let new = m.promotion().map(|role| (man(role)).to_string()).unwrap_or_default();
                vec![format!("{}{dash}{}{new}", digits(from), digits(to))]
            }
            Dialect::English { knight, dash, takes, check, spaced, castles, first } => {
                let check = if is_check { check } else { "" };
                let names = English { knight, spaced, first };
                if let Move::Castle { .. } = m {
                    return english_castling(castles, m).into_iter().map(|text| text + check).collect();
                }
                let forms = names.forms(position, m, side, dash, takes);
                let new = m.promotion().map(|role| format!("({})", names.man(role))).unwrap_or_default();
                let passing = if m.is_en_passant() { " e.p." } else { "" };
                forms.into_iter().map(|text| format!("{text}{new}{passing}{check}")).collect()
            }
            Dialect::Romance { men, takes, check } => {
                let check = if is_check { check } else { "" };
                if let Some(castled) = castled(m, 'O') {
                    return vec![castled + check];
                }
                let name = men[role_of(m.role())];
                let new = m.promotion().map(|role| format!("={}", men[role_of(role)])).unwrap_or_default();
                let passing = if m.is_en_passant() { " e.p." } else { "" };
                let forms = if let (true, Some(victim)) = (m.is_capture(), m.capture()) {
                    let victim = men[role_of(victim)];
                    let (place, origin) = (romance_square(to, side, &men), romance_square(from, side, &men));
                    vec![
                        format!("{name}{takes}{victim}"),
                        format!("{name}{takes}{victim}({place})"),
                        format!("{name}({origin}){takes}{victim}"),
                        format!("{name}({origin}){takes}{victim}({place})"),
                    ]
                } else {
                    let place = romance_square(to, side, &men);
                    vec![
                        format!("{name}{place}"),
                        format!("{name}({}){place}", romance_square(from, side, &men)),
                    ]
                };
                forms.into_iter().map(|text| format!("{text}{new}{passing}{check}")).collect()
            }
            Dialect::Words => {
                let check = if is_check { " check" } else { "" };
                if let Move::Castle { .. } = m {
                    let wing =
                        if m.castling_side() == Some(CastlingSide::KingSide) { "King's" } else { "Queen's" };
                    return vec![format!("Castles on the {wing} side{check}")];
                }
                let name = word(m.role());
                let place = word_square(to, side);
                let deed = match m.capture() {
                    Some(victim) => format!("takes {}", word(victim)),
                    None => format!("to {place}"),
                };
                let new =
                    m.promotion().map(|role| format!(", becoming a {}", word(role))).unwrap_or_default();
                let passing = if m.is_en_passant() { " en passant" } else { "" };
                let more = if m.is_capture() { format!(" at {place}") } else { String::new() };
                vec![
                    format!("{name} {deed}{new}{passing}{check}"),
                    format!("{name} {deed}{more}{new}{passing}{check}"),
                    format!("{name} at {} {deed}{more}{new}{passing}{check}", word_square(from, side)),
                ]
            }
        }
    }
}

/// A form without its sign of check, which writers forget.
fn without_check(form: &str) -> &str {
    let signs = [" check", " ch", "ch", "+", "†"];
    signs.iter().find_map(|sign| form.strip_suffix(sign)).unwrap_or(form)
}

fn target(m: Move) -> Square {
    match m {
        Move::Castle { king, .. } => {
            let file = if m.castling_side() == Some(CastlingSide::KingSide) { File::G } else { File::C };
            Square::from_coords(file, king.rank())
        }
        _ => m.to(),
    }
}

fn castled(m: Move, letter: char) -> Option<String> {
    let side = m.castling_side()?;
    let wing = if side == CastlingSide::KingSide { 2 } else { 3 };
    Some(vec![letter.to_string(); wing].join("-"))
}

fn english_castling(castles: &str, m: Move) -> Vec<String> {
    let king_side = m.castling_side() == Some(CastlingSide::KingSide);
    if castles == "O-O" {
        return castled(m, 'O').into_iter().collect();
    }
    vec![castles.to_owned(), format!("{castles} {}", if king_side { "K R" } else { "Q R" })]
}

fn man(role: Role) -> usize {
    match role {
        Role::King | Role::Pawn => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
    }
}

fn role_of(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

/// The rank as a side counts it, from 1.
fn rank(square: Square, side: Color) -> u32 {
    let rank = u32::from(square.rank());
    side.fold_wb(rank + 1, 8 - rank)
}

struct English {
    knight: &'static str,
    spaced: bool,
    first: &'static str,
}

impl English {
    fn man(&self, role: Role) -> String {
        match role {
            Role::Knight => self.knight.to_owned(),
            Role::Pawn => "P".to_owned(),
            _ => role.upper_char().to_string(),
        }
    }

    /// The name of a file, with its wing or without.
    fn file(&self, file: File, wing: bool) -> String {
        let gap = if self.spaced { " " } else { "" };
        let names = ["Q|R", "Q|Kt", "Q|B", "Q", "K", "K|B", "K|Kt", "K|R"];
        let name = names[u32::from(file) as usize].replace("Kt", self.knight);
        match name.split_once('|') {
            Some((half, name)) if wing => format!("{half}{gap}{name}"),
            Some((_, name)) => name.to_owned(),
            None => name,
        }
    }

    fn square(&self, square: Square, side: Color, wing: bool) -> String {
        let file = self.file(square.file(), wing);
        let gap = if self.spaced { " " } else { "" };
        match rank(square, side) {
            1 if self.first == "1" => format!("{file}{gap}1"),
            1 if self.first.starts_with(' ') => format!("{file}{}", self.first),
            1 => format!("{file} {}", self.first),
            rank => format!("{file}{gap}{rank}"),
        }
    }

    fn forms(&self, position: &Chess, m: Move, side: Color, dash: &str, takes: &str) -> Vec<String> {
        let (from, to) = (m.from().expect("a square"), m.to());
        let name = self.man(m.role());
        let origin = format!("{name}({})", self.square(from, side, true).replace(' ', ""));
        let place = format!("({})", self.square(to, side, true).replace(' ', ""));
        let Some(victim) = m.capture().or_else(|| position.board().role_at(to)) else {
            return vec![
                format!("{name}{dash}{}", self.square(to, side, false)),
                format!("{name}{dash}{}", self.square(to, side, true)),
                format!("{origin}{dash}{}", self.square(to, side, true)),
            ];
        };
        let victim = self.man(victim);
        if m.role() == Role::Pawn {
            let gap = if self.spaced { " " } else { "" };
            let pawn = format!("{}{gap}P", self.file(from.file(), true));
            return vec![
                format!("P{takes}{victim}"),
                format!("{pawn}{takes}{victim}"),
                format!("{pawn}{takes}{victim}{place}"),
            ];
        }
        vec![
            format!("{name}{takes}{victim}"),
            format!("{name}{takes}{victim}{place}"),
            format!("{origin}{takes}{victim}"),
            format!("{origin}{takes}{victim}{place}"),
        ]
    }
}

fn romance_square(square: Square, side: Color, men: &[&str; 6]) -> String {
    let [_, knight, bishop, rook, queen, king] = men;
    let file = match square.file() {
        File::A => format!("{rook}{queen}"),
        File::B => format!("{knight}{queen}"),
        File::C => format!("{bishop}{queen}"),
        File::D => (*queen).to_owned(),
        File::E => (*king).to_owned(),
        File::F => format!("{bishop}{king}"),
        File::G => format!("{knight}{king}"),
        File::H => format!("{rook}{king}"),
    };
    format!("{}{file}", rank(square, side))
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Pawn",
        Role::Knight => "Knight",
        Role::Bishop => "Bishop",
        Role::Rook => "Rook",
        Role::Queen => "Queen",
        Role::King => "King",
    }
}

fn word_square(square: Square, side: Color) -> String {
    let file = [
        "Queen's Rook's",
        "Queen's Knight's",
        "Queen's Bishop's",
        "Queen's",
        "King's",
        "King's Bishop's",
        "King's Knight's",
        "King's Rook's",
    ];
    let ranks = ["square", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let rank = rank(square, side) as usize - 1;
    format!("{} {}", file[u32::from(square.file()) as usize], ranks[rank])
}
