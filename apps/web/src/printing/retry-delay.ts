/** When a print that failed is tried again. Source: R35.12. */
const delaysMs = [5000, 10_000, 20_000, 40_000] as const;
const maxDelayMs = 60_000;

/** Returns the delay in ms before the next automatic attempt. */
export const retryDelayMs = (made: number): number => delaysMs[made] ?? maxDelayMs;
