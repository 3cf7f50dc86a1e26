import { formatAmount, laari } from '@atoll/domain/money/money';
import { PercentPresets } from '../../../bill/percent-presets.tsx';
import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { moneyShape, percentShape } from '../../../ui/number/number-entry.ts';
import type { ItemValues } from './use-item-change.ts';

interface DiscountFieldsProps {
  readonly values: ItemValues;
  readonly onChange: (changed: Partial<ItemValues>) => void;
  /** Amount of the item before the discount, laari. */
  readonly gross: number;
  /** The maximum discount of the item, percent. */
  readonly max: number | undefined;
}

/** Edits the discount of an item: a percentage, or an amount. */
export function DiscountFields({ values, onChange, gross, max }: DiscountFieldsProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  return (
    <>
      <Segmented
        label={t('bill.discountKind')}
        value={values.kind}
        onChange={(kind) => onChange({ kind })}
        items={[
          { value: 'Percent', label: t('bill.percent') },
          { value: 'Amount', label: t('bill.amount') },
        ]}
      />
      {values.kind === 'Percent' ? (
        <PercentFields percent={values.percent} onPercent={(percent) => onChange({ percent })} />
      ) : (
        <AmountField
          label={t('bill.amount')}
          prefix="MVR"
          shape={moneyShape}
          value={values.amount}
          onChange={(amount) => onChange({ amount })}
          hint={formatAmount(laari(gross))}
        />
      )}
      {max !== undefined && <Hint>{`${localize('Maximum discount')} ${max} %`}</Hint>}
    </>
  );
}

interface PercentFieldsProps {
  /** Basis points. */
  readonly percent: number | null;
  readonly onPercent: (percent: number | null) => void;
}

function PercentFields({ percent, onPercent }: PercentFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PercentPresets
        percent={percent === null ? null : percent / 100}
        onPercent={(preset) => onPercent(preset * 100)}
      />
      <AmountField label={t('bill.percent')} prefix="%" shape={percentShape} value={percent} onChange={onPercent} />
    </>
  );
}
