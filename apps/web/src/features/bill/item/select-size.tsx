import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { formatAmount, formatMoney } from '@atoll/domain/money/money';
import type { LinePrice } from '@atoll/domain/price/line-price';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ItemMarks } from '../../../bill/item-marks.tsx';
import { useBills } from '../../../bills/bills.ts';
import { pricesOf, pricesOn } from '../../../bills/price/line-price.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { localPath } from '../../../ui/hook/local-path.ts';
import { useCloseOver } from '../../../ui/overlay/close-over.ts';
import { Modal, openDelayMs } from '../../../ui/overlay/overlay.tsx';
import { checkInHand } from '../slot/check-choice.ts';
import { slotOfPath } from '../slot/slot-path.ts';
import { choiceTitle } from './choice-title.ts';
import { ChooseSet } from './choose-set.tsx';
import { ItemOptions } from './item-options.tsx';
import { findMenuItem } from './menu-item.ts';
import { isSet, needsChoice, orderItem } from './order-item.ts';
import css from './select-size.module.css';

/**
 * 'Select Size': one button per size. A choice adds the item to the bill of the path in `r` and returns there (R2.12). Without an item it
 * leads to `r`; without the path of a bill in `r`, to `/billing` (R35.72).
 */
export function SelectSize() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { item?: string; size?: string; r?: string };
  const back = localPath(search.r) ?? '/billing';
  const menus = useApp((state) => state.menus);
  const found = findMenuItem(menus, Number(search.item));
  const place = slotOfPath(back);
  const close = useCloseOver(back);
  const isNotFound = !found || !place;
  const instead = place ? back : '/billing';
  useEffect(() => {
    if (isNotFound) void navigate({ href: instead, replace: true });
  }, [isNotFound, instead, navigate]);
  if (!found || !place) return null;

  const bill = checkInHand(useBills.getState(), place);
  const priceOf = bill ? pricesOn(bill, tillNow()) : pricesOf(place.type, 0, tillNow());

  const choose = (item: MenuItem, index: number) => {
    const size = item.sizes[index];
    if (size) orderItem(place, { menuItem: item, size });
    close();
  };
  return (
    <Modal
      title={
        isSet(found.item) ? t('service.chooseSet', { name: found.item.name }) : t(choiceTitle(found.item, search.size))
      }
      onClose={close}
      size={needsChoice(found.item) ? 'm' : 's'}
      delayMs={openDelayMs}
    >
      {!isSet(found.item) && <p className={needsChoice(found.item) ? css.itemName : css.name}>{found.item.name}</p>}
      <ItemMarks item={found.item} />
      {isSet(found.item) ? (
        <ChooseSet
          item={found.item}
          size={search.size}
          priceOf={priceOf}
          onAdd={(choice) => {
            if (orderItem(place, choice)) close();
          }}
        />
      ) : needsChoice(found.item) ? (
        <ItemOptions
          item={found.item}
          size={search.size}
          priceOf={priceOf}
          onAdd={(choice) => {
            if (orderItem(place, choice)) close();
          }}
        />
      ) : (
        <div className={css.sizes}>
          {found.item.sizes.map((size, index) => (
            <button key={size.value} type="button" className={css.size} onClick={() => choose(found.item, index)}>
              <span>{size.value}</span> <SizePrice price={priceOf?.(found.item, size)} size={size} />
            </button>
          ))}
        </div>
      )}
    </Modal>
  );
}

/** Shows the price of a size; the menu's before it, struck through, where a list makes another. */
function SizePrice({ price, size }: { price: LinePrice | undefined; size: MenuSize }) {
  const now = price?.sellingPrice ?? size.sellingPrice;
  return (
    <span>
      {price && now !== price.listPrice && <s className={css.old}>{formatAmount(price.listPrice)}</s>}{' '}
      {formatMoney(now)}
    </span>
  );
}
