// A class in the browser: a teacher and three pupils at once, from the secret link to the ladder.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";

import { assertAccessible } from "../axe.js";
import { Complaints, launch, PATIENCE_MS } from "../browser.js";
import { Server } from "../server.js";
import { test } from "../stage.js";

const GOOD = `
def agent(observation, configuration):
    top_row = observation.board[: configuration.columns]
    return top_row.index(0)
`;
const RUBRIC = '[[criterion]]\ncheck = "valid"\ntitle = "Valid"\npoints = 10\n';
const BAD = "def agent(observation, configuration):\n    return 1 / 0  # <b>\n";

const folder = await mkdtemp(path.join(tmpdir(), "foursight-e2e-"));
const server = await Server.start("--class", folder);
const browser = await launch();
after(async () => {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A page in a context of its own: another person's browser. @param {string} url @param {"light" | "dark"} colorScheme */
async function visit(url, colorScheme = "light") {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = new Complaints();
  complaints.watch(page);
  await page.goto(url);
  return { page, complaints };
}

/** Waits until something has happened. @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Joins by the class code, and hands in a bot. @param {string} code @param {string} name @param {string} bot */
async function pupil(code, name, bot) {
  const visited = await visit(`${server.origin}/class`, name === "Ann" ? "dark" : "light");
  const { page } = visited;
  await page.getByLabel("Class code").fill(code);
  await page.getByLabel("Nickname").fill(name);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: `The slip of ${name}` }).waitFor();
  if (name === "Ann") await assertAccessible(page);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByText("Write a bot here").waitFor();
  const file = { name: "bot.py", mimeType: "text/x-python", buffer: Buffer.from(bot) };
  await page.getByLabel("Your bot: a file").setInputFiles(file);
  await page.getByRole("button", { name: "Hand in" }).click();
  await page.getByText("Version 1").first().waitFor();
  return visited;
}

test("a teacher and three pupils at once", async () => {
  const link = await server.line(/(\S+\/class\/t\/\S+)/);
  const teacher = await visit(link);
  assert.equal(new URL(teacher.page.url()).pathname, "/class/teacher", "no secret stays in the address");
  // On a small board games are short.
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

  const table = await visit(`${server.origin}/class/live/${code}`, "dark");
  await table.page
    .getByRole("row", { name: /Ann.*level 0|level 0.*Ann/ })
    .first()
    .waitFor();
  await ann.page.reload();
  await teacher.page.reload();
  await teacher.page.getByText("Eve").first().click();
  for (const { page, complaints } of [teacher, ann, eve, table]) {
    await assertAccessible(page);
    complaints.assertNone();
  }

  await ann.page.locator('a[href^="/class/game/"]').first().click();
  await ann.page.getByRole("heading", { name: /^Game/ }).waitFor();
  ann.complaints.assertNone();

  // A folder that is dropped.
  await ann.page.goBack();
  const dropped = await ann.page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["def agent(observation, configuration):\n    return 9\n"], "dropped.py"));
    return data;
  });
  await ann.page.dispatchEvent("form.drop", "drop", { dataTransfer: dropped });
  await ann.page.getByText("dropped.py").first().waitFor();
  await ann.page.getByText("Version 2 does not play").waitFor();

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
  await assertAccessible(bob.page);

  // The final tournament.
  await teacher.page.getByLabel("Form").selectOption({ label: "Swiss: those with equal points meet" });
  await teacher.page.getByRole("button", { name: "Start" }).click();
  await teacher.page.getByRole("button", { name: "Stop it" }).waitFor();
  await assertAccessible(teacher.page);
  await until(async () => {
    await teacher.page.reload();
    return (await teacher.page.getByRole("link", { name: "Report", exact: true }).count()) === 1;
  });
  await assertAccessible(teacher.page);
  await teacher.page.getByRole("link", { name: "Report", exact: true }).click();
  await teacher.page.getByRole("heading", { name: "Our class" }).waitFor();
  await teacher.page.goBack();
  teacher.complaints.assertNone();

  await table.page.locator(".boards img").first().waitFor();
  await assertAccessible(table.page);
  await teacher.page.getByRole("button", { name: "Pause the ladder" }).click();
  await teacher.page.getByRole("button", { name: "Resume the ladder" }).waitFor();
  await table.page.getByText("The ladder is paused").waitFor();

  // Marks, with the IDs of a list that stays in the browser.
  await writeFile(path.join(folder, "rubric.toml"), RUBRIC);
  await teacher.page.getByRole("link", { name: "Marks" }).click();
  await teacher.page.getByRole("button", { name: "Work out the marks" }).click();
  await teacher.page.getByText("2 of 2 bots are marked, by rubric.toml.").waitFor();
  await teacher.page.getByText("Feedback for Ann").click();
  await assertAccessible(teacher.page);
  const list = (/** @type {string} */ text) => ({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  const field = teacher.page.getByLabel("Your list of nicknames and IDs");
  await field.setInputFiles(list("Ann,1017\n"));
  await teacher.page.getByText("list.csv: its first line must be name,ID; it is Ann, 1017.").waitFor();
  await field.setInputFiles(list("name,ID\nCleo,1019\n"));
  await teacher.page.getByText("list.csv: no marked pupil is in it.").waitFor();
  const saved = teacher.page.waitForEvent("download");
  await field.setInputFiles(list('ID;class;name\n"10;17";8b;Ann\n1018;8b;"Eve"\n'));
  const marks = await readFile(await (await saved).path(), "utf8");
  assert.match(
    marks,
    /^ID,grade,feedback\n"10;17",10,"Valid: 10 of 10"\n"1018",0,no bot has passed its check\n$/,
  );
  await teacher.page.getByText("marks.csv has 2 marks. Left out, because the list has no ID: Bob.").waitFor();
  teacher.complaints.assertNone();
});
