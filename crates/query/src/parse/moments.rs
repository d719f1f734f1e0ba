//! Conditions on moments of a game.

use scorebook_core::international::Move16;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Bitboard, CastlingMode, CastlingSide, Chess, Color, Position, Role, Square};

use super::{Parsed, Parser};
use crate::error::Fault;
use crate::material::Material;
use crate::moment::{Men, MomentTest, Quantity, ShownNumber, Term};
use crate::operator::Operator;
use crate::placement::Placement;
use crate::tree::Tree;
use crate::walk::end_of_line;

/// The conditions on moments that can be asked of a whole game.
pub(super) const NAMES: [&str; 22] = [
    "material",
    "fen",
    "position",
    "flipcolor",
    "line",
    "castling",
    "promotion",
    "underpromotion",
    "enpassant",
    "capture",
    "moved",
    "plays",
    "check",
    "checkmate",
    "stalemate",
    "repetition",
    "eval",
    "mate",
    "loss",
    "depth",
    "clock",
    "time",
];

/// Those that are asked of positions only.
pub(super) const OF_POSITIONS: [&str; 8] =
    ["turn", "ply", "move", "halfmoves", "balance", "men", "pawns", "count"];

const ALL_PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

type Moment = Tree<MomentTest>;

impl Parser<'_> {
    /// Whether a condition on a moment comes next.
    pub fn at_moment(&mut self) -> bool {
        let word = self.cursor.word_of_list();
        NAMES.iter().any(|name| name.eq_ignore_ascii_case(word)) || self.at_men(word)
    }

    /// Whether `N on f7` comes next.
    fn at_men(&mut self, word: &str) -> bool {
        let start = self.cursor.at;
        let found = Men::parse(word).is_some() && {
            self.cursor.at += word.len();
            self.cursor.keyword("on")
        };
        self.cursor.at = start;
        found
    }

    /// A condition on a moment, and whether the game must have such a moment, or none.
    pub fn moment(&mut self) -> Parsed<(Moment, bool)> {
        let word = self.cursor.word_of_list();
        if self.at_men(word) {
            return Ok((self.on(word)?, true));
        }
        self.cursor.at += word.len();
        let name = word.to_ascii_lowercase();
        if let Some((_, number)) = ShownNumber::ALL.iter().find(|(known, _)| *known == name) {
            return Ok((Tree::Leaf(self.shown(&name, *number)?), true));
        }
        let test = match name.as_str() {
            "position" => {
                if !self.cursor.sign("(") {
                    return self.cursor.syntax(
                        "after `position` conditions in brackets are missing: position(Q on h7, check)",
                    );
                }
                let moment = self.in_position()?;
                self.close()?;
                return Ok((moment, true));
            }
            "flipcolor" => return Ok((self.flipped()?, true)),
            "material" | "fen" => return self.placed(&name),
            "line" => self.line()?,
            "castling" => {
                let side = self.side()?;
                let wing = match () {
                    () if self.cursor.keyword("kingside") => Some(CastlingSide::KingSide),
                    () if self.cursor.keyword("queenside") => Some(CastlingSide::QueenSide),
                    () => None,
                };
                let side = if side.is_none() && wing.is_some() { self.side()? } else { side };
                MomentTest::Castling(side, wing)
            }
            "promotion" | "underpromotion" => self.promotion(name == "underpromotion")?,
            "enpassant" => MomentTest::EnPassant(self.side()?),
            "capture" => self.capture()?,
            "moved" => self.moved()?,
            "plays" => self.plays()?,
            "check" => MomentTest::Check(self.side()?),
            "checkmate" => MomentTest::Checkmate(self.side()?),
            "stalemate" => MomentTest::Stalemate(self.side()?),
            _ => self.repetition()?,
        };
        if let Some((sign, _)) = Operator::ALL.iter().find(|(sign, _)| self.cursor.sign(sign)) {
            let message = format!(
                "`{name}` is compared with nothing (`{sign}`): it stands alone, perhaps with `by white` or `by black`"
            );
            return Err(self.cursor.bad(Fault::Operator, self.cursor.at - sign.len(), message));
        }
        Ok((Tree::Leaf(test), true))
    }

    /// The rest of `flipcolor(N on f7, turn = black)`: so, or with the colours exchanged.
    fn flipped(&mut self) -> Parsed<Moment> {
        if !self.cursor.sign("(") {
            return self.cursor.syntax(
                "after `flipcolor` conditions in brackets are missing: flipcolor(N on f7, turn = black)",
            );
        }
        let start = self.cursor.at;
        let moment = self.in_position()?;
        self.close()?;
        match moment.changed(&MomentTest::flipped) {
            Some(other) => Ok(Tree::any(vec![moment, other])),
            None => {
                let message = "a line of moves is of one side's first move: it cannot be flipped";
                Err(self.cursor.bad(Fault::Value, start, message))
            }
        }
    }

    /// The conditions in `position(…)`; a comma is `and`.
    fn in_position(&mut self) -> Parsed<Moment> {
        let mut parts = vec![self.or(&Parser::of_position)?];
        while self.cursor.sign(",") {
            parts.push(self.or(&Parser::of_position)?);
        }
        Ok(Tree::all(parts))
    }

    /// One condition in `position(…)`.
    fn of_position(&mut self) -> Parsed<Moment> {
        if self.at_moment() {
            let (moment, positive) = self.moment()?;
            return Ok(moment.made(positive));
        }
        let start = self.cursor.at;
        let word = self.cursor.word_of_list();
        let name = word.to_ascii_lowercase();
        self.cursor.at += word.len();
        if name == "turn" {
            let is_other = self.cursor.sign("!=");
            if !is_other && !self.cursor.sign("=") {
                return self.cursor.syntax("after `turn`, = white or = black is missing");
            }
            let color = self.color()?;
            return Ok(Tree::Leaf(MomentTest::Turn(if is_other { !color } else { color })));
        }
        if self.quantity(&name)?.is_none() {
            let known: Vec<&str> = NAMES.into_iter().chain(OF_POSITIONS).collect();
            let message = format!(
                "`{word}` cannot be asked of a position; there are {}, and men on squares: N on f7",
                known.join(", ")
            );
            return Err(self.cursor.bad(Fault::Field, start, message));
        }
        self.cursor.at = start;
        self.compared_sums(&name)
    }

    /// The quantity of this name, whose rest is read; `None` if there is none.
    fn quantity(&mut self, name: &str) -> Parsed<Option<Quantity>> {
        Ok(Some(match name {
            "ply" => Quantity::Ply,
            "move" => Quantity::Move,
            "halfmoves" => Quantity::Halfmoves,
            "balance" => Quantity::Balance,
            "men" => Quantity::AllMen,
            "pawns" => Quantity::Pawns,
            "count" => {
                let letters = self.cursor.word_of_list();
                match Men::parse(letters) {
                    Some(men) => {
                        self.cursor.at += letters.len();
                        Quantity::Count(men)
                    }
                    None => {
                        let message = "after `count` letters of men are missing: count Pp = 16";
                        return self.cursor.syntax(message);
                    }
                }
            }
            _ => return Ok(None),
        }))
    }

    /// `count P - count p >= 2`, `ply = 10-20`, `count R in (1, 2)`
    fn compared_sums(&mut self, name: &str) -> Parsed<Moment> {
        let (terms, constant) = self.sum(name)?;
        let leaf = |operator, asked: i64| Tree::Leaf(MomentTest::Number(terms.clone(), operator, asked));
        if self.cursor.keyword("in") {
            if !self.cursor.sign("(") {
                return self.cursor.syntax("after `in` a list in brackets is missing: count R in (1, 2)");
            }
            let mut parts = Vec::new();
            loop {
                self.cursor.space();
                let at = self.cursor.at;
                let text = self.cursor.listed()?;
                let Some(range) = range(&text) else {
                    return Err(self.cursor.bad(Fault::Value, at, no_number(&text, name)));
                };
                parts.push(Tree::All(vec![
                    leaf(Operator::Least, range.0 - constant),
                    leaf(Operator::Most, range.1 - constant),
                ]));
                if self.cursor.sign(")") {
                    return Ok(Tree::any(parts));
                }
                if !self.cursor.sign(",") {
                    return self.cursor.syntax("a comma or a closing bracket is missing");
                }
            }
        }
        let operator = self.operator(name)?;
        let at = self.cursor.at;
        if operator.is_likeness() {
            return Err(self.cursor.bad(Fault::Operator, at, "numbers are compared by = != < <= > >= in"));
        }
        let text = self.cursor.word_of_list();
        if let Some((first, last)) = range(text).filter(|(first, last)| first != last) {
            if !operator.is_equality() {
                let message = format!("`{text}` is a range: it is compared by = or !=");
                return Err(self.cursor.bad(Fault::Operator, at, message));
            }
            self.cursor.at += text.len();
            let within = vec![leaf(Operator::Least, first - constant), leaf(Operator::Most, last - constant)];
            return Ok(Tree::All(within).made(operator.is_positive()));
        }
        let (other, more) = self.sum(name)?;
        let minus = |(sign, quantity): (i64, Quantity)| (-sign, quantity);
        let terms: Vec<Term> = terms.iter().cloned().chain(other.into_iter().map(minus)).collect();
        Ok(Tree::Leaf(MomentTest::Number(terms, operator, more - constant)))
    }

    /// Numbers that are added and taken away, and what they come to that are no quantities; `name` is the first quantity of the
    /// condition.
    fn sum(&mut self, name: &str) -> Parsed<(Vec<Term>, i64)> {
        let (mut terms, mut constant, mut sign) = (Vec::new(), 0, 1);
        loop {
            self.cursor.space();
            let at = self.cursor.at;
            let word = self.cursor.word_of_list();
            self.cursor.at += word.len();
            match (word.parse::<i32>(), self.quantity(&word.to_ascii_lowercase())?) {
                (Ok(number), _) => constant += sign * i64::from(number),
                (_, Some(quantity)) => terms.push((sign, quantity)),
                _ => return Err(self.cursor.bad(Fault::Value, at, no_number(word, name))),
            }
            sign = match () {
                () if self.cursor.sign("+") => 1,
                () if self.cursor.sign("-") => -1,
                () => return Ok((terms, constant)),
            };
        }
    }

    /// The rest of `eval > 2.5 by white`.
    fn shown(&mut self, name: &str, number: ShownNumber) -> Parsed<MomentTest> {
        let side = self.side()?;
        let operator = self.operator(name)?;
        let at = self.cursor.at;
        if operator.is_likeness() {
            return Err(self.cursor.bad(Fault::Operator, at, "numbers are compared by = != < <= > >="));
        }
        let text = self.cursor.word_of_list();
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
        let is_time = matches!(number, ShownNumber::Clock | ShownNumber::Time);
        let value: Option<f64> = text.parse().ok().filter(|_| plain);
        let value = value.or_else(|| seconds(text).filter(|_| is_time));
        let Some(value) = value.filter(|value| value.abs() < 1e9) else {
            let example = if is_time { "10, or 1:30" } else { "2.5" };
            let message = format!("`{text}` is no number: {name} > {example}");
            return Err(self.cursor.bad(Fault::Value, at, message));
        };
        self.cursor.at += text.len();
        let asked = (value * ShownNumber::UNIT).round() as i64;
        let side = if side.is_none() { self.side()? } else { side };
        Ok(MomentTest::Shown(number, operator, asked, side))
    }

    /// The rest of a condition on material or a placement.
    fn placed(&mut self, name: &str) -> Parsed<(Moment, bool)> {
        if self.cursor.keyword("in") {
            return self.placed_in(name);
        }
        let operator = self.operator(name)?;
        let at = self.cursor.at;
        if !operator.is_equality() && !operator.is_likeness() {
            let message = format!("`{name}` can be asked for by = != ~ !~ in only");
            return Err(self.cursor.bad(Fault::Operator, at, message));
        }
        let text = match self.cursor.rest().starts_with(['"', '\'']) {
            true => self.cursor.text()?,
            false => {
                let word = self.cursor.word_of_list();
                if word.is_empty() {
                    return self.cursor.syntax("a value is missing");
                }
                self.cursor.at += word.len();
                word.to_owned()
            }
        };
        Ok((Tree::Leaf(self.placement(name, &text, operator, at)?), operator.is_positive()))
    }

    /// The rest of `material in (KRvKR, KRPvKR)`.
    fn placed_in(&mut self, name: &str) -> Parsed<(Moment, bool)> {
        if !self.cursor.sign("(") {
            return self
                .cursor
                .syntax("after `in` a list in brackets is missing: material in (KRvKR, KRPvKR)");
        }
        let mut parts = Vec::new();
        loop {
            self.cursor.space();
            let at = self.cursor.at;
            let text = self.cursor.listed()?;
            parts.push(Tree::Leaf(self.placement(name, &text, Operator::Is, at)?));
            if self.cursor.sign(")") {
                return Ok((Tree::any(parts), true));
            }
            if !self.cursor.sign(",") {
                return self.cursor.syntax("a comma or a closing bracket is missing");
            }
        }
    }

    fn placement(&self, name: &str, text: &str, operator: Operator, at: usize) -> Parsed<MomentTest> {
        let test = match name {
            "fen" => Placement::parse(text).map(MomentTest::Fen),
            _ => Material::parse(text, operator.is_likeness()).map(MomentTest::Material),
        };
        test.map_err(|message| self.cursor.bad(Fault::Value, at, message))
    }

    /// `N on f7`, `R on a7-h7`, `k on g8, h8`
    fn on(&mut self, letters: &str) -> Parsed<Moment> {
        let men = Men::parse(letters);
        self.cursor.at += letters.len();
        self.cursor.keyword("on");
        let mut squares = Bitboard::EMPTY;
        loop {
            let word = self.cursor.word_of_list();
            let Some(more) = area(word) else {
                let message = format!("`{word}` is no square: e4, a7-h7 for a row, d4-e5 for a rectangle");
                return Err(self.cursor.bad(Fault::Value, self.cursor.at, message));
            };
            squares |= more;
            self.cursor.at += word.len();
            // A comma goes on with squares, or with the next condition.
            let here = self.cursor.at;
            if !self.cursor.sign(",") || area(self.cursor.word_of_list()).is_none() {
                self.cursor.at = here;
                break;
            }
        }
        match men {
            Some(men) => Ok(Tree::Leaf(MomentTest::On(men, squares))),
            None => self.cursor.syntax("letters of men are missing: N on f7"),
        }
    }

    /// `by white`, if it is there.
    fn side(&mut self) -> Parsed<Option<Color>> {
        if self.cursor.keyword("by") { self.color().map(Some) } else { Ok(None) }
    }

    fn color(&mut self) -> Parsed<Color> {
        for (name, color) in [("white", Color::White), ("black", Color::Black)] {
            if self.cursor.keyword(name) {
                return Ok(color);
            }
        }
        let word = self.cursor.word_of_list();
        Err(self.cursor.bad(Fault::Value, self.cursor.at, format!("`{word}` is no side: white or black")))
    }

    /// The rest of `promotion by white to QR`.
    fn promotion(&mut self, is_under: bool) -> Parsed<MomentTest> {
        let all = if is_under { &ALL_PROMOTIONS[1..] } else { &ALL_PROMOTIONS };
        let (side, roles) = self.side_and_roles("to", all, "piece of a promotion")?;
        Ok(MomentTest::Promotion(side, roles))
    }

    /// The rest of `capture by white of QR`.
    fn capture(&mut self) -> Parsed<MomentTest> {
        let all = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        let (side, roles) = self.side_and_roles("of", &all, "man that can be taken")?;
        Ok(MomentTest::Capture(side, roles))
    }

    /// `by white`, and letters of roles behind a word, in either order, if they are there; otherwise all roles.
    fn side_and_roles(&mut self, word: &str, all: &[Role], what: &str) -> Parsed<(Option<Color>, Vec<Role>)> {
        let side = self.side()?;
        let mut roles = all.to_vec();
        if self.cursor.keyword(word) {
            let word = self.cursor.word_of_list();
            let role = |c| Role::from_char(c).filter(|role| all.contains(role));
            match word.chars().map(role).collect::<Option<Vec<Role>>>() {
                Some(asked) if !asked.is_empty() => roles = asked,
                _ => {
                    let known: Vec<_> = all.iter().map(|role| role.upper_char().to_string()).collect();
                    let message = format!("`{word}` is no {what}: {}", known.join(", "));
                    return Err(self.cursor.bad(Fault::Value, self.cursor.at, message));
                }
            }
            self.cursor.at += word.len();
        }
        Ok((if side.is_none() { self.side()? } else { side }, roles))
    }

    /// The rest of `moved KP by white`.
    fn moved(&mut self) -> Parsed<MomentTest> {
        let side = self.side()?;
        let word = self.cursor.word_of_list();
        let roles: Option<Vec<Role>> = word.chars().map(Role::from_char).collect();
        let Some(roles) = roles.filter(|roles| !roles.is_empty()) else {
            let message = format!("`{word}` is no man that can move: K, Q, R, B, N, P");
            return Err(self.cursor.bad(Fault::Value, self.cursor.at, message));
        };
        self.cursor.at += word.len();
        Ok(MomentTest::Moved(if side.is_none() { self.side()? } else { side }, roles))
    }

    /// The rest of `plays Nxf7+ by white`.
    fn plays(&mut self) -> Parsed<MomentTest> {
        let start = self.side()?;
        // A promotion has a `=`.
        self.cursor.space();
        let at = self.cursor.at;
        let text = if self.cursor.rest().starts_with(['"', '\'']) {
            self.cursor.text()?
        } else {
            let rest = self.cursor.rest();
            let end = rest.find(|c: char| c.is_whitespace() || "(),".contains(c)).unwrap_or(rest.len());
            self.cursor.at += end;
            rest[..end].to_owned()
        };
        let Ok(san) = text.parse::<SanPlus>() else {
            let message = format!("`{text}` is no move in SAN: plays Nxf7+, plays O-O-O by black");
            return Err(self.cursor.bad(Fault::Value, at, message));
        };
        let side = if start.is_none() { self.side()? } else { start };
        Ok(MomentTest::Plays(side, san))
    }

    /// The rest of `repetition 3`.
    fn repetition(&mut self) -> Parsed<MomentTest> {
        let word = self.cursor.word_of_list();
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(MomentTest::Repetition(3));
        }
        match word.parse() {
            Ok(times) if times >= 2 => {
                self.cursor.at += word.len();
                Ok(MomentTest::Repetition(times))
            }
            _ => {
                let message = format!("`{word}` is no number of times: 2 or more; 3 if there is none");
                Err(self.cursor.bad(Fault::Value, self.cursor.at, message))
            }
        }
    }

    /// The rest of `line "1. e4 c5"`.
    fn line(&mut self) -> Parsed<MomentTest> {
        self.cursor.sign("=");
        self.cursor.space();
        let at = self.cursor.at;
        let text = self.cursor.text()?;
        let bad = |message: String| self.cursor.bad(Fault::Value, at, message);
        let mut position = Chess::default();
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            // `1.`, `1...`, `1.e4`
            let san = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
            let san = if san.len() < word.len() && word.contains('.') { san } else { word };
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            if san.len() < word.len() && word[..digits].parse() != Ok(words.len() / 2 + 1) {
                return Err(bad(format!("`{word}` stands after {} half-moves of the line", words.len())));
            }
            if san.is_empty() {
                continue;
            }
            let parsed: San = san
                .trim_end_matches(['+', '#', '!', '?'])
                .parse()
                .map_err(|_| bad(format!("`{word}` is no move in SAN: line \"1. e4 c5 2. Nf3\"")))?;
            let m = parsed.to_move(&position).map_err(|_| {
                bad(format!("`{word}` cannot be played after {} half-moves of the line", words.len()))
            })?;
            words.extend(Move16::of(m, CastlingMode::Standard));
            position.play_unchecked(m);
        }
        if words.is_empty() {
            return Err(bad("a line of moves is missing: line \"1. e4 c5 2. Nf3\"".to_owned()));
        }
        let (key, men, hash) =
            end_of_line(&words, super::start()).ok_or_else(|| bad("the line cannot be played".to_owned()))?;
        Ok(MomentTest::Reached(std::iter::once(key).collect(), men, vec![hash]))
    }
}

/// What to say of a word that is no number.
fn no_number(word: &str, name: &str) -> String {
    format!("`{word}` is no number: {name} > 20")
}

/// `10-20`, or one number for both ends.
fn range(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.parse::<i32>().ok().map(i64::from);
    if let Some(one) = number(text) {
        return Some((one, one));
    }
    let (first, last) = text.split_once('-')?;
    let (first, last) = (number(first)?, number(last)?);
    (first < last).then_some((first, last))
}

/// Seconds of `1:30` (minutes and seconds) or `1:00:00`.
fn seconds(text: &str) -> Option<f64> {
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match *parts.as_slice() {
        [minutes, seconds] if seconds < 60 => Some(f64::from(minutes) * 60.0 + f64::from(seconds)),
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + f64::from(seconds))
        }
        _ => None,
    }
}

/// The squares of `e4`, or of `a7-h7` from corner to corner.
fn area(text: &str) -> Option<Bitboard> {
    let square = |text: &str| Square::from_ascii(text.as_bytes()).ok();
    let Some((first, last)) = text.split_once('-') else { return square(text).map(Bitboard::from) };
    let (first, last) = (square(first)?, square(last)?);
    let within = |a: u32, b: u32, c: u32| (a.min(b)..=a.max(b)).contains(&c);
    Some(
        Square::ALL
            .into_iter()
            .filter(|square| {
                within(first.file().into(), last.file().into(), square.file().into())
                    && within(first.rank().into(), last.rank().into(), square.rank().into())
            })
            .collect(),
    )
}
