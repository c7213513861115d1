// `foursight mcp` with the public client of the protocol, which only slow tests install.

import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { program } from "../server.js";

const run = promisify(exec);

const CLIENT = `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"] }));
const { tools } = await client.listTools();
const ask = async (name, args) => (await client.callTool({ name, arguments: args })).content[0].text;
const answers = [await ask("best_move", { position: "4455" }), await ask("scores", { position: "48" })];
console.log(JSON.stringify([client.getServerVersion().name, tools.map(({ name }) => name), ...answers]));
await client.close();
`;

test("the SDK's client finds the tools and calls them", { skip: !process.env.SLOW_TESTS }, async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foursight-mcp-"));
  t.after(() => rm(folder, { recursive: true, maxRetries: 5 }));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module", "private": true }');
  await writeFile(path.join(folder, "client.js"), CLIENT);
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } };
  const npm = "npm install --loglevel=error --no-audit --no-fund --prefer-offline";
  await run(`${npm} @modelcontextprotocol/sdk@1`, options);
  const { stdout } = await run(`node client.js ${program()}`, options);
  assert.deepEqual(JSON.parse(stdout), [
    "foursight",
    ["position", "scores", "why", "review", "best_move"],
    '{"column":3,"swap":false,"pos":"44553"}',
    "move 2: '8' is not a column from 1 to 7",
  ]);
});
