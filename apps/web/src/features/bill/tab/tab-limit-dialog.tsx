import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { useState } from 'react';
import { useApproved } from '../../../approval/use-approved.ts';
import { useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Hint } from '../../../ui/display/hint.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { ActionDialog } from '../../../ui/overlay/dialog-form.tsx';
import { beyondTab, whenApproved } from './save-tab.ts';

/** Sets how much the guests of a bill may order before somebody is asked. A greater limit, or none, needs an approval. Source: R22.16. */
export function TabLimitDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | null>(bill.tabLimit ?? null);
  const { run, busy, error } = useApproved();
  const apply = async () => {
    const { change, saveChanges } = useBills.getState();
    const tabLimit = typed || null;
    const set = async (approval?: string) => {
      const changed = change(bill.key, { tabLimit });
      return changed.ok ? saveChanges(bill.key, ['tabLimit'], approval) : changed;
    };
    const isRaised = !!bill.tabLimit && (tabLimit ?? Number.POSITIVE_INFINITY) > bill.tabLimit;
    const subject = beyondTab(bill, Math.max(toPay(bill), tabLimit ?? 0));
    const done = await run(subject, (options) => (isRaised ? whenApproved(subject, options, set) : set()));
    if (done) onClose();
  };
  return (
    <ActionDialog
      title={t('bill.actions.tabLimit')}
      action={t('ui.save')}
      busy={busy}
      onAction={() => void apply()}
      onClose={onClose}
    >
      <AmountField
        label={t('bill.amount')}
        prefix="MVR"
        pad
        autoFocus
        value={typed}
        error={error}
        onChange={setTyped}
        onEnter={() => void apply()}
      />
      <Hint>{t('bill.tabLimitHint')}</Hint>
    </ActionDialog>
  );
}
