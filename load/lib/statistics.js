// Statistics: quantiles, regression lines, tables.

export function quantile(numbers, share) {
  if (numbers.length === 0) return undefined;
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

export const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/**
 * Quantiles of Student's t-distribution: [degrees of freedom, number of standard errors]. A slope exceeds them by chance once in a thousand
 * times. With the usual two standard errors and few samples, one of six values would exceed them in every fourth run.
 */
const STUDENT = [[1, 318], [2, 22.3], [3, 10.2], [4, 7.17], [5, 5.89], [6, 5.21], [7, 4.79], [8, 4.5], [10, 4.14], [15, 3.73], [20, 3.55], [30, 3.39], [60, 3.23]];
const studentQuantile = (degrees) => STUDENT.findLast(([min]) => min <= degrees)[1];

/**
 * Fits a straight line through samples [time, value]. Returns its rise from the first to the last sample, and the error of the rise:
 * only a larger rise is significant.
 */
export function growth(samples) {
  if (samples.length < 3) return { rise: 0, error: Infinity };
  const [x, y] = [mean(samples.map(([at]) => at)), mean(samples.map(([, value]) => value))];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = samples.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const squaredErrors = samples.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  const time = samples.at(-1)[0] - samples[0][0];
  return { rise: slope * time, error: studentQuantile(samples.length - 2) * time * Math.sqrt(squaredErrors / (samples.length - 2) / spread) };
}

/** Formats a number with about three significant digits. */
export function short(number) {
  if (number === undefined || Number.isNaN(number)) return '';
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2;
  return Number(number.toFixed(digits)).toLocaleString('en');
}

export const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
