// TypeScript's types for the element: its properties, its events, and its tag name.

import type { BoardAttributes, Marks } from "./board.js";
import type { Position } from "./position.js";

export * from "./board.js";

/** The events of a board. They bubble. */
export interface FoursightBoardEventMap extends HTMLElementEventMap {
  /** After each disc; `column` counts from 1. */
  move: CustomEvent<{ column: number; position: Position }>;
  /** After the last disc. */
  gameover: CustomEvent<{ outcome: "red" | "yellow" | "draw"; position: Position }>;
  /** With the attribute `scores`: the score of each column; null if it is full or not proved. */
  score: CustomEvent<{ scores: (number | null)[]; position: Position }>;
}

declare module "./board.js" {
  /** The attributes. Each is a property, too. */
  interface BoardAttributes {
    size?: string | null;
    connect?: number | null;
    level?: number | null;
    plays?: "red" | "yellow" | null;
    scores?: boolean;
    reason?: boolean;
    still?: boolean;
    labels?: "letters" | "numbers" | null;
    theme?: "light" | "dark" | "transparent" | null;
    palette?: "red-yellow" | "red-blue" | "red-black" | "high-contrast" | "classic" | null;
  }

  interface FoursightBoard extends BoardAttributes {
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

/** The listeners of a framework's template: `onmove`, and so on, or `onMove`. */
type Listeners = {
  [K in "move" | "gameover" | "score" as `on${K | Capitalize<K>}`]?: (event: FoursightBoardEventMap[K]) => unknown;
};

/** The tag in a framework's templates: its attributes, with the position, and listeners to its events. */
export interface FoursightBoardAttributes extends BoardAttributes, Listeners {
  position?: Position | string | null;
  hints?: readonly number[];
  marks?: Marks;
}
