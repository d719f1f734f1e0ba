//! Prints a document in the order that the places of its words tell, block by block: `order FILE`.

use std::path::Path;
use std::process::ExitCode;

use scorebook_source::{Options, Pages, orders};

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: order FILE");
        return ExitCode::from(2);
    };
    match run(Path::new(&file)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(path: &Path) -> Result<(), scorebook_source::Error> {
    for page in Pages::open(path, &Options::default())? {
        let page = page?;
        let ways = orders(&page);
        let costs: Vec<String> = ways.iter().map(|way| format!("{:.1}", way.cost)).collect();
        println!("page {}: {} ways, costs {}", page.scanned, ways.len(), costs.join(" "));
        for block in ways.first().into_iter().flat_map(|way| &way.blocks) {
            for row in &block.rows {
                let words: Vec<&str> =
                    row.iter().map(|at| page.lines[at.line].words[at.word].text.as_str()).collect();
                println!("{}", words.join(" "));
            }
            println!();
        }
    }
    Ok(())
}
