/** Tests the hub client against the real hub in its own process, over a connection that the test can cut. */
import { type ChildProcess, fork } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { HeadMessage, SyncMessage } from '@atoll/domain/contract/platform/hub';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { programFile } from '../../../../tools/scripts/program-file.ts';
import type { HubState } from '../api/connection.ts';
import { type Hub, makeHub } from './hub.ts';

let server: ChildProcess;
let wire: Server;
let isCut = false;
const sockets = new Set<Socket>();
let host = '';

beforeAll(async () => {
  server = fork(programFile('apps/server/src/hub/testing/hub-process.ts'));
  const port = await new Promise<number>((resolve) => server.once('message', resolve));
  wire = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    far.pipe(near);
    return undefined;
  });
  await new Promise<void>((done) => wire.listen(0, '127.0.0.1', done));
  host = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
});
afterAll(async () => {
  wire.close();
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
});
const hubs: Hub[] = [];
afterEach(async () => {
  isCut = false;
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
});

function cut(): void {
  for (const socket of sockets) socket.destroy();
}
const publish = (seq: number, origin: string | null = null): void => {
  const event = { outlet: 1, seq, entity: 'Bill', id: 100 + seq, version: seq, action: 'Updated', origin };
  server.send(['publish', [event]]);
};

function listener(outletId = 1) {
  const states: HubState[] = [];
  const syncs: SyncMessage[] = [];
  const heads: HeadMessage[] = [];
  const notifications: string[] = [];
  const ids: string[] = [];
  let tickets = 0;
  const hub = makeHub({
    host,
    outletId,
    ticket: async () => {
      tickets += 1;
      return String(outletId);
    },
    since: () => 0,
    onState: (state) => states.at(-1) === state || states.push(state),
    onHello: ({ connectionId }) => ids.push(connectionId),
    onSync: (message) => syncs.push(message),
    onHead: (message) => heads.push(message),
    onNotify: (message) => notifications.push(message),
  });
  hubs.push(hub);
  return { hub, states, syncs, heads, notifications, ids, tickets: () => tickets };
}

describe('the hub client', () => {
  it('[R18.21] connects without negotiation by a ticket, calls Hello and gets the changes of its outlet', async () => {
    const here = listener();
    const elsewhere = listener(2);
    await Promise.all([here.hub.start(), elsewhere.hub.start()]);
    publish(1);
    await expect
      .poll(() => here.syncs)
      .toMatchObject([{ billId: 101, action: 'Updated', type: 'Bill', outlet: 1, version: 1, seq: 1 }]);
    expect(here.ids[0]).toMatch(/.{10,}/);
    expect(elsewhere.syncs).toEqual([]);
  });

  it('[R18.21] does not send a till its own change, and sends Notify to the others', async () => {
    const [one, two] = [listener(), listener()];
    await Promise.all([one.hub.start(), two.hub.start()]);
    publish(7, one.ids[0] ?? '');
    publish(8);
    await expect.poll(() => two.syncs.map(({ seq }) => seq)).toEqual([7, 8]);
    await expect.poll(() => one.syncs.map(({ seq }) => seq)).toEqual([8]);
    await one.hub.notify('Table 4 waits');
    await expect.poll(() => two.notifications).toEqual(['Table 4 waits']);
  });

  it('[R15.12] shows Connecting, Connected, again Connecting while it reconnects, Disconnecting and Disconnected', async () => {
    const { hub, states, ids, tickets, syncs } = listener();
    await hub.start();
    expect(states).toEqual(['Connecting', 'Connected']);
    cut();
    await expect.poll(() => ids.length).toBe(2);
    expect(states).toEqual(['Connecting', 'Connected', 'Connecting', 'Connected']);
    expect(tickets()).toBe(2);
    publish(9);
    await expect.poll(() => syncs.map(({ seq }) => seq)).toEqual([9]);
    await hub.stop();
    expect(states.slice(-2)).toEqual(['Disconnecting', 'Disconnected']);
    expect(hub.isIdle()).toBe(true);
  });

  it('looks for a new version of the app when the server that it comes back to has another one, and only then', async () => {
    const update = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ waiting: null, update }) } });
    const { hub, ids } = listener();
    await hub.start();
    cut();
    await expect.poll(() => ids.length).toBe(2);
    expect(update).not.toHaveBeenCalled();
    server.send(['release', 'second']);
    cut();
    await expect.poll(() => update.mock.calls.length).toBe(1);
    vi.unstubAllGlobals();
  });

  it('[R18.22] rejects a start without a hub, and can be started again after it', async () => {
    const { hub, states } = listener();
    isCut = true;
    await expect(hub.start()).rejects.toThrow();
    expect(states.at(-1)).toBe('Disconnected');
    expect(hub.isIdle()).toBe(true);
    isCut = false;
    await hub.start();
    expect(states.at(-1)).toBe('Connected');
  });
});
