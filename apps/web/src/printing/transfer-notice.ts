/**
 * Prints a transfer notice on each printer whose stations prepare items of a moved bill: one slip, not the items again. Source: R35.39,
 * docs/rules.md#moved-slip.
 */

import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { quantityOf } from '@atoll/domain/money/quantity';
import { isAutoPrintOn, stationPrinter, stations } from '@atoll/domain/ticket/printers';
import { stationOf } from '@atoll/domain/ticket/ticket';
import { settingsHere } from '../sync/app-store.ts';
import { printSlip } from './slip.ts';

interface TransferWords {
  readonly title: string;
  /** 'Table 6'. */
  readonly from: string;
  readonly to: string;
  /** 'Bill 12'. */
  readonly bill: string;
}

/** Prints the notices for a bill as it was before it moved; `keys` are the moved items, all of them when absent. */
export function printTransferNotice(bill: Bill, words: TransferWords, keys?: readonly string[]): void {
  const settings = settingsHere();
  if (!isAutoPrintOn(settings)) return;
  const sent = bill.items.filter((item) => !item.isVoid && item.sentQty > 0 && (keys?.includes(item.key) ?? true));
  const printers = new Set(stations.map((station) => stationPrinter(settings, station)).filter(Boolean));
  for (const printer of printers) {
    const lines = sent.filter((item) => {
      const station = stationOf(item);
      return station !== null && stationPrinter(settings, station) === printer;
    });
    if (lines.length === 0) continue;
    const rows = keys
      ? lines.map((item) => ({ label: `${quantityOf(item, 'x')} ${item.name}`.slice(0, 60), value: '' }))
      : [];
    const jobKey = derivedKey(`moved ${printer} ${bill.key} ${bill.version} ${words.from} ${words.to}`);
    const slip = { title: words.title, large: `${words.from} -> ${words.to}`.slice(0, 60), rows, note: words.bill };
    void printSlip(printer, slip, { jobKey });
  }
}
