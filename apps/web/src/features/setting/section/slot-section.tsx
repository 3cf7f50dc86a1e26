import { slotCountLimits } from '@atoll/domain/outlet/check';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { SlotType, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useId } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useOutletDraft } from '../setting-draft.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { Switch } from '../switch.tsx';
import css from './slot-section.module.css';

/** Edits which slot types the outlet has, and their highest number. */
export function SlotSection() {
  const { outlet, errors, setOutlet } = useOutletDraft();
  if (!outlet) return null;
  const { slotTypes, businessType, taxSector } = outlet;
  const offered = defaultSlotTypes(businessType, taxSector);
  const all = [...offered.map(({ type }) => type), ...slotTypes.map(({ type }) => type)];
  const write = (next: readonly SlotType[]) =>
    setOutlet({ slotTypes: next.map((one) => ({ ...one, rates: [...one.rates] })) });
  return (
    <SettingGroup>
      {[...new Set(all)].map((type) => {
        const index = slotTypes.findIndex((one) => one.type === type);
        return (
          <SlotRow
            key={type}
            type={type}
            slotType={slotTypes[index]}
            error={errors[`slotTypes.${index}.slotCount`] ?? (index < 0 ? errors['slotTypes'] : undefined)}
            isLast={slotTypes.length === 1 && index === 0}
            onChange={(next) => write(slotTypes.map((one) => (one.type === type ? next : one)))}
            onSwitch={(isOn) => {
              const defaultType = offered.find((one) => one.type === type);
              if (!isOn) write(slotTypes.filter((one) => one.type !== type));
              else if (defaultType) write([...slotTypes, defaultType]);
            }}
          />
        );
      })}
    </SettingGroup>
  );
}

interface SlotRowProps {
  type: SlotTypeName;
  slotType: SlotType | undefined;
  error: string | undefined;
  isLast: boolean;
  onChange: (slotType: SlotType) => void;
  onSwitch: (isOn: boolean) => void;
}

function SlotRow({ type, slotType, error, isLast, onChange, onSwitch }: SlotRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = t(`bill.types.${type}`);
  const highest = slotType ? slotType.slotCount - 1 : 0;
  return (
    <SettingRow
      label={name}
      hint={slotType ? t('setting.slots.hint', { type: name, highest }) : t('setting.slots.off', { type: name })}
      error={error}
    >
      <div className={css.slots}>
        {slotType && (
          <label className={css.withLabel} htmlFor={id}>
            {t('setting.slots.highest')}
            <input
              id={id}
              type="number"
              inputMode="numeric"
              aria-label={t('setting.slots.highestOf', { type: name })}
              aria-invalid={error ? true : undefined}
              min={slotCountLimits.min - 1}
              max={slotCountLimits.max - 1}
              value={highest || ''}
              onChange={(event) => onChange({ ...slotType, slotCount: Number(event.currentTarget.value) + 1 })}
            />
          </label>
        )}
        <Switch aria-label={name} isOn={slotType !== undefined} disabled={isLast} onChange={onSwitch} />
      </div>
    </SettingRow>
  );
}
