import { joinWords } from '../join-words.ts';
import { enDashboard } from './dashboard.ts';
import { enDelivery } from './delivery.ts';
import { enApprovalLater } from './later/approval.ts';
import { enBillScreenLater } from './later/bill-screen.ts';
import { enBillingLater } from './later/billing.ts';
import { enFloorLater } from './later/floor.ts';
import { enHelpLater } from './later/help.ts';
import { enKitchenLater } from './later/kitchen.ts';
import { enOutboxLater } from './later/outbox.ts';
import { enPrintJobLater } from './later/print-job.ts';
import { enServiceLater } from './later/service.ts';
import { enShellLater } from './later/shell.ts';
import { enPayment } from './payment.ts';
import { enPeople } from './people.ts';
import { enReport } from './report.ts';
import { enResource } from './resource.ts';
import { enServer } from './server.ts';
import { enSetting } from './setting.ts';
import { enShiftReport } from './shift-report.ts';
import { enStock } from './stock.ts';
import { enWebsite } from './website.ts';

/** The words of the other screens. */
const enOtherScreens = {
  ...enDashboard,
  ...enDelivery,
  ...enPayment,
  ...enPeople,
  ...enReport,
  ...enResource,
  ...enServer,
  ...enSetting,
  ...enShiftReport,
  ...enStock,
  ...enWebsite,
  shortcut: {
    title: 'Keyboard shortcuts',
    space: 'Space',
    groups: {
      everywhere: 'Everywhere',
      list: 'In a list, on a row',
      bill: 'In Find an item',
      delivery: 'On an order',
      kitchen: 'On the kitchen screen',
    },
    everywhere: {
      sheet: 'Show this list',
      find: 'Search',
      close: 'Close the top window',
      toasts: 'Go to the messages',
    },
    list: {
      next: 'Next row',
      previous: 'Previous row',
      first: 'First row',
      last: 'Last row',
      open: 'Open the row',
      select: 'Select the row',
    },
    bill: {
      takeFirst: 'Add the first item found',
      clearFind: 'Clear the text',
    },
    delivery: {
      step: 'Move it to the next step',
      next: 'Next order',
      previous: 'Previous order',
      open: 'Open the order',
    },
    kitchen: {
      bump: 'Move that ticket to its next step',
      recall: 'Recall the last ticket served',
    },
  },
};

/** The words of the other screens and of the dialogs, in English: fetched with the first of them. */
export const enMore = joinWords(
  enOtherScreens,
  enApprovalLater,
  enBillingLater,
  enFloorLater,
  enHelpLater,
  enKitchenLater,
  enOutboxLater,
  enPrintJobLater,
  enServiceLater,
  enShellLater,
  enBillScreenLater,
);
