import { businessDate } from '@atoll/domain/date/business-day';
import { beforeAll, expect, it, vi } from 'vitest';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { planOf, statementsOf } from '../../platform/store/testing/statements.ts';
import { addShop, line, order, type Shop, settle } from '../bill/testing/shop.ts';
import { replayDays } from './replay.ts';

eachEngine('what a dry run reads', (on) => {
  let at: StoreLocation;
  let store: Store;
  let shop: Shop;
  const today = businessDate(Date.now(), 'Indian/Maldives', '04:00');
  const none = { priceChangeIds: [], listIds: [], promotionIds: [], menuIds: [] };
  const run = () =>
    replayDays(store, shop.outletId, {
      ...none,
      fromDay: today,
      toDay: today,
      rates: { gstPct: 12, serviceChargePct: null },
    });

  beforeAll(async () => {
    at = await on.placeWithTables();
    store = await on.open({ at });
    shop = await addShop(store);
    for (let n = 1; n <= 12; n += 1) await settle(shop, await order(shop, String(n), [line(shop.menu.tea)]));
    await order(shop, '13', [line(shop.menu.tea)]);
    // The reads of reports then run where they are recorded.
    vi.spyOn(store, 'readForReports').mockImplementation((outletId, read) => store.readOutlet(outletId, read));
  });

  it('[R21.31] finds the sales of its days by the index of sales, and no other bill of the outlet', async () => {
    let bills = 0;
    const statements = await statementsOf(async () => {
      ({ bills } = await run());
    });
    expect(bills).toBe(12);
    const reads = statements.filter(({ sql }) => sql.includes('from "bill"'));
    const whole = reads.filter(({ sql }) => sql.includes('"doc"'));
    expect([reads.length, whole.length]).toEqual([2, 1]);
    for (const statement of reads) {
      // A row of a bill is found by its key, or not looked at: an outlet of years has millions of them. PostgreSQL has its plan for a store so small.
      if (on.engine === 'sqlite')
        expect((await planOf(at, statement)).join('\n')).toMatch(
          /USING COVERING INDEX bill_sale \(outlet_id=\? AND business_date=\?|\(outlet_id=\? AND id=\?\)/,
        );
    }
  });
});
