/** Makes a bill item of what a device sends: name, price and tax come from the menu, never from the device. */

import { permissionEffect } from '@atoll/domain/access/can';
import type { Bill, BillItem, ItemModifier, SoldCard } from '@atoll/domain/bill/bill';
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import { newItem } from '@atoll/domain/bill/new-bill';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { ModifierGroup } from '@atoll/domain/menu/modifier';
import { findSize } from '@atoll/domain/menu/size';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { firstStations, stationFor, stationOfType } from '@atoll/domain/outlet/station';
import { maxCardAmount, minCardAmount } from '@atoll/domain/wallet/wallet';
import { refused } from '../../../platform/errors/refused.ts';
import type { KnownRules } from '../../price/service.ts';
import type { BillActor } from './actor.ts';
import type { CatalogueItem } from './catalogue.ts';
import { instant } from './device-time.ts';
import type { ReadTime } from './late.ts';
import { isOffered, listedIn, type ReadTap } from './offered.ts';
import type { OutletTerms } from './outlet-terms.ts';
import { type ItemPrice, priceOf } from './price.ts';
import type { SentItem } from './sent-times.ts';

interface Making {
  readonly bill: Bill;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
  readonly readTime: ReadTime;
  readonly readTap: ReadTap;
  /** Server time, epoch ms. */
  readonly now: number;
  /** Its position on the bill when the device sends none. */
  readonly index: number;
  /** How long after a change of the menu the price before it still counts, ms. */
  readonly windowMs: number;
  /** The price rules by version. */
  readonly rules: ReadonlyMap<number, KnownRules>;
  /** The group of the bill's customer; 0: none. */
  readonly groupId: number;
  /** The bill was paid without the server. */
  readonly isPaid: boolean;
  /** The section of its slot; 0 without one. */
  readonly sectionId: number;
  /** Its path in the request, for field errors. */
  readonly field: string;
}

/** Returns the item without an id; the caller checks permissions for discount, complimentary and void. Refused: 'menuItemUnknown', 'sizeUnknown'. */
export function newLine(input: SentItem, making: Making): BillItem {
  const { bill, actor, terms, readTime, now, index, field } = making;
  if (input.card) return newCardLine(input, making, input.card);
  const entry = terms.catalogue.get(input.menuItemId);
  if (entry === undefined)
    throw refused('menuItemUnknown', { errors: { [`${field}.menuItemId`]: 'This item is not on the menu' } });
  const size = findSize(entry.menuItem, input.size ?? '');
  if (size === undefined)
    throw refused('sizeUnknown', {
      errors: { [`${field}.size`]: `${entry.menuItem.name} does not have this size. Choose another one` },
    });
  const madeAt = readTime(input.createdAt, now);
  const may = permissionEffect(actor, 'price.override');
  // A price reason requests an override; its permission is checked with the rest of the request.
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
  const price = priceHere(input, entry, size, { ...making, madeAt, mayOverride, isAsked });
  const { sellingPrice } = price;
  const isGiven = (input.discount ?? null) !== null || input.isComp === true;
  const isOther = isAsked && !price.priceRule && sellingPrice !== size.sellingPrice && !entry.menuItem.openPrice;
  return {
    ...line,
    ...price,
    ...(isOther ? { priceReason: input.priceReason } : {}),
    ...offerOf(input, entry, { bill, actor, terms, madeAt }),
    ...(price.priceFlag && { priceFlag: price.priceFlag }),
    modifiers: atStations(modifiersOf(input, entry.menuItem.modifierGroups ?? [], may === 'allow'), input, terms),
    discount: input.discount ?? null,
    isComp: input.isComp ?? false,
    ...(isGiven && { givenBy: { by: actor.userId, approver: null } }),
    notes: input.notes ?? [],
    sentQty: input.sentQty ?? 0,
    ticketIds: input.ticketIds ?? [],
    ...stationField(input, entry, { ...making, madeAt }),
    ...placeFields(input, actor),
    modifiedAt: instant(readTime(input.modifiedAt, now)),
    ...(input.isVoid && {
      isVoid: true,
      voidReason: input.voidReason ?? null,
      voidedBy: actor.userId,
      voidedAt: instant(now),
    }),
  };
}

/** Returns a line that sells a gift card or takes a deposit. Its amount is what the person typed; the caller checks wallet.issue. Refused: 'invalid'. */
function newCardLine(input: SentItem, making: Making, card: SoldCard): BillItem {
  const { actor, terms, readTime, now, index, field } = making;
  const amount = input.sellingPrice ?? 0;
  const range = [minCardAmount, maxCardAmount].map((sum) => formatMoney(laari(sum)));
  const details = !terms.outlet.features.includes('Wallets')
    ? 'Gift cards are switched off'
    : amount < minCardAmount || amount > maxCardAmount || input.qty !== 1
      ? (`A gift card costs ${range[0]} to ${range[1]}` as const)
      : null;
  if (details !== null) throw refused('invalid', { details, errors: { [`${field}.sellingPrice`]: details } });
  const line = cardLine({
    key: input.key.toLowerCase(),
    card,
    amount,
    index: input.index ?? index,
    now: instant(readTime(input.createdAt, now)),
    user: { id: actor.userId, name: actor.name },
  });
  return {
    ...line,
    ...(input.isVoid && {
      isVoid: true,
      voidReason: input.voidReason ?? null,
      voidedBy: actor.userId,
      voidedAt: instant(now),
    }),
  };
}

interface Pricing extends Making {
  readonly madeAt: number;
  readonly mayOverride: boolean;
  readonly isAsked: boolean;
}

/** Returns the price of the item at its tap, with what made it. */
function priceHere(input: BillItemInput, entry: CatalogueItem, size: MenuSize, pricing: Pricing): ItemPrice {
  const { bill, terms, readTap, rules, groupId } = pricing;
  const { timezone, businessDayCutoff: cutoff } = terms.outlet;
  const present = { rules: terms.prices, replacedAt: null };
  return priceOf(input, entry, size, {
    ...pricing,
    moment: { at: readTap(input.createdAt), type: bill.type, groupId, timezone, cutoff },
    // A till without rules sold by the menu alone.
    rules: { now: present, named: rules.get(input.rulesVersion ?? 0) },
    categoryIds: listedIn(entry.categoryIds, terms.menus),
  });
}

/** Returns what an item that no menu offered when it was tapped says about it: who sold it was asked, or it is flagged. Both count. */
function offerOf(
  { isOffHours, modifiers }: BillItemInput,
  { categoryIds, menuItem }: CatalogueItem,
  { bill, actor, terms, madeAt }: Pick<Making, 'bill' | 'actor' | 'terms'> & { readonly madeAt: number },
): Pick<BillItem, 'isOffHours' | 'priceFlag'> {
  const { timezone, businessDayCutoff: cutoff } = terms.outlet;
  // Nothing was tapped before its bill was opened.
  const at = Math.max(madeAt, Date.parse(bill.createdAt));
  if (isOffered(categoryIds, terms.menus, { at, type: bill.type, timezone, cutoff }))
    return choiceOf(modifiers, menuItem);
  if (isOffHours) return { isOffHours: true };
  return permissionEffect(actor, 'menu.offHours') === 'allow' ? {} : { priceFlag: 'NotOffered' };
}

/** Returns the flag of an item without a choice that the menu asks for. It is sold: its till may have an earlier menu. */
function choiceOf(
  modifiers: BillItemInput['modifiers'] = [],
  { modifierGroups = [] }: CatalogueItem['menuItem'],
): Pick<BillItem, 'priceFlag'> {
  return modifierGaps(modifierGroups, modifiers).some(({ missing }) => missing > 0)
    ? { priceFlag: 'ChoiceMissing' }
    : {};
}

/** Returns the modifiers with names and prices of the menu. Who may override prices may change them and add others. */
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

/**
 * Returns the station of an item: the one to which its device sends it, where the outlet knows it; otherwise the one that the rules give. Rules that
 * are newer than the item do not count: its till did not know them. Nothing where the outlet has changed no station.
 */
function stationField(
  { station: sent }: BillItemInput,
  { menuItem, categoryIds }: CatalogueItem,
  { bill, terms, sectionId, madeAt }: Pick<Making, 'bill' | 'terms' | 'sectionId'> & { readonly madeAt: number },
): Pick<BillItem, 'station'> {
  const { stations } = terms;
  const usual = stationOfType(menuItem.type);
  if (stations === firstStations || usual === null || !menuItem.printable) return {};
  if (sent !== undefined && stations.some(({ code, isExpediter }) => code === sent && !isExpediter))
    return { station: sent };
  const code = stationFor(menuItem, categoryIds, { slotType: bill.type, sectionId }, stations);
  const rule = stations.find((one) => one.code === code && !one.isRemoved);
  return { station: code === null || (rule?.since ?? 0) > madeAt ? usual : code };
}

/** Returns the modifiers at the stations to which their device sent them, where the outlet knows those; otherwise as the menu says. */
function atStations(
  modifiers: readonly ItemModifier[],
  { modifiers: sent = [] }: BillItemInput,
  { stations }: OutletTerms,
): readonly ItemModifier[] {
  const makers = new Set(stations.filter(({ isExpediter }) => !isExpediter).map(({ code }) => code));
  return modifiers.map(({ station: menus, ...modifier }) => {
    const own = sent.find(({ optionId }) => optionId === modifier.optionId)?.station;
    const station = own !== undefined && makers.has(own) ? own : menus;
    return { ...modifier, ...(station !== undefined && makers.has(station) && { station }) };
  });
}

/** Returns the course and the seat of an item as the device ordered it, and its firing at the save. */
function placeFields({ courseNo, seat, placedAt, firedAt, firedSent }: SentItem, actor: BillActor): Partial<BillItem> {
  if (!courseNo && !seat) return {};
  return {
    ...(courseNo && { courseNo }),
    ...(seat && { seat }),
    ...(placedAt !== undefined && { placedAt }),
    ...(courseNo && firedAt !== undefined && { firedAt, firedBy: actor.userId, ...(firedSent && { firedSent }) }),
  };
}
