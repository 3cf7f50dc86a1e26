import { approvalCodeLength } from '@atoll/domain/access/offline-approval';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { holdSecondPress } from '../ui/hook/second-press.ts';
import type { PadKey } from '../ui/number/number-entry.ts';
import { NumberPad } from '../ui/number/number-pad.tsx';
import { passcodeAfter } from '../ui/number/passcode.ts';
import type { AskedApproval } from './approval.ts';
import { ApprovalError } from './approval-body.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import css from './approval-passcode.module.css';
import { Approvers } from './approvers.tsx';
import { CodeField } from './code-field.tsx';
import { keepApprover, lastApproverId } from './last-approver.ts';
import { aboutHere, approveOffline, approversHere } from './offline.ts';

/** Asks for the approval code of somebody who set one on this device, while the server is away (R36.5). */
export function OfflineApproval({ asked, asker }: { asked: AskedApproval; asker: string }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | 'nobody'>();
  useLayoutEffect(holdSecondPress, [chosen]);
  const { data } = useQuery({
    queryKey: ['offline-approvers', asked.permission],
    queryFn: () => approversHere(asked),
    networkMode: 'always',
    staleTime: 0,
  });
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  const approver =
    data.find(({ id }) => id === (chosen ?? lastApproverId())) ?? (data.length === 1 ? data[0] : undefined);
  return (
    <>
      <ApprovalFacts about={aboutHere(asked)} asker={asker} subjectType={asked.subjectType} />
      {approver ? (
        <CodeEntry
          approver={approver}
          asked={asked}
          onAnother={data.length > 1 ? () => setChosen('nobody') : undefined}
        />
      ) : (
        <Approvers people={data} onChoose={({ id }) => setChosen(id)} />
      )}
    </>
  );
}

interface CodeEntryProps {
  readonly approver: Awaited<ReturnType<typeof approversHere>>[number];
  readonly asked: AskedApproval;
}

function CodeEntry({ approver, asked, onAnother }: CodeEntryProps & { readonly onAnother: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { code, write, press, busy, error } = useCode({ approver, asked });
  return (
    <div className={css.ask}>
      <div className={css.code}>
        <CodeField
          person={approver}
          label={t('approval.codeOf', { name: approver.name })}
          length={approvalCodeLength}
          value={code}
          busy={busy}
          error={error}
          onWrite={write}
        />
        <ApprovalError error={error} />
        <p>{t('approval.offlineHint')}</p>
        <div className={css.pad}>
          <NumberPad corner={null} onKey={press} disabled={busy} />
        </div>
        <div className={css.ways}>
          {onAnother && (
            <Button look="plain" onClick={onAnother} disabled={busy}>
              {t('approval.another')}
            </Button>
          )}
          <Button look="plain" onClick={asked.onClosed} disabled={busy}>
            {t('ui.cancel')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Returns the typed code, and checks it when it is complete. */
function useCode({ approver, asked }: CodeEntryProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // Digits in one task all see the state of the last render.
  const isChecking = useRef(false);

  async function check(text: string): Promise<void> {
    if (isChecking.current) return;
    isChecking.current = true;
    setBusy(true);
    try {
      const grant = await approveOffline(asked, approver.email, text);
      if (grant.state === 'granted') {
        keepApprover(approver.id);
        return asked.onGranted(grant.header);
      }
      const words = {
        wrong: 'approval.codeWrong',
        erased: 'approval.codeErased',
        limit: 'approval.codeLimit',
      } as const;
      setError(t(words[grant.state], { name: approver.name }));
    } finally {
      isChecking.current = false;
      setBusy(false);
      setCode('');
    }
  }

  function write(text: string): void {
    if (busy || !/^\d{0,6}$/.test(text)) return;
    setCode(text);
    if (text.length === approvalCodeLength) void check(text);
  }
  const press = (key: PadKey) => write(passcodeAfter(code, key));
  return { code, write, press, busy, error };
}
