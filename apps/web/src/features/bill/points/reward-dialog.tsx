import type { Bill } from '@atoll/domain/bill/bill';
import { rewardKey } from '@atoll/domain/bill/promotion/reward';
import type { Promotion } from '@atoll/domain/price/promotion';
import { useState } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { settingHere, useApp } from '../../../sync/app-store.ts';
import { SelectField } from '../../../ui/field/field.tsx';
import { ActionDialog } from '../../../ui/overlay/dialog-form.tsx';
import { takeCoupon } from './take-coupon.ts';

interface RewardDialogProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

const none: readonly Promotion[] = [];

/** Puts a reward on the bill for points of its customer. Without the server only one that costs at most `PointsOfflineLimit`. Source: R22.19. */
export function RewardDialog({ bill, onClose }: RewardDialogProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const promotions = useApp(({ prices }) => prices.promotions) ?? none;
  const { coupons = [] } = bill;
  const rewards = promotions.filter(
    ({ id, trigger }) => trigger === 'Reward' && !coupons.some(({ promotionId }) => promotionId === id),
  );
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string>();
  const left = (bill.customer?.points ?? 0) - coupons.reduce((sum, { points = 0 }) => sum + points, 0);
  const reward = rewards.find(({ id }) => String(id) === chosen) ?? rewards[0];
  const use = () => {
    if (!reward) return onClose();
    const { id: promotionId, pointsCost: points = 0 } = reward;
    if (points > left) return setError(t('points.short', { count: left }));
    if (!isOnline && points > settingHere('PointsOfflineLimit')) return setError(t('points.needServer'));
    const coupon = { key: rewardKey(promotionId), promotionId, last4: '', points };
    takeCoupon(bill, coupon);
    onClose();
  };
  return (
    <ActionDialog
      title={t('points.useReward')}
      action={t('points.useReward')}
      busy={false}
      onAction={use}
      onClose={onClose}
    >
      <SelectField
        label={t('points.reward')}
        value={String(reward?.id ?? '')}
        error={error ?? (reward ? undefined : t('points.noReward'))}
        options={rewards.map(({ id, name, pointsCost = 0 }) => ({
          value: String(id),
          label: `${name} · ${t('points.count', { count: pointsCost })}`,
        }))}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ActionDialog>
  );
}
