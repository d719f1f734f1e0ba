//! Scripts of lectures for chess servers: what a person types there, a line each: moves, `k` and a remark, seconds to wait, `back 2`, and
//! positions, `bsetup fen …`. Each game is written as PGN; what was taken back is a remark, as it was shown.

use super::{Left, Out};

/// Commands that say something to those who watch.
const REMARKS: &[&str] = &["k", "ki", "kib", "kibitz", "whi", "whisper", "say", "shout", "cshout"];
/// Commands of the board.
const BOARD: &[&str] = &["back", "forward", "revert", "bsetup", "wname", "bname", "examine", "unexamine"];
/// Fewest moves, and fewest commands.
const FEWEST: usize = 4;
const COMMANDS: usize = 3;
/// From so many half-moves on, what is taken back to the beginning is a game of its own.
const GAME: usize = 12;

enum Line<'t> {
    Move,
    Remark(&'t str),
    Board(&'t str, &'t str),
    /// Seconds, or nothing.
    Wait,
    Other,
}

impl<'t> Line<'t> {
    fn of(line: &'t str) -> Line<'t> {
        let line = line.trim();
        let (first, rest) = line.split_once(' ').map_or((line, ""), |(first, rest)| (first, rest.trim()));
        match first {
            _ if line.bytes().all(|byte| byte.is_ascii_digit()) => Line::Wait,
            _ if REMARKS.contains(&first) && !rest.is_empty() => Line::Remark(rest),
            _ if BOARD.contains(&first) => Line::Board(first, rest),
            _ if rest.is_empty() && super::code::moves_in(&first.replace('o', "O")) == 1 => Line::Move,
            _ => Line::Other,
        }
    }
}

/// The games of a script; `None` if the text is none.
pub(super) fn games(raw: &str, left: &mut Left) -> Option<Out> {
    let (mut moves, mut commands, mut others) = (0, 0, 0);
    for line in raw.lines() {
        match Line::of(line) {
            Line::Move => moves += 1,
            Line::Remark(_) | Line::Board(..) => commands += 1,
            Line::Other => others += 1,
            Line::Wait => {}
        }
    }
    let is_script = moves >= FEWEST && commands >= COMMANDS && others * 20 <= moves + commands;
    if !is_script {
        return None;
    }
    let mut script = Script::default();
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        let place = |part: &str| part.as_ptr() as usize - raw.as_ptr() as usize;
        let span = |part: &str| (place(part), place(part) + part.len());
        let own = line.trim();
        match Line::of(line) {
            Line::Move => script.game.play(span(own)),
            Line::Remark(rest) => script.game.remark(span(rest)),
            Line::Board(command, rest) => script.board(raw, command, rest, at, left),
            Line::Other => script.game.remark(span(own)),
            Line::Wait => {}
        }
        at += line.len();
    }
    script.close(raw, raw.len());
    Some(script.out)
}

#[derive(Default)]
struct Script {
    out: Out,
    game: Game,
    /// The players of the game.
    white: String,
    black: String,
    /// The position that is being set up.
    setup: Setup,
}

#[derive(Default)]
struct Game {
    start: usize,
    fen: Option<String>,
    items: Vec<Item>,
    /// The moves that stand.
    line: Vec<usize>,
    /// Those that were taken back last, with none played behind them.
    undone: Vec<usize>,
}

/// A move or a remark.
struct Item {
    is_move: bool,
    is_taken: bool,
    place: (usize, usize),
}

#[derive(Default)]
struct Setup {
    board: Option<String>,
    black_moves: bool,
    castling: [Option<String>; 2],
}

impl Setup {
    fn fen(&self) -> Option<String> {
        let board = self.board.as_ref()?;
        // All fields of a position may have been given.
        if board.contains(' ') {
            return Some(board.clone());
        }
        let mut castling = String::new();
        for (said, (short, long)) in self.castling.iter().zip([('K', 'Q'), ('k', 'q')]) {
            let said = said.as_deref().unwrap_or_default();
            castling.extend(matches!(said, "both" | "kside").then_some(short));
            castling.extend(matches!(said, "both" | "qside").then_some(long));
        }
        let side = if self.black_moves { 'b' } else { 'w' };
        Some(format!("{board} {side} {} - 0 1", if castling.is_empty() { "-" } else { &castling }))
    }
}

impl Game {
    fn remark(&mut self, place: (usize, usize)) {
        self.items.push(Item { is_move: false, is_taken: false, place });
    }

    fn play(&mut self, place: (usize, usize)) {
        self.undone.clear();
        self.line.push(self.items.len());
        self.items.push(Item { is_move: true, is_taken: false, place });
    }

    /// Takes so many half-moves back.
    fn back(&mut self, plies: usize) {
        let taken = self.line.split_off(self.line.len().saturating_sub(plies));
        taken.iter().for_each(|&at| self.items[at].is_taken = true);
        self.undone.extend(taken);
    }
}

impl Script {
    fn board(&mut self, raw: &str, command: &str, rest: &str, at: usize, left: &mut Left) {
        let number = || rest.parse::<usize>().ok();
        match command {
            "back" => {
                let plies = number().unwrap_or(1);
                let played = self.game.line.len();
                if plies >= played && played >= GAME {
                    self.close(raw, at);
                } else {
                    self.game.back(plies);
                }
            }
            "revert" => self.close(raw, at),
            "wname" => rest.clone_into(&mut self.white),
            "bname" => rest.clone_into(&mut self.black),
            "bsetup" => {
                let (what, value) = rest.split_once(' ').unwrap_or((rest, ""));
                match what {
                    "" => {
                        self.close(raw, at);
                        self.setup = Setup::default();
                    }
                    "fen" => self.setup.board = Some(value.trim().to_owned()),
                    "tomove" => self.setup.black_moves = value.trim().to_lowercase().starts_with('b'),
                    "wname" => value.trim().clone_into(&mut self.white),
                    "bname" => value.trim().clone_into(&mut self.black),
                    "wcastle" => self.setup.castling[0] = Some(value.trim().to_owned()),
                    "bcastle" => self.setup.castling[1] = Some(value.trim().to_owned()),
                    "start" => self.setup.board = None,
                    "done" => self.game.fen = self.setup.fen(),
                    _ => left.push((self.out.text.len(), "a position that is set up man by man")),
                }
            }
            _ => {}
        }
    }

    /// Ends the game before a place.
    fn close(&mut self, raw: &str, at: usize) {
        let mut game = std::mem::take(&mut self.game);
        self.game.start = at;
        // The players are those of one game.
        let (white, black) = (std::mem::take(&mut self.white), std::mem::take(&mut self.black));
        // Moves that were taken back, with none behind them, were the game.
        game.undone.iter().for_each(|&at| game.items[at].is_taken = false);
        if game.line.is_empty() && game.undone.is_empty() {
            // What was said before a game is said of the next one.
            self.game.items = game.items;
            self.game.start = game.start;
            self.game.fen = game.fen;
            (self.white, self.black) = (white, black);
            return;
        }
        let mut tags = String::new();
        for (name, value) in [("White", &white), ("Black", &black)] {
            if !value.is_empty() {
                tags.push_str(&format!("[{name} \"{}\"]\n", value.replace('"', "'")));
            }
        }
        let is_black = game.fen.as_ref().is_some_and(|fen| fen.split(' ').nth(1) == Some("b"));
        if let Some(fen) = &game.fen {
            tags.push_str(&format!("[FEN \"{fen}\"]\n"));
        }
        if tags.is_empty() {
            tags.push_str("[Event \"?\"]\n");
        }
        let out = &mut self.out;
        out.put(&format!("{tags}\n"), game.start, game.start);
        let mut ply = usize::from(is_black);
        let mut is_open = false;
        let mut is_numbered = true;
        for item in &game.items {
            let (from, to) = item.place;
            let is_played = item.is_move && !item.is_taken;
            if is_played == is_open {
                out.put(if is_open { "}\n" } else { "{" }, from, from);
                is_open = !is_open;
            }
            if !is_played {
                for (at, c) in raw[from..to].char_indices().map(|(step, c)| (from + step, c)) {
                    match c {
                        '{' => out.put("(", at, at + 1),
                        '}' => out.put(")", at, at + 1),
                        _ => out.copy(raw, at, at + c.len_utf8()),
                    }
                }
                out.put(" ", to, to);
                is_numbered = true;
                continue;
            }
            let number = ply / 2 + 1;
            if ply.is_multiple_of(2) {
                out.put(&format!("{number}. "), from, from);
            } else if is_numbered {
                out.put(&format!("{number}... "), from, from);
            }
            is_numbered = false;
            out.put(&raw[from..to].replace('o', "O"), from, to);
            out.put(" ", to, to);
            ply += 1;
        }
        out.put(if is_open { "} *\n\n" } else { "*\n\n" }, at, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Option<String> {
        games(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn lectures_are_games_with_remarks() {
        assert_eq!(
            read("k Hello\n5\nwname Anna\nbname Bert\ne4\n3\ne5\nwhisper or this\nf4\n4\nback 1\nNf3\nNc6\nback 4\n").as_deref(),
            Some(
                "[White \"Anna\"]\n[Black \"Bert\"]\n\n{Hello }\n1. e4 e5 {or this f4 }\n2. Nf3 Nc6 *\n\n"
            )
        );
        assert_eq!(
            read("bsetup\nbsetup fen 4k3/8/8/8/8/8/4P3/4K3\nbsetup tomove Black\nbsetup wcastle none\nbsetup done\ne8d7\ne1d2\nk {so}\nd7d6\ne2e4\n")
                .as_deref(),
            Some(
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... e8d7 2. e1d2 {(so) }\n2... d7d6 3. e2e4 *\n\n"
            )
        );
    }

    #[test]
    fn a_revert_begins_another_game() {
        let text = read("k one\ne4\ne5\nd4\nexd4\nrevert\nk two\nk three\nc4\nc5\n");
        assert_eq!(
            text.as_deref(),
            Some(
                "[Event \"?\"]\n\n{one }\n1. e4 e5 2. d4 exd4 *\n\n[Event \"?\"]\n\n{two three }\n1. c4 c5 *\n\n"
            )
        );
    }

    #[test]
    fn other_lists_are_no_scripts() {
        assert_eq!(read("e4\ne5\nNf3\nNc6\nBb5\na6\n"), None);
        assert_eq!(read("k\ne4\nk\ne5\nk\nNf3\nk\nNc6\n"), None);
    }
}
