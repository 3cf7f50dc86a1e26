/** What the paper of a bill has of its items, promotions and gift cards. Source: docs/rules.md#print-body. */
import type { Bill, BillItem } from '../../bill/bill.ts';
import { soldCards } from '../../bill/card/sold-card.ts';
import { liveItems } from '../../bill/items.ts';
import { inSetOrder } from '../../bill/set-menu/set-menu.ts';
import { billTotals } from '../../bill/totals.ts';
import type { PrintBody, PrintLineBody } from './print.ts';

/** Returns the items that are printed, in their order: neither void ones nor gift cards. */
export const printedItems = (bill: Bill): BillItem[] => inSetOrder(liveItems(bill).filter((item) => !item.card));

/** Returns the items at their price before promotions, a line for each of these, and the gift cards and deposits. */
export function printedFigures(
  bill: Bill,
  items: readonly PrintLineBody[],
): Pick<PrintBody['bill'], 'items' | 'promotions' | 'cards'> {
  const cards = soldCards(bill).map(({ card, sellingPrice }) => ({
    last4: card?.last4 ?? '',
    amount: sellingPrice,
    kind: card?.kind,
  }));
  if (!bill.promotion || bill.refundOfId !== null) return { items, cards };
  const { lines, promotions } = billTotals(bill);
  const amounts = new Map(lines.map(({ key, amount, promotion }) => [key, amount + promotion]));
  return {
    items: items.map((item) => {
      const amount = amounts.get(item.key ?? '');
      return amount === undefined ? item : { ...item, amount };
    }),
    promotions: promotions.map(({ words, amount }) => ({ words, amount })),
    cards,
  };
}
