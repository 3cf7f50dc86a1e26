/** clock: one till is three days ahead, one three days behind; the server jumps three days ahead, then three days behind, then is right. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { placeShop, readEmbedded } from '../shop.ts';
import type { Tills } from '../tills.ts';

const threeDaysMs = 3 * 24 * 60 * 60 * 1000;
const wrong = [0, threeDaysMs, -threeDaysMs];

/** Returns the library that changes the time of a program: Debian keeps it in a folder of the machine's architecture. */
function findLibrary(): string {
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'))
    : [];
  const found = ['/usr/local/lib/faketime', ...folders]
    .map((folder) => join(folder, 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('libfaketimeMT.so.1 was not found');
  return found;
}

export const playClock: PlayDrill = async ({ name, environment, keepIn }) => {
  const dataDir = join(environment.folder, 'data');
  await placeShop(dataDir, keepIn);
  const env = { DATA_DIR: dataDir };
  const server = await makeServer(environment, { env });
  await server.start();
  /** Timers follow the machine; only the date is wrong. */
  const wrongBy = (days: number) => ({
    ...env,
    LD_PRELOAD: findLibrary(),
    FAKETIME: `${days > 0 ? '+' : ''}${days}d`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const drill = {
    tills: { count: 3, origin: server.origin, clockOffMs: (till: number) => wrong[till] ?? 0 },
    async fault() {
      for (const next of [wrongBy(3), wrongBy(-3), env]) {
        await server.stop();
        await server.start({ env: next });
        await pause(3000);
      }
    },
    stored: () => readEmbedded(dataDir),
    notes: (tills: Tills) => [
      'tills at 0, +3 and -3 days, the server at +3, -3 and 0',
      // By its clock nobody used the tills for three days.
      ...(tills.passcodes() > 0 ? [`screens asked for the passcode ${tills.passcodes()} times`] : []),
    ],
  };
  return play(name, drill, environment);
};
