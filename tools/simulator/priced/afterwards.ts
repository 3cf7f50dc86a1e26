/** Bugs that change the store after calls. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Store } from '../../../apps/server/src/platform/store/store.ts';
import { type Bug, overwrite } from '../bugs.ts';

/** Changes the store after each call whose address ends so. */
export const afterwards =
  (path: string, change: (store: Store) => Promise<unknown>): NonNullable<Bug['onRequest']> =>
  async (request, handle, store) => {
    const answer = await handle();
    if (request.method !== 'GET' && request.url.endsWith(path)) await change(store);
    return answer;
  };

/** Sends each second call again, as after a lost answer, and changes the store with it. */
export function onRetry(
  change: (store: Store, body: Record<string, unknown>) => Promise<unknown>,
): NonNullable<Bug['onRequest']> {
  let calls = 0;
  return async (request, handle, store) => {
    const answer = await handle();
    if (request.method === 'GET' || request.body === null || answer?.status !== 200) return answer;
    calls += 1;
    if (calls % 2 === 0) return answer;
    await change(store, JSON.parse(request.body) as Record<string, unknown>);
    return handle();
  };
}

/** Overwrites each bill of the newest outlet that `change` changes; it returns the bill itself where it does not. */
export async function changeBills(store: Store, change: (bill: Bill) => Bill): Promise<void> {
  const rows = await store.readOrg((db) =>
    db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', ({ selectFrom }) => selectFrom('outlet').select(({ fn }) => fn.max('id').as('id')))
      .execute(),
  );
  for (const { doc } of rows) if (change(doc) !== doc) await overwrite(store, doc.key, change);
}
