/** Slips of gift cards and deposits: code, QR code and amount. A slip is no tax invoice. Source: R22.2, R22.14, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { soldCards } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { shownCode } from '@atoll/domain/wallet/code';
import { expiryOf } from '@atoll/domain/wallet/expiry';
import { recordDate } from '../../locale/instant.ts';
import { t } from '../../locale/locale.ts';
import { settingHere } from '../../sync/app-store.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';
import { drawerPrinter, printSlip } from '../slip.ts';
import { forgetCode, useCardCodes } from './card-codes.ts';

/** Prints the slips of the cards that a paid bill sold and this till made. Those that did not print are tried again with the receipt. */
export async function printCards(bill: Bill): Promise<void> {
  const validUntil = expiryOf(bill.businessDate ?? businessDayHere(), settingHere('GiftCardExpiryMonths'));
  for (const { key, name, sellingPrice, card } of soldCards(bill)) {
    const code = useCardCodes.getState()[key];
    if (code === undefined) continue;
    const slip = { key, code, amount: sellingPrice };
    const isDeposit = card?.kind === 'Deposit';
    if (await printCode({ ...slip, ...(isDeposit ? { title: name } : { validUntil }) })) forgetCode(key);
  }
}

interface Slip {
  readonly key: string;
  readonly code: string;
  /** Laari. */
  readonly amount: number;
  /** Absent: a gift card. */
  readonly title?: string;
  /** Its last day, YYYY-MM-DD; null: it does not expire. */
  readonly validUntil?: string | null;
}

/** Prints the slip of a card. Returns whether it went to the printer. */
export async function printCode(card: Slip): Promise<boolean> {
  const { key, code, amount, title = t('wallet.giftCard'), validUntil } = card;
  const printer = drawerPrinter();
  if (printer === '') return false;
  const slip = {
    title,
    large: formatMoney(laari(amount)),
    rows: [
      { label: t('wallet.code'), value: shownCode(code) },
      ...(validUntil ? [{ label: t('wallet.validUntil'), value: recordDate(validUntil) }] : []),
    ],
    note: t('wallet.noInvoice'),
  };
  const printed = await printSlip(printer, slip, { jobKey: derivedKey(`card ${key}`), qr: shownCode(code) });
  return printed.state !== 'failed';
}
