/** Bugs of coupons that a simulation must find. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Store } from '../../../apps/server/src/platform/store/store.ts';
import type { Bug } from '../bugs.ts';
import { onRetry } from './afterwards.ts';

/** Counts the coupons of a call for one more bill. */
async function countAgain(store: Store, { coupons = [] }: { readonly coupons?: Bill['coupons'] }): Promise<void> {
  await store.writeOrg(async (db) => {
    const hashes = coupons.map(({ key }) => key);
    const uses = await db
      .selectFrom('coupon_use')
      .selectAll()
      .where('code_hash', 'in', ['', ...hashes])
      .execute();
    for (const use of uses)
      await db
        .insertInto('coupon_use')
        .values({ ...use, bill_key: crypto.randomUUID() })
        .execute();
  });
}

/** Handles calls as if coupons for several bills were for any number of them. */
const withoutLimits: NonNullable<Bug['onRequest']> = async ({ method }, handle, store) => {
  if (method !== 'GET')
    await store.writeOrg((db) => db.updateTable('coupon').set({ max_uses: 0 }).where('max_uses', '>', 1).execute());
  return handle();
};

export const couponBugs: readonly Bug[] = [
  {
    name: 'a coupon beyond its limit that the server does not flag',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    says: /^a coupon for 2 is on . bills without a flag/,
    onRequest: withoutLimits,
  },
  {
    name: 'a till that keeps the code of a coupon on the bill',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    says: /^the code of a coupon stands on the disk/,
    code: [
      {
        file: '/price/find-coupon.ts',
        from: 'if (known) return { key, promotionId: known.promotionId, last4: last4(code) };',
        to: 'if (known) return { key, promotionId: known.promotionId, last4: last4(code), code } as never;',
      },
    ],
  },
  {
    name: 'a coupon that a retry counts twice',
    seed: 5001,
    isPriced: true,
    says: /^a coupon for .* and counted for/,
    onRequest: onRetry(countAgain),
  },
  {
    name: 'a till that takes a code for one use without the server',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    says: /^a coupon for one use was taken by a till/,
    code: [
      {
        file: '/price/find-coupon.ts',
        from: 'const isAnswer =',
        to: `const { promotions = [] } = useApp.getState().prices;
    const single = promotions.findLast(({ trigger }) => trigger === 'Coupon');
    if (single) return { key, promotionId: single.id, last4: last4(code) };
    const isAnswer =`,
      },
    ],
  },
];
