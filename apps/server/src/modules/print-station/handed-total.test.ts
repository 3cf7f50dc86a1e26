import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp } from '../../testing/test-app.ts';
import { sellingApp } from '../bill/testing/selling-app.ts';

eachEngine('a bill handed to a print station', (on) => {
  let t: TestApp;
  let item: number;
  let waiter: SignedIn;
  let manager: SignedIn;
  let slot = 0;
  const at = async (role: 'Admin' | 'Manager' | 'User', deviceId: string): Promise<SignedIn> =>
    (
      await t.call('auth.login', {
        body: { email: emailOf(role), password },
        headers: { 'x-device-id': deviceId },
      })
    ).body as SignedIn;
  beforeAll(async () => {
    ({ app: t, item } = await sellingApp(on, 60_000));
    await t.call('print.register', { as: await at('Admin', 'till') });
    manager = await at('Manager', 'office');
    waiter = await at('User', 'phone');
    await t.call('print.claim', { as: await at('User', 'till') });
  });
  const line = () => ({ key: randomUUID(), menuItemId: item, size: 'Plate', qty: 1 });
  const send = (key: 'bill.create' | 'bill.update' | 'bill.pay' | 'print.hand', body: object) =>
    t.call(key, { as: waiter, body });
  const done = async (key: Parameters<typeof send>[0], body: object): Promise<Bill> => {
    const { status, body: answer } = await send(key, body);
    expect([key, status, answer.message ?? undefined]).toEqual([key, 200, answer.state && '']);
    return answer as Bill;
  };
  const order = (): Promise<Bill> => {
    slot += 1;
    return done('bill.create', { key: randomUUID(), type: 'Table', slot: String(slot), items: [line(), line()] });
  };
  const hand = (bill: Bill, jobKey: string = randomUUID()) =>
    done('print.hand', { type: 'Bill', title: 'Bill', printerName: 'Front', jobKey, bill });
  const update = ({ key, type, slot: place, version }: Bill, more: object) => ({
    key,
    type,
    slot: place,
    version,
    changed: [],
    ...more,
  });
  const voiding = (bill: Bill, place: number) =>
    update(bill, { items: [{ ...bill.items[place], isVoid: true, voidReason: 'Wrong order' }] });
  const stored = async ({ key }: Bill): Promise<Bill> =>
    (await t.call('bill.find', { as: waiter, params: { id: key } })).body as Bill;
  const listed = async () => {
    const body = { reportKey: 'paid-less', range: 'Today', compareTo: 'None', filters: {} };
    return (await t.call('report.run', { as: manager, body })).body.rows as Record<string, unknown>[];
  };

  it('[R36.8] counts as printed: a line is voided only with an approval, and a manager who lowers it is listed', async () => {
    const bill = await order();
    await hand(bill);
    const shown = await stored(bill);
    expect(shown).toMatchObject({ status: 'BillPrinted', printCount: 1, printed: { total: bill.total } });
    const refused = await send('bill.update', voiding(shown, 0));
    expect([refused.status, refused.body.reason, refused.body.permission]).toEqual([
      403,
      'approvalNeeded',
      'bill.lower.printed',
    ]);
    const lower = (await t.call('bill.update', { as: manager, body: voiding(shown, 0) })).body as Bill;
    const seen = { itemKeys: [bill.items[1]?.key], total: lower.total };
    const payments = [{ key: randomUUID(), method: 'Cash', amount: lower.total }];
    await done('bill.pay', { key: bill.key, payments, seen });
    expect(await listed()).toEqual([expect.objectContaining({ printed: bill.total, total: lower.total })]);
  });

  it('[R36.8] is one print when its till reports the same job afterwards, or hands it again', async () => {
    const bill = await order();
    const jobKey = randomUUID();
    await hand(bill, jobKey);
    await hand(bill, jobKey);
    await done('bill.update', update(bill, { status: 'BillPrinted', printJobKey: jobKey, items: bill.items }));
    t.advance(121_000);
    await t.call('print.claim', { as: await at('User', 'till') });
    await hand(bill, jobKey);
    expect(await stored(bill)).toMatchObject({ version: bill.version + 1, printCount: 1 });
  });

  it('[R36.8] counts again under a key that was counted before, when the bill has grown since', async () => {
    const bill = await order();
    const jobKey = randomUUID();
    await done('bill.update', update(bill, { status: 'BillPrinted', printJobKey: jobKey, items: bill.items }));
    const grown = await done('bill.update', update(bill, { items: [line()] }));
    await hand(grown, jobKey);
    const shown = await stored(bill);
    expect(shown.printed).toMatchObject({ total: grown.total, allowed: grown.total });
    expect((await send('bill.update', voiding(shown, 2))).body.reason).toBe('approvalNeeded');
  });
});
