import { userApprovableActions } from '@atoll/domain/access/permission';
import { type Approval, sendingSubject } from '@atoll/domain/contract/bill/approval';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { actionKey, amountText } from './action-words.ts';
import { ApprovalBody, ApprovalError } from './approval-body.tsx';
import { ApprovalFacts } from './approval-facts.tsx';

const lookMs = 10_000;

/** Shows pending approval requests on the approver's own device. Rendered once by the shell; polls every ten seconds while visible. */
export function ApprovalInbox() {
  const queries = useQueryClient();
  const outletId = useSession((state) => state.scope?.outletId);
  // A person who may approve none of the actions is never asked.
  const isAsked = useSession((state) => userApprovableActions.some((one) => state.user?.permissions.includes(one)));
  const { data } = useQuery({
    queryKey: ['auth.approvals', outletId],
    queryFn: ({ signal: stopped }) =>
      untilAnswered((signal) => call('auth.approvals', { quiet: true, signal }), { signal: stopped }),
    enabled: isAsked,
    refetchInterval: lookMs,
    retry: false,
  });
  const waiting = data?.[0];
  if (!waiting) return null;
  return (
    <Waiting
      key={waiting.key}
      approval={waiting}
      onDone={() => void queries.invalidateQueries({ queryKey: ['auth.approvals'] })}
    />
  );
}

function Waiting({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { permission, amount, reason, requestedByName, subjectType, about } = approval;

  async function decide(granted: boolean): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.decideApproval', { body: { key: approval.key, granted }, quiet: true });
      onDone();
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('approval.answerFailed'));
      if (caught instanceof CallError) onDone();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      title={t('approval.askedTitle', { name: requestedByName })}
      onClose={() => void decide(false)}
      closable={false}
      size="s"
      footer={
        <>
          <Button look="dangerSoft" onClick={() => void decide(false)} disabled={busy}>
            {t('approval.deny')}
          </Button>
          <Button look="main" onClick={() => void decide(true)} busy={busy}>
            {t('approval.approve')}
          </Button>
        </>
      }
    >
      <ApprovalBody
        action={
          subjectType === sendingSubject ? (
            t('approval.sendAsked', { name: requestedByName })
          ) : (
            <>
              <b>{t(actionKey(permission))}</b>
              {amount !== null && ` · ${amountText(permission, amount)}`}
            </>
          )
        }
      >
        {about && <ApprovalFacts about={about} asker={requestedByName} subjectType={subjectType} />}
        <p>{reason}</p>
        <ApprovalError error={error} />
      </ApprovalBody>
    </Modal>
  );
}
