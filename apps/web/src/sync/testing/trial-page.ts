/** Functions that the trials call in a real browser tab: the data layer as the screens use it. */

import { call } from '../../api/api.ts';
import { labelOf, useConnection, watchConnection } from '../../api/connection.ts';
import { on } from '../../api/event.ts';
import { billAt, useBills } from '../../bills/bills.ts';
import { startLocale } from '../../locale/locale.ts';
import type { OutboxEntry } from '../../outbox/entry.ts';
import { reloadOutbox, sendSentAgain, useOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { useTickets } from '../../printing/kept-tickets.ts';
import { tellKitchenMoved } from '../../printing/moved-items.ts';
import { printResumedTickets } from '../../printing/resumed-tickets.ts';
import { useSession } from '../../session/session.ts';
import { readAll } from '../../storage/idb.ts';
import { copyLocal } from '../../storage/lost-storage.ts';
import { watchCleared } from '../../storage/storage-space.ts';
import { useApp } from '../app-store.ts';
import { startData } from '../start.ts';
import { burger, openTill, restoreTill } from './till.ts';

function noTickets(): void {
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
}

const toasts: string[] = [];
on('toast', ({ message }) => toasts.push(message));

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

const trial = {
  /** Opens an empty till. */
  async open(): Promise<void> {
    await openTill();
    noTickets();
    startSender();
  },
  /** Opens the same till after a reload, or in another tab. */
  async again(): Promise<void> {
    restoreTill();
    noTickets();
    await reloadOutbox();
    startSender();
  },
  watch(): void {
    watchConnection();
  },
  /** Prints tickets automatically from now on. */
  async autoPrint(): Promise<void> {
    await startLocale();
    useApp.setState({ settings: useApp.getState().settings.filter(({ key }) => key !== 'AutoPrintEnabled') });
  },
  /** Tells the kitchen that a bill goes to another table. */
  async tellMoved(key: string, slot: string): Promise<void> {
    const bill = useBills.getState().bills[key];
    if (!bill) throw new Error('No such bill');
    await tellKitchenMoved(bill, { type: 'Table', slot });
  },
  resumePrinting: printResumedTickets,
  tickets: (): string[] => useTickets.getState().tickets.map(({ state }) => state),
  notices: async (): Promise<number> => (await readAll('notice')).length,
  /** Checks in and saves after each of `items` items; returns the bill's key when all is on the disk. */
  async order(slot: string, items: number): Promise<string> {
    const opened = await useBills.getState().checkIn('Table', slot);
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { key } = opened.value;
    await trial.more(key, items);
    return key;
  },
  async more(key: string, items: number): Promise<void> {
    for (let n = 0; n < items; n += 1) {
      useBills.getState().addItem(key, { menuItem: burger, notes: [`item ${n + 1}`] });
      const saved = await useBills.getState().save(key);
      if (!saved.ok) throw new Error(saved.refusal.message);
    }
  },
  /** Adds an item without saving it. */
  type(key: string, note: string): void {
    useBills.getState().addItem(key, { menuItem: burger, notes: [note] });
  },
  async save(key: string): Promise<void> {
    const saved = await useBills.getState().save(key);
    if (!saved.ok) throw new Error(saved.refusal.message);
  },
  async watchCleared(): Promise<void> {
    await startLocale();
    watchCleared();
  },
  copyLocal,
  /** Returns true when all outbox entries in memory are on the disk. */
  async isDiskComplete(): Promise<boolean> {
    const kept = new Set((await readAll<OutboxEntry>('outbox')).map(({ key }) => key));
    return useOutbox.getState().entries.every(({ key }) => kept.has(key));
  },
  toasts: (): readonly string[] => toasts,
  waiting: (): number => useOutbox.getState().entries.length,
  /** Resets the device's database to that of release 0.1.0: its first version, entries without a format. */
  async asFirstRelease(): Promise<void> {
    const entries = await readAll<OutboxEntry>('outbox');
    // Both are requested at once, so that the till does not open the database in between.
    const gone = done(indexedDB.deleteDatabase('atoll'));
    const opening = indexedDB.open('atoll', 1);
    opening.onupgradeneeded = () => {
      const outbox = opening.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      opening.result.createObjectStore('copy');
      opening.result.createObjectStore('ticket', { keyPath: 'key' });
      opening.result.createObjectStore('secret');
      for (const { format: _format, about: _about, ...entry } of entries) outbox.add(entry);
    };
    const made = done(opening);
    await gone;
    (await made).close();
  },
  sent: async (): Promise<number> => (await readAll('sent')).length,
  sendAgain: (): Promise<number> => sendSentAgain('fake'),
  states: (): string[] => useOutbox.getState().entries.map(({ state }) => state),
  isOnLine: (): boolean => navigator.onLine,
  label: (): string => labelOf(useConnection.getState()),
  settings: (): Promise<unknown> => call('app.settings', { quiet: true }),
  token: (): string => useSession.getState().user?.token ?? '',

  /** Signs in at the real server and follows the outlet. */
  async signIn(email: string, password: string): Promise<void> {
    await startData();
    await useSession.getState().login(email, password);
  },
  hubState: (): string => useConnection.getState().hubState,
  shiftIsOpen: (): boolean => useApp.getState().shift?.isOpen ?? false,
  freeSlot(): string {
    for (let n = 1; n <= 40; n += 1) if (!billAt(useBills.getState(), 'Table', String(n))) return String(n);
    throw new Error('No free table');
  },
  async orderFromMenu(slot: string): Promise<{ readonly key: string; readonly at: number }> {
    const item = useApp
      .getState()
      .menus.flatMap((menu) => menu.categories)
      .flatMap((each) => each.menuItems)[0];
    const opened = await useBills.getState().checkIn('Table', slot);
    if (!opened.ok || !item) throw new Error(opened.ok ? 'No menu' : opened.refusal.message);
    useBills.getState().addItem(opened.value.key, { menuItem: item });
    const at = Date.now();
    await useBills.getState().save(opened.value.key);
    return { key: opened.value.key, at };
  },
  /** Returns when the bill with its item shows in the slot here; epoch ms. */
  shownAt: (key: string): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!useBills.getState().bills[key]?.items.length) return;
        stop();
        resolve(Date.now());
      };
      const stop = useBills.subscribe(look);
      look();
    }),
  bill: (key: string) => useBills.getState().bills[key],
  async pay(key: string) {
    const total = useBills.getState().bills[key]?.total ?? 0;
    return useBills.getState().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: total }] });
  },
  async startShift(): Promise<void> {
    useApp
      .getState()
      .setShift(await call('shift.create', { body: { key: crypto.randomUUID(), openingBalance: 100_000 } }));
  },
};

export type Trial = typeof trial;

declare global {
  // A global of the page, for the trials.
  var trial: Trial;
}
globalThis.trial = trial;
