import { Link } from '@tanstack/react-router';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactorPicture } from '../../person/factor-picture.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { CheckField, PasswordField, TextField } from '../../ui/field/field.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './session.module.css';
import type { AskedFactor } from './sign-in.ts';

interface LoginFormProps {
  onSubmit: (email: string, password: string, code?: string) => void;
  busy: boolean;
  error: string | undefined;
  /** Why the user is here, for example because they were signed out. */
  message: string | undefined;
  /** The second factor that the server asks for. */
  factor?: AskedFactor | undefined;
  /** Whether the sign-in opens practice. */
  practice: { readonly isWanted: boolean; readonly onChange: (isWanted: boolean) => void };
}

/** Asks for email and password. Typed text stays after an error, except a code. */
export function LoginForm({ onSubmit, busy, error, message, factor, practice }: LoginFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const codeInput = useRef<HTMLInputElement>(null);
  const [shownError, setShownError] = useState(error);
  // A refused code is wrong for good: the next one is typed.
  if (error !== shownError) {
    setShownError(error);
    if (error) setCode('');
  }
  useEffect(() => {
    if (error) codeInput.current?.focus();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (email.trim() && password) onSubmit(email.trim(), password, factor && code.trim() ? code.trim() : undefined);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {error && <Alert>{error}</Alert>}
      {message && !error && (
        <p role="status" className={styles.message}>
          {message}
        </p>
      )}
      <TextField
        label={t('session.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={email}
        error={isSubmitted && !email.trim() ? t('session.emailRequired') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isSubmitted && !password ? t('session.passwordRequired') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {factor && <CodeField ref={codeInput} factor={factor} code={code} onCode={setCode} />}
      <Button type="submit" look="main" size="l" block busy={busy}>
        {t('session.login')}
      </Button>
      <CheckField
        label={t('practice.switch')}
        checked={practice.isWanted}
        onChange={(event) => practice.onChange(event.currentTarget.checked)}
      />
      <Link to={pathTo('Reset Password')} state={(held) => ({ ...held, email: email.trim() })} className={styles.link}>
        {t('session.forgot')}
      </Link>
    </form>
  );
}

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly factor: AskedFactor;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Asks for the code of the authenticator app; shows what to scan when the app has to be set up first. */
function CodeField({ ref, factor, code, onCode }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      {factor.setUp && (
        <>
          <p>{t('factor.demanded')}</p>
          <FactorPicture setUp={factor.setUp} />
        </>
      )}
      <TextField
        ref={ref}
        label={t('factor.code')}
        hint={factor.setUp ? undefined : t('factor.codeHint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={20}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </>
  );
}
