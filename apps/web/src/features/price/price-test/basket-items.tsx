import type { MenuItem } from '@atoll/domain/menu/menu';
import { findSize } from '@atoll/domain/menu/size';
import { groupsOf } from '@atoll/domain/price/choice-group';
import type { PriceRules } from '@atoll/domain/price/rules';
import { useState } from 'react';
import { setGapText } from '../../../bill/choice/gap-text.ts';
import { OptionGroup } from '../../../bill/choice/option-group.tsx';
import { SetChoices } from '../../../bill/choice/set-choices.tsx';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type MenuIndex, menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { type BasketEntry, entryGap, newEntry } from './basket.ts';
import css from './price-test.module.css';

const maxFound = 8;

interface BasketItemsProps {
  readonly rules: PriceRules;
  readonly entries: readonly BasketEntry[];
  readonly onChange: (entries: readonly BasketEntry[]) => void;
}

/** Finds items, and lists those in the basket with size, quantity and what is chosen of them. */
export function BasketItems({ rules, entries, onChange }: BasketItemsProps) {
  const { t } = useTranslation();
  const menus = useApp((state) => state.menus);
  const [text, setText] = useState('');
  const index = menuIndexOf(menus);
  const wanted = text.trim();
  const found = wanted ? index.search(wanted, maxFound) : [];
  const add = (item: MenuItem) => {
    const entry = newEntry(item, { index, rules });
    if (entry) onChange([...entries, entry]);
    setText('');
  };
  return (
    <>
      <Input kind="text" label={t('priceTest.add')} value={text} onChange={setText} />
      {found.length > 0 && (
        <ul className={css.found}>
          {found.map((item) => (
            <li key={item.id}>
              <Button icon="plus" onClick={() => add(item)}>
                {item.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {wanted && found.length === 0 && <Hint role="status">{t('priceTest.noItem', { text: wanted })}</Hint>}
      {entries.length === 0 && <Hint>{t('priceTest.empty')}</Hint>}
      <ul className={css.entries}>
        {entries.map((entry) => (
          <Entry
            key={entry.key}
            {...{ entry, index, rules }}
            onChange={(next) => onChange(entries.map((one) => (one === entry ? next : one)))}
            onRemove={() => onChange(entries.filter((one) => one !== entry))}
          />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly rules: PriceRules;
  readonly entry: BasketEntry;
  readonly index: MenuIndex;
  readonly onChange: (entry: BasketEntry) => void;
  readonly onRemove: () => void;
}

function Entry({ rules, entry, index, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation();
  const item = index.find(entry.itemId)?.item;
  if (!item) return null;
  const size = findSize(item, entry.size);
  return (
    <li className={css.entry}>
      <span className={css.name}>{item.name}</span>
      {item.sizes.length > 1 && (
        <SelectField
          label={t('priceTest.size')}
          value={size?.value ?? ''}
          options={item.sizes.map(({ value }) => ({ value, label: value }))}
          onChange={(event) => onChange({ ...entry, size: event.currentTarget.value })}
        />
      )}
      <Input
        kind="quantity"
        label={t('priceTest.quantity')}
        signed={false}
        value={entry.qty}
        onChange={(qty) => onChange({ ...entry, qty: qty ?? 0 })}
      />
      <Button onClick={onRemove} aria-label={t('priceTest.remove', { name: item.name })}>
        <Icon name="trash" />
      </Button>
      <EntryChoices {...{ rules, entry, index, item, onChange }} />
    </li>
  );
}

interface EntryChoicesProps extends Omit<EntryProps, 'onRemove'> {
  readonly item: MenuItem;
}

/** Asks for what a till asks for: the options of an item, or the parts of a set menu. Says what is still missing. */
function EntryChoices({ rules, entry, index, item, onChange }: EntryChoicesProps) {
  const { t } = useTranslation();
  const gap = entryGap(entry, item, rules);
  return (
    <>
      {item.choiceGroupIds ? (
        <SetChoices
          groups={groupsOf(item, rules)}
          index={index}
          chosen={entry.parts}
          onChange={(parts) => onChange({ ...entry, parts })}
        />
      ) : (
        (item.modifierGroups ?? []).map((group) => (
          <OptionGroup
            key={group.id}
            group={group}
            chosen={entry.options}
            onChosen={(options) => onChange({ ...entry, options })}
          />
        ))
      )}
      {gap && <Hint role="status">{gap === 'unknown' ? t('service.setUnknown') : setGapText(gap, t)}</Hint>}
    </>
  );
}
