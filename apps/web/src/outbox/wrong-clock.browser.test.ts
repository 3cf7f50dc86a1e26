/** Tests of the outbox of a till whose clock was wrong for a while. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useBills } from '../bills/bills.ts';
import { startLocale } from '../locale/locale.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { billSent, reloadOutbox, useOutbox } from './outbox.ts';
import { startSender } from './sender.ts';
import { changeEntry } from './store.ts';

const threeDaysMs = 3 * 24 * 60 * 60 * 1000;
let server: FakeServer;
const stop = startSender();

beforeAll(() => startLocale());
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
});
afterAll(stop);

const bills = () => useBills.getState();

/** Saves a bill with a burger and returns its key. */
async function save(slot: string): Promise<string> {
  const opened = await bills().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  bills().addItem(opened.value.key, { menuItem: burger });
  await bills().save(opened.value.key);
  return opened.value.key;
}

it('[R35.83] sends an entry that failed while the clock was three days ahead as soon as the server accepts it', async () => {
  const right = Date.now();
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: right + threeDaysMs });
    let failures = 0;
    server.handler = ({ method }) => {
      if (method === 'GET') return undefined;
      failures += 1;
      return { status: 500, body: { message: 'Error', code: 500 } };
    };
    const key = await save('3');
    await vi.waitFor(() => expect(failures).toBeGreaterThan(0));
    vi.setSystemTime(right);
    server.handler = () => undefined;
    expect(await billSent(key, 5000)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('[R35.83] sends an entry that an earlier page stored with a time three days ahead', async () => {
  server.network = 'dead';
  const key = await save('4');
  for (const { seq } of useOutbox.getState().entries) await changeEntry(seq, { notBefore: Date.now() + threeDaysMs });
  await reloadOutbox();
  server.network = 'fine';
  expect(await billSent(key, 5000)).toBe(true);
});
