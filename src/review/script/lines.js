// Lines of the text that a person calls one game, or no score: dragged over, or chosen with the arrow keys.

// Lines shown on each side of the doubt.
const NEAR_LINES = 250;
let lines = null;
// Where the page goes when it is made anew.
const THERE = "scorebook-review-there";
// The text of the doubt's input, by lines: `from` is the number of the first.
const unitOf = game => (data.texts || []).find(unit => unit.u[0] === game.f && unit.u[1] === game.u[0]);

function askLines() {
  // Where nothing was read, there is the text.
  const unit = now ? unitOf(now.game) : (data.texts || [])[0];
  if (!unit) { say("The text is too long to be in the page: give its parts as files of their own"); return; }
  const all = unit.t.split("\n");
  const here = now ? Math.min(Math.max(now.doubt.a[0] - unit.l, 0), all.length - 1) : 0;
  const first = Math.max(0, here - NEAR_LINES);
  lines = { unit, all, first, here, from: null, to: null };
  lines.starts = new Map();
  data.games.forEach((game, g) => { if (game.f === unit.u[0] && game.u[0] === unit.u[1]) lines.starts.set(game.l - unit.l, g + 1); });
  $("text").replaceChildren(...rowsOf(first, here + NEAR_LINES));
  mark();
  $("choice").showModal();
  $("text").focus();
  $("text").children[here - first].scrollIntoView({ block: "center" });
}
// Lines as rows.
const rowsOf = (from, to) => lines.all.slice(from, to).map((line, i) => {
  const at = from + i;
  const row = make("li", { "data-at": at, class: at === lines.here ? "here" : null }, make("span", { class: "n", text: lines.unit.l + at, "aria-hidden": "true" }),
    make("span", { class: "words", text: line || " " }));
  if (lines.starts.has(at)) row.append(make("span", { class: "starts", text: `game ${lines.starts.get(at)}` }));
  return row;
});
// More of the text, where its end comes into sight.
function moreLines() {
  const text = $("text");
  if (!lines || !text.lastElementChild) return;
  if (text.scrollTop + text.clientHeight > text.scrollHeight - 200) {
    const from = Number(text.lastElementChild.dataset.at) + 1;
    text.append(...rowsOf(from, from + NEAR_LINES));
  }
  if (text.scrollTop < 200 && lines.first > 0) {
    const from = Math.max(0, lines.first - NEAR_LINES), before = text.scrollHeight;
    text.prepend(...rowsOf(from, lines.first));
    lines.first = from;
    text.scrollTop += text.scrollHeight - before;
  }
}
$("text").addEventListener("scroll", moreLines);
function mark() {
  const [from, to] = lines.from === null ? [1, 0] : [Math.min(lines.from, lines.to), Math.max(lines.from, lines.to)];
  for (const row of $("text").children) row.classList.toggle("in", row.dataset.at >= from && row.dataset.at <= to);
  $("together").disabled = $("begins").disabled = $("unscored").disabled = from > to;
  $("chosen").textContent = from > to ? "" : from === to ? `Line ${lines.unit.l + from}` : `Lines ${lines.unit.l + from} to ${lines.unit.l + to}`;
}
function lineAt(event) {
  const row = document.elementFromPoint(event.clientX, event.clientY)?.closest("#text li");
  return row ? Number(row.dataset.at) : null;
}
$("text").addEventListener("pointerdown", event => {
  const at = lineAt(event);
  if (at === null || event.button) return;
  lines.from = event.shiftKey && lines.from !== null ? lines.from : at;
  lines.to = at;
  lines.held = true;
  mark();
  event.preventDefault();
  $("text").focus({ preventScroll: true });
});
addEventListener("pointermove", event => {
  if (!lines || !lines.held) return;
  const box = $("text").getBoundingClientRect();
  // At the edge the text moves along.
  if (event.clientY > box.bottom - 24) $("text").scrollTop += 18;
  if (event.clientY < box.top + 24) $("text").scrollTop -= 18;
  const at = lineAt(event);
  if (at !== null) { lines.to = at; mark(); }
});
addEventListener("pointerup", () => { if (lines) lines.held = false; });
$("text").addEventListener("keydown", event => {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
  if (event.key === "Enter" && lines.from !== null) { event.preventDefault(); chooseLines("game"); }
  if (!by) return;
  event.preventDefault();
  const last = lines.first + $("text").children.length - 1;
  lines.to = Math.min(Math.max((lines.to === null ? lines.here - by : lines.to) + by, lines.first), last);
  if (!event.shiftKey || lines.from === null) lines.from = lines.to;
  mark();
  $("text").children[lines.to - lines.first].scrollIntoView({ block: "nearest" });
});
$("choice").addEventListener("close", () => { if (!$("choice").open) lines = null; });

// The hash of the text around, as the corrections file has it; none where the browser has no hashes.
async function hashOf(unit, from, to) {
  if (!globalThis.crypto || !crypto.subtle) return "";
  const one = async chars => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(chars.join("")));
    return [...new Uint8Array(digest).slice(0, 4)].map(byte => byte.toString(16).padStart(2, "0")).join("");
  };
  const chars = rows => [...rows.join("\n").replace(/\s/g, "")];
  const [before, after] = [chars(unit.slice(0, from)).slice(-64), chars(unit.slice(to + 1)).slice(0, 64)];
  return `${await one(before)}-${await one(after)}`;
}
async function chooseLines(kind) {
  const { unit, all } = lines;
  let [from, to] = [Math.min(lines.from, lines.to), Math.max(lines.from, lines.to)];
  if (kind === "start") to = from;
  while (from < to && !all[from].trim()) from++;
  while (to > from && !all[to].trim()) to--;
  const text = all.slice(from, to + 1).join(" ").split(/\s+/).filter(Boolean).join(" ");
  if (!text) { $("chosen").textContent = "These lines are empty"; return; }
  const hash = await hashOf(all, from, to);
  $("choice").close();
  if (kind === "start") {
    // A server makes the page anew with the game in it, which goes there.
    if (data.live) try { sessionStorage.setItem(THERE, JSON.stringify([unit.u[0], unit.l + from])); } catch { /* It goes to its first doubt. */ }
    decide([data.files[unit.u[0]], String(unit.l + from), text, hash, "game", "", ""]);
    say(`Decided: a game starts on line ${unit.l + from}`);
    return;
  }
  const note = `lines ${unit.l + from} to ${unit.l + to}`;
  decide([data.files[unit.u[0]], String(unit.l + from), text, hash, kind, kind === "game" ? "whole" : "", note]);
  say(kind === "game" ? `Decided: ${note} are one game` : `Decided: ${note} are no score`);
}
$("together").addEventListener("click", () => chooseLines("game"));
$("begins").addEventListener("click", () => chooseLines("start"));
$("unscored").addEventListener("click", () => chooseLines("not-score"));
$("lines").addEventListener("click", askLines);
$("starts").addEventListener("click", askLines);
