/** Everything about one game that is being replayed; `step` counts discs, one more is its fault. */
class Replay {
  constructor(tournament, number) {
    this.tournament = tournament;
    this.number = number;
    this.game = JSON.parse(document.getElementById(`data-${number}`).textContent);
    this.size = [tournament.width, tournament.height];
    this.discs = discsOf(this.game.opening + this.game.moves, this.size[0]);
    this.hasFault = this.game.isFault;
    this.lastStep = this.discs.length + (this.hasFault ? 1 : 0);
    this.step = 0;
    this.timer = undefined;
    this.drawFacts();
    this.drawMoves();
    this.drawErrors();
  }

  name(seat) {
    return this.tournament.players[this.game.players[seat]] ?? "?";
  }

  /** The index of the move that led to the step; below 0 for the opening. */
  get index() {
    return this.step - 1 - this.game.opening.length;
  }

  get isFault() {
    return this.step > this.discs.length;
  }

  /** The first step after this one whose move changed the result. */
  nextBlunder() {
    const index = this.game.marks.findIndex((mark, index) =>
      index > this.index && mark?.[2]);
    return index < 0 ? undefined : index + 1 + this.game.opening.length;
  }

  go(step) {
    this.step = Math.max(0, Math.min(step, this.lastStep));
    const discs = this.discs.slice(0, this.step);
    drawBoard(byId("board"), this.size, discs, this.step < this.discs.length ? [] : this.game.lines);
    byId("board-label").textContent = describeBoard(this.size, discs);
    byId("status").replaceChildren(...this.describe());
    this.drawScores();
    this.drawChart();
    this.drawLog();
    this.markMove();
  }

  play() {
    if (this.step === this.lastStep) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step === this.lastStep) this.stop();
    }, 700);
    this.showPlaying(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  showPlaying(isPlaying) {
    const button = document.querySelector("[data-step=play]");
    button.textContent = isPlaying ? "pause" : "play";
  }

  drawFacts() {
    const { game } = this;
    byId("viewer-title").replaceChildren(
      `Game ${this.number}: `, disc(0), " ", foreign(this.name(0)), " – ", disc(1), " ", foreign(this.name(1)));
    const { winner } = game;
    const result = winner === null ? [game.result] : [foreign(this.name(winner)), ` won ${game.result}`];
    const facts = [...result, `, ${game.ending}: `, foreign(game.reason), ` · round ${game.round}, pair ${game.pair}`];
    if (game.lost) {
      facts.push(" · ", foreign(this.name(game.loser)), ` was ${game.lost}`);
    }
    byId("viewer-facts").replaceChildren(...facts);
    const layers = game.layers.join(", ");
    byId("layers").textContent = layers ? `Isolation of the players: ${layers}.` : "";
  }

  drawMoves() {
    const { game } = this;
    const items = this.discs.map((played, at) => {
      const index = at - game.opening.length;
      const button = html("button", index < 0 ? "opening" : "");
      button.type = "button";
      button.dataset.go = at + 1;
      const mark = game.marks[index]?.[0] ?? "";
      button.append(
        html("span", "count", `${at + 1}.`), disc(at % 2),
        html("span", "column", (played.x + 1).toString(11)),
        html("strong", MARK_CLASSES[mark] ?? "", mark),
        html("span", "time", index < 0 ? "" : milliseconds(game.micros[index])));
      return html("li", "", button);
    });
    if (this.hasFault) {
      const button = html("button", "fault", `${game.ending} (${game.result})`);
      button.type = "button";
      button.dataset.go = this.lastStep;
      items.push(html("li", "wide-item", button));
    }
    byId("moves").replaceChildren(...items);
  }

  markMove() {
    for (const button of byId("moves").querySelectorAll("button")) {
      const isNow = Number(button.dataset.go) === this.step;
      if (isNow) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      // Scrolls the list only, and never the page.
      const list = byId("moves");
      if (isNow && list.scrollHeight > list.clientHeight) {
        list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    }
  }

  /** The step in words. */
  describe() {
    const { game, index } = this;
    if (this.step === 0) return ["The empty board."];
    if (this.isFault) return this.describeFault();
    const isStolen = this.game.stolen && this.step === 1;
    const seat = isStolen ? 1 : (this.step - 1) % 2;
    const column = (this.discs[this.step - 1].x + 1).toString(11);
    if (index < 0) return [`Disc ${this.step}: column ${column}, a move of the opening.`];
    const [mark, remark] = game.marks[index] ?? [];
    const words = [`Move ${this.step}: `, foreign(this.name(seat)), ` played column ${column} in ${milliseconds(game.micros[index])}.`];
    if (isStolen) words.push(" ", foreign(this.name(0)), " stole the disc.");
    if (remark) words.push(" It ", html("strong", MARK_CLASSES[mark], remark), ".", ...this.better());
    if (mark === "") words.push(` No move is better: ${this.outcome(game.scores[index][this.discs[this.step - 1].x])}.`);
    return words;
  }

  describeFault() {
    const { game } = this;
    const { loser } = game;
    const who = loser === null ? ["The game ended"] : [foreign(this.name(loser)), " lost"];
    return [...who, ` (${game.ending}): `, foreign(game.reason)];
  }

  /** What a score of the move of this step means. */
  outcome(score) {
    return outcome(score, this.size[0] * this.size[1], this.step - 1);
  }

  /** Which columns would have been best. */
  better() {
    const scores = this.game.scores[this.index];
    const best = Math.max(...scores.filter((score) => score !== null));
    const columns = scores.flatMap((score, x) => score === best ? [(x + 1).toString(11)] : []);
    const words = columns.length === 1 ? `column ${columns[0]}` : `columns ${columns.join(", ")}`;
    return [` Best: ${words} (${this.outcome(best)}).`];
  }

  drawScores() {
    const scores = this.isFault ? undefined : this.game.scores[this.index];
    const played = this.discs[this.step - 1]?.x;
    const items = Array.from({ length: this.size[0] }, (_, x) => {
      const score = scores?.[x];
      if (score === undefined || score === null) return html("li", "none", scores ? "–" : "\u00a0");
      const item = html("li", `${verdict(score)}${x === played ? " played" : ""}`, signed(score));
      item.title = `column ${(x + 1).toString(11)}: ${this.outcome(score)}`;
      return item;
    });
    byId("scores").replaceChildren(...items);
  }

  /** A bar for each disc: what the position is worth for red after it. */
  drawChart() {
    const { game } = this;
    const chart = byId("chart");
    const isGraded = game.scores.some((scores) => scores);
    chart.toggleAttribute("hidden", !isGraded);
    byId("chart-hint").hidden = byId("scores").hidden = !isGraded;
    if (!isGraded) return;
    const longest = (this.size[0] * this.size[1]) / 2;
    chart.setAttribute("viewBox", `0 0 ${10 * this.discs.length} 40`);
    const bars = this.discs.flatMap((played, at) => {
      const now = at + 1 === this.step ? [svg("rect", { x: 10 * at, y: 0, width: 10, height: 40, class: "now" })] : [];
      const score = game.scores[at - game.opening.length]?.[played.x];
      if (score === undefined || score === null) return now;
      const forRed = at % 2 === 0 ? score : -score;
      const height = forRed === 0 ? 1.5 : 5 + 14 * Math.abs(forRed) / longest;
      const y = forRed > 0 ? 20 - height : forRed < 0 ? 20 : 20 - height / 2;
      const color = forRed > 0 ? "red" : forRed < 0 ? "yellow" : "even";
      return [...now, svg("rect", { x: 10 * at + 1, y, width: 8, height, class: color })];
    });
    chart.replaceChildren(svg("rect", { x: 0, y: 19.8, width: 10 * this.discs.length, height: 0.4, class: "axis" }), ...bars);
  }

  drawLog() {
    const { game } = this;
    // Where no line belongs to a move, as in a log that was cut, all of it is shown.
    const all = byId("whole-log").checked || game.log.every(([turn]) => turn < 0);
    const rows = game.log.filter(([turn]) =>
      all || turn === this.index || (turn < 0 && this.step === 0));
    const body = byId("log").tBodies[0];
    body.replaceChildren(...rows.map(([, code, micros, line]) => {
      const [symbol, meaning, channel] = WAYS[code >> 1];
      const way = html("td", "", symbol);
      way.title = meaning;
      const seat = code & 1;
      // A number stands for an earlier line with the same text.
      const text = typeof line === "number" ? game.log[line][3] : line;
      return html("tr", channel, html("td", "n", (micros / 1000).toFixed(1)),
        html("td", "", disc(seat), " ", foreign(this.name(seat))), way, html("td", "line", foreign(text)));
    }));
    if (rows.length === 0) {
      const cell = html("td", "hint", game.log.length > 0 ? "nothing was said" : "no log was kept");
      cell.colSpan = 4;
      body.append(html("tr", "", cell));
    }
    if (all && game.skipped > 0) {
      const cell = html("td", "hint", `${game.skipped} lines before these are left out; the record of the tournament has them`);
      cell.colSpan = 4;
      body.prepend(html("tr", "", cell));
    }
  }

  drawErrors() {
    const parts = this.game.errors.flatMap((text, seat) => {
      if (text === "") return [];
      const block = html("details", "", html("summary", "", "End of standard error of ", foreign(this.name(seat))),
        html("pre", "", visible(text)));
      block.open = this.hasFault;
      return [block];
    });
    byId("errors").replaceChildren(...parts);
  }
}

const MARK_CLASSES = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

/** What stands for a channel in the log, in words, and its class. */
const WAYS = [
  ["→", "written to the player", "sent"],
  ["←", "read from the player", "received"],
  ["!", "standard error of the player", "error"],
];

function byId(id) {
  return document.getElementById(id);
}

function milliseconds(micros) {
  if (micros === undefined) return "";
  return micros < 10_000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`;
}

function signed(score) {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

function verdict(score) {
  return score > 0 ? "win" : score < 0 ? "loss" : "even";
}

/** A score in words for the side to move, with `ply` of `cells` taken. */
function outcome(score, cells, ply) {
  if (score === 0) return "a draw";
  const fastest = Math.floor((cells + (score > 0 ? 1 : 0) - ply) / 2);
  const moves = fastest + 1 - Math.abs(score);
  return `${score > 0 ? "wins" : "loses"} in ${moves}`;
}
