//! From tokens to skeletons: every way to cut the words into a man, a place and a victim.

use shakmaty::{Bitboard, CastlingSide, Color, Role};

use super::lex::Token;
use crate::notation::descriptive::{self, half, pawn_birth};
use crate::notation::{Habit, Sense, Senses};
use crate::skeleton::{
    Capture, Deed, Displacement, Mark, Promotion, Roles, Skeleton, Victim, Which, rank_of,
};

/// The meanings of a token list; none when it is no move.
pub(super) fn parse(tokens: &[Token], side: Color) -> Senses {
    let mut parser = Parser { tokens, at: 0, side };
    parser.sentence().unwrap_or_default()
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    side: Color,
}

/// A run of men's letters: "K R P".
type Run = smallvec::SmallVec<[Role; 4]>;

/// What stands behind the body of a move.
#[derive(Default)]
struct Tail {
    mark: Mark,
    en_passant: bool,
    promotion: Option<Role>,
    /// A place in brackets, or after a slash, behind a victim.
    place: Option<Bitboard>,
}

/// A man as it is named: a displacement with only the mover filled in.
type Named = smallvec::SmallVec<[(Displacement, Habit); 3]>;

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn eat(&mut self, token: Token) -> bool {
        let eaten = self.peek() == Some(token);
        self.at += usize::from(eaten);
        eaten
    }

    fn sentence(&mut self) -> Option<Senses> {
        match self.peek()? {
            Token::Castles if !matches!(self.peek_at(1), Some(Token::To | Token::Takes)) => {
                return self.castles();
            }
            Token::CastlesShort => return self.castled(Some(CastlingSide::KingSide)),
            Token::CastlesLong => return self.castled(Some(CastlingSide::QueenSide)),
            Token::Same => {
                self.at += 1;
                let tail = self.tail()?;
                return Some(one(Skeleton { deed: Deed::Same, mark: tail.mark }));
            }
            _ => {}
        }
        // "3N.B4": the rank first.
        let rank_first = match (self.peek(), self.peek_at(1)) {
            (Some(Token::Rank(n)), Some(Token::Piece(_))) => {
                self.at += 1;
                Some(rank_of(self.side, n))
            }
            _ => None,
        };
        let mut run = self.run();
        // "Castle takes": the rook by its other name.
        if run.is_empty() && self.eat(Token::Castles) {
            run.push(Role::Rook);
        }
        let origin = match rank_first {
            Some(rank) => Some(rank),
            None => self.origin(&run),
        };
        let origin = origin.unwrap_or(Bitboard::FULL);
        match self.peek() {
            Some(Token::Steps(_)) => self.steps(&run),
            Some(Token::Rank(n)) if self.peek_at(1) == Some(Token::Squares) => {
                self.at += 1;
                self.pawn_steps(&run, n)
            }
            Some(Token::Takes | Token::Retakes) => self.takes(&run, origin),
            Some(Token::To | Token::At) => {
                self.at += 1;
                if matches!(self.peek(), Some(Token::Takes | Token::Retakes)) {
                    return self.takes(&run, origin);
                }
                self.goes(&run, origin)
            }
            Some(Token::Own | Token::Adverse) => self.goes(&run, origin),
            Some(Token::Deed | Token::Mark(_)) | None => self.deed(&run, origin),
            Some(Token::Queens | Token::Becomes) if run.last() == Some(&Role::Pawn) => self.queens(&run),
            Some(Token::Rank(_) | Token::Home | Token::AlgebraicSquare(_)) => self.unhyphened(&run, origin),
            _ => None,
        }
    }

    // --- castling -------------------------------------------------------------------------------

    fn castles(&mut self) -> Option<Senses> {
        self.at += 1;
        let mut side = None;
        loop {
            match self.peek() {
                Some(Token::Piece(Role::King)) => side = Some(CastlingSide::KingSide),
                Some(Token::Piece(Role::Queen)) => side = Some(CastlingSide::QueenSide),
                Some(
                    Token::Piece(Role::Rook)
                    | Token::Side
                    | Token::Open
                    | Token::Close
                    | Token::Own
                    | Token::At
                    | Token::To,
                ) => {}
                _ => break,
            }
            self.at += 1;
        }
        self.castled(side)
    }

    fn castled(&mut self, side: Option<CastlingSide>) -> Option<Senses> {
        if matches!(self.peek(), Some(Token::CastlesShort | Token::CastlesLong)) {
            self.at += 1;
        }
        // "(K R)" behind the sign.
        while matches!(self.peek(), Some(Token::Open | Token::Close | Token::Piece(_) | Token::Side)) {
            self.at += 1;
        }
        let tail = self.tail()?;
        Some(one(Skeleton::castle(side).marked(tail.mark)))
    }

    // --- men ------------------------------------------------------------------------------------

    /// Letters of men one after the other.
    fn run(&mut self) -> Run {
        let mut run = Run::new();
        while let Some(Token::Piece(role)) = self.peek() {
            run.push(role);
            self.at += 1;
        }
        run
    }

    /// Where the man comes from: "(Q1)", "(Kt)", "(4)", "(fr. Kt 2)", "/1", "3" or "g" before a dash.
    fn origin(&mut self, run: &Run) -> Option<Bitboard> {
        if run.is_empty() {
            return None;
        }
        let saved = self.at;
        let found = match self.peek()? {
            Token::Open => self.bracketed_place(),
            Token::Slash => {
                self.at += 1;
                self.place()
            }
            Token::From | Token::At => {
                self.at += 1;
                self.place()
            }
            Token::Rank(n) => {
                self.at += 1;
                Some(rank_of(self.side, n))
            }
            Token::AlgebraicSquare(square) => {
                self.at += 1;
                Some(square.into())
            }
            Token::AlgebraicFile(file) => {
                self.at += 1;
                Some(file.into())
            }
            // The file e, where no man has taken anything yet.
            Token::EnPassant => {
                self.at += 1;
                Some(shakmaty::File::E.into())
            }
            _ => None,
        };
        // A place is an origin only when the move goes on behind it.
        let goes_on = matches!(self.peek(), Some(Token::To | Token::Takes | Token::Retakes))
            || matches!(self.tokens.get(saved), Some(Token::Open | Token::Slash))
                && matches!(self.peek(), Some(Token::Piece(_) | Token::AlgebraicSquare(_)));
        if found.is_none() || !goes_on {
            self.at = saved;
            return None;
        }
        found
    }

    /// "(Q1)", "(fr. Kt 2)".
    fn bracketed_place(&mut self) -> Option<Bitboard> {
        self.eat(Token::Open);
        self.eat(Token::From);
        self.eat(Token::At);
        let place = self.place();
        place.filter(|_| self.eat(Token::Close))
    }

    /// A square, a file or a rank: "Q1", "Kt sq", "Kt", "4".
    fn place(&mut self) -> Option<Bitboard> {
        if let Some(Token::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return Some(square.into());
        }
        let run = self.run();
        let files = if run.is_empty() { Bitboard::FULL } else { file_of(&run)? };
        let ranks = self.rank();
        if run.is_empty() && ranks.is_none() {
            return None;
        }
        Some(files & ranks.unwrap_or(Bitboard::FULL))
    }

    /// A rank, with the "sq" that may follow it.
    fn rank(&mut self) -> Option<Bitboard> {
        match self.peek()? {
            Token::Rank(n) => {
                self.at += 1;
                self.eat(Token::Home);
                Some(rank_of(self.side, n))
            }
            Token::Home => {
                self.at += 1;
                Some(rank_of(self.side, 1))
            }
            _ => None,
        }
    }

    // --- where to -------------------------------------------------------------------------------

    /// Behind a dash: "QB3", "K", "his 5th", "her B's 4th", "f3".
    fn goes(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        // "R-(B5)B7": the origin behind the dash.
        let behind = self.peek() == Some(Token::Open);
        let origin = if behind { origin & self.bracketed_place()? } else { origin };
        if let Some(Token::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return self.quiet(&self.named(run)?, origin, square.into(), CaptureSaid::Unstated);
        }
        let adverse = self.eat(Token::Adverse);
        let own = self.eat(Token::Own);
        let files = self.run();
        let ranks = self.rank();
        let kind = *run.last().unwrap_or(&Role::Pawn);
        let mask = match (own, files.is_empty()) {
            (true, true) => own_file(run)?,
            (true, false) => own_wing(kind, &files)?,
            (false, false) => file_of(&files)?,
            (false, true) => return None,
        };
        // "R-K": a piece that goes to a file without a rank goes to its first.
        let ranks = match ranks {
            Some(ranks) => ranks,
            None if kind != Role::Pawn => rank_of(self.side, 1),
            None => return None,
        };
        let to = if adverse { (mask & ranks).flip_vertical() } else { mask & ranks };
        let named = self.named(run)?;
        self.quiet(&named, origin, to, CaptureSaid::Quiet)
    }

    /// Without a dash: "NKB3", "K4", "QKt B3": every cut of the letters into a man and a square.
    fn unhyphened(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        if let Some(Token::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return self.quiet(&self.named(run)?, origin, square.into(), CaptureSaid::Unstated);
        }
        let start = self.at;
        let mut senses = Senses::new();
        for cut in (0..run.len()).rev() {
            self.at = start;
            let ranks = self.rank()?;
            let (man, file) = run.split_at(cut);
            let (Some(mask), Some(named)) = (file_of(file), self.named(man)) else { continue };
            if let Some(found) = self.quiet(&named, origin, mask & ranks, CaptureSaid::Quiet) {
                senses.extend(found);
            }
        }
        (!senses.is_empty()).then_some(senses)
    }

    fn quiet(&mut self, named: &Named, origin: Bitboard, to: Bitboard, said: CaptureSaid) -> Option<Senses> {
        let tail = self.tail()?;
        let capture = match said {
            CaptureSaid::Quiet => Capture::Quiet,
            CaptureSaid::Unstated => Capture::Unstated,
        };
        Some(self.build(named, origin, to, capture, &tail))
    }

    fn build(&self, named: &Named, origin: Bitboard, to: Bitboard, capture: Capture, tail: &Tail) -> Senses {
        named
            .iter()
            .map(|&(man, habit)| {
                // "(B)" behind a move that cannot promote is a note's letter.
                let promotes = man.roles.contains(Role::Pawn) && to.intersects(rank_of(self.side, 8));
                let promotion = tail.promotion.filter(|_| promotes);
                let skeleton = Skeleton::displace(Displacement {
                    from: man.from & origin,
                    to,
                    capture,
                    promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
                    en_passant: tail.en_passant,
                    ..man
                });
                Sense { skeleton: skeleton.marked(tail.mark), habit }
            })
            .collect()
    }

    // --- captures -------------------------------------------------------------------------------

    fn takes(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        let again = self.peek() == Some(Token::Retakes);
        self.at += 1;
        let named = self.named(run)?;
        self.eat(Token::Own);
        let start = self.at;
        let victims = self.run();
        let end = self.at;
        let mut senses = Senses::new();
        if let Some(Token::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            let victim = Victim { on: square.into(), ..Victim::ANY };
            let tail = self.tail()?;
            return Some(self.build(&named, origin, Bitboard::FULL, Capture::Takes(victim), &tail));
        }
        // Every cut into a victim and its square, or a victim and what the pawn becomes.
        for cut in (0..=victims.len()).rev() {
            self.at = end;
            let (victim, rest) = victims.split_at(cut);
            let place = if rest.is_empty() {
                self.place_at()
            } else {
                file_of(rest).and_then(|mask| self.rank().map(|ranks| mask & ranks))
            };
            let becomes = match rest {
                [role]
                    if place.is_none()
                        && cut > 0
                        && may_promote(run)
                        && *role != Role::Pawn
                        && *role != Role::King =>
                {
                    Some(*role)
                }
                [] => None,
                _ if place.is_none() => continue,
                _ => None,
            };
            if victim.is_empty() && place.is_none() && !again {
                continue;
            }
            let Some(kinds) = self.victims(victim) else { continue };
            let Some(mut tail) = self.tail() else { continue };
            tail.promotion = tail.promotion.or(becomes);
            for (kind, habit) in kinds {
                let on = kind.on & place.unwrap_or(Bitboard::FULL) & tail.place.unwrap_or(Bitboard::FULL);
                let victim = Victim { on, just_moved: again, ..kind };
                let found = self.build(&named, origin, Bitboard::FULL, Capture::Takes(victim), &tail);
                senses.extend(
                    found.into_iter().map(|sense| Sense { habit: dearer(sense.habit, habit), ..sense }),
                );
            }
        }
        self.at = self.at.max(start);
        (!senses.is_empty()).then_some(senses)
    }

    /// "PxP at Q5", "PxP on 5th".
    fn place_at(&mut self) -> Option<Bitboard> {
        let saved = self.at;
        let place = if self.eat(Token::At) { self.place() } else { None };
        if place.is_none() {
            self.at = saved;
        }
        place
    }

    /// The men that a victim's letters may mean.
    fn victims(&self, run: &[Role]) -> Option<smallvec::SmallVec<[(Victim, Habit); 3]>> {
        let mut kinds = smallvec::SmallVec::new();
        let them = !self.side;
        match run {
            [] => kinds.push((Victim::ANY, Habit::Plain)),
            [role] => kinds.push((Victim { roles: Roles::only(*role), ..Victim::ANY }, Habit::Plain)),
            [file @ .., Role::Pawn] => {
                let mask = file_of(file)?;
                let pawn = Victim { roles: Roles::only(Role::Pawn), ..Victim::ANY };
                kinds.push((Victim { on: mask, ..pawn }, Habit::Plain));
                let which = Which::Born(mask & rank_of(them, 2));
                kinds.push((Victim { which, ..pawn }, Habit::OriginalName));
            }
            [wing, role] => {
                let side = wing_of(*wing)?;
                if !paired(*role) {
                    return None;
                }
                let man = Victim { roles: Roles::only(*role), ..Victim::ANY };
                let born = Which::Born(descriptive::birth(them, *role, side));
                kinds.push((Victim { which: born, ..man }, Habit::Plain));
                kinds.push((Victim { which: Which::Wing(side), ..man }, Habit::ByStanding));
            }
            _ => return None,
        }
        Some(kinds)
    }

    // --- the rest -------------------------------------------------------------------------------

    /// "P. one", "Q. P. two squares".
    fn steps(&mut self, run: &Run) -> Option<Senses> {
        let Some(Token::Steps(n)) = self.peek() else { return None };
        self.at += 1;
        self.pawn_steps(run, n)
    }

    fn pawn_steps(&mut self, run: &Run, n: u32) -> Option<Senses> {
        self.eat(Token::Squares);
        self.eat(Token::Home);
        if run.last() != Some(&Role::Pawn) {
            return None;
        }
        let named = self.named(run)?;
        let tail = self.tail()?;
        let rank = |n| rank_of(self.side, n);
        let build = |from, to| self.build(&named, from, to, Capture::Quiet, &tail);
        match n {
            2 => Some(build(rank(2), rank(4))),
            // One step: to the fourth rank only from the third.
            1 => {
                let mut senses = build(Bitboard::FULL, !rank(4));
                senses.extend(build(rank(3), rank(4)));
                Some(senses)
            }
            _ => None,
        }
    }

    /// Only the deed is told: "Q. checks.", "K. moves.", "Q. B. interposes."
    fn deed(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        if run.is_empty() {
            return None;
        }
        let told = self.peek().is_some();
        if !told {
            return None;
        }
        while self.eat(Token::Deed) {}
        let named = self.named(run)?;
        self.quiet(&named, origin, Bitboard::FULL, CaptureSaid::Unstated)
    }

    /// "P. queens."
    fn queens(&mut self, run: &Run) -> Option<Senses> {
        let named = self.named(run)?;
        let to = rank_of(self.side, 8);
        self.quiet(&named, Bitboard::FULL, to, CaptureSaid::Unstated)
    }

    /// The men that the letters before the dash may mean.
    fn named(&self, run: &[Role]) -> Option<Named> {
        let mut named = Named::new();
        let man = |role| Displacement { roles: Roles::only(role), ..Displacement::ANY };
        match run {
            [] => named.push((man(Role::Pawn), Habit::Plain)),
            [role] => named.push((man(*role), Habit::Plain)),
            [file @ .., Role::Pawn] => {
                let (role, wing) = file_name(file)?;
                let mask = descriptive::file(role, wing);
                named.push((Displacement { from: mask, ..man(Role::Pawn) }, Habit::Plain));
                let which = Which::Born(pawn_birth(self.side, role, wing));
                named.push((Displacement { which, ..man(Role::Pawn) }, Habit::OriginalName));
            }
            [wing, role] => {
                let side = wing_of(*wing)?;
                if !paired(*role) {
                    return None;
                }
                let which = Which::Born(descriptive::birth(self.side, *role, side));
                named.push((Displacement { which, ..man(*role) }, Habit::Plain));
                named.push((Displacement { which: Which::Wing(side), ..man(*role) }, Habit::ByStanding));
            }
            _ => return None,
        }
        Some(named)
    }

    /// Marks, promotions, en passant and places behind the body, in any order, up to the end.
    fn tail(&mut self) -> Option<Tail> {
        let mut tail = Tail::default();
        while let Some(token) = self.peek() {
            self.at += 1;
            match token {
                Token::Mark(mark) => tail.mark = both(tail.mark, mark),
                Token::EnPassant => tail.en_passant = true,
                Token::Queens => tail.promotion = Some(Role::Queen),
                Token::Becomes | Token::Slash | Token::Open => match self.peek() {
                    // "(2d Q.)": a second queen.
                    Some(Token::Rank(2)) if matches!(self.peek_at(1), Some(Token::Piece(_))) => self.at += 1,
                    Some(Token::Piece(_) | Token::Rank(_) | Token::From | Token::At)
                        if token != Token::Becomes =>
                    {
                        self.bracket(&mut tail)?;
                    }
                    _ => {}
                },
                Token::At | Token::Close | Token::Own | Token::To => {}
                Token::Piece(role)
                    if role != Role::Pawn && role != Role::King && tail.promotion.is_none() =>
                {
                    tail.promotion = Some(role);
                }
                _ => return None,
            }
        }
        Some(tail)
    }

    /// A bracket or slash behind the body: a promotion or a place.
    fn bracket(&mut self, tail: &mut Tail) -> Option<()> {
        if let (Some(Token::Piece(role)), None | Some(Token::Close | Token::Mark(_))) =
            (self.peek(), self.peek_at(1))
            && role != Role::Pawn
            && role != Role::King
        {
            self.at += 1;
            tail.promotion = Some(role);
            return Some(());
        }
        self.eat(Token::From);
        self.eat(Token::At);
        tail.place = Some(self.place()?);
        Some(())
    }
}

/// Whether a dash says that nothing is taken.
#[derive(Copy, Clone)]
enum CaptureSaid {
    Quiet,
    Unstated,
}

fn one(skeleton: Skeleton) -> Senses {
    std::iter::once(Sense::from(skeleton)).collect()
}

/// The rarer of two habits.
fn dearer(a: Habit, b: Habit) -> Habit {
    match (a, b) {
        (Habit::Plain, other) | (other, Habit::Plain) => other,
        (Habit::OriginalName, _) | (_, Habit::OriginalName) => Habit::OriginalName,
        (a, _) => a,
    }
}

/// Two marks on one move: "dbl ch", "dis ch", "ch and mate".
fn both(a: Mark, b: Mark) -> Mark {
    match (a, b) {
        (Mark::None, mark) | (mark, Mark::None) => mark,
        (Mark::Mate, _) | (_, Mark::Mate) => Mark::Mate,
        (Mark::Check, mark) | (mark, Mark::Check) => mark,
        (mark, _) => mark,
    }
}

fn wing_of(role: Role) -> Option<CastlingSide> {
    match role {
        Role::King => Some(CastlingSide::KingSide),
        Role::Queen => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn paired(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Bishop)
}

fn may_promote(run: &[Role]) -> bool {
    matches!(run.last(), None | Some(Role::Pawn))
}

/// The file that letters name: "K", "B", "Q B", also "Q R's" in the long forms.
fn file_name(run: &[Role]) -> Option<(Role, Option<CastlingSide>)> {
    match run {
        [Role::Pawn] | [] => None,
        [role] => Some((*role, None)),
        [wing, role] if paired(*role) => wing_of(*wing).map(|side| (*role, Some(side))),
        _ => None,
    }
}

fn file_of(run: &[Role]) -> Option<Bitboard> {
    file_name(run).map(|(role, wing)| descriptive::file(role, wing))
}

/// "to his 5th": the file that bears the man's own name.
fn own_file(run: &[Role]) -> Option<Bitboard> {
    match run {
        [file @ .., Role::Pawn] if !file.is_empty() => file_of(file),
        _ => file_of(run),
    }
}

/// "to her B's 4th": the file on the king's or the queen's own side.
fn own_wing(kind: Role, files: &[Role]) -> Option<Bitboard> {
    let mask = file_of(files)?;
    Some(match wing_of(kind) {
        Some(side) if files.len() == 1 && paired(files[0]) => mask & half(side),
        _ => mask,
    })
}
