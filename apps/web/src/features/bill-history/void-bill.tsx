import { useParams } from '@tanstack/react-router';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { ReasonDialog } from '../../bill/reason/reason-dialog.tsx';
import { voidWithApproval } from '../../bill/void-bill.ts';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { useBill, useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { settingHere } from '../../sync/app-store.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { useRefetchBills } from './use-history-bill.ts';

/** Voids a bill from the history. The dialog closes only by voiding or by its own Cancel (R2.13). */
export function VoidBill() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/history');
  const bill = useBill(id);
  const loaded = useBills((state) => state.loaded);
  const reread = useRefetchBills();
  const voiding = usePermissionEffect('bill.void');
  if (!bill?.isOpen || bill.isMasked) {
    return loaded ? (
      <Modal title={t('bill.voidBill')} onClose={close}>
        {bill?.isMasked ? (
          <MaskedNote bill={bill} />
        ) : (
          <Empty icon="bill" title={t('checkout.gone')} hint={t('service.notOpen')} />
        )}
      </Modal>
    ) : null;
  }
  return (
    <ReasonDialog
      title={t('bill.voidBill')}
      isApprovedNext={voiding === 'approval'}
      presets={settingHere('VoidReasons')}
      onVoid={async (reason) => {
        const done = await voidWithApproval(bill, reason);
        if (done.state === 'done') {
          void reread();
          close();
        }
        return done.state === 'refused' ? done.message : undefined;
      }}
      onClose={close}
    />
  );
}
