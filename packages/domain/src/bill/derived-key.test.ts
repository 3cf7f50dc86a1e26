import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKey } from './derived-key.ts';

const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** The same by the machine's own SHA-1. */
function byCrypto(name: string, within: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(within.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

describe('derivedKey', () => {
  it('is the UUIDv5 that other programs make of a host name', () => {
    expect(derivedKey('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('agrees with another implementation at every length and in every script', () => {
    for (let length = 0; length < 200; length += 1) {
      const name = 'k'.repeat(length);
      expect(derivedKey(name, dns)).toBe(byCrypto(name, dns));
    }
    for (const name of ['ދިވެހި', 'café', '🍔 burger']) expect(derivedKey(name, dns)).toBe(byCrypto(name, dns));
  });

  it('differs by name', () => {
    expect(derivedKey('a')).toBe(derivedKey('a'));
    expect(derivedKey('a')).not.toBe(derivedKey('b'));
  });
});
