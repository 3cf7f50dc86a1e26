/** halfopen: connections to the database break without a word on either side, as with a switch that forgets them. */
import { join } from 'node:path';
import { openSilentProxy } from '../../../apps/server/src/platform/store/testing/silent-proxy.ts';
import type { PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { startDatabase } from '../parts/database.ts';
import { play } from '../play.ts';
import { makeServer } from '../server.ts';
import { readDatabase } from '../shop.ts';

export const playHalfopen: PlayDrill = async ({ name, environment }) => {
  const { url, allUrl } = await startDatabase(environment);
  const line = await openSilentProxy(url);
  environment.atEnd(() => line.close());
  const server = await makeServer(environment, {
    env: { DATA_DIR: join(environment.folder, 'data'), DATABASE_URL: line.urlOf(url) },
  });
  await server.start();
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      // Old connections are dead, new ones work.
      line.silence();
      await pause(8000);
      // A commit whose answer is lost: was it done?
      line.silenceAt('commit', 'answer');
      await pause(4000);
      // Nothing answers, old or new.
      line.isUnresponsive = true;
      line.silence();
      await pause(6000);
      line.isUnresponsive = false;
      line.silence();
    },
    stored: () => readDatabase(allUrl),
    notes: () => [`${line.died} connections died silently`],
  };
  return play(name, drill, environment);
};
