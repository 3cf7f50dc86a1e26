import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../../business/dialogs.module.css';
import { showRefusal } from '../../business/show-refusal.ts';
import type { BillChanges } from '../../lib/bill/state.ts';
import { useBills } from '../../lib/bills.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextArea, TextField } from '../../ui/field.tsx';
import { wholeShape } from '../../ui/number-entry.ts';
import { Modal } from '../../ui/overlay.tsx';

/** Guests, name and note of a bill, and whether it becomes a tax invoice. */
export function DetailsDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const [covers, setCovers] = useState<number | null>(bill.covers || null);
  const [name, setName] = useState(bill.name);
  const [note, setNote] = useState(bill.note);
  const [isTax, setTax] = useState(bill.invoiceType === 'TaxInvoice');
  const apply = () => {
    const wanted: BillChanges = {
      covers: Math.min(99, covers ?? 0),
      name: name.trim(),
      note: note.trim(),
      invoiceType: isTax ? 'TaxInvoice' : 'Receipt',
    };
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => bill[field as keyof Bill] !== value),
    ) as BillChanges;
    if (Object.keys(changes).length > 0) {
      const done = useBills.getState().change(bill.key, changes);
      if (!done.ok) showRefusal(done.refusal);
      else void useBills.getState().save(bill.key);
    }
    onClose();
  };
  const tin = bill.customer?.tin ?? '';
  return (
    <Modal title={t('service.detailsTitle')} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <AmountField label={t('service.guests')} shape={wholeShape} value={covers} onChange={setCovers} autoFocus />
        <TextField
          label={t('service.billName')}
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextArea
          label={t('service.billNote')}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <CheckField
          label={t('service.taxInvoice')}
          checked={isTax}
          onChange={(event) => setTax(event.currentTarget.checked)}
        />
        {isTax && <p className={css.hint}>{tin ? t('service.buyerTin', { tin }) : t('service.taxInvoiceHint')}</p>}
        <div className={css.actions}>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
