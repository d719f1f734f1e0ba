// The export, the printed page, the keys, and the start.

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
  a: allLikeThis, g: gameIsRight, f: flip, z: zoom, y: hear, w: wholePage, h: () => go(Math.max(now.doubt.p - 1, 0)), c: () => correct(false), i: () => correct(true), j: toStop, N: nextGame, e: exported, "/": () => { $("drawer").open = $("sift").open = true; $("words").focus(); },
  s: askLines, "?": why,
  ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(1e9),
};
// Why the place is a doubt, and the keys.
function why() {
  $("why").hidden = !now;
  if (now) {
    $("reasons").replaceChildren(...now.doubt.c.flatMap(([id, message]) => {
      const [title, text] = data.codes[id] || ["", ""];
      return [make("dt", {}, make("b", { text: id })), make("dd", {}, make("p", { text: `${title}: ${message}` }), make("p", { class: "meaning", text }))];
    }));
  }
  $("keys").showModal();
}
function flip() { flipped = !flipped; $("flip").setAttribute("aria-pressed", String(flipped)); if (now) position(); }
document.addEventListener("keydown", event => {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input, select, textarea")) {
    if (event.key === "Escape") { target.blur(); $("doubt").focus({ preventScroll: true }); }
    return;
  }
  if (!now && !["e", "/", "?", "s"].includes(event.key)) return;
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
on("here", () => go(Math.max(now.doubt.p - 1, 0))); on("flip", flip); on("zoom", zoom); on("cut", zoom); on("whole", wholePage);
if (data.live) { on("correct", () => correct(false)); on("insert", () => correct(true)); } on("alike", allLikeThis); on("right", gameIsRight); on("misprint", misprint); on("leave", leave); on("undo", undo); on("take", typed); on("add", more);
on("export", exported); on("help", why); on("ask", why);
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
function first() {
  let there = [];
  if (data.live) try { there = JSON.parse(sessionStorage.getItem(THERE) || "[]"); sessionStorage.removeItem(THERE); } catch { /* As without. */ }
  const at = shown.find(item => !isDone(item) && item.game.f === there[0] && item.game.l >= there[1]);
  return at || shown.find(item => !isDone(item)) || shown[0];
}
show(first());
