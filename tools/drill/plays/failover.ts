/**
 * failover: the primary of Patroni is switched over as for maintenance, then the new one is killed with its Patroni. One server finds the primary
 * by the hosts of its DATABASE_URL, the other through HAProxy.
 */

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import type { PlayDrill } from '../context.ts';
import { pause, until } from '../environment.ts';
import { atollUrl } from '../parts/database.ts';
import { startPatroni } from '../parts/patroni.ts';
import { startProxy } from '../parts/servers.ts';
import { play } from '../play.ts';
import { isReady, makeServer } from '../server.ts';
import { fillShop, readDatabase } from '../shop.ts';
import type { Tills } from '../tills.ts';

/** From one instant until the next payment that the server acknowledged, ms. */
async function untilNextPayment(tills: Tills, from: number): Promise<number> {
  await until('a payment after the failover', () => tills.arrived.some(({ at, tookMs }) => at - tookMs > from), 90_000);
  return performance.now() - from;
}

export const playFailover: PlayDrill = async ({ name, environment }) => {
  const cluster = await startPatroni(environment);
  const [db1, db2] = cluster.machines;
  const url = atollUrl(`127.0.0.1:${db1.postgres},127.0.0.1:${db2.postgres}`);
  await fillShop({ databaseUrl: url });
  const [port1, port2] = [await freePort(), await freePort()];
  const proxy = await startProxy(environment, { servers: [port1, port2], databases: [db1, db2] });
  const folders = ['data1', 'data2'].map((each) => join(environment.folder, each)) as [string, string];
  const first = await makeServer(environment, { port: port1, env: { DATABASE_URL: url, DATA_DIR: folders[0] } });
  await first.start();
  mkdirSync(folders[1], { mode: 0o700 });
  cpSync(join(folders[0], 'history.key'), join(folders[1], 'history.key'));
  const throughProxy = atollUrl(`127.0.0.1:${proxy.primaryPort}`);
  const second = await makeServer(environment, {
    port: port2,
    env: { DATABASE_URL: throughProxy, DATA_DIR: folders[1] },
  });
  await second.start();
  await until('HAProxy finds a server that is ready', () => isReady(proxy.origin));
  const [planned, killed] = [{ ms: 0 }, { ms: 0 }];
  const drill = {
    tills: { count: 3, origin: proxy.origin },
    async fault(tills: Tills) {
      const before = await cluster.primary();
      const other = before === db1 ? db2 : db1;
      let at = performance.now();
      await cluster.control('switchover', 'atoll', '--master', before.name, '--candidate', other.name, '--force');
      planned.ms = await untilNextPayment(tills, at);
      await until(
        'the former primary follows as the synchronous standby',
        async () => (await fetch(`http://127.0.0.1:${before.patroni}/sync`).catch(() => undefined))?.ok === true,
      );
      await pause(1000);
      at = performance.now();
      await other.kill();
      killed.ms = await untilNextPayment(tills, at);
    },
    async stored() {
      return readDatabase(atollUrl(`127.0.0.1:${(await cluster.primary()).postgres}`, 'postgres:drill'));
    },
    notes: () => [
      `planned ${(planned.ms / 1000).toFixed(1)} s, primary killed ${(killed.ms / 1000).toFixed(1)} s to the next payment`,
    ],
  };
  return play(name, drill, environment);
};
