import { needsCovers } from '@atoll/domain/bill/covers';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import { slotIdOf } from '../../../bills/state.ts';
import { t } from '../../../locale/locale.ts';
import { useSession } from '../../../session/session.ts';
import { settingHere, useApp } from '../../../sync/app-store.ts';
import { whenHere } from '../../../sync/parts.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import type { OpenDialog } from '../bill-dialogs.tsx';
import { type SlotPlace, slotPath } from './slot-path.ts';

interface CheckInContext {
  readonly place: SlotPlace;
  readonly openDialog: (dialog: OpenDialog) => void;
  readonly goTo: (href: string) => Promise<void>;
}

/**
 * Opens a bill in the slot, then runs `onOpened`. Without an open shift it leads to the screen that opens one,
 * or says who can open it; where guests are counted, it asks
 * for their number first.
 */
export async function checkIn({ place, openDialog, goTo }: CheckInContext, onOpened?: () => void): Promise<void> {
  const { type, slot } = place;
  // A shift that is still loading does not count as 'no shift' (R35.1).
  if (!(await whenHere('shift'))) {
    showToast(t('parts.missing', { names: t('parts.names.shift') }), 'warning', { id: 'shiftMissing' });
    return;
  }
  if (!useApp.getState().shift?.isOpen && !(await hasPracticeShift())) {
    // Whoever may not open a shift stays where they are: the screen that opens one would refuse them.
    if (!mayOpenShift()) return showToast(t('bill.noShiftAsk'), 'warning', { id: 'noShift' });
    showToast(t('bill.noShift'), 'warning', { id: 'noShift', onClick: () => void goTo('/billing/new-sale') });
    return goTo(`/billing/new-sale?r=${encodeURIComponent(slotPath(place))}`);
  }
  if (needsCovers({ type, checkNo: 1, covers: 0 }, useApp.getState().settings))
    return openDialog({ name: 'covers', next: 'checkIn', onOpened });
  const opened = await useBills.getState().checkIn(type, slot);
  if (opened.ok) onOpened?.();
  else showRefusal(opened.refusal);
}

const mayOpenShift = (): boolean => useSession.getState().user?.permissions.includes('New Sale') ?? false;

/** Opens a shift for somebody who practises and may not open one otherwise, with an empty drawer. Returns whether it is open. */
async function hasPracticeShift(): Promise<boolean> {
  if (!useSession.getState().scope?.practiceOf || mayOpenShift()) return false;
  const { startShift } = await import('../../../sync/start-shift.ts');
  return (await startShift(0)) === null || useApp.getState().shift?.isOpen === true;
}

const waiting = new Map<string, (() => void)[]>();

/** Checks in and then adds the first items: those that are tapped during the check-in follow in their order. */
export async function checkInWith(context: CheckInContext, add: () => void): Promise<void> {
  const id = slotIdOf(context.place.type, context.place.slot);
  const first = waiting.get(id);
  if (first) {
    first.push(add);
    return;
  }
  const adding = [add];
  waiting.set(id, adding);
  try {
    await checkIn(context, () => {
      for (const one of adding) one();
    });
  } finally {
    waiting.delete(id);
  }
}

/** Returns whether the first item checks a slot of this type in (settings 'Check in with the first item', R35.22). */
export function checksInByItem(type: SlotTypeName): boolean {
  switch (type) {
    case 'Counter':
      return settingHere('CheckInByItemCounter');
    case 'Takeaway':
      return settingHere('CheckInByItemTakeaway');
    case 'Table':
      return settingHere('CheckInByItemTable');
    case 'Delivery':
      return false;
  }
}
