/**
 * Fills an empty store at the first start. Of several processes one does it and the others wait. A start that was
 * killed continues where it stopped: every step of the demo data may run again (R35.9).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { demoDomain } from '../modules/info/service.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/store/schema/schema.ts';
import type { Store } from '../platform/store/store.ts';
import type { PastDays } from './seed-sales.ts';

export type FirstStart = 'known' | 'demo' | 'owner' | 'nobody';

const mark = 'first-start';
const done = 'done';
/** Marks a store that must not be filled: the demo data was left, and the first visit creates the owner. */
export const filledMark = { name: mark, value: done } as const;
const askAgainMs = 250;

export interface FirstStartOptions {
  /** How many past days the demo data has. */
  readonly past?: PastDays;
  /** How often the process that fills the store renews its mark, so that others see that it is alive. */
  readonly beatMs?: number;
  /** How long a mark stays the same until its process counts as ended. */
  readonly silenceMs?: number;
}

const defaultBeatMs = 3000;
const defaultSilenceMs = 15_000;

/**
 * The work is ours and started at `since` (epoch ms), another process does it (its mark was last renewed at `beat`), or
 * it is done.
 */
type Turn =
  | { readonly kind: 'ours'; readonly since: number }
  | { readonly kind: 'wait'; readonly beat: number }
  | { readonly kind: 'done' };

/**
 * Takes the work when no process has it, or when the mark of its process is still `silent`. SQLite: the folder belongs
 * to one process.
 */
function take(store: Store, now: number, silent: number | undefined): Promise<Turn> {
  return store.writeOrg(async (db) => {
    if (await isTaken(db)) return { kind: 'done' };
    const made = await db
      .insertInto('secret')
      .values({ name: mark, value: String(now), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('value')
      .executeTakeFirst();
    if (made) return { kind: 'ours', since: now };
    const row = await db.selectFrom('secret').selectAll().where('name', '=', mark).executeTakeFirstOrThrow();
    if (row.value === done) return { kind: 'done' };
    if (store.engine !== 'sqlite' && row.created_at !== silent) return { kind: 'wait', beat: row.created_at };
    await renew(db);
    return { kind: 'ours', since: Number(row.value) };
  });
}

/** Returns whether the store has people who are not of the demo data: then it is never filled (R35.15). */
async function isTaken(db: Kysely<Database>): Promise<boolean> {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', 'not like', `%@${demoDomain}`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Changes the mark. It is a counter, not a time, because the clocks of several servers differ. */
function renew(db: Kysely<Database>): Promise<unknown> {
  return db
    .updateTable('secret')
    .set((eb) => ({ created_at: eb('created_at', '+', 1) }))
    .where('name', '=', mark)
    .where('value', '!=', done)
    .execute();
}

/** Returns the work, or 'done' when it is done; waits while another process does it, and takes over when that process ends. */
async function takeTurn(store: Store, clock: () => number, silenceMs: number): Promise<{ since: number } | 'done'> {
  let known: number | undefined;
  let sinceMs = performance.now();
  for (;;) {
    const isSilent = known !== undefined && performance.now() - sinceMs >= silenceMs;
    const turn = await take(store, clock(), isSilent ? known : undefined);
    if (turn.kind === 'done') return 'done';
    if (turn.kind === 'ours') return turn;
    if (turn.beat !== known) {
      known = turn.beat;
      sinceMs = performance.now();
    }
    await sleep(Math.min(askAgainMs, silenceMs));
  }
}

/** Renews the mark while the work runs. */
async function beating(store: Store, beatMs: number, work: () => Promise<void>): Promise<void> {
  const beat = (): void => {
    // After a failed renewal the next one follows; the work itself meets the same fault.
    store.writeOrg(renew).catch(() => undefined);
  };
  const timer = store.engine === 'sqlite' ? undefined : setInterval(beat, beatMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

function finish(store: Store): Promise<unknown> {
  return store.writeOrg((db) => db.updateTable('secret').set({ value: done }).where('name', '=', mark).execute());
}

/** Returns what tells this store from one that replaced it: when its filling was marked; undefined without a mark. */
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

/** Fills an empty store as the configuration says; returns what it found or did. */
export async function firstStart(
  store: Store,
  config: Config,
  clock: () => number,
  options: FirstStartOptions = {},
): Promise<FirstStart> {
  const { past, beatMs = defaultBeatMs, silenceMs = defaultSilenceMs } = options;
  if (!config.demo && !config.owner) return (await isInUse(store)) ? 'known' : 'nobody';
  const turn = await takeTurn(store, clock, silenceMs);
  if (turn === 'done') return 'known';
  await beating(store, beatMs, async () => {
    // Loaded only now: the code that draws pictures is large, and most starts draw none.
    if (config.demo) await (await import('./demo.ts')).seedDemo(store, turn.since, past);
    else if (config.owner) await (await import('./owner.ts')).seedOwner(store, config.owner, turn.since);
  });
  await finish(store);
  return config.demo ? 'demo' : 'owner';
}
