import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const onPaid = vi.fn();

/** Types a code and Enter into an element as a scanner does. Returns whether Enter was left to the element. */
function scan(target: HTMLElement, code: string): boolean {
  target.focus();
  const start = performance.now();
  let isLeft = true;
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + index * 5 });
    isLeft = target.dispatchEvent(event);
    if (key === 'Enter' || !(target instanceof HTMLInputElement)) continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, target.value + key);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return isLeft;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  onPaid.mockClear();
  await useBills.getState().checkIn('Table', '4');
  useBills.getState().addItem(bill().key, { menuItem: burger });
  await showAt(
    '/',
    <>
      <TenderBill bill={bill()} onPaid={onPaid} />
      <ToastHost />
    </>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  clear();
});

it('[R35.23] a scan while a payment is entered is no amount, presses nothing, and says to pay first', async () => {
  const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  const amount = page.getByRole('textbox', { name: 'Amount' }).element() as HTMLInputElement;
  const { value } = amount;
  expect(scan(amount, '4790123456789')).toBe(false);
  await expect.element(page.getByText('Not added. Finish this payment first, then scan again.')).toBeVisible();
  expect(tone).toHaveBeenCalled();
  expect(amount.value).toBe(value);
  expect(scan(page.getByRole('button', { name: 'Pay', exact: true }).element() as HTMLElement, '12345')).toBe(false);
  expect(useBills.getState().drafts[bill().key]?.payments ?? []).toEqual([]);
  expect(onPaid).not.toHaveBeenCalled();
});
