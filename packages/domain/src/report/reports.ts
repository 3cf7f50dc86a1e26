/** All reports. Source: docs/rules.md#reports. */
import { availabilityDays } from '../menu/availability.ts';
import { costUnknown, menuClassNames } from './menu-class.ts';
import { moneyReports, notApproved, voidedBill, voidedItem } from './money-reports.ts';
import { priceReports, priceReportWords } from './price-reports.ts';
import type { ReportDefinition } from './report.ts';
import { column, count, instant, keyed, sum, text, word } from './report-columns.ts';
import { keyWords } from './report-word.ts';
import { noReason, salesReports, unknownGiver } from './sales-reports.ts';
import { stockReports } from './stock-reports.ts';
import {
  gstStates,
  instalmentsOfOrders,
  pointMovementWords,
  walletMovementWords,
  walletReports,
} from './wallet-reports.ts';

export const allReports: readonly ReportDefinition[] = [
  ...salesReports,
  ...moneyReports,
  ...stockReports,
  ...walletReports,
  ...priceReports,
  {
    key: 'delivery',
    title: 'Delivery performance',
    group: 'Sales',
    about: 'How many deliveries and takeaways were delivered, picked up, cancelled or failed.',
    columns: [
      keyed('type', 'Slot type'),
      keyed('status', 'Status'),
      count('bills', 'Orders'),
      column('minutes', 'Minutes', 'minutes'),
      sum('total', 'Total'),
    ],
    chart: 'bar',
    chartOf: { label: 'status', value: 'bills' },
  },
  {
    key: 'audit',
    title: 'Audit log',
    group: 'Audit',
    about: 'Who did what, when and on which device, with before and after: the latest 500 entries of the period.',
    columns: [
      instant('at', 'When'),
      text('person', 'Person'),
      word('subject', 'Record'),
      text('record', 'Name'),
      keyed('action', 'Action'),
      text('field', 'Field'),
      text('was', 'Before'),
      text('is', 'After'),
      text('device', 'Device'),
      text('approved', 'Approved'),
    ],
    chart: 'none',
    filters: ['userId', 'subject', 'action', 'deviceId'],
    permission: 'Users',
  },
];

/** Subjects of the history besides entities. */
export const historySubjects = [
  'Account',
  'Advance order',
  'Approval',
  'Backup',
  'Bill',
  'Count',
  'History',
  'Invoice',
  'Off-site copies',
  'Outlet',
  'Print station',
  'Recipe',
  'Request',
  'Setting',
  'Shift',
  'Stock',
  'Ticket',
  'User',
  'Wallet',
  'Website',
] as const;

/** The texts that columns with `isWord` have, for translation. */
export const reportWords: readonly string[] = [
  ...menuClassNames,
  costUnknown,
  notApproved,
  voidedBill,
  voidedItem,
  unknownGiver,
  noReason,
  ...availabilityDays.slice(1),
  ...keyWords,
  ...Object.values(walletMovementWords),
  ...Object.values(pointMovementWords),
  instalmentsOfOrders,
  ...Object.values(gstStates),
  ...priceReportWords,
];

/** Returns the report of a key, or undefined. */
export function findReport(key: string): ReportDefinition | undefined {
  return allReports.find((report) => report.key === key);
}
