import { presetReasons } from '../bill/reason/preset-reasons.ts';
import { ReasonPresets } from '../bill/reason/reason-presets.tsx';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { TextField } from '../ui/field/field.tsx';
import { afterPress } from '../ui/hook/after-press.ts';
import { NumberPad } from '../ui/number/number-pad.tsx';
import { passcodeLength } from '../ui/number/passcode.ts';
import type { AskedApproval } from './approval.ts';
import { ApprovalError } from './approval-body.tsx';
import css from './approval-passcode.module.css';
import type { Approver } from './approver.ts';
import { CodeField } from './code-field.tsx';
import { useApprovalRequest } from './use-approval-request.ts';

interface ApprovalPasscodeProps {
  readonly asked: AskedApproval;
  readonly approver: Approver;
  readonly onWaiting: (approvalKey: string) => void;
  readonly onAnother: () => void;
}

/** Asks for the approver's passcode and submits it automatically; after five wrong ones only their own device can approve. */
export function ApprovalPasscode({ asked, approver, onWaiting, onAnother }: ApprovalPasscodeProps) {
  const { t } = useTranslation();
  const request = useApprovalRequest({ asked, approver, onWaiting });
  const { passcode, busy, error, press, send } = request;
  const isComplete = passcode.length === passcodeLength;
  return (
    <div className={css.ask}>
      {asked.reason === undefined && <ReasonField permission={asked.permission} request={request} />}
      <div className={css.code}>
        <CodeField
          person={approver}
          label={t('approval.passcodeOf', { name: approver.name })}
          length={passcodeLength}
          value={passcode}
          busy={busy}
          error={error}
          onWrite={request.write}
        />
        <ApprovalError error={error} />
        <div className={css.pad}>
          <NumberPad corner={null} onKey={press} disabled={busy} />
        </div>
        <div className={css.ways}>
          <Button look="plain" onClick={onAnother} disabled={busy}>
            {t('approval.another')}
          </Button>
          {isComplete && !busy ? (
            <Button look="main" onClick={() => void send(passcode)}>
              {t('approval.approve')}
            </Button>
          ) : (
            <Button look="plain" onClick={() => void send(undefined)} disabled={busy}>
              {t('approval.ask')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

interface ReasonFieldProps {
  readonly permission: AskedApproval['permission'];
  readonly request: ReturnType<typeof useApprovalRequest>;
}

/** Asks for the reason of an approval: a preset one, or one that is typed. */
function ReasonField({ permission, request }: ReasonFieldProps) {
  const { t } = useTranslation();
  const { reason, setReason, choose, reasonError, setReasonTold, passcode, send } = request;
  const presets = presetReasons(permission);
  return (
    <div className={css.reason}>
      {presets.length > 0 && (
        <ReasonPresets label={t('approval.reason')} options={presets} reason={reason} onChoose={choose} />
      )}
      <TextField
        label={t('approval.reason')}
        required
        maxLength={200}
        value={reason}
        error={reasonError}
        onChange={(event) => setReason(event.currentTarget.value)}
        onBlur={() => afterPress(() => setReasonTold(true))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && passcode.length === passcodeLength) void send(passcode);
        }}
      />
    </div>
  );
}
