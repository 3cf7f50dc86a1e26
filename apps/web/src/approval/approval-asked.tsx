import { type Approval, sendingSubject } from '@atoll/domain/contract/bill/approval';
import { useState } from 'react';
import { CallError, call } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { notify } from '../sync/app-store.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { amountText } from './action-words.ts';
import { ApprovalBody, ApprovalError } from './approval-body.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import { askedKey } from './approval-subject.ts';

/** Asks the approver for a decision on their own device. */
export function ApprovalAsked({ approval, onDone }: { approval: Approval; onDone: () => void }) {
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
      if (caught instanceof CallError && caught.status < 500) {
        // The request has ended: the question disappears, so the answer to it is said elsewhere.
        notify({ kind: 'error', message: caught.message });
        onDone();
      } else setError(t('approval.answerFailed'));
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
              <b>{t(askedKey({ permission, doing: about?.doing }))}</b>
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
