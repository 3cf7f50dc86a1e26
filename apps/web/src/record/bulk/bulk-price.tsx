import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { MenuSize } from '@atoll/domain/menu/menu';
import { changedSizes, roundSteps } from '@atoll/domain/menu/price-change';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { FormField } from '../../form/form-field.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import css from './bulk-drawer.module.css';
import { BulkDrawer } from './bulk-drawer.tsx';
import type { BulkProps } from './bulk-edit.tsx';
import type { BulkRequest } from './use-bulk.ts';

const sizesOf = (record: ResourceRecord): readonly MenuSize[] => record['sizes'] as readonly MenuSize[];

/** Returns the prices of a record as text: '45.00', or 'Small 45.00, Large 60.00'. */
function pricesText(record: ResourceRecord): string {
  const sizes = sizesOf(record);
  const price = (size: MenuSize) => formatAmount(laari(size.sellingPrice));
  return sizes.length === 1 && sizes[0]
    ? price(sizes[0])
    : sizes.map((size) => `${size.value} ${price(size)}`).join(', ');
}

/** 'Change prices of 5 items': raises or lowers selling prices by an amount or a percentage, rounded. */
export function BulkPrice({ definition, records, onClosed }: BulkProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<'raise' | 'lower'>('raise');
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const [by, setBy] = useState<number | null>(null);
  const [roundTo, setRoundTo] = useState<number>(100);
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const [isTried, setTried] = useState(false);
  const again =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setAsked(null);
    };
  const fault = by === null || by <= 0 ? t('bulk.byMissing') : undefined;
  const onPreview = () => {
    setTried(true);
    if (by === null || fault) return;
    // A percentage has two decimals: basis points.
    const units = kind === 'percent' ? Math.round(by * 100) : by;
    const change = { kind, by: way === 'raise' ? units : -units, roundTo };
    const priced = (record: ResourceRecord) => ({
      id: record.id,
      version: record.version,
      sizes: changedSizes(sizesOf(record), change),
    });
    setAsked({ changes: records.map(priced) });
  };
  return (
    <BulkDrawer
      {...{ definition, asked, onPreview, onClosed }}
      title={t('bulk.priceTitle', { count: records.length })}
      keys={['sizes']}
      shown={pricesText}
      go={(count) => t('bulk.changePrices', { count })}
      done={(count) => t('bulk.pricesChanged', { count })}
    >
      <Segmented
        label={t('bulk.way')}
        value={way}
        onChange={again(setWay)}
        items={[
          { value: 'raise', label: t('bulk.raise') },
          { value: 'lower', label: t('bulk.lower') },
        ]}
      />
      <Segmented
        label={t('bulk.kind')}
        value={kind}
        onChange={again((next: 'percent' | 'amount') => {
          setKind(next);
          setBy(null);
        })}
        items={[
          { value: 'percent', label: t('bulk.percent') },
          { value: 'amount', label: t('bulk.amount') },
        ]}
      />
      <div className={css.pair}>
        <FormField
          key={kind}
          field={{ key: 'by', label: t(`bulk.${kind}`), kind: kind === 'percent' ? 'percent' : 'money' }}
          value={by}
          onChange={again((next: unknown) => setBy(next as number | null))}
          error={isTried ? fault : undefined}
        />
        <SelectField
          label={t('bulk.roundTo')}
          value={String(roundTo)}
          onChange={(event) => again(setRoundTo)(Number(event.currentTarget.value))}
          options={roundSteps.map((step) => ({
            value: String(step),
            label: step === 1 ? t('bulk.exact') : formatAmount(laari(step)),
          }))}
        />
      </div>
    </BulkDrawer>
  );
}
