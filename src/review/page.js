// The review page. No libraries, nothing fetched; whatever comes from a record is put in as text, never as markup.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  $("data").textContent = "";
  const SVG = "http://www.w3.org/2000/svg";
  const COLUMNS = ["file", "line", "text", "hash", "kind", "value", "note"];
  const SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const PAGE = 150;

  // ---- decisions: rows of the corrections file by what they are about ----

  const subject = row => {
    if (row[4] === "missing" || row[4] === "missing-after" || row[4] === "not-score" || row[4] === "game") return row[4];
    return row[4] === "tag" ? "tag " + row[5].split("=")[0] : "cell";
  };
  const keyOf = row => [row[0], row[3] || row[1], row[2], subject(row)].join("\u0001");
  const decisions = new Map();
  const STORE = "scorebook-review:" + data.key;
  let stored = true;

  function load() {
    for (const row of data.prior) decisions.set(keyOf(row), row);
    if (data.live) return;
    try {
      for (const [key, row] of JSON.parse(localStorage.getItem(STORE) || "[]")) {
        if (row) decisions.set(key, row); else decisions.delete(key);
      }
    } catch { stored = false; }
  }
  function save() {
    if (data.live) return;
    const rows = [...decisions];
    for (const row of data.prior) if (!decisions.has(keyOf(row))) rows.push([keyOf(row), null]);
    try { localStorage.setItem(STORE, JSON.stringify(rows)); } catch { stored = false; }
  }
  const field = text => /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  const csv = () => [COLUMNS, ...decisions.values()].map(row => row.map(field).join(",") + "\n").join("");

  // ---- games and doubts ----

  let doubts = [];
  function collect() {
    doubts = [];
    data.games.forEach((game, g) => (game.d || []).forEach((doubt, d) => doubts.push({ game, g, doubt, d })));
  }
  const rowOf = (item, kind, value, note) => {
    const lines = kind === "not-score" || kind === "game";
    const [line, text, hash] = lines ? item.doubt.n : item.doubt.a;
    return [data.files[item.game.f], String(line), text, hash, kind, value || "", note || ""];
  };
  const rowsAt = item => {
    const file = data.files[item.game.f];
    const own = ["cell", "missing", "missing-after"].map(s => [file, item.doubt.a[2] || item.doubt.a[0], item.doubt.a[1], s].join("\u0001"));
    const lines = ["not-score", "game"].map(s => [file, item.doubt.n[2] || item.doubt.n[0], item.doubt.n[1], s].join("\u0001"));
    return [...own, ...lines].filter(key => decisions.has(key)).map(key => decisions.get(key));
  };
  const tagsAt = item => {
    const start = [data.files[item.game.f], item.doubt.a[2] || item.doubt.a[0], item.doubt.a[1], "tag "].join("\u0001");
    return [...decisions].filter(([key]) => key.startsWith(start)).map(([, row]) => row);
  };
  const isDone = item => rowsAt(item).length > 0;
  const players = game => (game.t[0] || "?") + " – " + (game.t[1] || "?");
  const startOf = game => (game.s || START).split(" ");
  function numberOf(game, ply) {
    const start = startOf(game);
    const offset = (start[1] === "b" ? 1 : 0) + ply - 1;
    return (Number(start[5] || 1) + Math.floor(offset / 2)) + (offset % 2 ? "…" : ".");
  }

  // ---- positions ----

  function fromFen(fen) {
    const men = new Array(64).fill("");
    fen.split(" ")[0].split("/").forEach((rank, r) => {
      let file = 0;
      for (const c of rank) {
        if (c >= "1" && c <= "9") file += Number(c); else men[(7 - r) * 8 + file++] = c;
      }
    });
    return men;
  }
  function play(men, from, to, san) {
    const man = men[from];
    men[from] = "";
    if (man === "K" || man === "k") {
      if (to - from === 2 && /^O-O/.test(san)) { men[to - 1] = men[to + 1]; men[to + 1] = ""; }
      if (from - to === 2 && /^O-O/.test(san)) { men[to + 1] = men[to - 2]; men[to - 2] = ""; }
    }
    if ((man === "P" || man === "p") && from % 8 !== to % 8 && !men[to]) men[(from >> 3) * 8 + to % 8] = "";
    const became = /=([QRBNK])/.exec(san);
    men[to] = became ? (man === "P" ? became[1] : became[1].toLowerCase()) : man;
  }
  function after(game, ply) {
    const men = fromFen(game.s || START);
    const sans = movesOf(game);
    for (let i = 0; i < ply; i++) {
      const [from, to] = stepOf(game, i);
      play(men, from, to, sans[i]);
    }
    return men;
  }
  const movesOf = game => game.m ? game.m.split(" ") : [];
  const stepOf = (game, i) => [SQUARES.indexOf(game.q[2 * i]), SQUARES.indexOf(game.q[2 * i + 1])];
  const legalOf = doubt => (doubt.y ? doubt.y.split("|") : []).map(one => {
    const [san, step, english] = one.split(",");
    return { san, from: SQUARES.indexOf(step[0]), to: SQUARES.indexOf(step[1]), english };
  });
  const square = index => "abcdefgh"[index % 8] + ((index >> 3) + 1);
  const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  function inWords(men) {
    const side = white => {
      const there = [];
      for (const kind of "kqrbnp") {
        const at = [];
        men.forEach((man, i) => { if (man && man.toLowerCase() === kind && (man !== kind) === white) at.push(square(i)); });
        if (at.length) there.push(NAMES[kind] + " " + at.join(" "));
      }
      return there.join(", ");
    };
    return "White: " + side(true) + ". Black: " + side(false) + ".";
  }

  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "text") element.textContent = value;
      else if (key === "on") element.addEventListener("click", value);
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // The board: `last` marks the squares of the last move, `arrow` shows one that is looked at.
  function board(men, last, arrow, flipped, words) {
    const svg = draw("svg", { viewBox: "0 0 800 800", role: "img", "aria-label": words });
    const x = i => (flipped ? 7 - i % 8 : i % 8) * 100;
    const y = i => (flipped ? i >> 3 : 7 - (i >> 3)) * 100;
    for (let i = 0; i < 64; i++) {
      const dark = (i % 8 + (i >> 3)) % 2 === 0;
      svg.append(draw("rect", { class: dark ? "d" : "l", x: x(i), y: y(i), width: 100, height: 100 }));
    }
    for (const i of last || []) svg.append(draw("rect", { class: "m", x: x(i), y: y(i), width: 100, height: 100 }));
    men.forEach((man, i) => {
      if (!man) return;
      const id = (man === man.toUpperCase() ? "w" : "b") + man.toLowerCase();
      svg.append(draw("use", { href: "#" + id, x: x(i), y: y(i), width: 100, height: 100 }));
    });
    for (let i = 0; i < 8; i++) {
      const rank = draw("text", { x: 5, y: (flipped ? i : 7 - i) * 100 + 21 });
      rank.textContent = i + 1;
      const file = draw("text", { x: (flipped ? 7 - i : i) * 100 + 84, y: 793 });
      file.textContent = "abcdefgh"[i];
      svg.append(rank, file);
    }
    if (arrow) {
      const [ax, ay, bx, by] = [x(arrow[0]) + 50, y(arrow[0]) + 50, x(arrow[1]) + 50, y(arrow[1]) + 50];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
      const [tx, ty] = [bx - ux * 44, by - uy * 44];
      svg.append(draw("path", { class: "arrow", d: `M${ax + ux * 18} ${ay + uy * 18}L${tx} ${ty}` }));
      svg.append(draw("path", { class: "head", d: `M${bx - ux * 8} ${by - uy * 8}L${tx - uy * 24} ${ty + ux * 24}L${tx + uy * 24} ${ty - ux * 24}z` }));
    }
    return svg;
  }

  // A move made by hand: the man is dragged, or its square and the next one are clicked.
  let held = null;
  function squareAt(event) {
    const box = $("board").firstElementChild.getBoundingClientRect();
    const [file, rank] = [event.clientX - box.left, event.clientY - box.top].map((at, i) => Math.floor(8 * at / (i ? box.height : box.width)));
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return null;
    return flipped ? rank * 8 + 7 - file : (7 - rank) * 8 + file;
  }
  function hold(from) {
    held = from;
    const at = i => [(flipped ? 7 - i % 8 : i % 8) * 100, (flipped ? i >> 3 : 7 - (i >> 3)) * 100];
    const svg = $("board").firstElementChild;
    svg.querySelectorAll(".to").forEach(mark => mark.remove());
    if (from === null) return;
    for (const move of legalOf(now.doubt).filter(move => move.from === from)) {
      const [x, y] = at(move.to);
      svg.append(draw("circle", { class: "to", cx: x + 50, cy: y + 50, r: 15 }));
    }
  }
  function made(from, to) {
    const fits = legalOf(now.doubt).filter(move => move.from === from && move.to === to);
    const move = fits.find(one => one.san.includes("=Q")) || fits[0];
    hold(null);
    if (move) take({ kind: "move", san: move.san });
    return !!move;
  }
  const movable = () => now && !waiting && atDoubt() && now.doubt.y;
  function grasp(event) {
    const at = movable() ? squareAt(event) : null;
    if (at === null) return;
    if (held !== null && held !== at && made(held, at)) return;
    hold(legalOf(now.doubt).some(move => move.from === at) ? at : null);
    if (held !== null) event.preventDefault();
  }
  function letGo(event) {
    const at = held !== null && movable() ? squareAt(event) : null;
    if (at !== null && at !== held) made(held, at);
  }

  // ---- what is shown ----

  let shown = [];
  let limit = PAGE;
  let now = null;
  let ply = 0;
  let flipped = false;
  let preview = null;

  const say = words => { $("say").textContent = words; };
  const textOf = item => item.doubt.a[1].slice(0, 60) || "(no text)";

  function filter() {
    const words = $("words").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const [state, code, reading] = [$("state").value, $("code").value, $("reading").value];
    shown = doubts.filter(item => {
      if (state === "open" && isDone(item) || state === "done" && !isDone(item)) return false;
      if (code && !item.doubt.c.some(([id]) => id === code)) return false;
      if (reading && item.game.r !== reading) return false;
      if (!words.length) return true;
      const hay = [item.doubt.a[1], item.doubt.a[0], ...item.game.t, data.files[item.game.f]].join(" ").toLowerCase();
      return words.every(word => hay.includes(word));
    });
  }

  function list() {
    const at = now ? shown.indexOf(now) : 0;
    limit = Math.max(limit, Math.ceil((at + 1) / PAGE) * PAGE);
    $("shown").textContent = `${shown.length} of ${doubts.length}`;
    $("list").replaceChildren(...shown.slice(0, limit).map(item => {
      const done = isDone(item);
      const where = item.doubt.p ? numberOf(item.game, item.doubt.p) + " " : "";
      return make("li", { class: done ? "done" : null },
        make("button", { type: "button", "aria-current": item === now ? "true" : null, on: () => { show(item); focusCard(); } },
          make("span", { class: "tick", text: done ? "✓" : "○", "aria-label": done ? "decided" : "to decide", role: "img" }),
          make("span", { class: "text", text: where + textOf(item) }),
          make("span", { class: "id", text: item.doubt.c.length ? item.doubt.c[0][0] : "" }),
          make("span", { class: "players", text: `${players(item.game)}, ${item.doubt.g ? "p. " + item.doubt.g + ", " : ""}line ${item.doubt.a[0]}` })));
    }));
    $("more").hidden = shown.length <= limit;
  }

  function progress() {
    const done = doubts.filter(isDone).length;
    $("bar").max = Math.max(doubts.length, 1);
    $("bar").value = done;
    $("count").textContent = `${done} of ${doubts.length} doubts decided${stored ? "" : " (this browser keeps nothing: export before you close)"}`;
  }

  function focusCard() { if (matchMedia("(max-width: 800px)").matches) $("doubt").scrollIntoView(); $("doubt").focus({ preventScroll: true }); }

  function show(item) {
    now = item || null;
    $("card").hidden = !now;
    $("empty").hidden = doubts.length > 0;
    if (!now) { list(); return; }
    const { game, doubt } = now;
    preview = null;
    ply = doubt.z ? 0 : Math.max(doubt.p - 1, 0);
    $("head").textContent = (doubt.p ? numberOf(game, doubt.p) + " " : "") + textOf(now);
    const place = [players(game), game.t[2], game.t[3], `game ${now.g + 1}`, doubt.g ? `page ${doubt.g}` : "", `${data.files[game.f]}:${doubt.a[0]}`];
    $("where").textContent = place.filter(part => part && part !== "?").join(" · ");
    $("findings").replaceChildren(...doubt.c.map(([id, message]) => {
      const [title, why] = data.codes[id] || ["", ""];
      return make("li", { class: doubt.s > 1 ? "error" : "warning" }, make("b", { text: id }), ` ${title}: ${message}`,
        make("details", {}, make("summary", { text: "What does that mean?" }), why));
    }));
    source($("source"), doubt);
    scan();
    ways();
    moves();
    list();
    decided();
    position();
    $("typed").value = "";
    $("heard").textContent = "";
    const current = $("list").querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
    const at = shown.indexOf(now);
    $("prev").disabled = at <= 0;
    $("next").disabled = at >= shown.length - 1;
  }

  // The print: a cut-out of the page with the cell framed, or the whole page.
  let whole = false;
  const picture = document.createElement("img");
  picture.id = "picture";
  $("cut").prepend(picture);
  function scan() {
    const cut = now && now.doubt.v;
    const box = cut && whole && data.live ? [0, 0, 10000, 10000] : cut && cut.b;
    const src = cut && (whole || !cut.i) ? data.live && `cut/${now.game.f}/${now.game.u[0]}/${cut.p}/${box.join("-")}` : cut && cut.i;
    $("scan").hidden = !src;
    if (!src) { picture.removeAttribute("src"); return; }
    $("whole").hidden = !data.live;
    $("whole").setAttribute("aria-pressed", String(whole));
    if (picture.getAttribute("src") !== src) picture.src = src;
    picture.alt = `The print: ${textOf(now)}, framed, and what stands around it`;
    const [left, top, right, bottom] = box;
    const [x0, y0, x1, y1] = cut.f;
    const share = (at, from, to) => (100 * (at - from) / Math.max(1, to - from)) + "%";
    const frame = $("frame").style;
    frame.left = share(x0, left, right);
    frame.top = share(y0, top, bottom);
    frame.width = share(x1 - x0 + left, left, right);
    frame.height = share(y1 - y0 + top, top, bottom);
  }
  function zoom() {
    const larger = $("scan").classList.toggle("larger");
    $("zoom").setAttribute("aria-pressed", String(larger));
    if (larger) $("frame").scrollIntoView({ block: "nearest", inline: "center" });
  }
  function wholePage() { if (!data.live || !now || !now.doubt.v) return; whole = !whole; scan(); if (whole) $("frame").scrollIntoView({ block: "nearest" }); }

  function source(pre, doubt) {
    const [first, before, cell, rest] = doubt.x;
    pre.replaceChildren();
    let line = first;
    const number = () => make("span", { class: "n", text: line, "aria-hidden": "true" });
    const add = (text, marked) => text.split("\n").forEach((part, i) => {
      if (i > 0) { line++; pre.append("\n", number()); }
      if (part) pre.append(marked ? make("mark", { text: part }) : part);
    });
    pre.append(number());
    add(before, false);
    if (cell) add(cell, true); else pre.append(make("mark", { text: "‸", "aria-label": "here" }));
    add(rest, false);
    const mark = pre.querySelector("mark");
    if (mark && pre.id === "source") pre.scrollTop = mark.offsetTop - pre.offsetTop - (pre.clientHeight - mark.offsetHeight) / 2;
  }

  function farWords(far, game) {
    if (!far) return "not looked ahead";
    const [plies, whole, left] = far;
    const more = left ? ` · ${left} doubt${left === 1 ? "" : "s"} left` : " · no doubt left";
    if (whole) return "whole game" + more;
    if (plies === 0) return "nothing reads";
    return "to " + numberOf(game, plies) + more;
  }

  // The ways to read the place: what is taken, others, no move at all; each with its key.
  function choices() {
    const { doubt } = now;
    const list = [];
    if (doubt.o) list.push({ key: "0", san: doubt.o, label: doubt.o, far: "as it is read now", kind: "move" });
    let number = 1;
    for (const [san, far] of doubt.w || []) {
      const whole = far && far[1] === 1;
      list.push({ key: number <= 9 ? String(number) : "", san, label: san || "no move", far: farWords(far, now.game), whole, kind: san ? "move" : "junk" });
      number++;
    }
    return list;
  }
  function chosen() { return rowsAt(now).find(row => subject(row) === "cell" || row[4] === now.doubt.k); }

  function ways() {
    const row = chosen();
    $("ways").replaceChildren(...choices().map(way => {
      const pressed = row && (way.kind === "junk" ? row[4] === "junk" : row[4] !== "junk" && row[5] === way.san);
      const button = make("button", { type: "button", "aria-pressed": pressed ? "true" : "false", class: way.whole ? "whole" : null, on: () => take(way) },
        make("kbd", { text: way.key || " " }), make("span", { class: "san", text: way.label }), make("span", { class: "far", text: way.far }));
      for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => look(way.san));
      button.addEventListener("mouseleave", () => look(null));
      return make("li", {}, button);
    }));
    $("misprint").setAttribute("aria-pressed", row && row[4] === "misprint" ? "true" : "false");
    $("leave").setAttribute("aria-pressed", row && row[4] === "leave" ? "true" : "false");
    $("undo").disabled = !isDone(now) && !tagsAt(now).length && !history.length;
    const these = likeThese();
    $("alike").disabled = !these;
    $("alike").textContent = these ? `All like this (${these.rows.length})` : "All like this";
    const open = rightly().length;
    $("right").disabled = !open;
    $("right").textContent = open ? `Game is right (${open})` : "Game is right";
  }

  function look(san) { preview = san; if (atDoubt()) position(); }
  const atDoubt = () => !!now.doubt.z || ply === Math.max(now.doubt.p - 1, 0);

  function decided() {
    const words = row => {
      if (row[4] === "move") return row[5] === now.doubt.o ? `${row[5]}, as it is read` : `It means ${row[5]}`;
      return { misprint: "The print is wrong" + (row[5] ? `: ${row[5]} was played` : ""), junk: "No move of the game", leave: "Left as it is",
        missing: `Missing before it: ${row[5]}`, "missing-after": `Missing after it: ${row[5]}`, "not-score": "Its line is not score",
        game: "A game starts on its line", tag: `The tag ${row[5]}` }[row[4]];
    };
    $("decided").replaceChildren(...[...rowsAt(now), ...tagsAt(now)].map(row => make("li", { text: words(row) })));
  }

  function position() {
    const { game, doubt } = now;
    let men, last = null, caption;
    const sans = movesOf(game);
    if (doubt.z) { men = fromFen(doubt.z); caption = "The position of the doubt, in a variation"; }
    else {
      men = after(game, ply);
      if (ply > 0) last = stepOf(game, ply - 1);
      caption = ply > 0 ? `After ${numberOf(game, ply)} ${sans[ply - 1]}` : "The start";
      const cell = ply > 0 && game.c.split("\t")[ply - 1];
      if (cell && cell !== sans[ply - 1]) caption += `, printed “${cell}”`;
    }
    let arrow = null;
    if (atDoubt()) {
      const row = chosen();
      const san = preview || (row && row[4] !== "junk" && row[5]) || doubt.o;
      const legal = legalOf(doubt).find(move => move.san === san);
      if (legal) {
        arrow = [legal.from, legal.to];
        caption += ` · ${doubt.z ? "" : numberOf(game, doubt.p) + " "}${legal.san} shown`;
      }
    }
    held = null;
    $("board").replaceChildren(board(men, last, arrow, flipped, caption + ". " + inWords(men)));
    $("caption").textContent = caption;
    for (const button of $("moves").children) {
      if (button.tagName !== "BUTTON") continue;
      const current = Number(button.dataset.ply) === ply;
      if (current) {
        button.setAttribute("aria-current", "true");
        $("moves").scrollTop = button.offsetTop - $("moves").clientHeight / 2;
      } else button.removeAttribute("aria-current");
    }
    $("back").disabled = $("first").disabled = ply === 0 || !!doubt.z;
    $("forth").disabled = $("last").disabled = ply >= sans.length || !!doubt.z;
  }

  function moves() {
    const { game } = now;
    const marked = new Map();
    for (const item of doubts) if (item.game === game && item.doubt.p) marked.set(item.doubt.p, item);
    const parts = [];
    movesOf(game).forEach((san, i) => {
      if (i % 2 === (startOf(game)[1] === "b" ? 1 : 0) || i === 0) parts.push(make("span", { class: "no", text: numberOf(game, i + 1) + " " }));
      const item = marked.get(i + 1);
      parts.push(make("button", { type: "button", tabindex: "-1", "data-ply": i + 1, text: san, class: item ? "q" + (isDone(item) ? " done" : "") : null,
        title: item ? "doubtful" : null, on: () => go(i + 1) }), " ");
    });
    $("moves").replaceChildren(...parts);
    $("rest").textContent = game.x ? "Not read: " + game.x : "";
  }

  function go(to) {
    if (!now || now.doubt.z) return;
    ply = Math.min(Math.max(to, 0), movesOf(now.game).length);
    preview = null;
    position();
    say($("caption").textContent);
  }

  // ---- deciding ----

  // What was decided, latest last: the doubts and the rows, so that it can be undone from anywhere.
  const history = [];
  const identity = item => [item.game.f, item.doubt.a[2] || item.doubt.a[0], item.doubt.a[1]].join("\u0001");
  const find = id => doubts.find(item => identity(item) === id);

  function put(item, row) {
    const before = rowsAt(item).filter(old => subject(old) === subject(row));
    before.forEach(old => decisions.delete(keyOf(old)));
    decisions.set(keyOf(row), row);
  }
  // Decides one doubt, or several at once, and goes on to the next that is open.
  async function decide(row, others) {
    const item = now, more = others || [];
    put(item, row);
    more.forEach(other => put(other.item, other.row));
    history.push({ id: identity(item), rows: [row, ...more.map(other => other.row)] });
    const elsewhere = more.some(other => other.item.game !== item.game);
    await changed({ set: row, more: more.map(other => other.row), elsewhere }, () => onward(identity(item)));
  }
  // The next open doubt after one: of its game, then of the list, then any.
  function onward(id) {
    const from = find(id) || now;
    const open = list => list.find(item => !isDone(item));
    const at = doubts.indexOf(from);
    const rest = doubts.slice(at + 1);
    const next = open(rest.filter(item => item.game === from.game && shown.includes(item))) || open(rest.filter(item => shown.includes(item)))
      || open(shown) || null;
    if (!next || next === now) return;
    show(next);
    $("doubt").focus({ preventScroll: true });
  }
  async function undo() {
    let rows = [...rowsAt(now), ...tagsAt(now)];
    const last = history[history.length - 1];
    if (last && (!rows.length || last.id === identity(now))) {
      history.pop();
      const back = find(last.id);
      if (back && back !== now) {
        if (!shown.includes(back)) shown.splice(0, 0, back);
        show(back);
      }
      rows = last.rows;
    }
    if (!rows.length) return;
    rows.forEach(row => decisions.delete(keyOf(row)));
    say("Undone");
    await changed({ unset: rows, elsewhere: rows.some(row => !ofThisGame(row)) });
  }
  // Whether a row is about a doubt of the game that is shown.
  const ofThisGame = row => doubts.some(item => item.game === now.game && [item.doubt.a, item.doubt.n].some(([line, text, hash]) =>
    row[2] === text && (row[3] ? row[3] === hash : row[1] === String(line))));
  // Doubts of the same sort as this one: about a text of the same shape, digits aside.
  const shape = item => item.doubt.a[1].replace(/\d+/g, "9").replace(/\s+/g, " ");
  const alike = item => doubts.filter(other => other !== item && !isDone(other) && shape(other) === shape(item));
  // The last decision here, put to a doubt like it: as it is read, no move, the print is wrong, left, or the same misreading.
  function likewise(row, item, other) {
    const same = other.doubt.a[1] === item.doubt.a[1];
    if (row[4] === "junk" || row[4] === "leave") return rowOf(other, row[4]);
    if (row[4] === "misprint" && !row[5]) return rowOf(other, "misprint", "", "the print is wrong");
    if (row[5] === item.doubt.o) return other.doubt.o ? rowOf(other, other.doubt.k || row[4], other.doubt.o, row[6]) : null;
    const can = same && legalOf(other.doubt).some(move => move.san === row[5]);
    return can ? rowOf(other, other.doubt.k || row[4], row[5], row[6]) : null;
  }
  // All doubts like this one as it was decided: of the doubt shown, or the one decided last.
  function likeThese() {
    const own = now && chosen();
    const last = history[history.length - 1];
    const item = own ? now : last && find(last.id);
    const row = item && (own || rowsAt(item)[0]);
    if (!row) return null;
    const rows = alike(item).map(other => ({ item: other, row: likewise(row, item, other) })).filter(other => other.row);
    return rows.length ? { item, row, rows } : null;
  }
  function allLikeThis() {
    const these = likeThese();
    if (!these) { say("There are no others like this"); return; }
    if (now !== these.item) show(these.item);
    decide(these.row, these.rows);
    say(`Decided: ${these.rows.length} more like this`);
  }
  // The open doubts of this game among the moves that are read: a person has looked, and all is right. What reads as a move is
  // that move; print that nothing explains is left. Where the game stops is not among them.
  const rightly = () => doubts.filter(item => item.game === now.game && !isDone(item)
    && (item.doubt.o || item.doubt.p <= movesOf(now.game).length || item.doubt.c.every(([id]) => id === "L320")));
  function gameIsRight() {
    const open = rightly();
    const row = item => item.doubt.o ? rowOf(item, item.doubt.k || "move", item.doubt.o) : rowOf(item, "leave");
    if (!open.length) { say("No doubt of this game is open but where it stops"); return; }
    const [first, ...rest] = open;
    if (now !== first) show(first);
    decide(row(first), rest.map(item => ({ item, row: row(item) })));
    say(`Decided: ${open.length} as read`);
  }
  async function changed(what, then) {
    save();
    refresh();
    if (data.live) { wait(true); await send(what); wait(false); }
    if (then) then();
    while (pressed.length && !waiting) press(pressed.shift());
  }
  function refresh() {
    progress();
    const item = now;
    if (item) { ways(); decided(); moves(); position(); }
    list();
  }
  // Keys that come while the game is read again wait for it.
  let waiting = false;
  const pressed = [];
  function wait(on) { waiting = on; $("doubt").setAttribute("aria-busy", String(on)); }
  function take(way) {
    if (way.kind === "junk") { decide(rowOf(now, "junk")); say("Decided: no move"); return; }
    const row = chosen();
    const kind = now.doubt.k || (row && row[4] === "misprint" && !row[5] ? "misprint" : "move");
    preview = null;
    ply = now.doubt.z ? 0 : Math.max(now.doubt.p - 1, 0);
    say(`Decided: ${way.san}`);
    decide(rowOf(now, kind, way.san, kind === "misprint" ? "the print is wrong" : ""));
  }
  function misprint() {
    const row = chosen();
    if (row && row[4] === "misprint") { undo(); return; }
    const value = row && row[4] === "move" ? row[5] : now.doubt.o || "";
    decide(rowOf(now, "misprint", value, "the print is wrong"));
    say("Decided: the print is wrong");
  }
  function leave() { decide(rowOf(now, "leave")); say("Left as it is"); }

  // What is typed is held against the legal moves, as SAN, by its squares, and as English books write.
  const plain = text => text.replace(/[×:]/g, "x").replace(/[–—−]/g, "-").replace(/0-0-0/g, "O-O-O").replace(/0-0/g, "O-O")
    .replace(/(ch|mate|e\.?p\.?|[+#!?=†‡.\s]|dbl|dis)/gi, "");
  const english = text => plain(text).toUpperCase().replace(/KT/g, "N").replace(/-|\*|X|TAKES|TO/g, "");
  function heard(text) {
    const legal = legalOf(now.doubt);
    const one = fits => { const found = legal.filter(fits); return found.length === 1 ? found[0] : null; };
    const wanted = plain(text);
    const bare = wanted.replace(/[-x]/g, "");
    return one(move => plain(move.san) === wanted)
      || one(move => (square(move.from) + square(move.to)) === bare.replace(/^[KQRBN]/, "") && !/=[RBN]/.test(move.san))
      || one(move => plain(move.san).replace(/x/g, "").toLowerCase() === bare.toLowerCase() && !/^b/.test(bare))
      || one(move => move.english && english(move.english) === english(text));
  }
  function typing() {
    const text = $("typed").value.trim();
    const move = text && heard(text);
    $("heard").textContent = !text ? "" : move ? `That is ${move.san}.` : "Not known here: it is kept as typed, and read in the notation of the record.";
    preview = move ? move.san : null;
    if (atDoubt()) position();
  }
  function typed() {
    const text = $("typed").value.trim();
    if (!text) return;
    const move = heard(text);
    take({ kind: "move", san: move ? move.san : text });
    $("typed").blur();
    $("doubt").focus({ preventScroll: true });
  }
  function more() {
    const kind = $("kind").value, value = $("value").value.trim();
    const wants = kind === "missing" || kind === "missing-after" || kind === "tag";
    if (wants && !value || kind === "tag" && !/^\w+\s*=/.test(value)) {
      say("A value is needed" + (kind === "tag" ? ", such as White=Morphy" : ", such as d4; d5"));
      $("value").focus();
      return;
    }
    decide(rowOf(now, kind, wants ? value : ""));
    $("value").value = "";
    say("Added");
  }

  // ---- a server that reads the game again ----

  // The last move on the board as a doubt, so that any half-move can be put right; or the one that is missing behind it.
  async function correct(missing) {
    if (!now || now.doubt.z || waiting) return;
    const game = now.game, wanted = missing ? ply + 1 : Math.max(ply, 1);
    const fits = doubts.filter(item => item.game === game && item.doubt.p === wanted
      && (missing ? !item.doubt.o && wanted > movesOf(game).length : item.doubt.o && !item.doubt.k));
    const known = fits.find(item => (item.doubt.w || []).some(way => way[1])) || fits[0];
    if (known) { if (known !== now) show(known); return; }
    if (!data.live) { say("Only a review with --serve can do that"); return; }
    wait(true);
    try {
      const answer = await fetch(`at/${game.f}/${game.u.join("/")}/${wanted}/${missing ? 1 : 0}`);
      if (!answer.ok) throw new Error(await answer.text());
      const doubt = await answer.json();
      doubt.c = doubt.c || [];
      game.d = [...(game.d || []).filter(one => one.c.length || rowsAt({ game, doubt: one }).length), doubt].sort((a, b) => (a.p || 1e9) - (b.p || 1e9));
      collect();
      filter();
      const item = doubts.find(one => one.doubt === doubt);
      if (!shown.includes(item)) shown.splice(Math.max(shown.indexOf(now), 0), 0, item);
      show(item);
      $("doubt").focus({ preventScroll: true });
      say("What was played here?");
    } catch (error) { say(`Not possible: ${error.message}`); }
    wait(false);
    while (pressed.length && !waiting) press(pressed.shift());
  }

  async function send(what) {
    const item = now;
    try {
      const answer = await fetch("decide", { method: "POST", headers: { "Content-Type": "application/json", "X-Scorebook-Token": data.live },
        body: JSON.stringify({ ...what, game: item.game.u, file: item.game.f }) });
      if (!answer.ok) throw new Error(await answer.text());
      const said = await answer.json();
      if (said.reload) { location.reload(); return; }
      if (said.game) replace(item, said.game);
    } catch (error) {
      say("Not saved");
      $("heard").textContent = "This decision could not be saved: " + error.message;
    }
  }
  // The game as it reads now takes the place of the old one; doubts that are gone stay in the list as decided.
  function replace(item, game) {
    const old = item.game;
    const keep = (old.d || []).filter(doubt => {
      const fresh = (game.d || []).some(one => one.a[2] === doubt.a[2] && one.a[1] === doubt.a[1]);
      return !fresh && rowsAt({ game: old, doubt }).length;
    });
    game.d = [...(game.d || []), ...keep].sort((a, b) => (a.p || 1e9) - (b.p || 1e9));
    for (const doubt of game.d) for (const [id] of doubt.c) if (!data.codes[id]) data.codes[id] = ["", ""];
    data.games[item.g] = game;
    const hash = item.doubt.a[2], text = item.doubt.a[1];
    collect();
    filter();
    const same = doubts.find(one => one.g === item.g && one.doubt.a[2] === hash && one.doubt.a[1] === text);
    if (now === item || !doubts.includes(now)) { now = same || doubts.find(one => one.g === item.g) || doubts[0] || null; }
    progress();
    if (now && !shown.includes(now)) shown.splice(0, 0, now);
    const [here, reading] = [ply, game.r];
    show(now);
    if (now) { ply = Math.min(here, movesOf(now.game).length); position(); }
    say(`Read again: ${reading}`);
  }

  // ---- export, print, keys ----

  function pgn() {
    const tag = (name, value) => `[${name} "${(value || "?").replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"]\n`;
    return data.games.map(game => {
      const [white, black, event, date, result] = game.t;
      let line = "", text = "";
      const add = word => { if (line.length + word.length > 78) { text += line.trim() + "\n"; line = ""; } line += word + " "; };
      movesOf(game).forEach((san, i) => {
        const white = i % 2 === (startOf(game)[1] === "b" ? 1 : 0);
        if (white) add(numberOf(game, i + 1)); else if (i === 0) add(numberOf(game, 1).replace("…", "..."));
        add(san);
      });
      add(result);
      return tag("Event", event) + tag("Site") + tag("Date", date || "????.??.??") + tag("Round") + tag("White", white) + tag("Black", black)
        + tag("Result", result) + (game.s ? tag("SetUp", "1") + tag("FEN", game.s) : "") + tag("Reading", game.r) + "\n" + text + line.trim() + "\n\n";
    }).join("");
  }
  function exported() {
    const text = csv();
    $("csv").value = text;
    $("told").textContent = `${decisions.size} decision${decisions.size === 1 ? "" : "s"}. ` + (data.live
      ? "They are in the corrections file already."
      : "Save them beside the record, then: scorebook convert … --corrections corrections.csv");
    URL.revokeObjectURL($("save").href);
    $("save").href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
    // Only a server has read the games again under the decisions.
    $("games").hidden = !data.live;
    if (data.live) {
      URL.revokeObjectURL($("games").href);
      $("games").href = URL.createObjectURL(new Blob([pgn()], { type: "application/x-chess-pgn;charset=utf-8" }));
    }
    $("out").showModal();
    $("save").focus();
  }
  function printed() {
    const most = 400;
    $("print").replaceChildren(...shown.slice(0, most).map(item => {
      const { game, doubt } = item;
      const pre = make("pre");
      source(pre, doubt);
      const men = doubt.z ? fromFen(doubt.z) : after(game, Math.max(doubt.p - 1, 0));
      const last = !doubt.z && doubt.p > 1 ? stepOf(game, doubt.p - 2) : null;
      const rows = rowsAt(item);
      const options = rows.length ? rows.map(row => `decided: ${row[4]} ${row[5]}`) : [doubt.o, ...(doubt.w || []).map(way => way[0] || "no move")].filter(Boolean);
      return make("article", {},
        make("div", {}, make("h2", { text: (doubt.p ? numberOf(game, doubt.p) + " " : "") + textOf(item) }),
          make("p", { text: `${players(game)} · ${doubt.g ? "page " + doubt.g + " · " : ""}line ${doubt.a[0]}` }),
          ...doubt.c.map(([id, message]) => make("p", { text: `${id} ${message}` })), pre,
          make("ul", {}, ...options.map(text => make("li", { text })))),
        board(men, last, null, false, ""));
    }));
    if (shown.length > most) $("print").append(make("p", { text: `${shown.length - most} more doubts are not printed: filter the list.` }));
  }

  const step = by => { const at = shown.indexOf(now); const to = shown[at < 0 ? 0 : at + by]; if (to) { show(to); $("doubt").focus({ preventScroll: true }); say($("head").textContent); } };
  // The first open doubt of a game behind this one.
  function nextGame() {
    const to = shown.find(item => item.g > now.g && !isDone(item));
    if (!to) { say("No game behind this one has an open doubt"); return; }
    show(to);
    $("doubt").focus({ preventScroll: true });
    say($("head").textContent);
  }
  const KEYS = {
    n: () => step(1), p: () => step(-1), t: () => $("typed").focus(), m: misprint, l: leave, u: undo,
    a: allLikeThis, g: gameIsRight, f: flip, z: zoom, w: wholePage, h: () => go(Math.max(now.doubt.p - 1, 0)), c: () => correct(false), i: () => correct(true), N: nextGame, e: exported, "/": () => { $("drawer").open = true; $("words").focus(); },
    "?": () => $("keys").showModal(),
    ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(1e9),
  };
  function flip() { flipped = !flipped; $("flip").setAttribute("aria-pressed", String(flipped)); if (now) position(); }
  document.addEventListener("keydown", event => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea")) {
      if (event.key === "Escape") { target.blur(); $("doubt").focus({ preventScroll: true }); }
      return;
    }
    if (!now && !["e", "/", "?"].includes(event.key)) return;
    if (!/^[0-9]$/.test(event.key) && !KEYS[event.key]) return;
    event.preventDefault();
    if (waiting) pressed.push(event.key); else press(event.key);
  });
  function press(key) {
    if (/^[0-9]$/.test(key)) {
      const way = choices().find(one => one.key === key);
      if (way) take(way);
    } else KEYS[key]();
  }

  $("filter").addEventListener("submit", event => event.preventDefault());
  for (const id of ["words", "state", "code", "reading"]) {
    $(id).addEventListener("input", () => {
      limit = PAGE;
      filter();
      if (!shown.includes(now)) show(shown[0] || now); else { list(); }
    });
  }
  const on = (id, act) => $(id).addEventListener("click", act);
  on("more", () => { limit += PAGE; list(); });
  on("prev", () => step(-1)); on("next", () => step(1));
  on("first", () => go(0)); on("back", () => go(ply - 1)); on("forth", () => go(ply + 1)); on("last", () => go(1e9));
  on("here", () => go(Math.max(now.doubt.p - 1, 0))); on("flip", flip); on("zoom", zoom); on("whole", wholePage);
  if (data.live) { on("correct", () => correct(false)); on("insert", () => correct(true)); } on("alike", allLikeThis); on("right", gameIsRight); on("misprint", misprint); on("leave", leave); on("undo", undo); on("take", typed); on("add", more);
  on("export", exported); on("help", () => $("keys").showModal());
  $("typed").addEventListener("input", typing);
  $("typed").addEventListener("keydown", event => { if (event.key === "Enter") typed(); });
  $("board").addEventListener("pointerdown", grasp);
  addEventListener("pointerup", letGo);
  addEventListener("beforeprint", printed);
  addEventListener("afterprint", () => $("print").replaceChildren());

  function option(id, values) { for (const value of [...values].sort()) $(id).append(make("option", { value, text: value })); }
  load();
  collect();
  option("code", new Set(doubts.flatMap(item => item.doubt.c.map(([id]) => id))));
  option("reading", new Set(doubts.map(item => item.game.r)));
  if (matchMedia("(max-width: 800px)").matches) $("drawer").open = false;
  filter();
  progress();
  show(shown.find(item => !isDone(item)) || shown[0]);
})();
