import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { useConnection } from '../../../api/connection.ts';
import { usePermissionEffect } from '../../../approval/permission-effect.ts';
import { ItemMarks } from '../../../bill/item-marks.tsx';
import { grossOn } from '../../../bill/item-words.ts';
import { PriceSteps } from '../../../bill/price/price-steps.tsx';
import { ReasonFields } from '../../../bill/reason/reason-fields.tsx';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { moneyShape, quantityShape } from '../../../ui/number/number-entry.ts';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { AskQuantity } from '../item/ask-quantity.tsx';
import { findMenuItem } from '../item/menu-item.ts';
import { CourseChoice } from './course-choice.tsx';
import { DiscountFields } from './discount-fields.tsx';
import { SeatChoice } from './seat-choice.tsx';
import { type ItemChange, type ItemValues, useItemChange } from './use-item-change.ts';
import { coursedItem } from './use-place-change.ts';

interface ItemDialogProps {
  readonly bill: Bill;
  readonly item: BillItem;
  /** The item is not saved yet, so its quantity can still be typed. */
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

/**
 * Edits one bill item: quantity and price while it is unsaved, a discount, or complimentary. Asks for a reason, and for
 * an approval where needed.
 */
export function ItemDialog({ bill, item: asked, isUnsaved, onClose }: ItemDialogProps) {
  const item = reducedHead(bill, asked);
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const change = useItemChange({ bill, item, isUnsaved, onDone: onClose });
  const { what, values, write, busy, error, placing } = change;
  const mayPrice = usePermissionEffect('price.override');
  const needsServer = !isOnline && what !== 'qty' && !change.isPlaceOnly && !(what === 'price' && mayPrice === 'allow');
  const title = t('service.lineTitle', { name: item.name });
  const qtyLabel = item.unit ? t('service.weight') : t('service.quantity');
  const menuItem = findMenuItem(
    useApp((state) => state.menus),
    item.menuItemId,
  )?.item;
  return (
    <Modal title={title} onClose={onClose}>
      <DialogForm onSubmit={change.apply}>
        {menuItem && <ItemMarks item={menuItem} />}
        {!isSetHead(item) && <PriceSteps bill={bill} item={item} />}
        <CourseChoice
          {...{ bill, isUnsaved }}
          item={coursedItem(bill, item)}
          value={placing.place.courseNo}
          onChange={(courseNo) => placing.choose({ courseNo })}
        />
        <SeatChoice {...{ bill, item }} value={placing.place.seat} onChange={(seat) => placing.choose({ seat })} />
        <Segmented
          label={title}
          value={what}
          items={[
            ...(isUnsaved ? [{ value: 'qty' as const, label: qtyLabel }] : []),
            ...(isUnsaved && mayPrice !== 'deny' && !isSetHead(item)
              ? [{ value: 'price' as const, label: t('floor.price') }]
              : []),
            { value: 'discount' as const, label: t('service.lineDiscount') },
            { value: 'comp' as const, label: t('service.complimentary') },
          ]}
          onChange={change.choose}
        />
        <ValueFields
          {...{ what, values, item, qtyLabel }}
          gross={grossOn(bill, item)}
          maxDiscount={menuItem?.maxDiscountPct}
          onChange={write}
        />
        {what !== 'qty' && (
          <ReasonFields action={reasonAction[what]} reason={values.reason} onReason={(reason) => write({ reason })} />
        )}
        {error && <Alert>{error}</Alert>}
        {needsServer && <Hint>{t('bill.needsServer')}</Hint>}
        <Actions>
          <UndoReduction what={what} item={item} disabled={busy || !isOnline} onReduce={change.reduce} />
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="accent" busy={busy} disabled={needsServer}>
            {t('bill.apply')}
          </Button>
        </Actions>
      </DialogForm>
      {change.asked && <AskQuantity name={item.name} unit={item.unit ?? ''} {...change.asked} />}
    </Modal>
  );
}

/** Returns the head of a set with the discount of its parts, an amount of all of them; another item as it is. */
function reducedHead({ items }: Bill, item: BillItem): BillItem {
  if (!isSetHead(item)) return item;
  const parts = partsOfSet(items, item.key).filter(({ isVoid }) => !isVoid);
  const discounts = parts.flatMap(({ discount }) => discount ?? []);
  const [first] = discounts;
  const value = discounts.reduce((sum, one) => sum + one.value, 0);
  const discount = first?.type === 'Amount' ? { ...first, value } : (first ?? null);
  return { ...item, discount, isComp: parts.length > 0 && parts.every(({ isComp }) => isComp) };
}

interface ValueFieldsProps {
  readonly what: ItemChange;
  readonly values: ItemValues;
  readonly onChange: (changed: Partial<ItemValues>) => void;
  readonly item: BillItem;
  /** 'Quantity', or 'Weight' for an item by weight. */
  readonly qtyLabel: string;
  /** What the item costs before its discount, laari. */
  readonly gross: number;
  /** Percent. */
  readonly maxDiscount: number | undefined;
}

function ValueFields({ what, values, onChange, item, gross, qtyLabel, maxDiscount }: ValueFieldsProps) {
  const { t } = useTranslation();
  switch (what) {
    case 'qty':
      return (
        <AmountField
          key={what}
          label={qtyLabel}
          prefix={item.unit || undefined}
          shape={quantityShape}
          size="l"
          pad
          autoFocus
          value={values.qty}
          onChange={(qty) => onChange({ qty })}
        />
      );
    case 'price':
      return (
        <AmountField
          key={what}
          label={t('floor.price')}
          prefix="MVR"
          shape={moneyShape}
          pad
          value={values.price}
          onChange={(price) => onChange({ price })}
        />
      );
    case 'discount':
      return <DiscountFields values={values} onChange={onChange} gross={gross} max={maxDiscount} />;
    case 'comp':
      return <Hint>{t('service.complimentaryHint')}</Hint>;
  }
}

const reasonAction: Readonly<Record<Exclude<ItemChange, 'qty'>, ActionPermission>> = {
  price: 'price.override',
  discount: 'item.discount',
  comp: 'item.comp',
};

interface UndoReductionProps {
  readonly what: ItemChange;
  readonly item: BillItem;
  readonly disabled: boolean;
  readonly onReduce: ReturnType<typeof useItemChange>['reduce'];
}

/** Offers to take back the discount of the item, or that it is complimentary. */
function UndoReduction({ what, item, disabled, onReduce }: UndoReductionProps) {
  const { t } = useTranslation();
  if (what === 'discount' && item.discount)
    return (
      <Button disabled={disabled} onClick={() => void onReduce({ discount: null }, 'item.discount')}>
        {t('service.noDiscount')}
      </Button>
    );
  if (what === 'comp' && item.isComp)
    return (
      <Button disabled={disabled} onClick={() => void onReduce({ isComp: false }, 'item.comp')}>
        {t('service.notComplimentary')}
      </Button>
    );
  return null;
}
