import { defaultModifiers, modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import { grossAmount } from '@atoll/domain/bill/totals';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { isQuantityUnusual, weighedText, weightUnit } from '@atoll/domain/money/quantity';
import { useState } from 'react';
import { gapText } from '../../../bill/choice/gap-text.ts';
import { OptionGroup } from '../../../bill/choice/option-group.tsx';
import type { ItemChoice } from '../../../bills/order.ts';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { later } from '../../../ui/hook/later.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { quantityShape } from '../../../ui/number/number-entry.ts';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import sizes from './select-size.module.css';

const AskQuantity = later(async () => (await import('./ask-quantity.tsx')).AskQuantity);

interface ItemOptionsProps {
  readonly item: MenuItem;
  /** The size that is chosen already, by its barcode. */
  readonly size?: string | undefined;
  /** The prices that count; absent: the menu's. */
  readonly priceOf?: PriceOf | undefined;
  readonly onAdd: (choice: ItemChoice) => void;
}

/**
 * Asks for what an item needs before it is ordered: modifiers within their limits, size, weight, price. The button of a size, or the only button,
 * shows the resulting amount and adds the item.
 */
export function ItemOptions({ item, size, priceOf, onAdd }: ItemOptionsProps) {
  const { t } = useTranslation();
  const groups = item.modifierGroups ?? [];
  const choice = useItemChoice({ item, size, priceOf, onAdd });
  // The size comes last and adds the item (R2.12), unless a weight or a price is asked for, or a barcode named the size.
  const isBySize = item.sizes.length > 1 && !item.soldByWeight && !item.openPrice && size === undefined;
  if (!choice.size) return null;
  return (
    <>
      <DialogForm onSubmit={() => choice.add()}>
        {item.sizes.length > 1 && !isBySize && (
          <Segmented
            label={t('service.size')}
            value={String(choice.sizeAt)}
            onChange={(next) => choice.setSizeAt(Number(next))}
            items={item.sizes.map((one, place) => ({
              value: String(place),
              label: `${one.value} ${formatAmount(laari(choice.priceOf(one)))}`,
            }))}
          />
        )}
        {groups.map((group) => (
          <OptionGroup key={group.id} group={group} chosen={choice.chosen} onChosen={choice.choose} />
        ))}
        {item.soldByWeight && (
          <AmountField
            label={t('service.weight')}
            prefix={t('service.kilograms')}
            shape={quantityShape}
            size="l"
            pad={!item.openPrice}
            autoFocus
            value={choice.qty}
            onChange={choice.weigh}
          />
        )}
        {choice.weighed && <Hint>{choice.weighed}</Hint>}
        {item.openPrice && (
          <AmountField
            label={t('service.price')}
            prefix="MVR"
            size="l"
            pad={!item.soldByWeight}
            value={choice.price ?? choice.size.sellingPrice}
            onChange={choice.setPrice}
          />
        )}
        {choice.error && <Alert>{choice.error}</Alert>}
        {isBySize ? (
          <div className={sizes.sizes} role="group" aria-label={t('service.size')}>
            {item.sizes.map((one) => (
              <button key={one.value} type="button" className={sizes.size} onClick={() => choice.add(one)}>
                <span>{one.value}</span> <span>{formatMoney(choice.totalOf(one))}</span>
              </button>
            ))}
          </div>
        ) : (
          <Button type="submit" look="main" size="l" block>
            {t('service.addFor', { amount: formatMoney(choice.total) })}
          </Button>
        )}
      </DialogForm>
      {choice.asked && <AskQuantity name={item.name} unit={weightUnit} {...choice.asked} />}
    </>
  );
}

/** Returns what is chosen for an item, the amount of it, and the function that orders it. `size` is missing for an item without sizes. */
function useItemChoice({ item, size: wanted, priceOf, onAdd }: ItemOptionsProps) {
  const { t } = useTranslation();
  const groups = item.modifierGroups ?? [];
  const standard = item.sizes.findIndex((size) => (wanted === undefined ? size.isDefault : size.value === wanted));
  const [sizeAt, setSizeAt] = useState(Math.max(0, standard));
  const [chosen, setChosen] = useState<readonly number[]>(() => defaultModifiers(groups).map((one) => one.optionId));
  const [qty, setQty] = useState<number | null>(item.soldByWeight ? null : 1000);
  const [price, setPrice] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<ItemChoice & { readonly qty: number }>();
  const size = item.sizes[sizeAt];
  const picked = chosen.map((optionId) => ({ optionId }));
  const modifiers = pricedModifiers(groups, picked);
  const listed = (one: MenuSize) => (priceOf && !item.openPrice ? priceOf(item, one) : one).sellingPrice;
  const unitOf = (one: MenuSize | undefined) => (item.openPrice ? price : null) ?? (one ? listed(one) : 0);
  const pricedAt = (one: MenuSize | undefined) => ({ sellingPrice: unitOf(one), qty: (qty ?? 0) / 1000, modifiers });
  const totalOf = (one: MenuSize | undefined) => grossAmount(pricedAt(one));
  const weighed = item.soldByWeight ? weighedText({ ...pricedAt(size), unit: weightUnit }) : '';

  const add = (taken = size) => {
    if (!taken) return undefined;
    const [gap] = modifierGaps(groups, picked);
    if (gap) return setError(gapText(gap, t));
    if (!qty) return setError(t('service.enterWeight'));
    const override = item.openPrice ? { sellingPrice: unitOf(taken) } : {};
    const order = { menuItem: item, size: taken, qty: qty / 1000, modifiers, ...override };
    if (item.soldByWeight && isQuantityUnusual(order.qty, weightUnit)) return setQuestion(order);
    return onAdd(order);
  };
  const choose = (next: readonly number[]) => {
    setChosen(next);
    setError(undefined);
  };
  const weigh = (next: number | null) => {
    setQty(next);
    setError(undefined);
  };
  const total = totalOf(size);
  const asked = question && {
    qty: question.qty,
    onGoOn: () => onAdd(question),
    onClose: () => setQuestion(undefined),
  };
  const shown = { total, priceOf: listed, totalOf, weighed, error, asked };
  return { size, sizeAt, setSizeAt, chosen, choose, qty, weigh, price, setPrice, add, ...shown };
}
