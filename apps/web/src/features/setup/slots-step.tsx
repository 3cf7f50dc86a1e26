import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { gstModes, type SlotType } from '@atoll/domain/outlet/outlet';
import { useTranslation } from '../../locale/use-translation.ts';
import { CheckField, SelectField, TextField } from '../../ui/field/field.tsx';
import css from './slots-step.module.css';
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
          return (
            <li key={defaultType.type}>
              <CheckField
                label={t(`bill.types.${defaultType.type}`)}
                checked={slotType !== undefined}
                disabled={slotType !== undefined && slotTypes.length === 1}
                onChange={(event) => write(defaultType.type, event.currentTarget.checked ? defaultType : undefined)}
              />
              {slotType && (
                <SlotTypeFields
                  slotType={slotType}
                  kind={`${taxSector} ${businessType}`}
                  errorOf={(field) => problems.outlet[`slotTypes.${index}.${field}`]}
                  onChange={(next) => write(defaultType.type, next)}
                />
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

interface SlotTypeFieldsProps {
  readonly slotType: SlotType;
  /** The sector and kind of business. Another one has other rates, so the typed rates are replaced. */
  readonly kind: string;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (next: SlotType) => void;
}

/** Asks for the highest number of a slot type, and its charges. */
function SlotTypeFields({ slotType, kind, errorOf, onChange }: SlotTypeFieldsProps) {
  const { t } = useTranslation();
  const last = slotType.rates.at(-1);
  if (!last) return null;
  const setRate = (change: { serviceChargePct?: number; gstPct?: number }) =>
    onChange({ ...slotType, rates: [...slotType.rates.slice(0, -1), { ...last, ...change }] });
  const lastRate = `rates.${slotType.rates.length - 1}`;
  return (
    <div className={css.three}>
      <TextField
        label={t('setting.slots.highest')}
        aria-label={t('setting.slots.highestOf', { type: t(`bill.types.${slotType.type}`) })}
        inputMode="numeric"
        value={slotType.slotCount > 1 ? String(slotType.slotCount - 1) : ''}
        error={errorOf('slotCount')}
        onChange={(event) =>
          onChange({ ...slotType, slotCount: Math.trunc(readNumber(event.currentTarget.value) || 0) + 1 })
        }
      />
      <TextField
        key={`charge ${kind}`}
        label={t('start.slots.charge')}
        inputMode="decimal"
        defaultValue={String(last.serviceChargePct)}
        error={errorOf(`${lastRate}.serviceChargePct`)}
        onChange={(event) => setRate({ serviceChargePct: readNumber(event.currentTarget.value) })}
      />
      <TextField
        key={`gst ${kind}`}
        label={t('start.slots.gst')}
        inputMode="decimal"
        defaultValue={String(last.gstPct)}
        error={errorOf(`${lastRate}.gstPct`)}
        onChange={(event) => setRate({ gstPct: readNumber(event.currentTarget.value) })}
      />
    </div>
  );
}
