import { isPasscode, isWeakPasscode } from '@atoll/domain/access/credentials';
import { type FormEvent, useRef, useState } from 'react';
import { CallError, call, type ErrorBody } from '../../api/api.ts';
import { useLateRefusal } from '../../form/late-refusal.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { renewOfflineUnlock } from '../../session/offline-unlock.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { focusFirstFault } from '../../ui/hook/focus-fault.ts';
import { passcodeLength } from '../../ui/number/passcode.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { CurrentPasswordField, DigitsField, ProfilePart } from './profile-part.tsx';
import parts from './profile-parts.module.css';

/** Changes the passcode; the password is required. */
export function PasscodeForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const change = usePasscodeChange(email, () => focusFirstFault(() => form.current));
  const { values, messageOf, failure, busy } = change;
  return (
    <ProfilePart ref={form} title={t('profile.passcodeTitle')} hint={t('profile.passcodeHint')} onSubmit={change.save}>
      {failure && !failure.errors && <Alert>{failure.message}</Alert>}
      <DigitsField
        label={t('profile.passcode')}
        length={passcodeLength}
        value={values.passcode}
        error={messageOf('passcode')}
        onWrite={change.writePasscode}
      />
      <CurrentPasswordField
        value={values.currentPassword}
        error={messageOf('currentPassword')}
        onWrite={change.writePassword}
      />
      <div className={parts.end}>
        <Button type="submit" look="accent" busy={busy}>
          {t('profile.setPasscode')}
        </Button>
      </div>
    </ProfilePart>
  );
}

const empty = { currentPassword: '', passcode: '' };

/** Returns what is entered for a new passcode, the messages about it, and the function that saves it. */
function usePasscodeChange(email: string, onFaults: () => void) {
  const { t } = useTranslation();
  const [values, setValues] = useState(empty);
  const [isSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorBody>();
  const messages = {
    currentPassword: values.currentPassword ? undefined : t('ui.required', { label: t('profile.currentPassword') }),
    passcode: !isPasscode(values.passcode)
      ? t('profile.passcodeFour')
      : isWeakPasscode(values.passcode)
        ? t('profile.passcodeWeak')
        : undefined,
  };
  const messageOf = (field: keyof typeof messages) =>
    failure?.errors?.[field] ?? (isSubmitted ? messages[field] : undefined);

  const tellLate = useLateRefusal(t('profile.passcodeTitle'));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    setFailure(undefined);
    if (messages.currentPassword || messages.passcode) return onFaults();
    setBusy(true);
    try {
      await call('auth.changePasscode', { body: values, inPlace: true });
      await renewOfflineUnlock(email, values.passcode);
      setValues(empty);
      setSubmitted(false);
      showToast(t('profile.passcodeSaved'), 'good');
    } catch (error) {
      tellLate(error);
      setFailure(error instanceof CallError && error.body ? error.body : { message: t('profile.failed') });
      onFaults();
    } finally {
      setBusy(false);
    }
  }
  const writePasscode = (passcode: string) => setValues((was) => ({ ...was, passcode }));
  const writePassword = (currentPassword: string) => {
    setValues((was) => ({ ...was, currentPassword }));
    setFailure(undefined);
  };
  return { values, messageOf, failure, busy, save, writePasscode, writePassword };
}
