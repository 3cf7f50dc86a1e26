/**
 * powercut: server and database are killed at the same moment, and their disk loses all that was not synced. First a shop with the embedded store,
 * then one with PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { DrillContext, PlayDrill } from '../context.ts';
import { pause } from '../environment.ts';
import { startDatabase } from '../parts/database.ts';
import { openVolume, type Volume } from '../parts/volume.ts';
import { type Drill, play } from '../play.ts';
import type { DrillRow } from '../row.ts';
import { type DrillServer, makeServer } from '../server.ts';
import { placeShop, readDatabase, readEmbedded } from '../shop.ts';

const cuts = 2;
const sellBetweenMs = 3000;

interface Shop {
  readonly server: DrillServer;
  readonly stored: Drill['stored'];
  /** Kills everything of the shop at once. */
  kill(): Promise<unknown>;
  start(): Promise<void>;
}

async function embeddedShop({ environment, keepIn }: DrillContext, volume: Volume): Promise<Shop> {
  const dataDir = join(volume.folder, 'data');
  await placeShop(dataDir, keepIn);
  const server = await makeServer(environment, { env: { DATA_DIR: dataDir } });
  return { server, stored: () => readEmbedded(dataDir), kill: server.kill, start: () => server.start() };
}

async function databaseShop({ environment }: DrillContext, volume: Volume): Promise<Shop> {
  const { cluster, url, allUrl } = await startDatabase(environment, [], volume.folder);
  const server = await makeServer(environment, {
    env: { DATA_DIR: join(volume.folder, 'server'), DATABASE_URL: url },
  });
  return {
    server,
    stored: () => readDatabase(allUrl),
    kill: () => Promise.all([cluster.kill(), server.kill()]),
    async start() {
      await cluster.resume();
      await server.start();
    },
  };
}

function playShop(context: DrillContext, volume: Volume, { server, stored, kill, start }: Shop): Promise<DrillRow> {
  const drill = {
    tills: { count: 3, origin: server.origin },
    async fault() {
      for (let time = 0; time < cuts; time += 1) {
        if (time > 0) await pause(sellBetweenMs);
        await kill();
        volume.cutPower();
        await start();
      }
    },
    stored,
  };
  return play(context.name, drill, context.environment);
}

export const playPowercut: PlayDrill = async (context) => {
  const volume = openVolume(context.environment);
  const rows: DrillRow[] = [];
  for (const open of [embeddedShop, databaseShop]) {
    const shop = await open(context, volume);
    // What was there before the shop opened is on the disk.
    execFileSync('sync', ['-f', volume.folder]);
    await (rows.length === 0 ? shop.start() : shop.server.start());
    rows.push(await playShop(context, volume, shop));
    await shop.kill();
  }
  const sum = (of: (row: DrillRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return {
    name: context.name,
    acknowledged: sum((row) => row.acknowledged),
    lost: sum((row) => row.lost),
    doubled: sum((row) => row.doubled),
    gapMs: Math.max(...rows.map((row) => row.gapMs)),
    left: sum((row) => row.left),
    waiting: rows.flatMap((row) => row.waiting),
    notes: [
      `${cuts} cuts with the embedded store and ${cuts} with PostgreSQL; what was not synced is gone`,
      ...rows.flatMap((row) => row.notes),
    ],
  };
};
