import type { RangeName } from '@atoll/domain/date/ranges';
import { useTranslation } from '../locale/use-translation.ts';
import { businessDayHere } from '../sync/outlet-time.ts';
import { DatePicker } from '../ui/choice/date-picker.tsx';
import { SelectField } from '../ui/field/field.tsx';

export interface ChosenRange {
  readonly range: RangeName;
  /** Business days of the range Custom. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface RangeFieldsProps<Value extends ChosenRange> {
  readonly value: Value;
  readonly ranges: readonly RangeName[];
  readonly onChange: (value: Value) => void;
}

/** Edits a range of business days: a named one, or Custom with its first and last day. */
export function RangeFields<Value extends ChosenRange>({ value, ranges, onChange }: RangeFieldsProps<Value>) {
  const { t } = useTranslation();
  const today = businessDayHere();
  const choose = (range: RangeName) => {
    onChange({
      ...value,
      range,
      ...(range === 'Custom' ? { from: value.from ?? today, to: value.to ?? today } : {}),
    });
  };
  return (
    <>
      <SelectField
        label={t('report.range')}
        value={value.range}
        onChange={(event) => choose(event.currentTarget.value as RangeName)}
        options={ranges.map((name) => ({ value: name, label: t(`report.ranges.${name}`) }))}
      />
      {value.range === 'Custom' && (
        <>
          <DatePicker
            {...{ today }}
            label={t('report.from')}
            value={value.from ?? null}
            max={value.to}
            onChange={(from) => from && onChange({ ...value, from })}
          />
          <DatePicker
            {...{ today }}
            label={t('report.to')}
            value={value.to ?? null}
            min={value.from}
            onChange={(to) => to && onChange({ ...value, to })}
          />
        </>
      )}
    </>
  );
}
