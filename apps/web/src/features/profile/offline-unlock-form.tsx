import { isPasscode } from '@atoll/domain/access/credentials';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { chooseOfflineUnlock } from '../../session/choose-offline-unlock.ts';
import { choosesOfflineUnlock, dropOfflineUnlock } from '../../session/offline-choice.ts';
import { canDeriveSlowly } from '../../session/verifier/slow-key.ts';
import { Button } from '../../ui/display/button.tsx';
import { passcodeLength } from '../../ui/number/passcode.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { DigitsField, ProfilePart } from './profile-part.tsx';
import parts from './profile-parts.module.css';

/** Lets a person choose whether their passcode opens this device while the server cannot be reached (R36.4). */
export function OfflineUnlockForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const { isChosen, passcode, write, error, busy, choose, drop } = useOfflineUnlock(email);
  return (
    <ProfilePart title={t('profile.offlineTitle')} hint={t('profile.offlineHint')} onSubmit={choose}>
      {!canDeriveSlowly() ? (
        <p className={parts.hint}>{t('profile.offlineHttps')}</p>
      ) : isChosen ? (
        <div className={parts.end}>
          <small>{t('profile.offlineOn')}</small>
          <Button onClick={() => void drop()}>{t('profile.offlineDrop')}</Button>
        </div>
      ) : (
        <>
          <DigitsField
            label={t('profile.offlinePasscode')}
            length={passcodeLength}
            value={passcode}
            error={error}
            onWrite={write}
          />
          <div className={parts.end}>
            <Button type="submit" look="accent" busy={busy}>
              {t('profile.offlineChoose')}
            </Button>
          </div>
        </>
      )}
    </ProfilePart>
  );
}

/** Returns whether the person chose it, what is typed, and the functions that choose it and end it. */
function useOfflineUnlock(email: string) {
  const { t } = useTranslation();
  const [isChosen, setChosen] = useState(choosesOfflineUnlock(email) === true);
  const [passcode, setPasscode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const write = (text: string) => {
    setPasscode(text);
    setError(undefined);
  };

  async function choose(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isPasscode(passcode)) return setError(t('profile.passcodeFour'));
    setBusy(true);
    const unlocked = await chooseOfflineUnlock(passcode).catch(() => ({ ok: false, why: 'away' }) as const);
    setBusy(false);
    setPasscode('');
    if (!unlocked.ok) {
      const reasons = {
        wrong: 'profile.offlineWrong',
        locked: 'profile.offlineLocked',
        password: 'profile.offlineLocked',
        wait: 'profile.failed',
        over: 'profile.failed',
        away: 'profile.failed',
      } as const;
      return setError(t(reasons[unlocked.why]));
    }
    setChosen(true);
    showToast(t('profile.offlineChosen'), 'good');
  }

  async function drop(): Promise<void> {
    await dropOfflineUnlock(email);
    setChosen(false);
    showToast(t('profile.offlineDropped'), 'good');
  }
  return { isChosen, passcode, write, error, busy, choose, drop };
}
