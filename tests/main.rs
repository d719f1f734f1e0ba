//! The tests of the whole, in one binary: linking is most of what many would cost.
//!
//! `cargo test --test all` runs them, `cargo test --test all notation::` those of one file.

#[path = "common/browser.rs"]
mod browser;
mod common;
mod defects;
#[path = "common/hand.rs"]
mod hand;
#[path = "common/page.rs"]
mod page;
#[path = "common/scans.rs"]
mod print;
#[path = "common/verify.rs"]
mod verify_run;

mod ambiguity;
mod archive;
mod archive_access;
mod archive_cli;
mod archive_damage;
mod archive_format;
mod board;
mod books;
mod boxes;
mod cli;
mod convert_direct;
mod corpus;
mod corrections;
mod documents;
mod engines;
mod english;
mod explained;
mod fix_cli;
mod forms_blurred;
mod forms_english;
mod fourth_hand;
mod from_squares;
mod guess;
mod hostile;
mod manners;
mod notation;
mod opening_tables;
mod openings;
mod other_hand;
mod outputs;
mod pasted;
mod pgn_lexer;
mod position_cli;
mod position_games;
mod position_retro;
mod position_rules;
mod position_shared;
mod queries;
mod readme;
mod reasons;
mod records;
mod review;
mod review_keys;
mod review_served;
mod scan_cli;
mod scan_forms;
mod scan_review;
mod scans;
mod select;
mod several_records;
mod shard;
mod sheet_pictures;
mod sheets;
mod sight;
mod silent;
mod spoiled;
mod spoken;
mod tables;
mod third_hand;
mod unique;
mod variants_cli;
mod verified;
mod verify_aftermath;
mod verify_board;
mod verify_cli;
mod verify_input;
mod verify_mutations;
mod verify_ways;
mod wild;

/// A file or a folder that is not named above would never run.
#[test]
fn every_file_is_part_of_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let this = include_str!("main.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let stem = name.strip_suffix(".rs").unwrap_or(&name);
        assert!(
            stem == "main" || this.contains(&format!("\nmod {stem};\n")),
            "tests/main.rs lacks `mod {stem};`"
        );
    }
}
