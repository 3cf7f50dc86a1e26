import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choosesOfflineUnlock } from '../../session/offline-unlock.ts';
import { useSession } from '../../session/session.ts';
import type { Profile } from '../../session/session-user.ts';
import { canDeriveSlowly } from '../../session/slow-key.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/display/button.tsx';
import { useSlow } from '../../ui/hook/use-slow.ts';
import type { PadKey } from '../../ui/number/number-entry.ts';
import { NumberPad } from '../../ui/number/number-pad.tsx';
import { isPasscodeStart, passcodeAfter, passcodeLength } from '../../ui/number/passcode.ts';
import shared from './lock-column.module.css';
import styles from './passcode-entry.module.css';
import { WaitingBills } from './waiting-bills.tsx';

interface PasscodeEntryProps {
  profile: Profile;
  onAdd: () => void;
  onOpened: (() => void) | undefined;
}

/** Returns the typed passcode and whether the server refused it. Sends the passcode when it is complete. */
function useUnlock({ onAdd, onOpened }: Pick<PasscodeEntryProps, 'onAdd' | 'onOpened'>) {
  const unlock = useSession((state) => state.unlock);
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(0);
  const [away, setAway] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  async function send(text: string): Promise<void> {
    setBusy(true);
    setAway(false);
    const answer = await unlock(text).catch(() => ({ ok: false, why: 'away' }) as const);
    setBusy(false);
    if (answer.ok) {
      onOpened?.();
      return;
    }
    setPasscode('');
    setRefused((times) => times + 1);
    if (answer.why === 'password') onAdd();
    setAway(answer.why === 'away');
    input.current?.focus();
  }

  function write(text: string) {
    if (busy || !isPasscodeStart(text)) return;
    setPasscode(text);
    if (text.length === passcodeLength) void send(text);
  }

  const press = (key: PadKey) => write(passcodeAfter(passcode, key));
  return { input, passcode, write, press, busy, refused, away };
}

/** Takes four digits and submits them automatically. A wrong passcode clears the dots without a message (R6.4). */
export function PasscodeEntry({ profile, onAdd, onOpened }: PasscodeEntryProps) {
  const { t } = useTranslation();
  const clearProfile = useSession((state) => state.clearProfile);
  const { input, passcode, write, press, busy, refused, away } = useUnlock({ onAdd, onOpened });

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
      <UnlockStatus busy={busy} away={away} email={profile.email} />
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
        <Button look="plain" onClick={onAdd}>
          {t('session.usePassword')}
        </Button>
      </div>
    </div>
  );
}

/** Says that the passcode is being checked or the server does not answer. A slow check can be stopped. */
function UnlockStatus({ busy, away, email }: { busy: boolean; away: boolean; email: string }) {
  const { t } = useTranslation();
  const isSlow = useSlow(busy);
  return (
    <>
      <p className={styles.note} role="status">
        {isSlow ? (
          t('patience.slow')
        ) : busy ? (
          <span className="visually-hidden">{t('session.unlocking')}</span>
        ) : away ? (
          t(choosesOfflineUnlock(email) || !canDeriveSlowly() ? 'session.noServer' : 'session.noServerUnlock')
        ) : (
          ''
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
