import { toPay } from '@atoll/domain/bill/card/sold-card';
import { allowShare } from '@atoll/domain/bill/discount/discount-seen';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../api/connection.ts';
import { readOutbox } from '../../outbox/store.ts';
import { forgetApprovalCode, keepApprovalCode } from '../../session/approval-code.ts';
import { useSession } from '../../session/session.ts';
import type { Profile, SessionUser } from '../../session/session-user.ts';
import { burger } from '../../sync/testing/till.ts';
import { accessToken } from '../../sync/testing/till-user.ts';
import { at, bills, elsewhere, savedBill, sent, startBillsTill, till } from '../testing/bills-till.ts';

startBillsTill();

const email = 'ibrahim@atoll.test';
const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ';
const user = () => useSession.getState().user as SessionUser;
const signIn = (permissions: readonly string[], approvable: readonly string[] = []) =>
  useSession.setState({
    user: { ...(user() as Profile), token: accessToken(permissions, approvable), permissions: [...permissions] },
  });
const waits = ['bill.open', 'bill.pay', 'bill.viewOthers'];
const setCode = () =>
  keepApprovalCode({ ...user(), id: 2, email, name: 'Ibrahim', permissions: ['bill.discount'] }, '482613', {
    codeId: 'code-0001',
    secret,
  });
const goAway = () => {
  till.server.network = 'dead';
  useConnection.setState({ isOnline: false });
};
/** A bill on which 50 % was allowed for one burger. */
const discounted = async (): Promise<string> => {
  const key = await savedBill('3');
  elsewhere(key, (bill) => allowShare(applyTotals({ ...bill, discountPercentage: 50 })));
  await bills().refetch(key);
  return key;
};
const cash = () => {
  const bill = at('3');
  return { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: bill ? toPay(bill) : 0 } as const] };
};
const approve = vi.fn<(refusal: object) => Promise<string | null>>();
const pay = (key: string) => bills().pay(key, { ...cash(), approve });
const pays = async () => (await readOutbox()).filter(({ kind }) => kind === 'pay');

beforeEach(async () => {
  approve.mockReset().mockResolvedValue('offline:approved');
  await forgetApprovalCode(email);
  signIn(waits, ['bill.discount']);
});

it('[R36.9] without the server, asks for the approval of a discount that grew before it takes the payment', async () => {
  await setCode();
  const key = await discounted();
  goAway();
  bills().addItem(key, { menuItem: burger, notes: ['later'] });
  await bills().save(key);
  approve.mockImplementation(async () => {
    expect(at('3')).toBeDefined();
    expect(await pays()).toEqual([]);
    return 'offline:approved';
  });
  expect(await pay(key)).toMatchObject({ state: 'kept' });
  expect(approve).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ permission: 'bill.discount', subjectKey: key, amount: 50, isOffline: true }),
  );
  expect(await pays()).toMatchObject([{ approval: 'offline:approved' }]);
});

it('[R36.9] without the server, takes no payment of such a bill that nobody approved', async () => {
  await setCode();
  const key = await discounted();
  goAway();
  // Also while the items are not saved.
  bills().addItem(key, { menuItem: burger, notes: ['later'] });
  approve.mockResolvedValue(null);
  const reason = { reason: 'approvalNeeded', extra: { permission: 'bill.discount', amount: 50 } };
  expect(await pay(key)).toMatchObject({ state: 'refused', reason });
  expect(at('3')).toMatchObject({ isOpen: true });
  expect(await pays()).toEqual([]);
});

it('[R36.9] without the server and without an approval code on this till, says why it takes no payment, and who can', async () => {
  const key = await discounted();
  goAway();
  bills().addItem(key, { menuItem: burger, notes: ['later'] });
  await bills().save(key);
  const refused = await pay(key);
  expect(refused).toMatchObject({ state: 'refused', reason: { reason: 'approvalNeeded' } });
  expect('reason' in refused && refused.reason.details).toBe(
    'The discount of 50 % took off MVR 25.00 when it was given and takes off MVR 50.00 now. Nobody can approve that on this till without the server. Somebody who may give discounts can unlock it and take the payment',
  );
  expect(approve).not.toHaveBeenCalled();
  signIn([...waits, 'bill.discount']);
  expect(await pay(key)).toMatchObject({ state: 'kept' });
  expect((await pays()).map(({ approval }) => approval)).toEqual([undefined]);
});

it('[R36.9] a person who may not even ask is told so, and no payment is taken', async () => {
  await setCode();
  signIn(waits);
  const key = await discounted();
  goAway();
  bills().addItem(key, { menuItem: burger, notes: ['later'] });
  expect(await pay(key)).toMatchObject({ state: 'refused', reason: { reason: 'forbidden' } });
  expect(approve).not.toHaveBeenCalled();
});

it('[R36.9] without the server, asks nothing for what was on the bill when the discount was given', async () => {
  await setCode();
  const key = await discounted();
  goAway();
  expect(await pay(key)).toMatchObject({ state: 'kept' });
  expect(approve).not.toHaveBeenCalled();
});

it('[R36.9] counts a discount that waits on this till from when it was given there', async () => {
  await setCode();
  const key = await savedBill('3');
  await sent(key);
  goAway();
  signIn([...waits, 'bill.discount']);
  bills().setDiscount(key, { percentage: 50 });
  await bills().save(key);
  signIn(waits, ['bill.discount']);
  const before = at('3')?.discount ?? 0;
  expect(before).toBeGreaterThan(0);
  const entries = await readOutbox();
  expect(entries.some(({ body }) => body['discountPercentage'] === 50)).toBe(true);
  // Work of another person is sent by itself.
  useSession.setState({ user: { ...user(), id: 8 } });
  bills().addItem(key, { menuItem: burger, notes: ['later'] });
  await bills().save(key);
  expect(await pay(key)).toMatchObject({ state: 'kept' });
  expect(approve).toHaveBeenCalledOnce();
});
