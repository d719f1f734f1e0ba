//! Games that are known, and the score of what is read of them.

use std::fmt;

use scorebook_core::game::Verdict;
use scorebook_decode::Reading;
use scorebook_random::Random;
use shakmaty::{Chess, Move, Position, san::SanPlus};

/// A game that is known.
pub struct Known {
    /// Its moves.
    pub moves: Vec<Move>,
}

/// The games of a text of lines of SAN, or of PGN; games that are not legal or hardly begun are left out.
fn of_text(text: &str) -> Vec<Known> {
    let is_pgn = text.contains("[Event ");
    let movetext =
        |part: &str| part.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let games: Vec<String> = match is_pgn {
        true => text
            .split("[Event ")
            .skip(1)
            .map(|game| movetext(game.split_once('\n').map_or("", |g| g.1)))
            .collect(),
        false => text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect(),
    };
    games.iter().filter_map(|game| of_line(game)).filter(|game| game.moves.len() >= 20).collect()
}

/// The game of a line of SAN, with or without numbers and result.
fn of_line(line: &str) -> Option<Known> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        if word.is_empty() || word.starts_with(['-', '/', '*']) {
            continue;
        }
        let mv = word.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Some(Known { moves })
}

/// The games of the file that `SCOREBOOK_GAMES` names, or those of the project.
pub fn games() -> Vec<Known> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/other_hand/games.txt");
    let path = std::env::var("SCOREBOOK_GAMES").unwrap_or_else(|_| own.to_owned());
    of_text(&std::fs::read_to_string(path).expect("a file of games"))
}

/// What a bad eye takes for what, besides any sign for any of its kind.
const ALIKE: &[&str] =
    &["adgq9", "bh6", "ce", "f7", "14", "1 7", "358", "BR8", "NHK", "QO0", "5S", "27", "49", "uv", "x+"];

/// A text as a bad eye sees it: one or two signs taken for others, left out or doubled.
pub fn misread(text: &str, random: &mut Random) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..1 + usize::from(random.below(4) == 0) {
        if signs.is_empty() {
            break;
        }
        let at = random.below(signs.len());
        let group = ALIKE.iter().find(|group| group.contains(signs[at]));
        match (random.below(8), group) {
            (0, _) => drop(signs.remove(at)),
            (1, _) => signs.insert(at, signs[at]),
            (2..=6, Some(group)) => {
                let signs_alike: Vec<char> = group.chars().filter(|sign| *sign != ' ').collect();
                signs[at] = *random.pick(&signs_alike);
            }
            _ => {
                let kind: &[u8] = if signs[at].is_ascii_digit() { b"12345678" } else { b"abcdefghKQRBN" };
                signs[at] = char::from(*random.pick(kind));
            }
        }
    }
    signs.into_iter().collect()
}

/// What was read of games that are known.
#[derive(Default)]
pub struct Score {
    pub games: usize,
    pub plies: usize,
    pub right: usize,
    pub exact: usize,
    pub claimed: usize,
    pub verified: usize,
    pub wrong_claimed: usize,
    /// Half-moves with a finding that asks for a person.
    pub doubts: usize,
    /// Wrong half-moves without any finding.
    pub silent: usize,
}

impl Score {
    /// Adds a game.
    pub fn add(&mut self, game: &Known, reading: &Reading) {
        let moves: Vec<Move> = reading.game.moves().collect();
        let fits = |at: usize| moves.get(at) == game.moves.get(at);
        let right = (0..game.moves.len()).filter(|&at| fits(at)).count();
        let is_exact = moves == game.moves;
        let claims = matches!(reading.verdict, Verdict::Verified | Verdict::Settled);
        self.games += 1;
        self.plies += game.moves.len();
        self.right += right;
        self.exact += usize::from(is_exact);
        self.claimed += usize::from(claims);
        self.verified += usize::from(reading.verdict == Verdict::Verified);
        self.wrong_claimed += usize::from(claims && !is_exact);
        let told = |at: usize| reading.findings.iter().any(|finding| finding.ply == Some(at as u32 + 1));
        self.silent += (0..moves.len()).filter(|&at| !fits(at) && !told(at)).count();
        let asks = |code: &str| matches!(code, "A101" | "A111" | "W101" | "M112");
        let mut doubts: Vec<u32> =
            reading.findings.iter().filter(|f| asks(f.code.id)).filter_map(|finding| finding.ply).collect();
        doubts.dedup();
        self.doubts += doubts.len();
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games: {}/{} half-moves right ({:.2} %), {} exact, {} claimed, {} wrong claimed, doubts on {:.2} % of half-moves, \
             {} wrong without a finding",
            self.games,
            self.right,
            self.plies,
            100.0 * self.right as f64 / self.plies.max(1) as f64,
            self.exact,
            self.claimed,
            self.wrong_claimed,
            100.0 * self.doubts as f64 / self.plies.max(1) as f64,
            self.silent
        )
    }
}
