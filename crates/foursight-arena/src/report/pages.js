const tournament = JSON.parse(byId("data").textContent);
let replay;

/** Shows what the address asks for: `#game-17`, `#game-17-move-9`, or the tournament. */
function showPage() {
  const match = /^#game-(\d+)(?:-move-(\d+))?$/.exec(location.hash);
  const isGame = match !== null && byId(`data-${match[1]}`) !== null;
  const before = replay?.number;
  replay?.stop();
  byId("tournament").hidden = isGame;
  byId("viewer").hidden = !isGame;
  if (isGame) {
    openGame(Number(match[1]), match[2] === undefined ? undefined : Number(match[2]));
  } else {
    replay = undefined;
    document.title = tournament.name;
    if (before !== undefined) byId(`game-${before}`).querySelector("a").focus();
  }
}

/** Opens a game after `step` discs; without one where it was lost, or else at its end. */
function openGame(number, step) {
  const isNew = replay?.number !== number;
  if (isNew) replay = new Replay(tournament, number);
  replay.go(step ?? replay.lastStep);
  document.title = `Game ${number} · ${tournament.name}`;
  const listed = listedGames();
  byId("previous-game").disabled = neighbor(-1) === undefined;
  byId("next-game").disabled = neighbor(1) === undefined;
  if (isNew && listed.length > 0) {
    window.scrollTo(0, 0);
    byId("viewer-title").focus({ preventScroll: true });
  }
}

/** The game before or after this one in the list. */
function neighbor(offset) {
  const listed = listedGames();
  const at = listed.indexOf(replay.number);
  return at < 0 ? undefined : listed[at + offset];
}

function openNeighbor(offset) {
  const number = neighbor(offset);
  if (number !== undefined) location.hash = `#game-${number}`;
}

/** Goes to the next move that changed the result, in this game or a later one of the list. */
function nextBlunder() {
  const step = replay.nextBlunder();
  if (step !== undefined) return replay.go(step);
  const listed = listedGames();
  const later = listed.slice(listed.indexOf(replay.number) + 1);
  const number = later.find((number) => byId(`game-${number}`).dataset.marks !== "0");
  if (number === undefined) {
    byId("status").textContent = "No later move in the list changed a result.";
    return;
  }
  replay.stop();
  replay = new Replay(tournament, number);
  location.hash = `#game-${number}-move-${replay.nextBlunder()}`;
}

const STEPS = {
  first: () => replay.go(0),
  back: () => replay.go(replay.step - 1),
  forward: () => replay.go(replay.step + 1),
  last: () => replay.go(replay.lastStep),
  blunder: nextBlunder,
};

function step(name) {
  const wasPlaying = replay.timer !== undefined;
  replay.stop();
  if (name !== "play") STEPS[name]();
  else if (!wasPlaying) replay.play();
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "blunder" };

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  const isText = event.target.closest("select, input, .wide") !== null;
  if (!replay || name === undefined || isText || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  step(name);
});

document.querySelector(".controls").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) step(button.dataset.step);
});

byId("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  replay.stop();
  replay.go(Number(button.dataset.go));
});

byId("whole-log").addEventListener("change", () => replay.drawLog());
byId("previous-game").addEventListener("click", () => openNeighbor(-1));
byId("next-game").addEventListener("click", () => openNeighbor(1));
window.addEventListener("hashchange", showPage);

fitBoard(byId("board"), byId("scores"), tournament.width);
addFilters(tournament.players);
for (const id of ["standings", "endings", "games"]) makeSortable(byId(id));
document.documentElement.classList.add("scripted");
showPage();
