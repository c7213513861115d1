// Workers that answer questions, one at a time each.

/** @typedef {import("./module.js").Answer} Answer */
/** @typedef {import("./worker.js").Question} Question */

/**
 * @typedef {object} Job
 * @property {Question} question
 * @property {(answer: Answer) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {AbortSignal} [signal]
 */

/** A worker, and what it works on. @typedef {{ worker: Worker, job: Job | null }} Place */

export class EnginePool {
  /** @param {() => Worker} start a worker that has the module @param {number} nWorkers */
  constructor(start, nWorkers) {
    this.start = start;
    /** @type {ArrayBuffer[]} */
    this.books = [];
    /** @type {Place[]} those that were used before come first: what they have found helps */
    this.places = Array.from({ length: nWorkers }, () => this.newPlace());
    /** @type {Job[]} */
    this.waiting = [];
    /** Why nothing can be asked any more. @type {unknown} */
    this.closed = null;
  }

  /**
   * The answer to a question. Aborting stops the search at once.
   *
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      if (this.closed || signal?.aborted) {
        reject(this.closed ?? signal?.reason);
        return;
      }
      const settled = new AbortController();
      const job = {
        question,
        /** @param {Answer} answer */
        resolve(answer) {
          settled.abort();
          resolve(answer);
        },
        /** @param {unknown} reason */
        reject(reason) {
          settled.abort();
          reject(reason);
        },
        signal,
      };
      signal?.addEventListener("abort", () => this.drop(job), { signal: settled.signal });
      this.waiting.push(job);
      this.next();
    });
  }

  /** Gives all workers an opening book, now or when they begin. @param {ArrayBuffer} book */
  addBook(book) {
    this.books.push(book);
    for (const { worker } of this.places) worker.postMessage(book);
  }

  /** Gives waiting questions to idle workers. */
  next() {
    for (const place of this.places) {
      if (place.job) continue;
      const job = this.waiting.shift();
      if (!job) return;
      place.job = job;
      place.worker.postMessage(job.question);
    }
  }

  /** @returns {Place} */
  newPlace() {
    const worker = this.start();
    for (const book of this.books) worker.postMessage(book);
    /** @type {Place} */
    const place = { worker, job: null };
    worker.addEventListener("message", ({ data }) => {
      place.job?.resolve(data);
      place.job = null;
      this.next();
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const { job } = place;
      this.replace(place);
      job?.reject(new Error(`the engine failed: ${event.message}`));
    });
    return place;
  }

  /** Ends a worker in the middle of a question, and starts another. @param {Place} place */
  replace(place) {
    place.worker.terminate();
    this.places[this.places.indexOf(place)] = this.newPlace();
    this.next();
  }

  /** Nobody wants the answer any more. @param {Job} job */
  drop(job) {
    this.waiting = this.waiting.filter((other) => other !== job);
    const place = this.places.find((place) => place.job === job);
    if (place) this.replace(place);
    job.reject(job.signal?.reason);
  }

  /** Ends all workers, and whatever was asked. @param {unknown} reason what questions are rejected with */
  close(reason) {
    this.closed = reason;
    const jobs = [...this.places.map(({ job }) => job), ...this.waiting];
    for (const { worker } of this.places) worker.terminate();
    this.places = [];
    this.waiting = [];
    for (const job of jobs) job?.reject(reason);
  }
}
