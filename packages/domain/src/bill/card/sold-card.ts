/** Gift cards as lines of a bill. Source: R22.2, docs/rules.md#wallets. */
import type { Bill, BillItem } from '../bill.ts';

/** The name of a line that sells a gift card. */
const cardName = 'Gift card';

/** Returns whether a line sells a gift card, which is not revenue. */
export const isCardLine = ({ card }: Pick<BillItem, 'card'>): boolean => card !== undefined;

/** Returns the gift cards that a bill sells. */
export const soldCards = ({ items }: Pick<Bill, 'items'>): readonly BillItem[] =>
  items.filter((item) => item.card !== undefined && !item.isVoid);

/** Returns what is to pay for a bill, laari: its total and the gift cards that it sells. Without rounding and tip. */
export const toPay = ({ total, cardsSold = 0 }: Pick<Bill, 'total' | 'cardsSold'>): number => total + cardsSold;

interface LineStart {
  readonly key: string;
  readonly amount: number;
  readonly index: number;
  readonly now: string;
  readonly user: { readonly id: number; readonly name: string } | null;
}

/** Returns a line that sells a gift card of an amount, laari. `now` is an ISO instant. */
export const cardLine = ({
  card,
  ...start
}: LineStart & { readonly card: NonNullable<BillItem['card']> }): BillItem => ({
  ...lineBesideMenu({ ...start, name: cardName }),
  card,
});

/** Returns a line that no menu has, without GST and service charge, and that no kitchen makes. `amount` in laari, `now` is an ISO instant. */
export function lineBesideMenu({
  key,
  name,
  amount,
  index,
  now,
  user,
}: LineStart & { readonly name: string }): BillItem {
  return {
    id: null,
    key,
    index,
    menuItemId: 0,
    menuItem: null,
    name,
    size: '',
    sellingPrice: amount,
    qty: 1,
    notes: [],
    printable: false,
    isVoid: false,
    voidReason: null,
    voidedBy: null,
    voidedAt: null,
    approvalKey: null,
    sentQty: 0,
    ticketIds: [],
    modifiers: [],
    discount: null,
    isComp: false,
    // A till of an earlier release counts a card as an item, and asks for the right amount.
    gstMode: 'Exempt',
    gstPct: 0,
    serviceChargeable: false,
    taxAmount: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: user?.id ?? null,
    createdByName: user?.name ?? '',
    modifiedBy: user?.id ?? null,
  };
}
