import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type ListServer, listServer } from '../../resource/testing/list-server.ts';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { HistoryScreen } from './history-screen.tsx';

const bill = (id: number) => ({
  id,
  key: `0198${id}`,
  number: 10_470 + id,
  type: 'Takeaway',
  slot: '12',
  status: 'BillPrinted',
  isVoid: false,
  isOpen: true,
  invoiceNumber: `CAF-2026-00${10_470 + id}`,
  createdAt: '2026-11-22T14:35:00.000Z',
  createdByName: 'Fathimath Rasheeda Abdul Rahman',
  total: 1_234_567,
});

let server: ListServer;
beforeEach(() => {
  localStorage.clear();
  signInWith(['Billing History']);
  server = listServer([bill(1), bill(2)]);
  server.handler = ({ path }) =>
    path.endsWith('/people')
      ? {
          body: [
            { id: 7, name: 'Aishath' },
            { id: 8, name: 'Moosa Ali' },
          ],
        }
      : undefined;
});
afterEach(async () => {
  clear();
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

/** Shows the history in what a screen of that width leaves it beside the sidebar. */
async function showHistory(width: number, height: number) {
  await page.viewport(width, height);
  await showAt(
    '/billing/history',
    <div style={{ blockSize: 700, inlineSize: width - 84 }}>
      <HistoryScreen />
    </div>,
  );
  await expect.element(page.getByText('12,345.67').first()).toBeVisible();
}
const asked = () => Object.fromEntries(server.asked.findLast(({ path }) => path.endsWith('/list'))?.query ?? []);

it.each([
  [820, 1180],
  [1024, 768],
])('[R35.58] keeps total and status of Billing History in sight, whole, at %i px', async (width, height) => {
  await showHistory(width, height);
  const sheet = (document.querySelector('[data-testid="sheet"]') as HTMLElement).getBoundingClientRect();
  for (const text of ['12,345.67', 'Bill printed']) {
    const shown = page.getByText(text).first().element();
    const range = document.createRange();
    range.selectNodeContents(shown);
    const cell = shown.closest('td') as HTMLElement;
    expect(range.getBoundingClientRect().width).toBeLessThanOrEqual(cell.clientWidth - 27);
    const pinned = (document.querySelector('tbody td[data-cell="actions"]') as HTMLElement).getBoundingClientRect();
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(pinned.left + 1);
    expect(cell.getBoundingClientRect().left).toBeGreaterThanOrEqual(sheet.left);
  }
});

it('[R35.58] shows the whole invoice number in Billing History at 1024 px', async () => {
  await showHistory(1024, 768);
  const pinned = (document.querySelector('tbody td[data-cell="actions"]') as HTMLElement).getBoundingClientRect();
  for (const number of ['CAF-2026-0010471', 'CAF-2026-0010472']) {
    const shown = page.getByText(number).element();
    const range = document.createRange();
    range.selectNodeContents(shown);
    const cell = shown.closest('td') as HTMLElement;
    expect(range.getBoundingClientRect().width).toBeLessThanOrEqual(cell.clientWidth - 27);
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(pinned.left + 1);
  }
});

it('[R35.58] shows the whole time of opening in Billing History at 1024 px, beside the menus of the rows', async () => {
  const small = { slot: '1', status: 'Saved', invoiceNumber: 'AC-2026-001531', total: 69_854 };
  server = listServer([2445, 2446].map((id) => ({ ...bill(id), ...small, number: id - 900 })));
  await page.viewport(1024, 768);
  await showAt(
    '/billing/history',
    <div style={{ blockSize: 700, inlineSize: 1024 - 84 }}>
      <HistoryScreen />
    </div>,
  );
  await expect.element(page.getByText('698.54').first()).toBeVisible();
  const pinned = (document.querySelector('tbody td[data-cell="actions"]') as HTMLElement).getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(page.getByText('22-Nov-2026 19:35').first().element());
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(pinned.left);
});

it('[R35.58] filters Billing History by status, method, person, amount and slot type', async () => {
  await showHistory(1280, 800);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const popup = page.getByRole('dialog', { name: 'Filter' });
  await expect.element(popup).toBeVisible();
  expect(popup.element().scrollHeight).toBeLessThanOrEqual(popup.element().clientHeight);
  await page.getByLabelText('Status').selectOptions('Paid');
  await page.getByLabelText('Slot type').selectOptions('Takeaway');
  await page.getByLabelText('Paid by').selectOptions('Bank transfer');
  await page.getByLabelText('Total from').fill('50');
  await page.getByLabelText('Total up to').fill('120.50');
  await page.getByRole('combobox', { name: 'By' }).fill('moosa');
  await page.getByText('Moosa Ali').click();
  await vi.waitFor(() =>
    expect(asked()).toMatchObject({
      status: 'Complete',
      type: 'Takeaway',
      method: 'BankTransfer',
      minTotal: '5000',
      maxTotal: '12050',
      userId: '8',
    }),
  );
});

it('[R35.58] tells a refund, a refunded, a partly refunded and a merged bill from a paid and a void one', async () => {
  server = listServer([
    { ...bill(1), status: 'Complete', isOpen: false, refundOfId: 9, total: -6059 },
    { ...bill(2), status: 'Saved', isVoid: true, isOpen: false, voidReason: 'Merged into bill 6', total: 0 },
    { ...bill(3), status: 'Saved', isVoid: true, isOpen: false, voidReason: 'Guests left' },
    { ...bill(4), status: 'Complete', isOpen: false, refundOfId: null },
    { ...bill(5), status: 'Complete', isOpen: false, refundOfId: null, refundState: 'Full' },
    { ...bill(6), status: 'Complete', isOpen: false, refundOfId: null, refundState: 'Partial' },
  ]);
  await showHistory(1280, 800);
  for (const word of ['Refund', 'Merged', 'Void', 'Paid', 'Refunded', 'Partly refunded'])
    await expect.element(page.getByRole('cell', { name: word, exact: true })).toBeVisible();
});

it('tells the checks of a split bill apart', async () => {
  server = listServer([
    { ...bill(1), checkNo: 1 },
    { ...bill(2), checkNo: 2 },
  ]);
  await showHistory(1280, 800);
  await expect.element(page.getByRole('cell', { name: 'Takeaway 12 · check 2', exact: true })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Takeaway 12', exact: true })).toBeVisible();
});
