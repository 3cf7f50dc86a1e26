import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKey } from './derived-key.ts';

const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** The same key, computed with SHA-1 of node:crypto. */
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
  it('returns the standard UUIDv5 of a host name', () => {
    expect(derivedKey('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('returns the same key as node:crypto for names of every length and script', () => {
    for (let length = 0; length < 200; length += 1) {
      const name = 'k'.repeat(length);
      expect(derivedKey(name, dns)).toBe(byCrypto(name, dns));
    }
    for (const name of ['ދިވެހި', 'café', '🍔 burger']) expect(derivedKey(name, dns)).toBe(byCrypto(name, dns));
  });

  it('returns different keys for different names', () => {
    expect(derivedKey('a')).toBe(derivedKey('a'));
    expect(derivedKey('a')).not.toBe(derivedKey('b'));
  });
});
