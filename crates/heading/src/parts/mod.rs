//! The parts of one clean line: each piece of it is what costs least to be.
//!
//! [`parts`] cuts a line at its signs and spaces and gives every piece a [`Role`]: a side, a name, a rating, a place, a date, an
//! opening. A piece costs by how little it looks like its role, a cut by how little its sign separates the two roles beside it,
//! and the cheapest way through the line is the reading. A line of which a dearer reading names other people, or of which too
//! much is left over, has none: a tag that is lost is better than one that is wrong.

mod lex;
mod roles;
mod words;

use lex::{Gap, Token, tokens};
use roles::{Role, costs};

/// Longer lines are no headings.
const LONGEST: usize = 220;
/// The most words of a heading's line.
const MOST_WORDS: usize = 34;
/// The most words of one piece.
const PIECE: usize = 9;
/// Readings that go on from one word.
const BEAM: usize = 48;
/// A reading that costs more is none.
const DEAREST: f32 = 4.0;
/// A reading must be cheaper by this than any that says something else of the people.
const CLEARLY: f32 = 0.15;

/// What one line of a heading says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// PGN tags and their values, in the order of the line; none twice.
    pub tags: Vec<(&'static str, String)>,
    /// Whether the colours are named, and do not only follow from the order.
    pub coloured: bool,
    /// Pieces that are none of them, in the order of the line.
    pub rest: Vec<String>,
}

impl Parts {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, tag: &str) -> Option<&str> {
        self.tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.as_str())
    }

    /// Whether a player is named.
    #[must_use]
    pub fn has_player(&self) -> bool {
        self.get("White").or(self.get("Black")).is_some()
    }

    fn players(&self) -> [Option<&str>; 2] {
        [self.get("White"), self.get("Black")]
    }
}

/// One way to read the beginning of a line.
#[derive(Clone, Debug, Default)]
struct Reading {
    cost: f32,
    /// Role, first token and the one behind the last.
    pieces: Vec<(Role, usize, usize)>,
}

impl Reading {
    fn has(&self, role: Role) -> bool {
        self.pieces.iter().any(|piece| piece.0 == role)
    }

    fn last(&self) -> Option<Role> {
        self.pieces.last().map(|piece| piece.0)
    }

    /// The last piece that is no detail in brackets or such behind a player.
    fn last_player(&self) -> Option<usize> {
        self.pieces.iter().filter(|piece| piece.0 == Role::Player).count().checked_sub(1)
    }

    /// Whether the last player may still get a detail: only details of his stand behind him.
    fn is_at_player(&self) -> bool {
        let mut behind = self.pieces.iter().rev().skip_while(|piece| piece.0.is_detail());
        behind.next().is_some_and(|piece| piece.0 == Role::Player)
    }

    /// The details behind the last player.
    fn details(&self) -> impl Iterator<Item = Role> + '_ {
        self.pieces.iter().rev().map(|piece| piece.0).take_while(|role| role.is_detail())
    }

    fn sides(&self) -> usize {
        self.pieces.iter().filter(|piece| matches!(piece.0, Role::Side(_))).count()
    }
}

/// The parts of a line; `None` if it is no heading, or one that may as well be read otherwise.
///
/// ```
/// use scorebook_heading::parts::parts;
/// let line = parts("Weiß: Kern (1850), Schwarz: Auer (1790), Ulm 1969").unwrap();
/// assert_eq!(line.get("Black"), Some("Auer"));
/// assert_eq!(line.get("WhiteElo"), Some("1850"));
/// assert_eq!(line.get("Site"), Some("Ulm"));
/// assert_eq!(parts("I had Black (1240) vs some 1310."), None);
/// ```
#[must_use]
pub fn parts(line: &str) -> Option<Parts> {
    if line.len() > LONGEST
        || line.contains(['"', '“', '”', '„', '«', '»', '{', '}', '<', '>', '\\', '@', '='])
    {
        return None;
    }
    let tokens = tokens(line);
    if tokens.len() < 2 || tokens.len() > MOST_WORDS {
        return None;
    }
    let mut ways: Vec<Vec<Reading>> = vec![Vec::new(); tokens.len() + 1];
    ways[0].push(Reading::default());
    for at in 0..tokens.len() {
        let mut here = std::mem::take(&mut ways[at]);
        here.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        here.truncate(BEAM);
        if here.is_empty() {
            continue;
        }
        for end in at + 1..=(at + PIECE).min(tokens.len()) {
            let piece = &tokens[at..end];
            if piece.iter().any(|token| token.bracket != piece[0].bracket) {
                break;
            }
            for (role, own) in costs(line, piece) {
                for way in &here {
                    let Some(joined) = step(way, role, &tokens, at, end) else { continue };
                    let cost = way.cost + own + joined;
                    if cost <= DEAREST + CLEARLY {
                        let mut pieces = way.pieces.clone();
                        pieces.push((role, at, end));
                        ways[end].push(Reading { cost, pieces });
                    }
                }
            }
        }
    }
    let mut whole: Vec<(f32, Parts)> = std::mem::take(&mut ways[tokens.len()])
        .into_iter()
        .filter_map(|way| {
            roles::told(line, &tokens, &way.pieces).map(|(more, parts)| (way.cost + more, parts))
        })
        .filter(|(cost, _)| *cost <= DEAREST + CLEARLY)
        .collect();
    whole.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (cost, best) = whole.first()?.clone();
    let rival = whole.iter().find(|(_, other)| other.players() != best.players());
    let clear = rival.is_none_or(|(other, _)| other - cost >= CLEARLY);
    (cost <= DEAREST && clear).then_some(best)
}

/// What it costs that a piece with a role follows on a reading; `None` if it cannot.
fn step(way: &Reading, role: Role, tokens: &[Token], at: usize, end: usize) -> Option<f32> {
    let (gap, last) = (tokens[at].gap, way.last());
    let bracket = tokens[at].bracket;
    // A bracket that begins here, or ended before.
    let edge = at == 0 || tokens[at - 1].bracket != bracket;
    let often = matches!(role, Role::Rest | Role::Player | Role::TitleBefore) || role.is_detail();
    if !often && way.has(role) {
        return None;
    }
    let players = way.last_player().map_or(0, |n| n + 1);
    let against = gap == Gap::Against;
    let separate = if edge { 0.0 } else { separation(gap, last, role)? };
    if against && !matches!(role, Role::Player | Role::TitleBefore | Role::Side(_)) {
        return None;
    }
    // Behind the name of a side only a player stands, or his title, and behind a title only he.
    let waits = matches!(last, Some(Role::Side(_) | Role::TitleBefore));
    if waits && role != Role::Player && !(role == Role::TitleBefore && matches!(last, Some(Role::Side(_)))) {
        return None;
    }
    let labelled = matches!(last, Some(Role::Side(_)))
        || last == Some(Role::TitleBefore)
            && way.pieces.iter().rev().nth(1).is_some_and(|piece| matches!(piece.0, Role::Side(_)));
    match role {
        Role::Side(_) => {
            // Both players have a label, or none.
            if bracket != 0 || players != way.sides() {
                return None;
            }
        }
        Role::TitleBefore | Role::Player => {
            if players == 2 || bracket != 0 {
                return None;
            }
            if !labelled && way.sides() > 0 {
                return None;
            }
            // The second stands behind a dash, `v.` or the result.
            let opposed = matches!(gap, Gap::Dash | Gap::Against)
                || last == Some(Role::Result)
                || last == Some(Role::TitleBefore);
            let follows = way.is_at_player() || last == Some(Role::TitleBefore);
            if players == 1
                && !labelled
                && !(opposed && (follows || last == Some(Role::Result) && result_between(way)))
            {
                return None;
            }
            if players == 0 && against {
                return None;
            }
        }
        Role::Elo | Role::Title | Role::Team | Role::SideMark => {
            let twice = way.details().any(|detail| detail == role);
            if !way.is_at_player() || twice || matches!(gap, Gap::Dash | Gap::Against | Gap::Colon) && !edge {
                return None;
            }
            if role == Role::Team && bracket == 0 && !matches!(gap, Gap::Comma) {
                return None;
            }
            // Figures without brackets.
            if bracket == 0 {
                return Some(separate + if role == Role::Team { 0.2 } else { 0.5 });
            }
            return Some(if edge { 0.0 } else { 0.1 });
        }
        Role::Rest => {
            let between = players == 1 && way.sides() == 0;
            let delimited = (end == tokens.len()
                || tokens[end].bracket != bracket
                || !matches!(tokens[end].gap, Gap::Space | Gap::Short))
                && (edge || !matches!(gap, Gap::Space | Gap::Short));
            if !delimited || between && bracket == 0 {
                return None;
            }
        }
        _ => {
            // `(1650, SK Ulm)`: a bracket with a rating tells no place.
            if bracket != 0 && !edge && last.is_some_and(Role::is_detail) {
                return None;
            }
            // Nothing but details stands between the two players of `A - B`.
            if players == 1 && way.sides() == 0 && role != Role::Result {
                return None;
            }
        }
    }
    let dashed = gap == Gap::Dash && role != Role::Player && !edge && !matches!(last, Some(Role::Side(_)));
    Some(separate + if dashed { 0.2 } else { 0.0 })
}

/// Whether the result is the piece behind the first player: `A 1-0 B`.
fn result_between(way: &Reading) -> bool {
    let before = Reading { cost: 0.0, pieces: way.pieces[..way.pieces.len() - 1].to_vec() };
    before.is_at_player()
}

/// What a sign costs between two roles.
fn separation(gap: Gap, last: Option<Role>, role: Role) -> Option<f32> {
    use Role as R;
    let Some(last) = last else { return Some(0.0) };
    Some(match gap {
        Gap::Against => 0.0,
        Gap::Dash => match (last, role) {
            (
                R::Player | R::Elo | R::Title | R::Team | R::SideMark | R::Side(_),
                R::Player | R::TitleBefore,
            ) => 0.0,
            _ => 0.2,
        },
        Gap::Colon => match last {
            R::Side(_) | R::Number | R::Round | R::Board => 0.0,
            R::Rest | R::Event | R::Site | R::Date => 0.2,
            R::Opening => 0.3,
            _ => return None,
        },
        Gap::Stop | Gap::Wide => match (last, role) {
            (R::Side(_), R::Player) => 0.2,
            _ => 0.0,
        },
        Gap::Comma => match (last, role) {
            (R::Side(_), R::Player) => 0.2,
            (R::Player, R::Team) => 0.3,
            _ => 0.1,
        },
        Gap::Space | Gap::Short => match (last, role) {
            (R::Side(_) | R::TitleBefore, R::Player) => {
                if last == R::TitleBefore {
                    0.0
                } else {
                    0.3
                }
            }
            (R::Side(_), R::TitleBefore) => 0.3,
            (R::Site, R::Date) | (R::Event, R::Date | R::Round) => 0.05,
            (R::Number | R::Round | R::Eco, _) => 0.3,
            (_, R::Result | R::Eco | R::Count) | (R::Result, _) => 0.2,
            (R::Date, R::Site) | (R::Event, R::Site) => 0.6,
            (R::Player, R::Elo) => 0.2,
            _ if gap == Gap::Short => 0.4,
            _ => 1.0,
        },
    })
}

#[cfg(test)]
mod tests;
