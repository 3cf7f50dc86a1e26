import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from '../display/button.tsx';
import { Actions } from '../overlay/actions.tsx';
import { Modal } from '../overlay/overlay.tsx';
import { holdSecondPress, watchPresses } from './second-press.ts';
import { clear, show } from './testing.tsx';

let stop: () => void;
beforeEach(() => {
  stop = watchPresses();
});
afterEach(() => {
  stop();
  clear();
});

/** Presses what is in front at a place, as a finger does; the events are those of a browser. */
function pressAt({ x, y }: { x: number; y: number }, made = performance.now()): void {
  const target = document.elementFromPoint(x, y);
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 };
  for (const kind of ['pointerdown', 'mousedown', 'click']) {
    const event = new MouseEvent(kind, at);
    Object.defineProperty(event, 'timeStamp', { value: made });
    target?.dispatchEvent(event);
  }
}
async function middleOf(name: string): Promise<{ x: number; y: number }> {
  const button = page.getByRole('button', { name, exact: true });
  await expect.element(button).toBeVisible();
  const box = button.element().getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const frames = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

function Steps({ onSecond }: { onSecond: () => void }) {
  const [isFirst, setFirst] = useState(true);
  return isFirst ? (
    <button
      key="first"
      type="button"
      style={{ width: 200, height: 60 }}
      onClick={() => {
        setFirst(false);
        holdSecondPress();
      }}
    >
      Choose
    </button>
  ) : (
    <button key="second" type="button" style={{ width: 200, height: 60 }} onClick={onSecond}>
      Order
    </button>
  );
}

it('[R35.92] a quick second press does not press what came under the finger; a later one does', async () => {
  const onSecond = vi.fn();
  await show(<Steps onSecond={onSecond} />);
  const at = await middleOf('Choose');
  pressAt(at);
  await frames(3);
  pressAt(at);
  pressAt(at);
  expect(onSecond).not.toHaveBeenCalled();
  // A person who waits, and everything that finds the button free, presses it.
  await page.getByRole('button', { name: 'Order' }).click();
  expect(onSecond).toHaveBeenCalledOnce();
});

it('[R35.92] repeated presses of what stays in place all count, and presses beside it too', async () => {
  const onPress = vi.fn();
  const onOther = vi.fn();
  await show(
    <>
      <button type="button" style={{ width: 60, height: 60 }} onClick={onPress}>
        1
      </button>
      <button type="button" style={{ width: 60, height: 60 }} onClick={onOther}>
        2
      </button>
    </>,
  );
  const [one, two] = [await middleOf('1'), await middleOf('2')];
  for (let n = 0; n < 5; n += 1) {
    pressAt(one);
    pressAt(two);
    await frames(1);
  }
  expect(onPress).toHaveBeenCalledTimes(5);
  expect(onOther).toHaveBeenCalledTimes(5);
});

it('[R35.92] a press that must not be done twice holds the second one, even before anything is drawn again', async () => {
  const added: string[] = [];
  await show(
    <button
      type="button"
      style={{ width: 200, height: 60 }}
      onClick={() => {
        added.push('payment');
        holdSecondPress();
      }}
    >
      Add payment
    </button>,
  );
  const at = await middleOf('Add payment');
  pressAt(at);
  pressAt(at);
  expect(added).toEqual(['payment']);
  await page.getByRole('button', { name: 'Add payment' }).click();
  expect(added).toEqual(['payment', 'payment']);
});

it('[R35.92] a second press that a busy page delivers late is refused by the time at which it was made', async () => {
  const onSecond = vi.fn();
  await show(<Steps onSecond={onSecond} />);
  const at = await middleOf('Choose');
  pressAt(at);
  const made = performance.now() + 180;
  await vi.waitFor(() => expect(document.querySelector('[data-second-press]')).toBeNull());
  pressAt(at, made);
  expect(onSecond).not.toHaveBeenCalled();
  pressAt(at);
  expect(onSecond).toHaveBeenCalledOnce();
});

function OverTile({ onTile }: { onTile: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={onTile}>
        Tile
      </button>
      {isOpen && (
        <Modal title="Void it?" onClose={close}>
          <Button onClick={close}>Wrong order</Button>
          <Actions>
            <Button onClick={close}>Cancel</Button>
          </Actions>
        </Modal>
      )}
    </>
  );
}

it.each(['Close', 'Cancel', 'Wrong order'])(
  "[R35.92] a quick second press on a dialog's button %s does not reach the tile below; a later one does",
  async (name) => {
    const onTile = vi.fn();
    await show(<OverTile onTile={onTile} />);
    const at = await middleOf(name);
    pressAt(at);
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull(), { interval: 0 });
    pressAt(at);
    expect(onTile).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(document.querySelector('[data-second-press]')).toBeNull());
    pressAt(at);
    expect(onTile).toHaveBeenCalledOnce();
  },
);

function Opens({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" style={{ position: 'fixed', insetBlockStart: 0 }} onClick={() => setOpen(true)}>
        Refund
      </button>
      {isOpen && (
        <Modal title="Refund it?" onClose={onClose}>
          <Button onClick={onClose}>Cancel</Button>
        </Modal>
      )}
    </>
  );
}

it('[R35.92] a quick second press on the button that opens a dialog does not close it; a later one outside does', async () => {
  const onClose = vi.fn();
  await show(<Opens onClose={onClose} />);
  const at = await middleOf('Refund');
  pressAt(at);
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull(), { interval: 0 });
  pressAt(at);
  expect(onClose).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(document.querySelector('[data-second-press]')).toBeNull());
  await vi.waitFor(() => {
    pressAt(at);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
