/** What must be true of set menus on every bill. Source: R21.25–R21.27. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { SetMenu } from './priced-shop.ts';

/** Returns what does not hold as sentences. A refund gives parts back by themselves. */
export function brokenSets(bills: readonly Bill[], { id, price, groups }: SetMenu): string[] {
  return bills.filter(({ refundOfId }) => refundOfId === null).flatMap((bill) => brokenOn(bill, { id, price, groups }));
}

function brokenOn({ number, items }: Bill, { id, price, groups }: SetMenu): string[] {
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
        { price, groups },
      ).map((words) => `a set of bill ${number} ${words}`),
    ),
  ];
}

function faultsOf(head: BillItem, all: readonly BillItem[], { price, groups }: Omit<SetMenu, 'id'>): string[] {
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
    ...(all.length > parts.length ? [] : unfairShares(parts, { price, groups })),
  ];
}

/** Each part that was not swapped bears the price by what it costs by itself, within a laari. */
function unfairShares(parts: readonly BillItem[], { price, groups }: Omit<SetMenu, 'id'>): string[] {
  const lists = new Map(groups.flatMap((group) => group.choices.map((one) => [one.menuItemId, one.listPrice])));
  const listOf = ({ menuItemId }: BillItem): number => lists.get(menuItemId) ?? 0;
  const all = parts.reduce((sum, part) => sum + listOf(part), 0);
  const isFair = (part: BillItem): boolean =>
    Math.abs(part.sellingPrice - (part.extraPrice ?? 0) - (price * listOf(part)) / all) < 1;
  return parts.every(isFair) ? [] : ['is divided over its parts by something else than their prices'];
}
