// An opening book from a file, for the engine in this browser.

import { addBook } from "../net/engine.js";
import { buttonRow, fileButton } from "../browser/dom.js";
import { inWords, notify } from "../parts/announcer.js";

/** More bytes than any book has. */
const MAX_BOOK = 100_000_000;

/** Gives a book to the engine in this browser. @param {File} file */
async function readBook(file) {
  try {
    const isBook = file.size <= MAX_BOOK && (await addBook(await file.arrayBuffer()));
    if (!isBook) notify(`${file.name} is not an opening book.`);
    else notify(`${file.name} is in use until you close this page.`);
  } catch (error) {
    notify(inWords(error));
  }
}

export function ownBook() {
  return buttonRow(fileButton("Use an opening book", readBook));
}
