import { businessTypes } from '@atoll/domain/outlet/outlet';
import { useTranslation } from '../../locale/use-translation.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import type { StepProblems } from './start-check.ts';
import { useStart } from './start-draft.ts';

/** Asks for the first outlet: its name, kind, address and tax number. */
export function OutletStep({ problems }: { problems: StepProblems }) {
  const { t } = useTranslation();
  const { values, set, setKind } = useStart();
  return (
    <>
      <TextField
        label={t('setting.outlet.name.label')}
        autoComplete="organization"
        required
        autoFocus
        maxLength={80}
        value={values.outletName}
        error={problems.outlet['name']}
        onChange={(event) => set({ outletName: event.currentTarget.value })}
      />
      <Segmented
        label={t('setting.outlets.kind')}
        value={values.businessType}
        items={businessTypes.map((one) => ({ value: one, label: t(`setting.businessTypes.${one}`) }))}
        onChange={(businessType) => setKind({ businessType })}
      />
      <TextField
        label={t('setting.outlet.address.label')}
        autoComplete="street-address"
        required
        maxLength={300}
        value={values.address}
        error={problems.outlet['address']}
        hint={t('setting.outlet.address.hint')}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <TextField
        label={t('setting.outlet.tin.label')}
        maxLength={20}
        value={values.tin}
        error={problems.outlet['tin']}
        hint={t('start.outlet.tinHint')}
        onChange={(event) => set({ tin: event.currentTarget.value })}
      />
      <SelectField
        label={t('setting.tax.sector.label')}
        value={values.taxSector}
        hint={t('start.outlet.sectorHint')}
        options={(['General', 'Tourism'] as const).map((one) => ({ value: one, label: t(`setting.sectors.${one}`) }))}
        onChange={(event) => setKind({ taxSector: event.currentTarget.value as 'General' })}
      />
    </>
  );
}
