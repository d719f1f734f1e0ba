//! Columns, blocks, and the words on a grid.

use scorebook_source::{Area, Block, Document, Line, Page, Places, Word, orders, reading_order};

/// A page being set: letters are 10 wide, lines 20 high, 30 apart.
#[derive(Default)]
struct Sheet(Vec<Line>);

impl Sheet {
    /// Sets words in a row from a place on; it leans by `lean`.
    fn row(&mut self, x: f32, y: f32, text: &str, lean: f32) {
        let mut column = 0;
        let words = text.split(' ').filter_map(|said| {
            let (x0, long) = (x + column as f32 * 10.0, said.chars().count());
            column += long + 1;
            let down = y + x0 * lean;
            let area = Area::new(x0, down, x0 + long as f32 * 10.0, down + 20.0);
            (!said.is_empty()).then(|| Word { text: said.to_owned(), area, ..Word::default() })
        });
        self.0.push(Line { words: words.collect(), ..Line::default() });
    }

    fn page(self) -> Page {
        Page { scanned: 1, places: Places::Pixels, lines: self.0, ..Page::default() }
    }
}

fn said(page: &Page, blocks: &[Block]) -> Vec<String> {
    let rows = blocks.iter().flat_map(|block| &block.rows);
    let text = |row: &Vec<scorebook_source::WordAt>| {
        let words = row.iter().map(|at| page.lines[at.line].words[at.word].text.as_str());
        words.collect::<Vec<_>>().join(" ")
    };
    rows.map(text).collect()
}

/// Thirty characters of prose, that name their column and line.
fn prose(column: char, line: usize) -> String {
    let tail = ["move by move the", "so that whoever", "wins a pawn and a"][line % 3];
    format!("{column}{line:02} and the king {tail}")
}

/// A heading over two columns, whose lines are not at one height; the OCR program ran them together.
fn two_columns(lean: f32) -> Page {
    let mut sheet = Sheet::default();
    sheet.row(250.0, 0.0, "A HEADING ACROSS", lean);
    for line in 0..20 {
        let y = 40.0 + line as f32 * 30.0;
        sheet.row(0.0, y, &prose('L', line), lean);
        sheet.row(400.0, y + 6.0, &prose('R', line), lean);
    }
    sheet.page()
}

#[test]
fn columns_are_read_one_after_the_other() {
    for lean in [0.0, 0.012, -0.02] {
        let page = two_columns(lean);
        let mut wanted = vec!["A HEADING ACROSS".to_owned()];
        wanted.extend((0..20).map(|line| prose('L', line)));
        wanted.extend((0..20).map(|line| prose('R', line)));
        assert_eq!(said(&page, &reading_order(&page)), wanted, "lean {lean}");
    }
}

#[test]
fn a_heading_within_parts_the_columns() {
    let mut sheet = Sheet::default();
    for line in 0..20 {
        let y = line as f32 * 30.0 + if line >= 10 { 60.0 } else { 0.0 };
        sheet.row(0.0, y, &prose('L', line), 0.0);
        sheet.row(400.0, y, &prose('R', line), 0.0);
    }
    sheet.row(250.0, 315.0, "THE SECOND GAME ACROSS", 0.0);
    let page = sheet.page();
    let rows = said(&page, &reading_order(&page));
    let at = |text: &str| rows.iter().position(|row| row.starts_with(text)).unwrap();
    let order = ["L00", "L09", "R00", "R09", "THE SECOND", "L10", "L19", "R10", "R19"].map(at);
    assert!(order.is_sorted(), "{rows:?}");
}

#[test]
fn rows_of_a_table_are_read_across() {
    let mut sheet = Sheet::default();
    let moves = [("1. P-K4", "P-K4"), ("2. Kt-KB3", "Kt-QB3"), ("3. B-Kt5", "P-QR3"), ("4. B-R4", "Kt-B3")];
    for (line, (white, black)) in moves.iter().cycle().take(24).enumerate() {
        sheet.row(0.0, line as f32 * 30.0, white, 0.0);
        sheet.row(160.0, line as f32 * 30.0, black, 0.0);
    }
    let page = sheet.page();
    let rows = said(&page, &reading_order(&page));
    assert_eq!(rows[..2], ["1. P-K4 P-K4", "2. Kt-KB3 Kt-QB3"]);
    // The other way is kept, at its price.
    let ways = orders(&page);
    assert!(ways.len() > 1 && ways[0].cost < ways[1].cost);
    assert_eq!(said(&page, &ways[1].blocks)[..2], ["1. P-K4", "2. Kt-KB3"]);
}

#[test]
fn every_word_is_read_once_in_each_way() {
    let page = two_columns(0.01);
    for way in orders(&page) {
        let mut all: Vec<_> = way.blocks.iter().flat_map(|block| block.rows.concat()).collect();
        let many = all.len();
        all.sort();
        all.dedup();
        assert_eq!((all.len(), many), (page.words().count(), page.words().count()));
    }
}

#[test]
fn a_grid_keeps_columns_apart() {
    let page = {
        let mut sheet = Sheet::default();
        sheet.row(0.0, 0.0, "1. P-K4", 0.0);
        sheet.row(160.0, 2.0, "P-K4", 0.0);
        sheet.row(0.0, 30.0, "2. Kt-KB3", 0.0);
        sheet.row(160.0, 29.0, "Kt-QB3", 0.0);
        // A longer first cell pushes the second no nearer than two blanks.
        sheet.row(0.0, 60.0, "3. Kt-QB3(ch)a", 0.0);
        sheet.row(160.0, 60.0, "P-QR3", 0.0);
        sheet.page()
    };
    let text = Document::text(&page);
    assert_eq!(text, "1. P-K4         P-K4\n2. Kt-KB3       Kt-QB3\n3. Kt-QB3(ch)a  P-QR3\n");
    // Plain text comes out as it went in.
    let typed = "1. e4   e5\n2. Nf3  Nc6\n\n  (a) note\n";
    let document =
        Document::from_bytes("typed.txt", typed.into(), &scorebook_source::Options::default()).unwrap();
    assert_eq!(Document::text(&document.pages[0]), typed);
}

#[test]
fn words_without_places_keep_their_order() {
    let line = |text: &str| Line {
        words: text.split(' ').map(|said| Word { text: said.to_owned(), ..Word::default() }).collect(),
        ..Line::default()
    };
    let page = Page { lines: vec![line("1. e4 e5"), line("2. Nf3")], ..Page::default() };
    assert_eq!(said(&page, &reading_order(&page)), ["1. e4 e5", "2. Nf3"]);
    assert_eq!(Document::text(&page), "1. e4 e5\n2. Nf3\n");
    assert_eq!(orders(&Page::default()).len(), 1);
}

#[test]
fn numbers_that_a_scanner_took_for_a_word_set_upright_stand_in_no_row() {
    let mut sheet = Sheet::default();
    for line in 0..6 {
        sheet.row(60.0, line as f32 * 30.0, &format!("P-K{line}        B-Q{line}"), 0.0);
    }
    let area = Area::new(0.0, 0.0, 20.0, 170.0);
    let upright = Word { text: "WNrFOH".to_owned(), area, ..Word::default() };
    sheet.0.push(Line { words: vec![upright], ..Line::default() });
    let text = Document::text(&sheet.page());
    let rows: Vec<String> = (0..6).map(|line| format!("P-K{line}        B-Q{line}\n")).collect();
    assert_eq!(text, rows.concat() + "WNrFOH\n");
}

#[test]
fn rows_of_two_halves_that_are_not_level_stay_whole() {
    let mut sheet = Sheet::default();
    for line in 0..6 {
        let y = line as f32 * 50.0;
        // The scanner takes a row of the left half and the next of the right half for one line.
        sheet.row(0.0, y, &format!("{line}. P-K4"), 0.0);
        sheet.row(120.0, y, "P-K3", 0.0);
        sheet.row(400.0, y + 17.0, &format!("{}. R-K1  K-R1", line + 9), 0.0);
        let right = sheet.0.pop().unwrap_or_default();
        let left = sheet.0.len() - 2;
        sheet.0[left].words.extend(right.words);
    }
    let text = Document::text(&sheet.page());
    let left: Vec<&str> = text.lines().filter(|line| line.contains("P-K")).collect();
    assert_eq!(left.len(), 6, "{text}");
    assert!(left.iter().all(|line| line.contains("P-K4") && line.contains("P-K3")), "{text}");
}

#[test]
fn what_is_left_of_a_number_stands_in_the_row_of_its_print() {
    // The print of the moves is larger than that of most of the page; a dot stands on the foot of its row.
    let mut sheet = Sheet::default();
    for line in 0..12 {
        sheet.row(0.0, 300.0 + line as f32 * 26.0, &prose('N', line), 0.0);
    }
    let mut line = |words: &[(&str, [f32; 4])]| {
        let word = |&(said, [x0, y0, x1, y1]): &(&str, [f32; 4])| Word {
            text: said.to_owned(),
            area: Area::new(x0, y0, x1, y1),
            ..Word::default()
        };
        sheet.0.push(Line { words: words.iter().map(word).collect(), ..Line::default() });
    };
    line(&[("P-K4", [60.0, 40.0, 140.0, 72.0]), ("P-K4", [300.0, 40.0, 380.0, 72.0])]);
    line(&[("Kt-KB3", [60.0, 104.0, 180.0, 136.0]), ("Kt-QB3", [300.0, 104.0, 420.0, 136.0])]);
    line(&[("-", [40.0, 131.0, 45.0, 136.0])]);
    line(&[("B-B4", [60.0, 168.0, 140.0, 200.0]), ("B-B4", [300.0, 168.0, 380.0, 200.0])]);
    let page = sheet.page();
    let rows = said(&page, &reading_order(&page));
    assert_eq!(&rows[..3], ["P-K4 P-K4", "- Kt-KB3 Kt-QB3", "B-B4 B-B4"]);
}
