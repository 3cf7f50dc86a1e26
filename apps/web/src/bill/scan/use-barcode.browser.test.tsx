import { afterEach, expect, it, vi } from 'vitest';
import { clear, show } from '../../ui/hook/testing.tsx';
import type { Scanned } from './scan-reader.ts';
import { useBarcode } from './use-barcode.ts';

const code = '4790123456789';
const paying = vi.fn<(scanned: Scanned) => void>();
const selling = vi.fn<(scanned: Scanned) => void>();

/** A payment that is entered: the field for its amount, and the button that pays. */
function Payment() {
  useBarcode(paying, () => false);
  return (
    <>
      <input aria-label="Amount" inputMode="decimal" />
      <button type="button">Pay</button>
    </>
  );
}

/** The bill screen, with the search for items. */
function Sale() {
  useBarcode(selling, () => true);
  return <input aria-label="Find an item" type="search" data-find />;
}

/** After the keys of the tests before, which the reader of this page has read too. */
let at = performance.now();

/** Presses the keys of a scanner on what has the focus, 5 ms apart. */
function press(keys: readonly string[]): void {
  for (const key of keys) {
    at += 5;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }
}

const focus = async (selector: string): Promise<void> => {
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  document.querySelector<HTMLElement>(selector)?.focus();
};

afterEach(() => {
  clear();
  vi.clearAllMocks();
  at += 60_000;
});

it.each(['[inputmode]', 'button'])(
  '[R35.23] reads a scan whole that begins as the payment ends, while its %s has the focus',
  async (focused) => {
    for (let cut = 1; cut <= code.length; cut++) {
      await show(<Payment />);
      await focus(focused);
      at += 60_000;
      press([...code].slice(0, cut));
      await show(<Sale />);
      await focus('[data-find]');
      (document.activeElement as HTMLElement).blur();
      press([...[...code].slice(cut), 'Enter']);
      expect(selling.mock.lastCall, `after key ${cut}`).toEqual([{ code }]);
    }
    expect(selling).toHaveBeenCalledTimes(code.length);
    expect(paying).not.toHaveBeenCalled();
  },
);

it('[R35.23] reads a scan whole whose end goes into the field that the next screen gives the focus', async () => {
  await show(<Payment />);
  await focus('button');
  press([...code].slice(0, 5));
  await show(<Sale />);
  await focus('[data-find]');
  press([...[...code].slice(5), 'Enter']);
  expect(selling.mock.calls).toEqual([[{ code }]]);
});

it('[R35.23] gives a scan to the screen that is seen, from the moment at which it appears', async () => {
  const appeared = new MutationObserver(() => {
    if (document.querySelector('[data-find]') === null || selling.mock.calls.length > 0) return;
    press([...code, 'Enter']);
  });
  appeared.observe(document.body, { childList: true, subtree: true });
  await show(<Payment />);
  await focus('button');
  await show(<Sale />);
  await focus('[data-find]');
  appeared.disconnect();
  expect(selling.mock.calls).toEqual([[{ code }]]);
  expect(paying).not.toHaveBeenCalled();
});

it('[R35.23] gives a scan to no screen that was left', async () => {
  await show(<Sale />);
  await focus('[data-find]');
  clear();
  press([...code, 'Enter']);
  expect(selling).not.toHaveBeenCalled();
});
