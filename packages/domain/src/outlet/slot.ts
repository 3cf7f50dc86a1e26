/** Slots: the numbers that a slot type has, from 1 to its slot count less one. Source: R16.5, R2.8. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { Outlet, SlotType } from './outlet.ts';

/** Returns the numbers of a slot type's slots as text, '1' and up: slotCount − 1 of them. */
export function slotNumbers(slotType: Pick<SlotType, 'slotCount'>): string[] {
  return Array.from({ length: Math.max(0, slotType.slotCount - 1) }, (_, index) => String(index + 1));
}

/** Returns the slot type when the outlet has it and the number exists. Refuses with slotTypeUnknown or slotOutOfRange. */
export function findSlot(outlet: Pick<Outlet, 'slotTypes'>, type: string, slot: string): Result<SlotType> {
  const slotType = outlet.slotTypes.find((one) => one.type === type);
  if (!slotType) return refuse('slotTypeUnknown');
  if (!/^[1-9]\d{0,3}$/.test(slot) || Number(slot) >= slotType.slotCount) return refuse('slotOutOfRange');
  return ok(slotType);
}
