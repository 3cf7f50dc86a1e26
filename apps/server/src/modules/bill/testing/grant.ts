/** People of the store and approvals between them, for tests. */
import { randomUUID } from 'node:crypto';
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Shop } from './shop.ts';

/** Writes a person and returns the id. */
export async function addPerson(shop: Shop, role: 'User' | 'Admin'): Promise<number> {
  const { id } = await shop.store.writeOrg((db) =>
    db
      .insertInto('app_user')
      .values({
        key: randomUUID(),
        name: role,
        email: `${randomUUID()}@reef.example`,
        password_hash: '',
        passcode_hash: '',
        role,
        permission_overrides: '[]',
        avatar: null,
        last_login_at: null,
        created_at: 0,
        modified_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

interface Grant {
  readonly permission: ActionPermission;
  readonly subjectType: 'Bill' | 'Shift' | 'Order' | 'Wallet';
  readonly subjectKey: string;
  /** The items that the approver saw. */
  readonly itemKeys?: readonly string[];
  /** Those that the approver saw with a quantity and an amount. */
  readonly items?: readonly { readonly key: string; readonly qty: number; readonly amount: number }[];
  /** Laari. */
  readonly amount?: number;
  readonly askerId: number;
  readonly approverId: number;
}

/** Grants an approval in the name of an approver and returns its key. */
export async function grant(
  shop: Shop,
  { permission, subjectType, subjectKey, itemKeys = [], items, amount, askerId, approverId }: Grant,
): Promise<string> {
  const key = randomUUID();
  await shop.store.writeOutlet(shop.outletId, async (tx) => {
    tx.write(
      tx.db.insertInto('approval').values({
        outlet_id: shop.outletId,
        key,
        permission,
        subject_type: subjectType,
        subject_key: subjectKey,
        amount: amount ?? null,
        reason: 'Known to the approver',
        requested_by: askerId,
        approver_id: approverId,
        method: 'Passcode',
        status: 'Granted',
        created_at: tx.now,
        expires_at: tx.now + 120_000,
        about: JSON.stringify({ items: items ?? itemKeys.map((item) => ({ key: item, name: '', qty: 1, amount: 0 })) }),
      }),
    );
  });
  return key;
}
