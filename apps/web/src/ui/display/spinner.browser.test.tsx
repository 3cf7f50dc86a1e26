import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Spinner, StartupSpinner } from './spinner.tsx';

afterEach(clear);

it('[R12.2] announces the work to screen readers, and turns', async () => {
  await show(<Spinner label="Loading" />);
  const spinner = page.getByRole('status', { name: 'Loading' });
  await expect.element(spinner).toBeVisible();
  const ring = spinner.element().firstElementChild;
  expect(ring && getComputedStyle(ring).animationIterationCount).toBe('infinite');
});

it('[R1.8] covers the whole screen while the app starts', async () => {
  await show(<StartupSpinner label="Loading" />);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
});
