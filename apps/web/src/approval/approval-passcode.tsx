import { useId, useState } from 'react';
import { CallError, call } from '../api/api.ts';
import { presetReasons } from '../bill/preset-reasons.ts';
import { ReasonPresets } from '../bill/reason-presets.tsx';
import { t } from '../locale/locale.ts';
import { Avatar } from '../ui/display/avatar.tsx';
import { Button } from '../ui/display/button.tsx';
import { TextArea } from '../ui/field/field.tsx';
import { afterPress } from '../ui/hook/after-press.ts';
import type { PadKey } from '../ui/number/number-entry.ts';
import { NumberPad } from '../ui/number/number-pad.tsx';
import { isPasscodeStart, passcodeAfter, passcodeLength } from '../ui/number/passcode.ts';
import type { AskedApproval } from './approval.ts';
import css from './approval-dialog.module.css';
import type { Approver } from './approver.ts';

interface ApprovalPasscodeProps {
  readonly asked: AskedApproval;
  readonly approver: Approver;
  readonly onWaiting: (approvalKey: string) => void;
  readonly onAnother: () => void;
}

/** Returns the typed reason and passcode, and a function that sends them. A complete passcode is sent automatically. */
function useApprovalRequest({ asked, approver, onWaiting }: Omit<ApprovalPasscodeProps, 'onAnother'>) {
  const [reason, setReason] = useState(asked.reason ?? '');
  const [isReasonTold, setReasonTold] = useState(false);
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  /** Asks for the approval with a passcode, or on the approver's own device without one. */
  async function send(typed: string | undefined): Promise<void> {
    setReasonTold(true);
    // The passcode stays in the field while the reason is added.
    if (reasonMessage(reason)) return;
    setBusy(true);
    setError(undefined);
    try {
      const { permission, subjectType, subjectKey, amount } = asked;
      const { key, status } = await call('auth.approve', {
        body: {
          permission,
          subjectType,
          subjectKey,
          reason: reason.trim(),
          approverId: approver.id,
          ...(amount !== undefined && { amount }),
          ...(typed !== undefined && { passcode: typed }),
        },
        quiet: true,
      });
      if (status === 'Granted') asked.onGranted(key);
      else onWaiting(key);
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('approval.failed'));
    } finally {
      setPasscode('');
      setBusy(false);
    }
  }

  function write(text: string) {
    if (busy || !isPasscodeStart(text)) return;
    setPasscode(text);
    if (text.length === passcodeLength) void send(text);
  }

  const press = (key: PadKey) => write(passcodeAfter(passcode, key));
  const reasonError = isReasonTold ? reasonMessage(reason) : undefined;
  return { reason, setReason, reasonError, setReasonTold, passcode, write, press, busy, error, send };
}

/** Asks for the approver's passcode and submits it automatically; after five wrong ones only their own device can approve. */
export function ApprovalPasscode({ asked, approver, onWaiting, onAnother }: ApprovalPasscodeProps) {
  const id = useId();
  const { reason, setReason, reasonError, setReasonTold, passcode, write, press, busy, error, send } =
    useApprovalRequest({ asked, approver, onWaiting });
  return (
    <>
      {asked.reason === undefined && (
        <ReasonField
          permission={asked.permission}
          reason={reason}
          error={reasonError}
          onReason={setReason}
          onLeft={() => setReasonTold(true)}
        />
      )}
      <div className={css.code}>
        <Avatar name={approver.name} image={approver.avatar} size={56} />
        <label htmlFor={id}>{t('approval.passcodeOf', { name: approver.name })}</label>
        <div className={css.entry}>
          <input
            id={id}
            type="password"
            className={css.input}
            inputMode="none"
            autoComplete="off"
            autoFocus={asked.reason !== undefined}
            maxLength={passcodeLength}
            value={passcode}
            aria-busy={busy}
            aria-invalid={error ? true : undefined}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <span className={css.dots} aria-hidden="true">
            {Array.from({ length: passcodeLength }, (_, i) => (
              <i key={i} data-filled={i < passcode.length || undefined} />
            ))}
          </span>
        </div>
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
        <NumberPad look="round" corner={null} onKey={press} disabled={busy} />
      </div>
      <div className={css.ways}>
        {passcode.length === passcodeLength && !busy && (
          <Button look="main" onClick={() => void send(passcode)}>
            {t('approval.approve')}
          </Button>
        )}
        <Button look="plain" onClick={onAnother} disabled={busy}>
          {t('approval.another')}
        </Button>
        <Button look="plain" onClick={() => void send(undefined)} disabled={busy}>
          {t('approval.ask')}
        </Button>
      </div>
    </>
  );
}

interface ReasonFieldProps {
  readonly permission: AskedApproval['permission'];
  readonly reason: string;
  readonly error: string | undefined;
  readonly onReason: (reason: string) => void;
  readonly onLeft: () => void;
}

/** Asks for the reason of an approval: a preset one, or one that is typed. */
function ReasonField({ permission, reason, error, onReason, onLeft }: ReasonFieldProps) {
  const presets = presetReasons(permission);
  return (
    <>
      {presets.length > 0 && (
        <ReasonPresets label={t('approval.reason')} options={presets} reason={reason} onChoose={onReason} />
      )}
      <TextArea
        label={t('approval.reason')}
        required
        rows={2}
        maxLength={200}
        value={reason}
        error={error}
        onChange={(event) => onReason(event.currentTarget.value)}
        onBlur={() => afterPress(onLeft)}
      />
    </>
  );
}

function reasonMessage(reason: string): string | undefined {
  const label = t('approval.reason');
  if (reason.trim() === '') return t('ui.required', { label });
  return reason.trim().length < 3 ? t('ui.minLength', { label, count: 3 }) : undefined;
}
