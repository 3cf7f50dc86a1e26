import type { Bill } from '@atoll/domain/bill/bill';
import { beforeEach, expect, it, vi } from 'vitest';

const bill = (key: string) => ({ key }) as Bill;

beforeEach(() => vi.resetModules());

it('tells what prints, which comes after the first screen, about the items that were saved before it, once', async () => {
  const { onSavedHere, savedHere } = await import('./saved.ts');
  savedHere(bill('a'), ['tuna']);
  savedHere(bill('b'), ['rice']);
  const first = vi.fn();
  const second = vi.fn();
  onSavedHere(first);
  onSavedHere(second);
  savedHere(bill('c'), ['tea']);
  expect(first.mock.calls).toEqual([
    [bill('a'), ['tuna']],
    [bill('b'), ['rice']],
    [bill('c'), ['tea']],
  ]);
  expect(second.mock.calls).toEqual([[bill('c'), ['tea']]]);
});
