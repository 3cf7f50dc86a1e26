import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { onlySize } from '@atoll/domain/menu/size';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { permissionEffectHere } from '../../../approval/permission-effect.ts';
import { forgetPaid, isPaidHere } from '../../../bill/last-paid.ts';
import { isSoldOut } from '../../../bill/left/items-left.ts';
import { useBarcode } from '../../../bill/scan/use-barcode.ts';
import { soundRefusedScan } from '../../../bill/sounds.ts';
import { useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { isDialogOpen } from '../../../ui/overlay/open-dialog.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import type { OpenDialog } from '../bill-dialogs.tsx';
import { checkInHand } from '../slot/check-choice.ts';
import { checkInWith, checksInByItem } from '../slot/check-in.ts';
import { type SlotPlace, slotPath } from '../slot/slot-path.ts';
import { hoursIfNotOffered } from './offer.ts';
import { needsChoice, orderItem } from './order-item.ts';

interface Selling {
  readonly openDialog: (dialog: OpenDialog) => void;
  readonly sell: () => void;
}

/** Sells an item; asks first when no menu offers it now. Who may not sell it then reads when it is offered. */
export function askIfOffHours(
  item: Pick<MenuItem, 'id' | 'name'>,
  type: SlotTypeName,
  { openDialog, sell }: Selling,
): void {
  const hours = hoursIfNotOffered(item.id, type);
  if (hours === undefined) return sell();
  if (permissionEffectHere('menu.offHours') === 'deny')
    return showToast(`${item.name}: ${hours}`, 'warning', { id: 'offHours' });
  return openDialog({ name: 'offHours', item: item.name, hours, onSell: sell });
}

export type OrderItem = (item: MenuItem, size?: MenuSize, isScan?: boolean) => void;

/**
 * Returns a function that orders a menu item, or opens the screen that asks for its size and options. In a free slot it checks in first where
 * the outlet wants that; a scan at a counter and the next item after a payment always do (R35.22, R35.23, R35.34). It stays the same for every
 * slot, so that another slot renders no tile again (R34.6).
 */
export function useOrderItem(place: SlotPlace, openDialog: (dialog: OpenDialog) => void): OrderItem {
  const navigate = useNavigate();
  const shown = useRef(place);
  useLayoutEffect(() => {
    shown.current = place;
  });
  return useCallback(
    (item, size = onlySize(item), isScan = false) => {
      const place = shown.current;
      const { type, slot } = place;
      const goTo = (href: string) => navigate({ href, state: { isOver: true } });
      const add = () => {
        if (size && !needsChoice(item)) return void orderItem(place, { menuItem: item, size });
        const wanted = size && item.sizes.length > 1 ? `&size=${encodeURIComponent(size.value)}` : '';
        const r = encodeURIComponent(slotPath(place));
        return void goTo(`/billing/select-size?item=${item.id}${wanted}&r=${r}`);
      };
      const sell = () => {
        const isFree = !checkInHand(useBills.getState(), place);
        const opens = checksInByItem(type) || (isScan && type === 'Counter') || isPaidHere(type, slot);
        forgetPaid();
        if (isFree && opens) void checkInWith({ place, openDialog, goTo }, add);
        else add();
      };
      askIfOffHours(item, type, { openDialog, sell });
    },
    [navigate, openDialog],
  );
}

/**
 * Orders what is scanned; a sound and a message say which code no item has, what is sold out, and when a code was not read in full. While a dialog is open
 * nothing is added to the bill behind it (docs/rules.md#scans).
 */
export function useScannedItems(order: OrderItem): void {
  const { t } = useTranslation();
  const findScanned = (code: string) => menuIndexOf(useApp.getState().menus).findByCode(code);
  useBarcode(
    (scanned) => {
      // Who scans looks at the goods, not at the screen.
      const warn = (message: string) => {
        soundRefusedScan();
        showToast(message, 'warning', { id: 'barcode' });
      };
      if (isDialogOpen()) return warn(t('service.scanDialogOpen'));
      if (scanned === 'cut') return warn(t('service.barcodeCut'));
      const found = findScanned(scanned.code);
      if (!found) return warn(t('service.barcodeUnknown', { code: scanned.code }));
      if (isSoldOut(found.item)) return warn(`${found.item.name}: ${t('bill.soldOut')}`);
      return order(found.item, found.size, true);
    },
    (code) => findScanned(code) !== undefined,
  );
}
