// Sends requests at a steady rate. Records the times of each kind of request, and all errors.

import { pause } from '../../replicas/lib/managed-process.js';

/** Maximum number of pending requests of one kind. Further turns are skipped, and counted in `skipped`. */
export const MAX_PENDING = 8;

/** Maximum number of errors that are printed. */
const MAX_PRINTED = 20;

export class Traffic {
  /** @param rate multiplies the rates of all kinds */
  constructor(rate) {
    this.rate = rate;
    this.kinds = new Map();
    this.errors = [];
    this.isRunning = true;
    this.startTime = performance.now();
    this.running = new Set();
  }

  seconds = () => (performance.now() - this.startTime) / 1000;

  /** Runs `work` every `baseMillis` milliseconds, divided by the rate. `work` gets the number of its turn, and returns one duration, a list, or nothing. */
  every(baseMillis, name, work) {
    const millis = baseMillis / this.rate;
    const kind = { times: [], skipped: 0, pending: 0, turn: 0 };
    this.kinds.set(name, kind);
    const sendRepeatedly = async () => {
      // do not send all first requests at the same time
      await pause(Math.random() * millis);
      for (let next = performance.now(); this.isRunning; next += millis) {
        await pause(Math.max(0, next - performance.now()));
        if (kind.pending >= MAX_PENDING) kind.skipped += 1;
        else this.track(this.once(name, kind, work));
      }
    };
    this.track(sendRepeatedly());
  }

  async once(name, kind, work) {
    kind.pending += 1;
    const turn = (kind.turn += 1);
    try {
      const durations = await work(turn);
      for (const millis of [durations ?? []].flat()) kind.times.push([this.seconds(), millis]);
    } catch (error) {
      this.errors.push({ at: this.seconds(), name, error });
      if (this.errors.length <= MAX_PRINTED) console.error(`        ${Math.round(this.seconds())} s, ${name}: ${error.message.slice(0, 400)}`);
    } finally {
      kind.pending -= 1;
    }
  }

  track(promise) {
    this.running.add(promise);
    promise.finally(() => this.running.delete(promise));
  }

  /** Stops sending, and waits for all pending requests. */
  async stop() {
    this.isRunning = false;
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** Returns the durations of a kind of request in a period. `from` and `to` are in seconds. */
  between(name, from, to) {
    return this.kinds.get(name).times.filter(([at]) => at >= from && at < to).map(([, millis]) => millis);
  }
}
