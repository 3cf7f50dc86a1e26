import { isLongEnough, maxPasswordLength, minPasswordLength } from '@atoll/domain/access/credentials';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { EntryFrame, EntryHeading } from './entry-frame.tsx';
import styles from './session.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email that was typed on the sign-in screen. */
    email?: string;
  }
}

/** Asks for a reset link or, with the mailed token in the address, for the new password. */
export function ResetScreen() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  return <EntryFrame>{token ? <ChoosePassword token={token} /> : <AskForLink />}</EntryFrame>;
}

function AskForLink() {
  const { t } = useTranslation();
  // An email that was typed on the sign-in screen is filled in.
  const typed = useLocation({ select: ({ state }) => state.email });
  const [email, setEmail] = useState(typed ?? '');
  const sending = useSending(() => call('auth.requestReset', { body: { email: email.trim() } }));
  const required = sending.isSubmitted && !email.trim() ? t('session.emailRequired') : undefined;
  if (sending.done) {
    return <Done title={t('session.resetSent')} hint={t('session.resetSentHint', { email: email.trim() })} />;
  }
  return (
    <>
      <EntryHeading title={t('session.resetTitle')} hint={t('session.resetAsk')} />
      <form className={styles.form} noValidate onSubmit={sending.submit(() => email.trim() !== '')}>
        {sending.error && <Alert>{sending.error}</Alert>}
        <TextField
          label={t('session.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          value={email}
          error={required}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" look="main" size="l" block busy={sending.busy}>
          {t('session.resetSend')}
        </Button>
        <BackLink />
      </form>
    </>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const { t } = useTranslation();
  const [newPassword, setNewPassword] = useState('');
  const sending = useSending(() => call('auth.reset', { body: { token, newPassword } }));
  const tooShort =
    sending.isSubmitted && !isLongEnough(newPassword)
      ? t('ui.minLength', { label: t('session.newPassword'), count: minPasswordLength })
      : undefined;
  if (sending.done) return <Done title={t('session.resetDone')} hint={t('session.resetDoneHint')} />;
  return (
    <>
      <EntryHeading title={t('session.resetTitle')} />
      <form className={styles.form} noValidate onSubmit={sending.submit(() => isLongEnough(newPassword))}>
        {sending.error && <Alert>{sending.error}</Alert>}
        <PasswordField
          label={t('session.newPassword')}
          hint={t('session.newPasswordHint')}
          autoComplete="new-password"
          autoFocus
          maxLength={maxPasswordLength}
          value={newPassword}
          error={tooShort}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <Button type="submit" look="main" size="l" block busy={sending.busy}>
          {t('session.resetSave')}
        </Button>
        <BackLink />
      </form>
    </>
  );
}

function useSending(send: () => Promise<unknown>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const [done, setDone] = useState(false);
  const [error, setError] = useState<string>();

  async function run(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await send();
      setDone(true);
    } catch (caught) {
      const [why] = caught instanceof CallError ? Object.values(caught.body?.errors ?? {}) : [];
      setError(why ?? (caught instanceof CallError ? caught.message : t('session.noServer')));
    } finally {
      setBusy(false);
    }
  }

  const submit = (isReady: () => boolean) => (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isReady()) void run();
  };
  return { busy, isSubmitted, done, error, submit };
}

function Done({ title, hint }: { title: string; hint: string }) {
  const { t } = useTranslation();
  return (
    <>
      <EntryHeading title={title} hint={hint} />
      <Link to={pathTo('Login')} className={buttonClass({ look: 'main', size: 'l', block: true })}>
        {t('session.backToLogin')}
      </Link>
    </>
  );
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to={pathTo('Login')} className={styles.link}>
      {t('session.backToLogin')}
    </Link>
  );
}
