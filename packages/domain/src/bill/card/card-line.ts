/** Lines that no menu has: gift cards, deposits, and what is paid ahead. Source: R22.2, R22.13, R22.14, docs/rules.md#wallets. */
import type { BillItem, SoldCard } from '../bill.ts';

/** Returns the name of a line that sells a gift card, or takes a deposit: 'Deposit, crate'. */
const cardName = ({ kind, note }: SoldCard): string =>
  kind === 'Deposit' ? ['Deposit', note?.trim()].filter(Boolean).join(', ') : 'Gift card';

interface LineStart {
  readonly key: string;
  readonly amount: number;
  readonly index: number;
  readonly now: string;
  readonly user: { readonly id: number; readonly name: string } | null;
}

/** Returns a line that sells a gift card of an amount, laari, or takes a deposit. `now` is an ISO instant. */
export const cardLine = ({ card, ...start }: LineStart & { readonly card: SoldCard }): BillItem => ({
  ...lineBesideMenu({ ...start, name: cardName(card) }),
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
