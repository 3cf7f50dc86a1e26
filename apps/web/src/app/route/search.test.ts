import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

describe('search', () => {
  it('keeps every value as text', () => {
    expect(parseSearch('?value=123&p=2&s=true')).toEqual({ value: '123', p: '2', s: 'true' });
  });

  it('[R2.2] keeps the requested path readable, including its own query', () => {
    const text = stringifySearch({ redirect: '/billing/history?p=2&s=50' });
    expect(text).toBe('?redirect=/billing/history%3Fp%3D2%26s%3D50');
    expect(parseSearch(text)).toEqual({ redirect: '/billing/history?p=2&s=50' });
  });

  it('writes no empty values', () => {
    expect(stringifySearch({ r: undefined, p: '', q: null })).toBe('');
  });
});
