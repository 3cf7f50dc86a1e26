/** Slips of gift cards and deposits: code, QR code and amount. A slip is no tax invoice. Source: R22.2, R22.14, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { soldCards } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { shownCode } from '@atoll/domain/wallet/code';
import { expiryOf } from '@atoll/domain/wallet/expiry';
import { recordDate } from '../../locale/instant.ts';
import { fetchMoreWords, t } from '../../locale/locale.ts';
import { settingHere, useApp } from '../../sync/app-store.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';
import type { Printed } from '../print.ts';
import { retryDelayMs } from '../retry-delay.ts';
import { drawerPrinter, printSlip } from '../slip.ts';
import { forgetCode, useCardCodes } from './card-codes.ts';
import { forgetLate, keepLate, type SlipText, useLateSlips } from './late-slips.ts';

/** Prints the slips of the cards that a paid bill sold and this till made. Those that did not print come by themselves (`keepLateSlips`). */
export async function printCards(bill: Bill): Promise<void> {
  const validUntil = expiryOf(bill.businessDate ?? businessDayHere(), settingHere('GiftCardExpiryMonths'));
  for (const { key, name, sellingPrice: amount, card } of soldCards(bill))
    await printSold(key, { amount, ...(card?.kind === 'Deposit' ? { title: name } : { validUntil }) });
}

/** Prints the slip of a sold card, and forgets its code; or keeps what it says. `before`: what the print server said the last time. */
async function printSold(key: string, text: SlipText, before?: string): Promise<void> {
  const code = useCardCodes.getState()[key];
  if (code === undefined) return forgetLate(key);
  const printed = await send({ key, code, ...text }, before);
  if (printed === null) return;
  const { outletId } = useApp.getState();
  if (printed.state === 'failed' && outletId !== null)
    return keepLate(key, { outletId, text, message: printed.message });
  if (printed.state === 'failed') return;
  forgetCode(key);
  forgetLate(key);
}

interface Slip extends SlipText {
  readonly key: string;
  readonly code: string;
}

/** Prints the slip of a card whose code is shown too. */
export async function printCode(card: Slip): Promise<void> {
  await send(card);
}

/** Sends a slip to the printer at the drawer; null without one. */
async function send(card: Slip, before?: string): Promise<Printed | null> {
  // After a start a late slip may come before the words of what is fetched.
  await fetchMoreWords().catch(() => undefined);
  const { key, code, amount, title = t('wallet.giftCard'), validUntil } = card;
  const printer = drawerPrinter();
  if (printer === '') return null;
  const slip = {
    title,
    large: formatMoney(laari(amount)),
    rows: [
      { label: t('wallet.code'), value: shownCode(code) },
      ...(validUntil ? [{ label: t('wallet.validUntil'), value: recordDate(validUntil) }] : []),
    ],
    note: t('wallet.noInvoice'),
  };
  const again = before === undefined ? {} : { before: { state: 'failed', message: before } };
  return printSlip(printer, slip, { jobKey: derivedKey(`card ${key}`), qr: shownCode(code), ...again });
}

let stopKeeping: (() => void) | null = null;

/** Tries slips of the open outlet that did not print again until they do, each under its key: it prints once. Runs until the returned function is called. */
export function keepLateSlips(): () => void {
  if (stopKeeping) return stopKeeping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let made = 0;
  const own = () =>
    Object.entries(useLateSlips.getState()).filter(([, { outletId }]) => outletId === useApp.getState().outletId);

  async function run(): Promise<void> {
    timer = undefined;
    isRunning = true;
    made += 1;
    for (const [key, { text, message }] of own())
      await printSold(key, text, message).catch((error: unknown) => console.error('A slip was not tried again', error));
    isRunning = false;
    look();
  }

  function look(): void {
    if (own().length === 0) {
      clearTimeout(timer);
      timer = undefined;
      made = 0;
    } else if (!isRunning) timer ??= setTimeout(() => void run(), retryDelayMs(made));
  }

  const stops = [useLateSlips.subscribe(look), useApp.subscribe(look)];
  look();
  stopKeeping = () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    stopKeeping = null;
  };
  return stopKeeping;
}
