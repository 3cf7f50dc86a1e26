import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { UrlInput } from './url-input.tsx';

afterEach(clear);

const field = () => page.getByRole('textbox', { name: 'Website' });

it('[R11.1] [R11.9] accepts a web address; shows an asterisk when required', async () => {
  const onBlur = vi.fn();
  function Field() {
    const [value, setValue] = useState('');
    return <UrlInput label="Website" required placeholder="Here" value={value} onChange={setValue} onBlur={onBlur} />;
  }
  await show(<Field />);
  await expect.element(page.getByText('*')).toBeInTheDocument();
  await expect.element(field()).toHaveAttribute('type', 'url');
  await expect.element(field()).toHaveAttribute('placeholder', 'Here');
  await field().fill('abc');
  await expect.element(field()).toHaveValue('abc');
  (field().element() as HTMLElement).blur();
  expect(onBlur).toHaveBeenCalledOnce();
});

it('links its message, and accepts no typing when disabled', async () => {
  await show(<UrlInput label="Website" disabled error="Website is required" value="" onChange={vi.fn()} />);
  await expect.element(field()).toHaveAccessibleDescription('Website is required');
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field()).toBeDisabled();
});
