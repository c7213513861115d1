/** The replay of one game. `step` counts discs; after a fault there is one step more. */
class Replay {
  /**
   * @param {Tournament} tournament
   * @param {number} number
   */
  constructor(tournament, number) {
    this.tournament = tournament;
    this.number = number;
    /** @type {GameData} */
    this.game = dataOf(`data-${number}`);
    /** @type {BoardSize} */
    this.size = [tournament.width, tournament.height];
    this.discs = discsOf(this.game.opening + this.game.moves, tournament.width);
    this.lastStep = this.discs.length + (this.game.isFault ? 1 : 0);
    this.step = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.drawFacts();
    this.drawMoves();
    byId("errors").replaceChildren(...errorBlocks(this.game, (player) => this.name(player)));
  }

  /** @param {number | null} player */
  name(player) {
    return this.tournament.players[this.game.players[player ?? 0]] ?? "?";
  }

  /** The index of the move that led to the step; below 0 in the opening. */
  get index() {
    return this.step - 1 - this.game.opening.length;
  }

  get isFault() {
    return this.step > this.discs.length;
  }

  /** The disc that led to the step. @returns {Disc | undefined} */
  get played() {
    return this.discs[this.step - 1];
  }

  /** The next step whose move was a mistake. */
  nextMistake() {
    const index = this.game.marks.findIndex((mark, index) => index > this.index && mark?.[3]);
    return index < 0 ? undefined : index + 1 + this.game.opening.length;
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.lastStep));
    const discs = this.discs.slice(0, this.step);
    const lines = this.step < this.discs.length ? [] : this.game.lines;
    drawBoard(byId("board"), this.size, discs, lines);
    byId("board-label").textContent = describeBoard(this.size, discs);
    byId("status").replaceChildren(...this.describe());
    this.drawScores();
    this.drawChart();
    this.drawLog();
    this.markMove();
  }

  play() {
    if (this.step === this.lastStep) this.go(0);
    this.timer = window.setInterval(() => {
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

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    buttonOf("play").textContent = isPlaying ? "pause" : "play";
  }

  drawFacts() {
    const { game } = this;
    const players = [disc(0), " ", foreign(this.name(0)), " – ", disc(1), " ", foreign(this.name(1))];
    byId("viewer-title").replaceChildren(`Game ${this.number}: `, ...players);
    const result =
      game.winner === null ? [game.result] : [foreign(this.name(game.winner)), ` won ${game.result}`];
    const place = ` · round ${game.round}, pair ${game.pair}`;
    const facts = [...result, `, ${game.ending}: `, foreign(game.reason), place];
    if (game.isAnnulled) facts.push(" · annulled");
    if (game.lost) facts.push(" · ", foreign(this.name(game.loser)), ` was ${game.lost}`);
    byId("viewer-facts").replaceChildren(...facts);
    const layers = game.layers.join(", ");
    byId("layers").textContent = layers ? `Isolation of the players: ${layers}.` : "";
    byId("processor").replaceChildren(...this.processorTimes());
  }

  /** What an earlier version did not store is zero. */
  processorTimes() {
    const { processor } = this.game;
    if (processor.flat().every((micros) => micros === 0)) return [];
    return processor.flatMap((times, player) => {
      const [own, other] = times.map((micros) => (micros / 1e6).toFixed(2));
      const name = foreign(this.name(player));
      return ["Processor time of ", name, `: ${own} s on its turns, ${other} s on the opponent's. `];
    });
  }

  drawMoves() {
    const { game } = this;
    const items = this.discs.map((played, at) => {
      const index = at - game.opening.length;
      const mark = game.marks[index]?.[0] ?? "";
      const move = button(
        index < 0 ? "opening" : "",
        html("span", "count", `${at + 1}.`),
        disc(at % 2),
        html("span", "column", symbolOf(played.x)),
        html("strong", MARK_CLASSES[mark] ?? "", mark),
        html("span", "time", index < 0 ? "" : milliseconds(game.micros[index])),
      );
      move.dataset.go = String(at + 1);
      return html("li", "", move);
    });
    if (game.isFault) {
      const fault = button("fault", `${game.ending} (${game.result})`);
      fault.dataset.go = String(this.lastStep);
      items.push(html("li", "wide-item", fault));
    }
    byId("moves").replaceChildren(...items);
  }

  markMove() {
    const list = byId("moves");
    for (const move of list.querySelectorAll("button")) {
      const isNow = Number(move.dataset.go) === this.step;
      if (isNow) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
      // Scrolls only the list, never the page.
      if (isNow && list.scrollHeight > list.clientHeight)
        list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  /** The step in words. @returns {(string | Node)[]} */
  describe() {
    const { game, index, played } = this;
    if (this.isFault) return this.describeFault();
    if (!played) return ["The empty board."];
    const isStolen = game.stolen && this.step === 1;
    const player = isStolen ? 1 : (this.step - 1) % 2;
    const column = symbolOf(played.x);
    if (index < 0) return [`Disc ${this.step}: column ${column}, a move of the opening.`];
    const [mark, remark, remedy, , why] = game.marks[index] ?? [];
    const time = milliseconds(game.micros[index]);
    /** @type {(string | Node)[]} */
    const words = [`Move ${this.step}: `, foreign(this.name(player)), ` played column ${column} in ${time}.`];
    if (isStolen) words.push(" ", foreign(this.name(0)), " stole the disc.");
    if (remark) words.push(" It ", html("strong", MARK_CLASSES[mark ?? ""], remark));
    if (remark) words.push(...(remedy ? [`: ${remedy}.`] : [".", ...this.better()]));
    if (mark === "" && !remark)
      words.push(` No move is better: ${this.outcome(game.scores[index]?.[played.x] ?? 0)}.`);
    if (why) words.push(` ${why}`);
    return words;
  }

  describeFault() {
    const { game } = this;
    const who = game.loser === null ? ["The game ended"] : [foreign(this.name(game.loser)), " lost"];
    return [...who, ` (${game.ending}): `, foreign(game.reason)];
  }

  /** What a score of this step's move means. @param {number} score */
  outcome(score) {
    return outcome(score, this.size[0] * this.size[1], this.step - 1);
  }

  /** The best columns. */
  better() {
    const scores = this.game.scores[this.index] ?? [];
    const best = Math.max(...scores.filter((score) => score !== null));
    const columns = scores.flatMap((score, x) => (score === best ? [symbolOf(x)] : []));
    const words = columns.length === 1 ? `column ${columns[0]}` : `columns ${columns.join(", ")}`;
    return [` Best: ${words} (${this.outcome(best)}).`];
  }

  drawScores() {
    const scores = this.isFault ? undefined : this.game.scores[this.index];
    const items = Array.from({ length: this.size[0] }, (_, x) => {
      const score = scores?.[x] ?? null;
      if (score === null) return html("li", "none", scores ? "–" : "\u00a0");
      const item = html("li", `${verdict(score)}${x === this.played?.x ? " played" : ""}`, signed(score));
      item.title = `column ${symbolOf(x)}: ${this.outcome(score)}`;
      return item;
    });
    byId("scores").replaceChildren(...items);
  }

  drawChart() {
    const chart = byId("chart");
    const isGraded = this.game.scores.some((scores) => scores);
    chart.toggleAttribute("hidden", !isGraded);
    byId("chart-hint").hidden = byId("scores").hidden = !isGraded;
    if (!isGraded) return;
    chart.setAttribute("viewBox", `0 0 ${10 * this.discs.length} 40`);
    chart.replaceChildren(...chartOf(this.game, this.discs, this.size, this.step));
  }

  drawLog() {
    const { game } = this;
    // If no line belongs to a move, as in a truncated log, all lines are shown.
    const isWhole = isWholeLog() || game.log.every(([turn]) => turn < 0);
    const isShown = (/** @type {number} */ turn) => turn === this.index || (turn < 0 && this.step === 0);
    const lines = game.log.filter(([turn]) => isWhole || isShown(turn));
    drawLog(tableOf("log").tBodies[0], game, lines, (player) => this.name(player));
  }
}

function isWholeLog() {
  return /** @type {HTMLInputElement} */ (byId("whole-log")).checked;
}
