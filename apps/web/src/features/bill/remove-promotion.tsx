import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import { approved } from '../../approval/approved.ts';
import { showRefusal } from '../../approval/show-refusal.ts';
import { AskReason } from '../../bill/reason/ask-reason.tsx';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';

interface RemovePromotionProps {
  readonly bill: Bill;
  readonly promotionId: number;
  readonly words: string;
  readonly onClose: () => void;
}

/** Asks why a promotion is taken off the bill, which pays the full price then. Source: R21.22. */
export function RemovePromotion({ bill, promotionId, words, onClose }: RemovePromotionProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const remove = async (reason: string) => {
    setBusy(true);
    const done = await approved(
      { permission: 'promotion.remove', subjectType: 'Bill', subjectKey: bill.key },
      (options) => useBills.getState().removePromotion(bill.key, promotionId, reason, options),
    );
    setBusy(false);
    if (done && !done.ok) return showRefusal(done.refusal);
    if (done) onClose();
  };
  return (
    <AskReason
      title={t('bill.removePromotion', { name: words })}
      action={t('bill.remove')}
      busy={busy}
      onConfirm={(reason) => void remove(reason)}
      onClose={onClose}
    />
  );
}
