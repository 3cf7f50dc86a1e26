import type { MenuItem } from '@atoll/domain/menu/menu';
import { findSize } from '@atoll/domain/menu/size';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from '../../../session/id.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type MenuIndex, menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { Input } from '../../../ui/field/input.tsx';
import type { BasketEntry } from './basket.ts';
import css from './price-test.module.css';

const maxFound = 8;

interface BasketItemsProps {
  readonly entries: readonly BasketEntry[];
  readonly onChange: (entries: readonly BasketEntry[]) => void;
}

/** Finds items, and lists those in the basket with size and quantity. */
export function BasketItems({ entries, onChange }: BasketItemsProps) {
  const { t } = useTranslation();
  const menus = useApp((state) => state.menus);
  const [text, setText] = useState('');
  const index = menuIndexOf(menus);
  const wanted = text.trim();
  const found = wanted ? index.search(wanted, maxFound) : [];
  const add = (item: MenuItem) => {
    const size = item.sizes.find(({ isDefault }) => isDefault) ?? item.sizes[0];
    if (size) onChange([...entries, { key: uuidv7(), itemId: item.id, size: size.value, qty: 1 }]);
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
            {...{ entry, index }}
            onChange={(next) => onChange(entries.map((one) => (one === entry ? next : one)))}
            onRemove={() => onChange(entries.filter((one) => one !== entry))}
          />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly entry: BasketEntry;
  readonly index: MenuIndex;
  readonly onChange: (entry: BasketEntry) => void;
  readonly onRemove: () => void;
}

function Entry({ entry, index, onChange, onRemove }: EntryProps) {
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
    </li>
  );
}
