/** Tickets that nobody in the kitchen has touched. */
import { randomUUIDv7 } from 'node:crypto';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isAlarmDue } from '@atoll/domain/kitchen/unseen';
import { firstStations } from '@atoll/domain/outlet/station';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { kitchenApp } from './testing/kitchen-app.ts';

const minute = 60_000;

eachEngine('tickets that nobody has touched', (on) => {
  let app: TestApp;
  let burger: number;
  let slot = 0;
  const call = async (key: Parameters<TestApp['call']>[0], more: object = {}, role: 'Admin' | 'User' = 'Admin') =>
    app.call(key, { as: await app.signIn(role), ...more });
  const unseen = async (role: 'Admin' | 'User' = 'Admin') =>
    ((await call('kitchen.unseen', {}, role)).body as KitchenTicket[]).map((one) => `${one.station} ${one.slot}`);
  const bump = async (key: string | undefined, step: object) => call('kitchen.bump', { body: { key, ...step } });
  async function order(): Promise<KitchenTicket> {
    slot += 1;
    const items = [{ key: randomUUIDv7(), menuItemId: burger, qty: 1, notes: [] }];
    const body = { key: randomUUIDv7(), type: 'Table', slot: String(slot), items };
    const bill = (await call('bill.create', { body })).body;
    const [ticket] = (await call('kitchen.tickets', { query: { bill: bill.key } })).body;
    return ticket;
  }
  /** What a screen shows of a ticket, as after a reload: all is asked of the server. */
  const shown = async (key: string) =>
    ((await call('kitchen.tickets')).body as KitchenTicket[]).find((ticket) => ticket.key === key);
  beforeEach(async () => {
    ({ app, burger } = await kitchenApp(on));
    slot = 0;
    await call('shift.create', { body: { key: randomUUIDv7(), openingBalance: 0 } });
  });

  it('keeps for all screens when a ticket was seen, once, and starts nothing by it', async () => {
    const { key } = await order();
    expect((await shown(key))?.seenAt).toBeUndefined();
    app.advance(6 * minute);
    const seenAt = new Date(app.now()).toISOString();
    expect((await bump(key, { seen: true })).body).toMatchObject({ key, state: 'New', seenAt });
    app.advance(minute);
    expect((await bump(key, { seen: true })).body.seenAt).toBe(seenAt);
    expect(await shown(key)).toMatchObject({ state: 'New', seenAt });
    expect((await bump(key, { state: 'Served' })).status).toBe(200);
    expect((await bump(key, { seen: true })).body).toMatchObject({ state: 'Served', seenAt });
    expect((await bump(randomUUIDv7(), { seen: true })).status).toBe(404);
    expect((await bump(key, { seen: 'yes' })).status).toBe(422);
    const entries = (await call('audit.list', { query: { subject: 'Ticket' } })).body as { action: string }[];
    expect(entries.filter(({ action }) => action === 'Bumped')).toHaveLength(2);
  });

  it('lists for tills what nobody has touched, until it is seen, started, or a line of it is done', async () => {
    const [seen, started, marked] = [await order(), await order(), await order()];
    await call('kitchen.tickets');
    await expect.poll(() => unseen('User')).toEqual(['KITCHEN 1', 'KITCHEN 2', 'KITCHEN 3']);
    const [ticket] = (await call('kitchen.unseen')).body;
    expect(Object.keys(ticket).toSorted()).toEqual(['createdAt', 'key', 'slot', 'slotType', 'station']);
    expect(isAlarmDue(ticket, firstStations, 5, app.now())).toBe(false);
    app.advance(5 * minute);
    expect(isAlarmDue(ticket, firstStations, 5, app.now())).toBe(true);
    await bump(seen.key, { seen: true });
    expect(await unseen()).toEqual(['KITCHEN 2', 'KITCHEN 3']);
    await bump(started.key, { state: 'Preparing' });
    await bump(marked.key, { lineKeys: [marked.lines[0]?.key] });
    expect(await unseen()).toEqual([]);
    await bump(marked.key, { lineKeys: [marked.lines[0]?.key], isDone: false });
    expect(await unseen()).toEqual([]);
  });

  it('lists nothing where no kitchen screen is in use: asking for it is no use of a screen', async () => {
    await order();
    expect(await unseen()).toEqual([]);
    expect(await unseen()).toEqual([]);
    await call('kitchen.tickets');
    await expect.poll(() => unseen()).toEqual(['KITCHEN 1']);
    app.advance(11 * minute);
    expect(await unseen()).toEqual([]);
  });

  it('takes the minutes of the alarm from 0 to 60', async () => {
    const save = async (value: string) =>
      (await call('app.saveSettings', { body: [{ key: 'UnseenTicketMinutes', value }] })).status;
    expect([await save('0'), await save('60'), await save('61'), await save('-1')]).toEqual([200, 200, 422, 422]);
  });
});
