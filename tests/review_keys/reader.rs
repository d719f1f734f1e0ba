//! A reader who knows what was played, and presses as few keys as the page allows.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use shakmaty::{Chess, File, Move, Position, Square, san::San};

use super::truth::{Moves, agree, plain, surname};
use crate::browser::Browser;

/// No game is given more keys.
const MOST: usize = 150;
/// Half-moves that must agree for a game to be the one that was printed.
const SAME: usize = 6;
/// Lines that the page shows on each side of a doubt for lines to be chosen.
const IN_SIGHT: usize = 240;

/// What came of it.
#[derive(Default)]
pub struct Cleared {
    pub keys: usize,
    /// From each deciding key until the page takes the next.
    pub waits: Vec<Duration>,
    /// Games that were given up, and where.
    pub left: Vec<String>,
}

/// What the page shows.
#[derive(Debug)]
struct Seen {
    /// The game's place, from 1.
    game: usize,
    /// The line of the doubt.
    line: usize,
    /// The surnames of the players, as the page names them.
    players: Vec<String>,
    moves: Moves,
    /// The half-move of the doubt, from 1; 0 for none.
    ply: usize,
    /// Half-moves of the game's doubts.
    plies: Vec<usize>,
    /// The text and code of the doubt.
    text: String,
    /// Keys and moves of the answers.
    ways: Vec<(String, String)>,
    done: bool,
    /// Whether all doubts of the game can be taken as read.
    can_be_right: bool,
    open: usize,
}

const SEE: &str = r##"(() => {
  const text = s => document.querySelector(s)?.textContent ?? "";
  const count = /(\d+) of (\d+)/.exec(text("#count")) || [0, 0, 0];
  return JSON.stringify({
    where: text("#where"), head: text("#head"), codes: [...document.querySelectorAll("#findings b")].map(e => e.textContent).join(" "),
    moves: [...document.querySelectorAll("#moves button")].map(e => e.textContent),
    marked: [...document.querySelectorAll("#moves button.q:not(.done)")].map(e => Number(e.dataset.ply)),
    ways: [...document.querySelectorAll("#ways button")].map(e => [e.querySelector("kbd").textContent.trim(), e.querySelector(".san").textContent]),
    decided: document.querySelector("#decided").children.length, right: !document.querySelector("#right").disabled,
    open: count[2] - count[1],
  });
})()"##;

/// For each game of the page, the number of the heading that is printed above it, and the lines of the headings above no game.
const HEADINGS: &str = r##"(() => {
  const request = new XMLHttpRequest();
  request.open("GET", location.href, false);
  request.send();
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const data = JSON.parse(page.getElementById("data").textContent);
  const unit = data.texts[0];
  if (!unit) return JSON.stringify({ games: [], lost: [] });
  const headings = unit.t.split("\n").flatMap((line, at) => { const found = /^\s*Game (\d+)[.,]?\s*$/.exec(line); return found ? [[at + unit.l, Number(found[1])]] : []; });
  const said = game => STARTED.find(([line]) => Math.abs(line - game.l) < 4);
  const above = game => said(game) || headings.filter(([line]) => line <= game.l).pop() || [0, 0];
  const games = data.games.map(game => above(game)[1]);
  // The names above its moves may stand before the heading, in the order of a torn page.
  const lines = unit.t.split("\n").map(line => line.toLowerCase());
  const begins = ([line, number]) => {
    const near = lines.slice(Math.max(0, line - unit.l - 120), line - unit.l + 40);
    const at = near.findIndex(words => (NAMES[number - 1] || []).some(name => words.includes(name)));
    return at < 0 ? line : Math.min(line, Math.max(0, line - unit.l - 120) + at + unit.l);
  };
  const lost = headings.filter(([, number]) => !games.includes(number));
  return JSON.stringify({ games, lost: lost.map(heading => [begins(heading), heading[1]]) });
})()"##;

/// The headings of the page: see `HEADINGS`.
fn headings(
    browser: &mut Browser,
    players: &[[String; 2]],
    started: &[(usize, usize)],
) -> (Vec<usize>, Vec<(usize, usize)>) {
    // Names that tell a game from the others.
    let is_own = |name: &&String| players.iter().flatten().filter(|other| other == name).count() == 1;
    let own: Vec<Vec<&String>> = players.iter().map(|names| names.iter().filter(is_own).collect()).collect();
    let script = HEADINGS.replace("NAMES", &serde_json::to_string(&own).unwrap());
    let text = browser.eval(&script.replace("STARTED", &serde_json::to_string(started).unwrap()));
    let json: serde_json::Value = serde_json::from_str(text.as_str().unwrap_or("{}")).unwrap();
    (
        serde_json::from_value(json["games"].clone()).unwrap_or_default(),
        serde_json::from_value(json["lost"].clone()).unwrap_or_default(),
    )
}

/// Says that a game starts on a line: the key for the lines, a click on the line, and one on the button. The keys that took.
pub fn start(browser: &mut Browser, line: usize) -> usize {
    browser.press("s");
    let chosen = browser.eval(&format!(
        "(() => {{
            const row = [...document.querySelectorAll('#text li')].find(row => row.querySelector('.n').textContent === '{line}');
            if (!row) {{ document.querySelector('#choice').close(); return false; }}
            row.scrollIntoView({{ block: 'center' }});
            const box = row.getBoundingClientRect(), where = {{ clientX: box.left + 60, clientY: box.top + box.height / 2, bubbles: true, button: 0 }};
            row.dispatchEvent(new PointerEvent('pointerdown', where));
            dispatchEvent(new PointerEvent('pointerup', where));
            window.before = true;
            document.querySelector('#begins').click();
            return true;
        }})()"
    ));
    if chosen != true {
        return 2;
    }
    // The page is loaded anew.
    for _ in 0..2_000 {
        if browser.eval("!window.before && document.readyState === 'complete'") == true {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    ready(browser);
    3
}

const READY: &str = "document.querySelector('#doubt')?.getAttribute('aria-busy') !== 'true' && (!!document.querySelector('#board svg') || document.querySelector('#empty')?.hidden === false)";

/// Waits until the page takes the next key.
fn ready(browser: &mut Browser) {
    for _ in 0..2_000 {
        if browser.eval(READY) == true {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn see(browser: &mut Browser) -> Seen {
    ready(browser);
    let text = browser.eval(SEE);
    let json: serde_json::Value = serde_json::from_str(text.as_str().unwrap_or("{}")).unwrap();
    let number = |text: &str| -> usize {
        text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
    };
    let head = json["head"].as_str().unwrap_or_default();
    let black = head.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('…');
    let strings = |value: &serde_json::Value| -> Moves {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(plain)).collect()
    };
    let place =
        json["where"].as_str().unwrap_or_default().split(" · ").find_map(|part| part.strip_prefix("game "));
    let names = json["where"].as_str().unwrap_or_default().split(" · ").next().unwrap_or_default();
    let ways = json["ways"].as_array().into_iter().flatten().map(strings);
    let marked = json["marked"].as_array().into_iter().flatten();
    Seen {
        game: place.map_or(0, number),
        line: json["where"].as_str().unwrap_or_default().rsplit(':').next().map_or(0, number),
        players: names.split(" – ").map(surname).collect(),
        moves: strings(&json["moves"]),
        ply: if number(head) == 0 { 0 } else { number(head) * 2 - usize::from(!black) },
        plies: marked.filter_map(|ply| Some(ply.as_u64()? as usize)).collect(),
        text: format!("{} {head}", json["codes"].as_str().unwrap_or_default()),
        ways: ways.filter_map(|way| Some((way.first()?.clone(), way.get(1)?.clone()))).collect(),
        done: json["decided"].as_u64() > Some(0),
        can_be_right: json["right"] == true,
        open: json["open"].as_u64().unwrap_or(0) as usize,
    }
}

/// What the reader does next.
enum Act {
    Key(&'static str),
    /// An answer that the page offers.
    Answer(String),
    /// A move made on the board, by a click on each of its squares.
    Make(String),
    /// A half-move, from 1, that is wrong: a click on it in the list of moves asks what was played there.
    Ask(usize),
    /// Nothing more can be made of the game: why.
    Leave(&'static str),
}

/// What to do at a doubt of a game that was `game`.
fn act(seen: &Seen, game: &[String], is_known: bool, tried: bool) -> Act {
    let good = agree(game, &seen.moves);
    if !is_known && good < SAME.min(game.len()) {
        return Act::Leave("its beginning is not what was printed");
    }
    if good == game.len() && good == seen.moves.len() {
        return if seen.can_be_right { Act::Key("g") } else { Act::Leave("") };
    }
    // The first half-move that is wrong; the doubts before it are right.
    let wrong = good + 1;
    if seen.ply != wrong || tried {
        let between = seen.plies.iter().filter(|ply| (seen.ply + 1..wrong).contains(*ply)).count();
        let listed = seen.plies.contains(&wrong);
        return match () {
            () if tried => Act::Leave("what was decided there does not hold"),
            () if seen.ply < wrong && listed && between == 0 && !seen.done => Act::Key("n"),
            () if good < seen.moves.len() => Act::Ask(wrong),
            () => Act::Key("j"),
        };
    }
    let way = |wanted: &str| seen.ways.iter().find(|(key, san)| san == wanted && !key.is_empty());
    match game.get(good) {
        Some(wanted) => match way(wanted) {
            Some(way) => Act::Answer(way.0.clone()),
            // Text that is left over, and says something else.
            None if seen.text.starts_with("L320 ") && good == seen.moves.len() => Act::Key("j"),
            None if seen.text.starts_with("L320 ") => Act::Ask(wrong),
            None => Act::Make(wanted.clone()),
        },
        None => way("no move").map_or(Act::Leave("it goes on too far"), |way| Act::Answer(way.0.clone())),
    }
}

/// Clicks a half-move in the list of moves.
fn click(browser: &mut Browser, ply: usize) {
    browser.eval(&format!("document.querySelector('#moves button[data-ply=\"{ply}\"]')?.click()"));
}

/// Makes the move behind so many half-moves of a game on the board: a click on its man, and on the square that it goes to; on that
/// square only, if no other man can go there. The clicks that took.
fn make(browser: &mut Browser, game: &[String], before: usize) -> usize {
    let mut position = Chess::default();
    for san in &game[..before] {
        position.play_unchecked(san.parse::<San>().unwrap().to_move(&position).unwrap());
    }
    let Some(m) = game.get(before).map(|san| san.parse::<San>().unwrap().to_move(&position).unwrap()) else {
        return 0;
    };
    let goes_to = |m: Move| match m.is_castle() {
        true => {
            Square::from_coords(if m.to() > m.from().unwrap() { File::G } else { File::C }, m.to().rank())
        }
        false => m.to(),
    };
    let (from, to) = (m.from().unwrap(), goes_to(m));
    let is_sole =
        position.legal_moves().into_iter().all(|other| goes_to(other) != to || other.from() == Some(from));
    let squares = if is_sole { vec![to] } else { vec![from, to] };
    for square in &squares {
        let (x, y) = (u32::from(square.file()), 7 - u32::from(square.rank()));
        browser.eval(&format!(
            "(() => {{
                const svg = document.querySelector('#board svg'), box = svg.getBoundingClientRect();
                const where = {{ clientX: box.left + box.width * ({x} + 0.5) / 8, clientY: box.top + box.height * ({y} + 0.5) / 8, bubbles: true, button: 0 }};
                for (const type of ['pointerdown', 'pointerup']) svg.dispatchEvent(new PointerEvent(type, where));
            }})()"
        ));
        ready(browser);
    }
    squares.len()
}

/// Clears a book.
pub fn clear(browser: &mut Browser, truth: &[Moves], players: &[[String; 2]]) -> Cleared {
    let trace = std::env::var_os("SCOREBOOK_TRACE").is_some();
    let mut cleared = Cleared::default();
    let mut spent = BTreeMap::<usize, usize>::new();
    let mut left = BTreeMap::<usize, String>::new();
    // Half-moves of games that were decided, and gone to since the last decision.
    let mut decided = BTreeSet::new();
    let mut gone = BTreeSet::new();
    let mut seen = see(browser);
    // The lines of games that the reader has started, with their numbers.
    let mut started = Vec::new();
    let (mut numbers, mut lost) = headings(browser, players, &started);
    while cleared.keys < 1_000 && (seen.open > 0 || !lost.is_empty()) {
        // A heading without a game, in sight of the doubt; any where there is no doubt.
        let is_in_sight = |line: usize| seen.open == 0 || line.abs_diff(seen.line) < IN_SIGHT;
        if let Some(at) = lost.iter().position(|(line, _)| is_in_sight(*line)) {
            let (line, number) = lost.remove(at);
            started.push((line, number));
            cleared.keys += start(browser, line);
            seen = see(browser);
            (numbers, _) = headings(browser, players, &started);
            if trace {
                eprintln!("  a game starts on line {line}");
            }
            continue;
        }
        // The heading says which game it is, where it names both players or has a number; else its first moves do.
        let number = numbers.get(seen.game.wrapping_sub(1)).copied().unwrap_or_default();
        let is_named = |at: &usize| {
            number == at + 1 || players.get(*at).is_some_and(|names| names[..] == seen.players[..])
        };
        let alike = |at: &usize| (is_named(at), agree(&truth[*at], &seen.moves));
        let Some(at) = (0..truth.len()).max_by_key(alike) else { break };
        let game = &truth[at];
        let good = agree(game, &seen.moves);
        let used = spent.entry(seen.game).or_default();
        let here = (seen.game, good);
        let tried = decided.contains(&here) && (gone.contains(&here) || seen.done && seen.ply == good + 1);
        let what = match act(&seen, game, is_named(&at), tried) {
            Act::Leave(why) => Act::Leave(why),
            _ if *used > MOST => Act::Leave("too many keys"),
            other => other,
        };
        let start = Instant::now();
        let before = cleared.keys;
        let (keys, shown) = match &what {
            Act::Key(key) => {
                browser.press(key);
                (1, (*key).to_owned())
            }
            Act::Answer(key) => {
                browser.press(key);
                (1, key.clone())
            }
            Act::Make(san) => (make(browser, game, good), format!("make {san}")),
            Act::Ask(ply) => {
                click(browser, *ply);
                (1, format!("ask for {ply}"))
            }
            Act::Leave(why) => {
                if !why.is_empty() {
                    left.insert(
                        seen.game,
                        format!("game {}, {good} of {} half-moves: {why}", seen.game, game.len()),
                    );
                }
                browser.press("N");
                (1, "N".to_owned())
            }
        };
        cleared.keys += keys;
        *used += cleared.keys - before;
        let after = see(browser);
        if trace {
            eprintln!(
                "  game {} ({good} of {}, read {}) doubt at {} {} -> {shown}; {keys} keys; {} open; {} ms; ways {:?}",
                seen.game,
                game.len(),
                seen.moves.len(),
                seen.ply,
                seen.text,
                after.open,
                start.elapsed().as_millis(),
                if matches!(what, Act::Make(_)) { seen.ways.clone() } else { Vec::new() },
            );
        }
        match what {
            Act::Answer(_) | Act::Make(_) => {
                decided.insert((seen.game, good));
                cleared.waits.push(start.elapsed());
            }
            Act::Key("g") => cleared.waits.push(start.elapsed()),
            Act::Leave(_) if after.game == seen.game => break,
            // The end of the list.
            Act::Key(_) | Act::Ask(_)
                if (after.game, after.ply, &after.text) == (seen.game, seen.ply, &seen.text) =>
            {
                gone.insert((seen.game, good));
                decided.insert((seen.game, good));
            }
            _ => {}
        }
        seen = after;
    }
    cleared.left = left.into_values().collect();
    cleared
}
