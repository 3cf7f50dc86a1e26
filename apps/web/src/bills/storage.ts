/**
 * Storage of drafts: local storage, one key per bill under the store's id, so that two tabs working on two bills do not overwrite each other.
 * Only id, key and name of a customer are stored (R13.4), and what they must not eat: the ticket says so also when the page was reloaded before the save.
 */
import type { PersistStorage } from 'zustand/middleware';
import { emit } from '../api/event.ts';
import { t } from '../locale/locale.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import type { BillsState, Draft } from './state.ts';

export const billsId = 'bills';
const draftPrefix = `${billsId}.`;

export type BillsKept = Pick<BillsState, 'drafts' | 'stranded' | 'transferring' | 'aliases'>;

function lean(draft: Draft): Draft {
  const { customer } = draft.changes;
  if (!customer) return draft;
  const { buyer: _buyer, ...kept } = customer;
  return { ...draft, changes: { ...draft.changes, customer: { ...kept, phone: '', tin: '' } } };
}

/** What this tab wrote last; only changes are written. */
const written = new Map<string, Draft>();

export function draftsInStorage(): Record<string, Draft> {
  const drafts: Record<string, Draft> = {};
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(draftPrefix)) continue;
    const text = localStorage.getItem(key);
    if (text) drafts[key.slice(draftPrefix.length)] = JSON.parse(text) as Draft;
  }
  return drafts;
}

function writeDrafts(drafts: Readonly<Record<string, Draft>>): void {
  for (const [key, draft] of Object.entries(drafts)) {
    if (written.get(key) === draft) continue;
    localStorage.setItem(draftPrefix + key, JSON.stringify(lean(draft)));
    written.set(key, draft);
  }
  for (const key of written.keys()) {
    if (key in drafts) continue;
    localStorage.removeItem(draftPrefix + key);
    written.delete(key);
  }
}

let rest = '';

export const billsStorage: PersistStorage<BillsKept> = {
  getItem: () => {
    const drafts = draftsInStorage();
    for (const [key, draft] of Object.entries(drafts)) written.set(key, draft);
    rest = localStorage.getItem(billsId) ?? '';
    const kept = rest ? (JSON.parse(rest) as { state: Omit<BillsKept, 'drafts'> }).state : null;
    return { state: { stranded: {}, transferring: null, aliases: {}, ...kept, drafts } };
  },
  setItem: (_name, { state: { drafts, ...others } }) => {
    try {
      writeDrafts(drafts);
      const text = JSON.stringify({ state: others });
      if (text === rest) return;
      localStorage.setItem(billsId, text);
      rest = text;
    } catch {
      // The storage is full: the draft exists only on the screen, and a message is shown.
      emit('toast', { kind: 'error', message: t('outbox.notKept') });
    }
  },
  removeItem: () => localStorage.removeItem(billsId),
};

onLocalLost({
  owns: (key) => key === billsId || key.startsWith(draftPrefix),
  writeBack() {
    for (const [key, draft] of written) {
      const place = draftPrefix + key;
      if (localStorage.getItem(place) === null) localStorage.setItem(place, JSON.stringify(lean(draft)));
    }
    if (rest && localStorage.getItem(billsId) === null) localStorage.setItem(billsId, rest);
  },
});

/** Calls the listener when another tab writes a draft (null: removed it). */
export function onDraftElsewhere(listener: (key: string, draft: Draft | null) => void): void {
  globalThis.addEventListener('storage', (event) => {
    if (!event.key?.startsWith(draftPrefix)) return;
    const key = event.key.slice(draftPrefix.length);
    const draft = event.newValue === null ? null : (JSON.parse(event.newValue) as Draft);
    if (draft) written.set(key, draft);
    else written.delete(key);
    listener(key, draft);
  });
}
