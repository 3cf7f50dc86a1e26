import type { Bill, BillItem, ItemDiscount } from '@atoll/domain/bill/bill';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { formatMoney } from '@atoll/domain/money/money';
import { isQuantityUnusual } from '@atoll/domain/money/quantity';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useApproved } from '../../../approval/use-approved.ts';
import { grossOn } from '../../../bill/item-words.ts';
import { useBills } from '../../../bills/bills.ts';
import type { ItemReduction } from '../../../bills/floor.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { usePlaceChange } from './use-place-change.ts';

/** What the dialog of an item changes. */
export type ItemChange = 'qty' | 'price' | 'discount' | 'comp';

/** The values that are entered for an item. */
export interface ItemValues {
  /** Thousandths. */
  readonly qty: number | null;
  /** Laari. */
  readonly price: number | null;
  readonly kind: ItemDiscount['type'];
  /** Basis points. */
  readonly percent: number | null;
  /** Laari. */
  readonly amount: number | null;
  readonly reason: string;
}

interface LineChangeOptions {
  readonly bill: Bill;
  readonly item: BillItem;
  readonly isUnsaved: boolean;
  readonly onDone: () => void;
}

/** Returns what is entered in the dialog of an item, and the functions that apply it. */
export function useItemChange({ bill, item, isUnsaved, onDone: onClose }: LineChangeOptions) {
  const { t } = useTranslation();
  const [what, setWhat] = useState<ItemChange>(isUnsaved ? 'qty' : 'discount');
  const [values, setValues] = useState<ItemValues>(() => valuesOf(item));
  const [isAsking, setAsking] = useState(false);
  const placing = usePlaceChange({ bill, item, isUnsaved });
  const { run, busy, error, setError } = useApproved();
  const itemKeys = isSetHead(item) ? partsOfSet(bill.items, item.key).map(({ key }) => key) : [item.key];
  const subject = { subjectType: 'Bill', subjectKey: bill.key, itemKeys } as const;
  const reason = values.reason.trim();
  // A saved item gets another course or seat without a discount.
  const isUntouched = what === 'discount' && JSON.stringify(values) === JSON.stringify(valuesOf(item));
  const isPlaceOnly = !isUnsaved && placing.isChanged && isUntouched;
  const onDone = () => {
    placing.apply();
    onClose();
  };

  const reduce = async (change: ItemReduction, permission: 'item.discount' | 'item.comp') => {
    const done = await run({ permission, ...subject, reason: reason || undefined }, (options) =>
      useBills.getState().reduceItem(bill.key, item.key, change, options),
    );
    if (done) onDone();
  };
  const overridePrice = async (price: number) => {
    const { key, menuItemId, size } = item;
    // The item is not on the bill yet: the approver reads what it is and what it will cost.
    const newItems = [{ key, menuItemId, size, qty: item.qty, sellingPrice: price }];
    const done = await run({ permission: 'price.override', ...subject, newItems, reason }, (options) =>
      useBills.getState().setPrice(bill.key, item.key, { price, reason }, options),
    );
    if (done) onDone();
  };
  const qty = (values.qty ?? 0) / 1000;
  const changeQty = () => {
    const changed = useBills.getState().changeQty(bill.key, item.key, qty);
    if (changed.ok) onDone();
    else setError(sentenceText(changed.refusal.message));
  };
  const apply = () => {
    setError(undefined);
    if (isPlaceOnly) return onDone();
    if (what === 'qty') return isQuantityUnusual(qty, item.unit) ? setAsking(true) : changeQty();
    if (reason.length < 3) return setError(t('service.reasonNeeded'));
    if (what === 'comp') return void reduce({ isComp: true, discount: null }, 'item.comp');
    if (what === 'price') {
      if (values.price === null) return setError(t('checkout.amountNeeded'));
      return void overridePrice(values.price);
    }
    const value = discountValue(values);
    const fault = discountFault(values.kind, value, grossOn(bill, item), t);
    if (fault) return setError(fault);
    return void reduce({ discount: { type: values.kind, value, reason } }, 'item.discount');
  };

  const write = (changed: Partial<ItemValues>) => setValues((was) => ({ ...was, ...changed }));
  const choose = (next: ItemChange) => {
    setWhat(next);
    setError(undefined);
  };
  const asked = isAsking ? { qty, onGoOn: changeQty, onClose: () => setAsking(false) } : undefined;
  return { what, choose, values, write, apply, reduce, busy, error, asked, placing, isPlaceOnly };
}

function valuesOf({ qty, sellingPrice, discount }: BillItem): ItemValues {
  return {
    qty: Math.round(qty * 1000),
    price: sellingPrice,
    kind: discount?.type ?? 'Percent',
    percent: discount?.type === 'Percent' ? Math.round(discount.value * 100) : null,
    amount: discount?.type === 'Amount' ? discount.value : null,
    reason: discount?.reason ?? '',
  };
}

/** Returns the value of the discount: percent, or laari. */
const discountValue = ({ kind, percent, amount }: ItemValues): number =>
  kind === 'Percent' ? (percent ?? 0) / 100 : (amount ?? 0);

/** Returns what is wrong with a discount on an item of `gross` laari. */
function discountFault(kind: ItemDiscount['type'], value: number, gross: number, t: TFunction): string | undefined {
  if (kind === 'Percent') return value <= 0 || value > 100 ? t('bill.percentRange') : undefined;
  return value <= 0 || value > gross ? t('bill.discountTooLarge', { amount: formatMoney(gross) }) : undefined;
}
