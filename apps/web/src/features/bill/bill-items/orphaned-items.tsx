import type { BillItem } from '@atoll/domain/bill/bill';
import { quantityOf } from '@atoll/domain/money/quantity';
import { useBills } from '../../../bills/bills.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import css from '../attention/failed-tickets.module.css';
import { findMenuItem } from '../item/menu-item.ts';
import type { SlotPlace } from '../slot/slot-path.ts';
import { useSlotBill } from '../use-slot-bill.ts';

/**
 * Shows items that were added to a bill which another till completed in the meantime, and those of a refused order, until a person decides about them
 * (R15.11).
 */
export function OrphanedItems({ place }: { place: SlotPlace }) {
  const { t } = useTranslation();
  const outletId = useApp((state) => state.outletId);
  const menus = useApp((state) => state.menus);
  const stranded = useBills((state) => state.stranded);
  const bill = useSlotBill(place);
  const { addItem, dismissOrphaned } = useBills.getState();
  const addToBill = (billKey: string, item: BillItem): boolean => {
    const menuItem = findMenuItem(menus, item.menuItemId)?.item;
    const size = menuItem?.sizes.find((each) => each.value === item.size);
    if (!menuItem || !size) return false;
    const { key, qty, notes, modifiers, sellingPrice, isOffHours = false } = item;
    const price = menuItem.openPrice ? { sellingPrice } : {};
    return addItem(billKey, { key, menuItem, size, qty, notes, modifiers, isOffHours, ...price }).ok;
  };
  const own = Object.entries(stranded).filter(([, each]) => each.outletId === outletId);
  return own.map(([key, { type, slot, items, isOrder }]) => (
    <section key={key} className={css.bar} role="status" aria-label={t('bill.needsAttention')}>
      <Icon name="warning" />
      <p>
        <b>{t(isOrder ? 'bill.strandedOrder' : 'bill.strandedTitle', { slot: slotName(t, type, slot) })}</b>{' '}
        {items.map((item) => `${quantityOf(item)} ${item.name}`).join(', ')}
      </p>
      <Button
        look="accent"
        disabled={!bill?.isOpen}
        onClick={() => {
          if (!bill) return;
          const left = items.filter((item) => !addToBill(bill.key, item));
          dismissOrphaned(key, left);
        }}
      >
        {t('bill.strandedAdd')}
      </Button>
      <Button look="plain" onClick={() => dismissOrphaned(key)}>
        {t('bill.strandedDrop')}
      </Button>
    </section>
  ));
}
