import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import { joinWith } from '../../session/join.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { PasswordField } from '../../ui/field/field.tsx';
import { isPasscodeStart, passcodeLength } from '../../ui/number/passcode.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { EntryFrame, EntryHeading } from './entry-frame.tsx';
import styles from './session.module.css';

/** Returns the code in the fragment of the address, and removes it there: it must stay in no history. */
function takeCode(): string {
  const code = location.hash.slice(1);
  if (code) history.replaceState(history.state, '', location.pathname);
  return code;
}

/** Signs the person who made the code in on this device, after their passcode (R31.49). */
export function JoinScreen() {
  const { t } = useTranslation();
  const [code] = useState(takeCode);
  const problem = !window.isSecureContext ? t('join.needsHttps') : code ? undefined : t('join.noCode');
  return (
    <EntryFrame>
      <EntryHeading title={t('join.title')} hint={problem ? undefined : t('join.hint')} />
      {problem ? <NoCode why={problem} /> : <PasscodeForm code={code} />}
    </EntryFrame>
  );
}

function NoCode({ why }: { why: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Alert>{why}</Alert>
      <p>{t('join.again')}</p>
      <Link to={pathTo('Login')} className={buttonClass({ look: 'main', size: 'l', block: true })}>
        {t('join.login')}
      </Link>
    </>
  );
}

function PasscodeForm({ code }: { code: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [passcode, setPasscode] = useState('');
  const [signInKey] = useState(uuidv7);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);

  async function send(typed: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await joinWith(code, typed, signInKey);
      await navigate({ href: '/home', replace: true });
    } catch (caught) {
      const reason = caught instanceof CallError ? caught.body?.reason : undefined;
      setOver(reason === 'joinCodeInvalid' || reason === 'passcodeLocked');
      setPasscode('');
      setError(caught instanceof CallError ? caught.message : t('session.noServer'));
    } finally {
      setBusy(false);
    }
  }
  function write(text: string): void {
    if (busy || !isPasscodeStart(text)) return;
    setPasscode(text);
    if (text.length === passcodeLength) void send(text);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (passcode.length === passcodeLength && !busy) void send(passcode);
  }

  if (isOver) return <NoCode why={error ?? ''} />;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {error && <Alert>{error}</Alert>}
      <PasswordField
        label={t('session.passcode')}
        hint={t('join.passcodeHint')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        maxLength={passcodeLength}
        value={passcode}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Button type="submit" look="main" size="l" block busy={busy}>
        {t('join.join')}
      </Button>
    </form>
  );
}
