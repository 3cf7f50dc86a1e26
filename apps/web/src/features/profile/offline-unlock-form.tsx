import { isPasscode } from '@atoll/domain/access/credentials';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseOfflineUnlock } from '../../session/choose-offline-unlock.ts';
import { choosesOfflineUnlock, dropOfflineUnlock } from '../../session/offline-unlock.ts';
import { canDeriveSlowly } from '../../session/slow-key.ts';
import { Button } from '../../ui/display/button.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './passcode-form.module.css';
import parts from './profile-parts.module.css';

/** Lets a person choose whether their passcode opens this device while the server cannot be reached (R36.4). */
export function OfflineUnlockForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const { isChosen, passcode, write, error, busy, choose, drop } = useOfflineUnlock(email);
  return (
    <form className={parts.form} noValidate onSubmit={(event) => void choose(event)} aria-labelledby="offline-title">
      <div>
        <h3 id="offline-title" className={css.title}>
          {t('profile.offlineTitle')}
        </h3>
        <p className={parts.hint}>{t('profile.offlineHint')}</p>
      </div>
      {!canDeriveSlowly() ? (
        <p className={parts.hint}>{t('profile.offlineHttps')}</p>
      ) : isChosen ? (
        <div className={parts.end}>
          <small>{t('profile.offlineOn')}</small>
          <Button onClick={() => void drop()}>{t('profile.offlineDrop')}</Button>
        </div>
      ) : (
        <>
          <TextField
            label={t('profile.offlinePasscode')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={4}
            value={passcode}
            error={error}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <div className={parts.end}>
            <Button type="submit" look="accent" busy={busy}>
              {t('profile.offlineChoose')}
            </Button>
          </div>
        </>
      )}
    </form>
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
    setPasscode(text.replace(/\D/g, ''));
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
        password: 'profile.offlineLocked',
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
