/** An outlet with a small menu, people and an open shift, for tests of bills and shifts. */
import { randomUUIDv7 } from 'node:crypto';
import { type Role, rolePermissions } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillInput, BillItemInput, PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import type { Insertable } from 'kysely';
import type { MenuItemTable, OutletTable } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { addOutlet } from '../../../platform/store/testing/outlet.ts';
import { createShift } from '../../shift/service.ts';
import { type BillActor, createBill, type PayInput, payBill } from '../service.ts';

let lastKey = '';

/** Returns a key after all that were made before: those of the same millisecond would be in any order. */
export function newKey(): string {
  let key: string = randomUUIDv7();
  for (let tries = 0; key <= lastKey && tries < 100_000; tries += 1) key = randomUUIDv7();
  lastKey = key;
  return key;
}

export interface Shop {
  readonly store: Store;
  readonly outletId: number;
  readonly admin: BillActor;
  readonly waiter: BillActor;
  /** Menu item ids by name: Burger 50.00 (Kitchen), Tea 10.00 (Bar), Juice 12.00/15.00 (Small/Large), Fish by weight with an open price. */
  readonly menu: { readonly burger: number; readonly tea: number; readonly juice: number; readonly fish: number };
}

/** Returns a person of a role in an outlet. */
export function person(outletId: number, role: Role, userId = role === 'Admin' ? 1 : 2): BillActor {
  return {
    userId,
    name: role,
    outletId,
    permissions: new Set<string>(rolePermissions(role)),
    deviceId: `device-${userId}`,
    connectionId: `connection-${userId}`,
  };
}

const size = (value: string, sellingPrice: number) => ({ value, sellingPrice, isDefault: value === 'Small' });

/** Adds an outlet with its menu to a store, with an open shift unless `options` say otherwise. */
export async function addShop(
  store: Store,
  options: { shift?: boolean; outlet?: Partial<Insertable<OutletTable>> } = {},
): Promise<Shop> {
  const outletId = await addOutlet(store, { invoice_prefix: 'R', ...options.outlet });
  const add = (name: string, sizes: object[], more: Partial<Insertable<MenuItemTable>> = {}) =>
    addMenuItem(store, outletId, { name, sizes: JSON.stringify(sizes), ...more });
  const shop: Shop = {
    store,
    outletId,
    admin: person(outletId, 'Admin'),
    waiter: person(outletId, 'User'),
    menu: {
      burger: await add('Burger', [size('Small', 5000)], { type: 'Kitchen' }),
      tea: await add('Tea', [size('Small', 1000)], { type: 'Bar' }),
      juice: await add('Juice', [size('Small', 1200), size('Large', 1500)], { type: 'Bar' }),
      fish: await add('Fish', [size('Small', 9000)], { is_open_price: true, is_sold_by_weight: true }),
    },
  };
  await forgetDevices(store, outletId);
  if (options.shift !== false) await createShift(store, shop.waiter, { key: newKey(), openingBalance: 100_000 });
  return shop;
}

/** Writes that the server has never heard of the devices of `person` since the epoch: what they did before now is believed. */
function forgetDevices(store: Store, outletId: number): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    for (const device_id of ['device-1', 'device-2'])
      tx.write(
        tx.db.insertInto('device_contact').values({ outlet_id: outletId, device_id, heard_at: 0, absences: '[]' }),
      );
  });
}

/** Adds an item to the outlet's menu and returns its id. */
export function addMenuItem(
  store: Store,
  outletId: number,
  item: Partial<Insertable<MenuItemTable>> & { name: string; sizes: string },
): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('menu_item');
    tx.write(
      tx.db.insertInto('menu_item').values({
        outlet_id: outletId,
        id,
        key: newKey(),
        category_ids: '[]',
        type: 'Kitchen',
        image: null,
        gst_mode: null,
        gst_bp: null,
        created_at: 0,
        created_by: null,
        modified_at: 0,
        modified_by: null,
        ...item,
      }),
    );
    tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
    return id;
  });
}

/** Writes a setting of the outlet. */
export function setSetting(shop: Shop, key: string, value: string | readonly string[]): Promise<void> {
  const { store, outletId } = shop;
  return store.writeOutlet(outletId, async (tx) => {
    const row =
      typeof value === 'string' ? { value, value_list: null } : { value: null, value_list: JSON.stringify(value) };
    const values = { outlet_id: outletId, key, modified_at: 0, modified_by: null, ...row };
    tx.write(
      tx.db
        .insertInto('setting')
        .values(values)
        .onConflict((conflict) => conflict.columns(['outlet_id', 'key']).doUpdateSet(row)),
    );
    tx.change({ entity: 'Settings', id: null, version: 1, action: 'Updated' });
  });
}

/** Returns an item as a device sends it. */
export const line = (menuItemId: number, qty = 1, more: Partial<BillItemInput> = {}): BillItemInput => ({
  key: newKey(),
  menuItemId,
  qty,
  ...more,
});

/** Returns a bill as a device sends it at check-in. */
export const sent = (slot: string, more: Partial<BillInput> = {}): BillInput => ({
  key: newKey(),
  type: 'Table',
  slot,
  items: [],
  ...more,
});

/** Opens a bill with items. */
export const order = (shop: Shop, slot: string, items: BillItemInput[], more: Partial<BillInput> = {}): Promise<Bill> =>
  createBill(shop.store, shop.waiter, sent(slot, { items, ...more }));

/** Returns a cash payment. */
export const cash = (amount: number, more: Partial<PaymentInput> = {}): PaymentInput => ({
  key: newKey(),
  method: 'Cash',
  amount,
  ...more,
});

/** Returns the payment request of a till that has seen the current bill. */
export const payment = (
  bill: Bill,
  payments: PaymentInput[] = [cash(bill.total)],
  more: Partial<PayInput> = {},
): PayInput => ({
  key: bill.key,
  payments,
  seen: { itemKeys: bill.items.map((item) => item.key), total: bill.total },
  ...more,
});

/** Pays a bill in cash. */
export const settle = async (shop: Shop, bill: Bill): Promise<Bill> =>
  (await payBill(shop.store, shop.waiter, payment(bill))).bill;

/** Returns the refusal of a promise; undefined when it was fulfilled. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ reason: string; status: number; message: string; extra: Record<string, unknown> } | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    const { refusal } = error as { refusal?: Refusal };
    if (refusal === undefined) throw error;
    const { reason, status, message, extra = {} } = refusal;
    return { reason, status, message, extra };
  }
}
