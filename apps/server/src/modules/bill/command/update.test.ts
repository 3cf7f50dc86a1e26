import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CommittedChange } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { createBill, findBill, updateBill } from '../service.ts';
import { addShop, line, newKey, order, refusalOf, type Shop, sent, settle } from '../testing/shop.ts';

fc.configureGlobal({ seed: 2026 });

eachEngine('saving a bill', (on) => {
  let shop: Shop;
  let slot = 0;
  const nextSlot = () => String((slot += 1));
  beforeAll(async () => {
    shop = await addShop(await on.open(), {
      outlet: {
        slot_types: JSON.stringify([
          {
            type: 'Table',
            slotCount: 501,
            rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: 10, gstPct: 8 }],
          },
        ]),
      },
    });
  });
  const update = (input: ReturnType<typeof sent>, actor = shop.waiter) => updateBill(shop.store, actor, input);

  it('[R15.7] [R15.9] [R18.6] saves a checked-in bill when items are added, and returns which are new', async () => {
    const opened = await createBill(shop.store, shop.waiter, sent(nextSlot()));
    const items = [line(shop.menu.burger), line(shop.menu.tea, 2)];
    const { bill, insertedKeys, conflicts } = await update({ ...sent(opened.slot), key: opened.key, items });
    expect(bill).toMatchObject({ status: 'Saved', version: 2, subTotal: 7000 });
    expect(insertedKeys).toEqual(items.map((item) => item.key));
    expect(conflicts).toEqual([]);
    expect(bill.items.every((item) => item.id !== null)).toBe(true);
  });

  it('[R18.6] changes nothing for a repeated save', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const input = {
      ...sent(opened.slot),
      key: opened.key,
      version: 1,
      items: [line(shop.menu.burger)],
      covers: 3,
      note: 'Window',
    };
    const first = await update(input);
    const notified: CommittedChange[] = [];
    shop.store.onCommitted((changes) => notified.push(...changes));
    const second = await update(input);
    expect(second.bill).toEqual(first.bill);
    expect(second.insertedKeys).toEqual([]);
    expect(notified).toEqual([]);
    expect(first.bill).toMatchObject({ covers: 3, note: 'Window' });
  });

  it('keeps everything that the body lacks', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea), line(shop.menu.burger)], { covers: 2 });
    const { bill } = await update({ ...sent(opened.slot), key: opened.key, items: [line(shop.menu.tea)] });
    expect(bill.items).toHaveLength(3);
    expect(bill.covers).toBe(2);
  });

  it('keeps quantity and price of a saved item, and reports a conflict for another value', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const [item] = opened.items;
    const changed = { ...line(shop.menu.tea, 5, { sellingPrice: 1 }), key: item?.key ?? '' };
    const { bill, conflicts } = await update({ ...sent(opened.slot), key: opened.key, items: [changed] });
    expect(bill.items).toMatchObject([{ qty: 1, sellingPrice: 1000 }]);
    expect(
      conflicts.map((conflict) => conflict.field.split('.').at(-1) ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['qty', 'sellingPrice']);
  });

  it('keeps a later value of a field and reports it, and accepts a field listed as changed', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const base = { ...sent(opened.slot), key: opened.key };
    await update({ ...base, version: 1, note: 'first' });
    const late = await update({ ...base, version: 1, note: 'late', covers: 4, changed: ['note', 'covers'] });
    expect(late.bill).toMatchObject({ note: 'first', covers: 4 });
    expect(late.conflicts).toEqual([{ field: 'note', yours: 'late', stands: 'first' }]);
  });

  it('[R23.22] keeps what two tills type at once of what a guest must not eat, and the history says it', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)], { allergies: 'Nuts' });
    expect(opened.allergies).toBe('Nuts');
    const base = { ...sent(opened.slot), key: opened.key, version: 1, changed: ['allergies' as const] };
    const both = [await update({ ...base, allergies: 'Nuts, egg' }), await update({ ...base, allergies: ' milk ' })];
    expect(both.map(({ bill, conflicts }) => [bill.allergies, conflicts])).toEqual([
      ['Nuts, egg', []],
      ['Nuts, egg, milk', []],
    ]);
    const found = await findBill(shop.store, shop.outletId, opened.key);
    expect(found.allergies).toBe('Nuts, egg, milk');
    const entries = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('history')
        .select('data')
        .where('outlet_id', '=', shop.outletId)
        .where('subject_key', '=', opened.key)
        .orderBy('seq')
        .execute(),
    );
    type Said = Partial<Record<'before' | 'after', { allergies?: string }>>;
    const said = entries.map(({ data }) => JSON.parse(data) as Said);
    expect(said.map(({ before, after }) => [before?.allergies, after?.allergies])).toEqual([
      [undefined, 'Nuts'],
      ['Nuts', 'Nuts, egg'],
      ['Nuts, egg', 'Nuts, egg, milk'],
    ]);
  });

  it('lets a waiter void an unsent item, and no item that was sent to the kitchen', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea), line(shop.menu.burger, 1, { sentQty: 1 })]);
    const voided = (at: number) => ({
      ...sent(opened.slot),
      key: opened.key,
      items: [{ ...line(shop.menu.tea), key: opened.items[at]?.key ?? '', isVoid: true, voidReason: 'Wrong' }],
    });
    const { bill } = await update(voided(0));
    expect(bill.items[0]).toMatchObject({ isVoid: true, voidReason: 'Wrong', voidedBy: 2 });
    expect(bill.subTotal).toBe(5000);
    expect(await refusalOf(update(voided(1)))).toMatchObject({ reason: 'forbidden', status: 403 });
    expect((await update(voided(1), shop.admin)).bill.subTotal).toBe(0);
  });

  it('accepts a discount from people with the permission', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.burger, 2)]);
    const input = { ...sent(opened.slot), key: opened.key, version: 1, discountPercentage: 10 };
    expect(await refusalOf(update(input))).toMatchObject({ reason: 'forbidden' });
    const { bill } = await update(input, shop.admin);
    expect(bill).toMatchObject({ discount: 1000, serviceCharge: 900, gst: 792, total: 10_692 });
  });

  it('a discount that a till dates in the future has the last word for a minute at most', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const [item] = opened.items;
    const give = async (discount: object | null, modifiedAt: number) => {
      const given = {
        ...line(shop.menu.burger),
        key: item?.key ?? '',
        discount,
        modifiedAt: new Date(modifiedAt).toISOString(),
      };
      const input = { ...sent(opened.slot), key: opened.key, changed: [], items: [given] } as never;
      return (await update(input, shop.admin)).bill;
    };
    const half = { type: 'Percent', value: 50, reason: 'Friend' };
    const before = Date.now();
    const given = await give(half, before + 86_400_000);
    expect(given.subTotal).toBe(2500);
    expect(Date.parse(given.items[0]?.modifiedAt ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('[R15.7] counts a bill as printed by its print job, once, and not when there are newer items', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const seen = {
      ...sent(opened.slot),
      key: opened.key,
      items: [{ ...line(shop.menu.tea), key: opened.items[0]?.key ?? '' }],
    };
    expect((await update({ ...seen, status: 'BillPrinted' })).bill.status).toBe('Saved');
    const printed = { ...seen, status: 'BillPrinted', printJobKey: 'job-1' };
    const first = await update(printed);
    expect(first.bill).toMatchObject({ status: 'BillPrinted', printCount: 1 });
    expect((await update(printed)).bill).toEqual(first.bill);
    const more = await update({ ...seen, items: [line(shop.menu.burger)] });
    expect(more.bill.status).toBe('Saved');
    expect((await update({ ...printed, printJobKey: 'job-2' })).bill.status).toBe('Saved');
  });

  it('sets a customer by id, and refuses an unknown one', async () => {
    const id = await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const customerId = await tx.nextId('customer');
      tx.write(
        tx.db.insertInto('customer').values({
          outlet_id: shop.outletId,
          id: customerId,
          key: newKey(),
          code: 'C1',
          name: 'Aisha',
          phone: '7771234',
          created_at: 0,
          created_by: null,
          modified_at: 0,
          modified_by: null,
        }),
      );
      return customerId;
    });
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const base = { ...sent(opened.slot), key: opened.key, version: 1 };
    expect(await refusalOf(update({ ...base, customerId: 987_654 }))).toMatchObject({ reason: 'invalid', status: 422 });
    const { bill } = await update({ ...base, customerId: id });
    expect(bill).toMatchObject({ customerId: id, customer: { name: 'Aisha', phone: '7771234' } });
  });

  it('opens or joins a bill for items whose check-in never arrived, and refuses an empty save of an unknown bill', async () => {
    const place = nextSlot();
    expect(await refusalOf(update(sent(place)))).toMatchObject({ reason: 'notFound', status: 404 });
    const held = await order(shop, place, [line(shop.menu.tea)]);
    const lost = sent(place, { items: [line(shop.menu.burger)] });
    const { bill, insertedKeys } = await update(lost);
    expect(bill.key).toBe(held.key);
    expect(insertedKeys).toHaveLength(1);
    expect((await findBill(shop.store, shop.outletId, lost.key)).items).toHaveLength(2);
  });

  it('refuses to change a paid or void bill, and returns it', async () => {
    const opened = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const paid = await settle(shop, opened);
    const late = { ...sent(opened.slot), key: opened.key, items: [line(shop.menu.tea)] };
    expect(await refusalOf(update(late))).toMatchObject({ reason: 'billClosed', status: 409, extra: { bill: paid } });
  });

  it('neither loses nor duplicates an item when four tills save in any order, late and twice', async () => {
    const runs = on.engine === 'sqlite' ? 25 : 8;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ till: fc.nat(3), lines: fc.nat(2), twice: fc.boolean(), voids: fc.boolean() }), {
          minLength: 1,
          maxLength: 16,
        }),
        async (saves) => {
          const place = nextSlot();
          const keys = [0, 1, 2, 3].map(() => newKey());
          const made = new Set<string>();
          const voided = new Set<string>();
          const sends = saves.flatMap(({ till, lines, twice, voids }) => {
            const items = Array.from({ length: lines + 1 }, () => line(shop.menu.tea));
            for (const item of items) made.add(item.key);
            const input = sent(place, { key: keys[till] ?? '', items });
            const [first] = items;
            if (voids && first) voided.add(first.key);
            const again =
              voids && first ? [{ ...input, items: [{ ...first, isVoid: true, voidReason: 'Wrong item' }] }] : [];
            return [input, ...(twice ? [input] : []), ...again];
          });
          await Promise.all(sends.map((input) => update(input)));
          const bill = await findBill(shop.store, shop.outletId, keys[saves[0]?.till ?? 0] ?? '');
          expect(bill.items.map((item) => item.key).toSorted()).toEqual([...made].toSorted());
          expect(new Set(bill.items.map((item) => item.id)).size).toBe(made.size);
          expect(new Set(bill.items.filter((item) => item.isVoid).map((item) => item.key))).toEqual(voided);
          expect(bill.subTotal).toBe((made.size - voided.size) * 1000);
          await settleAll(bill.key);
        },
      ),
      { numRuns: runs },
    );
  });
  const settleAll = async (key: string) => {
    const bill = await findBill(shop.store, shop.outletId, key);
    if (bill.total > 0) await settle(shop, bill);
  };
});
