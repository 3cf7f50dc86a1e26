import type { Bill } from '@atoll/domain/bill/bill';
import { useId, useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { deliver } from './change-delivery.ts';
import { DeliveryForm } from './delivery-form.tsx';

/** Shows the delivery details in a dialog over the bill. */
export function DeliveryDialog({ bill, onClose }: { readonly bill: Bill; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      title={t(bill.type === 'Takeaway' ? 'delivery.takeawayDetails' : 'delivery.details')}
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="accent" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <DeliveryForm
        id={id}
        bill={bill}
        onSave={(change) => {
          if (Object.keys(change).length === 0) return onClose();
          setBusy(true);
          void deliver(bill, change)
            .then((done) => (done ? onClose() : undefined))
            .finally(() => setBusy(false));
        }}
      />
    </Modal>
  );
}
