//! A browser to test pages in: Chromium without a window, spoken to through the pipe of its DevTools
//! protocol, with real key events.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: String,
    next: u64,
    _profile: tempfile::TempDir,
    /// What the page has complained of: errors and violations of its policy.
    pub complaints: Vec<String>,
}

#[allow(dead_code)]
impl Browser {
    /// Opens one with a single page; `None`, and a word of it, where there is no Chromium.
    pub fn open(downloads: &Path) -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let found = names.iter().find(|name| {
            let version =
                Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        });
        let Some(name) = found else {
            crate::common::skip("there is no chromium here");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // Descriptors 3 and 4 are the pipe; the shell ties them to ours.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"#, "sh", name])
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--disable-extensions", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Browser {
            child,
            to,
            from,
            session: String::new(),
            next: 0,
            _profile: profile,
            complaints: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let session =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = session["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let folder = downloads.to_str().unwrap();
        let allow = json!({ "behavior": "allow", "downloadPath": folder });
        browser.call("Page.setDownloadBehavior", allow);
        Some(browser)
    }

    /// One call of the protocol; events that come before its answer are looked through for complaints.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.to.write_all(message.to_string().as_bytes()).unwrap();
        self.to.write_all(b"\0").unwrap();
        self.to.flush().unwrap();
        loop {
            let answer = self.read();
            if answer["id"] == json!(id) {
                // A page that is loaded anew meanwhile has no value.
                let is_gone = method == "Runtime.evaluate"
                    && answer["error"]["message"].as_str().is_some_and(|why| why.contains("navigated"));
                assert!(is_gone || answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has gone");
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(message["params"].to_string()),
            Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                self.complaints.push(message["params"]["entry"]["text"].to_string());
            }
            _ => {}
        }
        message
    }

    /// Opens an address and waits until its page is there.
    pub fn go(&mut self, url: &str) {
        let answer = self.call("Page.navigate", json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {}", answer["errorText"]);
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        );
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({})?.textContent ?? ''", json!(selector));
        self.eval(&expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        for _ in 0..400 {
            if self.eval(expression) == json!(true) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        panic!("never true: {expression}");
    }

    /// Presses a key: a character, or `Enter`, `Tab`, `ArrowLeft` and the like.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => 0,
        };
        let text = if key == "Enter" { "\r" } else { key };
        let typed = key.chars().count() == 1 || key == "Enter";
        let mut down = json!({ "type": if typed { "keyDown" } else { "rawKeyDown" }, "key": key });
        if typed {
            down["text"] = json!(text);
        }
        if code > 0 {
            down["windowsVirtualKeyCode"] = json!(code);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }),
        );
    }

    pub fn size(&mut self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// A picture of the page.
    pub fn shoot(&mut self, file: &Path) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        std::fs::write(file, STANDARD.decode(shot["data"].as_str().unwrap()).unwrap()).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
