import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryStatus } from '@atoll/domain/bill/bill-delivery';
import { boardColumns } from '@atoll/domain/delivery/states';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showRefusal } from '../../approval/show-refusal.ts';
import type { DeliveryChange } from '../../bills/deliver.ts';
import { useNow } from '../../clock/now.ts';
import { deliver } from '../../delivery/change-delivery.ts';
import { ScreenTabs } from '../../grid/screen-tabs.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { ScreenTitle } from '../../ui/display/screen-title.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './manage-screen.module.css';
import { newOrder } from './new-order.ts';
import { OrderCard } from './order-card.tsx';
import { byStatus, OrderColumn } from './order-column.tsx';
import { type AskedStep, stepTo } from './step.ts';
import { StepDialog } from './step-dialog.tsx';
import { useBoard } from './use-board.ts';

type KindChoice = 'All' | 'Delivery' | 'Takeaway';

/**
 * Manage Delivery: shows current orders in columns by status. A drag, a key or a button moves an order to its next step
 * (R2.15).
 */
export function ManageScreen() {
  const { t } = useTranslation();
  const board = useBoard();
  const [kind, setKind] = useState<KindChoice>('All');
  const bills = (board.data ?? []).filter((bill) => kind === 'All' || bill.type === kind);
  const kinds = useKinds();
  return (
    <>
      <section className={css.screen} aria-label={t('delivery.title')}>
        <header ref={toastsBelowHead} className={css.head}>
          <ScreenTitle>{t('delivery.title')}</ScreenTitle>
          <ScreenTabs />
          {kinds.length > 1 && (
            <Segmented
              label={t('delivery.kind')}
              look="pills"
              items={(['All', ...kinds] as const).map((value) => ({ value, label: t(`delivery.kinds.${value}`) }))}
              value={kind}
              onChange={setKind}
            />
          )}
          <NewOrders kinds={kinds} />
        </header>
        {board.isError && !board.data ? (
          <Empty
            icon="warning"
            tone="late"
            title={t('delivery.failed')}
            hint={t('grid.offline')}
            action={<Button onClick={board.renew}>{t('ui.tryAgain')}</Button>}
          />
        ) : board.data ? (
          <Columns bills={bills} kind={kind} kinds={kinds} onChanged={board.put} />
        ) : (
          <SkeletonRows label={t('ui.loading')} />
        )}
      </section>
      <Outlet />
    </>
  );
}

/** Returns the kinds of orders that the outlet takes. */
function useKinds(): readonly ('Delivery' | 'Takeaway')[] {
  const slotTypes = useApp((state) => state.outlet?.slotTypes) ?? [];
  return (['Delivery', 'Takeaway'] as const).filter((type) => slotTypes.some((each) => each.type === type));
}

function NewOrders({ kinds }: { readonly kinds: readonly ('Delivery' | 'Takeaway')[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = async (type: 'Delivery' | 'Takeaway') => {
    const opened = await newOrder(type);
    if (opened.ok) return navigate({ href: opened.value });
    showRefusal(opened.refusal);
    return opened.refusal.reason === 'noShiftActive'
      ? navigate({ href: '/billing/new-sale?r=/delivery/manage' })
      : undefined;
  };
  return (
    <div className={css.tools}>
      {kinds.map((type) => (
        <Button key={type} icon="plus" look={type === 'Delivery' ? 'accent' : 'soft'} onClick={() => void open(type)}>
          {t(type === 'Delivery' ? 'delivery.newDelivery' : 'delivery.newTakeaway')}
        </Button>
      ))}
    </div>
  );
}

interface ColumnsProps {
  readonly bills: readonly Bill[];
  readonly kind: KindChoice;
  readonly kinds: readonly ('Delivery' | 'Takeaway')[];
  readonly onChanged: (bill: Bill) => void;
}

function Columns({ bills, kind, kinds, onChanged }: ColumnsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow();
  const timezone = useTimezone();
  const [asked, setAsked] = useState<AskedStep>();
  const [dragged, setDragged] = useState<Bill | null>(null);
  const orders = byStatus(bills);
  const statuses = kind === 'All' ? kinds.flatMap((each) => boardColumns[each]) : boardColumns[kind];
  const columns = boardColumns.Delivery.filter(
    (status) => statuses.includes(status) && (status !== 'Failed' || orders.has(status)),
  );
  const take = async (bill: Bill, change: DeliveryChange) => {
    const done = await deliver(bill, change);
    if (done) onChanged(done);
    return done !== null;
  };
  const step = (next: AskedStep) => {
    // The card then has its next step, or another card lies, under the finger.
    holdSecondPress();
    return next.asks === 'nothing' ? void take(next.bill, { deliveryStatus: next.to }) : setAsked(next);
  };
  const drop = (billKey: string, to: DeliveryStatus) => {
    const bill = bills.find((each) => each.key === billKey);
    if (!bill || bill.deliveryStatus === to) return;
    const next = stepTo(bill, to);
    if (next) return step(next);
    const word = (status: DeliveryStatus) => t(`delivery.statuses.${status}`);
    showToast(t('delivery.notThere', { from: word(bill.deliveryStatus ?? 'Pending'), to: word(to) }), 'warning');
  };
  const open = (bill: Bill) =>
    void navigate({ to: '/delivery/manage/view/$id', params: { id: String(bill.id ?? bill.key) } });
  const cards = (column: DeliveryStatus | 'Unpaid') =>
    (orders.get(column) ?? []).map((bill) => (
      <li key={bill.key}>
        <OrderCard
          {...{ bill, now, timezone }}
          isDragged={dragged?.key === bill.key}
          onOpen={open}
          onStep={step}
          onDrag={setDragged}
        />
      </li>
    ));
  return (
    <>
      <div className={css.board}>
        {columns.map((status) => (
          <OrderColumn
            key={status}
            status={status}
            count={orders.get(status)?.length ?? 0}
            takes={dragged !== null && stepTo(dragged, status) !== undefined}
            onDrop={(billKey) => drop(billKey, status)}
          >
            {cards(status)}
          </OrderColumn>
        ))}
        {orders.has('Unpaid') && (
          <OrderColumn status="Unpaid" count={orders.get('Unpaid')?.length ?? 0} takes={false}>
            {cards('Unpaid')}
          </OrderColumn>
        )}
      </div>
      <p className={css.hint}>{t('delivery.keys')}</p>
      {asked && (
        <StepDialog step={asked} onStep={(change) => take(asked.bill, change)} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
