//! Prints the names of the built-in variants.
fn main() {
    scorebook_variants::builtin().iter().for_each(|rules| println!("{}", rules.name));
}
