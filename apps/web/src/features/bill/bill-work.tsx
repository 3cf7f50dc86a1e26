import type { Bill } from '@atoll/domain/bill/bill';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { formatMoney } from '@atoll/domain/money/money';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBills } from '../../bills/bills.ts';
import { useNow } from '../../clock/now.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { FailedTickets } from './attention/failed-tickets.tsx';
import { BlockedWork } from './attention/held-work.tsx';
import { LatePayments } from './attention/late-payments.tsx';
import { useFailedLines } from './attention/use-failed-lines.ts';
import { BillDialogs, type OpenDialog } from './bill-dialogs.tsx';
import { BillPane } from './bill-pane.tsx';
import css from './bill-screen.module.css';
import { findByCode, ItemGrid } from './item/item-grid.tsx';
import { needsChoice, orderItem } from './item/order-item.ts';
import { SoldOutLines } from './item/sold-out-lines.tsx';
import { useBarcode } from './item/use-barcode.ts';
import { OrphanedItems } from './line/stranded-lines.tsx';
import { AskCovers } from './slot/ask-covers.tsx';
import { SlotBoard } from './slot/slot-board.tsx';
import { type SlotPlace, slotPath } from './slot/slot-path.ts';
import { useUnpaidAfterMinutes, useUnpaidBillNotices } from './slot/stale-bills.ts';
import { useBillCommands } from './use-bill-commands.ts';
import { useSlotBill } from './use-slot-bill.ts';

type Step = 'slots' | 'items' | 'bill';
const noLines: ReadonlySet<string> = new Set();

/** Shows slots, menu items and the bill of one slot side by side; on a phone they are three steps. */
export function BillWork({ outlet, place }: { outlet: Outlet; place: SlotPlace }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow();
  const [step, setStep] = useState<Step>('items');
  const [dialog, setDialog] = useState<OpenDialog>();
  const bill = useSlotBill(place);
  const slots = useSlotsOf(place.type);
  const unsaved = useUnsaved(bill);
  const removed = useBills((state) => (bill ? state.drafts[bill.key]?.removed.at(-1)?.name : undefined)) ?? null;
  const failed = useFailedLines(bill?.key);
  const menus = useApp((state) => state.menus);
  const late = useSettingOf('LateTableMinutes');
  const categories = useMemo(() => menus.flatMap((menu) => menu.categories), [menus]);
  const staleMinutes = useUnpaidAfterMinutes();
  useUnpaidBillNotices(now);
  const { commands, lines, busy } = useBillCommands(place, bill, setDialog);

  const goTo = useCallback(
    (to: SlotPlace) => {
      setStep('items');
      void navigate({ href: slotPath(to), replace: true });
    },
    [navigate],
  );
  const { type, slot } = place;
  const onSlot = useCallback((next: string) => goTo({ type, slot: next }), [goTo, type]);
  const onType = useCallback((next: SlotTypeName) => goTo({ type: next, slot: '1' }), [goTo]);
  const onItem = useCallback(
    (item: MenuItem) => {
      const [only] = item.sizes;
      if (item.sizes.length === 1 && only && !needsChoice(item)) {
        orderItem({ type, slot }, { menuItem: item, size: only });
        return;
      }
      const r = encodeURIComponent(slotPath({ type, slot }));
      void navigate({ href: `/billing/select-size?item=${item.id}&r=${r}` });
    },
    [navigate, type, slot],
  );

  useBarcode((code) => {
    const item = findByCode(categories, code);
    if (item) onItem(item);
    else showToast(t('service.barcodeUnknown', { code }), 'warning', { id: 'barcode' });
  });

  return (
    <div className={css.work}>
      <div className={css.bars}>
        <FailedTickets />
        <BlockedWork />
        <LatePayments />
        <SoldOutLines />
        <OrphanedItems place={place} />
      </div>
      <section
        className={`${css.pane} ${css.slots}`}
        aria-label={t('bill.slots')}
        data-step={step === 'slots' ? 'on' : 'off'}
      >
        <SlotBoard
          slotTypes={outlet.slotTypes}
          type={type}
          slot={slot}
          bills={slots}
          lateMinutes={late}
          staleMinutes={staleMinutes}
          now={now}
          onType={onType}
          onSlot={onSlot}
        />
      </section>
      <section
        className={`${css.pane} ${css.items}`}
        aria-label={t('bill.items')}
        data-step={step === 'items' ? 'on' : 'off'}
      >
        <ItemGrid categories={categories} onItem={onItem} />
      </section>
      <BillPane
        bill={bill}
        title={`${t(`bill.types.${type}`)} ${slot}`}
        unsaved={unsaved}
        failed={failed}
        removed={removed}
        now={now}
        busy={busy}
        lines={lines}
        commands={commands}
        className={css.billPane}
        step={step === 'bill' ? 'on' : 'off'}
      />
      <div className={css.steps}>
        <button type="button" className={css.step} onClick={() => setStep('slots')}>
          {t('bill.toSlots')}
        </button>
        <button
          type="button"
          className={`${css.step} ${css.toBill}`}
          onClick={() => setStep(step === 'bill' ? 'items' : 'bill')}
        >
          <span>{step === 'bill' ? t('bill.toItems') : t('bill.toBill')}</span>
          <span>{formatMoney(bill?.total ?? 0)}</span>
        </button>
      </div>
      {dialog?.name === 'covers' && (
        <AskCovers bill={bill} place={place} next={dialog.next} onClose={() => setDialog(undefined)} />
      )}
      {bill && dialog && dialog.name !== 'covers' && (
        <BillDialogs
          bill={bill}
          outlet={outlet}
          dialog={dialog}
          unsaved={unsaved}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Returns the open bills of a slot type by slot number. Several checks in a slot count as one: the first check with the
 * sum of all.
 */
function useSlotsOf(type: SlotTypeName): ReadonlyMap<string, Bill> {
  const slots = useBills((state) => state.slots);
  const bills = useBills((state) => state.bills);
  return useMemo(() => {
    const found = new Map<string, Bill>();
    for (const key of Object.values(slots)) {
      const bill = key ? bills[key] : undefined;
      if (!bill || bill.type !== type) continue;
      const other = found.get(bill.slot);
      const first = other && other.checkNo < bill.checkNo ? other : bill;
      found.set(bill.slot, other ? { ...first, total: bill.total + other.total } : bill);
    }
    return found;
  }, [slots, bills, type]);
}

function useUnsaved(bill: Bill | undefined): ReadonlySet<string> {
  const items = useBills((state) => (bill ? state.drafts[bill.key]?.items : undefined));
  return useMemo(() => (items ? new Set(items.map((item) => item.key)) : noLines), [items]);
}
