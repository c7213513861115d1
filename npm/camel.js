// The names of the server's answers, as JavaScript writes them: `moves_to_end` is `movesToEnd`.

/** @template {string} S @typedef {S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelName<B>>}` : S} CamelName */
/** @template T @typedef {T extends readonly (infer U)[] ? Camel<U>[] : T extends object ? { [K in keyof T as K extends string ? CamelName<K> : K]: Camel<T[K]> } : T} Camel */

/** Reads an answer. @param {string} text @returns {any} */
export function readAnswer(text) {
  return JSON.parse(text, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [camelName(name), item]));
  });
}

/** @param {string} name */
function camelName(name) {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}
