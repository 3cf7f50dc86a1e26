import { setPrices } from '@atoll/domain/bill/set-menu/set-menu';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { groupsOf } from '@atoll/domain/price/choice-group';
import { useState } from 'react';
import { setGapText } from '../../../bill/choice/gap-text.ts';
import { inGroupOrder, initialSet, partChoiceOf, setGap } from '../../../bill/choice/set-choice.ts';
import { type GroupFault, SetChoices } from '../../../bill/choice/set-choices.tsx';
import type { ItemChoice } from '../../../bills/order.ts';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';

interface ChooseSetProps {
  readonly item: MenuItem;
  /** The size that is chosen already, by its barcode. */
  readonly size?: string | undefined;
  /** The prices that count; absent: the menu's. */
  readonly priceOf?: PriceOf | undefined;
  readonly onAdd: (choice: ItemChoice) => void;
}

/** Asks for the parts of a set menu. Its defaults are chosen already, so that 'Add' is the next tap. */
export function ChooseSet({ item, size: wanted, priceOf, onAdd }: ChooseSetProps) {
  const { t } = useTranslation();
  const rules = useApp((state) => state.prices);
  const index = menuIndexOf(useApp((state) => state.menus));
  const groups = groupsOf(item, rules);
  const isMissing = groups.length < (item.choiceGroupIds ?? []).length;
  const [chosen, setChosen] = useState(() => initialSet(groups, index));
  const standard = item.sizes.findIndex((size) => (wanted === undefined ? size.isDefault : size.value === wanted));
  const [sizeAt, setSizeAt] = useState(Math.max(0, standard));
  const [fault, setFault] = useState<GroupFault>();
  const size = item.sizes[sizeAt];
  if (!size) return null;
  const listed = (one: MenuSize) => (priceOf?.(item, one) ?? one).sellingPrice;
  const parts = inGroupOrder(groups, chosen).map(partChoiceOf);

  const add = () => {
    const gap = setGap(groups, chosen);
    if (gap) return setFault({ groupId: gap.group?.id, text: setGapText(gap, t), times: (fault?.times ?? 0) + 1 });
    return onAdd({ menuItem: item, size, parts });
  };
  const extras = setPrices(
    0,
    parts.map(({ extraPrice }) => ({ listPrice: 0, extraPrice })),
  );
  const options = parts.flatMap(({ modifiers = [] }) => modifiers.map(({ priceDelta }) => priceDelta));
  const total = [listed(size), ...extras, ...options].reduce((sum, one) => sum + one, 0);
  return (
    <DialogForm onSubmit={add}>
      {item.sizes.length > 1 && (
        <Segmented
          label={t('service.size')}
          value={String(sizeAt)}
          onChange={(next) => setSizeAt(Number(next))}
          items={item.sizes.map((one, place) => ({
            value: String(place),
            label: `${one.value} ${formatAmount(laari(listed(one)))}`,
          }))}
        />
      )}
      <SetChoices
        {...{ groups, index, chosen, fault }}
        onChange={(next) => {
          setChosen(next);
          setFault(undefined);
        }}
      />
      {isMissing && <Alert>{t('service.setUnknown')}</Alert>}
      <Actions>
        <Button type="submit" look="main" size="l" block disabled={isMissing}>
          {t('service.addFor', { amount: formatMoney(laari(total)) })}
        </Button>
      </Actions>
    </DialogForm>
  );
}
