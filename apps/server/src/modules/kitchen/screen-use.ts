/** Whether an outlet uses a kitchen screen: somebody looks at one, or cooks move tickets on it. Source: docs/rules.md#kitchen-tickets. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/http/services.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { screenUse } from './queries.ts';

/** A screen asks for its tickets every 30 s. What was shown counts for this long, so that no loss of the network finishes a ticket. */
const shownCountsMs = 10 * 60_000;
/** What a cook moved counts for this long: an order may be paid before the screen is on again after days of rest. */
const movedCountsMs = 7 * 86_400_000;
const shownEveryMs = 60_000;
const movedEveryMs = 3_600_000;

type Use = 'shown_at' | 'moved_at';

async function usedAt(tx: OutletTx): Promise<Readonly<Record<Use, number>>> {
  const [row] = await tx.load(screenUse, { outletId: tx.head.outletId });
  return row ?? { shown_at: 0, moved_at: 0 };
}

/** Returns whether a kitchen screen was shown in the last ten minutes, or a cook moved a ticket in the last seven days. `now` is in epoch ms. */
export const isInUse = ({ shown_at, moved_at }: Readonly<Record<Use, number>>, now: number): boolean =>
  shown_at > now - shownCountsMs || moved_at > now - movedCountsMs;

/** Returns whether the outlet of a transaction uses a kitchen screen. */
export const isScreenInUse = async (tx: OutletTx): Promise<boolean> => isInUse(await usedAt(tx), tx.now);

async function note(tx: OutletTx, use: Use, at: number, everyMs: number): Promise<void> {
  const known = await usedAt(tx);
  if (Math.abs(at - known[use]) < everyMs) return;
  tx.write(
    tx.db
      .insertInto('kitchen_screen')
      .values({ outlet_id: tx.head.outletId, ...known, [use]: at })
      .onConflict((conflict) => conflict.column('outlet_id').doUpdateSet({ [use]: at })),
  );
}

/** Notes that a cook moved a ticket. It reads before it writes. */
export const noteMoved = (tx: OutletTx): Promise<void> => note(tx, 'moved_at', tx.now, movedEveryMs);

/** Notes that a kitchen screen showed the tickets of an outlet. */
const noteShown = (store: Store, outletId: number, at: number): Promise<void> =>
  store.writeOutlet(outletId, (tx) => note(tx, 'shown_at', at, shownEveryMs));

/** Returns what notes, at most once a minute for each outlet, that a screen shows tickets. Nobody waits for it. */
export function keepScreenUse(app: FastifyInstance, { store, clock, log }: Services): (outletId: number) => void {
  const noted = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return (outletId) => {
    const now = clock();
    if (Math.abs(now - (noted.get(outletId) ?? Number.NEGATIVE_INFINITY)) < shownEveryMs) return;
    noted.set(outletId, now);
    const write = noteShown(store, outletId, now)
      .catch((error: unknown) => {
        noted.delete(outletId);
        log.warn({ err: error }, 'The use of a kitchen screen could not be written');
      })
      .finally(() => pending.delete(write));
    pending.add(write);
  };
}
