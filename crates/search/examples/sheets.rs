//! Scores the search on a folder of score sheets (`GAME_SHEET.csv`: move, white, black) with `truth.tsv`.
//!
//! `cargo run --release -p scorebook-search --example sheets DIR [joint] [known] [-v] [-p] [claims] [NAME=PRICE …]`; `claims` prints
//! each known game with its chances and whether what was read of it is right.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use scorebook_search::lattice::Said;
use scorebook_search::{Channel, Grammar, Prices, Record, search::search_records};
use shakmaty::{CastlingMode, Chess};

fn sheet(path: &Path) -> Record {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().skip(1).map(|line| {
        let mut fields = line.split(',').skip(1);
        [fields.next().unwrap_or(""), fields.next().unwrap_or("")]
    });
    let rows: Vec<[&str; 2]> = rows.collect();
    let mut record = Record::of_texts(rows.iter().flatten().copied());
    while record.cells.last().is_some_and(|cell| cell.is_empty()) {
        record.cells.pop();
    }
    record
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = args.iter().any(|arg| arg == "known");
    let dir = args.first().expect("DIR");
    let joint = args.iter().any(|arg| arg == "joint");
    let verbose = args.iter().any(|arg| arg == "-v");
    let mut prices = Prices::default();
    let mut scale = 1.0f32;
    for (name, value) in args.iter().filter_map(|arg| arg.split_once('=')) {
        let value: f32 = value.parse().expect("a number");
        match name {
            "misfit" => prices.misfit = value,
            "empty" => prices.empty = value,
            "lost" => prices.lost = value,
            "lost_more" => prices.lost_more = value,
            "idle" => prices.idle = value,
            "idle_row" => prices.idle_row = value,
            "exchanged" => prices.exchanged = value,
            "raised" => prices.raised = value,
            "lowered" => prices.lowered = value,
            "unread" => prices.unread = value,
            "false_check" => prices.false_check = value,
            "surprise" => prices.surprise = value,
            "anything" => prices.anything = value,
            "alike" => prices.alike = value,
            "astray" => prices.astray = value,
            "trouble" => prices.trouble = value,
            "window" => prices.window = value,
            "width" => prices.width = value as usize,
            "scale" => scale = value,
            _ => panic!("no price {name}"),
        }
    }
    let truth = std::fs::read_to_string(format!("{dir}/truth.tsv")).unwrap_or_default();
    let truth: BTreeMap<&str, Vec<&str>> = truth
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(game, moves)| (game, moves.split(' ').collect()))
        .collect();
    let mut files: Vec<_> =
        std::fs::read_dir(dir).expect("DIR").filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "csv"));
    files.sort();
    let mut records: Vec<(String, Vec<Record>)> = Vec::new();
    for path in &files {
        let name = path.file_stem().expect("a name").to_string_lossy().to_string();
        let game = name.split('_').next().unwrap_or("").to_owned();
        match records.last_mut().filter(|last| joint && last.0 == game) {
            Some(last) => last.1.push(sheet(path)),
            None => records.push((if joint { game } else { name }, vec![sheet(path)])),
        }
    }
    let letters = ["P", "N", "B", "R", "Q", "K"];
    let (mut english, mut channel) = (Grammar::algebraic(letters), Channel::handwriting());
    let tables = args.iter().find_map(|arg| arg.strip_prefix("tables:"));
    let (mut right, mut all, mut exact, mut known, mut ended) = (0, 0, 0, 0, 0);
    let (mut slowest, started) = (0.0f64, Instant::now());
    let mut told = [[0usize; 2]; 11];
    let is_known = |name: &str| truth.contains_key(name.split('_').next().unwrap_or(""));
    records.retain(|(name, _)| !only || is_known(name));
    for (name, sheets) in &records {
        if let Some(tables) = tables {
            let game = name.split('_').next().unwrap_or("");
            let of = |file: &str| {
                let own = std::fs::read_to_string(format!("{tables}/{game}/{file}"));
                own.or_else(|_| std::fs::read_to_string(format!("{tables}/{file}"))).expect("a table")
            };
            english = Grammar::from_table(letters, &of("algebraic.tsv"));
            channel = Channel::from_table(&of("handwriting.tsv"));
        }
        let begun = Instant::now();
        let lattice = search_records(sheets, &Chess::default(), &english, &channel, &prices);
        let plies = lattice.best_with(scale);
        let took = begun.elapsed().as_secs_f64();
        slowest = slowest.max(took);
        let cells = sheets.iter().map(|sheet| sheet.cells.len()).max().unwrap_or(0);
        ended += usize::from(plies.len() + 1 >= cells);
        let game = name.split('_').next().unwrap_or("");
        let wanted = truth.get(game);
        let (mut r, mut n) = (0, 0);
        for (at, want) in wanted.into_iter().flatten().enumerate().filter(|(_, want)| !want.ends_with('?')) {
            n += 1;
            let got = plies.get(at).map(|ply| ply.mv.to_uci(CastlingMode::Standard).to_string());
            let fits = got.as_deref() == Some(*want);
            r += usize::from(fits);
            if let Some(ply) = plies.get(at) {
                told[(ply.chance * 10.0) as usize][usize::from(fits)] += 1;
            }
            if !fits && verbose {
                let text: String = sheets[0]
                    .cells
                    .get(at)
                    .and_then(|c| c.first())
                    .map(|w| w.text.iter().collect())
                    .unwrap_or_default();
                let ply = plies.get(at);
                println!(
                    "  {name} {at}: `{text}` read {got:?} want {want} chance {:?} cost {:?} surprise {:?}",
                    ply.map(|p| p.chance),
                    ply.map(|p| p.cost),
                    ply.map(|p| p.surprise)
                );
            }
        }
        if args.iter().any(|arg| arg == "claims") {
            let moves = plies.iter().map(|ply| ply.mv.to_uci(CastlingMode::Standard).to_string());
            let wrong = moves.enumerate().filter(|(at, mv)| {
                wanted
                    .is_some_and(|wanted| wanted.get(*at).is_none_or(|want| want.trim_end_matches('?') != mv))
            });
            let wrong: Vec<String> = wrong.map(|(at, mv)| format!("{at}:{mv}")).collect();
            let unheld = plies.iter().filter(|ply| !ply.held).count();
            println!(
                "claim\t{name}\t{}\t{:.6}\t{:.6}\t{:.6}\t{}\t{}\t{:.2}\t{}\t{}",
                if wrong.is_empty() { "right" } else { "wrong" },
                lattice.chance(scale),
                lattice.chance_by_records(),
                lattice.chance_in_doubt(),
                plies.len(),
                unheld,
                lattice.end().map_or(0.0, |end| end.1),
                lattice.vertices[lattice.end().map_or(0, |end| end.0) as usize].stop,
                wrong.join(" ")
            );
        }
        if args.iter().any(|arg| arg == "-p") {
            for ply in &plies {
                let texts = sheets.iter().zip(&ply.said).map(|(sheet, said)| match said {
                    Said::Cell(cell) => sheet.cells[*cell as usize]
                        .first()
                        .map(|written| written.text.iter().collect::<String>()),
                    Said::Nothing => None,
                });
                println!("    {:?} {} {:.2} {:.4}", texts.collect::<Vec<_>>(), ply.mv, ply.cost, ply.chance);
            }
        }
        if verbose {
            println!(
                "{name}: {} plies of {cells}, {r}/{n}, game {:.2}, cost {:.1}, {took:.2} s, {} vertices",
                plies.len(),
                lattice.chance(scale),
                lattice.end().map_or(0.0, |e| e.1),
                lattice.vertices.len()
            );
        }
        right += r;
        all += n;
        if wanted.is_some() {
            known += 1;
            exact += usize::from(r == n);
        }
    }
    println!(
        "half-moves right {right}/{all} ({:.1} %), exact {exact}/{known}, to the end {ended}/{}, {:.2} s a sheet, slowest {slowest:.2}",
        100.0 * right as f64 / (all.max(1) as f64),
        records.len(),
        started.elapsed().as_secs_f64() / records.len() as f64
    );
    for (step, [wrong, right]) in told.iter().enumerate().filter(|(_, t)| t[0] + t[1] > 0) {
        println!(
            "  told {step}0 %: found {:.0} % of {}",
            100.0 * *right as f64 / (wrong + right) as f64,
            wrong + right
        );
    }
}
