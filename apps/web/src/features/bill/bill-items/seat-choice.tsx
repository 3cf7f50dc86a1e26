import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { maxSeat, seatOf, seatsOf } from '@atoll/domain/bill/seat';
import { chooseNextSeat, useNextSeat } from '../../../bill/next-seat.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSettingOf } from '../../../sync/app-store.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import css from './course-choice.module.css';

/** Seats that are always offered; more when the table has more guests. */
const minSeats = 2;

interface SeatsProps {
  readonly bill: Bill;
  readonly seat: number;
  readonly onSeat: (seat: number) => void;
}

/** Chooses a seat of the table: each guest's, those that have items, and the next one. */
function Seats({ bill, seat, onSeat }: SeatsProps) {
  const { t } = useTranslation();
  const last = Math.min(maxSeat, Math.max(minSeats, bill.covers, seat, (seatsOf(bill).at(-1) ?? 0) + 1));
  return (
    <div className={css.choice}>
      <span aria-hidden="true">{t('seat.seat')}</span>
      <Segmented
        label={t('seat.seat')}
        look="pills"
        value={String(seat)}
        items={Array.from({ length: last + 1 }, (_, index) => ({
          value: String(index),
          label: index === 0 ? t('seat.all') : String(index),
        }))}
        onChange={(value) => onSeat(Number(value))}
      />
    </div>
  );
}

/** Chooses for whom the next items are (R23.9). */
export function NextSeat({ bill }: { readonly bill: Bill }) {
  return (
    <div className={css.next}>
      <Seats bill={bill} seat={useNextSeat(bill.key)} onSeat={(seat) => chooseNextSeat(bill.key, seat)} />
    </div>
  );
}

interface SeatChoiceProps {
  readonly bill: Bill;
  readonly item: BillItem;
  readonly value: number;
  readonly onChange: (seat: number) => void;
}

/** Chooses the seat of an item, also of a saved one: the kitchen gets no ticket for it (R23.9). */
export function SeatChoice({ bill, item, value, onChange }: SeatChoiceProps) {
  const isOn = useSettingOf('Seats') && bill.type === 'Table';
  if (!isOn && seatOf(item) === 0) return null;
  return <Seats bill={bill} seat={value} onSeat={onChange} />;
}

/** Names the seat of an item. */
export function SeatTag({ seat }: { readonly seat: number }) {
  const { t } = useTranslation();
  return <small>{t('seat.name', { n: seat })}</small>;
}
