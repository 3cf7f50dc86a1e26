import type { Bill } from '@atoll/domain/bill/bill';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryChange } from '../../bills/deliver.ts';
import { deliver } from '../../delivery/change-delivery.ts';
import { DeliveryDialog } from '../../delivery/delivery-dialog.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { DeliveryDrawer, useOrder } from './delivery-drawer.tsx';
import { useStepWord } from './order-card.tsx';
import { OrderDetails } from './order-details.tsx';
import { type AskedStep, openSteps } from './step.ts';
import { StepDialog } from './step-dialog.tsx';
import { useBoard } from './use-board.ts';
import css from './view-delivery.module.css';

/** Shows one order of the board in a drawer, with every allowed step. */
export function ViewDelivery() {
  const { t } = useTranslation();
  const order = useOrder('/delivery/manage');
  return (
    <DeliveryDrawer title={t('delivery.view')} order={order} footer={order.bill && <Steps bill={order.bill} />}>
      {(bill) => <OrderDetails bill={bill} />}
    </DeliveryDrawer>
  );
}

/** Shows one order of the history in a drawer. It can only be changed by Edit and Delete. */
export function ViewDelivered() {
  const { t } = useTranslation();
  const order = useOrder('/delivery/history');
  return (
    <DeliveryDrawer title={t('delivery.view')} order={order}>
      {(bill) => <OrderDetails bill={bill} />}
    </DeliveryDrawer>
  );
}

function Steps({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation();
  const { put } = useBoard();
  const stepWord = useStepWord();
  const [asked, setAsked] = useState<AskedStep>();
  const [isEditing, setEditing] = useState(false);
  const take = async (change: DeliveryChange) => {
    const done = await deliver(bill, change);
    if (done) put(done);
    return done !== null;
  };
  return (
    <div className={css.steps}>
      {bill.isOpen && (
        <Link
          to="/billing/new/$type/$slot"
          params={{ type: bill.type, slot: bill.slot }}
          className={buttonClass({ look: 'soft' })}
        >
          {t('delivery.openBill')}
        </Link>
      )}
      <Button onClick={() => setEditing(true)}>{t('delivery.editDetails')}</Button>
      {openSteps(bill)
        .toReversed()
        .map((step) => (
          <Button
            key={step.to}
            look={step.asks === 'reason' ? 'dangerSoft' : 'accent'}
            onClick={() => (step.asks === 'nothing' ? void take({ deliveryStatus: step.to }) : setAsked(step))}
          >
            {stepWord(step)}
          </Button>
        ))}
      {asked && <StepDialog step={asked} onStep={take} onClose={() => setAsked(undefined)} />}
      {isEditing && (
        <DeliveryDialog
          bill={bill}
          onClose={() => {
            setEditing(false);
            put(bill);
          }}
        />
      )}
    </div>
  );
}
