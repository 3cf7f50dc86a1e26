import type { Bill } from '@atoll/domain/bill/bill';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { formatMoney } from '@atoll/domain/money/money';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBills } from '../../bills/bills.ts';
import { useNow } from '../../clock/now.ts';
import { useApp } from '../../sync/app-store.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { BlockedWork } from './attention/blocked-work.tsx';
import { FailedTickets } from './attention/failed-tickets.tsx';
import { LatePayments } from './attention/late-payments.tsx';
import { useFailedLines } from './attention/use-failed-lines.ts';
import { BillDialogs, type OpenDialog } from './bill-dialogs.tsx';
import { BillPane } from './bill-pane.tsx';
import css from './bill-screen.module.css';
import { findByCode, ItemGrid } from './item/item-grid.tsx';
import { needsChoice, orderItem } from './item/order-item.ts';
import { SoldOutLines } from './item/sold-out-lines.tsx';
import { useBarcode } from './item/use-barcode.ts';
import { OrphanedItems } from './line/orphaned-items.tsx';
import { AskCovers } from './slot/ask-covers.tsx';
import { SlotPane } from './slot/slot-pane.tsx';
import { type SlotPlace, slotPath } from './slot/slot-path.ts';
import { useUnpaidBillNotices } from './slot/unpaid-bills.ts';
import type { Step } from './step.ts';
import { useBillCommands } from './use-bill-commands.ts';
import { useSlotBill } from './use-slot-bill.ts';

const noLines: ReadonlySet<string> = new Set();

/** Shows slots, menu items and the bill of one slot side by side; on a phone they are three steps. */
export function BillWork({ outlet, place }: { outlet: Outlet; place: SlotPlace }) {
  const { t } = useTranslation();
  const now = useNow();
  const [step, setStep] = useState<Step>('items');
  const [dialog, setDialog] = useState<OpenDialog>();
  const bill = useSlotBill(place);
  const unsaved = useUnsaved(bill);
  const removed = useBills((state) => (bill ? state.drafts[bill.key]?.removed.at(-1)?.name : undefined)) ?? null;
  const failed = useFailedLines(bill?.key);
  const menus = useApp((state) => state.menus);
  const categories = useMemo(() => menus.flatMap((menu) => menu.categories), [menus]);
  useUnpaidBillNotices(now);
  const { commands, lines, busy } = useBillCommands(place, bill, setDialog);
  const onItem = useOrderItem(place);
  useBarcode((code) => {
    const item = findByCode(categories, code);
    if (item) onItem(item);
    else showToast(t('service.barcodeUnknown', { code }), 'warning', { id: 'barcode' });
  });

  return (
    <div className={css.work}>
      <Attention place={place} />
      <SlotPane {...{ outlet, place, now, step }} onStep={setStep} />
      <section
        className={`${css.pane} ${css.items}`}
        aria-label={t('bill.items')}
        data-step={step === 'items' ? 'on' : 'off'}
      >
        <ItemGrid categories={categories} onItem={onItem} />
      </section>
      <BillPane
        title={`${t(`bill.types.${place.type}`)} ${place.slot}`}
        {...{ bill, unsaved, failed, removed, now, busy, lines, commands }}
        className={css.billPane}
        step={step === 'bill' ? 'on' : 'off'}
      />
      <StepButtons step={step} onStep={setStep} total={bill?.total ?? 0} />
      {dialog?.name === 'covers' && (
        <AskCovers bill={bill} place={place} next={dialog.next} onClose={() => setDialog(undefined)} />
      )}
      {bill && dialog && dialog.name !== 'covers' && (
        <BillDialogs {...{ bill, outlet, dialog, unsaved }} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

/** Shows the bars above the bill screen: work that needs attention. */
function Attention({ place }: { place: SlotPlace }) {
  return (
    <div className={css.bars}>
      <FailedTickets />
      <BlockedWork />
      <LatePayments />
      <SoldOutLines />
      <OrphanedItems place={place} />
    </div>
  );
}

interface StepButtonsProps {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** Total of the bill, laari. */
  readonly total: number;
}

/** Shows the buttons that change the step on a phone. */
function StepButtons({ step, onStep, total }: StepButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={css.steps}>
      <button type="button" className={css.step} onClick={() => onStep('slots')}>
        {t('bill.toSlots')}
      </button>
      <button
        type="button"
        className={`${css.step} ${css.toBill}`}
        onClick={() => onStep(step === 'bill' ? 'items' : 'bill')}
      >
        <span>{step === 'bill' ? t('bill.toItems') : t('bill.toBill')}</span>
        <span>{formatMoney(total)}</span>
      </button>
    </div>
  );
}

/** Returns a function that orders a menu item, or opens the screen that asks for its size and options. */
function useOrderItem({ type, slot }: SlotPlace): (item: MenuItem) => void {
  const navigate = useNavigate();
  return useCallback(
    (item) => {
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
}

function useUnsaved(bill: Bill | undefined): ReadonlySet<string> {
  const items = useBills((state) => (bill ? state.drafts[bill.key]?.items : undefined));
  return useMemo(() => (items ? new Set(items.map((item) => item.key)) : noLines), [items]);
}
