/** Expected rows of each report, computed from raw data in plain steps, without queries, sums or functions of the reports. */
import { expectedGoods } from './expected-goods.ts';
import { expectedMoney } from './expected-money.ts';
import { expectedPrices } from './expected-prices.ts';
import { expectedSales } from './expected-sales.ts';
import type { Expected } from './report-query.ts';

export const expectedRows: Readonly<Record<string, Expected>> = {
  ...expectedSales,
  ...expectedMoney,
  ...expectedGoods,
  ...expectedPrices,
};
