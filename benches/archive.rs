//! The archive: packing, replaying, reading one game, asking the headers.
//!
//! Runs on `../shared/pgn/masters.pgn.zst`, eight times over with other names, and reads games of
//! `lichess.pgn.zst` and `annotated.pgn.zst` beside it; does nothing where the first is missing.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scorebook::archive::{Archive, MoveCodec, Options, Stored, Writer, dense, next_game};
use scorebook::international::Move16;
use scorebook::query::Query;
use scorebook::record::pgn::Lexer;
use shakmaty::{Chess, Position};

/// Games of the large archive.
const MANY: usize = 300_000;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pgn/");

fn games(name: &str) -> Option<Vec<Stored>> {
    let bytes = zstd::decode_all(std::fs::File::open(format!("{FOLDER}{name}.pgn.zst")).ok()?).ok()?;
    let mut lexer = Lexer::new(&bytes);
    Some(
        std::iter::from_fn(|| next_game(&mut lexer, Default::default()))
            .filter_map(|(_, game)| game.ok())
            .collect(),
    )
}

/// As many games as asked for; when they come again, their players have other names.
fn pack(games: &[Stored], count: usize, codec: MoveCodec) -> Vec<u8> {
    let mut writer =
        Writer::new(std::io::Cursor::new(Vec::new()), Options { codec, exact: false }).expect("writer");
    let endings = ["", "son", "ov", "ez", "mann", "ski", "elli", "ina"];
    let times = endings.iter().flat_map(|ending| games.iter().map(move |game| (ending, game)));
    for (ending, game) in times.take(count) {
        let mut game = game.clone();
        for tag in ["White", "Black"] {
            if let Some(name) = game.tags.get(tag).map(|name| name.replacen(',', &format!("{ending},"), 1)) {
                game.tags.set(tag, name);
            }
        }
        writer.push(game, b"").expect("push");
    }
    writer.finish().expect("finish").0.into_inner()
}

fn replays(c: &mut Criterion, games: &[Stored]) {
    let lines: Vec<_> = games.iter().map(Stored::line).take(4000).collect();
    let plies = lines.iter().map(|line| line.len() as u64).sum();
    let mut group = c.benchmark_group("replay of 16-bit words");
    group.throughput(Throughput::Elements(plies));
    group.bench_function("checked", |b| {
        b.iter(|| {
            for line in &lines {
                let mut position = Chess::default();
                for word in *line {
                    position.play_unchecked(word.to_move(&position).expect("legal"));
                }
                black_box(&position);
            }
        });
    });
    group.bench_function("trusted", |b| {
        b.iter(|| {
            for line in &lines {
                let mut position = Chess::default();
                for word in *line {
                    position.play_unchecked(word.as_move(&position).expect("a man"));
                }
                black_box(&position);
            }
        });
    });
    group.finish();
    // The half that the model was not trained on.
    let lines: Vec<_> = games.iter().skip(1).step_by(2).map(Stored::line).take(500).collect();
    let start = Chess::default();
    let pack = |encode: fn(&Chess, &[Move16], &mut Vec<u8>) -> bool| -> Vec<Vec<u8>> {
        let bytes = |line: &&[Move16]| {
            let mut bytes = Vec::new();
            assert!(encode(&start, line, &mut bytes));
            bytes
        };
        lines.iter().map(bytes).collect()
    };
    let (packed, light) = (pack(dense::encode), pack(dense::encode_light));
    let mut group = c.benchmark_group("dense");
    group.sample_size(10);
    group.throughput(Throughput::Elements(lines.iter().map(|line| line.len() as u64).sum()));
    group.bench_function("densest, encode", |b| {
        b.iter(|| {
            for line in &lines {
                black_box(dense::encode(&start, line, &mut Vec::new()));
            }
        });
    });
    group.bench_function("densest, decode", |b| {
        b.iter(|| {
            for (line, bytes) in lines.iter().zip(&packed) {
                black_box(dense::decode(&start, line.len(), bytes));
            }
        });
    });
    group.bench_function("encode", |b| {
        b.iter(|| {
            for line in &lines {
                black_box(dense::encode_light(&start, line, &mut Vec::new()));
            }
        });
    });
    group.bench_function("decode", |b| {
        b.iter(|| {
            for (line, bytes) in lines.iter().zip(&light) {
                black_box(dense::decode_light(&start, line.len(), bytes));
            }
        });
    });
    group.finish();
}

/// Reads single games; nothing is cached except the headers of the group.
fn one_game(c: &mut Criterion, name: &str, bytes: &[u8], codec: MoveCodec) {
    let archive = Archive::open(bytes).expect("opens");
    let (mut number, mut most) = (0, 0);
    c.bench_function(&format!("one of {} games{name}, {codec}", archive.games()), |b| {
        b.iter(|| {
            number = (number + 7919) % archive.games();
            let block = archive.block(archive.block_of(number).expect("block")).expect("block");
            black_box(archive.game_in(&block, (number - block.first()) as usize).expect("game"));
            most = most.max(block.bytes_read());
        });
    });
    println!("                        at most {most} bytes read for a game");
}

fn archive(c: &mut Criterion) {
    let Some(games) = self::games("masters") else {
        eprintln!("skipped: {FOLDER}masters.pgn.zst is not here");
        return;
    };
    replays(c, &games);
    for codec in MoveCodec::ALL {
        let count = if matches!(codec, MoveCodec::Dense | MoveCodec::Densest) { games.len() } else { MANY };
        one_game(c, "", &pack(&games, count, codec), codec);
    }
    for name in ["lichess", "annotated"] {
        let Some(games) = self::games(name) else { continue };
        for codec in [MoveCodec::Words, MoveCodec::Zstd] {
            one_game(c, &format!(" of {name}"), &pack(&games, games.len(), codec), codec);
        }
    }
    let bytes = pack(&games, MANY, MoveCodec::Words);
    for question in
        ["white ~ \"Alekhine\" and date < 1930 and plies > 40", "player ~ fischer and result = 1-0"]
    {
        let query: Query = question.parse().expect("query");
        c.bench_function(&format!("{question}, of {MANY} games, headers not yet read"), |b| {
            b.iter(|| black_box(Archive::open(&bytes).expect("opens").find(&query).expect("query")));
        });
    }
}

criterion_group!(benches, archive);
criterion_main!(benches);
