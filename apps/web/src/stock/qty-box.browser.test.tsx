import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../ui/hook/testing.tsx';
import { QtyBox } from './qty-box.tsx';

const onChange = vi.fn<(qty: number | null) => void>();
const box = page.getByRole('textbox', { name: 'Counted' });

function Counted() {
  const [qty, setQty] = useState<number | null>(null);
  return <QtyBox label="Counted" value={qty} onChange={(next) => (onChange(next), setQty(next))} />;
}

beforeEach(async () => {
  onChange.mockClear();
  await show(<Counted />);
});
afterEach(clear);

it.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1,234.5', 1234.5],
  [' 12 ', 12],
])('reads the quantity %s as %d, pasted or typed', async (text, expected) => {
  await box.fill(text);
  expect(onChange).toHaveBeenLastCalledWith(expected);
  await box.clear();
  await userEvent.click(box);
  await userEvent.keyboard(text);
  expect(onChange).toHaveBeenLastCalledWith(expected);
});

it.each(['-1', 'abc', '1.2345', '1234567', '٣'])('refuses the quantity %s', async (text) => {
  await box.fill(text);
  expect(onChange).not.toHaveBeenCalled();
});
