import { defaultModifiers, modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import { grossAmount } from '@atoll/domain/bill/totals';
import type { MenuItem } from '@atoll/domain/menu/menu';
import type { ModifierGroup } from '@atoll/domain/menu/modifier';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../../../bill/dialogs.module.css';
import type { ItemChoice } from '../../../bills/order.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { quantityShape } from '../../../ui/number/number-entry.ts';
import options from './item-options.module.css';

interface ItemOptionsProps {
  readonly item: MenuItem;
  readonly onAdd: (choice: ItemChoice) => void;
}

/**
 * Asks for what an item needs before it is ordered: size, modifiers within their limits, weight, price. The button
 * shows the resulting amount.
 */
export function ItemOptions({ item, onAdd }: ItemOptionsProps) {
  const { t } = useTranslation();
  const groups = item.modifierGroups ?? [];
  const standard = Math.max(
    0,
    item.sizes.findIndex((size) => size.isDefault),
  );
  const [sizeAt, setSizeAt] = useState(standard);
  const [chosen, setChosen] = useState<readonly number[]>(() => defaultModifiers(groups).map((one) => one.optionId));
  const [qty, setQty] = useState<number | null>(item.soldByWeight ? null : 1000);
  const [price, setPrice] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const size = item.sizes[sizeAt];
  if (!size) return null;
  const picked = chosen.map((optionId) => ({ optionId }));
  const modifiers = pricedModifiers(groups, picked);
  const unit = item.openPrice ? (price ?? size.sellingPrice) : size.sellingPrice;
  const total = grossAmount({ sellingPrice: unit, qty: (qty ?? 0) / 1000, modifiers });

  const add = () => {
    const [gap] = modifierGaps(groups, picked);
    if (gap) {
      const words = { name: gap.group.name, count: Math.abs(gap.missing) };
      return setError(gap.missing > 0 ? t('service.moreNeeded', words) : t('service.tooMany', words));
    }
    if (!qty) return setError(t('service.weight'));
    onAdd({
      menuItem: item,
      size,
      qty: qty / 1000,
      modifiers,
      ...(item.openPrice ? { sellingPrice: unit } : {}),
    });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {item.sizes.length > 1 && (
        <Segmented
          label={t('service.size')}
          value={String(sizeAt)}
          onChange={(next) => setSizeAt(Number(next))}
          items={item.sizes.map((one, place) => ({
            value: String(place),
            label: `${one.value} ${formatAmount(laari(one.sellingPrice))}`,
          }))}
        />
      )}
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          chosen={chosen}
          onChosen={(next) => {
            setChosen(next);
            setError(undefined);
          }}
        />
      ))}
      {item.soldByWeight && (
        <AmountField
          label={t('service.weight')}
          prefix={t('service.kilograms')}
          shape={quantityShape}
          size="l"
          pad={!item.openPrice}
          autoFocus
          value={qty}
          onChange={setQty}
        />
      )}
      {item.openPrice && (
        <AmountField
          label={t('service.price')}
          prefix="MVR"
          size="l"
          pad={!item.soldByWeight}
          value={price ?? size.sellingPrice}
          onChange={setPrice}
        />
      )}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" look="main" size="l" block>
        {t('service.addFor', { amount: formatMoney(total) })}
      </Button>
    </form>
  );
}

interface GroupProps {
  readonly group: ModifierGroup;
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/** Shows one group of modifiers. Where only one option is allowed, choosing it replaces the other. */
function Group({ group, chosen, onChosen }: GroupProps) {
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
    <fieldset className={options.group}>
      <legend>
        {group.name} <small>{rule}</small>
      </legend>
      <div className={css.presets}>
        {group.options.map((option) => {
          const place = chosenHere.indexOf(option.optionId);
          const isFree = place >= 0 && place < group.freeCount && option.priceDelta > 0;
          return (
            <button
              key={option.optionId}
              type="button"
              className={css.preset}
              aria-pressed={place >= 0}
              disabled={place < 0 && max > 1 && chosenHere.length >= max}
              onClick={() => toggle(option.optionId)}
            >
              {option.name}
              {option.priceDelta !== 0 && (
                <small className={options.delta}>
                  {isFree
                    ? t('service.free')
                    : `${option.priceDelta > 0 ? '+' : ''}${formatAmount(laari(option.priceDelta))}`}
                </small>
              )}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
