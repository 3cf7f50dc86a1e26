/** Tickets that are printed too, where a kitchen screen is in use. */
import { randomUUIDv7 } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { kitchenApp } from './testing/kitchen-app.ts';

const minute = 60_000;
const day = 86_400_000;

eachEngine('a kitchen screen beside printed tickets', (on) => {
  let app: TestApp;
  let burger: number;
  /** Calls as one person at the café. */
  const person = async (role: 'Admin' | 'User') => {
    const as = await app.signIn(role);
    return async (key: Parameters<TestApp['call']>[0], call: Parameters<TestApp['call']>[1] = {}) => {
      const answer = await app.call(key, { as, ...call });
      expect([answer.body.message, answer.status]).toEqual([undefined, 200]);
      return answer.body;
    };
  };
  beforeEach(async () => {
    ({ app, burger } = await kitchenApp(on));
    const admin = await person('Admin');
    await admin('app.saveSettings', { body: [{ key: 'KotPrinter', value: 'Kitchen' }] });
    await admin('shift.create', { body: { key: randomUUIDv7(), openingBalance: 0 } });
  });

  /** Orders and pays a takeaway at once. Returns its bill. */
  async function paidTakeaway(slot: string): Promise<Bill> {
    const till = await person('Admin');
    const items = [{ key: randomUUIDv7(), menuItemId: burger, qty: 1, notes: [] }];
    const bill = (await till('bill.create', {
      body: { key: randomUUIDv7(), type: 'Takeaway', slot, items },
    })) as Bill;
    // A till asks for the tickets of its bill: that is no kitchen screen.
    await till('kitchen.tickets', { query: { bill: bill.key } });
    await till('bill.pay', {
      body: {
        key: bill.key,
        payments: [{ key: randomUUIDv7(), method: 'Card', amount: bill.total }],
        seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
      },
    });
    return bill;
  }
  const stateOf = async (bill: Bill): Promise<string | undefined> => {
    const all = (await (await person('Admin'))('kitchen.tickets', { query: { bill: bill.key } })) as KitchenTicket[];
    return all[0]?.state;
  };

  it('[R35.90] keeps what is paid before it is served on a kitchen screen that is shown, though no cook moved a ticket yet', async () => {
    const cook = await person('Admin');
    await cook('kitchen.tickets');
    const bill = await paidTakeaway('1');
    expect(await stateOf(bill)).toBe('New');
    const [ticket] = (await cook('kitchen.tickets')) as KitchenTicket[];
    expect(ticket?.billKey).toBe(bill.key);
    await cook('kitchen.bump', { body: { key: ticket?.key, state: 'Served' } });
    expect(await stateOf(bill)).toBe('Served');
  });

  it('[R35.90] keeps it a week after a cook moved a ticket, and closes it with its bill where nobody uses a screen', async () => {
    expect(await stateOf(await paidTakeaway('1'))).toBe('Served');
    const cook = await person('Admin');
    const [served] = (await cook('kitchen.tickets')) as KitchenTicket[];
    await cook('kitchen.bump', { body: { key: served?.key, state: 'Recalled' } });
    app.advance(6 * day);
    expect(await stateOf(await paidTakeaway('2'))).toBe('New');
    app.advance(day + minute);
    expect(await stateOf(await paidTakeaway('3'))).toBe('Served');
    await (await person('Admin'))('kitchen.tickets');
    app.advance(9 * minute);
    expect(await stateOf(await paidTakeaway('4'))).toBe('New');
    app.advance(2 * minute);
    expect(await stateOf(await paidTakeaway('5'))).toBe('Served');
  });
});
