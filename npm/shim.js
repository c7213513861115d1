// Names that the element needs where a program has none of them: on a server nothing is drawn, and a test environment may
// lack what Node.js has. They are looked up late, because a program may define them after the engine is loaded. A second
// copy of the script leaves the first one's elements as they are.

function NoElement() {}
const element = () => globalThis.HTMLElement ?? NoElement;
const HTMLElement = new Proxy(NoElement, {
  get: (_, name) => Reflect.get(element(), name),
  construct: (_, args, target) => Reflect.construct(element(), args, target),
});

const customElements = {
  /** @param {string} name @param {CustomElementConstructor} constructor */
  define(name, constructor) {
    const elements = globalThis.customElements;
    if (elements && !elements.get(name)) elements.define(name, constructor);
  },
};

const { TextDecoder, TextEncoder } = globalThis.TextEncoder
  ? globalThis
  : /** @type {typeof globalThis} */ (/** @type {unknown} */ (process.getBuiltinModule("node:util")));

export { HTMLElement, TextDecoder, TextEncoder, customElements };
