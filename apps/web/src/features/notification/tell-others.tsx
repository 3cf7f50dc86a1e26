import { notifyLength } from '@atoll/domain/contract/platform/hub';
import { hasCardNumberIn } from '@atoll/domain/form/card-text';
import { useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { tellOthers } from '../../sync/live.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import styles from './tell-others.module.css';

/** Sends a short message to the other tills of the outlet, with the name of the person (R35.69, R36.19). */
export function TellOthers() {
  const { t } = useTranslation();
  const isConnected = useConnection((state) => state.hubState === 'Connected');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const message = text.trim();
  const hasCard = hasCardNumberIn('message', message);
  const send = async () => {
    if (message === '' || hasCard || busy) return;
    setBusy(true);
    try {
      await tellOthers(message);
      setFailed(false);
      setText('');
      showToast(t('notices.told'), 'good');
    } catch {
      // What was typed stays, and the person can send it again.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.row}>
        <TextField
          label={t('notices.tell')}
          maxLength={notifyLength}
          value={text}
          error={hasCard ? t('shell.cardNumber') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" look="accent" busy={busy} disabled={!isConnected || message === '' || hasCard}>
          {t('notices.send')}
        </Button>
      </div>
      {hasFailed && <Alert>{t('notices.notTold')}</Alert>}
      {!isConnected && <Hint>{t('notices.needsHub')}</Hint>}
    </form>
  );
}
