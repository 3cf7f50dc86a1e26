/** pooler: PgBouncer in transaction mode, with `deploy/pgbouncer/pgbouncer.ini`, is killed and starts again; then it closes connections in use. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { findPart } from '../../scripts/programs.mjs';
import type { PlayDrill } from '../context.ts';
import { writeDeployFile } from '../deploy-file.ts';
import { type Environment, isOpen, type Program, pause, ready } from '../environment.ts';
import { atollUrl, runSql, startDatabase } from '../parts/database.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { readDatabase } from '../shop.ts';

const idOf = (flag: string, user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** Returns what starts the pooler before a database, on a port that it keeps. */
async function makePooler(environment: Environment, databasePort: number) {
  const folder = join(environment.folder, 'pgbouncer');
  mkdirSync(folder);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, '"atoll" "drill"\n');
  const config = writeDeployFile(
    'pgbouncer/pgbouncer.ini',
    {
      'host=haproxy port=5000': `host=127.0.0.1 port=${databasePort}`,
      'listen_addr = *': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/users.txt': users,
    },
    join(folder, 'pgbouncer.ini'),
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') } : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  return {
    port,
    async start(): Promise<Program> {
      const program = environment.run(findPart('PgBouncer'), [config], { ...user, cwd: folder });
      await ready('PgBouncer', program, () => isOpen(port));
      return program;
    },
  };
}

export const playPooler: PlayDrill = async ({ name, environment }) => {
  const database = await startDatabase(environment);
  const pooler = await makePooler(environment, database.port);
  let program = await pooler.start();
  const server = await makeServer(environment, {
    env: {
      DATA_DIR: join(environment.folder, 'data'),
      DATABASE_URL: atollUrl(`127.0.0.1:${pooler.port}`),
      DATABASE_DIRECT_URL: database.url,
      DB_PREPARE: 'off',
    },
  });
  await server.start();
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      await program.end('SIGKILL');
      await pause(5000);
      program = await pooler.start();
      await pause(4000);
      // The database ends the connections that the pooler has lent.
      for (let time = 0; time < 3; time += 1) {
        await runSql(
          database.cluster.url,
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'atoll' and pid <> pg_backend_pid()",
        );
        await pause(1000);
      }
    },
    stored: () => readDatabase(database.allUrl),
    notes: () => ['the pooler away for 5 s, then its connections cut 3 times'],
  };
  return play(name, drill, environment);
};
