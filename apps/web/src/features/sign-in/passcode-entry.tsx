import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import type { Profile } from '../../session/session-user.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/display/button.tsx';
import { useSlow } from '../../ui/hook/use-slow.ts';
import { type PadKey, pressKey } from '../../ui/number/number-entry.ts';
import { NumberPad } from '../../ui/number/number-pad.tsx';
import styles from './lock-screen.module.css';

interface PasscodeEntryProps {
  profile: Profile;
  onAdd: () => void;
  onOpened: (() => void) | undefined;
}

const length = 4;

/** Takes four digits and submits them automatically. A wrong passcode clears the dots without a message (R6.4). */
export function PasscodeEntry({ profile, onAdd, onOpened }: PasscodeEntryProps) {
  const { t } = useTranslation();
  const unlock = useSession((state) => state.unlock);
  const clearProfile = useSession((state) => state.clearProfile);
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const isSlow = useSlow(busy);
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
    if (busy || !/^\d{0,4}$/.test(text)) return;
    setPasscode(text);
    if (text.length === length) void send(text);
  }

  const press = (key: PadKey) => write(key === 'back' ? passcode.slice(0, -1) : pressPasscode(passcode, key));

  return (
    <div className={styles.middle}>
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
          maxLength={length}
          value={passcode}
          aria-busy={busy}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <span className={busy ? `${styles.dots} ${styles.busy}` : styles.dots} aria-hidden="true">
          {Array.from({ length }, (_, i) => (
            <i key={i} data-filled={i < passcode.length || undefined} />
          ))}
        </span>
      </div>
      <p className={styles.note} role="status">
        {isSlow ? (
          t('patience.slow')
        ) : busy ? (
          <span className="visually-hidden">{t('session.unlocking')}</span>
        ) : away ? (
          t('session.noServer')
        ) : (
          ''
        )}
      </p>
      {isSlow && (
        <Button look="plain" onClick={useSession.getState().stopWaiting}>
          {t('patience.stop')}
        </Button>
      )}
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

/** Unlike a number, a passcode may start with zeros. */
function pressPasscode(text: string, key: PadKey): string {
  return text + pressKey('', key, { decimals: 0, digits: 1 });
}
