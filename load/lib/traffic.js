// Traffic at a steady rate: each kind of request has its own clock, its times by minute, and its errors.

import { pause } from '../../replicas/lib/managed-process.js';

/** The maximum number of parallel requests of one kind. Turns above it are left out, and counted in `left`. */
export const MOST = 8;

/** The maximum number of errors that are printed. */
const SHOWN = 20;

export class Traffic {
  /** @param rate multiplies the rates of all kinds */
  constructor(rate) {
    this.rate = rate;
    this.kinds = new Map();
    this.faults = [];
    this.on = true;
    this.began = performance.now();
    this.working = new Set();
  }

  seconds = () => (performance.now() - this.began) / 1000;

  /** Runs `work` every `usual` milliseconds, divided by the rate. `work` gets the number of its turn, and returns a duration, several, or nothing. */
  every(usual, name, work) {
    const millis = usual / this.rate;
    const kind = { times: [], left: 0, open: 0, turn: 0 };
    this.kinds.set(name, kind);
    const loop = async () => {
      // spread the first requests
      await pause(Math.random() * millis);
      for (let next = performance.now(); this.on; next += millis) {
        await pause(Math.max(0, next - performance.now()));
        if (kind.open >= MOST) kind.left += 1;
        else this.track(this.once(name, kind, work));
      }
    };
    this.track(loop());
  }

  async once(name, kind, work) {
    kind.open += 1;
    const turn = (kind.turn += 1);
    try {
      const took = await work(turn);
      for (const millis of [took ?? []].flat()) kind.times.push([this.seconds(), millis]);
    } catch (error) {
      this.faults.push({ at: this.seconds(), name, error });
      if (this.faults.length <= SHOWN) console.error(`        ${Math.round(this.seconds())} s, ${name}: ${error.message.slice(0, 400)}`);
    } finally {
      kind.open -= 1;
    }
  }

  track(promise) {
    this.working.add(promise);
    promise.finally(() => this.working.delete(promise));
  }

  /** Stops and waits for all pending requests. */
  async stop() {
    this.on = false;
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Returns the durations of a kind between two moments, in seconds. */
  between(name, from, to) {
    return this.kinds.get(name).times.filter(([at]) => at >= from && at < to).map(([, millis]) => millis);
  }
}
