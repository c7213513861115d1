import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Connection } from "../../crates/foursight-web/page/net/network_game.js";

/** Every connection that was begun. @type {Socket[]} */
let sockets = [];

class Socket extends EventTarget {
  static CLOSED = 3;
  readyState = 1;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    sockets.push(this);
  }

  close() {
    this.readyState = Socket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }

  /** @param {object} event */
  send(event) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(event) }));
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  WebSocket: Socket,
  location: { protocol: "http:", host: "here" },
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});

/** @type {number[]} */
let received = [];
/** @type {Connection} */
let connection;
beforeEach(() => {
  [sockets, received] = [[], []];
  connection = new Connection("id", {
    game: ({ seq }) => received.push(seq),
    link: () => {},
    error: () => {},
  });
});

const nOpen = () => sockets.filter(({ readyState }) => readyState !== Socket.CLOSED).length;
const hurry = () => page.dispatchEvent(new Event("online"));

test("nothing is connected before the game is there", () => {
  hurry();
  assert.equal(sockets.length, 0);
  connection.open();
  assert.equal(nOpen(), 1);
  hurry();
  assert.equal(sockets.length, 1, "a connection that lives is left alone");
  connection.close();
  assert.equal(nOpen(), 0);
});

test("a lost connection is made anew at once when the network is back", () => {
  connection.open();
  sockets[0].close();
  hurry();
  assert.equal(sockets.length, 2);
  connection.close();
});

test("a connection closes the one that it replaces, and hears only the new one", () => {
  connection.open();
  sockets[0].send({ game: { seq: 4 } });
  connection.open();
  assert.equal(nOpen(), 1);
  assert.match(sockets[1].url, /since=4$/);
  sockets[0].send({ game: { seq: 5 } });
  sockets[1].send({ game: { seq: 6 } });
  assert.deepEqual(received, [4, 6]);
  connection.close();
});
