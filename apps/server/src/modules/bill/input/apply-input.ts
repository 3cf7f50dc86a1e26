/** Merges the bill that a device sends into the stored one, and checks the permissions for it. Source: docs/rules.md#merge-items, docs/rules.md#permissions. */
import { offlineApprovalOf } from '@atoll/domain/access/offline-approval';
import type { Bill, BillCustomer, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { allowShare, grownDiscount, seeDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { discountShare, shareOf } from '@atoll/domain/bill/discount/discount-share';
import { billTooLarge, billTooLong, nextIndex } from '@atoll/domain/bill/items';
import { type MergedInput, mergeInput } from '@atoll/domain/bill/merge/merge-input';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { grossAmount, lineAmount } from '@atoll/domain/bill/totals';
import type { BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import { settingOf } from '@atoll/domain/outlet/settings';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { type Need, newItemOf, type UsedApprovals } from '../../approval/service.ts';
import { sectionIdOf } from '../../floor/service.ts';
import { rulesOfVersions } from '../../price/service.ts';
import type { StoredBill } from '../read/load.ts';
import { usedUpPromotions } from '../record/promotion-uses.ts';
import type { BillActor } from './actor.ts';
import { provedCoupons } from './coupons.ts';
import { instant } from './device-time.ts';
import { isShareKept } from './ended-sets.ts';
import { deviceTimes } from './late.ts';
import { checkLowering, type LoweringNote, needForGrown, tellGrown, tellUnproven } from './lowering.ts';
import { isReason, voidedKeys } from './moved-items.ts';
import { newLine } from './new-line.ts';
import { tapTimes } from './offered.ts';
import type { OutletTerms } from './outlet-terms.ts';
import { hasApplied, promoteBill } from './promotions.ts';
import { recordedBirthday, sentCustomer } from './sent-customer.ts';
import { type SentItem, timesUpToNow } from './sent-times.ts';
import { changesParts, setItems, withVoidedParts } from './set-menu.ts';
import { withStarted } from './started.ts';

const hourMs = 3_600_000;

/** The bill that a device sends; any field may be missing. */
export type SentBill = { [K in keyof BillInput]?: BillInput[K] | undefined };

interface Applying {
  readonly tx: OutletTx;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
  /** Adds what follows from the changes: the delivery fee, late changes of pieces. */
  readonly finish?: (bill: Bill) => Bill;
  /** The bill is paid: its discount is checked once more. A payment that was taken without the server is not asked for again. */
  readonly payment?: { readonly wasTaken: boolean };
}

export interface AppliedInput extends MergedInput {
  /** Key of the approval that allowed the change. */
  readonly approval: string | null;
  /** The bill before `finish`. */
  readonly sent: Bill;
  /** How far it fell below what was printed; null when it did not. */
  readonly lowering: LoweringNote | null;
}

/** Returns the bill with the request merged in and its new items numbered. Throws the refusal when the person may not do a part of it. */
export async function applyInput(
  { bill: known, printJobs, movedKeys }: StoredBill,
  input: SentBill,
  { tx, actor, terms, finish = (bill) => bill, payment }: Applying,
): Promise<AppliedInput> {
  const sentItems = input.items?.map((item) => ({ ...timesUpToNow(item, tx.now), ...keysOf(item) }));
  const items = sentItems && withVoidedParts(known, sentItems);
  const customer = await sentCustomer(tx, input);
  const stored = await withStarted(tx, terms, known, voidedKeys(items ?? []));
  const added = addedTo(stored, items);
  const { read: readTime, isLate } = await deviceTimes(tx, actor, timesOf(added, input, terms));
  const readTap = tapTimes(stored, { userId: actor.userId, isLate, now: tx.now });
  const rules = await rulesOfVersions(tx, terms.prices, versionsOf(added, input, terms));
  const making = {
    bill: stored,
    actor,
    terms,
    readTime,
    readTap,
    rules,
    now: tx.now,
    groupId: groupOf(stored, input, customer),
    windowMs: settingOf(terms.settings, 'PriceWindowHours') * hourMs,
    isPaid: payment?.wasTaken ?? false,
    sectionId: await sectionForStations(tx, stored, terms),
  };
  const makeItem = itemMaker({ ...making, movedKeys }, items ?? [], sentItems ?? []);
  const wasTaken = isLate(input.modifiedAt) || payment?.wasTaken === true;
  const proved = await provedCoupons(tx, stored, input.coupons, { terms, wasTaken, customer });
  const joined = mergeInput(
    stored,
    { ...input, items, coupons: proved.coupons, ...keptCustomer(input, customer) },
    {
      now: instant(tx.now),
      userId: actor.userId,
      customer,
      printCounted: input.printJobKey !== undefined && printJobs.includes(input.printJobKey),
      totalsFollow: hasApplied(input),
      makeItem,
    },
  );
  const sent = {
    ...making,
    usedUp: proved.overUsed.union(await usedUpPromotions(tx, terms.prices, joined.bill)),
    birthday: await recordedBirthday(tx, terms, joined.bill),
    stored,
    input,
    items: items ?? [],
    wasAway: isLate,
    isLate: isLate(input.modifiedAt),
  };
  const { bill: promoted, declined } = promoteBill(joined, sent);
  const merged = withPromotions(joined, promoted, stored, { now: instant(tx.now), userId: actor.userId });
  checkMerged(stored, merged, terms, wasTaken);
  const finished = finish(merged.bill);
  const allowed = isDiscountSet(merged) ? allowShare(finished) : finished;
  const discounted = payment ? seeDiscount(allowed) : allowed;
  if (payment?.wasTaken) await tellTaken(tx, actor, stored, allowed);
  const kept = await isShareKept(tx, stored, merged.voidedKeys, terms);
  const needs = [...needsToDecline(stored, declined), ...needsOf(stored, merged, terms, kept)];
  if (payment === undefined) needs.push(...needForTab(stored, merged));
  if (isAskedFor(payment, actor)) needs.push(...needForGrown(allowed));
  const isWhole = merged.insertedKeys.length === 0 && toPay(stored) <= (stored.printed?.allowed ?? 0);
  const checked = await checkLowering(tx, actor, [discounted], { needs, work: input, isWhole });
  const [bill = discounted] = checked.bills;
  const given = withApprovers(checked.approvers, { ...merged, bill });
  return {
    ...merged,
    conflicts: [...merged.conflicts, ...proved.conflicts],
    bill: numberLines(tx, checked.approval === null ? given : approvedBy(checked.approval, { ...merged, bill: given })),
    isChanged: merged.isChanged || finished !== merged.bill,
    approval: checked.approval,
    sent: merged.bill,
    lowering: checked.notes[0] ?? null,
  };
}

type MakingItems = Omit<Parameters<typeof newLine>[1], 'index' | 'field'> & { readonly movedKeys: readonly string[] };

/** Returns the function that makes new items, those of set menus together; null for one that moved to another bill. */
function itemMaker(making: MakingItems, items: readonly SentItem[], sent: readonly SentItem[]) {
  const { bill, terms, movedKeys } = making;
  const places = new Map(sent.map(({ key }, place) => [key, place]));
  let index = nextIndex(bill) - 1;
  const make = (item: SentItem): BillItem => {
    index += 1;
    const line = newLine(item, { ...making, index, field: `items.${places.get(item.key) ?? 0}` });
    checkSize(bill, { total: 0 }, [line]);
    return line;
  };
  const here = items.filter(({ key }) => !movedKeys.includes(key));
  const sets = setItems(bill, here, { ...making, catalogue: terms.catalogue, prices: terms.prices, make });
  return (item: SentItem): BillItem | null =>
    movedKeys.includes(item.key) ? null : (sets.get(item.key) ?? make(item));
}

/** Returns the id of the customer that a request names, or of the one into whom that customer was merged. */
const keptCustomer = ({ customerId }: SentBill, customer: BillCustomer | null): Pick<SentBill, 'customerId'> =>
  customerId ? { customerId: customer?.id ?? customerId } : {};

/** Returns the keys of an item and of its set menu as they are stored. */
const keysOf = ({ key, parentKey }: BillItemInput): Pick<BillItemInput, 'key' | 'parentKey'> => ({
  key: key.toLowerCase(),
  ...(parentKey && { parentKey: parentKey.toLowerCase() }),
});
/** Returns the permissions to take promotions off. */
const needsToDecline = ({ key }: Bill, declined: readonly number[]): Need[] =>
  declined.map(() => ({ permission: 'promotion.remove', subjectKey: key }));

/** Returns the items of a request that the bill does not have. */
function addedTo({ items }: Bill, sent: readonly BillItemInput[] = []): readonly BillItemInput[] {
  const known = new Set(items.map(({ key }) => key));
  return sent.filter(({ key }) => !known.has(key));
}

/** Returns the section of a bill where a station asks for it, otherwise 0. */
const sectionForStations = async (tx: OutletTx, bill: Bill, { stations }: OutletTerms): Promise<number> =>
  stations.some(({ sectionIds }) => sectionIds) ? sectionIdOf(tx, bill) : 0;

/** Returns whether somebody is asked for what a payment needs: by the server now, or by the till that took it without the server. */
const isAskedFor = (payment: Applying['payment'], { approvalKey }: BillActor): boolean =>
  payment !== undefined && (!payment.wasTaken || offlineApprovalOf(approvalKey) !== null);

/** Tells of a payment that was taken without the server what nobody was asked for. */
async function tellTaken(tx: OutletTx, actor: BillActor, stored: Bill, paid: Bill): Promise<void> {
  if (!isAskedFor({ wasTaken: true }, actor) && grownDiscount(paid) !== null) await tellGrown(tx, actor, paid);
  const names = unprovenIn(stored, paid);
  if (names.length > 0) await tellUnproven(tx, actor, paid, names);
}

/** Returns the names of the items and promotions that came to a bill at a price that no rules give. */
function unprovenIn(stored: Bill, { items, applied = [] }: Bill): string[] {
  const known = new Set([...stored.items, ...(stored.applied ?? [])].map(({ key }) => key));
  const priced = items.filter(({ key, priceFlag }) => priceFlag === 'Unproven' && !known.has(key));
  const given = applied.filter(({ key, flag }) => flag === 'Unproven' && !known.has(key));
  return [...new Set([...priced.map(({ name }) => name), ...given.map(({ words }) => words)])];
}

/** Returns the times of a device that a request is read by. */
function timesOf(added: readonly BillItemInput[], input: SentBill, { prices }: OutletTerms): (string | undefined)[] {
  const times = added.flatMap(({ createdAt, modifiedAt }) => [createdAt, modifiedAt]);
  if (!prices.promotions && !input.applied) return times;
  return [...times, input.modifiedAt, ...(input.applied ?? []).map(({ at }) => at)];
}

/** Throws the refusal of a bill that a request makes too large or too long, or may not change, or of a void or a discount without a reason. */
function checkMerged(stored: Bill, merged: MergedInput, terms: OutletTerms, wasTaken: boolean): void {
  if (toPay(merged.bill) > toPay(stored)) checkSize(stored, merged.bill);
  const tooLong = billTooLong(merged.bill, stored);
  if (tooLong) throw new Refused({ ...tooLong, extra: { bill: stored } });
  if (merged.refused !== null) throw refused(merged.refused, { extra: { bill: stored } });
  if (changesParts(merged.bill, merged)) throw refused('setPart', { extra: { bill: stored } });
  checkReasons(merged, terms);
  if (!wasTaken) checkDiscountReasons(merged, terms);
}

/** Returns the merge with the promotions of the bill. What changes them alone is a change too. */
function withPromotions(
  merged: MergedInput,
  bill: Bill,
  stored: Bill,
  { now, userId }: { readonly now: string; readonly userId: number },
): MergedInput {
  if (bill === merged.bill) return merged;
  const stamp = { version: stored.version + 1, modifiedAt: now, modifiedBy: userId, lastSavedAt: now };
  return { ...merged, bill: merged.isChanged ? bill : { ...bill, ...stamp }, isChanged: true };
}

/** How many versions of the price rules one request may name; no till has items of more. */
const maxVersions = 20;

/** Returns the versions of the price rules by which a till priced its items and gave promotions. */
function versionsOf(
  items: readonly BillItemInput[],
  { applied = [] }: SentBill,
  { prices }: OutletTerms,
): readonly number[] {
  if (prices.version === 0) return [];
  const versions = [...items.map(({ rulesVersion = 0 }) => rulesVersion), ...applied.map(({ version }) => version)];
  return [...new Set(versions)].slice(0, maxVersions);
}

/** Returns the group of the customer for whom the items are; 0 for none. */
function groupOf(stored: Bill, input: SentBill, customer: BillCustomer | null): number {
  const isNamed = customer !== null || (input.customerId === 0 && input.changed?.includes('customerId'));
  return (isNamed ? customer : stored.customer)?.groupId ?? 0;
}

/** Throws the refusal of a bill, or of an item, that is too large (R35.92). */
function checkSize(stored: Bill, bill: Pick<Bill, 'total' | 'cardsSold'>, lines: readonly BillItem[] = []): void {
  const tooLarge = billTooLarge(bill, lines);
  if (tooLarge) throw new Refused({ ...tooLarge, extra: { bill: stored } });
}

/** Throws 'reasonMissing' when a saved item is voided without a reason and the outlet requires one. */
function checkReasons({ bill, voidedKeys }: MergedInput, { settings }: OutletTerms): void {
  if (voidedKeys.length === 0 || !settingOf(settings, 'RequireVoidReason')) return;
  const voided = new Set(voidedKeys);
  if (bill.items.some(({ key, voidReason }) => voided.has(key) && !isReason(voidReason)))
    throw refused('reasonMissing', { errors: { reason: 'Reason is required' }, extra: { bill } });
}

/** Throws 'reasonMissing' when a discount is given without a reason and the outlet requires one. What was given without the server counts. */
function checkDiscountReasons(merged: MergedInput, { settings }: OutletTerms): void {
  if (!settingOf(settings, 'RequireDiscountReason')) return;
  const { bill, reducedKeys, insertedKeys } = merged;
  const fresh = new Set([...reducedKeys, ...insertedKeys]);
  const isGiven = bill.discountPercentage > 0 || (bill.discountAmount ?? 0) > 0;
  const lacks = isDiscountSet(merged) && isGiven && !isReason(bill.discountReason ?? '');
  if (lacks || bill.items.some(({ key, discount }) => fresh.has(key) && discount && !isReason(discount.reason)))
    throw refused('reasonMissing', { errors: { reason: 'Reason is required' }, extra: { bill } });
}

/** Returns the permissions that the changes of this request need. `isFinal`: other items keep what they have because of what is voided, so it asks as if it was sent. */
function needsOf(stored: Bill, merged: MergedInput, { catalogue }: OutletTerms, isFinal: boolean): Need[] {
  const subjectKey = stored.key;
  const before = new Map(stored.items.map((item) => [item.key, item]));
  const after = new Map(merged.bill.items.map((item) => [item.key, item]));
  const needs: Need[] = [];
  const reduced = (item: BillItem | undefined, was: BillItem | undefined): void => {
    if (item === undefined) return;
    const about = {
      subjectKey,
      itemKeys: [item.key],
      ...(was === undefined && { newItems: [newItemOf(item, item.modifiers)] }),
    };
    if (item.isComp !== (was?.isComp ?? false)) needs.push({ permission: 'item.comp', ...about });
    if (item.discount !== (was?.discount ?? null)) {
      const amount = percentOff(item);
      needs.push({ permission: 'item.discount', ...about, amount });
      const max = catalogue.get(item.menuItemId)?.menuItem.maxDiscountPct;
      if (max !== undefined && amount > max) needs.push({ permission: 'price.override', ...about });
    }
  };
  const voided = (key: string): void => {
    const isSent = (before.get(key)?.sentQty ?? 0) > 0 || (after.get(key)?.sentQty ?? 0) > 0 || isFinal;
    needs.push({ permission: isSent ? 'item.void.sent' : 'item.void.unsent', subjectKey, itemKeys: [key] });
  };
  merged.voidedKeys.forEach(voided);
  for (const key of merged.reducedKeys) reduced(after.get(key), before.get(key));
  for (const key of merged.insertedKeys) {
    reduced(after.get(key), undefined);
    // What takes the place of a part of a void set is void with it.
    if (after.get(key)?.isVoid && !before.get(after.get(key)?.parentKey ?? '')?.isVoid) voided(key);
    const priced = after.get(key);
    if (priced?.card)
      needs.push({ permission: 'wallet.issue', subjectKey, itemKeys: [key], amount: priced.sellingPrice });
    if (priced?.priceReason)
      needs.push({ permission: 'price.override', subjectKey, itemKeys: [key], newItems: [newItemOf(priced)] });
    if (priced?.isOffHours)
      needs.push({ permission: 'menu.offHours', subjectKey, itemKeys: [key], newItems: [newItemOf(priced)] });
  }
  if (isDiscountSet(merged))
    needs.push({
      permission: 'bill.discount',
      subjectKey,
      amount: discountShare(merged.bill),
      total: totalBefore(stored, merged.bill),
    });
  return needs;
}

/** Returns the permission for items beyond the limit of a tab, and for a limit that is raised or taken away (R22.16). */
function needForTab(stored: Bill, { bill, insertedKeys, changedFields }: MergedInput): Need[] {
  const limit = stored.tabLimit ?? bill.tabLimit ?? null;
  if (limit === null) return [];
  const isRaised = changedFields.includes('tabLimit') && (bill.tabLimit ?? Number.POSITIVE_INFINITY) > limit;
  const isBeyond = insertedKeys.length > 0 && toPay(bill) > limit;
  return isRaised || isBeyond
    ? [{ permission: 'payment.credit', subjectKey: stored.key, amount: Math.max(toPay(bill), bill.tabLimit ?? 0) }]
    : [];
}

/** Returns the total of the bill without the change of its discount: its approver saw at least that, because the same percentage takes off more of more. */
function totalBefore({ discountPercentage, discountAmount }: Bill, bill: Bill): number {
  return applyTotals({ ...bill, discountPercentage, discountAmount }).total;
}

const isDiscountSet = ({ changedFields }: MergedInput): boolean =>
  changedFields.some((field) => field === 'discountPercentage' || field === 'discountAmount');

/** Returns the percentage that an item's discount takes off. */
function percentOff(item: BillItem): number {
  const gross = grossAmount(item);
  return shareOf(gross - lineAmount(item), gross);
}

/** Returns the bill with the approval recorded on it and on items that were voided, reduced or have a price override. */
function approvedBy(approvalKey: string, merged: MergedInput): Bill {
  const { bill, voidedKeys, reducedKeys, insertedKeys } = merged;
  const priced = bill.items.filter((item) => (item.priceReason || item.isOffHours) && insertedKeys.includes(item.key));
  const keys = new Set([...voidedKeys, ...reducedKeys, ...priced.map((item) => item.key)]);
  return {
    ...bill,
    approved: [...bill.approved, approvalKey],
    items: bill.items.map((item) => (keys.has(item.key) ? { ...item, approvalKey } : item)),
  };
}

/** Returns the bill with the approvers of what this request gave away. */
function withApprovers(approvers: UsedApprovals['approvers'], merged: MergedInput): Bill {
  const { bill } = merged;
  if (approvers.size === 0) return bill;
  const given = new Set([...merged.reducedKeys, ...merged.insertedKeys]);
  const ofBill = isDiscountSet(merged) ? approvers.get('bill.discount') : undefined;
  return {
    ...bill,
    ...(bill.discountBy && ofBill !== undefined && { discountBy: { ...bill.discountBy, approver: ofBill } }),
    items: bill.items.map((item) => {
      const approver = approvers.get(item.isComp ? 'item.comp' : 'item.discount');
      if (!given.has(item.key) || item.givenBy === undefined || approver === undefined) return item;
      return { ...item, givenBy: { ...item.givenBy, approver } };
    }),
  };
}

/** Returns the bill with an id for each item that has none. */
export function numberLines(tx: OutletTx, bill: Bill): Bill {
  if (bill.items.every((item) => item.id !== null)) return bill;
  const items = bill.items.map((item) => {
    if (item.id !== null) return item;
    tx.head.itemId += 1;
    return { ...item, id: tx.head.itemId };
  });
  return { ...bill, items };
}
