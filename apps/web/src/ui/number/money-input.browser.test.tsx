import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { MoneyInput } from './money-input.tsx';

afterEach(clear);

function Field({ start = null, onValue }: { start?: number | null; onValue?: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <MoneyInput
        label="Price"
        required
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue?.(next);
        }}
      />
      <button type="button" onClick={() => setValue(1000)}>
        Set
      </button>
    </>
  );
}

const field = () => page.getByRole('textbox', { name: 'Price' });

it('[R11.1] accepts rufiyaa and returns laari', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  await field().fill('45.5');
  expect(onValue).toHaveBeenLastCalledWith(4550);
  await userEvent.tab();
  await expect.element(field()).toHaveValue('45.50');
  await field().fill('1,234.56');
  expect(onValue).toHaveBeenLastCalledWith(123456);
  await field().fill('');
  expect(onValue).toHaveBeenLastCalledWith(null);
});

it('rejects text that is no amount', async () => {
  const onValue = vi.fn();
  await show(<Field start={100} onValue={onValue} />);
  await expect.element(field()).toHaveValue('1.00');
  await field().fill('1.005');
  await field().fill('-3');
  await field().fill('abc');
  expect(onValue).not.toHaveBeenCalled();
});

it('shows a value that is set from outside', async () => {
  await show(<Field start={250} />);
  await page.getByRole('button', { name: 'Set' }).click();
  await expect.element(field()).toHaveValue('10.00');
});
