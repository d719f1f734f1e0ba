// The data of the page, and the decisions: rows of the corrections file by what they are about.

const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
$("data").textContent = "";
const SVG = "http://www.w3.org/2000/svg";
const COLUMNS = ["file", "line", "text", "hash", "kind", "value", "note"];
const SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE = 150;
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
  spans = null;
  if (data.live) return;
  const rows = [...decisions];
  for (const row of data.prior) if (!decisions.has(keyOf(row))) rows.push([keyOf(row), null]);
  try { localStorage.setItem(STORE, JSON.stringify(rows)); } catch { stored = false; }
}
const field = text => /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
const csv = () => [COLUMNS, ...decisions.values()].map(row => row.map(field).join(",") + "\n").join("");
let doubts = [];
function collect() {
  doubts = [];
  data.games.forEach((game, g) => (game.d || []).forEach((doubt, d) => doubts.push({ game, g, doubt, d })));
}
// Several moves that are missing at one place are one row: those before this one stand as they are read.
const leading = doubt => doubt.b ? doubt.b.split(";").length : 0;
// Text that no move explains.
const isLeftOver = doubt => doubt.c.length > 0 && doubt.c.every(([id]) => id === "L320");
const isMissing = kind => kind === "missing" || kind === "missing-after";
const rowOf = (item, kind, value, note) => {
  if (item.doubt.b && kind === item.doubt.k && value) value = item.doubt.b + "; " + value;
  const lines = kind === "not-score" || kind === "game";
  const [line, text, hash] = lines ? item.doubt.n : item.doubt.a;
  return [data.files[item.game.f], String(line), text, hash, kind, value || "", note || ""];
};
const rowsAt = item => {
  const file = data.files[item.game.f];
  // What is decided of the text that a missing move stands beside says nothing of that move.
  const own = (item.doubt.k ? [item.doubt.k] : ["cell", "missing", "missing-after"]).map(s => [file, item.doubt.a[2] || item.doubt.a[0], item.doubt.a[1], s].join("\u0001"));
  // That a game starts on its line does not say which move is missing behind it.
  const lines = (item.doubt.k ? ["not-score"] : ["not-score", "game"]).map(s => [file, item.doubt.n[2] || item.doubt.n[0], item.doubt.n[1], s].join("\u0001"));
  const reaches = row => !isMissing(row[4]) || row[4] !== item.doubt.k || row[5].split(";").length > leading(item.doubt);
  const rows = [...own, ...lines].filter(key => decisions.has(key)).map(key => decisions.get(key)).filter(reaches);
  return [...rows, ...linesAt(item).filter(row => !rows.includes(row))];
};
// Decisions about several lines: their note says which.
let spans = null;
function linesAt(item) {
  spans ??= [...decisions.values()].map(row => ({ row, lines: /^lines (\d+) to (\d+)$/.exec(row[6]) })).filter(span => span.lines);
  const file = data.files[item.game.f], line = item.doubt.a[0];
  return spans.filter(({ row, lines }) => row[0] === file && line >= Number(lines[1]) && line <= Number(lines[2])).map(span => span.row);
}
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
