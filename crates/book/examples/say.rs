//! What a text may say as an English move: `say TEXT…`.
use scorebook_book::english::read;
fn main() {
    for text in std::env::args().skip(1) {
        let chars: Vec<char> = text.chars().collect();
        println!("{text}");
        for s in read(&chars, 0, &Default::default()).iter().take(8) {
            println!("  {:.1} end {} {:?}", s.cost, s.end, s.desc);
        }
    }
}
