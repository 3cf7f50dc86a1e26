import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBytes, type Cidr, isInRange, rangeBytes } from './address.ts';
import { shownFingerprint } from './fingerprint.ts';
import { mayIssue, permittedFor } from './permitted.ts';

const shop = permittedFor(['Pos.Reef.example', '203.0.113.5']);

describe('what the authority of a shop may vouch for', () => {
  it('is names of its own network, those given at setup, and names below them', () => {
    const names = [
      'pos.home.arpa',
      'home.arpa',
      'till.local',
      'LOCALHOST',
      'a.b.lan',
      'x.internal',
      'pos.reef.example',
    ];
    expect(names.filter((name) => !mayIssue(name, shop))).toEqual([]);
    const others = ['xhome.arpa', 'bank.example', 'reef.example', 'xpos.reef.example', 'local.example', '', '.'];
    expect(others.filter((name) => mayIssue(name, shop))).toEqual([]);
  });

  it('is private, link-local and loopback addresses, and no public one', () => {
    const addresses = ['192.168.9.9', '10.0.0.1', '172.16.0.1', '172.31.255.255', '169.254.1.1', '127.0.0.1', '::1'];
    expect([...addresses, 'fd00::12', 'fe80::1'].filter((one) => !mayIssue(one, shop))).toEqual([]);
    const others = ['8.8.8.8', '172.32.0.1', '172.15.255.255', '192.169.0.1', '203.0.113.5', '2001:db8::1', '::2'];
    expect(others.filter((one) => mayIssue(one, shop))).toEqual([]);
  });

  it('never grows by a name that only ends with the letters of a permitted one', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
    fc.assert(
      fc.property(label, fc.constantFrom(...shop.dns), (word, entry) => {
        expect(mayIssue(`${word}.${entry}`, shop)).toBe(true);
        expect(mayIssue(`${word}-${entry}`, { dns: [entry], ip: [] })).toBe(false);
      }),
    );
  });
});

describe('an address', () => {
  it('is 4 or 16 bytes however it is written, and a name is none', () => {
    expect(addressBytes('192.168.1.44')).toEqual([192, 168, 1, 44]);
    expect(addressBytes('::ffff:1.2.3.4')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4]);
    expect(addressBytes('fe80::1:2')).toEqual([254, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]);
    for (const none of ['256.1.1.1', '1.2.3', 'fe80::1::2', '1:2:3', 'fe80::%eth0', '1:2:3:4:5:6:7:8:9', 'pos.lan', ''])
      expect(addressBytes(none), none).toBeUndefined();
  });

  it('is in a range exactly when the bits that count are equal', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), fc.tuple(byte, byte, byte, byte), fc.nat(32), (a, b, bits) => {
        const binary = (bytes: readonly number[]) => bytes.map((one) => one.toString(2).padStart(8, '0')).join('');
        expect(isInRange(a, `${b.join('.')}/${bits}`)).toBe(binary(a).slice(0, bits) === binary(b).slice(0, bits));
      }),
    );
    expect(rangeBytes('172.16.0.0/12').mask).toEqual([255, 240, 0, 0]);
    for (const none of ['10.0.0.0/33', 'lan/8', '10.0.0.0/x'] as Cidr[]) expect(() => rangeBytes(none)).toThrow(none);
  });
});

it('shows the first 16 digits of a fingerprint in groups of four', () => {
  expect(shownFingerprint('4f:2a:91:c0:77:de:0b:13:aa:bb')).toBe('4F2A 91C0 77DE 0B13');
});
