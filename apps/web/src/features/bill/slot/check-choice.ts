/** Which check of a slot is selected when its bill was split. */

import type { Bill } from '@atoll/domain/bill/bill';
import { create } from 'zustand';
import { type Bills, billAt, useBills } from '../../../bills/bills.ts';
import { slotIdOf } from '../../../bills/state.ts';
import type { SlotPlace } from './slot-path.ts';

const checkNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const useChoice = create<Readonly<Record<string, number>>>()(() => ({}));

/** Selects a check of the slot. */
export function chooseCheck({ type, slot }: SlotPlace, checkNo: number): void {
  useChoice.setState({ [slotIdOf(type, slot)]: checkNo });
}

/** Returns the open checks of a slot in order of their check number. */
export function checksAt(state: Pick<Bills, 'slots' | 'bills'>, { type, slot }: SlotPlace): Bill[] {
  return checkNumbers.flatMap((checkNo) => billAt(state as Bills, type, slot, checkNo) ?? []);
}

/** Returns the selected check: the chosen one while it is open, otherwise the first. */
export function checkInHand(state: Pick<Bills, 'slots' | 'bills'>, place: SlotPlace): Bill | undefined {
  const chosen = useChoice.getState()[slotIdOf(place.type, place.slot)] ?? 1;
  return billAt(state as Bills, place.type, place.slot, chosen) ?? checksAt(state, place)[0];
}

/** Returns the selected check and re-renders when it changes. */
export function useCheckInHand(place: SlotPlace | undefined): Bill | undefined {
  useChoice((choice) => (place ? choice[slotIdOf(place.type, place.slot)] : undefined));
  return useBills((state) => (place ? checkInHand(state, place) : undefined));
}
