import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Checkbox } from './checkbox.tsx';

afterEach(clear);

function Field({ look }: { look: 'box' | 'switch' }) {
  const [value, setValue] = useState(false);
  return (
    <Checkbox label="Sold out" required look={look} value={value} onChange={setValue} error="Sold out is required" />
  );
}

it.each(['box', 'switch'] as const)('[R11.1] [R11.10] is ticked as a %s by tap and by keyboard', async (look) => {
  await show(<Field look={look} />);
  const field = page.getByRole(look === 'box' ? 'checkbox' : 'switch', { name: 'Sold out' });
  await expect.element(field).not.toBeChecked();
  await page.getByText('Sold out', { exact: false }).first().click();
  await expect.element(field).toBeChecked();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(field).not.toBeChecked();
  await expect.element(field).toHaveAccessibleDescription('Sold out is required');
});

it('cannot be ticked when the checkbox is disabled', async () => {
  const onChange = vi.fn();
  await show(<Checkbox label="Sold out" disabled value={false} onChange={onChange} />);
  await expect.element(page.getByRole('checkbox')).toBeDisabled();
});
