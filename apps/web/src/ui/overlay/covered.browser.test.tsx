import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DiscountDialog } from '../../bill/discount-dialog.tsx';
import { ReasonDialog } from '../../bill/reason/reason-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { ItemDialog } from '../../features/bill/bill-items/item-dialog.tsx';
import { SplitDialog } from '../../features/bill/bill-items/split-dialog.tsx';
import { TransferDialog } from '../../features/bill/bill-items/transfer-dialog.tsx';
import { CoversDialog } from '../../features/bill/slot/covers-dialog.tsx';
import { TenderBill } from '../../features/checkout/tender-bill.tsx';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../hook/testing.tsx';
import { Drawer, Modal } from './overlay.tsx';
import { showToast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

const close = () => undefined;
/** The machine may be busy. */
const patient = { timeout: 10_000 };
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const outlet = () => useApp.getState().outlet as Outlet;

/** The five sizes, and what an on-screen keyboard leaves of them. */
const sizes = [[1920, 1080] as const, ...staffSizes].flatMap(([width, height]) => [
  [width, height] as const,
  [width, Math.round(height * (width > height ? 0.5 : 0.6))] as const,
]);

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  await useBills.getState().checkIn('Table', '4');
  for (let n = 0; n < 6; n += 1)
    useBills.getState().addItem(bill().key, { menuItem: { ...burger, id: n + 1 }, size: burger.sizes[0] as never });
});
afterEach(async () => {
  clear();
  vi.restoreAllMocks();
  globalThis.visualViewport?.dispatchEvent(new Event('resize'));
  await page.viewport(1280, 800);
});

const dialogs: Readonly<Record<string, () => ReactNode>> = {
  discount: () => <DiscountDialog bill={bill()} onClose={close} />,
  covers: () => <CoversDialog action="Save" onCovers={close} onClose={close} />,
  item: () => <ItemDialog bill={bill()} item={bill().items[0] as never} isUnsaved onClose={close} />,
  split: () => <SplitDialog bill={bill()} onClose={close} />,
  transfer: () => (
    <TransferDialog
      {...{ bill: bill(), slotTypes: outlet().slotTypes, isTaken: () => false, isOnline: true, mayMerge: true }}
      onMove={async () => undefined}
      onClose={close}
    />
  ),
  settle: () => (
    <Drawer title="Settle" onClose={close}>
      <TenderBill bill={bill()} isDrawer onPaid={close} />
    </Drawer>
  ),
};

/** Returns the controls of the open dialog that other content covers after scrolling to them, or that are off the screen. */
function coveredControls(): string[] {
  const dialog = document.querySelector('[role="dialog"]');
  const controls = [...(dialog?.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href]') ?? [])];
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = control.getBoundingClientRect();
    if (width < 2 || height < 2) return [];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = hit && (control.contains(hit) || hit.contains(control) || control.closest('label')?.contains(hit));
    const isInside = top >= 0 && top + height <= innerHeight + 1;
    return isSeen && isInside ? [] : [`${control.ariaLabel ?? control.textContent ?? ''} ${innerWidth}×${innerHeight}`];
  });
}

it.each(staffSizes)(
  'says at %i × %i beside the button of a transfer what it does to the bill that is there, without scrolling',
  async (width, height) => {
    await page.viewport(width, height);
    const [table] = outlet().slotTypes;
    const slotTypes = [{ ...table, slotCount: 60 }] as Outlet['slotTypes'];
    await showAt(
      '/',
      <TransferDialog
        {...{ bill: bill(), slotTypes, isTaken: (_, slot) => slot === '5', isOnline: true, mayMerge: true }}
        onMove={async () => undefined}
        onClose={close}
      />,
    );
    await page.getByRole('button', { name: 'Table 5, Taken' }).click();
    const said = page.getByRole('dialog').getByRole('status');
    await expect.element(said).toBeVisible();
    const { left, top, bottom } = said.element().getBoundingClientRect();
    expect(document.elementFromPoint(left + 2, bottom - 2)).toBe(said.element());
    const button = page.getByRole('button', { name: 'Merge', exact: true }).element().getBoundingClientRect();
    expect(button.top - bottom).toBeLessThan(24);
    expect(top).toBeLessThan(button.top);
  },
);

it.each(staffSizes)('shows a message at %i × %i over no part of a dialog’s head', async (width, height) => {
  await page.viewport(width, height);
  await showAt(
    '/',
    <>
      {dialogs['transfer']?.()}
      <ToastHost />
    </>,
  );
  const head = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect.element(head).toBeVisible();
  showToast('Not added. Close this dialog first, then scan again.', 'warning', { sticky: true });
  await expect.element(page.getByText(/^Not added/)).toBeVisible();
  const message = page
    .getByText(/^Not added/)
    .element()
    .closest('.Toastify__toast') as HTMLElement;
  const isOver = () => {
    const [own, box] = [message.getBoundingClientRect(), head.element().getBoundingClientRect()];
    return own.left < box.right && own.right > box.left && own.top < box.bottom && own.bottom > box.top;
  };
  await expect.poll(isOver).toBe(false);
});

it('a message of three lines ends above the edge of a tall dialog on a phone', async () => {
  await page.viewport(390, 844);
  await showAt(
    '/',
    <>
      <Modal title="Tall" onClose={close}>
        <div style={{ blockSize: 2000 }} />
      </Modal>
      <ToastHost />
    </>,
  );
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  const text =
    'Not added. Somebody else took the payment for this bill first, on another till. Give the money back now.';
  showToast(text, 'warning', { sticky: true });
  await expect.element(page.getByText(text)).toBeVisible();
  const message = page.getByText(text).element().closest('.Toastify__toast') as HTMLElement;
  const words = document.createRange();
  const [written] = [...page.getByText(text).element().childNodes].filter(
    ({ nodeType }) => nodeType === Node.TEXT_NODE,
  );
  words.selectNodeContents(written as Node);
  expect(words.getClientRects()).toHaveLength(3);
  // The dialog is a grid when its opening animation has ended.
  await vi.waitFor(() => expect(getComputedStyle(dialog.element()).display).toBe('grid'), patient);
  await Promise.all(message.getAnimations().map(({ finished }) => finished));
  const { top } = dialog.element().getBoundingClientRect();
  expect(top - message.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(1);
});

for (const [name, dialog] of Object.entries(dialogs)) {
  it(`[R35.21] covers no content by its buttons at five sizes, with the keyboard open too: ${name}`, async () => {
    await showAt('/', dialog());
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await vi.waitFor(() => expect(getComputedStyle(page.getByRole('dialog').element()).display).toBe('grid'), patient);
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      expect(coveredControls()).toEqual([]);
      const scrolled = document.querySelector('[role="dialog"] [class*="body"]')?.getBoundingClientRect();
      const buttons = document.querySelector('[role="dialog"] [class*="footer"]')?.getBoundingClientRect();
      expect(document.querySelector('[role="dialog"]')?.scrollTop).toBe(0);
      expect(buttons?.top).toBeGreaterThanOrEqual((scrolled?.bottom ?? 1e9) - 1);
    }
  });
}

it('[R35.21] stays above a keyboard that the browser lays over the page', async () => {
  await page.viewport(390, 844);
  await showAt('/', dialogs['item']?.());
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  const seen = globalThis.visualViewport as VisualViewport;
  vi.spyOn(seen, 'height', 'get').mockReturnValue(500);
  seen.dispatchEvent(new Event('resize'));
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  // The dialog is a grid when its opening animation has ended.
  await vi.waitFor(() => {
    expect(bottomOf(dialog.element())).toBeLessThanOrEqual(501);
    expect(bottomOf(page.getByRole('button', { name: 'Apply' }).element())).toBeLessThan(500);
  }, patient);
});

it('[R35.21] scrolls an error into view', async () => {
  await page.viewport(390, 420);
  const presets = Array.from({ length: 40 }, (_, n) => `Reason number ${n}`);
  await showAt('/', <ReasonDialog title="Void" presets={presets} onVoid={async () => undefined} onClose={close} />);
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toBeVisible();
  const body = () => document.querySelector('[role="dialog"] [class*="body"]')?.getBoundingClientRect() as DOMRect;
  await vi.waitFor(
    () => expect(alert.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(body().bottom + 1),
    patient,
  );
  expect(alert.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(body().top);
});
