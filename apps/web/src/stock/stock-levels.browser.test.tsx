import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../sync/testing/server-answer.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { StockLevels } from './stock-levels.tsx';

const level = { itemId: 4, itemName: 'Salt', unit: 'kg', value: 0, reorderLevel: null, storageId: 1 };

beforeEach(async () => {
  await openTill();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    serverJson([
      { ...level, storageName: 'Kitchen', onHand: -2, isLow: true },
      { ...level, storageId: 2, storageName: 'Cellar', onHand: 5, isLow: false },
    ]),
  );
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

it('[R35.60] marks stock below zero as low, in the colour of what is late', async () => {
  await showAt('/', <StockLevels itemId={4} />);
  const below = page.getByRole('row', { name: /^Kitchen/ });
  await expect.element(below.getByText('Low', { exact: true })).toBeVisible();
  const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;
  const late = document.createElement('i');
  late.style.color = 'var(--late)';
  document.body.append(late);
  expect(colourOf('−2 kg')).toBe(getComputedStyle(late).color);
  expect(colourOf('5 kg')).not.toBe(getComputedStyle(late).color);
  late.remove();
  expect(
    page
      .getByRole('row', { name: /^Cellar/ })
      .getByText('Low', { exact: true })
      .elements(),
  ).toEqual([]);
});
