//! Real games, spoken and misheard, and what is made of them.

mod speaker;

use std::time::Instant;

use scorebook_random::Random;
use scorebook_spoken::{How, SpokenGame, read, words_of};
use speaker::{Form, Speaker, TONGUES, Wording, games, mishear};

/// What came of some games.
#[derive(Default)]
struct Tally {
    games: usize,
    exact: usize,
    plies: usize,
    right: usize,
    claimed: usize,
    wrong: usize,
    seconds: f64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.exact += other.exact;
        self.claimed += other.claimed;
        self.wrong += other.wrong;
    }
}

/// Whether nothing is left to doubt: every word says just its move.
fn is_claimed(games: &[SpokenGame]) -> bool {
    let [game] = games else { return false };
    game.rest.is_none()
        && game.length == game.plies.len()
        && game.plies.iter().all(|ply| match ply.how {
            How::Exact => ply.chance >= 0.95,
            How::Among(_) => ply.chance >= 0.95 && ply.by_record >= 0.95,
            _ => false,
        } && ply.passed.is_empty() && ply.taken_back.is_none() && !ply.wrong_number)
}

fn run(form: Form, wording: Wording, share: f32, count: usize, seed: u64, told: bool) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for moves in games().into_iter().cycle().skip(seed as usize % 50).take(count) {
        let speaker = Speaker::new(form, wording, &mut random);
        let words = speaker.speak(&moves, &mut random);
        let (words, harmed) = mishear(&words, share, &mut random);
        let text = words.join(" ");
        let begin = Instant::now();
        let read = read(&text, &words_of(&text), None);
        tally.seconds += begin.elapsed().as_secs_f64();
        let found: Vec<_> =
            read.iter().flat_map(|game| game.plies[..game.length].iter().map(|ply| ply.mv)).collect();
        let common = found.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        let exact = found == moves;
        let claimed = is_claimed(&read);
        tally.games += 1;
        tally.exact += usize::from(exact);
        tally.plies += moves.len();
        tally.right += common;
        tally.claimed += usize::from(claimed);
        tally.wrong += usize::from(claimed && !exact);
        if told && exact && !claimed && harmed == 0 {
            for game in &read {
                let doubts = game
                    .plies
                    .iter()
                    .filter(|ply| ply.how != How::Exact || ply.chance < 0.95 || !ply.passed.is_empty());
                let doubts: Vec<String> = doubts
                    .map(|ply| {
                        format!(
                            "{}[{}] {:?} {:.2} {:.2} {:?}",
                            ply.mv, ply.text, ply.how, ply.chance, ply.by_record, ply.passed
                        )
                    })
                    .collect();
                eprintln!("unclaimed {form:?}: {doubts:?} {:?}", game.rest);
            }
        }
        if told && !exact {
            let at: Vec<String> = read
                .iter()
                .flat_map(|game| &game.plies)
                .skip(common.saturating_sub(1))
                .take(4)
                .map(|ply| format!("{}[{}] {:.2}", ply.mv, ply.text, ply.chance))
                .collect();
            let wanted: Vec<String> = moves.iter().skip(common).take(3).map(ToString::to_string).collect();
            eprintln!(
                "{form:?} harmed {harmed}, {common} of {} right, found {}, {:?}/{:?}; at {at:?}, wanted {wanted:?}\n   {text}\n",
                moves.len(),
                found.len(),
                read.first().map(|g| g.language),
                read.first().map(|g| g.style)
            );
        }
    }
    tally
}

const FORMS: [Form; 4] = [Form::Squares, Form::Words, Form::Numbered, Form::Descriptive];

/// Prints the figures: `SPOKEN=40 cargo test --release -p scorebook-spoken --test aloud -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures"]
fn figures() {
    let count = std::env::var("SPOKEN").ok().and_then(|count| count.parse().ok()).unwrap_or(24);
    let seed = std::env::var("SPOKEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let told = std::env::var("SPOKEN_TOLD").is_ok();
    let only = std::env::var("SPOKEN_ONLY").ok();
    let wording = if std::env::var("SPOKEN_OTHER").is_ok() { Wording::Other } else { Wording::Usual };
    let forms = FORMS.into_iter().chain((0..TONGUES.len()).map(Form::Tongue));
    for form in forms {
        for share in [0.0, 0.04] {
            let name = match form {
                Form::Tongue(at) => TONGUES[at].name.to_owned(),
                form => format!("{form:?}").to_lowercase(),
            };
            let name = format!("{name}{}", if share > 0.0 { " misheard" } else { "" });
            if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
                continue;
            }
            let tally = run(form, wording, share, count, seed, told);
            println!(
                "{name:24} exact {:3} of {:3}   half-moves {:5.1} %   claimed {:3}, wrong {}   {:.3} s/game",
                tally.exact,
                tally.games,
                100.0 * tally.right as f64 / tally.plies as f64,
                tally.claimed,
                tally.wrong,
                tally.seconds / tally.games as f64,
            );
        }
    }
}

/// What a user would check: clean speech is read exactly, misheard speech mostly, and nothing wrong is claimed.
#[test]
fn games_read_aloud_are_read() {
    let (mut clean, mut misheard) = (Tally::default(), Tally::default());
    for (at, form) in FORMS.into_iter().chain((0..TONGUES.len()).map(Form::Tongue)).enumerate() {
        for wording in [Wording::Usual, Wording::Other] {
            clean.add(&run(form, wording, 0.0, 1, 3 + at as u64, false));
            misheard.add(&run(form, wording, 0.04, 1, 3 + at as u64, false));
        }
    }
    assert!(clean.exact * 20 >= clean.games * 19, "{} of {}", clean.exact, clean.games);
    assert!(misheard.exact * 4 >= misheard.games * 3, "{} of {}", misheard.exact, misheard.games);
    assert_eq!((clean.wrong, misheard.wrong), (0, 0));
    assert!(clean.claimed * 4 >= clean.games * 3, "{} of {}", clean.claimed, clean.games);
}
