import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { PercentInput } from './percent-input.tsx';

afterEach(clear);

function Field({ start = null, onValue }: { start?: number | null; onValue?: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <PercentInput
        label="Rate"
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

const field = () => page.getByRole('textbox', { name: 'Rate' });

it('[R11.1] accepts a plain percentage with two decimals', async () => {
  const onValue = vi.fn();
  await show(<Field start={8} onValue={onValue} />);
  await expect.element(field()).toHaveValue('8');
  await field().fill('12.55');
  expect(onValue).toHaveBeenLastCalledWith(12.55);
  await field().fill('12.555');
  expect(onValue).toHaveBeenLastCalledWith(12.55);
  expect(getComputedStyle(field().element().closest('[data-suffix]') as Element, '::after').content).toBe('"%"');
  await userEvent.tab();
  await expect.element(field()).toHaveValue('12.55');
});
