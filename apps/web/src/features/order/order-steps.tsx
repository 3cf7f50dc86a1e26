import type { Bill } from '@atoll/domain/bill/bill';
import type { cancelOrder, OrderDetails } from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { freeSlot } from '../../bill/free-slot.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { useBills } from '../../bills/bills.ts';
import { savedHere } from '../../bills/saved.ts';
import { approvalHeader, type CommandOptions, resultOf } from '../../bills/server-call.ts';
import { PartFields } from '../../cash/order/part-fields.tsx';
import { emptyPart, type Part, partFault, payPart } from '../../cash/order/pay-part.ts';
import { releaseCard } from '../../cash/wallet/hold-card.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import { useApp } from '../../sync/app-store.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

export type OrderStep = 'pay' | 'open' | 'cancel';

interface StepProps {
  readonly order: OrderDetails;
  readonly onClose: () => void;
}

/** Asks what a step of an order needs, and does it. */
export function OrderSteps({ step, ...props }: StepProps & { readonly step: OrderStep }) {
  switch (step) {
    case 'pay':
      return <PayOrder {...props} />;
    case 'open':
      return <OpenOrder {...props} />;
    case 'cancel':
      return <CancelOrder {...props} />;
  }
}

/** Returns what fetches the orders again. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const one of ['order.list', 'order.find']) void queries.invalidateQueries({ queryKey: [one] });
  };
}

function PayOrder({ order, onClose }: StepProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { act, busy, failure } = useAct();
  const [key] = useState(uuidv7);
  const [fault, setFault] = useState<string>();
  const [part, setPart] = useState<Part>(emptyPart);
  const rest = order.total - order.paid;
  const close = () => {
    releaseCard(part.wallet?.holdKey);
    onClose();
  };
  const pay = async () => {
    const found = part.amount ? partFault(part) : t('checkout.amountNeeded');
    setFault(found);
    if (found !== undefined) return undefined;
    if (!(await act('pay', () => payPart(order.key, key, part)))) return undefined;
    refresh();
    return onClose();
  };
  return (
    <ActionDialog
      title={t('order.pay')}
      action={t('order.pay')}
      busy={busy !== null}
      onAction={() => void pay()}
      onClose={close}
    >
      <Hint>{t('order.restHint', { amount: formatMoney(laari(rest)) })}</Hint>
      <PartFields
        label={t('order.amount')}
        part={part}
        onChange={setPart}
        error={fault ?? failure?.message}
        billKey={key}
        rest={rest}
        customer={order.customerId === undefined ? undefined : { id: order.customerId, name: order.name }}
      />
    </ActionDialog>
  );
}

function OpenOrder({ order, onClose }: StepProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { act, busy, failure } = useAct();
  const types = useApp(({ outlet }) => outlet?.slotTypes) ?? [];
  const [key] = useState(uuidv7);
  const [type, setType] = useState<SlotTypeName>(types[0]?.type ?? 'Table');
  const [slot, setSlot] = useState(() => Number(freeSlot(type) ?? 1));
  const open = async () => {
    const body = { key, orderKey: order.key, type, slot: String(slot) };
    const done = await act('open', async () => {
      const bill = (await call('order.open', { body, inPlace: true })) as unknown as Bill;
      useBills.getState().takeServer(bill);
      savedHere(
        useBills.getState().bills[bill.key] ?? bill,
        bill.items.map((item) => item.key),
      );
    });
    if (!done) return;
    refresh();
    onClose();
    await navigate({ href: `/billing/new/${type}/${slot}` });
  };
  return (
    <ActionDialog
      title={t('order.open')}
      action={t('ui.save')}
      busy={busy !== null}
      disabled={!slot}
      onAction={() => void open()}
      onClose={onClose}
    >
      <Segmented
        label={t('bill.transferTo')}
        items={types.map((each) => ({ value: each.type, label: t(`bill.types.${each.type}`) }))}
        value={type}
        onChange={(next) => {
          setType(next);
          setSlot(Number(freeSlot(next) ?? 1));
        }}
      />
      <Input
        kind="integer"
        label={t('order.slot')}
        value={slot}
        error={failure?.message}
        onChange={(next) => setSlot(next ?? 0)}
      />
    </ActionDialog>
  );
}

function CancelOrder({ order, onClose }: StepProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, busy, error, setError } = useApproved();
  const [reason, setReason] = useState('');
  const [way, setWay] = useState<'giveBack' | 'keep'>('giveBack');
  const hasDeposit = order.tax === 'Refundable' && order.paid > 0;
  const forfeit = hasDeposit ? way === 'keep' : order.paid > 0;
  const { toCards = 0 } = order;
  const inCash = order.paid - toCards;
  const amount = formatMoney(laari(way === 'giveBack' && hasDeposit ? inCash : order.paid));
  const cancel = async (given: string) => {
    const body = { orderKey: order.key, forfeit, reason: given };
    setError(undefined);
    // Cash that leaves the drawer is a refund: who may not refund that much asks for an approval.
    const subject = { permission: 'bill.refund', subjectType: 'Order', subjectKey: `order ${order.key}` } as const;
    const done = await run({ ...subject, amount: inCash, reason: given }, (options) => sendCancel(body, options));
    if (!done) return;
    refresh();
    onClose();
  };
  return (
    <Modal title={t('order.cancel')} size="s" onClose={onClose}>
      <ReasonForm
        presets={t('order.reasons').split('|')}
        reason={reason}
        onReason={setReason}
        error={error}
        isBusy={busy}
        submit={t('order.cancel')}
        look="danger"
        onSubmit={cancel}
        onClose={onClose}
        close={t('ui.close')}
      >
        {hasDeposit && (
          <>
            <Segmented
              label={t('order.deposit')}
              items={(['giveBack', 'keep'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
              value={way}
              onChange={setWay}
            />
            {way === 'giveBack' && toCards > 0 && (
              <Hint>{t('order.toCardsHint', { amount: formatMoney(laari(toCards)) })}</Hint>
            )}
            {(way === 'keep' || inCash > 0) && <Hint>{t(`order.${way}Hint`, { amount })}</Hint>}
          </>
        )}
        {forfeit && !hasDeposit && <Hint>{t('order.keptHint', { amount })}</Hint>}
      </ReasonForm>
    </Modal>
  );
}

/** Sends the cancellation of an order, and returns the order or the server's refusal. */
function sendCancel(body: BodyOf<typeof cancelOrder>, options: CommandOptions): Promise<Result<OrderDetails>> {
  return resultOf(call('order.cancel', { body, headers: approvalHeader(options), inPlace: true }));
}
