import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from './testing.tsx';
import { showToast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

afterEach(clear);

it('[R12.4] shows at most 20 toasts, at the top right', async () => {
  await show(<ToastHost />);
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  for (let i = 1; i <= 25; i++) showToast(`Message ${i}`, 'info', { sticky: true });
  await expect.element(page.getByText('Message 20', { exact: true })).toBeInTheDocument();
  expect(page.getByText(/^Message \d+$/).elements()).toHaveLength(20);
  const box = page.getByText('Message 20', { exact: true }).element().getBoundingClientRect();
  expect(box.right).toBeGreaterThan(innerWidth / 2);
});

it('reads an error out at once and the rest when the reader pauses', async () => {
  await show(<ToastHost />);
  showToast('Print server not accessible', 'error', { sticky: true, id: 'print' });
  showToast('You are online', 'good', { sticky: true, id: 'online' });
  await expect.element(page.getByRole('alert').getByText('Print server not accessible')).toBeInTheDocument();
  await expect.element(page.getByRole('status').getByText('You are online')).toBeInTheDocument();
});
