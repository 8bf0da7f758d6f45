// Traffic at a steady rate: each kind of request on its own clock, its times by the minute, and what was wrong.

import { pause } from '../../replicas/lib/program.js';

/** So many of one kind at a time; when that many are under way a turn is left out, and counted. */
export const MOST = 8;

const SHOWN = 20;

export class Traffic {
  /** @param rate how many times as often as the kinds say */
  constructor(rate) {
    this.rate = rate;
    this.kinds = new Map();
    this.faults = [];
    this.on = true;
    this.began = performance.now();
    this.working = new Set();
  }

  seconds = () => (performance.now() - this.began) / 1000;

  /** Does it every so many milliseconds; `work` gets its turn, and answers milliseconds, one or several, or nothing. */
  every(usual, name, work) {
    const millis = usual / this.rate;
    const kind = { times: [], left: 0, open: 0, turn: 0 };
    this.kinds.set(name, kind);
    const loop = async () => {
      // not all at once
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

  /** Ends it when all that is under way is answered. */
  async stop() {
    this.on = false;
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Milliseconds of a kind between two moments, in seconds. */
  between(name, from, to) {
    return this.kinds.get(name).times.filter(([at]) => at >= from && at < to).map(([, millis]) => millis);
  }
}
