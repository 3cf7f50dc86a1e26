import { useEffect, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { focusFirstFault } from './focus-fault.ts';
import { clear, show } from './testing.tsx';

afterEach(clear);

/** Shows its problem some frames after the form was sent, as a slow device does. */
function SlowForm({ frames }: { frames: number }) {
  const [left, setLeft] = useState(frames);
  useEffect(() => {
    if (left === frames) focusFirstFault(() => document.getElementById('slow-form'));
    if (left === 0) return undefined;
    const next = requestAnimationFrame(() => setLeft(left - 1));
    return () => cancelAnimationFrame(next);
  }, [left, frames]);
  return (
    <form id="slow-form">
      <input aria-label="Code" />
      <input aria-label="Name" aria-invalid={left === 0} />
    </form>
  );
}

it('[R35.51] focuses a field whose problem a slow device shows some frames later', async () => {
  await show(<SlowForm frames={6} />);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('moves the focus no more once nothing is wrong for long', async () => {
  await show(<SlowForm frames={90} />);
  await page.getByRole('textbox', { name: 'Code' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus();
});
