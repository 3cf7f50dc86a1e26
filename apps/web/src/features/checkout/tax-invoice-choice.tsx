import type { Bill } from '@atoll/domain/bill/bill';
import { useId } from 'react';
import { showRefusal } from '../../approval/show-refusal.ts';
import { buyerText, knownBuyer, taxInvoiceProblem } from '../../bill/tax-invoice-words.ts';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { CheckField } from '../../ui/field/field.tsx';
import css from './tax-invoice-choice.module.css';

/** Offers a tax invoice to a customer with a TIN, and says what it lacks. Renders nothing for other guests, unless one was asked for (R35.78). */
export function TaxInvoiceChoice({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const noteId = useId();
  const outlet = useApp((state) => state.outlet);
  const isWanted = bill.invoiceType === 'TaxInvoice';
  if (!bill.customer?.tin && !isWanted) return null;
  const problem = taxInvoiceProblem(bill, outlet);
  const choose = (wanted: boolean) => {
    const done = useBills.getState().change(bill.key, { invoiceType: wanted ? 'TaxInvoice' : 'Receipt' });
    if (!done.ok) showRefusal(done.refusal);
  };
  return (
    <div className={css.choice}>
      <CheckField
        label={t('service.taxInvoice')}
        checked={isWanted}
        disabled={problem !== undefined && !isWanted}
        aria-describedby={noteId}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <p id={noteId} className={css.note} data-problem={problem !== undefined}>
        {problem ?? buyerText(knownBuyer(bill))}
      </p>
    </div>
  );
}
