// TypeScript's types for the element, by its tag name.

import type { Position } from "./index.js";

export * from "./board.js";

/** The events of a board. */
export interface FoursightBoardEventMap extends HTMLElementEventMap {
  /** After each disc; `column` counts from 1. */
  move: CustomEvent<{ column: number; position: Position }>;
}

declare module "./board.js" {
  interface FoursightBoard {
    addEventListener<K extends keyof FoursightBoardEventMap>(
      type: K,
      listener: (this: FoursightBoard, event: FoursightBoardEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
    removeEventListener<K extends keyof FoursightBoardEventMap>(
      type: K,
      listener: (this: FoursightBoard, event: FoursightBoardEventMap[K]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | EventListenerOptions,
    ): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "foursight-board": import("./board.js").FoursightBoard;
  }
}
