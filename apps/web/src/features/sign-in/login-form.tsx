import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './session.module.css';

interface LoginFormProps {
  onSubmit: (email: string, password: string) => void;
  busy: boolean;
  error: string | undefined;
  /** Why the user is here, for example because they were signed out. */
  message: string | undefined;
}

/** Asks for email and password. Typed text stays after an error. */
export function LoginForm({ onSubmit, busy, error, message }: LoginFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (email.trim() && password) onSubmit(email.trim(), password);
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
      <Button type="submit" look="main" size="l" block busy={busy}>
        {t('session.login')}
      </Button>
      <Link to={pathTo('Reset Password')} state={(held) => ({ ...held, email: email.trim() })} className={styles.link}>
        {t('session.forgot')}
      </Link>
    </form>
  );
}
