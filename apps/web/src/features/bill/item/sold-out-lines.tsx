import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { quantityOf } from '@atoll/domain/money/quantity';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useItemsLeft } from '../../../bill/left/items-left.ts';
import { useBills } from '../../../bills/bills.ts';
import { keepItems, useLateItems } from '../../../bills/late-items.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import css from '../attention/failed-tickets.module.css';

interface SoldOut {
  readonly bill: Bill;
  readonly items: readonly BillItem[];
  /** None of these items is saved yet, so they can be removed at once. */
  readonly isUnsaved: boolean;
}

/**
 * Shows items that sold out while they were unsaved or being sent to the server, so that staff informs the guest
 * (docs/rules.md#arrival).
 */
export function SoldOutLines() {
  const { t } = useTranslation();
  const found = useSoldOut();
  const { removeUnsaved } = useBills.getState();
  return found.map(({ bill, items, isUnsaved }) => {
    const slot = slotName(t, bill.type, bill.slot);
    const names = items.map((item) => `${quantityOf(item)} ${item.name}`).join(', ');
    return (
      <section key={bill.key} className={css.bar} role="alert" aria-label={t('outbox.soldOut', { slot, items: names })}>
        <Icon name="warning" />
        <p>
          <b>{t('outbox.soldOut', { slot, items: names })}</b>
        </p>
        {isUnsaved ? (
          <Button look="accent" onClick={() => items.forEach((item) => void removeUnsaved(bill.key, item.key))}>
            {t('outbox.soldOutRemove')}
          </Button>
        ) : (
          <Link
            to="/billing/new/$type/$slot"
            params={{ type: bill.type, slot: bill.slot }}
            className={buttonClass({ look: 'accent' })}
          >
            {t('service.toBill')}
          </Link>
        )}
        <Button look="plain" onClick={() => keepItems(items.map(({ key }) => key))}>
          {t('outbox.soldOutKeep')}
        </Button>
      </section>
    );
  });
}

function useSoldOut(): readonly SoldOut[] {
  const menus = useApp((state) => state.menus);
  const bills = useBills((state) => state.bills);
  const drafts = useBills((state) => state.drafts);
  const left = useItemsLeft();
  const { late, kept } = useLateItems();
  return useMemo(() => {
    const { soldOut } = menuIndexOf(menus);
    // Below 0, another till took what this one has on a bill.
    const isOut = (id: number): boolean => soldOut.has(id) || (left.get(id) ?? 0) < 0;
    return Object.values(bills)
      .filter(isOpenBill)
      .flatMap((bill): SoldOut[] => {
        const unsaved = new Set((drafts[bill.key]?.items ?? []).map(({ key }) => key));
        const items = bill.items.filter(
          ({ key, isVoid, menuItemId }) =>
            !isVoid && isOut(menuItemId) && !kept.has(key) && (late.has(key) || unsaved.has(key)),
        );
        return items.length ? [{ bill, items, isUnsaved: items.every(({ key }) => unsaved.has(key)) }] : [];
      });
  }, [menus, bills, drafts, late, kept, left]);
}
