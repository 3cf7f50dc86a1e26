import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { NewSaleScreen } from './new-sale-screen.tsx';

beforeEach(openTill);
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('starts one shift when Enter is pressed twice while the server is slow', async () => {
  useApp.setState({ shift: null });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await showAt('/billing/new-sale', <NewSaleScreen />);
  await page.getByLabelText('Opening balance').fill('500');
  await userEvent.keyboard('{Enter}{Enter}');
  await vi.waitFor(() => expect(useApp.getState().shift).toMatchObject({ openingBalance: 50_000 }), { timeout: 5000 });
  expect(useOutbox.getState().entries).toMatchObject([{ kind: 'shift.create', body: { openingBalance: 50_000 } }]);
});
