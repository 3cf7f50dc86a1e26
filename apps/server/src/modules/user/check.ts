/** The checks before a user is changed. Source: docs/rules.md#people, docs/rules.md#grants. */

import type { Held } from '@atoll/domain/access/can';
import { type Access, baseAccess, notGrantable, permissionsBeyond } from '@atoll/domain/access/grant';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { Kysely } from 'kysely';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { UserRow } from './find.ts';

export const accessOf = ({ role, permission_overrides }: UserRow): Access => ({
  role,
  overrides: permission_overrides,
});

const heldBy = ({ permissions, limits }: Actor): Held => ({ permissions, limits });

/** Returns the refusal 'invalid' for a field, with its message. */
export function invalid(field: string, words: Sentence): Refused {
  return refused('invalid', { details: words, errors: { [field]: words } });
}

/** Creates the refusal of more than the actor may give; it is reported. Source: docs/rules.md#attempts. */
const grantForbidden = ({ userId }: Actor, more: Partial<Refusal>): Refused =>
  new Refused(anyRefusal('grantForbidden', more), { kind: 'grant', userId });

/** Throws 'grantForbidden' when the actor grants a permission that they do not have. */
export function requireGrant(actor: Actor, wanted: Access, had: Access | undefined): void {
  const missing = notGrantable(heldBy(actor), wanted, had ?? baseAccess);
  if (missing.length === 0) return;
  const details: Sentence = `You do not have these permissions: ${missing.join(', ')}`;
  throw grantForbidden(actor, { details, errors: { overrides: details } });
}

/** Throws 'invalid' when the actor adds or removes an outlet that is not their own. */
export function requireOutlets(actor: Actor, wanted: readonly number[], had: readonly number[]): void {
  const changed = [...wanted.filter((id) => !had.includes(id)), ...had.filter((id) => !wanted.includes(id))];
  if (changed.some((id) => !actor.outlets.includes(id)))
    throw invalid('outletIds', 'You can add or remove only your own outlets');
}

/**
 * Throws 'grantForbidden' when the target has a permission that the actor lacks: with the target's password the actor could use it, and others trust the
 * target's name.
 */
export function requireAsMuch(actor: Actor, target: UserRow): void {
  if (target.id === actor.userId) return;
  if (permissionsBeyond(heldBy(actor), accessOf(target)).length > 0)
    throw grantForbidden(actor, { details: `${target.name} has more permissions than you` });
}

/** Throws 'lastAdmin' unless another Admin is active; the command has locked the rows of all Admins. */
export async function requireOtherAdmin(tx: OutletTx, userId: number): Promise<void> {
  const other = await tx.db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'Admin')
    .where('is_active', '=', true)
    .where('id', '!=', userId)
    .executeTakeFirst();
  if (!other) throw refused('lastAdmin');
}

/** Throws 'userHasShift' when the user has an open shift in one of the outlets: its drawer must be counted first. */
export async function requireNoShift(store: Store, userId: number, outletIds: readonly number[]): Promise<void> {
  for (const outletId of outletIds) {
    const open = await store.readOutlet(outletId, (db) =>
      db
        .selectFrom('shift')
        .select('number')
        .where('outlet_id', '=', outletId)
        .where('is_open', '=', true)
        .where('created_by', '=', userId)
        .executeTakeFirst(),
    );
    if (open) throw refused('userHasShift');
  }
}

/** Throws 'invalid' when another user has the email. */
export async function requireFreeEmail(db: Kysely<Database>, email: string, ownId: number): Promise<void> {
  const same = await db
    .selectFrom('app_user')
    .select('name')
    .where('email', '=', email)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (same) throw invalid('email', `${same.name} already has this email`);
}
