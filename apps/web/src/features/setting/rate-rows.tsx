import { businessDayStart, wallClock } from '@atoll/domain/date/business-day';
import type { DatedRates, SlotType } from '@atoll/domain/outlet/outlet';
import { isTimezone } from '@atoll/domain/outlet/timezone';
import { tillNow } from '../../clock/till-clock.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button, IconButton } from '../../ui/display/button.tsx';
import css from './rate-rows.module.css';
import fields from './setting-fields.module.css';
import { SettingError, SettingHint } from './setting-note.tsx';
import { SettingGroup } from './setting-row.tsx';
import { TypedText } from './typed-text.tsx';

interface RateRowsProps {
  slotType: SlotType;
  timezone: string;
  errors: Readonly<Record<string, string>>;
  /** Path of the rows in the errors. */
  path: string;
  onChange: (slotType: SlotType) => void;
}

/** Returns a typed percentage in the form that the outlet stores, or null when it is not valid. */
const readPercent = (text: string): string | null =>
  /^\d{1,3}([.,]\d{0,2})?$/.test(text) ? text.replace(',', '.') : null;

/** Edits the rates of one slot type, each in force from a day on. Bills keep the rates of their check-in. */
export function RateRows({ slotType, timezone, errors, path, onChange }: RateRowsProps) {
  const { t } = useTranslation();
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const name = t(`bill.types.${slotType.type}`);
  const { rates } = slotType;
  const write = (index: number, change: Partial<DatedRates>) =>
    onChange({ ...slotType, rates: rates.map((row, at) => (at === index ? { ...row, ...change } : row)) });
  const dayOf = (from: string) => wallClock(Date.parse(from), zone).date;
  const startOf = (day: string) => new Date(businessDayStart(day, zone, '00:00')).toISOString();
  const problems = Object.entries(errors).filter(([at]) => at.startsWith(path));

  function add() {
    const last = rates.at(-1);
    const from = startOf(wallClock(tillNow(), zone).date);
    const { serviceChargePct = 0, gstPct = 8 } = last ?? {};
    onChange({ ...slotType, rates: [...rates, { from, serviceChargePct, gstPct }] });
  }

  return (
    <SettingGroup title={t('setting.tax.ratesOf', { type: name })}>
      <SettingHint>{t('setting.tax.ratesHint')}</SettingHint>
      <ol className={css.rates}>
        {rates.map((row, index) => (
          // The index is the key: while one is being typed, two rows may start on the same day.
          <li key={index} className={`${fields.fields} ${css.rate}`}>
            <label>
              {t('setting.tax.from')}
              <input
                type="date"
                required
                value={dayOf(row.from)}
                onChange={(event) =>
                  event.currentTarget.value && write(index, { from: startOf(event.currentTarget.value) })
                }
              />
            </label>
            {(['serviceChargePct', 'gstPct'] as const).map((field) => (
              <label key={field}>
                {t(`setting.tax.${field}`)}
                <span className={css.percent}>
                  <TypedText
                    inputMode="decimal"
                    aria-invalid={errors[`${path}.${index}.${field}`] ? true : undefined}
                    value={String(row[field])}
                    read={readPercent}
                    onRead={(text) => write(index, { [field]: Number(text) })}
                    fault={t('setting.faults.percent')}
                  />
                  <span aria-hidden="true">%</span>
                </span>
              </label>
            ))}
            <IconButton
              icon="trash"
              label={t('setting.tax.removeRow', { day: dayOf(row.from) })}
              disabled={rates.length === 1}
              onClick={() => onChange({ ...slotType, rates: rates.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ol>
      {problems.map(([at, message]) => (
        <SettingError key={at}>{message}</SettingError>
      ))}
      <Button icon="plus" onClick={add}>
        {t('setting.tax.addRow')}
      </Button>
    </SettingGroup>
  );
}
