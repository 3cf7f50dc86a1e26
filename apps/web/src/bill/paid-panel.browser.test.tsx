import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../bills/bills.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { watchPresses } from '../ui/hook/second-press.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { PaidPanel } from './paid-panel.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const none = () => undefined;

async function showPanel(change: number): Promise<void> {
  await showAt('/', <PaidPanel bill={bill()} change={change} printing={false} onPrint={none} onNew={none} />);
}

/** Returns the label and the lines of the amount, from top to bottom. */
const lines = () =>
  [...document.querySelectorAll('[data-result] > p')].map((line) => line.textContent?.replace(/\s/g, ' '));

beforeEach(async () => {
  await openTill();
  await useBills.getState().checkIn('Table', '4');
  // 50.00, with service charge and GST 59.40.
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
});
afterEach(clear);

it('[R35.34] shows the change of a payment large, under its own label', async () => {
  await showPanel(4060);
  await expect.element(page.getByText('MVR 40.60')).toBeVisible();
  expect(lines()).toEqual(['Change', 'MVR 40.60']);
});

it('[R35.34] calls the amount of a payment without change received, and says below that there is no change', async () => {
  await showPanel(0);
  await expect.element(page.getByText('MVR 59.40')).toBeVisible();
  expect(lines()).toEqual(['Received', 'MVR 59.40', 'No change']);
  const size = (text: string) => Number.parseFloat(getComputedStyle(page.getByText(text).element()).fontSize);
  expect(size('No change')).toBeLessThan(size('MVR 59.40') / 2);
});

it.each([
  ['House account', ['HouseAccount']],
  ['Card · House account', ['Card', 'HouseAccount']],
] as const)(
  'names a payment by %s instead of money that was received, and says nothing of change',
  async (label, methods) => {
    const payments = methods.map((method, at) => ({ key: `p${at}`, method, amount: 2970, status: 'Captured' }));
    const paid = { ...bill(), payments: payments as unknown as Bill['payments'] };
    await showAt('/', <PaidPanel bill={paid} change={0} printing={false} onPrint={none} onNew={none} />);
    await expect.element(page.getByText('MVR 59.40')).toBeVisible();
    expect(lines()).toEqual([label, 'MVR 59.40']);
  },
);

it('says nothing of change after a payment by card', async () => {
  const payments = [{ key: 'p', method: 'Card', amount: 5940, status: 'Captured' }];
  const paid = { ...bill(), payments: payments as unknown as Bill['payments'] };
  await showAt('/', <PaidPanel bill={paid} change={0} printing={false} onPrint={none} onNew={none} />);
  await expect.element(page.getByText('MVR 59.40')).toBeVisible();
  expect(lines()).toEqual(['Received', 'MVR 59.40']);
});

it('[R35.92] prints one receipt for a quick double press', async () => {
  const stop = watchPresses();
  let printed = 0;
  await showAt(
    '/',
    <PaidPanel bill={bill()} change={0} printing={false} onPrint={() => (printed += 1)} onNew={none} />,
  );
  await expect.poll(() => document.querySelector('[data-second-press]')).toBeNull();
  const button = page.getByRole('button', { name: 'Print receipt' });
  await button.click();
  const { x, y, width, height } = button.element().getBoundingClientRect();
  const target = document.elementFromPoint(x + width / 2, y + height / 2);
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  expect(printed).toBe(1);
  stop();
});
