// What is shown of a doubt.

let shown = [];
let limit = PAGE;
let now = null;
let ply = 0;
let flipped = false;
let preview = null;

const say = words => { $("say").textContent = words; };
// A missing move has no text: it is named by what stands before it.
const textOf = item => (item.doubt.k ? `missing, ${item.doubt.k === "missing" ? "before" : "after"} ` : "") + (item.doubt.a[1].slice(0, 60) || "(no text)");
// The name of an input without its folders.
const nameOf = path => path.split(/[\\/]/).pop();

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
// What is known of a date: `????.06.11` is 11 June.
const dateOf = date => {
  const [year, month, day] = (date || "").split(".").map(Number);
  return [month && day, MONTHS[month - 1], year].filter(Boolean).join(" ");
};

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
  // A half-move that was asked for, and left again, is no doubt.
  if (now && item && now !== item && !now.doubt.c.length && !isDone(now)) {
    const { game, doubt } = now;
    game.d = (game.d || []).filter(one => one !== doubt);
    for (const of of [doubts, shown]) if (of.includes(now)) of.splice(of.indexOf(now), 1);
    progress();
  }
  now = item || null;
  $("card").hidden = !now;
  $("empty").hidden = doubts.length > 0;
  if (!data.games.length) $("nothing").textContent = "No game was read.";
  $("starts").hidden = !(data.texts || []).length;
  if (!now) { list(); return; }
  const { game, doubt } = now;
  preview = null;
  ply = doubt.z ? 0 : Math.max(doubt.p - 1, 0);
  $("head").textContent = (doubt.p ? numberOf(game, doubt.p) + " " : "") + textOf(now);
  const place = [players(game), game.t[2], dateOf(game.t[3]), `game ${now.g + 1}`, doubt.g ? `page ${doubt.g}` : "", `${nameOf(data.files[game.f])}:${doubt.a[0]}`];
  $("where").title = data.files[game.f];
  $("where").textContent = place.filter(part => part && part !== "?").join(" · ");
  $("findings").replaceChildren(...doubt.c.map(([id, message]) => {
    const [title] = data.codes[id] || [""];
    return make("li", { class: doubt.s > 1 ? "error" : "warning" }, make("b", { text: id }), ` ${title}: ${message}`);
  }));
  source($("source"), doubt);
  sounds();
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

// The recording, from a second before the doubt; it stops behind it.
const BEFORE = 1, LONG = 6;
let until = Infinity;
function sounds() {
  const url = (data.sounds || [])[now.game.f];
  $("sounds").hidden = !url || now.doubt.e === undefined;
  if ($("sounds").hidden) { $("sound").pause(); return; }
  if ($("sound").dataset.of !== String(now.game.f)) {
    $("sound").dataset.of = now.game.f;
    $("sound").src = url;
  }
  const at = Math.floor(now.doubt.e);
  $("hear").textContent = `Hear ${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`;
}
function hear() {
  if (!now || $("sounds").hidden) return;
  const sound = $("sound"), from = Math.max(now.doubt.e - BEFORE, 0);
  until = from + LONG;
  const play = () => { sound.currentTime = from; sound.play().catch(() => say("The recording cannot be played.")); };
  if (sound.readyState) play();
  else sound.addEventListener("loadedmetadata", play, { once: true });
}
$("hear").addEventListener("click", hear);
$("sound").addEventListener("timeupdate", () => {
  if ($("sound").currentTime >= until) { until = Infinity; $("sound").pause(); }
});

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
  if (!far) return "";
  const [plies, whole, left] = far;
  const more = left ? `, ${left} doubt${left === 1 ? "" : "s"} left` : "";
  if (whole) return "whole game" + more;
  if (plies === 0) return "nothing reads";
  return "reads to " + numberOf(game, plies) + more;
}

// The ways to read the place: what is taken, others, no move at all; each with its key.
function choices() {
  const { doubt } = now;
  const list = [];
  if (doubt.o) list.push({ key: "0", san: doubt.o, label: doubt.o, far: "as read now", kind: "move", chance: doubt.h });
  let number = 1;
  for (const [san, far, chance] of doubt.w || []) {
    const whole = far && far[1] === 1;
    list.push({ key: number <= 9 ? String(number) : "", san, label: san || "no move", far: farWords(far, now.game), whole, kind: san ? "move" : "junk", chance });
    number++;
  }
  return list;
}
// Under one per cent nothing is said: it is as good as none.
const chanceWords = chance => chance === undefined || chance < 1 ? "" : `${Math.min(chance, 99)} %`;
function chosen() { return rowsAt(now).find(row => subject(row) === "cell" || row[4] === now.doubt.k); }
// The move that a row says of the doubt: of several that are missing, its own.
const saidIn = (row, doubt) => isMissing(row[4]) ? (row[5].split(";")[leading(doubt)] || "").trim() : row[5];

function ways() {
  const within = now.doubt.p && now.doubt.p <= movesOf(now.game).length;
  $("what").textContent = now.doubt.k ? "Which move is missing?" : now.doubt.o || !within ? "What was played?" : "Is this a move?";
  const row = chosen();
  $("ways").replaceChildren(...choices().map(way => {
    const pressed = row && (way.kind === "junk" ? row[4] === "junk" : row[4] !== "junk" && saidIn(row, now.doubt) === way.san);
    const button = make("button", { type: "button", "aria-pressed": pressed ? "true" : "false", class: way.whole ? "whole" : null, on: () => take(way) },
      make("kbd", { text: way.key || " " }), make("span", { class: "san", text: way.label }),
      make("span", { class: "chance", text: chanceWords(way.chance), title: "chance" }), make("span", { class: "far", text: way.far }));
    button.style.setProperty("--share", `${way.chance || 0}%`);
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
      missing: `Missing before it: ${row[5]}`, "missing-after": `Missing after it: ${row[5]}`, "not-score": row[6].startsWith("lines ") ? `No score: ${row[6]}` : "Its line is not score",
      game: row[5] === "whole" ? `One game: ${row[6] || "its lines"}` : "A game starts on its line", tag: `The tag ${row[5]}` }[row[4]];
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
    const san = preview || (row && row[4] !== "junk" && saidIn(row, doubt)) || doubt.o;
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
      title: item ? "doubtful" : null, on: () => choose(i + 1) }), " ");
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
