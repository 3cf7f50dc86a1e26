import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { SyncMessage } from '@atoll/domain/contract/platform/hub';
import { contactEveryMs } from '@atoll/domain/shift/absence';
import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Listeners } from './hub/bus/bus.ts';
import { MemoryBus } from './hub/bus/memory.ts';
import { addMenuItem, line } from './modules/bill/testing/shop.ts';
import { appRelease } from './platform/http/app-release.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { statementsOf } from './platform/store/testing/statements.ts';
import { cafeMenu } from './seed/cafe-menu.ts';
import { seedMenu } from './seed/seed-menu.ts';
import { hubClient } from './testing/hub-client.ts';
import { emailOf, password, type TestApp, testApp } from './testing/test-app.ts';

/** A bus between processes that a test cuts off. */
class CutBus extends MemoryBus {
  readonly #resets = new Listeners<[]>();
  override onReset(listener: () => void): () => void {
    return this.#resets.add(listener);
  }
  worksAgain(): void {
    this.#resets.call();
  }
}

const bowl = { value: 'Bowl', sellingPrice: 3500, isDefault: true };

eachEngine('the hub of the app', (on) => {
  let t: TestApp;
  let user: SignedIn;
  let soup = 0;
  /** What the app does every 15 s. */
  let lookWhoIsConnected: () => void;
  const connections: HubConnection[] = [];
  const bus = new CutBus();
  beforeAll(async () => {
    const regularly = vi.spyOn(globalThis, 'setInterval');
    t = await testApp(on, {}, { bus });
    // The hub itself has intervals too; calling them often would end connections.
    const [look] = regularly.mock.calls.find(([called]) => String(called).includes('sessionIds')) ?? [];
    lookWhoIsConnected = look as () => void;
    regularly.mockRestore();
    soup = await addMenuItem(t.store, t.cafe, { name: 'Soup', sizes: JSON.stringify([bowl]) });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    user = await t.signIn('User');
  });
  afterAll(() => Promise.all(connections.map((connection) => connection.stop())));

  const ticketOf = async (as: SignedIn) => (await t.call('auth.hubTicket', { as })).body.ticket as string;
  const connect = async (ticket: string, outlet = t.cafe, at = t) => {
    const connection = hubClient(at, ticket, outlet);
    const syncs: SyncMessage[] = [];
    const heads: { outlet: number; seq: number }[] = [];
    connection.on('Head', (head: { outlet: number; seq: number }) => heads.push(head));
    const releases: unknown[] = [];
    connection.on('Sync', (sync: SyncMessage) => syncs.push(sync));
    connection.on('Release', (message: unknown) => releases.push(message));
    let closed = false;
    connection.onclose(() => {
      closed = true;
    });
    connections.push(connection);
    await connection.start();
    const hello = await connection.invoke<{ connectionId: string; head: number }>('Hello', {
      outletId: outlet,
      since: null,
    });
    return { connection, syncs, heads, releases, hello, isClosed: () => closed };
  };
  const open = (slot: string, headers: Record<string, string> = {}) =>
    t.call('bill.create', { as: user, headers, body: { key: randomUUID(), type: 'Table', slot, items: [] } });

  it('[R1.7] [R18.21] announces a committed bill to the outlet’s other connections, not to the one that made it', async () => {
    const mine = await connect(await ticketOf(user));
    const other = await connect(await ticketOf(user));
    await t.call('shift.create', { as: user, body: { key: randomUUID(), openingBalance: 0 } });
    const { status, body } = await open('3', { 'x-connection-id': mine.hello.connectionId });
    expect(status).toBe(200);
    const ofBill = (syncs: SyncMessage[]) => syncs.filter(({ type }) => type === 'Bill');
    await expect.poll(() => ofBill(other.syncs).length).toBe(1);
    expect(ofBill(other.syncs)[0]).toMatchObject({ billId: body.id, action: 'Created', outlet: t.cafe });
    await open('4');
    await expect.poll(() => ofBill(mine.syncs).length).toBe(1);
    expect(ofBill(mine.syncs)[0]?.billId).not.toBe(body.id);
  });

  it('names its app to each till after the Hello, another one after an update', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-app-'));
    const appWith = (worker: string) => {
      writeFileSync(join(folder, 'sw.js'), worker);
      return appRelease({ webDir: folder });
    };
    expect(new Set([appWith('one'), appWith('two'), appWith('one')]).size).toBe(2);
    rmSync(folder, { recursive: true });
    const { releases } = await connect(await ticketOf(user));
    expect(releases).toEqual([{ release: appRelease(t.config) }]);
  });

  it('[R34.19] reads the heads of all its outlets by one query when the bus works again, and tells its tills', async () => {
    const admin = await t.signIn('Admin');
    const ofShop = (await t.call('auth.hubTicket', { as: admin, outlet: t.shop })).body.ticket;
    const tills = [
      await connect(await ticketOf(user)),
      await connect(await ticketOf(user)),
      await connect(ofShop, t.shop),
    ];
    const statements = await statementsOf(async () => {
      bus.worksAgain();
      await expect.poll(() => tills.map(({ heads }) => heads.length)).toEqual([1, 1, 1]);
    });
    // A command, such as what is noted of a till, may run beside it.
    const heads = statements.filter(({ sql }) => sql.includes('outlet_cursor') && !sql.includes('for update'));
    expect(heads).toHaveLength(1);
    expect(statements.length).toBeLessThan(30);
    const seqs = await t.store.heads([t.cafe, t.shop]);
    expect(tills.map(({ heads }) => heads[0])).toEqual(
      [t.cafe, t.cafe, t.shop].map((outlet) => ({ outlet, seq: seqs.get(outlet) ?? 0 })),
    );
    expect(seqs.get(t.cafe)).toBeGreaterThan(0);
  });

  it('[R18.21] accepts a ticket once, for its outlet, and for 30 s', async () => {
    const once = await ticketOf(user);
    // 192 random bits.
    expect(Buffer.from(once, 'base64url')).toHaveLength(24);
    await connect(once);
    await expect(connect(once)).rejects.toThrow();
    await expect(connect(await ticketOf(user), t.shop)).rejects.toThrow();
    const late = await ticketOf(user);
    t.advance(31_000);
    await expect(connect(late)).rejects.toThrow();
    await expect(connect('made up')).rejects.toThrow();
  });

  it('accepts no ticket of before for an outlet where its person no longer works, and none of a deactivated person', async () => {
    const admin = await t.signIn('Admin');
    const manager = await t.signIn('Manager');
    const { id } = manager.user;
    const change = async (part: object) => {
      const { version } = (await t.call('app_user.find', { as: admin, params: { id } })).body;
      expect((await t.call('app_user.update', { as: admin, body: { id, version, ...part } })).status).toBe(200);
    };
    const ofShop = async (as: SignedIn) => (await t.call('auth.hubTicket', { as, outlet: t.shop })).body.ticket;
    const kept = await ofShop(manager);
    await change({ outletIds: [t.cafe] });
    await expect(connect(kept, t.shop)).rejects.toThrow();
    await change({ outletIds: [t.cafe, t.shop] });
    const again = await t.signIn('Manager');
    await connect(await ofShop(again), t.shop);
    const last = await ofShop(again);
    await change({ isActive: false });
    await expect(connect(last, t.shop)).rejects.toThrow();
    await change({ isActive: true });
  });

  it('[R36.27] opens no connection for a foreign host name, and one for an own name', async () => {
    const { port } = t.app.server.address() as AddressInfo;
    const opened = async (host: string) => {
      const url = `ws://127.0.0.1:${port}/api/hub?access_token=${await ticketOf(user)}&outletId=${t.cafe}`;
      return new Promise((resolve) => {
        const socket = new WebSocket(url, { headers: { host } });
        socket.once('open', () => resolve('open'));
        socket.once('error', (error) => resolve(error.message));
        socket.once('open', () => socket.terminate());
      });
    };
    expect(await opened(`evil.example:${port}`)).toMatch(/421/);
    expect(await opened(`localhost:${port}`)).toBe('open');
  });

  it('[R34.19] accepts a connection token of any other process of the store, and none of another store', async () => {
    const other = await t.restart();
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const stranger = await testApp(on);
    await stranger.app.listen({ port: 0, host: '127.0.0.1' });
    const hubOf = ({ app }: TestApp) => `127.0.0.1:${(app.server.address() as AddressInfo).port}/api/hub`;
    const headers = { authorization: `Bearer ${user.token}` };
    const negotiated = async (from: TestApp, as: SignedIn): Promise<string> => {
      const own = { headers: { authorization: `Bearer ${as.token}` }, method: 'POST' };
      const answer = await fetch(`http://${hubOf(from)}/negotiate?negotiateVersion=1&outletId=${from.cafe}`, own);
      return ((await answer.json()) as { connectionToken: string }).connectionToken;
    };
    const upgraded = (to: TestApp, token: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${hubOf(to)}?id=${token}&outletId=${to.cafe}`, { headers });
        socket.once('open', () => resolve('open'));
        socket.once('error', (error) => resolve(error.message));
        socket.once('open', () => socket.terminate());
      });
    expect(await upgraded(t, await negotiated(other, user))).toBe('open');
    expect(await upgraded(other, await negotiated(t, user))).toBe('open');
    expect(await upgraded(t, await negotiated(stranger, await stranger.signIn('User')))).toMatch(/404/);
  });

  it('[R36.19] sends six notifications of a person in a minute, of up to 200 characters, with their stored name', async () => {
    const [till, again] = [await connect(await ticketOf(user)), await connect(await ticketOf(user))];
    const reader = await connect(await ticketOf(await t.signIn('Manager')));
    const read: unknown[] = [];
    reader.connection.on('Notify', (message, name) => void read.push([message, name]));
    const long = 'x'.repeat(200);
    await expect(till.connection.invoke('Notify', `${long}x`)).rejects.toThrow('Notify: ');
    // A name that the sender gives is no argument of the call.
    await expect(till.connection.invoke('Notify', long, 'Manager One')).resolves.toBeFalsy();
    for (const { connection } of [till, again, till, again, till]) await connection.invoke('Notify', 'Table 4');
    for (const { connection } of [till, again]) {
      await expect(connection.invoke('Notify', 'again')).rejects.toThrow('Please slow down.');
    }
    const expected = [long, ...Array<string>(5).fill('Table 4')].map((message) => [message, 'User One']);
    await expect.poll(() => read).toEqual(expected);
  });

  it('[R36.14] refuses a message to the others with a card number, in words, and passes on the next one', async () => {
    const sender = await connect(await ticketOf(await t.signIn('Admin')));
    const reader = await connect(await ticketOf(user));
    const read: unknown[] = [];
    reader.connection.on('Notify', (message) => void read.push(message));
    const refused = sender.connection.invoke('Notify', 'Table 4 pays with 5555-5555 5555 4444');
    await expect(refused).rejects.toThrow('Notify: the message has a card number. Remove it');
    await sender.connection.invoke('Notify', 'Table 4 pays by card');
    await expect.poll(() => read).toEqual(['Table 4 pays by card']);
  });

  it('[R15.4] ends the connections of a sign-in at its logout, and no others', async () => {
    const leaving = await t.signIn('User');
    const gone = await connect(await ticketOf(leaving));
    const stays = await connect(await ticketOf(user));
    await t.call('auth.logout', { body: { refreshToken: leaving.refreshToken } });
    await expect.poll(gone.isClosed).toBe(true);
    expect(stays.isClosed()).toBe(false);
  });

  // An embedded store has one server process.
  it.each(on.engine === 'postgres' ? ['PostgreSQL'] : [])(
    '[R36.1] another server process on %s refuses a session that was locked here, and cuts its connection',
    async () => {
      const regularly = vi.spyOn(globalThis, 'setInterval');
      const other = await t.restart();
      // What a process does every 2 s.
      const polls = regularly.mock.calls.flatMap(([called]) => (String(called).includes('poll()') ? [called] : []));
      regularly.mockRestore();
      expect(polls).toHaveLength(1);
      const poll = polls[0] as () => void;
      await other.app.listen({ port: 0, host: '127.0.0.1' });
      const [mine, leaving] = [await t.signIn('User'), await t.signIn('User')];
      const reads = async (as: SignedIn) => (await other.call('app.user', { as, outlet: null })).body.reason;
      const ofLeaving = await connect(await ticketOf(leaving), t.cafe, other);
      const ofMine = await connect(await ticketOf(mine), t.cafe, other);
      expect(await reads(leaving)).toBeUndefined();
      await t.call('auth.lock', { body: { refreshToken: leaving.refreshToken } });
      poll();
      await expect.poll(() => reads(leaving)).toBe('locked');
      await expect.poll(ofLeaving.isClosed).toBe(true);
      expect([await reads(mine), ofMine.isClosed()]).toEqual([undefined, false]);
    },
  );

  describe('a till that is connected and makes no call', () => {
    const headers = { 'x-device-id': 'till-9' };
    const minute = 60_000;
    const heard = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('device_contact').select('heard_at').where('device_id', '=', 'till-9').executeTakeFirst(),
      );
    const signIn = async () => {
      const body = { email: emailOf('User'), password };
      user = (await t.call('auth.login', { body, headers })).body as SignedIn;
      return (await t.call('auth.hubTicket', { as: user, headers })).body.ticket as string;
    };
    /** A bill that the till pays, it says, five minutes ago; returns the time that the server gives it. */
    const paidFiveMinutesAgo = async (bill: { key: string; total: number; items: { key: string }[] }) => {
      const { status, body } = await t.call('bill.pay', {
        as: user,
        headers,
        body: {
          key: bill.key,
          payments: [{ key: randomUUID(), method: 'Cash', amount: bill.total }],
          seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
          modifiedAt: new Date(t.now() - 5 * minute).toISOString(),
        },
      });
      expect(status).toBe(200);
      return t.now() - Date.parse(body.completedAt);
    };
    const served = async (slot: string) => {
      const items = [line(soup, 1)];
      return (
        await t.call('bill.create', { as: user, headers, body: { key: randomUUID(), type: 'Table', slot, items } })
      ).body;
    };

    it('[R36.11] counts as there: what it says it did in that time counts as now, and after it was away as then', async () => {
      const till = await connect(await signIn());
      const first = await served('21');
      for (let passed = 0; passed < 24; passed += 1) {
        t.advance(contactEveryMs / 2);
        // What its client sends by itself, so that the connection is not cut off.
        await till.connection.invoke('Hello', { outletId: t.cafe, since: null });
        lookWhoIsConnected();
      }
      await expect.poll(async () => (await heard())?.heard_at).toBe(t.now());
      expect(await paidFiveMinutesAgo(first)).toBe(0);
      const second = await served('22');
      await till.connection.stop();
      await expect.poll(() => till.isClosed()).toBe(true);
      t.advance(10 * minute);
      lookWhoIsConnected();
      await signIn();
      expect(await paidFiveMinutesAgo(second)).toBe(5 * minute);
    });
  });
});
