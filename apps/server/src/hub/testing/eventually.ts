import { vi } from 'vitest';

/** Waits until `check` no longer throws: briefly on an idle machine, long enough on a busy one. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { interval: 5, timeout: 15_000 });
}
