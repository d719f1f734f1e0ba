//! The text of a scan as a grid of characters: `grid FILE OUT.txt`.
use scorebook_source::{Document, Options};
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let document = Document::open(std::path::Path::new(&args[1]), &Options::default())?;
    let pages: Vec<String> = document.pages.iter().map(Document::text).collect();
    std::fs::write(&args[2], pages.join("\n\u{c}\n"))?;
    Ok(())
}
