import type { Applied } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../bills/bills.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { BillTotals } from './bill-totals.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;

beforeEach(openTill);
afterEach(clear);

it('says of a promotion that counts what the server could not confirm of it', async () => {
  await useBills.getState().checkIn('Table', '4');
  useBills.getState().addItem(bill().key, { menuItem: burger });
  const itemKey = bill().items[0]?.key ?? '';
  const one = { version: 1, at: bill().createdAt, order: 0, scope: 'Line' } as const;
  const use = (promotionId: number, words: string, more: Partial<Applied>): Applied => {
    const key = `p${promotionId}`;
    return { ...one, key, rootKey: key, promotionId, words, parts: [{ itemKey, qty: 1, amount: 100 }], ...more };
  };
  const applied = [
    use(1, 'Happy hour', {}),
    use(2, 'Lunch', { flag: 'OverLimit' }),
    use(3, 'Old', { flag: 'OldRules' }),
    use(4, 'Unknown', { flag: 'Unproven' }),
  ];
  await showAt('/', <BillTotals bill={{ ...bill(), applied }} />);
  const terms = () => [...document.querySelectorAll('dt')].slice(0, 4).map((each) => each.textContent);
  await expect.element(page.getByText('Happy hour')).toBeVisible();
  expect(terms()).toEqual([
    'Happy hour',
    'LunchGiven beyond its limit',
    'OldIts rule was replaced before',
    'UnknownNo rule gives it',
  ]);
});

it('says why the bill has a discount, where that is known', async () => {
  await useBills.getState().checkIn('Table', '4');
  const given = { ...bill(), discount: 500, discountPercentage: 10 };
  await showAt('/', <BillTotals bill={{ ...given, discountReason: 'Complaint' }} />);
  await expect.element(page.getByText('Discount 10% · Complaint', { exact: true })).toBeVisible();
  clear();
  await showAt('/', <BillTotals bill={given} />);
  await expect.element(page.getByText('Discount 10%', { exact: true })).toBeVisible();
});
