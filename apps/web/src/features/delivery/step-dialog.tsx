import { voidsBill } from '@atoll/domain/delivery/states';
import { useState } from 'react';
import type { DeliveryChange } from '../../bills/deliver.ts';
import { RiderField } from '../../delivery/delivery-form.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import type { AskedStep } from './step.ts';

interface StepDialogProps {
  readonly step: AskedStep;
  /** Performs the step; returns whether it succeeded. */
  readonly onStep: (change: DeliveryChange) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for the reason of a cancellation, rejection or failure, or for the rider. */
export function StepDialog({ step, onStep, onClose }: StepDialogProps) {
  const { t } = useTranslation();
  const { bill, to, asks } = step;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [rider, setRider] = useState({
    riderId: bill.delivery?.riderId ?? null,
    riderName: bill.delivery?.riderName ?? '',
  });
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const trimmed = reason.trim();
    if (asks === 'reason' && trimmed.length < 3)
      return setError(t('ui.minLength', { label: t('delivery.reason'), count: 3 }));
    setBusy(true);
    const deliveryChange =
      asks === 'reason' ? { reason: trimmed } : { riderId: rider.riderId ?? 0, riderName: rider.riderName };
    const done = await onStep({ deliveryStatus: to, ...deliveryChange });
    setBusy(false);
    return done ? onClose() : undefined;
  };
  const word = t(`delivery.steps.${to}`);
  return (
    <Modal title={asks === 'reason' ? word : t('delivery.sendOut')} onClose={onClose} size="s">
      <DialogForm onSubmit={() => void submit()}>
        {asks === 'reason' ? (
          <>
            <TextArea
              label={t('delivery.reason')}
              rows={2}
              maxLength={200}
              autoFocus
              value={reason}
              error={error}
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setError(undefined);
              }}
            />
            {voidsBill(to) && <Hint>{t(bill.isOpen ? 'delivery.cancelHint' : 'delivery.cancelPaidHint')}</Hint>}
          </>
        ) : (
          <RiderField value={rider} onChange={setRider} />
        )}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t(to === 'Cancelled' ? 'delivery.keep' : 'ui.cancel')}
          </Button>
          <Button type="submit" look={asks === 'reason' ? 'danger' : 'accent'} busy={busy}>
            {word}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
