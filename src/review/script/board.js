// Positions, and the board: drawn, and played on with a pointer.

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

// A move made by hand: the man is dragged, or its square and the next one are clicked. Where one man only can go to a square, a
// click on that square is enough.
let held = null;
// Such a click: its square, and whether it has ended there while the game was asked.
let aimed = null;
function squareAt(event) {
  const box = $("board").firstElementChild.getBoundingClientRect();
  const [file, rank] = [event.clientX - box.left, event.clientY - box.top].map((at, i) => Math.floor(8 * at / (i ? box.height : box.width)));
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return null;
  return flipped ? rank * 8 + 7 - file : (7 - rank) * 8 + file;
}
const men = () => after(now.game, ply);
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
const movable = () => now && !waiting && atDoubt() && now.doubt.y && !(data.live && isLeftOver(now.doubt));
// Makes the only move to a square, or the only man's, as a queen.
function madeTo(to) {
  aimed = null;
  const from = new Set(legalOf(now.doubt).filter(move => move.to === to).map(move => move.from));
  if (from.size === 1) made([...from][0], to);
}
async function grasp(event) {
  const at = now && !waiting && !event.button ? squareAt(event) : null;
  aimed = null;
  if (at === null) return;
  const was = held;
  if (!movable()) {
    // Any half-move can be made anew from the board.
    if (!data.live || now.doubt.z) return;
    event.preventDefault();
    aimed = { at, up: false };
    await correctNext();
    if (!movable()) { aimed = null; return; }
  } else {
    if (held !== null && held !== at && made(held, at)) return;
    if (was === null) aimed = { at, up: false };
  }
  hold(legalOf(now.doubt).some(move => move.from === at) ? at : null);
  if (held !== null) { aimed = null; event.preventDefault(); }
  else if (aimed && aimed.up) madeTo(at);
}
function letGo(event) {
  if (aimed) {
    if (squareAt(event) !== aimed.at) aimed = null;
    else if (waiting) aimed.up = true;
    else if (movable()) madeTo(aimed.at);
    return;
  }
  const at = held !== null && movable() ? squareAt(event) : null;
  if (at !== null && at !== held) made(held, at);
}
