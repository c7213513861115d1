// Workers that answer questions, one question at a time each.

/** @import { Answer } from "./module.js" */
/** @import { Plan, Question } from "./worker.js" */

/**
 * @typedef {object} Job
 * @property {Question} question
 * @property {(answer: Answer) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} Place
 * @property {Worker} worker
 * @property {boolean} hasStarted
 * @property {Job | null} job the one that it is working on
 */

/** The number of failed workers that a pool replaces: an engine that fails more often is broken. */
const MOST_FAILURES = 10;

export class EnginePool {
  /** @param {() => Worker} start a worker that has the module @param {number} nWorkers */
  constructor(start, nWorkers) {
    this.start = start;
    /** Opening books and plans. @type {(ArrayBuffer | Plan)[]} */
    this.files = [];
    /** @type {Place[]} those that were used before come first: what they have found helps */
    this.places = Array.from({ length: nWorkers }, () => this.newPlace());
    /** @type {Job[]} */
    this.waiting = [];
    this.nFailures = 0;
    /** The reason why questions are no longer accepted. @type {unknown} */
    this.closed = null;
  }

  /**
   * The answer to a question. Aborting stops the search at once.
   *
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async ask(question, signal) {
    if (this.closed || signal?.aborted) throw this.closed ?? signal?.reason;
    const settled = new AbortController();
    /** @type {Promise<Answer>} */
    const answer = new Promise((resolve, reject) => {
      const job = { question, resolve, reject, signal };
      signal?.addEventListener("abort", () => this.drop(job), { signal: settled.signal });
      this.waiting.push(job);
      this.next();
    });
    return answer.finally(() => settled.abort());
  }

  /** Gives all workers an opening book or a plan, now or when they begin. @param {ArrayBuffer | Plan} file */
  add(file) {
    this.files.push(file);
    for (const { worker } of this.places) worker.postMessage(file);
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
    for (const file of this.files) worker.postMessage(file);
    /** @type {Place} */
    const place = { worker, hasStarted: false, job: null };
    worker.addEventListener("message", ({ data }) => {
      place.hasStarted = true;
      if (data === null) return;
      place.job?.resolve(data);
      place.job = null;
      this.next();
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(place, event.message);
    });
    return place;
  }

  /**
   * A worker has failed. Another takes its place, unless that would fail, too: then the pool is closed.
   *
   * @param {Place} place
   * @param {string} [why] browsers do not say why a script did not load
   */
  fail(place, why) {
    // It may have been ended meanwhile.
    if (!this.places.includes(place)) return;
    const failure = (/** @type {string} */ what) => new Error(why ? `${what}: ${why}` : what);
    if (!place.hasStarted) {
      this.close(failure("a worker of the engine did not start"));
    } else if (this.nFailures === MOST_FAILURES) {
      this.close(failure("the engine failed too often"));
    } else {
      this.nFailures += 1;
      this.replace(place);
      place.job?.reject(failure("the engine failed"));
    }
  }

  /** Ends a worker, and starts another. @param {Place} place */
  replace(place) {
    // Some engines report the end of a worker at once: then it must no longer count.
    this.places[this.places.indexOf(place)] = this.newPlace();
    place.worker.terminate();
    this.next();
  }

  /** Drops a job whose answer is no longer wanted. @param {Job} job */
  drop(job) {
    this.waiting = this.waiting.filter((other) => other !== job);
    const place = this.places.find((place) => place.job === job);
    if (place) this.replace(place);
    job.reject(job.signal?.reason);
  }

  /** Ends all workers, and rejects all pending questions. @param {unknown} reason what questions are rejected with */
  close(reason) {
    this.closed = reason;
    const jobs = [...this.places.map(({ job }) => job), ...this.waiting];
    for (const { worker } of this.places) worker.terminate();
    this.places = [];
    this.waiting = [];
    for (const job of jobs) job?.reject(reason);
  }
}
