import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { ReactNode } from 'react';
import { needsDetails } from '../../bills/viewed.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Empty } from '../../ui/display/empty.tsx';

/** Shows that another person serves the bill, or that its details wait for the server (R35.77). */
export function MaskedNote({ bill, action, level }: { bill: Bill; action?: ReactNode; level?: 1 | 2 }) {
  const { t } = useTranslation();
  const isWaiting = needsDetails(bill);
  const { name } = waiterOf(bill);
  return (
    <Empty
      icon={isWaiting ? 'refresh' : 'lock'}
      title={isWaiting ? t('waiter.needServer') : t('waiter.servedBy', { name })}
      hint={isWaiting ? t('waiter.needServerHint') : t('waiter.servedByHint', { name })}
      action={action}
      {...(level ? { level } : {})}
    />
  );
}
