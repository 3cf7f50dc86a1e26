import { Link } from '@tanstack/react-router';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { CheckField } from '../../../ui/field/field.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { ShiftNote, ShiftSection } from '../report/shift-section.tsx';
import styles from './open-bills.module.css';

export interface OpenBill {
  readonly key: string;
  readonly type: string;
  readonly slot: string;
  readonly total: number;
  /** Another person serves it; only their name is shown. */
  readonly isMasked?: boolean | undefined;
  readonly createdByName: string;
}

interface OpenBillsProps {
  bills: readonly OpenBill[];
  isCarried: boolean;
  onCarried: (isCarried: boolean) => void;
}

/** Lists the bills that block the closing: each is settled, or all are carried over. */
export function OpenBills({ bills, isCarried, onCarried }: OpenBillsProps) {
  const { t } = useTranslation();
  if (bills.length === 0) return null;
  return (
    <ShiftSection id="open-bills-title" title={t('shift.openBills')}>
      <ShiftNote>{t('shift.openBillsHint', { count: bills.length })}</ShiftNote>
      <ul className={styles.bills}>
        {bills.map((bill) => (
          <li key={bill.key}>
            <Link to={pathTo('New Bill', { type: bill.type, slot: bill.slot })} className={styles.bill}>
              <b>{slotName(t, bill.type, bill.slot)}</b>
              {bill.isMasked ? <span>{bill.createdByName}</span> : <Money laari={bill.total} />}
              <Icon name="forward" size={18} />
            </Link>
            {!bill.isMasked && (
              <span className={styles.billActions}>
                <Link
                  to="/billing/new/checkout/$slot/$type/$id"
                  params={{ type: bill.type, slot: bill.slot, id: bill.key }}
                  className={buttonClass({ look: 'accent' })}
                >
                  {t('service.settle')}
                </Link>
                <Link
                  to="/billing/history/void/$id"
                  params={{ id: bill.key }}
                  search={{ r: pathTo('Close Shift') } as never}
                  className={buttonClass({ look: 'dangerSoft' })}
                >
                  {t('service.voidBill')}
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
      <CheckField
        label={t('shift.carry')}
        checked={isCarried}
        onChange={(event) => onCarried(event.currentTarget.checked)}
      />
    </ShiftSection>
  );
}
