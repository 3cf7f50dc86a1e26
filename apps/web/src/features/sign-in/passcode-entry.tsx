import { useEffect, useRef, useState } from 'react';
import { t } from '../../locale/locale.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { choosesOfflineUnlock } from '../../session/offline-choice.ts';
import { useSession } from '../../session/session.ts';
import type { NotUnlocked, Profile } from '../../session/session-user.ts';
import { canDeriveSlowly } from '../../session/verifier/slow-key.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/display/button.tsx';
import { useSlow } from '../../ui/hook/use-slow.ts';
import type { PadKey } from '../../ui/number/number-entry.ts';
import { NumberPad } from '../../ui/number/number-pad.tsx';
import { isPasscodeStart, passcodeAfter, passcodeLength } from '../../ui/number/passcode.ts';
import shared from './lock-column.module.css';
import styles from './passcode-entry.module.css';
import { waitText } from './wait-text.ts';
import { WaitingBills } from './waiting-bills.tsx';

interface PasscodeEntryProps {
  profile: Profile;
  /** Opens the sign-in with the password; `why` says why the passcode is not enough. */
  onAdd: (why?: string) => void;
  onOpened: (() => void) | undefined;
}

/** Returns the typed passcode and why it did not unlock. Sends the passcode when it is complete. */
function useUnlock({ onAdd, onOpened }: Pick<PasscodeEntryProps, 'onAdd' | 'onOpened'>) {
  const { t } = useTranslation();
  const unlock = useSession((state) => state.unlock);
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(0);
  const [reason, setReason] = useState<NotUnlocked>();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  async function send(text: string): Promise<void> {
    setBusy(true);
    setReason(undefined);
    const answer = await unlock(text).catch(() => ({ ok: false, why: 'away' }) as const);
    setBusy(false);
    if (answer.ok) {
      onOpened?.();
      return;
    }
    setPasscode('');
    setRefused((times) => times + 1);
    setReason(answer);
    if (answer.why === 'locked') onAdd(t('session.passcodeLocked'));
    if (answer.why === 'password') onAdd(t('session.signInAgain'));
    input.current?.focus();
  }

  function write(text: string) {
    if (busy || !isPasscodeStart(text)) return;
    setPasscode(text);
    if (text.length === passcodeLength) void send(text);
  }

  const press = (key: PadKey) => write(passcodeAfter(passcode, key));
  return { input, passcode, write, press, busy, refused, reason };
}

/** Takes four digits and submits them automatically. A wrong passcode clears the dots without a message (R6.4); when no more are taken, it says why. */
export function PasscodeEntry({ profile, onAdd, onOpened }: PasscodeEntryProps) {
  const { t } = useTranslation();
  const clearProfile = useSession((state) => state.clearProfile);
  const { input, passcode, write, press, busy, refused, reason } = useUnlock({ onAdd, onOpened });

  return (
    <div className={shared.middle}>
      <Avatar name={profile.name} image={profile.avatar} size={84} />
      <h1 className={styles.name}>{profile.name}</h1>
      <div key={refused} className={refused > 0 && !busy ? `${styles.code} ${styles.refused}` : styles.code}>
        <input
          ref={input}
          type="password"
          className={styles.input}
          aria-label={t('session.passcode')}
          inputMode="none"
          autoComplete="off"
          autoFocus
          maxLength={passcodeLength}
          value={passcode}
          aria-busy={busy}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <span className={busy ? `${styles.dots} ${styles.busy}` : styles.dots} aria-hidden="true">
          {Array.from({ length: passcodeLength }, (_, i) => (
            <i key={i} data-filled={i < passcode.length || undefined} />
          ))}
        </span>
      </div>
      <WaitingBills email={profile.email} />
      <UnlockStatus busy={busy} reason={reason} email={profile.email} />
      <NumberPad look="round" corner={null} onKey={press} disabled={busy} />
      <div className={styles.ways}>
        <a
          href="#profiles"
          className={styles.link}
          onClick={(event) => {
            event.preventDefault();
            clearProfile();
          }}
        >
          {t('session.notYou')}
        </a>
        <Button look="plain" onClick={() => onAdd()}>
          {t('session.usePassword')}
        </Button>
      </div>
    </div>
  );
}

/** Returns what to tell about a passcode that did not unlock; nothing about a wrong one. */
function reasonText(reason: NotUnlocked | undefined, email: string): string {
  switch (reason?.why) {
    case 'away':
      return t(choosesOfflineUnlock(email) || !canDeriveSlowly() ? 'session.noServer' : 'session.noServerUnlock');
    case 'wait':
      return waitText(reason.waitMs ?? 0);
    case 'over':
      return t('session.passcodeOver');
    default:
      return '';
  }
}

interface UnlockStatusProps {
  readonly busy: boolean;
  readonly reason: NotUnlocked | undefined;
  readonly email: string;
}

/** Says that the passcode is being checked, or why none is taken. A slow check can be stopped. */
function UnlockStatus({ busy, reason, email }: UnlockStatusProps) {
  const { t } = useTranslation();
  const isSlow = useSlow(busy);
  return (
    <>
      <p className={styles.note} role="status">
        {isSlow ? (
          t('patience.slow')
        ) : busy ? (
          <span className="visually-hidden">{t('session.unlocking')}</span>
        ) : (
          reasonText(reason, email)
        )}
      </p>
      {isSlow && (
        <Button look="plain" onClick={useSession.getState().stopWaiting}>
          {t('patience.stop')}
        </Button>
      )}
    </>
  );
}
