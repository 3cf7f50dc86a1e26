import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, call } from '../api/api.ts';
import { t } from '../locale/locale.ts';
import { isTyping } from '../ui/hook/shortcut.ts';
import type { PadKey } from '../ui/number/number-entry.ts';
import { isPasscodeStart, passcodeAfter, passcodeLength } from '../ui/number/passcode.ts';
import type { AskedApproval } from './approval.ts';
import { subjectOf } from './approval-subject.ts';
import type { Approver } from './approver.ts';
import { usePasscodeScan } from './use-passcode-scan.ts';

interface ApprovalRequest {
  readonly asked: AskedApproval;
  readonly approver: Approver;
  readonly onWaiting: (approvalKey: string) => void;
}

/**
 * Returns the typed reason and passcode, and functions that change and send them. A complete passcode is sent at once;
 * when the reason is still missing, it stays and the choice of a preset reason sends it (R35.26).
 */
export function useApprovalRequest(request: ApprovalRequest) {
  const [reason, setReason] = useState(request.asked.reason ?? '');
  const [isReasonTold, setReasonTold] = useState(false);
  const [passcode, setPasscode] = useState('');
  const { busy, error, ask } = useSending(request);
  const afterKeys = usePasscodeScan(() => setPasscode(''));

  /** Asks for the approval with a passcode, or on the approver's own device without one. */
  async function send(typed: string | undefined, because = reason): Promise<void> {
    setReasonTold(true);
    // The passcode stays in the field while the reason is added.
    if (reasonMessage(because)) return;
    await ask(because.trim(), typed);
    setPasscode('');
  }

  function write(text: string) {
    if (busy || !isPasscodeStart(text)) return;
    setPasscode(text);
    if (text.length === passcodeLength) afterKeys(() => void send(text));
  }

  function choose(preset: string) {
    setReason(preset);
    if (passcode.length === passcodeLength) void send(passcode, preset);
  }

  const press = (key: PadKey) => write(passcodeAfter(passcode, key));
  useKeyboardDigits(press);
  const reasonError = isReasonTold ? reasonMessage(reason) : undefined;
  return { reason, setReason, choose, reasonError, setReasonTold, passcode, write, press, busy, error, send };
}

/** Returns a function that sends one request at a time, and the message of the last refusal. */
function useSending({ asked, approver, onWaiting }: ApprovalRequest) {
  const [busy, setBusy] = useState(false);
  // Taps in one task all see the state of the last render.
  const isSending = useRef(false);
  const [error, setError] = useState<string>();
  async function ask(reason: string, passcode: string | undefined): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const { permission, doing } = asked;
      const { key, status } = await call('auth.approve', {
        body: {
          ...subjectOf(asked),
          reason,
          approverId: approver.id,
          ...(permission === 'bill.lower.printed' && doing && { doing }),
          ...(passcode !== undefined && { passcode }),
        },
        quiet: true,
      });
      if (status === 'Granted') asked.onGranted(key);
      else onWaiting(key);
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('approval.failed'));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }
  return { busy, error, ask };
}

/** Passes the digits of the keyboard on, whatever has the focus, except while somebody types into a field. */
function useKeyboardDigits(onKey: (key: PadKey) => void): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) press(event.key as PadKey);
      else if (event.key === 'Backspace') press('back');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function reasonMessage(reason: string): string | undefined {
  const label = t('approval.reason');
  if (reason.trim() === '') return t('ui.required', { label });
  return reason.trim().length < 3 ? t('ui.minLength', { label, count: 3 }) : undefined;
}
