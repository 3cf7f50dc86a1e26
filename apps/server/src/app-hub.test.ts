import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { SyncMessage } from '@atoll/domain/contract/platform/hub';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachEngine } from './platform/store/testing/engine.ts';
import { cafeMenu } from './seed/cafe-menu.ts';
import { seedMenu } from './seed/seed-menu.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

eachEngine('the hub of the app', (on) => {
  let t: TestApp;
  let user: SignedIn;
  const connections: HubConnection[] = [];
  beforeAll(async () => {
    t = await testApp(on);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    user = await t.signIn('User');
  });
  afterAll(() => Promise.all(connections.map((connection) => connection.stop())));

  const ticketOf = async (as: SignedIn) => (await t.call('auth.hubTicket', { as })).body.ticket as string;
  const connect = async (ticket: string, outlet = t.cafe) => {
    const { port } = t.app.server.address() as AddressInfo;
    const connection = new HubConnectionBuilder()
      .withUrl(`http://127.0.0.1:${port}/api/hub?outletId=${outlet}`, {
        accessTokenFactory: () => ticket,
        skipNegotiation: true,
        transport: HttpTransportType.WebSockets,
      })
      .configureLogging(LogLevel.None)
      .build();
    const syncs: SyncMessage[] = [];
    connection.on('Sync', (sync: SyncMessage) => syncs.push(sync));
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
    return { connection, syncs, hello, isClosed: () => closed };
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

  it('[R18.21] accepts a ticket once, for its outlet, and for 30 s', async () => {
    const once = await ticketOf(user);
    await connect(once);
    await expect(connect(once)).rejects.toThrow();
    await expect(connect(await ticketOf(user), t.shop)).rejects.toThrow();
    const late = await ticketOf(user);
    t.advance(31_000);
    await expect(connect(late)).rejects.toThrow();
    await expect(connect('made up')).rejects.toThrow();
  });

  it('[R15.4] ends the connections of a sign-in at its logout, and no others', async () => {
    const leaving = await t.signIn('User');
    const gone = await connect(await ticketOf(leaving));
    const stays = await connect(await ticketOf(user));
    await t.call('auth.logout', { body: { refreshToken: leaving.refreshToken } });
    await expect.poll(gone.isClosed).toBe(true);
    expect(stays.isClosed()).toBe(false);
  });
});
