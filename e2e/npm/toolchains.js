// Fresh projects of the tools that web developers use: what each installs, its files, and its commands.

import { readFileSync } from "node:fs";

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

const CHECK_CJS = CHECK.replace(/import (.*) from (.*);/, "const $1 = require($2);").replace(
  "export async",
  "exports.check = check;\nasync",
);

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

const README = readFileSync(new URL("../../npm/README.md", import.meta.url), "utf8");

/** The example in the README that contains a text, as it stands there. @param {string} kind @param {string} part */
function example(kind, part) {
  const blocks = [...README.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks
    .filter(([, name, code]) => name === kind && code.includes(part))
    .map(([, , code]) => code);
  if (found.length !== 1) throw new Error(`README has ${found.length} examples in ${kind} with ${part}`);
  return found[0];
}

const REACT = example("tsx", "react");
const VUE = example("vue", "vue");
const VITE_FOR_VUE = example("js", "@vitejs/plugin-vue");
const SVELTE = example("svelte", "foursight-board");
const SVELTE_TYPES = example("ts", "svelte/elements");
const ANGULAR = example("ts", "@angular/core");

/** An example with a member that does not exist, which the types must refuse. @param {string} code */
const wrong = (code) => code.replace("position.moves", "position.mover");

const TSC = "tsc --noEmit --strict --jsx react-jsx --module preserve --target es2023";
const VUE_TSCONFIG = (/** @type {string} */ file) =>
  JSON.stringify({
    compilerOptions: { strict: true, module: "preserve", target: "es2023", noEmit: true, skipLibCheck: true },
    files: [file],
  });

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
    install: ["react@19", "react-dom@19", "vite@8", "typescript", "@types/react@19"],
    files: {
      "check.js": CHECK,
      "start.js": FRESH,
      "board.tsx": REACT,
      "wrong.tsx": wrong(REACT),
      "main.js": `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Board } from "./board.tsx";
import "./start.js";
createRoot(document.getElementById("app")).render(createElement(Board));
`,
      "index.html": APP,
    },
    build: `${TSC} board.tsx && ! ${TSC} wrong.tsx && vite build`,
    site: "dist",
    dev: "vite",
  },
  Vue: {
    install: ["vue@3", "@vitejs/plugin-vue@latest", "vite@8", "typescript@5", "vue-tsc@latest"],
    files: {
      "check.js": CHECK,
      "start.js": FRESH,
      "vite.config.js": VITE_FOR_VUE,
      "Board.vue": VUE,
      "Wrong.vue": wrong(VUE),
      "board.json": VUE_TSCONFIG("Board.vue"),
      "wrong.json": VUE_TSCONFIG("Wrong.vue"),
      "main.js": `import { createApp } from "vue";
import Board from "./Board.vue";
import "./start.js";
createApp(Board).mount("#app");
`,
      "index.html": APP,
    },
    build: "vue-tsc -p board.json && ! vue-tsc -p wrong.json && vite build",
    site: "dist",
    dev: "vite",
  },
  Next: {
    install: ["next@16", "react@19", "react-dom@19", "typescript@5", "@types/react@19", "@types/node@24"],
    files: {
      "next.config.mjs": 'export default { output: "export" };\n',
      "app/layout.jsx":
        'export default ({ children }) => <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;\n',
      "app/page.jsx": `import { Board } from "./board";
import { Start } from "./start.jsx";
export default function Page() {
  return <><Start /><Board /></>;
}
`,
      "app/check.js": CHECK,
      "app/board.tsx": REACT,
      "app/start.jsx": `"use client";
import { useEffect } from "react";
import { check } from "./check.js";
export function Start() {
  useEffect(() => {
    globalThis.check = check;
  }, []);
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
      "svelte-check@latest",
      "typescript@5",
      NODE,
    ],
    files: {
      "vite.config.js": `import adapter from "@sveltejs/adapter-static";
import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
      "tsconfig.json": '{ "extends": "$app/tsconfig", "include": ["src"] }\n',
      "src/app.html": html("%sveltekit.head%<body><div>%sveltekit.body%</div></body>"),
      "src/app.d.ts": SVELTE_TYPES,
      "src/routes/+layout.js": "export const prerender = true;\n",
      "src/routes/check.js": CHECK,
      "src/routes/Board.svelte": SVELTE,
      "wrong.txt": wrong(SVELTE),
      "src/routes/+page.svelte": `<script>
  import Board from "./Board.svelte";
  import { check } from "./check.js";
  globalThis.check = check;
</script>
<Board />
`,
    },
    build:
      "svelte-kit sync && svelte-check && cp wrong.txt src/routes/Wrong.svelte && ! svelte-check && vite build",
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
      "app/components/Board.vue": VUE,
      "app/app.vue": `<script setup>
import { onMounted } from "vue";
import { check } from "./check.js";
useHead({ link: [{ rel: "icon", href: "data:," }] });
onMounted(() => { globalThis.check = check; });
</script>
<template><Board /></template>
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
      "src/board.ts": ANGULAR,
      "src/main.ts": `import { Component } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { Board } from "./board";
import { check } from "./check.js";
Object.assign(globalThis, { check });
@Component({ selector: "app-root", imports: [Board], template: "<app-board />" })
class App {}
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
      "check.cjs": CHECK_CJS,
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
      "check.cjs": CHECK_CJS,
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
