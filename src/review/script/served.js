// A server that reads the game again.

// The last move on the board as a doubt, so that any half-move can be put right; or the one that is missing behind it.
const correct = missing => { const last = now && atDoubt() && now.doubt.p === asked ? asked : ply; return ask(missing ? last + 1 : Math.max(last, 1), missing); };
// The half-move that was asked for by a click.
let asked = 0;
// Where the game stops.
const toStop = () => { if (!now || now.doubt.z) return; go(1e9); ask(ply + 1, true); };
// The half-move behind the position on the board.
const correctNext = () => ask(ply + 1, ply >= movesOf(now.game).length);
// A half-move in the list: what was played there. Without a server, the position behind it.
function choose(wanted) {
  if (!data.live || !now || now.doubt.z) { go(wanted); return; }
  asked = wanted;
  const known = doubts.find(item => item.game === now.game && item.doubt.p === wanted && item.doubt.o);
  if (known) show(known); else ask(wanted, false);
}
async function ask(wanted, missing) {
  if (!now || now.doubt.z || waiting) return;
  const game = now.game;
  const fits = doubts.filter(item => item.game === game && item.doubt.p === wanted
    && (missing ? !item.doubt.o && wanted > movesOf(game).length && !isLeftOver(item.doubt) : item.doubt.o));
  const known = fits.find(item => (item.doubt.w || []).some(way => way[1])) || fits[0];
  // Where the game stops, all moves have been held against the print.
  if (known && (missing || !data.live)) { if (known !== now) show(known); return; }
  if (!data.live) { say("Only a review with --serve can do that"); return; }
  wait(true);
  try {
    const answer = await fetch(`at/${game.f}/${game.u.join("/")}/${wanted}/${missing ? 1 : 0}`);
    if (!answer.ok) throw new Error(await answer.text());
    const doubt = await answer.json();
    doubt.c = doubt.c || [];
    const same = known && known.doubt.a[2] === doubt.a[2] && known.doubt.a[1] === doubt.a[1] && known.doubt.k === doubt.k;
    let item = known;
    if (same) {
      Object.assign(known.doubt, { w: doubt.w, h: doubt.h, y: doubt.y, b: doubt.b });
    } else {
      game.d = [...(game.d || []).filter(one => one.c.length || rowsAt({ game, doubt: one }).length), doubt].sort((a, b) => (a.p || 1e9) - (b.p || 1e9));
      collect();
      filter();
      item = doubts.find(one => one.doubt === doubt);
    }
    if (!shown.includes(item)) shown.splice(Math.max(shown.indexOf(now), 0), 0, item);
    show(item);
    $("doubt").focus({ preventScroll: true });
    say("What was played here?");
  } catch (error) { say(`Not possible: ${error.message}`); }
  wait(false);
  while (pressed.length && !waiting) press(pressed.shift());
}

async function send(what, place) {
  const item = now, at = place || item.game;
  try {
    const answer = await fetch("decide", { method: "POST", headers: { "Content-Type": "application/json", "X-Scorebook-Token": data.live },
      body: JSON.stringify({ ...what, game: at.u, file: at.f }) });
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
    const fresh = (game.d || []).some(one => one.a[2] === doubt.a[2] && one.a[1] === doubt.a[1] && leading(one) === leading(doubt));
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
