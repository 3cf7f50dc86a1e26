import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { ActionMenu } from './action-menu.tsx';
import { showActionToast } from './action-toast.tsx';
import { Drawer } from './overlay.tsx';
import { hideToast, showToast } from './toast.ts';
import { ToastHost, type ToastPlace } from './toast-host.tsx';

afterEach(clear);

it('[R12.4] shows at most 20 toasts, at the top right', async () => {
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  for (let i = 1; i <= 25; i++) showToast(`Message ${i}`, 'info', { sticky: true });
  await expect.element(page.getByText('Message 20', { exact: true })).toBeInTheDocument();
  expect(page.getByText(/^Message \d+$/).elements()).toHaveLength(20);
  const box = page.getByText('Message 20', { exact: true }).element().getBoundingClientRect();
  expect(box.right).toBeGreaterThan(innerWidth / 2);
});

it('[R35.25] shows toasts below the header on a phone, so that its buttons stay reachable', async () => {
  await page.viewport(390, 844);
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('You are offline', 'warning', { sticky: true });
  const toast = page.getByText('You are offline');
  await expect.element(toast).toBeVisible();
  const header = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--top'), 10);
  const box = toast.element().closest('.Toastify__toast')?.getBoundingClientRect();
  expect(header).toBeGreaterThan(0);
  expect(box?.top).toBeGreaterThanOrEqual(header);
  await page.viewport(1200, 800);
});

it.each([
  [1280, 800, 'm'],
  [1024, 768, 'l'],
  [820, 1180, 'm'],
] as const)(
  'shows toasts beside an open drawer, whose head they would cover: %i × %i, size %s',
  async (width, height, size) => {
    await page.viewport(width, height);
    await show(
      <>
        <ToastHost />
        <Drawer title="Settle" size={size} onClose={() => undefined}>
          Cash
        </Drawer>
      </>,
    );
    await expect.element(page.getByRole('dialog', { name: 'Settle' })).toBeVisible();
    showToast('Bill 12 was printed at the bar', 'warning', { sticky: true });
    const toast = page.getByText('Bill 12 was printed at the bar');
    await expect.element(toast).toBeVisible();
    const box = () => toast.element().closest('.Toastify__toast')?.getBoundingClientRect() as DOMRect;
    const drawer = () => page.getByRole('dialog', { name: 'Settle' }).element().getBoundingClientRect();
    await expect.poll(() => drawer().right).toBe(width);
    expect(box().right).toBeLessThanOrEqual(drawer().left);
    expect(box().left).toBeGreaterThanOrEqual(0);
    expect(box().width).toBeGreaterThan(200);
    await page.viewport(1200, 800);
  },
);

it('opens a menu over a toast', async () => {
  const button = (
    <button type="button" style={{ position: 'fixed', insetBlockStart: 50, insetInlineEnd: 40 }}>
      More
    </button>
  );
  await show(
    <>
      <ToastHost />
      <ActionMenu portal button={button} actions={[{ label: 'Export', onSelect: () => undefined }]} />
    </>,
  );
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('Vendor saved', 'good', { sticky: true });
  await expect.element(page.getByText('Vendor saved')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  const item = page.getByRole('menuitem', { name: 'Export' });
  await expect.element(item).toBeVisible();
  const box = item.element().getBoundingClientRect();
  const there = () => document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  await expect.poll(() => there().some((one) => one.closest('.Toastify__toast'))).toBe(true);
  expect(there()[0]?.closest('[role="menuitem"]')).toBe(item.element());
});

it('[R35.53] shows the button of a toast in one line on a phone, and ends the toast when it is pressed', async () => {
  await page.viewport(390, 844);
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  let presses = 0;
  const onPress = () => {
    presses += 1;
  };
  showActionToast('Prices of 60 items changed', { label: 'Undo', onPress }, 60_000);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(undo.element());
  expect(range.getBoundingClientRect().height).toBeLessThan(30);
  await undo.click();
  await expect.element(page.getByText('Prices of 60 items changed')).not.toBeInTheDocument();
  expect(presses).toBe(1);
  await page.viewport(1200, 800);
});

/** Drags a toast by a fraction of its width and releases it. */
function drag(toast: HTMLElement, fraction: number): void {
  const { left, width, top, height } = toast.getBoundingClientRect();
  const y = top + height / 2;
  const at = (x: number) => ({
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: y,
    button: 0,
    pointerType: 'mouse',
  });
  toast.dispatchEvent(new PointerEvent('pointerdown', at(left + 5)));
  document.dispatchEvent(new PointerEvent('pointermove', at(left + 10)));
  document.dispatchEvent(new PointerEvent('pointermove', at(left + 5 + width * fraction)));
  document.dispatchEvent(new PointerEvent('pointerup', at(left + 5 + width * fraction)));
}

async function shownFor(ms: number, place?: ToastPlace): Promise<void> {
  await show(place ? <ToastHost place={place} /> : <ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('Saved', 'good', { id: `for ${ms}` });
  await expect.element(page.getByText('Saved')).toBeInTheDocument();
  const bar = document.querySelector<HTMLElement>('.Toastify__progress-bar--animated');
  expect(bar?.style.animationDuration).toBe(`${ms}ms`);
}

it('[R12.4] shows a toast for 5000 ms by default, and for 15000 ms at the top left when the setting says so', async () => {
  await shownFor(5000);
  await shownFor(15_000, { position: 'top-left', autoCloseMs: 15_000 });
  const box = page.getByText('Saved').element().getBoundingClientRect();
  expect(box.left).toBeLessThan(innerWidth / 2);
});

it('[R12.4] dismisses a toast dragged by 60 % of its width', async () => {
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('Drag me', 'info', { sticky: true, id: 'drag' });
  const toast = () => page.getByText('Drag me').element().closest<HTMLElement>('.Toastify__toast');
  await expect.element(page.getByText('Drag me')).toBeVisible();
  const first = toast();
  if (!first) throw new Error('no toast');
  drag(first, 0.55);
  await expect.element(page.getByText('Drag me')).toBeVisible();
  drag(first, 0.65);
  await vi.waitFor(() => expect(page.getByText('Drag me').elements()).toHaveLength(0));
});

it('announces an error at once and other toasts when the screen reader pauses', async () => {
  await show(<ToastHost />);
  showToast('Print server not accessible', 'error', { sticky: true, id: 'print' });
  showToast('You are online', 'good', { sticky: true, id: 'online' });
  await expect.element(page.getByRole('alert').getByText('Print server not accessible')).toBeInTheDocument();
  await expect.element(page.getByRole('status').getByText('You are online')).toBeInTheDocument();
});

it('takes no press on a message that appeared just now: it was meant for what the message covers', async () => {
  const onClick = vi.fn();
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(50_000);
  showToast('Unlock without server', 'info', { sticky: true, onClick });
  const toast = page.getByText('Unlock without server');
  await expect.element(toast).toBeVisible();
  const pressAt = (at: number) => {
    clock.mockReturnValue(at);
    (toast.element() as HTMLElement).click();
  };
  pressAt(50_900);
  expect(onClick).not.toHaveBeenCalled();
  pressAt(51_100);
  expect(onClick).toHaveBeenCalledTimes(1);
  // A message that is renewed appeared when it was shown first.
  const again = vi.fn();
  const offer = (text: string) => showToast(text, 'info', { id: 'seen', sticky: true, onClick: again });
  const pressOn = (text: string) => (page.getByText(text).element() as HTMLElement).click();
  offer('Unlock offline');
  await expect.element(page.getByText('Unlock offline')).toBeVisible();
  offer('Unlock, also offline');
  await expect.element(page.getByText('Unlock, also offline')).toBeVisible();
  pressOn('Unlock, also offline');
  expect(again).not.toHaveBeenCalled();
  clock.mockReturnValue(52_500);
  offer('Unlock offline now');
  await expect.element(page.getByText('Unlock offline now')).toBeVisible();
  pressOn('Unlock offline now');
  expect(again).toHaveBeenCalledTimes(1);
  clock.mockRestore();
});

it('ends a message that is no longer of use before its time', async () => {
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('Choose now', 'info', { id: 'choose', sticky: true });
  await expect.element(page.getByText('Choose now')).toBeVisible();
  hideToast('choose');
  await expect.element(page.getByText('Choose now')).not.toBeInTheDocument();
});

it('[R12.4] ends a message in time whose first frames were lost, as when its styles come late', async () => {
  const late = document.createElement('style');
  late.textContent = '.Toastify__toast[data-in="true"] { animation: none !important; }';
  document.head.append(late);
  await show(<ToastHost place={{ position: 'top-right', autoCloseMs: 200 }} />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  showToast('Somebody took the payment', 'warning');
  await expect.element(page.getByText('Somebody took the payment')).toBeInTheDocument();
  await vi.waitFor(() => expect(page.getByText('Somebody took the payment').elements()).toEqual([]), { timeout: 3000 });
  late.remove();
});
