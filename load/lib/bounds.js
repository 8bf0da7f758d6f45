// Bounds of the soak test: values that must not grow, and times that must not increase.

import { growth, mean, quantile, short } from './statistics.js';

/** Growth below these bounds is ignored: `share` of the mean, or `min`, whichever is larger. */
const BOUNDS = {
  heap: { share: 0.05, min: 4, unit: 'MB' },
  virtual: { share: 0.1, min: 5, unit: '' },
  threads: { share: 0.05, min: 3, unit: '' },
  files: { share: 0.05, min: 10, unit: '' },
  processes: { share: 0.1, min: 3, unit: '' },
  resident: { share: 0.1, min: 32, unit: 'MB' },
};

/** Fits a line through the second half of the samples of each value. Returns the range of the values, the rise of the line, and whether the value grew. */
export function measureGrowth(samples) {
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  return Object.entries(BOUNDS).map(([name, { share, min, unit }]) => {
    const points = secondHalf.filter((sample) => sample[name] !== undefined).map((sample) => [sample.at, sample[name]]);
    const values = points.map(([, value]) => value);
    const { rise, error } = growth(points);
    const bound = Math.max(min, share * mean(values));
    // a rise that is smaller than its error is not significant
    return { name, unit, lowest: Math.min(...values), highest: Math.max(...values), rise, error, bound, hasGrown: rise > bound && rise > error };
  });
}

/** A kind of request is slower if its time grows by more than this factor. */
const MAX_SLOWDOWN = 1.5;
/** With at least MIN_CALLS_FOR_P99 calls in each third, the 99th percentiles are compared; with at least MIN_CALLS, the medians; otherwise nothing. */
const MIN_CALLS_FOR_P99 = 300;
const MIN_CALLS = 30;
/** Differences of fewer milliseconds are ignored. */
const IGNORED_MILLIS = 10;

/** Compares the times of each kind of request in the first third after the warm-up and in the last third. */
export function compareTimes(traffic, warmUpEnd, end) {
  const third = (end - warmUpEnd) / 3;
  return [...traffic.kinds.keys()].map((name) => {
    const first = traffic.between(name, warmUpEnd, warmUpEnd + third);
    const last = traffic.between(name, end - third, end);
    const all = traffic.between(name, warmUpEnd, end);
    const share = Math.min(first.length, last.length) >= MIN_CALLS_FOR_P99 ? 0.99 : 0.5;
    const [before, after] = [quantile(first, share), quantile(last, share)];
    const isSlower = Math.min(first.length, last.length) >= MIN_CALLS && after > MAX_SLOWDOWN * before && after > before + IGNORED_MILLIS;
    return { name, count: all.length, share, p50: quantile(all, 0.5), p99: quantile(all, 0.99), before, after, isSlower };
  });
}

export const describe = ({ name, unit, rise, error, bound }) => `${name} ${rise >= 0 ? '+' : ''}${short(rise)} ± ${short(error)} ${unit} (bound ${short(bound)})`;
