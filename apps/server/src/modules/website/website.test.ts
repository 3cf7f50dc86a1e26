import type { Site } from '@atoll/domain/contract/outlet/website';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { StoreUnavailable } from '../../platform/store/unavailable.ts';
import { cafeMenu } from '../../seed/cafe-menu.ts';
import { seedMenu } from '../../seed/seed-menu.ts';
import { type Call, type TestApp, testApp } from '../../testing/test-app.ts';
import { inkOn } from './styles.ts';

it('[R2.22] writes on the site’s colour in black or white, whichever has more contrast', () => {
  expect([inkOn('#000000'), inkOn('#ffffff'), inkOn('#0b6e78'), inkOn('#ffd54a')]).toEqual([
    '#fff',
    '#000',
    '#fff',
    '#000',
  ]);
});

interface Codes {
  readonly url: string;
  readonly isLocal: boolean;
  readonly codes: readonly { readonly svg: string; readonly url: string }[];
}

eachEngine('the website', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    // The names of the own network below lead to this machine.
    const addresses = ['192.168.1.20'];
    t = await testApp(on, {}, { names: { lookUp: async () => addresses, addresses: () => addresses } });
    admin = await t.signIn('Admin');
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    const marks = { spicy: 2, is_vegetarian: true, is_halal: true, allergens: JSON.stringify(['Fish', 'Gluten']) };
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(
        tx.db.updateTable('menu_item').set(marks).where('outlet_id', '=', t.cafe).where('name', '=', 'Mas Huni'),
      );
    });
  });
  const asked = async (key: Parameters<TestApp['call']>[0], call: Call = {}) => t.call(key, { as: admin, ...call });
  const site = async (): Promise<Site> => (await asked('site.find')).body;
  const visit = (path: string, headers: Record<string, string> = {}) => t.app.inject({ url: path, headers });
  const addBlock = async (fields: object) => {
    const made = await asked('page.create', { body: { key: crypto.randomUUID(), ...fields } });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
  };

  it('[R2.22] keeps a site a draft until it is published, and then shows it without an account', async () => {
    expect(await site()).toMatchObject({ status: 'Draft', path: '/s/atoll-cafe', version: 0, versions: [] });
    expect((await visit('/s/atoll-cafe')).statusCode).toBe(404);
    const early = await asked('site.publish', { body: {} });
    expect([early.status, early.body.errors]).toEqual([422, { blocks: 'The site has no blocks yet. Add one first' }]);
    await addBlock({
      kind: 'Hero',
      title: 'By the <sea>',
      body: 'Fresh & **good**',
      buttonLabel: 'Menu',
      buttonLink: '/menu',
    });
    await addBlock({ kind: 'Menu', title: 'What we cook', sort: 2 });
    await addBlock({ kind: 'Page', title: 'Our story', slug: 'story', body: '[x](javascript:alert(1))', sort: 3 });
    expect((await asked('site.publish', { body: {} })).body).toMatchObject({
      status: 'Published',
      versions: [{ blocks: 3 }],
    });
    const page = await visit('/s/atoll-cafe');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<h1>By the &lt;sea&gt;</h1><p>Fresh &amp; <strong>good</strong></p>');
    expect(page.body).toContain('href="/s/atoll-cafe/menu"');
    expect(page.body).toContain('Espresso');
    expect(Buffer.byteLength(page.body)).toBeLessThan(50_000);
    const story = await visit('/s/atoll-cafe/story');
    // The page has the title of the block as its own heading.
    expect(story.body).toContain('<h1>Our story</h1>');
    expect(story.body).toContain('<h2 id="h0" class="unseen">Our story</h2>');
    expect(page.body).toContain('<h2 id="h1">What we cook</h2>');
    expect(story.body).not.toContain('href="javascript');
    expect((await visit('/s/atoll-cafe/menu')).body).toContain('Espresso');
    expect((await visit('/s/atoll-cafe/nowhere')).statusCode).toBe(404);
    expect((await visit('/s/nobody')).statusCode).toBe(404);
  });

  it('[R35.41] names the sizes of an item on the public menu only when it has several', async () => {
    const menu = (await visit('/s/atoll-cafe/menu')).body;
    const prices = (name: string) => new RegExp(`<h4>${name}</h4><p class="prices">(.*?)</p>`).exec(menu)?.[1];
    expect(prices('Espresso')).toMatch(/^<span>\w+ <b>25.00<\/b><\/span> <span>\w+ <b>35.00<\/b><\/span>$/);
    expect(prices('Mas Huni')).toMatch(/^<span><b>[\d.]+<\/b><\/span>$/);
  });

  it('[R35.65] shows the pictures of items on the public menu, as files of the outlet only', async () => {
    const item = (name: string) =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('menu_item').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
      );
    const { id } = await item('Espresso');
    const setPicture = (image: string | null) =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        tx.write(tx.db.updateTable('menu_item').set({ image }).where('outlet_id', '=', t.cafe).where('id', '=', id));
      });
    await setPicture('/files/1/espresso-cup');
    for (const path of ['/s/atoll-cafe', '/s/atoll-cafe/menu'])
      expect((await visit(path)).body).toMatch(/<li><img src="\/files\/1\/espresso-cup"[^>]*><div><h4>Espresso<\/h4>/);
    await setPicture('https://elsewhere.example/cup.png');
    expect((await visit('/s/atoll-cafe/menu')).body).not.toContain('elsewhere.example');
    await setPicture(null);
  });

  it('shows an item of which none are left as sold out on the public menu, until its next day begins', async () => {
    const shown = async () => /<h4>Espresso[^/]*/.exec((await visit('/s/atoll-cafe/menu')).body)?.[0];
    const { id } = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('menu_item').select('id').where('name', '=', 'Espresso').executeTakeFirstOrThrow(),
    );
    const leave = async (left: number | null) =>
      expect((await asked('menu.setLeft', { body: { id, left } })).status).toBe(200);
    for (const [left, expected] of [
      [2, '<h4>Espresso<'],
      [0, '<h4>Espresso <em>Sold out<'],
    ] as const) {
      await leave(left);
      expect(await shown()).toBe(expected);
    }
    const setDaily = (daily_qty: number | null) =>
      t.store.writeOutlet(t.cafe, async (tx) => {
        tx.write(
          tx.db.updateTable('menu_item').set({ daily_qty }).where('outlet_id', '=', t.cafe).where('id', '=', id),
        );
        tx.write(tx.db.updateTable('item_count').set({ day: '2020-01-01' }).where('outlet_id', '=', t.cafe));
      });
    await setDaily(5);
    expect(await shown()).toBe('<h4>Espresso<');
    await setDaily(null);
    await leave(null);
    expect(await shown()).toBe('<h4>Espresso<');
  });

  it('[R35.76] shows on the public menu what is vegetarian, halal, spicy, and which allergens an item contains', async () => {
    const menu = (await visit('/s/atoll-cafe/menu')).body;
    expect(menu).toMatch(/Mas Huni<\/h4>(?:(?!<li>).)*Vegetarian · Halal · Spicy 2\/3 · Contains Fish, Gluten/);
  });

  it('[R2.22] sends a content security policy that allows no script, no other server and only its own styles', async () => {
    const page = await visit('/s/atoll-cafe');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'/);
    const styles = /<style>([^]*?)<\/style>/.exec(page.body)?.[1] ?? '';
    const { createHash } = await import('node:crypto');
    expect(policy).toContain(createHash('sha256').update(styles).digest('base64'));
    expect(page.body.match(/<script/g)).toHaveLength(1);
    expect(page.body).toContain('<script type="application/ld+json">{"@context":"https://schema.org"');
    const again = await visit('/s/atoll-cafe', { 'if-none-match': String(page.headers['etag']) });
    expect(again.statusCode).toBe(304);
  });

  it('[R2.22] shows changes after the next publication only, and publishes an earlier version again', async () => {
    const before = await site();
    await addBlock({ kind: 'Announcement', title: 'Closed on Friday', sort: 1 });
    expect((await visit('/s/atoll-cafe')).body).not.toContain('Closed on Friday');
    const draft = await visit((await asked('site.preview')).body.path);
    expect(draft.body).toContain('Closed on Friday');
    expect(draft.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
    expect((await visit('/s/atoll-cafe/preview-')).statusCode).toBe(404);
    await asked('site.publish', { body: {} });
    expect((await visit('/s/atoll-cafe')).body).toContain('Closed on Friday');
    const [, first] = (await site()).versions;
    expect(first?.id).toBe(before.versions[0]?.id);
    await asked('site.restore', { body: { id: first?.id } });
    expect((await visit('/s/atoll-cafe')).body).not.toContain('Closed on Friday');
    expect((await asked('site.restore', { body: { id: 9999 } })).status).toBe(404);
  });

  it('[R2.22] publishes a site at a scheduled time, and takes it offline', async () => {
    const past = await asked('site.publish', { body: { at: new Date(t.now() - 1000).toISOString() } });
    expect([past.status, past.body.errors.at]).toEqual([422, 'Choose a time in the future']);
    const at = new Date(t.now() + 600_000).toISOString();
    expect((await asked('site.publish', { body: { at } })).body).toMatchObject({
      status: 'Scheduled',
      scheduledAt: at,
    });
    expect((await visit('/s/atoll-cafe')).body).not.toContain('Closed on Friday');
    t.advance(600_001);
    expect((await visit('/s/atoll-cafe')).body).toContain('Closed on Friday');
    expect(await site()).toMatchObject({ status: 'Published', publishedAt: at, scheduledAt: null });
    expect((await asked('site.offline')).body.status).toBe('Offline');
    expect((await visit('/s/atoll-cafe')).statusCode).toBe(404);
    await asked('site.publish', { body: {} });
    expect((await visit('/s/atoll-cafe')).statusCode).toBe(200);
  });

  it('[R2.22] accepts an unused address, and refuses a change made from an older version', async () => {
    const {
      slug: _,
      path: __,
      status: ___,
      publishedAt: ____,
      scheduledAt: _____,
      versions: ______,
      ...settings
    } = await site();
    const change = { ...settings, slug: 'reef-cafe', tagline: 'By the reef' };
    expect((await asked('site.update', { body: change })).body).toMatchObject({
      path: '/s/reef-cafe',
      tagline: 'By the reef',
    });
    expect((await visit('/s/reef-cafe')).statusCode).toBe(200);
    expect((await visit('/s/atoll-cafe')).statusCode).toBe(404);
    expect((await asked('site.update', { body: change })).status).toBe(409);
    const other = await asked('site.update', { outlet: t.shop, body: { ...change, version: 0 } });
    expect([other.status, other.body.errors.slug]).toEqual([422, 'Another outlet has this address']);
    const badly = await asked('site.update', { body: { ...change, slug: 'Reef Café' } });
    expect([badly.status, badly.body.errors.slug]).toEqual([
      422,
      'Use lowercase letters, digits and hyphens, like atoll-cafe',
    ]);
    const codes = (await asked('site.codes')).body;
    expect(codes.url).toMatch(/\/s\/reef-cafe\/menu$/);
  });

  it('[R35.63] gives each slot its own code, which opens the menu and names the slot', async () => {
    const { path } = await site();
    const { url, isLocal, codes } = (await asked('site.codes', { headers: { host: 'menu.local' } })).body as Codes;
    expect([url, isLocal]).toEqual([`http://menu.local${path}/menu`, false]);
    expect(codes[11]).toMatchObject({ type: 'Table', slot: 12, url: `${url}?slot=Table-12` });
    expect(new Set(codes.map(({ svg }) => svg)).size).toBe(codes.length);
    expect(codes).toHaveLength(40);
    const menu = async (slot: string) => (await visit(`${path}/menu?slot=${slot}`)).body;
    expect(await menu('Table-12')).toContain('<h1>Menu · Table 12</h1>');
    for (const wrong of ['Table-99', 'Room-1', '<script>', 'Delivery-1'])
      expect(await menu(encodeURIComponent(wrong))).toContain('<h1>Menu</h1>');
  });

  it.each(['localhost:3000', 'localhost.', 'pos.localhost', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000', '0.0.0.0'])(
    '[R35.63] makes no codes that would lead to %s',
    async (host) => {
      expect((await asked('site.codes', { headers: { host } })).body).toMatchObject({ isLocal: true, codes: [] });
    },
  );

  it.each(['192.168.1.20:3000', 'pos.home.arpa', 'localhost.lan', '[fd00::1]:3000'])(
    '[R35.63] makes codes that lead to %s',
    async (host) => {
      expect((await asked('site.codes', { headers: { host } })).body).toMatchObject({ isLocal: false });
    },
  );

  it('[R17.3] [R2.22] refuses to edit the site without the permission Website', async () => {
    const manager = await t.signIn('Manager');
    for (const key of ['site.find', 'site.preview', 'site.codes'] as const)
      expect((await t.call(key, { as: manager })).status).toBe(403);
    expect((await t.call('site.publish', { as: manager, body: {} })).status).toBe(403);
  });

  const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  const setLanguage = (languageBill: string) =>
    t.store.writeOrg(async (db) => {
      await db.updateTable('outlet').set({ language_bill: languageBill }).where('id', '=', t.cafe).execute();
    });

  it('[R2.22] tells a guest with an old QR code what to do, on a page, and answers programs with JSON', async () => {
    for (const path of ['/s/nobody/menu', '/s/nobody', '/s/', '/s', '/s/a/b/c']) {
      const page = await visit(path, browser);
      expect([path, page.statusCode, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.body).toContain('<h1>Page not found</h1>');
      expect(page.body).toContain('Please ask the staff for the menu.');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(String(page.headers['content-security-policy'])).toMatch(/^default-src 'none'; img-src 'self'; style-src/);
      for (const accept of ['application/json', '*/*', undefined]) {
        const program = await visit(path, accept ? { accept } : {});
        expect(program.json()).toMatchObject({ message: 'Not found', code: 404, reason: 'notFound' });
      }
    }
  });

  it('[R2.22] leads a guest from a wrong page of a site to its menu, also in the language of the outlet', async () => {
    const { path } = await site();
    const wrong = await visit(`${path}/nowhere`, browser);
    expect(wrong.body).toContain(`href="${path}/menu">Open the menu</a>`);
    expect(wrong.body).not.toContain('lang="dv"');
    expect((await visit(`${path}/`, browser)).statusCode).toBe(200);
    await setLanguage('dv');
    const both = (await visit(`${path}/nowhere`, browser)).body;
    expect(both).toMatch(/<section [^>]*lang="dv" dir="rtl"><h1>\p{Script=Thaana}/u);
    expect(both.indexOf('lang="dv"')).toBeLessThan(both.indexOf('Page not found</h1>'));
    await setLanguage('en');
  });

  it('[R2.22] tells a guest that the site is closed while it is offline, and names no outlet that was never public', async () => {
    const { path } = await site();
    await asked('site.offline');
    const closed = await visit(`${path}/menu`, browser);
    expect([closed.statusCode, closed.body.includes('<h1>This page is closed at the moment</h1>')]).toEqual([
      404,
      true,
    ]);
    expect(closed.body).toContain('<b>');
    expect(closed.body).not.toContain('Open the menu');
    await asked('site.publish', { body: {} });
    const { path: other } = (await asked('site.find', { outlet: t.shop })).body as Site;
    const draft = await visit(other, browser);
    expect(draft.body).toBe((await visit('/s/nobody', browser)).body);
  });

  it('[R2.22] tells a guest to try again when the store cannot be read, and answers programs with JSON', async () => {
    const { path } = await site();
    const read = vi.spyOn(t.store, 'readOutlet').mockRejectedValue(new StoreUnavailable('away', new Error('gone')));
    const page = await visit(`${path}/menu`, browser);
    expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Please wait a minute and try again');
    expect((await visit(`${path}/menu`)).json()).toMatchObject({ code: 503, reason: 'unavailable' });
    read.mockRejectedValue(new Error('a fault'));
    expect((await visit(`${path}/menu`, browser)).statusCode).toBe(500);
    expect((await visit(`${path}/menu`)).json()).toMatchObject({ code: 500, reason: 'fault' });
    read.mockRestore();
  });
});
