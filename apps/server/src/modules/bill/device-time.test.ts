import { describe, expect, it } from 'vitest';
import { deviceTime } from './device-time.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-03-04T08:00:00.000Z');
const said = (ms: number): number => deviceTime(new Date(ms).toISOString(), now);

describe('which clock counts', () => {
  it('[R13.4] is the till’s for what it did in three days alone, though arriving takes its time', () => {
    for (const ago of [0, 1000, hourMs, 72 * hourMs, 72 * hourMs + 10 * 60_000])
      expect(said(now - ago)).toBe(now - ago);
  });

  it('is the server’s for what has not happened yet, was long ago, or is no time', () => {
    expect(said(now + 1)).toBe(now);
    expect(said(now - 8 * 24 * hourMs)).toBe(now);
    expect(deviceTime('yesterday', now)).toBe(now);
    expect(deviceTime(undefined, now)).toBe(now);
  });
});
