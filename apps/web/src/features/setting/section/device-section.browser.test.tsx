import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fetchMoreWords, startLocale } from '../../../locale/locale.ts';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { DeviceSection } from './device-section.tsx';

beforeAll(async () => {
  await startLocale();
  await fetchMoreWords();
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const note = page.getByText(/must sign in again after 12 hours/);

it('[R36.2] says why people sign in again after 12 hours where the browser keeps no key', async () => {
  const { crypto: real } = globalThis;
  vi.stubGlobal('crypto', {
    randomUUID: () => real.randomUUID(),
    getRandomValues: (array: Uint8Array<ArrayBuffer>) => real.getRandomValues(array),
  });
  await show(<DeviceSection />);
  await expect.element(note).toBeVisible();
});

it('[R36.2] says nothing of it in a secure context', async () => {
  await show(<DeviceSection />);
  await expect.element(page.getByLabelText('Theme')).toBeVisible();
  expect(note.elements()).toHaveLength(0);
});
