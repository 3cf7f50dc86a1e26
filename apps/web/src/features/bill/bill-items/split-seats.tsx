import { formatMoney, laari } from '@atoll/domain/money/money';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import css from './split-dialog.module.css';

/** A bill is split over at most so many checks by seat. */
export const maxSeatChecks = 8;

interface SplitSeatsProps {
  /** The seats that have items. */
  readonly seats: readonly number[];
  /** The check of each seat, from 1. */
  readonly checkOf: (seat: number) => number;
  readonly onCheck: (seat: number, check: number) => void;
  /** What each check would be, laari; null while nothing is split. */
  readonly sums: readonly number[] | null;
}

/** Chooses the check of each seat, and shows what each check would be (R23.10). */
export function SplitSeats({ seats, checkOf, onCheck, sums }: SplitSeatsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Hint>{t('seat.splitHint')}</Hint>
      {seats.map((seat) => (
        <div key={seat} className={css.seat}>
          <span>{t('seat.name', { n: seat })}</span>
          <Segmented
            label={t('seat.checkOf', { n: seat })}
            look="pills"
            value={String(checkOf(seat))}
            items={seats
              .slice(0, maxSeatChecks)
              .map((_, index) => ({ value: String(index + 1), label: t('seat.check', { n: index + 1 }) }))}
            onChange={(value) => onCheck(seat, Number(value))}
          />
        </div>
      ))}
      {sums && (
        <dl className={css.sums}>
          {sums.map((sum, index) => (
            <div key={`${index} ${sum}`}>
              <dt>{t('seat.check', { n: index + 1 })}</dt>
              <dd>{formatMoney(laari(sum))}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
