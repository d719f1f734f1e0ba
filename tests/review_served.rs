//! The review as a server: who may ask, and what its page does that a file cannot.

use std::fs;
use std::path::Path;

use crate::browser::Browser;
use crate::review::{broken, desk, scorebook, stdout};

/// A request to a review that is served, as bytes, and its answer.
fn ask(port: u16, request: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

struct Served {
    child: std::process::Child,
    address: String,
}

impl Served {
    fn start(dir: &Path) -> Served {
        use std::io::{BufRead, BufReader};
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
            .current_dir(dir)
            .args(["review", "--serve", "game.txt", "--corrections", "c.csv", "--quiet"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Served { child, address: line.trim().to_owned() }
    }

    fn port(&self) -> u16 {
        self.address.split([':', '/']).filter_map(|part| part.parse().ok()).next().unwrap()
    }

    fn token(&self) -> &str {
        self.address.trim_end_matches('/').rsplit('/').next().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_answers_its_own_page_only() {
    let (dir, _) = desk(&broken());
    let served = Served::start(dir.path());
    let (port, token) = (served.port(), served.token().to_owned());
    assert!(served.address.starts_with("http://127.0.0.1:") && token.len() == 32);
    let get = |path: &str, host: &str, more: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        ask(port, &request).split("\r\n").next().unwrap_or_default().to_owned()
    };
    let host = format!("127.0.0.1:{port}");
    let status = |line: String| line.split(' ').nth(1).unwrap_or_default().to_owned();
    assert_eq!(status(get(&format!("/{token}/"), &host, "")), "200");
    assert_eq!(status(get(&format!("/{token}/"), &format!("localhost:{port}"), "")), "200");
    assert_eq!(status(get("/", &host, "")), "403");
    assert_eq!(status(get("/0123456789abcdef0123456789abcdef/", &host, "")), "403");
    assert_eq!(status(get(&format!("/{token}/"), "evil.example", "")), "403");
    assert_eq!(status(get(&format!("/{token}/"), &host, "Origin: http://evil.example\r\n")), "403");
    for path in ["game.txt", "../game.txt", "..%2f..%2fetc/passwd", "c.csv"] {
        assert_eq!(status(get(&format!("/{token}/{path}"), &host, "")), "404", "{path}");
    }
    assert_eq!(status(get(&format!("/{token}/decide"), &host, "")), "405");
    let post = |origin: &str, sent: &str, body: &str| {
        let length = body.len();
        let request = format!(
            "POST /{token}/decide HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{origin}{sent}Content-Length: {length}\r\n\r\n{body}"
        );
        ask(port, &request).split(' ').nth(1).unwrap_or_default().to_owned()
    };
    let ours = format!("Origin: http://{host}\r\n");
    let known = format!("X-Scorebook-Token: {token}\r\n");
    assert_eq!(post("", &known, "{}"), "403");
    assert_eq!(post(&ours, "", "{}"), "403");
    assert_eq!(post("Origin: http://evil.example\r\n", &known, "{}"), "403");
    assert_eq!(post(&ours, &known, "{}"), "400");
    let other = r#"{"set":["/etc/passwd","1","root","","junk","",""],"file":0,"game":[0,0]}"#;
    assert_eq!(post(&ours, &known, other), "400");
    let no_kind = r#"{"set":["game.txt","14","Q-R8","","guess","",""],"file":0,"game":[0,0]}"#;
    assert_eq!(post(&ours, &known, no_kind), "400");
    assert!(!dir.path().join("c.csv").exists());
    let good = r#"{"set":["game.txt","14","Q-R8","","move","Bxb5+",""],"file":0,"game":[0,0]}"#;
    assert_eq!(post(&ours, &known, good), "200");
    assert!(fs::read_to_string(dir.path().join("c.csv")).unwrap().contains("Bxb5+"));
}

#[test]
fn a_served_decision_is_written_and_the_game_read_again() {
    let (dir, _) = desk(&broken());
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    let mut served = Served::start(dir.path());
    browser.go(&served.address);
    browser.wait("!!document.querySelector('#board svg')");
    assert_eq!(browser.text("#count"), "0 of 1 doubts decided");
    browser.press("0");
    browser.wait("document.querySelector('#count').textContent == '1 of 1 doubts decided'");
    assert!(browser.text("#moves").contains("Rd8#"));
    let file = dir.path().join("c.csv");
    assert!(fs::read_to_string(&file).unwrap().contains(",move,Bxb5+,"));
    let pgn = stdout(&scorebook(dir.path(), &["convert", "game.txt", "--corrections", "c.csv", "--quiet"]));
    assert!(pgn.contains(r#"[Reading "decided"]"#) && pgn.replace('\n', " ").contains("17. Rd8#"), "{pgn}");
    browser.press("u");
    browser.wait("document.querySelector('#count').textContent == '0 of 1 doubts decided'");
    // The page shows it before the server has written it.
    let is_undone = || fs::read_to_string(&file).unwrap().lines().count() == 1;
    let mut waits = 0;
    while !is_undone() && waits < 100 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        waits += 1;
    }
    assert!(is_undone());
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    // Ctrl-C ends it in good order.
    #[cfg(unix)]
    {
        let id = served.child.id().to_string();
        std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert_eq!(served.child.wait().unwrap().code(), Some(130));
    }
}

#[test]
fn missing_moves_of_one_place_that_are_decided_at_once_are_one_row() {
    let (dir, _) = desk(&broken());
    let served = Served::start(dir.path());
    let row = |moves: &str| serde_json::json!(["game.txt", "1", "e4", "", "missing-after", moves, ""]);
    let body = serde_json::json!({ "set": row("e5"), "more": [row("e5; Nf3")], "file": 0, "game": [0, 0] })
        .to_string();
    let (port, token) = (served.port(), served.token());
    let answer = ask(
        port,
        &format!(
            "POST /{token}/decide HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             X-Scorebook-Token: {token}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    );
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let file = fs::read_to_string(dir.path().join("c.csv")).unwrap();
    let rows: Vec<&str> = file.lines().skip(1).collect();
    assert_eq!(rows, ["game.txt,1,e4,,missing-after,e5; Nf3,"]);
}

#[test]
fn any_half_move_can_be_corrected_and_a_missing_one_put_in() {
    // The third move bears no doubt; the only one is at move 11.
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("game.txt"), broken()).unwrap();
    let served = Served::start(dir.path());
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.go(&served.address);
    browser.wait("!!document.querySelector('#board svg')");
    browser.eval("document.querySelector('#moves button[data-ply=\"5\"]').click()");
    browser.press("c");
    browser.wait("document.querySelector('#head').textContent.startsWith('3.')");
    assert!(browser.eval("document.querySelectorAll('#ways button').length").as_u64() > Some(2));
    // What is read stands first, and no finding is made up.
    assert_eq!(browser.text("#ways .far"), "as read now");
    assert_eq!(browser.text("#findings"), "");
    browser.eval("document.querySelector('#moves button[data-ply=\"5\"]').click()");
    browser.press("i");
    browser.wait("document.querySelector('#head').textContent.startsWith('3…')");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn corrections_with_rows_that_would_be_lost_are_not_served() {
    let (dir, _) = desk(&broken());
    fs::write(dir.path().join("c.csv"), "file,line,text,kind,value\ngame.txt,14,Q-R8,mvoe,Bxb5+\n").unwrap();
    let output = scorebook(dir.path(), &["review", "--serve", "game.txt", "--corrections", "c.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("row 2"));
}

#[test]
fn a_game_starts_on_a_line_and_is_typed_where_its_print_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("game.txt"), crate::common::torn_book()).unwrap();
    let served = Served::start(dir.path());
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.size(1280, 900);
    browser.go(&served.address);
    browser.wait("!!document.querySelector('#board svg')");
    browser.press("s");
    browser.wait("document.querySelector('#choice').open");
    let chosen = browser.eval(
        "(() => {
            window.before = true;
            const row = [...document.querySelectorAll('#text li')].find(row => row.querySelector('.words').textContent === 'Game 2.');
            row.scrollIntoView({ block: 'center' });
            const box = row.getBoundingClientRect(), where = { clientX: box.left + 60, clientY: box.top + box.height / 2, bubbles: true, button: 0 };
            row.dispatchEvent(new PointerEvent('pointerdown', where));
            dispatchEvent(new PointerEvent('pointerup', where));
            document.querySelector('#begins').click();
            return document.querySelector('#chosen').textContent;
        })()",
    );
    assert!(chosen.as_str().unwrap().starts_with("Line "), "{chosen}");
    // The page is made anew, and is at the game.
    browser.wait("!window.before && !!document.querySelector('#board svg')");
    let (place, moves) = (browser.text("#where"), browser.text("#moves"));
    assert!(place.contains("game 2") && moves.is_empty(), "{place}: {moves}");
    browser.press("t");
    "1. e4 e5 2. Nf3".chars().for_each(|c| browser.press(&c.to_string()));
    assert_eq!(browser.text("#heard"), "That is e4, and 2 more behind it.");
    browser.press("Enter");
    // It is asked what comes next.
    browser.wait("document.querySelector('#head').textContent.startsWith('2…')");
    assert_eq!(browser.text("#moves").split_whitespace().collect::<Vec<_>>().join(" "), "1. e4 e5 2. Nf3");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
