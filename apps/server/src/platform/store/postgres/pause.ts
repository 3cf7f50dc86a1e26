/** Waits before an attempt: 50 ms, 100, 200, … so that a restarting database has time. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, 25 * 2 ** attempt));
