//! Reads rules files and says what is wrong with them.
fn main() {
    for path in std::env::args().skip(1) {
        match std::fs::read_to_string(&path) {
            Err(error) => eprintln!("{path}: {error}"),
            Ok(text) => {
                let file = scorebook_variants::Rules::load(&text);
                file.errors.iter().for_each(|error| println!("{path}: {error}"));
                file.notes.iter().for_each(|note| println!("{path}: note: {note}"));
                println!("{path}: {} variants read, {} errors", file.variants.len(), file.errors.len());
            }
        }
    }
}
