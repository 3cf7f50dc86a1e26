import type { Menu, MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import type { TFunction } from 'i18next';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { type ItemsLeft, useItemsLeft } from '../../../bill/left/items-left.ts';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { MissingPart } from '../../../record/missing-parts.tsx';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { later } from '../../../ui/hook/later.tsx';
import { isPressed, shortcuts } from '../../../ui/hook/shortcut.ts';
import { toastsWithin } from '../../../ui/hook/toasts-within.ts';
import css from './item-grid.module.css';
import { Tile } from './item-tile.tsx';
import type { Offer } from './offer.ts';

const TileRows = later(async () => (await import('./tile-rows.tsx')).TileRows);

/**
 * More tiles than this, which is more than a screen shows, are rendered only near the visible part: each further one is
 * painted, hit-tested and watched at every tap (R34.6).
 */
const maxTiles = 60;
/** Found items that are shown; whoever looks for one of more types another letter. */
const maxFound = 120;
const noItems: readonly MenuItem[] = [];

interface ItemGridProps {
  /** Whose items are chosen: another slot begins without a search. */
  readonly slot: string;
  readonly menus: readonly Menu[];
  /** What they offer now. The search finds the rest too. */
  readonly offer: Offer;
  /** The prices that count; absent: the menu's. */
  readonly priceOf?: PriceOf | undefined;
  /**
   * Called when a tile is tapped. Items can only be added when the bill has a status (R15.9); otherwise the tap shows
   * the reason.
   */
  readonly onItem: (item: MenuItem, size?: MenuSize) => void;
}

/** Shows search, categories, and the items of one category as tiles. The search covers all categories. */
export const ItemGrid = memo(function ItemGrid({ slot, menus, offer, priceOf, onItem }: ItemGridProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState('');
  useEachSlot(slot, () => setText(''));
  const wanted = useDeferredValue(text.trim());
  const { categories, hoursOf } = offer;
  const category = categories.find((each) => each.id === chosen) ?? categories[0];
  const { isAllHalal } = menuIndexOf(menus);
  const left = useItemsLeft();
  const items = useMemo(
    () => (wanted ? found(menus, wanted, hoursOf) : (category?.menuItems ?? noItems)),
    [menus, category, wanted, hoursOf],
  );

  /** Enter takes the item whose barcode or code was typed or scanned, or else the only match. */
  const orderFirst = () => {
    const typed = text.trim();
    const exact = typed ? menuIndexOf(menus).findByCode(typed) : undefined;
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
        <Tiles
          key={wanted ? 'found' : category?.id}
          {...{ items, isAllHalal, left, priceOf, onItem, t }}
          hoursOf={wanted ? hoursOf : undefined}
        />
        {items.length === 0 && (
          <MissingPart
            name="menus"
            otherwise={
              <p className={css.none}>
                {emptyText({ wanted, isClosed: menus.length > 0 && categories.length === 0 }, t)}
              </p>
            }
          />
        )}
      </div>
    </div>
  );
});

/** Calls back while another slot is rendered for the first time. */
function useEachSlot(slot: ItemGridProps['slot'], onAnother: () => void): void {
  const [at, setAt] = useState(slot);
  if (at === slot) return;
  setAt(slot);
  onAnother();
}

/** Returns the items that a search finds; those that are not offered now come last. */
function found(menus: readonly Menu[], text: string, hoursOf: Offer['hoursOf']): readonly MenuItem[] {
  const items = menuIndexOf(menus).search(text, maxFound);
  return items.toSorted((a, b) => Number(hoursOf(a.id) !== undefined) - Number(hoursOf(b.id) !== undefined));
}

/** Returns why no tile is shown: nothing was found, no menu is offered now, or the category is empty. */
function emptyText(
  { wanted, isClosed }: { readonly wanted: string; readonly isClosed: boolean },
  t: TFunction,
): string {
  if (wanted) return t('bill.noSuchItem', { text: wanted });
  return t(isClosed ? 'bill.noMenuNow' : 'bill.noItems');
}

export interface TilesProps {
  readonly items: readonly MenuItem[];
  readonly isAllHalal: boolean;
  /** Absent where only offered items are shown. */
  readonly hoursOf?: Offer['hoursOf'] | undefined;
  readonly left: ItemsLeft;
  readonly priceOf?: PriceOf | undefined;
  readonly onItem: (item: MenuItem) => void;
  readonly t: TFunction;
}

/** Renders the tiles of a category, and of a large one only those near the visible part. */
function Tiles(props: TilesProps) {
  const { items, isAllHalal, hoursOf, left, priceOf, onItem, t } = props;
  const isLarge = items.length > maxTiles;
  const tiles = items
    .slice(0, maxTiles)
    .map((item) => (
      <Tile
        key={item.id}
        item={item}
        hours={hoursOf?.(item.id)}
        left={left.get(item.id)}
        {...{ isAllHalal, priceOf, onItem, t }}
      />
    ));
  return isLarge ? <TileRows {...props} placeholder={tiles} /> : tiles;
}
