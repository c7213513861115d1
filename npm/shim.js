// The names of browsers that the element needs to be defined, where there are none: on a server nothing is drawn. A second
// copy of the script leaves the first one's elements as they are.

class NoElement {}
const elements = globalThis.customElements;
const HTMLElement = globalThis.HTMLElement ?? NoElement;
const customElements = {
  /** @param {string} name @param {CustomElementConstructor} element */
  define(name, element) {
    if (elements && !elements.get(name)) elements.define(name, element);
  },
};

export { HTMLElement, customElements };
