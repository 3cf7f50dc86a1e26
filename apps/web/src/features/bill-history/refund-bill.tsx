import type { BillItem } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import { shownCode } from '@atoll/domain/wallet/code';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { settingHere } from '../../sync/app-store.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
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
  if (entry.credit.code !== undefined) return <CreditCode entry={entry} code={entry.credit.code} />;
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
  const { back, credit, isCreditGiven } = entry;
  const [first, rest] = payments;
  const toCards = back.reduce((sum, { amount }) => sum + amount, 0);
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
          <strong>{formatMoney(laari(due - toCards))}</strong>
        </p>
      </div>
      {back.length > 0 && (
        <ul className={css.back} aria-label={t('refund.back')}>
          {back.map(({ last4, amount }) => (
            <li key={last4}>{t('refund.backTo', { card: last4, amount: formatMoney(laari(amount)) })}</li>
          ))}
        </ul>
      )}
      {isCreditGiven && credit.name !== '' && (
        <Segmented
          label={t('wallet.storeCredit')}
          items={[
            { value: 'customer', label: t('refund.onWallet', { name: credit.name }) },
            { value: 'code', label: t('refund.onCode') },
          ]}
          value={credit.isCoded ? 'code' : 'customer'}
          onChange={(value) => credit.setCoded(value === 'code')}
        />
      )}
      {back.length === 0 && first && rest && (
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

/** Shows the code of store credit that a refund gave, once. */
function CreditCode({ entry, code }: { readonly entry: RefundEntry; readonly code: string }) {
  const { t } = useTranslation();
  const close = () => {
    entry.credit.forget();
    entry.onDone();
  };
  return (
    <Modal title={t('wallet.storeCredit')} size="s" onClose={close}>
      <p>{t('wallet.newCredit')}</p>
      <p>
        <strong>{shownCode(code)}</strong>
      </p>
    </Modal>
  );
}
