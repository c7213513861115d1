// Calls a pupil's board class as the referee requests, in lines of tab-separated words. Argument: the class's file.
// Every `new` loads the file anew. The class's own output goes to standard error.
"use strict";

const { readFileSync, writeSync } = require("fs");
const { createRequire } = require("module");
const { pathToFileURL } = require("url");
const { createInterface } = require("readline");
const vm = require("vm");

const path = process.argv[1];
process.stdout.write = process.stderr.write.bind(process.stderr);
let n_loaded = 0;

// The file's exports, and the class by its name even if the file exports nothing.
async function load(name) {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".mjs") || /^\s*(export|import)\s/m.test(text)) {
    return import(`${pathToFileURL(path).href}?${++n_loaded}`);
  }
  const module = { exports: {} };
  const own = createRequire(path);
  for (const key of Object.keys(own.cache)) delete own.cache[key];
  const known = /^[A-Za-z_$][\w$]*$/.test(name) ? `typeof ${name} === "undefined" ? undefined : ${name}` : "undefined";
  const parameters = ["module", "exports", "require"];
  const run = vm.compileFunction(`${text}\n;return ${known};`, parameters, { filename: path });
  const found = run(module, module.exports, own);
  const { exports } = module;
  const named = exports && exports[name] ? exports : { [exports.name]: exports, ...exports };
  return found ? { ...named, [name]: found } : named;
}

function find(loaded, name) {
  const by_default = loaded.default && loaded.default.name === name ? loaded.default : undefined;
  const found = loaded[name] ?? by_default;
  return isClass(found) ? found : undefined;
}

function isClass(value) {
  return typeof value === "function" && value.prototype !== undefined;
}

// The parameter names in a function's source; an optional one is followed by `?`.
function parameters(source) {
  const open = source.indexOf("(");
  let depth = 0;
  let end = open;
  for (; end < source.length; end += 1) {
    if (source[end] === "(") depth += 1;
    if (source[end] === ")" && --depth === 0) break;
  }
  const inside = source.slice(open + 1, end).replace(/\/\*[^]*?\*\//g, "").trim();
  if (inside === "") return [];
  return inside.split(",").map((word) => {
    const name = word.trim().split(/[\s=]/)[0];
    if (name.startsWith("...")) return "*";
    return word.includes("=") ? `${name}?` : name;
  });
}

function describe(loaded, name) {
  const board = find(loaded, name);
  if (!board) {
    const own = Object.entries(loaded).filter(([key, value]) => isClass(value) && key !== "undefined");
    const kind = (value) => (/^class\b/.test(String(value)) ? "class" : "function");
    const text = readFileSync(path, "utf8");
    const written = [...text.matchAll(/^\s*(class|function)\s+([A-Za-z_$][\w$]*)/gm)].map((match) => `${match[1]} ${match[2]}`);
    return ["absent", ...new Set([...own.map(([key, value]) => `${kind(value)} ${key}`), ...written])];
  }
  const methods = new Map();
  for (let kind = board.prototype; kind && kind !== Object.prototype; kind = Object.getPrototypeOf(kind)) {
    for (const method of Object.getOwnPropertyNames(kind)) {
      const found = Object.getOwnPropertyDescriptor(kind, method).value;
      if (typeof found === "function" && method !== "constructor" && !methods.has(method)) methods.set(method, found);
    }
  }
  const source = String(board);
  const made = /^class\b/.test(source) ? source.search(/\bconstructor\s*\(/) : 0;
  const call = (key, names) => `${key}(${names.join(", ")})`;
  return ["class", call("new", made < 0 ? ["*"] : parameters(source.slice(made))),
    ...[...methods].map(([key, method]) => call(key, parameters(String(method))))];
}

function argument(word) {
  return word[0] === "i" ? Number(word.slice(1)) : word.slice(1);
}

function value(result) {
  if (result === undefined || result === null) return ["none"];
  if (typeof result === "boolean") return ["bool", String(result)];
  if (Number.isInteger(result)) return ["int", String(result)];
  if (typeof result === "string") return ["text", result];
  let text;
  try {
    text = JSON.stringify(result);
  } catch {
    text = undefined;
  }
  return ["other", String(text ?? result).slice(0, 200)];
}

function raised(error) {
  const stack = String((error && error.stack) || "");
  const at = stack.split(path)[1];
  const line = /^(?:\?\d+)?:(\d+)/.exec(at ?? "");
  return ["raised", `${error}`.split("\n")[0] + (line ? ` (line ${line[1]})` : "")];
}

async function main() {
  let board;
  for await (const line of createInterface({ input: process.stdin })) {
    const [order, name, ...words] = line.split("\t");
    let answer;
    try {
      if (order === "describe") {
        answer = describe(await load(name), name);
      } else if (order === "new") {
        const kind = find(await load(name), name);
        board = new kind(...words.map(argument));
        answer = ["none"];
      } else if (order === "call") {
        answer = value(board[name](...words.map(argument)));
      } else {
        answer = value(words.reduce((result, word) => result[argument(word)], board[name]));
      }
    } catch (error) {
      answer = raised(error);
    }
    writeSync(1, `${answer.map((part) => part.replace(/[\t\r\n]/g, " ")).join("\t")}\n`);
  }
}

main();
