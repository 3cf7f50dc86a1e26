import { type ActionPermission, actionPermissions } from '@atoll/domain/access/permission';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import { t } from '../locale/locale.ts';
import { sentenceText } from '../locale/sentence.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { actionKey } from './action-words.ts';

type ShownRefusal = Pick<Refusal, 'message'> & Partial<Omit<Refusal, 'message'>>;

const isAction = (name: unknown): name is ActionPermission => actionPermissions.some((one) => one === name);

/** Returns a refusal with a localized message that names a missing permission as the screens do. */
export function localizedRefusal<T extends ShownRefusal>(refusal: T): T {
  const permission = refusal.extra?.['permission'];
  if (refusal.reason !== 'forbidden' || !isAction(permission)) return refusal;
  return { ...refusal, message: t('approval.mayNot', { action: t(actionKey(permission)) }), details: '' };
}

/** Shows a refusal as a toast in the catalogue's words; one toast per reason. */
export function showRefusal(refused: ShownRefusal): void {
  const refusal = localizedRefusal(refused);
  const [what, more] = [sentenceText(refusal.message), sentenceText(refusal.details ?? '')];
  showToast(more ? `${what}. ${more}` : what, 'warning', {
    id: refusal.message,
  });
}
