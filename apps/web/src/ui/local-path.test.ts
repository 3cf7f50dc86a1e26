import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

describe('localPath', () => {
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
