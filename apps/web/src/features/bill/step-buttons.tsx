import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney } from '@atoll/domain/money/money';
import { AllergyNote } from '../../bill/allergy-note.tsx';
import { StateChip } from '../../bill/state-chip.tsx';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { useIsNarrow } from '../../ui/hook/narrow.ts';
import { AllergyWarning } from './item/allergy-warning.tsx';
import { joinedName } from './joined-name.ts';
import type { SlotPlace } from './slot/slot-path.ts';
import type { Step } from './step.ts';
import css from './step-buttons.module.css';

interface StepButtonsProps {
  readonly step: Step;
  readonly place: SlotPlace;
  readonly bill: Bill | undefined;
  readonly busy: boolean;
  readonly onStep: (step: Step) => void;
  readonly onCheckIn: () => void;
}

/** Shows the buttons that change the step on a phone, under the slot and its state; a free slot is checked in here (R35.22). */
export function StepButtons({ step, place, bill, busy, onStep, onCheckIn }: StepButtonsProps) {
  const { t } = useTranslation();
  const isPhone = useIsNarrow();
  if (!isPhone) return null;
  return (
    <div className={css.steps}>
      {step !== 'bill' && (
        <div className={css.slot}>
          <h1>{bill ? joinedName(t, bill) : slotName(t, place.type, place.slot)}</h1>
          <StateChip bill={bill} />
          {bill && <AllergyNote bill={bill} />}
          {!bill && (
            <Button look="main" onClick={onCheckIn} disabled={busy}>
              {t('bill.checkIn')}
            </Button>
          )}
        </div>
      )}
      {step !== 'bill' && bill && (
        <div className={css.warning}>
          <AllergyWarning bill={bill} />
        </div>
      )}
      <button type="button" className={css.step} onClick={() => onStep(step === 'slots' ? 'items' : 'slots')}>
        {step === 'slots' ? t('bill.toItems') : t('bill.toSlots')}
      </button>
      <button
        type="button"
        className={`${css.step} ${css.toBill}`}
        onClick={() => onStep(step === 'bill' ? 'items' : 'bill')}
      >
        <span>{step === 'bill' ? t('bill.toItems') : t('bill.toBill')}</span>
        {!bill?.isMasked && <span>{formatMoney(bill?.total ?? 0)}</span>}
      </button>
    </div>
  );
}
