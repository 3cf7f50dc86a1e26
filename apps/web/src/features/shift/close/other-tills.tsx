import type { OtherTill, Shift } from '@atoll/domain/contract/bill/shift';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.ts';
import { untilAnswered } from '../../../api/until-answered.ts';
import { clockTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { ShiftSection } from '../report/shift-section.tsx';
import styles from './other-tills.module.css';

export interface OtherTillsView {
  /** Tills whose sales may not all have arrived. */
  readonly tills: readonly OtherTill[];
  readonly isLooking: boolean;
  readonly look: () => void;
}

/** Returns the other tills that may still have unsent sales, by their last report. */
export function useOtherTills({ id, key }: Pick<Shift, 'id' | 'key'>): OtherTillsView {
  const outletId = useSession((state) => state.scope?.outletId);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['other tills', outletId, key],
    staleTime: 0,
    refetchInterval: 15_000,
    queryFn: ({ signal: stopped }) => {
      const params = { id: id > 0 ? String(id) : key };
      return untilAnswered((signal) => call('shift.tills', { params, quiet: true, signal }), { signal: stopped });
    },
  });
  return {
    tills: (data ?? []).filter(({ waiting, isSilent }) => waiting > 0 || isSilent),
    isLooking: isFetching,
    look: () => void refetch(),
  };
}

/** Says which tills have not sent everything, or have not reported for a while. */
export function OtherTills({ tills, isLooking, look }: OtherTillsView) {
  const { t } = useTranslation();
  if (tills.length === 0) return null;
  return (
    <ShiftSection id="other-tills-title" title={t('shift.otherTills')}>
      <TillList tills={tills} />
      <Button icon="refresh" busy={isLooking} onClick={look}>
        {t('shift.lookAgain')}
      </Button>
    </ShiftSection>
  );
}

export function TillList({ tills }: { tills: readonly OtherTill[] }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <ul className={styles.tills}>
      {tills.map(({ number, userName, heardAt, isSilent, waiting, amount }) => (
        <li key={`${number} ${userName} ${heardAt}`}>
          {waiting > 0 && (
            <p>
              {t('shift.tillWaits', {
                count: waiting,
                number,
                name: userName,
                amount: formatMoney(laari(amount)),
              })}
            </p>
          )}
          {isSilent && <p>{t('shift.tillSilent', { number, name: userName, time: clockTime(heardAt, timezone) })}</p>}
        </li>
      ))}
    </ul>
  );
}
