/** What the open outlet is made of: settings, features, menus, shift; and what the person was told. Source: R13.4, R15.6, R19.5. */
import type { Setting } from '@atoll/domain/contract/app';
import type { ResourceRecord } from '@atoll/domain/contract/resource';
import { pageSizes } from '@atoll/domain/contract/shape';
import type { Shift } from '@atoll/domain/contract/shift';
import type { Menu } from '@atoll/domain/menu/menu';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { answerWithinMs, call, type ErrorBody, isNetworkFailure } from './api.ts';
import { type CopyName, copyOf, keepCopy, onCopiesLost } from './copy.ts';
import { printerOverride } from './device.ts';
import { emit, on, type Toast } from './event.ts';
import { uuidv7 } from './id.ts';
import { onLocalLost } from './lost-storage.ts';
import { isWaiting, type OutboxEntry } from './outbox/entry.ts';
import { shiftOpened, useOutbox } from './outbox/outbox.ts';
import { onError, useSession } from './session.ts';
import { onScope } from './session-scope.ts';
import { tillNowText } from './till-clock.ts';

export interface Notification extends Toast {
  readonly id: string;
  readonly at: string;
  readonly isRead: boolean;
}

interface Loaded {
  readonly settings: readonly Setting[];
  readonly features: readonly string[];
  readonly menus: readonly Menu[];
  readonly shift: Shift | null;
  readonly outlet: Outlet | null;
  /** What is kept in stock, for who sees Inventory. */
  readonly inventoryItems: readonly ResourceRecord[];
}

export interface App extends Loaded {
  /** True from the choice of an outlet until there is something to work with (R1.8). */
  readonly initialising: boolean;
  /** Of which outlet the above speaks. */
  readonly outletId: number | null;
  readonly error: ErrorBody | null;
  readonly notifications: readonly Notification[];
  readonly pageSizes: readonly number[];
  initialise(): Promise<void>;
  loadShift(): Promise<void>;
  loadMenus(): Promise<void>;
  loadSettings(): Promise<void>;
  /** Another shift than the server's, known before the server says it (started offline). */
  setShift(shift: Shift | null): void;
  /** Shows the error and puts it among the notifications (R19.5). */
  setError(error: ErrorBody): void;
  notify(toast: Toast): void;
  markRead(): void;
  clearNotifications(): void;
}

const notificationsKept = 100;
const empty: Loaded = { settings: [], features: [], menus: [], shift: null, outlet: null, inventoryItems: [] };

const startsShift = (entry: OutboxEntry): boolean =>
  entry.kind === 'shift.create' && isWaiting(entry) && entry.outletId === useSession.getState().scope?.outletId;

const holdsAny = (...wanted: string[]): boolean => {
  const permissions = useSession.getState().user?.permissions ?? [];
  return wanted.some((permission) => permissions.includes(permission));
};
const readsMenus = (): boolean => holdsAny('Menu', 'Billing', 'New Bill');
const readsInventory = (): boolean => holdsAny('Inventory');
const readsShift = (): boolean => holdsAny('Billing', 'New Bill', 'Close Shift', 'New Sale');

/** A new name or logo of the open outlet stands in the top bar at once, before the next sign-in says so. */
function nameScope({ outletId, name, logo }: Outlet): void {
  const { scope, outlets } = useSession.getState();
  if (scope?.outletId !== outletId || (scope.name === name && scope.logo === logo)) return;
  const named = outlets.map((one) => (one.outletId === outletId ? { ...one, name, logo } : one));
  useSession.setState({ scope: { ...scope, name, logo }, outlets: named });
}

const limited = { timeoutMs: answerWithinMs };

export const useApp = create<App>()(
  persist(
    (set, get) => {
      /** Fetches a part of the outlet; without the server the last good copy stands. */
      async function load<T>(name: CopyName, fetched: () => Promise<T>, take: (value: T) => void): Promise<void> {
        const { outletId } = get();
        if (outletId === null) return;
        try {
          const value = await fetched();
          if (get().outletId !== outletId) return;
          take(value);
          await keepCopy(outletId, name, value);
        } catch (error) {
          if (!isNetworkFailure(error)) return;
          const copy = await copyOf<T>(outletId, name);
          if (copy !== undefined && get().outletId === outletId) take(copy);
        }
      }

      const loaders = {
        settings: () =>
          load(
            'settings',
            () => call('app.settings', limited),
            (settings) => set({ settings }),
          ),
        features: () =>
          load(
            'features',
            () => call('app.features', limited),
            (features) => set({ features }),
          ),
        outlet: () => {
          const id = String(get().outletId);
          return load(
            'outlet',
            () => call('app.findOutlet', { params: { id }, ...limited }),
            (outlet) => {
              set({ outlet });
              nameScope(outlet);
            },
          );
        },
        menus: () =>
          load(
            'menus',
            () => call('menu.get', limited),
            (menus) => set({ menus }),
          ),
        shift: () =>
          load(
            'shift',
            () => call('shift.active', limited),
            (shift) => get().setShift(shift),
          ),
      };

      const wanted = (): (() => Promise<void>)[] => [
        loaders.settings,
        loaders.features,
        loaders.outlet,
        ...(readsMenus() ? [loaders.menus] : []),
        ...(readsShift() ? [loaders.shift] : []),
      ];

      /** Nobody waits for the inventory, and its errors are ignored (R18.14). */
      async function loadInventory(): Promise<void> {
        const { outletId } = get();
        try {
          const found = await call('inventory_item.list', { quiet: true, ...limited });
          if (get().outletId === outletId) set({ inventoryItems: found as unknown as ResourceRecord[] });
        } catch {
          // As if there were none yet.
        }
      }

      /** The last good copies, when they are enough to work with; the server's word replaces them as it comes. */
      async function fromCopies(outletId: number): Promise<boolean> {
        const [settings, features, outlet, menus, shift] = await Promise.all([
          copyOf<Setting[]>(outletId, 'settings'),
          copyOf<string[]>(outletId, 'features'),
          copyOf<Outlet>(outletId, 'outlet'),
          copyOf<Menu[]>(outletId, 'menus'),
          copyOf<Shift | null>(outletId, 'shift'),
        ]);
        if (!settings || !features || !outlet || (readsMenus() && !menus)) return false;
        set({ settings, features, outlet, menus: menus ?? [], shift: shift ?? null });
        return true;
      }

      return {
        ...empty,
        initialising: false,
        outletId: null,
        error: null,
        notifications: [],
        pageSizes,

        async initialise() {
          const outletId = useSession.getState().scope?.outletId ?? null;
          set({ initialising: true, outletId, ...(outletId === get().outletId ? {} : empty) });
          if (outletId !== null) {
            if (readsInventory()) void loadInventory();
            const fresh = Promise.all(wanted().map((loadPart) => loadPart()));
            if (!(await fromCopies(outletId))) await fresh;
          }
          set({ initialising: false });
        },

        loadShift: () => loaders.shift(),
        loadMenus: () => loaders.menus(),
        async loadSettings() {
          await Promise.all([loaders.settings(), loaders.features(), loaders.outlet()]);
        },

        setShift(shift) {
          // A shift that was started offline stands until the server has heard of it.
          if (!shift && useOutbox.getState().entries.some(startsShift)) return;
          set({ shift });
          const { outletId } = get();
          if (shift && outletId !== null) void shiftOpened(outletId);
        },

        setError(error) {
          set({ error });
          get().notify({ kind: 'error', message: error.message, ...(error.details ? { details: error.details } : {}) });
        },

        notify(toast) {
          const notification: Notification = { ...toast, id: uuidv7(), at: tillNowText(), isRead: false };
          set({ notifications: [notification, ...get().notifications].slice(0, notificationsKept) });
          emit('toast', toast);
        },

        markRead() {
          set({ notifications: get().notifications.map((each) => ({ ...each, isRead: true })) });
        },
        clearNotifications() {
          set({ notifications: [] });
        },
      };
    },
    {
      name: 'app',
      // The menus are large and stand in IndexedDB with the other copies.
      partialize: ({ settings, features, shift, outlet, outletId, notifications }) => ({
        settings,
        features,
        shift,
        outlet,
        outletId,
        notifications,
      }),
    },
  ),
);

onError((error) => useApp.getState().setError(error));
onScope(() => useApp.getState().initialise());
onLocalLost({ owns: (key) => key === 'app', writeBack: () => useApp.setState({}) });
onCopiesLost(() => {
  const { outletId, outlet, settings, features, menus, shift } = useApp.getState();
  // Without an outlet nothing was loaded yet.
  const copies = { settings, features, outlet, shift, ...(menus.length ? { menus } : {}) };
  return { outletId: outlet && outletId, copies };
});
/** The next person finds nothing of the one before (R15.4). */
on('logout', () => {
  useApp.setState({ ...empty, outletId: null, notifications: [] });
  useApp.persist.clearStorage();
});

/** A setting's text; absent is undefined. */
export const settingValue = (key: string): string | undefined =>
  useApp.getState().settings.find((setting) => setting.key === key)?.value;
export const settingValues = (key: string): readonly string[] =>
  useApp.getState().settings.find((setting) => setting.key === key)?.values ?? [];
const printerSettings: readonly string[] = ['BillPrinter', 'KotPrinter', 'BotPrinter', 'GrillPrinter'];

/** The outlet's settings as they hold on this device: its own choice of printers stands before the outlet's. */
export function settingsHere(): readonly Setting[] {
  const own = printerSettings.map((key) => ({ key, value: printerOverride(key) })).filter(({ value }) => value !== '');
  const { settings } = useApp.getState();
  return own.length ? [...own, ...settings.filter(({ key }) => !own.some((each) => each.key === key))] : settings;
}

/** Tells the person, and keeps it among the notifications. */
export const notify = (toast: Toast): void => useApp.getState().notify(toast);
