/** What the tills reported to this process, for a monitor: how many were heard, and what waits on them. Source: R34.20. */
import type { TillNote, TillTrouble } from '@atoll/domain/contract/bill/till';
import type { Actor } from '../../platform/http/actor.ts';

/** A till without a report for this long is silent. Source: docs/rules.md#till-status. */
const silentMs = 2 * 60_000;
/** So many outlets have series of their own: those with the most unsynced money. The others are counted together. */
export const maxOutletSeries = 50;
/** The label of the outlets that are counted together. */
export const otherOutlets = 'other';

export interface Report {
  readonly actor: Pick<Actor, 'outletId'>;
  readonly note: TillNote;
  /** What was wrong on the till then. */
  readonly trouble?: TillTrouble | null;
  /** The release of the till; absent: it did not say, or has not reported since the start. */
  readonly release?: string | undefined;
  readonly heardAt: number;
}

export interface OutletWaiting {
  readonly outlet: string;
  /** Entries of the outboxes that were not sent. */
  readonly entries: number;
  /** Laari of them. */
  readonly amount: number;
}

export interface TillWatch {
  /** Returns how many tills were heard in the last two minutes. */
  heard(): number;
  /** Returns what waits on the tills of each outlet; of at most 50 outlets by name. */
  waiting(): readonly OutletWaiting[];
  /** Returns the worst of what is wrong on tills: the largest difference of a clock, all failed tickets, the longest wait. */
  troubles(): TillTrouble;
  /** Returns the releases of the tills, each once. */
  releases(): readonly string[];
}

/** Returns the watch of some reports, which count for `keptMs`. */
export function watchOf(tills: ReadonlyMap<string, Report>, keptMs: number, clock: () => number): TillWatch {
  const recent = () => [...tills.values()].filter(({ heardAt }) => heardAt >= clock() - keptMs);
  return {
    troubles() {
      const all = recent().flatMap(({ trouble }) => trouble ?? []);
      return {
        skewMs: Math.max(0, ...all.map(({ skewMs }) => Math.abs(skewMs))),
        failed: all.reduce((sum, { failed }) => sum + failed, 0),
        waitingMs: Math.max(0, ...all.map(({ waitingMs }) => waitingMs)),
      };
    },
    releases: () => [...new Set(recent().flatMap(({ release }) => release ?? []))],
    heard: () => [...tills.values()].filter(({ heardAt }) => clock() - heardAt < silentMs).length,
    waiting() {
      const ofOutlet = new Map<number, { entries: number; amount: number }>();
      for (const { actor, note } of recent()) {
        const known = ofOutlet.get(actor.outletId) ?? { entries: 0, amount: 0 };
        ofOutlet.set(actor.outletId, { entries: known.entries + note.waiting, amount: known.amount + note.amount });
      }
      const all = [...ofOutlet].map(([outletId, waits]) => ({ outlet: String(outletId), ...waits }));
      if (all.length <= maxOutletSeries) return all;
      all.sort((a, b) => b.amount - a.amount || b.entries - a.entries);
      return [...all.slice(0, maxOutletSeries), together(all.slice(maxOutletSeries))];
    },
  };
}

const together = (outlets: readonly OutletWaiting[]): OutletWaiting => ({
  outlet: otherOutlets,
  entries: outlets.reduce((sum, { entries }) => sum + entries, 0),
  amount: outlets.reduce((sum, { amount }) => sum + amount, 0),
});
