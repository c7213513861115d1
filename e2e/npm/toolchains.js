// Fresh projects of the tools that web developers use: what each installs, its files, and its commands.

/** The answers of `check`: an aborted question, the next one, and one on the calling thread. */
export const RIGHT = ["AbortError", 18, 18];

const CHECK = `import { Pool, Position, solve } from "foursight";
export async function check() {
  const pool = new Pool({ workers: 1 });
  const hard = new AbortController();
  const ended = pool.solve(new Position("", { size: "8x8" }), { signal: hard.signal }).catch(({ name }) => name);
  setTimeout(() => hard.abort(), 100);
  const found = [await ended, (await pool.solve("4455")).score, solve("4455").score];
  pool.close();
  return found;
}
`;

const FRESH = `import "foursight/board";
import { check } from "./check.js";
globalThis.check = check;
`;

// Some tools need a newer Node.js than the other tests.
const NODE = "node@24";

const TAG = "<foursight-board></foursight-board>";

/** @param {string} body */
const html = (body) => `<!doctype html>
<html lang="en"><meta charset="utf-8" /><title>Connect Four</title><link rel="icon" href="data:," />${body}</html>
`;
const PAGE = html(`${TAG}<script type="module" src="./main.js"></script>`);
const BUNDLED = html(`${TAG}<script type="module" src="./bundle/main.js"></script>`);
const APP = html('<div id="app"></div><script type="module" src="./main.js"></script>');

const PLAIN = { "check.js": CHECK, "main.js": FRESH };

/** A program that says what \`check\` found. @param {string} first */
const program = (first) =>
  `${first}\nimport { check } from "./check.js";\nconsole.log(JSON.stringify(await check()));\n`;

const REACT = `import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { Position } from "foursight";
import "./start.js";
function App() {
  const [position, setPosition] = useState(new Position());
  const onmove = ({ detail }) => setPosition(detail.position);
  return createElement("foursight-board", { position, scores: false, onmove });
}
createRoot(document.getElementById("app")).render(createElement(App));
`;

const VUE = `import { createApp, h, ref } from "vue";
import { Position } from "foursight";
import "./start.js";
const position = ref("");
createApp(() =>
  h("foursight-board", {
    position: new Position(position.value),
    scores: false,
    onMove: ({ detail }) => (position.value = detail.position.moves),
  }),
).mount("#app");
`;

/** Programs that join scripts from the command line. @param {string} build @param {string[]} install @param {Record<string, string>} [more] */
const bundler = (build, install, more = {}) => ({
  install,
  files: { ...PLAIN, "index.html": BUNDLED, ...more },
  build,
  site: ".",
});

const PACKED = "--mode production --entry ./main.js --output-path ./bundle --output-filename main.js";

/** @param {string} version */
const vite = (version) => ({
  install: [`vite@${version}`],
  files: { ...PLAIN, "index.html": PAGE },
  build: "vite build",
  site: "dist",
  dev: "vite",
});

/**
 * @typedef {object} Tool
 * @property {string[]} install packages; the first one's version is that of the tool
 * @property {Record<string, string>} files
 * @property {string} [build]
 * @property {string} [site] the folder to open in a browser
 * @property {string} [dev] a server for development, to open as well
 * @property {string} [run] a program that prints what \`check\` finds, instead of a site
 */

/** @type {Record<string, Tool>} */
export const TOOLS = {
  plain: {
    install: [],
    files: {
      ...PLAIN,
      "index.html": html(
        `<script type="importmap">{ "imports": { "foursight": "./node_modules/foursight/index.js", "foursight/board": "./node_modules/foursight/board.js" } }</script>${TAG}<script type="module" src="./main.js"></script>`,
      ),
    },
    site: ".",
  },
  "Vite 8": vite("8"),
  "Vite 7": vite("7"),
  "Vite 6": vite("6"),
  "Vite 5": vite("5"),
  React: {
    install: ["react@19", "react-dom@19", "vite@8"],
    files: { "check.js": CHECK, "start.js": FRESH, "main.js": REACT, "index.html": APP },
    build: "vite build",
    site: "dist",
    dev: "vite",
  },
  Vue: {
    install: ["vue@3", "vite@8"],
    files: { "check.js": CHECK, "start.js": FRESH, "main.js": VUE, "index.html": APP },
    build: "vite build",
    site: "dist",
    dev: "vite",
  },
  Next: {
    install: ["next@16", "react@19", "react-dom@19"],
    files: {
      "next.config.mjs": 'export default { output: "export" };\n',
      "app/layout.jsx":
        'export default ({ children }) => <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;\n',
      "app/page.jsx":
        'import Board from "./board.jsx";\nexport default function Page() {\n  return <Board />;\n}\n',
      "app/check.js": CHECK,
      "app/board.jsx": `"use client";
import { useEffect, useState } from "react";
import "foursight/board";
import { Position } from "foursight";
import { check } from "./check.js";
export default function Board() {
  const [position, setPosition] = useState("");
  useEffect(() => {
    globalThis.check = check;
  }, []);
  return <foursight-board position={position} onmove={({ detail }) => setPosition(detail.position.moves)} />;
}
`,
    },
    build: "next build",
    site: "out",
  },
  SvelteKit: {
    install: [
      "@sveltejs/kit@latest",
      "svelte@5",
      "@sveltejs/vite-plugin-svelte@latest",
      "@sveltejs/adapter-static@latest",
      "vite@8",
      NODE,
    ],
    files: {
      "vite.config.js": `import adapter from "@sveltejs/adapter-static";
import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
      "src/app.html": html("%sveltekit.head%<body><div>%sveltekit.body%</div></body>"),
      "src/routes/+layout.js": "export const prerender = true;\n",
      "src/routes/check.js": CHECK,
      "src/routes/+page.svelte": `<script>
  import "foursight/board";
  import { check } from "./check.js";
  let moves = $state("");
  globalThis.check = check;
</script>
<foursight-board position={moves} onmove={({ detail }) => (moves = detail.position.moves)}></foursight-board>
`,
    },
    build: "vite build",
    site: "build",
  },
  Astro: {
    install: ["astro@latest", NODE],
    files: {
      "src/pages/index.astro": html(`${TAG}<script>import "../main.js";</script>`),
      "src/main.js": FRESH,
      "src/check.js": CHECK,
    },
    build: "astro build",
    site: "dist",
  },
  Nuxt: {
    install: ["nuxt@4", NODE],
    files: {
      // Nuxt 4.4 fails with newer versions.
      "package.json": '{ "type": "module", "private": true, "overrides": { "unstorage": "1.17.5" } }',
      "nuxt.config.js":
        'export default { ssr: true, telemetry: false, vue: { compilerOptions: { isCustomElement: (name) => name === "foursight-board" } } };\n',
      "app/check.js": CHECK,
      "app/app.vue": `<script setup>
import "foursight/board";
import { ref, onMounted } from "vue";
import { check } from "./check.js";
const moves = ref("");
useHead({ link: [{ rel: "icon", href: "data:," }] });
onMounted(() => { globalThis.check = check; });
</script>
<template><foursight-board :position="moves" :scores="false" @move="moves = $event.detail.position.moves" /></template>
`,
    },
    build: "nuxt generate",
    site: ".output/public",
  },
  Angular: {
    install: [
      "@angular/core@22",
      "@angular/common@22",
      "@angular/compiler@22",
      "@angular/platform-browser@22",
      "@angular/build@22",
      "@angular/cli@22",
      "@angular/compiler-cli@22",
      "rxjs@7",
      "tslib@2",
      "typescript@6",
      NODE,
    ],
    files: {
      "angular.json": JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          app: {
            projectType: "application",
            root: "",
            architect: {
              build: {
                builder: "@angular/build:application",
                options: {
                  browser: "src/main.ts",
                  index: "src/index.html",
                  tsConfig: "tsconfig.json",
                  outputPath: "dist",
                },
              },
            },
          },
        },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          module: "ES2022",
          moduleResolution: "bundler",
          strict: true,
          allowJs: true,
          types: [],
        },
        files: ["src/main.ts"],
      }),
      "src/index.html": html("<app-root></app-root>"),
      "src/check.js": CHECK,
      "src/main.ts": `import { Component, CUSTOM_ELEMENTS_SCHEMA } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import "foursight/board";
import { check } from "./check.js";
Object.assign(globalThis, { check });
@Component({
  selector: "app-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<foursight-board [position]="moves" [scores]="false"></foursight-board>',
})
class App {
  moves = "";
}
bootstrapApplication(App);
`,
    },
    build: "ng build",
    site: "dist/browser",
  },
  webpack: bundler(`webpack ${PACKED}`, ["webpack@5", "webpack-cli@6"]),
  "webpack 5.98": bundler(`webpack ${PACKED}`, ["webpack@5.98.0", "webpack-cli@6"]),
  Rspack: bundler("rspack build", ["@rspack/core@latest", "@rspack/cli@latest"], {
    "rspack.config.mjs":
      'export default { mode: "production", entry: "./main.js", output: { path: import.meta.dirname + "/bundle", filename: "main.js" } };\n',
  }),
  Parcel: {
    install: ["parcel@2"],
    files: { ...PLAIN, "index.html": PAGE },
    build: "parcel build index.html --no-cache --public-url ./",
    site: "dist",
  },
  esbuild: bundler("esbuild main.js --bundle --format=esm --outfile=bundle/main.js", ["esbuild"]),
  "Node.js import": {
    install: [],
    files: { "check.js": CHECK, "run.js": program('import "foursight/board";') },
    run: "node run.js",
  },
  "Node.js require": {
    install: [],
    files: {
      "check.cjs": CHECK.replace(/import (.*) from (.*);/, "const $1 = require($2);").replace(
        "export async",
        "exports.check = check;\nasync",
      ),
      "run.cjs":
        'require("foursight/board");\nrequire("./check.cjs").check().then((found) => console.log(JSON.stringify(found)));\n',
    },
    run: "node run.cjs",
  },
  jsdom: {
    install: ["jsdom"],
    files: {
      "check.js": CHECK,
      "run.js": program(`import { JSDOM } from "jsdom";
const { window } = new JSDOM("<foursight-board position='44'></foursight-board>");
const names = ["document", "HTMLElement", "Element", "customElements", "CustomEvent", "Node"];
for (const name of names) globalThis[name] = window[name];
const { FoursightBoard } = await import("foursight/board");
const board = document.querySelector("foursight-board");
board.play(3);
if (!(board instanceof FoursightBoard) || board.moves !== "443") throw new Error(board.moves);`),
    },
    run: "node run.js",
  },
  Jest: {
    install: ["jest@30", "jest-environment-jsdom@30"],
    files: {
      "check.cjs": CHECK.replace(/import (.*) from (.*);/, "const $1 = require($2);").replace(
        "export async",
        "exports.check = check;\nasync",
      ),
      "board.test.cjs": `/** @jest-environment jsdom */
require("foursight/board");
const { check } = require("./check.cjs");
test("plays", async () => {
  document.body.innerHTML = "<foursight-board></foursight-board>";
  const board = document.querySelector("foursight-board");
  board.play(4);
  expect(board.moves).toBe("4");
  const found = await check();
  process.stdout.write(JSON.stringify(found) + "\\n");
});
`,
    },
    run: "jest --testMatch **/*.test.cjs --forceExit",
  },
  Deno: {
    install: ["deno"],
    files: { "check.js": CHECK, "run.js": program("") },
    run: "deno run --allow-read --allow-sys --allow-env run.js",
  },
  Bun: {
    install: ["bun"],
    files: { "check.js": CHECK, "run.js": program('import "foursight/board";') },
    run: "bun run.js",
  },
};
