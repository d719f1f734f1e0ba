//! How a writer spells a move: one table of dialects, and the strict reading that follows from it.
//!
//! A dialect lists the spellings of a move, the shortest first. A move is written with the first spelling that no other
//! legal move has; a text is read as the only legal move that has it among its spellings.

use shakmaty::{Chess, File, Move, Position, Role, Square};

/// How the square and the man of a move are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `Nf3`, `exd5`.
    Short,
    /// `Nf3`, `ed`.
    FilesOnly,
    /// `Ng1-f3`.
    Long,
    /// `g1-f3`.
    Squares,
    /// `7163`.
    Numeric,
    /// `Kt-KB3`.
    Descriptive,
}

/// A way of writing moves.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// Its name in the figures.
    pub name: &'static str,
    form: Form,
    /// Pawn, knight, bishop, rook, queen, king.
    men: [&'static str; 6],
    /// Stands between the man or the first square and the second.
    to: &'static str,
    /// Stands there if something is taken.
    takes: &'static str,
    /// Whether the sign of taking stands behind the square.
    behind: bool,
    check: &'static str,
    mate: &'static str,
    /// On the king's side, on the queen's.
    castles: [&'static str; 2],
    /// What stands before the new man, and behind.
    promotes: [&'static str; 2],
    passant: &'static str,
    /// The files from the queen's rook's to the king's rook's, and the ranks (descriptive only).
    files: [&'static str; 8],
    ranks: [&'static str; 8],
}

const DIGITS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

const SHORT: Dialect = Dialect {
    name: "English",
    form: Form::Short,
    men: ["", "N", "B", "R", "Q", "K"],
    to: "",
    takes: "x",
    behind: false,
    check: "+",
    mate: "#",
    castles: ["O-O", "O-O-O"],
    promotes: ["=", ""],
    passant: "",
    files: ["", "", "", "", "", "", "", ""],
    ranks: DIGITS,
};

const LONG: Dialect = Dialect { name: "long English", form: Form::Long, to: "-", ..SHORT };

const OLD: Dialect = Dialect {
    name: "descriptive, new",
    form: Form::Descriptive,
    men: ["P", "N", "B", "R", "Q", "K"],
    to: "-",
    check: "ch",
    mate: " mate",
    promotes: ["(", ")"],
    passant: " e.p.",
    files: ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"],
    ..SHORT
};

/// All dialects.
pub const DIALECTS: &[Dialect] = &[
    SHORT,
    Dialect { name: "English, zeros, no check", castles: ["0-0", "0-0-0"], check: "", mate: "", ..SHORT },
    Dialect { name: "English, dagger", check: "†", mate: "‡", castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect { name: "English, words", check: " ch", mate: " mate", takes: ":", ..SHORT },
    Dialect {
        name: "German",
        men: ["", "S", "L", "T", "D", "K"],
        castles: ["0-0", "0-0-0"],
        promotes: ["", ""],
        ..SHORT
    },
    Dialect {
        name: "German, files only",
        form: Form::FilesOnly,
        men: ["", "S", "L", "T", "D", "K"],
        takes: "",
        castles: ["0–0", "0–0–0"],
        promotes: ["", ""],
        ..SHORT
    },
    Dialect {
        name: "German, colon behind",
        men: ["", "S", "L", "T", "D", "K"],
        takes: ":",
        behind: true,
        castles: ["0-0", "0-0-0"],
        promotes: ["", ""],
        ..SHORT
    },
    Dialect { name: "French", men: ["", "C", "F", "T", "D", "R"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect {
        name: "French, long",
        men: ["", "C", "F", "T", "D", "R"],
        castles: ["0-0", "0-0-0"],
        mate: " mat",
        ..LONG
    },
    Dialect {
        name: "Spanish",
        men: ["", "C", "A", "T", "D", "R"],
        mate: "++",
        castles: ["0-0", "0-0-0"],
        ..SHORT
    },
    Dialect {
        name: "Italian",
        men: ["", "C", "A", "T", "D", "R"],
        takes: ":",
        castles: ["0-0", "0-0-0"],
        ..SHORT
    },
    Dialect { name: "Dutch", men: ["", "P", "L", "T", "D", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect { name: "Polish", men: ["", "S", "G", "W", "H", "K"], takes: ":", ..SHORT },
    Dialect { name: "Czech", men: ["", "J", "S", "V", "D", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect { name: "Hungarian", men: ["", "H", "F", "B", "V", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect {
        name: "Hungarian, long",
        men: ["", "H", "F", "B", "V", "K"],
        castles: ["0-0", "0-0-0"],
        ..LONG
    },
    Dialect {
        name: "Russian",
        men: ["", "К", "С", "Л", "Ф", "Кр"],
        takes: ":",
        castles: ["0-0", "0-0-0"],
        promotes: ["", ""],
        mate: "×",
        ..SHORT
    },
    Dialect {
        name: "Russian, long",
        men: ["", "К", "С", "Л", "Ф", "Кр"],
        takes: ":",
        castles: ["0-0", "0-0-0"],
        promotes: ["", ""],
        mate: "×",
        ..LONG
    },
    Dialect { name: "Swedish", men: ["", "S", "L", "T", "D", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect { name: "Icelandic", men: ["", "R", "B", "H", "D", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect { name: "Portuguese", men: ["", "C", "B", "T", "D", "R"], ..SHORT },
    Dialect { name: "Romanian", men: ["", "C", "N", "T", "D", "R"], ..SHORT },
    Dialect { name: "Finnish", men: ["", "R", "L", "T", "D", "K"], castles: ["0-0", "0-0-0"], ..SHORT },
    Dialect {
        name: "figurine, white", men: ["", "♘", "♗", "♖", "♕", "♔"], promotes: ["", ""], ..SHORT
    },
    Dialect {
        name: "figurine, black",
        men: ["", "♞", "♝", "♜", "♛", "♚"],
        castles: ["0-0", "0-0-0"],
        ..SHORT
    },
    LONG,
    Dialect {
        name: "German, long",
        men: ["", "S", "L", "T", "D", "K"],
        castles: ["0-0", "0-0-0"],
        takes: "×",
        promotes: ["", ""],
        check: "†",
        mate: "‡",
        ..LONG
    },
    Dialect {
        name: "squares, dash",
        form: Form::Squares,
        takes: "-",
        check: "",
        mate: "",
        castles: ["e1-g1", "e1-c1"],
        promotes: ["", ""],
        ..LONG
    },
    Dialect {
        name: "squares",
        form: Form::Squares,
        to: "",
        takes: "",
        check: "",
        mate: "",
        promotes: ["", ""],
        ..LONG
    },
    Dialect { name: "ICCF", form: Form::Numeric, check: "", mate: "", ..SHORT },
    OLD,
    Dialect {
        name: "descriptive, Kt",
        men: ["P", "Kt", "B", "R", "Q", "K"],
        files: ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"],
        check: " ch",
        castles: ["Castles", "Castles QR"],
        ..OLD
    },
    Dialect {
        name: "descriptive, dagger",
        men: ["P", "Kt", "B", "R", "Q", "K"],
        files: ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"],
        check: "+",
        takes: "×",
        castles: ["0-0", "0-0-0"],
        promotes: ["=", ""],
        ..OLD
    },
    Dialect {
        name: "descriptive, spaced",
        men: ["P", "Kt", "B", "R", "Q", "K"],
        files: ["Q R ", "Q Kt ", "Q B ", "Q ", "K ", "K B ", "K Kt ", "K R "],
        to: " to ",
        takes: " takes ",
        check: " ch.",
        mate: ", mate",
        castles: ["Castles", "Castles (Q R)"],
        ..OLD
    },
    Dialect {
        name: "descriptive, Spanish",
        men: ["P", "C", "A", "T", "D", "R"],
        files: ["TD", "CD", "AD", "D", "R", "AR", "CR", "TR"],
        to: "",
        takes: "x",
        check: "+",
        mate: "++",
        promotes: ["=", ""],
        passant: " a.p.",
        castles: ["O-O", "O-O-O"],
        ..OLD
    },
    Dialect {
        name: "words",
        men: ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"],
        files: [
            "Queen's Rook's ",
            "Queen's Knight's ",
            "Queen's Bishop's ",
            "Queen's ",
            "King's ",
            "King's Bishop's ",
            "King's Knight's ",
            "King's Rook's ",
        ],
        ranks: ["square", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"],
        to: " to ",
        takes: " takes ",
        check: " (check)",
        mate: " (mate)",
        castles: ["Castles", "Castles Queen's Rook"],
        passant: " en passant",
        ..OLD
    },
];

/// The texts `heads` × `tails`, in this order.
fn joined(heads: &[String], tails: &[String]) -> Vec<String> {
    heads.iter().flat_map(|head| tails.iter().map(move |tail| format!("{head}{tail}"))).collect()
}

impl Dialect {
    /// The letters of the men: pawn, knight, bishop, rook, queen, king.
    pub fn men(&self) -> [&'static str; 6] {
        self.men
    }

    /// The sign of check.
    pub fn check(&self) -> &'static str {
        self.check
    }

    /// The sign of taking.
    pub fn takes(&self) -> &'static str {
        self.takes
    }

    /// Castling on the king's side and on the queen's.
    pub fn castles(&self) -> [&'static str; 2] {
        self.castles
    }

    /// Whether its squares are `a1` to `h8`.
    pub fn is_algebraic(&self) -> bool {
        matches!(self.form, Form::Short | Form::FilesOnly | Form::Long)
    }

    /// Whether moves have blanks inside.
    pub fn is_spaced(&self) -> bool {
        self.to.contains(' ')
    }

    /// A move as this writer writes it; `None` if no spelling tells it from all others.
    pub fn write(&self, position: &Chess, m: Move) -> Option<String> {
        let legal = position.legal_moves();
        let others: Vec<Vec<String>> =
            legal.iter().filter(|&&other| other != m).map(|&other| self.spellings(position, other)).collect();
        let is_other = |text: &String| others.iter().any(|spellings| spellings.contains(text));
        self.spellings(position, m).into_iter().find(|text| !is_other(text))
    }

    /// The legal moves that a text spells.
    pub fn read(&self, position: &Chess, text: &str) -> Vec<Move> {
        let says = |&m: &Move| self.spellings(position, m).iter().any(|own| own == text);
        position.legal_moves().into_iter().filter(says).collect()
    }

    /// All spellings of a move, the shortest first.
    fn spellings(&self, position: &Chess, m: Move) -> Vec<String> {
        let after = position.clone().play(m).unwrap();
        let sign = match (after.is_checkmate(), after.is_check()) {
            (true, _) => self.mate,
            (_, true) => self.check,
            _ => "",
        };
        let castling = m.is_castle() && !matches!(self.form, Form::Squares | Form::Numeric);
        let mut stems = if castling {
            vec![self.castles[usize::from(m.to() < m.from().unwrap())].to_owned()]
        } else {
            match self.form {
                Form::Short | Form::FilesOnly => self.short(m),
                Form::Long | Form::Squares => self.long(m),
                Form::Numeric => vec![numeric(m)],
                Form::Descriptive => self.descriptive(position, m),
            }
        };
        for stem in &mut stems {
            if m.is_en_passant() {
                stem.push_str(self.passant);
            }
            if let (Some(role), true) = (m.promotion(), self.form != Form::Numeric) {
                let man = self.man(role);
                let man = if self.form == Form::Squares { man.to_lowercase() } else { man.to_owned() };
                let [before, behind] = self.promotes;
                *stem = format!("{stem}{before}{man}{behind}");
            }
            stem.push_str(sign);
        }
        stems
    }

    fn man(&self, role: Role) -> &'static str {
        self.men[role as usize - 1]
    }

    fn short(&self, m: Move) -> Vec<String> {
        let (from, to) = (m.from().unwrap(), m.to());
        let takes = if m.is_capture() { self.takes } else { "" };
        let place = if self.behind { format!("{to}{takes}") } else { format!("{takes}{to}") };
        let file = from.file().char();
        if m.role() != Role::Pawn {
            let man = self.man(m.role());
            let rank = from.rank().char();
            let froms = [String::new(), file.to_string(), rank.to_string(), from.to_string()];
            return froms.iter().map(|from| format!("{man}{from}{place}")).collect();
        }
        match (m.is_capture(), self.form) {
            (false, _) => vec![to.to_string()],
            (true, Form::FilesOnly) if m.promotion().is_none() => {
                vec![format!("{file}{}", to.file().char()), format!("{file}{to}")]
            }
            (true, _) => vec![format!("{file}{place}")],
        }
    }

    fn long(&self, m: Move) -> Vec<String> {
        let man = if self.form == Form::Squares { "" } else { self.man(m.role()) };
        let sign = if m.is_capture() { self.takes } else { self.to };
        vec![format!("{man}{}{sign}{}", m.from().unwrap(), end_of(m))]
    }

    /// The names of a file: without the side, if both sides have one, and in full.
    fn files(&self, file: File) -> Vec<&'static str> {
        let full = self.files[file as usize];
        let short = match file {
            File::D | File::E => return vec![full],
            File::A | File::B | File::C => full.strip_prefix(self.files[3].trim_end()),
            _ => full.strip_prefix(self.files[4].trim_end()).or(full.strip_suffix(self.files[4])),
        };
        let short = short.or(full.strip_suffix(self.files[3])).map(str::trim_start);
        let short = short.map(|short| short.strip_prefix("'s ").unwrap_or(short));
        short.into_iter().chain([full]).collect()
    }

    /// The names of a square, seen by a side.
    fn squares(&self, position: &Chess, square: Square) -> Vec<String> {
        let rank = position.turn().fold_wb(square.rank(), square.rank().flip_vertical());
        let rank = self.ranks[rank as usize];
        let name = |file: &&str| {
            if self.men[1] == "C" { format!("{rank}{file}") } else { format!("{file}{rank}") }
        };
        self.files(square.file()).iter().map(name).collect()
    }

    fn descriptive(&self, position: &Chess, m: Move) -> Vec<String> {
        let (from, to) = (m.from().unwrap(), m.to());
        let man = self.man(m.role());
        let place = |square: Square| {
            let names = self.squares(position, square);
            format!("({})", names[names.len() - 1])
        };
        let placed = format!("{man}{}{}", if self.is_spaced() { " " } else { "" }, place(from));
        let mut heads = vec![man.to_owned()];
        if m.role() == Role::Pawn && m.is_capture() {
            heads.extend(self.files(from.file()).iter().map(|file| self.pawn_of(file)));
        }
        heads.push(placed);
        let Some(victim) = m.capture() else {
            let tails: Vec<String> =
                self.squares(position, to).iter().map(|square| format!("{}{square}", self.to)).collect();
            return joined(&heads, &tails);
        };
        let taken = self.man(victim);
        let mut tails = vec![format!("{}{taken}", self.takes)];
        if victim == Role::Pawn && self.men[0] == "P" {
            tails.extend(
                self.files(to.file()).iter().map(|file| format!("{}{}", self.takes, self.pawn_of(file))),
            );
        }
        tails.push(format!("{}{taken}{}{}", self.takes, if self.is_spaced() { " " } else { "" }, place(to)));
        // Rather say more of what is taken than of who takes, and both only at last.
        let mut texts = joined(&heads, &tails);
        texts.sort_by_key(String::len);
        texts
    }

    /// `KBP`, `PAR`, `K B P`.
    fn pawn_of(&self, file: &str) -> String {
        match self.men[1] {
            "C" => format!("P{file}"),
            "Knight" => format!("{file}Pawn"),
            _ => format!("{file}P"),
        }
    }
}

/// The square where a move ends as the writer sees it: the king's own after castling.
fn end_of(m: Move) -> Square {
    m.castling_side()
        .map_or(m.to(), |side| Square::from_coords(side.king_to_file(), m.from().unwrap().rank()))
}

fn numeric(m: Move) -> String {
    let digits = |square: Square| format!("{}{}", square.file() as u8 + 1, square.rank() as u8 + 1);
    let new = match m.promotion() {
        Some(Role::Queen) => "1",
        Some(Role::Rook) => "2",
        Some(Role::Bishop) => "3",
        Some(Role::Knight) => "4",
        _ => "",
    };
    format!("{}{}{new}", digits(m.from().unwrap()), digits(end_of(m)))
}
