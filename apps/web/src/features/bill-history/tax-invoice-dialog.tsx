import type { Bill } from '@atoll/domain/bill/bill';
import { isTaxParty, type TaxBuyer, taxBuyerOf } from '@atoll/domain/bill/tax-invoice';
import type { Customer } from '@atoll/domain/contract/people/customer';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { giveReceipt } from '../../bill/reprint.ts';
import { knownBuyer } from '../../bill/tax-invoice-words.ts';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { paidHere, receiptKey } from '../../printing/receipts.ts';
import { uuidv7 } from '../../session/id.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
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
  const recorded = useRecordedBuyer(bill.customerId);
  const [typed, setTyped] = useState<Partial<TaxBuyer>>({});
  const buyer = { ...knownBuyer(bill), ...recorded, ...typed };
  const { run, busy, error, setError } = useApproved();
  const set = (part: Partial<TaxBuyer>) => setTyped({ ...typed, ...part });
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
      <DialogForm onSubmit={() => void issue()}>
        <Hint>{t('service.makeTaxInvoiceHint', { number: bill.invoiceNumber })}</Hint>
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
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="main" busy={busy}>
            {t('service.makeAndPrint')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}

/** Returns the buyer of a customer's record as it is now, once it is known. */
function useRecordedBuyer(customerId: number): TaxBuyer | undefined {
  const { data } = useQuery({
    queryKey: ['customer.find', customerId],
    enabled: customerId > 0,
    queryFn: async () =>
      (await call('customer.find', { params: { id: String(customerId) }, inPlace: true })) as unknown as Customer,
    retry: false,
  });
  return (data && taxBuyerOf(data)) ?? undefined;
}

/** Sends the tax invoice and returns the bill with it, or the server's refusal. */
async function send(key: string, bill: Bill, buyer: TaxBuyer, options: CommandOptions): Promise<Result<Bill>> {
  try {
    const body = { key, billId: bill.id ?? bill.key, buyer };
    const issued = await call('bill.taxInvoice', { body, headers: approvalHeader(options), inPlace: true });
    return { ok: true, value: issued as unknown as Bill };
  } catch (caught) {
    return refusalOf(caught);
  }
}
