/** Time that work takes before it lets the browser paint and answer a tap. */
const sliceMs = 12;

/** Returns a function that waits for the browser's next idle moment when the work since the last one took a slice of time. */
export function slices(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < sliceMs) return;
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 100 });
      else setTimeout(resolve);
    });
    startedAt = performance.now();
  };
}
