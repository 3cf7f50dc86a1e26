import type { Bill } from '@atoll/domain/bill/bill';
import { needsCovers } from '@atoll/domain/bill/covers';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { showRefusal } from '../../approval/show-refusal.ts';
import { useBills } from '../../bills/bills.ts';
import { t } from '../../locale/locale.ts';
import { fetchPrinting } from '../../printing/later-printing.ts';
import { useApp } from '../../sync/app-store.ts';
import { declarePart } from '../../ui/hook/later-parts.ts';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import type { BillCommands } from './bill-actions.tsx';
import type { OpenDialog } from './bill-dialogs.tsx';
import type { ItemActions } from './bill-items/bill-items.tsx';
import { askIfOffHours } from './item/use-order-item.ts';
import { checkIn } from './slot/check-in.ts';
import { checkoutPath, type SlotPlace, slotPath } from './slot/slot-path.ts';

const fetchTab = () => import('./tab/save-tab.ts');
const fetchAgain = () => import('./item/order-again.ts');
// Both work without the server too.
for (const part of [fetchTab, fetchAgain]) declarePart(part);

type Once = (work: () => Promise<unknown>) => () => void;

interface CommandContext {
  readonly place: SlotPlace;
  /** Key of the bill, or '' while there is none. */
  readonly key: string;
  readonly once: Once;
  readonly openDialog: (dialog: OpenDialog) => void;
  readonly goTo: (href: string) => Promise<void>;
}

/** Returns the commands of the bill's buttons. A second press while a command is running is ignored. */
export function useBillCommands(
  place: SlotPlace,
  bill: Bill | undefined,
  openDialog: (dialog: OpenDialog) => void,
): { commands: BillCommands; lines: ItemActions; busy: boolean } {
  const navigate = useNavigate();
  const { once, busy } = useOnce();
  const key = bill?.key ?? '';
  const { type, slot } = place;

  // Not made again while a command runs: each line of the bill has them (R34.6).
  const actions = useMemo(() => {
    const goTo = (href: string) => navigate({ href, state: { isOver: true } });
    const context: CommandContext = { place: { type, slot }, key, once, openDialog, goTo };
    return { commands: billCommands(context), lines: lineActions(context) };
  }, [key, type, slot, once, navigate, openDialog]);
  return { ...actions, busy };
}

/** Returns a function that makes a button's command ignore a second press while any of them is running. */
function useOnce(): { readonly once: Once; readonly busy: boolean } {
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const once = useCallback<Once>(
    (work) => () => {
      if (working.current) return;
      working.current = true;
      setBusy(true);
      void work().finally(() => {
        working.current = false;
        setBusy(false);
      });
    },
    [],
  );
  return { once, busy };
}

/** Prints with the part that comes after the first screen, or says that it could not be fetched. */
async function print(work: (printing: Awaited<ReturnType<typeof fetchPrinting>>) => Promise<unknown>): Promise<void> {
  const printing = await fetchPrinting().catch(() => null);
  if (printing) await work(printing);
  else showToast(t('app.loadError'), 'error', { id: 'load-error' });
}

function billCommands(context: CommandContext): BillCommands {
  const { place, key, once, openDialog, goTo } = context;
  const bills = useBills.getState;
  const path = slotPath(place);
  return {
    checkIn: once(() => checkIn(context)),
    save: once(async () => {
      const bill = bills().bills[key];
      const saved = await (bill?.tabLimit ? (await fetchTab()).saveTab(bill) : bills().save(key));
      if (saved && !saved.ok) showRefusal(saved.refusal);
    }),
    printTicket: once(() => print((printing) => printing.printTickets(key))),
    // A quick print is done before the second press of a double tap.
    printBill: once(() => (holdSecondPress(), print((printing) => printing.printBill(key)))),
    checkout: () => {
      const open = bills().bills[key];
      if (open?.items.every((item) => item.isVoid)) return showRefusal({ message: 'There is nothing to pay' });
      if (open && needsCovers(open, useApp.getState().settings))
        return openDialog({ name: 'covers', next: 'checkout' });
      return void goTo(checkoutPath(open, place));
    },
    transfer: () => openDialog({ name: 'transfer' }),
    join: () => openDialog({ name: 'join' }),
    split: () => openDialog({ name: 'split' }),
    details: () => openDialog({ name: 'details' }),
    handOver: () => openDialog({ name: 'handOver' }),
    itemsLeft: () => openDialog({ name: 'itemsLeft' }),
    giftCard: () => openDialog({ name: 'giftCard' }),
    coupon: () => openDialog({ name: 'coupon' }),
    keepForLater: () => openDialog({ name: 'keepForLater' }),
    tabLimit: () => openDialog({ name: 'tabLimit' }),
    customer: () => void goTo(`${path}/customer?r=${encodeURIComponent(path)}`),
    discount: () => openDialog({ name: 'discount' }),
    voidBill: () => openDialog({ name: 'voidBill' }),
    removePromotion: ({ promotionId, words }) => openDialog({ name: 'removePromotion', promotionId, words }),
    cancelCheckIn: once(async () => {
      const cancelled = await bills().cancelCheckIn(key);
      if (!cancelled.ok) showRefusal(cancelled.refusal);
    }),
    undoRemove: () => void bills().undoRemove(key),
    once,
  };
}

function lineActions({ key, openDialog, goTo }: CommandContext): ItemActions {
  const bills = useBills.getState;
  const step = (by: number) => (itemKey: string) => {
    const item = bills().bills[key]?.items.find((each) => each.key === itemKey);
    if (!item) return;
    const changed = bills().changeQty(key, itemKey, Math.round((item.qty + by) * 1000) / 1000);
    if (!changed.ok) showRefusal(changed.refusal);
  };
  return {
    increase: step(1),
    decrease: step(-1),
    note: (itemKey) => openDialog({ name: 'note', itemKey }),
    remove: (itemKey) => void bills().removeUnsaved(key, itemKey),
    swap: (itemKey) => openDialog({ name: 'swap', itemKey }),
    change: (itemKey) => openDialog({ name: 'line', itemKey }),
    voidItem: (itemKey) => openDialog({ name: 'voidItem', itemKey }),
    again: (itemKey) => {
      const bill = bills().bills[key];
      const item = bill?.items.find((each) => each.key === itemKey);
      if (!bill || !item) return;
      const sell = async () => {
        const path = (await fetchAgain()).orderAgain(bill, item);
        if (path) void goTo(path);
      };
      askIfOffHours({ id: item.menuItemId, name: item.name }, bill.type, { openDialog, sell: () => void sell() });
    },
  };
}
