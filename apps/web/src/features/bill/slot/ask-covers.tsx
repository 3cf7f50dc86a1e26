import type { Bill } from '@atoll/domain/bill/bill';
import { useNavigate } from '@tanstack/react-router';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { CoversDialog } from './covers-dialog.tsx';
import { checkoutPath, type SlotPlace } from './slot-path.ts';

interface AskCoversProps {
  readonly bill: Bill | undefined;
  readonly place: SlotPlace;
  readonly next: 'checkIn' | 'checkout';
  /** Runs after the check-in. */
  readonly onOpened?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks for the number of guests, then continues with the check-in or the payment. */
export function AskCovers({ bill, place, next, onOpened, onClose }: AskCoversProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const checkIn = async (covers: number) => {
    const opened = await useBills.getState().checkIn(place.type, place.slot, { covers });
    if (opened.ok) onOpened?.();
    else showRefusal(opened.refusal);
  };
  const pay = async (covers: number) => {
    if (!bill) return;
    const changed = useBills.getState().change(bill.key, { covers });
    // Dishes that nobody saved go to the kitchen with the payment, as without this question.
    const saved = changed.ok ? await useBills.getState().saveChanges(bill.key, ['covers']) : changed;
    if (saved.ok) await navigate({ href: checkoutPath(bill, place), state: { isOver: true } });
    else showRefusal(saved.refusal);
  };
  return (
    <CoversDialog
      action={t(next === 'checkIn' ? 'bill.checkIn' : 'bill.checkout')}
      onCovers={(covers) => {
        onClose();
        void (next === 'checkIn' ? checkIn(covers) : pay(covers));
      }}
      onClose={onClose}
    />
  );
}
