/** Coupons: created once, found by the hash of their code, each for so many bills. Source: R21.19, docs/rules.md#coupons. */
import { createHash, randomBytes } from 'node:crypto';
import { last4, newCode, shownCode } from '@atoll/domain/wallet/code';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { type Actor, provenDevice } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import { writeRule } from './rules.ts';

/** Every till has the hashes of codes for more than one use. */
const maxShared = 50;
/** Rows of one statement. */
const rowsAtOnce = 50;

/** Returns `codeHash` of a code, quicker: thousands are created at once. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

interface NewCoupons {
  readonly key: string;
  readonly promotionId: number;
  readonly count: number;
  readonly maxUses: number;
}

/** Creates coupons and returns their codes, one a line. Refused: 'notFound', 'keyReused', 'invalid'. */
export async function createCoupons(store: Store, actor: Actor, wanted: NewCoupons): Promise<string> {
  const { promotionId, count, maxUses } = wanted;
  if (maxUses !== 1 && count > maxShared)
    throw invalid({ count: 'Create at most 50 codes for more than one use at a time' });
  const codes = Array.from({ length: count }, () => newCode(randomBytes(12)));
  const batch = wanted.key.toLowerCase();
  await store.writeOutlet(actor.outletId, async (tx) => {
    const outlet_id = tx.head.outletId;
    const promotion = await promotionOf(tx, promotionId);
    const known = await tx.db
      .selectFrom('coupon')
      .select('code_hash')
      .where('outlet_id', '=', outlet_id)
      .where('batch_key', '=', batch)
      .limit(1)
      .executeTakeFirst();
    if (known) throw refused('keyReused');
    const shared = { batch_key: batch, promotion_id: promotionId, max_uses: maxUses };
    const rows = codes.map((code) => ({
      outlet_id,
      code_hash: hashOf(code),
      last4: last4(code),
      ...shared,
      created_at: tx.now,
      created_by: actor.userId,
    }));
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      tx.write(tx.db.insertInto('coupon').values(rows.slice(from, from + rowsAtOnce)));
    if (maxUses !== 1)
      await shareHashes(
        tx,
        promotionId,
        rows.map(({ code_hash }) => code_hash),
      );
    tx.history({
      subject: 'Promotion',
      subjectKey: promotion.key,
      action: 'Updated',
      userId: actor.userId,
      sentBy: actor.sentBy,
      isRevoked: actor.isRevoked,
      deviceId: provenDevice(actor),
      after: { id: promotionId, coupons: count, maxUses },
    });
  });
  return ['Code', ...codes.map(shownCode)].join('\r\n');
}

/** Returns the promotion of new coupons. Refused: 'notFound', and one that counts without a code. */
async function promotionOf(tx: OutletTx, id: number) {
  const row = await tx.db
    .selectFrom('promotion')
    .select(['key', 'trigger'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!row) throw refused('notFound');
  if (row.trigger !== 'Coupon') throw invalid({ promotionId: 'This promotion counts without a code' });
  return row;
}

/** Adds hashes to those that every till has. */
async function shareHashes(tx: OutletTx, promotionId: number, added: readonly string[]): Promise<void> {
  const before = await tx.db
    .selectFrom('coupon')
    .select('code_hash')
    .where('outlet_id', '=', tx.head.outletId)
    .where('promotion_id', '=', promotionId)
    .where('max_uses', '!=', 1)
    .execute();
  const hashes = [...new Set([...before.map(({ code_hash }) => code_hash), ...added])].sort();
  await writeRule(tx, { kind: 'Codes', id: promotionId, rule: { promotionId, hashes } });
}

export interface KnownCoupon {
  readonly hash: string;
  readonly promotionId: number;
  readonly last4: string;
  /** Every bill that it may be on has it. */
  readonly isUsedUp: boolean;
}

/** Returns the coupons of these hashes, and whether other bills than this one have used them up. */
export async function couponsOf(
  db: Kysely<Database>,
  outletId: number,
  billKey: string,
  hashes: readonly string[],
): Promise<readonly KnownCoupon[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('coupon')
    .leftJoin('coupon_use as use', (join) =>
      join
        .onRef('use.outlet_id', '=', 'coupon.outlet_id')
        .onRef('use.code_hash', '=', 'coupon.code_hash')
        .on('use.bill_key', '!=', billKey),
    )
    .select(({ fn }) => [
      'coupon.code_hash',
      'coupon.promotion_id',
      'coupon.last4',
      'coupon.max_uses',
      fn.count('use.bill_key').as('uses'),
    ])
    .where('coupon.outlet_id', '=', outletId)
    .where('coupon.code_hash', 'in', hashes)
    .groupBy(['coupon.code_hash', 'coupon.promotion_id', 'coupon.last4', 'coupon.max_uses'])
    .execute();
  return rows.map(({ code_hash, promotion_id, last4: last, max_uses, uses }) => ({
    hash: code_hash,
    promotionId: promotion_id,
    last4: last,
    isUsedUp: max_uses > 0 && Number(uses) >= max_uses,
  }));
}

/** Returns the coupons as they were created together, the newest first. */
export async function listCoupons(db: Kysely<Database>, outletId: number) {
  const rows = await db
    .selectFrom('coupon')
    .innerJoin('promotion', (join) =>
      join.onRef('promotion.outlet_id', '=', 'coupon.outlet_id').onRef('promotion.id', '=', 'coupon.promotion_id'),
    )
    .select(({ fn }) => [
      'coupon.batch_key',
      'promotion.id as promotion_id',
      'promotion.name',
      'coupon.created_at',
      'coupon.max_uses',
      fn.countAll().as('count'),
      fn.max('coupon.last4').as('last4'),
    ])
    .where('coupon.outlet_id', '=', outletId)
    .groupBy(['coupon.batch_key', 'promotion.id', 'promotion.name', 'coupon.created_at', 'coupon.max_uses'])
    .orderBy('coupon.created_at', 'desc')
    .limit(200)
    .execute();
  const uses = await db
    .selectFrom('coupon_use as use')
    .innerJoin('coupon', (join) =>
      join.onRef('coupon.outlet_id', '=', 'use.outlet_id').onRef('coupon.code_hash', '=', 'use.code_hash'),
    )
    .select(({ fn }) => ['coupon.batch_key', fn.countAll().as('uses')])
    .where('use.outlet_id', '=', outletId)
    .groupBy('coupon.batch_key')
    .execute();
  const usesOf = new Map(uses.map((row) => [row.batch_key, Number(row.uses)]));
  return rows.map((row) => ({
    key: row.batch_key,
    promotionId: row.promotion_id,
    promotion: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    count: Number(row.count),
    maxUses: row.max_uses,
    uses: usesOf.get(row.batch_key) ?? 0,
    last4: Number(row.count) === 1 ? row.last4 : '',
  }));
}
