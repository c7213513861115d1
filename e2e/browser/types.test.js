// The types of the page against the description that the server gives.

import assert from "node:assert/strict";

import { Server } from "../server.js";
import { test } from "../stage.js";
import { committed, described, typesOf } from "../types.js";

test("the page's types are those of the server's description: `npm run types` writes them anew", async () => {
  const server = await Server.start();
  try {
    assert.equal(await committed(), await described(server));
  } finally {
    await server.stop();
  }
});

test("requests may leave out what answers always hold", async () => {
  const ref = { $ref: "#/components/schemas/Size" };
  const schema = { type: "object", properties: { n: { type: ["integer", "null"] } } };
  const message = { content: { "application/json": { schema: ref } } };
  const api = (/** @type {object} */ operation) => ({
    paths: { "/size": { post: { responses: {}, ...operation } } },
    components: { schemas: { Size: schema } },
  });
  const sent = typesOf(api({ requestBody: message }));
  assert.match(sent, /export type Size = \{\n {2}n\?: number \| null;\n\};/);
  assert.match(sent, /Requests = \{\n {2}"POST \/size": Size;\n\};/);
  const answered = typesOf(api({ responses: { 200: message } }));
  assert.match(answered, / n: number \| null;/);
  assert.match(answered, /Answers = \{\n {2}"POST \/size": Size;\n\};/);
});
