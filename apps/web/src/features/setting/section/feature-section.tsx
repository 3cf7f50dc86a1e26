import { outletFeatures, switchedFeatures } from '@atoll/domain/outlet/outlet';
import { settingDefinitions } from '@atoll/domain/outlet/settings';
import { useId } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { useOutletDraft, useSetting } from '../setting-draft.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { Switch } from '../switch.tsx';

/** Turns parts of the product on or off for this outlet. */
export function FeatureSection() {
  const { outlet, setOutlet } = useOutletDraft();
  const known = useApp((state) => state.features);
  if (!outlet) return null;
  const on = outlet.features ?? known;
  return (
    <SettingGroup>
      {switchedFeatures.map((feature) => (
        <FeatureRow
          key={feature}
          feature={feature}
          isOn={on.includes(feature)}
          onChange={(isOn) =>
            setOutlet({ features: outletFeatures.filter((one) => (one === feature ? isOn : on.includes(one))) })
          }
        />
      ))}
      <StockRow />
      <GoodsRow name="RefundedStock" />
      <GoodsRow name="VoidedStock" />
    </SettingGroup>
  );
}

interface FeatureRowProps {
  feature: (typeof switchedFeatures)[number];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function FeatureRow({ feature, isOn, onChange }: FeatureRowProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <SettingRow id={id} label={t(`setting.features.${feature}.label`)} hint={t(`setting.features.${feature}.hint`)}>
      <Switch id={id} aria-describedby={`${id}-hint`} isOn={isOn} onChange={onChange} />
    </SettingRow>
  );
}

/** Sets what a sale does when the stock would become negative. */
function StockRow() {
  const { t } = useTranslation();
  const id = useId();
  const { value, setValue, error } = useSetting('NegativeStock');
  return (
    <SettingRow id={id} label={t('setting.stock.label')} hint={t('setting.stock.hint')} error={error}>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={value || settingDefinitions.NegativeStock.default}
        onChange={(event) => setValue(event.currentTarget.value)}
      >
        {settingDefinitions.NegativeStock.of.map((one) => (
          <option key={one} value={one}>
            {t(`setting.stock.${one}`)}
          </option>
        ))}
      </select>
    </SettingRow>
  );
}

/** Sets what happens to goods that were refunded, or voided after the kitchen had them. */
function GoodsRow({ name }: { readonly name: 'RefundedStock' | 'VoidedStock' }) {
  const { t } = useTranslation();
  const id = useId();
  const { value, setValue, error } = useSetting(name);
  return (
    <SettingRow id={id} label={t(`goods.${name}.label`)} hint={t(`goods.${name}.hint`)} error={error}>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={value || settingDefinitions[name].default}
        onChange={(event) => setValue(event.currentTarget.value)}
      >
        {settingDefinitions[name].of.map((one) => (
          <option key={one} value={one}>
            {t(`goods.${one}`)}
          </option>
        ))}
      </select>
    </SettingRow>
  );
}
