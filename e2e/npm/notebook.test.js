// The board of the Python package, as shown in notebooks: a module of the page that has only what the kernel sends.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

import { launch } from "../browser.js";
import { targetFolder } from "../server.js";

/** The scripts that the Python package has, too. */
const SCRIPTS = path.join(targetFolder(), "npm", "notebook");

const WIDGET = path.join(import.meta.dirname, "../../crates/foursight-python/python/foursight/notebook.js");

/** The kernel's answer: the engine and the element. */
function kernel() {
  return Promise.all(["module.js", "board.js"].map((name) => readFile(path.join(SCRIPTS, name), "utf8")));
}

test("the board of a notebook plays, hints and says why", async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.route("http://localhost/", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto("http://localhost/");
  const files = await kernel();
  await page.evaluate(
    async ({ widget, files }) => {
      const url = URL.createObjectURL(new Blob([widget], { type: "text/javascript" }));
      const { render } = (await import(url)).default;
      /** A model whose kernel has the files. @param {Record<string, unknown>} state */
      const newModel = (state) => {
        /** @type {[string, (...values: any[]) => void][]} */
        let listeners = [];
        const tell = (/** @type {string} */ event, /** @type {any[]} */ ...values) => {
          for (const [name, listener] of [...listeners]) if (name === event) listener(...values);
        };
        return {
          asked: 0,
          saved: 0,
          get: (/** @type {string} */ name) => state[name],
          set(/** @type {string} */ name, /** @type {unknown} */ value) {
            state[name] = value;
            tell(`change:${name}`);
          },
          save_changes() {
            this.saved += 1;
          },
          on: (/** @type {string} */ event, /** @type {() => void} */ listener) =>
            listeners.push([event, listener]),
          off(/** @type {string} */ event, /** @type {() => void} */ listener) {
            listeners = listeners.filter(([name, other]) => name !== event || other !== listener);
          },
          send() {
            this.asked += 1;
            setTimeout(() => tell("msg:custom", { files }));
          },
          nListeners: () => listeners.length,
        };
      };
      const state = { size: "7x6", connect: 4, level: null, plays: "first", hints: false, why: false };
      const models = [
        newModel({ ...state, moves: "445" }),
        newModel({ ...state, moves: "", level: 10, plays: "second" }),
      ];
      const ends = await Promise.all(
        models.map((model) => {
          const el = document.createElement("div");
          document.body.append(el);
          return render({ model, el });
        }),
      );
      Object.assign(globalThis, { models, ends });
    },
    { widget: await readFile(WIDGET, "utf8"), files },
  );
  /** @param {(models: any) => unknown} read */
  const ofModels = (read) => page.evaluate(`(${read})(models)`);
  const [first, second] = [page.locator("foursight-board").first(), page.locator("foursight-board").last()];
  await second.locator("[role=status]").getByText("Red played column d. Yellow to move.").waitFor();
  assert.equal(
    await ofModels(([, model]) => model.get("moves")),
    "4",
    "the level's move is the kernel's, too",
  );

  await first.getByRole("button", { name: "Column e" }).click();
  assert.deepEqual(await ofModels(([model]) => [model.get("moves"), model.saved]), ["4455", 1]);
  await ofModels(([model]) => ["hints", "why"].forEach((name) => model.set(name, true)));
  await first.locator(".score.best").getByText("in 2").first().waitFor();
  await first
    .locator(".reason")
    .getByText(/completes/)
    .waitFor();

  await ofModels(([model]) => model.set("moves", ""));
  await first.locator("[role=status]").getByText("Red to move.", { exact: true }).waitFor();
  await ofModels(([model]) => model.set("size", "9x7"));
  await first.getByRole("button", { name: "Column i" }).waitFor();

  assert.ok((await ofModels((models) => models[0].nListeners())) === 7);
  await page.evaluate("ends.forEach((end) => end())");
  assert.deepEqual(
    await ofModels((models) => models.map((/** @type {any} */ model) => model.nListeners())),
    [0, 0],
  );
  assert.deepEqual(complaints, []);
});
