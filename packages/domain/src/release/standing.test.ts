import fc from 'fast-check';
import { expect, it } from 'vitest';
import { releaseStanding } from './standing.ts';

const known = ['1.4', '1.5', '1.6', '1.7', '2.0', '2.1'];

it('knows tills of the two releases before as near, and older ones as old', () => {
  const examples: readonly (readonly [till: string, server: string, standing: string])[] = [
    ['1.4', '1.6', 'near'],
    ['1.4', '1.7', 'old'],
    ['1.6', '1.6', 'same'],
    ['1.6.0', '1.6.3', 'same'],
    ['1.7', '1.6', 'newer'],
    ['2.0', '1.7', 'newer'],
    ['1.7', '2.0', 'near'],
    ['1.6', '2.0', 'near'],
    ['1.6', '2.1', 'old'],
    ['1.10', '1.9', 'newer'],
    ['', '1.6', 'old'],
    ['newest', '1.6', 'old'],
  ];
  for (const [till, server, standing] of examples)
    expect([till, server, releaseStanding(till, server, known)]).toEqual([till, server, standing]);
});

it('never takes the older of two releases for the newer one', () => {
  const release = fc.tuple(fc.nat(3), fc.nat(9)).map(([major, minor]) => `${major}.${minor}`);
  fc.assert(
    fc.property(release, release, (a, b) => {
      const [one, other] = [releaseStanding(a, b, known), releaseStanding(b, a, known)];
      expect(one === 'newer').toBe(other === 'near' || other === 'old');
      expect(one === 'same').toBe(other === 'same');
    }),
  );
});
