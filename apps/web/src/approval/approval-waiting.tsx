import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Empty } from '../ui/display/empty.tsx';
import { Spinner } from '../ui/display/spinner.tsx';
import css from './approval-waiting.module.css';
import type { Approver } from './approver.ts';
import { useWithdrawal } from './use-withdrawal.ts';

interface ApprovalWaitingProps {
  readonly approver: Approver;
  readonly approvalKey: string;
  readonly onGranted: (key: string) => void;
  readonly onAnother: () => void;
}

const askAgainMs = 2000;

/** Waits until the approver answers on their own device. */
export function ApprovalWaiting({ approver, approvalKey, onGranted, onAnother }: ApprovalWaitingProps) {
  const { t } = useTranslation();
  const { name } = approver;
  const { data } = useQuery({
    queryKey: ['auth.findApproval', approvalKey],
    queryFn: ({ signal: stopped }) => {
      const params = { key: approvalKey };
      return untilAnswered((signal) => call('auth.findApproval', { params, quiet: true, signal }), { signal: stopped });
    },
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'Pending' ? askAgainMs : false),
    retry: true,
  });
  const status = data?.status ?? 'Pending';
  useWithdrawal(approvalKey, status === 'Pending');
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone: the keyboard stays in the dialog.
  useEffect(() => place.current?.focus(), []);
  const granted = useEffectEvent(() => onGranted(approvalKey));
  useEffect(() => {
    if (status === 'Granted') granted();
  }, [status]);

  if (status === 'Pending' || status === 'Granted')
    return (
      <div ref={place} className={css.waiting} role="status" tabIndex={-1}>
        <Spinner label={t('approval.waiting', { name })} size={36} />
        <b>{t('approval.waiting', { name })}</b>
        <p>{t('approval.waitingHint')}</p>
        <Button look="plain" onClick={onAnother}>
          {t('approval.another')}
        </Button>
      </div>
    );
  return (
    <Empty
      icon="warning"
      tone="late"
      title={status === 'Denied' ? t('approval.denied', { name }) : t('approval.expired')}
      action={
        <Button autoFocus onClick={onAnother}>
          {t('approval.another')}
        </Button>
      }
    />
  );
}
