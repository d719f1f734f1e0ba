// Decisions: one, several alike, undone.

// Half-moves behind one just decided that do not show that the game is read to its end.
const LITTLE = 2;
// The chance, in per cent, of a move that is as good as certain.
const SURE = 97;
// What was decided, latest last: the doubts and the rows, so that it can be undone from anywhere.
const history = [];
const identity = item => [item.game.f, item.doubt.a[2] || item.doubt.a[0], item.doubt.a[1], item.doubt.k || "", leading(item.doubt)].join("\u0001");
const find = id => doubts.find(item => identity(item) === id);

// Decides a row; the rows that it replaces.
function put(item, row) {
  // A move that stands elsewhere replaces nothing here.
  const isElsewhere = isMissing(row[4]) && (row[2] !== item.doubt.a[1] || row[3] !== item.doubt.a[2]);
  const before = isElsewhere ? [] : rowsAt(item).filter(old => subject(old) === subject(row));
  const old = decisions.get(keyOf(row));
  if (old && !before.includes(old)) before.push(old);
  before.forEach(old => decisions.delete(keyOf(old)));
  decisions.set(keyOf(row), row);
  spans = null;
  return before;
}
// Decides one doubt, or several at once, and goes on to the next that is open.
async function decide(row, others) {
  if (!now) { begin(row); return; }
  const item = now, more = others || [];
  const replaced = [...put(item, row), ...more.flatMap(other => put(other.item, other.row))];
  history.push({ id: identity(item), rows: [row, ...more.map(other => other.row)], replaced });
  const elsewhere = more.some(other => other.item.game !== item.game);
  const says = !more.length && row[5] && ["move", "misprint", "missing", "missing-after"].includes(row[4]);
  await changed({ set: row, more: more.map(other => other.row), elsewhere }, () => onward(identity(item), says && item));
}
// Decides where a game starts in a text of which nothing was read.
async function begin(row) {
  decisions.set(keyOf(row), row);
  const unit = data.texts[0];
  save();
  progress();
  if (data.live) await send({ set: row, more: [], elsewhere: true }, { f: unit.u[0], u: [unit.u[1], 0] });
}
// The next open doubt after one: of its game, then of the list, then any. Behind the last move that is read, a server is asked
// what comes next, before text that is left over.
function onward(id, says) {
  const from = find(id) || now;
  const open = list => list.find(item => !isDone(item));
  // Behind a move, what is doubtful behind it; print that is left over may be explained once the game is read to its end.
  if (says && data.live && now && says.g === now.g && !says.doubt.z) {
    const behind = doubts.filter(item => item.game === now.game && item.doubt.p > says.doubt.p && !isLeftOver(item.doubt) && shown.includes(item));
    // What is as good as certain waits, if the game goes on.
    const sure = item => item.doubt.h >= SURE && item.doubt.o;
    const stops = now.game.t[4] === "*" && !movesOf(now.game).slice(-1)[0].endsWith("#");
    const doubt = open(behind.filter(item => !sure(item))) || !stops && open(behind);
    if (doubt) { show(doubt); $("doubt").focus({ preventScroll: true }); return; }
    if (stops && open(behind) || goesOn({ game: now.game, doubt: says.doubt }, null)) { toStop(); return; }
  }
  const at = doubts.indexOf(from);
  const rest = doubts.slice(at + 1);
  const next = open(rest.filter(item => item.game === from.game && shown.includes(item))) || open(rest.filter(item => shown.includes(item)))
    || open(shown) || null;
  if (says && data.live && !from.doubt.z && goesOn(from, next)) { show(from); toStop(); return; }
  if (!next || next === now) return;
  show(next);
  $("doubt").focus({ preventScroll: true });
}
// Whether a game may go on where its reading stops, and no doubt says so: little was read behind the move just decided, or
// print is left over.
function goesOn({ game, doubt }, next) {
  const sans = movesOf(game), last = sans.length;
  if (game.t[4] !== "*" || doubt.p > last || (sans[last - 1] || "").endsWith("#")) return false;
  const ahead = next && next.game === game && next.doubt.p > doubt.p;
  return ahead ? isLeftOver(next.doubt) && next.doubt.p > last : last - doubt.p <= LITTLE;
}
async function undo() {
  let rows = [...rowsAt(now), ...tagsAt(now)], again = [];
  const last = history[history.length - 1];
  if (last && (!rows.length || last.id === identity(now))) {
    history.pop();
    const back = find(last.id);
    if (back && back !== now) {
      if (!shown.includes(back)) shown.splice(0, 0, back);
      show(back);
    }
    rows = last.rows;
    again = last.replaced;
  }
  if (!rows.length) return;
  rows.forEach(row => decisions.delete(keyOf(row)));
  again.forEach(row => decisions.set(keyOf(row), row));
  say("Undone");
  await changed({ more: again, unset: rows.filter(row => !decisions.has(keyOf(row))), elsewhere: rows.some(row => !ofThisGame(row)) });
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
  && (item.doubt.o || item.doubt.p <= movesOf(now.game).length || isLeftOver(item.doubt)));
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
  // The text is another move: this one has no cell that was read.
  const other = kind === "move" && now.doubt.f;
  if (other && !other.m.split(" ").includes(way.san)) {
    const [line, text, hash] = other.a;
    decide([data.files[now.game.f], String(line), text, hash, other.k, other.b ? other.b + "; " + way.san : way.san, ""]);
    return;
  }
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
// Where the record lacks moves, several can be typed one after another, with their numbers or without.
function severalIn(text) {
  if (!now.doubt.k || heard(text)) return null;
  const words = text.split(/[\s;,]+/).map(word => word.replace(/^\d+(\.|…)*/, "")).filter(Boolean);
  const first = words.length > 1 && heard(words[0]);
  return first ? [first.san, ...words.slice(1)] : null;
}
function typing() {
  const text = $("typed").value.trim();
  const several = text && severalIn(text);
  const move = text && heard(several ? several[0] : text);
  $("heard").textContent = !text ? "" : several ? `That is ${move.san}, and ${several.length - 1} more behind it.` : move ? `That is ${move.san}.`
    : "Not known here: it is kept as typed, and read in the notation of the record.";
  preview = move ? move.san : null;
  if (atDoubt()) position();
}
function typed() {
  const text = $("typed").value.trim();
  if (!text) return;
  const several = severalIn(text);
  const move = heard(text);
  take({ kind: "move", san: several ? several.join("; ") : move ? move.san : text });
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
