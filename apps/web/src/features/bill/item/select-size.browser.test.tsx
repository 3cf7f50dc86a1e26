import { afterEach, expect, it, vi } from 'vitest';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { SelectSize } from './select-size.tsx';

afterEach(clear);

it.each([
  ['/billing/select-size', '/billing'],
  ['/billing/select-size?item=999999', '/billing'],
  ['/billing/select-size?item=1&r=nonsense', '/billing'],
  ['/billing/select-size?item=1&r=https://example.com/', '/billing'],
  ['/billing/select-size?item=1&r=/customers', '/billing'],
])('[R35.72] leads from %s without a usable item or bill to %s', async (from, to) => {
  await openTill();
  const here = await showAt(from, <SelectSize />);
  await vi.waitFor(() => expect(here()).toBe(to));
});
