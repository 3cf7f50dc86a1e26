import { gstModes, type SlotType } from '@atoll/domain/outlet/outlet';
import { useId } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { RateRows } from '../rate-rows.tsx';
import { useOutletDraft } from '../setting-draft.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { Switch } from '../switch.tsx';

/** Edits GST and service charge: how they are computed, and which rates apply from which day. */
export function TaxSection() {
  const { t } = useTranslation();
  const { outlet, errors, setOutlet } = useOutletDraft();
  const ids = { mode: useId(), sector: useId(), charge: useId() };
  if (!outlet) return null;
  const write = (changed: SlotType) =>
    setOutlet({
      slotTypes: outlet.slotTypes.map((one) => {
        const next = one.type === changed.type ? changed : one;
        return { ...next, rates: [...next.rates] };
      }),
    });
  return (
    <>
      <SettingGroup>
        <SettingRow
          id={ids.mode}
          label={t('setting.tax.mode.label')}
          hint={t('setting.tax.mode.hint')}
          error={errors['gstMode']}
        >
          <select
            id={ids.mode}
            aria-describedby={`${ids.mode}-hint`}
            value={outlet.gstMode}
            onChange={(event) => setOutlet({ gstMode: event.currentTarget.value as (typeof gstModes)[number] })}
          >
            {gstModes.map((one) => (
              <option key={one} value={one}>
                {t(`setting.gstModes.${one}`)}
              </option>
            ))}
          </select>
        </SettingRow>
        <SettingRow id={ids.charge} label={t('setting.tax.charge.label')} hint={t('setting.tax.charge.hint')}>
          <Switch
            id={ids.charge}
            aria-describedby={`${ids.charge}-hint`}
            isOn={outlet.gstOnServiceCharge}
            onChange={(gstOnServiceCharge) => setOutlet({ gstOnServiceCharge })}
          />
        </SettingRow>
        <SettingRow id={ids.sector} label={t('setting.tax.sector.label')} hint={t('setting.tax.sector.hint')}>
          <select
            id={ids.sector}
            aria-describedby={`${ids.sector}-hint`}
            value={outlet.taxSector}
            onChange={(event) => setOutlet({ taxSector: event.currentTarget.value as 'General' })}
          >
            {(['General', 'Tourism'] as const).map((one) => (
              <option key={one} value={one}>
                {t(`setting.sectors.${one}`)}
              </option>
            ))}
          </select>
        </SettingRow>
      </SettingGroup>
      {outlet.slotTypes.map((slotType, index) => (
        <RateRows
          key={slotType.type}
          slotType={slotType}
          timezone={outlet.timezone}
          errors={errors}
          path={`slotTypes.${index}.rates`}
          onChange={write}
        />
      ))}
    </>
  );
}
