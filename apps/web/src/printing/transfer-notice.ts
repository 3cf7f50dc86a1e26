/**
 * Prints a transfer notice on each printer whose stations prepare moved items: one slip, not the items again. Source: R35.39, docs/rules.md#moved-slip.
 */

import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { quantityOf } from '@atoll/domain/money/quantity';
import { isAutoPrintOn, stationPrinter, stations } from '@atoll/domain/ticket/printers';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { stationOf } from '@atoll/domain/ticket/ticket';
import { t } from '../locale/locale.ts';
import { settingsHere } from '../sync/app-store.ts';
import { retryDelayMs } from './retry-delay.ts';
import { printSlip } from './slip.ts';

type Place = Pick<Bill, 'type' | 'slot'>;

interface Moved {
  /** The bill as it was before, and its number on the slip. */
  readonly bill: Place & Pick<Bill, 'number'>;
  readonly to: Place;
  /** Items that are on paper in the kitchen. */
  readonly items: readonly BillItem[];
  /** The whole bill moved: the slip names no items. */
  readonly isWhole: boolean;
  /** What makes this move different from others. */
  readonly key: string;
}

const nameOf = ({ type, slot }: Place): string => `${t(`bill.types.${type}`)} ${slot}`;

/** Prints the notices, each once for its move; a print server that is away gets them when it is back, within the time in which tickets are of use. */
export function printTransferNotice({ bill, to, items, isWhole, key }: Moved): void {
  const settings = settingsHere();
  if (!isAutoPrintOn(settings)) return;
  const printers = new Set(stations.map((station) => stationPrinter(settings, station)).filter(Boolean));
  for (const printer of printers) {
    const own = items.filter((item) => {
      const station = stationOf(item);
      return station !== null && stationPrinter(settings, station) === printer;
    });
    if (own.length === 0) continue;
    const rows = isWhole
      ? []
      : own.map((item) => ({ label: `${quantityOf(item, 'x')} ${item.name}`.slice(0, 60), value: '' }));
    const [from, target] = [nameOf(bill), nameOf(to)];
    const note = bill.number === null ? '' : t('bill.number', { n: bill.number });
    const slip = { title: t('floor.moved'), large: `${from} -> ${target}`.slice(0, 60), rows, note };
    void printUntilTaken(() => printSlip(printer, slip, { jobKey: derivedKey(`moved ${printer} ${key}`) }));
  }
}

/** Sends a job until the print server has it. */
async function printUntilTaken(send: () => ReturnType<typeof printSlip>): Promise<void> {
  let waitedMs = 0;
  for (let made = 0; waitedMs < ticketStaleMs; made += 1) {
    const { state } = await send();
    if (state !== 'failed') return;
    const delay = retryDelayMs(made);
    waitedMs += delay;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
