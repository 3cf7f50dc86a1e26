import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { ownRelease, releaseStanding, releases } from '@atoll/domain/release/standing';
import { beforeAll, expect, it } from 'vitest';
import { version } from '../../platform/config/version.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from './testing/shop.ts';

/**
 * A till may run a release older or newer than the server; its outbox must still be accepted. The bodies are those of the first release, exactly as
 * it sent them; do not add fields here that it did not send.
 */
eachEngine('a till of another release', (on) => {
  let t: TestApp;
  let manager: SignedIn;
  let item: { id: number; size: string };
  beforeAll(async () => {
    t = await testApp(on, {}, { release: '0.4' });
    manager = await t.signIn('Manager');
    const id = await addMenuItem(t.store, t.cafe, {
      name: 'Lagoon Burger',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 5000, isDefault: true }]),
    });
    item = { id, size: 'Small' };
  });

  /** Sends the work of one guest's visit; `more` is added to every body and every item. */
  async function day(slot: string, more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Bill> {
    const send = async (key: ContractKey, body: object) => {
      const { status, body: answer } = await t.call(key, { as: manager, body: { ...body, ...more }, headers });
      expect([key, status, answer.message]).toEqual([key, 200, undefined]);
      return answer;
    };
    const line = () => ({ key: randomUUID(), menuItemId: item.id, size: item.size, qty: 1, ...more });
    const active = await t.call('shift.active', { as: manager });
    const shift = active.body ?? (await send('shift.create', { key: randomUUID(), openingBalance: 0 }));
    await send('shift.cash', { key: randomUUID(), shiftId: shift.key, kind: 'In', amount: 500, reason: 'Change' });
    await send('customer.create', { key: randomUUID(), name: `Guest ${slot}`, phone: `77700${slot}` });
    const key = randomUUID();
    await send('bill.create', { key, type: 'Table', slot, items: [] });
    const saved: Bill = await send('bill.update', { key, type: 'Table', slot, items: [line(), line()] });
    const seen = { itemKeys: saved.items.map((each) => each.key), total: saved.total };
    const payments = [{ key: randomUUID(), method: 'Cash', amount: saved.total }];
    return send('bill.pay', { key, payments, seen });
  }

  it('[R13.4] accepts the sale of a till that lacks the newest fields', async () => {
    const paid = await day('31');
    expect(paid).toMatchObject({ status: 'Complete', items: [{ qty: 1 }, { qty: 1 }] });
    expect(paid.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid.total);
  });

  it('[R13.4] accepts the sale of a newer till, and ignores unknown fields', async () => {
    const paid = await day('32', { fromTheFuture: { deep: [1] } });
    expect(paid.status).toBe('Complete');
    expect(JSON.stringify(paid)).not.toContain('fromTheFuture');
  });

  it('[R31.35] lets tills of the two releases before and newer ones do everything; older ones send their outbox and are told', async () => {
    const of = (release: string) => ({ 'x-release': release });
    for (const [index, release] of ['0.2', '0.3.1', '0.4', '0.5', '1.0'].entries())
      expect((await day(String(33 + index), {}, of(release))).status).toBe('Complete');
    const headers = of('0.1.0');
    const key = randomUUID();
    const line = { key: randomUUID(), menuItemId: item.id, size: item.size, qty: 1 };
    const write = async (call: ContractKey, body: object) =>
      (await t.call(call, { as: manager, headers, body })).body as Bill;
    await write('bill.create', { key, type: 'Table', slot: '38', items: [] });
    const saved = await write('bill.update', { key, type: 'Table', slot: '38', items: [line] });
    const seen = { itemKeys: [line.key], total: saved.total };
    const payments = [{ key: randomUUID(), method: 'Cash', amount: saved.total }];
    expect(await write('bill.pay', { key, payments, seen })).toMatchObject({ status: 'Complete' });
    for (const read of ['bill.active', 'menu.get', 'shift.active'] as const)
      expect(await t.call(read, { as: manager, headers })).toMatchObject({
        status: 409,
        body: { reason: 'releaseOld', message: 'Load the new version' },
      });
    const body = { email: 'nobody@atoll.test', password: 'not theirs' };
    expect((await t.call('auth.login', { outlet: null, headers, body })).status).toBe(401);
  });
});

it('is of the release that its version names', () => {
  expect(releaseStanding(version, ownRelease, releases)).toBe('same');
});
