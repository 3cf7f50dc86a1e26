import { userApprovableActions } from '@atoll/domain/access/permission';
import type { Approval } from '@atoll/domain/contract/bill/approval';
import { useEffect, useState } from 'react';
import { call } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useSession } from '../session/session.ts';
import { later } from '../ui/hook/later.tsx';

const ApprovalAsked = later(async () => (await import('./approval-asked.tsx')).ApprovalAsked);

const lookMs = 10_000;

/** Shows pending approval requests on the approver's own device. Rendered once by the shell; polls every ten seconds while visible. */
export function ApprovalInbox() {
  const outletId = useSession((state) => state.scope?.outletId);
  // A person who may approve none of the actions is never asked.
  const isAsked = useSession((state) => userApprovableActions.some((one) => state.user?.permissions.includes(one)));
  return isAsked && <Inbox key={outletId} />;
}

function Inbox() {
  const [waiting, setWaiting] = useState<Approval>();
  /** Counts the answers: after each the list is read at once. */
  const [answers, setAnswers] = useState(0);
  useEffect(() => watchApprovals((approvals) => setWaiting(approvals[0])), [answers]);
  if (!waiting) return null;
  return <ApprovalAsked key={waiting.key} approval={waiting} onDone={() => setAnswers(answers + 1)} />;
}

/** Reads the pending requests now and then while the window is visible. Returns the function that stops this. */
function watchApprovals(onRead: (approvals: readonly Approval[]) => void): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    if (!document.hidden)
      await untilAnswered((signal) => call('auth.approvals', { quiet: true, signal }), {
        signal: stopped.signal,
      }).then(
        (approvals) => stopped.signal.aborted || onRead(approvals),
        // The next look follows.
        () => undefined,
      );
    if (!stopped.signal.aborted) timer = setTimeout(() => void look(), lookMs);
  };
  void look();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}
