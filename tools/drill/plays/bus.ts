/** bus: the bus between two servers goes away and comes back; first Redis, then the connections that PostgreSQL uses for it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { findPart } from '../../scripts/programs.mjs';
import type { PlayDrill } from '../context.ts';
import { writeDeployFile } from '../deploy-file.ts';
import { type Environment, isOpen, type Program, pause, ready } from '../environment.ts';
import { runSql, startDatabase } from '../parts/database.ts';
import { startPair } from '../parts/servers.ts';
import { play } from '../play.ts';
import { readDatabase } from '../shop.ts';
import type { Tills } from '../tills.ts';

const password = 'drill';

async function makeRedis(environment: Environment) {
  const folder = join(environment.folder, 'redis');
  mkdirSync(folder);
  const port = await freePort();
  const config = writeDeployFile(
    'redis/redis.conf',
    { 'bind 0.0.0.0': 'bind 127.0.0.1', 'port 6379': `port ${port}`, '/var/lib/redis': folder },
    join(folder, 'redis.conf'),
  );
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    async start(): Promise<Program> {
      const program = environment.run(findPart('Redis'), [config, '--requirepass', password]);
      await ready('Redis', program, () => isOpen(port));
      return program;
    },
  };
}

const slowest = (tills: Tills, from: number, to: number): number =>
  Math.max(0, ...tills.arrived.filter(({ at }) => at >= from && at <= to).map(({ tookMs }) => tookMs));

export const playBus: PlayDrill = async ({ name, environment }) => {
  const { url, allUrl, cluster } = await startDatabase(environment);
  const redis = await makeRedis(environment);
  let program = await redis.start();
  const env = { DATABASE_URL: url, BUS_URL: redis.url };
  const { servers, proxy } = await startPair(environment, [env, env]);
  const [usual, away] = [{ ms: 0 }, { ms: 0 }];
  const drill = {
    tills: { count: 4, origin: proxy.origin },
    async fault(tills: Tills) {
      await pause(2000);
      const startedAt = performance.now();
      usual.ms = slowest(tills, 0, startedAt);
      await program.end('SIGKILL');
      await pause(4000);
      program = await redis.start();
      await pause(3000);
      away.ms = slowest(tills, startedAt, performance.now());
      // From now on PostgreSQL is the bus.
      for (const [index, server] of servers.entries()) {
        await server.stop();
        await server.start({ env: { DATABASE_URL: url, DATA_DIR: join(environment.folder, `data${index + 1}`) } });
      }
      for (let time = 0; time < 3; time += 1) {
        await runSql(
          cluster.url,
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'atoll' and query ilike 'listen%'",
        );
        await pause(1000);
      }
    },
    stored: () => readDatabase(allUrl),
    notes: () => [`slowest payment ${Math.round(usual.ms)} ms before, ${Math.round(away.ms)} ms while Redis was away`],
  };
  return play(name, drill, environment);
};
