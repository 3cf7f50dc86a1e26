/** Tests of a start during which a call fails, is slow, or finds no server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection, watchConnection } from '../api/connection.ts';
import { useBills } from '../bills/bills.ts';
import { startScope } from '../session/session-scope.ts';
import { copyOf } from '../storage/copy.ts';
import { useApp } from './app-store.ts';
import { disconnect, follow, keepLive } from './live.ts';
import { missingParts, type PartName, retryParts, useParts } from './parts.ts';
import { type FakeServer, fakeServer, type Reply } from './testing/fake-server.ts';
import { burger, emptyDevice, openTill } from './testing/till.ts';

let server: FakeServer;
/** The server's data of the outlet, by path. */
let responses: Record<string, unknown>;
const stops: (() => void)[] = [];

/** Without a floor plan, or price lists, there is no call for it. */
const paths: Readonly<Record<Exclude<PartName, 'floor' | 'prices' | 'counts'>, string>> = {
  outlet: '/app/outlets/find/1',
  menus: '/bis/menu/get',
  settings: '/app/settings',
  features: '/app/features',
  shift: '/bis/shift/active',
  bills: '/bis/bills/active',
};
const parts = Object.keys(paths) as (keyof typeof paths)[];
const menuOf = (item: object) => [
  { id: 1, name: 'All', categories: [{ id: 1, name: 'Food', nameLocal: '', color: '', sort: 1, menuItems: [item] }] },
];

beforeEach(async () => {
  await openTill();
  const { outlet } = useApp.getState();
  responses = {
    [paths.outlet]: outlet,
    [paths.menus]: menuOf(burger),
    [paths.settings]: [{ key: 'KotPrinter', value: 'Kitchen' }],
    [paths.features]: ['Kitchen'],
    '/bis/changes': { head: 0, changes: [] },
  };
  server = fakeServer();
  server.handler = answer;
  globalThis.fetch = server.fetch;
  // A new page: memory holds only the session.
  useApp.setState({ settings: [], features: [], menus: [], outlet: null, outletId: null, shift: null });
  useBills.setState({ outletId: null, loaded: false });
  // The hub client's errors about the missing hub are irrelevant here.
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await disconnect();
  vi.restoreAllMocks();
  await emptyDevice();
});

const answer = ({ path }: { readonly path: string }): Reply | undefined =>
  path in responses ? { body: responses[path] } : undefined;
/** Starts the app as after a login. */
async function begin(): Promise<void> {
  await startScope();
  await follow();
}
const isHere = (name: PartName): boolean => useParts.getState().parts[name]?.isLoaded ?? false;
const missing = () => missingParts(useParts.getState().parts);
const app = () => useApp.getState();

/** Replies to a call by `how` while `isFailing` returns true; then normally. */
function failing(name: keyof typeof paths, how: () => Promise<Reply> | Reply, isFailing: () => boolean): void {
  server.handler = (seen) => (seen.path === paths[name] && isFailing() ? how() : answer(seen));
}

const failures: readonly (readonly [string, () => Reply])[] = [
  [
    'breaks off',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
  ['is answered 503', () => ({ status: 503, body: { message: 'Not now', code: 503 } })],
  ['is answered 500', () => ({ status: 500, body: { message: 'Something went wrong', code: 500 } })],
];

it.each(parts.flatMap((name) => failures.map(([what, how]) => [name, what, how] as const)))(
  '[R35.1] shows that the call for %s %s, and repeats it until it succeeds',
  async (name, _what, how) => {
    let times = 0;
    failing(name, how, () => (times += 1) <= 2);
    await begin();
    await vi.waitUntil(() => missing().includes(name));
    await vi.waitUntil(() => isHere(name));
    expect(missing()).toEqual([]);
    await vi.waitUntil(() => parts.every(isHere));
    expect(app().outlet?.name).toBe('Atoll Café');
    expect(app().menus).toEqual(responses[paths.menus]);
  },
);

it.each(parts)('[R35.1] ‘Try again’ asks at once for %s', async (name) => {
  let isBroken = true;
  failing(
    name,
    () => ({ status: 503 }),
    () => isBroken,
  );
  // Back-off at its maximum.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  await begin();
  await vi.waitUntil(() => (useParts.getState().parts[name]?.failures ?? 0) >= 2);
  isBroken = false;
  const startedAt = performance.now();
  retryParts();
  await vi.waitUntil(() => isHere(name));
  // The next attempt would come after 1.2 s at the earliest.
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

it.each(parts)(
  '[R35.2] does not wait for a slow answer of %s, shows that it is slow, and takes it when it comes',
  async (name) => {
    const gate = Promise.withResolvers<undefined>();
    failing(
      name,
      () => gate.promise.then(() => answer({ path: paths[name] }) ?? { body: name === 'shift' ? null : [] }),
      () => true,
    );
    await begin();
    expect(app().initialising).toBe(false);
    await vi.waitUntil(() => missing().includes(name));
    gate.resolve(undefined);
    await vi.waitUntil(() => isHere(name));
    expect(missing()).toEqual([]);
  },
);

/** Keeps copies of everything on the device, and forgets the rest as a new page does: memory holds only the session. */
async function loadAgain(): Promise<void> {
  await begin();
  await vi.waitUntil(() => parts.every(isHere));
  await vi.waitUntil(async () => (await copyOf(1, 'bills')) !== undefined);
  await disconnect();
  useApp.setState({ settings: [], features: [], menus: [], outlet: null, outletId: null, shift: null });
  useParts.setState({ parts: {} });
  useBills.setState({ outletId: null, loaded: false });
}

it('[R34.5] reads the copies of all parts in one transaction, and then those of the bills', async () => {
  await loadAgain();
  server.handler = () => new Promise(() => undefined);
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await begin();
  expect(app().outlet?.name).toBe('Atoll Café');
  expect(useBills.getState().loaded).toBe(true);
  const ofCopies = transactions.mock.calls.filter(
    ([stores, mode]) => mode === 'readonly' && [stores].flat().includes('copy'),
  );
  expect(ofCopies).toHaveLength(2);
});

it('starts from the copies of this device before the server has answered anything, and keeps what it answers the same', async () => {
  await loadAgain();
  const gate = Promise.withResolvers<undefined>();
  server.handler = (seen) => gate.promise.then(() => answer(seen));
  await begin();
  expect(app().initialising).toBe(false);
  expect(useBills.getState().loaded).toBe(true);
  const { settings, features, menus, outlet } = app();
  expect(menus).toEqual(menuOf(burger));
  const { parts: now } = useParts.getState();
  expect(Object.values(now).filter(({ isLoaded, isSlow }) => isLoaded || isSlow)).toEqual([]);
  gate.resolve(undefined);
  await vi.waitUntil(() => parts.every(isHere));
  expect(app().settings).toBe(settings);
  expect(app().features).toBe(features);
  expect(app().menus).toBe(menus);
  expect(app().outlet).toBe(outlet);
});

it('[R35.1] does not repeat a call that is refused, and does not call its part missing', async () => {
  failing(
    'settings',
    () => ({ status: 403, body: { message: 'No', code: 403 } }),
    () => true,
  );
  await begin();
  await vi.waitUntil(() => isHere('menus') && isHere('bills'));
  expect(missing()).toEqual([]);
  expect(server.paths().filter((path) => path.endsWith(paths.settings))).toHaveLength(1);
});

it('[R35.3] after a start without the server, shows the server’s prices, printers and sold-out marks within 5 s', async () => {
  await begin();
  await vi.waitUntil(() => parts.every(isHere));
  await disconnect();
  // The device restarts while the server is unreachable, and all data changes in the meantime.
  server.network = 'dead';
  useApp.setState({ settings: [], features: [], menus: [], outlet: null, outletId: null, shift: null });
  useParts.setState({ parts: {} });
  stops.push(watchConnection(), keepLive());
  // Long waits, as after an outage of minutes: only the return of the server leads to the next attempt.
  vi.spyOn(Math, 'random').mockReturnValue(100);
  await begin();
  expect(app().menus).toEqual(menuOf(burger));
  await vi.waitUntil(() => !useConnection.getState().isOnline);
  const dearer = { ...burger, isAvailable: false, sizes: [{ value: 'Medium', sellingPrice: 4800, isDefault: true }] };
  responses[paths.menus] = menuOf(dearer);
  responses[paths.settings] = [{ key: 'KotPrinter', value: 'Upstairs' }];
  responses[paths.features] = ['Inventory'];
  responses[paths.outlet] = { ...(responses[paths.outlet] as object), name: 'Atoll Harbour' };
  server.network = 'fine';
  const back = performance.now();
  await vi.waitUntil(() => app().menus[0]?.categories[0]?.menuItems[0]?.isAvailable === false);
  await vi.waitUntil(() => parts.every(isHere));
  expect(performance.now() - back).toBeLessThan(5000);
  expect(app().menus).toEqual(menuOf(dearer));
  expect(app().settings).toEqual([{ key: 'KotPrinter', value: 'Upstairs' }]);
  expect(app().features).toEqual(['Inventory']);
  expect(app().outlet?.name).toBe('Atoll Harbour');
});

it('[R35.3] reads menus and settings again when they changed since this device was last in use', async () => {
  localStorage.setItem('atoll.seq.1', '3');
  responses['/bis/changes'] = {
    head: 5,
    changes: [{ seq: 4, entity: 'Menu', id: null, version: 2, action: 'Updated' }],
  };
  const asked = (path: string) => server.paths().filter((each) => each.endsWith(path)).length;
  server.handler = (seen) =>
    seen.path === paths.bills ? { body: [], headers: { 'X-Outlet-Seq': '5' } } : answer(seen);
  await begin();
  await vi.waitUntil(() => asked(paths.menus) === 2);
  expect(server.paths()).toContain('GET /bis/changes');
  expect(asked(paths.settings)).toBe(1);
  expect(localStorage.getItem('atoll.seq.1')).toBe('5');
});
