/** Waits for some time, or until cancelled. */
export function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('cancelled'))), { once: true });
  });
}
