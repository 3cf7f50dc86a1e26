import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { TFunction } from 'i18next';
import { slotName } from '../../locale/slot-name.ts';

/** Returns the name of a bill's slot with those that are joined to it: 'Table 4 + 5 + 6'. */
export const joinedName = (t: TFunction, bill: Bill): string =>
  [slotName(t, bill.type, bill.slot), ...joinedSlotsOf(bill)].join(' + ');
