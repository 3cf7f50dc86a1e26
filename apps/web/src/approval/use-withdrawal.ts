import { useEffect, useEffectEvent } from 'react';
import { call } from '../api/api.ts';

/**
 * Ends a request that waits on the approver's device when nobody waits here any more: the question was closed, somebody else is asked, or the page is
 * left. Where that cannot be sent, the request ends by its time. Source: docs/rules.md#approval-end.
 */
export function useWithdrawal(approvalKey: string, isWaiting: boolean): void {
  const end = useEffectEvent((key: string) => {
    if (!isWaiting) return;
    void call('auth.cancelApproval', { body: { key }, quiet: true, outlivesPage: true }).catch(() => undefined);
  });
  useEffect(() => {
    const leave = () => end(approvalKey);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [approvalKey]);
}
