import { applyTotals } from '@atoll/domain/bill/new-bill';
import { expect, it } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { useSession } from '../session/session.ts';
import type { Profile } from '../session/session-user.ts';
import { accessToken } from '../sync/testing/till-user.ts';
import { at, bills, elsewhere, savedBill, sent, startBillsTill, till } from './testing/bills-till.ts';

startBillsTill();

const permissions = ['bill.open', 'bill.pay', 'bill.discount', 'item.void.unsent', 'bill.viewOthers'];
const signIn = (more: readonly string[] = [], approvable: readonly string[] = ['bill.lower.printed']) => {
  const all = [...permissions, ...more];
  const token = accessToken(all, approvable);
  const user = useSession.getState().user as Profile;
  useSession.setState({ user: { ...user, token, permissions: all } });
};
const goAway = () => {
  till.server.network = 'dead';
  useConnection.setState({ isOnline: false });
};
const printedBill = async (): Promise<string> => {
  const key = await savedBill('3', 2);
  await bills().markPrinted(key, 'job-1');
  return key;
};
const itemOf = () => at('3')?.items[0]?.key ?? '';
const asked = { ok: false, refusal: { reason: 'approvalNeeded', extra: { permission: 'bill.lower.printed' } } };

it('[R36.8] without the server, asks before an item of a bill that this till printed is voided or discounted', async () => {
  signIn();
  const key = await printedBill();
  await sent(key);
  goAway();
  const before = at('3')?.total;
  expect(await bills().voidItem(key, itemOf(), 'Wrong order')).toMatchObject(asked);
  expect(bills().setDiscount(key, { percentage: 10 })).toMatchObject(asked);
  expect(at('3')).toMatchObject({ total: before, discountPercentage: 0 });
  expect(useOutbox.getState().entries).toEqual([]);
});

it('[R36.8] asks also when the print itself is not sent yet, with the amount', async () => {
  signIn();
  const key = await savedBill('3', 2);
  goAway();
  await bills().markPrinted(key, 'job-1');
  const { total = 0 } = at('3') ?? {};
  expect(await bills().voidItem(key, itemOf(), 'Wrong order')).toMatchObject({
    refusal: { extra: { amount: total / 2, subjectKey: key } },
  });
  expect(useOutbox.getState().entries).toHaveLength(1);
});

it('[R36.8] lets a person with the permission reduce it offline, and everybody a bill that was not printed', async () => {
  signIn(['bill.lower.printed']);
  const key = await printedBill();
  await sent(key);
  const plain = await savedBill('4', 2);
  goAway();
  expect((await bills().voidItem(key, itemOf(), 'Wrong order')).ok).toBe(true);
  signIn();
  expect((await bills().voidItem(plain, at('4')?.items[0]?.key ?? '', 'Wrong order')).ok).toBe(true);
  expect(bills().setDiscount(plain, { percentage: 10 }).ok).toBe(true);
});

it('[R36.8] names the permission to a person who may not even ask for it', async () => {
  signIn([], []);
  const key = await printedBill();
  await sent(key);
  goAway();
  expect(await bills().voidItem(key, itemOf(), 'Wrong order')).toMatchObject({
    refusal: { reason: 'forbidden', extra: { permission: 'bill.lower.printed' } },
  });
});

it('[R36.8] tells the server the printed total, and sends a transfer again with its approval', async () => {
  signIn();
  const key = await printedBill();
  await sent(key);
  const print = till.server.seen.find(({ body }) => body['status'] === 'BillPrinted');
  expect(print?.body['printedTotal']).toBe(at('3')?.total);
  await bills().transfer(key, { type: 'Table', slot: '9' }, undefined, { approvalKey: 'approved-1' });
  const moved = till.server.seen.find(({ path }) => path === '/bis/bill/transfer');
  expect(moved?.headers['x-approval']).toBe('approved-1');
});

it('[R36.9] without the server, asks before a void makes a discount a greater share than was allowed', async () => {
  signIn([], ['bill.discount']);
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: permissions.filter((one) => one !== 'bill.discount') },
  }));
  const key = await savedBill('3', 10);
  const total = at('3')?.subTotal ?? 0;
  elsewhere(key, (bill) => applyTotals({ ...bill, discountAmount: total / 10, discountShare: 10 }));
  await bills().refetch(key);
  goAway();
  expect(await bills().voidItem(key, itemOf(), 'Wrong order')).toMatchObject({
    refusal: { reason: 'approvalNeeded', extra: { permission: 'bill.discount', amount: 11.11, subjectKey: key } },
  });
  expect(useOutbox.getState().entries).toEqual([]);
});
