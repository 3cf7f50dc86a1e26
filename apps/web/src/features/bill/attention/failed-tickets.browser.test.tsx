import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words } from '../../../api/words.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import {
  bill,
  bills,
  order,
  startPrintingTill,
  ticketStates,
  till,
  toasts,
} from '../../../printing/testing/printing-till.ts';
import { useApp } from '../../../sync/app-store.ts';
import { burger, juice } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillItems } from '../bill-items/bill-items.tsx';
import { FailedTickets } from './failed-tickets.tsx';

startPrintingTill();
afterEach(clear);

/** Saves two rounds whose tickets the print server does not answer. */
async function failTwice(): Promise<void> {
  useTickets.setState({ tickets: [] });
  till.server.printer = () => null;
  for (const item of [burger, juice]) await bills().save(await order(item));
  await expect.poll(ticketStates).toEqual(['failed', 'failed']);
}

it('[R16.6] shows failed tickets on the bar without a message over it, and keeps one among the notifications', async () => {
  await showAt('/', <FailedTickets />);
  await failTwice();
  await expect.element(page.getByRole('alert').getByText(/Print server not accessible/)).toBeVisible();
  expect(toasts).toEqual([]);
  expect(useApp.getState().notifications).toMatchObject([{ message: 'Print server not accessible' }]);
});

it('[R16.6] says that the print server is not accessible also when another device could print, and how', async () => {
  await showAt('/', <FailedTickets />);
  await failTwice();
  useTickets.setState(({ tickets }) => ({ tickets: tickets.map((each) => ({ ...each, message: words.noStation })) }));
  await expect
    .element(page.getByRole('alert').getByText(/Print server not accessible\. Start the print server here/))
    .toBeVisible();
});

it('[R16.6] shows one message for several failed tickets on a screen without the bar', async () => {
  await showAt('/', <FailedTickets />);
  clear();
  await failTwice();
  expect(toasts[0]).toMatchObject({ message: 'Print server not accessible' });
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(1);
  expect(toasts[0]?.id).toBeDefined();
});

it('[R35.87] says on the line of the bill that the printer did not confirm its ticket', async () => {
  till.server.printer = () => ({
    body: {
      jobId: 'j',
      state: 'sent',
      printer: 'Kitchen',
      confirmed: false,
      message: 'Kitchen: check that it came out.',
    },
  });
  const key = await order(burger);
  await bills().save(key);
  await expect.poll(ticketStates).toEqual(['printed']);
  await showAt('/', <BillItems bill={bill() as Bill} unsaved={new Set()} failed={new Set()} actions={{} as never} />);
  const line = page.getByRole('listitem').filter({ hasText: 'Lagoon Burger' });
  await expect.element(line.getByText('Not confirmed by the printer')).toBeVisible();
});
