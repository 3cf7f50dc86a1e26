import type { Effect } from '@atoll/domain/access/permission';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import { usePermissionEffect } from '../../../approval/permission-effect.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Hint } from '../../../ui/display/hint.tsx';

/** Returns how the signed-in person may close this shift: their own always, that of somebody else by permission. */
export function useMayClose({ createdBy }: Shift): Effect {
  const ownId = useSession((state) => state.user?.id);
  const others = usePermissionEffect('shift.closeOther');
  return createdBy === ownId ? 'allow' : others;
}

/** Says before the count that closing the shift of somebody else needs an approval or is not possible. */
export function OthersShift({ shift }: { shift: Shift }) {
  const { t } = useTranslation();
  const may = useMayClose(shift);
  const name = shift.createdByName;
  if (may === 'deny') return <Alert>{t('shift.othersShiftDenied', { name })}</Alert>;
  return may === 'approval' ? <Hint>{t('shift.othersShift', { name })}</Hint> : null;
}
