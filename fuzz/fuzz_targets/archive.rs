//! Any bytes as an archive: nothing panics, and games that are read can be told apart from damage.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorebook::archive::Archive;
use scorebook::query::Query;

fuzz_target!(|bytes: &[u8]| {
    let Ok(archive) = Archive::open(bytes) else { return };
    let _ = archive.check_headers();
    let _ = archive.statistics();
    for number in 0..archive.block_count().min(4) {
        let _ = archive.check_block(number);
        if let Ok(block) = archive.block(number) {
            let _ = archive.exact(&block);
        }
    }
    if let Ok(query) = "white ~ a or date < 1900 and plies > 3".parse::<Query>() {
        let _ = archive.find(&query);
    }
});
