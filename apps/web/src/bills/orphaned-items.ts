/** Unsaved items whose bill can no longer take them: they are kept apart, from where they can be added to another bill. Source: R15.11. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { discard, useOutbox } from '../outbox/outbox.ts';
import { hasLines, newLines } from '../outbox/unsynced-amount.ts';
import type { Core } from './core.ts';
import { type OrphanedItems, without } from './state.ts';

export interface OrphanActions {
  /** Removes the orphaned items of a bill, except those in `left`. */
  dismissOrphaned(key: string, left?: readonly BillItem[]): void;
  /** Moves the items of refused entries to the orphaned items, from where they can be added to another bill, and removes the entries from the outbox. */
  orphanItems(billKey: string): Promise<void>;
}

/** Returns the items of a bill, and of those that were merged into it, that this till sends, or whose sending was refused: they went to no other bill. */
const ownLines = (core: Core, { key }: Bill): readonly BillItem[] =>
  useOutbox
    .getState()
    .entries.flatMap((entry) => (entry.billKey !== null && core.keyOf(entry.billKey) === key ? newLines(entry) : []));

/** Keeps the unsaved items of a closed bill as orphaned items. */
export function orphanDraft(core: Core, bill: Bill): void {
  const draft = core.get().drafts[bill.key];
  if (!draft) return;
  const { outletId, items } = draft;
  core.set({ drafts: without(core.get().drafts, bill.key) });
  // The marks of items that moved to another bill follow them, also to one that this till does not know yet.
  const refused = core.get().stranded[bill.key]?.items ?? [];
  const here = new Set([...bill.items, ...ownLines(core, bill), ...refused].map(({ key }) => key));
  const away = Object.entries(draft.edits).filter(([key, edit]) => !here.has(key) && 'sentQty' in edit);
  if (away.length > 0) core.setDraft(bill.key, { ...core.draftOf(bill.key), edits: Object.fromEntries(away) });
  if (items.length === 0) return;
  const { stranded } = core.get();
  const orphaned: OrphanedItems = {
    outletId,
    type: bill.type,
    slot: bill.slot,
    items: [...(stranded[bill.key]?.items ?? []), ...items],
  };
  core.set({ stranded: { ...stranded, [bill.key]: orphaned } });
}

export function orphanActions(core: Core): OrphanActions {
  return {
    dismissOrphaned(key, left = []) {
      const { stranded } = core.get();
      const known = stranded[key];
      core.set({
        stranded: known && left.length ? { ...stranded, [key]: { ...known, items: left } } : without(stranded, key),
      });
    },

    async orphanItems(billKey) {
      const entries = useOutbox.getState().entries.filter((entry) => entry.billKey === billKey && hasLines(entry));
      // Nothing of a bill can be sent after its check-in was refused.
      const isAll = entries.some(({ kind, state }) => kind === 'create' && state === 'rejected');
      const refused = entries.filter(({ state }) => isAll || state === 'rejected');
      const [first] = refused;
      if (!first) return;
      const { stranded } = core.get();
      const known = stranded[billKey]?.items ?? [];
      const lines = new Map([...known, ...refused.flatMap(newLines)].map((item) => [item.key, item]));
      const { type, slot } = first.about ?? { type: 'Table', slot: '' };
      const orphaned: OrphanedItems = {
        outletId: first.outletId,
        type: type as SlotTypeName,
        slot,
        items: [...lines.values()],
      };
      if (lines.size > 0) core.set({ stranded: { ...stranded, [billKey]: orphaned } });
      for (const { seq } of refused) await discard(seq);
      core.show(billKey);
    },
  };
}
