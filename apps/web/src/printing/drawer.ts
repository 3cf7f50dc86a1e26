/** Opens the drawer without a sale, and prints slips of cash movements. Source: docs/rules.md#cash-events. */

import type { Shift } from '@atoll/domain/contract/bill/shift';
import { cutText } from '@atoll/domain/form/plain-text';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { call } from '../api/api.ts';
import { sendOnce } from '../api/unanswered.ts';
import type { CashKind } from '../bills/pay/cash.ts';
import { settingHere, useApp } from '../sync/app-store.ts';
import type { Printed } from './print.ts';
import { drawerPrinter, printSlip } from './slip.ts';

interface SlipWords {
  readonly title: string;
  /** 'Reason'. */
  readonly reasonLabel: string;
  readonly reason: string;
}

/** Records that the drawer is opened, then opens it with a slip that names the reason: once, also when it is asked for again after no answer. */
export async function openDrawer(
  fresh: string,
  words: SlipWords,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { shift, setShift } = useApp.getState();
  if (!shift) return;
  const opening = { shiftId: shift.key, reason: words.reason };
  const key = await sendOnce(
    'shift.drawer',
    opening,
    async (sent) => {
      const written: Shift = await call('shift.drawer', { body: { ...opening, key: sent }, headers, quiet: true });
      setShift(written);
      return sent;
    },
    fresh,
  );
  if (drawerPrinter()) await printSlip(drawerPrinter(), slipOf(words), { jobKey: key, drawerKey: key });
}

/** Prints the slip of the cash movement with this key; opens the drawer if the outlet's setting asks for it. Returns null without a printer at the drawer. */
export function printCashSlip(
  { key, kind, amount }: { readonly key: string; readonly kind: CashKind; readonly amount: number },
  words: SlipWords,
): Promise<Printed> | null {
  const printer = drawerPrinter();
  if (!printer) return null;
  const large = formatMoney(laari(kind === 'In' ? amount : -amount));
  return printSlip(
    printer,
    { ...slipOf(words), large },
    {
      drawerKey: settingHere('DrawerKick') ? key : undefined,
    },
  );
}

const slipOf = ({ title, reasonLabel, reason }: SlipWords) => ({
  title,
  rows: [{ label: reasonLabel, value: cutText(reason, 120) }],
});
