/** Unsaved changes of the settings screen; they survive a reload of the page. */

import type { OutletChange } from '@atoll/domain/contract/outlet/outlet';
import type { Setting } from '@atoll/domain/contract/platform/app';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { CallError, call, type ErrorBody } from '../../api/api.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';

type Value = Pick<Setting, 'value' | 'values'>;

interface SavedDraft {
  /** The outlet that the changes belong to; changes of another outlet are discarded. */
  readonly outletId: number | null;
  readonly settings: Readonly<Record<string, Value>>;
  readonly outlet: OutletChange;
}

interface SettingDraft extends SavedDraft {
  readonly busy: boolean;
  /** Messages of the server by setting key or path of the outlet. */
  readonly error: string | null;
  readonly errors: Readonly<Record<string, string>>;
  setSetting(key: string, value: Value): void;
  setOutlet(change: OutletChange): void;
  discard(): void;
  save(): Promise<boolean>;
}

const none: SavedDraft = { outletId: null, settings: {}, outlet: {} };
const quiet = { busy: false, error: null, errors: {} };
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** An absent setting and an empty one are equal. */
const plain = ({ value, values }: Value): unknown => values ?? value ?? '';

const without = <T>(record: Readonly<Record<string, T>>, gone: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !gone(key)));

/** Returns what was changed while a save was running; that remains to be saved. */
const changedSince = <T extends object>(now: T, sent: T): T =>
  without(now as Record<string, unknown>, (key) => isSame(now[key as keyof T], sent[key as keyof T])) as T;

const savedSetting = (key: string): Value => useApp.getState().settings.find((one) => one.key === key) ?? {};

/** Returns the part of a change that differs from the outlet as it is. */
function differing(change: OutletChange): OutletChange {
  const saved = useApp.getState().outlet as Readonly<Record<string, unknown>> | null;
  return Object.fromEntries(Object.entries(change).filter(([field, value]) => !isSame(value, saved?.[field])));
}

/** Saves the changed settings. Throws with the server's message at the setting that it refused. */
async function saveSettings(settings: SavedDraft['settings']): Promise<void> {
  const body = Object.entries(settings).map(([key, value]) => ({ key, ...(plain(value) === '' ? {} : value) }));
  if (body.length === 0) return;
  try {
    await call('app.saveSettings', { body, inPlace: true });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.body?.errors ?? {}).map(([path, message]) => [
        body[Number(path.split('.')[0])]?.key ?? path,
        message.replace(/^\w+: /, ''),
      ]),
    );
    throw new CallError(error.status, { ...(error.body as ErrorBody), errors }, error.url);
  }
}

async function saveOutlet(change: OutletChange): Promise<void> {
  const { outlet } = useApp.getState();
  if (!outlet || Object.keys(change).length === 0) return;
  const { outletId, version } = outlet;
  await call('outlet.update', { body: { outletId, version, ...change }, inPlace: true });
}

/**
 * Takes over the current outlet from the server when somebody else changed it, so that the next save is based on it.
 */
function takeRecord(error: CallError): void {
  const record = error.body?.['record'] as Outlet | undefined;
  if (record) useApp.setState({ outlet: record });
}

export const useSettingDraft = create<SettingDraft>()(
  persist(
    (set, get) => ({
      ...none,
      ...quiet,

      setSetting(key, value) {
        const settings = without(get().settings, (one) => one === key);
        const isBack = !get().busy && isSame(plain(value), plain(savedSetting(key)));
        set({
          outletId: useApp.getState().outletId,
          settings: isBack ? settings : { ...settings, [key]: value },
          errors: without(get().errors, (path) => path === key),
        });
      },

      setOutlet(change) {
        const fields = Object.keys(change);
        set({
          outletId: useApp.getState().outletId,
          outlet: get().busy ? { ...get().outlet, ...change } : differing({ ...get().outlet, ...change }),
          errors: without(get().errors, (path) => fields.includes(path.split('.')[0] ?? '')),
        });
      },

      discard: () => set({ ...none, ...quiet }),

      async save() {
        const sent = { settings: get().settings, outlet: get().outlet };
        set({ ...quiet, busy: true });
        try {
          await saveSettings(sent.settings);
          set({ settings: changedSince(get().settings, sent.settings) });
          await saveOutlet(sent.outlet);
          await useApp.getState().loadSettings();
          set({ ...quiet, outlet: differing(changedSince(get().outlet, sent.outlet)) });
          return true;
        } catch (error) {
          const isRefusal = error instanceof CallError;
          if (isRefusal) takeRecord(error);
          set({
            busy: false,
            error: isRefusal ? error.message : '',
            errors: (isRefusal && error.body?.errors) || {},
          });
          await useApp.getState().loadSettings();
          return false;
        }
      },
    }),
    {
      name: 'setting-draft',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ outletId, settings, outlet }) => ({ outletId, settings, outlet }),
    },
  ),
);

/** Returns the number of changes; changes of another outlet than the open one do not count. */
export const changesOf = ({ outletId, settings, outlet }: SavedDraft): number =>
  outletId === useApp.getState().outletId ? Object.keys(settings).length + Object.keys(outlet).length : 0;

/** Returns a setting as the screen shows it, its error, and a function to change it. */
export function useSetting(key: string) {
  const saved = useApp((state) => state.settings.find((one) => one.key === key));
  const here = useApp((state) => state.outletId);
  const draft = useSettingDraft((state) => (state.outletId === here ? state.settings[key] : undefined));
  const error = useSettingDraft((state) => state.errors[key]);
  const setSetting = useSettingDraft((state) => state.setSetting);
  const { value, values } = draft ?? saved ?? {};
  return {
    value: value ?? '',
    values: values ?? [],
    error,
    setValue: (text: string) => setSetting(key, { value: text }),
    setValues: (list: readonly string[]) => setSetting(key, { values: [...list] }),
  };
}

/** Returns the outlet as the screen shows it, including unsaved changes; null while it is not loaded. */
export function useOutletDraft() {
  const saved = useApp((state) => state.outlet);
  const here = useApp((state) => state.outletId);
  const change = useSettingDraft((state) => (state.outletId === here ? state.outlet : undefined));
  const errors = useSettingDraft((state) => state.errors);
  const setOutlet = useSettingDraft((state) => state.setOutlet);
  const outlet = saved && ({ ...saved, ...change } as Outlet);
  return { outlet, errors, setOutlet };
}

useSession.subscribe((now, before) => {
  if (now.user === null && before.user !== null) useSettingDraft.getState().discard();
});
