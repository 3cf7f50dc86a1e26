import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Menu } from '@atoll/domain/menu/menu';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { findDemo } from '../modules/info/service.ts';
import { readMenus } from '../modules/menu/queries.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { storeAt } from '../platform/store/outlet/group.ts';
import type { Store } from '../platform/store/store.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { callApp } from '../testing/test-app.ts';
import { firstStart } from './first-start.ts';
import { demoOutlets, seedOutlet } from './seed-outlet.ts';
import { seedUser } from './seed-user.ts';

const past = { days: 2, cafe: 14, store: 10 };
const now = Date.parse('2026-03-04T08:00:00Z');

async function facts(store: Store) {
  const { outlets, users } = await store.readOrg(async (db) => ({
    outlets: await db.selectFrom('outlet').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('app_user').select(['email', 'role']).orderBy('id').execute(),
  }));
  const perOutlet = outlets.map(async (outlet) => {
    const rows = await store.readOutlet(outlet.id, async (db) => ({
      menus: await readMenus(db, outlet.id),
      bills: await db
        .selectFrom('bill')
        .select(['doc', 'is_open', 'is_void'])
        .where('outlet_id', '=', outlet.id)
        .execute(),
      shifts: await db.selectFrom('shift').selectAll().where('outlet_id', '=', outlet.id).orderBy('id').execute(),
      customers: await db
        .selectFrom('customer')
        .select(['id', 'created_at'])
        .where('outlet_id', '=', outlet.id)
        .execute(),
      settings: await db.selectFrom('setting').select(['key', 'value']).where('outlet_id', '=', outlet.id).execute(),
    }));
    return { outlet, ...rows };
  });
  return { users, outlets: await Promise.all(perOutlet) };
}

const items = (menus: readonly Menu[]) => menus.flatMap((menu) => menu.categories.flatMap((one) => one.menuItems));

eachEngine('the first start', (on) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-first-'));
  const demo = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  let store: Store;
  let found: Awaited<ReturnType<typeof facts>>;
  beforeAll(async () => {
    store = await on.open({ now: () => now });
    expect(await firstStart(store, demo, () => now, { past })).toBe('demo');
    found = await facts(store);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('[R1.1] creates an Admin and a Manager of both outlets and a User of the restaurant, who can sign in', async () => {
    expect(found.users).toEqual([
      { email: 'admin@atoll.test', role: 'Admin' },
      { email: 'manager@atoll.test', role: 'Manager' },
      { email: 'user@atoll.test', role: 'User' },
    ]);
    const offered = await findDemo(store);
    const app = await buildApp({ config: demo, store, clock: () => now, log: createLog('silent') });
    const outlets = [];
    for (const { email } of offered?.users ?? []) {
      const { status, body } = await callApp(app, 1, 'auth.login', { body: { email, password: offered?.password } });
      expect(status).toBe(200);
      const signedIn = body as SignedIn;
      outlets.push(signedIn.outlets.map(({ name }) => name));
      const unlocked = await callApp(app, 1, 'auth.unlock', {
        body: { refreshToken: signedIn.refreshToken, passcode: offered?.passcode },
      });
      expect(unlocked.status).toBe(200);
    }
    const both = ['Atoll Café', 'Atoll Store'];
    expect(outlets).toEqual([both, both, ['Atoll Café']]);
    await app.close();
  });

  it('[R1.5] creates a restaurant with tables and a shop with a counter', () => {
    const kinds = found.outlets.map(({ outlet }) => [
      outlet.name,
      outlet.business_type,
      outlet.slot_types.map(({ type }) => type),
    ]);
    expect(kinds).toEqual([
      ['Atoll Café', 'Restaurant', ['Table', 'Delivery', 'Takeaway']],
      ['Atoll Store', 'Retail', ['Counter', 'Delivery']],
    ]);
  });

  it('creates no customer later than now', () => {
    const made = found.outlets.flatMap(({ customers }) => customers.map(({ created_at }) => Number(created_at)));
    expect(made.length).toBeGreaterThan(20);
    expect(Math.max(...made)).toBeLessThanOrEqual(now);
  });

  it('[R18.12] creates a menu of 60 items in 8 categories, with sizes, local names, all ticket types and pictures', async () => {
    const menus = found.outlets[0]?.menus ?? [];
    expect(menus[0]?.categories).toHaveLength(8);
    const all = items(menus);
    expect(all).toHaveLength(60);
    expect(new Set(all.map(({ name }) => name)).size).toBe(60);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['Kitchen', 'Bar', 'Grill', 'NA']));
    expect(all.filter(({ sizes }) => sizes.length > 1).length).toBeGreaterThan(10);
    expect(all.filter(({ nameLocal }) => /[\u0780-\u07bf]/.test(nameLocal)).length).toBeGreaterThan(25);
    expect(
      all.every(({ sizes }) => sizes.every(({ sellingPrice }) => Number.isInteger(sellingPrice) && sellingPrice > 0)),
    ).toBe(true);
    const keys = all.map(({ image }) => image?.split('/').at(-1) ?? '');
    expect(new Set(keys).size).toBe(60);
    const files = await store.readOutlet(1, (db) =>
      db.selectFrom('file').select(['key', 'mime', 'bytes']).where('outlet_id', '=', 1).execute(),
    );
    expect(files.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(files.every(({ mime, bytes }) => mime === 'image/webp' && bytes < 12_000)).toBe(true);
  });

  it('gives all goods of the shop different, valid EAN-13 codes, and the dishes of the café none', () => {
    const codes = items(found.outlets[1]?.menus ?? []).flatMap(({ barcode, sizes }) =>
      sizes.length === 1 ? [barcode] : sizes.map((size) => size.barcode ?? ''),
    );
    expect(codes.length).toBeGreaterThan(30);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) {
      expect(code).toMatch(/^\d{13}$/);
      const sum = [...code].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      expect(sum % 10).toBe(0);
    }
    expect(items(found.outlets[0]?.menus ?? []).some(({ barcode }) => barcode !== '')).toBe(false);
  });

  it('[R16.4] sends tickets to Kitchen and Bar and bills to Front, printed automatically', () => {
    const settings = Object.fromEntries((found.outlets[0]?.settings ?? []).map(({ key, value }) => [key, value]));
    expect(settings).toMatchObject({ BillPrinter: 'Front', KotPrinter: 'Kitchen', BotPrinter: 'Bar' });
    expect(settings).not.toHaveProperty('AutoPrintEnabled');
  });

  it('[R15.7] creates past paid bills whose payments, shifts, numbers and sums agree, and leaves nothing open', async () => {
    for (const { outlet, bills, shifts } of found.outlets) {
      expect(shifts.map(({ business_date }) => business_date)).toEqual(['2026-03-02', '2026-03-03']);
      expect(shifts.every(({ is_open }) => !is_open)).toBe(true);
      expect(bills.length).toBeGreaterThan(12);
      expect(bills.every(({ is_open }) => !is_open)).toBe(true);
      const paid: Bill[] = bills.filter(({ is_void }) => !is_void).map(({ doc }) => doc);
      for (const bill of paid) {
        expect(bill.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          bill.total + bill.roundingAmount + bill.tip,
        );
      }
      const numbers = paid.map(({ invoiceNumber }) => Number(invoiceNumber?.slice(-6))).sort((a, b) => a - b);
      expect(numbers).toEqual(paid.map((_, i) => i + 1));
      const total = paid.reduce((sum, bill) => sum + bill.total, 0);
      expect(shifts.reduce((sum, { totals }) => sum + (totals?.total ?? 0), 0)).toBe(total);
      expect(shifts.every(({ closing }) => closing?.difference === 0)).toBe(true);
      const sums = await store.readOutlet(outlet.id, (db) =>
        db
          .selectFrom('sale_hour')
          .select((eb) => eb.fn.sum<number>('total').as('total'))
          .where('outlet_id', '=', outlet.id)
          .executeTakeFirstOrThrow(),
      );
      expect(Number(sums.total)).toBe(total);
    }
  });

  it('[R2.15] records who received its deliveries', () => {
    const deliveries: Bill[] = found.outlets.flatMap(({ bills }) => bills.map(({ doc }) => doc));
    const brought = deliveries.filter(({ type }) => type === 'Delivery');
    expect(brought.length).toBeGreaterThan(0);
    expect(brought.filter(({ customer, customerId }) => !customer?.name || customerId === 0)).toEqual([]);
  });

  it('[R1.1] changes nothing in a store that is in use', async () => {
    expect(await firstStart(store, demo, () => now, { past })).toBe('known');
    expect(await facts(store)).toEqual(found);
  });

  it('[R1.1] continues where a start was interrupted, and does nothing twice', async () => {
    const cut = await on.open({ now: () => now });
    let commands = 0;
    const failing: Store = {
      ...({ engine: cut.engine } as Store),
      readOutlet: (id, read) => cut.readOutlet(id, read),
      readOrg: (read) => cut.readOrg(read),
      writeOrg: (write) => cut.writeOrg(write),
      at: (instant) => {
        commands += 1;
        return commands > 50
          ? ({ ...failing, writeOutlet: () => Promise.reject(new Error('power cut')) } as Store)
          : cut.at(instant);
      },
      writeOutlet: (id, command) => cut.writeOutlet(id, command),
    };
    await expect(firstStart(failing, demo, () => now, { past })).rejects.toThrow('power cut');
    const later = now + 300_000;
    expect(await firstStart(cut, demo, () => later, { past, silenceMs: 300 })).toBe('demo');
    const whole = await facts(cut);
    const shapeOf = ({ outlets }: typeof whole) =>
      outlets.map(({ menus, bills, shifts, customers }) => [
        items(menus).length,
        bills.length,
        shifts.length,
        customers.length,
      ]);
    expect(shapeOf(whole)).toEqual(shapeOf(found));
  });

  it('[R1.1] creates the owner of the environment without demo data, and nobody when none is named', async () => {
    const own = await on.open({ now: () => now });
    const none = readConfig({ DATA_DIR: dataDir, DEMO: '0' });
    expect(await firstStart(own, none, () => now)).toBe('nobody');
    const owner = readConfig({
      DATA_DIR: dataDir,
      DEMO: '0',
      OWNER_EMAIL: 'Owner@Reef.example',
      OWNER_PASSWORD: 'correct horse',
      OWNER_NAME: 'Hawwa',
      OWNER_OUTLET: 'Reef House',
    });
    expect(await firstStart(own, owner, () => now)).toBe('owner');
    expect(await findDemo(own)).toBeUndefined();
    const app = await buildApp({ config: { ...owner, logLevel: 'silent' }, store: own, clock: () => now });
    const { body } = await callApp(app, 1, 'auth.login', {
      body: { email: 'owner@reef.example', password: 'correct horse' },
    });
    expect(body).toMatchObject({ name: 'Hawwa', outlets: [{ name: 'Reef House', businessType: 'Restaurant' }] });
    expect((await callApp(app, 1, 'app.info')).body.demo).toBeNull();
    await app.close();
    expect(await firstStart(own, owner, () => now)).toBe('known');
  });

  it('takes the password of OWNER_PASSWORD as it is, also one that is guessed first', async () => {
    const own = await on.open({ now: () => now });
    const OWNER_PASSWORD = 'Password1!';
    const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', OWNER_EMAIL: 'owner@reef.example', OWNER_PASSWORD });
    expect(await firstStart(own, config, () => now)).toBe('owner');
    const app = await buildApp({ config: { ...config, logLevel: 'silent' }, store: own, clock: () => now });
    const body = { email: 'owner@reef.example', password: OWNER_PASSWORD };
    expect((await callApp(app, 1, 'auth.login', { body })).status).toBe(200);
    await app.close();
  });

  // One process owns a store on SQLite.
  for (const _ of on.engine === 'postgres' ? [on.engine] : [])
    it('[R35.9] waits while another process fills the store, and continues when that process ends', async () => {
      const shared = await on.open({ now: () => now });
      const held = Promise.withResolvers<never>();
      const first: Store = storeAt(shared, () => held.promise);
      // How much is created plays no part.
      const options = { past: { days: 0, cafe: 0, store: 0 }, beatMs: 20, silenceMs: 500 };
      const filling = firstStart({ ...first, at: () => first }, demo, () => now, options);
      const isMarked = () => shared.readOrg((db) => db.selectFrom('outlet').select('id').execute());
      await expect.poll(isMarked, { timeout: 20_000 }).not.toEqual([]);

      let looks = 0;
      const second: Store = {
        ...storeAt(shared, (id, command) => shared.writeOutlet(id, command)),
        writeOrg: (write) => {
          looks += 1;
          return shared.writeOrg(write);
        },
      };
      let isOver = false;
      const waiting = firstStart(second, demo, () => now, options).finally(() => {
        isOver = true;
      });
      // Each check comes a quarter of a second after the last: together six times the silence that ends the wait.
      await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(12);
      expect(isOver).toBe(false);
      held.reject(new Error('power cut'));
      await expect(filling).rejects.toThrow('power cut');
      expect(await waiting).toBe('demo');
    });

  it('[R35.15] never puts demo data into a store that has people, whoever made them', async () => {
    const own = await on.open({ now: () => now });
    const outletIds = [await seedOutlet(own, { ...demoOutlets.cafe, name: 'Reef House' }, now)];
    const person = { name: 'Hawwa', role: 'Admin', jobTitle: '', department: '', passcode: '' } as const;
    await seedUser(own, { ...person, email: 'hawwa@reef.example', password: 'correct horse', outletIds }, now);
    expect(await firstStart(own, demo, () => now, { past })).toBe('known');
    expect((await facts(own)).users).toEqual([{ email: 'hawwa@reef.example', role: 'Admin' }]);
  });
});
