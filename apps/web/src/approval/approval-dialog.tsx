import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { call } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { useSession } from '../session/session.ts';
import { Empty } from '../ui/display/empty.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { holdSecondPress } from '../ui/hook/second-press.ts';
import { Modal } from '../ui/overlay/overlay.tsx';
import { amountText } from './action-words.ts';
import { type AskedApproval, useAskedApproval } from './approval.ts';
import { ApprovalBody } from './approval-body.tsx';
import { AskedFacts } from './approval-facts.tsx';
import { ApprovalPasscode } from './approval-passcode.tsx';
import { askedKey, handsMany } from './approval-subject.ts';
import { ApprovalWaiting } from './approval-waiting.tsx';
import type { Approver } from './approver.ts';
import { Approvers } from './approvers.tsx';
import { keepApprover, lastApproverId } from './last-approver.ts';
import { OfflineApproval } from './offline-approval.tsx';

/** Shows the dialog of the approval that a command waits for. Rendered once by the shell. */
export function ApprovalDialog() {
  const asked = useAskedApproval();
  return asked && <ApprovalSteps key={`${asked.permission} ${asked.subjectKey}`} asked={asked} />;
}

/**
 * Lets the user choose an approver, who then types their passcode here or approves on their own device. Who approved last on this device
 * is asked at once.
 */
function ApprovalSteps({ asked }: { asked: AskedApproval }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Approver | 'nobody'>();
  const [waitingFor, setWaitingFor] = useState<string>();
  const found = useApprovers(asked);
  const approver = chosen === 'nobody' ? undefined : (chosen ?? found.data?.find(({ id }) => id === lastApproverId()));
  const { permission, amount } = asked;
  // The steps follow each other in place: a second press was not meant for the next one.
  useLayoutEffect(holdSecondPress, [chosen, waitingFor]);
  const isSending = asked.subjectType === sendingSubject;
  const name = useSession((state) => state.user?.name ?? '');
  const action = t(askedKey(asked));
  const asksPasscode = approver !== undefined && !waitingFor && !asked.isOffline;
  // A list of work or of bills stands beside the pad, so that both are in sight; so does the field of a reason.
  const isBeside = asksPasscode && (isSending || handsMany(asked.subjectType));
  const step = asked.isOffline ? (
    <OfflineApproval asked={asked} asker={name} />
  ) : !approver ? (
    <Chooser found={found} onChoose={setChosen} />
  ) : waitingFor ? (
    <ApprovalWaiting
      approver={approver}
      approvalKey={waitingFor}
      onGranted={asked.onGranted}
      onAnother={() => {
        setWaitingFor(undefined);
        setChosen('nobody');
      }}
    />
  ) : (
    <ApprovalPasscode
      approver={approver}
      asked={{
        ...asked,
        onGranted: (key) => {
          keepApprover(approver.id);
          asked.onGranted(key);
        },
      }}
      onWaiting={setWaitingFor}
      onAnother={() => setChosen('nobody')}
    />
  );
  return (
    <Modal
      title={t('approval.title')}
      size={asksPasscode && (isSending || asked.reason === undefined) ? 'l' : 'm'}
      onClose={asked.onClosed}
    >
      <ApprovalBody
        action={
          isSending
            ? t('approval.sendAsked', { name })
            : amount === undefined
              ? t('approval.needed', { action })
              : t('approval.neededAmount', { action, amount: amountText(permission, amount) })
        }
        beside={isBeside && step}
      >
        {/* An approval to send waiting entries: the reason says how many and how much. */}
        {isSending && <p>{asked.reason}</p>}
        {!asked.isOffline && <AskedFacts asked={asked} asker={name} />}
        {!isBeside && step}
      </ApprovalBody>
    </Modal>
  );
}

function useApprovers({ permission, amount, subjectType, isOffline }: AskedApproval) {
  return useQuery({
    queryKey: ['auth.approvers', permission, amount, subjectType],
    queryFn: () =>
      call('auth.approvers', {
        query: { permission, subjectType, ...(amount !== undefined && { amount: String(amount) }) },
        quiet: true,
      }),
    enabled: !isOffline,
    staleTime: 30_000,
    retry: 1,
  });
}

interface ChooserProps {
  readonly found: ReturnType<typeof useApprovers>;
  readonly onChoose: (approver: Approver) => void;
}

function Chooser({ found, onChoose }: ChooserProps) {
  const { t } = useTranslation();
  if (found.isPending) return <SkeletonRows label={t('ui.loading')} />;
  if (found.isError) return <NotLoaded found={found} title={t('approval.loadFailed')} />;
  if (found.data.length === 0)
    return <Empty icon="lock" title={t('approval.nobody')} hint={t('approval.nobodyHint')} />;
  return <Approvers people={found.data} onChoose={onChoose} />;
}
