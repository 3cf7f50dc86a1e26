import { setPrices } from '@atoll/domain/bill/set-menu/set-menu';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { sizeLabel } from '@atoll/domain/menu/size';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { type ChoiceGroup, groupsOf } from '@atoll/domain/price/choice-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemChoice } from '../../../bills/order.ts';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Preset, Presets } from '../../../ui/choice/presets.tsx';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Actions } from '../../../ui/overlay/actions.tsx';
import { DialogForm } from '../../../ui/overlay/dialog-form.tsx';
import css from './choose-set.module.css';
import { Group } from './item-options.tsx';
import {
  afterTap,
  type ChosenPart,
  initialParts,
  type Offered,
  offeredIn,
  optionGap,
  partChoiceOf,
} from './set-choice.ts';

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
  const set = useSetChoice(item);
  const standard = item.sizes.findIndex((size) => (wanted === undefined ? size.isDefault : size.value === wanted));
  const [sizeAt, setSizeAt] = useState(Math.max(0, standard));
  const [error, setError] = useState<string>();
  const size = item.sizes[sizeAt];
  if (!size) return null;
  const listed = (one: MenuSize) => (priceOf?.(item, one) ?? one).sellingPrice;
  const parts = set.chosen.map(partChoiceOf);

  const add = () => {
    const open = set.groups.find((group) => set.countIn(group) < group.choose);
    if (open) return setError(t('service.chooseFirst', { name: open.name }));
    const gap = set.chosen.map(optionGap).find((one) => one !== undefined);
    if (gap) {
      const words = { name: gap.group.name, count: Math.abs(gap.missing) };
      return setError(gap.missing > 0 ? t('service.moreNeeded', words) : t('service.tooMany', words));
    }
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
      {set.groups.map((group) => (
        <Choices
          key={group.id}
          group={group}
          {...set}
          onTap={(offered) => (set.tap(group, offered), setError(undefined))}
        />
      ))}
      {set.isMissing && <Alert>{t('service.setUnknown')}</Alert>}
      {error && <Alert>{error}</Alert>}
      <Actions>
        <Button type="submit" look="main" size="l" block disabled={set.isMissing}>
          {t('service.addFor', { amount: formatMoney(laari(total)) })}
        </Button>
      </Actions>
    </DialogForm>
  );
}

/** Returns the groups of a set with what is chosen in each, and the functions that change it. */
function useSetChoice(item: MenuItem) {
  const rules = useApp((state) => state.prices);
  const index = menuIndexOf(useApp((state) => state.menus));
  const groups = groupsOf(item, rules);
  const offersOf = (group: ChoiceGroup) => offeredIn(group, (id) => index.find(id)?.item);
  const [chosen, setChosen] = useState<readonly ChosenPart[]>(() =>
    groups.flatMap((group) => initialParts(group, offersOf(group))),
  );
  // In the order of the groups, in which the price is divided.
  const sorted = groups.flatMap((group) => chosen.filter((part) => part.group.id === group.id));
  return {
    groups,
    isMissing: groups.length < (item.choiceGroupIds ?? []).length,
    chosen: sorted,
    offersOf,
    countIn: ({ id }: ChoiceGroup) => chosen.filter(({ group }) => group.id === id).length,
    tap: (group: ChoiceGroup, offered: Offered) => setChosen((was) => afterTap(was, group, offered)),
    setOptions: (part: ChosenPart, options: readonly number[]) =>
      setChosen((was) => was.map((one) => (one === part ? { ...one, options } : one))),
  };
}

interface ChoicesProps extends Pick<ReturnType<typeof useSetChoice>, 'chosen' | 'offersOf' | 'setOptions'> {
  readonly group: ChoiceGroup;
  readonly onTap: (offered: Offered) => void;
}

/** Shows what a group offers, and the options of what is chosen in it. */
function Choices({ group, chosen, offersOf, setOptions, onTap }: ChoicesProps) {
  const { t } = useTranslation();
  const inGroup = chosen.filter((part) => part.group.id === group.id);
  return (
    <fieldset className={css.group}>
      <legend>
        {group.name} <small>{t('service.chooseAtLeast', { count: group.choose })}</small>
      </legend>
      <Presets>
        {offersOf(group).map((offered) => (
          <Preset
            key={`${offered.choice.menuItemId} ${offered.choice.size}`}
            isChosen={inGroup.some(({ choice }) => choice === offered.choice)}
            disabled={!offered.menuItem.isAvailable}
            onChoose={() => onTap(offered)}
          >
            <OfferedWords {...offered} count={inGroup.filter(({ choice }) => choice === offered.choice).length} />
          </Preset>
        ))}
      </Presets>
      {inGroup.map((part, place) =>
        (part.menuItem.modifierGroups ?? []).map((options) => (
          <Group
            key={`${place} ${options.id}`}
            group={options}
            name={`${part.menuItem.name} · ${options.name}`}
            chosen={part.options}
            onChosen={(next) => setOptions(part, next)}
          />
        )),
      )}
    </fieldset>
  );
}

/** Names a choice: its item, size, extra, how often it is chosen, and that it is sold out. */
export function OfferedWords({ menuItem, size, choice, count = 1 }: Offered & { readonly count?: number }) {
  const { t } = useTranslation();
  const several = { size: size.value, hasSizes: menuItem.sizes.length > 1 };
  return (
    <>
      {count > 1 && `${count} × `}
      {[menuItem.name, sizeLabel(several)].filter(Boolean).join(' ')}
      {choice.extraPrice > 0 && <small className={css.extra}>+{formatAmount(laari(choice.extraPrice))}</small>}
      {!menuItem.isAvailable && <small className={css.extra}>{t('bill.soldOut')}</small>}
    </>
  );
}
