/** The actions of the history: every entry has one of these. Source: docs/rules.md#history, docs/rules.md#audit. */
import { accountEntryTypes } from '../account/account.ts';
import { pointEntryTypes } from '../points/points.ts';
import { countStates } from '../stock/count.ts';
import { movementTypes } from '../stock/movement.ts';
import { invoiceStates } from '../stock/purchase.ts';
import { requestStates } from '../stock/request.ts';
import { walletEntryTypes } from '../wallet/wallet.ts';

/** All actions without repetitions; state changes and account or stock entries use the name of the state or type. */
export const historyActions = [
  ...new Set([
    ...(['Created', 'Updated', 'Changed', 'Deactivated', 'Erased', 'TakenBack'] as const),
    ...(['Joined', 'Printed', 'Paid', 'Voided', 'Transferred', 'HandedOver', 'Merged', 'Split'] as const),
    ...(['SlotsJoined'] as const),
    ...(['Refunded', 'PaymentCorrected', 'Reprinted', 'TaxInvoice', 'Delivery', 'Bumped'] as const),
    ...(['Opened', 'Closed', 'CashIn', 'CashOut', 'DrawerOpened'] as const),
    ...(['Received', 'Counted', 'Asked', 'Granted', 'Denied', 'Withdrawn'] as const),
    ...(['Guessed', 'Misused', 'SignInCopied'] as const),
    ...(['HistoryDiffers', 'ApprovalForged', 'UsedWhileLocked', 'GrantRefused', 'OutletRefused'] as const),
    ...(['Published', 'Scheduled', 'Taken offline', 'Restored', 'Downloaded'] as const),
    ...accountEntryTypes,
    ...walletEntryTypes,
    ...pointEntryTypes,
    ...movementTypes,
    ...invoiceStates,
    ...requestStates,
    ...countStates,
  ]),
];
export type HistoryAction = (typeof historyActions)[number];
