import type { Site } from '@atoll/domain/contract/outlet/website';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

const site: Site = {
  title: 'Atoll Café',
  tagline: '',
  slug: 'atoll-cafe',
  color: '#0d6b75',
  description: '',
  priceNote: '',
  path: '/s/atoll-cafe',
  status: 'Draft',
  publishedAt: null,
  scheduledAt: null,
  version: 4,
  versions: [],
};
const onClose = vi.fn();
let server: FakeServer;

beforeEach(async () => {
  signInWith(['Website']);
  sessionStorage.clear();
  onClose.mockClear();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await showAt('/website', <SettingsDialog site={site} onClose={onClose} />);
});
afterEach(clear);

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('[R2.22] [R10.3] asks before it closes with changes, and closes without asking when nothing changed', async () => {
  await page.getByLabelText('Tagline').fill('By the harbour');
  await button('Close').click();
  await expect
    .element(page.getByRole('dialog', { name: 'Are you sure you want to close without saving?' }))
    .toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await button('Keep editing').click();
  await expect.element(page.getByLabelText('Tagline')).toHaveValue('By the harbour');
  await page.getByLabelText('Tagline').fill('');
  await button('Cancel').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('[R2.22] sends the settings with the version that was read', async () => {
  server.handler = () => ({ body: { ...site, version: 5 } });
  await page.getByLabelText('Tagline').fill('By the harbour');
  await button('Save').click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { title, slug, color, description, priceNote, version } = site;
  expect(server.seen.at(-1)?.body).toEqual({
    title,
    tagline: 'By the harbour',
    slug,
    color,
    description,
    priceNote,
    version,
  });
});
