/** restore: an old backup replaces the store, while a part of the tills has work that no server has seen. */
import { join } from 'node:path';
import { openTcpGate } from '../../fault-proxy/tcp-gate.ts';
import type { PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { runCommand } from '../parts/command.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { placeShop, readEmbedded } from '../shop.ts';
import type { Tills } from '../tills.ts';

export const playRestore: PlayDrill = async ({ name, environment, keepIn }) => {
  const dataDir = join(environment.folder, 'data');
  await placeShop(dataDir, keepIn);
  const server = await makeServer(environment, { env: { DATA_DIR: dataDir } });
  await server.start();
  // The third till has a line of its own.
  const gate = await openTcpGate(server.port);
  environment.atEnd(() => gate.close());
  let [missing, unsent] = [0, 0];
  const drill = {
    tills: { count: 3, origin: (till: number) => (till === 2 ? `http://127.0.0.1:${gate.port}` : server.origin) },
    async fault(tills: Tills) {
      const said = await runCommand(environment, 'backup', dataDir);
      const file = /^(.+?) \(\d+ kB\), checked/m.exec(said)?.[1] ?? '';
      const before = tills.arrived.length;
      await pause(3000);
      gate.shut();
      await pause(3000);
      await server.stop();
      [missing, unsent] = [tills.arrived.length - before, tills.left()];
      await runCommand(environment, 'restore', dataDir, file);
      await server.start();
      gate.open();
    },
    stored: () => readEmbedded(dataDir),
    notes: () => [`the backup lacked ${missing} acknowledged payments, and ${unsent} entries had not been sent`],
  };
  return play(name, drill, environment);
};
