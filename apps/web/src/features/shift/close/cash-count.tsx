import { denominations, type Pieces } from '@atoll/domain/money/denominations';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { moneyShape, textFromNumber, wholeShape } from '../../../ui/number/number-entry.ts';
import styles from './cash-count.module.css';

export type CountBy = 'amount' | 'pieces';

interface CashCountProps {
  by: CountBy;
  onBy: (by: CountBy) => void;
  /** In laari; null while nothing is counted. */
  amount: number | null;
  onAmount: (amount: number | null) => void;
  pieces: Pieces;
  onPieces: (pieces: Pieces) => void;
}

/** Enters the cash in the drawer, as one amount or by denomination. */
export function CashCount({ by, onBy, amount, onAmount, pieces, onPieces }: CashCountProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.count}>
      <Segmented
        label={t('shift.countBy')}
        value={by}
        onChange={onBy}
        items={[
          { value: 'amount', label: t('shift.byAmount') },
          { value: 'pieces', label: t('shift.byDenomination') },
        ]}
      />
      {by === 'amount' ? (
        <AmountField label={t('shift.counted')} prefix="MVR" size="l" pad value={amount} onChange={onAmount} />
      ) : (
        <PieceList pieces={pieces} onPieces={onPieces} />
      )}
    </div>
  );
}

function PieceList({ pieces, onPieces }: { pieces: Pieces; onPieces: (pieces: Pieces) => void }) {
  const { t } = useTranslation();
  function write(value: number, count: number | null) {
    const { [value]: _gone, ...others } = pieces;
    onPieces(count === null ? others : { ...others, [value]: count });
  }
  return (
    <ul className={styles.pieces}>
      {denominations.map((value) => (
        <li key={value}>
          <div>
            <AmountField
              label={t('shift.pieces', { value: textFromNumber(value, moneyShape) })}
              shape={wholeShape}
              value={pieces[value] ?? null}
              onChange={(count) => write(value, count)}
            />
          </div>
          <Money laari={value * (pieces[value] ?? 0)} className={pieces[value] ? styles.worth : styles.nothing} />
        </li>
      ))}
    </ul>
  );
}
