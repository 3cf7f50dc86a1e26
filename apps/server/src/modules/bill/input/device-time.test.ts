import { describe, expect, it } from 'vitest';
import { deviceTime } from './device-time.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-03-04T08:00:00.000Z');
const time = (ms: number): number => deviceTime(new Date(ms).toISOString(), now);

describe('which clock counts', () => {
  it('[R13.4] uses the till’s time for work of up to three days offline, also when it arrives late', () => {
    for (const ago of [0, 1000, hourMs, 72 * hourMs, 72 * hourMs + 10 * 60_000])
      expect(time(now - ago)).toBe(now - ago);
  });

  it('uses the server’s time for an instant in the future, long ago or unreadable', () => {
    expect(time(now + 1)).toBe(now);
    expect(time(now - 8 * 24 * hourMs)).toBe(now);
    expect(deviceTime('yesterday', now)).toBe(now);
    expect(deviceTime(undefined, now)).toBe(now);
  });
});
