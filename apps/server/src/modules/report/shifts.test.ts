import { expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { sellingApp } from '../bill/testing/selling-app.ts';
import { newKey } from '../bill/testing/shop.ts';

eachEngine('the report of shifts', (on) => {
  it('shows expected and counted foreign cash by currency, beside the cash of the outlet’s own', async () => {
    const { app, item } = await sellingApp(on, 10_000);
    const as = await app.signIn('Admin');
    const done = async (key: Parameters<typeof app.call>[0], body: object) => {
      const answer = await app.call(key, { as, body });
      expect([key, answer.status, answer.body.message]).toEqual([key, 200, undefined]);
      return answer.body;
    };
    await done('app.saveSettings', [{ key: 'Currencies', values: ['USD:1542'] }]);
    const items = [{ key: newKey(), menuItemId: item, qty: 3 }];
    const bill = await done('bill.create', { key: newKey(), type: 'Table', slot: '1', items });
    const currency = { code: 'USD', units: 1000, rate: 1542 };
    await done('bill.pay', {
      key: bill.key,
      seen: { itemKeys: [bill.items[0].key], total: bill.total },
      payments: [
        { key: newKey(), method: 'Cash', amount: 15_420, currency },
        { key: newKey(), method: 'Cash', amount: bill.total - 15_420 },
      ],
    });
    const { id } = (await app.call('shift.active', { as })).body;
    const { expectedCash } = (await app.call('shift.x', { as, params: { id } })).body;
    const own = expectedCash - 15_420;
    const counted = [
      { method: 'Cash', amount: own },
      { method: 'Cash USD', amount: 14_000, units: 900 },
    ];
    await done('shift.close', { id, counted, differenceReason: 'One dollar is missing' });
    const config = { reportKey: 'shifts', range: 'Today', compareTo: 'None', filters: {}, columns: [] };
    const { rows } = await done('report.run', config);
    expect(rows[0]).toMatchObject({
      expected: own,
      counted: own,
      expectedForeign: 'USD 10.00',
      countedForeign: 'USD 9.00',
    });
  });
});
