import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { watchPresses } from '../../ui/hook/second-press.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewCount } from './count-view.tsx';

const draft = {
  id: 3,
  number: 'C-3',
  status: 'Draft',
  storageName: 'Kitchen',
  scope: 'Full',
  category: '',
  note: '',
  lines: [],
  steps: [],
};

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R35.92] a quick second press on Start counting does not press Review, which comes in its place', async () => {
  const stop = watchPresses();
  let status = 'Draft';
  const taken: unknown[] = [];
  signInWith(['Inventory', 'Inventory Logs', 'Counts', 'stock.count']);
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    if (!init?.body) return serverJson({ ...draft, status });
    taken.push((JSON.parse(String(init.body)) as { status: unknown }).status);
    status = 'Counting';
    return serverJson({ ...draft, status });
  });
  await showAt('/inventory/counts/view/3', <ViewCount />);
  const start = page.getByRole('button', { name: 'Start counting' });
  await expect.element(start).toBeVisible();
  const middle = () => {
    const box = start.element().getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  };
  const inFrontAt = ({ clientX, clientY }: ReturnType<typeof middle>) => document.elementFromPoint(clientX, clientY);
  // The panel has come in.
  await vi.waitFor(() => expect(start.element().contains(inFrontAt(middle()))).toBe(true));
  const place = middle();
  const event = () => new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...place });
  start.element().dispatchEvent(event());
  await vi.waitFor(() => expect(document.querySelector('[data-second-press]')).not.toBeNull());
  const inFront = inFrontAt(place);
  expect(inFront?.hasAttribute('data-second-press')).toBe(true);
  inFront?.dispatchEvent(event());
  await expect.element(page.getByRole('button', { name: /Review/ })).toBeVisible();
  stop();
  expect(taken).toEqual(['Counting']);
});
