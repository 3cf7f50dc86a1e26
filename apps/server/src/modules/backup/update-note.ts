/** Writes what became of updates into the store, at the start of the server: the program that updates cannot. Source: R31.32. */
import { readOutcomes } from '../../platform/store/sqlite/update/update.ts';
import type { Store } from '../../platform/store/store.ts';

/** Writes each outcome that the data folder has; once, also after a kill. */
export async function noteUpdates(store: Store, dataDir: string): Promise<void> {
  const { list, forget } = readOutcomes(dataDir);
  if (list.length === 0) return;
  const rows = list.map(({ from, to, at, outcome, detail }) => ({
    at,
    from_release: from,
    to_release: to,
    outcome,
    detail,
  }));
  await store.writeOrg((db) =>
    db
      .insertInto('update_event')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  forget();
}
