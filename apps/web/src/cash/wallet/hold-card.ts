/** Holds what a gift card pays, so that no other till spends it too; without the server it pays up to a limit. Source: R22.4, R22.5. */
import type { holdWallet } from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { WalletMethod } from '@atoll/domain/payment/methods';
import type { HeldWallet } from '@atoll/domain/payment/payment';
import { named } from '@atoll/domain/refusal/sentence';
import { codeHash, readCode } from '@atoll/domain/wallet/code';
import { CallError, call } from '../../api/api.ts';
import { isSaving, useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { t } from '../../locale/locale.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { uuidv7 } from '../../session/id.ts';
import { settingHere } from '../../sync/app-store.ts';
import { findOffline } from './kept-wallets.ts';

/** A wallet that pays, with what is left on it, laari. */
export interface EnteredWallet extends HeldWallet {
  readonly kind: WalletMethod;
  readonly left: number;
}

/** Holds at most `amount` (laari) of the card with this code. Returns the card, or what is wrong in words. */
export async function holdCard(typed: string, billKey: string, amount: number): Promise<EnteredWallet | string> {
  const code = readCode(typed);
  if (code === null) return t('wallet.codeIncomplete');
  if (!isSaving(useConnection.getState())) return cardOffline(code);
  return hold({ code, billKey, amount }, () => cardOffline(code));
}

/** Holds at most `amount` (laari) of the store credit of a customer. Returns it, or what is wrong in words. */
export async function holdCredit(customerId: number, billKey: string, amount: number): Promise<EnteredWallet | string> {
  const away = async () => t('wallet.creditNeedsServer');
  return isSaving(useConnection.getState()) ? hold({ customerId, billKey, amount }, away) : away();
}

/** Holds at most `amount` (laari) of the deposit of an order. Returns it, or what is wrong in words. */
export async function holdDeposit(orderKey: string, billKey: string, amount: number): Promise<EnteredWallet | string> {
  const away = async () => t('wallet.depositNeedsServer');
  return isSaving(useConnection.getState()) ? hold({ orderKey, billKey, amount }, away) : away();
}

type Wanted = Omit<BodyOf<typeof holdWallet>, 'key' | 'beside'>;

/** Asks for a hold. `away`: what happens when the server does not answer. */
async function hold(wanted: Wanted, away: () => Promise<EnteredWallet | string>): Promise<EnteredWallet | string> {
  const key = uuidv7();
  const taken = useBills.getState().drafts[wanted.billKey]?.payments ?? [];
  const beside = taken.flatMap(({ wallet }) => wallet?.holdKey ?? []);
  try {
    const { id, last4, left, kind } = await call('wallet.hold', { body: { key, ...wanted, beside }, inPlace: true });
    return { id, last4, kind, holdKey: key, left };
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500) return away();
    if (error.status === 404 && wanted.customerId !== undefined) return t('wallet.noCredit');
    const isSpent = wanted.orderKey !== undefined && (error.status === 404 || error.status === 409);
    return isSpent ? t('wallet.noDeposit') : sentenceText(named(error.message));
  }
}

/** Returns the card with what it pays without the server, or why it pays nothing, in words. */
async function cardOffline(code: string): Promise<EnteredWallet | string> {
  const hash = codeHash(code);
  const found = await findOffline(hash);
  if (found.state === 'blocked') return sentenceText(named('This card is blocked'));
  if (found.state !== 'known') return t(found.state === 'old' ? 'wallet.offlineOld' : 'wallet.offlineUnknown');
  const { wallet, left } = found;
  if (left > 0) return { id: wallet.id, last4: wallet.last4, kind: wallet.kind, codeHash: hash, left };
  if (wallet.balance <= 0) return sentenceText(`The card has ${formatMoney(laari(0))} left`);
  return sentenceText(`Without the server a card pays up to ${formatMoney(laari(settingHere('WalletOfflineLimit')))}`);
}

/** Says what a card that was entered pays. */
export const leftText = ({ left, holdKey }: EnteredWallet): string =>
  t(holdKey === undefined ? 'wallet.offlineLeft' : 'wallet.left', { amount: formatMoney(laari(left)) });

/** Ends the hold of a payment that was removed. Without the server it ends by itself. */
export function releaseCard(key: string | undefined): void {
  if (key !== undefined) void call('wallet.release', { params: { key }, quiet: true }).catch(() => null);
}
