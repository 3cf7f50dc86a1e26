import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueNotBefore, leafAction } from './leaf.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const leaf = { from: at('2026-11-20T00:00'), to: at('2027-12-22T00:00'), names: ['pos.local', '192.168.1.20'] };
const want = { names: leaf.names, now: at('2027-01-01T00:00'), notBefore: at('2026-11-23T00:00') };

describe('the certificate of the server', () => {
  it('is renewed when a third of its life is left, and reissued when a name or address is missing', () => {
    expect(leafAction(leaf, { ...want, now: at('2027-08-11T00:00') })).toBe('none');
    expect(leafAction(leaf, { ...want, now: at('2027-08-12T00:00') })).toBe('issue');
    expect(leafAction(leaf, { ...want, names: [...leaf.names, '192.168.1.44'] })).toBe('issue');
    expect(leafAction(leaf, { ...want, names: ['POS.local'] })).toBe('none');
    expect(leafAction(null, want)).toBe('issue');
    expect(leafAction({ ...leaf, from: want.now + 1 }, want)).toBe('issue');
  });

  it('is not issued while the clock is before the release date or the newest record, less a day', () => {
    const notBefore = issueNotBefore(at('2026-11-24T00:00'), at('2026-11-10T00:00'));
    expect(notBefore).toBe(at('2026-11-23T00:00'));
    expect(issueNotBefore(at('2026-11-24T00:00'), at('2027-03-02T00:00'))).toBe(at('2027-03-01T00:00'));
    expect(leafAction(null, { ...want, now: at('2016-01-01T00:00'), notBefore })).toBe('wait');
    expect(leafAction(null, { ...want, now: notBefore - 1, notBefore })).toBe('wait');
    expect(leafAction(null, { ...want, now: notBefore, notBefore })).toBe('issue');
  });

  it('is left alone right after it was issued, whatever is wanted, and waits only for the clock', () => {
    const names = fc.array(fc.string({ minLength: 1 }), { maxLength: 4 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), fc.integer({ min: 4 }), (wanted, now, notBefore, life) => {
        const made = { from: now - Math.floor(life / 4), to: now + life, names: wanted };
        const action = leafAction(made, { names: wanted, now, notBefore });
        expect(action).toBe(now < notBefore ? 'wait' : 'none');
      }),
    );
  });
});
