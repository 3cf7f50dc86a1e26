/**
 * Creates the stock of the demo restaurant: opening stock, recipes, vendors' invoices, requests and a count. Source:
 * docs/rules.md#demo.
 */

import { payInvoice } from '../modules/invoice/pay.ts';
import { receiveInvoice } from '../modules/invoice/receive.ts';
import { createInvoice, moveInvoice } from '../modules/invoice/service.ts';
import { createRecipe } from '../modules/recipe/service.ts';
import { createCount, moveCount, saveCountLines } from '../modules/stock/count/count.ts';
import { findCount } from '../modules/stock/count/count-find.ts';
import { adjustStock } from '../modules/stock/movement/log.ts';
import { createRequest, moveRequest } from '../modules/stock/request/request.ts';
import type { Actor } from '../platform/http/actor.ts';
import type { Store } from '../platform/store/store.ts';
import { type DemoInvoice, demoInvoices, demoOpening, demoRecipes } from './demo-opening.ts';
import { seedKey } from './seed-key.ts';

const day = 86_400_000;
const hour = 3_600_000;

interface StockRecords {
  readonly items: ReadonlyMap<string, { readonly id: number; readonly storageId: number }>;
  readonly storages: ReadonlyMap<string, number>;
  readonly vendors: ReadonlyMap<string, number>;
  readonly dishes: ReadonlyMap<string, number>;
}

type Named = 'storage' | 'vendor' | 'menu_item';

function readStockRecords(store: Store, outletId: number): Promise<StockRecords> {
  return store.readOutlet(outletId, async (db) => {
    const named = async (table: Named): Promise<ReadonlyMap<string, number>> => {
      const rows = await db.selectFrom(table).select(['id', 'name']).where('outlet_id', '=', outletId).execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    };
    const items = await db
      .selectFrom('inventory_item')
      .select(['id', 'name', 'default_storage_id'])
      .where('outlet_id', '=', outletId)
      .execute();
    return {
      items: new Map(items.map((item) => [item.name, { id: item.id, storageId: item.default_storage_id }])),
      storages: await named('storage'),
      vendors: await named('vendor'),
      dishes: await named('menu_item'),
    };
  });
}

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`The demo data has no ${name}`);
  return found;
}

/** The storekeeper and the approver of the demo. */
export interface StockPeople {
  readonly keeper: Actor;
  readonly approver: Actor;
}

/** Returns the states of a path that come after the one that a killed start had reached. */
function stepsAfter<State extends string>(path: readonly State[], reached: string): readonly State[] {
  return path.slice(path.indexOf(reached as State) + 1);
}

/** Fills the stock of the restaurant. Each step has a key or starts from the state that was reached, so that it can run again. */
export async function seedStock(store: Store, people: StockPeople, now: number): Promise<void> {
  const { keeper } = people;
  const records = await readStockRecords(store, keeper.outletId);
  await seedOpening(store.at(now - 21 * day), keeper, records);
  await seedRecipes(store.at(now - 20 * day), keeper, records);
  for (const invoice of demoInvoices) await seedInvoice(store, keeper, records, invoice, now);
  await seedRequests(store, people, records, now);
  await seedCount(store, keeper, records, now);
}

async function seedOpening(store: Store, actor: Actor, records: StockRecords): Promise<void> {
  const kitchen = known(records.storages, 'Kitchen');
  const put = (name: string, place: string, storageId: number, qty: number, unitCost: number) =>
    adjustStock(store, actor, {
      key: seedKey(`opening ${actor.outletId} ${name} ${place}`),
      itemId: known(records.items, name).id,
      storageId,
      type: 'Opening',
      qty,
      unitCost,
      reason: 'Opening stock',
    });
  await Promise.all(
    demoOpening.flatMap(([name, rufiyaa, inStore, inKitchen]) => {
      const unitCost = Math.round(rufiyaa * 100);
      return [
        put(name, 'store', known(records.items, name).storageId, inStore, unitCost),
        put(name, 'kitchen', kitchen, inKitchen, unitCost),
      ];
    }),
  );
}

async function seedRecipes(store: Store, actor: Actor, records: StockRecords): Promise<void> {
  const parts = new Map<string, number>();
  for (const recipe of demoRecipes) {
    const made = await createRecipe(store, actor, {
      key: seedKey(`recipe ${actor.outletId} ${recipe.name}`),
      name: recipe.name,
      menuItemId: recipe.menuItem ? known(records.dishes, recipe.menuItem) : 0,
      size: recipe.size ?? '',
      yieldQty: recipe.yieldQty ?? 1,
      yieldUnit: recipe.yieldUnit ?? 'portion',
      method: recipe.method ?? '',
      lines: recipe.lines.map(([name, qty, unit, wastagePct = 0]) => ({
        itemId: parts.has(name) ? 0 : known(records.items, name).id,
        subRecipeId: parts.get(name) ?? 0,
        qty,
        unit,
        wastagePct,
      })),
    });
    if (!recipe.menuItem) parts.set(recipe.name, made.id);
  }
}

async function seedInvoice(
  store: Store,
  actor: Actor,
  records: StockRecords,
  demo: DemoInvoice,
  now: number,
): Promise<void> {
  const at = now - demo.daysAgo * day;
  const invoiceDate = new Date(at).toISOString().slice(0, 10);
  const key = (what: string): string => seedKey(`invoice ${actor.outletId} ${demo.paper} ${what}`);
  const invoice = await createInvoice(store.at(at), actor, {
    key: key('draft'),
    vendorInvoiceNo: demo.paper,
    vendorId: known(records.vendors, demo.vendor),
    invoiceDate,
    gstMode: 'Exclusive',
    otherCharges: Math.round((demo.freight ?? 0) * 100),
    lines: demo.lines.map(([name, qty, unit, price]) => ({
      kind: 'Item' as const,
      itemId: known(records.items, name).id,
      qty,
      unit,
      unitPrice: Math.round(price * 100),
      gstPct: 8,
    })),
  });
  const { id, total, status } = invoice;
  if (demo.state === 'Draft') return;
  if (status === 'Draft') await moveInvoice(store.at(at), actor, { id, status: 'Posted' });
  if (demo.state === 'Posted') return;
  await receiveInvoice(store.at(at + 2 * hour), actor, { id, key: key('received'), date: invoiceDate });
  if (demo.state === 'Received') return;
  const paid = { amount: total, method: 'BankTransfer', reference: `TRF ${demo.paper}` };
  await payInvoice(store.at(at + 3 * hour), actor, { id, key: key('paid'), date: invoiceDate, ...paid });
}

const requestPath = ['Submitted', 'Approved', 'Issued', 'Received', 'Closed'] as const;

async function seedRequests(
  store: Store,
  { keeper, approver }: StockPeople,
  records: StockRecords,
  now: number,
): Promise<void> {
  const ask = (
    name: string,
    at: number,
    lines: readonly (readonly [string, number])[],
    priority: 'Normal' | 'Urgent',
  ) =>
    createRequest(store.at(at), keeper, {
      key: seedKey(`request ${keeper.outletId} ${name}`),
      purpose: 'Issue',
      fromStorageId: known(records.storages, 'Dry store'),
      toStorageId: known(records.storages, 'Kitchen'),
      priority,
      note: name,
      lines: lines.map(([item, qtyRequested]) => ({ itemId: known(records.items, item).id, qtyRequested })),
    });
  const weekAgo = now - 6 * day;
  const first = await ask(
    'For the weekend',
    weekAgo,
    [
      ['Basmati rice', 10],
      ['Burger buns', 24],
    ],
    'Normal',
  );
  for (const status of stepsAfter(requestPath, first.status)) {
    const at = weekAgo + (requestPath.indexOf(status) + 1) * hour;
    await moveRequest(store.at(at), status === 'Approved' ? approver : keeper, { id: first.id, status });
  }
  const second = await ask(
    'Low in the kitchen',
    now - 5 * hour,
    [
      ['Potatoes', 10],
      ['Onions', 5],
    ],
    'Urgent',
  );
  await moveRequest(store.at(now - 4 * hour), keeper, { id: second.id, status: 'Submitted' });
  await ask('Next week', now - 2 * hour, [['Cooking oil', 8]], 'Normal');
}

async function seedCount(store: Store, actor: Actor, records: StockRecords, now: number): Promise<void> {
  const at = now - 2 * day;
  const count = await createCount(store.at(at), actor, {
    key: seedKey(`count ${actor.outletId}`),
    storageId: known(records.storages, 'Chiller'),
    scope: 'Full',
    note: 'Weekly count',
  });
  if (count.status === 'Draft') await moveCount(store.at(at + hour), actor, { id: count.id, status: 'Counting' });
  await saveLines(store.at(at + 2 * hour), actor, count.id);
  for (const status of stepsAfter(['Counting', 'Review', 'Posted'], count.status).filter((one) => one !== 'Counting'))
    await moveCount(store.at(at + 3 * hour), actor, { id: count.id, status });
}

/** Writes the counted quantities, unless they are written: one item is always short and another one over. */
async function saveLines(store: Store, actor: Actor, id: number): Promise<void> {
  const count = await findCount(store, actor.outletId, id);
  if (count.status !== 'Counting' || count.lines.some((line) => line.counted !== null)) return;
  const lines = count.lines
    .filter((line) => (line.expected ?? 0) > 0)
    .map((line, index) => {
      const some = line.unit === 'pc' ? 1 : 0.2;
      const off = index % 4 === 1 ? -some : index % 5 === 3 ? some : 0;
      return { itemId: line.itemId, counted: Math.round(((line.expected ?? 0) + off) * 1000) / 1000 };
    });
  await saveCountLines(store, actor, { id, lines });
}
