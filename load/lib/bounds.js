// Bounds of the soak test: what must not grow or get slower.

import { growth, mean, quantile, short } from './statistics.js';

/** Growth below these bounds is ignored: `share` of the mean or the number `least`, whichever is more. */
const BOUNDS = {
  heap: { share: 0.05, least: 4, unit: 'MB' },
  virtual: { share: 0.1, least: 5, unit: '' },
  threads: { share: 0.05, least: 3, unit: '' },
  files: { share: 0.05, least: 10, unit: '' },
  processes: { share: 0.1, least: 3, unit: '' },
  resident: { share: 0.1, least: 32, unit: 'MB' },
};

/** Fits a line through the second half of the samples of each value. Returns the range of the values, the rise of the line, and whether the value grew. */
export function growths(samples) {
  const half = samples.slice(Math.floor(samples.length / 2));
  return Object.entries(BOUNDS).map(([name, { share, least, unit }]) => {
    const line = half.filter((sample) => sample[name] !== undefined).map((sample) => [sample.at, sample[name]]);
    const values = line.map(([, value]) => value);
    const { rise, error } = growth(line);
    const bound = Math.max(least, share * mean(values));
    // a rise below its own error is not significant
    return { name, unit, from: Math.min(...values), to: Math.max(...values), rise, error, bound, grew: rise > bound && rise > error };
  });
}

/** A kind of request is slower if its time grows by more than this factor. */
const FACTOR = 1.5;
/** With at least ENOUGH calls in each third, the 99th percentiles are compared; with at least FEW calls, the medians; otherwise nothing. */
const ENOUGH = 300;
const FEW = 30;
/** Differences of fewer milliseconds are ignored. */
const NOISE = 10;

/** Compares the times of each kind of request in the first third after the warm-up and in the last third. */
export function paces(traffic, warm, end) {
  const third = (end - warm) / 3;
  return [...traffic.kinds.keys()].map((name) => {
    const first = traffic.between(name, warm, warm + third);
    const last = traffic.between(name, end - third, end);
    const all = traffic.between(name, warm, end);
    const share = Math.min(first.length, last.length) >= ENOUGH ? 0.99 : 0.5;
    const [before, after] = [quantile(first, share), quantile(last, share)];
    const slower = Math.min(first.length, last.length) >= FEW && after > FACTOR * before && after > before + NOISE;
    return { name, count: all.length, share, p50: quantile(all, 0.5), p99: quantile(all, 0.99), before, after, slower };
  });
}

export const describe = ({ name, unit, rise, error, bound }) => `${name} ${rise >= 0 ? '+' : ''}${short(rise)} ± ${short(error)} ${unit} (bound ${short(bound)})`;
