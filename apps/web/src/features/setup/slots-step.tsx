import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { gstModes, type SlotType } from '@atoll/domain/outlet/outlet';
import { useTranslation } from 'react-i18next';
import { CheckField, SelectField, TextField } from '../../ui/field/field.tsx';
import css from './start.module.css';
import type { StepProblems } from './start-check.ts';
import { useStart } from './start-draft.ts';

const readNumber = (text: string): number => Number(text.replace(',', '.'));

/** Asks for the slot types, and for the charges on top of the prices. */
export function SlotsStep({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, set } = useStart();
  const { slotTypes, businessType, taxSector } = values;
  const offered = defaultSlotTypes(businessType, taxSector);
  const write = (type: string, next: SlotType | undefined) => {
    const known = offered.map((one) => (one.type === type ? next : slotTypes.find((own) => own.type === one.type)));
    set({ slotTypes: known.filter((one) => one !== undefined) });
  };
  return (
    <>
      <ul className={css.slots}>
        {offered.map((defaultType) => {
          const index = slotTypes.findIndex((one) => one.type === defaultType.type);
          const slotType = slotTypes[index];
          const path = `slotTypes.${index}`;
          const last = slotType?.rates.at(-1);
          const setRate = (change: { serviceChargePct?: number; gstPct?: number }) => {
            if (!slotType || !last) return;
            write(defaultType.type, { ...slotType, rates: [...slotType.rates.slice(0, -1), { ...last, ...change }] });
          };
          return (
            <li key={defaultType.type}>
              <CheckField
                label={t(`bill.types.${defaultType.type}`)}
                checked={slotType !== undefined}
                disabled={slotType !== undefined && slotTypes.length === 1}
                onChange={(event) => write(defaultType.type, event.currentTarget.checked ? defaultType : undefined)}
              />
              {slotType && last && (
                <div className={css.three}>
                  <TextField
                    label={t('setting.slots.highest')}
                    aria-label={t('setting.slots.highestOf', { type: t(`bill.types.${defaultType.type}`) })}
                    inputMode="numeric"
                    value={slotType.slotCount > 1 ? String(slotType.slotCount - 1) : ''}
                    error={problems.outlet[`${path}.slotCount`]}
                    onChange={(event) =>
                      write(defaultType.type, {
                        ...slotType,
                        slotCount: Math.trunc(readNumber(event.currentTarget.value) || 0) + 1,
                      })
                    }
                  />
                  <TextField
                    key={`charge ${taxSector} ${businessType}`}
                    label={t('start.slots.charge')}
                    inputMode="decimal"
                    defaultValue={String(last.serviceChargePct)}
                    error={problems.outlet[`${path}.rates.${slotType.rates.length - 1}.serviceChargePct`]}
                    onChange={(event) => setRate({ serviceChargePct: readNumber(event.currentTarget.value) })}
                  />
                  <TextField
                    key={`gst ${taxSector} ${businessType}`}
                    label={t('start.slots.gst')}
                    inputMode="decimal"
                    defaultValue={String(last.gstPct)}
                    error={problems.outlet[`${path}.rates.${slotType.rates.length - 1}.gstPct`]}
                    onChange={(event) => setRate({ gstPct: readNumber(event.currentTarget.value) })}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <SelectField
        label={t('setting.tax.mode.label')}
        hint={t('setting.tax.mode.hint')}
        value={values.gstMode}
        options={gstModes.map((one) => ({ value: one, label: t(`setting.gstModes.${one}`) }))}
        onChange={(event) => set({ gstMode: event.currentTarget.value as (typeof gstModes)[number] })}
      />
      <CheckField
        label={t('setting.tax.charge.label')}
        checked={values.gstOnServiceCharge}
        onChange={(event) => set({ gstOnServiceCharge: event.currentTarget.checked })}
      />
    </>
  );
}
