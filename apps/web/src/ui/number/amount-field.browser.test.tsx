import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { AmountField } from './amount-field.tsx';

afterEach(clear);

function Field({ start = null, onValue }: { start?: number | null; onValue?: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <AmountField
        label="Opening balance"
        pad
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue?.(next);
        }}
      />
      <button type="button" onClick={() => setValue(2500)}>
        Exact
      </button>
    </>
  );
}

const input = () => page.getByLabelText('Opening balance');
const key = (name: string) => page.getByRole('button', { name, exact: true });

it('types laari on the pad', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  for (const name of ['1', '2', 'Decimal point', '5']) await key(name).click();
  await expect.element(input()).toHaveValue('12.5');
  expect(onValue).toHaveBeenLastCalledWith(1250);
  await key('Delete last digit').click();
  await expect.element(input()).toHaveValue('12.');
  expect(onValue).toHaveBeenLastCalledWith(1200);
});

it('types on the keyboard and rejects text that is no amount', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  await input().fill('1,234.05');
  expect(onValue).toHaveBeenLastCalledWith(123405);
  await userEvent.type(input(), 'x');
  await expect.element(input()).toHaveValue('1234.05');
});

it('reads the same amount with a comma between thousands whether it is typed key by key or pasted', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  await input().click();
  for (const [text, laari, shown] of [
    ['1,000', 100_000, '1000'],
    ['2,906.25', 290_625, '2906.25'],
    ['1,234,567.5', 123_456_750, '1234567.5'],
    ['12,5', 1250, '12,5'],
    ['1,50', 150, '1,50'],
  ] as const) {
    await userEvent.clear(input());
    await userEvent.keyboard(text);
    expect(onValue, text).toHaveBeenLastCalledWith(laari);
    await expect.element(input()).toHaveValue(shown);
  }
  // The pad goes on from there.
  await key('Delete last digit').click();
  await key('5').click();
  expect(onValue).toHaveBeenLastCalledWith(155);
});

it('replaces an amount that was set from outside when a pad key is pressed', async () => {
  await show(<Field start={6000} />);
  await expect.element(input()).toHaveValue('60');
  await key('7').click();
  await expect.element(input()).toHaveValue('7');
  await key('Exact').click();
  await expect.element(input()).toHaveValue('25');
  await key('8').click();
  await expect.element(input()).toHaveValue('8');
});

it('shows keys of at least 44 px', async () => {
  await show(<Field />);
  await expect.element(input()).toBeVisible();
  const sizes = page
    .getByRole('group')
    .getByRole('button')
    .elements()
    .map((element) => element.getBoundingClientRect());
  expect(sizes).toHaveLength(12);
  for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
