import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

/** Known attempts to redirect a person out of an app: each must result in a path of this app or none. */
const ways = [
  'https://evil.example',
  'HTTPS://evil.example',
  'http:evil.example',
  'http:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/',
  '//evil.example/%2f..',
  '//evil.example\\@app.invalid',
  '//app.invalid@evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r//evil.example',
  '\t//evil.example',
  '/\u0000/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/x/../..//evil.example',
  '/./\\evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/%5c%5cevil.example',
  '/%2fevil.example',
  '/%2f%2fevil.example',
  '/%2e%2e//evil.example',
  '%2f%2fevil.example',
  '/;@evil.example',
  '/?redirect=//evil.example',
  '/#//evil.example',
  '//evil。example',
  '/／evil.example',
  '／／evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
  'mailto:x@evil.example',
  ' //evil.example',
  '.evil.example',
  '@evil.example',
  '?//evil.example',
  'evil.example',
];

describe('localPath', () => {
  it('[R2.4] [R4.6] returns no path outside the app for any of fifty attempts', () => {
    expect(ways.length).toBeGreaterThanOrEqual(50);
    for (const way of ways) {
      const path = localPath(way) ?? '/';
      expect(new URL(path, 'https://app.invalid').origin, way).toBe('https://app.invalid');
      expect(path.startsWith('/') && !path.startsWith('//'), way).toBe(true);
    }
  });

  it('[R2.4] [R4.6] returns a path of this app or undefined for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      ':',
      '@',
      '%2f',
      '%5c',
      '\t',
      '\n',
      'evil.example',
      'https:',
      '?',
      '#',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = localPath(pieces.join('')) ?? '/';
        expect(new URL(path, 'https://app.invalid').origin).toBe('https://app.invalid');
      }),
      { seed: 11, numRuns: 2000 },
    );
  });

  it('[R2.4] keeps a path of this app with its query and hash', () => {
    expect(localPath('/billing/new/Table/3?p=2#x')).toBe('/billing/new/Table/3?p=2#x');
    expect(localPath('/')).toBe('/');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    ' /dashboard',
    'dashboard',
    '',
    undefined,
    null,
    7,
    ['/dashboard'],
  ])('[R2.4] [R4.6] refuses %j, which leads out of the app', (text) => {
    expect(localPath(text)).toBeUndefined();
  });
});
