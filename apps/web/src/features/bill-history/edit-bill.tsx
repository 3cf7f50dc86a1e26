import type { Bill } from '@atoll/domain/bill/bill';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AboutFields, useAbout } from '../../bill/about-fields.tsx';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { useBill, useBills } from '../../bills/bills.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { useRefetchBills } from './use-history-bill.ts';

/** Edits the details of an open bill in a drawer over the history. Its items are changed on the bill itself. */
export function EditBill() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/history');
  const bill = useBill(id);
  const loaded = useBills((state) => state.loaded);
  return (
    <Drawer title={t('service.editTitle')} onClose={close} delayMs={openDelayMs}>
      {bill?.isMasked ? (
        <MaskedNote bill={bill} />
      ) : bill?.isOpen ? (
        <Form key={bill.key} bill={bill} onSaved={close} />
      ) : loaded ? (
        <Empty icon="bill" title={t('checkout.gone')} hint={t('service.notOpen')} />
      ) : null}
    </Drawer>
  );
}

function Form({ bill, onSaved }: { bill: Bill; onSaved: () => void }) {
  const { t } = useTranslation();
  const reread = useRefetchBills();
  const { about, onChange, changes, fault } = useAbout(bill);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (fault) return undefined;
    const changed = useBills.getState().change(bill.key, changes);
    const saved = changed.ok ? await useBills.getState().save(bill.key) : changed;
    if (!saved.ok) return setError(sentenceText(saved.refusal.message));
    showToast(t('service.saved'), 'good');
    void reread();
    return onSaved();
  };
  return (
    <DialogForm onSubmit={() => void save()}>
      <AboutFields {...{ bill, about, onChange, fault }} />
      {error && <Alert>{error}</Alert>}
      <Actions>
        <Link
          to="/billing/new/$type/$slot"
          params={{ type: bill.type, slot: bill.slot }}
          className={buttonClass({ look: 'outline' })}
        >
          {t('service.toBill')}
        </Link>
        <Button type="submit" look="accent">
          {t('ui.save')}
        </Button>
      </Actions>
      <Hint>{t('service.editHint')}</Hint>
      <BillSummary bill={bill} />
      <BillTotals bill={bill} />
    </DialogForm>
  );
}
