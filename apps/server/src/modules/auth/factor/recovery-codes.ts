/** Recovery codes: each replaces the code of a lost phone once. They are stored as hashes. Source: R36.7. */
import { createHash, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';

const codes = 10;
/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 12;

const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const hashOf = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`${userId}:${plain(code)}`)
    .digest('hex');

/** Returns a new code such as 'k7mp-2qxd-9rtw', 59 random bits. */
function newCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Writes new codes in place of the old ones and returns them. */
export async function renewCodes(db: Kysely<Database>, userId: number): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  await removeCodes(db, userId);
  await db
    .insertInto('recovery_code')
    .values(made.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), used_at: null })))
    .execute();
  return made;
}

/** Removes the codes of a person. */
export const removeCodes = (db: Kysely<Database>, userId: number) =>
  db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();

/** Uses a code up. Returns false for one that is wrong or was used before. */
export async function useCode(db: Kysely<Database>, userId: number, code: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

/** Returns how many codes a person can still use. */
export async function codesLeft(db: Kysely<Database>, userId: number): Promise<number> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.length;
}
