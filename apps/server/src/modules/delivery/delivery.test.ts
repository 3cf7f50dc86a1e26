import { randomUUIDv7 } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { feeLine } from '@atoll/domain/delivery/fee';
import { beforeAll, expect, it } from 'vitest';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedUser } from '../../seed/seed-user.ts';
import { listPeople } from '../auth/service.ts';
import { type BillActor, refundBill, updateBill } from '../bill/service.ts';
import { addShop, line, order, refusalOf, type Shop, sent, settle } from '../bill/testing/shop.ts';
import { bump, findTickets } from '../kitchen/service.ts';
import { changeDelivery, type DeliveryInput, listDeliveries, markReady, riderCash } from './service.ts';

const slotTypes = JSON.stringify(
  (['Table', 'Delivery', 'Takeaway'] as const).map((type) => ({
    type,
    slotCount: 501,
    rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: type === 'Table' ? 10 : 0, gstPct: 8 }],
  })),
);

eachEngine('deliveries', (on) => {
  let shop: Shop;
  let clock = Date.parse('2026-03-04T08:00:00Z');
  let slot = 0;
  let rider = 0;
  let zone = 0;
  const open = (items = [line(shop.menu.burger)], type: Bill['type'] = 'Delivery') =>
    order(shop, String((slot += 1)), items, { type });
  const change = (bill: Bill, input: Omit<DeliveryInput, 'billId'>, actor: BillActor = shop.waiter) =>
    changeDelivery(shop.store, actor, { billId: bill.id ?? 0, ...input });
  /** Takes the bill through the delivery steps, one by one. */
  const moveThrough = async (bill: Bill, ...steps: NonNullable<DeliveryInput['deliveryStatus']>[]) => {
    let now = bill;
    for (const deliveryStatus of steps) now = await change(bill, { deliveryStatus });
    return now;
  };
  const list = async (more: object = {}) => {
    const all = { type: undefined, status: undefined, customerId: undefined, shiftId: undefined, riderId: undefined };
    const { bills, count } = await listDeliveries(shop.store, shop.admin, {
      ...all,
      search: '',
      from: undefined,
      to: undefined,
      limit: 100,
      offset: 0,
      sort: 'id',
      direction: 'desc',
      now: clock,
      ...more,
    });
    return { bills: bills.map((text) => JSON.parse(text) as Bill), count };
  };
  beforeAll(async () => {
    const store = await on.open({ now: () => clock });
    shop = await addShop(store, { outlet: { slot_types: slotTypes, features: '["Kitchen","Delivery"]' } });
    const person = { role: 'User' as const, jobTitle: '', department: '', password: 'long enough', passcode: '4826' };
    rider = await seedUser(
      store,
      { ...person, email: 'ali@reef.example', name: 'Ali', outletIds: [shop.outletId] },
      clock,
    );
    zone = await store.writeOutlet(shop.outletId, async (tx) => {
      const id = await tx.nextId('zone');
      const made = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };
      const terms = { name: 'Hulhumalé', fee: 2500, min_order: 8000, free_above: 12_000, eta_minutes: 40, sort: 1 };
      tx.write(
        tx.db.insertInto('zone').values({ outlet_id: shop.outletId, id, key: randomUUIDv7(), ...terms, ...made }),
      );
      return id;
    });
  });

  it('lists an order with the refund of its payment', async () => {
    const paid = await settle(shop, await moveThrough(await open(), 'Accepted'));
    await refundBill(shop.store, shop.admin, {
      key: randomUUIDv7(),
      billId: paid.key,
      reason: 'Cold',
      payments: [{ key: randomUUIDv7(), method: 'Cash', amount: paid.total }],
    });
    const found = (await list({ status: 'Active' })).bills.find(({ key }) => key === paid.key);
    expect(found?.refundState).toBe('Full');
  });

  it('[R35.76] stores the allergies of a delivery and shows them on its kitchen tickets', async () => {
    const bill = await open();
    const changed = await change(bill, { allergies: ' Shellfish ' });
    expect(changed.delivery).toMatchObject({ allergies: 'Shellfish' });
    const tickets = (await findTickets(shop.store, shop.admin, clock)).filter(({ billKey }) => billKey === bill.key);
    expect(tickets.map(({ allergies }) => allergies)).toEqual(['Shellfish']);
  });

  it('[R2.15] moves a delivery step by step and records who did what and when', async () => {
    const bill = await open();
    expect([bill.deliveryStatus, bill.delivery]).toEqual(['Pending', null]);
    await change(bill, {
      name: 'Ibrahim',
      phone: '7771234',
      address: 'Orchid Magu',
      landmark: 'Blue gate',
      riderId: rider,
    });
    const out = await moveThrough(bill, 'Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered');
    expect(out).toMatchObject({
      deliveryStatus: 'Delivered',
      isOpen: true,
      delivery: { name: 'Ibrahim', address: 'Orchid Magu', riderId: rider, riderName: 'Ali', channel: 'Phone' },
    });
    expect(out.delivery?.steps.map(({ status, byName }) => `${status} ${byName}`)).toEqual([
      'Accepted User',
      'Preparing User',
      'Ready User',
      'OutForDelivery User',
      'Delivered User',
    ]);
    expect((await verifyHistory(shop.store, shop.outletId)).ok).toBe(true);
  });

  it('leaves the bill unchanged when the same delivery change is repeated', async () => {
    const bill = await open();
    const input = { name: 'Aisha', zoneId: zone, deliveryStatus: 'Accepted' as const };
    const first = await change(bill, input);
    expect((await change(bill, input)).version).toBe(first.version);
  });

  it('refuses a phone with letters or too few digits, and keeps a stored one of an earlier release', async () => {
    const bill = await open();
    for (const phone of ['abc??', '1234'])
      expect(await refusalOf(change(bill, { phone }))).toMatchObject({ reason: 'phoneInvalid', status: 422 });
    expect((await change(bill, { phone: ' +960 777-1234 ' })).delivery?.phone).toBe('+960 777-1234');
    const guest = { id: 0, key: randomUUIDv7(), name: 'Nasra', phone: 'reception' };
    const older = await order(shop, String((slot += 1)), [line(shop.menu.burger)], {
      type: 'Delivery',
      customer: guest,
    });
    expect((await change(older, { phone: 'reception', note: 'Ring' })).delivery).toMatchObject({
      phone: 'reception',
      note: 'Ring',
    });
    expect((await change(bill, { phone: '' })).delivery?.phone).toBe('');
  });

  it('refuses steps that the delivery status does not allow, a missing reason, a table bill, and unknown riders and zones', async () => {
    const bill = await open();
    const reason = async (input: Omit<DeliveryInput, 'billId'>, target = bill) =>
      (await refusalOf(change(target, input)))?.reason;
    expect(await reason({ deliveryStatus: 'Delivered' })).toBe('deliveryStep');
    expect(await reason({ deliveryStatus: 'Rejected' })).toBe('reasonMissing');
    expect(await reason({ riderId: 999_999 })).toBe('riderUnknown');
    expect(await reason({ zoneId: 999_999 })).toBe('zoneUnknown');
    expect(await reason({ deliveryStatus: 'Accepted' }, await open([], 'Table'))).toBe('notDelivery');
    const takeaway = await open([line(shop.menu.tea)], 'Takeaway');
    expect(await reason({ deliveryStatus: 'Accepted' }, takeaway)).toBe('deliveryStep');
    await moveThrough(takeaway, 'Preparing', 'Ready', 'PickedUp');
    expect(await reason({ deliveryStatus: 'Cancelled', reason: 'Too late' }, takeaway)).toBe('deliveryEnded');
  });

  it('refuses to accept or prepare an order without items, also when it has a fee, and cancels it', async () => {
    const reason = async (target: Bill, deliveryStatus: 'Accepted' | 'Preparing') =>
      (await refusalOf(change(target, { deliveryStatus })))?.reason;
    const empty = await change(await open([]), { zoneId: zone });
    expect(feeLine(empty)).toBeDefined();
    expect(await reason(empty, 'Accepted')).toBe('orderEmpty');
    expect(await reason(await open([], 'Takeaway'), 'Preparing')).toBe('orderEmpty');
    expect(await change(empty, { deliveryStatus: 'Cancelled', reason: 'Wrong number' })).toMatchObject({
      isVoid: true,
    });
  });

  it('adds the zone’s fee to the bill as an item with GST, and sets the promised time', async () => {
    const bill = await change(await open(), { zoneId: zone });
    expect(bill).toMatchObject({ subTotal: 7500, gst: 600, total: 8100, status: 'Saved' });
    expect(feeLine(bill)).toMatchObject({ name: 'Delivery fee', sellingPrice: 2500, menuItemId: 0, gstPct: 8 });
    expect(feeLine(bill)?.id).toBeGreaterThan(0);
    expect(bill.delivery).toMatchObject({ zoneName: 'Hulhumalé', fee: 2500, minOrder: 8000 });
    expect(bill.delivery?.promisedAt).toBe(new Date(clock + 40 * 60_000).toISOString());
  });

  it('waives the fee above the zone’s limit, and charges it again below', async () => {
    const bill = await change(await open(), { zoneId: zone });
    const more = line(shop.menu.burger, 2);
    const { bill: free } = await updateBill(shop.store, shop.waiter, {
      ...sent(bill.slot),
      type: 'Delivery',
      key: bill.key,
      items: [more],
    });
    expect([free.subTotal, free.delivery?.fee, feeLine(free)?.sellingPrice]).toEqual([15_000, 0, 0]);
    const { bill: less } = await updateBill(shop.store, shop.admin, {
      ...sent(bill.slot),
      type: 'Delivery',
      key: bill.key,
      items: [{ ...more, isVoid: true, voidReason: 'Wrong item' }],
    });
    expect([less.subTotal, less.delivery?.fee]).toEqual([7500, 2500]);
  });

  it('allows a lower fee only with the permission for prices, and refuses a change of the fee after payment', async () => {
    const bill = await change(await open(), { zoneId: zone });
    expect(await refusalOf(change(bill, { fee: 1000 }))).toMatchObject({ status: 403 });
    expect(await change(bill, { fee: 1000 }, shop.admin)).toMatchObject({
      subTotal: 6000,
      delivery: { fee: 1000, isFeeFixed: true },
    });
    const paid = await settle(shop, await change(bill, { note: 'Ring twice' }));
    expect((await refusalOf(change(paid, { fee: 0 }, shop.admin)))?.reason).toBe('billClosed');
  });

  it('allows further steps of a delivery after its bill was paid', async () => {
    const bill = await open();
    const paid = await settle(shop, await moveThrough(bill, 'Accepted', 'Preparing', 'Ready'));
    const out = await change(paid, { deliveryStatus: 'OutForDelivery', riderId: rider });
    expect(out).toMatchObject({
      status: 'Complete',
      isOpen: false,
      deliveryStatus: 'OutForDelivery',
      version: paid.version + 1,
    });
    expect(out.invoiceNumber).toBe(paid.invoiceNumber);
  });

  it('voids the bill of a cancelled or rejected order, with the reason', async () => {
    const bill = await open();
    expect(await change(bill, { deliveryStatus: 'Rejected', reason: 'Too far away' })).toMatchObject({
      isVoid: true,
      voidReason: 'Too far away',
      deliveryStatus: 'Rejected',
      delivery: { steps: [{ reason: 'Too far away' }] },
    });
    const sentBill = await open([line(shop.menu.burger, 1, { sentQty: 1 })]);
    expect(await refusalOf(change(sentBill, { deliveryStatus: 'Cancelled', reason: 'Guest called' }))).toMatchObject({
      status: 403,
    });
    expect(await change(sentBill, { deliveryStatus: 'Cancelled', reason: 'Guest called' }, shop.admin)).toMatchObject({
      isVoid: true,
    });
    expect((await refusalOf(change(sentBill, { note: 'x' }, shop.admin)))?.reason).toBe('billVoid');
  });

  it('moves a delivery to Ready automatically when the kitchen has made all its items', async () => {
    const bill = await open([line(shop.menu.burger), line(shop.menu.tea)]);
    const tickets = (await findTickets(shop.store, shop.admin, clock)).filter(({ billId }) => billId === bill.id);
    for (const { key } of tickets) await bump(shop.store, shop.admin, { key, state: 'Ready' }, markReady);
    const [found] = (await list({ search: String(bill.number) })).bills;
    expect(found).toMatchObject({ deliveryStatus: 'Ready', version: bill.version + 1 });
    expect(found?.delivery?.steps.map(({ status }) => status)).toEqual(['Accepted', 'Preparing', 'Ready']);
  });

  it('[R2.15] lists active and ended orders by slot type, rider and text', async () => {
    const bill = await open([line(shop.menu.tea)], 'Takeaway');
    await change(bill, { name: 'Zeenath Riza', riderId: rider });
    const active = async () => (await list({ status: 'Active', type: 'Takeaway' })).bills.map(({ id }) => id);
    expect(await active()).toContain(bill.id);
    const paid = await settle(shop, bill);
    expect(await active()).toContain(bill.id);
    await moveThrough(paid, 'Preparing', 'Ready', 'PickedUp');
    expect(await active()).not.toContain(bill.id);
    const ended = await list({ status: 'Ended', search: 'zeenath' });
    expect(ended.bills.map(({ id }) => id)).toEqual([bill.id]);
    expect((await list({ riderId: rider, status: 'PickedUp' })).count).toBe(1);
    expect((await list({ limit: 2 })).bills).toHaveLength(2);
    expect((await list()).bills.every(({ type }) => type !== 'Table')).toBe(true);
  });

  it('[R2.15] keeps a delivered order in the list of the board until it is paid', async () => {
    const bill = await open([line(shop.menu.tea)], 'Takeaway');
    await moveThrough(bill, 'Preparing', 'Ready', 'PickedUp');
    const active = async () => (await list({ status: 'Active', type: 'Takeaway' })).bills.map(({ id }) => id);
    expect(await active()).toContain(bill.id);
    await settle(shop, bill);
    expect(await active()).not.toContain(bill.id);
  });

  it('lists a paid order without a last step as ended from the next day, and an unpaid one as active', async () => {
    const paid = await settle(shop, await open([line(shop.menu.tea)], 'Takeaway'));
    const unpaid = await open([line(shop.menu.tea)], 'Takeaway');
    const ids = async (status: string) => (await list({ status, type: 'Takeaway' })).bills.map(({ id }) => id);
    expect(await ids('Active')).toEqual(expect.arrayContaining([paid.id, unpaid.id]));
    clock += 19 * 3_600_000;
    expect(await ids('Active')).toContain(unpaid.id);
    expect(await ids('Active')).not.toContain(paid.id);
    expect(await ids('Ended')).toContain(paid.id);
  });

  it('returns the cash that each rider of a shift handed in and still has', async () => {
    const before = await currentRiderCash();
    const bill = await open([line(shop.menu.burger, 2)]);
    await change(bill, { riderName: 'Hassan' });
    const delivered = await moveThrough(bill, 'Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered');
    expect(await currentRiderCash()).toEqual([
      ...before,
      { riderId: null, riderName: 'Hassan', deliveries: 1, handedIn: 0, toHandIn: delivered.total },
    ]);
    await settle(shop, delivered);
    expect((await currentRiderCash()).at(-1)).toMatchObject({
      riderName: 'Hassan',
      handedIn: delivered.total,
      toHandIn: 0,
    });
  });
  const currentRiderCash = async () => {
    const shiftId = (await open([])).shiftId ?? 0;
    return shop.store.readOutlet(shop.outletId, (db) => riderCash(db, shop.outletId, shiftId));
  };

  it('lists the outlet’s people as riders', async () => {
    expect(await listPeople(shop.store, shop.outletId)).toEqual([{ id: rider, name: 'Ali' }]);
    clock += 1;
  });
});
