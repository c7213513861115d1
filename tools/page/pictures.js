// The pictures of the page in the README: run `node tools/page/pictures.js` in the root folder, and look at them before
// you commit them.

import { launch, visit } from "../../e2e/browser.js";
import { Server } from "../../e2e/server.js";

const server = await Server.start("--page", "joined");
const browser = await launch();
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  const { page, context } = await visit(browser, `${server.origin}/analysis?pos=744345#5`, {
    colorScheme,
    viewport: { width: 1120, height: 720 },
  });
  await page.locator(".reason .sentences, .reason p").first().waitFor();
  await page.locator(".score-table td").first().waitFor();
  await page.getByRole("button", { name: "Got it" }).click();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `docs/page-${colorScheme}.png` });
  await context.close();
}
await browser.close();
await server.stop();
