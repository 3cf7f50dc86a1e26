import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { QuantityInput } from './quantity-input.tsx';

afterEach(clear);

function Field({ start = null, onValue }: { start?: number | null; onValue?: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <QuantityInput
        label="Quantity"
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

const field = () => page.getByRole('textbox', { name: 'Quantity' });

it('[R11.1] accepts three decimals and negative values', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  await field().fill('-0.125');
  expect(onValue).toHaveBeenLastCalledWith(-0.125);
  await field().fill('0.1');
  expect(onValue).toHaveBeenLastCalledWith(0.1);
  onValue.mockClear();
  await field().fill('0.0001');
  expect(onValue).not.toHaveBeenCalled();
});

it('keeps an incomplete number', async () => {
  await show(<Field />);
  await field().click();
  await userEvent.keyboard('12.');
  await expect.element(field()).toHaveValue('12.');
  await userEvent.tab();
  await expect.element(field()).toHaveValue('12');
});
