import type { Bill } from '@atoll/domain/bill/bill';
import { isTaxParty, type TaxBuyer } from '@atoll/domain/bill/tax-invoice';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { useApproved } from '../../approval/use-approved.ts';
import dialog from '../../bill/dialogs.module.css';
import { giveReceipt } from '../../bill/reprint.ts';
import { knownBuyer } from '../../bill/tax-invoice-words.ts';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { paidHere, receiptKey } from '../../printing/receipts.ts';
import { uuidv7 } from '../../session/id.ts';
import { Button } from '../../ui/display/button.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface TaxInvoiceDialogProps {
  readonly bill: Bill;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a tax invoice of a receipt: asks for the buyer, then prints it (R35.78). */
export function TaxInvoiceDialog({ bill, onDone, onClose }: TaxInvoiceDialogProps) {
  const { t } = useTranslation();
  const [key] = useState(uuidv7);
  const [buyer, setBuyer] = useState<TaxBuyer>(() => knownBuyer(bill));
  const { run, busy, error, setError } = useApproved();
  const set = (part: Partial<TaxBuyer>) => setBuyer({ ...buyer, ...part });
  const issue = async () => {
    if (!isTaxParty(buyer)) return setError(t('service.buyerIncomplete'));
    const subject = { permission: 'bill.reprint', subjectType: 'Bill', subjectKey: bill.key } as const;
    const issued = await run(subject, (options) => send(key, bill, buyer, options));
    if (!issued) return undefined;
    paidHere(receiptKey(issued));
    void giveReceipt(issued);
    return onDone();
  };
  return (
    <Modal title={t('service.makeTaxInvoice')} onClose={onClose}>
      <form
        className={dialog.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void issue();
        }}
      >
        <p className={dialog.hint}>{t('service.makeTaxInvoiceHint', { number: bill.invoiceNumber })}</p>
        <TextField
          label={t('service.buyerName')}
          maxLength={120}
          value={buyer.name}
          autoFocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextArea
          label={t('service.buyerAddress')}
          rows={2}
          maxLength={300}
          value={buyer.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        <TextField
          label={t('service.buyerTinLabel')}
          maxLength={20}
          value={buyer.tin}
          onChange={(event) => set({ tin: event.currentTarget.value })}
        />
        {error && (
          <p className={dialog.error} role="alert">
            {error}
          </p>
        )}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy}>
            {t('service.makeAndPrint')}
          </Button>
        </Actions>
      </form>
    </Modal>
  );
}

/** Sends the tax invoice and returns the bill with it, or the server's refusal. */
async function send(key: string, bill: Bill, buyer: TaxBuyer, options: CommandOptions): Promise<Result<Bill>> {
  try {
    const body = { key, billId: bill.id ?? bill.key, buyer };
    const issued = await call('bill.taxInvoice', { body, headers: approvalHeader(options), quiet: true });
    return { ok: true, value: issued as unknown as Bill };
  } catch (caught) {
    return refusalOf(caught);
  }
}
