/** roll: a new release with a migration replaces the servers one by one while tills sell. */
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode, root } from '../../scripts/folder.mjs';
import type { PlayDrill } from '../context.ts';
import { type Environment, until } from '../environment.ts';
import { startDatabase } from '../parts/database.ts';
import { startPair } from '../parts/servers.ts';
import { play } from '../play.ts';
import { isReady } from '../server.ts';
import { readDatabase } from '../shop.ts';

/** A change that every release makes: a column that the release before does not know, and an index on a table in use. */
const migration = `-- expand: a note for the drill.
alter table bill add column drill_note text;
create index bill_by_drill_note on bill (outlet_id, drill_note);
`;

/** Copies the server of this release and adds a migration to it. */
function makeNextRelease(folder: string): string {
  const server = join(folder, 'apps/server');
  mkdirSync(join(folder, 'apps'), { recursive: true });
  cpSync(join(root, 'apps/server'), server, { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
  for (const name of ['node_modules', 'packages', 'tools', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  const migrations = join(server, 'src/migrations');
  const last = readdirSync(migrations).filter((name) => /^\d{4}_/.test(name)).length;
  writeFileSync(join(migrations, `${String(last + 1).padStart(4, '0')}_drill.sql`), migration);
  return folder;
}

/** Runs `npm run migrate` of a release. */
async function migrate(environment: Environment, release: string, url: string): Promise<string> {
  // The program of the release itself: a link would lead to this one's migrations.
  mkdirSync(join(release, 'bin'));
  cpSync(join(root, 'tools/migrate.ts'), join(release, 'bin/migrate.ts'));
  cpSync(join(root, 'tools/scripts'), join(release, 'bin/scripts'), { recursive: true });
  const program = environment.run(requireNode(), [join(release, 'bin/migrate.ts')], {
    cwd: release,
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, DATA_DIR: join(release, 'data') },
  });
  await program.ended;
  return program.output();
}

export const playRoll: PlayDrill = async ({ name, environment }) => {
  const { url, allUrl } = await startDatabase(environment);
  const release = makeNextRelease(join(environment.folder, 'release'));
  const env = { DATABASE_URL: url };
  const { servers, proxy } = await startPair(environment, [env, env]);
  const drill = {
    tills: { count: 3, origin: proxy.origin },
    async fault() {
      const said = await migrate(environment, release, url);
      if (!/Migrated: \d+ drill/.test(said)) throw new Error(`npm run migrate: ${said}`);
      for (const server of servers) {
        await server.stop();
        await server.start({ release });
        await until('the proxy finds the new server', () => isReady(proxy.origin));
      }
      // A server of the release before starts on the new tables too.
      await servers[0].stop();
      await servers[0].start({ release: undefined });
    },
    stored: () => readDatabase(allUrl),
    notes: () => ['a migration beside the tills, 2 servers replaced, 1 back to the release before'],
  };
  return play(name, drill, environment);
};
