import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { courseOf } from '@atoll/domain/bill/course';
import { seatOf } from '@atoll/domain/bill/seat';
import { useState } from 'react';
import { useBills } from '../../../bills/bills.ts';
import { tillNowText } from '../../../clock/till-clock.ts';

/** The course and the seat that are chosen in the dialog of an item. */
export interface Place {
  readonly courseNo: number;
  readonly seat: number;
}

const placeOf = (item: BillItem): Place => ({ courseNo: courseOf(item), seat: seatOf(item) });

/** Returns what is chosen for an item, and the function that applies it: until then nothing changes. */
export function usePlaceChange({ bill, item }: { readonly bill: Bill; readonly item: BillItem }) {
  const [chosen, setChosen] = useState<Partial<Place>>({});
  const place = { ...placeOf(item), ...chosen };
  const isChanged = place.courseNo !== courseOf(item) || place.seat !== seatOf(item);
  return {
    place,
    isChanged,
    choose: (more: Partial<Place>) => setChosen((was) => ({ ...was, ...more })),
    apply() {
      if (!isChanged) return;
      useBills.getState().editItems(bill.key, { [item.key]: { ...chosen, placedAt: tillNowText() } });
    },
  };
}
