/** The longest time between two keys of a barcode scanner, a setting of this device: some scanners type slowly. Source: R35.23. */

const storageKey = 'atoll.scan-gap';
export const defaultScanGapMs = 100;
export const minScanGapMs = 20;
export const maxScanGapMs = 500;

const isGap = (ms: number): boolean => Number.isInteger(ms) && ms >= minScanGapMs && ms <= maxScanGapMs;

/** Returns the longest gap, ms. */
export function scanGapMs(): number {
  const stored = Number(localStorage.getItem(storageKey));
  return isGap(stored) ? stored : defaultScanGapMs;
}

/** Stores the longest gap, ms. Returns false when it is not valid. */
export function setScanGapMs(ms: number): boolean {
  if (!isGap(ms)) return false;
  localStorage.setItem(storageKey, String(ms));
  return true;
}
