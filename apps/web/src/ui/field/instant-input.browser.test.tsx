import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { InstantInput } from './instant-input.tsx';

afterEach(clear);

it('[R11.1] shows an instant in the outlet’s local time, and returns UTC', async () => {
  const onChange = vi.fn();
  await show(
    <InstantInput label="At" value="2026-03-10T13:30:00.000Z" onChange={onChange} timezone="Indian/Maldives" />,
  );
  const field = page.getByLabelText('At');
  await expect.element(field).toHaveValue('2026-03-10T18:30');
  await field.fill('2026-03-11T00:15');
  expect(onChange).toHaveBeenLastCalledWith('2026-03-10T19:15:00.000Z');
});

it('keeps what is typed digit by digit, with years of four digits', async () => {
  function Field() {
    const [at, setAt] = useState<string | null>('2026-03-10T13:30:00.000Z');
    return (
      <>
        <InstantInput label="At" value={at} onChange={setAt} timezone="Indian/Maldives" />
        <output>{at}</output>
      </>
    );
  }
  await show(<Field />);
  const field = page.getByLabelText('At');
  for (const typed of ['0002-03-10T18:30', '0020-03-10T18:30', '0202-03-10T18:30', '2027-03-10T18:30']) {
    await field.fill(typed);
    await expect.element(field).toHaveValue(typed);
  }
  await expect.element(page.getByText('2027-03-10T13:30:00.000Z')).toBeVisible();
});
