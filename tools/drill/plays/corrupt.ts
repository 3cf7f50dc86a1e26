/** corrupt: the file of the store is damaged. The server refuses to start and names the backup; a person restores it. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { runCommand } from '../parts/command.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { placeShop, readEmbedded } from '../shop.ts';

/** Writes garbage over every tenth page of a file. */
function damage(path: string): void {
  const [page, size] = [4096, statSync(path).size];
  const file = openSync(path, 'r+');
  for (let at = 5 * page; at < size; at += 10 * page) writeSync(file, Buffer.alloc(page, 0xa5), 0, page, at);
  closeSync(file);
}

export const playCorrupt: PlayDrill = async ({ name, environment, keepIn }) => {
  const dataDir = join(environment.folder, 'data');
  await placeShop(dataDir, keepIn);
  const server = await makeServer(environment, { env: { DATA_DIR: dataDir } });
  await server.start();
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      await runCommand(environment, 'backup', dataDir);
      await pause(3000);
      await server.kill();
      damage(join(dataDir, 'atoll.db'));
      const said = await server.start().then(
        () => 'it started',
        () => server.output(),
      );
      // The person does what the message says.
      const file = /npm run restore -- (\S+\.(?:zst|db))/.exec(said)?.[1];
      if (file === undefined) throw new Error(`The server did not name the backup to restore: ${said}`);
      await runCommand(environment, 'restore', dataDir, file);
      await server.start();
    },
    stored: () => readEmbedded(dataDir),
    notes: () => ['the server refused the damaged store and named the backup'],
  };
  return play(name, drill, environment);
};
