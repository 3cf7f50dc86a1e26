import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { customer } from '@atoll/domain/resources/customer';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { createRecord, updateRecord } from '../../resource/write.ts';
import { createBill, payBill, refundBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { eraseCustomer } from '../customer/personal.ts';
import { createCustomer, customerHooks, localNumber } from '../customer/service.ts';
import { pointsRuleHooks } from '../points/hooks.ts';
import { runReport } from '../report/run.ts';
import { addressOf } from '../website/service.ts';
import { claimPoints } from './claim.ts';
import { claimAddress, registerClaim } from './routes.ts';
import { claimToken } from './token.ts';

const sign = (text: string): string => createHmac('sha256', 'a key').update(text).digest('base64url');

eachEngine('the points of a receipt', (on) => {
  let shop: Shop;
  let slot = 0;
  let admin: Actor;
  let guest: { id: number };
  beforeAll(async () => {
    shop = await addShop(await on.open());
    admin = { ...shop.admin, sessionId: '', role: 'Admin', outlets: [shop.outletId] } as Actor;
    await setSetting(shop, 'PointsEnabled', 'true');
    const rule = { key: newKey(), name: 'Per spend', points: 1, per: 1000 };
    await createRecord(shop.store, admin, { definition: pointsRule, hooks: pointsRuleHooks }, rule as never);
    guest = await createCustomer(shop.store, admin, { key: newKey(), name: 'Aisha', phone: '+960 777-1234' });
  });
  const sell = async (more: object = {}) => {
    const bill = await createBill(
      shop.store,
      shop.waiter,
      sent(String((slot += 1)), { items: [line(shop.menu.burger, 2)], ...more }),
    );
    return (await payBill(shop.store, shop.waiter, payment(bill, [cash(bill.total)]))).bill;
  };
  const tokenOf = ({ id }: { id: number | null }) => claimToken(sign, shop.outletId, id ?? 0);
  const claim = (token: string, phone = '7771234', now = Date.now()) =>
    claimPoints(shop.store, sign, { outletId: shop.outletId, token, phone, now });
  const entries = (billId: number | null) =>
    shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('point_entry')
        .select(['customer_id', 'type', 'points'])
        .where('bill_id', '=', billId)
        .orderBy('id')
        .execute(),
    );

  it('[R22.17] are earned when a bill is paid, and claimed by its QR code once, within 7 days', async () => {
    const known = await sell({ customerId: guest.id });
    expect([known.points?.earned, known.claim]).toEqual([10, undefined]);
    const bill = await sell();
    expect([bill.points, bill.claim]).toEqual([undefined, { points: 10 }]);
    const token = tokenOf(bill);
    expect(await claim(`${token.slice(0, -1)}-`)).toEqual({ state: 'unknown' });
    expect(
      await claimPoints(shop.store, sign, { outletId: shop.outletId + 1, token, phone: '7771234', now: Date.now() }),
    ).toEqual({
      state: 'unknown',
    });
    expect(await claim(tokenOf(known))).toEqual({ state: 'unknown' });
    expect(await claim(token, '7990000')).toEqual({ state: 'nobody' });
    expect(await entries(bill.id)).toEqual([]);
    expect(await claim(token)).toEqual({ state: 'given', points: 10 });
    expect(await claim(token)).toEqual({ state: 'given', points: 10 });
    await createCustomer(shop.store, admin, { key: newKey(), name: 'Nadia', phone: '7775555' });
    expect(await claim(token, '7775555')).toEqual({ state: 'taken' });
    expect(await entries(bill.id)).toEqual([{ customer_id: guest.id, type: 'Earn', points: 10 }]);
    const late = tokenOf(await sell());
    const day = 86_400_000;
    expect(await claim(late, '7775555', Date.now() + 7.1 * day)).toEqual({ state: 'late' });
    expect(await claim(late, '7775555', Date.now() + 6.9 * day)).toEqual({ state: 'given', points: 10 });
  });

  it('leave what refunds took back before the claim and after it', async () => {
    const bill = await sell();
    const refund = (amount: number) =>
      refundBill(shop.store, shop.admin, {
        key: newKey(),
        billId: bill.key,
        items: [{ key: bill.items[0]?.key ?? '', qty: 1 }],
        payments: [cash(amount)],
        reason: 'Cold',
      });
    const giveBack = async () => refund(Number((await refusalOf(refund(1)))?.extra['due'] ?? 0) + 1);
    await giveBack();
    expect(await claim(tokenOf(bill))).toEqual({ state: 'given', points: 5 });
    await giveBack();
    const all = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('point_entry').select('points').where('customer_id', '=', guest.id).execute(),
    );
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(20);
  });

  it('stand in the report of points by day, which adds up to the balances', async () => {
    const today = await shop.store.readOutlet(shop.outletId, (db) => todayOf(db, shop.outletId, Date.now()));
    const of = { range: 'Custom', from: today, to: today, compareTo: 'None', filters: {} } as const;
    const config = { ...of, reportKey: 'points' };
    const { rows, totals } = await runReport(shop.store, admin, config, Date.now());
    const found = await shop.store.readOutlet(shop.outletId, async (db) => ({
      entries: await db.selectFrom('point_entry').select(['type', 'points']).execute(),
      holders: await db.selectFrom('customer').select('loyalty_points').execute(),
    }));
    const sumOf = (type: string) => found.entries.reduce((sum, one) => sum + (one.type === type ? one.points : 0), 0);
    expect(rows).toMatchObject([
      { date: today, movement: 'Earned', points: sumOf('Earn') },
      { date: today, movement: 'Refund', points: sumOf('Refund') },
    ]);
    expect(totals['points']).toBe(found.holders.reduce((sum, one) => sum + one.loyalty_points, 0));
  });

  it('are claimed on a page without scripts, five times a minute at most', async () => {
    const bill = await sell();
    const services = { store: shop.store, clock: Date.now, config: { publicUrl: 'https://reef.example' } } as never;
    const { claim: shown } = await claimAddress(services, sign)(shop.outletId, bill);
    const slug = await addressOf(shop.store, shop.outletId);
    expect(shown?.url).toBe(`https://reef.example/s/${slug}/points?t=${tokenOf(bill)}`);
    const local = { ...(services as object), config: { publicUrl: 'http://localhost:3000' } } as never;
    expect((await claimAddress(local, sign)(shop.outletId, bill)).claim).not.toHaveProperty('url');
    const app = fastify();
    registerClaim(app, services, sign);
    const path = `/s/${slug}/points`;
    const page = await app.inject({ url: `${path}?t=${tokenOf(bill)}"><script>` });
    expect(page.body).toContain('Phone number');
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const send = (phone: string, remoteAddress = '192.0.2.8') =>
      app.inject({
        remoteAddress,
        url: path,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ t: tokenOf(bill), phone }).toString(),
      });
    expect((await send('123')).body).toContain('not known here yet');
    expect((await send('777 1234')).body).toContain('You have 10 more points.');
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('777 1234')));
    expect(answers.map(({ statusCode }) => statusCode === 200)).toEqual([true, true, true, false]);
    // It names nobody, and another address is not held up.
    for (const { body } of answers) expect(body).not.toMatch(/Aisha|Nadia/);
    expect((await send('777 1234', '192.0.2.9')).statusCode).toBe(200);
    expect((await app.inject({ url: '/s/nowhere/points?t=1' })).statusCode).toBe(404);
    await app.close();
  });

  it('are found by either number however it was typed, and no more by one that changed or was erased', async () => {
    const who = await createCustomer(shop.store, admin, { key: newKey(), name: 'Hassan', phone: '+960 (791) 0001' });
    const change = async (more: object) => {
      const { version } = await shop.store.readOutlet(shop.outletId, (db) =>
        db.selectFrom('customer').select('version').where('id', '=', who.id).executeTakeFirstOrThrow(),
      );
      await updateRecord(shop.store, admin, { definition: customer, hooks: customerHooks }, {
        id: who.id,
        version,
        ...more,
      } as never);
    };
    const bill = await sell();
    const held = async (phone: string) => (await claim(tokenOf(bill), phone)).state;
    expect(await held('791 0002')).toBe('nobody');
    expect(await held('7910001')).toBe('given');
    await change({ phone2: '791-0002' });
    expect(await held('+9607910002')).toBe('given');
    await change({ phone: '7910003' });
    expect([await held('7910003'), await held('7910001')]).toEqual(['given', 'taken']);
    await eraseCustomer(shop.store, admin, who.id, 'Asked for it');
    expect(await held('7910003')).toBe('taken');
    const kept = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('customer').select(['phone_no', 'phone2_no']).where('id', '=', who.id).execute(),
    );
    expect(kept).toEqual([{ phone_no: '', phone2_no: '' }]);
  });

  const numbersOf = (id: number) =>
    shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('customer').select(['phone_no', 'phone2_no']).where('id', '=', id).executeTakeFirst(),
    );
  const write = (id: number, values: object) =>
    shop.store.writeOutlet(shop.outletId, async (tx) => {
      await tx.db.updateTable('customer').set(values).where('id', '=', id).execute();
    });

  it('find at once a customer whom a server of an earlier release writes beside this one', async () => {
    const { id } = await createCustomer(shop.store, admin, { key: newKey(), name: 'Ibrahim' });
    await write(id, { phone: '+960 (792)-00.01', phone2: '12' });
    expect(await claim(tokenOf(await sell()), '7920001')).toMatchObject({ state: 'given' });
    for (const phone of ['7920002', 'home 792 0003 / ext', '123456', '', '٧٩٢٠٠٠١ 7920004', '00960-79\u00a020005']) {
      await write(id, { phone, phone2: phone });
      expect(await numbersOf(id), phone).toEqual({ phone_no: localNumber(phone), phone2_no: localNumber(phone) });
    }
  });

  it('find customers whom a server of an earlier release wrote before the database wrote plain numbers', async () => {
    const { id } = await createCustomer(shop.store, admin, { key: newKey(), name: 'Sana', phone: '792 0006' });
    await write(id, { phone_no: '7920009' });
    const bill = await sell();
    expect(await claim(tokenOf(bill), '7920006')).toEqual({ state: 'nobody' });
    const text = readFileSync(new URL('../../migrations/0086_numbers-of-any-release.sql', import.meta.url), 'utf8');
    const [fill = ''] = (on.engine === 'sqlite' ? /^update [^;]+;/m : /^do \$\$[^$]+\$\$;/m).exec(text) ?? [];
    await shop.store.writeOutlet(shop.outletId, async (tx) => void (await sql.raw(fill).execute(tx.db)));
    expect(await claim(tokenOf(bill), '7920006')).toMatchObject({ state: 'given' });
  });
});
