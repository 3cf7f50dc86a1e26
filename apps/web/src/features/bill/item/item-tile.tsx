import type { MenuItem } from '@atoll/domain/menu/menu';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { quantityText } from '@atoll/domain/money/quantity';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { itemMarks } from '../../../bill/item-mark-words.ts';
import { MarkTexts } from '../../../bill/item-marks.tsx';
import type { PriceOf } from '../../../bills/price/line-price.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { firstLetters } from '../../../ui/display/first-letters.ts';
import css from './item-grid.module.css';

interface TileProps {
  readonly item: MenuItem;
  /** Every item of the menu is halal, so that the word tells nothing here. */
  readonly isAllHalal: boolean;
  /** When it is offered, in words, if no menu offers it now. */
  readonly hours?: string | undefined;
  /** How many are left; absent: it is not counted. */
  readonly left?: number | undefined;
  /** The prices that count; absent: the menu's. */
  readonly priceOf?: PriceOf | undefined;
  readonly onItem: (item: MenuItem) => void;
  /** Given by the grid: a hook in each of hundreds of tiles costs more than the tile. */
  readonly t: TFunction;
}

/** Shows an item with its picture, name and price; a tap orders it. */
export const Tile = memo(function Tile({ item, isAllHalal, hours, left, priceOf, onItem, t }: TileProps) {
  const marks = itemMarks(isAllHalal ? { ...item, isHalal: false } : item);
  const listed = item.sizes.map((size) => size.sellingPrice);
  const priced = priceOf && !item.openPrice ? item.sizes.map((size) => priceOf(item, size)) : [];
  const prices = priced.length > 0 ? priced.map(({ sellingPrice }) => sellingPrice) : listed;
  const minPrice = Math.min(...prices);
  const several = Math.max(...prices) !== minPrice;
  const amount = several ? t('bill.priceFrom', { price: formatAmount(laari(minPrice)) }) : formatMoney(laari(minPrice));
  const before = priced.find(({ sellingPrice, listPrice }) => sellingPrice === minPrice && listPrice !== minPrice);
  const price = item.soldByWeight ? t('bill.pricePerKg', { price: amount }) : amount;
  const isOut = !item.isAvailable || (left ?? 1) <= 0;
  const shown = isOut ? t('bill.soldOut') : (hours ?? price);
  const leftText = left !== undefined && !isOut ? t('bill.left', { qty: quantityText(left) }) : undefined;
  return (
    <button
      type="button"
      className={css.item}
      data-out={isOut}
      data-off={hours !== undefined}
      disabled={isOut}
      aria-label={`${item.name} ${item.soldByWeight ? price : formatMoney(laari(minPrice))}`}
      aria-description={
        joinedList([
          isOut && t('bill.soldOut'),
          leftText,
          hours,
          before && t('bill.priceBefore', { price: formatMoney(before.listPrice) }),
          ...marks.map(({ text }) => text),
        ]) || undefined
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
          {before && shown === price && <s className={css.before}>{formatAmount(before.listPrice)}</s>}{' '}
          <span className={before && css.whole}>{shown}</span>
        </span>
        {leftText && <span className={css.left}>{leftText}</span>}
        <MarkTexts marks={marks} />
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

const initialsOf = (name: string): string => firstLetters(name).slice(0, 2).join('').toLocaleUpperCase();
