/**
 * The owner code: who sets up a store from another machine types the code that the server prints at its start, so that nobody else on the network
 * owns the store first. The store keeps it until there is an owner. Source: R36.27, docs/rules.md#owner-code.
 */
import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { ownerCodeLength, plainOwnerCode } from '@atoll/domain/contract/outlet/start';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import type { Kysely } from 'kysely';
import { Refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';

const name = 'owner-code';
/** Without letters and digits that are mistaken for each other. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const freeTries = 5;
const lockMs = 15 * 60_000;

interface Kept {
  readonly code: string;
  /** All wrong codes since the code was made. */
  readonly wrong: number;
  /** Epoch ms until which no code is compared. */
  readonly lockedUntil: number;
}

const newCode = (): string =>
  Array.from({ length: ownerCodeLength }, () => letters[randomInt(letters.length)]).join('');

/** Compares in constant time, whatever the length. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', plainOwnerCode(a), 'buffer'), hash('sha256', plainOwnerCode(b), 'buffer'));

/** Returns the stored code, locked until the transaction ends. Makes one when there is none. */
async function load(store: Store, db: Kysely<Database>, now: number): Promise<Kept> {
  const made: Kept = { code: newCode(), wrong: 0, lockedUntil: 0 };
  await db
    .insertInto('secret')
    .values({ name, value: JSON.stringify(made), created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const own = db.selectFrom('secret').select('value').where('name', '=', name);
  // SQLite has one writer at a time; on PostgreSQL simultaneous tries wait for each other.
  const row = await (store.engine === 'postgres' ? own.forUpdate() : own).executeTakeFirstOrThrow();
  return JSON.parse(row.value) as Kept;
}

/** Returns the code as people read it, 'ABCD-EFGH'. The same after a restart, and in every process of the store. */
export async function ownerCode(store: Store, now: number): Promise<string> {
  const { code } = await store.writeOrg((db) => load(store, db, now));
  return `${code.slice(0, ownerCodeLength / 2)}-${code.slice(ownerCodeLength / 2)}`;
}

/** Compares a code; a wrong one is counted before the answer. Refused: 'ownerCodeWrong', 'tooMany' for 15 minutes after each fifth wrong one. */
export async function requireOwnerCode(store: Store, given: string | undefined, now: number): Promise<void> {
  const refused = await store.writeOrg(async (db): Promise<Refusal | null> => {
    const kept = await load(store, db, now);
    // A lock that ends later than it could was made while the clock ran ahead (R35.83).
    const isLocked = kept.lockedUntil > now && kept.lockedUntil <= now + lockMs;
    if (isLocked)
      return anyRefusal('tooMany', { extra: { retryAfterSeconds: Math.ceil((kept.lockedUntil - now) / 1000) } });
    // A page of an earlier release has no field for it.
    if (!given) return anyRefusal('ownerCodeWrong');
    if (isSame(given, kept.code)) return null;
    const wrong = kept.wrong + 1;
    const next: Kept = { ...kept, wrong, lockedUntil: wrong % freeTries === 0 ? now + lockMs : 0 };
    await db
      .updateTable('secret')
      .set({ value: JSON.stringify(next) })
      .where('name', '=', name)
      .execute();
    return anyRefusal('ownerCodeWrong');
  });
  if (refused) throw new Refused(refused);
}

/** Removes the code of a store that gets its owner. Returns how many wrong codes were typed. */
export async function endOwnerCode(db: Kysely<Database>): Promise<number> {
  const row = await db.deleteFrom('secret').where('name', '=', name).returning('value').executeTakeFirst();
  return row ? (JSON.parse(row.value) as Kept).wrong : 0;
}
