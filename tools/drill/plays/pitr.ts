/**
 * pitr: PostgreSQL is restored by pgBackRest, with `deploy/pgbackrest/pgbackrest.conf`, to a point in time; the tills send again what came after it.
 */
import { join } from 'node:path';
import { findPart } from '../../scripts/programs.mjs';
import type { PlayDrill } from '../context.ts';
import { pause, until } from '../environment.ts';
import { runSql, startDatabase } from '../parts/database.ts';
import { databaseUser, ownFolder, writeBackupConfig } from '../parts/patroni.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { readDatabase } from '../shop.ts';
import type { Tills } from '../tills.ts';

/** What docs/operations.md says to write after a restore, before the servers start. */
const restoredMark =
  "insert into secret (name, value, created_at) values ('store-restored', (extract(epoch from now()) * 1000)::bigint::text, 0) on conflict (name) do update set value = excluded.value";

export const playPitr: PlayDrill = async ({ name, environment }) => {
  const folder = ownFolder(join(environment.folder, 'backup'));
  const config = join(folder, 'pgbackrest.conf');
  const pgBackRest = async (...args: readonly string[]): Promise<void> => {
    const program = environment.run(findPart('pgBackRest'), [`--config=${config}`, '--stanza=atoll', ...args], {
      ...databaseUser(),
      cwd: folder,
    });
    await program.ended;
    if (/ERROR/.test(program.output())) throw new Error(`pgbackrest ${args.join(' ')}: ${program.output()}`);
  };
  const database = await startDatabase(environment, [
    'archive_mode=on',
    // The default of a deployment is a minute.
    'archive_timeout=2s',
    `archive_command=pgbackrest --config=${config} --stanza=atoll archive-push %p`,
  ]);
  const { cluster, url, allUrl, port } = database;
  writeBackupConfig(folder, cluster.dataFolder, port, cluster.folder);
  await pgBackRest('stanza-create');
  const server = await makeServer(environment, {
    env: { DATA_DIR: join(environment.folder, 'data'), DATABASE_URL: url },
  });
  await server.start();
  let missing = 0;
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault(tills: Tills) {
      await pgBackRest('--type=full', 'backup');
      await pause(2000);
      const target = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
      const before = tills.arrived.length;
      await pause(5000);
      await server.stop();
      // What was written until now is in the archive: the target is before its end.
      await runSql(cluster.url, 'select pg_switch_wal()');
      await pause(2000);
      await cluster.halt();
      missing = tills.arrived.length - before;
      await pgBackRest('--type=time', `--target=${target}`, '--target-action=promote', '--delta', 'restore');
      await cluster.resume();
      await until('PostgreSQL is at that point', () =>
        runSql(allUrl, restoredMark).then(
          () => true,
          () => false,
        ),
      );
      await server.start();
    },
    stored: () => readDatabase(allUrl),
    notes: () => [`the point in time was ${missing} acknowledged payments ago`],
  };
  return play(name, drill, environment);
};
