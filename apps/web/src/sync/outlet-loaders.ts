/** Loaders of the parts of the open outlet: each retries until it succeeds, with its last good copy in the meantime. Source: R15.6, R35.1. */
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { PriceRules } from '@atoll/domain/price/rules';
import { call } from '../api/api.ts';
import { sameAnswer } from '../api/same-answer.ts';
import { withEngine } from '../bills/price/line-price.ts';
import { useSession } from '../session/session.ts';
import { type CopyName, copiesOf, keepCopy } from '../storage/copy.ts';
import type { App } from './app-state.ts';
import { makeLoader } from './loader.ts';
import { fetchMenu, type MenuAnswer, menusOfCopy } from './menu/fetch-menu.ts';
import { addLoader, reportCopy, reportPart, useParts } from './parts.ts';

type SetApp = (change: Partial<App>) => void;

const holdsAny = (...wanted: string[]): boolean => {
  const permissions = useSession.getState().user?.permissions ?? [];
  return wanted.some((permission) => permissions.includes(permission));
};
const readsMenus = (): boolean => holdsAny('Menu', 'Billing', 'New Bill');
const readsInventory = (): boolean => holdsAny('Inventory');
const readsShift = (): boolean => holdsAny('Billing', 'New Bill', 'Close Shift', 'New Sale');

/** Shows a new name or logo of the open outlet in the top bar at once, before the next sign-in returns it. */
function nameScope({ outletId, name, logo }: Outlet): void {
  const { scope, outlets } = useSession.getState();
  if (scope?.outletId !== outletId || (scope.name === name && scope.logo === logo)) return;
  const named = outlets.map((one) => (one.outletId === outletId ? { ...one, name, logo } : one));
  useSession.setState({ scope: { ...scope, name, logo }, outlets: named });
}

/** Returns the function that makes the loader of a part; until it succeeds the last good copy is used. */
function partLoaders(outletIdNow: () => number | null) {
  return function loader<T>(
    name: CopyName,
    fetched: (options: { readonly signal: AbortSignal; readonly quiet: boolean }) => Promise<T>,
    take: (value: T) => void,
    copyFrom: (value: T) => unknown = (value) => value,
  ): () => Promise<void> {
    const part = makeLoader<T>({
      // A failure is shown once; after that the screen shows what is missing.
      fetch: (signal, isFirst) => fetched({ signal, quiet: !isFirst }),
      take: async (value) => {
        const outletId = outletIdNow();
        if (outletId === null) return;
        take(value);
        await keepCopy(outletId, name, copyFrom(value)).catch((error: unknown) =>
          console.error('No copy was kept', error),
        );
      },
      report: (progress) => reportPart(name, progress),
    });
    addLoader(name, part);
    return async () => {
      if (outletIdNow() !== null) await part.load();
    };
  };
}

/** Returns the last good copy of a part as the app store holds it. */
async function asHeld(outletId: number, name: CopyName | undefined, copy: unknown): Promise<unknown> {
  if (copy === undefined) return undefined;
  if (name === 'prices') return await withEngine(copy as PriceRules);
  return name === 'menus' ? await menusOfCopy(outletId, copy as MenuAnswer) : copy;
}

/** Loads the inventory. Nothing waits for it, and its errors are ignored (R18.14). */
async function loadInventory(get: () => App, set: SetApp): Promise<void> {
  const { outletId } = get();
  try {
    const found = await call('inventory_item.list', { quiet: true });
    if (get().outletId === outletId) set({ inventoryItems: found as unknown as ResourceRecord[] });
  } catch {
    // Treated as an empty inventory.
  }
}

/** Returns the function that writes only parts that differ from those that are shown, such as the last copies. */
const newSetter =
  (get: () => App, set: SetApp): SetApp =>
  (change) => {
    const now: Partial<App> = get();
    const changed = (Object.entries(change) as [keyof App, unknown][]).filter(
      ([name, value]) => sameAnswer<unknown>(now[name], value) === value,
    );
    if (changed.length > 0) set(Object.fromEntries(changed));
  };

type LoaderOf = ReturnType<typeof partLoaders>;

/** Returns the loaders of what few outlets use: a plan, price lists, counted items. */
function usedLoaders(loader: LoaderOf, set: SetApp) {
  return {
    floor: loader(
      'floor',
      (options) => call('floor.get', options),
      (floor) => set({ floor }),
    ),
    prices: loader(
      'prices',
      async (options) => withEngine(await call('prices.get', options)),
      (prices) => set({ prices }),
    ),
    counts: loader(
      'counts',
      (options) => call('menu.counts', options),
      (counts) => set({ counts }),
    ),
  };
}

/** Loads what an outlet uses of it: one without a plan, price lists or counts costs no call. */
function loadUsed(
  { floorVersion = 0, pricesVersion = 0, countsItems }: Outlet,
  { floor, prices }: App,
  loaders: Readonly<Record<'floor' | 'prices' | 'counts', () => Promise<void>>>,
): void {
  if (floorVersion !== floor.version) void loaders.floor();
  if (pricesVersion !== prices.version) void loaders.prices();
  if (countsItems) void loaders.counts();
}

/** Returns the loaders that write each part into the app store. */
export function outletLoaders(get: () => App, set: SetApp) {
  const loader = partLoaders(() => get().outletId);
  const setNew = newSetter(get, set);
  const loaders = {
    settings: loader(
      'settings',
      (options) => call('app.settings', options),
      (settings) => setNew({ settings }),
    ),
    features: loader(
      'features',
      (options) => call('app.features', options),
      (features) => setNew({ features }),
    ),
    outlet: loader(
      'outlet',
      (options) => call('app.findOutlet', { params: { id: String(get().outletId) }, ...options }),
      (outlet) => {
        setNew({ outlet });
        nameScope(outlet);
        loadUsed(outlet, get(), loaders);
        // What another outlet had is gone.
        if (!outlet.countsItems && get().counts.length > 0) set({ counts: [] });
      },
    ),
    menus: loader(
      'menus',
      (options) => fetchMenu(get().outletId ?? 0, options, (menus) => void (options.signal.aborted || set({ menus }))),
      // Of a large menu the items were compared already.
      ({ menus, copy }) => (copy === menus ? setNew : set)({ menus }),
      ({ copy }) => copy,
    ),
    ...usedLoaders(loader, setNew),
    shift: loader(
      'shift',
      (options) => call('shift.active', options),
      (shift) => get().setShift(sameAnswer(get().shift, shift)),
    ),
  };

  const wanted = (): (keyof typeof loaders)[] => [
    'settings',
    'features',
    'outlet',
    ...(readsMenus() ? (['menus'] as const) : []),
    ...(readsShift() ? (['shift'] as const) : []),
  ];

  const loadAll = async (): Promise<void> => {
    await Promise.all(wanted().map((name) => loaders[name]()));
  };

  /** Takes the last good copy of each part that the server has not sent yet. Returns true when nothing is missing. */
  async function takeCopies(outletId: number, isSame: boolean): Promise<boolean> {
    const names = [...wanted(), 'floor' as const, 'prices' as const, 'counts' as const];
    const stored = await copiesOf(outletId, names).catch((): readonly unknown[] => []);
    const held = stored.map((copy, index) => asHeld(outletId, names[index], copy).catch(() => undefined));
    const copies = await Promise.all(held);
    if (get().outletId !== outletId) return false;
    const taken: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const copy = copies[index];
      if (useParts.getState().parts[name]?.isLoaded) continue;
      // The shift in memory is newer than its copy: it may have been started or closed offline.
      const isNewer = name === 'shift' && isSame;
      if (copy === undefined && !isNewer) continue;
      if (!isNewer) taken[name] = copy;
      reportCopy(name);
    }
    setNew(taken);
    const { parts } = useParts.getState();
    // The app is usable without a shift, and many outlets have no plan and no price lists.
    return wanted().every((name) => name === 'shift' || parts[name]?.hasCopy);
  }

  return { loaders, loadAll, takeCopies, loadInventory: () => loadInventory(get, set), readsInventory };
}
