/** State of the open outlet: settings, features, menus, shift, notifications. Source: R13.4, R15.6, R19.5. */

import type { Setting } from '@atoll/domain/contract/platform/app';
import { pageSizes } from '@atoll/domain/grid/query';
import { noFloorPlan } from '@atoll/domain/outlet/floor/section-of';
import { type SettingKey, type SettingValue, settingOf } from '@atoll/domain/outlet/settings';
import { type Station, stationsOf } from '@atoll/domain/outlet/station';
import { noPriceRules } from '@atoll/domain/price/rules';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { atMost } from '../api/at-most.ts';
import { emit, on, type Toast } from '../api/event.ts';
import { onServerBack } from '../api/server-reachable.ts';
import { words } from '../api/words.ts';
import { tillNowText } from '../clock/till-clock.ts';
import { isWaiting, type OutboxEntry } from '../outbox/entry.ts';
import { shiftOpened, useOutbox } from '../outbox/outbox.ts';
import { printerOverride } from '../session/device.ts';
import { uuidv7 } from '../session/id.ts';
import { onError, useSession } from '../session/session.ts';
import { onScope } from '../session/session-scope.ts';
import { onCopiesLost } from '../storage/copy.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import type { App, Loaded, Notification } from './app-state.ts';
import { slowLoadMs } from './loader.ts';
import { outletLoaders } from './outlet-loaders.ts';
import { retryParts, stopParts } from './parts.ts';

const notificationsKept = 100;
const empty: Loaded = {
  settings: [],
  features: [],
  menus: [],
  shift: null,
  outlet: null,
  floor: noFloorPlan,
  prices: noPriceRules,
  counts: [],
  inventoryItems: [],
};

/** Returns whether an error was stored before: a repetition renews its entry, so that it does not fill the list (R35.68). Refused fields may differ. */
const isSameError = (each: Notification, { kind, message, details }: Toast, ofFields: boolean): boolean =>
  kind === 'error' && each.kind === kind && each.message === message && (ofFields || each.details === details);

const startsShift = (entry: OutboxEntry): boolean =>
  entry.kind === 'shift.create' && isWaiting(entry) && entry.outletId === useSession.getState().scope?.outletId;

export const useApp = create<App>()(
  persist(
    (set, get) => {
      const { loaders, loadAll, takeCopies, loadInventory, readsInventory } = outletLoaders(get, set);

      return {
        ...empty,
        initialising: false,
        outletId: null,
        error: null,
        notifications: [],
        pageSizes,

        async initialise() {
          const outletId = useSession.getState().scope?.outletId ?? null;
          const isSame = outletId === get().outletId;
          set({ initialising: true, outletId, ...(isSame ? {} : empty) });
          stopParts(isSame);
          if (outletId !== null) {
            if (readsInventory()) void loadInventory();
            const fresh = loadAll();
            // A slow server does not block the start: the screens show what is missing (R35.2).
            if (!(await takeCopies(outletId, isSame))) await atMost(slowLoadMs, fresh);
          }
          set({ initialising: false });
        },

        loadShift: () => loaders.shift(),
        loadMenus: () => loaders.menus(),
        loadFloor: () => loaders.floor(),
        loadCounts: () => loaders.counts(),
        async loadSettings() {
          await Promise.all([loaders.settings(), loaders.features(), loaders.outlet()]);
        },
        loadAll,

        setShift(shift) {
          // A shift started offline is kept until the server has got it.
          if (!shift && useOutbox.getState().entries.some(startsShift)) return;
          set({ shift });
          const { outletId } = get();
          if (shift && outletId !== null) void shiftOpened(outletId);
        },

        setError(error, isInPlace) {
          set({ error });
          const { message, details, errors } = error;
          get().notify({ kind: 'error', message, ...(details ? { details } : {}) }, isInPlace, !!errors);
        },

        notify(toast, isInPlace = false, ofFields = false) {
          // A refused command may carry these words too; the screen of the bill shows them (R35.31).
          if (toast.message === words.billUpdated) return emit('toast', { ...toast, id: 'billUpdated' });
          const notification: Notification = { ...toast, id: uuidv7(), at: tillNowText(), isRead: false };
          const others = get().notifications.filter((each) => !isSameError(each, toast, ofFields));
          set({ notifications: [notification, ...others].slice(0, notificationsKept) });
          if (!isInPlace) emit('toast', toast);
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
      // The menus are large and stored in IndexedDB with the other copies.
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

/** Returns the features of the open outlet; undefined while they are not known. */
export function useKnownFeatures(): readonly string[] | undefined {
  return useApp(({ features, outlet }) => (features.length > 0 ? features : outlet?.features));
}

/** Failed loads are repeated as soon as the server returns (R35.3). */
onServerBack(retryParts);
onError((...error) => useApp.getState().setError(...error));
onScope(() => useApp.getState().initialise());
onLocalLost({ owns: (key) => key === 'app', writeBack: () => useApp.setState({}) });
onCopiesLost(() => {
  const { outletId, outlet, settings, features, menus, shift, floor, prices, counts } = useApp.getState();
  // Without an outlet nothing was loaded yet.
  const copies = {
    settings,
    features,
    outlet,
    shift,
    ...(menus.length ? { menus } : {}),
    ...(floor.version ? { floor } : {}),
    ...(prices.version ? { prices } : {}),
    ...(counts.length ? { counts } : {}),
  };
  return { outletId: outlet && outletId, copies };
});
useSession.subscribe((now, before) => {
  // Unlocking initialises again.
  if (now.isLocked && !before.isLocked) stopParts(true);
});
/** Clears the state for the next person (R15.4). */
on('logout', () => {
  stopParts(false);
  useApp.setState({ ...empty, outletId: null, notifications: [] });
  useApp.persist.clearStorage();
});

const printerSettings: readonly string[] = ['BillPrinter', 'KotPrinter', 'BotPrinter', 'GrillPrinter'];

/** Returns the outlet's settings on this device: printers set on the device take precedence. */
export function settingsHere(): readonly Setting[] {
  const own = printerSettings.map((key) => ({ key, value: printerOverride(key) })).filter(({ value }) => value !== '');
  const { settings } = useApp.getState();
  return own.length ? [...own, ...settings.filter(({ key }) => !own.some((each) => each.key === key))] : settings;
}

/** Returns the stations of the open outlet. */
export const stationsHere = (): readonly Station[] => stationsOf(useApp.getState().outlet);

/** Returns the value of a setting of the open outlet on this device, or its default. */
export const settingHere = <K extends SettingKey>(key: K): SettingValue<K> => settingOf(settingsHere(), key);

/** Returns the value of a setting of the open outlet, or its default; renders again when it changes. */
export const useSettingOf = <K extends SettingKey>(key: K): SettingValue<K> =>
  useApp((state) => settingOf(state.settings, key));

/** Shows a toast and keeps it among the notifications. */
export const notify = (toast: Toast): void => useApp.getState().notify(toast);
