/** Holds what a gift card pays, so that no other till spends it too. Source: R22.4. */
import { named } from '@atoll/domain/refusal/sentence';
import { readCode } from '@atoll/domain/wallet/code';
import { CallError, call } from '../../api/api.ts';
import { t } from '../../locale/locale.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { uuidv7 } from '../../session/id.ts';
import type { EnteredWallet } from './kept-entry.ts';

/** Holds at most `amount` (laari) of the card with this code. Returns the card, or what is wrong in words. */
export async function holdCard(typed: string, billKey: string, amount: number): Promise<EnteredWallet | string> {
  const code = readCode(typed);
  if (code === null) return t('wallet.codeIncomplete');
  const key = uuidv7();
  try {
    const held = await call('wallet.hold', { body: { key, code, billKey, amount }, inPlace: true });
    return { id: held.id, last4: held.last4, holdKey: key, left: held.left };
  } catch (error) {
    return error instanceof CallError ? sentenceText(named(error.message)) : t('wallet.needsServer');
  }
}

/** Ends the hold of a payment that was removed. Without the server it ends by itself. */
export function releaseCard(key: string): void {
  void call('wallet.release', { params: { key }, quiet: true }).catch(() => null);
}
