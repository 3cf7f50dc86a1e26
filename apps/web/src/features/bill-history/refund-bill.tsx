import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { refundBill } from '@atoll/domain/bill/split/refund';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { methodLabel } from '@atoll/domain/payment/methods';
import { amountDue } from '@atoll/domain/payment/tender';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { ReasonPresets } from '../../bill/reason-presets.tsx';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { labelText } from '../../locale/label.ts';
import { printRefund } from '../../printing/printing.ts';
import { uuidv7 } from '../../session/id.ts';
import { settingHere } from '../../sync/app-store.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import css from './refund.module.css';
import { RefundLines } from './refund-lines.tsx';

interface RefundDialogProps {
  readonly bill: Bill;
  /** Items with the quantity that can still be refunded. */
  readonly left: readonly { readonly key: string; readonly qty: number }[];
  /** Laari that a refund of everything left pays out. */
  readonly owed: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Refunds a paid bill or items of it: asks which items, the reason, and how the money is paid out. */
export function RefundDialog(props: RefundDialogProps) {
  const { bill, left, onClose } = props;
  const { t } = useTranslation();
  const { refund, busy, error, qtys, setQtys, method, setMethod, due, reason, setReason } = useRefund(props);
  const lines = left.flatMap(({ key, qty }) => {
    const item = bill.items.find((one) => one.key === key);
    return item ? [{ item: item satisfies BillItem, left: qty }] : [];
  });
  return (
    <Modal title={t('service.refundTitle')} onClose={onClose} size="l">
      <DialogForm onSubmit={() => void refund()}>
        <RefundLines lines={lines} qtys={qtys} onQtys={setQtys} />
        <div className={css.how}>
          <SelectField
            label={t('service.refundHow')}
            value={method}
            options={[...new Set<PaymentMethod>([...methodsOf(bill), 'Cash'])].map((each) => ({
              value: each,
              label: labelText(methodLabel(each)),
            }))}
            onChange={(event) => setMethod(event.currentTarget.value as PaymentMethod)}
          />
          <p className={css.due}>
            <span>{t('service.refundAmount')}</span>
            <strong>{formatMoney(laari(due))}</strong>
          </p>
        </div>
        <ReasonPresets options={settingHere('VoidReasons')} reason={reason} onChoose={setReason} />
        <TextField
          label={t('service.reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            {t('service.refund')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}

/** Returns the methods by which a bill is paid; payments that were corrected no longer count. */
const methodsOf = ({ payments }: Bill): readonly PaymentMethod[] => [
  ...new Set(payments.flatMap(({ method, status }) => (status === 'Voided' ? [] : [method]))),
];

/** Returns what is entered for a refund, what it pays out, and the function that refunds and prints. */
function useRefund({ bill, left, owed, onDone }: Omit<RefundDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  const [keys] = useState(() => ({ refund: uuidv7(), payment: uuidv7() }));
  const [qtys, setQtys] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(left.map(({ key, qty }) => [key, qty])),
  );
  const [method, setMethod] = useState<PaymentMethod>(methodsOf(bill)[0] ?? 'Cash');
  const [reason, setReason] = useState('');
  const { run, busy, error, setError } = useApproved();
  const items = left.flatMap(({ key }) => ((qtys[key] ?? 0) > 0 ? [{ key, qty: qtys[key] ?? 0 }] : []));
  const isAll = left.every(({ key, qty }) => qtys[key] === qty);
  const due = isAll ? owed : partDue(bill, items, method);

  const refund = async () => {
    if (items.length === 0) return setError(t('service.nothingLeft'));
    if (reason.trim().length < 3) return setError(t('service.reasonNeeded'));
    setError(undefined);
    const subject = { permission: 'bill.refund', subjectType: 'Bill', subjectKey: bill.key } as const;
    const done = await run({ ...subject, amount: due, reason: reason.trim() }, (options) => {
      const payments = due > 0 ? [{ key: keys.payment, method, amount: due }] : [];
      const body = { key: keys.refund, billId: bill.id ?? bill.key, payments, reason: reason.trim() };
      return sendRefund(isAll ? body : { ...body, items }, options);
    });
    if (!done) return undefined;
    void printRefund(done);
    return onDone();
  };
  return { refund, busy, error, qtys, setQtys, method, setMethod, due, reason, setReason };
}

type RefundBody = BodyOf<typeof contract.refundBill>;

/** Sends a refund and returns the bill of the refund, or the server's refusal. */
async function sendRefund(body: RefundBody, options: CommandOptions): Promise<Result<Bill>> {
  try {
    const made = await call('bill.refund', { body, headers: approvalHeader(options), inPlace: true });
    return { ok: true, value: made as unknown as Bill };
  } catch (caught) {
    return refusalOf(caught);
  }
}

/** Returns what a refund of the items pays out, in laari. The server computes the same. */
function partDue(bill: Bill, items: readonly { key: string; qty: number }[], method: PaymentMethod): number {
  const context = { key: '', now: bill.createdAt, user: { id: 0, name: '' }, newKey: (key: string) => key };
  const made = refundBill(bill, items, { qty: new Map(), amount: 0 }, context);
  if (!made.ok) return 0;
  return Math.abs(amountDue(made.value.bill.total, [{ method, amount: 0 }], settingHere('RoundCash')).due);
}
