/** When a price list or a promotion counts, and for whom. Source: R21.3, R21.4. */
import { availabilityDays } from '../menu/availability.ts';
import { slotTypeNames } from '../outlet/outlet.ts';

/** Returns the fields of the hours of a day; the times are examples. */
export const hourFields = (from: string, to: string) =>
  [
    { key: 'day', label: 'Day', kind: 'choice', required: true, options: availabilityDays },
    { key: 'from', label: 'From', kind: 'text', required: true, isTime: true, placeholder: from },
    { key: 'to', label: 'To', kind: 'text', required: true, isTime: true, placeholder: to },
  ] as const;

export const timeFields = [
  {
    key: 'availability',
    label: 'Times',
    kind: 'list',
    max: 21,
    hint: 'Empty: always',
    fields: hourFields('17:00', '19:00'),
  },
  {
    key: 'orderTypes',
    label: 'Counts for',
    kind: 'choice',
    options: slotTypeNames,
    allowMultiple: true,
    hint: 'Empty: for all',
  },
  {
    key: 'groupIds',
    label: 'Customer groups',
    kind: 'references',
    entity: 'customer_group',
    hint: 'Empty: for everybody',
  },
  { key: 'fromDate', label: 'First day', kind: 'date' },
  { key: 'toDate', label: 'Last day', kind: 'date' },
  {
    key: 'graceMinutes',
    label: 'Longer than its hours',
    kind: 'integer',
    min: 0,
    max: 30,
    initial: 0,
    hint: 'Minutes',
  },
] as const;
