import type { Refusal } from '@atoll/domain/refusal/refusal';
import { t } from '../locale/locale.ts';
import { sentenceText } from '../locale/sentence.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { actionKey, amountText, isAction } from './action-words.ts';

/** A refusal, or the body of the server's response, which has what `extra` names beside the message. */
type ShownRefusal = Pick<Refusal, 'message'> &
  Partial<Omit<Refusal, 'message'>> & { readonly permission?: unknown; readonly amount?: unknown };

/** Returns a refusal with a localized message that names a missing permission, or what was not approved, as the screens do. */
export function localizedRefusal<T extends ShownRefusal>(refusal: T): T {
  const { permission, amount } = refusal.extra ?? refusal;
  if (!isAction(permission)) return refusal;
  const action = t(actionKey(permission));
  if (refusal.reason === 'forbidden') return { ...refusal, message: t('approval.mayNot', { action }), details: '' };
  if (refusal.reason !== 'approvalNeeded') return refusal;
  const message =
    typeof amount === 'number'
      ? t('approval.neededAmount', { action, amount: amountText(permission, amount) })
      : t('approval.needed', { action });
  return { ...refusal, message };
}

/** Shows a refusal as a toast in the catalogue's words; one toast per reason. */
export function showRefusal(refused: ShownRefusal): void {
  const refusal = localizedRefusal(refused);
  const [what, more] = [sentenceText(refusal.message), sentenceText(refusal.details ?? '')];
  // Without a field to correct the details say all of it.
  const isWhole = more !== '' && refusal.reason === 'invalid' && Object.keys(refusal.errors ?? {}).length === 0;
  const text = isWhole ? more : more ? `${what}. ${more}` : what;
  showToast(text, 'warning', {
    id: refusal.message,
  });
}
