import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { HubConnectionState } from '@microsoft/signalr';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { programFile } from '../../../../tools/scripts/program-file.ts';
import { createDatabase } from '../platform/store/testing/engine.ts';
import { eventually } from './testing/eventually.ts';
import { connectPeer, type Peer } from './testing/harness.ts';
import { hasRedis, startRedis } from './testing/redis.ts';

const script = programFile('apps/server/src/hub/testing/hub-process.ts');
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly tickets: { issue(identity: { outletId: number }): Promise<string> };
}

async function startProcess(busUrl: string): Promise<ServerProcess> {
  const child = fork(script, {
    env: { ...process.env, BUS_URL: busUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  stops.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [port] = await once(child, 'message');
  const tickets = { issue: async ({ outletId }: { outletId: number }) => `${outletId}` };
  return { child, url: `http://127.0.0.1:${port}/api/hub`, tickets };
}

async function join(server: ServerProcess, outletId: number, settings = {}): Promise<Peer> {
  const peer = await connectPeer(server, { outletId }, settings);
  stops.push(() => peer.connection.stop());
  return peer;
}

const buses = {
  PostgreSQL: () => createDatabase(inject('postgresUrl')),
  async Redis() {
    const redis = await startRedis();
    stops.push(() => redis.stop());
    return redis.url;
  },
};

const isHere = { PostgreSQL: inject('postgresUrl') !== '', Redis: hasRedis };

const twoProcesses = (name: 'PostgreSQL' | 'Redis') => {
  it('[R1.7] sends changes, notifications and sign-outs to the tills of the other process', async () => {
    const busUrl = await buses[name]();
    const [one, two] = await Promise.all([startProcess(busUrl), startProcess(busUrl)]);
    const [maker, near, far, elsewhere] = [
      await join(one, 1),
      await join(one, 1),
      await join(two, 1),
      await join(two, 2),
    ];

    const change = { outlet: 1, seq: 4, entity: 'Bill', id: 9, version: 2, action: 'Paid', origin: maker.connectionId };
    one.child.send(['publish', [change]]);
    for (const till of [near, far]) {
      await eventually(() =>
        expect(till.received.at(-1)).toMatchObject({ target: 'Sync', value: { billId: 9, seq: 4 } }),
      );
    }
    await maker.connection.invoke('Notify', 'Fire table 4');
    await maker.connection.invoke('Sync', 9, 'Paid', '', 'Bill', 1);
    await maker.connection.invoke('Sync', 11, 'Updated', '', 'Bill', 1);
    for (const till of [near, far]) {
      await eventually(() => expect(till.received).toHaveLength(3));
      expect(till.received.slice(1)).toMatchObject([
        { target: 'Notify', value: 'Fire table 4' },
        { value: { seq: 0 } },
      ]);
    }
    expect(maker.received).toEqual([]);
    expect(elsewhere.received).toEqual([]);

    // The till of the other process that made the change itself gets no message about it.
    one.child.send(['publish', [{ ...change, seq: 5, origin: far.connectionId }]]);
    await eventually(() => expect(near.received).toHaveLength(4));
    await far.connection.invoke('Notify', 'done');
    await eventually(() => expect(near.received).toHaveLength(5));
    expect(far.received).toHaveLength(3);

    one.child.send(['disconnect', { sessionId: 'session-1' }, 'Signed out']);
    await eventually(() => expect(far.connection.state).toBe(HubConnectionState.Disconnected));
    expect(elsewhere.connection.state).toBe(HubConnectionState.Connected);
  });
};
for (const name of ['PostgreSQL', 'Redis'] as const)
  describe.skipIf(!isHere[name])(`two server processes over ${name}`, () => {
    twoProcesses(name);
  });

it('ends a process on SIGTERM after asking its tills to reconnect', async () => {
  const server = await startProcess('memory');
  const till = await join(server, 1, { reconnect: [60_000] });
  const reconnecting = new Promise((resolve) => till.connection.onreconnecting(resolve));
  const exit = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect(String(await reconnecting)).toContain('The server is restarting.');
  expect(await exit).toEqual([0, null]);
});

it('[R18.22] reconnects a till whose server was killed at once and after 2 s', async () => {
  const server = await startProcess('memory');
  await join(server, 1, { reconnect: [0, 2000, 10_000, 30_000] });
  const attempts: number[] = [];
  const issue = server.tickets.issue;
  const startedAt = performance.now();
  server.tickets.issue = async (identity) => {
    attempts.push(performance.now() - startedAt);
    return issue(identity);
  };
  server.child.kill('SIGKILL');
  await eventually(() => expect(attempts).toHaveLength(2));
  expect(attempts[0]).toBeLessThan(1500);
  expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(1900);
});
