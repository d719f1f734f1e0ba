//! A speaker: reads real games aloud in the ways of people, and a recogniser that mishears some of it. It was written from what
//! people say, without a look at the tables of the reader. Its second set of wordings ([`Wording::Other`]) is kept for one
//! honest figure; nothing was fitted to it.

use scorebook_random::Random;
use shakmaty::{Chess, File, Move, Position, Rank, Role, Square, san::San};

/// What is spoken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// `e4 e5 knight f3`.
    Squares,
    /// `e four e five knight f three`.
    Words,
    /// `one e four e five two knight f three`.
    Numbered,
    /// `Pawn to king four, pawn to king four.`
    Descriptive,
    /// A language other than English, by its place in [`TONGUES`].
    Tongue(usize),
}

/// Which wordings are used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Those that the reader was tried on while it was written.
    Usual,
    /// Others.
    Other,
}

/// The words of a language.
pub struct Tongue {
    pub name: &'static str,
    men: [&'static str; 6],
    files: [&'static str; 8],
    other_files: [&'static str; 8],
    ranks: [&'static str; 8],
    takes: [&'static str; 3],
    short: [&'static str; 2],
    long: [&'static str; 2],
    check: &'static str,
    mate: &'static str,
    promotes: [&'static str; 2],
    to: [&'static str; 2],
    from: &'static str,
}

pub const TONGUES: &[Tongue] = &[
    Tongue {
        name: "german",
        men: ["Bauer", "Springer", "Läufer", "Turm", "Dame", "König"],
        files: ["a", "be", "ce", "de", "e", "ef", "ge", "ha"],
        other_files: ["Anton", "Berta", "Cäsar", "Dora", "Emil", "Friedrich", "Gustav", "Heinrich"],
        ranks: ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
        takes: ["schlägt", "nimmt", "schlägt auf"],
        short: ["kurze Rochade", "rochiert kurz"],
        long: ["lange Rochade", "rochiert lang"],
        check: "Schach",
        mate: "matt",
        promotes: ["wird zur", "Umwandlung in"],
        to: ["nach", "auf"],
        from: "von",
    },
    Tongue {
        name: "french",
        men: ["pion", "cavalier", "fou", "tour", "dame", "roi"],
        files: ["a", "bé", "cé", "dé", "e", "effe", "gé", "hache"],
        other_files: ["a", "b", "c", "d", "e", "f", "g", "h"],
        ranks: ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit"],
        takes: ["prend", "prend en", "capture"],
        short: ["petit roque", "roque court"],
        long: ["grand roque", "roque long"],
        check: "échec",
        mate: "échec et mat",
        promotes: ["promotion", "fait"],
        to: ["en", "va en"],
        from: "de",
    },
    Tongue {
        name: "spanish",
        men: ["peón", "caballo", "alfil", "torre", "dama", "rey"],
        files: ["a", "be", "ce", "de", "e", "efe", "ge", "hache"],
        other_files: ["a", "b", "c", "d", "e", "f", "g", "h"],
        ranks: ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"],
        takes: ["por", "captura", "toma en"],
        short: ["enroque corto", "enroca corto"],
        long: ["enroque largo", "enroca largo"],
        check: "jaque",
        mate: "jaque mate",
        promotes: ["corona", "promociona a"],
        to: ["a", "va a"],
        from: "de",
    },
    Tongue {
        name: "italian",
        men: ["pedone", "cavallo", "alfiere", "torre", "donna", "re"],
        files: ["a", "bi", "ci", "di", "e", "effe", "gi", "acca"],
        other_files: ["a", "b", "c", "d", "e", "f", "g", "h"],
        ranks: ["uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto"],
        takes: ["prende", "per", "cattura in"],
        short: ["arrocco corto", "arrocco corto"],
        long: ["arrocco lungo", "arrocco lungo"],
        check: "scacco",
        mate: "scacco matto",
        promotes: ["promuove a", "diventa"],
        to: ["in", "va in"],
        from: "da",
    },
    Tongue {
        name: "russian",
        men: ["пешка", "конь", "слон", "ладья", "ферзь", "король"],
        files: ["а", "бэ", "цэ", "дэ", "е", "эф", "же", "аш"],
        other_files: ["a", "b", "c", "d", "e", "f", "g", "h"],
        ranks: ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь"],
        takes: ["бьёт", "берёт", "бьёт на"],
        short: ["короткая рокировка", "рокировка в короткую сторону"],
        long: ["длинная рокировка", "рокировка в длинную сторону"],
        check: "шах",
        mate: "мат",
        promotes: ["превращается в", "ставит"],
        to: ["на", "идёт на"],
        from: "с",
    },
    Tongue {
        name: "dutch",
        men: ["pion", "paard", "loper", "toren", "dame", "koning"],
        files: ["a", "bee", "cee", "dee", "e", "ef", "gee", "haa"],
        other_files: ["a", "b", "c", "d", "e", "f", "g", "h"],
        ranks: ["een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht"],
        takes: ["slaat", "neemt", "slaat op"],
        short: ["korte rokade", "rokeert kort"],
        long: ["lange rokade", "rokeert lang"],
        check: "schaak",
        mate: "mat",
        promotes: ["promoveert tot", "wordt"],
        to: ["naar", "op"],
        from: "van",
    },
];

const ENGLISH: Tongue = Tongue {
    name: "english",
    men: ["pawn", "knight", "bishop", "rook", "queen", "king"],
    files: ["a", "b", "c", "d", "e", "f", "g", "h"],
    other_files: ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"],
    ranks: ["one", "two", "three", "four", "five", "six", "seven", "eight"],
    takes: ["takes", "captures", "takes on"],
    short: ["castles kingside", "castle short"],
    long: ["castles queenside", "castle long"],
    check: "check",
    mate: "checkmate",
    promotes: ["promotes to a", "equals"],
    to: ["to", "to"],
    from: "from",
};

/// Moves of a line of the sample: the result and the moves in SAN.
pub fn game(line: &str) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for text in line.split(' ').skip(1) {
        let san: San = text.trim_end_matches(['+', '#']).parse().expect("a move");
        let mv = san.to_move(&position).expect("a legal move");
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// The games of the sample.
pub fn games() -> Vec<Vec<Move>> {
    let lines = include_str!("../../../../fixtures/other_hand/games.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(game).collect()
}

fn pick<'t, T>(random: &mut Random, list: &'t [T]) -> &'t T {
    &list[random.below(list.len())]
}

fn number_word(number: usize) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match number {
        0..20 => SMALL[number].to_owned(),
        _ if number.is_multiple_of(10) => TENS[number / 10 % 10].to_owned(),
        _ => format!("{} {}", TENS[number / 10 % 10], SMALL[number % 10]),
    }
}

/// How one speaker speaks.
pub struct Speaker {
    form: Form,
    wording: Wording,
    takes: usize,
    /// He names the man that is taken.
    names_victims: bool,
    says_to: bool,
    says_check: bool,
    castle: usize,
    spells: bool,
    says_wings: bool,
    ordinals: bool,
    punctuation: usize,
}

impl Speaker {
    pub fn new(form: Form, wording: Wording, random: &mut Random) -> Speaker {
        let other = wording == Wording::Other;
        Speaker {
            form,
            wording,
            takes: if other { 1 + random.below(2) } else { 0 },
            names_victims: other && random.below(2) == 0,
            says_to: other && random.below(2) == 0,
            says_check: random.below(2) == 0,
            castle: usize::from(other),
            spells: other && random.below(3) == 0,
            says_wings: random.below(2) == 0,
            ordinals: other && random.below(2) == 0,
            punctuation: random.below(4),
        }
    }

    fn tongue(&self) -> &'static Tongue {
        match self.form {
            Form::Tongue(at) => &TONGUES[at],
            _ => &ENGLISH,
        }
    }

    fn square(&self, square: Square) -> String {
        if self.form == Form::Squares {
            return square.to_string();
        }
        format!("{} {}", self.file(square.file()), self.rank(square.rank()))
    }

    fn file(&self, file: File) -> &'static str {
        let tongue = self.tongue();
        if self.spells { tongue.other_files[usize::from(file)] } else { tongue.files[usize::from(file)] }
    }

    fn rank(&self, rank: Rank) -> String {
        if self.form == Form::Squares {
            rank.char().to_string()
        } else {
            self.tongue().ranks[usize::from(rank)].to_owned()
        }
    }

    fn man(&self, role: Role) -> &'static str {
        self.tongue().men[role as usize - 1]
    }

    /// A move as this speaker says it.
    fn said(&self, position: &Chess, mv: Move) -> String {
        let text = if self.form == Form::Descriptive {
            self.descriptive(position, mv)
        } else {
            self.algebraic(position, mv)
        };
        let mut after = position.clone();
        after.play_unchecked(mv);
        match (after.is_checkmate(), after.is_check() && self.says_check) {
            (true, _) => format!("{text} {}", self.tongue().mate),
            (_, true) => format!("{text} {}", self.tongue().check),
            _ => text,
        }
    }

    fn castles(&self, mv: Move) -> Option<String> {
        let tongue = self.tongue();
        match mv {
            Move::Castle { king, rook } if king < rook => Some(tongue.short[self.castle].to_owned()),
            Move::Castle { .. } => Some(tongue.long[self.castle].to_owned()),
            _ => None,
        }
    }

    fn algebraic(&self, position: &Chess, mv: Move) -> String {
        if let Some(castles) = self.castles(mv) {
            return castles;
        }
        let tongue = self.tongue();
        let mut words: Vec<String> = Vec::new();
        let San::Normal { file, rank, .. } = San::from_move(position, mv) else { return String::new() };
        if mv.role() != Role::Pawn {
            words.push(self.man(mv.role()).to_owned());
        } else if self.wording == Wording::Other && self.says_to {
            words.push(self.man(Role::Pawn).to_owned());
        }
        if let (Some(_), Some(_), Wording::Other) = (file, rank, self.wording) {
            words.push(tongue.from.to_owned());
        }
        words.extend(file.map(|file| self.file(file).to_owned()));
        words.extend(rank.map(|rank| self.rank(rank)));
        if let Some(victim) = mv.capture() {
            words.push(tongue.takes[self.takes].to_owned());
            if self.names_victims && self.takes == 1 {
                words.push(self.man(victim).to_owned());
                if self.form != Form::Squares || !mv.is_en_passant() {
                    words.extend((self.tongue().name == "english").then(|| "on".to_owned()));
                }
            }
        } else if self.says_to {
            words.push(tongue.to[0].to_owned());
        }
        words.push(self.square(mv.to()));
        if let Some(role) = mv.promotion() {
            words.push(tongue.promotes[self.castle].to_owned());
            words.push(self.man(role).to_owned());
        }
        words.join(" ")
    }

    fn wing(file: File) -> &'static str {
        if file <= File::D { "queen" } else { "king" }
    }

    /// The name of a square; `whole` with the wing.
    fn descriptive_square(&self, square: Square, mover: shakmaty::Color, whole: bool) -> String {
        const MEN: [&str; 8] = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"];
        const ORDINALS: [&str; 8] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
        let man = MEN[usize::from(square.file())];
        let rank = usize::from(mover.fold_wb(square.rank(), square.rank().flip_vertical()));
        let wing =
            if whole && !matches!(square.file(), File::D | File::E) { Self::wing(square.file()) } else { "" };
        let possessive = if self.ordinals { "'s" } else { "" };
        let wing = if wing.is_empty() { String::new() } else { format!("{wing}{possessive} ") };
        match self.ordinals {
            true => format!("{wing}{man}'s {}", ORDINALS[rank]),
            false => format!("{wing}{man} {}", self.tongue().ranks[rank]),
        }
    }

    /// The shortest of some wordings that no other legal move has.
    fn descriptive(&self, position: &Chess, mv: Move) -> String {
        if let Some(castles) = self.castles(mv) {
            return castles;
        }
        let legal = position.legal_moves();
        let first = usize::from(self.says_wings && !mv.is_capture());
        for level in first..4 {
            let text = self.wording_at(position, mv, level);
            let taken = legal.iter().any(|other| {
                *other != mv
                    && other.promotion() == mv.promotion()
                    && !other.is_castle()
                    && (0..4).any(|level| self.wording_at(position, *other, level) == text)
            });
            if !taken || level == 3 {
                return text;
            }
        }
        String::new()
    }

    fn wording_at(&self, position: &Chess, mv: Move, level: usize) -> String {
        let mover = position.turn();
        let man = self.man(mv.role());
        let from = mv.from().unwrap_or(mv.to());
        let takes = if self.wording == Wording::Other { "captures" } else { "takes" };
        let mut text = match (mv.capture(), level) {
            (Some(victim), 0) => format!("{man} {takes} {}", self.man(victim)),
            (Some(victim), 1 | 2) => {
                let square = self.descriptive_square(mv.to(), mover, true);
                format!("{man} {takes} {} on {square}", self.man(victim))
            }
            (Some(victim), _) => {
                let (own, square) = (
                    self.descriptive_square(from, mover, true),
                    self.descriptive_square(mv.to(), mover, true),
                );
                format!("{man} on {own} {takes} {} on {square}", self.man(victim))
            }
            (None, 0) => format!("{man} to {}", self.descriptive_square(mv.to(), mover, false)),
            (None, 1 | 2) => format!("{man} to {}", self.descriptive_square(mv.to(), mover, true)),
            (None, _) => {
                let (own, square) = (
                    self.descriptive_square(from, mover, true),
                    self.descriptive_square(mv.to(), mover, true),
                );
                format!("{man} on {own} to {square}")
            }
        };
        if let Some(role) = mv.promotion() {
            text = format!(
                "{text} {} {}",
                if self.wording == Wording::Other { "becoming a" } else { "promotes to" },
                self.man(role)
            );
        }
        text
    }

    /// The whole game, word by word.
    pub fn speak(&self, moves: &[Move], random: &mut Random) -> Vec<String> {
        let mut position = Chess::default();
        let mut words: Vec<String> = Vec::new();
        for (ply, &mv) in moves.iter().enumerate() {
            if ply.is_multiple_of(2) && self.form == Form::Numbered {
                let number = number_word(ply / 2 + 1);
                let said = if self.wording == Wording::Other && random.below(2) == 0 {
                    format!("move {number}")
                } else {
                    number
                };
                words.extend(said.split(' ').map(str::to_owned));
            }
            let said = self.said(&position, mv);
            let first = words.len();
            words.extend(said.split(' ').map(str::to_owned));
            match self.punctuation {
                1 if ply % 2 == 1 => {
                    words[first].get_mut(..1).into_iter().for_each(str::make_ascii_uppercase)
                }
                _ => {}
            }
            if let Some(last) = words.last_mut() {
                match self.punctuation {
                    1 => last.push(if ply % 2 == 0 { ',' } else { '.' }),
                    2 if random.below(4) == 0 => last.push(','),
                    3 if random.below(6) == 0 => last.push('.'),
                    _ => {}
                }
            }
            position.play_unchecked(mv);
        }
        words
    }
}

/// What a recogniser hears for an English word.
const HEARD: &[(&str, &[&str])] = &[
    ("a", &["eight", "h", "hey", "k", "8"]),
    ("b", &["d", "e", "be", "p", "v"]),
    ("c", &["see", "g", "three", "z", "e"]),
    ("d", &["b", "e", "t", "the", "g"]),
    ("e", &["d", "b", "he", "c"]),
    ("f", &["s", "if", "half", "x"]),
    ("g", &["d", "jee", "c", "j"]),
    ("h", &["a", "8", "age", "eight"]),
    ("one", &["won", "1", "on", "what"]),
    ("two", &["to", "too", "2", "do"]),
    ("three", &["tree", "free", "3", "c"]),
    ("four", &["for", "4", "ford", "store"]),
    ("five", &["hive", "fine", "5", "nine"]),
    ("six", &["sex", "6", "sticks"]),
    ("seven", &["heaven", "7", "eleven"]),
    ("eight", &["ate", "8", "h", "a"]),
    ("knight", &["night", "nite", "king", "light", "ninth"]),
    ("bishop", &["bishops", "fish up", "this shop", "biship"]),
    ("rook", &["rock", "brook", "look", "rogue", "route"]),
    ("queen", &["clean", "queens", "green", "quin"]),
    ("king", &["kin", "kings", "ring", "can"]),
    ("pawn", &["pond", "porn", "born", "upon", "on"]),
    ("takes", &["six", "takes", "text", "tapes", "takers"]),
    ("captures", &["capture", "captors", "raptors"]),
    ("castles", &["castle", "cattles", "council"]),
    ("check", &["czech", "chuck", "cheque"]),
    ("kingside", &["king side", "king's eye"]),
    ("queenside", &["queen side", "queens hide"]),
];

/// Figures of squares that are misheard: `e4` as `d4`.
fn misheard_square(word: &str, random: &mut Random) -> Option<String> {
    let mut signs = word.chars();
    let (file, rank) = (signs.next()?, signs.next()?);
    let rest: String = signs.collect();
    if !('a'..='h').contains(&file) || !rank.is_ascii_digit() {
        return None;
    }
    let other = match file {
        'a' => *pick(random, &['h', '8']),
        'b' => *pick(random, &['d', 'e', 'p']),
        'c' => *pick(random, &['g', 'e', 'z']),
        'd' => *pick(random, &['b', 'e', 't']),
        'e' => *pick(random, &['d', 'b']),
        'f' => *pick(random, &['s', 'x']),
        'g' => *pick(random, &['d', 'j', 'c']),
        _ => *pick(random, &['a', '8']),
    };
    Some(format!("{other}{rank}{rest}"))
}

/// Words as a recogniser writes them that mishears one word in `1 / share`.
pub fn mishear(words: &[String], share: f32, random: &mut Random) -> (Vec<String>, usize) {
    let mut out: Vec<String> = Vec::new();
    let mut harmed = 0;
    for word in words {
        if random.below(10_000) as f32 >= share * 10_000.0 {
            out.push(word.clone());
            continue;
        }
        harmed += 1;
        let bare = word.trim_end_matches([',', '.']).to_lowercase();
        let known = HEARD.iter().find(|(said, _)| *said == bare).map(|(_, heard)| *heard);
        match random.below(20) {
            0..14 => {
                let heard = misheard_square(&bare, random)
                    .or_else(|| known.map(|known| pick(random, known).to_string()));
                // Of words without a list, a letter in the middle is another one.
                let heard = heard.unwrap_or_else(|| blur(&bare, random));
                out.extend(heard.split(' ').map(str::to_owned));
            }
            14..17 => {}
            17..19 => match out.last_mut() {
                Some(last) if !last.ends_with([',', '.']) => last.push_str(word),
                _ => out.push(word.clone()),
            },
            _ => {
                out.push(word.clone());
                out.push((*pick(random, &["the", "uh", "and", "it", "a"])).to_owned());
            }
        }
    }
    (out, harmed)
}

fn blur(word: &str, random: &mut Random) -> String {
    let mut signs: Vec<char> = word.chars().collect();
    let at = random.below(signs.len().max(1));
    let others: Vec<char> = "aeiourstnl".chars().collect();
    if signs.len() < 3 {
        return format!("{word}{}", pick(random, &['h', 'n', 'r']));
    }
    signs[at] = *pick(random, &others);
    signs.into_iter().collect()
}
