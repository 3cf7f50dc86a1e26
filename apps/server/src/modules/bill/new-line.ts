/** Making a bill's line of what a device sends: name, price and tax come from the menu, never from the device. */

import { howMay } from '@atoll/domain/access/can';
import type { Bill, BillItem, ItemModifier } from '@atoll/domain/bill/bill';
import { pricedModifiers } from '@atoll/domain/bill/modifiers';
import { newItem } from '@atoll/domain/bill/new-bill';
import type { BillItemInput } from '@atoll/domain/contract/bill';
import type { ModifierGroup } from '@atoll/domain/menu/modifier';
import { findSize } from '@atoll/domain/menu/size';
import { refused } from '../../platform/errors/refused.ts';
import type { BillActor } from './actor.ts';
import type { Catalogue } from './catalogue.ts';
import { deviceTime, instant } from './device-time.ts';
import { priceOf } from './price.ts';

interface Making {
  readonly bill: Bill;
  readonly actor: BillActor;
  readonly catalogue: Catalogue;
  /** Epoch ms of the server. */
  readonly now: number;
  /** Its place on the bill when the device says none. */
  readonly index: number;
  /** Where it stands in the request, for messages at the field. */
  readonly field: string;
}

/** Answers the line, not yet numbered; whether its discount, gift or void is theirs to give is asked by who calls. Refused: 'menuItemUnknown', 'sizeUnknown'. */
export function newLine(input: BillItemInput, { bill, actor, catalogue, now, index, field }: Making): BillItem {
  const entry = catalogue.get(input.menuItemId);
  if (entry === undefined)
    throw refused('menuItemUnknown', { errors: { [`${field}.menuItemId`]: 'This item is not on the menu' } });
  const size = findSize(entry.menuItem, input.size ?? '');
  if (size === undefined)
    throw refused('sizeUnknown', { errors: { [`${field}.size`]: `${entry.menuItem.name} has no such size` } });
  const madeAt = deviceTime(input.createdAt, now);
  const may = howMay(actor, 'price.override');
  // One that says why asks for it: whether it may is decided with the rest of the request.
  const isAsked = input.priceReason !== undefined;
  const mayOverride = may === 'allow' || isAsked;
  const line = newItem({
    key: input.key.toLowerCase(),
    menuItem: entry.menuItem,
    category: entry.category,
    size,
    qty: Math.round(input.qty * 1000) / 1000,
    terms: bill,
    now: instant(madeAt),
    user: { id: actor.userId, name: actor.name },
    index: input.index ?? index,
  });
  const sellingPrice = priceOf(input, entry, size, madeAt, mayOverride);
  const isOther = isAsked && sellingPrice !== size.sellingPrice && !entry.menuItem.openPrice;
  return {
    ...line,
    sellingPrice,
    ...(isOther ? { priceReason: input.priceReason } : {}),
    modifiers: modifiersOf(input, entry.menuItem.modifierGroups ?? [], may === 'allow'),
    discount: input.discount ?? null,
    isComp: input.isComp ?? false,
    notes: input.notes ?? [],
    sentQty: input.sentQty ?? 0,
    ticketIds: input.ticketIds ?? [],
    modifiedAt: instant(deviceTime(input.modifiedAt, now)),
    ...(input.isVoid && {
      isVoid: true,
      voidReason: input.voidReason ?? null,
      voidedBy: actor.userId,
      voidedAt: instant(now),
    }),
  };
}

/** The menu's names and prices; who may set a price may say another one, and name what no list has. */
function modifiersOf(
  { modifiers = [] }: BillItemInput,
  groups: readonly ModifierGroup[],
  mayOverride: boolean,
): readonly ItemModifier[] {
  const known = pricedModifiers(groups, modifiers);
  const ids = new Set(known.map((one) => one.optionId));
  const others = modifiers.filter((one) => !ids.has(one.optionId));
  return [...known, ...others.map((one) => (mayOverride ? one : { ...one, priceDelta: 0 }))];
}
