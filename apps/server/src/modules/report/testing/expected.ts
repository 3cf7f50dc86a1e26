/** Each report's rows, reckoned from the books in plain steps: no statement, no sum and no function of the reports themselves. */
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import type { Books } from './raw-data.ts';
import { expectedGoods } from './expected-goods.ts';
import { expectedMoney } from './expected-money.ts';
import { expectedSales } from './expected-sales.ts';

/** Business days, both included, and what the report is narrowed down by. */
export interface Ask {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly filters: ReportConfig['filters'];
}

export type Expected = (books: Books, ask: Ask) => ReportRow[];

export const expectedRows: Readonly<Record<string, Expected>> = {
  ...expectedSales,
  ...expectedMoney,
  ...expectedGoods,
};
