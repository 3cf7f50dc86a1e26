import type { MenuCategory, MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import type { TFunction } from 'i18next';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemMarks } from '../../../bill/item-mark-words.ts';
import { ItemMarks } from '../../../bill/item-marks.tsx';
import { joinedList } from '../../../locale/joined-list.ts';
import { MissingPart } from '../../../record/missing-parts.tsx';
import { isPressed, shortcuts } from '../../../ui/hook/shortcut.ts';
import { toastsWithin } from '../../../ui/hook/toasts-within.ts';
import { findByCode } from './find-by-code.ts';
import css from './item-grid.module.css';
import { useGrowing } from './use-growing.ts';

interface ItemGridProps {
  readonly categories: readonly MenuCategory[];
  /**
   * Called when a tile is tapped. Items can only be added when the bill has a status (R15.9); otherwise the tap shows
   * the reason.
   */
  readonly onItem: (item: MenuItem, size?: MenuSize) => void;
}

/** Shows search, categories, and the items of one category as tiles. The search covers all categories. */
export function ItemGrid({ categories, onItem }: ItemGridProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLocaleLowerCase());
  const category = categories.find((each) => each.id === chosen) ?? categories[0];
  const isAllHalal = useMemo(
    () => categories.every(({ menuItems }) => menuItems.every(({ isHalal }) => isHalal)),
    [categories],
  );
  const items = useMemo(
    () => (wanted ? findItems(categories, wanted) : (category?.menuItems ?? [])),
    [categories, category, wanted],
  );

  /** Enter takes the item whose barcode or code was typed or scanned, or else the only match. */
  const orderFirst = () => {
    const typed = text.trim();
    const exact = typed ? findByCode(categories, typed) : undefined;
    const hit = exact?.item ?? (items.length === 1 && wanted ? items[0] : undefined);
    if (!hit) return;
    onItem(hit, exact?.size);
    setText('');
  };

  return (
    <div className={css.pane}>
      <input
        className={css.find}
        type="search"
        data-find
        aria-label={t('bill.find')}
        placeholder={t('bill.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isPressed(event, shortcuts.bill.takeFirst)) orderFirst();
          if (isPressed(event, shortcuts.bill.clearFind)) setText('');
        }}
      />
      <div className={css.cats} role="tablist" aria-label={t('bill.category')}>
        {categories.map((each) => (
          <button
            key={each.id}
            type="button"
            role="tab"
            className={css.cat}
            aria-selected={!wanted && each.id === category?.id}
            onClick={() => {
              setChosen(each.id);
              setText('');
            }}
          >
            {each.name}
          </button>
        ))}
      </div>
      <div ref={toastsWithin} className={css.grid} role="group" aria-label={t('bill.items')}>
        <Tiles key={wanted ? 'found' : category?.id} {...{ items, isAllHalal, onItem, t }} />
        {items.length === 0 && (
          <MissingPart
            name="menus"
            otherwise={
              <p className={css.none}>{wanted ? t('bill.noSuchItem', { text: text.trim() }) : t('bill.noItems')}</p>
            }
          />
        )}
      </div>
    </div>
  );
}

function findItems(categories: readonly MenuCategory[], wanted: string): readonly MenuItem[] {
  const hits = new Map<number, MenuItem>();
  for (const category of categories) {
    for (const item of category.menuItems) {
      const codes = [item.code, item.barcode, ...item.sizes.map((size) => size.barcode)].filter(Boolean);
      const words = [item.name, item.nameLocal, ...codes].join(' ').toLocaleLowerCase();
      if (words.includes(wanted)) hits.set(item.id, item);
      if (hits.size >= 120) return [...hits.values()];
    }
  }
  return [...hits.values()];
}

interface TilesProps {
  readonly items: readonly MenuItem[];
  readonly isAllHalal: boolean;
  readonly onItem: (item: MenuItem) => void;
  readonly t: TFunction;
}

/** Renders the tiles of a category: those in sight at once, the others when the browser has time. */
function Tiles({ items, isAllHalal, onItem, t }: TilesProps) {
  const count = useGrowing(items.length);
  return items
    .slice(0, count)
    .map((item) => <Tile key={item.id} item={item} isAllHalal={isAllHalal} onItem={onItem} t={t} />);
}

interface TileProps {
  readonly item: MenuItem;
  /** Every item of the menu is halal, so that the word tells nothing here. */
  readonly isAllHalal: boolean;
  readonly onItem: (item: MenuItem) => void;
  /** Given by the grid: a hook in each of hundreds of tiles costs more than the tile. */
  readonly t: TFunction;
}

const Tile = memo(function Tile({ item, isAllHalal, onItem, t }: TileProps) {
  const marked = isAllHalal ? { ...item, isHalal: false } : item;
  const prices = item.sizes.map((size) => size.sellingPrice);
  const minPrice = Math.min(...prices);
  const price = formatMoney(laari(minPrice));
  const several = Math.max(...prices) !== minPrice;
  return (
    <button
      type="button"
      className={css.item}
      data-out={!item.isAvailable}
      disabled={!item.isAvailable}
      aria-label={`${item.name} ${price}`}
      aria-description={
        joinedList([!item.isAvailable && t('bill.soldOut'), ...itemMarks(marked).map(({ text }) => text)]) || undefined
      }
      onClick={() => onItem(item)}
    >
      <span
        className={css.picture}
        style={{ '--tint-hue': tintOf(item.name) } as React.CSSProperties}
        aria-hidden="true"
      >
        {initialsOf(item.name)}
        {item.image && (
          <img
            src={item.image}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            // Without the server the initials are shown instead of the picture.
            onError={(event) => {
              event.currentTarget.hidden = true;
            }}
          />
        )}
      </span>
      <span className={css.text} aria-hidden="true">
        <span className={css.name}>{item.name}</span>
        <span className={css.price}>
          {item.isAvailable
            ? several
              ? t('bill.priceFrom', { price: formatAmount(laari(minPrice)) })
              : price
            : t('bill.soldOut')}
        </span>
        <ItemMarks item={marked} />
      </span>
    </button>
  );
});

const tints = [12, 32, 160, 190, 210, 265, 95, 340] as const;

/** Returns a muted hue that is always the same for a name. */
function tintOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return tints[sum % tints.length] ?? 190;
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 2)
    .toLocaleUpperCase();
}
