/** Checks payments: offered methods, amounts that cover the due total; and gives invoice numbers. Source: docs/rules.md#payments, docs/rules.md#invoice-numbers. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { settingOf } from '@atoll/domain/outlet/settings';
import { type CheckedTender, checkTender } from '@atoll/domain/payment/check-tender';
import { chosenMethods, isWalletMethod } from '@atoll/domain/payment/methods';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import { requirePermission } from '../../../platform/http/require-permission.ts';
import type { OutletHead } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';

/** Returns the payments as they are stored. Refused: as `checkMethods`; 'paymentShort', 'overpaid', 'cardNumber'. */
export function checkPayments(
  before: Bill,
  { payments }: { readonly payments: readonly PaymentInput[] },
  terms: OutletTerms,
  actor: BillActor,
  due: number,
  isLate = false,
): readonly CheckedTender[] {
  checkMethods(before, payments, terms, actor, due, isLate);
  const checked = checkTender(due, payments);
  if (checked.ok) return checked.value;
  throw new Refused({ ...checked.refusal, extra: { due, ...checked.refusal.extra, bill: before } });
}

/** Checks that the outlet offers the methods of payments. Refused: 'referenceMissing', 'paymentMethodUnknown', 'creditOff', 'currencyRate', 'forbidden'. */
export function checkMethods(
  before: Bill,
  payments: readonly PaymentInput[],
  { settings, outlet }: OutletTerms,
  actor: BillActor,
  due: number,
  isLate = false,
): void {
  const offered = settingOf(settings, 'PaymentMethods');
  const referenced = settingOf(settings, 'ReferenceNeeded');
  const hasWallets = outlet.features.includes('Wallets');
  checkCards(before, payments);
  for (const { method, reference = '', currency, wallet } of payments) {
    if (wallet && !isWalletMethod(method)) throw refused('paymentMethodUnknown');
    if ((hasWallets || !chosenMethods.includes(method)) && isWalletMethod(method) && !wallet && due > 0)
      throw refused('walletUnknown');
    if (referenced.includes(method) && method !== 'Cash' && !wallet && reference.trim() === '')
      throw refused('referenceMissing', { extra: { bill: before, due } });
    const isOffered = offered.includes(method) || (isWalletMethod(method) && (wallet || hasWallets || due < 0));
    if (!isOffered) throw refused('paymentMethodUnknown');
    if (method === 'HouseAccount' && !settingOf(settings, 'CreditSaleAllowed'))
      throw refused('creditOff', { extra: { bill: before, due } });
    // Cash that was already taken is kept, and flagged when nobody set its rate.
    if (currency && !isLate && !settingOf(settings, 'Currencies').includes(`${currency.code}:${currency.rate}`))
      throw refused('currencyRate', { extra: { bill: before, due } });
    if (method === 'Complimentary') requirePermission(actor, 'item.comp');
  }
}

/** Throws 'invalid' for a complimentary payment of a gift card: who may give dishes away may not make money of a wallet (wallet.adjust). */
function checkCards({ cardsSold = 0, total, payments: known }: Bill, payments: readonly PaymentInput[]): void {
  if (cardsSold === 0) return;
  const given = [...known, ...payments].filter(({ method }) => method === 'Complimentary');
  const details = 'A gift card is not complimentary. Take its amount by another method';
  if (given.reduce((sum, { amount }) => sum + amount, 0) > total) throw refused('invalid', { details });
}

/** Returns the next invoice number of the outlet and year, without gaps. A practice bill gets none: its own number stands there, and says so. */
export function nextInvoice(head: OutletHead, prefix: string, date: string, bill: Pick<Bill, 'number'>): string {
  if (head.isPractice) return `PRACTICE-${bill.number}`;
  const year = date.slice(0, 4);
  const number = (head.invoices[year] ?? 0) + 1;
  head.invoices[year] = number;
  // In one piece, as the words of prices.
  return [prefix, year, '-', String(number).padStart(6, '0')].join('');
}
