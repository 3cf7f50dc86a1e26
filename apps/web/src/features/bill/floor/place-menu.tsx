import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { useState } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { HandOverDialog } from '../../../bill/waiter/hand-over-dialog.tsx';
import { useBill, useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { fireCourseHere } from '../bill-items/fire-course.ts';
import { JoinDialog } from '../join-dialog.tsx';
import { joinedName } from '../joined-name.ts';
import { checksAt } from '../slot/check-choice.ts';
import { joinHere } from './join-here.ts';
import { placeActions } from './place-actions.ts';
import css from './place-menu.module.css';

interface PlaceMenuProps {
  /** Key of the first check of the place. */
  readonly billKey: string;
  readonly onClose: () => void;
}

/** Shows what can be done with the bill of a place without opening it (R23.6, R23.8, R23.14). */
export function PlaceMenu({ billKey, onClose }: PlaceMenuProps) {
  const bill = useBill(billKey);
  const [dialog, setDialog] = useState<'handOver' | 'join'>();
  if (!bill) return null;
  if (dialog === 'handOver') {
    const bills = checksAt(useBills.getState(), bill);
    return <HandOverDialog bills={bills} from={waiterOf(bill)} isAll={false} onClose={onClose} />;
  }
  if (dialog === 'join') return <JoinDialog bill={bill} onClose={onClose} />;
  return (
    <Choices bill={bill} onHandOver={() => setDialog('handOver')} onJoin={() => setDialog('join')} onClose={onClose} />
  );
}

interface ChoicesProps {
  readonly bill: Bill;
  readonly onHandOver: () => void;
  readonly onJoin: () => void;
  readonly onClose: () => void;
}

function Choices({ bill, onHandOver, onJoin, onClose }: ChoicesProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const [busy, setBusy] = useState(false);
  const actions = placeActions(bill);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
    onClose();
  };
  return (
    <Modal title={joinedName(t, bill)} onClose={onClose} size="s">
      <div className={css.menu}>
        {actions?.courses.map(({ course, billKeys }) => (
          <Button
            key={course}
            disabled={busy}
            onClick={() => void run(() => Promise.all(billKeys.map((key) => fireCourseHere(key, course))))}
          >
            {t('course.fire', { n: course })}
          </Button>
        ))}
        {actions?.mayHand && (
          <Button disabled={busy} onClick={onHandOver}>
            {t('bill.actions.handOver')}
          </Button>
        )}
        {actions?.mayJoin && (
          <Button disabled={busy} onClick={onJoin}>
            {t('bill.actions.joinTables')}
          </Button>
        )}
        {actions?.mayTakeApart && (
          <Button disabled={busy || !isOnline} onClick={() => void run(() => joinHere(bill, []))}>
            {t('bill.takeApart')}
          </Button>
        )}
        {actions?.mayTakeApart && !isOnline && <Hint>{t('bill.needsServer')}</Hint>}
      </div>
    </Modal>
  );
}
