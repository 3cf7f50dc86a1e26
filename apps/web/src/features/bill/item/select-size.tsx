import type { MenuItem } from '@atoll/domain/menu/menu';
import { formatMoney } from '@atoll/domain/money/money';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemMarks } from '../../../bill/item-marks.tsx';
import { useApp } from '../../../sync/app-store.ts';
import { localPath } from '../../../ui/hook/local-path.ts';
import { useCloseOver } from '../../../ui/overlay/close-over.ts';
import { Modal, openDelayMs } from '../../../ui/overlay/overlay.tsx';
import { slotOfPath } from '../slot/slot-path.ts';
import { choiceTitle } from './choice-title.ts';
import { ItemOptions } from './item-options.tsx';
import { findMenuItem } from './menu-item.ts';
import { needsChoice, orderItem } from './order-item.ts';
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

  const choose = (item: MenuItem, index: number) => {
    const size = item.sizes[index];
    if (size) orderItem(place, { menuItem: item, size });
    close();
  };
  return (
    <Modal
      title={t(choiceTitle(found.item, search.size))}
      onClose={close}
      size={needsChoice(found.item) ? 'm' : 's'}
      delayMs={openDelayMs}
    >
      <p className={needsChoice(found.item) ? css.itemName : css.name}>{found.item.name}</p>
      <ItemMarks item={found.item} />
      {needsChoice(found.item) ? (
        <ItemOptions
          item={found.item}
          size={search.size}
          onAdd={(choice) => {
            if (orderItem(place, choice)) close();
          }}
        />
      ) : (
        <div className={css.sizes}>
          {found.item.sizes.map((size, index) => (
            <button key={size.value} type="button" className={css.size} onClick={() => choose(found.item, index)}>
              <span>{size.value}</span> <span>{formatMoney(size.sellingPrice)}</span>
            </button>
          ))}
        </div>
      )}
    </Modal>
  );
}
