// Time limits for tests.

/** Returns the value of the promise. Fails if it does not settle within the time. */
export function within(millis, promise) {
  let timer;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout after ${millis / 1000} s`)), millis);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
