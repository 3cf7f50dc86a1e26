/** Measures the menu of a large outlet over HTTP: bytes, time, and the answer when nothing changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { cafeMenu } from '../../apps/server/src/seed/cafe-menu.ts';
import { demoOutlets, seedOutlet } from '../../apps/server/src/seed/seed-outlet.ts';
import { seedUser } from '../../apps/server/src/seed/seed-user.ts';
import { atMost, type Figure, median } from '../figure.ts';
import { type HttpAnswer, HttpConnection } from '../load/http-connection.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';

const email = 'admin@bench.test';
const password = 'bench-password';

/** Measures menus of the run's sizes. */
export async function measureMenu(run: Run): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  try {
    const outletIds = await fillMenus(folder, run.sizes.menuItems);
    const server = await startServer({ DATA_DIR: folder });
    try {
      const connection = await HttpConnection.open(server.port);
      const signedIn = await connection.call('POST', '/api/auth/login', '', { email, password });
      const { token } = JSON.parse(signedIn.body.toString()) as { token: string };
      const figures: Figure[] = [];
      for (const [index, items] of run.sizes.menuItems.entries())
        figures.push(...(await measureOne(connection, token, outletIds[index] ?? 0, items)));
      connection.close();
      return figures;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOne(
  connection: HttpConnection,
  token: string,
  outletId: number,
  items: number,
): Promise<Figure[]> {
  const section = 'menu';
  const scale = items > 1000 ? 10 : 1;
  const ask = async (more = ''): Promise<{ ms: number; answer: HttpAnswer }> => {
    const headers = `authorization: Bearer ${token}\r\nx-outlet-id: ${outletId}\r\naccept-encoding: gzip\r\n${more}`;
    const at = performance.now();
    const answer = await connection.call('GET', '/api/bis/menu/get', headers);
    return { ms: performance.now() - at, answer };
  };
  const first = await ask();
  if (first.answer.status !== 200) throw new Error(`The menu answered ${first.answer.status}`);
  const again = await repeat(() => ask());
  const etag = /\r\netag: (.+?)(\r\n|$)/i.exec(first.answer.head)?.[1] ?? '';
  const unchanged = await ask(`if-none-match: ${etag}\r\n`);
  const unchangedMs = await repeat(() => ask(`if-none-match: ${etag}\r\n`));
  const kB = first.answer.body.length / 1000;
  return [
    { section, name: `${items} items, gzipped`, value: kB, unit: 'kB', budget: atMost(25 * scale) },
    {
      section,
      name: `${items} items, computed again`,
      value: first.ms,
      unit: 'ms',
      note: 'once after each change of the menu',
    },
    { section, name: `${items} items, p50`, value: again, unit: 'ms', budget: atMost(scale === 1 ? 20 : 150) },
    {
      section,
      name: `${items} items, unchanged`,
      value: unchangedMs,
      unit: 'ms',
      note: `answers ${unchanged.answer.status} with ${unchanged.answer.body.length} bytes`,
    },
  ];
}

async function repeat(ask: () => Promise<{ ms: number }>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 20; i += 1) times.push((await ask()).ms);
  return median(times);
}

/** Creates one outlet for each size. */
async function fillMenus(folder: string, sizes: readonly number[]): Promise<number[]> {
  const now = Date.now();
  const store = await openStore({ dataDir: folder }, { log: silentLog });
  const outletIds: number[] = [];
  for (const count of sizes) {
    const outletId = await seedOutlet(store, { ...demoOutlets.cafe, name: `House of ${count}` }, now);
    outletIds.push(outletId);
    await store.writeOutlet(outletId, async (tx) => {
      const stamp = { outlet_id: outletId, created_at: now, created_by: null, modified_at: now, modified_by: null };
      const key = (): string => crypto.randomUUID();
      const menu = { ...stamp, id: 1, key: key(), name: 'All day', availability: '[]', order_types: '[]' };
      tx.write(tx.db.insertInto('menu').values(menu));
      const names = cafeMenu.flatMap((category) => category.items);
      for (let id = 1; id <= 40; id += 1) {
        const category = {
          ...stamp,
          id,
          key: key(),
          name: `Category ${id}`,
          menu_ids: '[1]',
          sort: id,
          image: null,
          gst_mode: null,
        };
        tx.write(tx.db.insertInto('category').values(category));
      }
      for (let id = 1; id <= count; id += 1) {
        const like = names[id % names.length];
        const item = {
          ...stamp,
          id,
          key: key(),
          code: `C${String(id).padStart(5, '0')}`,
          name: `${like?.name ?? 'Dish'} ${id}`,
          name_local: like?.local ?? '',
          category_ids: JSON.stringify([1 + (id % 40)]),
          type: like?.type ?? 'Kitchen',
          sizes: JSON.stringify([{ value: 'Regular', sellingPrice: 1000 + ((id * 37) % 200) * 50, isDefault: true }]),
          image: `/api/files/${outletId}/${key().replaceAll('-', '').slice(0, 12)}`,
          gst_mode: null,
          gst_bp: null,
          sort: id,
        } as const;
        tx.write(tx.db.insertInto('menu_item').values(item));
      }
      tx.change({ entity: 'Menu', id: 1, version: 1, action: 'Created' });
    });
  }
  const user = { email, password, passcode: '', name: 'Keeper', role: 'Admin', jobTitle: '', department: '' } as const;
  await seedUser(store, { ...user, outletIds }, now);
  await store.close();
  return outletIds;
}
