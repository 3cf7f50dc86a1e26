import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { CodesDialog } from './codes-dialog.tsx';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const button = () => page.getByRole('button', { name: 'Print', exact: true });
const emulate = (media: string) =>
  (cdp() as unknown as { send(name: string, params: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    media,
  });

async function show(answer: object): Promise<void> {
  const server = fakeServer();
  server.handler = ({ path }) => (path.endsWith('/site/codes') ? { body: answer } : undefined);
  globalThis.fetch = server.fetch;
  await showAt('/website', <CodesDialog onClose={vi.fn()} />);
}

beforeEach(() => signInWith(['Website']));
afterEach(async () => {
  await emulate('');
  clear();
});

it('[R35.63] prints no codes that lead to localhost, and says what to set', async () => {
  await show({ url: 'http://localhost:3000/s/reef/menu', isLocal: true, codes: [] });
  const words = /cannot open http:\/\/localhost:3000.*Set PUBLIC_URL/;
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(button()).toBeDisabled();
});

it('[R35.63] prints the code of each slot, all of them, and nothing else of the page', async () => {
  const codes = Array.from({ length: 60 }, (_, index) => ({ type: 'Table', slot: index + 1, svg, url: '' }));
  await show({ url: 'https://menu.example.com/s/reef/menu', isLocal: false, codes });
  await expect.element(page.getByRole('img', { name: 'Table 60' })).toBeInTheDocument();
  await expect.element(button()).toBeEnabled();
  await emulate('print');
  const shown = [...document.body.children].filter((one) => getComputedStyle(one).display !== 'none');
  expect(shown).toHaveLength(1);
  expect(shown[0]?.querySelectorAll('img')).toHaveLength(60);
  expect(getComputedStyle(document.body).overflow).toBe('visible');
  expect(document.documentElement.scrollHeight).toBeGreaterThanOrEqual((shown[0] as HTMLElement).offsetHeight);
});
