import type { Bill } from '@atoll/domain/bill/bill';
import { type SlotTypeName, slotTypeNames } from '@atoll/domain/outlet/outlet';

export interface SlotPlace {
  readonly type: SlotTypeName;
  readonly slot: string;
}

/** Returns the path of a slot's bill. */
export function slotPath({ type, slot }: SlotPlace): string {
  return `/billing/new/${type}/${slot}`;
}

/** Returns the path of a bill's checkout. */
export function checkoutPath(bill: Pick<Bill, 'id' | 'key'> | undefined, { type, slot }: SlotPlace): string {
  return `/billing/new/checkout/${slot}/${type}/${bill?.id ?? bill?.key ?? ''}`;
}

/** Returns the slot that a bill's path names, or undefined for any other path. */
export function slotOfPath(path: string): SlotPlace | undefined {
  const [, type = '', slot = ''] = /^\/billing\/new\/([^/?]+)\/([^/?]+)/.exec(path) ?? [];
  return isSlotType(type) && /^[1-9]\d{0,3}$/.test(slot) ? { type, slot } : undefined;
}

/** Returns whether the word is a slot type. */
export function isSlotType(word: string): word is SlotTypeName {
  return (slotTypeNames as readonly string[]).includes(word);
}
