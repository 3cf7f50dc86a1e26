/** What must be true of set menus on every bill. Source: R21.25–R21.27. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { SetMenu } from './priced-shop.ts';

/** Returns what does not hold as sentences. A refund gives parts back by themselves. */
export function brokenSets(bills: readonly Bill[], { id, price, groups }: SetMenu): string[] {
  // What was swapped stays on the bill where it was when its set moves on, or is divided.
  const isSwapped = bills.some(({ items }) => items.some(({ parentKey, isVoid }) => parentKey !== undefined && isVoid));
  return bills
    .filter(({ refundOfId }) => refundOfId === null)
    .flatMap((bill) => brokenOn(bill, { id, price, groups, isSwapped }));
}

/** A set menu, and whether a part of any was swapped. */
type Sold = SetMenu & { readonly isSwapped: boolean };

function brokenOn({ number, items }: Bill, { id, ...sold }: Sold): string[] {
  const live = items.filter(({ isVoid }) => !isVoid);
  const heads = live.filter(({ menuItemId }) => menuItemId === id);
  const keys = new Set(heads.map(({ key }) => key));
  const lone = live.filter(({ parentKey }) => parentKey !== undefined && !keys.has(parentKey));
  return [
    ...lone.map(({ name }) => `a set: ${name} of bill ${number} is without its set`),
    ...heads.flatMap((head) =>
      faultsOf(
        head,
        items.filter(({ parentKey }) => parentKey === head.key),
        sold,
      ).map((words) => `a set of bill ${number} ${words}`),
    ),
  ];
}

function faultsOf(head: BillItem, all: readonly BillItem[], sold: Omit<Sold, 'id'>): string[] {
  const { price, groups, isSwapped } = sold;
  const parts = all.filter(({ isVoid }) => !isVoid);
  const perGroup = groups.map(({ id }) => parts.filter(({ choiceGroupId }) => choiceGroupId === id));
  const paid = parts.reduce((sum, part) => sum + part.sellingPrice - (part.extraPrice ?? 0), 0);
  const extras = new Map(groups.flatMap((group) => group.choices.map((one) => [one.menuItemId, one.extraPrice])));
  return [
    ...(head.sellingPrice === 0 && head.setPrice === price ? [] : ['has another price']),
    ...(perGroup.every((own, place) => own.length === groups[place]?.choose) && parts.length === perGroup.flat().length
      ? []
      : [`has ${parts.length} parts`]),
    ...(parts.every(({ qty }) => qty === head.qty) ? [] : ['has parts of another quantity']),
    ...(paid === price ? [] : [`costs ${paid} instead of ${price}`]),
    ...(parts.every((part) => (part.extraPrice ?? 0) === extras.get(part.menuItemId)) ? [] : ['has another extra']),
    ...(all.length > parts.length || isFair(parts, sold, isSwapped)
      ? []
      : ['is divided over its parts by something else than their prices']),
  ];
}

/** Each part bears the price by what it costs by itself, within a laari; one that was swapped by what the part before it costs. */
function isFair(parts: readonly BillItem[], { price, groups }: Omit<Sold, 'id'>, isSwapped: boolean): boolean {
  const pricesOf = ({ menuItemId, choiceGroupId }: BillItem): readonly number[] =>
    groups
      .filter(({ id }) => id === choiceGroupId)
      .flatMap(({ choices }) => choices.filter((one) => isSwapped || one.menuItemId === menuItemId))
      .map(({ listPrice }) => listPrice);
  const chosen = parts.reduce<readonly (readonly number[])[]>(
    (all, part) => all.flatMap((lists) => pricesOf(part).map((list) => [...lists, list])),
    [[]],
  );
  return chosen.some((lists) => {
    const sum = lists.reduce((all, list) => all + list, 0);
    return parts.every((part, place) => {
      const share = part.sellingPrice - (part.extraPrice ?? 0);
      return Math.abs(share - (price * (lists[place] ?? 0)) / sum) < 1;
    });
  });
}
