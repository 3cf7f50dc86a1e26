import type { Bill } from '@atoll/domain/bill/bill';
import { beforeEach, describe, expect, it } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { wakeOutbox } from '../outbox/outbox.ts';
import { copyOf } from '../storage/copy.ts';
import { useApp } from '../sync/app-store.ts';
import { juice } from '../sync/testing/till.ts';
import { hasUnsaved, useBills } from './bills.ts';
import type { Core } from './core.ts';
import { billsKeeper } from './take-bills.ts';
import {
  at,
  bills,
  checkIn,
  elsewhere,
  savedBill,
  sent,
  startBillsTill,
  till,
  toasts,
  withoutIds,
} from './testing/bills-till.ts';
import { showSlot } from './toast/shown-slot.ts';

startBillsTill();

let hide = (): void => undefined;
beforeEach(() => hide());

it('keeps a copy of the open bills with the first change of them, without delay, and of those that follow soon after', async () => {
  const bill = till.server.bills.get(await savedBill('3')) as Bill;
  let server: Record<string, Bill> = { one: { ...bill, key: 'one' } };
  const keep = billsKeeper({ get: () => ({ outletId: 77, server }) } as unknown as Core);
  const kept = async () => (await copyOf<Bill[]>(77, 'bills'))?.map(({ key }) => key);
  keep();
  expect(await kept()).toEqual(['one']);
  for (const key of ['two', 'three']) {
    server = { ...server, [key]: { ...bill, key } };
    keep();
  }
  expect(await kept()).toEqual(['one']);
  await expect.poll(kept).toEqual(['one', 'two', 'three']);
});

describe('updates from the server', () => {
  it("[R15.11] replaces a known bill with the warning 'Bill updated from server' and keeps unsaved lines on top", async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    const item = {
      ...(till.server.bills.get(key) as Bill).items[0],
      key: crypto.randomUUID(),
      id: 999,
      name: 'Tuna',
    } as Bill['items'][0];
    elsewhere(key, (bill) => ({ items: [...bill.items, item] }));
    hide = showSlot('Table', '3');
    await bills().refetch(key, true);
    expect(withoutIds(at('3'))?.sort()).toEqual(['1 Lagoon Burger', '1 Lime Juice', '1 Tuna']);
    expect(toasts).toEqual([
      { kind: 'warning', message: 'Bill updated from server', details: 'Table 3', id: 'billUpdated' },
    ]);
    expect(hasUnsaved(bills().drafts[key])).toBe(true);
  });

  it("[R15.11] shows an unknown bill in its slot with the info 'Bill updated from server'", async () => {
    const key = await savedBill('3');
    const theirs = { ...(till.server.bills.get(key) as Bill), key: 'theirs', id: 555, slot: '8' };
    till.server.bills.set('theirs', theirs);
    hide = showSlot('Table', '8');
    await bills().refetch(555, true);
    expect(at('8')?.key).toBe('theirs');
    expect(toasts).toEqual([
      { kind: 'info', message: 'Bill updated from server', details: 'Table 8', id: 'billUpdated' },
    ]);
  });

  it("[R35.31] says 'Bill updated from server' once, for the bill on the screen only, and never as a notification", async () => {
    const key = await savedBill('3');
    const other = await savedBill('4');
    hide = showSlot('Table', '3');
    elsewhere(other, () => ({ covers: 4 }));
    await bills().refetch(other, true);
    expect(toasts).toEqual([]);
    elsewhere(key, () => ({ covers: 2 }));
    await Promise.all([bills().refetch(key, true), bills().refetch(key, true)]);
    expect(toasts.map(({ message, id }) => [message, id])).toEqual([['Bill updated from server', 'billUpdated']]);
    useApp.getState().setError({ message: 'Bill updated from server' } as never);
    expect(useApp.getState().notifications.map(({ message }) => message)).not.toContain('Bill updated from server');
    hide();
    elsewhere(key, () => ({ covers: 5 }));
    toasts.length = 0;
    await bills().refetch(key, true);
    expect(toasts).toEqual([]);
  });

  it("[R35.31] says nothing when a bill with unsaved or waiting items looks the same after the server's version", async () => {
    const key = await savedBill('3');
    hide = showSlot('Table', '3');
    bills().addItem(key, { menuItem: juice });
    elsewhere(key, (bill) => ({ items: bill.items.map((item) => ({ ...item, sentQty: item.qty })) }));
    await bills().refetch(key, true);
    till.server.network = 'lost';
    await bills().save(key);
    elsewhere(key, () => ({}));
    till.server.network = 'fine';
    await bills().refetch(key, true);
    expect(toasts).toEqual([]);
    elsewhere(key, () => ({ covers: 3 }));
    await bills().refetch(key, true);
    expect(toasts).toMatchObject([{ kind: 'warning', message: 'Bill updated from server' }]);
  });

  it('[R15.11] clears the slot of a Complete bill and keeps its unsaved items as orphaned items', async () => {
    const key = await savedBill('3');
    bills().addItem(key, { menuItem: juice });
    elsewhere(key, () => ({ status: 'Complete', isOpen: false }));
    await bills().refetch(key, true);
    expect(at('3')).toBeUndefined();
    expect(bills().stranded[key]).toMatchObject({ type: 'Table', slot: '3', items: [{ name: 'Lime Juice' }] });
  });

  it('[R15.11] keeps unsaved items of a bill that was merged into a closed one as orphaned items', async () => {
    const absorbed = await savedBill('3');
    const closed = await savedBill('4');
    elsewhere(closed, () => ({ status: 'Complete', isOpen: false }));
    await bills().refetch(closed);
    bills().addItem(absorbed, { menuItem: juice });
    till.server.bills.set(absorbed, till.server.bills.get(closed) as Bill);
    await bills().refetch(absorbed);
    expect(bills().stranded[closed]?.items.map(({ name }) => name)).toEqual(['Lime Juice']);
    expect(bills().drafts).toEqual({});
  });

  it('[R15.11] keeps no sent quantity of a waiting item whose bill was merged into a closed one', async () => {
    const absorbed = await savedBill('3');
    const closed = await savedBill('4');
    elsewhere(closed, () => ({ status: 'Complete', isOpen: false }));
    await bills().refetch(closed);
    till.server.network = 'dead';
    bills().addItem(absorbed, { menuItem: juice });
    await bills().save(absorbed);
    const item = at('3')?.items.at(-1);
    if (!item) throw new Error('The item is not on the bill');
    bills().markSent(absorbed, { key: 'ticket', lines: [{ item, qty: 1, change: 'New' }] });
    expect(Object.keys(bills().drafts[absorbed]?.edits ?? {})).toEqual([item.key]);
    till.server.bills.set(absorbed, till.server.bills.get(closed) as Bill);
    till.server.network = 'fine';
    await bills().refetch(absorbed);
    expect(bills().drafts).toEqual({});
  });

  it('sends the mark of an item that another till moved to a bill that was not known when its ticket was printed', async () => {
    const from = await savedBill('3');
    const bill = till.server.bills.get(from) as Bill;
    const [item] = bill.items;
    if (!item) throw new Error('The item is not on the bill');
    const target: Bill = { ...bill, id: 77, key: crypto.randomUUID(), slot: '5', version: 1 };
    elsewhere(from, () => ({ items: [] }));
    await bills().refetch(from);
    bills().markSent(from, { key: 'ticket', lines: [{ item, qty: 1, change: 'New' }] });
    till.server.bills.set(target.key, target);
    bills().takeServer(target);
    await expect.poll(() => till.server.bills.get(target.key)?.items[0]?.sentQty).toBe(1);
    expect(bills().drafts).toEqual({});
  });

  it('sends the mark of an item on another bill after a start that no longer knows the bill of its ticket', async () => {
    const from = await savedBill('3');
    const bill = till.server.bills.get(from) as Bill;
    const [item] = bill.items;
    if (!item) throw new Error('The item is not on the bill');
    const target: Bill = { ...bill, id: 78, key: crypto.randomUUID(), slot: '5', version: 1 };
    elsewhere(from, () => ({ items: [] }));
    await bills().refetch(from);
    bills().markSent(from, { key: 'ticket', lines: [{ item, qty: 1, change: 'New' }] });
    till.server.bills.delete(from);
    till.server.bills.set(target.key, target);
    useBills.setState({ loaded: false, server: {}, bills: {}, slots: {} });
    await bills().loadActive();
    await expect.poll(() => till.server.bills.get(target.key)?.items[0]?.sentQty).toBe(1);
    expect(bills().drafts).toEqual({});
  });

  it('ignores a version older than the known one', async () => {
    const key = await savedBill('3');
    const old = till.server.bills.get(key) as Bill;
    bills().takeServer({ ...old, version: old.version + 2, note: 'new' });
    bills().takeServer({ ...old, version: old.version + 1, note: 'late' }, true);
    expect(at('3')?.note).toBe('new');
    expect(toasts).toEqual([]);
  });

  it('fetches a bill once more, not twice, for requests during a fetch', async () => {
    const key = await savedBill('3');
    till.server.seen.length = 0;
    await Promise.all([bills().refetch(key), bills().refetch(key), bills().refetch(key), bills().refetch(key)]);
    await expect.poll(() => till.server.seen.length).toBe(2);
  });

  it('[R15.8] merges a check-in that lost its slot to another till into the bill there, with its draft', async () => {
    const theirs = await savedBill('7');
    const bill = till.server.bills.get(theirs) as Bill;
    await bills().loadActive();
    till.server.network = 'dead';
    const mine = await checkIn('3');
    till.server.bills.set(theirs, { ...bill, slot: '3', version: bill.version + 1 });
    bills().addItem(mine, { menuItem: juice });
    till.server.network = 'fine';
    await wakeOutbox();
    await expect.poll(() => bills().aliases[mine]).toBe(theirs);
    expect(at('3')?.key).toBe(theirs);
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger', '1 Lime Juice']);
    await bills().save(mine);
    await sent(theirs);
    expect(withoutIds(till.server.bills.get(theirs))).toEqual(['1 Lagoon Burger', '1 Lime Juice']);
  });
});

describe('what another person did with the bill on the screen', () => {
  const seen = async (change: (bill: Bill) => Partial<Bill>) => {
    const key = await savedBill('3');
    hide = showSlot('Table', '3');
    elsewhere(key, change);
    await bills().refetch(key, true);
    return toasts.map(({ message, details, id }) => [message, details, id]);
  };
  const closed = { isOpen: false, modifiedByName: 'Hawwa Manik' } as const;
  const updated = 'Bill updated from server';

  it('[R15.11] says who took the payment, how much, and that the bill is closed', async () => {
    expect(await seen(() => ({ ...closed, status: 'Complete' }))).toEqual([
      ['Hawwa Manik took the payment for Table 3: MVR 59.40. The bill is closed.', undefined, 'billUpdated'],
    ]);
    expect(useApp.getState().notifications).toEqual([]);
  });

  it('says who voided the bill and why, or who cancelled its check-in', async () => {
    expect(await seen(() => ({ ...closed, isVoid: true, voidReason: 'Guests left' }))).toEqual([
      ['Hawwa Manik voided the bill of Table 3: Guests left. The bill is closed.', undefined, 'billUpdated'],
    ]);
    toasts.length = 0;
    expect(await seen(() => ({ ...closed, isVoid: true, voidReason: 'Check in cancelled', items: [] }))).toEqual([
      ['Hawwa Manik cancelled the check-in of Table 3.', undefined, 'billUpdated'],
    ]);
  });

  it('[R15.11] says who moved the bill and where, and who changed it', async () => {
    expect(await seen(() => ({ slot: '9', modifiedByName: 'Hawwa Manik' }))).toEqual([
      [updated, 'Hawwa Manik moved it from Table 3 to Table 9', 'billUpdated'],
    ]);
    toasts.length = 0;
    expect(await seen(() => ({ covers: 5, modifiedByName: 'Hawwa Manik' }))).toEqual([
      [updated, 'Table 3, by Hawwa Manik', 'billUpdated'],
    ]);
  });

  it('says who merged the bill, and into which', async () => {
    const absorbed = await savedBill('3');
    const other = await savedBill('4');
    hide = showSlot('Table', '3');
    till.server.bills.set(
      absorbed,
      elsewhere(other, () => ({ modifiedByName: 'Hawwa Manik' })),
    );
    await bills().refetch(absorbed, true);
    expect(toasts).toMatchObject([{ message: updated, details: 'Hawwa Manik merged Table 3 into Table 4' }]);
  });

  it('[R15.11] says it also when the bill was closed while this till had no connection', async () => {
    const key = await savedBill('3');
    hide = showSlot('Table', '3');
    elsewhere(key, () => ({ ...closed, status: 'Complete' }));
    await bills().loadActive();
    await expect
      .poll(() => toasts.map(({ message }) => message))
      .toEqual(['Hawwa Manik took the payment for Table 3: MVR 59.40. The bill is closed.']);
    expect(at('3')).toBeUndefined();
  });
});

describe('transfer', () => {
  it('[R15.10] clears the source slot and shows the returned bill in the target slot', async () => {
    const key = await savedBill('3');
    const moved = bills().transfer(key, { type: 'Table', slot: '9' });
    await expect.poll(() => at('3')).toBeUndefined();
    expect((await moved).ok).toBe(true);
    expect(at('9')?.key).toBe(key);
    expect(at('3')).toBeUndefined();
  });

  it('[R15.10] clears the source slot on a failure too, and fetches the bill again so that nothing is lost', async () => {
    const key = await savedBill('3');
    let wasClear = false;
    till.server.handler = ({ path }) => {
      if (path !== '/bis/bill/transfer') return undefined;
      wasClear = at('3') === undefined;
      return {
        status: 409,
        body: { message: 'The slot is taken. Choose another one', reason: 'slotOccupied', code: 409 },
      };
    };
    const moved = await bills().transfer(key, { type: 'Table', slot: '9' });
    expect(moved).toMatchObject({ ok: false, refusal: { message: 'The slot is taken. Choose another one' } });
    expect(wasClear).toBe(true);
    expect(till.server.paths()).toContain(`GET /bis/bills/find/${key}`);
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
  });

  it('[R15.10] restores the bill from this device’s copy when the server cannot be reached either', async () => {
    const key = await savedBill('3');
    till.server.handler = ({ path }) => {
      if (path === '/bis/bill/transfer') till.server.network = 'dead';
      return path === '/bis/bill/transfer' ? { status: 500 } : undefined;
    };
    await bills().transfer(key, { type: 'Table', slot: '9' });
    expect(withoutIds(at('3'))).toEqual(['1 Lagoon Burger']);
  });

  it('[R15.10] refuses a Complete bill as the source', async () => {
    const key = await savedBill('3');
    await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Card', amount: 5940 }] });
    expect(await bills().transfer(key, { type: 'Table', slot: '9' })).toMatchObject({
      refusal: { reason: 'billClosed' },
    });
  });

  it('refuses a transfer without the server and shows why', async () => {
    const key = await savedBill('3');
    useConnection.setState({ isOnline: false });
    expect(await bills().transfer(key, { type: 'Table', slot: '9' })).toMatchObject({
      refusal: { reason: 'unavailable' },
    });
    expect(at('3')?.key).toBe(key);
  });
});
