/** What of a refund goes back to the wallets that paid. Money in laari. Source: R22.7, docs/rules.md#wallets. */
import type { Payment } from './payment.ts';

/** What a wallet paid, or got back. */
export interface WalletAmount {
  readonly walletId: number;
  readonly amount: number;
}

/**
 * Returns what each wallet gets of a refund of `due`, in the order of the payments: never more than it paid and has not got back. `done` are the
 * amounts of earlier refunds, above zero. Only the rest is paid out.
 */
export function walletSplitOfRefund(
  paid: readonly Pick<Payment, 'amount' | 'status' | 'wallet'>[],
  done: readonly WalletAmount[],
  due: number,
): readonly WalletAmount[] {
  const left = new Map<number, number>();
  const add = (walletId: number, amount: number) => left.set(walletId, (left.get(walletId) ?? 0) + amount);
  for (const { amount, status, wallet } of paid) if (wallet && status === 'Captured') add(wallet.id, amount);
  for (const { walletId, amount } of done) add(walletId, -amount);
  let rest = due;
  return [...left].flatMap(([walletId, most]) => {
    const amount = Math.max(0, Math.min(most, rest));
    rest -= amount;
    return amount > 0 ? [{ walletId, amount }] : [];
  });
}
