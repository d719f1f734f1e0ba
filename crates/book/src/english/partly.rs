//! What is left of a cell that is worn: its man without the square, or the square without its man.

use shakmaty::Role;

use super::{DEAREST, Ends, Part, Text, finish, prune};
use crate::desc::{Desc, Man, Said, Taking};
use crate::glyph::ends;
use crate::habits::Habits;

/// What it costs that the rest of the cell is worn away: behind a verb or an origin, and behind a man alone.
const TORN: f32 = 2.0;
/// See `TORN`.
const BARE: f32 = 3.2;
/// A link between man and square that costs more is not printed.
const PRINTED: f32 = 1.0;
/// Characters behind the run of signs in which the rank may stand.
const BEHIND: u32 = 3;

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// What a part of a move may say.
pub(crate) fn read(chars: &[char], start: u32, end: u32, habits: &Habits) -> Vec<Said> {
    let text = Text { chars, habits };
    let mut done = Vec::new();
    text.heads(start, end, &mut done);
    for at in start..end {
        text.tails(at, end, &mut done);
    }
    finish(chars, done)
}

impl Text<'_> {
    /// The man is left, and what follows it is worn away.
    fn heads(&self, start: u32, end: u32, out: &mut Vec<Part>) {
        let mut parts = Vec::new();
        self.man(start, 0.0, &mut |at, cost, man| parts.push(Part { at, cost, desc: Desc::of(man) }));
        prune(&mut parts, 12);
        for index in 0..parts.len() {
            let part = parts[index];
            self.origin(&part, &mut parts);
        }
        for part in parts.iter().filter(|part| part.at <= end) {
            let torn = if part.desc.from == !0 { BARE } else { TORN };
            out.push(Part { at: end, cost: part.cost + torn, ..*part });
            for (_, cost) in self.links(part.at) {
                let desc = Desc { taking: Taking::Quiet, ..part.desc };
                out.push(Part { at: end, cost: part.cost + cost + TORN, desc });
            }
            for (_, cost) in self.verbs(part.at) {
                let desc = Desc { taking: Taking::Takes, ..part.desc };
                out.push(Part { at: end, cost: part.cost + cost + TORN, desc });
            }
        }
    }

    /// The square is left, or the man that is taken, and what stands before it is worn away.
    fn tails(&self, at: u32, end: u32, out: &mut Vec<Part>) {
        let any = |at, cost, desc: Desc, out: &mut Vec<Part>| {
            for role in ROLES {
                out.push(Part { at, cost, desc: Desc { man: Man::of(role), ..desc } });
            }
        };
        let blank = Desc::of(Man::of(Role::Pawn));
        for (square, cost) in self.links(at) {
            self.square(square, cost + TORN, &mut |at, cost, to| {
                if (end..end + BEHIND).contains(&at) && cost < DEAREST {
                    any(at, cost, Desc { to, taking: Taking::Quiet, ..blank }, out);
                }
            });
        }
        for (victim, cost) in self.verbs(at) {
            self.man(victim, cost + TORN, &mut |at, cost, victim| {
                if (end..end + BEHIND).contains(&at) && victim.role != Role::King && cost < DEAREST {
                    any(at, cost, Desc { victim: Some(victim), taking: Taking::Takes, ..blank }, out);
                }
            });
        }
    }

    /// Past a `to` or a dash that is printed.
    fn links(&self, at: u32) -> Ends {
        self.to(at).into_iter().filter(|(_, cost)| *cost < PRINTED).collect()
    }

    /// Past an `x` that is printed.
    fn verbs(&self, at: u32) -> Ends {
        let mut out = Ends::new();
        ends(self.chars, at, "x", self.habits, |end, cost| out.push((end, cost)));
        out.retain(|(_, cost)| *cost < PRINTED);
        out
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::read;
    use crate::desc::Taking;
    use crate::habits::Habits;

    fn said(text: &str) -> Vec<crate::desc::Desc> {
        let chars: Vec<char> = text.chars().collect();
        read(&chars, 0, chars.len() as u32, &Habits::default()).iter().map(|said| said.desc).collect()
    }

    #[test]
    fn a_man_without_its_square() {
        let origin = 1 << u32::from(Square::A1);
        let all = said("R(QR1)to");
        let rook = |desc: &crate::desc::Desc| desc.man.role == Role::Rook && desc.from == origin;
        assert!(all.iter().any(|desc| rook(desc) && desc.taking == Taking::Quiet));
    }

    #[test]
    fn a_square_without_its_man() {
        let square = 1 << u32::from(Square::D1);
        let all = said("toQ1");
        for role in [Role::Rook, Role::Queen, Role::King] {
            assert!(all.iter().any(|desc| desc.man.role == role && desc.to == square), "{role:?}");
        }
    }

    #[test]
    fn a_victim_without_its_captor() {
        let takes = |desc: &crate::desc::Desc| desc.victim.is_some_and(|man| man.role == Role::Bishop);
        assert!(said("mxB").iter().any(takes));
    }
}
