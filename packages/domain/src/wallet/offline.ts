/** What a wallet pays while the server is away. Source: R22.5, docs/rules.md#wallets. */
import { cardHash } from './code.ts';

/** A balance that a till keeps counts for so long. */
export const offlineMs = 72 * 3_600_000;

/** How many wallets a till keeps: those that were used last. */
export const offlineWallets = 5000;

/**
 * Returns the name by which a till finds a wallet without the server, from the SHA-256 of its code. It is a hash of that hash: whoever reads what a till
 * keeps cannot pay with it, because a payment is proved by the SHA-256 itself.
 */
export const offlineName = (hash: string): string => cardHash(hash).slice(0, 24);

/** What a till knows of a wallet. `at`: when the server said it, epoch ms; `taken`: what this till took since. Money in laari. */
export interface KeptBalance {
  readonly balance: number;
  readonly at: number;
  readonly taken: number;
}

/** Returns what the wallet still pays without the server, laari; 0 when its balance is too old. */
export function offlineLeft({ balance, at, taken }: KeptBalance, limit: number, now: number): number {
  if (now - at > offlineMs) return 0;
  return Math.max(0, Math.min(balance, limit) - taken);
}
