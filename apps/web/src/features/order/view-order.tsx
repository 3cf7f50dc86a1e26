import type { OrderDetails } from '@atoll/domain/contract/bill/order';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { OrderFacts } from './order-facts.tsx';
import { ordersPath, restOf } from './order-state.ts';
import { type OrderStep, OrderSteps } from './order-steps.tsx';

/** Shows an order with its items and what was paid of it. An open one takes payments, is opened as a bill, or is cancelled. */
export function ViewOrder() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(ordersPath);
  const [step, setStep] = useState<OrderStep>();
  const found = useFound('order.find', id, () => call('order.find', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={[t('order.order'), found.data?.number].filter(Boolean).join(' ')}
      onClose={close}
      footer={(order) => order.status === 'Open' && <Buttons order={order} onStep={setStep} />}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          {step && <OrderSteps {...{ order, step }} onClose={() => setStep(undefined)} />}
        </>
      )}
    </FoundPanel>
  );
}

function Buttons({ order, onStep }: { readonly order: OrderDetails; readonly onStep: (step: OrderStep) => void }) {
  const { t } = useTranslation();
  const mayCancel = useCanCall('order.cancel');
  const mayPay = useCanCall('order.pay');
  const mayOpen = useCanCall('order.open');
  return (
    <>
      {mayCancel && (
        <Button look="dangerSoft" onClick={() => onStep('cancel')}>
          {t('order.cancel')}
        </Button>
      )}
      {mayPay && (restOf(order) ?? 0) > 0 && <Button onClick={() => onStep('pay')}>{t('order.pay')}</Button>}
      {mayOpen && (
        <Button look="accent" onClick={() => onStep('open')}>
          {t('order.open')}
        </Button>
      )}
    </>
  );
}
