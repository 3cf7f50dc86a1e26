import type { BillItem } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { labelText } from '../../locale/label.ts';
import { settingHere } from '../../sync/app-store.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './refund.module.css';
import { RefundLines } from './refund-lines.tsx';
import { type RefundEntry, type RefundOptions, useRefund } from './use-refund.ts';

interface RefundDialogProps extends RefundOptions {
  readonly onClose: () => void;
}

/** Refunds a paid bill or items of it: asks which items, the reason, and how the money is paid out. Only 'Refund' and 'Cancel' close it. */
export function RefundDialog(props: RefundDialogProps) {
  const { bill, left, onClose } = props;
  const { t } = useTranslation();
  const entry = useRefund(props);
  const { refund, fault, busy, error, qtys, setQtys, reason, setReason, isSent } = entry;
  const lines = left.flatMap(({ key, qty }) => {
    const item = bill.items.find((one) => one.key === key);
    return item ? [{ item: item satisfies BillItem, left: qty }] : [];
  });
  return (
    <Modal title={t('refund.title')} onClose={onClose} size="l" closable={false} closesOnBack>
      <ReasonForm
        presets={settingHere('VoidReasons')}
        reason={reason}
        onReason={setReason}
        fault={fault}
        error={error}
        isBusy={busy}
        submit={t('service.refund')}
        look="danger"
        onSubmit={refund}
        onClose={onClose}
      >
        {isSent && <Hint role="status">{t('refund.unanswered')}</Hint>}
        <RefundLines lines={lines} qtys={qtys} onQtys={setQtys} />
        <PayOut entry={entry} />
      </ReasonForm>
    </Modal>
  );
}

/** Asks how the money is paid out. A method gives back at most what was paid by it; the rest is cash. */
function PayOut({ entry }: { readonly entry: RefundEntry }) {
  const { t } = useTranslation();
  const { method, methods, setMethod, payments, byMethod, due, reference, setReference, isReferenceNeeded } = entry;
  const [first, rest] = payments;
  const most = byMethod.find((one) => one.method === method)?.amount ?? 0;
  const words = { method: labelText(methodLabel(method)), amount: formatMoney(laari(most)) };
  return (
    <>
      <div className={css.how}>
        <SelectField
          label={t('refund.how')}
          value={method}
          options={methods.map((each) => ({ value: each, label: labelText(methodLabel(each)) }))}
          onChange={(event) => setMethod(event.currentTarget.value as PaymentMethod)}
        />
        <p className={css.due}>
          <span>{t('refund.amount')}</span>
          <strong>{formatMoney(laari(due))}</strong>
        </p>
      </div>
      {first && rest && (
        <Hint role="status">{t('refund.most', { ...words, rest: formatMoney(laari(rest.amount)) })}</Hint>
      )}
      {isReferenceNeeded && (
        <TextField
          label={t('checkout.reference')}
          maxLength={60}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
    </>
  );
}
