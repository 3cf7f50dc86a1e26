import type { ContractKey } from '@atoll/domain/contract/contract';
import { methodLabel } from '@atoll/domain/payment/methods';
import {
  type Comparison,
  comparisons,
  filterLabels,
  type ReportConfig,
  type ReportFilter,
} from '@atoll/domain/report/report';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.ts';
import { knownMethods } from '../../cash/offered.ts';
import { useEntryItems } from '../../form/choices.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { SelectField } from '../../ui/field/field.tsx';
import { actionChoices, subjectChoices } from './audit/audit-words.ts';
import { useDevices } from './use-devices.ts';

interface FieldsProps {
  readonly config: ReportConfig;
  readonly onChange: (config: ReportConfig) => void;
}

/** Edits what the figures are compared with. */
export function CompareField({ config, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('report.compare')}
      value={config.compareTo}
      onChange={(event) => onChange({ ...config, compareTo: event.currentTarget.value as Comparison })}
      options={comparisons.map((name) => ({ value: name, label: t(`report.compares.${name}`) }))}
    />
  );
}

/** Calls whose records a filter offers. */
const lists = {
  categoryId: 'category.list',
  storageId: 'storage.list',
  vendorId: 'vendor.list',
  accountId: 'account.list',
  userId: 'app_user.list',
} as const satisfies Partial<Record<ReportFilter, ContractKey>>;

/** Edits one filter of a report; 'All' removes it. */
export function FilterField({ filter, config, onChange }: FieldsProps & { filter: ReportFilter }) {
  const { t } = useTranslation();
  const slotTypes = useApp((state) => state.outlet?.slotTypes) ?? [];
  const list = filter in lists ? lists[filter as keyof typeof lists] : undefined;
  const found = useQuery({
    queryKey: ['report.filter', list],
    enabled: list !== undefined,
    queryFn: async () =>
      (await call(list as ContractKey, { inPlace: true })) as unknown as { id: number; name: string }[],
  });
  const devices = useDevices(filter === 'deviceId');
  // People who may not open Categories choose among those of the menus of their till (R35.49).
  const ofMenus = useEntryItems<{ readonly id: number; readonly name: string }>('menus', 'categories');
  const records = found.data ?? (filter === 'categoryId' ? ofMenus : []);
  const choose = (value: string) =>
    onChange({ ...config, filters: { ...config.filters, [filter]: value || undefined } });
  const options =
    filter === 'subject'
      ? subjectChoices()
      : filter === 'action'
        ? actionChoices()
        : filter === 'deviceId'
          ? devices
          : filter === 'type'
            ? slotTypes.map(({ type }) => ({ value: type, label: t(`bill.types.${type}`) }))
            : filter === 'method'
              ? knownMethods().map((method) => ({
                  value: method,
                  label: labelText(methodLabel(method)),
                }))
              : records.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <SelectField
      label={labelText(filterLabels[filter])}
      value={config.filters[filter] ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      options={[{ value: '', label: t('report.all') }, ...options]}
    />
  );
}
