import { beforeAll, expect, it } from 'vitest';
import type { CommittedChange } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { createBill, findBill, transferBill, updateBill, voidBill } from '../service.ts';
import { addShop, line, newKey, order, refusalOf, type Shop, sent, settle } from '../testing/shop.ts';

eachEngine('voiding and moving a bill', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  const voids = (billId: string | number, actor = shop.admin) =>
    voidBill(shop.store, actor, { billId, reason: 'Guests left' });
  const move = (key: string, slot: string, items?: string[], type: 'Table' | 'Takeaway' = 'Table') =>
    transferBill(shop.store, shop.waiter, { from: { key }, to: { type, slot }, items });

  it('[R18.8] voids a bill once with a reason, keeps its items and frees its slot', async () => {
    const bill = await order(shop, '1', [line(shop.menu.tea, 1, { sentQty: 1 })]);
    const voided = await voids(bill.id ?? 0);
    expect(voided).toMatchObject({
      isVoid: true,
      isOpen: false,
      voidReason: 'Guests left',
      status: 'Saved',
      items: [{ name: 'Tea' }],
    });
    expect(await voids(bill.key)).toEqual(voided);
    expect((await createBill(shop.store, shop.waiter, sent('1'))).status).toBe('CheckedIn');
    expect(
      await refusalOf(
        updateBill(shop.store, shop.waiter, { ...sent('1'), key: bill.key, items: [line(shop.menu.tea)] }),
      ),
    ).toMatchObject({ reason: 'billVoid' });
  });

  it('[R18.6] reports a conflict for the void of an item that was moved and paid in the meantime', async () => {
    const bill = await order(shop, '21', [line(shop.menu.burger), line(shop.menu.tea)]);
    const [burger, tea] = bill.items;
    const voidRequest = (key = '') => ({
      ...sent('21'),
      key: bill.key,
      items: [{ ...line(shop.menu.burger), key, isVoid: true, voidReason: 'Guest left' }],
      changed: [],
    });
    await settle(shop, await move(bill.key, '22', [burger?.key ?? '']));
    const { conflicts } = await updateBill(shop.store, shop.admin, voidRequest(burger?.key));
    expect(conflicts).toEqual([{ field: `items.${burger?.key}.isVoid`, yours: true, stands: false }]);
    // An item that was moved and is still open is voided where it is, without a conflict.
    const there = await move(bill.key, '22', [tea?.key ?? '']);
    expect((await updateBill(shop.store, shop.admin, voidRequest(tea?.key))).conflicts).toEqual([]);
    expect((await findBill(shop.store, shop.outletId, there.key)).items).toMatchObject([{ isVoid: true }]);
  });

  it('[R18.6] adds notes of a moved item to the bill where it is now, once', async () => {
    const bill = await order(shop, '23', [line(shop.menu.burger), line(shop.menu.tea)]);
    const key = bill.items[0]?.key ?? '';
    const there = await move(bill.key, '24', [key]);
    const noted = {
      ...sent('23'),
      key: bill.key,
      items: [{ ...line(shop.menu.burger), key, notes: ['No salt'] }],
      changed: [],
    };
    for (let time = 0; time < 2; time += 1) await updateBill(shop.store, shop.waiter, noted);
    expect((await findBill(shop.store, shop.outletId, there.key)).items).toMatchObject([{ notes: ['No salt'] }]);
    expect((await findBill(shop.store, shop.outletId, bill.key)).items).toMatchObject([{ name: 'Tea', notes: [] }]);
  });

  it('[R18.8] lets a waiter cancel an unused check-in, but no bill that was sent to the kitchen or printed', async () => {
    const empty = await createBill(shop.store, shop.waiter, sent('2'));
    expect(await voids(empty.key, shop.waiter)).toMatchObject({ isVoid: true });
    const known = await order(shop, '2', [line(shop.menu.burger, 1, { sentQty: 1 })]);
    expect(await refusalOf(voids(known.key, shop.waiter))).toMatchObject({ reason: 'forbidden', status: 403 });
  });

  it('[R18.8] lets whoever may void unsent items void a bill that was neither sent nor printed; others ask for an approval', async () => {
    const may = { ...shop.waiter, permissions: new Set([...shop.waiter.permissions, 'item.void.unsent']) };
    const unsent = await order(shop, '30', [line(shop.menu.burger), line(shop.menu.tea)]);
    const bare = new Set([...may.permissions].filter((one) => one !== 'item.void.unsent'));
    const asking = { ...shop.waiter, permissions: bare, approvable: new Set(['bill.void', 'item.void.sent']) };
    expect(await refusalOf(voids(unsent.key, asking))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'bill.void', subjectKey: unsent.key },
    });
    expect(await voids(unsent.key, may)).toMatchObject({ isVoid: true, voidReason: 'Guests left' });
    const sentOne = await order(shop, '30', [line(shop.menu.burger), line(shop.menu.tea, 1, { sentQty: 1 })]);
    const approvable = new Set(['bill.void']);
    expect(await refusalOf(voids(sentOne.key, { ...may, approvable }))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'bill.void' },
    });
    await voids(sentOne.key);
  });

  it('[R18.8] refuses to void a paid or unknown bill, and a reason without content', async () => {
    const paid = await settle(shop, await order(shop, '3', [line(shop.menu.tea)]));
    expect(await refusalOf(voids(paid.key))).toMatchObject({ reason: 'billClosed', status: 409 });
    expect(await refusalOf(voids(newKey()))).toMatchObject({ reason: 'notFound' });
    const bill = await order(shop, '3', [line(shop.menu.tea)]);
    expect(await refusalOf(voidBill(shop.store, shop.admin, { billId: bill.key, reason: ' x ' }))).toMatchObject({
      reason: 'reasonMissing',
    });
  });

  it('[R15.10] [R18.9] transfers a bill to a free slot and notifies both slots', async () => {
    const bill = await order(shop, '4', [line(shop.menu.tea)]);
    const notified: CommittedChange[] = [];
    shop.store.onCommitted((changes) => notified.push(...changes));
    const moved = await move(bill.key, '5');
    expect(moved).toMatchObject({ id: bill.id, key: bill.key, slot: '5', version: 2, total: bill.total });
    expect(notified.map(({ action }) => action)).toEqual(['Transferred', 'Transferred']);
    expect(await move(bill.key, '5')).toEqual(moved);
    expect((await createBill(shop.store, shop.waiter, sent('4'))).slot).toBe('4');
  });

  it('[R15.10] refuses to transfer to a taken or unknown slot, or a paid bill, and changes nothing', async () => {
    const [a, b] = [await order(shop, '6', [line(shop.menu.tea)]), await order(shop, '7', [line(shop.menu.tea)])];
    expect(await refusalOf(move(a.key, '7'))).toMatchObject({
      reason: 'slotOccupied',
      extra: { bill: { key: b.key } },
    });
    expect(await refusalOf(move(a.key, '41'))).toMatchObject({ reason: 'slotOutOfRange' });
    expect(await findBill(shop.store, shop.outletId, a.key)).toEqual(a);
    const paid = await settle(shop, a);
    expect(await refusalOf(move(paid.key, '8'))).toMatchObject({ reason: 'billClosed' });
  });

  it('[R15.10] applies the service charge of the target slot type', async () => {
    const bill = await order(shop, '9', [line(shop.menu.burger, 2)]);
    expect(await move(bill.key, '1', undefined, 'Takeaway')).toMatchObject({ serviceCharge: 0, total: 10_800 });
  });

  it('[R18.9] moves single items to a free slot or an open bill; none is lost, doubled, or comes back with a late save', async () => {
    const bill = await order(shop, '10', [
      line(shop.menu.tea, 1, { sentQty: 1, ticketIds: ['t1'] }),
      line(shop.menu.burger),
      line(shop.menu.tea),
    ]);
    const [first, second, third] = bill.items.map((item) => item.key) as [string, string, string];
    const made = await move(bill.key, '11', [first]);
    expect(made).toMatchObject({ slot: '11', status: 'Saved', items: [{ key: first, sentQty: 1, ticketIds: ['t1'] }] });
    expect(await move(bill.key, '11', [first])).toEqual(made);
    const joined = await move(bill.key, '11', [second]);
    expect(joined.items.map((item) => item.key).toSorted()).toEqual([first, second].toSorted());
    await updateBill(shop.store, shop.waiter, {
      ...sent('10'),
      key: bill.key,
      items: [{ ...line(shop.menu.tea), key: first }],
    });
    const left = await findBill(shop.store, shop.outletId, bill.key);
    expect(left.items.map((item) => item.key)).toEqual([third]);
    expect(left.total + joined.total).toBe(bill.total);
  });
});
