import { slotTypeNames } from '@atoll/domain/outlet/outlet';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { TFunction } from 'i18next';
import { call } from '../../api/api.ts';
import { knownMethods } from '../../cash/offered.ts';
import type { GridFilter } from '../../grid/grid.ts';
import { labelText } from '../../locale/label.ts';

/** Returns the people of the outlet whose name contains the text. */
async function people(text: string): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const found = await call('bill.people', { inPlace: true });
  return found.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
}

/** Returns the filters of Billing History: status, slot type, payment method, person and amount (R35.58). */
export function historyFilters(t: TFunction): GridFilter[] {
  return [
    {
      key: 'status',
      label: t('history.status'),
      options: [
        { value: 'Open', label: t('history.anyOpen') },
        ...(['CheckedIn', 'Saved', 'BillPrinted', 'Complete', 'Void'] as const).map((value) => ({
          value,
          label: t(`bill.states.${value}`),
        })),
      ],
    },
    {
      key: 'type',
      label: t('history.slotType'),
      options: slotTypeNames.map((value) => ({ value, label: t(`bill.types.${value}`) })),
    },
    {
      key: 'method',
      label: t('history.method'),
      options: knownMethods().map((value) => ({ value, label: labelText(methodLabel(value)) })),
    },
    { key: 'userId', label: t('history.by'), load: people },
    { key: 'minTotal', label: t('history.minTotal'), isAmount: true },
    { key: 'maxTotal', label: t('history.maxTotal'), isAmount: true },
  ];
}
