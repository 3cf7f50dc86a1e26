/** What an empty store is filled with at the first start. Of several processes one does it and the others wait; a start that was cut off goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import type { Store } from '../platform/store/store.ts';
import type { PastDays } from './seed-sales.ts';

export type FirstStart = 'known' | 'demo' | 'owner' | 'nobody';

const mark = 'first-start';
const done = 'done';
/** What says in a store that it is not to be filled: the demo data was left, and the first visit makes the owner. */
export const filledMark = { name: mark, value: done } as const;
/** A start of another process that takes longer has died. */
const givenUpMs = 120_000;
const askAgainMs = 250;

/** Answers the instant that the work counts from when it is ours to do, 'wait' when another process does it, 'done' when it was done. */
function take(store: Store, now: number): Promise<number | 'wait' | 'done'> {
  return store.writeOrg(async (db) => {
    const made = await db
      .insertInto('secret')
      .values({ name: mark, value: String(now), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('value')
      .executeTakeFirst();
    if (made) return now;
    const row = await db.selectFrom('secret').selectAll().where('name', '=', mark).executeTakeFirstOrThrow();
    if (row.value === done) return 'done';
    const isOurs = store.engine === 'sqlite' || row.created_at < now - givenUpMs;
    if (!isOurs) return 'wait';
    await db.updateTable('secret').set({ created_at: now }).where('name', '=', mark).execute();
    return Number(row.value);
  });
}

function finish(store: Store): Promise<unknown> {
  return store.writeOrg((db) => db.updateTable('secret').set({ value: done }).where('name', '=', mark).execute());
}

/** Answers what tells this store from one that was put in its place: when its filling was marked; undefined without a mark. */
export async function findMark(store: Store): Promise<number | undefined> {
  const row = await store.readOrg((db) =>
    db.selectFrom('secret').select('created_at').where('name', '=', mark).executeTakeFirst(),
  );
  return row?.created_at;
}

async function isInUse(store: Store): Promise<boolean> {
  const row = await store.readOrg((db) => db.selectFrom('app_user').select('id').limit(1).executeTakeFirst());
  return row !== undefined;
}

/** Fills an empty store as the configuration says; answers what it found or did. */
export async function firstStart(
  store: Store,
  config: Config,
  clock: () => number,
  past?: PastDays,
): Promise<FirstStart> {
  if (!config.demo && !config.owner) return (await isInUse(store)) ? 'known' : 'nobody';
  for (;;) {
    const turn = await take(store, clock());
    if (turn === 'done') return 'known';
    if (turn === 'wait') {
      await sleep(askAgainMs);
      continue;
    }
    // Loaded only now: what draws pictures is large, and most starts draw none.
    if (config.demo) await (await import('./demo.ts')).seedDemo(store, turn, past);
    else if (config.owner) await (await import('./owner.ts')).seedOwner(store, config.owner, turn);
    await finish(store);
    return config.demo ? 'demo' : 'owner';
  }
}
