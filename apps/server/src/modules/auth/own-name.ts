/** A person's change of their own name: others read it beside what was done and asked for. Source: docs/rules.md#people. */
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { personAtOutlet } from './person.ts';

/** Returns a name as people read it: marks of direction and joiners of letters are not seen. */
const asRead = (name: string): string =>
  name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Refused: 'invalid' when another active person of a common outlet has the name. Somebody who manages users can give it all the same. */
async function requireOwnName(db: Kysely<Database>, userId: number, name: string): Promise<void> {
  const others = await db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select('app_user.name')
    .distinct()
    .where('app_user.id', '!=', userId)
    .where('app_user.is_active', '=', true)
    .where('user_outlet.outlet_id', 'in', (own) =>
      own.selectFrom('user_outlet').select('outlet_id').where('user_id', '=', userId),
    )
    .execute();
  if (!others.some((other) => asRead(other.name) === asRead(name))) return;
  const words = 'Somebody else here has this name';
  throw refused('invalid', { details: words, errors: { name: words } });
}

/** Writes a change of a person, in one transaction with the entry in the history of their first outlet when it has a new name. */
export async function writeOwn<T>(
  store: Store,
  { userId, deviceId }: Actor,
  name: string | undefined,
  write: (db: OutletTx['db']) => Promise<T>,
): Promise<T> {
  const person = await personAtOutlet(store, userId);
  if (!person || name === undefined || name === person.name) return store.writeOrg(write);
  return store.writeOutlet(person.outletId, async (tx) => {
    await requireOwnName(tx.db, userId, name);
    const after = { id: userId, name, fields: ['name'] };
    const before = { name: person.name };
    tx.history({ subject: 'User', subjectKey: person.key, action: 'Changed', userId, deviceId, before, after });
    return write(tx.db);
  });
}
