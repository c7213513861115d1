// The types of what the page and the server send each other, from the server's OpenAPI description.
//
// `npm run types` writes them to `crates/foursight-web/wire.d.ts`; a test compares that file with the description.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { Server } from "./server.js";

const FILE = new URL("../crates/foursight-web/wire.d.ts", import.meta.url);

const HEAD = `// What the page and the server send each other: written by \`npm run types\` in \`e2e\` from the server's
// OpenAPI description. Do not edit.
`;

/** The widest line of a comment. */
const MAX_WIDTH = 110;

/** @typedef {Record<string, any>} Schema */

/** The committed types. */
export function committed() {
  return readFile(FILE, "utf8");
}

/** The types that a server's description asks for. @param {Server} server */
export async function described(server) {
  return typesOf(await server.json("/api/openapi.json"));
}

/** @param {Schema} api a description */
export function typesOf({ paths, components: { schemas } }) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const requests = operations.map(({ route, operation }) => ({ route, schema: json(operation.requestBody) }));
  const answers = operations.map(({ route, operation }) => ({ route, schema: json(success(operation)) }));
  const sent = namesIn(requests, schemas);
  const types = Object.entries(schemas).map(([name, schema]) => declaration(name, schema, sent.has(name)));
  return [HEAD, ...types, routes("Requests", requests), routes("Answers", answers)].join("\n");
}

/** @param {Schema} operation */
function success({ responses }) {
  const status = Object.keys(responses).find((name) => name.startsWith("2"));
  return status && responses[status];
}

/** @param {Schema | undefined} message */
function json(message) {
  const { content = {} } = message ?? {};
  return (content["application/json"] ?? content["application/x-ndjson"])?.schema;
}

/** The schemas that these and their parts refer to. @param {unknown} from @param {Schema} schemas */
function namesIn(from, schemas) {
  /** @type {Set<string>} */
  const names = new Set();
  const look = (/** @type {unknown} */ part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      look(schemas[name]);
    }
  };
  look(from);
  return names;
}

/** @param {string} name @param {Schema} schema @param {boolean} isSent whether requests hold it */
function declaration(name, schema, isSent) {
  return `${about(schema, "")}export type ${name} = ${type(schema, isSent, "")};\n`;
}

/** The description of a type or a field, as a comment. @param {Schema} schema @param {string} indent */
function about({ description }, indent) {
  if (!description) return "";
  const text = description.split(/\s+/).join(" ");
  const line = `${indent}/** ${text} */\n`;
  if (line.length <= MAX_WIDTH + 1) return line;
  let lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent} *${longer}`.length <= MAX_WIDTH) lines[lines.length - 1] = longer;
    else lines = [...lines, ` ${word}`];
  }
  return `${indent}/**\n${lines.map((text) => `${indent} *${text}\n`).join("")}${indent} */\n`;
}

/** @param {string} name @param {{ route: string, schema: Schema | undefined }[]} messages */
function routes(name, messages) {
  const lines = messages
    .filter(({ schema }) => schema)
    .map(({ route, schema }) => `  "${route}": ${type(schema, false, "  ")};\n`);
  return `export type ${name} = {\n${lines.join("")}};\n`;
}

/**
 * A schema as a type.
 *
 * @param {Schema | undefined} schema
 * @param {boolean} isSent
 * @param {string} indent
 * @returns {string}
 */
function type(schema = {}, isSent, indent) {
  const inner = (/** @type {Schema} */ part) => type(part, isSent, indent);
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.enum) return schema.enum.map((/** @type {string} */ word) => JSON.stringify(word)).join(" | ");
  if (schema.oneOf) return schema.oneOf.map(inner).join(" | ");
  if (schema.allOf) return schema.allOf.map(inner).join(" & ");
  if (Array.isArray(schema.type))
    return schema.type.map((name) => inner({ ...schema, type: name })).join(" | ");
  switch (schema.type) {
    case "array":
      return list(inner(schema.items));
    case "object":
      return schema.properties
        ? fields(schema, isSent, indent)
        : `Record<string, ${inner(schema.additionalProperties)}>`;
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

/** @param {string} item */
function list(item) {
  return item.includes("|") ? `(${item})[]` : `${item}[]`;
}

/**
 * The fields of an object. The server always sends all it has, including null; a request may leave out fields that are
 * not required.
 *
 * @param {Schema} schema
 * @param {boolean} isSent
 * @param {string} indent
 */
function fields({ properties, required = [] }, isSent, indent) {
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = isSent && !required.includes(name) ? "?" : "";
    return `${about(schema, deeper)}${deeper}${name}${mark}: ${type(schema, isSent, deeper)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await Server.start();
  await writeFile(FILE, await described(server));
  await server.stop();
}
