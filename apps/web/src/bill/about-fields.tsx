import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import type { BillChanges } from '../bills/state.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useApp } from '../sync/app-store.ts';
import { Hint } from '../ui/display/hint.tsx';
import { CheckField, TextArea, TextField } from '../ui/field/field.tsx';
import { AmountField } from '../ui/number/amount-field.tsx';
import { wholeShape } from '../ui/number/number-entry.ts';
import { maxCovers } from './covers.ts';
import { buyerText, knownBuyer, taxInvoiceProblem } from './tax-invoice-words.ts';

/** Details of a bill besides its items, as typed: guests, name, note, allergies, and whether it becomes a tax invoice. */
export interface About {
  readonly covers: number | null;
  readonly name: string;
  readonly note: string;
  readonly allergies: string;
  readonly isTax: boolean;
}

/** Returns the typed details, their setter, the fields that differ from the bill, and what is wrong with the guests. */
export function useAbout(bill: Bill) {
  const { t } = useTranslation();
  const [about, setAbout] = useState<About>({
    covers: bill.covers || null,
    name: bill.name,
    note: bill.note,
    allergies: bill.allergies ?? '',
    isTax: bill.invoiceType === 'TaxInvoice',
  });
  const wantedCovers = about.covers ?? 0;
  const wanted: BillChanges = {
    covers: wantedCovers,
    name: about.name.trim(),
    note: about.note.trim(),
    allergies: about.allergies.trim(),
    invoiceType: about.isTax ? 'TaxInvoice' : 'Receipt',
  };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => (bill[field as keyof Bill] ?? '') !== value),
  ) as BillChanges;
  const fault = wantedCovers > maxCovers ? t('floor.coversRange', { most: maxCovers }) : undefined;
  return { about, onChange: (part: Partial<About>) => setAbout({ ...about, ...part }), changes, fault };
}

interface AboutFieldsProps {
  readonly bill: Bill;
  readonly about: About;
  readonly onChange: (part: Partial<About>) => void;
  readonly fault: string | undefined;
}

/** Edits the details of a bill besides its items. */
export function AboutFields({ bill, about, onChange, fault }: AboutFieldsProps) {
  const { t } = useTranslation();
  const outlet = useApp((state) => state.outlet);
  return (
    <>
      <AmountField
        label={t('service.guests')}
        shape={wholeShape}
        value={about.covers}
        error={fault}
        onChange={(covers) => onChange({ covers })}
      />
      <TextField
        label={t('service.billName')}
        maxLength={40}
        value={about.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextArea
        label={t('service.billNote')}
        rows={2}
        maxLength={500}
        value={about.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <TextField
        label={t('delivery.allergies')}
        maxLength={200}
        value={about.allergies}
        onChange={(event) => onChange({ allergies: event.currentTarget.value })}
      />
      <CheckField
        label={t('service.taxInvoice')}
        checked={about.isTax}
        onChange={(event) => onChange({ isTax: event.currentTarget.checked })}
      />
      {about.isTax && <Hint>{taxInvoiceProblem(bill, outlet) ?? buyerText(knownBuyer(bill))}</Hint>}
    </>
  );
}
