// `foursight serve` for a test: on a free port, with its data in its own folder.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const START_MS = 180_000;

/** The program to test: `FOURSIGHT`, or the latest build. */
export function program() {
  if (process.env.FOURSIGHT) return process.env.FOURSIGHT;
  const target = targetFolder();
  const built = ["release", "debug"].map((profile) => path.join(target, profile, "foursight"));
  const age = (/** @type {string} */ file) => statSync(file).mtimeMs;
  const newest = built.filter((file) => existsSync(file)).sort((a, b) => age(b) - age(a))[0];
  if (!newest)
    throw new Error("there is no foursight to test: run `cargo build --release`, or set FOURSIGHT");
  return newest;
}

/** The folder where cargo puts its builds. @returns {string} */
export function targetFolder() {
  const metadata = execFileSync("cargo", ["metadata", "--no-deps", "--format-version=1"], { cwd: ROOT });
  return JSON.parse(metadata.toString()).target_directory;
}

export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  child = null;
  origin = "";
  /** The lines that it has printed. @type {string[]} */
  lines = [];

  /** @param {string} data @param {string[]} options */
  constructor(data, options) {
    this.data = data;
    this.options = options;
  }

  /** @param {string[]} options of `foursight serve` */
  static async start(...options) {
    const server = new Server(await mkdtemp(path.join(tmpdir(), "foursight-e2e-")), options);
    await server.run("127.0.0.1:0");
    return server;
  }

  /** @param {string} listen */
  async run(listen) {
    const args = [
      "serve",
      "--listen",
      listen,
      "--data",
      this.data,
      "--rate",
      "0",
      "--solve-time",
      "10s",
    ].concat(this.options);
    // A class's threads give way to all others of their session: in its own, other tests do not starve them.
    const apart = this.options.includes("--class") ? ["setsid", "setpriv", "--pdeathsig", "KILL"] : [];
    const [command, ...rest] = [...apart, program(), ...args];
    const child = spawn(command, rest, {
      stdio: ["ignore", "pipe", process.env.VERBOSE ? "inherit" : "ignore"],
    });
    this.child = child;
    this.origin = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the server did not start in time")), START_MS);
      const fail = (/** @type {unknown} */ reason) => {
        clearTimeout(timer);
        reject(new Error(`the server ended: ${reason}`));
      };
      child.once("error", fail);
      child.once("exit", fail);
      createInterface({ input: child.stdout }).on("line", (line) => {
        this.lines.push(line);
        const address = /listening on (http:\S+)/.exec(line);
        if (!address) return;
        clearTimeout(timer);
        child.off("exit", fail);
        resolve(address[1]);
      });
    });
  }

  /** Waits until it has printed a matching line; returns the line's group. @param {RegExp} expected with a group */
  async line(expected) {
    for (;;) {
      const found = this.lines.map((line) => expected.exec(line)).find((match) => match);
      if (found) return found[1];
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends the server without any warning. */
  async kill() {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** Starts the server again at the same address, with the same data. */
  async restart() {
    await this.run(new URL(this.origin).host);
  }

  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  /** @param {string} path */
  async json(path) {
    const response = await fetch(this.origin + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
