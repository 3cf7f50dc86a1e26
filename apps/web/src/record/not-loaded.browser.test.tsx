import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LatestMovements, StockLevels } from '../stock/stock-levels.tsx';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';

let server: FakeServer;
let reply: Reply;

beforeEach(async () => {
  await openTill();
  server = fakeServer();
  server.handler = ({ path }) => (path.startsWith('/ims/') ? reply : undefined);
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const alert = () => page.getByRole('alert');

it('[R9.9] shows that stock could not be loaded, never that there is none, and loads it when asked again', async () => {
  reply = { status: 500, body: { message: 'Something went wrong', code: 500 } };
  await showAt('/inventory/view/1', <StockLevels itemId={1} />);
  await expect.element(alert().getByText('Something went wrong')).toBeVisible();
  await expect.element(page.getByText('Nothing on hand.')).not.toBeInTheDocument();
  reply = { body: [] };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Nothing on hand.')).toBeVisible();
  await expect.element(alert()).not.toBeInTheDocument();
});

it('[R9.9] shows that the server cannot be reached when it cannot', async () => {
  server.network = 'dead';
  await showAt('/inventory/view/1', <LatestMovements itemId={1} />);
  await expect.element(alert().getByText('Cannot reach the server.')).toBeVisible();
  await expect.element(page.getByText('No movements yet.')).not.toBeInTheDocument();
});
