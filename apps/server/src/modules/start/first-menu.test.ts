import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Menu } from '@atoll/domain/menu/menu';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type Call, callApp } from '../../testing/test-app.ts';

const now = Date.parse('2026-03-04T08:00:00Z');
type FirstMenu = StartBody['menu'];
const bodyOf = (menu: FirstMenu): StartBody => ({
  owner: { name: 'Hawwa Manik', email: 'hawwa@reef.example', password: 'correct horse', passcode: '4826' },
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Majeedhee Magu, Malé',
    tin: '1000001GST501',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant').map((one) => ({ ...one, rates: [...one.rates] })),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  menu,
});

eachEngine('the first menu', (on) => {
  let app: FastifyInstance;
  let store: Store;
  beforeAll(async () => {
    store = await on.open({ now: () => now });
    const config = readConfig({ DATA_DIR: '/nonexistent', DEMO: '0', DATABASE_URL: undefined });
    const dataDir = mkdtempSync(join(tmpdir(), 'atoll-start-'));
    app = await buildApp({ config: { ...config, dataDir }, store, clock: () => now, log: createLog('silent') });
  });
  afterAll(() => app.close());
  const call = (key: string, given: Call = {}) =>
    callApp(app, 1, key as Parameters<typeof callApp>[2], { outlet: null, ...given });

  it('[R35.54] is refused when it has mistakes that nobody agreed to leave out, and the store stays empty', async () => {
    const csv = 'Group,Item,Price\nTea,Black Tea,15\nTea,Soup,cheap\n';
    const menus: FirstMenu[] = [
      { from: 'table', csv },
      { from: 'table', csv, leavesOut: false },
      { from: 'table', csv: 'Was,Preis\nTee,15\n' },
      { from: 'table', csv: 'Item,Price\nSoup,cheap\n', leavesOut: true },
    ];
    for (const menu of menus) {
      const answer = await call('auth.start', { body: bodyOf(menu) });
      expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(menu)).toEqual([422, ['menu']]);
    }
    const answer = await call('auth.start', { body: bodyOf({ from: 'table', csv }) });
    expect(answer.body.errors).toEqual({ menu: 'Row 3: Price must be a number' });
    expect((await call('app.info')).body.isNew).toBe(true);
  });

  it('[R35.54] is read as the list of items reads it: importing the same file there later changes nothing', async () => {
    const csv = [
      'sep=;',
      'Group;Item;Size;Price;Station',
      'Tea;"ކަޅު ""ސައި""";;MVR 15;bar',
      '',
      'Rice;Fried Rice;Small;"1,065.50";',
      'Rice;Soup;;cheap;',
      'Rice;Fried Rice;Large;90;',
      ';Water;;10;',
    ].join('\n');
    const { status, body } = await call('auth.start', { body: bodyOf({ from: 'table', csv, leavesOut: true }) });
    expect(status).toBe(200);
    const as = body as SignedIn;
    const outlet = as.outlets[0]?.outletId ?? 0;
    const menus = (await call('menu.get', { as, outlet })).body as Menu[];
    const items = menus.flatMap(({ categories }) =>
      categories.map(({ name, menuItems }) => [name, menuItems.map((item) => [item.name, item.type, item.sizes])]),
    );
    const rice = [
      { value: 'Small', sellingPrice: 106_550 },
      { value: 'Large', sellingPrice: 9000 },
    ];
    expect(items).toMatchObject([
      ['Tea', [['ކަޅު "ސައި"', 'Bar', [{ value: 'Regular', sellingPrice: 1500 }]]]],
      ['Rice', [['Fried Rice', 'Kitchen', rice]]],
      ['Menu', [['Water', 'Kitchen', [{ sellingPrice: 1000 }]]]],
    ]);
    const query = { makeMissing: 'true', leaveOut: 'true' };
    const again = await call('menu_item.import', { as, outlet, body: { csv }, query });
    expect(again.body).toMatchObject({ created: 0, changed: 0, unchanged: 3, rows: 5, good: 4 });
    expect(await verifyHistory(store, outlet)).toMatchObject({ ok: true });
  });
});
