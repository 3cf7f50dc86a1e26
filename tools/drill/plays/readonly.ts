/** readonly: the database accepts no writes for a while, as a standby does that nobody promoted yet. */
import { join } from 'node:path';
import type { PlayDrill } from '../context.ts';
import { pause, until } from '../environment.ts';
import { runSql, startDatabase } from '../parts/database.ts';
import { play } from '../play.ts';
import { isReady, makeServer } from '../server.ts';
import { readDatabase } from '../shop.ts';

const reportedWithinMs = 5000;

export const playReadonly: PlayDrill = async ({ name, environment, isShort }) => {
  const { url, allUrl, cluster } = await startDatabase(environment);
  const server = await makeServer(environment, {
    env: { DATA_DIR: join(environment.folder, 'data'), DATABASE_URL: url },
  });
  await server.start();
  const beReadOnly = (is: boolean) =>
    runSql(cluster.url, `alter system set default_transaction_read_only = ${is}`, 'select pg_reload_conf()');
  let saidAfterMs = 0;
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      await beReadOnly(true);
      const startedAt = performance.now();
      await until('/ready says no', async () => !(await isReady(server.origin)));
      saidAfterMs = performance.now() - startedAt;
      await pause(isShort ? 1000 : 8000);
      // A session of its own may write although the default says no.
      await runSql(
        cluster.url,
        'set default_transaction_read_only = off',
        'alter system reset default_transaction_read_only',
        'select pg_reload_conf()',
      );
    },
    stored: () => readDatabase(allUrl),
    notes: () => [
      `/ready said no after ${(saidAfterMs / 1000).toFixed(1)} s${saidAfterMs > reportedWithinMs ? ', later than 5 s' : ''}`,
    ],
  };
  return play(name, drill, environment);
};
