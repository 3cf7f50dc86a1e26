import { isEnded } from '@atoll/domain/delivery/states';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DeliveryChange } from '../../bills/deliver.ts';
import { deliver } from '../../delivery/change-delivery.ts';
import { DeliveryForm } from '../../delivery/delivery-form.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { DeliveryDrawer, useOrder } from './delivery-drawer.tsx';
import css from './edit-delivery.module.css';

/** Returns a function that changes the drawer's order and closes the drawer on success. */
function useChange(order: ReturnType<typeof useOrder>) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (changed: DeliveryChange): Promise<void> => {
    if (!order.bill) return;
    setBusy(true);
    const done = await deliver(order.bill, changed);
    setBusy(false);
    if (!done) return;
    for (const queryKey of [['delivery'], ['delivery.list'], ['delivery.board']])
      void client.invalidateQueries({ queryKey });
    order.close();
  };
  return { busy, change };
}

/** Edits the details of an order of the history in a drawer. */
export function EditDelivery() {
  const { t } = useTranslation();
  const id = useId();
  const order = useOrder('/delivery/history');
  const { busy, change } = useChange(order);
  return (
    <DeliveryDrawer
      title={t('delivery.edit')}
      order={order}
      footer={
        <>
          <Button onClick={order.close}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="accent" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {(bill) => (
        <DeliveryForm
          id={id}
          bill={bill}
          onSave={(changed) => (Object.keys(changed).length === 0 ? order.close() : void change(changed))}
        />
      )}
    </DeliveryDrawer>
  );
}

/** Cancels an order with a reason. A finished order cannot be cancelled. */
export function DeleteDelivery() {
  const { t } = useTranslation();
  const order = useOrder('/delivery/history');
  const { busy, change } = useChange(order);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const status = order.bill?.deliveryStatus ?? null;
  const canCancel = status !== null && !isEnded(status) && status !== 'Failed';
  const submit = () => {
    const trimmed = reason.trim();
    if (trimmed.length < 3) return setError(t('ui.minLength', { label: t('delivery.reason'), count: 3 }));
    return void change({ deliveryStatus: 'Cancelled', reason: trimmed });
  };
  return (
    <DeliveryDrawer
      title={t('delivery.deleteTitle')}
      order={order}
      footer={
        <>
          <Button onClick={order.close}>{t(canCancel ? 'ui.cancel' : 'ui.close')}</Button>
          {canCancel && (
            <Button look="danger" busy={busy} onClick={submit}>
              {t('resource.deleteButton')}
            </Button>
          )}
        </>
      }
    >
      {(bill) =>
        canCancel ? (
          <div className={css.details}>
            <p>
              {t('delivery.order', {
                type: t(`bill.types.${bill.type}`),
                slot: bill.slot,
                number: bill.number ?? '',
              })}
            </p>
            <p className={css.finished}>{t('delivery.deleteHint', { status: t('delivery.statuses.Cancelled') })}</p>
            <p className={css.finished}>{t(bill.isOpen ? 'delivery.cancelHint' : 'delivery.cancelPaidHint')}</p>
            <TextArea
              label={t('delivery.reason')}
              rows={2}
              maxLength={200}
              required
              value={reason}
              error={error}
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setError(undefined);
              }}
            />
          </div>
        ) : (
          <p className={css.finished}>{t('delivery.finished')}</p>
        )
      }
    </DeliveryDrawer>
  );
}
