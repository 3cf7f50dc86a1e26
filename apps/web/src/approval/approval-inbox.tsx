import { userApprovableActions } from '@atoll/domain/access/permission';
import { type Approval, approvalSeconds } from '@atoll/domain/contract/bill/approval';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../api/api.ts';
import { on } from '../api/event.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { notify } from '../sync/app-store.ts';
import { later } from '../ui/hook/later.tsx';

const ApprovalAsked = later(async () => (await import('./approval-asked.tsx')).ApprovalAsked);

const lookMs = 10_000;
/** While a request is shown: one that ended must not stay. */
const lookWhileShownMs = 2000;

/** Shows pending approval requests on the approver's own device. Rendered once by the shell. */
export function ApprovalInbox() {
  const outletId = useSession((state) => state.scope?.outletId);
  // A person who may approve none of the actions is never asked.
  const isAsked = useSession((state) => userApprovableActions.some((one) => state.user?.permissions.includes(one)));
  return isAsked && <Inbox key={outletId} />;
}

function Inbox() {
  const { t } = useTranslation();
  const [waiting, setWaiting] = useState<Approval>();
  /** Counts the answers: after each the list is read at once. */
  const [answers, setAnswers] = useState(0);
  const isAnswered = useRef(false);
  const show = useEffectEvent((next: Approval | undefined) => {
    if (waiting && waiting.key !== next?.key && !isAnswered.current)
      notify({ kind: 'info', message: t('approval.gone', { name: waiting.requestedByName }) });
    if (waiting?.key !== next?.key) isAnswered.current = false;
    setWaiting(next);
  });
  useEffect(() => watchApprovals((approvals) => show(approvals[0])), [answers]);
  const shownKey = waiting?.key;
  useEffect(() => {
    if (shownKey === undefined) return undefined;
    // Also without the server.
    const timer = setTimeout(() => show(undefined), approvalSeconds * 1000);
    return () => clearTimeout(timer);
  }, [shownKey]);
  if (!waiting) return null;
  const answered = () => {
    isAnswered.current = true;
    setAnswers(answers + 1);
  };
  return <ApprovalAsked key={waiting.key} approval={waiting} onDone={answered} />;
}

/** Reads the pending requests when the server says that they changed, and now and then while the window is visible. Returns the function that stops this. */
function watchApprovals(onRead: (approvals: readonly Approval[]) => void): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  let looks = 0;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    looks += 1;
    const own = looks;
    if (!document.hidden)
      await untilAnswered((signal) => call('auth.approvals', { quiet: true, signal }), {
        signal: stopped.signal,
      }).then(
        (approvals) => {
          if (stopped.signal.aborted || own !== looks) return;
          isShown = approvals.length > 0;
          onRead(approvals);
        },
        // The next look follows.
        () => undefined,
      );
    if (!stopped.signal.aborted && own === looks)
      timer = setTimeout(() => void look(), isShown ? lookWhileShownMs : lookMs);
  };
  void look();
  const stopHints = on('approvals', () => void look());
  return () => {
    stopHints();
    stopped.abort();
    clearTimeout(timer);
  };
}
