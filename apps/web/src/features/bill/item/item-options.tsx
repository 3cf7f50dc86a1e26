import { defaultModifiers, modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import { grossAmount } from '@atoll/domain/bill/totals';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import type { ModifierGroup } from '@atoll/domain/menu/modifier';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { isQuantityUnusual, weighedText, weightUnit } from '@atoll/domain/money/quantity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemChoice } from '../../../bills/order.ts';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { Preset, Presets } from '../../../ui/choice/presets.tsx';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { later } from '../../../ui/hook/later.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { quantityShape } from '../../../ui/number/number-entry.ts';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import css from './item-options.module.css';
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
          <Group key={group.id} group={group} chosen={choice.chosen} onChosen={choice.choose} />
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
    if (gap) {
      const words = { name: gap.group.name, count: Math.abs(gap.missing) };
      return setError(gap.missing > 0 ? t('service.moreNeeded', words) : t('service.tooMany', words));
    }
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

interface GroupProps {
  readonly group: ModifierGroup;
  /** Its name with that of the item, where several items are chosen. */
  readonly name?: string;
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/** Shows one group of modifiers. Where only one option is allowed, choosing it replaces the other. */
export function Group({ group, name = group.name, chosen, onChosen }: GroupProps) {
  const { t } = useTranslation();
  const groupIds = new Set(group.options.map((option) => option.optionId));
  const chosenHere = chosen.filter((id) => groupIds.has(id));
  const toggle = (id: number) => {
    if (chosen.includes(id)) onChosen(chosen.filter((one) => one !== id));
    else if (group.max === 1) onChosen([...chosen.filter((one) => !groupIds.has(one)), id]);
    else onChosen([...chosen, id]);
  };
  const { min, max } = group;
  const rule =
    min === max
      ? t('service.chooseAtLeast', { count: min })
      : min > 0
        ? t('service.chooseRange', { min, max })
        : t('service.chooseUpTo', { count: max });
  return (
    <fieldset className={css.group}>
      <legend>
        {name} <small>{rule}</small>
      </legend>
      <Presets>
        {group.options.map((option) => {
          const place = chosenHere.indexOf(option.optionId);
          const isFree = place >= 0 && place < group.freeCount && option.priceDelta > 0;
          return (
            <Preset
              key={option.optionId}
              isChosen={place >= 0}
              disabled={place < 0 && max > 1 && chosenHere.length >= max}
              onChoose={() => toggle(option.optionId)}
            >
              {option.name}
              {option.priceDelta !== 0 && (
                <small className={css.delta}>
                  {isFree
                    ? t('service.free')
                    : `${option.priceDelta > 0 ? '+' : ''}${formatAmount(laari(option.priceDelta))}`}
                </small>
              )}
            </Preset>
          );
        })}
      </Presets>
    </fieldset>
  );
}
