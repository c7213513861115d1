const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

class Board {
  constructor() {
    this.columns = Array.from({ length: 7 }, () => []);
  }

  drop(column, player) {
    const discs = this.columns[column];
    if (discs === undefined || discs.length === 6) return false;
    discs.push(player);
    return true;
  }

  cell(column, row) {
    return this.columns[column]?.[row] ?? 0;
  }

  winner() {
    for (let x = 0; x < 7; x++) {
      for (let y = 0; y < 6; y++) {
        const player = this.cell(x, y);
        const isOwn = ([dx, dy]) => [1, 2, 3].every((i) => this.cell(x + i * dx, y + i * dy) === player);
        if (player !== 0 && DIRECTIONS.some(isOwn)) return player;
      }
    }
    return 0;
  }

  isFull() {
    return this.columns.every((discs) => discs.length === 6);
  }
}
