// Nothing that a runner tries may last forever.

/** What the promise gives, or a failure after so long. */
export function within(millis, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${millis / 1000} s`)), millis);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
