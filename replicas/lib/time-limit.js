// Time limits for tests.

/** Returns the value of the promise, or fails after that many milliseconds. */
export function within(millis, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout after ${millis / 1000} s`)), millis);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
