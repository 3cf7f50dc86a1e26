/** Tests of a payment while nothing is answered and no probe has found it out yet. Source: docs/rules.md#dead-line. */
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection, watchConnection } from '../../api/connection.ts';
import { readOutbox } from '../../outbox/store.ts';
import { at, bills, savedBill, sent, startBillsTill, till } from '../testing/bills-till.ts';

startBillsTill();

/** Calls that wait for an answer. */
let hanging: (() => void)[] = [];
let stopWatching: () => void;

/** Lets calls of these paths wait for their answer. */
function hang(isHung: (path: string) => boolean): void {
  globalThis.fetch = async (input, init) => {
    if (isHung(new URL(String(input), location.origin).pathname)) {
      await new Promise<void>((done, failed) => {
        hanging.push(done);
        init?.signal?.addEventListener('abort', () => failed(init.signal?.reason as Error));
      });
    }
    return till.server.fetch(input, init);
  };
}
function answerAll(): void {
  globalThis.fetch = till.server.fetch;
  for (const answer of hanging) answer();
}

beforeEach(() => {
  hanging = [];
  stopWatching = watchConnection();
});
afterEach(() => {
  answerAll();
  stopWatching();
});

const within = (ms: number) => new Promise<'waits'>((done) => setTimeout(() => done('waits'), ms));
const payment = (method: PaymentInput['method']) => ({
  payments: [{ key: crypto.randomUUID(), method, amount: toPay(at('3') as never) }],
});
const pays = () => till.server.seen.filter(({ path }) => path === '/bis/bill/pay');

it('[R35.92] keeps a payment soon when the server answers nothing, and sends it once with the same key', async () => {
  const key = await savedBill('3');
  hang(() => true);
  const paid = bills().pay(key, payment('Cash'));
  await vi.waitUntil(() => hanging.length > 0);
  expect(await Promise.race([paid, within(2000)])).toMatchObject({ state: 'kept' });
  expect(useConnection.getState().isOnline).toBe(true);
  const [waiting] = (await readOutbox()).filter(({ kind }) => kind === 'pay');
  answerAll();
  await sent(key);
  expect(pays().map(({ body }) => body)).toEqual([waiting?.body]);
  expect(till.server.bills.get(key)).toMatchObject({ status: 'Complete', payments: [{ method: 'Cash' }] });
});

it('waits for the invoice number of a slow server that answers other calls', async () => {
  const key = await savedBill('3');
  hang((path) => path === '/api/bis/bill/pay');
  const paid = bills().pay(key, payment('Cash'));
  await vi.waitUntil(() => hanging.length > 0);
  expect(await Promise.race([paid, within(2000)])).toBe('waits');
  answerAll();
  expect(await paid).toMatchObject({ state: 'paid', invoiceNumber: '2026-000001' });
});

it.each(['HouseAccount', 'GiftCard'] as const)(
  'waits for the server, which alone knows what is left, with %s',
  async (method) => {
    const key = await savedBill('3');
    hang(() => true);
    const paid = bills().pay(key, payment(method));
    await vi.waitUntil(() => hanging.length > 0);
    expect(await Promise.race([paid, within(2000)])).toBe('waits');
    answerAll();
    expect(await paid).toMatchObject({ state: 'paid' });
  },
);
