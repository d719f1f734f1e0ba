//! `convert --explain-layout`: what each line of a page was taken for, and why.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// A page of a book with lines of every kind, and a second one in two columns.
const BOOK: &str = "\
                  THE BOOK OF THE MATCH.

The second game of the match was played before a large company, and it lasted until the small hours.
Neither of the players had slept, and the score that follows shows how tired they must have been.

GAME II.

Smith v. Brown.

WHITE.        BLACK.
1. P-K4       P-K4
2. Kt-KB3     Kt-QB3
3. B-B4       B-B4
4. P-B3 (a)   Kt-B3
5. P-Q4       PxP
6. PxP        B-Kt5 ch
7. B-Q2       B-~~
8. QKtxB      P-Q4
9. PxP        KtxP
10. Castles   Castles
Resigns.

(a) The usual move. If instead 4. Castles, then 4... Kt-B3 5. P-Q3 P-Q3, and the game is even.

| r | n | b | q | k | b | n | r |
| p | p | p | p | p | p | p | p |
\u{c}                  THE BOOK OF THE MATCH.

GAME III.

Brown v. Smith.

WHITE.        BLACK.
1  P-K4   P-K4           6  PxP    B-Kt5
2  Kt-KB3 Kt-QB3         7  B-Q2   BxB
3  B-B4   B-B4           8  QKtxB  P-Q4
4  P-B3   Kt-B3          9  PxP    KtxP
5  P-Q4   PxP           10  O-O    O-O

The rest of the game has not come down to us, but Smith is said to have won it in thirty moves.
\u{c}                  THE BOOK OF THE MATCH.

And so the match came to its end, with five games won by each of the players, and three that were drawn.
";

/// Runs `convert --explain-layout` on a file of this name, and returns the games and the explanation.
fn explain(name: &str, input: &[u8], out: &str) -> (String, String) {
    let dir = tempfile::tempdir().unwrap();
    let (path, out) = (dir.path().join(name), dir.path().join(out));
    fs::write(&path, input).unwrap();
    run(&path, &out)
}

fn run(path: &Path, out: &Path) -> (String, String) {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let output = command.args(["convert", "-q", "--explain-layout"]).args([out, path]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panic"), "{said}");
    (String::from_utf8(output.stdout).unwrap(), fs::read_to_string(out).unwrap_or_default())
}

/// The kind of the line with this text, and what stands below it.
fn line<'t>(text: &'t str, part: &str) -> (&'t str, Vec<&'t str>) {
    let is_print = |line: &str| line.get(..6).is_some_and(|number| number.trim().parse::<usize>().is_ok());
    let mut lines = text.lines().skip_while(|line| !(line.contains(part) && is_print(line)));
    let first = lines.next().unwrap_or_else(|| panic!("{part}\n{text}"));
    let kind = first.split_whitespace().nth(1).unwrap();
    (kind, lines.take_while(|line| line.starts_with("        ")).map(str::trim).collect())
}

#[test]
fn each_line_says_what_it_was_taken_for_and_why() {
    let (pgn, text) = explain("book.txt", BOOK.as_bytes(), "x.txt");
    for (part, kind, why) in [
        ("THE BOOK OF", "furniture", "the same text stands at the edge of 3 pages"),
        ("large company", "prose", "no moves"),
        ("GAME II.", "heading", "the number of a game: 2"),
        ("Smith v. Brown", "heading", "names two players"),
        ("WHITE.        BLACK", "heading", "names the sides"),
        ("1. P-K4 ", "row", "begins with the number 1; 2 moves"),
        ("10. Castles", "row", "begins with the number 10; 2 moves"),
        ("Resigns.", "ending", "ends"),
        ("The usual move", "note", "words"),
        ("| r | n |", "diagram", "board"),
    ] {
        let (found, below) = line(&text, part);
        assert_eq!(found, kind, "{part}\n{text}");
        assert!(below[0].starts_with("why: ") && below[0].contains(why), "{part}: {below:?}");
    }
    // The words and what they became.
    let (_, below) = line(&text, "2. Kt-KB3 ");
    assert_eq!(below[1], "game 1: 2. Nf3 [Kt-KB3], 2... Nc6 [Kt-QB3]");
    assert!(pgn.contains("2. Nf3 Nc6"), "{pgn}");
    // Every line of the file is there once.
    for wanted in BOOK.lines().map(|line| line.trim_matches(['\u{c}', ' '])).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.iter().all(|word| shown.contains(word)), "{wanted}");
    }
}

#[test]
fn columns_and_gutters_are_told() {
    let (_, text) = explain("book.txt", BOOK.as_bytes(), "x.txt");
    let page: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("--- page 2")).collect();
    assert!(page[1].contains("part 1: lines"), "{:?}", &page[..6]);
    assert!(page[1].contains("5 of them are parted by a gutter, and only columns 1 to"), "{}", page[1]);
    assert!(page[1].ends_with("numbers 1 to 5"), "{}", page[1]);
    assert!(page[2].contains("part 2: lines") && page[2].ends_with("numbers 6 to 10"), "{}", page[2]);
    assert!(page[3].contains("9 follow the one before in this order; line by line"), "{}", page[3]);
}

#[test]
fn what_was_not_read_is_told() {
    let (_, text) = explain("book.txt", BOOK.as_bytes(), "x.txt");
    let (_, below) = line(&text, "7. B-Q2 ");
    assert!(below.iter().any(|line| line.contains("7. Bd2 [B-Q2]")), "{below:?}");
    // Nobody knows what Black played there, and the page says so.
    assert!(below.iter().any(|line| line.contains("7... ")), "{below:?}");
    assert!(below.iter().any(|line| line.contains("inferred")), "{below:?}");
    let (_, below) = line(&text, "The usual move");
    assert!(below.iter().any(|line| line.starts_with("unread: ")), "{below:?}");
}

#[test]
fn a_record_of_another_layout_is_explained_too() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scoresheet.txt")).unwrap();
    let (_, text) = explain("sheet.txt", text.as_bytes(), "x.txt");
    assert!(text.contains("layout pairs"), "{text}");
    let (kind, below) = line(&text, "7. Q-QN4");
    assert_eq!((kind, below[1]), ("row", "game 1: 7. Qb3 [Q-QN4], 7... Qe7 [Q-K2]"));
    assert_eq!(below[2], "Qb3: M110 misprint repaired");
}

#[test]
fn guessed_half_moves_say_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scoresheet.txt");
    let worn = fs::read_to_string(path).unwrap().replace("NxQ", "NxR").replace("R-Q8", "R-K8");
    let dir = tempfile::tempdir().unwrap();
    let (path, out) = (dir.path().join("sheet.txt"), dir.path().join("x.txt"));
    fs::write(&path, worn).unwrap();
    let mut command = Command::cargo_bin("scorebook").unwrap();
    command.args(["convert", "-q", "--guess", "--explain-layout"]).args([&out, &path]).output().unwrap();
    let text = fs::read_to_string(out).unwrap();
    let (_, below) = line(&text, "17. R-K8");
    assert!(below.iter().any(|line| line.starts_with("Rd8#: ") && line.ends_with("guessed")), "{below:?}");
}

#[test]
fn a_picture_has_a_box_for_each_word() {
    let dir = tempfile::tempdir().unwrap();
    let hocr = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boxes/opera.hocr");
    let (pgn, html) = run(&hocr, &dir.path().join("x.html"));
    assert!(pgn.contains("Rd8#"), "{pgn}");
    well_formed(&html[html.find("<svg").unwrap()..html.rfind("</div>").unwrap()]);
    assert!(html.contains("<title>line "), "{html}");
    assert!(html.contains("17. Rd8# in game 1"), "{html}");
    let (_, svg) = run(&hocr, &dir.path().join("x.svg"));
    well_formed(&svg);
    let height = svg.split('"').nth(3).unwrap().split_whitespace().last().unwrap();
    assert!(height.parse::<f32>().unwrap() > 500.0, "{height}");
}

#[test]
fn the_image_of_a_page_lies_beneath_its_boxes() {
    let dir = tempfile::tempdir().unwrap();
    let hocr = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boxes/opera.hocr");
    fs::copy(hocr, dir.path().join("opera.hocr")).unwrap();
    let out = dir.path().join("x.html");
    let (_, html) = run(&dir.path().join("opera.hocr"), &out);
    assert!(!html.contains("<image"), "there is no image yet");
    let mut image = b"P5 1300 1500 255\n".to_vec();
    image.resize(image.len() + 1300 * 1500, 200);
    fs::write(dir.path().join("page.pgm"), image).unwrap();
    let (_, html) = run(&dir.path().join("opera.hocr"), &out);
    assert_eq!(html.matches("href=\"data:image/jpeg;base64,").count(), 1);
    well_formed(&html[html.find("<svg").unwrap()..html.rfind("</div>").unwrap()]);
}

/// Panics unless the text is well-formed XML.
fn well_formed(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => return,
            Ok(_) => {}
            Err(error) => panic!("{error} at {}", reader.error_position()),
        }
    }
}

#[test]
fn hostile_input_is_explained_without_harm() {
    let long = format!("1. P-K4 P-K4 2. Kt-KB3 {}", "Kt-QB3 ".repeat(20_000));
    let marked = "1. P-K4 P-K4 </title><script>alert(1)</script> 2. Kt-KB3 Kt-QB3 & \u{1}\u{fffe}\n";
    let blank = "\n\u{c}\n\u{c}   \n";
    let bytes: Vec<u8> = (0..=255u8).cycle().take(5_000).collect();
    for (name, input) in [
        ("long.txt", long.as_bytes()),
        ("marked.txt", marked.as_bytes()),
        ("blank.txt", blank.as_bytes()),
        ("bytes.txt", bytes.as_slice()),
        ("empty.txt", b"".as_slice()),
    ] {
        for out in ["x.txt", "x.html", "x.svg"] {
            let (_, shown) = explain(name, input, out);
            assert!(!shown.contains("<script"), "{name}");
            assert!(shown.len() < 6_000_000, "{name} {out}: {}", shown.len());
            if out == "x.svg" && !shown.is_empty() {
                well_formed(&shown);
            }
        }
    }
}

#[test]
fn the_ending_must_be_one_of_ours() {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let output =
        command.args(["convert", "corpus/evergreen.txt", "--explain-layout", "/tmp/x.pdf"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains(".html"));
}
