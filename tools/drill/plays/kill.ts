/** kill: the server of a shop is killed again and again, and the system starts it again. */
import { join } from 'node:path';
import type { PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { placeShop, readEmbedded } from '../shop.ts';

/** RestartSec of deploy/systemd/atoll.service. */
const restartAfterMs = 2000;
const sellBetweenMs = 2500;

export const playKill: PlayDrill = async ({ name, environment, keepIn, isShort }) => {
  const dataDir = join(environment.folder, 'data');
  await placeShop(dataDir, keepIn);
  const server = await makeServer(environment, { env: { DATA_DIR: dataDir } });
  await server.start();
  const kills = isShort ? 1 : 3;
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      for (let time = 0; time < kills; time += 1) {
        if (time > 0) await pause(sellBetweenMs);
        await server.kill();
        await pause(restartAfterMs);
        await server.start();
      }
    },
    stored: () => readEmbedded(dataDir),
    notes: () => [`killed ${kills} times`],
  };
  return play(name, drill, environment);
};
