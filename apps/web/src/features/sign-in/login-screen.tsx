import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/display/button.tsx';
import { localPath } from '../../ui/hook/local-path.ts';
import { DemoUsers } from './demo-users.tsx';
import { EntryFrame, EntryHeading } from './entry-frame.tsx';
import { useFirstVisit } from './first-visit.ts';
import { LockScreen } from './lock-screen.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-screen.module.css';
import { useSignIn } from './sign-in.ts';
import { SlowNote } from './slow-note.tsx';
import { UnsentNote } from './unsent-note.tsx';

/** Signs in with email and password; profiles of this device and demo users are one tap away. */
export function LoginScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { redirect, message } = useSearch({ strict: false }) as { redirect?: string; message?: string };
  useFirstVisit();
  const hasProfiles = useSession((state) => state.profiles.length > 0);
  const [atProfiles, setAtProfiles] = useState(false);
  const [why, setWhy] = useState<string>();
  const { signIn, busy, isSlow, stop, error, factor, practice } = useSignIn(
    (inPractice) => void navigate({ href: (!inPractice && localPath(redirect)) || '/home', replace: true }),
  );

  if (atProfiles) {
    return (
      <LockScreen
        onAdd={(reason) => {
          setWhy(reason);
          setAtProfiles(false);
        }}
        onOpened={() => void navigate({ href: localPath(redirect) ?? '/home', replace: true })}
      />
    );
  }
  return (
    <EntryFrame>
      <EntryHeading title={t('session.signIn')} />
      <UnsentNote />
      <LoginForm onSubmit={signIn} busy={busy} error={error} message={why ?? message} {...{ factor, practice }} />
      {isSlow && <SlowNote onStop={stop} />}
      {hasProfiles && (
        <Button look="plain" icon="people" className={styles.profiles} onClick={() => setAtProfiles(true)}>
          {t('session.backToLock')}
        </Button>
      )}
      <DemoUsers onChoose={signIn} disabled={busy} />
    </EntryFrame>
  );
}
