/** diskfull: the disk of a shop's server is full for a while. It is a small file system of its own. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayDrill } from '../context.ts';
import { pause, until } from '../environment.ts';
import { play } from '../play.ts';
import { isReady, makeServer } from '../server.ts';
import { placeShop, readEmbedded } from '../shop.ts';

/** Writes until nothing fits any more. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const bytes of [1 << 16, 4096]) for (;;) if (writeSync(file, Buffer.alloc(bytes)) < bytes) break;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

export const playDiskfull: PlayDrill = async ({ name, environment, keepIn }) => {
  const disk = join(environment.folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=700', 'tmpfs', disk]);
  environment.atEnd(() => execFileSync('umount', [disk]));
  const dataDir = join(disk, 'data');
  await placeShop(dataDir, keepIn);
  const server = await makeServer(environment, { env: { DATA_DIR: dataDir } });
  await server.start();
  let saidAfterMs = 0;
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      const filler = join(disk, 'filler');
      const startedAt = performance.now();
      fill(filler);
      await until('/ready says no', async () => {
        // What the server frees is taken again.
        fill(join(disk, 'filler2'));
        return !(await isReady(server.origin));
      });
      saidAfterMs = performance.now() - startedAt;
      await pause(8000);
      for (const name of [filler, join(disk, 'filler2')]) rmSync(name);
    },
    stored: () => readEmbedded(dataDir),
    notes: () => [`/ready said no after ${(saidAfterMs / 1000).toFixed(1)} s`],
  };
  return play(name, drill, environment);
};
