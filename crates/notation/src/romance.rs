//! Descriptive notation of the Romance languages: `P4R C3AR A5C+ CxPA T1xP C7-5C`. The rank comes before the
//! file, the files are named after their pieces, and ranks are counted from the mover's side.
//!
//! One parser for all; the languages differ in the letters of the pieces.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};

use super::algebraic::{castling, sense};
use super::castling_words;
use super::descriptive::{KingSide, QueenSide, birth, file, name, rank, square};
use super::scan::{is_blank, is_capture, is_dash, kept_of_word, peel};
use super::shortest::{first_alone, mark_of};
use super::{Habit, Notation, Sense, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{
    Capture, Displacement, Promotion, Roles, Skeleton, Victim, Which, rank_of, victim_square,
};

/// Words for "takes" in these languages, the longer first: the letters of the men say whose record it is, and a word that
/// only another of them has says the same.
const TAKES: &[&str] = &["captura", "prende", "prend", "pren", "toma", "come", "por", "pr"];

/// Descriptive notation with the letters of one language.
#[derive(Debug)]
pub struct Romance {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    pub men: [char; 6],
    /// Whether another language of the table reads the same texts.
    pub like_another: bool,
}

/// A token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Sign {
    Man(Role),
    Rank(u32),
    Dash,
    Take,
    Becomes,
    Open,
    Close,
}

type Signs = ArrayVec<Sign, 20>;

impl Notation for Romance {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn guessable(&self) -> bool {
        !self.like_another
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        let peeled = peel(text);
        if let Some(wing) = castling(peeled.core).map(Some).or_else(|| castling_words::wing_of(peeled.core)) {
            return Senses::from_iter([Sense::from(Skeleton::castle(wing).marked(peeled.mark))]);
        }
        let (core, passing) = strip_passing(peeled.core);
        let Some(signs) = self.cut(core) else { return Senses::new() };
        let Some(saying) = Saying::parse(&signs) else { return Senses::new() };
        let mut senses = Senses::new();
        let en_passant = passing || peeled.en_passant;
        for (habit, by_standing) in [(Habit::Plain, false), (Habit::ByStanding, true)] {
            if by_standing && !saying.names_a_wing() {
                break;
            }
            if let Some(mut displacement) = saying.displacement(side, by_standing) {
                displacement.en_passant = en_passant;
                senses.push(sense(displacement, peeled.mark, habit));
            }
        }
        senses
    }

    fn signs(&self) -> String {
        self.men.iter().copied().chain("12345678x-O".chars()).collect()
    }

    fn may_contain(&self, word: &str) -> bool {
        let Some(kept) = kept_of_word(word) else { return true };
        castling_words::may_contain(word)
            || TAKES.iter().any(|takes| takes.contains(&kept.to_lowercase()))
            || self.cut(kept).is_some()
    }

    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
        let turn = position.turn();
        let mut forms = self.forms(position, lineage, m);
        forms.sort_by_key(String::len);
        let mut form = first_alone(position, lineage, m, forms, |form| self.read(form, turn))?;
        form.push_str(mark_of(position, m, "+", "++"));
        Some(form)
    }
}

impl Romance {
    fn cut(&self, core: &str) -> Option<Signs> {
        let mut signs = Signs::new();
        let mut rest = core;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            let sign = match c {
                _ if is_blank(c) => continue,
                '1'..='8' => Sign::Rank(c as u32 - '0' as u32),
                // `C\3xC`: the knight of the third rank.
                '\\' => continue,
                '=' | '/' => Sign::Becomes,
                '(' => Sign::Open,
                ')' => Sign::Close,
                _ if is_dash(c) => Sign::Dash,
                _ => {
                    let word = &core[core.len() - rest.len() - c.len_utf8()..];
                    if let Some(after) = TAKES.iter().find_map(|takes| word.strip_prefix(takes))
                        && signs.iter().any(|sign| matches!(sign, Sign::Man(_)))
                    {
                        rest = after;
                        Sign::Take
                    } else if let Some(role) = self.man(c) {
                        Sign::Man(role)
                    } else if is_capture(c) {
                        Sign::Take
                    } else {
                        return None;
                    }
                }
            };
            signs.try_push(sign).ok()?;
        }
        Some(signs)
    }

    fn man(&self, c: char) -> Option<Role> {
        let c = c.to_ascii_uppercase();
        self.men.iter().position(|&man| man == c).map(|index| Role::ALL[index])
    }

    fn letter(&self, role: Role) -> char {
        self.men[role as usize - 1]
    }

    /// A file's names, shortest first.
    fn file_names(&self, square: Square) -> Vec<String> {
        let (role, wing) = name(square.file());
        let short = self.letter(role).to_string();
        let long = wing.map(|wing| format!("{short}{}", self.wing(wing)));
        std::iter::once(short).chain(long).collect()
    }

    fn wing(&self, wing: CastlingSide) -> char {
        self.letter(match wing {
            KingSide => Role::King,
            QueenSide => Role::Queen,
        })
    }

    /// The names of the piece on `square`, shortest first.
    fn man_names(&self, position: &Chess, lineage: &Lineage, square: Square) -> Vec<String> {
        let Some(role) = position.board().role_at(square) else { return Vec::new() };
        let letter = self.letter(role);
        let mut names = vec![letter.to_string()];
        if role == Role::Pawn {
            names.extend(self.file_names(square).iter().map(|file| format!("{letter}{file}")));
        } else if let Some((born, Some(wing))) = lineage.birth(square).map(|birth| name(birth.file()))
            && born == role
        {
            names.push(format!("{letter}{}", self.wing(wing)));
        }
        names
    }

    /// All forms of the move, without its mark.
    fn forms(&self, position: &Chess, lineage: &Lineage, m: Move) -> Vec<String> {
        if let Some(side) = m.castling_side() {
            return vec![if side.is_king_side() { "O-O" } else { "O-O-O" }.to_owned()];
        }
        let Some(from) = m.from() else { return Vec::new() };
        let turn = position.turn();
        let squares = |square: Square| {
            let rank = rank(turn, square);
            self.file_names(square).into_iter().map(move |file| format!("{rank}{file}"))
        };
        let origins: Vec<String> =
            ["".to_owned(), rank(turn, from).to_string()].into_iter().chain(squares(from)).collect();
        let goals: Vec<String> = if m.is_capture() {
            let on = victim_square(m);
            let names = self.man_names(position, lineage, on);
            let placed = names.iter().flat_map(|name| squares(on).map(move |at| format!("x{name}({at})")));
            names.iter().map(|name| format!("x{name}")).chain(placed).collect()
        } else {
            squares(m.to()).collect()
        };
        let becomes = m.promotion().map_or_else(String::new, |role| format!("={}", self.letter(role)));
        let passing = if m.is_en_passant() { " e.p." } else { "" };
        let mut forms = Vec::new();
        for man in self.man_names(position, lineage, from) {
            for origin in &origins {
                let dash = if origin.is_empty() || m.is_capture() { "" } else { "-" };
                forms.extend(goals.iter().map(|goal| format!("{man}{origin}{dash}{goal}{becomes}{passing}")));
            }
        }
        forms
    }
}

/// Removes "a.p." (al paso, al passo), which only these languages use.
fn strip_passing(core: &str) -> (&str, bool) {
    for passing in ["a.p", "a. p", " ap", " a p"] {
        if let Some(rest) = core.strip_suffix(passing) {
            return (rest, true);
        }
    }
    (core, false)
}

/// The name of a file: a piece, and its wing if it is given.
type FileName = (Role, Option<CastlingSide>);

/// A piece with what distinguishes it from others of its role.
#[derive(Copy, Clone, Debug)]
struct Named {
    role: Role,
    /// The wing of a piece.
    wing: Option<CastlingSide>,
    /// A pawn's file.
    file: Option<FileName>,
    /// Its origin: a rank and possibly a file.
    stands: Option<(u32, Option<FileName>)>,
}

impl Named {
    /// Parses the letters of a piece: `T`, `TD`, `P`, `PA`, `PAR`. Returns the rest too.
    fn parse(signs: &[Sign]) -> Option<(Named, &[Sign])> {
        let (&Sign::Man(role), mut rest) = signs.split_first()? else { return None };
        let mut named = Named { role, wing: None, file: None, stands: None };
        if role == Role::Pawn {
            if let Some((file, after)) = parse_file(rest) {
                named.file = Some(file);
                rest = after;
            }
        } else if let Some(&Sign::Man(wing @ (Role::King | Role::Queen))) = rest.first() {
            if matches!(role, Role::King | Role::Queen) {
                return None;
            }
            named.wing = Some(wing_of(wing));
            rest = &rest[1..];
        }
        Some((named, rest))
    }

    /// Parses an origin after the piece, bare or in brackets: `1`, `(1)`, `7C`, `(7C)`.
    fn stand(mut self, signs: &[Sign]) -> Option<(Named, &[Sign])> {
        let (inside, bracketed) = match signs {
            [Sign::Open, inside @ ..] => (inside, true),
            _ => (signs, false),
        };
        let [Sign::Rank(rank), after @ ..] = inside else { return Some((self, signs)) };
        let (file, after) = parse_file(after).map_or((None, after), |(file, after)| (Some(file), after));
        self.stands = Some((*rank, file));
        match after {
            [Sign::Close, after @ ..] if bracketed => Some((self, after)),
            _ if bracketed => None,
            _ => Some((self, after)),
        }
    }

    fn place(&self, side: Color) -> Bitboard {
        let mut mask = match self.file {
            Some((role, wing)) => file(role, wing),
            None => Bitboard::FULL,
        };
        if let Some((rank, at)) = self.stands {
            mask &= rank_of(side, rank);
            if let Some((role, wing)) = at {
                mask &= file(role, wing);
            }
        }
        mask
    }

    fn which(&self, owner: Color, by_standing: bool) -> Which {
        match self.wing {
            None => Which::Any,
            Some(wing) if by_standing => Which::Wing(wing),
            Some(wing) => Which::Born(birth(owner, self.role, wing)),
        }
    }
}

const fn wing_of(role: Role) -> CastlingSide {
    if matches!(role, Role::King) { KingSide } else { QueenSide }
}

/// Parses the name of a file: `A`, `AR`, `D`; the longest possible.
fn parse_file(signs: &[Sign]) -> Option<(FileName, &[Sign])> {
    match signs {
        [
            Sign::Man(role @ (Role::Bishop | Role::Knight | Role::Rook)),
            Sign::Man(wing @ (Role::King | Role::Queen)),
            rest @ ..,
        ] => Some(((*role, Some(wing_of(*wing))), rest)),
        [Sign::Man(Role::Pawn), ..] => None,
        [Sign::Man(role), rest @ ..] => Some(((*role, None), rest)),
        _ => None,
    }
}

/// The parts of a move.
#[derive(Copy, Clone, Debug)]
struct Saying {
    man: Named,
    goal: TargetName,
    promotion: Option<Role>,
}

#[derive(Copy, Clone, Debug)]
enum TargetName {
    Square(u32, Role, Option<CastlingSide>),
    Victim(Named),
}

impl Saying {
    fn parse(signs: &[Sign]) -> Option<Saying> {
        let (signs, promotion) = strip_promotion(signs);
        let (man, rest) = Named::parse(signs)?;
        // A letter in brackets after a piece's move is a footnote.
        let promotion = promotion.filter(|_| man.role == Role::Pawn);
        if let Some(at) = rest.iter().position(|&sign| sign == Sign::Take) {
            let (before, after) = (&rest[..at], &rest[at + 1..]);
            let (man, left) = man.stand(before)?;
            let (victim, after) = Named::parse(after)?;
            let (victim, after) = victim.stand(after)?;
            // A bare letter at the end is the promotion piece.
            let promotion = match after {
                [] => promotion,
                [Sign::Man(role)] if promotion.is_none() && man.role == Role::Pawn => Some(*role),
                _ => return None,
            };
            let dashes = left.iter().all(|&sign| sign == Sign::Dash);
            return dashes.then_some(Saying { man, goal: TargetName::Victim(victim), promotion });
        }
        // `C3AR` has no origin. In `C7-5C` and `C7C5C`, the first of two places is the origin.
        let places = rest.iter().filter(|sign| matches!(sign, Sign::Rank(_))).count();
        let (man, rest) = if places > 1 { man.stand(rest)? } else { (man, rest) };
        let rest = match rest {
            [Sign::Dash, rest @ ..] => rest,
            _ => rest,
        };
        let [Sign::Rank(rank), after @ ..] = rest else { return None };
        let ((role, wing), after) = parse_file(after)?;
        let promotion = match after {
            [] => promotion,
            [Sign::Man(becomes)] if promotion.is_none() && man.role == Role::Pawn && *rank == 8 => {
                Some(*becomes)
            }
            _ => return None,
        };
        Some(Saying { man, goal: TargetName::Square(*rank, role, wing), promotion })
    }

    fn names_a_wing(&self) -> bool {
        self.man.wing.is_some() || matches!(self.goal, TargetName::Victim(Named { wing: Some(_), .. }))
    }

    /// The masks; `None` if no move can be like that.
    fn displacement(&self, side: Color, by_standing: bool) -> Option<Displacement> {
        if self
            .promotion
            .is_some_and(|role| self.man.role != Role::Pawn || matches!(role, Role::Pawn | Role::King))
        {
            return None;
        }
        let mut displacement = Displacement {
            roles: Roles::only(self.man.role),
            from: self.man.place(side),
            which: self.man.which(side, by_standing),
            promotion: self.promotion.map_or(Promotion::Unstated, Promotion::To),
            ..Displacement::ANY
        };
        match self.goal {
            TargetName::Square(rank, role, wing) => {
                displacement.to = square(side, role, wing, rank);
                displacement.capture = Capture::Quiet;
            }
            TargetName::Victim(victim) => {
                displacement.capture = Capture::Takes(Victim {
                    roles: Roles::only(victim.role),
                    on: victim.place(side),
                    which: victim.which(side.other(), by_standing),
                    just_moved: false,
                });
            }
        }
        (displacement.from.any() && displacement.to.any()).then_some(displacement)
    }
}

/// Splits off `=D`, `/D`, `(D)` at the end.
fn strip_promotion(signs: &[Sign]) -> (&[Sign], Option<Role>) {
    match signs {
        [head @ .., Sign::Becomes, Sign::Man(role)]
        | [head @ .., Sign::Becomes, Sign::Open, Sign::Man(role), Sign::Close]
        | [head @ .., Sign::Open, Sign::Man(role), Sign::Close] => (head, Some(*role)),
        _ => (signs, None),
    }
}
