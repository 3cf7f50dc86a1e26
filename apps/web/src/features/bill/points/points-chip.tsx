import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import { joinedList } from '../../../locale/joined-list.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import css from './points-chip.module.css';
import { RewardDialog } from './reward-dialog.tsx';

/** Shows the tier and the points of the bill's customer; where rewards can be had for them, it opens these. Source: R22.19. */
export function PointsChip({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation();
  const hasRewards = useApp(({ prices }) => prices.promotions?.some(({ trigger }) => trigger === 'Reward') === true);
  const [isOpen, setOpen] = useState(false);
  const { points = 0, tier = '' } = bill.customer ?? {};
  if (bill.isMasked) return null;
  const text = joinedList([tier, t('points.count', { count: points })]);
  if (!hasRewards || !bill.isOpen) return <p className={css.chip}>{text}</p>;
  return (
    <>
      <button type="button" className={css.chip} onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen && <RewardDialog bill={bill} onClose={() => setOpen(false)} />}
    </>
  );
}
