/** What people do with set menus: swap a part of one. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { save } from '../acknowledged.ts';
import { type Action, atBill } from '../steps.ts';
import { chosenParts, partOf, soldAt } from './set-parts.ts';

const isSavedPart = ({ isVoid, parentKey, id }: BillItem): boolean => !isVoid && parentKey !== undefined && id !== null;

/** Puts another choice in the place of a saved part of a set. */
const swap = atBill(async (till, bill, { chance, acknowledged }) => {
  const parts = bill.items.filter(isSavedPart);
  if (parts.length === 0) return;
  const part = chance.oneOf(parts);
  const group = till.app.getState().prices.choices?.find(({ id }) => id === part.choiceGroupId);
  const others = group?.choices.filter(({ menuItemId }) => menuItemId !== part.menuItemId) ?? [];
  if (!group || others.length === 0) return;
  const choice = partOf(till, group, chance.oneOf(others));
  if (!choice) return;
  const swapped = await till.bills.getState().swapPart(bill.key, part.key, { choice, reason: 'Guest asked' });
  if (!swapped.ok) return;
  if (!swapped.value.pending) acknowledged.voided.add(part.key);
  await till.printCancellations(swapped.value);
});

/** Guests order sets and pay apart. */
const splitSets = atBill(async (till, bill, simulation) => {
  const menuItem = soldAt(till).find(({ id }) => id === simulation.setup.priced?.set.id);
  const parts = menuItem && chosenParts(till, menuItem, simulation.chance);
  if (!menuItem || !parts) return;
  const added = till.bills.getState().addItem(bill.key, { menuItem, qty: 2, parts });
  if (!added.ok) return;
  await save(simulation.acknowledged, till, bill.key);
  await till.bills.getState().split(bill.key, { parts: 2 });
});

export const setActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [5, 'swap a part of a set', swap],
  [4, 'order sets and split the bill', splitSets],
];
