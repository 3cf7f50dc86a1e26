import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { IntegerInput } from './integer-input.tsx';

afterEach(clear);

function Field({ start = null, onValue }: { start?: number | null; onValue?: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <IntegerInput
        label="Days"
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

const field = () => page.getByRole('textbox', { name: 'Days' });

it('[R11.1] accepts whole numbers only', async () => {
  const onValue = vi.fn();
  await show(<Field onValue={onValue} />);
  await field().fill('30');
  expect(onValue).toHaveBeenLastCalledWith(30);
  onValue.mockClear();
  await field().fill('3.5');
  await field().fill('-1');
  expect(onValue).not.toHaveBeenCalled();
  await userEvent.tab();
  await expect.element(field()).toHaveAttribute('inputmode', 'numeric');
});
