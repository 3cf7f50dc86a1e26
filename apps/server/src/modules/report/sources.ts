/** The source of each report, by its key. */
import type { ReportSource } from './source.ts';
import { auditSources } from './sources/audit.ts';
import { itemSources } from './sources/items.ts';
import { moneySources } from './sources/money.ts';
import { priceSources } from './sources/prices.ts';
import { purchaseSources } from './sources/purchases.ts';
import { salesSources } from './sources/sales.ts';
import { stockSources } from './sources/stock.ts';
import { voidSources } from './sources/voids.ts';
import { walletSources } from './sources/wallets.ts';

export const reportSources: Readonly<Record<string, ReportSource>> = {
  ...salesSources,
  ...itemSources,
  ...moneySources,
  ...stockSources,
  ...purchaseSources,
  ...auditSources,
  ...voidSources,
  ...walletSources,
  ...priceSources,
};
