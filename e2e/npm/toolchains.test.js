// A fresh project of each tool: built, and opened in a browser or run. `SLOW_TESTS=1` tries all, `TOOLS=a,b` these only.

import assert from "node:assert/strict";
import { exec, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { promisify } from "node:util";

import { launch } from "../browser.js";
import { serve } from "../file_server.js";
import { targetFolder } from "../server.js";
import { RIGHT, TOOLS } from "./toolchains.js";

const run = promisify(exec);

const PACKAGE = process.env.FOURSIGHT_NPM ?? path.join(targetFolder(), "npm", "foursight-0.1.0.tgz");
// React is built and served by Vite 8, and its example is that of the README.
const FEW = ["plain", "React"];
const chosen = process.env.TOOLS?.split(",") ?? (process.env.SLOW_TESTS ? Object.keys(TOOLS) : FEW);

/** A server for development, once it says where it is. @param {string} command @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function develop(command, cwd, env) {
  const child = spawn(command, {
    cwd,
    env,
    shell: true,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => child.pid && process.kill(-child.pid);
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/localhost:\d+\//.exec(line.replace(/\x1b\[\d*m/g, ""))?.[0];
    if (url) return { url, stop };
  }
  throw new Error(`${command} ended`);
}

/** Opens a project's page, and does all that a visitor does. @param {string} url */
async function visit(url) {
  const browser = await launch();
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(url);
    const board = page.locator("foursight-board");
    const status = board.locator("[role=status]");
    try {
      await status.getByText("Red to move.").waitFor();
      await board.getByRole("button", { name: "Column d" }).click();
      await status.getByText("Red played column d. Yellow to move.").waitFor();
      assert.equal(await board.locator(".score").count(), 0);
      await board.evaluate((board) => Object.assign(board, { position: "4455", scores: true, reason: true }));
      await board.locator(".score.best").first().waitFor();
      await board.locator(".reason").getByText(/[.]$/).waitFor();
      assert.deepEqual(await page.evaluate("check()"), RIGHT);
    } catch (error) {
      throw new Error(`${/** @type {Error} */ (error).message}\n${complaints.join("\n")}`);
    }
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
}

/** @param {string} name @param {string} folder @param {import("node:test").TestContext} t */
async function tryTool(name, folder, t) {
  const { install, files, build, site, dev, run: program } = TOOLS[name];
  await writeFile(path.join(folder, "package.json"), '{ "type": "module", "private": true }');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const modules = path.join(folder, "node_modules");
  const env = {
    ...process.env,
    PATH: `${path.join(modules, ".bin")}${path.delimiter}${process.env.PATH}`,
    NEXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    NODE_OPTIONS: "",
  };
  const options = { cwd: folder, env, maxBuffer: 1e8 };
  const packages = [PACKAGE, ...install].join(" ");
  await run(
    `npm install --loglevel=error --no-audit --no-fund --prefer-offline --legacy-peer-deps ${packages}`,
    options,
  );
  const [first = "node"] = install;
  const version = install.length
    ? JSON.parse(await readFile(path.join(modules, first.replace(/(.)@.*/, "$1"), "package.json"), "utf8"))
        .version
    : process.versions.node;
  t.diagnostic(`${name}: ${version}`);
  if (build) await run(build, options);
  if (program) {
    const { stdout } = await run(program, options);
    assert.deepEqual(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""), RIGHT);
  }
  const servers = [];
  if (site) servers.push(await serve(path.join(folder, site)));
  if (dev) servers.push(await develop(dev, folder, env));
  try {
    for (const { url } of servers) await visit(url);
  } finally {
    for (const { stop } of servers) stop();
  }
}

for (const name of chosen) {
  test(name, async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "foursight-tool-"));
    try {
      await tryTool(name, folder, t);
    } catch (error) {
      const lacks = /npm error code E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/;
      if (!lacks.test(String(/** @type {Error} */ (error).message))) throw error;
      console.log(`NOT TESTED: ${name}, without the registry`);
    } finally {
      await rm(folder, { recursive: true, maxRetries: 5 });
    }
  });
}
