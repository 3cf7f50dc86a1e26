/**
 * The bill, in the one shape that screen, API, server, store, receipt and ticket share.
 * S = written by the server, D = written by the device, L = local to the device. Source: docs/rules.md#bill, docs/rules.md#bill-items, docs/rules.md#payments.
 */
import type { MenuItemType } from '../menu/menu.ts';
import type { GstMode, SlotTypeName } from '../outlet/outlet.ts';
import type { PaymentExchange } from '../payment/exchange.ts';
import type { Payment } from '../payment/payment.ts';
import type { PriceRuleUse } from '../price/rules.ts';
import type { BillAdvance, BillOrder } from './advance/advance.ts';
import type { Applied, DeclinedPromotion } from './applied.ts';
import type { BillDelivery, DeliveryStatus } from './bill-delivery.ts';
import type { PrintedBill } from './printed-bill.ts';
/** In order of progress. When two versions of a bill are merged, the later status counts. */ import type { BillCoupon } from './promotion/coupon.ts';
import type { TaxBuyer, TaxInvoice } from './tax-invoice.ts';

export const billStatuses = ['CheckedIn', 'Saved', 'BillPrinted', 'Complete'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** A modifier chosen for an item; `priceDelta` in laari per unit. D */
export interface ItemModifier {
  readonly optionId: number;
  readonly name: string;
  readonly priceDelta: number;
  /** The code of the station that makes it, when the item was made (R23.19). Absent: that of its item. */
  readonly station?: string | undefined;
}

/** A discount on one item: `value` is a percent, or laari when the type is Amount. D */
export interface ItemDiscount {
  readonly type: 'Percent' | 'Amount';
  readonly value: number;
  readonly reason: string;
}

/**
 * Flags of sold items. NotOffered: no menu offered it then, and nobody was asked (R21.28). ChoiceMissing: it has fewer modifiers than their group asks for,
 * which may cost something. OldRules: its till had rules that were replaced before the tap (R21.23). Unproven: no rules give the price that was paid
 * without the server (R21.24).
 */
export const priceFlags = ['NotOffered', 'ChoiceMissing', 'OldRules', 'Unproven'] as const;
export type PriceFlag = (typeof priceFlags)[number];

/** Who gave a discount or a complimentary item, by user id, and who approved it. `by` is null when that is not known. Source: docs/rules.md#givers. S */
export interface Giver {
  readonly by: number | null;
  readonly approver: number | null;
}

/** What an item of a refund takes of each figure of the paid item: laari, zero or negative. Source: docs/rules.md#refund-parts. */
export interface RefundFigures {
  readonly gross: number;
  readonly amount: number;
  readonly discount: number;
  readonly serviceCharge: number;
  readonly taxAmount: number;
  /** Absent where promotions took nothing off. */
  readonly promotion?: number | undefined;
  /** Absent where nothing was paid ahead. */
  readonly advance?: number | undefined;
}

/** The gift card that a line sells, or the deposit that it takes: it is worth its price once the bill is paid. `hash` stands for its code, which is stored nowhere. */
export interface SoldCard {
  readonly hash: string;
  readonly last4: string;
  /** Absent: a gift card. */
  readonly kind?: 'Deposit' | undefined;
  /** What a deposit is for: 'Crate'. */
  readonly note?: string | undefined;
}

export interface BillItem {
  /** S; an item with an id is saved. */
  readonly id: number | null;
  /** D, UUIDv7: the permanent identity of the item. */
  readonly key: string;
  /** D, order on the bill; ties by key. */
  readonly index: number;
  readonly menuItemId: number;
  readonly menuItem: { readonly id: number; readonly name: string; readonly type: MenuItemType } | null;
  readonly name: string;
  readonly size: string;
  /** S; the menu item had several sizes when it was ordered, so the size is shown. Absent on items of earlier releases. */
  readonly hasSizes?: boolean | undefined;
  /** S (D with price.override or for an open-price item); laari per unit without modifiers. */
  readonly sellingPrice: number;
  /** S; the menu's price of that day when a price list or a person made another of it, laari. Absent: the menu's price counts, or it is an open price. */
  readonly listPrice?: number | undefined;
  /** S; the price list that made the price. Absent: none. */
  readonly priceRule?: PriceRuleUse | undefined;
  /** D; the version of the price rules that the till had at the tap. Absent: it had none. */
  readonly rulesVersion?: number | undefined;
  /** Why the price differs from the menu's; D with price.override or an approval. */
  readonly priceReason?: string | undefined;
  /** S; the greatest percentage that promotions may take off, copied from the menu. Absent: no limit. */
  readonly maxDiscountPct?: number | undefined;
  /** S; flags a price from before a change of the menu: the menu's price when the item arrived, laari. */
  readonly laterPrice?: number | undefined;
  /** The item was sold although no menu offered it then, by somebody who may; D with menu.offHours or an approval. Absent otherwise. */
  readonly isOffHours?: boolean | undefined;
  /** S; what the server could not confirm of a sale that counts all the same. Absent without a flag. */
  readonly priceFlag?: PriceFlag | undefined;
  /** S; of the head of a set menu, which costs nothing itself: the set's price per unit without extras, laari. Absent: it is not a set. */
  readonly setPrice?: number | undefined;
  /** D; of a part of a set menu: the key of its set. */
  readonly parentKey?: string | undefined;
  /** D; of a part: the choice group that it was chosen from. */
  readonly choiceGroupId?: number | undefined;
  /** S; of a part: the menu item and the name of its set. */
  readonly ofSet?: { readonly id: number; readonly name: string } | undefined;
  /** S; of a part: what of its price is on top of the set's, laari. Absent: nothing. */
  readonly extraPrice?: number | undefined;
  /** D; at most 3 decimals. */
  readonly qty: number;
  /** S; the unit of a quantity by weight ('kg'). Absent: the item is counted. */
  readonly unit?: string | undefined;
  readonly notes: readonly string[];
  readonly printable: boolean;
  /** D; the code of the station that makes it, which it got when it was made (R23.18). Absent: that of its type. */
  readonly station?: string | undefined;
  /** D; a line that sells a gift card (R22.2) or takes a refundable deposit (R22.14): no revenue, and without GST. Absent on other items. */
  readonly card?: SoldCard | undefined;
  /** S; what an instalment of an order pays of one rate of GST, which it includes (R22.13). Absent on other items. */
  readonly isAdvance?: boolean | undefined;
  readonly isVoid: boolean;
  readonly voidReason: string | null;
  readonly voidedBy: number | null;
  readonly voidedAt: string | null;
  readonly approvalKey: string | null;
  /** The quantity sent to the kitchen, and the keys of its tickets. D; the greater quantity wins. */
  readonly sentQty: number;
  readonly ticketIds: readonly string[];
  /** D; the course, 1 to 9. Absent or 0: none. */
  readonly courseNo?: number | undefined;
  /** D; the seat that ordered it, 1 to 99. Absent or 0: shared. */
  readonly seat?: number | undefined;
  /** D; when the course or the seat was last changed. Absent: as it was ordered. */
  readonly placedAt?: string | undefined;
  /** D; when its course was fired. Absent: held, or without a course. The first firing stays. */
  readonly firedAt?: string | undefined;
  /** S; what its till sent as `firedAt`, where its clock was not believed: by this the till knows its own firing. */
  readonly firedSent?: string | undefined;
  /** S; who fired it. Null: a payment, without a till that prints it. */
  readonly firedBy?: number | null | undefined;
  readonly modifiers: readonly ItemModifier[];
  readonly discount: ItemDiscount | null;
  readonly isComp: boolean;
  /** S; who gave the discount or made it complimentary. Absent without either, and on items of earlier releases. */
  readonly givenBy?: Giver | undefined;
  /** S, copied when the item is created: later changes of settings or menu do not change the bill. */
  readonly gstMode: GstMode;
  readonly gstPct: number;
  readonly serviceChargeable: boolean;
  /** S; the item's share of the tax, laari. */
  readonly taxAmount: number;
  /** S; only on items of a refund. Absent on refunds of earlier releases. */
  readonly refunded?: RefundFigures | undefined;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly createdBy: number | null;
  readonly createdByName: string;
  readonly modifiedBy: number | null;
}

/** A birthday without its year of birth: 'YYYY-MM-DD' of this year. */
interface CustomerBirthday {
  readonly day: string;
  /** Ids of promotions. */
  readonly used: readonly number[];
}

/** The bill's customer. One that was created offline has a key and no id yet. */
export interface BillCustomer {
  readonly id: number | null;
  readonly key: string;
  readonly name: string;
  readonly phone: string;
  readonly tin: string;
  /** S; what they must not eat, as it is written in their record. */
  readonly allergies?: string | undefined;
  /** S; their group, which may have prices of its own. Absent: none. */
  readonly groupId?: number | undefined;
  /** S; the greater of their discount and their house account's, plain percent. Absent: none. */
  readonly discountPct?: number | undefined;
  /** S; their points and the name of their tier when they were put on the bill. Absent where points are off, on paid bills, and without a tier. */
  readonly points?: number | undefined;
  readonly tier?: string | undefined;
  /** S; their birthday, on days around it on which promotions for it count, and the promotions that they had this year. Absent where no promotion asks for it. */
  readonly birthday?: CustomerBirthday | undefined;
  /** S; who a tax invoice of an open bill would be for. Absent without a TIN, and on bills of earlier releases. */
  readonly buyer?: TaxBuyer | undefined;
}

/** The points of a paid bill: what the customer got and spent on rewards (below 0 for a refund), and their balance after it. */
export interface BillPoints {
  readonly earned: number;
  /** Absent: none. */
  readonly spent?: number | undefined;
  readonly balance: number;
}

/** Points of a paid bill without a customer, which its guest may claim. `url` stands in answers alone. */
export interface BillClaim {
  readonly points: number;
  readonly url?: string | undefined;
}

export interface Bill {
  readonly id: number | null;
  readonly key: string;
  readonly version: number;
  readonly number: number | null;
  readonly invoiceNumber: string | null;
  /** What was asked for at the payment. A paid bill is headed 'Tax Invoice' when it has a `taxInvoice`. */
  readonly invoiceType: 'Receipt' | 'TaxInvoice';
  /** S; absent without one, and in lists. */
  readonly taxInvoice?: TaxInvoice | undefined;
  readonly type: SlotTypeName;
  /** The slot's number as text, '1' and up. */
  readonly slot: string;
  readonly checkNo: number;
  /** Distinguishes the checks of one slot. */
  readonly name: string;
  readonly status: BillStatus | null;
  readonly isVoid: boolean;
  readonly voidReason: string | null;
  readonly isOpen: boolean;
  readonly discountPercentage: number;
  /** Laari; when set it replaces the percentage. Capped at the subtotal. */
  readonly discountAmount: number | null;
  /** Why the discount was given. D; absent without a reason. */
  readonly discountReason?: string | undefined;
  /** S; the percentage of the subtotal up to which the discount was allowed. Absent without a discount, and on bills of earlier releases. */
  readonly discountShare?: number | undefined;
  /** S; laari that a percentage took off when it was last allowed. Absent without a percentage, and on bills of earlier releases. */
  readonly discountSeen?: number | undefined;
  /** S; who gave the discount of the bill. Absent without one, and on bills of earlier releases. */
  readonly discountBy?: Giver | undefined;
  readonly items: readonly BillItem[];
  /** The promotions that the bill got, also those that ended. D; the server proves them. Absent without any. */
  readonly applied?: readonly Applied[] | undefined;
  /** The promotions that a person took off the bill: they do not come back. Absent without any. */
  readonly declined?: readonly DeclinedPromotion[] | undefined;
  /** Its coupons. Absent without any. */
  readonly coupons?: readonly BillCoupon[] | undefined;
  /** 0: none. */
  readonly customerId: number;
  readonly customer: BillCustomer | null;
  readonly covers: number;
  readonly note: string;
  /** D; what the guests of the bill must not eat, as somebody typed it. Absent: nothing was typed. Those of customer and delivery are beside it. */
  readonly allergies?: string | undefined;
  /** D; how much the guests may order before somebody is asked, laari (R22.16). Absent or null: no limit. */
  readonly tabLimit?: number | null | undefined;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly receivedAt: string | null;
  readonly createdBy: number | null;
  readonly createdByName: string;
  /** S; the waiter to whom the bill was handed, and their name. Absent: who checked in serves it. */
  readonly waiterId?: number | undefined;
  readonly waiterName?: string | undefined;
  /** S; slots of its type that belong to it besides its own, in order. Absent: none. A closed bill holds none of them. */
  readonly joinedSlots?: readonly string[] | undefined;
  /** S; true when the reader may not see this bill's items and amounts, which are left out. */
  readonly isMasked?: boolean | undefined;
  readonly modifiedBy: number | null;
  /** S; who changed it last, or took the payment that closed it. Only in the answer of one bill, to other people than them. */
  readonly modifiedByName?: string | undefined;
  readonly completedAt: string | null;
  readonly businessDate: string | null;
  readonly payments: readonly Payment[];
  readonly payment: Payment | null;
  /** S; what promotions took off the items, laari: the subtotal is after it. Absent where they took nothing off. */
  readonly promotion?: number | undefined;
  /** S; the gift cards that the bill sells, laari: to be paid beside the total. Absent without any. */
  readonly cardsSold?: number | undefined;
  /** S; absent where its customer got no points. */
  readonly points?: BillPoints | undefined;
  /** S; absent where it has a customer, or gives no points. */
  readonly claim?: BillClaim | undefined;
  /** S; the instalments of its order that were paid before (R22.13). Absent without any. */
  readonly advances?: readonly BillAdvance[] | undefined;
  /** S; what they take off the total, laari, and the same without the GST that is added to prices. Absent without any. */
  readonly advance?: number | undefined;
  readonly advanceNet?: number | undefined;
  /** S; the order that it was opened from, or is an instalment of. Absent without one. */
  readonly order?: BillOrder | undefined;
  /** S; corrections of the payment method after the bill was paid, oldest first. Rows beside the bill: never stored in it. Absent without any. */
  readonly exchanges?: readonly PaymentExchange[] | undefined;
  readonly subTotal: number;
  readonly discount: number;
  readonly serviceCharge: number;
  readonly gst: number;
  readonly total: number;
  readonly roundingAmount: number;
  readonly tip: number;
  /** Terms copied at check-in (docs/rules.md#terms). Plain percents. */
  readonly serviceChargePct: number;
  readonly gstPct: number;
  readonly gstMode: GstMode;
  readonly gstOnServiceCharge: boolean;
  readonly shiftId: number | null;
  /** Keys of approvals used on this bill. */
  readonly approved: readonly string[];
  readonly meta: readonly { readonly key: string; readonly value: string }[];
  readonly deliveryStatus: DeliveryStatus | null;
  /** S; details of a delivery or a takeaway, null until they are entered. */
  readonly delivery: BillDelivery | null;
  readonly refundOfId: number | null;
  /** S; the printed numbers of the bill that a refund corrects. Absent for other bills and for refunds of earlier releases. */
  readonly refundOf?: { readonly invoiceNumber: string; readonly number: string } | undefined;
  readonly refundState: 'Partial' | 'Full' | null;
  /** How often the bill was printed: the second print is 'Revised' or a copy. */
  readonly printCount: number;
  /** S; absent before the first print, and for prints of earlier releases. */
  readonly printed?: PrintedBill | undefined;
  readonly lastSavedAt: string | null;
  /** For each field of `mergeableFields`, the version that last wrote it (docs/rules.md#merge-fields). S */
  readonly fieldVersions: Readonly<Record<string, number>>;
  /** L */
  readonly lastSyncedAt: string | null;
  /** L: local changes wait for the server. */
  readonly pending: boolean;
}

/** The fields of a bill that a device writes and that merge independently (docs/rules.md#merge-fields). */
export const mergeableFields = [
  'discountPercentage',
  'discountAmount',
  'discountReason',
  'customerId',
  'customer',
  'covers',
  'note',
  'allergies',
  'tabLimit',
  'name',
  'invoiceType',
  'meta',
  'coupons',
] as const;
export type MergeableField = (typeof mergeableFields)[number];
