// A class in the browser: a teacher and three pupils at once, from the secret link to the ladder.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";

import { assertAccessibleInSchemes } from "../axe.js";
import { Complaints, launch } from "../browser.js";
import { steps } from "../lessons.js";
import { Server } from "../server.js";
import { test } from "../stage.js";

const GOOD = `
def agent(observation, configuration):
    top_row = observation.board[: configuration.columns]
    return top_row.index(0)
`;
const RUBRIC = '[[criterion]]\ncheck = "valid"\ntitle = "Valid"\npoints = 10\n';
const BAD = "def agent(observation, configuration):\n    return 1 / 0  # <b>\n";

const [folder, desk] = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), "foursight-e2e-"))));
const server = await Server.start("--class", folder);
const browser = await launch();
after(async () => {
  await browser.close();
  await server.stop();
  for (const made of [folder, desk]) await rm(made, { recursive: true, force: true });
});

/** @typedef {import("../browser.js").Page} Page */

/** A page in a context of its own: another person's browser. @param {string} url */
async function visit(url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = new Complaints();
  complaints.watch(page);
  await page.goto(url);
  return { page, complaints };
}

/** Waits until something has happened. @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Tries to join by a code that no class has. @param {Page} page */
async function mistype(page) {
  await page.getByLabel("Class code").fill("000000");
  await page.getByLabel("Nickname").fill("Ann");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("This is not the class code.").waitFor();
  assert.equal(await page.getByLabel("Nickname").inputValue(), "Ann");
  await assertAccessibleInSchemes(page);
}

/** Joins by the class code, and hands in a bot. @param {string} code @param {string} name @param {string} bot */
async function pupil(code, name, bot) {
  const visited = await visit(`${server.origin}/class`);
  const { page } = visited;
  if (name === "Ann") await mistype(page);
  await page.getByLabel("Class code").fill(code);
  await page.getByLabel("Nickname").fill(name);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: `Slip for ${name}` }).waitFor();
  if (name === "Ann") await assertAccessibleInSchemes(page);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByLabel("Your bot", { exact: true }).waitFor();
  const file = { name: "bot.py", mimeType: "text/x-python", buffer: Buffer.from(bot) };
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByText("Version 1").first().waitFor();
  return visited;
}

/**
 * Opens a page that belongs to somebody else, looks at the refusal, and comes back.
 *
 * @param {Awaited<ReturnType<typeof visit>>} visited @param {string} address
 */
async function refused({ page, complaints }, address) {
  complaints.allowed = /status of 40[34]/;
  await page.goto(server.origin + address);
  await page.getByRole("alert").waitFor();
  await assertAccessibleInSchemes(page);
  await page.goBack();
  complaints.allowed = null;
}

/**
 * Follows the first link that begins with `start`, looks at the page behind it, and comes back.
 *
 * @param {Page} page @param {string} start @param {string | RegExp} heading
 */
async function look(page, start, heading) {
  await page.locator(`a[href^="${start}"]:visible`).first().click();
  await page.getByRole("heading", { name: heading }).waitFor();
  await assertAccessibleInSchemes(page);
  await page.goBack();
}

/** Drops a file or folder of this computer, as a person does with the mouse. @param {Page} page @param {string} dropped */
async function drop(page, dropped) {
  const target = page.locator("form.drop");
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [dropped], dragOperationsMask: 1 };
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, data };
  await session.send("Input.dispatchDragEvent", { type: "dragEnter", ...place });
  await session.send("Input.dispatchDragEvent", { type: "dragOver", ...place });
  await page.locator("form.drop.is-over").waitFor();
  await session.send("Input.dispatchDragEvent", { type: "drop", ...place });
  await session.detach();
}

/** More files than a browser lists of a folder at a time (100). */
const N_PARTS = 120;

/** A folder with a bot that plays only if all of its files have arrived. @param {string} folder */
async function wholeBot(folder) {
  const parts = path.join(folder, "parts", "of", "it");
  await mkdir(parts, { recursive: true });
  const names = Array.from({ length: N_PARTS }, (_, index) => `part_${index}`);
  await Promise.all(names.map((name) => writeFile(path.join(parts, `${name}.py`), "# A part.\n")));
  const imports = names.map((name) => `import parts.of.it.${name}\n`).join("");
  await writeFile(path.join(folder, "main.py"), imports + GOOD);
}

test("a teacher and three pupils at once", async () => {
  const link = await server.line(/(\S+\/class\/t\/\S+)/);
  const teacher = await visit(link);
  assert.equal(new URL(teacher.page.url()).pathname, "/class/teacher", "no secret stays in the address");
  // On a small board, games are short.
  await teacher.page.getByLabel("Board, columns x rows").fill("5x4");
  await teacher.page.getByRole("button", { name: "Save" }).click();
  const code = (await teacher.page.locator(".class-code").textContent()) ?? "";
  const [ann, bob, eve] = await Promise.all([
    pupil(code, "Ann", GOOD),
    pupil(code, "Bob", GOOD),
    pupil(code, "Eve", BAD),
  ]);
  await eve.page.getByText("ZeroDivisionError").first().waitFor();
  await ann.page.getByText("Version 1 has passed its check").waitFor();
  await bob.page.getByText("Version 1 has passed its check").waitFor();

  const table = await visit(`${server.origin}/class/live/${code}`);
  await table.page
    .getByRole("row", { name: /Ann.*level 0|level 0.*Ann/ })
    .first()
    .waitFor();
  await ann.page.reload();
  await teacher.page.reload();
  await teacher.page.locator("summary", { hasText: /^\s*Eve\b/ }).click();
  const all = [teacher, ann, eve, table];
  await Promise.all(all.map(({ page }) => assertAccessibleInSchemes(page)));
  await Promise.all([
    look(ann.page, "/class/game/", /^Game/),
    look(eve.page, "/class/version/", /^Version 1/).then(() => refused(eve, "/class/teacher")),
    look(teacher.page, "/class/pupil/", "Eve"),
  ]);
  for (const { complaints } of all) complaints.assertNone();

  // A dropped file, then a dropped folder.
  const file = path.join(desk, "dropped.py");
  await writeFile(file, "def agent(observation, configuration):\n    return 9\n");
  await drop(ann.page, file);
  await ann.page.getByText("dropped.py").first().waitFor();
  await ann.page.getByText("Version 2 does not play").waitFor();
  const whole = path.join(desk, "whole");
  await wholeBot(whole);
  await drop(ann.page, whole);
  await ann.page.getByText("Version 3 has passed its check").waitFor();
  await ann.page.getByRole("cell", { name: "whole", exact: true }).waitFor();
  const stored = await readdir(path.join(folder, "uploads"), { recursive: true });
  assert.equal(stored.filter((name) => /parts.of.it.part_\d+\.py$/.test(name)).length, N_PARTS);
  ann.complaints.assertNone();

  // Typed on the page, by keyboard.
  await bob.page.reload();
  await bob.page.getByLabel("Language").selectOption("JavaScript");
  assert.match(await bob.page.locator("#text").inputValue(), /agent/, "what was written stays");
  await bob.page.locator("#text").fill("");
  await bob.page.getByLabel("Language").selectOption("Python");
  assert.match(await bob.page.locator("#text").inputValue(), /^def agent/);
  await bob.page.locator("#text").press("Tab");
  await bob.page.keyboard.press("Enter");
  await bob.page.getByText("Version 2 has passed its check").waitFor();
  await assertAccessibleInSchemes(bob.page);

  // The final tournament.
  await teacher.page.getByLabel("Format").selectOption({ label: "Swiss: players with equal points meet" });
  await teacher.page.getByRole("button", { name: "Start" }).click();
  await teacher.page.getByRole("button", { name: "Stop it" }).waitFor();
  await assertAccessibleInSchemes(teacher.page);
  await until(async () => {
    const answer = await teacher.page.request.get(teacher.page.url());
    return (await answer.text()).includes(">Report</a>");
  });
  await teacher.page.reload();
  await teacher.page.getByRole("link", { name: "Report", exact: true }).waitFor();
  await assertAccessibleInSchemes(teacher.page);
  await teacher.page.getByRole("link", { name: "Report", exact: true }).click();
  await teacher.page.getByRole("heading", { name: "Our class" }).waitFor();
  await teacher.page.goBack();
  teacher.complaints.assertNone();

  await table.page.locator(".boards img").first().waitFor();
  await assertAccessibleInSchemes(table.page);
  await teacher.page.getByRole("button", { name: "Pause the ladder" }).click();
  await teacher.page.getByRole("button", { name: "Resume the ladder" }).waitFor();
  await table.page.getByText("The ladder is paused").waitFor();

  // Marks, with the IDs of a list that stays in the browser.
  await writeFile(path.join(folder, "rubric.toml"), RUBRIC);
  await teacher.page.getByRole("link", { name: "Marks" }).click();
  await teacher.page.getByRole("button", { name: "Work out the marks" }).click();
  await teacher.page.getByText("2 of 2 bots are marked, by rubric.toml.").waitFor();
  await teacher.page.getByText("Feedback for Ann").click();
  await assertAccessibleInSchemes(teacher.page);
  const list = (/** @type {string} */ text) => ({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  const field = teacher.page.getByLabel("Choose your list of nicknames and IDs");
  await field.setInputFiles(list("Ann,1017\n"));
  await teacher.page.getByText("list.csv: its first line must be name,ID; it is Ann, 1017.").waitFor();
  await field.setInputFiles(list("name,ID\nCleo,1019\n"));
  await teacher.page.getByText("list.csv: it contains no marked pupil.").waitFor();
  const saved = teacher.page.waitForEvent("download");
  await field.setInputFiles(list('ID;class;name\n"10;17";8b;Ann\n1018;8b;"Eve"\n'));
  const marks = await readFile(await (await saved).path(), "utf8");
  assert.match(
    marks,
    /^ID,grade,feedback\n"10;17",10,"Valid: 10 of 10"\n"1018",0,no bot has passed its check\n$/,
  );
  await teacher.page
    .getByText("marks.csv has 2 marks. Left out, because the list has no ID for them: Bob.")
    .waitFor();

  // Without bots, pupils play and learn.
  await teacher.page.getByRole("link", { name: "Back to the class" }).click();
  await teacher.page.getByLabel("Pupils write no bots").check();
  await teacher.page.getByRole("button", { name: "Save" }).click();
  await ann.page.reload();
  await assertAccessibleInSchemes(ann.page);
  await ann.page.getByRole("main").getByRole("link", { name: "Learn" }).click();
  // The first step is an example.
  for (const _ of steps[0].line) await ann.page.getByRole("button", { name: "Next disc" }).click();
  await teacher.page.getByRole("row", { name: "Ann 1 0 –" }).waitFor();
  await assertAccessibleInSchemes(teacher.page);
  ann.complaints.assertNone();
  teacher.complaints.assertNone();
});
